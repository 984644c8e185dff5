"""Speed of simulations from Python, and their memory; every answer is asserted."""

import multiprocessing
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor
from typing import Any

import pytest

import ofcpoker as ofc

# Points of the first player in this many hands of seed 1.
HANDS = {"random": 200_000, "greedy": 50_000}
TOTALS = {"random": -2550, "greedy": 2449}


@pytest.mark.parametrize("policy", HANDS)
@pytest.mark.parametrize("threads", [1, 2])
def test_hands(benchmark: Any, policy: str, threads: int) -> None:
    result = benchmark.pedantic(
        ofc.simulate, (HANDS[policy],), {"policies": policy, "seed": 1, "threads": threads}, rounds=5, warmup_rounds=1
    )
    assert result.players[0].total == TOTALS[policy]
    benchmark.extra_info["hands a second"] = round(HANDS[policy] / benchmark.stats.stats.min)


def test_a_python_policy(benchmark: Any) -> None:
    def first(view: ofc.View) -> ofc.Placement:
        return view.legal_placements()[0]

    result = benchmark.pedantic(ofc.simulate, (500,), {"policies": (first, "random"), "seed": 1}, rounds=3)
    assert result.hands == 500


def test_a_pool_of_processes(benchmark: Any) -> None:
    with ProcessPoolExecutor(2, mp_context=multiprocessing.get_context("spawn")) as pool:
        result = benchmark.pedantic(
            ofc.simulate,
            (HANDS["greedy"],),
            {"policies": "greedy", "seed": 1, "executor": pool},
            rounds=3,
            warmup_rounds=1,
        )
    assert result.players[0].total == TOTALS["greedy"]


_PEAK = """
import resource, sys
import ofcpoker as ofc
assert ofc.simulate(int(sys.argv[1]), policies="random", seed=1, threads=2).hands == int(sys.argv[1])
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="no resource here")
def test_memory_is_flat(benchmark: Any) -> None:
    def peak(hands: int) -> int:
        done = subprocess.run([sys.executable, "-c", _PEAK, str(hands)], capture_output=True, text=True, check=True)
        return int(done.stdout)

    few, many = benchmark.pedantic(lambda: (peak(10**5), peak(10**7)), rounds=1)
    benchmark.extra_info["peak at 10^5 and 10^7"] = (few, many)
    assert many < 1.1 * few
