"""What `evaluate_many` takes, refuses and leaves alone."""

import threading
import time
from typing import Any

import numpy as np
import pytest

import ofcpoker as ofc
from ofcpoker import _core


def hands(count: int, size: int = 5, seed: int = 1) -> Any:
    order = np.random.default_rng(seed).random((count, 52)).argsort(axis=1)[:, :size]
    return np.ascontiguousarray(order, np.uint8)


def refused(code: str, message: str, *arguments: Any, **named: Any) -> None:
    with pytest.raises(ofc.InvalidCards, match=message) as caught:
        ofc.evaluate_many(*arguments, **named)
    assert caught.value.code == code
    assert str(caught.value).startswith("evaluate_many: ")


@pytest.mark.parametrize("kernel", _core.KERNELS)
@pytest.mark.parametrize("size", [3, 5])
def test_every_kernel(kernel, size):
    rows = hands(5000, size)
    expected = ofc.evaluate_many(rows)
    assert (ofc.evaluate_many(rows, kernel=kernel) == expected).all()
    assert (ofc.evaluate_many(rows[::-1], kernel=kernel) == expected[::-1]).all()
    assert (ofc.evaluate_many(rows.T, columns=True, kernel=kernel) == expected).all()
    assert [ofc.HandRank(value) for value in expected[:50]] == [ofc.evaluate(row.tolist()) for row in rows[:50]]


def test_kernels():
    assert _core.KERNELS[-1] == "portable"
    refused("unknown_kernel", "'mmx'.*portable", hands(1), kernel="mmx")


@pytest.mark.parametrize(
    ("rows", "kind"),
    [
        (np.zeros((2, 5)), "float64"),
        (np.full((2, 5), np.nan, np.float32), "float32"),
        (np.zeros((2, 5), bool), "bool"),
        (np.zeros((2, 5), object), "object"),
        (np.zeros((2, 5), complex), "complex128"),
        (np.zeros((2, 5), "datetime64[s]"), "datetime64"),
        ([["As", "Kd", "Qh"]], "<U2"),
        ([], "float64"),
        (None, "object"),
    ],
)
def test_wrong_dtypes(rows, kind):
    refused("wrong_dtype", kind, rows)


@pytest.mark.parametrize(
    ("shape", "columns"),
    [
        *[(shape, False) for shape in [(5,), (7, 4), (0,), (0, 4), (5, 7), (2, 2, 5), ()]],
        *[(shape, True) for shape in [(7, 5), (4, 7), (3,)]],
    ],
)
def test_wrong_shapes(shape, columns):
    for kind in (np.uint8, np.int64):
        refused("wrong_shape", r"\(N, 5\)", np.zeros(shape, kind), columns=columns)


def test_lists_of_lists():
    assert ofc.evaluate_many([[51, 47, 43]]).tolist() == [ofc.strength("As Ks Qs")]
    assert ofc.evaluate_many([ofc.cards("As Ks Qs")]).tolist() == [ofc.strength("As Ks Qs")]
    refused("wrong_shape", "one length", [[1, 2, 3], [4, 5]])


@pytest.mark.parametrize("kind", ["i1", "u2", "i2", "u4", "i4", "u8", "i8", ">i4", ">u8"])
def test_other_integers_are_converted(kind):
    rows = hands(9000)
    assert (ofc.evaluate_many(rows.astype(kind)) == ofc.evaluate_many(rows)).all()
    assert (ofc.evaluate_many(rows.T.astype(kind), columns=True) == ofc.evaluate_many(rows)).all()


@pytest.mark.parametrize("value", [-1, -128, 256, 300, 2**31, 2**63 - 1, -(2**63)])
@pytest.mark.parametrize("row", [0, 4095, 4096, 8999])
def test_integers_that_are_no_ids(value, row):
    rows = hands(9000).astype(np.int64)
    rows[8999, 4] = 999
    rows[row, 3] = value
    out = np.arange(9000, dtype=np.uint32)
    refused("unknown_card", f"row {row}: {value} is not a card id", rows, out=out)
    refused("unknown_card", f"row {row}: {value} is not a card id", rows.T, columns=True)
    assert (out == np.arange(9000)).all()


def test_large_unsigned_integers_are_shown_as_given():
    rows = hands(10).astype(np.uint64)
    rows[4, 4] = 2**64 - 3
    refused("unknown_card", "row 4: 18446744073709551613 is", rows)


