"""Hands by example: the counts, placing, jokers, each rule of the flow, and each refusal with its code."""

import pickle
import random
from collections import Counter
from typing import Any

import numpy as np
import pytest

import ofcpoker as ofc
from hands import DECK, first_moves, play, refused
from ofcpoker import Hand, Placement, cards

# Counts.


def placements_by_street(rules: str) -> list[int]:
    """Sequences of one seat's placements after each street, from the real legal placements, merged by free places."""
    hand = Hand(rules, seats=2, button=1, seed=3)
    states = [(hand, 1)]
    counts = []
    while states:
        merged: dict[tuple[int, ...], tuple[Hand, int]] = {}
        total = 0
        for state, ways in states:
            for placement in state.legal_placements(0):
                total += ways
                after = state.copy()
                after.place(0, placement)
                after.time_out(1)
                key = tuple(len(after.board(0).row(row)) for row in ("top", "middle", "bottom"))
                kept = merged.get(key, (after, 0))
                merged[key] = kept[0], kept[1] + ways
        counts.append(total)
        states = [state for state in merged.values() if not state[0].is_over]
    return counts


def test_counts_of_placement_sequences() -> None:
    assert placements_by_street("pineapple") == [232, 5_334, 100_170, 1_259_874, 5_837_832]
    classic = [232, 654, 1_778, 4_606, 11_130, 24_402, 46_662, 72_072, 72_072]
    assert placements_by_street("classic") == classic


def test_counts_in_fantasyland() -> None:
    counts = [72_072, 1_009_008, 7_567_560, 40_360_320, 171_531_360]
    assert [len(Hand(seed=1, fantasyland={0: n}).legal_placements(0)) for n in range(13, 18)] == counts
    declared = Hand(ofc.Rules(jokers=1, joker_mode="declared"), deck=DECK + " X1", fantasyland={0: 13})
    assert len(declared.legal_placements(0)) == 72_072


@pytest.mark.parametrize(("max_debt", "expected"), [(None, 19), (1, 17)])
def test_counts_of_the_choice(max_debt: int | None, expected: int) -> None:
    rules = ofc.Rules(the_choice=True, choice_max_debt=max_debt)
    found = set()

    def walk(hand: Hand, path: tuple[int, ...]) -> None:
        if hand.is_over:
            found.add(path[1:])
            return
        if hand.to_act == (1,):
            hand.time_out(1)
            walk(hand, path)
            return
        by_number = {len(placement.rows): placement for placement in hand.legal_placements(0)}
        for number, placement in by_number.items():
            after = hand.copy()
            after.place(0, placement)
            walk(after, (*path, number))

    walk(Hand(rules, seed=1, choice=[0]), ())
    assert len(found) == expected and all(sum(path) == 8 for path in found)


def test_legal_placements_are_a_lazy_sequence() -> None:
    legal = Hand(seed=7).legal_placements(1)
    everything = list(legal)
    assert len(everything) == len(legal) == len(set(everything)) == 232
    assert legal[-1] == everything[-1] and legal[231] == everything[231]
    for index in (232, -233):
        with pytest.raises(IndexError):
            legal[index]
    assert random.Random(1).choice(legal) in legal
    assert "nonsense" not in legal and None not in legal and {"As": "attic"} not in legal
    huge = Hand(ofc.Rules(jokers=3, joker_mode="declared"), deck="X1 X2 X3 " + DECK, fantasyland={1: 17})
    assert len(huge.legal_placements(1)) > 10**12 and huge.legal_placements(1)[10**12] in huge.legal_placements(1)


def test_every_legal_placement_is_as_likely() -> None:
    legal = Hand(seed=7).legal_placements(1)
    rng = random.Random(5)
    seen = Counter(rng.choice(legal) for _ in range(232 * 50))
    assert len(seen) == 232 and max(seen.values()) < 100


# Placing.


def test_what_place_takes() -> None:
    rows = {"Qs": "top", "Ac": "middle", "7c": "bottom", "8c": "bottom", "Jc": "bottom"}
    hands = []
    for placement in (
        rows,
        {ofc.Card(card): row for card, row in rows.items()},
        Placement(rows),
        "Qs / Ac / 7c 8c Jc",
        Placement("Qs / Ac / 8c 7c Jc"),
    ):
        hand = Hand(seed=7)
        hand.place(1, placement)
        hands.append(hand)
    assert all(hand == hands[0] for hand in hands)
    assert hands[0].board(1) == ofc.Board("Qs / Ac / 7c 8c Jc")


