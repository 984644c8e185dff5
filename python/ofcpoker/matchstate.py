"""How a match stands: what `Match` reads, and what follows from it for the next hand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any, Self

from . import roster
from .checks import Numbers, as_whole, show
from .clock import Clock
from .errors import IllegalAction, InvalidRules
from .game import Hand
from .roster import Change, Player, Players
from .rules import Rules, name_of
from .scoring import Score
from .settlement import Payment, settle

__all__ = ["HandResult", "MatchState", "Opening"]


@dataclass(frozen=True, slots=True)
class Opening:
    """How a hand of a match begins; seat i of the hand is `players[i]`."""

    number: int
    """Counted from 0."""
    players: tuple[str, ...]
    button: int
    """The seat with the button."""
    fantasyland: tuple[int, ...]
    """Cards of Fantasyland by seat, 0 outside it, before a deck that is too small reduces them."""
    choice: tuple[int, ...]
    """The seats that hold The Choice."""
    stacks: tuple[int, ...] | None
    """Points that each seat has left under a cap."""


@dataclass(frozen=True, slots=True)
class HandResult:
    """A finished hand of a match; seat i of the hand is `players[i]`."""

    number: int
    """Counted from 0."""
    players: tuple[str, ...]
    button: str
    fantasyland: tuple[int, ...]
    """Cards of Fantasyland that the seats were dealt, 0 outside it."""
    points: tuple[int, ...]
    """What each seat won or lost."""
    totals: Mapping[str, int]
    """The totals of all players after the hand."""
    score: Score
    """The account of every point."""

    def __str__(self) -> str:
        won = ", ".join(f"{name} {signed(points)}" for name, points in zip(self.players, self.points, strict=True))
        return f"hand {self.number + 1}: {won}"


def signed(points: int) -> str:
    """Points as they are written: +3, 0, -3."""
    return f"{points:+d}" if points else "0"


class MatchState:
    """What can be read of a match."""

    __slots__ = (
        "_button",
        "_clock",
        "_ended",
        "_first",
        "_hand",
        "_hands",
        "_live",
        "_log",
        "_opening",
        "_past",
        "_played",
        "_players",
        "_point_value",
        "_rules",
        "_seats",
        "_seed",
        "_texts",
    )

    _rules: Rules
    _seats: tuple[str, ...]
    _first: str
    _seed: int | None
    _hands: int | None
    _point_value: Decimal | None

    _log: tuple[Change | Hand, ...]
    """What has happened, a hand that is `_live` not in it."""
    _texts: tuple[str, ...]
    """The first of it as they stand in records."""
    _players: Players
    """As they stand after all that is in the log."""
    _played: tuple[HandResult, ...]
    """The hands in the log."""
    _past: int
    """How many events they had."""
    _button: str | None
    """Who had the button in the last of them; None before the first."""
    _ended: bool
    """Whether the match was ended by `end`."""

    _hand: Hand | None
    """The last hand that was dealt."""
    _opening: Opening | None
    """How it began."""
    _live: bool
    """Whether it can still change, which the caller may do too: until it goes into the log."""
    _clock: Clock

    # What is agreed.

    @property
    def rules(self) -> Rules:
        """The rules of the table."""
        return self._rules

    @property
    def hands(self) -> int | None:
        """How many hands the match has; None when it is open."""
        return self._hands

    @property
    def point_value(self) -> Decimal | None:
        """What a point is worth; None when it is worth nothing but points."""
        return self._point_value

    # How it stands.

    @property
    def hand(self) -> Hand | None:
        """The hand that is played, or the last that was; None before the first.

        It may be acted on directly as long as it is played. When the match has gone on from it, it is a copy.
        """
        return self._hand if self._live or self._hand is None else self._hand.copy()

    @property
    def in_hand(self) -> bool:
        """Whether a hand is being played now."""
        hand = self._hand
        return self._live and hand is not None and (not hand.is_over or hand.score is None)

    @property
    def hands_played(self) -> int:
        """How many hands are finished."""
        return len(self._played) + (self._live and not self.in_hand)

    @property
    def players(self) -> Players:
        """All players with their totals, clockwise, as they stand between hands; those who have left too."""
        return self._settled()._players

    @property
    def seats(self) -> tuple[str, ...]:
        """The names of those who have a seat, playing or sitting out, clockwise."""
        return tuple(player.name for player in self._players if player.is_seated)

    @property
    def totals(self) -> Mapping[str, int]:
        """Points of every player, those who have left too; they sum to 0."""
        return Numbers({player.name: player.total for player in self.players})

    @property
    def history(self) -> tuple[HandResult, ...]:
        """The finished hands in order."""
        return self._settled()._played

    def replay(self, number: int) -> Hand:
        """A copy of a finished hand, with its whole record; the first is number 0."""
        hands = [entry for entry in self._settled()._log if isinstance(entry, Hand)]
        at = as_whole(number)
        if at is None or not 0 <= at < len(hands):
            raise InvalidRules(f"replay: hand {show(number)} of {len(hands)} finished ones", code="wrong_number")
        return hands[at].copy()

    @property
    def is_over(self) -> bool:
        """Whether the match has ended: by its number of hands, by the cap, or by `end`."""
        match = self._settled()
        return not match._live and match._is_finished()

    @property
    def opening(self) -> Opening | None:
        """How the next hand begins if nothing changes before it; None during a hand and after the match's end.

        >>> from ofcpoker import Match
        >>> Match("pineapple", seats=("ann", "bob", "cid"), button="bob").opening
        Opening(number=0, players=('ann', 'bob', 'cid'), button=1, fantasyland=(0, 0, 0), choice=(), stacks=None)
        """
        match = self._settled()
        return None if match._live or match._is_finished() else match._next_opening()

    def settlement(self) -> tuple[Payment, ...]:
        """Who pays whom if the match ends as it stands: the fewest payments.

        Raises `IllegalAction` during a hand.
        """
        if self.in_hand:
            raise IllegalAction("settlement: a hand is being played; it has to be over", code="hand_not_over")
        return settle(self.totals, self._point_value)

    @property
    def to_act(self) -> tuple[str, ...]:
        """The players who may place cards now."""
        return tuple(self._names()[seat] for seat in self._hand.to_act) if self._live and self._hand else ()

    @property
    def hand_players(self) -> tuple[str, ...]:
        """The players of the hand that is played, or was played last, seat by seat."""
        return self._names()

    def seat(self, name: str) -> int:
        """The seat of a player in the hand that is played, or was played last."""
        names = self._names()
        if name not in names:
            players = ", ".join(names) or "nobody"
            raise IllegalAction(f"seat: {show(name)} is not in the hand; in it: {players}", code="unknown_player")
        return names.index(name)

    def _names(self) -> tuple[str, ...]:
        return self._opening.players if self._opening is not None else ()

    # What follows for the next hand.

    def _is_broke(self, player: Player) -> bool:
        return self._rules.cap is not None and self._rules.cap + player.total <= 0

    def _playing(self) -> Players:
        return tuple(p for p in self._players if p.state == "playing" and not self._is_broke(p))

    def _is_finished(self) -> bool:
        seated = [player for player in self._players if player.is_seated]
        broke = sum(self._is_broke(player) for player in seated)
        if self._ended or (broke and len(seated) - broke < 2):
            return True
        if self._hands is None or len(self._played) < self._hands:
            return False
        return not (self._rules.play_out_fantasyland and any(player.fantasyland for player in self._playing()))

    def _next_opening(self) -> Opening | None:
        """How the next hand begins; None where nobody plays."""
        playing = self._playing()
        if not playing:
            return None
        names = tuple(player.name for player in playing)
        cap = self._rules.cap
        return Opening(
            number=len(self._played),
            players=names,
            button=names.index(self._next_button(playing)),
            fantasyland=tuple(player.fantasyland for player in playing),
            choice=tuple(seat for seat, player in enumerate(playing) if player.choice),
            stacks=None if cap is None else tuple(cap + player.total for player in playing),
        )

    def _next_button(self, playing: Players) -> str:
        names = [player.name for player in playing]
        if self._button is not None and self._hand is not None and self._names() == tuple(names):
            following = self._hand.next_hand
            if following["fantasyland"] == tuple(player.fantasyland for player in playing):
                # The same seats as in the last hand, and nothing was given up: the flow knows.
                button: int = following["button"]
                return names[button]
        # Somebody came or went: the question is asked anew, of those who play now.
        stays = self._button is None or (
            self._rules.button_in_fantasyland == "hold" and any(player.fantasyland for player in playing)
        )
        order = roster.clockwise(self._players, self._button or self._first)
        return next(player.name for player in (order if stays else (*order[1:], order[0])) if player.name in names)

    def _settled(self) -> Self:
        """The match with its finished hand in the log; itself where there is none to put there.

        A finished hand can be undone until the match goes on; so what it leads to is worked out anew each time.
        """
        hand, opening = self._hand, self._opening
        if not self._live or hand is None or opening is None or (score := hand.score) is None:
            return self
        following = hand.next_hand
        players = list(self._players)
        for seat, name in enumerate(opening.players):
            place = roster.find(self._players, name, "deal")
            players[place] = replace(
                players[place],
                total=players[place].total + score.points[seat],
                fantasyland=following["fantasyland"][seat],
                choice=seat in following["choice"],
            )
        result = HandResult(
            number=opening.number,
            players=opening.players,
            button=opening.players[opening.button],
            fantasyland=hand.fantasyland,
            points=score.points,
            totals=Numbers({player.name: player.total for player in players}),
            score=score,
        )
        match = self._twin()
        match._hand = hand.copy()
        match._log = (*self._log, match._hand)
        match._past = self._past + hand._flow.count
        match._players = tuple(players)
        match._played = (*self._played, result)
        match._button = result.button
        match._live = False
        match._clock = Clock()
        return match

    def _twin(self) -> Self:
        """The same match once more; both share the hand."""
        match = type(self).__new__(type(self))
        match._become(self)
        return match

    def _become(self, other: MatchState) -> None:
        for name in MatchState.__slots__:
            setattr(self, name, getattr(other, name))

    def _key(self) -> tuple[Any, ...]:
        return (
            *(self._rules, self._seats, self._first, self._seed, self._hands, self._point_value),
            *(self._log, self._live, self._ended, self._clock, self._hand if self._live else None),
        )

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, MatchState):
            return NotImplemented
        return self._settled()._key() == other._settled()._key()

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        state = "over" if self.is_over else "in a hand" if self.in_hand else "between hands"
        totals = ", ".join(f"{name} {signed(total)}" for name, total in self.totals.items())
        return f"<Match of {name_of(self._rules)}: {self.hands_played} hands, {state}; {totals}>"
