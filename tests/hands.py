"""Hands for the tests: random rules that can be played, and random play."""

import random
from typing import Any

import pytest
from hypothesis import strategies as st

import ofcpoker as ofc

Hand = ofc.Hand

DECK = " ".join(rank + suit for rank in "23456789TJQKA" for suit in "cdhs")


def refused(error: type[ofc.OfcError], code: str, do: Any, *args: Any, **kwargs: Any) -> ofc.OfcError:
    """Checks that a call is refused with this code, and gives the error."""
    with pytest.raises(error) as caught:
        do(*args, **kwargs)
    assert caught.value.code == code, caught.value
    assert caught.value.to_dict()["code"] == code
    return caught.value


def first_moves(hand: Hand) -> Hand:
    """To the end with the first legal placement each time."""
    while not hand.is_over:
        seat = hand.to_act[0]
        hand.place(seat, hand.legal_placements(seat)[0])
    return hand


@st.composite
def rules(draw: st.DrawFn) -> ofc.Rules:
    deal = draw(st.sampled_from(["pineapple", "pineapple", "classic", "turbo", "closed"]))
    pineapple = deal == "pineapple"
    settings: dict[str, Any] = {
        "deal": deal,
        "street_order": draw(st.sampled_from(["fixed", "rotating"])),
        "reuse_discards": pineapple and draw(st.booleans()),
        "fantasyland_order": draw(st.sampled_from(["any", "first", "last"])),
        "jokers": draw(st.sampled_from([0, 0, 1, 2, 3])),
        "joker_mode": draw(st.sampled_from(["auto", "declared"])),
        "spades": draw(st.sampled_from([None, "pair", "table"])),
        "moon": draw(st.sampled_from([None, 20])),
        "surrender": draw(st.sampled_from([None, 2])),
        "the_choice": pineapple and draw(st.booleans()),
        "choice_max_debt": draw(st.sampled_from([1, None])),
        "timeout_order": draw(st.sampled_from(["top_down", "bottom_up"])),
        "entry": draw(st.sampled_from(["off" if deal == "closed" else "regular", "progressive", {"22": 13, "AA": 17}])),
        "button_in_fantasyland": draw(st.sampled_from(["hold", "move"])),
        "cap": draw(st.sampled_from([None, 10])),
    }
    if pineapple and draw(st.integers(0, 5)) == 0:
        settings |= {"middle": "deuce_to_seven", "entry": "deuce_to_seven", "jokers": 0, "moon": None}
    return ofc.Rules(**settings)


@st.composite
def openings(draw: st.DrawFn) -> dict[str, Any]:
    """What `Hand` takes, so that the deck suffices."""
    table = draw(rules())
    seats = draw(st.integers(2, 4))
    if seats == 4 and table.deal == "pineapple" and not table.reuse_discards:
        table = table.replace(reuse_discards=True)
    fantasyland: dict[int, int] = {}
    choice = []
    for seat in range(seats):
        what = draw(st.integers(0, 3))
        if what == 0 and table.entry:
            fantasyland[seat] = draw(st.integers(13, 17))
        elif what == 1 and table.the_choice:
            choice.append(seat)
    return {
        "rules": table,
        "seats": seats,
        "button": draw(st.integers(0, seats - 1)),
        "fantasyland": fantasyland,
        "choice": choice,
        "stacks": [draw(st.integers(0, 20)) for _ in range(seats)] if table.cap and draw(st.booleans()) else None,
    }


def step(hand: Hand, rng: random.Random) -> None:
    """A random legal action."""
    seat = rng.choice(hand.to_act)
    if rng.random() < 0.1:
        hand.time_out(seat, at=hand.at(seat))
        return
    able = [seat for seat in range(hand.seats) if hand.can_surrender(seat)]
    if able and rng.random() < 0.08:
        hand.surrender(rng.choice(able))
        return
    hand.place(seat, rng.choice(hand.legal_placements(seat)), at=hand.at(seat))


def play(hand: Hand, seed: int = 0) -> Hand:
    rng = random.Random(seed)
    while not hand.is_over:
        step(hand, rng)
    return hand
