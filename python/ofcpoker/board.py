"""A player's board: three rows, complete or still being filled."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple, Self, SupportsIndex, TypeAlias

from . import _core
from .cards import Card, CardsLike
from .checks import fact, is_known, show
from .errors import InvalidBoard
from .rules import RulesLike, rules_of

if TYPE_CHECKING:
    from ._core import HandRank, LowRank

__all__ = ["ROWS", "Board", "BoardLike", "Reading", "RowName", "RowRoyalties"]

RowName: TypeAlias = Literal["top", "middle", "bottom"]
ROWS: Final[tuple[RowName, ...]] = ("top", "middle", "bottom")

_EMPTY: Final = 255
_PLACES: Final = {"top": slice(0, 3), "middle": slice(3, 8), "bottom": slice(8, 13)}


class RowRoyalties(NamedTuple):
    """Royalties of the three rows, in points."""

    top: int
    middle: int
    bottom: int

    @property
    def total(self) -> int:
        """The sum of the three."""
        return self.top + self.middle + self.bottom


class Reading(NamedTuple):
    """How a legal board counts: its jokers as the cards they stand for, and the rank of each row."""

    board: Board
    top: HandRank
    middle: HandRank | LowRank
    bottom: HandRank


class Board:
    """Three rows of cards: top 3, middle 5, bottom 5. Immutable; may be incomplete.

    Made from a text `top / middle / bottom` (`-` or nothing for an empty row), from three rows of cards, or from 13 ids
    in the order top, middle, bottom with 255 for an empty place. Two boards are equal when their rows hold the same
    cards; the order within a row means nothing, and is kept for printing.

    Raises `InvalidCards` for what is no card, `InvalidBoard` for a card twice or a row with too many.

    >>> board = Board("Qh Qc 3d / Ts Js Qd Kc Ah / 7d 7c 7s 2h 2s")
    >>> board.top
    (Card('Qh'), Card('Qc'), Card('3d'))
    >>> board.royalties(), board.royalties().total
    (RowRoyalties(top=7, middle=4, bottom=6), 17)
    >>> board.is_foul(), board.fantasyland()
    (False, 14)
    >>> Board().place("As", "bottom").place("Ah", "bottom")
    Board('- / - / As Ah')
    """

    __slots__ = ("_bytes", "_key")

    _bytes: bytes
    _key: bytes

    def __init__(self, board: BoardLike = "- / - / -") -> None:
        self._set(board._bytes if isinstance(board, Board) else _core.board_bytes(board, "Board"))

    def _set(self, places: bytes) -> None:
        object.__setattr__(self, "_bytes", places)
        key = b"".join(bytes(sorted(places[where])) for where in _PLACES.values())
        object.__setattr__(self, "_key", key)

    @classmethod
    def _of(cls, places: bytes) -> Self:
        """A board from places that the core made."""
        board = cls.__new__(cls)
        board._set(places)
        return board

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a Board does not change; place() gives a new one (tried to set {name!r})")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a Board does not change (tried to delete {name!r})")

    def row(self, row: RowName) -> tuple[Card, ...]:
        """The cards of one row in the order of their placing. Raises `InvalidBoard` for a row that is none."""
        if not is_known(row, _PLACES):
            raise InvalidBoard(
                f"Board.row: {show(row)} is not a row: rows are top, middle and bottom", code="unknown_row"
            )
        return tuple(Card(card) for card in self._bytes[_PLACES[row]] if card != _EMPTY)

    @property
    def top(self) -> tuple[Card, ...]:
        """The cards of the top row, at most 3."""
        return self.row("top")

    @property
    def middle(self) -> tuple[Card, ...]:
        """The cards of the middle row, at most 5."""
        return self.row("middle")

    @property
    def bottom(self) -> tuple[Card, ...]:
        """The cards of the bottom row, at most 5."""
        return self.row("bottom")

    @property
    def rows(self) -> tuple[tuple[Card, ...], ...]:
        """Top, middle and bottom."""
        return tuple(self.row(row) for row in ROWS)

    @property
    def cards(self) -> tuple[Card, ...]:
        """All cards on the board, top to bottom."""
        return tuple(Card(card) for card in self._bytes if card != _EMPTY)

    def place(self, card: str | SupportsIndex, row: RowName) -> Board:
        """The board with one more card. Raises `InvalidBoard` when the row is full or the card is on the board.

        >>> Board("As Kd / - / -").place("2c", "top")
        Board('As Kd 2c / - / -')
        """
        return Board._of(_core.board_place(self._bytes, card, row))

    @property
    def is_complete(self) -> bool:
        """Whether all thirteen cards lie."""
        return _EMPTY not in self._bytes

    def is_foul(self, rules: RulesLike = "pineapple") -> bool:
        """Whether a complete board is a foul: some row is weaker than the one above it.

        Raises `InvalidBoard` for an incomplete board, or one with jokers that the rules do not play.

        >>> Board("Qs Qh 9d / Qc Qd 8h 5c 2s / Ad Ah Kc Ks 9h").is_foul()
        True
        """
        return _core.board_is_foul(self._bytes, rules_of(rules).payoff)

    def royalties(self, rules: RulesLike = "pineapple") -> RowRoyalties:
        """Royalties of a complete board per row, in points; 0 on a foul. Raises as `is_foul`."""
        return RowRoyalties(*_core.board_royalties(self._bytes, rules_of(rules).payoff))

    def fantasyland(self, rules: RulesLike = "pineapple", current: int = 0) -> int:
        """Cards of Fantasyland that a complete board earns for the next hand; 0 = none. Raises as `is_foul`.

        `current` is how many cards this hand was dealt in Fantasyland (13..17; 0 outside it): then the board must stay.

        >>> board = Board("As Ah 2d / 3s 3h 4d 4s 8c / 5c 5d 5h 5s 9c")
        >>> board.fantasyland("progressive"), board.fantasyland("progressive", current=16)
        (16, 14)
        """
        rules = rules_of(rules)
        current = fact("Board.fantasyland", "current", current, 0, 17)
        return _core.board_fantasyland(self._bytes, rules.payoff, current)

    def reading(self, rules: RulesLike = "pineapple") -> Reading | None:
        """How a complete board counts, or None when it is a foul. Raises as `is_foul`.

        Where the rules read jokers by themselves, the board of the reading has them declared.

        >>> print(Board("Qs X1 3d / 8c 8d 8h Kc 2s / Ah Kh Qd Jh Th").reading("joker").board)
        Qs X1=Qh 3d / 8c 8d 8h Kc 2s / Ah Kh Qd Jh Th
        """
        rules = rules_of(rules)
        found = _core.board_reading(self._bytes, rules.payoff)
        if found is None:
            return None
        (top, middle, bottom), places = found
        middle_rank = _core.LowRank if rules.middle == "deuce_to_seven" else _core.HandRank
        return Reading(Board._of(places), _core.HandRank(top), middle_rank(middle), _core.HandRank(bottom))

    def __bytes__(self) -> bytes:
        """The 13 places as ids, 255 where nothing lies; `np.frombuffer(bytes(board), np.uint8)` is an array of them."""
        return self._bytes

    def __str__(self) -> str:
        return _core.board_text(self._bytes)

    def __repr__(self) -> str:
        return f"Board('{self}')"

    def __eq__(self, other: object) -> bool:
        return self._key == other._key if isinstance(other, Board) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._key)

    def __reduce__(self) -> tuple[Any, ...]:
        return Board, (str(self),)

    def _repr_html_(self) -> str:
        from .display import board_svg

        return board_svg(self)


BoardLike: TypeAlias = Board | str | Iterable[CardsLike] | Iterable[SupportsIndex]
"""What is taken where a board is wanted: a Board, its text, three rows of cards, or 13 ids."""