def test_placements_are_values() -> None:
    placement = Placement({"X1=As": "top", "Kd": "bottom", "2c": None})
    assert str(placement) == "X1=As / - / Kd (2c)" and repr(placement) == "Placement('X1=As / - / Kd (2c)')"
    assert eval(repr(placement)) == placement and hash(eval(repr(placement))) == hash(placement)
    assert pickle.loads(pickle.dumps(placement)) == placement
    assert placement.top == cards("X1=As") and placement.bottom == cards("Kd") and placement.discards == cards("2c")
    assert placement.rows == {ofc.Card("X1=As"): "top", ofc.Card("Kd"): "bottom"}
    assert placement != Placement("X1=As / Kd / - (2c)") and placement != "X1=As / - / Kd (2c)"
    for wrong, code in (
        ("As", "wrong_form"),
        ("As / Kd", "wrong_form"),
        ("As / - / - )", "wrong_form"),
        (7, "wrong_form"),
        ({"As": "attic"}, "unknown_row"),
        ({"As": 3}, "unknown_row"),
        ("As / As / -", "repeated_card"),
        ({ofc.Card(i): "top" for i in range(18)}, "wrong_number"),
    ):
        with pytest.raises(ofc.OfcError) as caught:
            Placement(wrong)  # type: ignore[arg-type]
        assert caught.value.code == code


@pytest.mark.parametrize(
    ("placement", "code"),
    [
        ({"Qs": "top"}, "wrong_number"),
        ({"As": "top"}, "not_dealt"),
        ("7c Qs Jc Ac / - / 8c", "row_full"),
        ("7c Qs Jc / Ac / (8c)", "wrong_number"),
        ("Qs / Ac / 7c 8c (2c)", "not_dealt"),
        ("X1=As / Ac / 7c 8c Jc", "not_dealt"),
        ({"Zs": "top"}, "unknown_card"),
    ],
)
def test_what_is_illegal_and_why(placement: Any, code: str) -> None:
    hand = Hand(seed=7)
    before = hand.to_json()
    assert not hand.can_place(1, placement) and placement not in hand.legal_placements(1)
    for do in (hand.verify_placement, hand.place):
        with pytest.raises(ofc.OfcError) as caught:
            do(1, placement)
        assert caught.value.code == code
    assert hand.to_json() == before


def test_refusals_say_what_would_be_legal() -> None:
    hand = Hand(seed=7)
    full = refused(ofc.IllegalPlacement, "row_full", hand.place, 1, "7c Qs Jc Ac / - / 8c")
    assert "top 3, middle 5, bottom 5" in str(full)
    turn = refused(ofc.IllegalPlacement, "not_to_act", hand.place, 0, "As / - / -")
    assert "to act: seat 1" in str(turn)
    number = refused(ofc.IllegalPlacement, "wrong_number", hand.place, 1, "7c / - / -")
    assert "now 5 must be" in str(number)
    for seat in (2, -1, 7):
        refused(ofc.IllegalPlacement, "unknown_seat", hand.place, seat, "As / - / -")
        refused(ofc.IllegalPlacement, "unknown_seat", hand.dealt, seat)
    play(hand)
    refused(ofc.IllegalPlacement, "hand_over", hand.place, 1, "As / - / -")
    refused(ofc.IllegalPlacement, "hand_over", hand.time_out, 1)


def test_no_message_is_applied_twice() -> None:
    hand = Hand(seed=7)
    at = hand.view(1).at(1)
    placement = hand.legal_placements(1)[0]
    hand.place(1, placement, at=at)
    after = hand.to_json()
    refused(ofc.StaleAction, "stale_action", hand.place, 1, placement, at=at)
    hand.place(0, hand.legal_placements(0)[0], at=hand.at(0))
    stale = hand.to_json()
    refused(ofc.StaleAction, "stale_action", hand.place, 1, hand.legal_placements(1)[0], at=at)
    refused(ofc.StaleAction, "stale_action", hand.time_out, 1, at=at)
    refused(ofc.StaleAction, "stale_action", hand.place, 1, hand.legal_placements(1)[0], at=99)
    assert hand.to_json() == stale != after
    hand.place(1, hand.legal_placements(1)[0], at=hand.at(1))


def test_simultaneous_seats_do_not_make_each_other_late() -> None:
    hand = Hand(seed=7, fantasyland={0: 14})
    at = {seat: hand.at(seat) for seat in (0, 1)}
    hand.place(1, hand.legal_placements(1)[0], at=at[1])
    hand.place(0, hand.legal_placements(0)[0], at=at[0])
    refused(ofc.StaleAction, "stale_action", hand.place, 0, "As / - / -", at=at[0])


