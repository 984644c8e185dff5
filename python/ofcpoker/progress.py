"""Telling how far long work has come: a bar, or the caller's own function."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeAlias

from .checks import show
from .errors import InvalidRules

__all__ = ["Progress", "reporter"]

Progress: TypeAlias = bool | Callable[[int, int], object] | None
"""None or False for silence, True for a bar, or a function of what is done and of how much there is."""


@contextmanager
def reporter(operation: str, progress: Progress, total: int, unit: str) -> Iterator[Callable[[int], object] | None]:
    """A function to be called with what is done so far; None where nobody wants to know.

    The bar is tqdm's where that is installed, else a line of text; both go to standard error.

    >>> with reporter("arrange_many", lambda done, total: print(done, "of", total), 3, "deals") as report:
    ...     report(2)
    2 of 3
    """
    if progress is None or progress is False:
        yield None
    elif not isinstance(progress, bool) and not callable(progress):
        raise InvalidRules(
            f"{operation}: progress={show(progress)}; allowed: True, False, None, or a function of two numbers",
            code="wrong_progress",
        )
    elif progress is not True:
        told = progress
        yield lambda done: told(done, total)
    else:
        try:
            from tqdm import tqdm
        except ImportError:
            yield from _line(total, unit)
            return
        with tqdm(total=total, unit=f" {unit}", unit_scale=True) as bar:
            begun = False

            def report(done: int) -> None:
                nonlocal begun
                if not begun:
                    # What was done before, by work that goes on from a file, says nothing of the speed.
                    bar.initial = bar.n = bar.last_print_n = done
                    begun = True
                bar.update(done - bar.n)

            yield report


def _line(total: int, unit: str) -> Iterator[Callable[[int], object]]:
    start: float | None = None
    last = 0.0
    before = 0  # done when this began: work that goes on from a file

    def report(done: int) -> None:
        nonlocal start, last, before
        now = time.monotonic()
        if start is None:
            start, before = now, done
        if now - last >= 0.2 or done >= total:
            last = now
            rate = (done - before) / max(now - start, 1e-9)
            left = f", {(total - done) / rate:,.0f} s left" if rate else ""
            print(
                f"\r{done:,} of {total:,} {unit}, {rate:,.0f} a second{left}    ", end="", file=sys.stderr, flush=True
            )

    try:
        yield report
    finally:
        print(file=sys.stderr)
