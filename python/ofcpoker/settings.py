"""The settings of a game by name: their types, their defaults, how a value is read, and which exclude each other."""

from collections.abc import Callable, Mapping
from typing import Any, Literal, TypedDict

from . import _core
from .checks import Numbers, as_whole, flag, is_known, is_off, mapping, one_of, refuse, unknown, whole
from .royalties import MAX_POINTS, RANKS, Points, RowRoyalties, Royalties, read_points, read_royalties

Deal = Literal["classic", "pineapple", "turbo", "closed"]
EntryMode = Literal["off", "regular", "progressive", "progressive16", "deuce_to_seven"]

MAX_CAP = 100_000_000
"""The largest cap: four seats' caps together stay inside 32 bits."""

BEST_LOW = "75432"
KINGS_AND_BEST_LOW = "KK+75432"


class Settings(TypedDict, total=False):
    """What `Rules`, `Rules.preset` and `Rules.replace` take: each setting as an object or in its short form."""

    deal: Deal
    street_order: Literal["fixed", "rotating"]
    reuse_discards: bool
    middle: Literal["high", "deuce_to_seven"]
    top_kickers: Literal["full", "made_hand_only"]
    points: Points | Literal["1-6", "2-4", "1-4", "1-3"] | Mapping[str, int]
    foul_pays_royalties: bool
    royalties: Royalties | Literal["standard", "none"] | Mapping[str, RowRoyalties]
    entry: EntryMode | Mapping[str, int]
    stay_middle: str | None
    stay_cards: Literal["base", "same", "by_top"] | int
    fantasyland_order: Literal["any", "first", "last"]
    button_in_fantasyland: Literal["hold", "move"]
    jokers: int
    joker_mode: Literal["auto", "declared"]
    five_of_a_kind: bool
    spades: Literal["pair", "table", "none"] | None
    the_choice: bool
    choice_max_debt: Literal[1, "none"] | None
    moon: int | Literal["none"] | None
    moon_in_fantasyland: bool
    surrender: int | Literal["none"] | None
    cap: int | Literal["none"] | None
    cap_mode: Literal["loss", "table_stakes"]
    play_out_fantasyland: bool
    time_limit: int | Literal["none"] | None
    timeout_order: Literal["top_down", "bottom_up"]


