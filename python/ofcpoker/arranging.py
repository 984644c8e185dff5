"""Looking for the best legal arrangement of 13 to 17 cards, exactly."""

from __future__ import annotations

import contextlib
import math
import os
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final, TypeAlias

import numpy as np
import numpy.typing as npt

from . import _core
from .arrangement import Arrangement, Arrangements
from .arrays import card_array
from .board import Board, BoardLike
from .cards import CardsLike
from .checks import as_whole, fact, facts, show
from .errors import InvalidBoard, InvalidCards, InvalidRules
from .progress import Progress, reporter
from .rules import Rules, RulesLike, rules_of

__all__ = ["STAY_VALUES", "RowTable", "arrange", "arrange_many"]

STAY_VALUES: Final[Mapping[int, float]] = _core.STAY_VALUES
"""What a Fantasyland of so many cards is worth, in points against one opponent under the standard royalties.

The 9.7 of 14 cards was measured; the others follow from it with the average royalties and stays of their counts."""

_SAMPLE: Final = 256
_SEED: Final = 1
_COUNTS: Final = range(13, 18)
_MOST_TOP: Final = 10_000
_MOST_STAY: Final = f"{_core.MOST_STAY_VALUE:,.0f}"

StayValue: TypeAlias = float | Mapping[int, float] | None
Opponents: TypeAlias = "RowTable | BoardLike | Sequence[BoardLike] | npt.NDArray[Any] | None"


class RowTable:
    """Opponents' boards, counted once, to arrange many deals against.

    Built from complete boards under some rules, it is good for those rules only. The boards may share cards.

    >>> boards = ["2c 4h 6d / Ks Qh Th 6c 3s / Ad Kd Tc 6s 3d", "Qh Qc 3d / Ts Js Qd Kc Ah / 7d 7c 7s 2h 2s"]
    >>> table = RowTable.from_boards(boards)
    >>> len(table)
    2
    >>> arrange("Ac Ad Kh 9s 9d 8c 8h 7h 6h 5d 4c 3h 2d 2s", opponents=table).value
    7.0
    """

    __slots__ = ("_boards", "_rules", "_table")

    _table: _core.RowTable
    _boards: bytes
    _rules: Rules

    def __init__(self, table: _core.RowTable, boards: bytes, rules: Rules) -> None:
        object.__setattr__(self, "_table", table)
        object.__setattr__(self, "_boards", boards)
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

    def __reduce__(self) -> tuple[Any, ...]:
        return RowTable.from_boards, (np.frombuffer(self._boards, np.uint8).reshape(-1, 13), self._rules)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a RowTable does not change (tried to set {name!r})")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a RowTable does not change (tried to delete {name!r})")

    def __repr__(self) -> str:
        return f"<RowTable of {len(self)} boards>"


def _board_list(operation: str, boards: Any) -> list[Board]:
    """One board, or a collection of them."""
    if isinstance(boards, str | bytes | Board):
        boards = [boards]
    try:
        given = None if isinstance(boards, Mapping) else iter(boards)
    except TypeError:
        given = None
    if given is None:
        raise InvalidBoard(
            f"{operation}: {show(boards)} is neither a board nor a collection of them", code="not_boards"
        )
    return [board if isinstance(board, Board) else Board(board) for board in given]


def _table(operation: str, boards: Any, rules: Rules) -> RowTable:
    if not isinstance(boards, np.ndarray):
        found = _board_list(operation, boards)
        boards = np.frombuffer(b"".join(map(bytes, found)), np.uint8).reshape(-1, 13)
    array = card_array(operation, boards, ("K", 13))
    return RowTable(_core.RowTable(array, rules.payoff, operation), array.tobytes(), rules)


def _is_inside(rules: Rules, fantasyland: bool | None) -> bool:
    if fantasyland is None:
        return rules.deal != "closed"
    if not isinstance(fantasyland, bool):
        raise InvalidRules(
            f"arrange: fantasyland={show(fantasyland)} is neither True nor False", code="wrong_fantasyland"
        )
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
        number = math.nan
        if isinstance(value, float | int | np.floating | np.integer) and not isinstance(value, bool):
            with contextlib.suppress(OverflowError):
                number = float(value)
        if not abs(number) <= _core.MOST_STAY_VALUE:
            raise InvalidRules(
                f"{operation}: a stay value of {show(value)}; it must be a number from -{_MOST_STAY} to {_MOST_STAY}",
                code="wrong_stay_value",
            )
        found[count] = number
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
def _usual_goal(operation: str, rules: Rules, current: int, stay_value: float | None) -> _core.Goal:
    """The goal of a call without opponents, with one stay value or none: found again without a look at its parts."""
    return _plain_goal(operation, rules, current, _stay_list(operation, stay_value, rules, current))


def _known_counts(operation: str, given: Any, boards: int) -> list[int]:
    """The cards that known opponents were dealt in Fantasyland, 0 outside it."""
    if given is None:
        return [0] * boards
    name, allowed = "opponents_fantasyland", "one number a board, 13 to 17, or 0 outside Fantasyland"
    counts = [as_whole(count) for count in facts(operation, name, given, allowed)]
    found = [count for count in counts if count is not None and count in (0, *_COUNTS)]
    if len(found) != len(counts) or len(found) != boards:
        raise InvalidRules(
            f"{operation}: {name}={show(given)} for {boards} boards; allowed: {allowed}", code=f"wrong_{name}"
        )
    return found


