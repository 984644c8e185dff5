"""`Rules`: one game, complete to its last setting."""

import inspect
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from os import PathLike
from pathlib import Path
from typing import Any, Literal, Unpack, final

from . import _core, rulesfile
from .checks import Numbers, is_known, mapping, refuse, unknown
from .presets import PRESETS
from .royalties import ROWS, Points, Royalties
from .rulesheet import Difference, differences, sheet
from .settings import DEFAULTS, FOLLOWS_THE_DEAL, NAMES, Deal, Settings, entry_name, entry_tables, read, resolve

__all__ = ["Difference", "Points", "Royalties", "Rules", "RulesLike", "rules_of"]


class _Kept:
    """What a `Rules` remembers besides its settings: those that were set, its hash, and its compiled form."""

    __slots__ = ("_hash", "_payoff", "_set")

    _set: dict[str, Any]
    _hash: int
    _payoff: _core.Payoff | None


@final
@dataclass(frozen=True, init=False, repr=False, match_args=False, slots=True)
class Rules(_Kept):
    """The rules of one game: immutable, hashable, made by keyword or from a preset.

    >>> from ofcpoker import Points, Royalties, Rules
    >>> rules = Rules.preset("ofc_ledger", moon=20)
    >>> rules.moon, rules.street_order
    (20, 'rotating')
    >>> Rules() == Rules.preset("pineapple")
    True

    A value that cannot be, and settings that exclude each other, are refused at once:

    >>> Rules(jokers=4)
    Traceback (most recent call last):
    ofcpoker.errors.InvalidRules: rules: jokers=4 is out of range; allowed: a whole number from 0 to 3
    >>> Rules(deal="classic", the_choice=True)
    Traceback (most recent call last):
    ofcpoker.errors.InvalidRules: rules: the_choice=True does not go with deal='classic': The Choice is a rule of \
Pineapple, deal='pineapple'

    The settings, one by one. Those that can be off are off as None, or in short `"none"`.

    **The deal.** `deal` is "pineapple" (5 cards, then four times 3, of which 2 are placed), "classic" (5, then one at a
    time), "turbo" (5, 4, 4) or "closed" (13 at once, set privately).

    >>> Rules(deal="turbo").deal
    'turbo'

    `street_order` is "fixed" (left of the button first, on every street) or "rotating" (who placed last on a street
    goes first on the next). `reuse_discards` shuffles the discards back in when the stub is short, which makes
    four-handed Pineapple possible: 4 x 17 = 68 cards out of 52.

    >>> Rules(street_order="rotating", reuse_discards=True)
    Rules(street_order='rotating', reuse_discards=True)

    **Rows.** `middle` is "high" or "deuce_to_seven": ten low or better by deuce-to-seven, else a foul, and the lower
    middle wins. It brings its own Fantasyland, and excludes jokers and the moon.

    >>> low = Rules(middle="deuce_to_seven")
    >>> low.entry, low.stay_middle
    ({'KK': 14, '75432': 14, 'KK+75432': 15}, '75432')

    `top_kickers` is "full" (KKA on top fouls over a middle of KKQ73) or "made_hand_only" (a pair against the same pair
    never fouls).

    >>> Rules(top_kickers="made_hand_only").top_kickers
    'made_hand_only'

    **Points.** `points` is a scheme, "1-6", "2-4", "1-4" or "1-3", or `Points(row, scoop, majority)`. Under 1-6 a scoop
    wins 3 rows and 3 more.

    >>> rules = Rules(points="1-6")
    >>> rules.points, rules.points.foul
    (Points(row=1, scoop=3, majority=0), 6)
    >>> Rules(points=Points(row=2, scoop=4)).points.foul
    10

    `foul_pays_royalties` (on): who fouls pays the opponents' royalties too. Without it a foul pays the 6 alone.

    >>> Rules(foul_pays_royalties=False).foul_pays_royalties
    False

    **Royalties.** `royalties` is "standard", "none", or a table: what is not named in it pays as in the standard table.

    >>> rules = Rules(royalties=Royalties(middle={"flush": 9}, top_pairs={"5": 1}))
    >>> rules.royalties.middle["flush"], rules.royalties.bottom["flush"], rules.royalties.top_pairs["A"]
    (9, 4, 9)
    >>> rules.replace(royalties={"bottom": {"flush": 5}}).royalties
    Royalties(top_pairs={'5': 1}, middle={'flush': 9}, bottom={'flush': 5})

    **Fantasyland.** `entry` says which top earns how many cards: "regular" (queens, 13 cards, in Pineapple 14),
    "progressive" (14, 15, 16 and 17 for trips), "progressive16" (trips 16), "off", with a 2-7 middle "deuce_to_seven",
    or thresholds of one's own, of which the highest met counts. Thresholds that change nothing are dropped.

    >>> Rules(entry="progressive").entry
    {'QQ': 14, 'KK': 15, 'AA': 16, '222': 17}
    >>> Rules(entry={"JJ": 13, "QQ": 14, "KK": 14}).entry
    {'JJ': 13, 'QQ': 14}

    Trips on top and quads or better at the bottom stay in Fantasyland; `stay_middle` names the middle that stays too,
    None in Pineapple, "full house" in the other deals, "75432" with a 2-7 middle, or any hand.

    >>> Rules(deal="classic").stay_middle, Rules(stay_middle="quads").stay_middle
    ('full house', 'quads')

    `stay_cards` says with how many cards: "base" (the smallest count of `entry`), "same" (as many as this time),
    "by_top" (what the new top earns, else the base), or a number.

    >>> Rules(entry="progressive", stay_cards="same").stay_cards, Rules(stay_cards=15).stay_cards
    ('same', 15)

    `fantasyland_order`: set at "any" time before the showdown, "first" (before the first street) or "last" (after the
    others' last street, seeing their boards). `button_in_fantasyland`: the button "hold"s its place for a hand with
    Fantasyland in it, or "move"s. `play_out_fantasyland`: after a match's last hand, hands go on until nobody is in it.

    >>> Rules(fantasyland_order="last", button_in_fantasyland="move", play_out_fantasyland=True)
    Rules(fantasyland_order='last', button_in_fantasyland='move', play_out_fantasyland=True)

    **Jokers.** `jokers` of them are in the deck, 0 to 3. `joker_mode` is "auto" (read when the board is complete, in
    the strongest legal way) or "declared" (the player names the card when placing it). `five_of_a_kind` (on) ranks
    above a straight flush and below a royal flush; off, five aces are quads.

    >>> Rules(jokers=2, joker_mode="declared", five_of_a_kind=False)
    Rules(jokers=2, joker_mode='declared', five_of_a_kind=False)

    **House rules.** `spades`: the natural 2s on a board doubles, with the 3s x4, with 3s and 4s x8; "pair" multiplies
    each pair's result by the higher of the two, "table" every pair by the table's highest.

    >>> Rules(spades="pair").spades
    'pair'

    `the_choice` (Pineapple): who had the natural 2s on the board may place 1, 2 or 3 cards on the streets of the next
    hand, 8 in all; `choice_max_debt` is 1 (at most one card ahead or behind) or None (no limit).

    >>> Rules(the_choice=True, choice_max_debt=None)
    Rules(the_choice=True, choice_max_debt=None)

    `moon`: what a legal board with jack high or lower at the bottom wins from each opponent, instead of rows and
    royalties; True is 20. `moon_in_fantasyland` lets it count there too.

    >>> Rules(moon=True, moon_in_fantasyland=True)
    Rules(moon=20, moon_in_fantasyland=True)

    `surrender`: what giving up before the last placement pays each opponent.

    >>> Rules(surrender=2).surrender
    2

    **The match.** `cap`: the points each seat brings. `cap_mode` is "loss" (nobody loses more) or "table_stakes"
    (nor wins more from a pair than they have themselves).

    >>> Rules(cap=50, cap_mode="table_stakes")
    Rules(cap=50, cap_mode='table_stakes')

    `time_limit`: the seconds a turn may take, 300 (5 minutes) to 86400 (24 hours). Then the cards are placed by
    `timeout_order`, "top_down" or "bottom_up".

    >>> Rules(time_limit=300, timeout_order="bottom_up")
    Rules(time_limit=300, timeout_order='bottom_up')

    **Equality.** `entry` and `stay_middle` follow the deal (and the middle) as long as they have not been set, also
    through `replace`. So does `entry="regular"`, which is a number of cards only together with a deal. Rules are equal,
    and have equal hashes and dicts, when all their values are, however these came about.

    >>> rules = Rules()
    >>> rules == Rules(entry={"QQ": 14})
    True
    >>> rules.replace(deal="classic").entry, Rules(entry={"QQ": 14}).replace(deal="classic").entry
    ({'QQ': 13}, {'QQ': 14})
    """

    deal: Deal
    street_order: Literal["fixed", "rotating"]
    reuse_discards: bool
    middle: Literal["high", "deuce_to_seven"]
    top_kickers: Literal["full", "made_hand_only"]
    points: Points
    foul_pays_royalties: bool
    royalties: Royalties
    entry: Numbers
    stay_middle: str | None
    stay_cards: Literal["base", "same", "by_top"] | int
    fantasyland_order: Literal["any", "first", "last"]
    button_in_fantasyland: Literal["hold", "move"]
    jokers: int
    joker_mode: Literal["auto", "declared"]
    five_of_a_kind: bool
    spades: Literal["pair", "table"] | None
    the_choice: bool
    choice_max_debt: Literal[1] | None
    moon: int | None
    moon_in_fantasyland: bool
    surrender: int | None
    cap: int | None
    cap_mode: Literal["loss", "table_stakes"]
    play_out_fantasyland: bool
    time_limit: int | None
    timeout_order: Literal["top_down", "bottom_up"]

    def __init__(self, **settings: Unpack[Settings]) -> None:
        self._fill(read(settings, {}))

    def _fill(self, settings: dict[str, Any]) -> None:
        values = resolve(settings)
        for name in NAMES:
            object.__setattr__(self, name, values[name])
        object.__setattr__(self, "_set", settings)
        object.__setattr__(self, "_hash", hash(tuple(values.values())))
        object.__setattr__(self, "_payoff", None)

    @classmethod
    def preset(cls, name: str, **changes: Unpack[Settings]) -> "Rules":
        """The preset of that name, with some settings changed.

        >>> Rules.preset("ofc_ledger", deal="classic").entry
        {'QQ': 14}
        """
        if not is_known(name, PRESETS):
            unknown("unknown_preset", "preset called", name, PRESETS)
        rules = _preset(name)
        return rules.replace(**changes) if changes else rules

    @staticmethod
    def presets() -> tuple[str, ...]:
        """The names of the presets.

        >>> Rules.presets()[:4]
        ('pineapple', 'progressive', 'ultimate', 'classic')
        """
        return tuple(PRESETS)

    def replace(self, **changes: Unpack[Settings]) -> "Rules":
        """The same rules with some settings changed.

        A mapping for `points` or `royalties` changes only what it names; one for `entry` stands for all thresholds.

        >>> Rules(points="2-4").replace(points={"scoop": 1}).points
        Points(row=1, scoop=1, majority=1)
        """
        rules = object.__new__(Rules)
        rules._fill(read(changes, self._set))
        return rules

    __replace__ = replace

    @classmethod
    def from_dict(cls, settings: Mapping[str, Any]) -> "Rules":
        """Rules from plain values: what `to_dict` gives, or any part of it; `"preset"` names what the rest changes.

        >>> Rules.from_dict({"preset": "closed", "surrender": 3, "points": "2-4"}).surrender
        3
        >>> Rules.from_dict({"entry": "progressive", "joker": 2})
        Traceback (most recent call last):
        ofcpoker.errors.InvalidRules: rules: there is no setting called 'joker'; did you mean 'jokers'?
        """
        changes = dict(mapping("settings", settings, "a mapping of settings"))
        schema = changes.pop("schema", rulesfile.SCHEMA)
        if type(schema) is not int or schema != rulesfile.SCHEMA:
            refuse("unknown_schema", "schema", schema, f"cannot be read; allowed: {rulesfile.SCHEMA}")
        rules = cls.preset(changes.pop("preset", "pineapple"))
        for name in changes:
            if not is_known(name, DEFAULTS):
                unknown("unknown_setting", "setting called", name, ("schema", "preset", *NAMES))
        return rules.replace(**changes) if changes else rules

    def to_dict(self) -> dict[str, Any]:
        """Every setting in plain JSON types, and the version of this form as `"schema"`.

        All values stand as they are, so that nothing in it follows the deal any more.

        >>> settings = Rules.preset("progressive", points={"scoop": 2}).to_dict()
        >>> settings["schema"], settings["entry"], settings["royalties"], settings["points"]
        (1, 'progressive', 'standard', {'row': 1, 'scoop': 2, 'majority': 0})
        """
        plain = {name: getattr(self, name) for name in NAMES}
        plain["points"] = self.points.name or self.points.to_dict()
        plain["royalties"] = self.royalties.name or self.royalties.to_dict()
        plain["entry"] = entry_name(self.entry) or dict(self.entry)
        return {"schema": rulesfile.SCHEMA, **plain}

    @classmethod
    def load(cls, path: str | PathLike[str]) -> "Rules":
        """Rules from a `.json` or `.toml` file that holds what `from_dict` takes."""
        return cls.from_dict(rulesfile.load(Path(path)))

    def save(self, path: str | PathLike[str]) -> None:
        """The rules into a `.json` or `.toml` file. TOML has no null: there, None is `"none"`."""
        rulesfile.save(Path(path), self.to_dict())

    def diff(self, other: "RulesLike") -> tuple[Difference, ...]:
        """The settings that differ from another game's.

        >>> for difference in Rules.preset("ultimate").diff("joker"):
        ...     print(difference)
        stay_cards: same; theirs: base
        jokers: 0; theirs: 2
        """
        return differences(self, rules_of(other))

    @property
    def payoff(self) -> _core.Payoff:
        """These rules as the core reads them; equal rules share it."""
        if self._payoff is None:
            object.__setattr__(self, "_payoff", _compiled(self))
        return self._payoff  # type: ignore[return-value]

    def __hash__(self) -> int:
        return self._hash

    def __repr__(self) -> str:
        plain = Rules()
        changes = [
            f"{name}={self._short(name)!r}"
            for name in NAMES
            # What could follow the deal and does not is part of what these rules are.
            if getattr(self, name) != getattr(plain, name) or (name in FOLLOWS_THE_DEAL and name in self._set)
            if name not in FOLLOWS_THE_DEAL or name in self._set
        ]
        return f"Rules({', '.join(changes)})"

    def _short(self, name: str) -> Any:
        if name == "entry":
            given = self._set["entry"]
            return given if isinstance(given, str) else entry_name(given) or given
        value = getattr(self, name)
        return (value.name or value) if isinstance(value, (Points, Royalties)) else value

    def __str__(self) -> str:
        return sheet(self)

    def __copy__(self) -> "Rules":
        return self

    def __deepcopy__(self, _memo: dict[int, Any]) -> "Rules":
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return _restore, (self._set,)


