"""The compiled core. Private: what is public is re-exported by `ofcpoker`."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final, SupportsIndex, final

import numpy as np
import numpy.typing as npt

from .cards import Card, CardsLike

__all__ = [
    "CATEGORIES",
    "COLUMNS",
    "KERNELS",
    "MOST_STAY_VALUE",
    "POLICIES",
    "STAY_VALUES",
    "Flow",
    "Goal",
    "HandRank",
    "LegalPlacements",
    "LowRank",
    "Payoff",
    "Placement",
    "RowTable",
    "Simulation",
    "Table",
    "Tally",
    "board_bytes",
    "board_fantasyland",
    "board_is_foul",
    "board_place",
    "board_reading",
    "board_royalties",
    "board_text",
    "card_id",
    "card_ids",
    "card_text",
    "deal_deck",
    "deal_key",
    "evaluate",
    "evaluate_low",
    "evaluate_low_many",
    "evaluate_many",
    "pays_royalties",
    "register_cards",
    "register_errors",
    "sample_boards",
    "score",
    "score_many",
    "strength",
]

CATEGORIES: Final[tuple[str, ...]]
KERNELS: Final[tuple[str, ...]]
POLICIES: Final[tuple[str, ...]]
"""Names of the players."""
MOST_STAY_VALUE: Final[float]
"""The most that a next Fantasyland may be worth, either way."""
STAY_VALUES: Final[dict[int, float]]
"""What the players take a Fantasyland of so many cards to be worth."""
COLUMNS: Final[tuple[str, ...]]
"""What can be kept of every hand of a simulation."""

def register_cards(cards: tuple[SupportsIndex, ...]) -> None: ...
def register_errors(classes: dict[str, type[ValueError]]) -> None: ...

@final
class HandRank:
    """The rank of a row of three or five cards: which hand it is and how strong, higher is better.

    One order for all rows: the category, then the ranks, groups before kickers; a card that a row of three lacks counts
    below every rank. Suits never count. `HandRank(strength)` decodes the ints of `strength` and `evaluate_many`; an int
    that no row has raises `InvalidCards`. Immutable, hashable, pickled.

    >>> rank = evaluate("As Ah Ac Kd Kc")
    >>> print(rank)
    full house, aces over kings
    >>> rank.category, rank.ranks
    ('full house', (14, 14, 14, 13, 13))
    >>> rank > evaluate("Ks Kh Kc") and HandRank(rank.strength) == rank
    True
    """

    def __new__(cls, strength: SupportsIndex) -> HandRank: ...
    @property
    def strength(self) -> int:
        """The place in the order as an int of at most 24 bits: category << 20, then five nibbles of ranks."""

    @property
    def category(self) -> str:
        """One of `CATEGORIES`."""

    @property
    def ranks(self) -> tuple[int, ...]:
        """The ranks 2..14 in the order in which they are compared; the ace of a five-high straight is 1."""

    def __int__(self) -> int: ...
    def __hash__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __lt__(self, other: HandRank, /) -> bool: ...
    def __le__(self, other: HandRank, /) -> bool: ...
    def __gt__(self, other: HandRank, /) -> bool: ...
    def __ge__(self, other: HandRank, /) -> bool: ...
    def __getnewargs__(self) -> tuple[int]: ...

@final
class LowRank:
    """The rank of five cards as a deuce-to-seven low: higher is better, so the lower hand.

    Aces are high, straights and flushes count against the hand; the best is 7-5-4-3-2 of mixed suits.

    >>> nine = evaluate_low("9d 8s 6h 4d 3d")
    >>> print(nine)
    nine low, 9-8-6-4-3
    >>> nine < evaluate_low("7c 5d 4h 3s 2c"), nine.qualifies
    (True, True)
    """

    def __new__(cls, strength: SupportsIndex) -> LowRank: ...
    @property
    def strength(self) -> int:
        """The place in the order as an int of at most 24 bits."""

    @property
    def category(self) -> str:
        """The hand that the five cards make when read high, with a five-high straight as ace high."""

    @property
    def ranks(self) -> tuple[int, ...]:
        """The ranks 2..14 in the order in which they are compared, groups before single cards."""

    @property
    def qualifies(self) -> bool:
        """Whether it is ten low or better, as a deuce-to-seven middle must be."""

    def __int__(self) -> int: ...
    def __hash__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __lt__(self, other: LowRank, /) -> bool: ...
    def __le__(self, other: LowRank, /) -> bool: ...
    def __gt__(self, other: LowRank, /) -> bool: ...
    def __ge__(self, other: LowRank, /) -> bool: ...
    def __getnewargs__(self) -> tuple[int]: ...

def evaluate(cards: CardsLike, five_of_a_kind: bool = True) -> HandRank:
    """The rank of a row of 3 or 5 cards.

    A joker counts as whatever makes the row strongest, but never as a card that is in the row, save as the fifth of a
    rank whose four are there; with `five_of_a_kind=False` five equal ranks count as quads with the highest other rank.
    A declared joker counts as its card. Raises `InvalidCards` for another number of cards, or a card twice.

    >>> print(evaluate("As Ks Qs Js Ts"))
    royal flush
    >>> print(evaluate("7d 7c X1"))
    trips, sevens
    """

def evaluate_low(cards: CardsLike) -> LowRank:
    """The rank of five natural cards as a deuce-to-seven low. Raises `InvalidCards` for anything else.

    >>> print(evaluate_low("7c 5d 4h 3s 2c"))
    seven low, 7-5-4-3-2
    """

def strength(cards: CardsLike, five_of_a_kind: bool = True) -> int:
    """The strength of a row of 3 or 5 cards as an int, higher is better: `evaluate(cards).strength` without the object.

    >>> strength("7d 7c 7s") < strength("7d 7c 7s 3h 2h")
    True
    """

def evaluate_many(
    rows: npt.ArrayLike,
    out: npt.NDArray[np.uint32] | None = None,
    columns: bool = False,
    kernel: str | None = None,
) -> npt.NDArray[np.uint32]:
    """Strengths of many rows of three or five natural cards, as ints on the scale of `strength`.

    `rows` is a uint8 array of card ids 0..51 of shape (N, 5) or (N, 3), of any strides; with `columns=True` of shape
    (5, N) or (3, N): the first cards of all rows, then the second cards, and so on. Other integers are checked and
    converted. The result is a uint32 array of shape (N,): `out`, where it is given (contiguous, writable, uint32),
    else a new one. `kernel` names the instructions to use, one of `KERNELS`; by default the fastest that are here.

    Every row is checked before anything is written: `InvalidCards` names the first row with an id that is no natural
    card, or a card twice, and tells of another dtype or shape; `out` is then as it was. Other threads run meanwhile.

    >>> import numpy as np
    >>> rows = np.array([[51, 47, 43, 39, 35], [0, 4, 8, 12, 51]], np.uint8)  # As Ks Qs Js Ts, 2c 3c 4c 5c As
    >>> [str(HandRank(strength)) for strength in evaluate_many(rows)]
    ['royal flush', 'straight, five high']
    """

def evaluate_low_many(
    rows: npt.ArrayLike,
    out: npt.NDArray[np.uint32] | None = None,
    columns: bool = False,
    kernel: str | None = None,
) -> npt.NDArray[np.uint32]:
    """Strengths of many rows of five natural cards as deuce-to-seven lows: the ints of `LowRank`, higher is better.

    Arguments, result and errors are those of `evaluate_many`, with rows of five alone.

    >>> import numpy as np
    >>> rows = np.array([[23, 12, 8, 7, 0], [51, 47, 43, 39, 35]], np.uint8)  # 7s 5c 4c 3s 2c, a royal flush
    >>> [str(LowRank(strength)) for strength in evaluate_low_many(rows)]
    ['seven low, 7-5-4-3-2', 'royal flush']
    """

def card_id(card: str | SupportsIndex) -> int: ...
def card_text(id: SupportsIndex) -> str: ...
def card_ids(cards: CardsLike, operation: str) -> bytes: ...
def board_bytes(board: object, operation: str) -> bytes: ...
def board_text(board: bytes) -> str: ...
def board_place(board: bytes, card: str | SupportsIndex, row: str) -> bytes: ...

@final
class Payoff:
    """Rules compiled for the core; `Rules.payoff` makes it."""

    def __new__(
        cls,
        *,
        row: int,
        scoop: int,
        majority: int,
        foul_pays_royalties: bool,
        top_royalties: Sequence[int],
        middle_royalties: Sequence[int],
        bottom_royalties: Sequence[int],
        low_royalties: Sequence[int],
        entry: Sequence[int],
        entry_low: Sequence[int],
        base: int,
        stay_middle: str | None,
        stay_cards: str | int,
        top_kickers: bool,
        deuce_to_seven: bool,
        jokers: int,
        joker_mode: str,
        five_of_a_kind: bool,
        spades: str | None,
        moon: int | None,
        moon_in_fantasyland: bool,
        surrender: int,
        cap: int | None,
        cap_mode: str,
        the_choice: bool,
    ) -> Payoff: ...

def board_is_foul(board: bytes, payoff: Payoff) -> bool: ...
def board_royalties(board: bytes, payoff: Payoff) -> tuple[int, int, int]: ...
def board_fantasyland(board: bytes, payoff: Payoff, current: int) -> int: ...
def board_reading(board: bytes, payoff: Payoff) -> tuple[tuple[int, int, int], bytes] | None: ...
def score(
    boards: Sequence[bytes],
    payoff: Payoff,
    fantasyland: Sequence[int],
    surrendered: Sequence[bool],
    stacks: Sequence[int] | None,
    button: int,
) -> tuple[tuple[Any, ...], tuple[Any, ...]]: ...
def score_many(
    boards: npt.NDArray[np.uint8],
    payoff: Payoff,
    fantasyland: npt.NDArray[np.uint8] | None,
    surrendered: npt.NDArray[np.bool_] | None,
    stacks: npt.NDArray[np.int32] | None,
    button: npt.NDArray[np.uint8] | None,
    parts: bool,
    kernel: str | None,
) -> tuple[npt.NDArray[np.int32], tuple[Any, ...] | None]: ...

@final
class RowTable:
    """Opponents' boards, counted for one set of rules; `ofcpoker.RowTable` keeps it."""

    def __new__(cls, boards: npt.NDArray[np.uint8], payoff: Payoff, operation: str) -> RowTable: ...
    def __len__(self) -> int: ...

