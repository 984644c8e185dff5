"""Rows one by one beside other evaluators, and many at once beside a plain pass over the same bytes.

Each group is a table; the figures of single calls are for a thousand hands, so that microseconds read as nanoseconds a
hand. Every benchmark asserts its answers.
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

HANDS = 1_000
ROWS = 1_000_000


@cache
def deals(count: int, cards: int) -> Any:
    decks = np.tile(np.arange(52, dtype=np.uint8), (count, 1))
    return np.ascontiguousarray(np.random.default_rng(2026).permuted(decks, axis=1)[:, :cards])


CARDS = [ofc.cards(hand.tolist()) for hand in deals(HANDS, 5)]
TEXTS = [[str(card) for card in hand] for hand in CARDS]


def places(strengths: list[int]) -> Any:
    """Each strength as its place among those that occur: the same for all evaluators that are right."""
    return np.unique(strengths, return_inverse=True)[1]


def ours(function: Callable[[Any], Any]) -> tuple[Callable[[Any], Any], list[Any], Callable[[Any], int]]:
    return function, CARDS, int


def pkrbot() -> Any:
    module = pytest.importorskip("pkrbot")
    return module.evaluate, [[module.Card(text) for text in hand] for hand in TEXTS], int


def eval7() -> Any:
    module = pytest.importorskip("eval7")
    return module.evaluate, [[module.Card(text) for text in hand] for hand in TEXTS], int


def phevaluator() -> Any:
    evaluate = pytest.importorskip("phevaluator").evaluate_cards
    # Its ids are ours, and it ranks from 1, the royal flush, down. Ints spare it the reading of texts.
    return (lambda hand: evaluate(*hand)), [tuple(map(int, hand)) for hand in CARDS], lambda rank: -rank


SINGLE = {
    "ofcpoker.strength": lambda: ours(ofc.strength),
    "ofcpoker.evaluate": lambda: ours(ofc.evaluate),
    "pkrbot.evaluate": pkrbot,
    "eval7.evaluate": eval7,
    "phevaluator.evaluate_cards": phevaluator,
}


@pytest.mark.benchmark(group="1000 rows of five ready cards, one by one", warmup=True)
@pytest.mark.parametrize("name", SINGLE)
def test_single_calls(benchmark, name):
    function, hands, strength = SINGLE[name]()
    found = benchmark(lambda: list(map(function, hands)))
    assert (places([strength(value) for value in found]) == places(list(map(ofc.strength, CARDS)))).all()


@pytest.mark.benchmark(group="1000 rows of three ready cards, one by one", warmup=True)
@pytest.mark.parametrize("function", [ofc.strength, ofc.evaluate])
def test_single_calls_of_three(benchmark, function):
    hands = [hand[:3] for hand in CARDS]
    found = benchmark(lambda: list(map(function, hands)))
    expected = ofc.evaluate_many(np.array(hands, np.uint8)).tolist()
    assert [int(rank) for rank in found] == expected


@pytest.fixture(scope="module", params=[5, 3])
def batch(request):
    rows = deals(ROWS, request.param)
    return rows, ofc.evaluate_many(rows, kernel="portable"), np.zeros(ROWS, np.uint32)


@pytest.mark.benchmark(group="a million rows: a plain pass")
def test_plain_pass(benchmark, batch):
    rows, _, out = batch

    def plain():
        copy = rows.copy()
        out.fill(0)
        return copy

    assert (benchmark(plain) == rows).all()


@pytest.mark.benchmark(group="a million rows: evaluate_many")
@pytest.mark.parametrize("kernel", _core.KERNELS)
def test_evaluate_many(benchmark, batch, kernel):
    rows, expected, out = batch
    out.fill(0)
    benchmark(ofc.evaluate_many, rows, out=out, kernel=kernel)
    assert (out == expected).all()
    chosen = slice(0, ROWS, 1009)
    assert [ofc.strength(row) for row in rows[chosen].tolist()] == out[chosen].tolist()


@pytest.mark.benchmark(group="a million rows: evaluate_many, other layouts")
@pytest.mark.parametrize("layout", ["columns", "every second row", "int64", "no out"])
def test_layouts(benchmark, batch, layout):
    rows, expected, out = batch
    if layout == "columns":
        columns = np.ascontiguousarray(rows.T)
        result = benchmark(lambda: ofc.evaluate_many(columns, out=out, columns=True))
    elif layout == "every second row":
        spread = np.repeat(rows, 2, axis=0)
        result = benchmark(lambda: ofc.evaluate_many(spread[::2], out=out))
    elif layout == "int64":
        wide = rows.astype(np.int64)
        result = benchmark(lambda: ofc.evaluate_many(wide, out=out))
    else:
        result = benchmark(lambda: ofc.evaluate_many(rows))
    assert (result == expected).all()


@pytest.mark.benchmark(group="a million rows: the ratio that is promised")
def test_at_most_twice_a_plain_pass(benchmark):
    """Both in turn, so that whatever else runs on the machine slows both down."""
    rows, out = deals(ROWS, 5), np.zeros(ROWS, np.uint32)
    expected = ofc.evaluate_many(rows)
    plain = evaluated = float("inf")

    def both():
        nonlocal plain, evaluated
        start = perf_counter()
        rows.copy()
        out.fill(0)
        middle = perf_counter()
        ofc.evaluate_many(rows, out=out)
        plain, evaluated = min(plain, middle - start), min(evaluated, perf_counter() - middle)

    benchmark.pedantic(both, rounds=50, warmup_rounds=2)
    assert (out == expected).all()
    benchmark.extra_info["ratio"] = evaluated / plain
    print(f"\nevaluate_many takes {evaluated / plain:.2f} times a plain pass ({_core.KERNELS[0]})")
    if _core.KERNELS[0] == "avx512":
        assert evaluated < 2 * plain
