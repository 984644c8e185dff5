"""`ofc play` as players meet it: scripted sessions, what they show, what they hide, what they save.

`python tests/test_play.py` writes the whole session in play.txt anew.
"""

import io
import json
import random
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import ofcpoker as ofc
from ofcpoker.bots import BOTS
from ofcpoker.cli import main
from ofcpoker.play import Session
from ofcpoker.playkeys import keys_of, placement_of


def play(*lines: str, args: tuple[str, ...] = (), status: int = 0, monkeypatch: Any, capsys: Any) -> str:
    """What `ofc play` shows when these lines are typed, and then the input ends."""
    monkeypatch.setattr(sys, "stdin", io.StringIO("".join(line + "\n" for line in lines)))
    assert main(["play", *args]) == status
    captured = capsys.readouterr()
    assert status or captured.err == ""
    return captured.out if status == 0 else captured.err


@pytest.fixture
def ofc_play(monkeypatch, capsys):
    def run(*lines: str, args: tuple[str, ...] = (), status: int = 0) -> str:
        return play(*lines, args=args, status=status, monkeypatch=monkeypatch, capsys=capsys)

    return run


class Typist:
    """Somebody who types sensible keys at every prompt, until enough has been typed."""

    def __init__(self, session: Session, most: int = 10_000, style: int = 0) -> None:
        self.session, self.left, self.style = session, most, style

    def isatty(self) -> bool:
        return False

    def readline(self) -> str:
        self.left -= 1
        if self.left < 0:
            return ""
        shown = self.session.output.getvalue().splitlines()[-1]
        if shown.startswith("Save"):
            return ""
        return ("y" if shown.endswith("y/n: ") else self.keys() if shown.endswith("> ") else "") + "\n"

    def keys(self) -> str:
        match = self.session.match
        name = self.session._at_screen
        assert name in match.to_act
        dealt = match.hand.dealt(match.seat(name))
        if len(dealt) > 5:
            return "a"
        placed = BOTS["sensible"](match.view(name), random.Random(1))
        rows = [placed.rows.get(card) for card in dealt]
        if self.style == 0:
            return " ".join("x" if row is None else row[0] for row in rows)
        if self.style == 1:
            return ", ".join(f"{card} {row}" for card, row in zip(dealt, rows, strict=True) if row)
        return str(placed)


def session(rules: Any, seats: tuple[str, ...], bots: dict[str, str], seed: int, hands: int, **options: Any) -> Session:
    made = Session(ofc.Match(rules, seats, seed=seed, hands=hands), bots, seed, output=io.StringIO())
    made.input = Typist(made, **options)
    return made


# Against bots.


GOLDEN = Path(__file__).parent / "play.txt"


def golden() -> str:
    """A match with Fantasyland in it, as it looks on the screen."""
    made = session("progressive", ("you", "Ada"), {"Ada": "sensible"}, 8, 2)
    made.play()
    return made.output.getvalue()


def test_a_whole_session_looks_as_it_did():
    assert golden() == GOLDEN.read_text(encoding="utf-8")


def test_a_first_street(ofc_play):
    shown = ofc_play("t m b b b", args=("--seed", "7"))
    assert "── Hand 1, street 1   you 0   Ada 0 ──" in shown
    assert "Your cards:  3♠ 3♦ 9♠ 9♣ J♥" in shown
    assert "Place 5.   Room: t top 3  m middle 5  b bottom 5   (? helps)" in shown
    assert "you: 3♠ top, 3♦ middle, 9♠ 9♣ J♥ bottom" in shown
    assert "   3♠ -- --" in shown and "9♠ 9♣ J♥ -- --" in shown
    assert "Place 2 of 3, x discards." in shown
    assert shown.endswith("Totals   you 0   Ada 0\n")


def test_help_hint_rules_and_redrawing(ofc_play):
    shown = ofc_play("?", "h", "rules", "r", "", "a", args=("--seed", "7"))
    assert "Place your cards with a key for each" in shown
    assert re.search(r"A bot would play  ([tmb] ){5}  \(.* / .* / ", shown)
    assert str(ofc.Rules()) in shown
    assert shown.count("Your cards:  3♠ 3♦ 9♠ 9♣ J♥") == 2
    assert "That is for Fantasyland and closed deals" in shown


