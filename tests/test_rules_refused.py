"""What rules cannot be: every refusal, its code, and that each way in gives the same one."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from ofcpoker.errors import InvalidRules
from ofcpoker.royalties import Points, Royalties
from ofcpoker.rules import Rules, rules_of

HUGE = 10**5000
NAN = float("nan")
WHOLE = {
    "jokers": (0, 3),
    "moon": (1, 10_000),
    "surrender": (0, 10_000),
    "cap": (1, 100_000_000),
    "time_limit": (300, 86_400),
    "stay_cards": (13, 17),
    "choice_max_debt": (1, 1),
}
FLAGS = (
    "reuse_discards",
    "foul_pays_royalties",
    "five_of_a_kind",
    "the_choice",
    "moon_in_fantasyland",
    "play_out_fantasyland",
)
WORDS = (
    "deal",
    "street_order",
    "middle",
    "top_kickers",
    "points",
    "royalties",
    "entry",
    "stay_middle",
    "stay_cards",
    "fantasyland_order",
    "button_in_fantasyland",
    "joker_mode",
    "spades",
    "cap_mode",
    "timeout_order",
)


def refusal(settings: Any) -> InvalidRules:
    """The refusal of settings: the same from every way in."""
    with pytest.raises(InvalidRules) as caught:
        Rules(**settings)
    ways: list[Callable[[], Rules]] = [
        lambda: Rules.from_dict(settings),
        lambda: Rules().replace(**settings),
        lambda: Rules.preset("pineapple", **settings),
        lambda: rules_of(settings),
    ]
    for way in ways:
        with pytest.raises(InvalidRules) as again:
            way()
        assert again.value.code == caught.value.code
        # A dict knows two names more, "schema" and "preset".
        if caught.value.code != "unknown_setting":
            assert str(again.value) == str(caught.value)
    json.dumps(caught.value.to_dict(), allow_nan=False)
    return caught.value


class TestRefusals:
    @pytest.mark.parametrize(("name", "bounds"), WHOLE.items())
    def test_whole_numbers(self, name: str, bounds: tuple[int, int]) -> None:
        low, high = bounds
        value: Any
        for value in bounds:
            assert getattr(Rules.from_dict({name: value}), name) == (value or (None if name == "surrender" else value))
        for value in (low - 1, high + 1, -1, 2**31, -(2**63), HUGE):
            error = refusal({name: value})
            assert error.code == "out_of_range"
            assert str(error).startswith(f"rules: {name}=")
            assert f"a whole number from {low} to {high}" in str(error)
            assert error.details["setting"] == name
        for value in (float(low), NAN, float("inf"), [low], {low}, b"1", 1j, object(), int):
            assert refusal({name: value}).code == "wrong_type"
        # Text is no number; where words are allowed it is one that is unknown.
        assert refusal({name: str(low)}).code == ("unknown_value" if name == "stay_cards" else "wrong_type")
        if name != "moon":
            assert refusal({name: True}).code == "wrong_type"
            assert refusal({name: False}).code == "wrong_type"

    @pytest.mark.parametrize("name", FLAGS)
    def test_flags(self, name: str) -> None:
        value: Any
        for value in (0, 1, None, "true", "yes", 1.0, []):
            error = refusal({name: value})
            assert error.code == "wrong_type"
            assert f"{name}={value!r}" in str(error)

    @pytest.mark.parametrize("name", WORDS)
    def test_words(self, name: str) -> None:
        value: Any
        for value in ("", "nonsense", "None", "x" * 10_000):
            error = refusal({name: value})
            assert error.code == "unknown_value"
            assert str(error).startswith(f"rules: {name}=")
            assert "allowed: " in str(error)
            assert len(str(error)) < 500
        for value in (True, 1.5, b"off", ["off"], NAN, object()):
            assert refusal({name: value}).code == "wrong_type"
        if name not in ("stay_middle", "spades"):
            assert refusal({name: None}).code == "wrong_type"

    @pytest.mark.parametrize(
        ("settings", "guess"),
        [
            ({"deal": "pinaple"}, "pineapple"),
            ({"entry": "Progressive"}, "progressive"),
            ({"stay_middle": "fullhouse"}, "full house"),
            ({"points": "2-5"}, "2-4"),
        ],
    )
    def test_words_are_suggested(self, settings: dict[str, Any], guess: str) -> None:
        error = refusal(settings)
        assert error.details["nearest"] == guess
        assert f"did you mean {guess!r}?" in str(error)

    @pytest.mark.parametrize(
        ("name", "guess"),
        [
            ("joker", "jokers"),
            ("Moon", "moon"),
            ("the_choise", "the_choice"),
            ("stay_card", "stay_cards"),
            ("zzz", None),
        ],
    )
    def test_unknown_settings(self, name: str, guess: str | None) -> None:
        error = refusal({"cap": 5, name: 1})
        assert error.code == "unknown_setting"
        assert repr(name) in str(error)
        assert error.details["nearest"] == guess
        assert (f"did you mean {guess!r}?" in str(error)) is (guess is not None)

    def test_unknown_names_elsewhere(self) -> None:
        for key in (1, None, (), NAN):
            with pytest.raises(InvalidRules) as caught:
                Rules.from_dict({key: 1})  # type: ignore[dict-item]
            assert caught.value.code == "unknown_setting"
        with pytest.raises(InvalidRules, match="did you mean 'pineapple'") as caught:
            Rules.preset("pineaple")
        assert caught.value.code == "unknown_preset"
        name: Any
        for name in (None, 3, ["turbo"], {}):
            with pytest.raises(InvalidRules) as caught:
                Rules.from_dict({"preset": name})
            assert caught.value.code == "unknown_preset"
        for schema in (0, 2, "1", True, 1.0, None):
            with pytest.raises(InvalidRules) as caught:
                Rules.from_dict({"schema": schema})
            assert caught.value.code == "unknown_schema"
        settings: Any
        for settings in (None, [], "turbo", 3):
            with pytest.raises(InvalidRules) as caught:
                Rules.from_dict(settings)
            assert caught.value.code == "wrong_type"

    @pytest.mark.parametrize(
        ("settings", "code"),
        [
            ({"points": {"row": -1}}, "out_of_range"),
            ({"points": {"scoop": 10_001}}, "out_of_range"),
            ({"points": {"majority": True}}, "wrong_type"),
            ({"points": {"rows": 1}}, "unknown_setting"),
            ({"points": {1: 1}}, "unknown_setting"),
            ({"points": [1, 3, 0]}, "wrong_type"),
            ({"royalties": {"middle": {"flush": -1}}}, "out_of_range"),
            ({"royalties": {"middle": {"flush": HUGE}}}, "out_of_range"),
            ({"royalties": {"middle": {"flush": 1.0}}}, "wrong_type"),
            ({"royalties": {"middle": {"flush": "8"}}}, "wrong_type"),
            ({"royalties": {"middle": {"flushes": 8}}}, "unknown_hand"),
            ({"royalties": {"top_pairs": {"QQ": 8}}}, "unknown_hand"),
            ({"royalties": {"top_trips": {2: 8}}}, "unknown_hand"),
            ({"royalties": {"low": {"ten": 8}}}, "unknown_hand"),
            ({"royalties": {"front": {}}}, "unknown_setting"),
            ({"royalties": {"bottom": 4}}, "wrong_type"),
            ({"royalties": {"bottom": "nothing"}}, "unknown_value"),
            ({"entry": {"QQ": 12}}, "out_of_range"),
            ({"entry": {"QQ": 18}}, "out_of_range"),
            ({"entry": {"QQ": True}}, "wrong_type"),
            ({"entry": {"QQ": 14.0}}, "wrong_type"),
            ({"entry": {"Q": 14}}, "unknown_threshold"),
            ({"entry": {"KQ": 14}}, "unknown_threshold"),
            ({"entry": {"QQ+75432": 14}}, "unknown_threshold"),
            ({"entry": {12: 14}}, "unknown_threshold"),
            ({"entry": [("QQ", 14)]}, "wrong_type"),
            ({"entry": None}, "wrong_type"),
        ],
    )
    def test_tables(self, settings: dict[str, Any], code: str) -> None:
        assert refusal(settings).code == code

    def test_tables_of_ones_own(self) -> None:
        for make in (
            lambda: Points(row=-1),
            lambda: Points(scoop=True),
            lambda: Points().replace(rows=1),
            lambda: Points.named("6-1"),
            lambda: Royalties(middle={"flush": -1}),
            lambda: Royalties(middle=None),  # type: ignore[arg-type]
            lambda: Royalties().replace(front={"A": 1}),
            lambda: Royalties.named("some"),
        ):
            with pytest.raises(InvalidRules):
                make()

    @pytest.mark.parametrize(
        ("settings", "setting", "other"),
        [
            ({"the_choice": True, "deal": "classic"}, "the_choice", "deal"),
            ({"the_choice": True, "deal": "turbo"}, "the_choice", "deal"),
            ({"the_choice": True, "deal": "closed"}, "the_choice", "deal"),
            ({"moon_in_fantasyland": True}, "moon_in_fantasyland", "moon"),
            ({"middle": "deuce_to_seven", "jokers": 1}, "jokers", "middle"),
            ({"middle": "deuce_to_seven", "moon": 20}, "moon", "middle"),
            ({"middle": "deuce_to_seven", "entry": "regular"}, "entry", "middle"),
            ({"middle": "deuce_to_seven", "entry": "progressive"}, "entry", "middle"),
            ({"middle": "deuce_to_seven", "entry": "progressive16"}, "entry", "middle"),
            ({"middle": "deuce_to_seven", "stay_middle": "full house"}, "stay_middle", "middle"),
            ({"middle": "deuce_to_seven", "stay_middle": "high card"}, "stay_middle", "middle"),
            ({"entry": "deuce_to_seven"}, "entry", "middle"),
            ({"entry": {"QQ": 14, "75432": 14}}, "entry", "middle"),
            ({"entry": {"KK+75432": 15}}, "entry", "middle"),
            ({"stay_middle": "75432"}, "stay_middle", "middle"),
            ({"entry": "off", "stay_middle": "full house"}, "stay_middle", "entry"),
            ({"deal": "closed", "stay_middle": "quads"}, "stay_middle", "entry"),
            ({"deal": "closed", "entry": "regular"}, "entry", "deal"),
            ({"deal": "closed", "entry": {"QQ": 13}}, "entry", "deal"),
        ],
    )
    def test_what_does_not_go_together(self, settings: dict[str, Any], setting: str, other: str) -> None:
        error = refusal(settings)
        assert error.code == "conflict"
        assert error.details["setting"] == setting
        assert list(error.details["conflicts_with"]) == [other]
        assert f"{setting}=" in str(error)
        assert f"does not go with {other}=" in str(error)

    @pytest.mark.parametrize(
        "settings",
        [
            {"cap_mode": "table_stakes"},
            {"joker_mode": "declared", "five_of_a_kind": False},
            {"choice_max_debt": None},
            {"stay_cards": "same", "entry": "off"},
            {"timeout_order": "bottom_up"},
            {"middle": "deuce_to_seven", "entry": "off", "deal": "classic"},
            {"middle": "deuce_to_seven", "entry": {"QQ": 14, "75432": 17}, "stay_middle": None},
            {"deal": "closed", "entry": "progressive", "stay_middle": "quads"},
        ],
    )
    def test_what_merely_lies_idle_is_allowed(self, settings: dict[str, Any]) -> None:
        assert Rules(**settings) == Rules.from_dict(settings)

    def test_a_refused_change_leaves_the_rules_alone(self) -> None:
        rules = Rules.preset("classic")
        with pytest.raises(InvalidRules):
            rules.replace(the_choice=True)
        assert rules == Rules.preset("classic")
