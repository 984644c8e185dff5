"""Boards: text, partial boards, fouls to the last kicker, joker readings, royalties, Fantasyland."""

import copy
import pickle
import random
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

import naive
import ofcpoker as ofc
from tables import deal_table, library_changes, random_settings, text, value_of

ROWS = ("top", "middle", "bottom")
SIZES = (3, 5, 5)
LEGAL = "Qh Qc 3d / Ts Js Qd Kc Ah / 7d 7c 7s 2h 2s"


def royalties_of(board, rules):
    royalties = board.royalties(rules)
    assert royalties.total == royalties.top + royalties.middle + royalties.bottom
    return royalties.top, royalties.middle, royalties.bottom


# --- text and values --------------------------------------------------------------------------------------------------


@st.composite
def some_boards(draw):
    """Boards of any number of cards in each row, jokers declared and not among them, as `naive` boards."""
    cards = draw(st.permutations(naive.DECK + naive.JOKERS))
    cards = [
        f"{card}={draw(st.sampled_from(naive.DECK))}" if naive.is_joker(card) and draw(st.booleans()) else card
        for card in cards[:13]
    ]
    sizes = [draw(st.integers(0, size)) for size in SIZES]
    return tuple(tuple(cards[sum(sizes[:i]) : sum(sizes[: i + 1])]) for i in range(3))


@given(some_boards())
def test_text_comes_back(rows):
    board = ofc.Board(text(rows))
    assert [tuple(map(str, getattr(board, row))) for row in ROWS] == list(rows)
    for same in (
        ofc.Board(str(board)),
        eval(repr(board), vars(ofc).copy()),
        pickle.loads(pickle.dumps(board)),
        copy.copy(board),
        copy.deepcopy(board),
    ):
        assert same == board
        assert hash(same) == hash(board)
        assert str(same) == str(board)
    assert board.is_complete == (sum(map(len, rows)) == 13)


@given(some_boards(), some_boards(), st.randoms(use_true_random=False))
def test_boards_are_equal_when_their_rows_hold_the_same_cards(one, other, rng):
    mixed = tuple(tuple(rng.sample(row, len(row))) for row in one)
    assert ofc.Board(text(mixed)) == ofc.Board(text(one))
    assert hash(ofc.Board(text(mixed))) == hash(ofc.Board(text(one)))
    same = [set(row) for row in one] == [set(row) for row in other]
    assert (ofc.Board(text(one)) == ofc.Board(text(other))) == same
    assert (ofc.Board(text(one)) != ofc.Board(text(other))) != same


@given(some_boards())
def test_placing_card_by_card_gives_the_board(rows):
    board = ofc.Board("- / - / -")
    for name, row in zip(ROWS, rows, strict=True):
        for card in row:
            before, shown = board, str(board)
            board = board.place(card, name)
            assert str(before) == shown
    assert board == ofc.Board(text(rows))


def test_what_people_write():
    assert str(ofc.Board("10s,Ah/x1 2C/K♠  9♥")) == "Ts Ah / X1 2c / Ks 9h"
    assert ofc.Board(" / / ") == ofc.Board("- / - / -")


def test_rows_are_cards():
    board = ofc.Board(LEGAL)
    assert board.top == ofc.cards("Qh Qc 3d")
    assert board.middle == ofc.cards("Ts Js Qd Kc Ah")
    assert board.bottom == ofc.cards("7d 7c 7s 2h 2s")
    assert all(isinstance(card, ofc.Card) for card in board.top + board.middle + board.bottom)


def test_a_board_never_changes():
    board = ofc.Board("Qh / Ts / 7d")
    for name in (*ROWS, "is_complete", "anything"):
        with pytest.raises(AttributeError):
            setattr(board, name, ())
    with pytest.raises(TypeError):
        board.top[0] = ofc.Card("As")
    assert board.place("As", "top") != board
    assert str(board) == "Qh / Ts / 7d"