def test_mistakes_are_explained_and_nothing_happens(ofc_play):
    wrong = ("t m", "t t t t m", "As top", "what", "Ks t", "3s", "t 3s Ks b", "x x b b b", "surrender", "u", "3s / ")
    shown = ofc_play(*wrong, args=("--seed", "7"))
    assert "2 keys for 5 cards: write one for each" in shown
    assert "'what' is no row (t m b, x discards) and no card of yours (3s, 3d, 9s, 9c, Jh)" in shown
    assert "which row for 3s?" in shown and "'t' stands before any card" in shown
    assert "3 of 5 dealt cards are placed; now 5 must be" in shown
    assert "you may not surrender: the rules have it off" in shown and "You have placed nothing yet." in shown
    assert "seat 0:" not in shown and "verify_placement" not in shown
    assert shown.count("Your cards:") == 1


def test_undo_goes_back_to_the_last_decision(ofc_play):
    shown = ofc_play("t m b b b", "t b x", "u", "u", "b b t m b", args=("--seed", "7"))
    draws = re.findall(r"street (\d)", shown)
    assert draws == ["1", "2", "3", "2", "1", "2"]
    cards = re.findall(r"Your cards:  (.*)", shown)
    assert cards[1] == cards[3] and cards[0] == cards[4]
    assert shown.count("(taken back)") == 2


def test_whole_match_with_account_and_settlement() -> None:
    made = session("pineapple", ("you", "Ada"), {"Ada": "sensible"}, 8, 3)
    made.play()
    shown = made.output.getvalue()
    assert made.match.is_over and made.match.hands_played == 3
    assert shown.count("is over ──") == 4  # three hands, and the match
    for result in made.match.history:
        for pair in result.score.pairs:
            loser = result.players[pair.b if pair.points > 0 else pair.a]
            verb = "pay" if loser == "you" else "pays"
            if pair.points:
                assert re.search(rf"{loser} {verb} \w+ +{abs(pair.points)}\n", shown)
    totals = made.match.totals
    assert f"Totals   you {totals['you']:+d}   Ada {totals['Ada']:+d}" in shown
    assert "seat " not in shown


def test_bots_show_nothing_that_is_hidden() -> None:
    """Fantasyland of a bot is backs until the end of the hand, and its discards are counted only."""
    made = session("progressive", ("you", "Ada"), {"Ada": "sensible"}, 8, 2)
    made.play()
    shown = made.output.getvalue()
    match = made.match
    assert match.history[1].fantasyland[1]
    second = shown[shown.index("Hand 2 of 2, street 1") : shown.index("Hand 2 is over")]
    hand = match.replay(1)
    mine = {card.pretty for card in (*hand.board(0).cards, *hand.discards(0))}
    for card in (*hand.board(1).cards, *hand.discards(1)):
        assert card.pretty not in second
    assert mine & set(second.split())
    first = shown[: shown.index("Hand 2 of 2")]
    for card in match.replay(0).discards(1):
        assert card.pretty not in first


def test_fantasyland_is_arranged() -> None:
    made = session("classic", ("you", "Ada"), {"Ada": "random"}, 1, 40)
    match = made.match
    # Straight into Fantasyland: the hand is as if the one before had earned it.
    match._players = (ofc.Player("you", fantasyland=14), ofc.Player("Ada"))
    made.input.left = 40
    made.play()
    shown = made.output.getvalue()
    assert "Fantasyland 14" in shown and "Set them so? y/n: y" in shown and "thrown away" in shown
    best = ofc.arrange(list(match.replay(0).dealt(0)) or match.replay(0).events[0].cards, "classic")
    assert match.replay(0).board(0) == best.board


@pytest.mark.parametrize("preset", ofc.Rules.presets())
@pytest.mark.parametrize("style", [0, 1, 2])
def test_every_preset_is_played(preset: str, style: int) -> None:
    made = session(preset, ("you", "Ada", "Blaise"), {"Ada": "sensible", "Blaise": "random"}, style, 2, style=style)
    made.play()
    assert made.match.is_over and sum(made.match.totals.values()) == 0


