"""`Match`: a series of hands at one table, with all that goes from one hand to the next."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Final, Self, TypeVar

from . import matchrecord, roster
from ._core import LegalPlacements, Placement
from .cards import CardsLike
from .checks import as_whole, show
from .clock import Clock, time_of
from .errors import IllegalAction, IllegalPlacement, InvalidRules, OfcError, StaleAction
from .game import Hand, PlacementLike
from .matchstate import HandResult, MatchState, Opening
from .record import parsed
from .roster import Change, Player
from .rules import RulesLike, rules_of
from .settlement import point_value_of
from .view import View

__all__ = ["Expired", "HandResult", "Match", "Opening"]

_HANDS: Final = 2**56
_Done = TypeVar("_Done")


@dataclass(frozen=True, slots=True)
class Expired:
    """A turn whose time was over, and how its cards were placed."""

    player: str
    placement: Placement


class Match(MatchState):
    """A series of hands: players, button, Fantasyland, The Choice, totals, caps and clocks go from hand to hand.

    `rules` are `Rules`, a preset's name or a mapping; `seats` the names of 2 to 4 players, clockwise; `button` the
    name of the player who has it first, the first of them if not given. The match has so many `hands`, or is open.
    With `seed` hand i of the match is hand i of that seed, as in simulations; without it every hand has randomness of
    its own. `point_value`, a Decimal, a whole number or a text, is what a point is worth when the match is settled.

    `deal()` begins the next hand and returns it. Act on it, or through the match: `match.place("ann", ...)` is the
    same as `hand.place(match.seat("ann"), ...)`, and tells the clock. Between hands players may `join`, `sit_out`,
    `sit_in` and `leave`. What is not possible raises an error of the family `OfcError` and changes nothing.

    >>> match = Match("progressive", seats=("ann", "bob"), seed=7, hands=2, point_value="0.25")
    >>> while not match.is_over:
    ...     hand = match.deal()
    ...     while not hand.is_over:
    ...         seat = hand.to_act[0]
    ...         hand.place(seat, hand.legal_placements(seat)[-1])
    >>> for result in match.history:
    ...     print(result)
    hand 1: ann +6, bob -6
    hand 2: ann +6, bob -6
    >>> match.totals, [str(payment) for payment in match.settlement()]
    ({'ann': 12, 'bob': -12}, ['bob pays ann 12 = 3.00'])
    """

    __slots__ = ()

    def __init__(
        self,
        rules: RulesLike = "pineapple",
        seats: Sequence[str] = ("ann", "bob"),
        seed: int | None = None,
        hands: int | None = None,
        point_value: Decimal | int | str | None = None,
        *,
        button: str | None = None,
    ) -> None:
        self._rules = rules_of(rules)
        self._seats = roster.names_of("Match", seats)
        self._first = self._seats[0] if button is None else button
        if self._first not in self._seats:
            raise InvalidRules(f"Match: button={show(button)}; seats: {', '.join(self._seats)}", code="wrong_button")
        self._seed = _counted("seed", seed, 0, 2**256 - 1)
        self._hands = _counted("hands", hands, 1, _HANDS - 1)
        self._point_value = point_value_of(point_value)
        self._log = ()
        self._texts = ()
        self._players = tuple(Player(name) for name in self._seats)
        self._played = ()
        self._past = 0
        self._button = None
        self._ended = False
        self._hand = self._opening = None
        self._live = False
        self._clock = Clock()

    # Hands.

    def verify_deal(self) -> Opening:
        """How the next hand begins; raises an error that says why where none can be dealt now.

        >>> Match("pineapple", seats=("ann", "bob", "cid", "dan")).verify_deal()
        Traceback (most recent call last):
        ofcpoker.errors.InvalidRules: deal: a hand of pineapple with 4 seats needs 4 x 17 = 68 cards, and the deck has \
