"""The rules: presets, what follows the deal, tables, the laws of the value, and what the core is given."""

import copy
import dataclasses
import json
import pickle
import tomllib
from typing import Any

import pytest
from hypothesis import given

from ofcpoker import _core
from ofcpoker import rules as rules_module
from ofcpoker.errors import InvalidRules
from ofcpoker.royalties import Points, Royalties
from ofcpoker.rules import Difference, Rules, rules_of
from ofcpoker.rulesfile import to_toml
from strategies import random_rules

# The presets and the defaults of all settings, written out once more.
PINEAPPLE: dict[str, Any] = {
    "deal": "pineapple",
    "street_order": "fixed",
    "reuse_discards": False,
    "middle": "high",
    "top_kickers": "full",
    "points": Points(1, 3, 0),
    "foul_pays_royalties": True,
    "royalties": Royalties(),
    "entry": {"QQ": 14},
    "stay_middle": None,
    "stay_cards": "base",
    "fantasyland_order": "any",
    "button_in_fantasyland": "hold",
    "jokers": 0,
    "joker_mode": "auto",
    "five_of_a_kind": True,
    "spades": None,
    "the_choice": False,
    "choice_max_debt": 1,
    "moon": None,
    "moon_in_fantasyland": False,
    "surrender": None,
    "cap": None,
    "cap_mode": "loss",
    "play_out_fantasyland": False,
    "time_limit": None,
    "timeout_order": "top_down",
}
PROGRESSIVE = {"entry": {"QQ": 14, "KK": 15, "AA": 16, "222": 17}}
PRESETS: dict[str, dict[str, Any]] = {
    "pineapple": {},
    "progressive": PROGRESSIVE,
    "ultimate": {**PROGRESSIVE, "stay_cards": "same"},
    "classic": {"deal": "classic", "entry": {"QQ": 13}, "stay_middle": "full house"},
    "turbo": {"deal": "turbo", "entry": {"QQ": 13}, "stay_middle": "full house"},
    "closed": {"deal": "closed", "entry": {}, "royalties": Royalties.named("none"), "surrender": 2},
    "ofc_ledger": {"street_order": "rotating", "reuse_discards": True, "joker_mode": "declared"},
    "joker": {**PROGRESSIVE, "jokers": 2},
    "deuce_to_seven": {
        "middle": "deuce_to_seven",
        "entry": {"KK": 14, "75432": 14, "KK+75432": 15},
        "stay_middle": "75432",
    },
}


def values(rules: Rules) -> dict[str, Any]:
    return {field.name: getattr(rules, field.name) for field in dataclasses.fields(rules)}


class TestPresets:
    @pytest.mark.parametrize("name", PRESETS)
    def test_is_what_the_rules_say(self, name: str) -> None:
        assert values(Rules.preset(name)) == {**PINEAPPLE, **PRESETS[name]}

    def test_names(self) -> None:
        assert Rules.presets() == tuple(PRESETS)

    def test_the_default_is_pineapple(self) -> None:
        assert Rules() == Rules.preset("pineapple")

    @pytest.mark.parametrize("name", PRESETS)
    def test_changes_are_a_replace(self, name: str) -> None:
        assert Rules.preset(name, cap=7) == Rules.preset(name).replace(cap=7) != Rules.preset(name)

    def test_ledger_keeps_its_fantasyland_in_both_deals(self) -> None:
        for ledger in (Rules.preset("ofc_ledger", deal="classic"), Rules.preset("ofc_ledger").replace(deal="classic")):
            assert values(ledger) == {**PINEAPPLE, **PRESETS["ofc_ledger"], "deal": "classic"}

    def test_ledger_options(self) -> None:
        ledger = Rules.preset("ofc_ledger", spades="pair", the_choice=True, moon=True)
        assert (ledger.spades, ledger.the_choice, ledger.moon) == ("pair", True, 20)


