"""What callers get wrong: each mistake has an error of its class, with a code, the operation's name and the input.

The inputs stay as they were.
"""

import copy
import json
import re
import time

import numpy as np
import pytest

import ofcpoker as ofc
from naive import parse_board
from tables import board_bytes

A = "Qh Qc 3d / Ts Js Qd Kc Ah / 7d 7c 7s 2h 2s"
B = "2c 4d 7h / Ac Ad 4h 4s Jc / 8c 9d Th Jh Qs"
INCOMPLETE = "2c 4d / Ac Ad 4h 4s Jc / 8c 9d Th Jh Qs"
JOKER = "X1 4d 7h / Ac Ad 4h 4s Jc / 8c 9d Th Jh Qs"
DECLARED = "X1=2c 4d 7h / Ac Ad 4h 4s Jc / 8c 9d Th Jh Qs"


def hands(*rows, dtype=np.uint8):
    return np.array(rows, dtype)


def tables(*boards, dtype=np.uint8):
    """One table of boards as an array."""
    return np.array([[board_bytes(parse_board(board)) for board in boards]], dtype)


def changed(array, at, value):
    array = array.copy()
    array[at] = value
    return array


FIVE = hands([0, 5, 10, 15, 20], [1, 6, 11, 16, 21])
TABLES = np.concatenate([tables(A, B)] * 8)

# (operation, arguments, keywords, class, what the message shows)
ROWS = [
    case
    for name in ("evaluate", "strength")
    for case in [
        (name, ["1s Ks Qs Js Ts"], {}, ofc.InvalidCards, "1s"),
        (name, ["As Ks Qs Js Tx"], {}, ofc.InvalidCards, "Tx"),
        (name, ["As Ks Qs Js X4"], {}, ofc.InvalidCards, "X4"),
        (name, ["As Ks As Js Ts"], {}, ofc.InvalidCards, "As"),
        (name, ["As Ks As"], {}, ofc.InvalidCards, "As"),
        (name, ["X1 Ks X1=As"], {}, ofc.InvalidCards, "X1"),
        (name, [""], {}, ofc.InvalidCards, "0"),
        (name, ["As"], {}, ofc.InvalidCards, "As"),
        (name, ["As Ks"], {}, ofc.InvalidCards, "As Ks"),
        (name, ["As Ks Qs Js"], {}, ofc.InvalidCards, "As Ks Qs Js"),
        (name, ["As Ks Qs Js Ts 9s"], {}, ofc.InvalidCards, "9s"),
        (name, [[0, 1, 2, 3, 55]], {}, ofc.InvalidCards, "55"),
        (name, [[0, 1, 2, 3, 255]], {}, ofc.InvalidCards, "255"),
        (name, [[0, 1, 2, 3, -1]], {}, ofc.InvalidCards, "-1"),
        (name, [[0, 1, 2, 3, 10**30]], {}, ofc.InvalidCards, "10000"),
        (name, [[0, 1, 2, 3, float("nan")]], {}, ofc.InvalidCards, "nan"),
        (name, [[0, 1, 2, 3, 4.0]], {}, ofc.InvalidCards, "4.0"),
        (name, [["As", "Ks", None]], {}, ofc.InvalidCards, "None"),
        (name, [np.array([0, 1, 2, 3, np.nan])], {}, ofc.InvalidCards, "0.0|nan"),
        (name, [np.array([0, 1, 2, 3, -4])], {}, ofc.InvalidCards, "-4"),
        (name, [np.zeros((1, 5), np.uint8)], {}, ofc.InvalidCards, "0 0 0 0 0|0, 0, 0, 0, 0"),
        (name, [7], {}, ofc.InvalidCards, "7"),
        (name, [None], {}, ofc.InvalidCards, "None"),
        (name, ["As " * 500], {}, ofc.InvalidCards, "64"),
    ]
] + [
    ("evaluate_low", ["As Ks Qs"], {}, ofc.InvalidCards, "As Ks Qs"),
    ("evaluate_low", ["As Ks Qs Js X1"], {}, ofc.InvalidCards, "X1"),
    ("evaluate_low", ["As Ks Qs Js As"], {}, ofc.InvalidCards, "As"),
    ("evaluate_low", ["As Ks Qs Js 0s"], {}, ofc.InvalidCards, "0s"),
    ("Card", ["1s"], {}, ofc.InvalidCards, "1s"),
    ("Card", ["A" * 1_000_000], {}, ofc.InvalidCards, r"AAA\.\.\."),
    ("Card", ["\ud800"], {}, ofc.InvalidCards, "ud800"),
    ("Card", [""], {}, ofc.InvalidCards, "''|\"\""),
    ("Card", ["As Ks"], {}, ofc.InvalidCards, "As Ks"),
    ("Card", ["X1=X2"], {}, ofc.InvalidCards, "X1=X2"),
    ("Card", [55], {}, ofc.InvalidCards, "55"),
    ("Card", [255], {}, ofc.InvalidCards, "255"),
    ("Card", [256], {}, ofc.InvalidCards, "256"),
    ("Card", [-1], {}, ofc.InvalidCards, "-1"),
    ("Card", [float("nan")], {}, ofc.InvalidCards, "nan"),
    ("Card", [3.0], {}, ofc.InvalidCards, "3.0"),
    ("Card", [None], {}, ofc.InvalidCards, "None"),
    ("cards", ["As Kd 1s"], {}, ofc.InvalidCards, "1s"),
    ("cards", [[51, 99999]], {}, ofc.InvalidCards, "99999"),
    ("cards", [np.array([1.5, 2.0])], {}, ofc.InvalidCards, "1.5"),
    ("cards", [None], {}, ofc.InvalidCards, "None"),
    ("HandRank", [-1], {}, ofc.InvalidCards, "-1"),
    ("HandRank", [2**32], {}, ofc.InvalidCards, "4294967296"),
    ("HandRank", [1.0], {}, ofc.InvalidCards, "1.0"),
]

