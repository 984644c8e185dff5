"""Many rows at once: any layout and length gives what the single call gives, and nothing wrong passes."""

from itertools import combinations

import numpy as np
import pytest

import ofcpoker as ofc

NO_CARDS = [id for id in range(256) if id % 64 >= 52 and id not in (52, 53, 54)]


@pytest.mark.parametrize("size", [3, 5])
def test_batches_of_any_layout_give_the_same(size):
    rng = np.random.default_rng(size)
    hands = np.array([rng.permutation(52)[:size] for _ in range(1000)], np.uint8)
    expected = np.array([ofc.strength(hand) for hand in hands], np.uint32)
    result = ofc.evaluate_many(hands)
    assert result.dtype == np.uint32
    assert result.shape == (1000,)
    assert (result == expected).all()
    wide = np.full((2000, 2 * size), 255, np.uint8)
    wide[::2, ::2] = hands
    locked = hands.copy()
    locked.flags.writeable = False
    for same in (np.asfortranarray(hands), wide[::2, ::2], locked, hands[::-1][::-1], hands.T.copy().T):
        assert (ofc.evaluate_many(same) == expected).all()
    assert (ofc.evaluate_many(hands[::-1]) == expected[::-1]).all()


@pytest.mark.parametrize("count", [*range(70), 127, 128, 129, 255, 257, 1000])
def test_batches_of_any_length(count):
    """Lengths around the widths of vector registers: the rest after the last full one counts too."""
    rng = np.random.default_rng(count)
    for size in (3, 5):
        hands = np.array([rng.permutation(52)[:size] for _ in range(count)], np.uint8).reshape(count, size)
        expected = [ofc.strength(hand) for hand in hands]
        assert ofc.evaluate_many(hands).tolist() == expected


def test_columns():
    hands = np.array([np.random.default_rng(i).permutation(52)[:5] for i in range(333)], np.uint8)
    assert (ofc.evaluate_many(hands.T, columns=True) == ofc.evaluate_many(hands)).all()
    assert (ofc.evaluate_many(np.ascontiguousarray(hands.T), columns=True) == ofc.evaluate_many(hands)).all()


def test_columns_are_never_guessed():
    square = np.array([np.random.default_rng(i).permutation(52)[:5] for i in range(5)], np.uint8)
    by_rows = [ofc.strength(row) for row in square]
    assert ofc.evaluate_many(square).tolist() == by_rows


def test_out_is_filled_and_returned():
    hands = np.array([np.random.default_rng(i).permutation(52)[:5] for i in range(100)], np.uint8)
    out = np.zeros(100, np.uint32)
    result = ofc.evaluate_many(hands, out=out)
    assert result is out
    assert (out == ofc.evaluate_many(hands)).all()


def test_empty_batches():
    for size in (3, 5):
        result = ofc.evaluate_many(np.empty((0, size), np.uint8))
        assert result.shape == (0,)
        assert result.dtype == np.uint32


# --- faults that evaluators have shipped ------------------------------------------------------------------------------


def test_fault_id_99_is_not_accepted_in_a_batch():
    # By itself 99 is the first joker, declared as the ten of spades; batches of rows are of natural cards.
    for id in (52, 53, 54, 99, *NO_CARDS):
        for size, at in ((5, 4), (5, 0), (3, 2)):
            hands = np.arange(100 * size, dtype=np.uint8).reshape(100, size) % 52
            hands[61, at] = id
            with pytest.raises(ofc.InvalidCards, match="61"):
                ofc.evaluate_many(hands)


def test_fault_duplicates_in_a_batch_are_not_accepted_silently():
    for one, other in combinations(range(5), 2):
        hands = np.arange(500, dtype=np.uint8).reshape(100, 5) % 52
        hands[73:, one] = hands[73:, other]
        with pytest.raises(ofc.InvalidCards, match="73"):
            ofc.evaluate_many(hands)
