"""Many tables beside a copy of their boards, and one table with its ledger beside a plain loop.

Every benchmark asserts its answers; ratios are of times taken in turn, so that whatever else runs on the machine slows
both down. The limits are for processors with AVX-512; elsewhere the ratios are only shown.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from time import perf_counter
from typing import Any

import numpy as np
import pytest

import ofcpoker as ofc
from ofcpoker import _core

TABLES = 200_000
ROUNDS = 40
STEPS = 40_000


@cache
def deals(seats: int) -> Any:
    decks = np.tile(np.arange(52, dtype=np.uint8), (TABLES, 1))
    cards = np.random.default_rng(2026).permuted(decks, axis=1)[:, : 13 * seats]
    return np.ascontiguousarray(cards).reshape(TABLES, seats, 13)


@cache
def with_jokers(kind: str) -> Any:
    """The deals with a joker on one board of each table, or one on each board, anywhere."""
    random = np.random.default_rng(7)
    boards = deals(2).copy()
    tables = np.arange(TABLES)
    if kind == "one board":
        boards[tables, random.integers(0, 2, TABLES), random.integers(0, 13, TABLES)] = 52
    else:
        for seat in range(2):
            boards[tables, seat, random.integers(0, 13, TABLES)] = 52 + seat
    return boards


def assert_right(points: Any, boards: Any, rules: Any) -> None:
    """The points sum to nothing, and are those of single tables."""
    assert (points.sum(axis=1) == 0).all()
    for table in range(0, TABLES, TABLES // 50):
        seats = [ofc.Board(board) for board in boards[table].tolist()]
        assert tuple(points[table].tolist()) == ofc.score(seats, rules).points


def in_turn(benchmark: Any, first: Callable[[], Any], second: Callable[[], Any]) -> tuple[float, float]:
    """The best times of both, each with its own data in the cache."""
    best = [float("inf"), float("inf")]

    def both() -> None:
        for i, work in enumerate((first, second)):
            work()
            start = perf_counter()
            work()
            best[i] = min(best[i], perf_counter() - start)

    benchmark.pedantic(both, rounds=ROUNDS, warmup_rounds=2)
    return best[0], best[1]


def report(benchmark: Any, what: str, ratio: float, most: float | None) -> None:
    benchmark.extra_info["ratio"] = ratio
    print(f"\n{what}: {ratio:.2f} times ({_core.KERNELS[0]})")
    if most is not None and _core.KERNELS[0] == "avx512":
        assert ratio <= most


@pytest.mark.benchmark(group="200,000 heads-up tables")
@pytest.mark.parametrize("kernel", _core.KERNELS)
def test_to_a_copy_of_the_boards(benchmark, kernel):
    boards = deals(2)
    assert_right(ofc.score_many(boards, kernel=kernel), boards, "pineapple")
    copy, scored = in_turn(benchmark, boards.copy, lambda: ofc.score_many(boards, kernel=kernel))
    most = 15 if kernel == _core.KERNELS[0] else None
    report(benchmark, f"score_many with {kernel} to a copy of the boards", scored / copy, most)


@pytest.mark.benchmark(group="200,000 heads-up tables")
def test_options_to_none(benchmark):
    boards = deals(2)
    rules = ofc.Rules.preset("progressive", spades="pair", moon=20)
    assert_right(ofc.score_many(boards, rules), boards, rules)
    plain, options = in_turn(benchmark, lambda: ofc.score_many(boards), lambda: ofc.score_many(boards, rules))
    report(benchmark, "spades, moon and progressive Fantasyland to none of them", options / plain, 1.5)


@pytest.mark.benchmark(group="200,000 heads-up tables")
@pytest.mark.parametrize("kind", ["one board", "each board"])
def test_jokers_to_none(benchmark, kind):
    boards, jokers = deals(2), with_jokers(kind)
    assert_right(ofc.score_many(jokers, "joker"), jokers, "joker")
    plain, read = in_turn(benchmark, lambda: ofc.score_many(boards, "joker"), lambda: ofc.score_many(jokers, "joker"))
    report(benchmark, f"a joker on {kind} to no joker", read / plain, 10)


@pytest.mark.benchmark(group="200,000 heads-up tables")
def test_parts(benchmark):
    boards = deals(2)
    columns = ofc.score_many(boards, parts=True)
    assert (columns.points == ofc.score_many(boards)).all()
    assert (columns.foul == (columns.strengths == 0).all(axis=2)).all()
    plain, parts = in_turn(benchmark, lambda: ofc.score_many(boards), lambda: ofc.score_many(boards, parts=True))
    report(benchmark, "score_many with its parts to the points alone", parts / plain, None)


@pytest.mark.benchmark(group="200,000 tables of more seats")
@pytest.mark.parametrize("seats", [3, 4])
def test_more_seats(benchmark, seats):
    boards = deals(seats)
    assert_right(ofc.score_many(boards), boards, "pineapple")
    copy, scored = in_turn(benchmark, boards.copy, lambda: ofc.score_many(boards))
    report(benchmark, f"score_many of {seats} seats to a copy of the boards", scored / copy, 15)


@pytest.mark.benchmark(group="one table with its ledger")
def test_one_table_to_a_loop(benchmark):
    tables = [[ofc.Board(board) for board in boards.tolist()] for boards in deals(2)[:100]]
    assert [ofc.score(boards).points for boards in tables] == list(map(tuple, ofc.score_many(deals(2)[:100]).tolist()))

    def loop() -> int:
        x = 0
        for i in range(STEPS):
            x += i & 7
        return x

    step, score = in_turn(benchmark, loop, lambda: [ofc.score(boards) for boards in tables])
    steps = (score / len(tables)) / (step / STEPS)
    benchmark.extra_info["steps"] = steps
    print(f"\nscore takes {steps:.0f} steps of a plain loop")
    assert steps <= 500
