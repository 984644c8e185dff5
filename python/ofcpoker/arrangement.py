"""The best arrangements of cards, as they are found: one with all that there is to say, or many in columns."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from ._core import HandRank, LowRank
from .arrays import Bytes
from .board import Board, RowRoyalties
from .cards import Card
from .rules import Rules

__all__ = ["Arrangement", "Arrangements"]

_COLUMNS = ("boards", "discards", "values", "strengths", "royalties", "fantasyland", "foul_is_forced")


class Arrangement:
    """A deal's best arrangement: what `arrange` gives. Frozen.

    >>> from ofcpoker import arrange
    >>> best = arrange("As Ad Ah Kc Ks 9h 8h 7h 6h 5h 4c 4d 2c 3d")
    >>> print(best)
       K♣ K♠ 3♦
    A♦ A♥ A♠ 4♣ 4♦
    9♥ 8♥ 7♥ 6♥ 5♥
    thrown away  2c
    rows         pair, kings / full house, aces over fours / straight flush, nine high
    royalties    8 + 12 + 15 = 35
    next hand    stays in Fantasyland, 14 cards
    value        44.7
    >>> best.board.bottom, best.discards, best.royalties.total, best.stays
    ((Card('9h'), Card('8h'), Card('7h'), Card('6h'), Card('5h')), (Card('2c'),), 35, True)
    """

    __slots__ = ("_found", "_others", "_rules", "_stays")

    _found: tuple[Any, ...]
    _others: tuple[tuple[Any, ...], ...]
    _rules: Rules
    _stays: bool

    @classmethod
    def _of(cls, found: list[tuple[Any, ...]], rules: Rules, inside: bool) -> Arrangement:
        self = cls.__new__(cls)
        set_ = object.__setattr__
        set_(self, "_found", found[0])
        set_(self, "_others", tuple(found[1:]))
        set_(self, "_rules", rules)
        set_(self, "_stays", inside)
        return self

    @property
    def board(self) -> Board:
        """The arrangement. Where the rules have jokers declared, they are."""
        return Board._of(self._found[0])

    @property
    def discards(self) -> tuple[Card, ...]:
        """The cards thrown away."""
        return tuple(map(Card, self._found[1]))

    @property
    def value(self) -> float:
        """What was maximised: royalties, or points against the opponents, plus what the next hand is worth."""
        return self._found[2]  # type: ignore[no-any-return]

    @property
    def value_text(self) -> str:
        """The value with at most four digits after the point."""
        return f"{self.value:.4f}".rstrip("0").rstrip(".")

    @property
    def strengths(self) -> tuple[int, int, int]:
        """Strengths of top, middle and bottom as they count; 0 where a foul is forced."""
        return self._found[3]  # type: ignore[no-any-return]

    @property
    def ranks(self) -> tuple[HandRank, HandRank | LowRank, HandRank] | None:
        """The ranks of top, middle and bottom as they count; None where a foul is forced."""
        if self.foul_is_forced:
            return None
        top, middle, bottom = self.strengths
        middle_rank = LowRank if self._rules.middle == "deuce_to_seven" else HandRank
        return HandRank(top), middle_rank(middle), HandRank(bottom)

    @property
    def royalties(self) -> RowRoyalties:
        """Royalties of the rows, with their `.total`."""
        return RowRoyalties(*self._found[4])

    @property
    def fantasyland(self) -> int:
        """Cards of Fantasyland in the next hand; 0 = none."""
        return self._found[5]  # type: ignore[no-any-return]

    @property
    def stays(self) -> bool:
        """Whether the board, set in Fantasyland, stays there."""
        return self._stays and self.fantasyland > 0

    @property
    def foul_is_forced(self) -> bool:
        """Whether no arrangement of the cards is legal, which a deuce-to-seven middle can bring about."""
        return self._found[6]  # type: ignore[no-any-return]

    @property
    def rules(self) -> Rules:
        return self._rules

    @property
    def others(self) -> tuple[Arrangement, ...]:
        """The next best boards, with `top` more than 1: each differs in strength from all before it."""
        return tuple(Arrangement._of([found], self._rules, self._stays) for found in self._others)

    def _key(self) -> tuple[Any, ...]:
        return self._found, self._others, self._rules, self._stays

    def __eq__(self, other: object) -> bool:
        return self._key() == other._key() if isinstance(other, Arrangement) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._key())

    def __reduce__(self) -> tuple[Any, ...]:
        return Arrangement._of, ([self._found, *self._others], self._rules, self._stays)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"an Arrangement does not change (tried to set {name!r})")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"an Arrangement does not change (tried to delete {name!r})")

    def __repr__(self) -> str:
        return f"<Arrangement {self.board}, value {self.value_text}>"

    def __str__(self) -> str:
        from .display import board_text

        return "\n".join([board_text(self.board), *self._notes()])

    def _notes(self) -> list[str]:
        """What there is to say besides the board, a line each."""
        lines = []
        if self.discards:
            lines.append(f"thrown away  {' '.join(map(str, self.discards))}")
        ranks = self.ranks
        lines.append(
            "rows         " + ("foul, as every arrangement is" if ranks is None else " / ".join(map(str, ranks)))
        )
        top, middle, bottom = self.royalties
        lines.append(f"royalties    {top} + {middle} + {bottom} = {self.royalties.total}")
        if self.fantasyland:
            verb = "stays in" if self._stays else "earns"
            lines.append(f"next hand    {verb} Fantasyland, {self.fantasyland} cards")
        lines.append(f"value        {self.value_text}")
        return lines

    def _repr_html_(self) -> str:
        from xml.sax.saxutils import escape

        return f"{self.board._repr_html_()}<pre>{escape(chr(10).join(self._notes()))}</pre>"


class Arrangements:
    """The best arrangements of N deals of K cards: what `arrange_many` gives. Frozen; the arrays are read-only."""

    __slots__ = (
        "boards",
        "discards",
        "fantasyland",
        "foul_is_forced",
        "royalties",
        "stays",
        "strengths",
        "values",
    )

    boards: Bytes
    """uint8 (N, 13): card ids, row order top 0:3, middle 3:8, bottom 8:13"""
    discards: Bytes
    """uint8 (N, K - 13)"""
    values: npt.NDArray[np.float64]
    """float64 (N,): what was maximised"""
    strengths: npt.NDArray[np.uint32]
    """uint32 (N, 3): strengths of top, middle and bottom as they count; 0 where a foul is forced"""
    royalties: npt.NDArray[np.int32]
    """int32 (N, 3)"""
    fantasyland: Bytes
    """uint8 (N,): cards of Fantasyland in the next hand, 0 = none"""
    foul_is_forced: npt.NDArray[np.bool_]
    """bool (N,)"""
    stays: npt.NDArray[np.bool_]
    """bool (N,): whether the board, set in Fantasyland, stays there"""

    def __init__(self, columns: tuple[npt.NDArray[Any], ...], inside: bool) -> None:
        stays = (columns[5] > 0) & inside
        for name, column in zip((*_COLUMNS, "stays"), (*columns, stays), strict=True):
            column.flags.writeable = False
            object.__setattr__(self, name, column)

    def __len__(self) -> int:
        return len(self.values)

    def __reduce__(self) -> tuple[Any, ...]:
        return Arrangements, (tuple(getattr(self, name) for name in _COLUMNS), bool(self.stays.any()))

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"Arrangements do not change (tried to set {name!r})")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"Arrangements do not change (tried to delete {name!r})")

    def __repr__(self) -> str:
        return f"<Arrangements of {len(self)} deals>"
