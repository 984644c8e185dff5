"""The command `ofc arrange`."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Sequence
from typing import Any

from .arrangement import Arrangement
from .arranging import arrange
from .rules import Rules

__all__ = ["add_arrange_command", "arrangement_text"]


def arrangement_text(best: Arrangement) -> str:
    """The best board, what is thrown away, what it earns, and the next best.

    >>> print(arrangement_text(arrange("As Ad Ah Kc Ks 9h 8h 7h 6h 5h 4c 4d 2c 3d", top=2)))
       K♣ K♠ 3♦
    A♦ A♥ A♠ 4♣ 4♦
    9♥ 8♥ 7♥ 6♥ 5♥
    thrown away  2c
    rows         pair, kings / full house, aces over fours / straight flush, nine high
    royalties    8 + 12 + 15 = 35
    next hand    stays in Fantasyland, 14 cards
    value        44.7
    next best    Kc Ks 2c / Ad Ah As 4c 4d / 9h 8h 7h 6h 5h, value 44.7
    """
    lines = [str(best)]
    for other in best.others:
        lines.append(f"next best    {other.board}, value {other.value_text}")
    return "\n".join(lines)


def _fields(answer: Arrangement) -> dict[str, Any]:
    """An answer in plain JSON types."""
    return {
        "board": str(answer.board),
        "discards": [str(card) for card in answer.discards],
        "value": answer.value,
        "royalties": answer.royalties._asdict(),
        "stays": answer.stays,
        "fantasyland": answer.fantasyland,
        "foul_is_forced": answer.foul_is_forced,
    }


def add_arrange_command(
    commands: Any,
    add_rules: Callable[[argparse.ArgumentParser], None],
    rules_from: Callable[[str, Sequence[str]], Rules],
) -> None:
    """Adds the command to a parser's; the functions add the options for rules, and read them."""

    def run(options: argparse.Namespace) -> None:
        best = arrange(
            " ".join(options.cards),
            rules_from(options.rules, options.set),
            stay_value=options.stay_value,
            opponents=options.against,
            top=options.top,
            fantasyland=False if options.outside else None,
        )
        if options.json:
            print(json.dumps(_fields(best) | {"others": [_fields(other) for other in best.others]}))
        else:
            print(arrangement_text(best))

    parser = commands.add_parser(
        "arrange",
        help="the best arrangement of a Fantasyland",
        description="Prints the best legal arrangement of 13 to 17 cards, what it earns, and the next best.",
    )
    parser.add_argument("cards", nargs="+", help="13 to 17 cards")
    add_rules(parser)
    parser.add_argument("--stay-value", metavar="POINTS", type=float, help="what a next Fantasyland is worth")
    parser.add_argument("--against", metavar="BOARD", nargs="+", help="boards of one to three opponents")
    parser.add_argument("--top", metavar="K", type=int, default=2, help="how many boards to print (default: 2)")
    parser.add_argument("--outside", action="store_true", help="the hand is played outside Fantasyland")
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.set_defaults(run=run)
