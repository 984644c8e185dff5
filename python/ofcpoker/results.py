"""What a simulation found: players with estimates and histograms, and everything they are made of."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from os import PathLike
from typing import Any

from . import _core
from .checks import fact, show
from .columns import Columns, boards_of, joined_columns
from .errors import InvalidRecord
from .estimates import NORMAL_95, Estimate, mean_of
from .plan import Plan, Policy, Span
from .players import PlayerResult
from .rules import Rules
from .spans import joined, overlap
from .summary import summary

__all__ = ["Comparison", "SimulationResult"]


@dataclass(frozen=True, eq=False)
class Comparison:
    """How two simulations differ in the points of each player: the second's minus the first's."""

    differences: tuple[Estimate, ...]
    paired: bool
    """Whether hand was compared with hand, which both simulations have kept."""
    names: tuple[str, ...]

    def __iter__(self) -> Iterator[Estimate]:
        return iter(self.differences)

    def __str__(self) -> str:
        how = "hand by hand" if self.paired else "as independent simulations"
        lines = [f"points a hand, the other minus this, compared {how} (± 95 %)"]
        for name, found in zip(self.names, self.differences, strict=True):
            sure = abs(found.mean) > NORMAL_95 * found.error
            lines.append(f"{name}  {found}" + ("" if sure else " (may be chance)"))
        return "\n".join(lines)


class SimulationResult:
    """What a simulation found. It does not change; `a + b` adds up two parts of one, exactly.

    >>> import ofcpoker as ofc
    >>> first = ofc.simulate(300, policies=("greedy", "random"), seed=1)
    >>> second = ofc.simulate(700, policies=("greedy", "random"), seed=1, first=300)
    >>> first + second == ofc.simulate(1000, policies=("greedy", "random"), seed=1)
    True
    """

    __slots__ = ("_data", "_tally", "columns", "partial", "path", "plan", "seconds", "spans")

    _data: dict[str, Any] | None
    _tally: _core.Tally
    plan: Plan
    """What was played."""
    spans: tuple[tuple[int, Span], ...]
    """The units that were played, as seed and span."""
    partial: bool
    """Whether the simulation was broken off."""
    seconds: float
    """How long it took; not part of equality."""
    columns: Columns
    """What was kept of every hand: one-dimensional arrays by name."""
    path: str | None
    """Where the columns are, if they were written to files."""

    def __init__(
        self,
        plan: Plan,
        tally: _core.Tally,
        spans: Sequence[tuple[int, Span]],
        *,
        partial: bool = False,
        seconds: float = 0.0,
        columns: Columns | None = None,
        path: str | None = None,
    ) -> None:
        fill = object.__setattr__
        fill(self, "plan", plan)
        fill(self, "_tally", tally.copy())
        fill(self, "spans", tuple(spans))
        fill(self, "partial", partial)
        fill(self, "seconds", seconds)
        fill(self, "columns", columns or {})
        fill(self, "path", path)
        fill(self, "_data", None)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a result does not change (tried to set {name!r})")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a result does not change (tried to delete {name!r})")

    @property
    def tally(self) -> dict[str, Any]:
        """All counts, in whole numbers."""
        data = self._data
        if data is None:
            data = self._tally.to_dict()
            object.__setattr__(self, "_data", data)
        return data

    @property
    def rules(self) -> Rules:
        """The rules that were played."""
        return self.plan.rules

    @property
    def policies(self) -> tuple[Policy, ...]:
        """The policies, player by player."""
        return self.plan.policies

    @property
    def seed(self) -> int:
        """The seed; after adding up, that of the first part."""
        return self.plan.seed

    @property
    def hands(self) -> int:
        """Hands played: with duplicate every seating counts."""
        return self._tally.hands

    @property
    def units(self) -> int:
        """What is independent of each other: hands, matches, or deals with all their seatings."""
        return self._tally.units

    @property
    def hands_per_second(self) -> float:
        """The speed, of all threads or workers together."""
        return self.hands / self.seconds if self.seconds else math.nan

    @property
    def players(self) -> tuple[PlayerResult, ...]:
        """The players; without duplicate player i sits at seat i."""
        places = self.tally["places"]
        return tuple(
            self._player(at, [self._place(at, seat) for seat in range(len(places))]) for at in range(len(places))
        )

    def player(self, player: int, seat: int) -> PlayerResult:
        """A player at one seat: with duplicate every player has sat at all."""
        last = len(self.policies) - 1
        place = self._place(fact("player", "player", player, 0, last), fact("player", "seat", seat, 0, last))
        return PlayerResult(self.plan.names[player], [place], mean_of(place["points"]), self.rules)

    def _place(self, player: int, seat: int) -> dict[str, Any]:
        found: dict[str, Any] = self.tally["places"][player][seat]
        return found

    def _player(self, at: int, places: list[dict[str, Any]]) -> PlayerResult:
        weights = [int(at == player) for player in range(len(self.policies))]
        return PlayerResult(self.plan.names[at], places, self._combination(weights), self.rules)

    def _total(self, player: int) -> int:
        return sum(place["points"][1] for place in self.tally["places"][player])

    def _combination(self, weights: Sequence[int]) -> Estimate:
        """Points a hand, weighted by player, with an error that knows which hands depend on each other."""
        tally = self.tally
        seats, hands, units = range(len(weights)), tally["hands"], tally["units"]
        if hands == 0:
            return Estimate(math.nan, math.nan, 0)
        total = sum(weights[p] * self._total(p) for p in seats)
        squares = sum(weights[p] * weights[q] * tally["products"][p][q] for p in seats for q in seats)
        crossed = sum(weights[p] * tally["points_hands"][p] for p in seats)
        # The squares of what each unit is off the mean, times the square of all hands, in whole numbers.
        off = squares * hands**2 - 2 * total * hands * crossed + total**2 * tally["hands_squares"]
        error = math.sqrt(units / (units - 1) * (off / hands**4)) if units > 1 else math.nan
        return Estimate(total / hands, error, hands)

    @property
    def mean(self) -> tuple[float, ...]:
        """Points a hand of each player."""
        return tuple(player.points.mean for player in self.players)

    @property
    def standard_error(self) -> tuple[float, ...]:
        """The standard error of each mean."""
        return tuple(player.points.error for player in self.players)

    @property
    def variance(self) -> tuple[float, ...]:
        """The variance of each player's points of a hand."""
        return tuple(player.variance for player in self.players)

    def difference(self, player: int = 0, other: int = 1) -> Estimate:
        """How many points a hand a player makes more than another; paired, deal by deal.

        >>> import ofcpoker as ofc
        >>> ofc.simulate(200, policies=("greedy", "greedy"), seed=1, duplicate=True).difference().mean
        0.0
        """
        seats = len(self.policies)
        player, other = (fact("difference", "player", each, 0, seats - 1) for each in (player, other))
        return self._combination([(p == player) - (p == other) for p in range(seats)])

    @property
    def boards(self) -> Any:
        """The kept boards as uint8[N, seats, 13], as `score_many` takes them."""
        if self.path is not None and "boards" in self.plan.keep:
            raise InvalidRecord(f"boards: they are in the files of {self.path}", code="in_files")
        if "boards" not in self.plan.keep or not self.columns:
            raise InvalidRecord("boards: none were kept; pass keep=('boards',) to simulate", code="not_kept")
        return boards_of(self.columns, len(self.policies))

    def course(self) -> list[tuple[int, tuple[float, ...]]]:
        """The cumulated points of each player, in a few hundred steps, as hands so far and points so far."""
        hands, points, found = 0, [0] * len(self.policies), []
        for _, _, (more, *sums) in self.tally["course"]:
            hands += more
            points = [points[p] + sums[p] for p in range(len(points))]
            found.append((hands, tuple(map(float, points))))
        return found

    def compare(self, other: SimulationResult) -> Comparison:
        """How the points a hand of each player differ in another simulation: the other's minus this one's.

        Where both have kept "points" of the same hands, hand is compared with hand, so that luck cancels out.
        """
        if not isinstance(other, SimulationResult):
            raise InvalidRecord(f"compare: {show(other)} is no result of simulate", code="not_comparable")
        seats = len(self.policies)
        if len(other.policies) != seats:
            raise InvalidRecord(
                f"compare: {seats} players, and the other has {len(other.policies)}", code="not_comparable"
            )
        paired = self._pairs(other)
        if paired is not None:
            found = tuple(paired)
        else:
            found = tuple(
                Estimate(
                    b.points.mean - a.points.mean,
                    math.hypot(a.points.error, b.points.error),
                    min(self.hands, other.hands),
                )
                for a, b in zip(self.players, other.players, strict=True)
            )
        names = tuple(f"{a} / {b}" if a != b else a for a, b in zip(self.plan.names, other.plan.names, strict=True))
        return Comparison(found, paired is not None, names)

    def _pairs(self, other: SimulationResult) -> list[Estimate] | None:
        if self.spans != other.spans or self.plan.length or other.plan.length:
            return None
        if self.plan.duplicate or other.plan.duplicate:
            return None
        names = [f"points_{seat}" for seat in range(len(self.policies))]
        if not all(name in each.columns for name in names for each in (self, other)):
            return None
        found = []
        for name in names:
            off = other.columns[name].astype("int64") - self.columns[name]
            found.append(mean_of((len(off), int(off.sum()), int((off * off).sum()))))
        return found

    def __add__(self, other: SimulationResult) -> SimulationResult:
        if not isinstance(other, SimulationResult):
            return NotImplemented
        if self.plan.to_dict() != other.plan.to_dict() or self.plan.keep != other.plan.keep:
            raise InvalidRecord("adding up: these are results of different simulations", code="other_simulation")
        for name, mine, theirs in zip(self.plan.names, self.policies, other.policies, strict=True):
            # Functions of one name, such as <lambda>, need not be one function.
            if getattr(mine, "__code__", None) != getattr(theirs, "__code__", None):
                raise InvalidRecord(f"adding up: two functions are called {name}", code="other_simulation")
        for seed, span in self.spans:
            twice = overlap([span], [theirs for theirs_seed, theirs in other.spans if theirs_seed == seed])
            if twice:
                raise InvalidRecord(
                    f"adding up: hands {twice[0]} to {twice[1] - 1} of seed {seed} are in both", code="counted_twice"
                )
        tally = self._tally.copy()
        tally.merge(other._tally)
        path = self.path if self.path == other.path else None
        both = self.spans + other.spans
        seeds = dict.fromkeys(seed for seed, _ in both)
        spans = [(seed, span) for seed in seeds for span in joined(span for of, span in both if of == seed)]
        return SimulationResult(
            self.plan,
            tally,
            spans,
            partial=self.partial or other.partial,
            seconds=self.seconds + other.seconds,
            columns=self._columns_with(other),
            path=path,
        )

    def _columns_with(self, other: SimulationResult) -> Columns:
        both = joined_columns([self.columns, other.columns])
        # Hands of several seeds stay in the order in which they were added.
        if both and len({seed for seed, _ in self.spans + other.spans}) == 1:
            order = both["hand" if self.plan.length is None else "match"].argsort(kind="stable")
            return {name: column[order] for name, column in both.items()}
        return both

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, SimulationResult):
            return NotImplemented
        mine, theirs = ((each.plan.to_dict(), sorted(each.spans), each._tally) for each in (self, other))
        return mine == theirs and self.partial == other.partial

    __hash__ = None  # type: ignore[assignment]

    def __reduce__(self) -> tuple[Any, ...]:
        return _restore, (self.plan, self._tally, self.spans, self.partial, self.seconds, self.columns, self.path)

    def plot(self, path: str | PathLike[str] | None = None) -> Any:
        """Draws the points of a hand, the course of the score and the rows; saves it where a path is given.

        Needs matplotlib, `pip install 'ofcpoker[plot]'`. Gives the figure.
        """
        from .plot import plot

        return plot(self, path)

    def to_dict(self) -> dict[str, Any]:
        """The figures in plain JSON types."""
        return {
            "plan": self.plan.to_dict(),
            "seed": self.seed,
            "hands": self.hands,
            "units": self.units,
            "partial": self.partial,
            "seconds": self.seconds,
            "players": [player.to_dict() for player in self.players],
            "difference": [
                {"players": [p, q], **found.to_dict()}
                for p in range(len(self.policies))
                for q in range(p + 1, len(self.policies))
                if (found := self.difference(p, q)).count
            ],
        }

    def __str__(self) -> str:
        return summary(self)

    def __repr__(self) -> str:
        part = ", partial" if self.partial else ""
        return f"<Simulation of {self.hands:,} hands{part}: {', '.join(map(repr, self.players))}>"


def _restore(
    plan: Plan,
    tally: _core.Tally,
    spans: tuple[tuple[int, Span], ...],
    partial: bool,
    seconds: float,
    columns: Columns,
    path: str | None,
) -> SimulationResult:
    return SimulationResult(plan, tally, spans, partial=partial, seconds=seconds, columns=columns, path=path)
