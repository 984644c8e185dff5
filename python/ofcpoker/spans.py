"""Sets of whole numbers as sorted spans that do not touch."""

from __future__ import annotations

from collections.abc import Iterable

from .plan import Span

__all__ = ["joined", "overlap", "without"]


def joined(spans: Iterable[Span]) -> list[Span]:
    """The spans sorted, those that touch made one.

    >>> joined([(4, 6), (0, 2), (2, 4), (9, 10)])
    [(0, 6), (9, 10)]
    """
    found: list[Span] = []
    for start, stop in sorted(spans):
        if start == stop:
            continue
        if found and start <= found[-1][1]:
            found[-1] = (found[-1][0], max(stop, found[-1][1]))
        else:
            found.append((start, stop))
    return found


def without(whole: Span, spans: Iterable[Span]) -> list[Span]:
    """What is left of a span without others.

    >>> without((0, 10), [(2, 4), (9, 12)])
    [(0, 2), (4, 9)]
    """
    left, at = [], whole[0]
    for start, stop in joined(spans):
        if at < min(start, whole[1]):
            left.append((at, min(start, whole[1])))
        at = max(at, stop)
    return [*left, (at, whole[1])] if at < whole[1] else left


def overlap(some: Iterable[Span], others: Iterable[Span]) -> Span | None:
    """A span that is in both, if there is one.

    >>> overlap([(0, 5)], [(5, 9)]), overlap([(0, 5)], [(3, 9)])
    (None, (3, 5))
    """
    for start, stop in some:
        for low, high in others:
            if max(start, low) < min(stop, high):
                return max(start, low), min(stop, high)
    return None
