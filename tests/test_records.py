"""What a hand gives out: views, draws from views, hands recorded as they are seen, proofs, and records."""

import json
import pickle
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import ofcpoker as ofc
from hands import DECK, first_moves, play, refused
from ofcpoker import Hand, View

# Views.


def test_fantasyland_lies_face_down_and_looks_at_the_deal() -> None:
    hand = Hand(seed=7, fantasyland={0: 14})
    at_the_deal = hand.view(0)
    hand.place(1, hand.legal_placements(1)[0])
    assert hand.view(0) == at_the_deal and hand.view(0).board(1) == ofc.Board()
    hand.place(0, hand.legal_placements(0)[5])
    assert hand.view(0).board(1) == hand.board(1), "who has set may look"
    assert hand.view(0).board(0).is_complete and hand.view(1).board(0) == ofc.Board()
    assert hand.view(1).face_down(0) == 13 and hand.view(1).discards(0) == (None,)
    first_moves(hand)
    assert hand.view(1).board(0) == hand.board(0) and hand.view(1).discards(0) == (None,)


def test_fantasyland_last_sees_the_boards() -> None:
    hand = Hand(ofc.Rules(fantasyland_order="last"), seed=7, fantasyland={0: 14})
    while hand.to_act != (0,):
        hand.place(1, hand.legal_placements(1)[0])
    assert hand.view(0).board(1).is_complete


def test_views_do_not_change_and_hold_nothing() -> None:
    view = Hand(seed=7).view(0)
    for name in ("rules", "seat", "anything"):
        with pytest.raises(AttributeError):
            setattr(view, name, 1)
    with pytest.raises(AttributeError):
        del view._flow
    assert not hasattr(view, "__dict__")
    assert "seed" not in view.to_json() and "deck" not in view.to_json()
    assert len(view.legal_placements(1)) == 0 and len(view.legal_placements()) == 0
    assert len(Hand(seed=7).view(1).legal_placements()) == 232
    assert len(Hand(seed=7).view().legal_placements()) == 0
    refused(ofc.IllegalPlacement, "unknown_seat", Hand(seed=7).view, 2)
    assert repr(view) == "<View of seat 0: 1 events>" and repr(Hand(seed=7).view()) == "<View of a spectator: 1 events>"


def test_edited_views_are_refused() -> None:
    view = Hand(seed=7).view(1)
    data = view.to_dict()
    assert View.from_dict(data) == view
    for changes, code in (
        ({"kind": "hand"}, "wrong_kind"),
        ({"seat": 2}, "wrong_seat"),
        ({"seat": "1"}, "wrong_seat"),
        ({"events": []}, "does_not_replay"),
        ({"deal": {}}, "wrong_keys"),
    ):
        refused(ofc.InvalidRecord, code, View.from_dict, data | changes)


def test_resample_draws_what_cannot_be_seen() -> None:
    hand = play(Hand(seed=9), 1)
    for _ in range(4):
        hand.undo()
    view = hand.view(0)
    drawn = [ofc.resample(view, seed) for seed in range(50)]
    assert all(other.view(0) == view for other in drawn)
    assert len({other.to_json() for other in drawn}) == 50
    assert ofc.resample(view, 3) == ofc.resample(view, 3)
    hidden = Counter(card for other in drawn for card in other.discards(1))
    assert len(hidden) > 15 and not set(hidden) & set(hand.dealt(0))
    refused(ofc.InvalidRecord, "no_deal", lambda: drawn[0].commitment)
    assert Hand.from_json(drawn[0].to_json()) == drawn[0]
    refused(ofc.InvalidCards, "not_a_view", ofc.resample, hand, 1)


def test_resample_is_even() -> None:
    """Each unseen card is as likely to be the opponent's discard; chi-squared with 43 degrees of freedom."""
    hand = Hand(deck=DECK)
    for _ in range(3):
        hand.time_out(hand.to_act[0])
    view = hand.view(0)
    draws = 4400
    seen = Counter(ofc.resample(view, seed).discards(1)[0] for seed in range(draws))
    unseen = 52 - 5 - 5 - 2 - 3
    assert len(seen) == unseen
    expected = draws / unseen
    assert sum((count - expected) ** 2 / expected for count in seen.values()) < 90