def _goal(
    operation: str,
    rules: Rules,
    current: int,
    stay_value: StayValue,
    opponents: Any,
    opponents_fantasyland: Sequence[int] | None,
) -> _core.Goal:
    if opponents is None and opponents_fantasyland is not None:
        raise InvalidRules(f"{operation}: opponents_fantasyland without opponents", code="wrong_opponents_fantasyland")
    if opponents is None and (stay_value is None or type(stay_value) in (int, float)):
        return _usual_goal(operation, rules, current, stay_value)
    stay = _stay_list(operation, stay_value, rules, current)
    if opponents is None:
        return _plain_goal(operation, rules, current, stay)
    if isinstance(opponents, RowTable):
        if opponents.rules != rules:
            raise InvalidRules(
                f"{operation}: the RowTable was built under other rules; RowTable.from_boards takes the rules too",
                code="other_rules",
            )
        table = opponents
    elif isinstance(opponents, np.ndarray) and opponents.ndim == 2:
        table = _table(operation, opponents, rules)
    else:
        boards = _board_list(operation, [opponents] if isinstance(opponents, np.ndarray) else opponents)
        counts = _known_counts(operation, opponents_fantasyland, len(boards))
        known = [(bytes(board), count) for board, count in zip(boards, counts, strict=True)]
        return _core.Goal(rules.payoff, current, stay, known, None, operation)
    if opponents_fantasyland is not None:
        raise InvalidRules(
            f"{operation}: opponents_fantasyland goes with known boards, not with a sample",
            code="wrong_opponents_fantasyland",
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

    **Worth.** `stay_value` is what a next hand in Fantasyland is worth: one number, or a mapping from its count of
    cards for progressive rules; where nothing is given, `STAY_VALUES`. The cards count as dealt in Fantasyland, so that
    the board must stay; with `fantasyland=False`, and under a closed deal, they count as an ordinary hand, and what the
    top earns counts. Boards of equal worth are ordered by the strongest bottom, then middle, then top. The low spades
    multiply the royalties, and a moon pays its points instead of them, where the rules have these.

    >>> deal = "As Ad Ah Kc Ks 9h 8h 7h 6h 5h 4c 4d 2c 3d"
    >>> arrange(deal, stay_value=15).value
    50.0
    >>> arrange(deal, "progressive", stay_value={14: 9, 15: 14, 16: 19, 17: 25}, fantasyland=False).fantasyland
    15

    **Opponents.** Where they are given, points take the place of royalties: rows, scoop, royalties, fouls, moons and
    multipliers. A board or up to three of them are the table's known boards: the sum of the points against all. An
    array (K, 13) of ids, or a `RowTable`, is a sample: the average of the points against each of its boards alone.
    `opponents_fantasyland` says how many cards known opponents were dealt in Fantasyland, which only matters for moons.

    >>> arrange(deal, opponents="Qh Qc 3c / Ts Js Qd Kd Ac / 7d 7c 7s 2h 2s", stay_value=0).value
    24.0

    Under rules that pay no royalties (closed) the default is a sample of 256 boards, the same each time, whose players
    set against each other.

    >>> print(arrange("Ac Ad Kh 9s 9d 8c 8h 7h 6h 5d 4c 3h 2d", "closed").board)
    Ac Ad Kh / 9d 9s 8c 8h 2d / 7h 6h 5d 4c 3h

    **More.** With `top=k` the answer's `.others` are the next best boards that differ in strength, up to k in all.

    >>> [(other.value, other.royalties.total) for other in arrange(deal, top=3).others]
    [(44.7, 35), (36.7, 27)]

    **Jokers.** As the rules play them; where they are declared, the answer's board has them declared.

    >>> print(arrange("Ac Ad X1 9d 8c 8h 7h 6h 5d 4c 3h 2d 2s", Rules(jokers=1, joker_mode="declared")).board)
    Ac Ad 9d / 7h 6h 5d 4c 3h / 8c 8h X1=8s 2d 2s

    **Speed.** A few microseconds; with jokers some ten. Some settings need a slower search, as exact, that is chosen by
    itself: royalties or stay values that fall where a row gets stronger, a deuce-to-seven middle, a two of spades that
    multiplies and may be thrown away (0.3 to 4 milliseconds), these with jokers and `top` above 1 with jokers
    (2 to 20), `top` above 1 and moons with three declared jokers (some 100; thousands of boards take seconds).

    Raises `InvalidCards` for anything but 13 to 17 different cards that the rules play, none of them on a known
    opponent's board; `InvalidBoard` for opponents that are incomplete or share cards; `InvalidRules` for values that
    are no numbers, or beyond a milliard, where royalties would be lost in the rounding.
    """
    rules = rules_of(rules)
    if not isinstance(cards, tuple):
        cards = tuple(_core.card_ids(cards, "arrange"))
    inside = _is_inside(rules, fantasyland)
    current = _size("arrange", len(cards)) if inside else 0
    if type(top) is not int or top != 1:
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
    GIL; Ctrl-C stops it. `progress` is True for a bar, or a function that is called with the deals done and all deals.

    Raises as `arrange`, naming the first deal that cannot be arranged.

    >>> import numpy as np
    >>> from ofcpoker import cards
    >>> deals = np.array([cards("As Ad Ah Kc Ks 9h 8h 7h 6h 5h 4c 4d 2c 3d")], dtype=np.uint8)
    >>> many = arrange_many(deals, stay_value=15)
    >>> many.royalties
    array([[ 8, 12, 15]], dtype=int32)
    >>> many.boards.shape, many.discards.shape, many.values, many.stays
    ((1, 13), (1, 1), array([50.]), array([ True]))
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
    with reporter(operation, progress, len(deals), "deals") as report:
        columns = goal.arrange_many(deals, threads, report)
    return Arrangements(columns, inside)