52; set reuse_discards, or play with fewer seats
        """
        opening = self._due(self._between("deal"))
        self._open(opening, None, observed=False)
        return opening

    def can_deal(self) -> bool:
        """Whether the next hand can be dealt now."""
        try:
            self.verify_deal()
        except OfcError:
            return False
        return True

    def deal(self, *, deck: CardsLike | None = None, observed: bool = False, now: float | None = None) -> Hand:
        """Begins the next hand and returns it.

        The cards are those of the seed, or from the system's randomness, or of a `deck` that is given; with
        `observed` the hand is recorded as it is seen, see `Hand.observe`. Where the deck is too small for the seats
        that play it raises `InvalidRules` with the sum, and the match stays as it was: somebody may sit out.
        """
        time = time_of("deal", now)
        match = self._between("deal")
        opening = self._due(match)
        hand = self._open(opening, deck, observed=observed)
        self._begin(match, opening, hand)
        self._tell(time)
        return hand

    @staticmethod
    def _due(match: MatchState) -> Opening:
        """How a match goes on that can."""
        opening = match._next_opening()
        if opening is None or len(opening.players) < 2:
            playing = f"only {opening.players[0]} plays" if opening else "nobody plays"
            raise IllegalAction(f"deal: a hand needs 2 players, and {playing}", code="too_few_seats")
        return opening

    def _open(self, opening: Opening, deck: CardsLike | None, *, observed: bool) -> Hand:
        facts: dict[str, Any] = {
            "seats": len(opening.players),
            "button": opening.button,
            "fantasyland": opening.fantasyland,
            "choice": opening.choice,
            "stacks": opening.stacks,
        }
        if observed and deck is not None:
            raise InvalidRules("deal: a hand that is observed has no deck", code="wrong_deck")
        try:
            if observed:
                return Hand.observe(self._rules, **facts)
            return Hand(self._rules, **facts, seed=self._seed, number=opening.number, deck=deck)
        except InvalidRules as error:
            message = f"deal: {str(error).removeprefix('Hand: ')}"
            raise InvalidRules(message, code=error.code, **error.details) from None

    def _begin(self, match: MatchState, opening: Opening, hand: Hand) -> None:
        self._become(match)
        self._opening, self._hand, self._live = opening, hand, True
        self._clock = Clock()

    def _between(self, operation: str) -> Self:
        """The match with the finished hand in the log; refused during a hand and after the match's end."""
        match = self._settled()
        if match._live:
            raise IllegalAction(
                f"{operation}: hand {len(self._played) + 1} is not over; to act: {', '.join(self.to_act) or 'nobody'}",
                code="hand_not_over",
            )
        if match._is_finished():
            raise IllegalAction(f"{operation}: the match is over after hand {len(match._played)}", code="match_over")
        return match

    # Between hands.

    def _change(self, made: Change) -> None:
        match = self._between(made.kind)
        players = roster.change(match._players, made)
        self._become(match)
        self._players = players
        self._log = (*self._log, made)
        self._ended = made.kind == "end"

    def join(self, name: str, *, after: str | None = None) -> None:
        """A player takes a seat, clockwise after another or at the end; who had left comes back with the total."""
        self._change(Change("join", name, after))

    def sit_out(self, name: str) -> None:
        """A player keeps the seat, and Fantasyland and The Choice, but is not dealt in until `sit_in`."""
        self._change(Change("sit_out", name))

    def sit_in(self, name: str) -> None:
        """A player who sits out plays again."""
        self._change(Change("sit_in", name))

    def leave(self, name: str) -> None:
        """A player gives up the seat, and with it Fantasyland and The Choice; the total stays to be settled."""
        self._change(Change("leave", name))

    def end(self) -> None:
        """Ends the match: an open one, or one before its time."""
        self._change(Change("end"))

    # Acting.

    def at(self, name: str) -> int:
        """The number that a player's next action answers: unlike `Hand.at` it is never the same in two hands."""
        return self._past + self._playable("at").at(self.seat(name))

    def _playable(self, operation: str) -> Hand:
        if not self._live or self._hand is None:
            raise IllegalPlacement(f"{operation}: no hand is being played; deal one", code="no_hand")
        return self._hand

    def _act(
        self, operation: str, name: str, at: int | None, now: float | None, do: Callable[[Hand, int, int | None], _Done]
    ) -> _Done:
        """One action on the hand: refused without a trace, or done and the clock told."""
        time, hand, seat = time_of(operation, now), self._playable(operation), self.seat(name)
        answered = None if at is None else as_whole(at)
        if at is not None and answered is None:
            raise StaleAction(f"{operation}: at={show(at)} is not the number of an event")
        due = self.deadline(name)
        if due is not None and time is not None and time >= due and operation != "time_out":
            raise IllegalAction(
                f"{operation}: the time of {name} was over at {due:.15g}, and it is {time:.15g}: tell it to `expire`",
                code="too_late",
                player=name,
            )
        try:
            done = do(hand, seat, None if answered is None else answered - self._past)
        except StaleAction as error:
            raise StaleAction(
                f"{operation}: {name} answers event {show(at)}, and was last dealt cards by event {self.at(name)}: "
                "the message is late or repeated, and nothing was done"
            ) from error
        self._tell(time)
        return done

    def legal_placements(self, name: str) -> LegalPlacements:
        """A player's legal placements; empty when the player may not act."""
        return self._playable("legal_placements").legal_placements(self.seat(name))

    def place(self, name: str, placement: PlacementLike, *, at: int | None = None, now: float | None = None) -> None:
        """Places a player's cards, as `Hand.place` does. `at` is what `match.at(name)` was, `now` tells the time.

        Raises `StaleAction` for a late or repeated message, also of an earlier hand, and `IllegalAction` when the
        player's time is over.
        """
        self._act("place", name, at, now, lambda hand, seat, answers: hand.place(seat, placement, at=answers))

    def surrender(self, name: str, *, at: int | None = None, now: float | None = None) -> None:
        """A player gives up the hand."""
        self._act("surrender", name, at, now, lambda hand, seat, answers: hand.surrender(seat, at=answers))

    def time_out(self, name: str, *, at: int | None = None, now: float | None = None) -> Placement:
        """Places the cards of a player by `timeout_order`, whatever the clock says."""
        return self._act("time_out", name, at, now, lambda hand, seat, answers: hand.time_out(seat, at=answers))

    def undo(self, *, now: float | None = None) -> None:
        """Takes the last action of the hand back: also when it is over, but not when the match has gone on from it."""
        time, hand = time_of("undo", now), self._playable("undo")
        hand.undo()
        self._tell(time)

    def view(self, name: str | None = None) -> View:
        """What a player may know of the hand, or, with None, a spectator."""
        if self._hand is None:
            raise IllegalPlacement("view: no hand has been dealt", code="no_hand")
        return self._hand.view(None if name is None else self.seat(name))

    # Time: the match knows what it is told.

    def _timed(self) -> dict[str, int]:
        """The players whose time runs, with the events that they answer.

        Who may set hidden cards at any time keeps nobody waiting: that time runs when all others are done.
        """
        if not self._live or self._hand is None:
            return {}
        hand, names = self._hand, self._names()
        hidden = self._rules.deal == "closed"
        waited_for = [seat for seat in hand.to_act if not hidden and not hand.fantasyland[seat]] or hand.to_act
        return {names[seat]: self._past + hand.at(seat) for seat in waited_for}

    def _tell(self, time: float | None) -> None:
        self._clock = self._clock.told(self._timed(), time)

    def deadline(self, name: str) -> float | None:
        """When a player's turn is over, on the caller's clock; None without a time limit, or where no time runs.

        A turn begins with the first `now` that the match is told (by `deal`, any action, or `expire`) once it is the
        player's. In Fantasyland that may be set at any time it begins when all others are done.

        >>> from ofcpoker import Rules
        >>> match = Match(Rules(time_limit=300), seats=("ann", "bob"), seed=7)
        >>> hand = match.deal(now=1000)
        >>> match.deadline("bob"), match.deadline("ann")
        (1300, None)
        >>> match.expire(now=1299), [str(expired.placement) for expired in match.expire(now=1300)]
        ((), ['7c Qs Jc / Ac 8c / -'])
        >>> match.deadline("ann")
        1600
        """
        roster.find(self._players, name, "deadline")
        limit, at = self._rules.time_limit, self._timed().get(name)
        began = None if at is None else self._clock.began(name, at)
        return None if limit is None or began is None else began + limit

    def expire(self, now: float) -> tuple[Expired, ...]:
        """Tells the time: places the cards of every player whose turn is over, and says how.

        Turns that begin by it have all their time before them. Call it at `min` of the deadlines, or every now and
        then.
        """
        time = time_of("expire", now)
        if time is None:
            raise InvalidRules("expire: now=None; allowed: the time as a number of seconds", code="wrong_time")
        before = self._clock
        self._tell(time)
        late = [name for name in self._timed() if (due := self.deadline(name)) is not None and due <= time]
        if late:
            # In a hand that is observed cards may be unknown: then nobody's are placed.
            trial = self._playable("expire").copy()
            try:
                for name in late:
                    trial.time_out(self.seat(name))
            except IllegalPlacement:
                self._clock = before
                raise
        expired = tuple(Expired(name, self._playable("expire").time_out(self.seat(name))) for name in late)
        self._tell(time)
        return expired

    # Copies and records.

    def copy(self) -> Match:
        """An independent copy."""
        match = self._twin()
        match._hand = None if self._hand is None else self._hand.copy()
        return match

    __copy__ = copy

    def __deepcopy__(self, _memo: dict[int, Any]) -> Match:
        return self.copy()

    def to_json(self) -> str:
        """The whole record at this moment, secrets included: for the server's store. `from_json` brings it back."""
        return matchrecord.match_json(self)

    @classmethod
    def from_json(cls, text: str | bytes) -> Match:
        """A match from its record. Raises `InvalidRecord`, saying what breaks, when it does not replay."""
        return cls.from_dict(parsed(text))

    def to_dict(self) -> dict[str, Any]:
        """The record in plain JSON types."""
        return parsed(self.to_json())

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Match:
        """A match from `to_dict`."""
        return matchrecord.load_match(data)

    def __reduce__(self) -> tuple[Any, ...]:
        return Match.from_json, (self.to_json(),)


def _counted(name: str, value: object, low: int, high: int) -> int | None:
    if value is None:
        return None
    number = as_whole(value)
    if number is None or not low <= number <= high:
        bound = "2**256" if high > _HANDS else "2**56"
        raise InvalidRules(
            f"Match: {name}={show(value)}; allowed: None, or a whole number from {low} below {bound}",
            code=f"wrong_{name}",
        )
    return number
