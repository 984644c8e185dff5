"""Hands that are recorded as they are seen: what was told wrongly is put right, and no card lies in two places."""

import ofcpoker as ofc
from hands import DECK, play, refused
from ofcpoker import Hand


def test_undo_forgets_what_was_told() -> None:
    hand = Hand.observe("pineapple")
    fresh = hand.copy()
    hand.place(1, "Qs / Ac / 7c 8c Jc")
    hand.learn(0, "2c 2d")
    hand.undo()
    assert hand == fresh and hand.dealt(1) == (None,) * 5
    hand.place(1, "Qh / Ac / 7c 8c Jc")
    assert str(hand.board(1)) == "Qh / Ac / 7c 8c Jc"
    hand.place(0, "2c 2d / 3c 3d / 4c")
    before = hand.copy()
    hand.place(1, "- / Ad / 2h")
    hand.undo()
    assert hand == before and Hand.from_json(hand.to_json()) == hand


def test_a_hand_of_which_nothing_is_known_comes_back() -> None:
    hand = Hand.observe("pineapple")
    assert Hand.from_json(hand.to_json()) == hand and Hand.from_text(hand.to_text()) == hand


def test_undo_of_what_was_set_face_down_and_of_a_surrender() -> None:
    hand = Hand.observe({"surrender": 2}, fantasyland={0: 14})
    hand.learn(0, "As Ks")
    hand.set_face_down(0)
    hand.undo()
    assert set(hand.dealt(0)) == {None}
    hand.learn(1, "Qs Qh")
    hand.surrender(1)
    hand.undo()
    assert [str(card) for card in hand.dealt(1)[:2]] == ["Qs", "Qh"]


def test_nobody_knows_how_cards_lie_that_are_set_face_down() -> None:
    hand = Hand.observe("closed")
    hand.learn(1, "2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc Ac")
    hand.set_face_down(1)
    assert hand.face_down(1) == 13 and not hand.board(1).cards
    hand.learn(0, "2d 3d")
    assert Hand.from_json(hand.to_json()) == hand
    hand.place(0, "2d 3d 4d / 6d 7d 8d 9d Td / Ad Kd Qd Jd 5d")
    assert hand.is_over and hand.score is None
    hand.show(1, "2c 3c 4c / 6c 7c 8c 9c Tc / Ac Kc Qc Jc 5c")
    assert hand.score is not None and hand.score.points == (0, 0)


def test_undo_goes_back_over_reshuffles() -> None:
    played = play(Hand("ofc_ledger", seats=4, seed=5), 2)
    seen = Hand.observe("ofc_ledger", seats=4)
    stages = []
    for event in played.events:
        if isinstance(event, ofc.Placed):
            stages.append(seen.copy())
            seen.place(event.seat, event.placement.rows)
    for stage in reversed(stages):
        seen.undo()
        assert seen == stage
    assert seen == Hand.observe("ofc_ledger", seats=4)


def test_what_is_shown_lies_nowhere_else() -> None:
    """Also where the other place was dealt after a reshuffle."""
    hand = Hand.observe("ofc_ledger", seats=4, fantasyland={0: 17, 1: 17, 2: 17})
    for seat in hand.to_act:
        hand.set_face_down(seat)
    for rows in ("- / - / 2c 2d 2h 2s 3c", "- / 3d 3h / -", "- / 3s 4c / -", "4h / 4d / -", "4s 5c / - / -"):
        hand.place(3, rows)
    assert hand.is_over and [str(event) for event in hand.events].count("12 discards are shuffled back in") == 1
    before = hand.to_json()
    refused(ofc.IllegalPlacement, "repeated_card", hand.show, 0, "4c 9d 9h / Tc Td Th Jc Jd / Ah Ad Ac Ks Kd")
    assert hand.to_json() == before
    hand.show(0, "8c 9d 9h / Tc Td Th Jc Jd / Ah Ad Ac Ks Kd")
    assert Hand.from_json(hand.to_json()) == hand


def test_a_drawn_hand_keeps_its_cards_when_it_goes_another_way() -> None:
    """After a reshuffle is taken back other discards go into the next one."""
    for number in range(10):
        hand = Hand("ofc_ledger", seats=4, seed=3, number=number)
        while not hand.is_over:
            hand.place(hand.to_act[0], hand.legal_placements(hand.to_act[0])[-1])
        drawn = ofc.resample(hand.view(0), 1)
        whole = drawn.copy()
        events = whole.events
        for _ in range(8):
            drawn.undo()
        again = drawn.copy()
        for event in events[len(again.events) :]:
            if isinstance(event, ofc.Placed):
                again.place(event.seat, event.placement)
        assert again == whole
        play(drawn, number)
        lying = [card for seat in range(4) for card in (*drawn.board(seat).cards, *drawn.discards(seat))]
        assert sorted(map(str, lying)) == sorted(DECK.split())
        assert Hand.from_json(drawn.to_json()) == drawn
