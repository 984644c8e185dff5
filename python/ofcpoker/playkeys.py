"""What a player types to place cards, read as a placement."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

from ._core import Placement
from .cards import Card
from .errors import IllegalPlacement, InvalidCards

__all__ = ["keys_of", "placement_of"]

_ROWS: Final[Mapping[str, str | None]] = {
    **dict.fromkeys(("t", "top", "f", "front"), "top"),
    **dict.fromkeys(("m", "mid", "middle"), "middle"),
    **dict.fromkeys(("b", "bot", "bottom", "back"), "bottom"),
    **dict.fromkeys(("x", "-", "d", "discard"), None),
}
"""Words for rows, and for the discard."""


def placement_of(text: str, dealt: Sequence[Card]) -> dict[Card, str | None] | Placement:
    """The placement that is meant: a key for each card in order, or cards followed by their row, or rows with slashes.

    >>> dealt = [Card("As"), Card("Kd"), Card("2c")]
    >>> placement_of("b t x", dealt) == placement_of("btx", dealt) == placement_of("As b, Kd top", dealt)
    True
    >>> placement_of("tmb=Kd", [Card("2c"), Card("3c"), Card("X1")])
    {Card('2c'): 'top', Card('3c'): 'middle', Card('X1=Kd'): 'bottom'}
    >>> placement_of("t", dealt)
    Traceback (most recent call last):
    ofcpoker.errors.IllegalPlacement: 1 key for 3 cards: write one for each, such as t m x; x discards
    """
    if "/" in text:
        return Placement(text)
    words = re.split(r"[\s,;:]+", text.strip())
    keys = _keys(words)
    if keys is None:
        return _named(words, dealt)
    if len(keys) != len(dealt):
        example = " ".join("tmbbbtmmmbbtx"[: len(dealt) - 1] + ("x" if len(dealt) == 3 else "m"))
        some = f"{len(keys)} key{'s' if len(keys) > 1 else ''}"
        raise IllegalPlacement(
            f"{some} for {len(dealt)} cards: write one for each, such as {example}; x discards", code="wrong_count"
        )
    placement: dict[Card, str | None] = {}
    for card, (row, face) in zip(dealt, keys, strict=True):
        placement[card if face is None else Card(f"{card}={face}")] = row
    return {card: row for card, row in placement.items() if row is not None}


def keys_of(placement: Placement, dealt: Sequence[Card]) -> str:
    """The keys for a placement of these cards, as `placement_of` reads them.

    >>> keys_of(Placement("- / X1=Kd / As (2c)"), [Card("As"), Card("2c"), Card("X1")])
    'b x m=Kd'
    """
    placed = {card if card.joker is None else card.joker: (card, row) for card, row in placement.rows.items()}
    keys = []
    for card in dealt:
        laid, row = placed.get(card, (card, "x"))
        keys.append(row[0] + ("=" + str(laid).partition("=")[2] if laid != card else ""))
    return " ".join(keys)


def _keys(words: Sequence[str]) -> list[tuple[str | None, str | None]] | None:
    """A row for each key, with the face for a joker after =; None where the words are no keys."""
    keys: list[tuple[str | None, str | None]] = []
    for word in words:
        whole, _, face = word.partition("=")
        if whole.lower() in _ROWS:
            keys.append((_ROWS[whole.lower()], face or None))
            continue
        found = re.findall(r"([tmbx-])(?:=([2-9TJQKA][cdhs]))?", word)
        if not found or "".join(row + (f"={face}" if face else "") for row, face in found) != word:
            return None
        keys += [(_ROWS[row], face or None) for row, face in found]
    return keys


def _named(words: Sequence[str], dealt: Sequence[Card]) -> dict[Card, str | None]:
    """Cards, each followed by its row; several cards may share the row that follows them."""
    placement: dict[Card, str | None] = {}
    waiting: list[Card] = []
    for word in words:
        if word.lower() in _ROWS:
            if not waiting:
                raise IllegalPlacement(f"{word!r} stands before any card", code="wrong_text")
            placement.update(dict.fromkeys(waiting, _ROWS[word.lower()]))
            waiting = []
            continue
        try:
            waiting.append(Card(word[:-1].upper() + word[-1:].lower() if len(word) in (2, 3) else word))
        except InvalidCards:
            known = ", ".join(map(str, dealt))
            raise IllegalPlacement(
                f"{word!r} is no row (t m b, x discards) and no card of yours ({known}); ? helps", code="wrong_text"
            ) from None
    if waiting:
        raise IllegalPlacement(f"which row for {' '.join(map(str, waiting))}? t m b, x discards", code="wrong_text")
    return {card: row for card, row in placement.items() if row is not None}