def test_resample_after_reshuffles() -> None:
    rules = ofc.Rules.preset("ofc_ledger", jokers=2)
    for number in range(24):
        inside = {} if number % 3 else {number % 4: 14, (number + 1) % 4: 17}
        hand = play(Hand(rules, seats=4, seed=6, number=number, fantasyland=inside), number)
        for _ in range(3):
            for seat in range(4):
                view = hand.view(seat)
                drawn = ofc.resample(view, number)
                assert drawn.view(seat) == view
                held = [card for other in range(4) for card in (*drawn.dealt(other), *drawn.discards(other))]
                lying = [card.joker or card for other in range(4) for card in drawn.board(other).cards]
                assert len({*held, *lying}) + drawn.stub == len(held) + len(lying) + drawn.stub == 54
                assert Hand.from_json(play(drawn).to_json()) == drawn
            hand.undo()


def test_resample_sets_hidden_boards_as_a_player_would() -> None:
    hand = Hand("progressive", seed=3, seats=3, fantasyland={0: 16})
    hand.place(0, hand.legal_placements(0)[99])
    for seed in range(10):
        assert not ofc.resample(hand.view(1), seed).board(0).is_foul("progressive")


# Hands as they are seen.


def test_observe() -> None:
    hand = Hand.observe("pineapple", fantasyland={0: 14})
    assert not hand.is_known and hand.dealt(1) == (None,) * 5
    hand.place(1, "Qs / Ac / 7c 8c Jc")
    refused(ofc.IllegalPlacement, "repeated_card", hand.place, 1, "Qs / - / 2c")
    hand.learn(1, "2c")
    hand.place(1, "2c / - / 3c")
    assert hand.discards(1) == (None,)
    hand.set_face_down(0)
    for rows in ("- / 4c 4d / -", "- / 4h / 5s", "9s / 9h / -"):
        hand.place(1, rows)
    assert hand.is_over and hand.score is None
    refused(ofc.IllegalPlacement, "repeated_card", hand.show, 0, "Qs Qh Qd / Ah Kh Jh Th Ts / Tc Td 3s 3d 5d")
    hand.show(0, "Qc Qh Qd / Kh Kd Ks 8h 8d / Ts Tc Td 3s 3d")
    refused(ofc.IllegalPlacement, "not_face_down", hand.show, 0, "Qc Qh Qd / Kh Kd Ks 8h 8d / Ts Tc Td 3s 3d")
    assert hand.score is not None and sum(hand.score.points) == 0
    assert Hand.from_json(hand.to_json()) == hand and Hand.from_text(hand.to_text()) == hand
    assert "??" in hand.to_json()
    refused(ofc.InvalidRecord, "unknown_cards", lambda: hand.commitment)


def test_observe_refusals() -> None:
    hand = Hand.observe("pineapple")
    refused(ofc.IllegalPlacement, "not_in_deck", hand.learn, 1, "X1")
    refused(ofc.IllegalPlacement, "not_dealt", hand.learn, 1, "2c 2d 2h 2s 3c 3d")
    refused(ofc.IllegalPlacement, "unknown_cards", hand.time_out, 1)
    refused(ofc.IllegalPlacement, "not_hidden", hand.set_face_down, 1)
    assert len(hand.legal_placements(1)) == 0 and hand.can_place(1, "2c / 2d / 2h 2s 3c")
    hand.learn(1, "2c 2d 2h 2s 3c")
    assert len(hand.legal_placements(1)) == 232
    refused(ofc.InvalidRecord, "not_observed", Hand(seed=1).set_face_down, 0)


def test_an_observed_hand_goes_through_reshuffles() -> None:
    played = play(Hand("ofc_ledger", seats=4, seed=5), 2)
    seen = Hand.observe("ofc_ledger", seats=4)
    for event in played.events:
        if isinstance(event, ofc.Placed):
            seen.place(event.seat, event.placement.rows)
    assert seen.is_over and seen.boards == played.boards and seen.score == played.score
    assert Hand.from_json(seen.to_json()) == seen


# Proofs.


