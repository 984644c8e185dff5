"""How fast rows and tables are evaluated on this machine, beside a plain pass over the same bytes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from time import perf_counter

import numpy as np

from . import _core
from .cards import cards
from .scoring import score_many

__all__ = ["speed_report"]

_TIMES = 7


def _seconds(work: Callable[[], object], calls: int = 1) -> float:
    """The best of a few runs, for one call."""
    best = float("inf")
    for _ in range(_TIMES):
        start = perf_counter()
        for _ in range(calls):
            work()
        best = min(best, perf_counter() - start)
    return best / calls


def _random_deals(deals: int, count: int) -> np.ndarray[tuple[int, int], np.dtype[np.uint8]]:
    """`count` different cards in each of `deals` rows, from a fixed seed."""
    order = np.random.default_rng(7).random((deals, 52)).argsort(axis=1)[:, :count]
    return np.ascontiguousarray(order, dtype=np.uint8)


def _lines(rows: int) -> Iterator[tuple[str, float, float]]:
    """What was measured, nanoseconds for one, and the ratio to the plain pass."""
    fives = _random_deals(rows, 5)
    out = np.empty(rows, dtype=np.uint32)

    def plain() -> None:
        fives.copy()
        out.fill(0)

    pass_over_rows = _seconds(plain) / rows
    yield "rows: copy the bytes, fill the results", pass_over_rows, 1.0
    for kernel in _core.KERNELS:
        seconds = _seconds(lambda name=kernel: _core.evaluate_many(fives, out=out, kernel=name)) / rows  # type: ignore[misc]
        yield f"rows: evaluate_many, {kernel}", seconds, seconds / pass_over_rows
    tables = _random_deals(rows // 5, 26).reshape(-1, 2, 13)
    pass_over_tables = _seconds(lambda: tables.copy()) / len(tables)
    yield "heads-up tables: copy the bytes", pass_over_tables, 1.0
    seconds = _seconds(lambda: score_many(tables)) / len(tables)
    yield "heads-up tables: score_many", seconds, seconds / pass_over_tables
    row = cards("As Kd 7h 7c 2s")
    yield "one row: strength", _seconds(lambda: _core.strength(row), 20_000), float("nan")
    yield "one row: evaluate", _seconds(lambda: _core.evaluate(row), 20_000), float("nan")


def speed_report(rows: int = 1_000_000) -> str:
    """A table of speeds on one thread: random rows of five, a fifth as many heads-up tables, single rows."""
    lines = [f"{'one thread':<42}{'ns each':>9}{'a second':>15}{'to a plain pass':>17}"]
    for name, seconds, ratio in _lines(rows):
        times = "" if np.isnan(ratio) else f"{ratio:.1f} x"
        lines.append(f"{name:<42}{seconds * 1e9:>9.2f}{1 / seconds:>15,.0f}{times:>17}")
    return "\n".join(lines)
