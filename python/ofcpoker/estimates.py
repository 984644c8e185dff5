"""Estimates with their errors, from counts in whole numbers."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import NormalDist
from typing import Any

from .checks import show
from .errors import InvalidRules

__all__ = ["NORMAL_95", "Estimate", "Rate", "mean_of", "mean_of_histogram", "plain"]

NORMAL_95 = NormalDist().inv_cdf(0.975)


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean and its standard error, nan where there is too little to tell.

    >>> estimate = Estimate(0.5, 0.1, 400)
    >>> print(estimate)
    +0.500 ± 0.196
    >>> estimate.interval(0.95)
    (0.304..., 0.695...)
    """

    mean: float
    error: float
    count: int

    def interval(self, level: float = 0.95) -> tuple[float, float]:
        """The interval that holds the true mean in this share of all simulations."""
        if not 0 < level < 1:
            raise InvalidRules(f"interval: level={show(level)}; allowed: between 0 and 1", code="wrong_level")
        width = self.error * NormalDist().inv_cdf(0.5 + level / 2)
        return self.mean - width, self.mean + width

    def to_dict(self) -> dict[str, Any]:
        """In plain JSON types."""
        return {"mean": plain(self.mean), "error": plain(self.error)}

    def __str__(self) -> str:
        """The mean and half the width of its 95 % interval."""
        return f"{self.mean:+.3f} ± {NORMAL_95 * self.error:.3f}"


@dataclass(frozen=True, slots=True)
class Rate:
    """So many of so many.

    >>> print(Rate(25, 100)), Rate(25, 100).share
    25.00 % ± 8.49
    (None, 0.25)
    """

    times: int
    count: int

    @property
    def share(self) -> float:
        """The share, nan of nothing."""
        return self.times / self.count if self.count else math.nan

    @property
    def error(self) -> float:
        """The standard error of the share."""
        return math.sqrt(self.share * (1 - self.share) / self.count) if self.count else math.nan

    def to_dict(self) -> dict[str, Any]:
        """In plain JSON types."""
        return {"times": self.times, "of": self.count, "share": plain(self.share)}

    def __str__(self) -> str:
        return f"{100 * self.share:.2f} % ± {100 * NORMAL_95 * self.error:.2f}" if self.count else "-"


def mean_of(moments: Sequence[int]) -> Estimate:
    """The mean of values, from how many, their sum and the sum of their squares."""
    count, total, squares = moments
    if count == 0:
        return Estimate(math.nan, math.nan, 0)
    if count == 1:
        return Estimate(float(total), math.nan, 1)
    return Estimate(total / count, math.sqrt((squares * count - total * total) / (count * count * (count - 1))), count)


def mean_of_histogram(histogram: Mapping[int, int]) -> Estimate:
    count = sum(histogram.values())
    total = sum(value * times for value, times in histogram.items())
    return mean_of((count, total, sum(value * value * times for value, times in histogram.items())))


def plain(number: float) -> float | None:
    return None if math.isnan(number) else number
