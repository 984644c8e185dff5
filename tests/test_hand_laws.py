"""Laws that every hand obeys, whatever the rules: hypothesis plays hands step by step and checks them all the time."""

import copy
import json
import pickle
import pickletools
import random
import re
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

import ofcpoker as ofc
from hands import openings, play

Hand, View = ofc.Hand, ofc.View


def physical(card: ofc.Card) -> ofc.Card:
    return card if card.joker is None else card.joker


def known_cards(state: Hand | View) -> list[ofc.Card]:
    """Every card that lies somewhere, without the stub."""
    found: list[ofc.Card] = []
    for seat in range(state.seats):
        found += [physical(card) for card in state.board(seat).cards]
        found += [card for card in (*state.dealt(seat), *state.discards(seat)) if card is not None]
    return found


def may_know(hand: Hand, viewer: int | None) -> set[ofc.Card]:
    """What a seat may know, worked out from the events of the whole hand."""
    rules = hand.rules
    hidden = {seat for seat in range(hand.seats) if hand.fantasyland[seat] or rules.deal == "closed"}
    done = set(hand.surrendered) | {seat for seat in range(hand.seats) if hand.board(seat).is_complete}
    if viewer in hidden and viewer not in done and rules.deal == "closed":
        hidden = set(range(hand.seats))
        return set(hand.dealt(viewer))
    short = (
        rules.reuse_discards
        and sum(hand.fantasyland[seat] or (17 if rules.deal == "pineapple" else 13) for seat in range(hand.seats))
        > 52 + rules.jokers
    )
    if viewer in hidden and viewer not in done and rules.fantasyland_order == "any" and not short:
        return set(hand.dealt(viewer))
    known: set[ofc.Card] = set()
    for event in hand.events:
        if isinstance(event, ofc.Dealt) and event.seat == viewer:
            known.update(event.cards)
        if isinstance(event, ofc.Placed) and (event.seat == viewer or hand.is_over or event.seat not in hidden):
            known.update(physical(card) for card in event.placement.rows)
    return known


def check_view(hand: Hand, viewer: int | None) -> None:
    view = hand.view(viewer)
    allowed = may_know(hand, viewer)
    secret = [ofc.Card(card) for card in range(52 + hand.rules.jokers) if card not in allowed]
    forms = [view.to_json(), str(view), repr(view), view.to_text(), json.dumps(view.to_dict()), repr(view.events)]
    forms += [str(argument) for _, argument, _ in pickletools.genops(pickle.dumps(view))]
    for form in forms:
        # What a joker is declared as is no card of the deck.
        shown = set(re.findall(r"(?<![=\w])(?:[2-9TJQKA][cdhs]|X[123])(?!\w)", form))
        assert not shown & {str(card) for card in secret}, (viewer, form)
    assert set(known_cards(view)) <= allowed
    for name in dir(view):
        if name.startswith("__") or callable(getattr(view, name)):
            continue
        text = repr(getattr(view, name))
        assert not any(f"('{card}')" in text for card in secret), name
    raw = view._flow
    inside = set(raw.deck()) | {card for deck in raw.decks() for card in deck}
    assert {ofc.Card(card) for card in inside if card < 254} <= allowed
    assert View.from_json(view.to_json()) == view
    assert View.from_text(view.to_text()) == view
    assert pickle.loads(pickle.dumps(view)) == view
    assert hash(View.from_json(view.to_json())) == hash(view)
    if viewer is not None:
        assert view.dealt(viewer) == hand.dealt(viewer)
        assert view.at(viewer) == hand.at(viewer)
        if viewer in hand.to_act:
            assert len(view.legal_placements()) == len(hand.legal_placements(viewer))


def check_conserved(hand: Hand) -> None:
    found = known_cards(hand)
    assert len(found) == len(set(found))
    assert len(found) + hand.stub == 52 + hand.rules.jokers


