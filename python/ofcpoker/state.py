"""What can be seen of a hand: shared by `Hand`, where everything can, and `View`, where one seat's part can."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from . import _core
from ._core import LegalPlacements
from .board import Board
from .cards import Card
from .checks import as_whole, facts, show
from .errors import InvalidRules
from .events import Event, events_of
from .rules import Rules
from .scoring import Score, score

__all__ = ["HandState", "Setup", "compiled_table", "setup_of"]


@dataclass(frozen=True, slots=True)
class Setup:
    """How a hand begins: public, and the same for everybody."""

    rules: Rules
    seats: int
    button: int
    fantasyland: tuple[int, ...]
    choice: tuple[int, ...]
    stacks: tuple[int, ...] | None

    def open(self, decks: list[bytes], key: bytes | None) -> _core.Flow:
        """A hand that begins so, with these decks: the first, and the one after each reshuffle, as far as known."""
        choice = [seat in self.choice for seat in range(self.seats)] if self.choice else []
        return _core.Flow(compiled_table(self.rules, self.seats), self.button, self.fantasyland, choice, decks, key)


@lru_cache(maxsize=256)
def compiled_table(rules: Rules, seats: int) -> _core.Table:
    return _core.Table(
        rules.payoff,
        seats=seats,
        deal=rules.deal,
        street_order=rules.street_order,
        fantasyland_order=rules.fantasyland_order,
        button_in_fantasyland=rules.button_in_fantasyland,
        reuse_discards=rules.reuse_discards,
        timeout_order=rules.timeout_order,
        choice_max_debt=rules.choice_max_debt,
    )


def setup_of(
    rules: Rules,
    seats: int,
    button: int,
    fantasyland: Mapping[int, int] | Sequence[int] | None,
    choice: Iterable[int],
    stacks: Sequence[int] | None,
) -> Setup:
    """The beginning of a hand from what a caller gives, checked."""
    count = _whole(seats, "seats", 2, 4)
    counts = [0] * count
    if fantasyland is not None:
        given = fantasyland
        if not isinstance(given, Mapping):
            given = dict(enumerate(facts("Hand", "fantasyland", given, "the cards of the seats, such as {1: 14}")))
        for seat, cards in given.items():
            counts[_whole(seat, "seat in Fantasyland", 0, count - 1)] = _whole(cards, "fantasyland", 0, 17)
    holding = facts("Hand", "choice", choice, "the seats that hold The Choice, such as (1,)")
    holders = tuple(sorted({_whole(seat, "seat with The Choice", 0, count - 1) for seat in holding}))
    left = None
    if stacks is not None:
        points = facts("Hand", "stacks", stacks, "the points that each seat has left")
        left = tuple(_whole(stack, "stacks", 0, 2**30) for stack in points)
        if rules.cap is None or len(left) != count:
            why = "the rules have no cap" if rules.cap is None else f"the table has {count} seats"
            raise InvalidRules(f"Hand: stacks={show(stacks)}, but {why}", code="wrong_stacks")
    return Setup(rules, count, _whole(button, "button", 0, count - 1), tuple(counts), holders, left)


def _whole(value: Any, name: str, least: int, most: int) -> int:
    number = as_whole(value)
    if number is None or not least <= number <= most:
        code = f"wrong_{name.split()[0]}"
        raise InvalidRules(f"Hand: {name} {show(value)}; allowed are whole numbers from {least} to {most}", code=code)
    return number


class HandState:
    """What `Hand` and `View` have in common: reading."""

    __slots__ = ("_flow", "_setup")

    _flow: _core.Flow
    _setup: Setup

    @property
    def rules(self) -> Rules:
        """The rules of the table."""
        return self._setup.rules

    @property
    def seats(self) -> int:
        """How many seats play."""
        return self._setup.seats

    @property
    def button(self) -> int:
        """The seat with the button."""
        return self._setup.button

    @property
    def fantasyland(self) -> tuple[int, ...]:
        """Cards of Fantasyland by seat, 0 outside it; as many as the deck allowed."""
        return self._flow.fantasyland

    @property
    def choice(self) -> tuple[int, ...]:
        """The seats that hold The Choice in this hand."""
        return self._setup.choice

    @property
    def stacks(self) -> tuple[int, ...] | None:
        """Points that each seat has left under a cap; None where the cap is whole, or there is none."""
        return self._setup.stacks

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats that may place cards now: none when the hand is over."""
        return self._flow.to_act

    @property
    def is_over(self) -> bool:
        """Whether every seat has a full board or has surrendered."""
        return self._flow.is_over

    @property
    def street(self) -> int:
        """The street that the seats outside Fantasyland are on: 1, 2, ..."""
        return min(self._flow.street, _STREETS[self.rules.deal] - 1) + 1

    @property
    def boards(self) -> tuple[Board, ...]:
        """The boards as far as they lie face up, seat by seat."""
        return tuple(self.board(seat) for seat in range(self.seats))

    def board(self, seat: int) -> Board:
        """A seat's board as far as it lies face up."""
        return Board._of(self._flow.board(seat))

    def face_down(self, seat: int) -> int:
        """How many cards of a seat's board lie face down."""
        return self._flow.face_down(seat)

    def dealt(self, seat: int) -> tuple[Card | None, ...]:
        """The cards a seat has been dealt and has not placed; None for one that is not known."""
        return self._flow.dealt(seat)

    def discards(self, seat: int) -> tuple[Card | None, ...]:
        """A seat's discards, without those that were shuffled back in; None for one that is not known."""
        return self._flow.discards(seat)

    def debt(self, seat: int) -> int:
        """How many cards a seat with The Choice is ahead of two a street, or behind as a negative number."""
        return self._flow.debt(seat)

    @property
    def stub(self) -> int:
        """How many cards are left to be dealt."""
        return self._flow.stub

    @property
    def surrendered(self) -> tuple[int, ...]:
        """The seats that have given up."""
        return self._flow.surrendered

    @property
    def events(self) -> tuple[Event, ...]:
        """All that has happened, in order."""
        return events_of(self._flow.events())

    def at(self, seat: int) -> int:
        """The number of the event that the seat's next action answers: that which dealt it its cards."""
        return self._flow.answers(seat)

    def legal_placements(self, seat: int) -> LegalPlacements:
        """The seat's legal placements: a sequence that is counted, not built; empty when the seat may not act."""
        return self._flow.legal(seat)

    @property
    def score(self) -> Score | None:
        """The result, with the account of each pair; None before the hand is over, or where a board is not known."""
        if not self._flow.is_over or any(self._flow.face_down(seat) for seat in range(self.seats)):
            return None
        setup = self._setup
        return score(
            self.boards,
            setup.rules,
            fantasyland=self._flow.fantasyland,
            surrendered=self._flow.surrendered,
            stacks=setup.stacks,
            button=setup.button,
        )

    def _drawing(self) -> str:
        """The table as text: boards, cards held, discards, who is to act."""
        lines = []
        for seat in range(self.seats):
            notes = []
            if self.fantasyland[seat]:
                notes.append(f"Fantasyland {self.fantasyland[seat]}")
            if seat == self.button:
                notes.append("button")
            if seat in self.surrendered:
                notes.append("surrendered")
            if seat in self.to_act:
                notes.append("to act")
            hidden = self.face_down(seat)
            board = " / ".join(("?? ?? ??", "?? ?? ?? ?? ??", "?? ?? ?? ?? ??")) if hidden else str(self.board(seat))
            lines.append(f"seat {seat}  {board}" + (f"  ({', '.join(notes)})" if notes else ""))
            for name, held in (("holds", self.dealt(seat)), ("discarded", self.discards(seat))):
                if held:
                    lines.append(f"        {name} " + " ".join("??" if card is None else str(card) for card in held))
        return "\n".join(lines)


_STREETS = {"classic": 9, "pineapple": 5, "turbo": 3, "closed": 1}
