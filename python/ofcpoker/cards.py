"""Single cards, and every way in which people write several."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final, Self, SupportsIndex, TypeAlias

from . import _core
from .errors import InvalidCards

__all__ = ["RANKS", "SUITS", "Card", "CardsLike", "cards"]

RANKS: Final = "23456789TJQKA"
SUITS: Final = "cdhs"

_SIGNS: Final = dict(zip(SUITS, "♣♦♥♠", strict=True))


class Card(int):
    """A card, which is the int of its id.

    Ids are 0..51 for the natural cards (`rank * 4 + suit`, suits c d h s: 2c = 0, As = 51), 52 53 54 for the jokers
    X1 X2 X3, and `64 * i + c` for joker Xi declared as card c. Being an int it goes straight into a uint8 array.

    Raises `InvalidCards` for anything that names no card.

    >>> Card("As"), Card(51), Card("10♥")
    (Card('As'), Card('As'), Card('Th'))
    >>> int(Card("2c")), str(Card("X1=kd")), Card("X1=Kd").natural
    (0, 'X1=Kd', Card('Kd'))
    """

    __slots__ = ()

    def __new__(cls, card: str | SupportsIndex) -> Self:
        found = _KNOWN.get(_core.card_id(card))
        if found is not None and cls is Card:
            return found  # type: ignore[return-value]
        return int.__new__(cls, _core.card_id(card))

    @property
    def is_joker(self) -> bool:
        """Whether this is a joker, declared or not."""
        return self > 51

    @property
    def natural(self) -> Card | None:
        """The natural card that counts: itself, or what a declared joker stands for; None for an undeclared joker."""
        return None if 52 <= self < 64 else Card(self & 63)

    @property
    def joker(self) -> Card | None:
        """The undeclared joker that this card physically is; None for a natural card.

        >>> Card("X2=5h").joker
        Card('X2')
        """
        if self < 52:
            return None
        return Card(self if self < 64 else 51 + self // 64)

    @property
    def rank(self) -> str | None:
        """One of 23456789TJQKA; None for an undeclared joker."""
        natural = self.natural
        return None if natural is None else RANKS[natural // 4]

    @property
    def suit(self) -> str | None:
        """One of c d h s; None for an undeclared joker."""
        natural = self.natural
        return None if natural is None else SUITS[natural % 4]

    def declared(self, as_card: str | SupportsIndex) -> Card:
        """This joker, standing for a natural card.

        >>> Card("X1").declared("As")
        Card('X1=As')
        """
        joker, face = self.joker, Card(as_card)
        if joker is None or face.is_joker:
            raise InvalidCards(
                f"Card.declared: {self} as {face}: only a joker can be declared, and only as a natural card",
                code="not_a_joker",
            )
        return Card(64 * (joker - 51) + face)

    @property
    def pretty(self) -> str:
        """The card with its suit sign, for people.

        >>> Card("Td").pretty
        'T♦'
        """
        text = str(self)
        return text if text[-1] not in _SIGNS else text[:-1] + _SIGNS[text[-1]]

    def __str__(self) -> str:
        return _core.card_text(int(self))

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)

    def __repr__(self) -> str:
        return f"Card('{self}')"

    def __reduce__(self) -> tuple[Any, ...]:
        return Card, (int(self),)


_KNOWN: dict[int, Card] = {}
_KNOWN.update((card, Card(card)) for card in range(55))
_core.register_cards(tuple(_KNOWN.values()))

CardsLike: TypeAlias = str | Iterable[str | SupportsIndex]
"""What is taken where cards are wanted: a text, or any collection of texts, Cards and ints, a NumPy array too."""


def cards(cards: CardsLike) -> tuple[Card, ...]:
    """Cards from a text (separated by spaces or commas), or from a collection of texts, Cards or ids.

    `10s`, any case and the suit signs are understood. Raises `InvalidCards` naming what is no card. Repeats are kept:
    what must not repeat is the business of a row, a board or a deal.

    >>> cards("As Kd 10s X1=2c")
    (Card('As'), Card('Kd'), Card('Ts'), Card('X1=2c'))
    >>> import numpy as np
    >>> cards(np.array([51, 46], dtype=np.uint8))
    (Card('As'), Card('Kh'))
    """
    return tuple(map(Card, _core.card_ids(cards, "cards")))