def test_jokers_are_declared() -> None:
    dealt = [ofc.Card("2c"), ofc.Card("X1"), ofc.Card("X2")]
    assert placement_of("t b=As x", dealt) == {ofc.Card("2c"): "top", ofc.Card("X1=As"): "bottom"}
    assert placement_of("tb=Asx", dealt) == placement_of("2c t X1=As bottom", dealt)
    with pytest.raises(ofc.OfcError):
        placement_of("t=As b x", dealt)
    rules = ofc.Rules(jokers=3, joker_mode="declared")
    for number in range(40):
        hand = ofc.Hand(rules, seed=5, number=number)
        legal = hand.legal_placements(1)
        placement = legal[number * 7919 % len(legal)]
        assert ofc.Placement(placement_of(keys_of(placement, hand.dealt(1)), hand.dealt(1))) == placement
    for bot in BOTS.values():
        match = ofc.Match(rules, seed=3, hands=20)
        while not match.is_over:
            match.deal()
            while match.in_hand:
                name = match.to_act[0]
                match.place(name, bot(match.view(name), random.Random(1)))


def test_bot_beats_random() -> None:
    match = ofc.Match("pineapple", seed=5, hands=60)
    rng = random.Random(5)
    while not match.is_over:
        match.deal()
        while match.in_hand:
            name = match.to_act[0]
            match.place(name, BOTS["sensible" if name == "ann" else "random"](match.view(name), rng))
    assert match.totals["ann"] > 120


def test_who_is_broke_ends_the_match() -> None:
    made = session(ofc.Rules(cap=5), ("you", "Ada", "Blaise"), dict.fromkeys(("Ada", "Blaise"), "sensible"), 2, 200)
    made.play()
    shown = made.output.getvalue()
    assert made.match.is_over
    assert "Nobody but bots has points left" in shown or made.match.totals["you"] == 10


# At one screen.


def test_hot_seat_hides_what_is_not_for_the_next() -> None:
    made = session("progressive", ("ann", "bob"), {}, 4, 1)
    made.play()
    shown = made.output.getvalue()
    hand = made.match.replay(0)
    parts = re.split(r"Pass the screen to (\w+), who presses Enter: ", shown)
    assert parts[1::2][:4] == ["bob", "ann", "bob", "ann"]
    for name, part in zip(parts[1::2], parts[2::2], strict=True):
        other = 1 - made.match.seat(name)
        for card in hand.discards(other):
            assert card.pretty not in part.split("is over")[0], (name, card)
        assert f"{name}, your cards:" in part


def test_hot_seat_can_take_back_before_the_screen_is_passed(ofc_play):
    shown = ofc_play("", "t m b b b", "u", "b b b b b", "", "", "u", args=("--players", "ann", "bob", "--seed", "7"))
    assert shown.count("bob, your cards:  7♣ Q♠ J♣ A♣ 8♣") == 2
    assert "bob: 7♣ Q♠ J♣ A♣ 8♣ bottom" in shown
    assert "others have seen your cards" in shown


def test_last_placement_is_confirmed_before_the_boards_are_shown() -> None:
    """Closed hands: who sets last must not see the others' boards and then think again."""
    made = session("closed", ("ann", "bob"), {}, 3, 1)
    made.play()
    shown = made.output.getvalue()
    last = shown.rindex("u takes it back")
    first = made.match.hand_players.index(re.findall(r"Pass the screen to (\w+)", shown)[0])
    board = made.match.replay(0).board(first)
    part = shown[shown.rindex("Pass the screen to") : last]
    assert not any(card.pretty in part for card in board.cards)


# Saved and resumed.


@pytest.mark.parametrize("typed", [1, 4, 7, 9, 14])
def test_resumed_is_as_if_never_left(typed: int) -> None:
    bots = {"Ada": "sensible", "Blaise": "random"}
    whole = session("ultimate", ("you", *bots), bots, 6, 3)
    whole.play()
    broken = session("ultimate", ("you", *bots), bots, 6, 3, most=typed)
    broken.play()
    assert not broken.match.is_over
    again = Session.from_json(broken.to_json())
    again.output = io.StringIO()
    again.input = Typist(again)
    again.play()
    assert again.match == whole.match


def test_saving_from_the_command_line(ofc_play, tmp_path: Path):
    file = tmp_path / "our match.json"
    shown = ofc_play("t m b b b", "q", args=("--seed", "7", "--save", str(file), "--set", "points=2-4", "--hands", "4"))
    assert f"Saved. To go on: ofc play --resume {file}" in shown
    shown = ofc_play("t b x", args=("--resume", str(file)))
    assert "Hand 1 of 4, street 2" in shown and "you: T♥ top, K♠ bottom, 1 discarded" in shown
    match = Session.from_json(file.read_text(encoding="utf-8")).match
    assert match.hand.street == 3 and match.rules.points == ofc.Rules(points="2-4").points
    other = tmp_path / "other.json"
    ofc_play(f"s {other}", args=("--resume", str(file)))
    assert Session.from_json(other.read_text(encoding="utf-8")).match == match