BATCHES = [
    ("evaluate_many", [changed(FIVE, (1, 3), 52)], {}, ofc.InvalidCards, "52|X1"),
    ("evaluate_many", [changed(FIVE, (1, 3), 53)], {}, ofc.InvalidCards, "53|X2"),
    ("evaluate_many", [changed(FIVE, (1, 3), 99)], {}, ofc.InvalidCards, "99|X1"),
    ("evaluate_many", [changed(FIVE, (1, 3), 255)], {}, ofc.InvalidCards, "255"),
    ("evaluate_many", [changed(FIVE, (1, 3), 21)], {}, ofc.InvalidCards, "7d|21"),
    ("evaluate_many", [FIVE[:, :3].repeat(2, axis=1)], {}, ofc.InvalidCards, r"\(2, 6\)"),
    ("evaluate_many", [FIVE[:, :4]], {}, ofc.InvalidCards, r"\(2, 4\)"),
    ("evaluate_many", [FIVE[0]], {}, ofc.InvalidCards, r"\(5,\)"),
    ("evaluate_many", [FIVE[None]], {}, ofc.InvalidCards, r"\(1, 2, 5\)"),
    ("evaluate_many", [FIVE.T], {}, ofc.InvalidCards, r"\(5, 2\)"),
    ("evaluate_many", [FIVE], {"columns": True}, ofc.InvalidCards, r"\(2, 5\)"),
    ("evaluate_many", [FIVE.astype(float)], {}, ofc.InvalidCards, "float64"),
    ("evaluate_many", [np.full((2, 5), np.nan)], {}, ofc.InvalidCards, "float64"),
    ("evaluate_many", [changed(FIVE.astype(np.int64), (1, 3), -16)], {}, ofc.InvalidCards, "-16"),
    ("evaluate_many", [changed(FIVE.astype(np.int64), (1, 3), 16 + 256)], {}, ofc.InvalidCards, "272"),
    ("evaluate_many", [np.full((2, 5), "As")], {}, ofc.InvalidCards, "<U2|str"),
    ("evaluate_many", [np.full((2, 5), None)], {}, ofc.InvalidCards, "object"),
    ("evaluate_many", [FIVE], {"out": np.zeros(3, np.uint32)}, ofc.InvalidCards, "3"),
    ("evaluate_many", [FIVE], {"out": np.zeros(2, np.int64)}, ofc.InvalidCards, "int64"),
    ("score_many", [changed(TABLES, (5, 1, 0), 255)], {}, ofc.InvalidBoard, "5"),
    ("score_many", [changed(TABLES, (5, 1, 0), 60)], {}, ofc.InvalidCards, "60"),
    ("score_many", [changed(TABLES, (5, 1, 0), 53)], {}, ofc.InvalidBoard, "X2"),
    ("score_many", [changed(TABLES, (5, 1, 0), 99)], {}, ofc.InvalidBoard, "X1=Ts"),
    ("score_many", [changed(TABLES, (5, 1, 0), TABLES[5, 1, 9])], {}, ofc.InvalidBoard, "9d"),
    ("score_many", [changed(TABLES, (5, 1, 0), TABLES[5, 0, 9])], {}, ofc.InvalidBoard, "7c"),
    ("score_many", [TABLES[:, :1]], {}, ofc.InvalidBoard, r"\(8, 1, 13\)"),
    ("score_many", [TABLES.repeat(3, axis=1)], {}, ofc.InvalidBoard, r"\(8, 6, 13\)"),
    ("score_many", [TABLES[:, :, :12]], {}, ofc.InvalidCards, r"\(8, 2, 12\)"),
    ("score_many", [TABLES[0]], {}, ofc.InvalidCards, r"\(2, 13\)"),
    ("score_many", [TABLES.astype(float)], {}, ofc.InvalidCards, "float64"),
    ("score_many", [np.full((8, 2, 13), np.nan)], {}, ofc.InvalidCards, "float64"),
    ("score_many", [changed(TABLES.astype(np.int32), (5, 1, 0), -3)], {}, ofc.InvalidCards, "-3"),
    ("score_many", [changed(TABLES.astype(np.int32), (5, 1, 0), 256)], {}, ofc.InvalidCards, "256"),
    ("score_many", [[[[1, 2]], [[3]]]], {}, ofc.InvalidCards, r"\[3\]"),
    ("score_many", [TABLES], {"fantasyland": [[14], [14, 0]]}, ofc.InvalidRules, r"\[14\]"),
    ("score_many", [TABLES], {"button": [[0], [0, 1]]}, ofc.InvalidRules, r"\[0\]"),
    ("score_many", [TABLES, {"cap": 40}], {"stacks": [2**30 + 1, 5]}, ofc.InvalidRules, "1073741825"),
    ("score_many", [TABLES, {"cap": 40}], {"stacks": [-1, 5]}, ofc.InvalidRules, "-1"),
    ("score_many", [TABLES, "pinapple"], {}, ofc.InvalidRules, "pinapple"),
    ("score_many", [TABLES], {"fantasyland": [14.0, 0.0]}, ofc.InvalidRules, "float64"),
    ("score_many", [TABLES], {"fantasyland": [14, 0, 0]}, ofc.InvalidRules, r"\(3,\)"),
    ("score_many", [TABLES], {"fantasyland": [12, 0]}, ofc.InvalidRules, "12"),
    ("score_many", [TABLES], {"fantasyland": [-14, 0]}, ofc.InvalidRules, "-14"),
    ("score_many", [TABLES, "closed"], {"fantasyland": [14, 0]}, ofc.InvalidRules, "antasyland"),
    ("score_many", [TABLES], {"surrendered": [True, False]}, ofc.InvalidRules, "surrender"),
    ("score_many", [TABLES], {"stacks": [5, 5]}, ofc.InvalidRules, "cap"),
    ("score_many", [TABLES], {"button": 2}, ofc.InvalidRules, "2"),
    ("score_many", [TABLES], {"button": -1}, ofc.InvalidRules, "-1"),
]

