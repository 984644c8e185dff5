"""Rules outside the program: dicts, files, the command line, and the sheet that people read."""

import copy
import dataclasses
import json
from typing import Any

import pytest
from hypothesis import given

from ofcpoker import _core
from ofcpoker.errors import InvalidRules
from ofcpoker.royalties import Points, Royalties
from ofcpoker.rules import Difference, Rules, rules_of
from ofcpoker.rulesfile import read_changes
from strategies import HANDS, random_rules


class TestDict:
    def test_holds_plain_values_and_the_schema(self) -> None:
        plain = Rules.preset("classic", points="2-4", royalties={"middle": {"flush": 9}, "low": "none"}).to_dict()
        assert plain["schema"] == 1
        assert plain["points"] == "2-4"
        assert plain["entry"] == {"QQ": 13}
        assert plain["royalties"]["bottom"] == "standard"
        assert plain["royalties"]["low"] == "none"
        assert plain["royalties"]["middle"] == {**Royalties().middle, "flush": 9}
        assert list(plain) == ["schema", *(field.name for field in dataclasses.fields(Rules))]

    def test_does_not_follow_the_deal(self) -> None:
        assert Rules.from_dict(Rules().to_dict()).replace(deal="classic").entry == {"QQ": 14}

    def test_a_preset_and_changes(self) -> None:
        rules = Rules.from_dict({"preset": "closed", "points": "2-4", "royalties": {"bottom": {"quads": 8}}})
        assert rules == Rules.preset(
            "closed", points="2-4", royalties=Royalties.named("none").replace(bottom={"quads": 8})
        )
        assert Rules.from_dict({}) == Rules()

    def test_is_not_changed(self) -> None:
        settings = {"preset": "joker", "schema": 1, "royalties": {"middle": {"flush": 9}}}
        before = copy.deepcopy(settings)
        Rules.from_dict(settings)
        assert settings == before

    def test_rules_of(self) -> None:
        rules = Rules(moon=20)
        assert rules_of(rules) is rules
        assert rules_of("turbo") == Rules.preset("turbo")
        assert rules_of({"preset": "turbo", "moon": 3}) == Rules.preset("turbo", moon=3)
        with pytest.raises(InvalidRules, match="name of a preset") as caught:
            rules_of(7)  # type: ignore[arg-type]
        assert caught.value.code == "wrong_type"


class TestFiles:
    @pytest.mark.parametrize("ending", [".json", ".toml", ".JSON"])
    @pytest.mark.parametrize("name", Rules.presets())
    def test_presets_both_ways(self, tmp_path: Any, ending: str, name: str) -> None:
        rules = Rules.preset(name, cap=50, royalties={"middle": {"full house": 13}, "top_pairs": "none"})
        rules.save(tmp_path / f"rules{ending}")
        assert Rules.load(str(tmp_path / f"rules{ending}")) == rules

    def test_none_in_toml(self, tmp_path: Any) -> None:
        path = tmp_path / "rules.toml"
        Rules(deal="classic", stay_middle=None).save(path)
        assert 'stay_middle = "none"' in path.read_text()
        assert Rules.load(path).stay_middle is None

    def test_by_hand(self, tmp_path: Any) -> None:
        path = tmp_path / "rules.toml"
        path.write_text(
            """
            preset = "ofc_ledger"
            moon = 20
            points = { row = 2 }
            [entry]
            QQ = 14
            222 = 16
            [royalties.bottom]
            "full house" = 7
            """
        )
        assert Rules.load(path) == Rules.preset(
            "ofc_ledger",
            moon=20,
            points=Points(2, 3, 0),
            entry={"QQ": 14, "222": 16},
            royalties=Royalties(bottom={"full house": 7}),
        )

    def test_with_a_byte_order_mark(self, tmp_path: Any) -> None:
        path = tmp_path / "rules.json"
        path.write_bytes(b'\xef\xbb\xbf{"preset": "turbo"}')
        assert Rules.load(path) == Rules.preset("turbo")

    @pytest.mark.parametrize(
        ("name", "content", "code"),
        [
            ("a.json", b"{", "unreadable_file"),
            ("a.json", b'{"jokers": 1, "jokers": 2}', "unreadable_file"),
            ("a.json", b'{"moon": NaN}', "wrong_type"),
            ("a.json", b"[1]", "wrong_type"),
            ("a.json", b"\xff\xfe", "unreadable_file"),
            ("a.json", b"[" * 100_000, "unreadable_file"),
            ("a.json", b'{"cap": ' + b"9" * 5000 + b"}", "unreadable_file"),
            ("a.json", b'{"jokerz": 1}', "unknown_setting"),
            ("a.toml", b"jokers = ", "unreadable_file"),
            ("a.toml", b"jokers = 1\njokers = 2", "unreadable_file"),
            ("a.toml", b"cap = 2.0", "wrong_type"),
            ("a.toml", b"time_limit = 2024-01-01", "wrong_type"),
            ("a.toml", b"schema = 2", "unknown_schema"),
            ("a.yaml", b"jokers: 1", "unknown_format"),
            ("rules", b"", "unknown_format"),
        ],
    )
    def test_bad_files(self, tmp_path: Any, name: str, content: bytes, code: str) -> None:
        path = tmp_path / name
        path.write_bytes(content)
        with pytest.raises(InvalidRules) as caught:
            Rules.load(path)
        assert caught.value.code == code
        json.dumps(caught.value.to_dict(), allow_nan=False)

    def test_missing_file(self, tmp_path: Any) -> None:
        with pytest.raises(FileNotFoundError):
            Rules.load(tmp_path / "none.toml")

    @pytest.mark.parametrize(
        ("texts", "changes"),
        [
            (["cap=none", "moon = 20"], {"cap": "none", "moon": 20}),
            (["stay_middle=75432", "deal=classic"], {"stay_middle": "75432", "deal": "classic"}),
            (["the_choice=True", "reuse_discards=false"], {"the_choice": True, "reuse_discards": False}),
            (
                ["royalties.middle.flush=1", "royalties.low=none"],
                {"royalties": {"middle": {"flush": 1}, "low": "none"}},
            ),
            (["royalties=none", "royalties.low.75432=9"], {"royalties": {"low": {"75432": 9}}}),
            (["points=1-6"], {"points": "1-6"}),
            (["spades=pair\nmoon=1"], {"spades": "pair\nmoon=1"}),
        ],
    )
    def test_changes_on_a_command_line(self, texts: list[str], changes: dict[str, Any]) -> None:
        assert read_changes(texts) == changes

    @pytest.mark.parametrize("text", ["", "moon", "=3", "royalties..flush=3"])
    def test_bad_changes(self, text: str) -> None:
        with pytest.raises(InvalidRules) as caught:
            read_changes([text])
        assert caught.value.code == "unreadable_change"


