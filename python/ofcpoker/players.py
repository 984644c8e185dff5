"""What a simulation says about one player."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from . import _core
from .checks import show
from .errors import InvalidRules
from .estimates import Estimate, Rate, mean_of, mean_of_histogram, plain
from .rules import Rules

__all__ = ["PlayerResult"]

LOWS = ("ten low", "nine low", "eight low", "seven low", "75432")
"""The kinds of a deuce-to-seven middle, in the order of their counts."""


ROWS = ("top", "middle", "bottom")


def _row(operation: str, row: str, allowed: Sequence[str]) -> int:
    if row not in allowed:
        raise InvalidRules(f"{operation}: row={show(row)}; allowed: {', '.join(allowed)}", code="unknown_row")
    return allowed.index(row)


def _sum(dicts: Sequence[Mapping[int, int]]) -> dict[int, int]:
    found: dict[int, int] = {}
    for each in dicts:
        for key, count in each.items():
            found[key] = found.get(key, 0) + count
    return dict(sorted(found.items()))


class PlayerResult:
    """One player of a simulation, at one seat or at all it played at.

    Everything is counted exactly; estimates carry their standard error.
    """

    __slots__ = ("_places", "_rules", "points", "policy")

    policy: str
    """The name of the policy."""
    points: Estimate
    """Points a hand."""

    def __init__(self, policy: str, places: list[dict[str, Any]], points: Estimate, rules: Rules) -> None:
        self.policy = policy
        self.points = points
        self._places = places
        self._rules = rules

    def _count(self, name: str) -> int:
        return sum(place[name] for place in self._places)

    def _moments(self, name: str) -> tuple[int, int, int]:
        count, total, squares = (sum(place[name][part] for place in self._places) for part in range(3))
        return count, total, squares

    @property
    def hands(self) -> int:
        """Hands played."""
        return self._moments("points")[0]

    @property
    def total(self) -> int:
        """Points won in all hands."""
        return self._moments("points")[1]

    @property
    def variance(self) -> float:
        """The variance of the points of a hand."""
        count, total, squares = self._moments("points")
        return (squares * count - total * total) / (count * (count - 1)) if count > 1 else math.nan

    @property
    def points_histogram(self) -> dict[int, int]:
        """Hands by the points won."""
        return _sum([place["points_of"] for place in self._places])

    def royalties_histogram(self, row: str = "total") -> dict[int, int]:
        """Hands by the royalties of "top", "middle", "bottom", or of all rows, "total"."""
        at = _row("royalties", row, (*ROWS, "total"))
        return _sum([place["royalties"][at] for place in self._places])

    def royalties(self, row: str = "total") -> Estimate:
        """Royalties a hand, of a row or in total; fouled boards have none."""
        return mean_of_histogram(self.royalties_histogram(row))

    def categories(self, row: str) -> dict[str, int]:
        """Legal boards by what the row "top", "middle" or "bottom" holds."""
        at = _row("categories", row, ROWS)
        low = row == "middle" and self._rules.middle == "deuce_to_seven"
        names = LOWS if low else _core.CATEGORIES
        counts = [sum(place["categories"][at][kind] for place in self._places) for kind in range(len(names))]
        return dict(zip(names, counts, strict=True))

    @property
    def by_position(self) -> tuple[Estimate, ...]:
        """Points a hand by places after the button, the button's own first."""
        found = []
        for at in range(4):
            count, total, squares = (sum(place["positions"][at][part] for place in self._places) for part in range(3))
            if count:
                found.append(mean_of((count, total, squares)))
        return tuple(found)

    @property
    def fouls(self) -> Rate:
        """Fouled boards."""
        return Rate(self._count("fouls"), self.hands)

    @property
    def scoops(self) -> Rate:
        """Opponents, of all met, from whom all three rows were won."""
        return Rate(self._count("scoops"), self._count("met"))

    @property
    def scooped(self) -> Rate:
        """Opponents, of all met, to whom all three rows were lost."""
        return Rate(self._count("scooped"), self._count("met"))

    @property
    def moons(self) -> Rate:
        """Boards that shot the moon."""
        return Rate(self._count("moons"), self.hands)

    @property
    def surrenders(self) -> Rate:
        """Hands given up."""
        return Rate(self._count("surrenders"), self.hands)

    @property
    def choices(self) -> Rate:
        """Hands played with The Choice."""
        return Rate(self._count("choices"), self.hands)

    @property
    def in_fantasyland(self) -> Rate:
        """Hands played in Fantasyland."""
        return Rate(sum(count for cards, count in self.fantasyland_cards.items() if cards), self.hands)

    @property
    def fantasyland_cards(self) -> dict[int, int]:
        """Hands by the cards of Fantasyland they were played with, 0 outside it."""
        return _sum([place["played"] for place in self._places])

    @property
    def entries(self) -> Rate:
        """Hands outside Fantasyland that earned it."""
        counts = self.entry_cards
        return Rate(sum(count for cards, count in counts.items() if cards), sum(counts.values()))

    @property
    def entry_cards(self) -> dict[int, int]:
        """Hands outside Fantasyland by the cards of it that they earned."""
        return _sum([place["entered"] for place in self._places])

    @property
    def stays(self) -> Rate:
        """Hands in Fantasyland that kept it."""
        counts = self.stay_cards
        return Rate(sum(count for cards, count in counts.items() if cards), sum(counts.values()))

    @property
    def stay_cards(self) -> dict[int, int]:
        """Hands in Fantasyland by the cards of the next one."""
        return _sum([place["stayed"] for place in self._places])

    @property
    def visit_lengths(self) -> dict[int, int]:
        """Visits to Fantasyland by the number of hands, in matches; those cut short by a match's end left out."""
        return _sum([place["visits"] for place in self._places])

    @property
    def visits_cut_short(self) -> int:
        """Visits to Fantasyland that the end of a match cut short."""
        return self._count("cut_short")

    @property
    def fantasyland_points(self) -> Estimate:
        """Points of a hand in Fantasyland."""
        return mean_of(self._moments("inside_points"))

    @property
    def fantasyland_royalties(self) -> Estimate:
        """Royalties of a hand in Fantasyland."""
        return mean_of(self._moments("inside_royalties"))

    @property
    def fantasyland_fouls(self) -> Rate:
        """Fouled boards in Fantasyland."""
        return Rate(self._count("inside_fouls"), sum(self.stay_cards.values()))

    def to_dict(self) -> dict[str, Any]:
        """The figures in plain JSON types."""
        return {
            "policy": self.policy,
            "hands": self.hands,
            "points": self.points.to_dict(),
            "variance": plain(self.variance),
            "royalties": {row: self.royalties(row).to_dict() for row in ("top", "middle", "bottom", "total")},
            "fouls": self.fouls.to_dict(),
            "scoops": self.scoops.to_dict(),
            "scooped": self.scooped.to_dict(),
            "entries": self.entries.to_dict(),
            "stays": self.stays.to_dict(),
            "in_fantasyland": self.in_fantasyland.to_dict(),
            "fantasyland_royalties": self.fantasyland_royalties.to_dict(),
            "visit_lengths": {str(hands): count for hands, count in self.visit_lengths.items()},
            "points_histogram": {str(points): count for points, count in self.points_histogram.items()},
            "categories": {row: self.categories(row) for row in ("top", "middle", "bottom")},
        }

    def __repr__(self) -> str:
        return f"<{self.policy}: {self.points} points a hand in {self.hands:,} hands>"