@final
class Goal:
    """Rules, stay values by card count and opponents, compiled for `arrange`."""

    def __new__(
        cls,
        payoff: Payoff,
        current: int,
        stay: Sequence[float],
        opponents: Sequence[tuple[bytes, int]] | None,
        sample: RowTable | None,
        operation: str,
    ) -> Goal: ...
    def arrange(self, cards: CardsLike, top: int) -> list[tuple[Any, ...]]: ...
    def arrange_many(
        self, deals: npt.NDArray[np.uint8], threads: int, progress: Callable[[int], object] | None
    ) -> tuple[Any, ...]: ...

def pays_royalties(payoff: Payoff) -> bool: ...
def sample_boards(payoff: Payoff, boards: int, seed: int) -> npt.NDArray[np.uint8]: ...

@final
class Placement:
    """Which row each of some cards goes to.

    Written as a board of the new cards, `top / middle / bottom`, with the discards in brackets; made from that text,
    or from a mapping of cards to rows. Two placements are equal when they put the same cards into the same rows and
    discard the same. Immutable, hashable, pickled.

    >>> placement = Placement({"As": "bottom", "Kd": "top"})
    >>> print(placement)
    Kd / - / As
    >>> Placement("Kd / - / As (2c)").discards
    (Card('2c'),)
    >>> placement.rows
    {Card('As'): 'bottom', Card('Kd'): 'top'}
    """

    def __new__(cls, placement: Placement | str | Mapping[Any, str | None]) -> Placement: ...
    @property
    def top(self) -> tuple[Card, ...]:
        """Cards for the top row."""

    @property
    def middle(self) -> tuple[Card, ...]:
        """Cards for the middle row."""

    @property
    def bottom(self) -> tuple[Card, ...]:
        """Cards for the bottom row."""

    @property
    def discards(self) -> tuple[Card, ...]:
        """Cards that are named as discarded."""

    @property
    def rows(self) -> dict[Card, str]:
        """The row of each card that is placed: a mapping that `Hand.place` takes too."""

    def __hash__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __getnewargs__(self) -> tuple[str]: ...

