"""`Hand`: one deal, from the first card to the score, that a server can trust."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, TypeAlias

from . import _core, notation, record
from ._core import Placement
from .cards import CardsLike
from .cards import cards as cards_of
from .checks import as_whole, show
from .errors import InvalidCards, InvalidRecord, InvalidRules
from .fairness import Commitment, Reveal, Secret
from .rules import RulesLike, name_of, rules_of
from .state import HandState, Setup, setup_of
from .view import View

__all__ = ["Hand", "Placement", "PlacementLike", "resample"]

PlacementLike: TypeAlias = Placement | str | Mapping[Any, str | None]
"""What is taken for a placement: a Placement, its text, or a mapping of cards to rows."""

_HANDS: Final = 2**56


class Hand(HandState):
    """One deal: a state machine that says who may act, refuses what is illegal, and remembers everything.

    `rules` are `Rules`, a preset's name or a mapping; `seats` 2 to 4; `button` the seat with the button. `fantasyland`
    maps seats to the cards they get in Fantasyland, `choice` lists the seats that hold The Choice, `stacks` are the
    points that each seat has left under a cap.

    The cards come from the system's randomness; or from `seed`, an int below 2**256: then hand `number` of that seed is
    the same everywhere, in simulations too; or from `deck`, all cards in the order in which they are dealt. Who can
    guess the seed knows the cards: where that matters, leave it out.

    A hand that the deck is too small for raises `InvalidRules` with the sum.

    >>> hand = Hand("pineapple", seats=2, button=0, seed=7)
    >>> hand.to_act, [str(card) for card in hand.dealt(1)]
    ((1,), ['7c', 'Qs', 'Jc', 'Ac', '8c'])
    >>> hand.place(1, {"Qs": "top", "Ac": "middle", "7c": "bottom", "8c": "bottom", "Jc": "bottom"})
    >>> print(hand.board(1))
    Qs / Ac / 7c Jc 8c
    >>> hand.to_act
    (0,)
    """

    __slots__ = ("_secret",)

    _secret: Secret | None

    def __init__(
        self,
        rules: RulesLike = "pineapple",
        seats: int = 2,
        button: int = 0,
        *,
        seed: int | None = None,
        number: int = 0,
        deck: CardsLike | None = None,
        fantasyland: Mapping[int, int] | Sequence[int] | None = None,
        choice: Iterable[int] = (),
        stacks: Sequence[int] | None = None,
    ) -> None:
        setup = setup_of(rules_of(rules), seats, button, fantasyland, choice, stacks)
        nth = as_whole(number)
        if nth is None or not 0 <= nth < _HANDS:
            message = f"Hand: number={show(number)}; allowed are whole numbers from 0 below 2**56"
            raise InvalidRules(message, code="wrong_number")
        seed_bytes = secrets.token_bytes(32) if seed is None else _seed_bytes("Hand", seed)
        first = _core.deal_deck(seed_bytes, nth, setup.rules.jokers) if deck is None else bytes(cards_of(deck))
        key = _core.deal_key(seed_bytes, nth) if setup.rules.reuse_discards else bytes(32)
        self._fill(setup, setup.open([first], key), Secret(seed_bytes, nth, deck is None, key))

    def _fill(self, setup: Setup, flow: _core.Flow, secret: Secret | None) -> None:
        self._setup = setup
        self._flow = flow
        self._secret = secret

    @classmethod
    def _of(cls, setup: Setup, flow: _core.Flow, secret: Secret | None) -> Hand:
        hand = cls.__new__(cls)
        hand._fill(setup, flow, secret)
        return hand

    @classmethod
    def observe(
        cls,
        rules: RulesLike = "pineapple",
        seats: int = 2,
        button: int = 0,
        *,
        fantasyland: Mapping[int, int] | Sequence[int] | None = None,
        choice: Iterable[int] = (),
        stacks: Sequence[int] | None = None,
    ) -> Hand:
        """A hand to be recorded as it is seen: no card is known until it is given.

        `learn` says what a seat was dealt, as far as somebody saw it; `place` takes cards that were not known before;
        `set_face_down` and `show` record Fantasyland boards. Discards that nobody saw stay unknown.

        >>> hand = Hand.observe("pineapple")
        >>> hand.place(1, {"Qs": "top", "Ac": "middle", "7c": "bottom", "8c": "bottom", "Jc": "bottom"})
        >>> hand.learn(0, "2c 2d 5h")
        >>> print(hand)
        seat 0  - / - / -  (button, to act)
                holds 2c 2d 5h ?? ??
        seat 1  Qs / Ac / 7c 8c Jc
        """
        setup = setup_of(rules_of(rules), seats, button, fantasyland, choice, stacks)
        return cls._of(setup, setup.open([], None), None)

    # Acting: verify, can and do are one function of the core.

    def verify_placement(self, seat: int, placement: PlacementLike) -> Placement:
        """The placement as it would be applied; raises `IllegalPlacement` with the reason where it may not be.

        >>> hand = Hand("pineapple", seed=7)
        >>> hand.verify_placement(1, {"Qs": "top"})
        Traceback (most recent call last):
        ofcpoker.errors.IllegalPlacement: verify_placement: seat 1: 1 of 5 dealt cards are placed; now 5 must be
        """
        return self._flow.verify(seat, placement)

    def can_place(self, seat: int, placement: PlacementLike) -> bool:
        """Whether the seat may place its cards so now."""
        return self._flow.can(seat, placement)

    def place(self, seat: int, placement: PlacementLike, *, at: int | None = None) -> None:
        """Places a seat's cards; what is not placed is discarded.

        `at` is the number of the event that the action answers, `hand.at(seat)` when the player saw the cards: a
        message that comes late or twice raises `StaleAction` and changes nothing. What is illegal raises
        `IllegalPlacement`.
        """
        self._flow.place(seat, placement, at)

    def time_out(self, seat: int, *, at: int | None = None) -> Placement:
        """Places the cards of a seat whose time is over, by `timeout_order`; jokers are declared 2h, 3h, 4h."""
        return self._flow.time_out(seat, at)

    def verify_surrender(self, seat: int) -> None:
        """Raises `IllegalPlacement` with the reason where the seat may not surrender."""
        self._flow.verify_surrender(seat)

    def can_surrender(self, seat: int) -> bool:
        """Whether the seat may surrender now: before its own last placement, where the rules allow it."""
        try:
            self._flow.verify_surrender(seat)
        except ValueError:
            return False
        return True

    def surrender(self, seat: int, *, at: int | None = None) -> None:
        """A seat gives up."""
        self._flow.surrender(seat, at)

    def undo(self) -> None:
        """Takes the last action back, whoever did it. Raises `IllegalPlacement` when nobody has acted.

        In a hand that is observed the cards that it placed, and those dealt since, are unknown again: so what was told
        wrongly can be put right.
        """
        self._flow.undo()

    def copy(self) -> Hand:
        """An independent copy."""
        hand = Hand.__new__(Hand)
        hand._setup = self._setup
        hand._flow = self._flow.copy()
        hand._secret = self._secret
        return hand

    __copy__ = copy

    def __deepcopy__(self, _memo: dict[int, Any]) -> Hand:
        return self.copy()

    # Hands recorded as they are seen.

    @property
    def is_known(self) -> bool:
        """Whether every card of the deck is known: not so in a hand that is observed."""
        return self._flow.is_known

    def learn(self, seat: int, cards: CardsLike) -> None:
        """Unknown cards that a seat holds become known. Raises `IllegalPlacement` where they cannot be those."""
        self._flow.learn(seat, cards)

    def set_face_down(self, seat: int) -> None:
        """A seat that sets its cards hidden has done so.

        Nobody saw how they lie: so none of them is known until `show`.
        """
        if self._secret is not None:
            raise InvalidRecord("set_face_down: the cards of this hand are known; place them", code="not_observed")
        self._flow.set_face_down(seat)

    def show(self, seat: int, placement: PlacementLike) -> None:
        """The board that a seat set face down is seen."""
        self._flow.show(seat, placement)

    # What others may know.

    def view(self, seat: int | None = None) -> View:
        """What a seat may know of the hand, or, with None, a spectator. It holds nothing else, in any form.

        >>> view = Hand("pineapple", seed=7).view(0)
        >>> view.dealt(1)
        (None, None, None, None, None)
        """
        return View._of(self._setup, self._flow.view(seat), seat)

    # Proofs.

    @property
    def commitment(self) -> Commitment:
        """What to publish before the hand: a salted hash of each position of the deck, and of the key of reshuffles."""
        return self._proven().commitment(self._flow.decks()[0])

    def reveal(self, seat: int | None) -> Reveal:
        """What opens the commitment for a seat after the hand: the cards that it may know, and no other's discards."""
        self._after("reveal")
        return self._proven().reveal(self._flow.view(seat).decks()[0], seat)

    def reveal_all(self) -> Reveal:
        """What opens the whole commitment after the hand: for an auditor."""
        self._after("reveal_all")
        return self._proven().reveal_all(self._flow.decks()[0])

    def _proven(self) -> Secret:
        if self._secret is None:
            raise InvalidRecord("commitment: the cards of this hand are not all known", code="unknown_cards")
        return self._secret

    def _after(self, operation: str) -> None:
        if not self.is_over:
            raise InvalidRecord(f"{operation}: the hand is not over; to act: {self.to_act}", code="hand_not_over")

    # Records.

    @property
    def next_hand(self) -> dict[str, Any]:
        """How the next hand at the same seats begins: `button`, `fantasyland` and `choice`, to be passed to `Hand`.

        Raises `InvalidRecord` before the hand is over.
        """
        self._after("next_hand")
        button, fantasyland, choice = self._flow.next_start(self.rules.payoff)
        return {"button": button, "fantasyland": fantasyland, "choice": choice}

    def to_json(self) -> str:
        """The whole record, secrets included: for the server's store. `from_json` brings it back."""
        return record.hand_json(self)

    @classmethod
    def from_json(cls, text: str | bytes) -> Hand:
        """A hand from its record. Raises `InvalidRecord`, naming the event that breaks, when it does not replay."""
        return cls.from_dict(record.parsed(text))

    def to_dict(self) -> dict[str, Any]:
        """The record in plain JSON types."""
        return record.parsed(self.to_json())

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Hand:
        """A hand from `to_dict`."""
        setup, flow, secret = record.load_hand(data)
        return cls._of(setup, flow, secret)

    def to_text(self) -> str:
        """The record for people, one event a line; `from_text` reads it back."""
        return notation.to_text(self.to_dict())

    @classmethod
    def from_text(cls, text: str) -> Hand:
        """A hand from its text."""
        return cls.from_dict(notation.from_text(text))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Hand):
            return NotImplemented
        return self._setup == other._setup and self._flow == other._flow

    __hash__ = None  # type: ignore[assignment]

    def __reduce__(self) -> tuple[Any, ...]:
        return Hand.from_json, (self.to_json(),)

    def __str__(self) -> str:
        return self._drawing()

    def __repr__(self) -> str:
        state = "over" if self.is_over else f"street {self.street}, to act {', '.join(map(str, self.to_act))}"
        return f"<Hand of {self.seats} seats, {name_of(self.rules)}: {state}>"


def _seed_bytes(operation: str, seed: int) -> bytes:
    whole = as_whole(seed)
    if whole is None or not 0 <= whole < 2**256:
        message = f"{operation}: seed={show(seed)}; allowed are whole numbers from 0 below 2**256"
        raise InvalidRules(message, code="wrong_seed")
    return whole.to_bytes(32, "little")


def resample(view: View, seed: int) -> Hand:
    """A full hand that looks to the viewer as `view` does: every card they cannot see is drawn at random.

    All deals of the cards that do are as likely, the cards to come included (very nearly, where discards were
    shuffled back in more than once). What others set face down lies as the best arrangement of the cards drawn. For
    search and bots.

    >>> view = Hand("pineapple", seed=7).view(1)
    >>> resample(view, seed=1).view(1) == view
    True
    """
    if not isinstance(view, View):
        raise InvalidCards(f"resample: {show(view)} is not a View", code="not_a_view")
    flow, key = view._flow.resample(_seed_bytes("resample", seed), view.rules.payoff)
    return Hand._of(view._setup, flow, Secret(None, 0, False, key))
