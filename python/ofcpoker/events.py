"""What happens in a hand, event by event."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias

from ._core import Placement
from .cards import Card

__all__ = ["Dealt", "Ended", "Event", "Placed", "Reduced", "Reshuffled", "Surrendered"]


@dataclass(frozen=True, slots=True)
class Reduced:
    """The deck is too small for all Fantasyland cards: the seat gets so many instead."""

    number: int
    seat: int
    cards: int

    def __str__(self) -> str:
        return f"seat {self.seat} has {self.cards} cards in Fantasyland: the deck has no more"


@dataclass(frozen=True, slots=True)
class Dealt:
    """The next cards of the deck go to a seat. None stands for a card that is not known."""

    number: int
    seat: int
    cards: tuple[Card | None, ...]
    at: int
    """The place of the first of them in the deck, as it lies since the last reshuffle."""

    def __str__(self) -> str:
        return f"seat {self.seat} is dealt {' '.join(_shown(card) for card in self.cards)}"


@dataclass(frozen=True, slots=True)
class Placed:
    """A seat places its cards, or they are placed for it because its time is over."""

    number: int
    seat: int
    placement: Placement
    late: bool

    def __str__(self) -> str:
        return f"seat {self.seat} {'is timed out:' if self.late else 'places'} {self.placement}"


@dataclass(frozen=True, slots=True)
class Surrendered:
    """A seat gives up."""

    number: int
    seat: int

    def __str__(self) -> str:
        return f"seat {self.seat} surrenders"


@dataclass(frozen=True, slots=True)
class Reshuffled:
    """The stub is short: so many discards are shuffled and put under it."""

    number: int
    cards: int

    def __str__(self) -> str:
        return f"{self.cards} discards are shuffled back in"


@dataclass(frozen=True, slots=True)
class Ended:
    """The hand is over."""

    number: int

    def __str__(self) -> str:
        return "the hand is over"


Event: TypeAlias = Reduced | Dealt | Placed | Surrendered | Reshuffled | Ended

_KINDS = {
    "reduce": Reduced,
    "deal": Dealt,
    "place": Placed,
    "surrender": Surrendered,
    "reshuffle": Reshuffled,
    "end": Ended,
}


def _shown(card: Card | None) -> str:
    return "??" if card is None else str(card)


def events_of(raw: list[tuple[Any, ...]]) -> tuple[Event, ...]:
    """Events from the tuples that the core gives."""
    return tuple(_KINDS[kind](number, *facts) for number, (kind, *facts) in enumerate(raw))
