# Everything is built in target/, .venv/ and dist/. All paths are relative, so the folder's own name may hold spaces.
# Stamp files say what is up to date: each is newer than all that its step was made from.

# Which Python makes .venv: PYTHON=... if given, else the first of these that runs, is 3.11 or newer and has venv.
# The user's own choice (python3) goes first.
PYTHON ?=
CANDIDATES := python3 python3.15 python3.14 python3.13 python3.12 python3.11 python

PY := .venv/bin/python
PIP := $(PY) -m pip --disable-pip-version-check --quiet
CARGO ?= cargo
WITH_PYTHON = PYO3_PYTHON="$(CURDIR)/$(PY)" # which Python pyo3 builds for, outside maturin
say = @printf '\n==> %s\n' '$(1)'
comma := ,

# Folders are listed with the files, so that a removed file counts as a change too.
CRATE := Cargo.toml Cargo.lock $(shell find src)
PACKAGE := pyproject.toml README.md $(wildcard LICENSE-*) $(shell find python -name __pycache__ -prune -o -print)
TESTS := Makefile rustfmt.toml $(shell find $(wildcard tests benches requirements) -name __pycache__ -prune -o -print)

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.NOTPARALLEL: # the steps' output stays in order, with the test runner's last
.SUFFIXES:
.PHONY: help run test lint test-rust types test-python test-ray bench wheel lock clean FORCE

help: ## list what there is to make
	@echo 'Needs Python 3.11 or newer and a stable Rust toolchain; the rest is set up in .venv by itself.'
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' Makefile

run: .venv/installed.stamp ## build, score the tables in tests/tables.txt, simulate 200,000 hands, show the speed here
	$(call say,Scoring tests/tables.txt)
	@.venv/bin/ofc score tests/tables.txt
	$(call say,Simulating 200$(comma)000 hands)
	@.venv/bin/ofc simulate --hands 200000 --rules progressive --policies greedy,random --seed 1
	$(call say,Measuring the speed on this machine)
	@.venv/bin/ofc speed

test: lint test-rust types test-python ## all checks and tests, in Rust and in Python

lint: .venv/test.stamp ## formatting and lints: rustfmt, ruff, clippy
	$(call say,Formatting: rustfmt and ruff)
	$(CARGO) fmt --check
	$(PY) -m ruff format --check .
	$(call say,Lints: ruff and clippy)
	$(PY) -m ruff check .
	$(CARGO) clippy --locked --all-targets -- -D warnings
	$(WITH_PYTHON) $(CARGO) clippy --locked --all-targets --features python -- -D warnings

test-rust: ## the Rust tests, with those in the documentation
	$(call say,Rust tests)
	$(CARGO) test --locked

types: .venv/test.stamp .venv/installed.stamp ## types: mypy, and the stubs against the compiled module
	$(call say,Types: mypy and stubtest)
	$(PY) -m mypy
	$(PY) -m mypy.stubtest --mypy-config-file pyproject.toml ofcpoker._core

test-python: .venv/test.stamp .venv/installed.stamp ## the Python tests, with the examples, on the release wheel
	$(call say,Python tests)
	$(PY) -m pytest

test-ray: .venv/test.stamp .venv/installed.stamp ## simulations on a Ray cluster of this machine; installs Ray
	$(call say,Ray)
	$(PIP) install 'ray>=2.40'
	$(PY) -m pytest -m ray tests/test_simulate_ray.py

bench: .venv/bench.stamp .venv/installed.stamp ## the benchmarks, in Rust and in Python
	$(call say,Rust benchmarks)
	$(CARGO) bench --locked
	$(call say,Python benchmarks)
	$(PY) -m pytest benches --benchmark-only

wheel: dist/.stamp ## the wheel and the source distribution, in dist/
	@ls -l dist

lock: .venv/home ## pin the newest tools again, in requirements/
	$(call say,Pinning in requirements/)
	$(PIP) install --upgrade uv
	@set -e; for group in bench test build; do \
	    echo "requirements/$$group.txt"; \
	    $(PY) -m uv pip compile --quiet --universal --python-version 3.11 \
	        --no-annotate --custom-compile-command 'make lock' \
	        $$([ $$group = bench ] && echo --upgrade || echo --constraints requirements/bench.txt) \
	        --group $$group --output-file requirements/$$group.txt pyproject.toml; \
	done

clean: ## remove all that was made, .venv too
	rm -rf target .venv dist .benchmarks .hypothesis .mypy_cache .pytest_cache .ruff_cache
	find python $(wildcard tests benches) -name __pycache__ -prune -exec rm -rf {} +

# .venv remembers where and from what it was made: it cannot be moved, so in a copied folder it is made anew.
SAME_PLACE = grep -qsxF "in $(CURDIR)" .venv/home
SAME_PYTHON = { [ -z "$(PYTHON)" ] || grep -qsxF "by $(PYTHON)" .venv/home; }
.venv/home: $(shell $(SAME_PLACE) && $(SAME_PYTHON) || echo FORCE)
	$(call say,Making a virtual environment in .venv)
	@for python in $(if $(PYTHON),"$(PYTHON)",$(CANDIDATES)); do \
	    "$$python" -c 'import ensurepip, ssl, sys, venv; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1 || continue; \
	    "$$python" -c 'import sys; print("Python", sys.version.split()[0], "from", sys.executable)'; \
	    rm -rf .venv && "$$python" -m venv .venv && printf '%s\n' "in $(CURDIR)" "by $(PYTHON)" >$@; exit; \
	done; \
	echo 'No Python 3.11 or newer with venv, pip and ssl found; name one: make PYTHON=/path/to/python3 ...' >&2; exit 1

.venv/build.stamp: requirements/build.txt .venv/home
	$(call say,Installing the build tool and NumPy)
	$(PIP) install --requirement requirements/build.txt
	@touch $@

.venv/test.stamp: requirements/test.txt .venv/build.stamp
	$(call say,Installing the test tools)
	$(PIP) install --requirement requirements/test.txt
	@touch $@

# One that does not build here is left out of the comparison.
.venv/bench.stamp: requirements/bench.txt .venv/test.stamp
	$(call say,Installing other evaluators to compare with)
	@for name in eval7 phevaluator pkrbot; do \
	    $(PIP) install --constraint requirements/bench.txt $$name || echo "$$name is left out"; \
	done
	@touch $@

# The wheel is installed as it ships, not as a development build, so that tests see what users get.
target/wheels/.stamp: $(CRATE) $(PACKAGE) .venv/build.stamp
	$(call say,Building the release wheel)
	@command -v $(CARGO) >/dev/null || { echo 'No cargo: install a stable Rust toolchain, https://rustup.rs' >&2; exit 1; }
	@rm -rf target/wheels
	$(PY) -m maturin build --release --locked --interpreter $(PY) --out target/wheels
	@touch $@

.venv/installed.stamp: target/wheels/.stamp .venv/build.stamp
	$(call say,Installing the wheel)
	$(PIP) install --force-reinstall --no-deps target/wheels/*.whl
	@touch $@

dist/.stamp: target/wheels/.stamp $(TESTS)
	$(call say,Collecting the wheel and the source distribution in dist/)
	@rm -rf dist && mkdir dist && cp target/wheels/*.whl dist/
	$(PY) -m maturin sdist --out dist
	@touch $@