class TestStandardNumbers:
    def test_five_card_rows(self) -> None:
        order = ("trips", "straight", "flush", "full house", "quads", "straight flush", "five of a kind", "royal flush")
        royalties = Rules().royalties
        assert [royalties.bottom[hand] for hand in order] == [0, 2, 4, 6, 10, 15, 25, 25]
        assert [royalties.middle[hand] for hand in order] == [2, 4, 8, 12, 20, 30, 50, 50]
        for hand in ("high card", "pair", "two pair"):
            assert royalties.middle[hand] == royalties.bottom[hand] == 0

    def test_top(self) -> None:
        royalties = Rules().royalties
        assert list(royalties.top_pairs.values()) == [0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9]
        assert list(royalties.top_trips.values()) == list(range(10, 23))

    def test_low(self) -> None:
        assert dict(Rules().royalties.low) == {
            "ten low": 0,
            "nine low": 1,
            "eight low": 2,
            "seven low": 4,
            "75432": 8,
        }

    @pytest.mark.parametrize(
        ("scheme", "parts", "foul"),
        [("1-6", (1, 3, 0), 6), ("2-4", (1, 0, 1), 4), ("1-4", (1, 1, 0), 4), ("1-3", (1, 0, 0), 3)],
    )
    def test_points(self, scheme: str, parts: tuple[int, int, int], foul: int) -> None:
        points = Rules(points=scheme).points  # type: ignore[arg-type]
        assert points == Points(*parts)
        assert (points.name, points.foul) == (scheme, foul)


class TestFollowingTheDeal:
    @pytest.mark.parametrize(
        ("deal", "entry", "stay_middle"),
        [
            ("pineapple", {"QQ": 14}, None),
            ("classic", {"QQ": 13}, "full house"),
            ("turbo", {"QQ": 13}, "full house"),
            ("closed", {}, None),
        ],
    )
    def test_defaults(self, deal: Any, entry: dict[str, int], stay_middle: str | None) -> None:
        for before in ("pineapple", "classic", "turbo", "closed"):
            for rules in (Rules(deal=deal), Rules(deal=before).replace(deal=deal)):
                assert rules.entry == entry
                assert rules.stay_middle == stay_middle

    def test_set_values_stay(self) -> None:
        rules = Rules(entry={"QQ": 14}, stay_middle=None).replace(deal="classic")
        assert rules.entry == {"QQ": 14}
        assert rules.stay_middle is None

    def test_equal_to_the_default_but_set(self) -> None:
        follows, fixed = Rules(), Rules(entry={"QQ": 14}, stay_middle="none")
        assert follows == fixed
        assert hash(follows) == hash(fixed)
        assert follows.to_dict() == fixed.to_dict()
        assert follows.payoff is fixed.payoff
        assert follows.replace(deal="turbo") != fixed.replace(deal="turbo")
        for copied in (eval(repr(fixed)), pickle.loads(pickle.dumps(fixed)), copy.deepcopy(fixed), fixed.replace()):
            assert copied.replace(deal="turbo") == fixed.replace(deal="turbo")

    def test_regular_is_a_count_of_the_deal(self) -> None:
        assert Rules(entry="regular").replace(deal="classic").entry == {"QQ": 13}
        assert Rules(entry="regular", deal="turbo").entry == {"QQ": 13}

    def test_the_other_modes_are_not(self) -> None:
        deal: Any
        for deal in ("pineapple", "classic", "turbo", "closed"):
            assert Rules(deal=deal, entry="progressive").entry == PROGRESSIVE["entry"]
            sixteen = Rules(deal=deal, entry="progressive16")
            assert sixteen.entry == {"QQ": 14, "KK": 15, "AA": 16}

    def test_middle_brings_its_fantasyland_and_takes_it_away(self) -> None:
        low = Rules().replace(middle="deuce_to_seven")
        assert low == Rules.preset("deuce_to_seven")
        assert low.replace(middle="high") == Rules()

    def test_no_fantasyland_no_stay(self) -> None:
        assert Rules(deal="classic", entry="off").stay_middle is None
        assert Rules.preset("deuce_to_seven", entry="off").stay_middle is None