class HandMachine(RuleBasedStateMachine):
    hand: Hand

    @initialize(opening=openings(), seed=st.integers(0, 2**64))
    def begin(self, opening: dict[str, Any], seed: int) -> None:
        try:
            self.hand = Hand(**opening, seed=seed)
        except ofc.InvalidRules as error:
            # Ordinary seats of four-handed Pineapple with Fantasyland and no reuse: refused with the sum.
            assert error.code == "deck_too_small"
            self.hand = Hand("pineapple", seed=seed)
        self.opening = opening

    @precondition(lambda self: not self.hand.is_over)
    @rule(data=st.data())
    def place(self, data: st.DataObject) -> None:
        hand = self.hand
        seat = data.draw(st.sampled_from(hand.to_act))
        legal = hand.legal_placements(seat)
        placement = legal[data.draw(st.integers(0, len(legal) - 1))]
        at = hand.at(seat)
        assert placement in legal and hand.can_place(seat, placement)
        before = hand.copy()
        hand.place(seat, placement, at=at)
        after = hand.copy()
        if at == hand.at(seat):
            with pytest.raises(ofc.StaleAction):
                hand.place(seat, placement, at=at)
        else:
            with pytest.raises(ofc.StaleAction):
                hand.place(seat, placement, at=at)
        assert hand == after
        hand.undo()
        assert hand == before and hand.to_json() == before.to_json()
        hand.place(seat, placement.rows if data.draw(st.booleans()) else str(placement), at=at)
        assert hand == after and hand.events == after.events

    @precondition(lambda self: not self.hand.is_over)
    @rule(data=st.data())
    def time_out(self, data: st.DataObject) -> None:
        seat = data.draw(st.sampled_from(self.hand.to_act))
        at = self.hand.at(seat)
        before = self.hand.copy()
        placed = self.hand.time_out(seat, at=at)
        assert before.can_place(seat, placed)
        with pytest.raises(ofc.StaleAction):
            self.hand.time_out(seat, at=at)

    @rule(data=st.data())
    def surrender(self, data: st.DataObject) -> None:
        hand = self.hand
        seat = data.draw(st.integers(0, hand.seats - 1))
        before = hand.copy()
        if hand.can_surrender(seat):
            # Not every time: the hand should get to its end as well.
            if data.draw(st.integers(0, 3)) == 0:
                hand.surrender(seat, at=hand.at(seat))
                with pytest.raises(ofc.StaleAction):
                    hand.surrender(seat, at=before.at(seat))
        else:
            with pytest.raises(ofc.IllegalPlacement):
                hand.surrender(seat)
            assert hand == before

    @rule(data=st.data())
    def illegal(self, data: st.DataObject) -> None:
        """Random placements are legal exactly when they are listed."""
        hand = self.hand
        seat = data.draw(st.integers(0, hand.seats - 1))
        cards = hand.dealt(seat) or (ofc.Card("As"),)
        rows = st.sampled_from(["top", "middle", "bottom", None])
        placement = {card: data.draw(rows) for card in cards[:5]}
        legal = hand.legal_placements(seat)
        listed = placement in legal
        assert listed == hand.can_place(seat, placement)
        if seat not in hand.to_act:
            assert len(legal) == 0 and not listed
        if not listed:
            before = hand.copy()
            with pytest.raises(ofc.IllegalPlacement) as caught:
                hand.place(seat, placement)
            assert caught.value.code and hand == before

    @rule()
    def copies_are_independent(self) -> None:
        for other in (self.hand.copy(), copy.copy(self.hand), copy.deepcopy(self.hand)):
            kept = self.hand.to_json()
            play(other, 1)
            assert self.hand.to_json() == kept and (other != self.hand or self.hand.is_over)

    @invariant()
    def record_comes_back(self) -> None:
        hand = self.hand
        again = Hand.from_json(hand.to_json())
        assert again == hand and again.to_json() == hand.to_json() and again.events == hand.events
        assert Hand.from_text(hand.to_text()) == hand

    @invariant()
    def cards_are_conserved(self) -> None:
        check_conserved(self.hand)
        assert [event.number for event in self.hand.events] == list(range(self.hand._flow.count))

    @invariant()
    def views_leak_nothing(self) -> None:
        for viewer in (None, *range(self.hand.seats)):
            check_view(self.hand, viewer)

    @invariant()
    def resamples_look_alike(self) -> None:
        for viewer in range(self.hand.seats):
            view = self.hand.view(viewer)
            sampled = ofc.resample(view, 3)
            check_conserved(sampled)
            assert sampled.view(viewer) == view
            play(sampled, 2)

    @invariant()
    def the_end(self) -> None:
        hand = self.hand
        assert hand.is_over == (not hand.to_act)
        if not hand.is_over:
            assert hand.score is None
            return
        assert hand.score is not None
        assert sum(hand.score.points) == 0
        assert isinstance(hand.events[-1], ofc.Ended)
        following = hand.next_hand
        assert 0 <= following["button"] < hand.seats
        commitment = hand.commitment
        for viewer in (None, *range(hand.seats)):
            ofc.verify_deal(commitment, hand.reveal(viewer), hand.view(viewer))
            ofc.verify_deal(commitment, hand.reveal(viewer), hand)
            assert {card for card, _ in hand.reveal(viewer).cards.values()} <= may_know(hand, viewer)
        ofc.verify_deal(commitment, hand.reveal_all(), hand)
        ofc.verify_deal(commitment.to_dict(), hand.reveal_all().to_dict(), hand.to_json())


HandMachine.TestCase.settings = settings(
    max_examples=40, stateful_step_count=24, deadline=None, suppress_health_check=list(HealthCheck)
)
TestHandMachine = HandMachine.TestCase


@given(opening=openings(), seed=st.integers(0, 2**256 - 1))
@settings(max_examples=60, deadline=None)
def test_hands_play_to_the_end(opening: dict[str, Any], seed: int) -> None:
    try:
        hand = Hand(**opening, seed=seed)
    except ofc.InvalidRules as error:
        assert error.code == "deck_too_small" and "cards, and the deck has" in str(error)
        return
    rng = random.Random(seed)
    play(hand, rng.randrange(2**32))
    check_conserved(hand)
    assert hand.score is not None and sum(hand.score.points) == 0