@pytest.mark.parametrize(
    ("card", "row", "kind"),
    [
        ("As", "top", ofc.InvalidBoard),
        ("Qh", "middle", ofc.InvalidBoard),
        ("X1=9c", "middle", ofc.InvalidBoard),
        ("1s", "middle", ofc.InvalidCards),
        ("As", "front", ofc.InvalidBoard),
    ],
)
def test_a_card_that_cannot_be_placed(card, row, kind):
    board = ofc.Board("Qh Qc X1 / Ts / 7d")
    with pytest.raises(kind) as caught:
        board.place(card, row)
    assert (row if row == "front" else card.split("=")[0]) in str(caught.value)
    assert str(board) == "Qh Qc X1 / Ts / 7d"


# --- fouls ------------------------------------------------------------------------------------------------------------

STRONG = "As Ah Ad Ac 6d"


@pytest.mark.parametrize(
    ("top", "middle", "foul"),
    [
        ("Qs Qh 9d", "Qc Qd 8h 5c 2s", True),
        ("Qs Qh 8d", "Qc Qd 9h 5c 2s", False),
        ("Qs Qh 8d", "Qc Qd 8h 3c 2s", False),
        ("Qs Qh 3d", "Qc Qd 5h 4c 2s", False),
        ("Ks Kh 9d", "Kc Kd 8h 7c 6s", True),
        ("Ks Kh Td", "Kc Kd Th 3s 2d", False),
        ("Ks Kh 2d", "Qc Qd Jh Ts 9d", True),
        ("Ks Qh 7d", "Kc Qd 7h 4c 3s", False),
        ("Ks Qh 8d", "Kc Qd 7h 4c 3s", True),
        ("Ks Qh 2d", "Kc Jd Th 9c 7s", True),
        ("7s 7h 7d", "7c 8d 9h Ts Jc", False),
        ("2s 2h 2d", "Kc Kd Qh Qs Jc", True),
        ("2s 2h 2d", "3c 3d 3h 5s 4c", False),
        ("Ks Kh Kd", "3c 3d 3h 5s 4c", True),
        ("Qs Kh Jd", "Ts 9c 8d 7h 5s", True),
        ("4s 3h 2d", "8c 7d 5h 3s 2c", False),
    ],
)
def test_top_against_middle(top, middle, foul):
    board = ofc.Board(f"{top} / {middle} / {STRONG}")
    assert board.is_foul("pineapple") == foul
    if foul:
        assert royalties_of(board, "pineapple") == (0, 0, 0)
        assert board.fantasyland("pineapple") == 0
        assert board.fantasyland("pineapple", current=14) == 0


def test_fault_qq9_over_qq852_is_a_foul():
    assert ofc.Board("Qs Qh 9d / Qc Qd 8h 5c 2s / Ad Ah Kc Ks 9h").is_foul("pineapple")
    assert not ofc.Board("Qs Qh 8d / Qc Qd 8h 5c 2s / Ad Ah Kc Ks 9h").is_foul("pineapple")


def test_kka_is_below_kka32_and_above_kkq73():
    assert not ofc.Board("Ks Kh Ad / Kc Kd As 3c 2s / Qc Qd Qh 4c 4d").is_foul("pineapple")
    assert ofc.Board("Ks Kh Ad / Kc Kd Qs 7c 3s / Tc Td Th 4c 4d").is_foul("pineapple")


@pytest.mark.parametrize(
    ("middle", "bottom", "foul"),
    [
        ("Ad 2c 3h 4s 5c", "2d 3c 4h 5s 6c", False),
        ("2d 3c 4h 5s 6c", "Ad 2c 3h 4s 5c", True),
        ("Ac Kc Qc Jc 9c", "Ad Kd Qd Jd 9d", False),
        ("Ac Kc Qc Jc 9c", "Ad Kd Qd Jd 8d", True),
        ("Tc 9d 8h 7s 5c", "Td 9c 8s 7h 5d", False),
        ("Tc 9d 8h 7s 6c", "Td 9c 8s 7h 5d", True),
        ("6c 6d 6h Ks Kd", "5c 5d 5h As Ad", True),
        ("Tc Jc Qc Kc Ac", "9d 9h 9s 9c 4d", True),
        ("9d 9h 9s 9c 4d", "Ad 2d 3d 5d 4h", True),
    ],
)
def test_middle_against_bottom(middle, bottom, foul):
    board = ofc.Board(f"2h 3s 4c / {middle} / {bottom}")
    assert board.is_foul("pineapple") == foul


