"""The command `ofc`: rows, tables and rules from the terminal."""

from __future__ import annotations

import argparse
import io
import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from . import __version__, _core
from .board import Board
from .checks import show
from .cli_arrange import add_arrange_command
from .cli_simulate import add_simulate_command
from .display import boards_text
from .errors import InvalidRules, OfcError
from .play import add_play_command
from .presets import PRESETS
from .rules import Rules
from .rulesfile import read_changes
from .scoring import score
from .speed import speed_report

__all__ = ["main"]


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="ofc",
        description="Open Face Chinese Poker: evaluate rows, score tables, look up rules.",
        epilog="Cards are written As Td 2c, jokers X1 X2 X3; boards top / middle / bottom; tables board | board.",
    )
    parser.add_argument("--version", action="version", version=f"ofcpoker {__version__}")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")

    evaluate = commands.add_parser("evaluate", help="name the hand of a row", description="Names the hand of a row.")
    evaluate.add_argument("cards", nargs="+", help='3 or 5 cards, such as "As Ks Qs Js Ts"')
    evaluate.add_argument("--low", action="store_true", help="as a deuce-to-seven low")
    evaluate.add_argument("--json", action="store_true", help="print JSON")
    evaluate.set_defaults(run=_evaluate)

    scoring = commands.add_parser(
        "score", help="score tables and explain every point", description="Scores tables and explains every point."
    )
    scoring.add_argument(
        "tables",
        nargs="+",
        help='"board | board", or a file with a table a line (# begins a comment; - is standard input)',
    )
    _add_rules(scoring)
    scoring.add_argument(
        "--fantasyland", metavar="SEAT:CARDS", nargs="+", default=[], help="seats in Fantasyland, such as 1:14"
    )
    scoring.add_argument("--surrendered", metavar="SEAT", nargs="+", type=int, default=[], help="seats that gave up")
    scoring.add_argument("--stacks", metavar="POINTS", nargs="+", type=int, help="what each seat has left under a cap")
    scoring.add_argument("--button", metavar="SEAT", type=int, help="seat of the button (default: the last)")
    scoring.add_argument("--json", action="store_true", help="print JSON, a line a table")
    scoring.set_defaults(run=_score)

    add_arrange_command(commands, _add_rules, _rules_from)
    add_simulate_command(commands, _add_rules, _rules_from)

    add_play_command(commands, _add_rules, _rules_from)

    rules = commands.add_parser(
        "rules",
        help="list the presets, print rules, compare two",
        description="Lists the presets; with one NAME prints its rules; with two says in what they differ.",
    )
    rules.add_argument("names", metavar="NAME", nargs="*", help="a preset, or a JSON or TOML file of rules")
    rules.add_argument("--set", metavar="SETTING=VALUE", action="append", default=[], help="change a setting of NAME")
    rules.add_argument("--json", action="store_true", help="print JSON")
    rules.set_defaults(run=_rules)

    speed = commands.add_parser(
        "speed",
        help="measure evaluation and scoring here",
        description="Measures evaluation and scoring on this machine.",
    )
    speed.add_argument("--rows", type=int, default=1_000_000, help="how many rows to evaluate (default: a million)")
    speed.set_defaults(run=_speed)
    return parser


def _add_rules(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--rules", metavar="NAME", default="pineapple", help="a preset or a JSON or TOML file (default: pineapple)"
    )
    parser.add_argument(
        "--set", metavar="SETTING=VALUE", action="append", default=[], help="change a setting, such as moon=20"
    )


def _rules_from(name: str, changes: Sequence[str]) -> Rules:
    rules = Rules.load(name) if name.lower().endswith((".json", ".toml")) else Rules.preset(name)
    return rules.replace(**read_changes(changes)) if changes else rules


def _evaluate(options: argparse.Namespace) -> None:
    evaluate = _core.evaluate_low if options.low else _core.evaluate
    rank = evaluate(" ".join(options.cards))
    if options.json:
        fields = {"category": rank.category, "ranks": list(rank.ranks), "strength": rank.strength, "words": str(rank)}
        print(json.dumps(fields))
    else:
        print(rank)