@final
class LegalPlacements:
    """The legal placements of a seat at one moment: counted, never listed.

    A sequence: `in`, `len`, iteration, indexing, so that `random.choice` picks one, every one as likely. It stays what
    it was when the hand goes on.

    >>> from ofcpoker import Hand
    >>> legal = Hand("pineapple", seed=7).legal_placements(1)
    >>> len(legal)
    232
    >>> legal[0] in legal, {"As": "top"} in legal
    (True, False)
    """

    def __len__(self) -> int: ...
    def __getitem__(self, index: int, /) -> Placement: ...
    def __contains__(self, placement: object, /) -> bool: ...
    def __iter__(self) -> Iterator[Placement]: ...

@final
class Table:
    """The flow's part of the rules of a table; `state.py` makes it."""

    def __new__(
        cls,
        payoff: Payoff,
        *,
        seats: int,
        deal: str,
        street_order: str,
        fantasyland_order: str,
        button_in_fantasyland: str,
        reuse_discards: bool,
        timeout_order: str,
        choice_max_debt: int | None,
    ) -> Table: ...

@final
class Flow:
    """The state of one hand; `Hand` and `View` hold it."""

    def __new__(
        cls,
        table: Table,
        button: int,
        fantasyland: Sequence[int],
        choice: Sequence[bool],
        decks: Sequence[bytes],
        key: bytes | None,
    ) -> Flow: ...
    @property
    def to_act(self) -> tuple[int, ...]: ...
    @property
    def is_over(self) -> bool: ...
    @property
    def is_known(self) -> bool: ...
    @property
    def street(self) -> int: ...
    @property
    def stub(self) -> int: ...
    @property
    def reshuffles(self) -> int: ...
    @property
    def fantasyland(self) -> tuple[int, ...]: ...
    @property
    def surrendered(self) -> tuple[int, ...]: ...
    @property
    def count(self) -> int: ...
    def dealt(self, seat: int) -> tuple[Card | None, ...]: ...
    def discards(self, seat: int) -> tuple[Card | None, ...]: ...
    def board(self, seat: int) -> bytes: ...
    def face_down(self, seat: int) -> int: ...
    def debt(self, seat: int) -> int: ...
    def answers(self, seat: int) -> int: ...
    def legal(self, seat: int) -> LegalPlacements: ...
    def verify(self, seat: int, placement: object) -> Placement: ...
    def can(self, seat: int, placement: object) -> bool: ...
    def place(self, seat: int, placement: object, at: int | None = None, late: bool = False) -> None: ...
    def set_face_down(self, seat: int) -> None: ...
    def show(self, seat: int, placement: object) -> None: ...
    def timed_out(self, seat: int) -> Placement: ...
    def time_out(self, seat: int, at: int | None = None) -> Placement: ...
    def verify_surrender(self, seat: int) -> None: ...
    def surrender(self, seat: int, at: int | None = None) -> None: ...
    def undo(self) -> None: ...
    def copy(self) -> Flow: ...
    def view(self, viewer: int | None) -> Flow: ...
    def resample(self, seed_bytes: bytes, payoff: Payoff) -> tuple[Flow, bytes]: ...
    def learn(self, seat: int, cards: CardsLike) -> None: ...
    def learn_slots(self, seat: int, cards: bytes) -> None: ...
    def decks(self) -> list[bytes]: ...
    def deck(self) -> bytes: ...
    def events(self) -> list[tuple[Any, ...]]: ...
    def events_json(self, points: Sequence[int] | None = None) -> str: ...
    def next_start(self, payoff: Payoff) -> tuple[int, tuple[int, ...], tuple[int, ...]]: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    __hash__: None  # type: ignore[assignment]

