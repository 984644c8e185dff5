"""Laws that every match obeys, whatever the rules: hypothesis plays matches and checks them all the time."""

import json
import random
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

import ofcpoker as ofc
from matches import FOUL, PLAIN, QUEENS, REST, stacked, step, towards
from ofcpoker import Match
from strategies import random_rules

NAMES = ("ann", "bob", "cid", "dan", "eve")


@st.composite
def rules_that_carry(draw: st.DrawFn) -> ofc.Rules:
    """Random rules, half of them such that any pair on top earns Fantasyland, so that random play gets there."""
    drawn: ofc.Rules = draw(random_rules())
    if drawn.middle == "high" and draw(st.booleans()):
        drawn = drawn.replace(entry={"22": draw(st.integers(13, 17)), "JJ": 17}, top_kickers="made_hand_only")
    if draw(st.booleans()):
        drawn = drawn.replace(reuse_discards=True)
    if draw(st.integers(0, 2)) == 0:
        drawn = drawn.replace(cap=draw(st.integers(1, 12)))
    return drawn


class MatchMachine(RuleBasedStateMachine):
    """A match, one that is resumed from its record now and then, and a simple account of what should be."""

    @initialize(
        rules=rules_that_carry(),
        seats=st.integers(2, 4),
        seed=st.integers(0, 2**64),
        hands=st.none() | st.integers(1, 6),
    )
    def begin(self, rules: ofc.Rules, seats: int, seed: int, hands: int | None) -> None:
        self.match = Match(rules, NAMES[:seats], seed=seed, hands=hands, point_value="0.25")
        self.twin = Match.from_json(self.match.to_json())
        self.rng = random.Random(seed)
        self.totals = dict.fromkeys(NAMES[:seats], 0)
        self.carried: dict[str, tuple[int, bool]] = dict.fromkeys(NAMES[:seats], (0, False))
        self.button: str | None = None
        self.counted = 0
        self.now = 0.0

    def both(self, method: str, *arguments: Any, **options: Any) -> bool:
        """The same on both matches: done on both, or refused on both with the same error and no trace."""
        before = self.match.to_json()
        try:
            getattr(self.match, method)(*arguments, **options)
        except ofc.OfcError as error:
            with pytest.raises(ofc.OfcError) as caught:
                getattr(self.twin, method)(*arguments, **options)
            assert caught.value.to_dict() == error.to_dict() and error.code
            assert self.match.to_json() == before
            return False
        getattr(self.twin, method)(*arguments, **options)
        return True

    @precondition(lambda self: not self.match.in_hand)
    @rule()
    def deal(self) -> None:
        match = self.match
        opening = match.opening
        possible = match.can_deal()
        assert self.both("deal", now=self.now) == possible
        if not possible:
            assert match.is_over or opening is None or len(opening.players) < 2 or not self.fits(opening)
            return
        assert opening is not None and match.hand is not None
        self.check_opening(opening, match.hand)

    @precondition(lambda self: self.match.can_deal())
    @rule(boards=st.permutations([QUEENS, PLAIN, FOUL, REST]))
    def deal_and_build(self, boards: list[str]) -> None:
        """A hand whose boards are known to earn Fantasyland, to have the low spades, to foul."""
        match, opening = self.match, self.match.opening
        assert opening is not None
        plan = match.copy().deal()
        if match.rules.street_order == "rotating":
            return  # the order of the deck follows from the order of the streets
        each = 17 if match.rules.deal == "pineapple" else 13
        if sum(cards or each for cards in plan.fantasyland) > 52 + match.rules.jokers:
            return
        assert self.both("deal", deck=stacked(plan, boards[: plan.seats]), now=self.now)
        assert match.hand is not None
        self.check_opening(opening, match.hand)
        while match.in_hand:
            name = match.to_act[0]
            seat = match.seat(name)
            placement = towards(match.hand, seat, boards[seat])
            assert self.both("place", name, placement, at=match.at(name), now=self.now)
        self.count()

    def fits(self, opening: ofc.Opening) -> bool:
        rules = self.match.rules
        each = 17 if rules.deal == "pineapple" else 13
        least = sum(13 if cards else each for cards in opening.fantasyland)
        reuses = rules.reuse_discards and rules.deal != "closed"
        return reuses or least <= 52 + rules.jokers

    def check_opening(self, opening: ofc.Opening, hand: ofc.Hand) -> None:
        """How a hand begins, against the account."""
        rules = self.match.rules
        assert hand.seats == len(opening.players) and hand.button == opening.button
        for seat, name in enumerate(opening.players):
            wanted, choice = self.carried[name]
            assert opening.fantasyland[seat] == wanted and (seat in opening.choice) == choice
            assert hand.fantasyland[seat] <= wanted and (hand.fantasyland[seat] > 0) == (wanted > 0)
            if rules.cap is not None:
                assert hand.stacks is not None and hand.stacks[seat] == rules.cap + self.totals[name] > 0
        button = opening.players[opening.button]
        if self.button in opening.players:
            held = rules.button_in_fantasyland == "hold" and any(opening.fantasyland)
            at = opening.players.index(self.button)
            assert button == (self.button if held else opening.players[(at + 1) % len(opening.players)])
        elif self.button is None and NAMES[0] in opening.players:
            assert button == NAMES[0]
        self.button = button

    @precondition(lambda self: self.match.in_hand)
    @rule(steps=st.integers(1, 30))
    def play(self, steps: int) -> None:
        for _ in range(steps):
            if not self.match.in_hand:
                break
            state = self.rng.getstate()
            self.now += self.rng.random() * 100
            self.match.expire(self.now)
            if self.match.in_hand:
                step(self.match, self.rng, now=self.now)
            self.rng.setstate(state)
            self.rng.random()
            self.twin.expire(self.now)
            if self.twin.in_hand:
                step(self.twin, self.rng, now=self.now)
        self.count()

    def count(self) -> None:
        """The account of a hand that is finished."""
        if self.match.in_hand or self.match.hands_played == self.counted:
            return
        self.counted += 1
        result = self.match.history[-1]
        for seat, name in enumerate(result.players):
            self.totals[name] += result.points[seat]
            standing = result.score.seats[seat]
            self.carried[name] = (standing.fantasyland, standing.choice)

    @precondition(lambda self: self.match.in_hand)
    @rule()
    def undo_and_redo(self) -> None:
        match = self.match
        assert match.hand is not None
        name = match.to_act[0]
        before = match.hand.copy()
        match.place(name, match.legal_placements(name)[0], at=match.at(name), now=self.now)
        match.undo(now=self.now)
        assert match.hand == before
        # Its turn has begun anew.
        self.twin = Match.from_json(match.to_json())

    @rule(name=st.sampled_from(NAMES), kind=st.sampled_from(["join", "sit_out", "sit_in", "leave"]), late=st.booleans())
    def come_and_go(self, name: str, kind: str, late: bool) -> None:
        seats = self.match.seats
        options = {"after": self.rng.choice(seats)} if kind == "join" and late and seats else {}
        done = self.both(kind, name, **options)
        if not done:
            return
        assert not self.match.in_hand
        if kind == "leave":
            self.carried[name] = (0, False)
        if kind == "join":
            self.totals.setdefault(name, 0)
            self.carried.setdefault(name, (0, False))

    @rule()
    def resume(self) -> None:
        self.twin = Match.from_json(self.twin.to_json())

    @invariant()
    def the_twin_is_the_same(self) -> None:
        text = self.match.to_json()
        assert self.twin == self.match and self.twin.to_json() == text
        again = Match.from_json(text)
        assert again == self.match and again.to_json() == text

    @invariant()
    def copies_are_independent(self) -> None:
        text = self.match.to_json()
        other = self.match.copy()
        assert other == self.match
        if other.in_hand:
            step(other, random.Random(1))
        elif not other.is_over:
            other.end()
        else:
            return
        assert self.match.to_json() == text and other != self.match

    @invariant()
    def account_is_kept(self) -> None:
        match, cap = self.match, self.match.rules.cap
        assert dict(match.totals) == self.totals and sum(match.totals.values()) == 0
        assert all(sum(result.points) == 0 for result in match.history)
        if cap is not None:
            assert all(total >= -cap for total in match.totals.values())
        if not match.in_hand:
            paid = dict(match.totals)
            for payment in match.settlement():
                paid[payment.payer] += payment.points
                paid[payment.payee] -= payment.points
                assert payment.amount is not None and payment.amount * 4 == payment.points
            assert not any(paid.values())
            assert {player.name: (player.fantasyland, player.choice) for player in match.players} == self.carried
        assert match.hands_played == len(match.history) == self.counted

    @invariant()
    def the_end(self) -> None:
        match = self.match
        if match.in_hand:
            assert not match.is_over and match.to_act
            return
        cap = match.rules.cap
        seated = [name for name in match.seats if cap is None or match.totals[name] > -cap]
        last = match.hands is not None and match.hands_played >= match.hands
        if cap is not None and len(seated) < 2 and len(seated) < len(match.seats):
            assert match.is_over
        elif not last:
            assert not match.is_over
        elif not match.rules.play_out_fantasyland:
            assert match.is_over
        assert json.loads(match.to_json())["totals"] == dict(match.totals)


MatchMachine.TestCase.settings = settings(
    max_examples=40, stateful_step_count=16, deadline=None, suppress_health_check=list(HealthCheck)
)
TestMatchMachine = MatchMachine.TestCase
