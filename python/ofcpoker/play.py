"""`ofc play`: a match in the terminal, against bots or with friends at one screen."""

from __future__ import annotations

import argparse
import errno
import json
import os
import random
import re
import secrets
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, TextIO

from . import playscreen
from ._core import Placement
from .arranging import arrange
from .bots import BOTS, after
from .checks import show
from .display import board_text
from .errors import IllegalAction, InvalidRecord, InvalidRules, OfcError
from .events import Placed
from .match import Match
from .playkeys import keys_of, placement_of
from .playscreen import rule
from .rules import Rules
from .view import View

__all__ = ["Session", "add_play_command"]

SCHEMA: Final = 1
_BOT_NAMES: Final = ("Ada", "Blaise", "Carl")


class _Quit(Exception):
    """The player has had enough."""


@dataclass
class Session:
    """A match that is played in a terminal: `play` runs it to its end, or until somebody quits.

    `bots` are the players that bots play, with the names of the bots; the others are people. What is typed is read from
    `input`, a line at a time, and all that is shown goes to `output`: a terminal, or files and pipes.
    """

    match: Match
    bots: dict[str, str]
    seed: int
    """Of the bots' choices."""
    path: Path | None = None
    """Where the match is saved."""
    input: TextIO = field(default_factory=lambda: sys.stdin)
    output: TextIO = field(default_factory=lambda: sys.stdout)
    _log: list[str] = field(default_factory=list)
    """What has happened in the hand."""
    _told: dict[str, int] = field(default_factory=dict)
    """How much of it each person has been told."""
    _at_screen: str | None = None
    """The player who looks at the screen."""

    # The terminal.

    @property
    def _is_terminal(self) -> bool:
        return self.output.isatty()

    def _say(self, text: str = "") -> None:
        if self._is_terminal and not os.environ.get("NO_COLOR"):
            text = playscreen.coloured(text)
        print(text, file=self.output)

    def _ask(self, prompt: str) -> str:
        """A line that is typed; the end of the input quits."""
        print(prompt, end="", file=self.output, flush=True)
        line = self.input.readline()
        if not self.input.isatty():
            print(line.rstrip("\n"), file=self.output)
        if not line:
            raise _Quit
        return line.strip()

    def _clear(self) -> None:
        if self._is_terminal:
            print("\x1b[2J\x1b[3J\x1b[H", end="", file=self.output)

    # The match.

    @property
    def people(self) -> tuple[str, ...]:
        """The players who are no bots."""
        return tuple(name for name in self.match.seats if name not in self.bots)

    def play(self) -> None:
        """Plays until the match is over or somebody quits."""
        try:
            while not self.match.is_over:
                if not self.match.in_hand and not self._deal():
                    break
                self._play_hand()
                if not self.match.is_over:
                    self._between()
        except (_Quit, KeyboardInterrupt):
            self._quit()
            return
        self._finish()

    def _deal(self) -> bool:
        """Deals the next hand; False, and the match is ended, where no person plays in it."""
        opening = self.match.opening
        if opening is None or not set(opening.players) & set(self.people):
            self._say("Nobody but bots has points left: the match is over.")
            self.match.end()
            return False
        hand = self.match.deal()
        for number, cards in enumerate(hand.fantasyland):
            if cards and cards < opening.fantasyland[number]:
                self._log.append(f"{opening.players[number]} has {cards} cards in Fantasyland: the deck has no more")
        return True

    def _play_hand(self) -> None:
        while self.match.in_hand:
            name = self._next()
            if name in self.bots:
                self._bot(name)
            else:
                self._person(name)
        self._account()

    def _next(self) -> str:
        """Who acts: those whose turn others wait for, before those who may set their cards at any time; bots first."""
        hand = self.match.hand
        assert hand is not None
        return min(
            self.match.to_act,
            key=lambda name: (hand.fantasyland[self.match.seat(name)] > 0, name not in self.bots),
        )

    def _names(self) -> tuple[str, ...]:
        return self.match.hand_players

    def _bot(self, name: str) -> None:
        placement = self._choice(name, self.bots[name])
        self.match.place(name, placement)
        self._note(name, placement)

    def _choice(self, name: str, bot: str) -> Placement:
        """What a bot would do: the same again after an undo and in a resumed match."""
        return BOTS[bot](self.match.view(name), random.Random(f"{self.seed} {self.match.at(name)} {name}"))

    def _note(self, name: str, placement: Placement) -> None:
        seat, hand = self.match.seat(name), self.match.hand
        assert hand is not None
        hidden = hand.fantasyland[seat] > 0 or self.match.rules.deal == "closed"
        self._log.append(playscreen.placed_text(name, placement, hidden))

    # A person's turn.

    def _person(self, name: str) -> None:
        self._pass_to(name)
        self._draw(name)
        while True:
            line = self._ask("> ")
            try:
                if self._command(name, line):
                    return
            except (OfcError, OSError) as error:
                self._say(_plainly(error, self._names()))

    def _pass_to(self, name: str) -> None:
        """With several people at one screen nobody sees the cards of who was there before."""
        if len(self.people) > 1 and self._at_screen != name:
            self._clear()
            self._say(rule())
            self._ask(f"Pass the screen to {name}, who presses Enter: ")
            self._clear()
        self._at_screen = name

    def _draw(self, name: str) -> None:
        match, view = self.match, self.match.view(name)
        number = f"Hand {match.hands_played + 1}" + (f" of {match.hands}" if match.hands else "")
        street = "" if view.fantasyland[view.seat or 0] or match.rules.deal == "closed" else f", street {view.street}"
        self._say()
        self._say(rule(f"{number}{street}   {playscreen.totals_text(match)}"))
        self._tell_log(name)
        self._say(playscreen.table_text(view, self._names()))
        self._say()
        seat = self.match.seat(name)
        dealt = [card for card in view.dealt(seat) if card is not None]
        whose = "Your cards" if len(self.people) == 1 else f"{name}, your cards"
        self._say(f"{whose}:  {playscreen.dealt_text(dealt)}")
        self._say(playscreen.prompt_text(dealt, _owed(view, seat), _room(view, seat)))

    def _tell_log(self, name: str | None) -> None:
        """What has happened since a person last looked."""
        news = self._log[self._told.get(name or "", 0) :]
        self._told[name or ""] = len(self._log)
        for line in news:
            self._say(line)
        if news:
            self._say()

    def _command(self, name: str, line: str) -> bool:
        """Does what was typed; True when it was the turn's last word."""
        word, _, rest = line.partition(" ")
        commands: Mapping[str, Callable[[], bool]] = {
            "?": lambda: self._tell(playscreen.HELP),
            "help": lambda: self._tell(playscreen.HELP),
            "rules": lambda: self._tell(str(self.match.rules)),
            "r": lambda: self._redraw(name),
            "h": lambda: self._hint(name),
            "a": lambda: self._arrange(name),
            "u": lambda: self._undo(name),
            "s": lambda: self._save_command(rest),
            "surrender": lambda: self._surrender(name),
        }
        if word.lower() in ("q", "quit", "exit"):
            raise _Quit
        if not line:
            return self._tell("A key for each card: t m b, x discards. ? helps.")
        if word.lower() in commands and (not rest or word.lower() == "s"):
            return commands[word.lower()]()
        dealt = [card for card in self.match.view(name).dealt(self.match.seat(name)) if card is not None]
        return self._place(name, placement_of(line, dealt))

    def _tell(self, text: str) -> bool:
        self._say(text)
        return False

    def _redraw(self, name: str) -> bool:
        self._draw(name)
        return False

    def _place(self, name: str, placement: Any) -> bool:
        hand, seat = self.match.hand, self.match.seat(name)
        assert hand is not None
        placed = hand.verify_placement(seat, placement)
        if len(self.people) > 1:
            # Asked before it is done: afterwards the hand may be over, and the others' cards on the table.
            self._say(board_text(after(hand.board(seat), placed)))
            if self._ask("Enter goes on, u takes it back: ").lower().startswith("u"):
                return self._redraw(name)
        self.match.place(name, placed)
        self._note(name, placed)
        return True

    def _hint(self, name: str) -> bool:
        placement = self._choice(name, "sensible")
        dealt = [card for card in self.match.view(name).dealt(self.match.seat(name)) if card is not None]
        return self._tell(f"A bot would play  {keys_of(placement, dealt)}   ({placement})")

    def _arrange(self, name: str) -> bool:
        hand, seat = self.match.hand, self.match.seat(name)
        assert hand is not None
        inside = hand.fantasyland[seat] > 0
        if not inside and self.match.rules.deal != "closed":
            return self._tell("That is for Fantasyland and closed deals, where all cards are set at once. h hints.")
        best = arrange([card for card in hand.dealt(seat) if card is not None], self.match.rules, fantasyland=inside)
        self._say(str(best))
        if self._ask("Set them so? y/n: ").lower() not in ("y", "yes"):
            return self._redraw(name)
        return self._place(name, str(best.board))

    def _undo(self, name: str) -> bool:
        """Back to the last decision of a person: what bots did since, they do again."""
        if len(self.people) > 1:
            raise IllegalAction("Nothing to take back: others have seen your cards.", code="nothing_to_undo")
        trial = self.match.copy()
        if not (mine := self._placements(trial, name)):
            raise IllegalAction("You have placed nothing yet.", code="nothing_to_undo")
        while self._placements(trial, name) == mine:
            trial.undo()
        self.match = trial
        self._log, self._told = ["(taken back)"], {}
        return True

    def _placements(self, match: Match, name: str) -> int:
        hand, seat = match.hand, match.seat(name)
        assert hand is not None
        return sum(isinstance(event, Placed) and event.seat == seat for event in hand.events)

    def _surrender(self, name: str) -> bool:
        self.match.surrender(name)
        self._log.append(f"{playscreen.does(name, 'surrender')}")
        return True

    # After a hand.

    def _account(self) -> None:
        match = self.match
        result = match.history[-1]
        self._say()
        self._say(rule(f"Hand {result.number + 1} is over"))
        self._tell_log(self._at_screen)
        self._log, self._told = [], {}
        self._say(playscreen.account_text(result))
        self._say()
        self._say(f"Totals   {playscreen.totals_text(match)}")

    def _between(self) -> None:
        while True:
            line = self._ask("Enter deals the next hand; s saves, q quits: ")
            word, _, rest = line.partition(" ")
            if word.lower() in ("q", "quit", "exit"):
                raise _Quit
            if word.lower() == "s":
                try:
                    self._save_command(rest)
                except OSError as error:
                    self._say(_plainly(error))
                continue
            if not line:
                self._at_screen = None
                return
            self._say("Enter, s or q. The rules and the help are there in a hand: ?")

    def _finish(self) -> None:
        self._say()
        self._say(rule("The match is over"))
        self._say(f"Totals   {playscreen.totals_text(self.match)}")
        for payment in self.match.settlement():
            pays = playscreen.does(payment.payer, "pay")
            worth = "" if payment.amount is None else f" = {payment.amount}"
            self._say(f"         {pays} {payment.payee} {payment.points}{worth}")
        if self.path is not None:
            self._save(self.path)

    # Saving.

    def _save_command(self, rest: str) -> bool:
        path = Path(rest.strip()) if rest.strip() else self.path
        if path is None:
            name = self._ask("Save to which file? ")
            if not name:
                return self._tell("Not saved.")
            path = Path(name)
        self._save(path)
        self.path = path
        return False

    def _save(self, path: Path) -> None:
        if path.is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
        partly = path.with_name(path.name + ".part")
        try:
            partly.write_text(self.to_json() + "\n", encoding="utf-8")
        except ValueError as error:
            # A name with a null character, or one that cannot be written.
            raise OSError(errno.EINVAL, str(error), str(path)) from error
        partly.replace(path)
        self._say(f"Saved. To go on: ofc play --resume {path}")

    def _quit(self) -> None:
        self._say()
        path, saved = self.path, False
        while not saved:
            try:
                if path is None:
                    name = self._ask("Save to which file? Enter alone does not save: ")
                    if not name:
                        break
                    path = Path(name)
                self._save(path)
                saved = True
            except _Quit:
                self._say()
                break
            except OSError as error:
                self._say(_plainly(error))
                path = None
        self._say(f"Totals   {playscreen.totals_text(self.match)}")

    def to_json(self) -> str:
        """The match as it stands and who plays it, all cards of the deck included."""
        head = json.dumps({"schema": SCHEMA, "kind": "play", "bots": self.bots, "seed": self.seed})
        return f'{head[:-1]}, "match": {self.match.to_json()}}}'

    @classmethod
    def from_json(cls, text: str) -> Session:
        """A session from `to_json`. Raises `InvalidRecord` when it is none."""
        try:
            data = json.loads(text)
        except ValueError as error:
            raise InvalidRecord(f"play: not a saved match: {error}", code="not_json") from error
        if not isinstance(data, dict) or data.get("kind") != "play" or data.get("schema") != SCHEMA:
            raise InvalidRecord("play: not a saved match of this version", code="wrong_kind")
        bots, seed = data.get("bots"), data.get("seed")
        if not isinstance(data.get("match"), dict):
            raise InvalidRecord("play: there is no match in the file", code="wrong_match")
        match = Match.from_dict(data["match"])
        if (
            not isinstance(bots, dict)
            or not set(bots) <= set(match.seats)
            or not all(isinstance(bot, str) and bot in BOTS for bot in bots.values())
            or type(seed) is not int
        ):
            raise InvalidRecord(f"play: the bots {show(bots)} or their seed cannot be", code="wrong_bots")
        return cls(match, bots, seed)


