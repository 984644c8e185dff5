"""The command `ofc simulate`."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from . import _core
from .checkpoints import write_atomically
from .plot import canvas
from .rules import Rules
from .simulate import simulate

__all__ = ["add_simulate_command"]


def _number(text: str) -> float:
    """A number of hands, which may be written 1e6."""
    try:
        return float(text) if any(sign in text for sign in ".eE") else int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r}: write a whole number, such as 1000 or 1e6") from None


def _seats(text: str) -> dict[int, int]:
    seat, _, cards = text.partition(":")
    if not (seat.isdecimal() and cards.isdecimal()):
        raise argparse.ArgumentTypeError(f"{text!r}: write SEAT:CARDS, such as 1:14")
    return {int(seat): int(cards)}


def add_simulate_command(
    commands: Any,
    add_rules: Callable[[argparse.ArgumentParser], None],
    rules_from: Callable[[str, Sequence[str]], Rules],
) -> None:
    """Adds the command to a parser's; the functions add the options for rules, and read them."""

    def run(options: argparse.Namespace) -> None:
        quiet = options.no_progress or not sys.stderr.isatty()
        fantasyland = {seat: cards for each in options.fantasyland for seat, cards in each.items()}
        policies = options.policies.split(",")
        # What cannot be written is found out before the hands are played.
        if options.plot is not None:
            canvas(options.plot)
        for path in (options.plot, options.json):
            if path not in (None, "-") and not Path(path).parent.is_dir():
                raise FileNotFoundError(f"simulate: there is no directory {str(Path(path).parent)!r} to write into")
        result = simulate(
            options.hands,
            rules_from(options.rules, options.set),
            policies * 2 if len(policies) == 1 else policies,
            seed=options.seed,
            matches=options.matches,
            duplicate=options.duplicate,
            fantasyland=fantasyland,
            first=options.first,
            threads=options.threads,
            progress=not quiet,
            keep=options.keep,
            path=options.path,
            checkpoint=options.checkpoint,
        )
        if options.plot is not None:
            result.plot(options.plot)
        if options.json is not None:
            text = json.dumps(result.to_dict(), ensure_ascii=False)
            if options.json == "-":
                print(text)
                return
            write_atomically(Path(options.json), lambda name: Path(name).write_text(text + "\n", encoding="utf-8"))
        print(result)

    parser = commands.add_parser(
        "simulate",
        help="play many hands and show what happens",
        description="Plays hands or matches from a seed and shows points, royalties, fouls and Fantasyland. "
        "Ctrl-C shows what is done so far.",
    )
    names = ", ".join(_core.POLICIES)
    parser.add_argument("--hands", type=_number, default=100_000, help="hands, or hands of a match (default: 100000)")
    parser.add_argument("--matches", type=_number, help="play so many matches, in which Fantasyland carries over")
    parser.add_argument(
        "--policies", metavar="P,P,...", default="greedy", help=f"a policy for each seat, of {names} (default: greedy)"
    )
    add_rules(parser)
    parser.add_argument("--seed", type=int, help="the seed: the same seed, the same hands (default: a new one)")
    parser.add_argument("--first", type=int, default=0, help="number of the first hand or match (default: 0)")
    parser.add_argument("--duplicate", action="store_true", help="play every deal with the players at all seats")
    parser.add_argument(
        "--fantasyland",
        metavar="SEAT:CARDS",
        type=_seats,
        nargs="+",
        default=[],
        help="seats that begin in it",
    )
    parser.add_argument("--threads", type=int, help="threads (default: all cores)")
    parser.add_argument("--keep", metavar="COLUMN", nargs="+", default=[], help=f"keep {', '.join(_core.COLUMNS)}")
    parser.add_argument("--path", metavar="DIRECTORY", help="where to keep them, as Parquet files")
    parser.add_argument("--checkpoint", metavar="FILE", help="go on from this file, if the simulation was killed")
    parser.add_argument("--plot", metavar="FILE", help="draw charts into a PNG, SVG or PDF file")
    parser.add_argument("--json", metavar="FILE", help="write the figures as JSON; - prints them instead of the table")
    parser.add_argument("--no-progress", action="store_true", help="no progress bar")
    parser.set_defaults(run=run)
