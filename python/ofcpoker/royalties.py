"""What rows and hands pay: points between two players, and royalties; the one place of the standard numbers."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from . import _core
from .checks import Numbers, is_known, mapping, one_of, show, unknown, whole

__all__ = ["MAX_POINTS", "Points", "Royalties"]

MAX_POINTS = 10_000
"""The most that one setting may pay. The sum of a hand, multiplied by 8, stays far inside 32 bits."""

RANKS = "23456789TJQKA"
LOWS = ("ten low", "nine low", "eight low", "seven low", "75432")

RowName = Literal["top_pairs", "top_trips", "middle", "bottom", "low"]
RowRoyalties = Mapping[str, int] | Literal["standard", "none"]


def _row(names: tuple[str, ...], paid: Mapping[str, int]) -> Numbers:
    return Numbers((name, paid.get(name, 0)) for name in names)


_STANDARD: dict[str, Numbers] = {
    "top_pairs": _row(tuple(RANKS), {rank: value - 5 for value, rank in enumerate(RANKS, 2) if value >= 6}),
    "top_trips": _row(tuple(RANKS), {rank: value + 8 for value, rank in enumerate(RANKS, 2)}),
    "middle": _row(
        _core.CATEGORIES,
        {
            "trips": 2,
            "straight": 4,
            "flush": 8,
            "full house": 12,
            "quads": 20,
            "straight flush": 30,
            "five of a kind": 50,
            "royal flush": 50,
        },
    ),
    "bottom": _row(
        _core.CATEGORIES,
        {
            "straight": 2,
            "flush": 4,
            "full house": 6,
            "quads": 10,
            "straight flush": 15,
            "five of a kind": 25,
            "royal flush": 25,
        },
    ),
    "low": _row(LOWS, {"nine low": 1, "eight low": 2, "seven low": 4, "75432": 8}),
}
ROWS: tuple[str, ...] = tuple(_STANDARD)


@dataclass(frozen=True, slots=True, init=False, repr=False)
class Points:
    """What two players pay each other for rows: for each row, for all three, and for two or three of them.

    The schemes of the clubs have names: `1-6`, `2-4`, `1-4`, `1-3`. In 2-4 who wins two rows and loses one wins
    1 + 1 - 1 for the rows and 1 for the majority, together 2; who wins all three wins 4.

    >>> Points.named("2-4")
    Points(row=1, scoop=0, majority=1)
    >>> Points(row=2, scoop=6).foul
    12
    """

    row: int
    scoop: int
    majority: int

    def __init__(self, row: int = 1, scoop: int = 3, majority: int = 0) -> None:
        for name, value in (("row", row), ("scoop", scoop), ("majority", majority)):
            object.__setattr__(self, name, whole(f"points.{name}", value, 0, MAX_POINTS))

    @classmethod
    def named(cls, name: str) -> "Points":
        """The scheme of that name."""
        return cls(*SCHEMES[one_of("points", name, tuple(SCHEMES), "Points(row, scoop, majority), ")])

    @property
    def name(self) -> str | None:
        """The name of the scheme, where it has one."""
        return next((name for name, parts in SCHEMES.items() if parts == (self.row, self.scoop, self.majority)), None)

    @property
    def foul(self) -> int:
        """What a foul pays each legal opponent, royalties apart."""
        return 3 * self.row + self.scoop + self.majority

    def replace(self, **changes: int) -> "Points":
        """The same points with some of them changed.

        >>> Points.named("2-4").replace(scoop=1)
        Points(row=1, scoop=1, majority=1)
        """
        parts = self.to_dict()
        return Points(**{**parts, **_changes("part of points", changes, parts)})

    def to_dict(self) -> dict[str, int]:
        return {"row": self.row, "scoop": self.scoop, "majority": self.majority}

    def __repr__(self) -> str:
        return f"Points(row={self.row}, scoop={self.scoop}, majority={self.majority})"


SCHEMES: dict[str, tuple[int, int, int]] = {"1-6": (1, 3, 0), "2-4": (1, 0, 1), "1-4": (1, 1, 0), "1-3": (1, 0, 0)}


@dataclass(frozen=True, slots=True, init=False, repr=False)
class Royalties:
    """What strong rows pay, whoever wins them.

    `top_pairs` and `top_trips` go by rank (`"6"`, `"Q"`), `middle` and `bottom` by the name of the hand, `low` by what
    a deuce-to-seven middle makes: `"ten low"` down to `"seven low"`, and `"75432"` itself. What is not named pays as in
    the standard table; `"none"` for a row empties it.

    >>> royalties = Royalties(bottom={"flush": 5}, top_pairs="none")
    >>> royalties.bottom["flush"], royalties.bottom["quads"], royalties.top_pairs["A"]
    (5, 10, 0)
    >>> royalties
    Royalties(top_pairs='none', bottom={'flush': 5})
    """

    top_pairs: Numbers
    top_trips: Numbers
    middle: Numbers
    bottom: Numbers
    low: Numbers

    def __init__(
        self,
        *,
        top_pairs: RowRoyalties = "standard",
        top_trips: RowRoyalties = "standard",
        middle: RowRoyalties = "standard",
        bottom: RowRoyalties = "standard",
        low: RowRoyalties = "standard",
    ) -> None:
        given = {"top_pairs": top_pairs, "top_trips": top_trips, "middle": middle, "bottom": bottom, "low": low}
        for row, paid in given.items():
            object.__setattr__(self, row, _read_row(row, paid, _STANDARD[row]))

    @classmethod
    def named(cls, name: str) -> "Royalties":
        """The standard table, or `"none"`: nothing pays.

        >>> Royalties.named("none").replace(top_trips={"A": 50}).top_trips["A"]
        50
        """
        one_of("royalties", name, ("standard", "none"), "Royalties(...), ")
        return cls() if name == "standard" else cls(**dict.fromkeys(ROWS, "none"))  # type: ignore[arg-type]

    @property
    def name(self) -> str | None:
        """`"standard"`, `"none"`, or None for a table of one's own."""
        names = {_row_name(row, getattr(self, row)) for row in ROWS}
        return names.pop() if len(names) == 1 else None

    def replace(self, **changes: RowRoyalties) -> "Royalties":
        """The same table with some numbers changed; what is not named stays as it is here.

        >>> Royalties().replace(middle={"flush": 9}).replace(middle={"quads": 25})
        Royalties(middle={'flush': 9, 'quads': 25})
        """
        _changes("row of royalties", changes, ROWS)
        changed = object.__new__(Royalties)
        for row in ROWS:
            here: Numbers = getattr(self, row)
            object.__setattr__(changed, row, _read_row(row, changes[row], here) if row in changes else here)
        return changed

    def to_dict(self) -> dict[str, Any]:
        """Every row: `"standard"`, `"none"`, or all its numbers."""
        rows = {row: getattr(self, row) for row in ROWS}
        return {row: _row_name(row, paid) or dict(paid) for row, paid in rows.items()}

    def __repr__(self) -> str:
        changed = []
        for row in ROWS:
            paid: Numbers = getattr(self, row)
            name = _row_name(row, paid)
            if name is None:
                differs = {hand: points for hand, points in paid.items() if points != _STANDARD[row][hand]}
                changed.append(f"{row}={differs!r}")
            elif name != "standard":
                changed.append(f"{row}={name!r}")
        return f"Royalties({', '.join(changed)})"