BOARDS = [
    ("Board", ["1s / - / -"], {}, ofc.InvalidCards, "1s"),
    ("Board", ["As / Ks"], {}, ofc.InvalidBoard, "As / Ks"),
    ("Board", ["As"], {}, ofc.InvalidBoard, "As"),
    ("Board", ["As / Ks / Qs / Js"], {}, ofc.InvalidBoard, "As / Ks / Qs / Js"),
    ("Board", ["As Ks Qs Js / - / -"], {}, ofc.InvalidBoard, "As Ks Qs Js"),
    ("Board", ["- / As Ks Qs Js Ts 9s / -"], {}, ofc.InvalidBoard, "As Ks Qs Js Ts 9s"),
    ("Board", ["As / As / -"], {}, ofc.InvalidBoard, "As"),
    ("Board", ["- / As Kd As / -"], {}, ofc.InvalidBoard, "As"),
    ("Board", ["X1 / X1=As / -"], {}, ofc.InvalidBoard, "X1"),
    ("Board", [[0, 1, 2]], {}, ofc.InvalidCards, "0"),
    ("Board", [list(range(12))], {}, ofc.InvalidBoard, "12"),
    ("Board", [list(range(50, 63))], {}, ofc.InvalidCards, "55"),
    ("Board", [np.full(13, np.nan)], {}, ofc.InvalidCards, "nan"),
    ("Board", [[-1] * 13], {}, ofc.InvalidCards, "-1"),
    ("Board", [[7] * 13], {}, ofc.InvalidBoard, "3s"),
    ("Board", ["As /" * 100_000], {}, ofc.InvalidBoard, r"As /\.\.\."),
    ("Board", ["\ud800 / - / -"], {}, ofc.InvalidCards, "ud800"),
    ("Board", [range(10**15)], {}, ofc.InvalidBoard, "more than 13"),
    ("Board", [None], {}, ofc.InvalidBoard, "None"),
    ("Board", [5], {}, ofc.InvalidBoard, "5"),
    *[
        (f"Board.{method}", [ofc.Board(board), *arguments], {}, kind, shown)
        for method in ("is_foul", "royalties", "fantasyland", "reading")
        for board, arguments, kind, shown in [
            (INCOMPLETE, [], ofc.InvalidBoard, re.escape(INCOMPLETE)),
            ("- / - / -", [], ofc.InvalidBoard, "- / - / -"),
            (JOKER, [], ofc.InvalidBoard, "X1"),
            (DECLARED, ["joker"], ofc.InvalidBoard, "X1=2c"),
            (JOKER.replace("X1", "X3"), ["joker"], ofc.InvalidBoard, "X3"),
            (B, ["pineaple"], ofc.InvalidRules, "pineaple"),
        ]
    ],
    ("Board.fantasyland", [ofc.Board(B), "pineapple", 12], {}, ofc.InvalidRules, "12"),
    ("Board.fantasyland", [ofc.Board(B), "pineapple", -1], {}, ofc.InvalidRules, "-1"),
    ("Board.fantasyland", [ofc.Board(B), "pineapple", 18], {}, ofc.InvalidRules, "18"),
    ("Board.fantasyland", [ofc.Board(B), "pineapple", float("nan")], {}, ofc.InvalidRules, "nan"),
    ("Board.fantasyland", [ofc.Board(B), "closed", 13], {}, ofc.InvalidRules, "antasyland"),
    ("Board.place", [ofc.Board(A), "As", "top"], {}, ofc.InvalidBoard, "As"),
    ("Board.place", [ofc.Board("As / - / -"), "As", "bottom"], {}, ofc.InvalidBoard, "As"),
    ("Board.place", [ofc.Board("- / - / -"), "As", "front"], {}, ofc.InvalidBoard, "front"),
    *[
        case
        for row, shown in [("\ud800", "ud800"), (None, "None"), (1, "1"), ([], r"\[\]"), (b"top", "b'top'")]
        for case in [
            ("Board.place", [ofc.Board("- / - / -"), "As", row], {}, ofc.InvalidBoard, shown),
            ("Board.row", [ofc.Board("- / - / -"), row], {}, ofc.InvalidBoard, shown),
        ]
    ],
    ("Board.place", [ofc.Board("- / - / -"), 55, "top"], {}, ofc.InvalidCards, "55"),
    ("Board.place", [ofc.Board("- / - / -"), float("nan"), "top"], {}, ofc.InvalidCards, "nan"),
]