class TestEntry:
    @pytest.mark.parametrize(
        ("given", "kept"),
        [
            ({"KK": 15, "QQ": 14, "222": 17, "AA": 16}, {"QQ": 14, "KK": 15, "AA": 16, "222": 17}),
            ({"QQ": 14, "KK": 14, "555": 14}, {"QQ": 14}),
            ({"QQ": 15, "KK": 14}, {"QQ": 15, "KK": 14}),
            ({"22": 17}, {"22": 17}),
            ({}, {}),
        ],
    )
    def test_thresholds_in_order_without_idle_ones(self, given: dict[str, int], kept: dict[str, int]) -> None:
        rules = Rules(entry=given)
        assert list(rules.entry.items()) == list(kept.items())
        assert rules == Rules(entry=kept)

    def test_combined_threshold_that_never_counts(self) -> None:
        rules = Rules(middle="deuce_to_seven", entry={"KK": 15, "75432": 14, "KK+75432": 13})
        assert rules.entry == {"KK": 15, "75432": 14}

    def test_given_mapping_is_copied(self) -> None:
        entry = {"QQ": 14}
        rules = Rules(entry=entry)
        entry["QQ"] = 17
        assert rules.entry == {"QQ": 14}
        with pytest.raises(TypeError):
            rules.entry["QQ"] = 17  # type: ignore[index]


class TestRoyaltiesAndPoints:
    def test_what_is_not_named_is_standard(self) -> None:
        royalties = Royalties(middle={"flush": 9, "two pair": 1}, top_trips="none")
        assert (royalties.middle["flush"], royalties.middle["two pair"], royalties.middle["quads"]) == (9, 1, 20)
        assert set(royalties.top_trips.values()) == {0}
        assert royalties.bottom == Royalties().bottom

    def test_replace_goes_on_from_there(self) -> None:
        royalties = Royalties.named("none").replace(bottom={"quads": 3}).replace(bottom={"flush": 1}, low="standard")
        assert {hand: paid for hand, paid in royalties.bottom.items() if paid} == {"flush": 1, "quads": 3}
        assert royalties.low == Royalties().low
        assert not any(royalties.middle.values())

    def test_mappings_change_what_stands_there(self) -> None:
        rules = Rules.preset("closed", royalties={"middle": {"flush": 5}}, points={"scoop": 0})
        assert sum(rules.royalties.middle.values()) == 5
        assert rules.points == Points(1, 0, 0)

    def test_names(self) -> None:
        assert (Royalties().name, Royalties.named("none").name, Royalties(low="none").name) == (
            "standard",
            "none",
            None,
        )
        assert Royalties(middle={"flush": 8}) == Royalties.named("standard")
        assert Points(1, 2, 3).name is None

    @pytest.mark.parametrize(
        "value",
        [
            Royalties(),
            Royalties.named("none"),
            Royalties(top_pairs={"2": 1}, middle="none", low={"ten low": 3}),
            Points(),
            Points(0, 0, 7),
            Rules().entry,
            Difference("moon", None, 20),
        ],
    )
    def test_are_values(self, value: Any) -> None:
        for again in (eval(repr(value)), pickle.loads(pickle.dumps(value)), copy.copy(value), copy.deepcopy(value)):
            assert again == value
            if not isinstance(again, dict):
                assert hash(again) == hash(value)
        assert value != object()