@pytest.mark.parametrize(
    ("top", "middle", "full", "made_hand_only"),
    [
        ("7d 7h Kh", "7c 7s 8h 3c 2s", True, False),
        ("8d 8h 2h", "7c 7s Kh 3c 2s", True, True),
        ("Kd Qh 9h", "Kc Qs 8h 3c 2s", True, True),
        ("2d 2h 2c", "Kc Ks Qh Qc Js", True, True),
        ("7d 7h 2h", "7c 7s 8h 3c 2s", False, False),
    ],
)
def test_top_kickers(top, middle, full, made_hand_only):
    board = ofc.Board(f"{top} / {middle} / As Ah Ad Ac 5c")
    assert board.is_foul("pineapple") == full
    assert board.is_foul(ofc.Rules.preset("pineapple", top_kickers="made_hand_only")) == made_hand_only


@pytest.mark.parametrize(
    ("board", "foul"),
    [
        ("2c 3d 5h / 9d 8s 6h 4d 3c / Kh Ks Qh Qs Qd", False),
        ("2c 3d 5h / Td 9s 8h 7d 5c / Kh Ks Qh Qs Qd", False),
        ("2c 3d 5h / Td 9s 8h 7d 6c / Kh Ks Qh Qs Qd", True),
        ("2c 3d 5h / Jd 9s 8h 7d 6c / Kh Ks Qh Qs Qd", True),
        ("2c 3d 5h / Ad 4s 3h 2d 5c / Kh Ks Qh Qs Qd", True),
        ("2c 3d 5h / 8d 8s 6h 4d 3c / Kh Ks Qh Qs Qd", True),
        ("2c 3d 5h / 9d 8d 6d 4d 2d / Kh Ks Qh Qs Qd", True),
        ("Ac Ad 5h / 7d 5s 4h 3s 2d / Kh Ks Qh 8s 6d", True),
        ("Kc Kd 5h / 7d 5s 4h 3s 2d / Kh Ks 6h 4s 3d", False),
        ("Kc Kd 7h / 7d 5s 4h 3s 2d / Kh Ks 6h 4c 3d", True),
    ],
)
def test_a_deuce_to_seven_middle(board, foul):
    assert ofc.Board(board).is_foul("deuce_to_seven") == foul


# --- royalties and Fantasyland ----------------------------------------------------------------------------------------

BOTTOMS = {
    "7c 7d 8h 8s 2c": 0,
    "7c 7d 7h 8s 2c": 0,
    "Ac 2d 3h 4s 5c": 2,
    "9c 7c 5c 3c 2c": 4,
    "7c 7d 7h 8s 8c": 6,
    "7c 7d 7h 7s 8c": 10,
    "9c 8c 7c 6c 5c": 15,
    "Ac 2c 3c 4c 5c": 15,
    "Ac Kc Qc Jc Tc": 25,
}


@pytest.mark.parametrize("row", BOTTOMS)
def test_middle_and_bottom_royalties(row):
    # Under a royal flush any middle stands; a middle pays twice the bottom, and trips 2.
    assert royalties_of(ofc.Board(f"2h 3s 4d / 5d 6h 8d 9h Js / {row}"), "pineapple") == (0, 0, BOTTOMS[row])
    middle = 2 if row == "7c 7d 7h 8s 2c" else 2 * BOTTOMS[row]
    assert royalties_of(ofc.Board(f"2h 3s 4d / {row} / As Ks Qs Js Ts"), "pineapple") == (0, middle, 25)


@pytest.mark.parametrize("rank", naive.RANKS)
def test_fault_top_royalties_are_never_off_by_one(rank):
    worth = naive.RANKS.index(rank) + 2
    kicker = "3h" if rank == "2" else "2h"
    boards = [
        ofc.Board(f"{row} / Tc Jc Qc Kc Ac / Td Jd Qd Kd Ad")
        for row in (f"{rank}h {rank}s {kicker}", f"{rank}h {rank}s X1")
    ]
    pair, trips = (royalties_of(board, "joker") for board in boards)
    assert pair == (max(0, worth - 5), 50, 25)
    assert trips == (worth + 8, 50, 25)
    assert boards[0].fantasyland("progressive") == {"Q": 14, "K": 15, "A": 16}.get(rank, 0)
    assert boards[1].fantasyland("joker") == 17
    assert boards[1].fantasyland("joker", current=14) == 14


