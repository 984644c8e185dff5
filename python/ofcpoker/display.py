"""Pictures of boards: text for terminals, SVG for notebooks. Needs no other package."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final
from xml.sax.saxutils import escape

from .cards import Card

if TYPE_CHECKING:
    from .board import Board

__all__ = ["board_svg", "board_text", "boards_text"]

_CAPACITY: Final = {"top": 3, "middle": 5, "bottom": 5}
_COLOURS: Final = {"c": "#1b7a3d", "d": "#1f5fbf", "h": "#c8202f", "s": "#1a1a1a", None: "#7a3fa0"}
_WIDTH, _HEIGHT, _GAP = 44, 60, 6


def board_text(board: Board) -> str:
    """The board as it lies on a table: the top row in the middle over two rows of five, `--` where no card lies.

    >>> from ofcpoker import Board
    >>> print(board_text(Board("Qh Qc / Ts Js Qd Kc Ah / 7d 7c 7s 2h 2s")))
       Q♥ Q♣ --
    T♠ J♠ Q♦ K♣ A♥
    7♦ 7♣ 7♠ 2♥ 2♠
    """
    lines = []
    for (row, capacity), cards in zip(_CAPACITY.items(), board.rows, strict=True):
        shown = [card.pretty for card in cards] + ["--"] * (capacity - len(cards))
        lines.append(("   " if row == "top" else "") + " ".join(shown))
    return "\n".join(lines)


def boards_text(boards: Sequence[Board]) -> str:
    """Boards side by side, each under its seat.

    >>> from ofcpoker import Board
    >>> print(boards_text([Board("Qh Qc 3d / - / -"), Board()]))
    seat 0            seat 1
       Q♥ Q♣ 3♦          -- -- --
    -- -- -- -- --    -- -- -- -- --
    -- -- -- -- --    -- -- -- -- --
    """
    columns = []
    for seat, board in enumerate(boards):
        lines = [f"seat {seat}", *board_text(board).splitlines()]
        width = max(map(len, lines))
        columns.append([line.ljust(width) for line in lines])
    return "\n".join("    ".join(line).rstrip() for line in zip(*columns, strict=True))


def board_svg(board: Board) -> str:
    """The board as an SVG picture, the text of the board as its title.

    >>> from ofcpoker import Board
    >>> board_svg(Board("As / - / -")).startswith("<svg")
    True
    """
    step_x, step_y = _WIDTH + _GAP, _HEIGHT + _GAP
    parts = []
    for line, (capacity, cards) in enumerate(zip(_CAPACITY.values(), board.rows, strict=True)):
        for place in range(capacity):
            x = _GAP + (place + (5 - capacity) // 2) * step_x
            card = cards[place] if place < len(cards) else None
            parts.append(_card_svg(card, x, _GAP + line * step_y))
    width, height = _GAP + 5 * step_x, _GAP + 3 * step_y
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" '
        f'role="img"><title>{escape(str(board))}</title>{"".join(parts)}</svg>'
    )


def _card_svg(card: Card | None, x: int, y: int) -> str:
    frame = f'<rect x="{x}" y="{y}" width="{_WIDTH}" height="{_HEIGHT}" rx="5" '
    if card is None:
        return frame + 'fill="none" stroke="#b0b0b0" stroke-dasharray="4 3"/>'
    middle = x + _WIDTH // 2
    text = (
        f'<text x="{middle}" y="{{}}" font-family="sans-serif" font-size="{{}}" text-anchor="middle" '
        f'fill="{_COLOURS[card.suit]}">{{}}</text>'
    )
    face = frame + 'fill="#ffffff" stroke="#707070"/>'
    if card.rank is None:
        return face + text.format(y + 38, 20, str(card))
    signs = card.pretty[-2:]
    if card.is_joker:
        face += text.format(y + 15, 11, str(card.joker))
    return face + text.format(y + 38, 22, signs)