SCORES = [
    ("score", [[]], {}, ofc.InvalidBoard, "0"),
    ("score", [[A]], {}, ofc.InvalidBoard, "1"),
    ("score", [[A, B] + ["- / - / -"] * 3], {}, ofc.InvalidBoard, "5"),
    ("score", [A], {}, ofc.InvalidBoard, re.escape(A)),
    ("score", [5], {}, ofc.InvalidBoard, "5"),
    ("score", [None], {}, ofc.InvalidBoard, "None"),
    ("score", [[]], {"button": 0, "surrendered": [0]}, ofc.InvalidBoard, "0 boards"),
    ("score", [[A, INCOMPLETE]], {}, ofc.InvalidBoard, re.escape(INCOMPLETE)),
    ("score", [[A, A]], {}, ofc.InvalidBoard, "Qh"),
    ("score", [[A, B.replace("2c", "3d")]], {}, ofc.InvalidBoard, "3d"),
    ("score", [[A, JOKER]], {}, ofc.InvalidBoard, "X1"),
    ("score", [[A.replace("Qh", "X1"), JOKER], "joker"], {}, ofc.InvalidBoard, "X1"),
    ("score", [[A, DECLARED], "joker"], {}, ofc.InvalidBoard, "X1=2c"),
    ("score", [[A, JOKER], "deuce_to_seven"], {}, ofc.InvalidBoard, "X1"),
    ("score", [[A, B], "pineaple"], {}, ofc.InvalidRules, "pineaple"),
    ("score", [[A, B], None], {}, ofc.InvalidRules, "None"),
    ("score", [[A, B]], {"fantasyland": {2: 14}}, ofc.InvalidRules, "2"),
    ("score", [[A, B]], {"fantasyland": {-1: 14}}, ofc.InvalidRules, "-1"),
    ("score", [[A, B]], {"fantasyland": {0: 12}}, ofc.InvalidRules, "12"),
    ("score", [[A, B]], {"fantasyland": {0: 18}}, ofc.InvalidRules, "18"),
    ("score", [[A, B]], {"fantasyland": {0: float("nan")}}, ofc.InvalidRules, "nan"),
    ("score", [[A, B]], {"fantasyland": 14}, ofc.InvalidRules, "14"),
    ("score", [[A, B]], {"fantasyland": [14]}, ofc.InvalidRules, "14"),
    ("score", [[A, B]], {"fantasyland": [14, 0, 0]}, ofc.InvalidRules, "14, 0, 0"),
    ("score", [[A, B], "closed"], {"fantasyland": {0: 13}}, ofc.InvalidRules, "antasyland"),
    ("score", [[A, B]], {"surrendered": [0]}, ofc.InvalidRules, "surrender"),
    ("score", [[A, B], "closed"], {"surrendered": 1}, ofc.InvalidRules, "1"),
    ("score", [[A, B], "closed"], {"surrendered": None}, ofc.InvalidRules, "None"),
    ("score", [[A, B], "closed"], {"surrendered": {0: False}}, ofc.InvalidRules, "False"),
    ("score", [[A, B], "closed"], {"surrendered": [2]}, ofc.InvalidRules, "2"),
    ("score", [[A, B]], {"stacks": [10, 10]}, ofc.InvalidRules, "cap"),
    ("score", [[A, B], {"cap": 40}], {"stacks": [10]}, ofc.InvalidRules, "1"),
    ("score", [[A, B], {"cap": 40}], {"stacks": 10}, ofc.InvalidRules, "10"),
    ("score", [[A, B], {"cap": 40}], {"stacks": {0: 10, 1: 20}}, ofc.InvalidRules, "20"),
    ("score", [[A, B], {"cap": 40}], {"stacks": [10, 2**30 + 1]}, ofc.InvalidRules, "1073741825"),
    ("score", [[A, B], {"cap": 40}], {"stacks": [10, -1]}, ofc.InvalidRules, "-1"),
    ("score", [[A, B], {"cap": 40}], {"stacks": [10, float("nan")]}, ofc.InvalidRules, "nan"),
    ("score", [[A, B]], {"button": 2}, ofc.InvalidRules, "2"),
    ("score", [[A, B]], {"button": -1}, ofc.InvalidRules, "-1"),
    ("Score.ranks", [ofc.score([A, B]), 2], {}, ofc.InvalidRules, "2"),
    ("Score.ranks", [ofc.score([A, B]), -1], {}, ofc.InvalidRules, "-1"),
    ("Score.ranks", [ofc.score([A, B]), None], {}, ofc.InvalidRules, "None"),
]