def test_proofs() -> None:
    hand = Hand(seed=7)
    commitment = hand.commitment
    assert len(set(commitment.cards)) == 52 and commitment == Hand(seed=7).commitment
    assert commitment != Hand(seed=7, number=1).commitment
    refused(ofc.InvalidRecord, "hand_not_over", hand.reveal, 0)
    refused(ofc.InvalidRecord, "hand_not_over", hand.reveal_all)
    play(hand, 1)
    assert hand.commitment == commitment
    for seat in (0, 1, None):
        reveal = hand.reveal(seat)
        ofc.verify_deal(commitment, reveal, hand.view(seat))
        ofc.verify_deal(commitment.to_dict(), reveal.to_dict(), hand.view(seat).to_json())
        shown = {card for card, _ in reveal.cards.values()}
        closed = {card for other in (0, 1) if other != seat for card in hand.discards(other)}
        assert closed and not shown & closed
    ofc.verify_deal(commitment, hand.reveal_all(), hand)
    ofc.verify_deal(commitment, hand.reveal_all(), hand.to_json())


def test_proofs_fail_where_something_was_changed() -> None:
    hand = play(Hand("ofc_ledger", seats=4, seed=7), 1)
    other = play(Hand("ofc_ledger", seats=4, seed=8), 1)
    commitment, reveal = hand.commitment, hand.reveal_all()
    ofc.verify_deal(commitment, reveal, hand)
    refused(ofc.InvalidRecord, "broken_promise", ofc.verify_deal, other.commitment, reveal, hand)
    refused(ofc.InvalidRecord, "other_card", ofc.verify_deal, commitment, reveal, other)
    data = reveal.to_dict()
    wrong_key = data | {"key": ["00" * 32, data["key"][1]]}
    refused(ofc.InvalidRecord, "broken_promise", ofc.verify_deal, commitment, wrong_key, hand)
    fewer = data | {"cards": {at: card for at, card in data["cards"].items() if at != "51"}}
    refused(ofc.InvalidRecord, "not_revealed", ofc.verify_deal, commitment, fewer, hand)
    mine = hand.reveal(1).to_dict()
    gone = next(iter(mine["cards"]))
    fewer = mine | {"cards": {at: card for at, card in mine["cards"].items() if at != gone}}
    refused(ofc.InvalidRecord, "not_revealed", ofc.verify_deal, commitment, fewer, hand.view(1))
    card, salt = mine["cards"][gone]
    swapped = mine | {"cards": mine["cards"] | {gone: ["2c" if card != "2c" else "2d", salt]}}
    refused(ofc.InvalidRecord, "broken_promise", ofc.verify_deal, commitment, swapped, hand.view(1))
    unsalted = mine | {"cards": mine["cards"] | {gone: [card, "salt"]}}
    refused(ofc.InvalidRecord, "broken_promise", ofc.verify_deal, commitment, unsalted, hand.view(1))
    refused(ofc.InvalidRecord, "not_a_reveal", ofc.verify_deal, commitment, {"cards": 3}, hand)
    refused(ofc.InvalidRecord, "not_a_commitment", ofc.verify_deal, {}, reveal, hand)


def test_a_promise_that_is_no_deck() -> None:
    """A server that promised a card twice."""
    secret = Hand(seed=7)._secret
    assert secret is not None
    hand = first_moves(Hand(seed=7))
    deck = hand._flow.decks()[0]
    twice = bytes([*deck[:51], deck[0]])
    refused(ofc.InvalidRecord, "no_deck", ofc.verify_deal, secret.commitment(twice), secret.reveal_all(twice), hand)


def test_another_order_of_the_reshuffle_is_found_out() -> None:
    hand = play(Hand("ofc_ledger", seats=4, seed=7), 1)
    # The same deck, but the discards came back in an order that the key does not give.
    drawn = ofc.resample(hand.view(0), 1)
    kept = {event.at + i: card for event in hand.events[:3] for i, card in enumerate(getattr(event, "cards", ()) or ())}
    assert kept
    deck = bytes(hand._flow.decks()[0])
    other = Hand(hand.rules, seats=4, seed=8, deck=[ofc.Card(card) for card in deck])
    for event in hand.events:
        if isinstance(event, ofc.Reshuffled):
            break
        if isinstance(event, ofc.Placed):
            other.place(event.seat, event.placement)
    play(other, 1)
    assert drawn != hand
    with pytest.raises(ofc.InvalidRecord) as caught:
        ofc.verify_deal(hand.commitment, hand.reveal_all(), other)
    assert caught.value.code == "other_order"


# Records.


def edited(hand: Hand, **changes: Any) -> str:
    return json.dumps(hand.to_dict() | changes)


