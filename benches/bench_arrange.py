"""Arrangements from Python: a thousand deals one by one, and many at once.

The figures of single calls are for a thousand deals, so that microseconds read as nanoseconds a deal. Every benchmark
asserts its answers.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import ofcpoker as ofc

DEALS = 1_000
MANY = 100_000
STAY = 15


def deals(count: int, cards: int, jokers: int = 0) -> Any:
    order = np.random.default_rng(2026).random((count, 52)).argsort(axis=1)[:, :cards]
    order[:, :jokers] = np.arange(52, 52 + jokers)
    return np.ascontiguousarray(order, np.uint8)


def assert_sound(boards: Any, values: Any, rules: ofc.Rules, cards: int) -> None:
    """The boards are legal, and worth what is said."""
    for board, value in list(zip(boards, values, strict=True))[:200]:
        found = ofc.Board(list(bytes(board)))
        assert not found.is_foul(rules)
        assert value == found.royalties(rules).total + STAY * (found.fantasyland(rules, current=cards) > 0)


@pytest.mark.benchmark(group="1000 arrangements of ready cards, one by one", warmup=True)
@pytest.mark.parametrize("jokers", range(3), ids="{} jokers".format)
@pytest.mark.parametrize("cards", range(13, 18), ids="{} cards".format)
def test_single_calls(benchmark, cards, jokers):
    rules = ofc.Rules(jokers=jokers)
    hands = [ofc.cards(deal.tolist()) for deal in deals(DEALS, cards, jokers)]
    found = benchmark(lambda: [ofc.arrange(hand, rules, stay_value=STAY) for hand in hands])
    assert_sound([answer.board for answer in found], [answer.value for answer in found], rules, cards)


@pytest.mark.benchmark(group=f"{MANY} arrangements of 14 cards at once", warmup=True)
@pytest.mark.parametrize("threads", [1, 2], ids="{} threads".format)
def test_many(benchmark, threads):
    found = benchmark(ofc.arrange_many, deals(MANY, 14), stay_value=STAY, threads=threads)
    assert_sound(found.boards, found.values, ofc.Rules(), 14)
    assert abs(found.royalties.sum(axis=1).mean() - 12.3398) < 0.1


@pytest.mark.benchmark(group=f"{MANY} arrangements of 14 cards at once", warmup=True)
def test_many_against_a_sample(benchmark):
    table = ofc.RowTable.from_boards(ofc.arrange_many(deals(256, 13)).boards)
    found = benchmark(ofc.arrange_many, deals(MANY, 14), stay_value=STAY, opponents=table, threads=1)
    assert not any(ofc.Board(list(board)).is_foul() for board in found.boards[:200].tolist())