def operation(name):
    found = ofc
    for part in name.split("."):
        found = getattr(found, part)
    return found


def same(one, other):
    if isinstance(one, np.ndarray):
        return one.dtype == other.dtype and one.shape == other.shape and one.tobytes() == other.tobytes()
    if isinstance(one, (list, tuple)):
        return len(one) == len(other) and all(map(same, one, other))
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(same(one[key], other[key]) for key in one)
    return one == other or one != one


CASES = [*ROWS, *BATCHES, *BOARDS, *SCORES]


@pytest.mark.parametrize("case", CASES, ids=[f"{number}-{case[0]}" for number, case in enumerate(CASES)])
def test_a_mistake_is_named(case):
    name, arguments, keywords, kind, shown = case
    before = copy.deepcopy((arguments, keywords))
    with pytest.raises(ofc.OfcError) as caught:
        operation(name)(*arguments, **keywords)
    error = caught.value
    assert type(error) is kind, error
    assert isinstance(error, ValueError)
    assert re.fullmatch("[a-z][a-z0-9_]*", error.code)
    # Rules that cannot be are refused by the rules, whatever wanted them.
    assert re.search(rf"\b{re.escape(name)}\b", str(error)) or (kind is ofc.InvalidRules and "rules" in str(error))
    assert re.search(shown, str(error)), error
    assert len(str(error)) < 600
    assert json.loads(json.dumps(error.to_dict()))["code"] == error.code
    assert same([arguments, keywords], list(before))


