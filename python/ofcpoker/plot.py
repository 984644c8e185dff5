"""Charts of a simulation. Needs matplotlib."""

from __future__ import annotations

import math
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .errors import InvalidRules

if TYPE_CHECKING:
    from .results import SimulationResult

__all__ = ["canvas", "plot"]

_ROWS = ("top", "middle", "bottom")


def canvas(path: str | PathLike[str] | None) -> Any:
    """An empty figure that can be saved at `path`: asked before a long simulation, too."""
    try:
        from matplotlib.figure import Figure
    except ImportError as error:
        raise ImportError("plot needs matplotlib: pip install 'ofcpoker[plot]'") from error
    figure = Figure(figsize=(11, 8), layout="constrained")
    if path is not None:
        kind, known = Path(path).suffix[1:].lower(), figure.canvas.get_supported_filetypes()
        if kind and kind not in known:
            raise InvalidRules(f"plot: there is no format {kind!r}; there are {', '.join(known)}", code="wrong_path")
    return figure


def plot(result: SimulationResult, path: str | PathLike[str] | None = None) -> Any:
    """The figure of a result: points of a hand, the course of the score with a 95 % band, and what the rows hold.

    It belongs to no window, so that it works on servers; notebooks show it, `path` saves it.
    """
    figure = canvas(path)
    grid = figure.add_gridspec(2, 6)
    _points(figure.add_subplot(grid[0, :3]), result)
    _course(figure.add_subplot(grid[0, 3:]), result)
    for at, row in enumerate(_ROWS):
        _categories(figure.add_subplot(grid[1, 2 * at : 2 * at + 2]), result, row)
    if path is not None:
        figure.savefig(path)
    return figure


def _label(result: SimulationResult, at: int) -> str:
    return f"player {at}: {result.players[at].policy}"


def _points(axes: Any, result: SimulationResult) -> None:
    for at, player in enumerate(result.players):
        histogram = player.points_histogram
        if histogram:
            values = range(min(histogram), max(histogram) + 1)
            shares = [histogram.get(value, 0) / player.hands for value in values]
            axes.step(list(values), shares, where="mid", label=_label(result, at), alpha=0.8)
    axes.set(xlabel="points of a hand", ylabel="share of the hands", title="Points")
    if result.hands:
        axes.legend()


def _course(axes: Any, result: SimulationResult) -> None:
    course = result.course()
    hands = [0, *(hands for hands, _ in course)]
    for at, player in enumerate(result.players):
        points = [0.0, *(points[at] for _, points in course)]
        (line,) = axes.plot(hands, points, label=_label(result, at))
        mean, error = player.points.mean, player.points.error
        if not math.isnan(error):
            # Where the score is expected to be after so many hands, were the mean what was found.
            spread = [1.96 * error * math.sqrt(result.hands * count) for count in hands]
            low = [mean * count - width for count, width in zip(hands, spread, strict=True)]
            high = [mean * count + width for count, width in zip(hands, spread, strict=True)]
            axes.fill_between(hands, low, high, color=line.get_color(), alpha=0.15)
    axes.set(xlabel="hands", ylabel="points so far", title="Score, with a 95 % band")


def _categories(axes: Any, result: SimulationResult, row: str) -> None:
    width = 0.8 / len(result.players)
    for at, player in enumerate(result.players):
        counts = {name: count for name, count in player.categories(row).items() if count}
        names = [name for name in player.categories(row) if any(each.categories(row)[name] for each in result.players)]
        places = [place + at * width for place in range(len(names))]
        axes.barh(places, [100 * counts.get(name, 0) / player.hands for name in names], width, label=_label(result, at))
        if at == 0:
            axes.set_yticks([place + 0.4 - width / 2 for place in range(len(names))], names)
    axes.set(xlabel="% of the hands", title=f"The {row}")