class TestForPeople:
    @given(random_rules())
    def test_sheet(self, rules: Rules) -> None:
        sheet = str(rules)
        assert sheet.startswith("Open Face Chinese Poker, ")
        assert ("\nJokers " in sheet) is (rules.jokers > 0)
        assert ("\nFantasyland " in sheet) is bool(rules.entry)
        assert ("Shooting the moon" in sheet) is (rules.moon is not None)
        assert ("Surrender" in sheet) is (rules.surrender is not None)
        assert ("Spades" in sheet) is (rules.spades is not None)
        assert ("The Choice" in sheet) is rules.the_choice
        assert ("Cap:" in sheet) is (rules.cap is not None)
        assert ("a turn" in sheet) is (rules.time_limit is not None)
        assert all(line == line.rstrip() and len(line) <= 132 for line in sheet.splitlines())

    @pytest.mark.parametrize("name", Rules.presets())
    def test_sheet_names_the_preset(self, name: str) -> None:
        assert str(Rules.preset(name)).splitlines()[0] == f"Open Face Chinese Poker, {name}"
        assert "house game" in str(Rules.preset(name, cap=77))

    def test_whole_sheet(self) -> None:
        rules = Rules.preset(
            "ofc_ledger", moon=20, spades="pair", cap=100, time_limit=5400, royalties={"top_trips": "none"}
        )
        assert str(rules) == SHEET.rstrip("\n")

    def test_repr_says_what_differs(self) -> None:
        assert repr(Rules()) == "Rules()"
        assert repr(Rules(points="2-4", cap=5)) == "Rules(points='2-4', cap=5)"
        assert repr(Rules(deal="classic", entry="progressive")) == "Rules(deal='classic', entry='progressive')"

    def test_diff(self) -> None:
        mine = Rules.preset("classic", royalties={"middle": {"flush": 9}}, points="2-4")
        differences = mine.diff("progressive")
        assert differences == (
            Difference("deal", "classic", "pineapple"),
            Difference("points", "2-4", "1-6"),
            Difference("royalties.middle.flush", 9, 8),
            Difference("entry", {"QQ": 13}, "progressive"),
            Difference("stay_middle", "full house", None),
        )
        assert [str(difference) for difference in differences] == [
            "deal: classic; theirs: pineapple",
            "points: 2-4; theirs: 1-6",
            "royalties.middle.flush: 9; theirs: 8",
            "entry: QQ 13; theirs: progressive",
            "stay_middle: full house; theirs: none",
        ]

    def test_diff_of_whole_tables(self) -> None:
        mine = Rules(royalties={"bottom": "none", "low": {"ten low": 1}})
        assert Rules().diff({"royalties": "none"}) == (Difference("royalties", "standard", "none"),)
        assert [str(difference) for difference in mine.diff(Rules())] == [
            "royalties.bottom: none; theirs: standard",
            "royalties.low.ten low: 1; theirs: 0",
        ]

    def test_diff_of_flags(self) -> None:
        (difference,) = Rules(the_choice=True).diff(Rules())
        assert str(difference) == "the_choice: yes; theirs: no"

    def test_hands_are_those_of_the_core(self) -> None:
        assert tuple(Royalties().middle) == HANDS == _core.CATEGORIES


SHEET = """\
Open Face Chinese Poker, house game
Deal         Pineapple: 5 cards, then four times 3 cards; 2 are placed, 1 is discarded face down.
             The seat left of the button goes first; who placed last on a street goes first on the
               next.
             When the stub is short, the discards are shuffled back in.
Points       1-6: 1 for each row, 3 more for all three.
             A foul pays 6 and the opponents' royalties to each legal board.
Royalties            trips  straight  flush  full house  quads  straight flush  royal flush
             middle      2         4      8          12     20              30           50
             bottom      -         2      4           6     10              15           25
             top     66 1  77 2  88 3  99 4  TT 5  JJ 6  QQ 7  KK 8  AA 9
Fantasyland  Cards in the next hand by the top, the highest that it reaches: QQ 14.
             To stay: trips on top or quads or better at the bottom; with 14 cards.
             Fantasyland is set at any time before the showdown, without seeing the other boards.
             The button stays where it is for a hand with Fantasyland in it.
House rules  Spades multiply: the 2s on the board x2, with the 3s x4, with 3s and 4s x8; each pair
               by the higher of the two players'.
             Shooting the moon (not in Fantasyland): a legal board, its bottom jack high or lower,
               wins 20 from each.
Match        Cap: each seat brings 100 points and loses no more than these.
             1 hour 30 minutes a turn; then the cards are placed from top to bottom.
"""