def test_entry_and_stay_follow_the_rules_asked_for():
    board = ofc.Board("Ac Ad 5h / 9d 9h 9s Ts Tc / Kh Ks Kd 8s 8d")
    assert board.fantasyland("pineapple") == 14
    assert board.fantasyland("progressive") == 16
    assert board.fantasyland("classic") == 13
    assert board.fantasyland("closed") == 0
    assert board.fantasyland("pineapple", current=14) == 0
    assert board.fantasyland("classic", current=13) == 13
    quads = ofc.Board("2c 3d 5h / 9d 8s 6h 4d 3c / Kh Ks Kd Kc 8d")
    assert quads.fantasyland("progressive") == 0
    assert quads.fantasyland("progressive", current=17) == 14
    assert quads.fantasyland("ultimate", current=17) == 17


# --- jokers -----------------------------------------------------------------------------------------------------------


def readings_that_are_legal(rows, rules):
    """Every legal choice of a reading for each row, as (bottom, middle, top)."""
    tops, middles, bottoms = [naive.readings(tuple(sorted(row)), rules["five_of_a_kind"]) for row in rows]
    return (
        (bottom, middle, top)
        for bottom, middle, top in product(bottoms, middles, tops)
        if middle <= bottom and not naive.is_top_above(top, middle, rules["top_kickers"])
    )


def dealt_boards(count, jokers, declared=False, seed=0):
    rng = random.Random(seed + jokers)
    while count > 0:
        for board in deal_table(rng, 2, jokers, declared):
            if any(naive.is_joker(card) for row in board for card in row):
                count -= 1
                yield board


CHANGES = [{}, {"five_of_a_kind": False}, {"top_kickers": "made_hand_only"}]


@pytest.mark.parametrize("changes", CHANGES, ids=str)
@pytest.mark.parametrize("jokers", [1, 2, 3])
def test_automatic_jokers_against_every_legal_choice(jokers, changes):
    settings = naive.rules("progressive", jokers=jokers, **changes)
    rules = ofc.Rules.preset("progressive", jokers=jokers, **changes)
    for rows in dealt_boards({1: 300, 2: 60, 3: 12}[jokers], jokers):
        board = ofc.Board(text(rows))
        best = max(readings_that_are_legal(rows, settings), default=None)
        assert board.is_foul(rules) == (best is None), str(board)
        reading = board.reading(rules)
        if best is None:
            assert reading is None
        else:
            assert tuple(value_of(rank) for rank in (reading.bottom, reading.middle, reading.top)) == best, str(board)
            # What the jokers are said to stand for makes these ranks.
            faces = [tuple(naive.face(str(card)) for card in row) for row in reading.board.rows[::-1]]
            assert tuple(naive.evaluate(row, settings["five_of_a_kind"]) for row in faces) == best, str(board)


@pytest.mark.parametrize("declared", [False, True], ids=["auto", "declared"])
@pytest.mark.parametrize("jokers", [1, 2, 3])
def test_jokers_pay_and_earn_as_they_count(jokers, declared):
    mode = "declared" if declared else "auto"
    settings = naive.rules("progressive", jokers=jokers, joker_mode=mode)
    rules = ofc.Rules.preset("progressive", jokers=jokers, joker_mode=mode)
    for rows in dealt_boards(700 if declared else 400, jokers, declared, seed=50):
        board = ofc.Board(text(rows))
        for current in (0, 15):
            seat = naive.stand(rows, settings, current)
            assert board.is_foul(rules) == seat["foul"], str(board)
            assert royalties_of(board, rules) == seat["royalties"], str(board)
            assert board.fantasyland(rules, current=current) == seat["fantasyland"], str(board)


def test_a_reading_names_what_each_joker_stands_for():
    board = ofc.Board("Qs X1 3d / 8c 8d 8h Kc 2s / Ah X2 Qd Jh Th")
    reading = board.reading("joker")
    for card, read in zip(map(str, board.cards), map(str, reading.board.cards), strict=True):
        assert read == card or (naive.is_joker(card) and read.startswith(f"{card}=") and naive.face(read))
    assert value_of(reading.bottom) == (naive.STRAIGHT, 14, 13, 12, 11, 10)
    assert value_of(reading.middle) == (naive.TRIPS, 8, 8, 8, 13, 2)
    assert value_of(reading.top) == (naive.PAIR, 12, 12, 3, 0, 0)
    assert str(board) == "Qs X1 3d / 8c 8d 8h Kc 2s / Ah X2 Qd Jh Th"