# Jokers.


def test_declared_jokers_are_named_and_locked() -> None:
    hand = Hand(ofc.Rules(jokers=1, joker_mode="declared"), deck="X1 " + DECK)
    assert len(hand.legal_placements(1)) == 232 * 52
    error = refused(ofc.IllegalPlacement, "undeclared_joker", hand.place, 1, "X1 / 2c 2d / 2h 2s")
    assert "X1=As" in str(error)
    hand.place(1, {"X1=Kd": "top", "2c": "middle", "2d": "middle", "2h": "bottom", "2s": "bottom"})
    assert hand.board(1).top == cards("X1=Kd")
    auto = Hand(ofc.Rules(jokers=1), deck="X1 " + DECK)
    refused(ofc.IllegalPlacement, "declared_joker", auto.place, 1, "X1=Kd / 2c 2d / 2h 2s")
    auto.place(1, "X1 / 2c 2d / 2h 2s")
    assert len(Hand(ofc.Rules(jokers=1), deck="X1 " + DECK).legal_placements(1)) == 232


def test_time_out_declares_2h_3h_4h() -> None:
    rules = ofc.Rules(jokers=3, joker_mode="declared")
    hand = Hand(rules, deck="X3 X1 X2 " + DECK)
    assert str(hand.time_out(1)) == "X3=4h X1=2h X2=3h / 2c 2d / -"
    assert [event.late for event in hand.events if isinstance(event, ofc.Placed)] == [True]
    bottom_up = Hand(rules.replace(timeout_order="bottom_up"), deck="X3 X1 X2 " + DECK)
    assert str(bottom_up.time_out(1)) == "- / - / X3=4h X1=2h X2=3h 2c 2d"


def test_time_out_discards_the_last_and_brings_the_debt_back() -> None:
    hand = Hand(deck=DECK)
    hand.time_out(1)
    hand.time_out(0)
    assert str(hand.time_out(1)) == "- / 4h 4s / - (5c)"
    choice = Hand(ofc.Rules(the_choice=True, choice_max_debt=None), deck=DECK, choice=[1])
    choice.time_out(1)
    choice.time_out(0)
    choice.place(1, "- / 4h 4s 5c / -")
    choice.time_out(0)
    assert choice.debt(1) == 1
    assert str(choice.time_out(1)) == "- / - / 6c (6d 6h)" and choice.debt(1) == 0


# The flow.


def acting(hand: Hand) -> list[tuple[int, ...]]:
    order = []
    while not hand.is_over:
        order.append(hand.to_act)
        hand.time_out(hand.to_act[0])
    return order


def test_street_orders() -> None:
    assert acting(Hand("turbo", seats=3, button=1, seed=1)) == [(2,), (0,), (1,)] * 3
    rotating = Hand(ofc.Rules.preset("turbo", street_order="rotating"), seats=3, button=1, seed=1)
    assert acting(rotating) == [(2,), (0,), (1,), (1,), (2,), (0,), (0,), (1,), (2,)]
    assert acting(Hand("closed", seats=3, seed=1)) == [(0, 1, 2), (1, 2), (2,)]


@pytest.mark.parametrize(
    ("order", "expected"),
    [
        ("any", [(0, 1), (1,), (2,), (1,), (2,), (1,), (2,)]),
        ("first", [(0,), (1,), (2,), (1,), (2,), (1,), (2,)]),
        ("last", [(1,), (2,), (1,), (2,), (1,), (2,), (0,)]),
    ],
)
def test_fantasyland_orders(order: Any, expected: list[tuple[int, ...]]) -> None:
    rules = ofc.Rules.preset("turbo", fantasyland_order=order)
    assert acting(Hand(rules, seats=3, button=0, seed=1, fantasyland={0: 13})) == expected


def test_four_seats_of_pineapple() -> None:
    error = refused(ofc.InvalidRules, "deck_too_small", Hand, seats=4)
    assert "4 x 17 = 68 cards, and the deck has 52" in str(error)
    hand = Hand("ofc_ledger", seats=4, seed=1)
    sizes: dict[int, list[int]] = {seat: [] for seat in range(4)}
    while not hand.is_over:
        seat = hand.to_act[0]
        sizes[seat].append(len(hand.dealt(seat)))
        if len(sizes[seat]) == 5 and len(hand.dealt(seat)) == 2:
            assert all(not placement.discards for placement in hand.legal_placements(seat))
        hand.time_out(seat)
    # Rotating: seat 0 closes the last street and finds two cards.
    assert sorted(size[-1] for size in sizes.values()) == [2, 3, 3, 3]
    shuffled = [event.cards for event in hand.events if isinstance(event, ofc.Reshuffled)]
    assert shuffled[0] == 10 and len(shuffled) == 3
    assert hand.stub == 0 and all(not hand.discards(seat) for seat in range(4))