def test_an_edited_record_is_refused_at_the_event_that_breaks() -> None:
    hand = play(Hand(seed=7), 1)
    events = hand.to_dict()["events"]
    for number, event in enumerate(events):
        for key, value in event.items():
            changed: Any = {"seat": 1 - value if key == "seat" else 0, "event": "reshuffle", "late": False}.get(key)
            if key == "cards":
                changed = value.replace(value[:2], "2c" if value[:2] != "2c" else "2d", 1)
            elif key == "placement":
                changed = value.translate(str.maketrans("cdhs", "dhsc"))
            elif key == "points":
                changed = [value[0] + 1, value[1] - 1]
            bad = [*events[:number], event | {key: changed}, *events[number + 1 :]]
            error = refused(ofc.InvalidRecord, "does_not_replay", Hand.from_json, edited(hand, events=bad))
            assert error.details["event"] == number, (event, key, error)
        without = [*events[:number], *events[number + 1 :]]
        twice = [*events[: number + 1], *events[number:]]
        for bad in (without, twice):
            if event["event"] != "end" or bad is twice:
                refused(ofc.InvalidRecord, "does_not_replay", Hand.from_json, edited(hand, events=bad))


def test_a_record_that_stops_after_a_deal_is_a_hand_that_is_not_over() -> None:
    hand = play(Hand(seed=7), 1)
    events = hand.to_dict()["events"]
    for number in range(len(events)):
        text = edited(hand, events=events[:number])
        if number and events[number - 1]["event"] == "deal":
            assert list(Hand.from_json(text).events) == list(hand.events[:number])
        else:
            refused(ofc.InvalidRecord, "does_not_replay", Hand.from_json, text)


def test_other_edits() -> None:
    hand = play(Hand(seed=7), 1)
    data = hand.to_dict()
    for changes, code in (
        ({"schema": 2}, "unknown_schema"),
        ({"schema": True}, "unknown_schema"),
        ({"kind": "view"}, "wrong_kind"),
        ({"seats": 3}, "does_not_replay"),
        ({"seats": 9}, "wrong_opening"),
        ({"button": 1}, "does_not_replay"),
        ({"rules": {"preset": "classic"}}, "does_not_replay"),
        ({"rules": {"preset": "nonsense"}}, "wrong_opening"),
        ({"rules": 3}, "wrong_opening"),
        ({"fantasyland": [0, 14]}, "does_not_replay"),
        ({"choice": [1]}, "wrong_opening"),
        ({"events": 3}, "not_a_record"),
        ({"events": [3]}, "does_not_replay"),
        ({"more": 1}, "wrong_keys"),
        ({"deal": data["deal"] | {"number": 1}}, "other_deck"),
        ({"deal": data["deal"] | {"seed": "00" * 32}}, "other_deck"),
        ({"deal": data["deal"] | {"seed": "00"}}, "wrong_deal"),
        ({"deal": {}}, "wrong_deal"),
        ({"deal": 3}, "wrong_deal"),
        ({"deal": data["deal"] | {"more": 1}}, "wrong_keys"),
        ({"deal": data["deal"] | {"decks": ["As"]}}, "other_deck"),
        ({"deal": data["deal"] | {"decks": ["As"], "given": True}}, "wrong_opening"),
    ):
        refused(ofc.InvalidRecord, code, Hand.from_json, edited(hand, **changes))
    refused(ofc.InvalidRecord, "not_json", Hand.from_json, "{")
    refused(ofc.InvalidRecord, "not_a_record", Hand.from_json, "[]")
    given = data["deal"] | {"seed": "00", "given": True}
    refused(ofc.InvalidRecord, "wrong_deal", Hand.from_json, edited(hand, deal=given))


