"""Games that have a name: what each is, and the settings in which it differs from the defaults."""

from typing import NamedTuple

from .settings import Settings


class Preset(NamedTuple):
    about: str
    settings: Settings


PRESETS: dict[str, Preset] = {
    "pineapple": Preset("Pineapple, regular Fantasyland of 14 cards", {"deal": "pineapple"}),
    "progressive": Preset("Pineapple, progressive Fantasyland", {"entry": "progressive"}),
    "ultimate": Preset(
        "progressive, who stays in Fantasyland keeps the number of cards",
        {"entry": "progressive", "stay_cards": "same"},
    ),
    "classic": Preset(
        "one card a street, Fantasyland of 13 cards, a full house in the middle stays", {"deal": "classic"}
    ),
    "turbo": Preset("streets of 5, 4 and 4 cards, else as classic", {"deal": "turbo"}),
    "closed": Preset(
        "traditional Chinese poker: 13 cards at once, no royalties, no Fantasyland, surrender allowed",
        {"deal": "closed", "royalties": "none", "entry": "off", "surrender": 2},
    ),
    "ofc_ledger": Preset(
        "the OFC Ledger app: discards reused, rotating order, Fantasyland of 14 cards, declared jokers",
        {
            "street_order": "rotating",
            "reuse_discards": True,
            "entry": {"QQ": 14},
            "stay_middle": None,
            "joker_mode": "declared",
            "five_of_a_kind": True,
        },
    ),
    "joker": Preset("progressive with two automatic jokers", {"entry": "progressive", "jokers": 2}),
    "deuce_to_seven": Preset("Pineapple with a deuce-to-seven middle", {"middle": "deuce_to_seven"}),
}
