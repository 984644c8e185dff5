"""Random values for property tests."""

from typing import Any

from hypothesis import strategies as st

from ofcpoker.royalties import Points, Royalties
from ofcpoker.rules import Rules

RANKS = "23456789TJQKA"
HANDS = (
    "high card",
    "pair",
    "two pair",
    "trips",
    "straight",
    "flush",
    "full house",
    "quads",
    "straight flush",
    "five of a kind",
    "royal flush",
)
LOWS = ("ten low", "nine low", "eight low", "seven low", "75432")
TOPS = tuple(rank * 2 for rank in RANKS) + tuple(rank * 3 for rank in RANKS)


def random_points() -> st.SearchStrategy[Any]:
    return st.one_of(
        st.sampled_from(("1-6", "2-4", "1-4", "1-3")),
        st.builds(Points, row=st.integers(0, 5), scoop=st.integers(0, 10), majority=st.integers(0, 5)),
    )


def random_royalties() -> st.SearchStrategy[Any]:
    def row(names: tuple[str, ...]) -> st.SearchStrategy[Any]:
        paid = st.dictionaries(st.sampled_from(names), st.integers(0, 60), max_size=4)
        return st.one_of(st.sampled_from(("standard", "none")), paid)

    ranks = tuple(RANKS)
    own = st.builds(
        Royalties, top_pairs=row(ranks), top_trips=row(ranks), middle=row(HANDS), bottom=row(HANDS), low=row(LOWS)
    )
    return st.one_of(st.sampled_from(("standard", "none")), own)


def random_entry(deal: str, low: bool) -> st.SearchStrategy[Any]:
    """What `entry` may be in a deal, with a high or a 2-7 middle."""
    names = (*TOPS, "75432", "KK+75432") if low else TOPS
    own = st.dictionaries(st.sampled_from(names), st.integers(13, 17), min_size=1, max_size=5)
    modes = ["off", "deuce_to_seven"] if low else ["off", "progressive", "progressive16"]
    if deal == "closed":
        # Thirteen cards are what everybody gets there: something must earn more.
        own = own.map(lambda entry: {**entry, "AAA": 17})
    elif not low:
        modes.append("regular")
    return st.one_of(st.sampled_from(modes), own)


@st.composite
def random_rules(draw: st.DrawFn, /, **fixed: Any) -> Rules:
    """Valid rules over all settings, some of them left out; `fixed` ones are as given: `random_rules(jokers=0)`."""
    settings: dict[str, Any] = dict(fixed)

    def choose(name: str, values: st.SearchStrategy[Any], always: bool = False) -> Any:
        if name not in settings and (always or draw(st.booleans())):
            settings[name] = draw(values)
        return settings.get(name)

    flags = st.booleans()
    deal = choose("deal", st.sampled_from(("pineapple", "classic", "turbo", "closed")), always=True)
    # A 2-7 middle shuts out so much that it comes up seldom.
    may_be_low = not settings.get("jokers") and settings.get("moon") in (None, False)
    high_or_low = ("high", "high", "high", "deuce_to_seven") if may_be_low else ("high",)
    low = choose("middle", st.sampled_from(high_or_low), always=True) == "deuce_to_seven"

    choose("street_order", st.sampled_from(("fixed", "rotating")))
    choose("reuse_discards", flags)
    choose("top_kickers", st.sampled_from(("full", "made_hand_only")))
    choose("points", random_points())
    choose("foul_pays_royalties", flags)
    choose("royalties", random_royalties())
    choose("entry", random_entry(deal, low))
    off = settings.get("entry") == "off" or ("entry" not in settings and deal == "closed" and not low)
    if off:
        choose("stay_middle", st.none())
    else:
        choose("stay_middle", st.sampled_from((None, "75432") if low else (None, "full house", "quads", *HANDS)))
    choose("stay_cards", st.one_of(st.sampled_from(("base", "same", "by_top")), st.integers(13, 17)))
    choose("fantasyland_order", st.sampled_from(("any", "first", "last")))
    choose("button_in_fantasyland", st.sampled_from(("hold", "move")))
    choose("jokers", st.just(0) if low else st.integers(0, 3))
    choose("joker_mode", st.sampled_from(("auto", "declared")))
    choose("five_of_a_kind", flags)
    choose("spades", st.sampled_from((None, "pair", "table")))
    choose("the_choice", flags if deal == "pineapple" else st.just(False))
    choose("choice_max_debt", st.sampled_from((1, None)))
    moon = choose("moon", st.none() if low else st.one_of(st.none(), st.booleans(), st.integers(1, 100)))
    choose("moon_in_fantasyland", flags if moon else st.just(False))
    choose("surrender", st.one_of(st.none(), st.integers(0, 10)))
    choose("cap", st.one_of(st.none(), st.integers(1, 500)))
    choose("cap_mode", st.sampled_from(("loss", "table_stakes")))
    choose("play_out_fantasyland", flags)
    choose("time_limit", st.one_of(st.none(), st.integers(300, 86_400)))
    choose("timeout_order", st.sampled_from(("top_down", "bottom_up")))
    return Rules(**settings)