# `entry` and `stay_middle` have no default of their own: they follow the deal and the middle.
DEFAULTS: dict[str, Any] = {
    "deal": "pineapple",
    "street_order": "fixed",
    "reuse_discards": False,
    "middle": "high",
    "top_kickers": "full",
    "points": Points.named("1-6"),
    "foul_pays_royalties": True,
    "royalties": Royalties.named("standard"),
    "entry": None,
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
NAMES = tuple(DEFAULTS)
FOLLOWS_THE_DEAL = ("entry", "stay_middle")

_TOPS = tuple(rank * 2 for rank in RANKS) + tuple(rank * 3 for rank in RANKS)
_THRESHOLDS = (*_TOPS, BEST_LOW, KINGS_AND_BEST_LOW)
_KINGS = 1 + _TOPS.index("KK")
_MODES: dict[str, dict[str, int]] = {
    "off": {},
    "regular": {"QQ": 14},
    "progressive": {"QQ": 14, "KK": 15, "AA": 16, "222": 17},
    "progressive16": {"QQ": 14, "KK": 15, "AA": 16},
    "deuce_to_seven": {"KK": 14, BEST_LOW: 14, KINGS_AND_BEST_LOW: 15},
}
_REGULAR_OF_13_CARDS = {"QQ": 13}

MOON = 20
"""What `moon=True` means."""


def entry_of(mode: str, deal: str) -> Numbers:
    """The thresholds of a named mode: the smallest tops that earn each count of cards."""
    return Numbers(_REGULAR_OF_13_CARDS if mode == "regular" and deal != "pineapple" else _MODES[mode])


def entry_name(entry: Numbers) -> str | None:
    """The name of a mode that has these thresholds in every deal."""
    return next((mode for mode, cards in _MODES.items() if mode != "regular" and cards == entry), None)


def entry_tables(entry: Mapping[str, int]) -> tuple[list[int], list[int]]:
    """Cards earned by each top (none, pairs, trips), and by each top above a 7-5-4-3-2 middle.

    Of the tops the highest threshold met counts. A top and a middle are not compared: of what each earns, and both
    together, the larger counts.
    """
    plain = [0]
    for top in _TOPS:
        plain.append(entry.get(top, plain[-1]))
    low = [max(cards, entry.get(BEST_LOW, 0)) for cards in plain]
    low[_KINGS:] = [max(cards, entry.get(KINGS_AND_BEST_LOW, 0)) for cards in low[_KINGS:]]
    return plain, low


def _read_entry(value: Any) -> str | Numbers:
    """The name of a mode, or thresholds in order without those that change nothing."""
    if isinstance(value, str):
        return one_of("entry", value, tuple(_MODES), "a mapping of thresholds to cards, ")
    thresholds = mapping("entry", value, f"a mapping of thresholds to cards, {', '.join(map(repr, _MODES))}")
    given = {}
    for name, cards in thresholds.items():
        if not is_known(name, _THRESHOLDS):
            unknown("unknown_threshold", "threshold of entry", name, _THRESHOLDS)
        given[name] = whole(f"entry[{name!r}]", cards, 13, 17)
    kept: dict[str, int] = {}
    for name in _THRESHOLDS:
        if name in given and entry_tables({**kept, name: given[name]}) != entry_tables(kept):
            kept[name] = given[name]
    return Numbers(kept)


def _optional(setting: str, low: int, high: int) -> Callable[[Any, Any], int | None]:
    def read(value: Any, _here: Any) -> int | None:
        return None if is_off(value) else whole(setting, value, low, high, "None, ")

    return read


def _word(setting: str, *allowed: str) -> Callable[[Any, Any], str]:
    return lambda value, _here: one_of(setting, value, allowed)


def _flag(setting: str) -> Callable[[Any, Any], bool]:
    return lambda value, _here: flag(setting, value)


def _read_stay_middle(value: Any, _here: Any) -> str | None:
    return None if is_off(value) else one_of("stay_middle", value, (*_core.CATEGORIES, BEST_LOW), "None, ")


def _read_stay_cards(value: Any, _here: Any) -> str | int:
    if as_whole(value) is not None:
        return whole("stay_cards", value, 13, 17, "'base', 'same', 'by_top', ")
    return one_of("stay_cards", value, ("base", "same", "by_top"), "a whole number from 13 to 17, ")


def _read_spades(value: Any, _here: Any) -> str | None:
    return None if is_off(value) else one_of("spades", value, ("pair", "table"), "None, ")


def _read_moon(value: Any, here: Any) -> int | None:
    if isinstance(value, bool):
        return MOON if value else None
    return _optional("moon", 1, MAX_POINTS)(value, here)


def _read_surrender(value: Any, here: Any) -> int | None:
    return _optional("surrender", 0, MAX_POINTS)(value, here) or None


# Each reader takes what was given and the value that stood before, which a mapping changes only in part.
_READERS: dict[str, Callable[[Any, Any], Any]] = {
    "deal": _word("deal", "classic", "pineapple", "turbo", "closed"),
    "street_order": _word("street_order", "fixed", "rotating"),
    "reuse_discards": _flag("reuse_discards"),
    "middle": _word("middle", "high", "deuce_to_seven"),
    "top_kickers": _word("top_kickers", "full", "made_hand_only"),
    "points": read_points,
    "foul_pays_royalties": _flag("foul_pays_royalties"),
    "royalties": read_royalties,
    "entry": lambda value, _here: _read_entry(value),
    "stay_middle": _read_stay_middle,
    "stay_cards": _read_stay_cards,
    "fantasyland_order": _word("fantasyland_order", "any", "first", "last"),
    "button_in_fantasyland": _word("button_in_fantasyland", "hold", "move"),
    "jokers": lambda value, _here: whole("jokers", value, 0, 3),
    "joker_mode": _word("joker_mode", "auto", "declared"),
    "five_of_a_kind": _flag("five_of_a_kind"),
    "spades": _read_spades,
    "the_choice": _flag("the_choice"),
    "choice_max_debt": _optional("choice_max_debt", 1, 1),
    "moon": _read_moon,
    "moon_in_fantasyland": _flag("moon_in_fantasyland"),
    "surrender": _read_surrender,
    "cap": _optional("cap", 1, MAX_CAP),
    "cap_mode": _word("cap_mode", "loss", "table_stakes"),
    "play_out_fantasyland": _flag("play_out_fantasyland"),
    "time_limit": _optional("time_limit", 300, 86_400),
    "timeout_order": _word("timeout_order", "top_down", "bottom_up"),
}


def read(given: Mapping[Any, Any], before: Mapping[str, Any]) -> dict[str, Any]:
    """The settings in `given`, each checked and in its one form, over those that were set `before`."""
    for name in given:
        if not is_known(name, _READERS):
            unknown("unknown_setting", "setting called", name, NAMES)
    changed = {name: _READERS[name](given[name], before.get(name, DEFAULTS[name])) for name in NAMES if name in given}
    return {**before, **changed}


def resolve(settings: Mapping[str, Any]) -> dict[str, Any]:
    """Every setting's value, from those that were set; refuses what does not go together."""
    values = {**DEFAULTS, **settings}
    low = values["middle"] == "deuce_to_seven"
    if "entry" not in settings:
        values["entry"] = "deuce_to_seven" if low else "off" if values["deal"] == "closed" else "regular"
    if isinstance(values["entry"], str):
        mode = values["entry"]
        if low and mode not in ("off", "deuce_to_seven"):
            _exclude(values, "entry", "middle", "allowed are 'off', 'deuce_to_seven' and a mapping of thresholds")
        if mode == "deuce_to_seven" and not low:
            _exclude(values, "entry", "middle", "it needs middle='deuce_to_seven'")
        values["entry"] = entry_of(mode, values["deal"])
    if "stay_middle" not in settings and values["entry"]:
        values["stay_middle"] = BEST_LOW if low else None if values["deal"] == "pineapple" else "full house"
    _check_together(values)
    return values


def _exclude(values: Mapping[str, Any], setting: str, other: str, why: str) -> None:
    """The refusal of a setting beside another one's value."""
    rest = f"does not go with {other}={values[other]!r}: {why}"
    refuse("conflict", setting, values[setting], rest, conflicts_with={other: values[other]})


def _check_together(values: Mapping[str, Any]) -> None:
    entry, stay_middle = values["entry"], values["stay_middle"]
    if values["middle"] == "deuce_to_seven":
        if values["jokers"]:
            _exclude(values, "jokers", "middle", "with a 2-7 middle there are no jokers, jokers=0")
        if values["moon"] is not None:
            _exclude(values, "moon", "middle", "with a 2-7 middle nobody shoots the moon, moon=None")
        if stay_middle not in (None, BEST_LOW):
            _exclude(values, "stay_middle", "middle", "such a middle fouls; allowed are '75432' and None")
    else:
        for threshold in entry:
            if threshold in (BEST_LOW, KINGS_AND_BEST_LOW):
                _exclude(values, "entry", "middle", f"{threshold!r} needs middle='deuce_to_seven'")
        if stay_middle == BEST_LOW:
            _exclude(values, "stay_middle", "middle", "'75432' needs middle='deuce_to_seven'")
    if stay_middle is not None and not entry:
        _exclude(values, "stay_middle", "entry", "without Fantasyland nobody stays in it, stay_middle=None")
    if values["deal"] == "closed" and entry and max(entry.values()) == 13:
        _exclude(values, "entry", "deal", "there everybody gets 13 cards at once; allowed are 'off' and 14 to 17 cards")
    if values["the_choice"] and values["deal"] != "pineapple":
        _exclude(values, "the_choice", "deal", "The Choice is a rule of Pineapple, deal='pineapple'")
    if values["moon_in_fantasyland"] and values["moon"] is None:
        _exclude(values, "moon_in_fantasyland", "moon", "it needs a moon, as moon=20")
