"""What `ofc play` shows: the table, the account of a hand, the totals."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

from ._core import Placement
from .cards import Card
from .display import board_text
from .matchstate import HandResult, MatchState, signed
from .scoring import PairScore
from .view import View

__all__ = ["HELP", "account_text", "coloured", "placed_text", "table_text", "totals_text"]

WIDTH: Final = 74

HELP: Final = """\
Place your cards with a key for each, in the order shown:
  t top   m middle   b bottom   x discard          t b x   or   tbx
or name them, cards first and then their row:      As Kd bottom 2c top
or write the rows with slashes:                    Kd / - / As 2c
A joker that has to be declared gets its card:     t m=Kd x   or   X1=Kd middle

  a   the best arrangement, where all cards are set at once
  h   a hint: what a bot would do       u   take back
  r   draw the table again              rules   the rules of this table
  surrender   give up the hand, where the rules allow it
  s [FILE]   save                       q   quit, saved if you like
The bottom must be at least as strong as the middle, the middle as the top."""


def coloured(text: str) -> str:
    """The text with hearts and diamonds in red, for terminals.

    >>> coloured("A♠ A♥")
    'A♠ \\x1b[31mA♥\\x1b[0m'
    """
    return re.sub(r"(?:X\d=)?[2-9TJQKA][♥♦]", "\x1b[31m\\g<0>\x1b[0m", text)


def table_text(view: View, names: Sequence[str]) -> str:
    """The boards side by side as the viewer sees them, each under its player, then the viewer's own cards."""
    columns = [_column(view, seat, name) for seat, name in enumerate(names)]
    lines = _beside(columns)
    seat = view.seat
    if seat is not None and view.discards(seat):
        lines.append("discarded  " + " ".join(_pretty(card) for card in view.discards(seat)))
    return "\n".join(lines).rstrip()


def _beside(columns: Sequence[Sequence[str]]) -> list[str]:
    """Columns side by side; four fit into 80 characters."""
    gap = "   " if len(columns) > 3 else "     "
    return [gap.join(part).rstrip() for part in zip(*columns, strict=True)]


def _column(view: View, seat: int, name: str) -> list[str]:
    if view.face_down(seat):
        rows = ["   ?? ?? ??", "?? ?? ?? ?? ??", "?? ?? ?? ?? ??"]
    else:
        rows = board_text(view.board(seat)).splitlines()
    notes = ["button"] if seat == view.button else []
    if seat in view.surrendered:
        notes.append("surrendered")
    if view.fantasyland[seat]:
        notes.append(f"Fantasyland {view.fantasyland[seat]}")
    if seat in view.choice:
        notes.append("The Choice")
    lines = [name, *rows, ", ".join(notes)]
    width = max(17, *map(len, lines))
    return [line.ljust(width) for line in lines]


def _pretty(card: Card | None) -> str:
    return "??" if card is None else card.pretty


def dealt_text(cards: Sequence[Card]) -> str:
    """The cards to be placed."""
    return " ".join(card.pretty for card in cards)


def placed_text(name: str, placement: Placement, hidden: bool) -> str:
    """What a player did, as the others see it."""
    if hidden:
        return f"{does(name, 'set')} {len(placement.rows)} cards face down"
    parts = []
    for row in ("top", "middle", "bottom"):
        cards = [card.pretty for card, where in placement.rows.items() if where == row]
        if cards:
            parts.append(f"{' '.join(cards)} {row}")
    discards = len(placement.discards)
    return f"{name}: {', '.join(parts)}" + (f", {discards} discarded" if discards else "")


def prompt_text(dealt: Sequence[Card], owed: Sequence[int], free: Mapping[str, int]) -> str:
    """How many cards go where."""
    count = len(dealt)
    places = " or ".join(map(str, owed))
    rest = "" if owed == [count] else f" of {count}, x discards"
    room = "  ".join(f"{row[0]} {row} {left}" for row, left in free.items() if left)
    return f"Place {places}{rest}.   Room: {room}   (? helps)"


def account_text(result: HandResult) -> str:
    """A finished hand explained: boards, rows, royalties, and who pays whom for what."""
    score, names = result.score, result.players
    columns = []
    for seat, name in enumerate(names):
        lines = [name, *board_text(score.boards[seat]).splitlines()]
        columns.append([line.ljust(max(17, len(name))) for line in lines])
    lines = [*_beside(columns), ""]
    for seat, name in enumerate(names):
        lines.append(f"{name:<12}{_rows(result, seat)}")
        notes = _notes(result, seat)
        if notes:
            lines.append(f"{'':<12}{notes}")
    for account in score.pairs:
        pair = account if account.points >= 0 else _turned(account)
        lines += ["", f"{names[pair.a]} from {names[pair.b]}"]
        for text, amount in pair.lines():
            said = re.sub(r"seat (\d)", lambda found: names[int(found[1])], text)
            said = said.replace("royalties of you", "your royalties")
            lines.append(f"    {said:<34}{signed(amount):>5}")
        total = f"{does(names[pair.b], 'pay')} {names[pair.a]}" if pair.points else "nobody pays"
        lines.append(f"    {total:<34}{pair.points:>5}")
    return "\n".join(lines)


def _turned(pair: PairScore) -> PairScore:
    """The same account with the other seat first."""
    return PairScore(
        a=pair.b,
        b=pair.a,
        won=(pair.won[1], pair.won[0]),
        rows=-pair.rows,
        scoop=-pair.scoop,
        majority=-pair.majority,
        royalties=(-pair.royalties[1], -pair.royalties[0]),
        moon=-pair.moon,
        surrender=-pair.surrender,
        multiplier=pair.multiplier,
        multiplied=-pair.multiplied,
        capped=-pair.capped,
        fouls=(pair.fouls[1], pair.fouls[0]),
    )


def does(name: str, verb: str) -> str:
    """Who does what: you pay, Ada pays."""
    return f"{name} {verb if name == 'you' else verb + 's'}"


def _rows(result: HandResult, seat: int) -> str:
    standing = result.score.seats[seat]
    if standing.surrendered:
        return "surrendered"
    ranks = result.score.ranks(seat)
    return "foul" if ranks is None else " / ".join(map(str, ranks))


def _notes(result: HandResult, seat: int) -> str:
    standing = result.score.seats[seat]
    notes = []
    top, middle, bottom = standing.royalties
    if standing.royalties.total:
        notes.append(f"royalties {top} + {middle} + {bottom} = {standing.royalties.total}")
    if standing.moon:
        notes.append("shoots the moon")
    if standing.multiplier > 1:
        notes.append(f"spades multiply by {standing.multiplier}")
    if standing.fantasyland:
        stays = "stays in" if result.fantasyland[seat] else "goes to"
        notes.append(f"{stays} Fantasyland with {standing.fantasyland} cards")
    if standing.choice:
        notes.append("holds The Choice in the next hand")
    return "; ".join(notes)


def totals_text(match: MatchState) -> str:
    """The totals of all players in a line."""
    return "   ".join(f"{name} {signed(total)}" for name, total in match.totals.items())


def rule(text: str = "") -> str:
    """A line across the screen with a title in it."""
    return f"── {text} ".ljust(WIDTH, "─") if text else "─" * WIDTH