class TestValue:
    @given(random_rules())
    def test_copies_are_equal(self, rules: Rules) -> None:
        copies = (
            eval(repr(rules)),
            pickle.loads(pickle.dumps(rules)),
            copy.copy(rules),
            copy.deepcopy(rules),
            dataclasses.replace(rules),
            rules.replace(),
            Rules(**values(rules)),
            Rules.from_dict(rules.to_dict()),
            Rules.from_dict(json.loads(json.dumps(rules.to_dict(), allow_nan=False))),
            Rules.from_dict(tomllib.loads(to_toml(rules.to_dict()))),
            rules_of(rules),
            rules_of(rules.to_dict()),
        )
        for other in copies:
            assert other == rules
            assert hash(other) == hash(rules)
            assert other.to_dict() == rules.to_dict()
            assert str(other) == str(rules)
            assert other.diff(rules) == ()

    @given(random_rules())
    def test_copies_follow_the_deal_as_before(self, rules: Rules) -> None:
        for other in (eval(repr(rules)), pickle.loads(pickle.dumps(rules)), copy.copy(rules)):
            assert repr(other) == repr(rules)
            assert attempt(other, deal="classic") == attempt(rules, deal="classic")

    @given(random_rules(), random_rules())
    def test_equal_means_equal_everywhere(self, one: Rules, other: Rules) -> None:
        same = values(one) == values(other)
        assert (one == other) is same
        assert (one.to_dict() == other.to_dict()) is same
        assert (one.diff(other) == ()) is same
        assert [(d.setting, d.theirs, d.mine) for d in one.diff(other)] == [
            (d.setting, d.mine, d.theirs) for d in other.diff(one)
        ]

    def test_is_frozen(self) -> None:
        rules = Rules()
        for name in ("moon", "other"):
            with pytest.raises((AttributeError, TypeError)):
                setattr(rules, name, 20)
            with pytest.raises((AttributeError, TypeError)):
                delattr(rules, name)
        assert not hasattr(rules, "__dict__")

    def test_is_by_keyword_only(self) -> None:
        with pytest.raises(TypeError):
            Rules("classic")  # type: ignore

    def test_differs_from_other_types(self) -> None:
        other: Any = "pineapple"
        assert Rules() != other
        assert Rules() is not None

    @pytest.mark.parametrize(("value", "moon"), [(True, 20), (False, None), (None, None), ("none", None), (7, 7)])
    def test_moon(self, value: Any, moon: int | None) -> None:
        assert Rules(moon=value).moon == moon

    def test_surrender_for_nothing_is_none(self) -> None:
        assert Rules(surrender=0) == Rules(surrender=None) == Rules()

    @pytest.mark.parametrize(
        "name", ["stay_middle", "spades", "choice_max_debt", "moon", "surrender", "cap", "time_limit"]
    )
    def test_off_has_a_word(self, name: str) -> None:
        rules = Rules.from_dict({name: "none"})
        assert getattr(rules, name) is None
        assert rules == Rules.from_dict({name: None})

    def test_numpy_numbers_become_plain(self) -> None:
        numpy = pytest.importorskip("numpy")
        rules = Rules(jokers=numpy.int64(2), cap=numpy.uint8(200), stay_cards=numpy.int8(15))
        assert rules == Rules(jokers=2, cap=200, stay_cards=15)
        assert type(rules.cap) is int
        assert json.dumps(rules.to_dict())


def attempt(rules: Rules, **changes: Any) -> Any:
    """The changed rules, or the refusal's text."""
    try:
        return rules.replace(**changes)
    except InvalidRules as error:
        return str(error)