def test_a_board_without_jokers_reads_as_itself():
    reading = ofc.Board(LEGAL).reading("pineapple")
    assert reading.board == ofc.Board(LEGAL)
    assert [reading.top, reading.middle, reading.bottom] == [ofc.evaluate(row) for row in LEGAL.split("/")]


def test_fault_a_joker_is_used_to_avoid_a_foul():
    # Trips would foul over the pair of queens; the joker of the top makes a high card instead.
    board = ofc.Board("As Kh X1 / Qc Qd 9h 5c 2s / Jd Jh Js 4h 3d")
    assert not board.is_foul("joker")
    assert value_of(board.reading("joker").top) == (naive.HIGH_CARD, 14, 13, 12, 0, 0)


def test_fault_royalties_and_fantasyland_are_those_of_the_reading_that_counts():
    # A pair of queens on top, not three; unconstrained it would be trips.
    board = ofc.Board("Qs Qh X1 / Kc Kd 4h 3s 2c / Ah Kh Qd Jh Th")
    assert not board.is_foul("joker")
    assert royalties_of(board, "joker") == (7, 0, 2)
    assert board.fantasyland("joker") == 14
    assert board.fantasyland("joker", current=14) == 0


def test_fault_two_jokers_on_a_board_are_two_cards():
    board = ofc.Board("2c 3d 5h / 4c 4d 6h 7s 9c / As Ks 2s X1 X2")
    bottom = [naive.face(str(card)) for card in board.reading("joker").board.bottom]
    assert len(set(bottom)) == 5
    assert naive.evaluate(tuple(bottom)) == (naive.FLUSH, 14, 13, 12, 11, 2)


def test_a_joker_may_stand_for_a_card_of_another_row():
    # The ace of spades lies on top; the bottom's joker is that ace too.
    board = ofc.Board("As 3d 4c / 4d 4h 7s 9c 2c / Ks Qs Js Ts X1")
    assert royalties_of(board, "joker") == (0, 0, 25)


def test_an_undeclared_joker_is_a_foul_where_jokers_are_declared():
    rules = ofc.Rules.preset("ofc_ledger", jokers=1)
    assert ofc.Board("As X1 4c / 4d 4h 7s 9c 2c / Ks Qs Js Ts 9s").is_foul(rules)
    assert not ofc.Board("As X1=3d 4c / 4d 4h 7s 9c 2c / Ks Qs Js Ts 9s").is_foul(rules)
    assert ofc.Board("As X1 4c / 4d 4h 7s 9c 2c / Ks Qs Js Ts 9s").reading(rules) is None


def test_declared_jokers_are_not_read_anew():
    # Any other ten or nine of spades would do; declared as the deuce it is no straight flush.
    rules = ofc.Rules.preset("ofc_ledger", jokers=1)
    board = ofc.Board("As 3h 4c / 4d 4h 7s 9c 2c / Ks Qs Js Ts X1=2s")
    assert royalties_of(board, rules) == (0, 0, 4)


def test_random_rules_agree_with_the_naive_scorer():
    rng = random.Random(17)
    for _ in range(60):
        preset, changes = random_settings(rng)
        settings, rules = naive.rules(preset, **changes), ofc.Rules.preset(preset, **library_changes(changes))
        declared, low = settings["joker_mode"] == "declared", settings["middle"] == "deuce_to_seven"
        for _ in range(15):
            for rows in deal_table(rng, 2, settings["jokers"], declared, low):
                board = ofc.Board(text(rows))
                current = rng.choice((0, 13, 14, 17)) if settings["entry"] else 0
                seat = naive.stand(rows, settings, current)
                assert board.is_foul(rules) == seat["foul"], (board, rules)
                assert royalties_of(board, rules) == seat["royalties"], (board, rules)
                assert board.fantasyland(rules, current=current) == seat["fantasyland"], (board, rules, current)
