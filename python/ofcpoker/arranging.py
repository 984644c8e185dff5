"""Fantasyland: the best legal arrangement of 13 to 17 cards, exactly."""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final, TypeAlias

import numpy as np
import numpy.typing as npt

from . import _core
from ._core import HandRank, LowRank
from .arrays import Bytes, card_array
from .board import Board, BoardLike, RowRoyalties
from .cards import Card, CardsLike
from .checks import as_whole, fact, show
from .errors import InvalidBoard, InvalidCards, InvalidRules
from .progress import Progress, reporter
from .rules import Rules, RulesLike, rules_of

__all__ = ["STAY_VALUES", "Arrangement", "Arrangements", "RowTable", "arrange", "arrange_many"]

STAY_VALUES: Final[Mapping[int, float]] = {13: 6.0, 14: 9.7, 15: 14.4, 16: 19.9, 17: 25.8}
"""What a Fantasyland of so many cards is worth, in points against one opponent under the standard royalties.

The 9.7 of 14 cards was measured; the others follow from it with the average royalties and stays of their counts."""

_SAMPLE: Final = 256
_SEED: Final = 1
_COUNTS: Final = range(13, 18)
_MOST_TOP: Final = 10_000

StayValue: TypeAlias = float | Mapping[int, float] | None
Opponents: TypeAlias = "RowTable | BoardLike | Sequence[BoardLike] | npt.NDArray[Any] | None"


class RowTable:
    """Opponents' boards, counted once, to arrange many deals against.

    Built from complete boards under some rules, it is good for those rules only. The boards may share cards.

    >>> boards = ["2c 4h 6d / Ks Qh Th 6c 3s / Ad Kd Tc 6s 3d", "Qh Qc 3d / Ts Js Qd Kc Ah / 7d 7c 7s 2h 2s"]
    >>> table = RowTable.from_boards(boards)
    >>> len(table)
    2
    >>> arrange("Ac Ah Kh 9s 9d 8c 8h 7h 6h 5d 4c 3h 2d 2s", opponents=table).value
    5.5
    """

    __slots__ = ("_rules", "_table")

    _table: _core.RowTable
    _rules: Rules

    def __init__(self, table: _core.RowTable, rules: Rules) -> None:
        object.__setattr__(self, "_table", table)
        object.__setattr__(self, "_rules", rules)

    @classmethod
    def from_boards(cls, boards: Iterable[BoardLike] | npt.NDArray[Any], rules: RulesLike = "pineapple") -> RowTable:
        """Counts complete boards: an array (K, 13) of ids, or any boards. Raises `InvalidBoard` for incomplete ones."""
        return _table("RowTable.from_boards", boards, rules_of(rules))

    @property
    def rules(self) -> Rules:
        """The rules it was built under."""
        return self._rules

    def __len__(self) -> int:
        return len(self._table)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a RowTable does not change (tried to set {name!r})")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a RowTable does not change (tried to delete {name!r})")

    def __repr__(self) -> str:
        return f"<RowTable of {len(self)} boards>"


def _table(operation: str, boards: Any, rules: Rules) -> RowTable:
    if not isinstance(boards, np.ndarray):
        if isinstance(boards, str | Board):
            boards = [boards]
        found = [board if isinstance(board, Board) else Board(board) for board in boards]
        boards = np.frombuffer(b"".join(map(bytes, found)), np.uint8).reshape(-1, 13)
    array = card_array(operation, boards, ("K", 13))
    return RowTable(_core.RowTable(array, rules.payoff, operation), rules)