def test_asked_where_to_save(ofc_play, tmp_path: Path):
    file = tmp_path / "match.json"
    assert "Saved." in ofc_play("s", str(file), "q", args=("--seed", "1"))
    assert "Not saved." in ofc_play("s", "", args=("--seed", "1"))
    assert "Saved." in ofc_play("q", str(tmp_path / "b.json"), args=("--seed", "1"))
    assert "Saved." not in ofc_play("q", "", args=("--seed", "1"))
    assert "No such file" in ofc_play("s /nowhere/at/all.json", args=("--seed", "1"))
    assert "Is a directory" in ofc_play(f"s {tmp_path}", "s .", "s /", args=("--seed", "1"))
    assert "null" in ofc_play("s a\0b", args=("--seed", "1"))
    shown = ofc_play("q", "/nowhere/at/all.json", str(tmp_path / "c.json"), args=("--seed", "1"))
    assert "No such file" in shown and f"Saved. To go on: ofc play --resume {tmp_path / 'c.json'}" in shown


def test_broken_files_are_refused(ofc_play, tmp_path: Path):
    file = tmp_path / "match.json"
    ofc_play("q", args=("--seed", "7", "--save", str(file)))
    data = json.loads(file.read_text(encoding="utf-8"))
    for change, message in (
        ({"kind": "match"}, "not a saved match"),
        ({"schema": 2}, "not a saved match"),
        ({"bots": {"Zoe": "sensible"}}, "the bots"),
        ({"bots": {"Ada": "genius"}}, "the bots"),
        ({"seed": "x"}, "the bots"),
        ({"match": 7}, "there is no match"),
        ({"match": {**data["match"], "totals": {}}}, "totals"),
    ):
        file.write_text(json.dumps({**data, **change}), encoding="utf-8")
        assert message in ofc_play(args=("--resume", str(file)), status=2)
    file.write_text("{", encoding="utf-8")
    assert "not a saved match" in ofc_play(args=("--resume", str(file)), status=2)
    assert "No such file" in ofc_play(args=("--resume", str(tmp_path / "none")), status=2)


# The command.


def test_wrong_options(ofc_play):
    assert "4 x 17 = 68 cards" in ofc_play(args=("--bots", "3"), status=2)
    assert "--bots 9" in ofc_play(args=("--bots", "9"), status=2)
    assert "2 to 4" in ofc_play(args=("--bots", "0"), status=2)
    assert "a name stands twice" in ofc_play(args=("--players", "ann", "ann"), status=2)
    assert "point_value" in ofc_play(args=("--point-value", "x"), status=2)
    assert "hands=0" in ofc_play(args=("--hands", "0"), status=2)
    assert "pinapple" in ofc_play(args=("--rules", "pinapple"), status=2)


def test_four_play_where_discards_are_reused(ofc_play):
    assert "Carl" in ofc_play(args=("--bots", "3", "--rules", "ofc_ledger", "--seed", "1"))


def test_help_of_the_command():
    shown = subprocess.run(
        [sys.executable, "-m", "ofcpoker", "play", "--help"], capture_output=True, encoding="utf-8", check=True
    ).stdout
    for option in ("--players", "--bots", "--bot", "--rules", "--set", "--hands", "--seed", "--save", "--resume"):
        assert option in shown


def test_terminals_get_colours_and_a_clear_screen(monkeypatch):
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    monkeypatch.delenv("NO_COLOR", raising=False)
    made = Session(ofc.Match(seed=7), {}, 1, output=Terminal(), input=io.StringIO("\n"))
    made.play()
    shown = made.output.getvalue()
    assert "\x1b[2J" in shown
    monkeypatch.setenv("NO_COLOR", "1")
    plain = Session(ofc.Match(seed=7, seats=("you", "Ada")), {"Ada": "sensible"}, 1, output=Terminal())
    plain.input = io.StringIO("t m b b b\n")
    plain.play()
    assert "\x1b[31m" not in plain.output.getvalue() and "♥" in plain.output.getvalue()


if __name__ == "__main__":
    GOLDEN.write_text(golden(), encoding="utf-8")
