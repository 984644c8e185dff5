"""Settings of all tests."""

from hypothesis import settings

# A busy machine is no reason to fail: benchmarks judge speed, and they do it by ratios.
settings.register_profile("ofcpoker", deadline=None)
settings.load_profile("ofcpoker")