# The signature that `help` and notebooks show.
Rules.__signature__ = inspect.Signature(  # type: ignore[attr-defined]
    [
        inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=... if name in FOLLOWS_THE_DEAL else value)
        for name, value in DEFAULTS.items()
    ]
)

RulesLike = Rules | str | Mapping[str, Any]
"""What stands for rules wherever rules are asked for: themselves, a preset's name, or a mapping for `from_dict`."""


def rules_of(rules: RulesLike) -> Rules:
    """Rules from themselves, a preset's name, or a mapping of settings.

    >>> rules_of("turbo").deal, rules_of({"preset": "joker", "jokers": 1}).jokers
    ('turbo', 1)
    """
    if isinstance(rules, Rules):
        return rules
    if isinstance(rules, str):
        return Rules.preset(rules)
    return Rules.from_dict(mapping("rules", rules, "Rules, the name of a preset, a mapping of settings"))


def name_of(rules: Rules) -> str:
    """The preset that the rules are, or the nearest one with the settings that differ.

    >>> name_of(Rules.preset("joker")), name_of(Rules.preset("progressive", cap=20))
    ('joker', 'progressive, other cap')
    """
    different = {name: rules.diff(name) for name in PRESETS}
    nearest = min(different, key=lambda name: len(different[name]))
    others = ", ".join(difference.setting for difference in different[nearest])
    return f"{nearest}, other {others}" if others else nearest