def test_what_is_no_record_at_all() -> None:
    for wrong in (None, 3, "hand", [1], b"{}"):
        refused(ofc.InvalidRecord, "not_a_record", Hand.from_dict, wrong)
        refused(ofc.InvalidRecord, "not_a_record", View.from_dict, wrong)
        refused(ofc.InvalidRecord, "not_a_record", ofc.Match.from_dict, wrong)
        if wrong != "hand":
            refused(ofc.InvalidRecord, "wrong_text", Hand.from_text, wrong)
    digits = "1" * 5000
    for text in (
        f"ofcpoker hand {digits}",
        f"ofcpoker view 1 seat {digits}",
        f"ofcpoker hand 1\nrules: {'[' * 100_000}",
        f"ofcpoker hand 1\nseats: 2, button {digits}",
    ):
        assert len(str(refused(ofc.InvalidRecord, "wrong_text", Hand.from_text, text))) < 300
    plain = Hand(seed=7).to_dict()
    for key in plain:
        with pytest.raises(ofc.InvalidRecord) as caught:
            Hand.from_dict(plain | {key: 10**5000})
        assert len(str(caught.value)) < 400
    hand = first_moves(Hand(seed=7))
    for wrong in (3, {"cards": "As" * 500}, {"cards": {"0": ["As", 10**5000]}}):
        with pytest.raises(ofc.InvalidRecord) as caught:
            ofc.verify_deal(hand.commitment, wrong, hand)  # type: ignore[arg-type]
        assert len(str(caught.value)) < 300


def test_other_rules_are_refused_by_the_points() -> None:
    a = ofc.Board("2c 4h 6d / Ks Qh Th 6c 3s / Ad Kd Tc 6s 3d")
    b = ofc.Board("2s 3h 5d / Kc Qd 9h 5c 2h / Ah Kh 9c 5s 2d")
    seen = Hand.observe("closed", button=1)
    seen.place(0, str(a))
    seen.place(1, str(b))
    assert seen.score is not None and seen.score.points == (6, -6)
    data = seen.to_dict()
    data["rules"] |= {"spades": "pair"}
    error = refused(ofc.InvalidRecord, "does_not_replay", Hand.from_dict, data)
    assert error.details["event"] == len(data["events"]) - 1


def test_json_lines(tmp_path: Path) -> None:
    hands = [play(Hand(seed=1, number=number), number) for number in range(20)]
    path = tmp_path / "hands.jsonl"
    ofc.save_hands(path, hands)
    assert list(ofc.load_hands(path)) == hands
    path.write_text(path.read_text().replace('"place"', '"plaice"', 1))
    error = refused(ofc.InvalidRecord, "does_not_replay", lambda: list(ofc.load_hands(path)))
    assert error.details["line"] == 1
    ofc.save_hands(path, hands)
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes())  # as some editors save
    assert list(ofc.load_hands(path)) == hands
    path.write_bytes(b"{}\n\xff\xfe\xff\n")
    assert refused(ofc.InvalidRecord, "unknown_schema", lambda: list(ofc.load_hands(path))).details["line"] == 1
    path.write_bytes(b"\n\xff\xfe\xff\n")
    assert refused(ofc.InvalidRecord, "not_json", lambda: list(ofc.load_hands(path))).details["line"] == 2


def test_text_of_a_hand() -> None:
    rules = ofc.Rules.preset("ofc_ledger", moon=20, the_choice=True, cap=50)
    hand = play(Hand(rules, 3, 1, seed=7, fantasyland={0: 14}, choice=[2], stacks=[50, 20, 80]), 1)
    text = hand.to_text()
    assert text.splitlines()[:6] == [
        "ofcpoker hand 1",
        'rules: {"preset": "ofc_ledger", "the_choice": true, "moon": 20, "cap": 50}',
        "seats: 3, button 1",
        "fantasyland: 0=14",
        "choice: 2",
        "stacks: 50 20 80",
    ]
    assert Hand.from_text(text) == hand
    assert View.from_text(hand.view(1).to_text()) == hand.view(1)
    for bad in ("", "hello", text.replace("seats", "chairs", 1), text.replace(" deal ", " steal ", 1)):
        with pytest.raises(ofc.InvalidRecord):
            Hand.from_text(bad)


def test_hands_are_pickled_and_compared() -> None:
    hand = play(Hand(seed=7), 1)
    assert pickle.loads(pickle.dumps(hand)) == hand
    assert hand != 3 and hand != Hand(seed=7)
    with pytest.raises(TypeError):
        hash(hand)
    assert repr(hand) == "<Hand of 2 seats, pineapple: over>"
    assert repr(Hand(seed=7)) == "<Hand of 2 seats, pineapple: street 1, to act 1>"


def test_events_are_frozen() -> None:
    for event in play(Hand(seed=7), 1).events:
        assert str(event)
        with pytest.raises(AttributeError):
            event.number = 5  # type: ignore[misc]