def test_three_seats_of_17_cards_and_the_fourth() -> None:
    three = Hand("progressive", seats=3, seed=1, fantasyland={0: 17, 1: 17, 2: 17})
    assert three.fantasyland == (17, 17, 17) and three.to_act == (0, 1, 2)
    play(three)
    rules = ofc.Rules.preset("progressive", reuse_discards=True)
    four = Hand(rules, seats=4, seed=1, fantasyland={0: 17, 1: 17, 2: 17})
    # Fantasyland seats set before the first street: their discards are needed.
    assert four.to_act == (0, 1, 2) and not four.dealt(3)
    play(four)
    assert four.score is not None and sum(four.score.points) == 0
    assert any(isinstance(event, ofc.Reshuffled) for event in four.events)


def test_fantasyland_shrinks_to_the_deck() -> None:
    hand = Hand("progressive", seats=4, button=0, seed=1, fantasyland={0: 14, 1: 14, 2: 15, 3: 14})
    assert hand.fantasyland == (13, 13, 13, 13)
    reduced = [event for event in hand.events if isinstance(event, ofc.Reduced)]
    assert [(event.seat, event.cards) for event in reduced] == [(0, 13), (1, 13), (2, 13), (3, 13)]
    play(hand)
    # 57 of 52 cards: the largest loses first, then those nearest the button's left.
    classic = Hand("classic", seats=3, button=0, seed=1, fantasyland={0: 17, 1: 17, 2: 17})
    assert classic.fantasyland == (17, 17, 17)
    four = Hand(ofc.Rules.preset("classic", jokers=2), seats=4, button=0, seed=1, fantasyland={1: 15, 2: 15})
    assert four.fantasyland == (0, 14, 14, 0)
    uneven = Hand(ofc.Rules.preset("classic", jokers=1), seats=4, button=2, seed=1, fantasyland={1: 15, 3: 15})
    assert uneven.fantasyland == (0, 14, 0, 13)
    error = refused(ofc.InvalidRules, "deck_too_small", Hand, "pineapple", 4, 0, fantasyland={1: 14})
    assert "3 x 17 + 1 x 13 in Fantasyland = 64" in str(error)


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ({"seats": 1}, "wrong_seats"),
        ({"seats": 5}, "wrong_seats"),
        ({"button": 2}, "wrong_button"),
        ({"button": True}, "wrong_button"),
        ({"seed": -1}, "wrong_seed"),
        ({"seed": "7"}, "wrong_seed"),
        ({"seed": 2**256}, "wrong_seed"),
        ({"number": 2**56, "seed": 1}, "wrong_number"),
        ({"fantasyland": {2: 14}}, "wrong_seat"),
        ({"fantasyland": {0: 18}}, "wrong_fantasyland"),
        ({"fantasyland": {0: 12}}, "wrong_fantasyland"),
        ({"rules": "closed", "fantasyland": {0: 14}}, "no_fantasyland"),
        ({"choice": [0]}, "no_choice"),
        ({"stacks": [5, 5]}, "wrong_stacks"),
        ({"rules": ofc.Rules(cap=9), "stacks": [5]}, "wrong_stacks"),
        ({"rules": ofc.Rules(the_choice=True), "choice": [0], "fantasyland": {0: 14}}, "choice_in_fantasyland"),
        ({"deck": "As Kd"}, "wrong_count"),
        ({"deck": DECK[:-2] + "Ah"}, "repeated_card"),
        ({"deck": DECK[:-2] + "X1"}, "not_in_deck"),
        ({"deck": "X1=As " + DECK[3:]}, "not_in_deck"),
    ],
)
def test_hands_that_cannot_begin(given: dict[str, Any], code: str) -> None:
    with pytest.raises(ofc.OfcError) as caught:
        Hand(**given)
    assert caught.value.code == code