def _row_name(row: str, paid: Numbers) -> str | None:
    if paid == _STANDARD[row]:
        return "standard"
    return None if any(paid.values()) else "none"


def _read_row(row: str, paid: Any, here: Numbers) -> Numbers:
    """A row of royalties from what was given for it, over the numbers `here`."""
    setting = f"royalties.{row}"
    if isinstance(paid, str):
        name = one_of(setting, paid, ("standard", "none"), "a mapping of hands to points, ")
        return _STANDARD[row] if name == "standard" else Numbers(dict.fromkeys(here, 0))
    changes = {}
    for hand, points in mapping(setting, paid, "'standard', 'none', a mapping of hands to points").items():
        if not is_known(hand, here):
            unknown("unknown_hand", f"hand in {setting} called", hand, here)
        changes[hand] = whole(f"{setting}[{show(hand)}]", points, 0, MAX_POINTS)
    return Numbers({**here, **changes})


def _changes(what: str, value: Mapping[Any, Any], known: Collection[str]) -> dict[str, Any]:
    """The changes in a mapping, when all its names are known."""
    for name in value:
        if not is_known(name, known):
            unknown("unknown_setting", what, name, known)
    return dict(value)


def read_points(value: Any, here: Points) -> Points:
    """Points from an object, the name of a scheme, or a mapping of what to change `here`."""
    if isinstance(value, Points):
        return value
    if isinstance(value, Mapping):
        return here.replace(**_changes("part of points", value, here.to_dict()))
    return Points.named(value)


def read_royalties(value: Any, here: Royalties) -> Royalties:
    """Royalties from an object, a name, or a mapping of what to change `here`."""
    if isinstance(value, Royalties):
        return value
    if isinstance(value, Mapping):
        return here.replace(**_changes("row of royalties", value, ROWS))
    return Royalties.named(value)