def test_a_wrong_row_before_a_wrong_number_is_named():
    rows = hands(100).astype(np.int16)
    rows[60, 0] = 1000
    rows[59] = [1, 2, 3, 1, 5]
    refused("repeated_card", "row 59: .* is there twice", rows)


@pytest.mark.parametrize("row", [0, 1, 63, 64, 1023, 1024, 4095, 4096, 8999])
def test_the_first_wrong_row_is_named_and_the_output_left_alone(row):
    rows = hands(9000)
    rows[8999] = 200
    rows[row] = [9, 8, 7, 8, 6]
    out = np.arange(9000, dtype=np.uint32)
    code, message = ("repeated_card", f"row {row}: 4d 4c 3s 4c 3h: 4c is there twice")
    refused(code, message, rows, out=out)
    refused(code, message, np.repeat(rows, 2, axis=1)[:, ::2], out=out)
    refused(code, message, np.asfortranarray(rows), out=out)
    refused(code, message, rows.T, columns=True, out=out)
    assert (out == np.arange(9000)).all()


def test_jokers_are_sent_to_evaluate():
    refused("joker_not_allowed", r"row 0: 2c 3c 4c 5c X2: 53 is the joker X2; evaluate\(\)", [[0, 4, 8, 12, 53]])
    refused("joker_not_allowed", "row 1: 2c 3c X1=As: 115 is the joker X1=As", [[0, 4, 8], [0, 4, 64 + 51]])


@pytest.mark.parametrize(
    "out",
    [
        np.zeros(3, np.uint32),
        np.zeros((4, 1), np.uint32),
        np.zeros(4, np.int32),
        np.zeros(4, np.uint64),
        np.zeros(4, ">u4"),
        np.zeros(8, np.uint32)[::2],
        np.zeros(4, np.uint32)[::-1],
        np.zeros(17, np.uint8)[1:].view(np.uint32),
        [0, 0, 0, 0],
        "out",
    ],
)
def test_wrong_outputs(out):
    refused("wrong_out", r"out must be a writable, contiguous uint32 array of shape \(4,\), not", hands(4), out=out)


def test_a_read_only_output():
    out = np.zeros(4, np.uint32)
    out.flags.writeable = False
    refused("wrong_out", "read-only", hands(4), out=out)
    refused("wrong_out", "read-only", hands(4).astype(int), out=out)


def test_inputs_are_left_alone():
    for rows in (hands(300), hands(300).astype(np.int32), hands(300)[::3]):
        before = rows.copy()
        ofc.evaluate_many(rows)
        assert (rows == before).all()


def test_rows_may_share_memory_with_the_output():
    rows = hands(4000)
    expected = ofc.evaluate_many(rows)
    for start in (0, 1, 999):
        memory = np.zeros(40_000, np.uint8)
        shared = memory[4 * start : 4 * start + 20_000].reshape(4000, 5)
        shared[:] = rows
        out = memory[:16_000].view(np.uint32)
        assert ofc.evaluate_many(shared, out=out) is out
        assert (out == expected).all()


def test_a_fault_in_shared_memory_changes_nothing():
    memory = np.zeros(20_000, np.uint8)
    rows = memory.reshape(4000, 5)
    rows[:] = hands(4000)
    rows[3999] = 0
    before = memory.copy()
    refused("repeated_card", "row 3999", rows, out=memory[:16_000].view(np.uint32))
    assert (memory == before).all()


def test_empty_batches_of_all_kinds():
    for kind in (np.uint8, np.int64):
        for shape, columns in (((0, 5), False), ((0, 3), False), ((5, 0), True), ((3, 0), True)):
            assert ofc.evaluate_many(np.zeros(shape, kind), columns=columns).shape == (0,)
    out = np.zeros(0, np.uint32)
    assert ofc.evaluate_many(np.zeros((0, 5), np.uint8), out=out) is out


def test_one_row_seen_many_times():
    row = np.broadcast_to(hands(1), (10_000, 5))
    assert (ofc.evaluate_many(row) == ofc.strength(row[0])).all()


def test_other_threads_run_meanwhile():
    rows = np.broadcast_to(hands(1), (20_000_000, 5))  # strides of nothing: copied block by block
    ticks = []
    done = threading.Event()

    def tick() -> None:
        while not done.is_set():
            ticks.append(time.perf_counter())
            time.sleep(0.001)

    thread = threading.Thread(target=tick)
    thread.start()
    start = time.perf_counter()
    ofc.evaluate_many(rows)
    end = time.perf_counter()
    done.set()
    thread.join()
    assert sum(start < at < end for at in ticks) >= 3