def _restore(settings: Settings) -> Rules:
    return Rules(**settings)


@cache
def _preset(name: str) -> Rules:
    return Rules(**PRESETS[name].settings)


@lru_cache(maxsize=1024)
def _compiled(rules: Rules) -> _core.Payoff:
    entry, entry_low = entry_tables(rules.entry)
    royalties = {row: list(getattr(rules.royalties, row).values()) for row in ROWS}
    return _core.Payoff(
        row=rules.points.row,
        scoop=rules.points.scoop,
        majority=rules.points.majority,
        foul_pays_royalties=rules.foul_pays_royalties,
        top_royalties=royalties["top_pairs"] + royalties["top_trips"],
        middle_royalties=royalties["middle"],
        bottom_royalties=royalties["bottom"],
        low_royalties=royalties["low"],
        entry=entry,
        entry_low=entry_low,
        base=min(rules.entry.values(), default=0),
        stay_middle=rules.stay_middle,
        stay_cards=rules.stay_cards,
        top_kickers=rules.top_kickers == "full",
        deuce_to_seven=rules.middle == "deuce_to_seven",
        jokers=rules.jokers,
        joker_mode=rules.joker_mode,
        five_of_a_kind=rules.five_of_a_kind,
        spades=rules.spades,
        moon=rules.moon,
        moon_in_fantasyland=rules.moon_in_fantasyland,
        surrender=rules.surrender or 0,
        cap=rules.cap,
        cap_mode=rules.cap_mode,
        the_choice=rules.the_choice,
    )