class Arrangement:
    """A deal's best arrangement: what `arrange` gives. Frozen.

    >>> best = arrange("Ac Ad Kh 9s 9d 8c 8h 7h 6h 5d 4c 3h 2d 2s")
    >>> print(best)
       A♦ A♣ K♥
    2♦ 2♠ 8♣ 8♥ 9♦
    5♦ 6♥ 7♥ 8♥ 9♠
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
        return f"<Arrangement {self.board}, value {_number(self.value)}>"

    def __str__(self) -> str:
        from .display import board_text

        return "\n".join([board_text(self.board), *self._notes()])

    def _notes(self) -> list[str]:
        """What there is to say besides the board, a line each."""
        lines = []
        if self.discards:
            lines.append(f"thrown away  {' '.join(map(str, self.discards))}")
        ranks = self.ranks
        lines.append("rows         " + ("foul, as every arrangement is" if ranks is None else " / ".join(map(str, ranks))))
        top, middle, bottom = self.royalties
        lines.append(f"royalties    {top} + {middle} + {bottom} = {self.royalties.total}")
        if self.fantasyland:
            verb = "stays in" if self._stays else "earns"
            lines.append(f"next hand    {verb} Fantasyland, {self.fantasyland} cards")
        lines.append(f"value        {_number(self.value)}")
        return lines

    def _repr_html_(self) -> str:
        from xml.sax.saxutils import escape

        return f"{self.board._repr_html_()}<pre>{escape(chr(10).join(self._notes()))}</pre>"


def _number(value: float) -> str:
    return f"{value:.4f}".rstrip("0").rstrip(".")


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
        names = ("boards", "discards", "values", "strengths", "royalties", "fantasyland", "foul_is_forced")
        stays = (columns[5] > 0) & inside
        for name, column in zip((*names, "stays"), (*columns, stays), strict=True):
            column.flags.writeable = False
            object.__setattr__(self, name, column)

    def __len__(self) -> int:
        return len(self.values)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"Arrangements do not change (tried to set {name!r})")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"Arrangements do not change (tried to delete {name!r})")

    def __repr__(self) -> str:
        return f"<Arrangements of {len(self)} deals>"


def _is_inside(rules: Rules, fantasyland: bool | None) -> bool:
    if fantasyland is None:
        return rules.deal != "closed"
    if not isinstance(fantasyland, bool):
        raise InvalidRules(f"arrange: fantasyland={show(fantasyland)} is neither True nor False", code="wrong_fantasyland")
    return fantasyland


def _next_counts(rules: Rules, current: int) -> set[int]:
    """The card counts that the next Fantasyland may have."""
    counts = set(rules.entry.values())
    if current and counts:
        stay = rules.stay_cards
        counts |= {current} if stay == "same" else {stay} if isinstance(stay, int) else set()
    return counts


def _stay_list(operation: str, stay_value: StayValue, rules: Rules, current: int) -> tuple[float, ...]:
    """What a next Fantasyland is worth by its count, index 0 for none."""
    if stay_value is None:
        values: Mapping[int, float] = STAY_VALUES
    elif isinstance(stay_value, Mapping):
        values = {}
        for count, value in stay_value.items():
            if as_whole(count) not in _COUNTS:
                raise InvalidRules(
                    f"{operation}: stay_value has a value for {show(count)} cards; counts are 13 to 17",
                    code="wrong_stay_value",
                )
            values[int(count)] = value
        missing = _next_counts(rules, current) - values.keys()
        if missing:
            raise InvalidRules(
                f"{operation}: stay_value has no value for {min(missing)} cards, which the rules can give",
                code="wrong_stay_value",
            )
    else:
        values = dict.fromkeys(_COUNTS, stay_value)
    found = [0.0] * 18
    for count, value in values.items():
        if isinstance(value, bool | str) or not isinstance(value, (float, int, np.floating, np.integer)):
            raise InvalidRules(
                f"{operation}: a stay value of {show(value)}; it must be a number", code="wrong_stay_value"
            )
        found[count] = float(value) if abs(value) < 1e300 or isinstance(value, float) else math.inf
        if not math.isfinite(found[count]):
            raise InvalidRules(
                f"{operation}: a stay value of {show(value)}; it must be a finite number", code="wrong_stay_value"
            )
    return tuple(found)


@lru_cache(maxsize=8)
def _default_table(rules: Rules) -> _core.RowTable | None:
    """Opponents to set against where royalties say nothing."""
    if _core.pays_royalties(rules.payoff):
        return None
    return _core.RowTable(_core.sample_boards(rules.payoff, _SAMPLE, _SEED), rules.payoff, "arrange")


@lru_cache(maxsize=64)
def _plain_goal(operation: str, rules: Rules, current: int, stay: tuple[float, ...]) -> _core.Goal:
    return _core.Goal(rules.payoff, current, stay, None, _default_table(rules), operation)


@lru_cache(maxsize=256)
def _usual_goal(rules: Rules, current: int) -> _core.Goal:
    """The goal of a call without stay value and opponents."""
    return _plain_goal("arrange", rules, current, _stay_list("arrange", None, rules, current))


def _goal(
    operation: str,
    rules: Rules,
    current: int,
    stay_value: StayValue,
    opponents: Any,
    opponents_fantasyland: Sequence[int] | None,
) -> _core.Goal:
    if opponents is None and opponents_fantasyland is not None:
        raise InvalidRules(f"{operation}: opponents_fantasyland without opponents", code="wrong_fantasyland")
    if opponents is None and stay_value is None:
        return _usual_goal(rules, current)
    stay = _stay_list(operation, stay_value, rules, current)
    if opponents is None:
        return _plain_goal(operation, rules, current, stay)
    if isinstance(opponents, RowTable):
        if opponents.rules != rules:
            raise InvalidRules(
                f"{operation}: the RowTable was built under other rules; build one with RowTable.from_boards(boards, rules)",
                code="other_rules",
            )
        table = opponents
    elif isinstance(opponents, np.ndarray) and opponents.ndim == 2:
        table = _table(operation, opponents, rules)
    else:
        single = isinstance(opponents, str | Board) or isinstance(opponents, np.ndarray)
        boards = [Board(board) for board in ([opponents] if single else opponents)]
        counts = [0] * len(boards) if opponents_fantasyland is None else list(opponents_fantasyland)
        if len(counts) != len(boards):
            raise InvalidRules(
                f"{operation}: opponents_fantasyland has {len(counts)} counts for {len(boards)} boards",
                code="wrong_fantasyland",
            )
        counts = [fact(operation, "fantasyland", count, 0, 17) for count in counts]
        known = [(bytes(board), count) for board, count in zip(boards, counts, strict=True)]
        return _core.Goal(rules.payoff, current, stay, known, None, operation)
    if opponents_fantasyland is not None:
        raise InvalidRules(
            f"{operation}: opponents_fantasyland goes with known boards, not with a sample", code="wrong_fantasyland"
        )
    return _core.Goal(rules.payoff, current, stay, None, table._table, operation)


def _size(operation: str, cards: int) -> int:
    if cards not in _COUNTS:
        raise InvalidCards(f"{operation}: {cards} cards to arrange; there must be 13 to 17", code="wrong_count")
    return cards


def arrange(
    cards: CardsLike,
    rules: RulesLike = "pineapple",
    *,
    stay_value: StayValue = None,
    opponents: Opponents = None,
    top: int = 1,
    fantasyland: bool | None = None,
    opponents_fantasyland: Sequence[int] | None = None,
) -> Arrangement:
    """The legal arrangement of 13 to 17 cards that is worth most: royalties plus the worth of the next Fantasyland.

    **Worth.** `stay_value` is what a next hand in Fantasyland is worth: one number, or a mapping from its count of cards
    for progressive rules; where nothing is given, `STAY_VALUES`. The cards count as dealt in Fantasyland, so that the
    board must stay; with `fantasyland=False`, and under a closed deal, they count as an ordinary hand, and what the top
    earns counts.
    Equal boards are ordered by the strongest bottom, then middle, then top. The low spades multiply the royalties, and a
    moon pays its points instead, where the rules have them.

    >>> arrange("Ac Ad Kh 9s 9d 8c 8h 7h 6h 5d 4c 3h 2d 2s", stay_value=15).royalties
    RowRoyalties(top=9, middle=0, bottom=2)
    >>> arrange("As Ad Ah 9s 9d 8c 8h 7h 6h 5d 4c 3h 2d 2s", "progressive", stay_value={14: 9, 15: 14, 16: 19, 17: 25}).stays
    True

    **Opponents.** Where they are given, points take the place of royalties: rows, scoop, royalties, fouls, moons and
    multipliers. A board or up to three of them are the table's known boards: the sum of the points against all. An array
    (K, 13) of ids, or a `RowTable`, is a sample: the average of the points against each of its boards alone.
    `opponents_fantasyland` says how many cards known opponents were dealt in Fantasyland, which only matters for moons.

    >>> arrange("Ac Ad Kh 9s 9d 8c 8h 7h 6h 5d 4c 3h 2d 2c", opponents="Qh Qc 3d / Ts Js Qd Kc Ah / 7d 7c 7s 2h 2s").value
    -6.0

    Under rules that pay no royalties (closed) the default is a sample of 256 boards, the same each time, whose players
    set against each other.

    >>> print(arrange("Ac Ad Kh 9s 9d 8c 8h 7h 6h 5d 4c 3h 2d", "closed").board)
    2d 3h Kh / 8c 8h Ac Ad 4c / 5d 6h 7h 9s 9d

    **More.** With `top=k` the answer's `.others` are the next best boards that differ in strength, up to k in all.

    >>> [other.value for other in arrange("Ac Ad Kh 9s 9d 8c 8h 7h 6h 5d 4c 3h 2d 2s", top=3).others]
    [11.0, 11.0]

    **Jokers.** As the rules play them; where they are declared, the answer's board has them declared.

    >>> print(arrange("Ac Ad X1 X2 9d 8c 8h 7h 6h 5d 4c 3h 2d 2s", "joker").board.bottom)

    **Speed.** A few microseconds; with jokers some ten. Some settings need a slower search, as exact, that is chosen by
    itself: royalties or stay values that fall where a row gets stronger, a deuce-to-seven middle (all about a
    millisecond), low spades that may be kept or thrown away, `top` above 1 with jokers (some milliseconds), moons with
    declared jokers (up to a quarter of a second).

    Raises `InvalidCards` for anything but 13 to 17 different cards that the rules play, none of them on a known
    opponent's board; `InvalidBoard` for opponents that are incomplete or share cards; `InvalidRules` for values that are
    no numbers.
    """
    rules = rules_of(rules)
    if not isinstance(cards, tuple):
        cards = tuple(_core.card_ids(cards, "arrange"))
    inside = _is_inside(rules, fantasyland)
    current = _size("arrange", len(cards)) if inside else 0
    if top != 1:
        top = fact("arrange", "top", top, 1, _MOST_TOP)
    goal = _goal("arrange", rules, current, stay_value, opponents, opponents_fantasyland)
    return Arrangement._of(goal.arrange(cards, top), rules, inside)


def arrange_many(
    cards: Any,
    rules: RulesLike = "pineapple",
    *,
    stay_value: StayValue = None,
    opponents: Opponents = None,
    fantasyland: bool | None = None,
    opponents_fantasyland: Sequence[int] | None = None,
    threads: int | None = None,
    progress: Progress = None,
) -> Arrangements:
    """The best arrangements of N deals of K cards each, an array (N, K) of ids: `arrange` for each of them.

    Works on `threads` threads (all processors where nothing is given) with the same result for any number; releases the
    GIL; Ctrl-C stops it. `progress` is True for a bar, or a function that is called with the deals done and their number.

    Raises as `arrange`, naming the first deal that cannot be arranged.

    >>> import numpy as np
    >>> deals = np.array([cards("Ac Ad Kh 9s 9d 8c 8h 7h 6h 5d 4c 3h 2d 2s")], dtype=np.uint8)
    >>> many = arrange_many(deals, stay_value=15)
    >>> many.royalties
    array([[9, 0, 2]], dtype=int32)
    >>> many.boards.shape, many.discards.shape, many.values, many.stays
    ((1, 13), (1, 1), array([11.]), array([False]))
    """
    operation = "arrange_many"
    rules = rules_of(rules)
    deals = card_array(operation, cards, ("N", "K"))
    inside = _is_inside(rules, fantasyland)
    size = _size(operation, deals.shape[1])
    goal = _goal(operation, rules, size if inside else 0, stay_value, opponents, opponents_fantasyland)
    if threads is None:
        threads = os.cpu_count() or 1
    threads = fact(operation, "threads", threads, 1, 1024)
    with reporter(progress, len(deals), "deals") as report:
        columns = goal.arrange_many(deals, threads, report)
    return Arrangements(columns, inside)
