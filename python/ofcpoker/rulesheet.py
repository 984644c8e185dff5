"""Rules for people: the sheet that hangs on the wall, and what two sheets do not have in common."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from . import _core
from .checks import Numbers
from .presets import PRESETS
from .royalties import LOWS, ROWS, Royalties
from .settings import BEST_LOW, KINGS_AND_BEST_LOW

if TYPE_CHECKING:
    from .rules import Rules

_HEAD = 13
_WIDTH = 100

_DEALS = {
    "classic": "Classic: 5 cards, then one at a time.",
    "pineapple": "Pineapple: 5 cards, then four times 3 cards; 2 are placed, 1 is discarded face down.",
    "turbo": "Turbo: 5, 4 and 4 cards, all placed.",
    "closed": "Closed: 13 cards at once, set privately.",
}
_FANTASYLAND_ORDERS = {
    "any": "Fantasyland is set at any time before the showdown, without seeing the other boards.",
    "first": "Fantasyland is set before the first street.",
    "last": "Fantasyland is set after the others' last street, seeing their boards.",
}


@dataclass(frozen=True, slots=True)
class Difference:
    """A setting that two rules do not share; the values are in the plain form of `Rules.to_dict`.

    >>> print(Difference("entry", "progressive", {"QQ": 14}))
    entry: progressive; theirs: QQ 14
    """

    setting: str
    mine: Any
    theirs: Any

    def __post_init__(self) -> None:
        for name, value in (("mine", self.mine), ("theirs", self.theirs)):
            if isinstance(value, dict):
                object.__setattr__(self, name, Numbers(value))

    def __str__(self) -> str:
        return f"{self.setting}: {_words(self.mine)}; theirs: {_words(self.theirs)}"


def _words(value: Any) -> str:
    if isinstance(value, Mapping):
        return ", ".join(f"{name} {number}" for name, number in value.items())
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "none" if value is None else str(value)


def differences(mine: "Rules", theirs: "Rules") -> tuple[Difference, ...]:
    """What differs, in the order of the settings; royalties as finely as they have no name for it."""
    found: list[Difference] = []
    others = theirs.to_dict()
    for setting, value in mine.to_dict().items():
        if value == others[setting]:
            continue
        if setting == "royalties":
            found += _royalty_differences(mine.royalties, theirs.royalties)
        else:
            found.append(Difference(setting, value, others[setting]))
    return tuple(found)


def _royalty_differences(mine: Royalties, theirs: Royalties) -> Iterator[Difference]:
    if mine.name and theirs.name:
        yield Difference("royalties", mine.name, theirs.name)
        return
    ours, others = mine.to_dict(), theirs.to_dict()
    for row in ROWS:
        if ours[row] == others[row]:
            continue
        if isinstance(ours[row], str) and isinstance(others[row], str):
            yield Difference(f"royalties.{row}", ours[row], others[row])
            continue
        for hand, points in getattr(mine, row).items():
            if points != getattr(theirs, row)[hand]:
                yield Difference(f"royalties.{row}.{hand}", points, getattr(theirs, row)[hand])


def sheet(rules: "Rules") -> str:
    """The rules as a page of text: a heading a group, and only what this game has."""
    groups = (
        ("Deal", _deal(rules)),
        ("Points", _points(rules)),
        ("Royalties", _royalties(rules)),
        ("Fantasyland", _fantasyland(rules)),
        ("Jokers", _jokers(rules)),
        ("House rules", _house_rules(rules)),
        ("Match", _match(rules)),
    )
    lines = [_title(rules)]
    for heading, sentences in groups:
        for i, sentence in enumerate(sentences):
            lines += _wrapped(heading if i == 0 else "", sentence)
    return "\n".join(lines)


def _wrapped(heading: str, sentence: str) -> Iterator[str]:
    line = heading.ljust(_HEAD)
    start = True
    # Columns of a table keep their spaces.
    words = [sentence] if "  " in sentence else sentence.split(" ")
    for word in words:
        if not start and len(line) + 1 + len(word) > _WIDTH:
            yield line
            line, start = " " * (_HEAD + 2), True
        line += word if start else f" {word}"
        start = False
    yield line


def _title(rules: "Rules") -> str:
    name = next((name for name in PRESETS if type(rules).preset(name) == rules), None)
    return f"Open Face Chinese Poker, {name}" if name else "Open Face Chinese Poker, house game"


def _deal(rules: "Rules") -> Iterator[str]:
    yield _DEALS[rules.deal]
    if rules.deal != "closed":
        if rules.street_order == "fixed":
            yield "The seat left of the button goes first on every street, the button last."
        else:
            yield "The seat left of the button goes first; who placed last on a street goes first on the next."
    if rules.reuse_discards:
        yield "When the stub is short, the discards are shuffled back in."
    if rules.middle == "deuce_to_seven":
        yield "The middle is played deuce to seven: ten low or better, else a foul; the lower middle wins."
    if rules.top_kickers == "made_hand_only":
        yield "Foul: a pair on top against a pair, and trips against trips, compare only the paired rank."


def _points(rules: "Rules") -> Iterator[str]:
    points = rules.points
    scheme = f"{points.name}: " if points.name else ""
    extras = [(points.scoop, "for all three"), (points.majority, "for two or three of them")]
    more = "".join(f", {paid} more {what}" for paid, what in extras if paid)
    yield f"{scheme}{points.row} for each row{more}."
    also = " and the opponents' royalties" if rules.foul_pays_royalties else ", no royalties"
    yield f"A foul pays {points.foul}{also} to each legal board."


def _royalties(rules: "Rules") -> Iterator[str]:
    royalties = rules.royalties
    if royalties.name == "none":
        yield "None."
        return
    low = rules.middle == "deuce_to_seven"
    rows = {"bottom": royalties.bottom} if low else {"middle": royalties.middle, "bottom": royalties.bottom}
    rows = {row: paid for row, paid in rows.items() if any(paid.values())}
    hands = [hand for hand in _core.CATEGORIES if any(paid[hand] for paid in rows.values())]
    if not (rules.jokers and rules.five_of_a_kind):
        hands = [hand for hand in hands if hand != "five of a kind"]
    if hands:
        yield " " * 8 + "  ".join(hands)
        for row, paid in rows.items():
            yield row.ljust(8) + "  ".join(str(paid[hand] or "-").rjust(len(hand)) for hand in hands)
    if low and any(royalties.low.values()):
        yield "middle  " + "  ".join(f"{name} {royalties.low[name]}" for name in LOWS if royalties.low[name])
    for cards, paid in ((2, royalties.top_pairs), (3, royalties.top_trips)):
        if any(paid.values()):
            yield "top     " + "  ".join(f"{rank * cards} {points}" for rank, points in paid.items() if points)


def _fantasyland(rules: "Rules") -> Iterator[str]:
    if not rules.entry:
        return
    words = {"222": "trips", BEST_LOW: "7-5-4-3-2 in the middle", KINGS_AND_BEST_LOW: "this and KK or better"}
    earned = ", ".join(f"{words.get(name, name)} {cards}" for name, cards in rules.entry.items())
    yield f"Cards in the next hand by the top, the highest that it reaches: {earned}."
    stays = ["trips on top", "quads or better at the bottom"]
    if rules.stay_middle == BEST_LOW:
        stays.append("7-5-4-3-2 in the middle")
    elif rules.stay_middle:
        stays.append(f"{rules.stay_middle} or better in the middle")
    yield f"To stay: {', '.join(stays[:-1])} or {stays[-1]}; {_stay_cards(rules)}."
    yield _FANTASYLAND_ORDERS[rules.fantasyland_order]
    if rules.button_in_fantasyland == "hold":
        yield "The button stays where it is for a hand with Fantasyland in it."
    else:
        yield "The button moves on for a hand with Fantasyland in it, too."


def _stay_cards(rules: "Rules") -> str:
    base = min(rules.entry.values())
    return {
        "base": f"with {base} cards",
        "same": "with as many cards as this time",
        "by_top": f"with the cards that the new top earns, {base} where it earns none",
    }.get(str(rules.stay_cards), f"with {rules.stay_cards} cards")


def _jokers(rules: "Rules") -> Iterator[str]:
    if not rules.jokers:
        return
    count = {1: "One joker", 2: "Two jokers", 3: "Three jokers"}[rules.jokers]
    if rules.joker_mode == "auto":
        yield f"{count}, read at the end: the bottom as strong as it can be, then the middle, then the top."
    else:
        yield f"{count}; the player names the card when placing it, and it stays that card."
    if rules.five_of_a_kind:
        yield "Five of a kind ranks above a straight flush and below a royal flush."
    else:
        yield "Five cards of a rank count as quads."


def _house_rules(rules: "Rules") -> Iterator[str]:
    if rules.spades:
        whose = "the higher of the two players'" if rules.spades == "pair" else "the highest at the table"
        yield f"Spades multiply: the 2s on the board x2, with the 3s x4, with 3s and 4s x8; each pair by {whose}."
    if rules.the_choice:
        debt = "at most one card ahead or behind" if rules.choice_max_debt else "8 in all"
        yield f"The Choice: after the 2s on the board, a street of the next hand may place 1, 2 or 3 cards, {debt}."
    if rules.moon is not None:
        where = "" if rules.moon_in_fantasyland or not rules.entry else " (not in Fantasyland)"
        yield f"Shooting the moon{where}: a legal board, its bottom jack high or lower, wins {rules.moon} from each."
    if rules.surrender is not None:
        until = "the reveal" if rules.deal == "closed" else "one's last placement"
        yield f"Surrender: until {until}, for {rules.surrender} to each opponent with a legal board who did not."


def _match(rules: "Rules") -> Iterator[str]:
    if rules.cap is not None:
        yield f"Cap: each seat brings {rules.cap} points and loses no more than these."
        if rules.cap_mode == "table_stakes":
            yield "Table stakes: nobody wins from a player more than they have themselves."
    if rules.play_out_fantasyland:
        yield "After the last hand, hands go on until nobody is in Fantasyland."
    if rules.time_limit is not None:
        order = "top to bottom" if rules.timeout_order == "top_down" else "bottom to top"
        yield f"{_duration(rules.time_limit)} a turn; then the cards are placed from {order}."


def _duration(seconds: int) -> str:
    hours, minutes, rest = seconds // 3600, seconds // 60 % 60, seconds % 60
    parts = ((hours, "hour"), (minutes, "minute"), (rest, "second"))
    return " ".join(f"{count} {unit}{'s' * (count > 1)}" for count, unit in parts if count)