def test_the_first_bad_row_is_named():
    rows = np.tile(FIVE, (100_000, 1))
    for bad in (0, 1, 63, 64, 12_345, 199_999):
        for later in (bad, 199_999):
            wrong = rows.copy()
            wrong[bad, 2] = wrong[bad, 4]
            wrong[later, 2] = wrong[later, 4]
            with pytest.raises(ofc.InvalidCards, match=rf"\b{bad}\b"):
                ofc.evaluate_many(wrong)


def test_the_first_bad_table_is_named():
    many = np.tile(TABLES, (2_000, 1, 1))
    for bad in (0, 1, 255, 256, 12_345, 15_999):
        wrong = many.copy()
        wrong[bad:, 1, 3] = wrong[bad:, 0, 3]
        with pytest.raises(ofc.InvalidBoard, match=rf"\b{bad}\b"):
            ofc.score_many(wrong)


def test_out_is_not_written_outside_its_array():
    wide = np.full(6, 77, np.uint32)
    ofc.evaluate_many(FIVE, out=wide[2:4])
    assert wide.tolist() == [77, 77, ofc.strength(FIVE[0]), ofc.strength(FIVE[1]), 77, 77]


@pytest.mark.parametrize("dtype", [np.uint8, np.int64])
def test_results_that_no_memory_can_hold_are_a_memory_error(dtype):
    endless = np.broadcast_to(FIVE[0].astype(dtype), (2**50, 5))
    with pytest.raises(MemoryError):
        ofc.evaluate_many(endless)


def test_a_read_only_out_is_refused():
    out = np.zeros(2, np.uint32)
    out.flags.writeable = False
    with pytest.raises(ofc.InvalidCards):
        ofc.evaluate_many(FIVE, out=out)
    assert out.tolist() == [0, 0]


@pytest.mark.parametrize("dtype", [np.int8, np.int16, np.uint16, np.int32, np.int64, np.uint64])
def test_other_whole_numbers_are_the_same_cards(dtype):
    assert (ofc.evaluate_many(FIVE.astype(dtype)) == ofc.evaluate_many(FIVE)).all()
    assert (ofc.score_many(TABLES.astype(dtype)) == ofc.score_many(TABLES)).all()


def test_time_grows_with_the_number_of_rows_alone():
    """Ten times the rows take about ten times as long, not a hundred."""
    few, many = np.tile(FIVE, (50_000, 1)), np.tile(FIVE, (500_000, 1))

    def seconds(rows):
        def once():
            start = time.perf_counter()
            ofc.evaluate_many(rows)
            return time.perf_counter() - start

        return min(once() for _ in range(5))

    assert seconds(many) < 40 * seconds(few) + 0.001


def test_errors_are_one_family():
    for kind in (ofc.InvalidCards, ofc.InvalidBoard, ofc.InvalidRules):
        assert issubclass(kind, ofc.OfcError)
        assert issubclass(kind, ValueError)