def deal_deck(seed_bytes: bytes, hand: int, jokers: int) -> bytes: ...
def deal_key(seed_bytes: bytes, hand: int) -> bytes: ...

@final
class Simulation:
    """What a simulation plays."""
    def __new__(
        cls,
        table: Table,
        payoff: Payoff,
        *,
        policies: Sequence[object],
        seed: bytes,
        button: int | None,
        fantasyland: Sequence[int],
        choice: Sequence[bool],
        length: int | None,
        play_out: bool,
        duplicate: bool,
        keep: Sequence[str],
    ) -> Simulation: ...
    @property
    def units(self) -> int: ...
    def run(
        self, start: int, stop: int, threads: int, poll: Callable[[], bool] | None
    ) -> tuple[Tally, dict[str, npt.NDArray[Any]], list[tuple[int, int]]]: ...
    def trace(self, unit: int) -> list[tuple[Any, ...]]: ...

@final
class Tally:
    """What a simulation has counted, in whole numbers."""
    def __new__(cls, players: int) -> Tally: ...
    @staticmethod
    def from_bytes(bytes: bytes) -> Tally: ...
    def to_bytes(self) -> bytes: ...
    def merge(self, other: Tally) -> None: ...
    def copy(self) -> Tally: ...
    @property
    def units(self) -> int: ...
    @property
    def hands(self) -> int: ...
    def to_dict(self) -> dict[str, Any]: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __reduce__(self) -> tuple[Any, ...]: ...
    __hash__: None  # type: ignore[assignment]
