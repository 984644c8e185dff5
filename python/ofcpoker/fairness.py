"""Proofs that the cards of a hand were fixed before it began.

Before the hand the server publishes `hand.commitment`: for each position of the deck SHA-256 of a salt, the position
and the card, and the same for the key that orders reshuffles. The salts differ from position to position, so that
after the hand some positions can be opened without the others: `hand.reveal(seat)` opens what that seat may know.
`verify_deal` checks it.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from . import _core
from .cards import Card
from .checks import show
from .errors import InvalidRecord, OfcError
from .events import Dealt, Reshuffled

if TYPE_CHECKING:
    from .state import HandState

__all__ = ["Commitment", "Reveal", "verify_deal"]

_BACK: Final = 254


@dataclass(frozen=True, slots=True)
class Secret:
    """What the server knows and nobody else before the hand is over; a repr, which gets into logs, does not show it."""

    seed: bytes | None = field(repr=False)
    """None for a hand drawn from a view: it has nothing to prove."""
    number: int
    is_seeded: bool
    """The deck is that of the seed; else it was given."""
    key: bytes = field(repr=False)
    """Orders the reshuffles."""

    def _salt(self, what: str) -> bytes:
        if self.seed is None:
            raise InvalidRecord("commitment: this hand was drawn from a view; no deal was promised", code="no_deal")
        root = hmac.digest(self.seed, b"ofcpoker salt %d" % self.number, "sha256")
        return hmac.digest(root, what.encode(), "sha256")

    def commitment(self, deck: bytes) -> Commitment:
        cards = tuple(_hash(self._salt(f"card {at}"), _promise(at, card)) for at, card in enumerate(deck))
        return Commitment(cards, _hash(self._salt("key"), b"key " + self.key))

    def reveal(self, deck: bytes, seat: int | None) -> Reveal:
        known = ((at, card) for at, card in enumerate(deck) if card != _BACK)
        return Reveal(seat, {at: (Card(card), self._salt(f"card {at}").hex()) for at, card in known}, None)

    def reveal_all(self, deck: bytes) -> Reveal:
        return Reveal(None, self.reveal(deck, None).cards, (self.key.hex(), self._salt("key").hex()))


def _promise(at: int, card: int) -> bytes:
    return f"{at} {Card(card)}".encode()


def _hash(salt: bytes, promise: bytes) -> str:
    return hashlib.sha256(salt + promise).hexdigest()


@dataclass(frozen=True, slots=True)
class Commitment:
    """What is published before a hand: one hash for each position of the deck, and one for the key of reshuffles.

    `cards[i]` is SHA-256, in hex, of 32 bytes of salt and the text `"i card"`, such as `"0 As"`; `key` that of its
    salt, `"key "` and the 32 bytes of the key.

    >>> from ofcpoker import Hand
    >>> commitment = Hand("pineapple", seed=7).commitment
    >>> len(commitment.cards), commitment.cards[0][:16]
    (52, '...')
    >>> Commitment.from_dict(commitment.to_dict()) == commitment
    True
    """

    cards: tuple[str, ...]
    key: str

    def to_dict(self) -> dict[str, Any]:
        """The commitment in plain JSON types."""
        return {"cards": list(self.cards), "key": self.key}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Commitment:
        """A commitment from `to_dict`."""
        try:
            return cls(tuple(str(card) for card in data["cards"]), str(data["key"]))
        except (IndexError, KeyError, TypeError, ValueError) as error:
            raise InvalidRecord(f"Commitment: {show(data)} is none", code="not_a_commitment") from error


@dataclass(frozen=True, slots=True)
class Reveal:
    """What opens a commitment after the hand, in part or, for an auditor, wholly."""

    seat: int | None
    """Whose reveal it is; None for a spectator's and an auditor's."""
    cards: Mapping[int, tuple[Card, str]]
    """For each position that is opened the card and the salt in hex."""
    key: tuple[str, str] | None
    """The key of reshuffles and its salt in hex, for an auditor."""

    def to_dict(self) -> dict[str, Any]:
        """The reveal in plain JSON types."""
        cards = {str(at): [str(card), salt] for at, (card, salt) in self.cards.items()}
        return {"seat": self.seat, "cards": cards, "key": None if self.key is None else list(self.key)}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Reveal:
        """A reveal from `to_dict`."""
        try:
            cards = {int(at): (Card(card), str(salt)) for at, (card, salt) in data["cards"].items()}
            key = data["key"]
            return cls(data["seat"], cards, None if key is None else (str(key[0]), str(key[1])))
        except (AttributeError, IndexError, KeyError, TypeError, ValueError) as error:
            raise InvalidRecord(f"Reveal: {show(data)} is none: {error}", code="not_a_reveal") from error


def verify_deal(
    commitment: Commitment | Mapping[str, Any],
    reveal: Reveal | Mapping[str, Any],
    record: HandState | str | bytes | Mapping[str, Any],
) -> None:
    """Checks that a hand was dealt as it was promised; raises `InvalidRecord` saying what is wrong where it was not.

    `record` is a `Hand` or a `View`, or the JSON of one. Every card that is revealed must be what the commitment
    promised at its position, and what the record has there; and every card that a view knows must have been revealed.
    With an auditor's reveal the whole deck and the order of the reshuffles are checked; a seat's reveal proves what was
    dealt before the first of them.

    >>> from ofcpoker import Hand
    >>> hand = Hand("pineapple", seed=7)
    >>> commitment = hand.commitment
    >>> while not hand.is_over:
    ...     hand.place(hand.to_act[0], hand.legal_placements(hand.to_act[0])[0])
    >>> verify_deal(commitment, hand.reveal(1), hand.view(1))
    >>> verify_deal(commitment, hand.reveal_all(), hand)
    """
    from .game import Hand
    from .record import parsed
    from .view import View

    promised = commitment if isinstance(commitment, Commitment) else Commitment.from_dict(commitment)
    opened = reveal if isinstance(reveal, Reveal) else Reveal.from_dict(reveal)
    if not isinstance(record, Hand | View):
        data = record if isinstance(record, Mapping) else parsed(record)  # type: ignore[arg-type]
        record = View.from_dict(data) if data.get("kind") == "view" else Hand.from_dict(data)
    for at, (card, salt) in opened.cards.items():
        if not 0 <= at < len(promised.cards) or _checked(salt, _promise(at, card)) != promised.cards[at]:
            _refuse("broken_promise", f"position {at} of the deck was not promised to be {card}", at)
    dealt = _dealt(record)
    for at, known in dealt.items():
        shown = opened.cards.get(at)
        if shown is not None and shown[0] != known:
            _refuse("other_card", f"position {at} of the deck is {shown[0]}, but {known} was dealt from it", at)
        if shown is None and isinstance(record, View):
            _refuse("not_revealed", f"position {at} of the deck, {known}, was not opened", at)
    if opened.key is not None:
        _audit(promised, opened, record)


def _audit(promised: Commitment, opened: Reveal, record: HandState) -> None:
    """Checks what only the whole reveal shows."""
    assert opened.key is not None
    key, salt = opened.key
    try:
        promise = b"key " + bytes.fromhex(key)
    except ValueError:
        promise = b""
    if _checked(salt, promise) != promised.key:
        _refuse("broken_promise", "the key of reshuffles is not the one that was promised", None)
    missing = [at for at in range(len(promised.cards)) if at not in opened.cards]
    if missing:
        _refuse("not_revealed", f"position {missing[0]} of the deck was not opened", missing[0])
    deck = bytes(opened.cards[at][0] for at in range(len(promised.cards)))
    try:
        flow = record._setup.open([deck], promise[4:])
    except OfcError as error:
        raise InvalidRecord(f"verify_deal: what was promised is no deck: {error}", code="no_deck") from error
    for event in record.events:
        _replay(flow, event)
    if [event[:3] for event in flow.events() if event[0] == "deal"] != [
        ("deal", event.seat, event.cards) for event in record.events if isinstance(event, Dealt)
    ]:
        _refuse("other_order", "the discards were not shuffled back in by the key that was promised", None)


def _replay(flow: _core.Flow, event: Any) -> None:
    from .events import Placed, Surrendered

    try:
        if isinstance(event, Placed):
            flow.place(event.seat, event.placement, None)
        elif isinstance(event, Surrendered):
            flow.surrender(event.seat, None)
    except ValueError as error:
        raise InvalidRecord(f"verify_deal: event {event.number}: {error}", code="other_order") from error


def _dealt(record: HandState) -> dict[int, Card]:
    """The cards that the record knows, by their positions in the deck as it was promised."""
    known: dict[int, Card] = {}
    for event in record.events:
        if isinstance(event, Reshuffled):
            break
        if isinstance(event, Dealt):
            known.update((event.at + i, card) for i, card in enumerate(event.cards) if card is not None)
    return known


def _checked(salt: str, promise: bytes) -> str:
    try:
        return _hash(bytes.fromhex(salt), promise)
    except ValueError:
        return ""


def _refuse(code: str, message: str, position: int | None) -> None:
    raise InvalidRecord(f"verify_deal: {message}", code=code, position=position)
