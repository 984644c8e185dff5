"""`View`: what one seat may know of a hand, or a spectator."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from . import _core, notation, record
from ._core import LegalPlacements
from .state import HandState, Setup

__all__ = ["View"]


class View(HandState):
    """What a seat may know of a hand; `Hand.view` makes it, and a client can be sent it.

    It has boards as far as they lie face up, the seat's own cards and discards, and as None the cards of others, of
    which only the number is public. Boards set in Fantasyland or in a closed deal lie face down until the hand is
    over. A seat that may set its Fantasyland cards at any time sees the table as it was at the deal until it has set
    them.

    Nothing else is in it: no seed, no deck, no other seat's cards.

    >>> from ofcpoker import Hand
    >>> view = Hand("pineapple", seed=7, fantasyland={0: 14}).view(1)
    >>> print(view)
    seat 0  - / - / -  (Fantasyland 14, button, to act)
            holds ?? ?? ?? ?? ?? ?? ?? ?? ?? ?? ?? ?? ?? ??
    seat 1  - / - / -  (to act)
            holds Ks 2d 8h 4s Ah
    >>> View.from_json(view.to_json()) == view
    True
    """

    __slots__ = ("_seat",)

    _seat: int | None

    @classmethod
    def _of(cls, setup: Setup, flow: _core.Flow, seat: int | None) -> View:
        view = cls.__new__(cls)
        object.__setattr__(view, "_setup", setup)
        object.__setattr__(view, "_flow", flow)
        object.__setattr__(view, "_seat", seat)
        return view

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a View does not change (tried to set {name!r})")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a View does not change (tried to delete {name!r})")

    @property
    def seat(self) -> int | None:
        """Whose view it is; None for a spectator's."""
        return self._seat

    def legal_placements(self, seat: int | None = None) -> LegalPlacements:
        """The legal placements of the viewer: empty when it may not act."""
        asked = self._seat if seat is None else seat
        return self._flow.legal(0 if asked is None else asked)

    def to_json(self) -> str:
        """The view as JSON, to be sent to its seat."""
        return record.view_json(self)

    def to_dict(self) -> dict[str, Any]:
        """The view in plain JSON types."""
        return record.parsed(self.to_json())

    @classmethod
    def from_json(cls, text: str | bytes) -> View:
        """A view from its JSON. Raises `InvalidRecord` when it is none."""
        return cls.from_dict(record.parsed(text))

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> View:
        """A view from `to_dict`."""
        return cls._of(*record.load_view(data))

    def to_text(self) -> str:
        """The view for people, one event a line; `from_text` reads it back."""
        return notation.to_text(self.to_dict())

    @classmethod
    def from_text(cls, text: str) -> View:
        """A view from its text."""
        return cls.from_dict(notation.from_text(text))

    def _key(self) -> tuple[Any, ...]:
        return self._setup, self._seat, self.to_json()

    def __eq__(self, other: object) -> bool:
        return self._key() == other._key() if isinstance(other, View) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._key())

    def __copy__(self) -> View:
        return self

    def __deepcopy__(self, _memo: dict[int, Any]) -> View:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return View.from_json, (self.to_json(),)

    def __str__(self) -> str:
        return self._drawing()

    def __repr__(self) -> str:
        who = "a spectator" if self._seat is None else f"seat {self._seat}"
        return f"<View of {who}: {self._flow.count} events>"