def test_surrender() -> None:
    refused(ofc.IllegalPlacement, "no_surrender", Hand(seed=1).surrender, 1)
    rules = ofc.Rules(surrender=2)
    hand = Hand(rules, seats=3, seed=1)
    hand.surrender(0)  # out of turn
    refused(ofc.IllegalPlacement, "surrendered", hand.surrender, 0)
    hand.surrender(1)  # at its turn: its cards go to the discards
    assert len(hand.discards(1)) == 5 and hand.to_act == (2,)
    play_rest = first_moves(hand)
    assert play_rest.surrendered == (0, 1)
    score = play_rest.score
    assert score is not None and score.points[0] == score.points[1] and sum(score.points) == 0
    refused(ofc.IllegalPlacement, "hand_over", hand.surrender, 2)


def test_surrender_in_a_closed_deal_is_hidden_until_the_reveal() -> None:
    hand = Hand("closed", seats=3, seed=1)
    hand.surrender(0)
    hand.time_out(1)
    for viewer in (1, None):
        view = hand.view(viewer)
        assert view.surrendered == () and view.face_down(0) == 13
        assert not any(isinstance(event, ofc.Surrendered) for event in view.events)
    assert hand.view(1).face_down(1) == 0
    hand.time_out(2)
    assert hand.view(None).surrendered == (0,)


def test_undo() -> None:
    hand = Hand(seed=7)
    refused(ofc.IllegalPlacement, "nothing_to_undo", hand.undo)
    start = hand.to_json()
    play(hand, 3)
    while len(hand.events) > 1:
        hand.undo()
    assert hand.to_json() == start


def test_the_next_hand_follows() -> None:
    deck = "Qs Qh 2c 2d 3h " + " ".join(card for card in DECK.split() if card not in ["Qs", "Qh", "2c", "2d", "3h"])
    hand = Hand("progressive", deck=deck, button=0)
    refused(ofc.InvalidRecord, "hand_not_over", lambda: hand.next_hand)
    play(hand, 4)
    following = hand.next_hand
    assert hand.score is not None
    assert following["fantasyland"] == tuple(seat.fantasyland for seat in hand.score.seats)
    assert Hand("progressive", **following).button == following["button"]


def test_the_same_seed_is_the_same_hand() -> None:
    assert Hand(seed=7, number=3) == Hand(seed=7, number=3) != Hand(seed=7, number=4)
    assert Hand() != Hand()
    assert str(Hand(seed=7).dealt(1)) == str(cards("7c Qs Jc Ac 8c"))


@pytest.mark.parametrize("wrong", [None, "1", 1.0, True, [1], b"1", 10**5000], ids=lambda wrong: type(wrong).__name__)
def test_what_is_no_number_has_an_error_of_its_class(wrong: Any) -> None:
    rows = "- / - / 7c Qs Jc Ac 8c"
    hand = Hand(seed=7)
    before = hand.to_json()
    for setting in ("seats", "button", "number", "fantasyland", "stacks", "choice"):
        if wrong is not None or setting not in ("fantasyland", "stacks"):
            with pytest.raises(ofc.InvalidRules) as caught:
                Hand(**{setting: wrong})
            assert len(str(caught.value)) < 300
    if wrong is not None:
        refused(ofc.InvalidRules, "wrong_seed", Hand, seed=wrong)
        refused(ofc.StaleAction, "stale_action", hand.place, 1, rows, at=wrong)
        refused(ofc.StaleAction, "stale_action", hand.time_out, 1, at=wrong)
        refused(ofc.IllegalPlacement, "unknown_seat", hand.view, wrong)
    for act in (hand.dealt, hand.board, hand.at, hand.legal_placements, hand.time_out, hand.verify_surrender):
        refused(ofc.IllegalPlacement, "unknown_seat", act, wrong)
    refused(ofc.IllegalPlacement, "unknown_seat", hand.place, wrong, rows)
    assert not hand.can_place(wrong, rows) and not hand.can_surrender(wrong)
    refused(ofc.InvalidRules, "wrong_seed", ofc.resample, hand.view(0), wrong)
    assert hand.to_json() == before


def test_numbers_of_numpy_are_numbers() -> None:
    assert Hand(seats=np.int8(3), seed=np.uint64(7), number=np.int64(2)) == Hand(seats=3, seed=7, number=2)
    assert Hand(seed=7).dealt(np.int64(1)) == Hand(seed=7).dealt(1)
    assert Hand("progressive", fantasyland=np.array([0, 14]), seed=1).fantasyland == (0, 14)


def test_no_repr_shows_the_seed() -> None:
    hand = Hand(seed=7)
    assert repr(hand._secret) == "Secret(number=0, is_seeded=True)"
    assert repr(hand) == "<Hand of 2 seats, pineapple: street 1, to act 1>"
    assert repr(Hand("progressive", seed=7)) == "<Hand of 2 seats, progressive: street 1, to act 1>"