def _plainly(error: Exception, names: Sequence[str] = ()) -> str:
    """An error's sentence without the name of the operation, and with names for seats."""
    text = re.sub(r"^(verify_placement|surrender|undo|place|Placement): ", "", str(error))
    text = re.sub(r"^seat \d: ", "", text)
    return re.sub(r"seat (\d)", lambda found: names[int(found[1])] if int(found[1]) < len(names) else found[0], text)


def _owed(view: View, seat: int) -> list[int]:
    """How many cards may be placed now."""
    legal = view.legal_placements(seat)
    return sorted({len(placement.rows) for placement in legal}) if len(legal) < 1000 else [13]


def _room(view: View, seat: int) -> dict[str, int]:
    sizes = (3, 5, 5)
    rows = view.board(seat).rows
    return {name: size - len(row) for name, size, row in zip(("top", "middle", "bottom"), sizes, rows, strict=True)}


# The command.


def add_play_command(
    commands: Any,
    add_rules: Callable[[argparse.ArgumentParser], None],
    rules_from: Callable[[str, Sequence[str]], Rules],
) -> None:
    """Adds the command to a parser's; the functions add the options for rules, and read them."""
    parser = commands.add_parser(
        "play",
        help="play against bots, or with friends at one screen",
        description="Plays a match in the terminal, against bots or with friends at one screen. ? helps at any time.",
        epilog="A saved match holds the cards of the hand that is played: do not look into it.",
    )
    parser.add_argument(
        "--players", metavar="NAME", nargs="+", default=["you"], help="the people who play (default: you)"
    )
    parser.add_argument(
        "--bots", metavar="N", type=int, help="how many bots play (default: 1 against one person, else none)"
    )
    parser.add_argument("--bot", choices=tuple(BOTS), default="sensible", help="how they play (default: sensible)")
    add_rules(parser)
    parser.add_argument("--hands", metavar="N", type=int, help="how many hands (default: until you quit)")
    parser.add_argument("--seed", metavar="N", type=int, help="the same cards and the same bots every time")
    parser.add_argument("--point-value", metavar="MONEY", help="what a point is worth, such as 0.25")
    parser.add_argument("--save", metavar="FILE", type=Path, help="where the match is saved when you quit")
    parser.add_argument("--resume", metavar="FILE", type=Path, help="go on with a saved match; it is saved there again")

    def run(options: argparse.Namespace) -> None:
        if options.resume is not None:
            session = Session.from_json(options.resume.read_text(encoding="utf-8"))
            session.path = options.resume if options.save is None else options.save
        else:
            session = _begin(options, rules_from(options.rules, options.set))
        session.play()

    parser.set_defaults(run=run)


def _begin(options: argparse.Namespace, rules: Rules) -> Session:
    """A new match as the options have it; refused where no hand can be dealt."""
    people = list(options.players)
    count = options.bots if options.bots is not None else int(len(people) == 1)
    free = [name for name in _BOT_NAMES if name not in people]
    if not 0 <= count <= len(free):
        raise InvalidRules(f"play: --bots {count}; allowed: 0 to {len(free)}", code="wrong_bots")
    bots = dict.fromkeys(free[:count], options.bot)
    match = Match(rules, (*people, *bots), options.seed, options.hands, options.point_value)
    match.verify_deal()
    seed = secrets.randbits(53) if options.seed is None else options.seed
    return Session(match, bots, seed, options.save)
