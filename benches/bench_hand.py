"""The speed of hands in Python, in steps of a plain loop timed in the same run; every benchmark asserts its answer."""

import random
import time
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from ofcpoker import Hand, View

random_ = random.Random(1)


@cache
def step() -> float:
    """Seconds of one step of `for i in range(n): x += i & 7`."""
    n = 1_000_000

    def once() -> float:
        x = 0
        begin = time.perf_counter()
        for i in range(n):
            x += i & 7
        assert x > 0
        return time.perf_counter() - begin

    return min(once() for _ in range(5)) / n


def whole_hand(number: int = 0) -> Hand:
    hand = Hand("pineapple", seed=7, number=number)
    while not hand.is_over:
        seat = hand.to_act[0]
        hand.place(seat, random_.choice(hand.legal_placements(seat)))
    return hand


def half_hand() -> Hand:
    hand = Hand("pineapple", seed=7)
    for _ in range(5):
        seat = hand.to_act[0]
        hand.place(seat, hand.legal_placements(seat)[3])
    return hand


def test_whole_hand(benchmark: Any) -> None:
    def play() -> tuple[int, ...]:
        score = whole_hand().score
        assert score is not None
        return score.points

    check(benchmark, play, 3600)
    assert sum(play()) == 0


def test_view(benchmark: Any) -> None:
    hand = half_hand()
    check(benchmark, lambda: hand.view(1), 700)
    assert hand.view(1).dealt(1) == hand.dealt(1)


def test_view_as_json(benchmark: Any) -> None:
    hand = half_hand()
    check(benchmark, lambda: hand.view(1).to_json(), 1400)
    assert View.from_json(hand.view(1).to_json()) == hand.view(1)


def test_to_json(benchmark: Any) -> None:
    hand = half_hand()
    check(benchmark, hand.to_json, 700)
    assert Hand.from_json(hand.to_json()) == hand


def test_copy(benchmark: Any) -> None:
    hand = half_hand()
    check(benchmark, hand.copy, 70)
    assert hand.copy() == hand


def check(benchmark: Any, call: Callable[[], Any], most: float) -> None:
    """Benchmarks a call; it may take so many steps at most."""
    benchmark(call)
    if benchmark.stats is None:
        pytest.skip("benchmarks are off")
    steps = benchmark.stats.stats.min / step()
    benchmark.extra_info["steps"] = round(steps)
    assert steps <= most, f"{steps:.0f} steps, allowed {most}"
