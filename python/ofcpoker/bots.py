"""Bots to play against in the terminal: they see what their seat may see, and play legal cards at once."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final, Literal

from ._core import Placement
from .arranging import arrange
from .board import Board
from .cards import Card
from .rules import Rules
from .view import View

__all__ = ["BOTS", "Bot"]

Bot = Callable[[View, random.Random], Placement]
"""Chooses a legal placement for the seat whose view it is."""

ROWS: Final[tuple[Literal["top", "middle", "bottom"], ...]] = ("top", "middle", "bottom")

_LOOKED_AT: Final = 500
"""So many placements are looked at where jokers to be declared make more."""


def random_bot(view: View, rng: random.Random) -> Placement:
    """Any legal placement, each as likely."""
    chosen: Placement = rng.choice(view.legal_placements())
    return chosen


def sensible_bot(view: View, rng: random.Random) -> Placement:
    """Keeps its rows in order, collects pairs, straights and flushes, and arranges Fantasyland in the best way.

    >>> from ofcpoker import Hand
    >>> print(sensible_bot(Hand("pineapple", seed=7).view(1), random.Random(1)))
    - / Qs / 7c Jc Ac 8c
    """
    legal = view.legal_placements()
    seat = view.seat
    assert seat is not None
    if len(view.dealt(seat)) >= 13:
        return _arranged(view, seat) or random_bot(view, rng)
    board, rules = view.board(seat), view.rules
    few: Iterable[Placement] = legal
    if len(legal) > _LOOKED_AT:
        few = [rng.choice(legal) for _ in range(_LOOKED_AT)]
    return max(few, key=lambda placement: _worth(after(board, placement), rules))


BOTS: Final[Mapping[str, Bot]] = {"sensible": sensible_bot, "random": random_bot}
"""The bots by their names."""


def _arranged(view: View, seat: int) -> Placement | None:
    """The best arrangement of all cards at once."""
    held = [card for card in view.dealt(seat) if card is not None]
    best = arrange(held, view.rules, fantasyland=view.fantasyland[seat] > 0)
    placement = Placement(str(best.board))
    return placement if placement in view.legal_placements() else None


def after(board: Board, placement: Placement) -> Board:
    """The board when the cards are placed."""
    for row, cards in zip(ROWS, (placement.top, placement.middle, placement.bottom), strict=True):
        for card in cards:
            board = board.place(card, row)
    return board


# A rule of thumb, not a search: what the rows show, and what they may still become, in points or so.


def _worth(board: Board, rules: Rules) -> float:
    if board.is_complete:
        if board.is_foul(rules):
            return -100.0
        return board.royalties(rules).total + (12.0 if board.fantasyland(rules) else 0.0)
    top, middle, bottom = (_made(row) for row in board.rows)
    worth = _top(board.top) + 1.2 * _five(board.middle) + _five(board.bottom)
    if rules.middle == "deuce_to_seven":
        worth = _top(board.top) + _low(board.middle) + _five(board.bottom)
        return worth - _disorder(top, bottom, 5 - len(board.bottom))
    return worth - _disorder(top, middle, 5 - len(board.middle)) - _disorder(middle, bottom, 5 - len(board.bottom))


def _ranks(row: Sequence[Card]) -> list[int]:
    """The ranks 0..12; a joker pairs the highest of its row."""
    natural = [int(card) // 4 if card.rank is not None else None for card in row]
    best = max((rank for rank in natural if rank is not None), default=12)
    return [best if rank is None else rank for rank in natural]


def _made(row: Sequence[Card]) -> tuple[tuple[int, int], ...]:
    """Groups and kickers, in the order in which rows compare; straights and flushes above trips."""
    groups = sorted(((count, rank) for rank, count in Counter(_ranks(row)).items()), reverse=True)
    if len(row) == 5 and len(groups) == 5 and (_is_flush(row) or _span(row) <= 4):
        return ((3, 13), *groups)
    return tuple(groups)


def _disorder(lower: tuple[tuple[int, int], ...], upper: tuple[tuple[int, int], ...], free: int) -> float:
    """What it costs that a row is stronger than the one below it, which has so many free places."""
    if lower <= upper or not lower:
        return 0.0
    pairs = lower[0][0] > 1
    if not free:
        return 40.0
    return (5.0 if pairs else 1.2) * (6 - free) / 2


def _top(row: Sequence[Card]) -> float:
    worth = 0.0
    for rank, count in Counter(_ranks(row)).items():
        if count == 2:
            worth += 1.0 + max(rank - 3, 0) + (4.0 if rank >= 10 else 0.0)
        elif count == 3:
            worth += 16.0
        else:
            worth += rank * 0.03
    return worth - 0.5 * max(len(row) - 1, 0)


def _five(row: Sequence[Card]) -> float:
    if not row:
        return 0.0
    count = len(row)
    groups = sorted(Counter(_ranks(row)).values(), reverse=True)
    worth = sum(rank * 0.04 for rank in _ranks(row)) / count
    worth += {1: 0.0, 2: 1.6, 3: 5.0, 4: 11.0, 5: 20.0}[groups[0]]
    if len(groups) > 1 and groups[1] == 2:
        worth += 2.0 if groups[0] == 2 else 3.0
    if groups[0] == 1:
        if _is_flush(row):
            worth += (0.0, 0.3, 0.8, 2.0, 4.0, 7.0)[count]
        if _span(row) <= 4:
            worth += (0.0, 0.1, 0.4, 1.0, 2.2, 5.0)[count]
        elif count >= 4 and not _is_flush(row):
            worth -= 1.0
    return worth


def _low(row: Sequence[Card]) -> float:
    """A deuce-to-seven middle: low cards, no pair."""
    worth = 0.0
    ranks = _ranks(row)
    for rank in ranks:
        worth += (1.2 if rank <= 5 else 0.6 if rank <= 7 else 0.0 if rank == 8 else -8.0) + (8 - rank) * 0.05
    return worth - 9.0 * (len(ranks) - len(set(ranks)))


def _is_flush(row: Sequence[Card]) -> bool:
    return len({card.suit for card in row if card.suit is not None}) <= 1


def _span(row: Sequence[Card]) -> int:
    """From the lowest to the highest card, with the ace low where that is closer."""
    ranks = _ranks(row)
    low = [-1 if rank == 12 else rank for rank in ranks]
    return min(max(ranks) - min(ranks), max(low) - min(low))