def _tables(arguments: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Each table's text, with where it stands."""
    for argument in arguments:
        if argument == "-":
            name, text = "standard input", sys.stdin.read()
        elif "|" in argument or ("/" in argument and "\n" not in argument and not Path(argument).is_file()):
            yield "", argument
            continue
        else:
            name = argument
            try:
                text = Path(argument).read_text(encoding="utf-8-sig")
            except UnicodeDecodeError as error:
                raise OfcError(f"score: cannot read {argument}: {error}", code="unreadable_file") from None
        for number, line in enumerate(text.splitlines(), 1):
            table = line.partition("#")[0].strip()
            if table:
                yield f"{name}, line {number}: ", table


def _facts(options: argparse.Namespace) -> dict[str, Any]:
    fantasyland: dict[int, int] = {}
    for entry in options.fantasyland:
        try:
            seat, cards = map(int, entry.split(":"))
        except ValueError:
            why = f"score: --fantasyland {show(entry)}: write SEAT:CARDS, such as 1:14"
            raise InvalidRules(why, code="wrong_fantasyland") from None
        if seat in fantasyland:
            raise InvalidRules(f"score: --fantasyland names seat {seat} twice", code="wrong_fantasyland")
        fantasyland[seat] = cards
    return {
        "fantasyland": fantasyland,
        "surrendered": options.surrendered,
        "stacks": options.stacks,
        "button": options.button,
    }


def _score(options: argparse.Namespace) -> None:
    rules = _rules_from(options.rules, options.set)
    facts = _facts(options)
    for number, (where, text) in enumerate(_tables(options.tables)):
        try:
            boards = [Board(part) for part in text.split("|")]
            result = score(boards, rules, **facts)
        except OfcError as error:
            raise type(error)(f"{where}{error}", code=error.code, **error.details) from None
        if options.json:
            print(json.dumps(result.to_dict(), ensure_ascii=False))
            continue
        if number:
            print()
        print(boards_text(boards))
        print()
        print(result)


def _rules(options: argparse.Namespace) -> None:
    if len(options.names) > 2:
        raise InvalidRules(f"rules: {len(options.names)} names; print one or compare two", code="wrong_count")
    if not options.names:
        if options.set:
            raise InvalidRules("rules: --set changes the rules of a NAME; give one", code="wrong_count")
        names = Rules.presets()
        print(
            json.dumps(list(names)) if options.json else "\n".join(f"{name:<16}{PRESETS[name].about}" for name in names)
        )
        return
    first, *others = (_rules_from(name, options.set if at == 0 else ()) for at, name in enumerate(options.names))
    if not others:
        print(json.dumps(first.to_dict(), ensure_ascii=False) if options.json else first)
        return
    differences = first.diff(others[0])
    if options.json:
        print(json.dumps({entry.setting: [entry.mine, entry.theirs] for entry in differences}, default=dict))
    else:
        print("\n".join(map(str, differences)) or "no difference")


def _speed(options: argparse.Namespace) -> None:
    if options.rows < 1000:
        raise OfcError(f"speed: --rows {options.rows}: fewer than 1000 say nothing", code="wrong_count")
    print(speed_report(options.rows))


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command; the result is its exit status: 0, or 2 for bad input."""
    options = _parser().parse_args(arguments)
    if isinstance(sys.stdout, io.TextIOWrapper):
        # Suit signs that the output cannot hold become ?; the accounts below the pictures name suits by letters.
        sys.stdout.reconfigure(errors="replace")
    try:
        options.run(options)
    except BrokenPipeError:  # the reader has seen enough, as in `ofc score FILE | head`
        sys.stderr.close()
    except (ImportError, MemoryError, OfcError, OSError, UnicodeDecodeError) as error:
        print(f"ofc: {error}", file=sys.stderr)
        return 2
    return 0
