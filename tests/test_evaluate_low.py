"""Deuce-to-seven lows: one by one against the naive scorer's order, and in batches."""

import itertools
import random
from collections import Counter

import numpy as np
import pytest

import naive
import ofcpoker as ofc

ROWS = [sorted(random.Random(seed).sample(range(52), 5)) for seed in range(3000)]
# All rank patterns with an ace, a wheel, pairs and flushes: the borders between categories.
ROWS += [[4 * rank + suit for rank, suit in zip(ranks, (0, 1, 2, 3, 0), strict=True)]
         for ranks in itertools.combinations(range(13), 5)]  # fmt: skip
ROWS += [[4 * rank for rank in ranks] for ranks in itertools.combinations(range(13), 5)]


def naive_low(row):
    """Higher is better: the high hand with aces high and no wheel, turned round."""
    counts = Counter(card // 4 for card in row)
    groups = sorted(counts, key=lambda rank: (counts[rank], rank), reverse=True)
    shape = sorted(counts.values(), reverse=True)
    straight = len(counts) == 5 and max(counts) - min(counts) == 4
    flush = len({card % 4 for card in row}) == 1
    shapes = [[1, 1, 1, 1, 1], [2, 1, 1, 1], [2, 2, 1], [3, 1, 1], "straight", "flush", [3, 2], [4, 1], "both"]
    category = shapes.index("both" if straight and flush else "flush" if flush else "straight" if straight else shape)
    return (-category, *(-rank for rank in groups))


def test_the_order_is_that_of_the_naive_reading():
    ranks = [ofc.evaluate_low(row) for row in ROWS]
    naive_lows = [naive_low(row) for row in ROWS]
    for row, rank in zip(ROWS, ranks, strict=True):
        qualified = naive.low_value([str(ofc.Card(card)) for card in row])
        assert rank.qualifies is (qualified is not None)
    by_naive = sorted(range(len(ROWS)), key=lambda i: naive_lows[i])
    for worse, better in itertools.pairwise(by_naive):
        assert (ranks[worse] < ranks[better]) is (naive_lows[worse] < naive_lows[better])
        assert (ranks[worse] == ranks[better]) is (naive_lows[worse] == naive_lows[better])


@pytest.mark.parametrize("kernel", [None, *ofc._core.KERNELS])
def test_batches_agree_with_single_calls(kernel):
    array = np.array(ROWS, dtype=np.uint8)
    lows = ofc.evaluate_low_many(array, kernel=kernel)
    assert lows.tolist() == [ofc.evaluate_low(row).strength for row in ROWS]
    assert ofc.evaluate_low_many(np.ascontiguousarray(array.T), columns=True).tolist() == lows.tolist()
    assert [ofc.LowRank(low) for low in lows[:50]] == [ofc.evaluate_low(row) for row in ROWS[:50]]


def test_borders():
    def low(cards):
        return ofc.evaluate_low(cards)

    assert low("7c 5d 4h 3s 2c") == max(low(row) for row in ROWS)
    assert low("Td 9s 8h 7d 5d").qualifies and not low("Jd 5s 4h 3d 2d").qualifies
    assert not low("6d 5s 4h 3d 2d").qualifies, "a straight"
    assert not low("7d 5d 4d 3d 2d").qualifies, "a flush"
    assert low("As 5d 4h 3c 2d") < low("Kd Qs Jh Td 8c"), "the ace is high, and no straight"
    assert low("As 5s 4s 3s 2s").category == "flush"
    assert low("Ks Qd 9h 5c 2s") > low("2s 2d 3h 4c 5s"), "any pair is worse than king high"


@pytest.mark.parametrize("cards", ["7c 5d 4h", "7c 7c 4h 3s 2c", "X1 5d 4h 3s 2c", "7c 5d 4h 3s", ""])
def test_refusals(cards):
    with pytest.raises(ofc.InvalidCards, match="evaluate_low"):
        ofc.evaluate_low(cards)


def test_batch_refusals_leave_out_as_it_was():
    out = np.full(2, 7, dtype=np.uint32)
    for rows in ([[0, 1, 2, 3, 4], [0, 0, 1, 2, 3]], [[0, 1, 2, 3, 52]] * 2):
        with pytest.raises(ofc.InvalidCards, match="evaluate_low_many: row"):
            ofc.evaluate_low_many(np.array(rows, dtype=np.uint8), out=out)
        assert out.tolist() == [7, 7]
    with pytest.raises(ofc.InvalidCards, match="evaluate_low_many: an array of shape"):
        ofc.evaluate_low_many(np.zeros((4, 3), dtype=np.uint8))


@pytest.mark.parametrize("strength", [0, -1, 2**24, 0x43210, "7", None, 1.5])
def test_no_rank_of_what_is_no_strength(strength):
    with pytest.raises(ofc.InvalidCards, match="LowRank"):
        ofc.LowRank(strength)