class TestPayoff:
    @pytest.fixture
    def arguments(self, monkeypatch: pytest.MonkeyPatch) -> Any:
        """What the core is given for rules."""
        rules_module._compiled.cache_clear()
        monkeypatch.setattr(_core, "Payoff", lambda **arguments: arguments)
        yield lambda rules: pickle.loads(pickle.dumps(rules)).payoff
        rules_module._compiled.cache_clear()

    def test_pineapple(self, arguments: Any) -> None:
        queens = [0] * 11 + [14] * 16
        assert arguments(Rules()) == {
            "row": 1,
            "scoop": 3,
            "majority": 0,
            "foul_pays_royalties": True,
            "top_royalties": [0, 0, 0, 0, *range(1, 10), *range(10, 23)],
            "middle_royalties": [0, 0, 0, 2, 4, 8, 12, 20, 30, 50, 50],
            "bottom_royalties": [0, 0, 0, 0, 2, 4, 6, 10, 15, 25, 25],
            "low_royalties": [0, 1, 2, 4, 8],
            "entry": queens,
            "entry_low": queens,
            "base": 14,
            "stay_middle": None,
            "stay_cards": "base",
            "top_kickers": True,
            "deuce_to_seven": False,
            "jokers": 0,
            "joker_mode": "auto",
            "five_of_a_kind": True,
            "spades": None,
            "moon": None,
            "moon_in_fantasyland": False,
            "surrender": 0,
            "cap": None,
            "cap_mode": "loss",
            "the_choice": False,
        }

    def test_other_presets(self, arguments: Any) -> None:
        def differs(name: str, **changes: Any) -> dict[str, Any]:
            plain = arguments(Rules())
            return {
                key: value for key, value in arguments(Rules.preset(name, **changes)).items() if value != plain[key]
            }

        steps = [0] * 11 + [14, 15, 16] + [17] * 13
        assert differs("progressive") == {"entry": steps, "entry_low": steps}
        assert differs("ultimate") == {"entry": steps, "entry_low": steps, "stay_cards": "same"}
        thirteen = [0] * 11 + [13] * 16
        classic = {"entry": thirteen, "entry_low": thirteen, "base": 13, "stay_middle": "full house"}
        assert differs("classic") == differs("turbo") == classic
        assert differs("ofc_ledger") == {"joker_mode": "declared"}
        assert differs("closed") == {
            "entry": [0] * 27,
            "entry_low": [0] * 27,
            "base": 0,
            "surrender": 2,
            "top_royalties": [0] * 26,
            "middle_royalties": [0] * 11,
            "bottom_royalties": [0] * 11,
            "low_royalties": [0] * 5,
        }
        kings = [0] * 12 + [14] * 15
        assert differs("deuce_to_seven") == {
            "entry": kings,
            "entry_low": [14] * 12 + [15] * 15,
            "stay_middle": "75432",
            "deuce_to_seven": True,
        }

    def test_house_rules(self, arguments: Any) -> None:
        given = arguments(
            Rules(
                points=Points(2, 5, 1),
                foul_pays_royalties=False,
                top_kickers="made_hand_only",
                entry={"22": 13, "333": 17, "KK": 15},
                stay_cards=16,
                stay_middle="quads",
                jokers=3,
                joker_mode="declared",
                five_of_a_kind=False,
                spades="table",
                moon=True,
                moon_in_fantasyland=True,
                surrender=2,
                cap=40,
                cap_mode="table_stakes",
                the_choice=True,
                royalties={"top_pairs": {"2": 3}, "top_trips": {"A": 30}, "middle": {"pair": 1}, "low": "none"},
            )
        )
        assert (given["row"], given["scoop"], given["majority"]) == (2, 5, 1)
        assert given["entry"] == [0] + [13] * 11 + [15] * 3 + [17] * 12 == given["entry_low"]
        assert given["base"] == 13
        assert (given["stay_cards"], given["stay_middle"]) == (16, "quads")
        assert (given["jokers"], given["joker_mode"], given["five_of_a_kind"]) == (3, "declared", False)
        assert (given["spades"], given["moon"], given["moon_in_fantasyland"]) == ("table", 20, True)
        assert (given["surrender"], given["cap"], given["cap_mode"], given["the_choice"]) == (
            2,
            40,
            "table_stakes",
            True,
        )
        assert (given["foul_pays_royalties"], given["top_kickers"]) == (False, False)
        assert (given["top_royalties"][0], given["top_royalties"][25], given["middle_royalties"][1]) == (3, 30, 1)
        assert given["low_royalties"] == [0] * 5

    @pytest.mark.parametrize(
        ("entry", "low"),
        [
            ({"75432": 14}, [14] * 27),
            ({"KK+75432": 15}, [0] * 12 + [15] * 15),
            ({"AA": 16, "75432": 14}, [14] * 13 + [16] * 14),
            ({"KK": 14, "222": 17, "75432": 14, "KK+75432": 15}, [14] * 12 + [15] * 2 + [17] * 13),
        ],
    )
    def test_low_middles_earn_the_larger_count(self, arguments: Any, entry: dict[str, int], low: list[int]) -> None:
        assert arguments(Rules(middle="deuce_to_seven", entry=entry))["entry_low"] == low

    def test_compiled_once_for_equal_rules(self) -> None:
        one, other = Rules(cap=1234, moon=20), Rules(moon=20).replace(cap=1234)
        assert one is not other
        assert one.payoff is one.payoff is other.payoff
        assert pickle.loads(pickle.dumps(one)).payoff is one.payoff
        assert Rules(cap=1235, moon=20).payoff is not one.payoff

    @given(random_rules())
    def test_any_rules_compile(self, rules: Rules) -> None:
        assert isinstance(rules.payoff, _core.Payoff)
