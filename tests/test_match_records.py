"""Matches: money at the end, what a match is made from, records."""

import copy
import itertools
import json
import pickle
import random
from decimal import Decimal
from typing import Any

import pytest

import ofcpoker as ofc
from matches import FOUL, QUEENS, play_boards, play_hand, stacked, step
from ofcpoker import Match
from ofcpoker.settlement import settle

THREE = ("ann", "bob", "cid")


def inside(match: Match) -> dict[str, int]:
    return {player.name: player.fantasyland for player in match.players if player.fantasyland}


# Money.


def fewest(totals: tuple[int, ...]) -> int:
    """The fewest payments, by trying all ways to split the players into groups that sum to 0."""
    uneven = [total for total in totals if total]

    def groups(left: tuple[int, ...]) -> int:
        if not left:
            return 0
        rest = left[1:]
        return (
            max(
                1 + groups(tuple(rest[i] for i in range(len(rest)) if i not in chosen))
                for size in range(len(rest) + 1)
                for chosen in itertools.combinations(range(len(rest)), size)
                if left[0] + sum(rest[i] for i in chosen) == 0
            )
            if sum(left) == 0
            else -1
        )

    return len(uneven) - groups(tuple(uneven))


def test_settlement_is_the_fewest_payments() -> None:
    rng = random.Random(6)
    for _ in range(400):
        count = rng.randint(1, 7)
        amounts = [rng.randint(-6, 6) for _ in range(count)]
        totals = dict(zip("abcdefgh", (*amounts, -sum(amounts)), strict=False))
        payments = settle(totals, Decimal("0.05"))
        left = dict(totals)
        for payment in payments:
            assert payment.points > 0 and payment.amount == payment.points * Decimal("0.05")
            left[payment.payer] += payment.points
            left[payment.payee] -= payment.points
        assert not any(left.values())
        assert len(payments) == fewest(tuple(totals.values()))


def test_settlement_of_many_players() -> None:
    rng = random.Random(7)
    amounts = [rng.randint(-50, 50) for _ in range(40)]
    totals = {f"p{i}": amount for i, amount in enumerate((*amounts, -sum(amounts)))}
    assert len(settle(totals)) < 41
    with pytest.raises(ofc.InvalidRules) as caught:
        settle({"ann": 1, "bob": 0})
    assert caught.value.code == "not_zero_sum"


def test_point_value_is_exact() -> None:
    assert Match(point_value="0.10").point_value == Decimal("0.10")
    assert Match(point_value=2).point_value == 2 and Match().point_value is None
    for value in (0.1, 0, -1, "x", "NaN", "Infinity", True, "1e-40", Decimal("1." + "1" * 40), [1]):
        with pytest.raises(ofc.InvalidRules) as caught:
            Match(point_value=value)  # type: ignore[arg-type]
        assert caught.value.code == "wrong_point_value"
    match = Match(point_value="0.10")
    play_boards(match, {"ann": QUEENS, "bob": FOUL})
    (payment,) = match.settlement()
    assert str(payment) == f"bob pays ann {payment.points} = {payment.points * Decimal('0.10')}"
    assert payment.to_dict()["amount"] == str(payment.points * Decimal("0.10"))
    assert payment == ofc.Payment("bob", "ann", payment.points, payment.amount) and hash(payment)


# What a match is made from.


@pytest.mark.parametrize(
    ("code", "arguments"),
    [
        ("wrong_seats", {"seats": ("ann",)}),
        ("wrong_seats", {"seats": "ann"}),
        ("wrong_seats", {"seats": 2}),
        ("wrong_seats", {"seats": tuple("abcde")}),
        ("name_twice", {"seats": ("ann", "ann")}),
        ("wrong_name", {"seats": ("ann", "")}),
        ("wrong_button", {"button": "cid"}),
        ("wrong_seed", {"seed": -1}),
        ("wrong_seed", {"seed": 2**256}),
        ("wrong_hands", {"hands": 0}),
        ("wrong_hands", {"hands": 1.5}),
        ("unknown_preset", {"rules": "pinapple"}),
    ],
)
def test_refused_beginnings(code: str, arguments: dict[str, Any]) -> None:
    with pytest.raises(ofc.InvalidRules) as caught:
        Match(**arguments)
    assert caught.value.code == code


# Records.


def eventful() -> Match:
    match = Match(ofc.Rules(cap=60, time_limit=600, surrender=2), THREE, seed=11, hands=9, point_value="0.5")
    rng = random.Random(11)
    play_hand(match, rng)
    match.join("dän", after="ann")
    match.sit_out("bob")
    play_hand(match, rng)
    match.leave("cid")
    match.sit_in("bob")
    match.deal(now=50)
    for _ in range(4):
        step(match, rng, now=60)
    return match


def test_record_comes_back() -> None:
    match = eventful()
    again = Match.from_json(match.to_json())
    assert again == match and again.to_json() == match.to_json()
    assert again.history == match.history and again.players == match.players and again.totals == match.totals
    assert pickle.loads(pickle.dumps(match)) == match
    assert repr(again) == repr(match)
    a, b = random.Random(1), random.Random(1)
    while not match.is_over:
        for played, rng in ((match, a), (again, b)):
            play_hand(played, rng) if not played.in_hand else step(played, rng)
        assert again == match
    assert match.settlement() == again.settlement()


def test_records_are_written_alike_however_often() -> None:
    """What has been written is kept: a copy, a change or an undo after it must not show an old text."""
    often, once = Match("turbo", THREE, seed=8), Match("turbo", THREE, seed=8)
    for number in range(4):
        for match in (often, once):
            play_hand(match, random.Random(number))
        often.to_json()
        aside = often.copy()
        aside.leave("ann")
        aside.to_json()
        for match in (often, once):
            match.undo()
            match.place(match.to_act[0], match.legal_placements(match.to_act[0])[0])
            match.sit_out("bob") if number % 2 == 0 else match.sit_in("bob")
    assert often.to_json() == once.to_json() and Match.from_dict(often.to_dict()) == once


def test_copies_are_independent() -> None:
    match = eventful()
    for other in (match.copy(), copy.copy(match), copy.deepcopy(match)):
        before = match.to_json()
        assert other == match and other is not match
        while other.in_hand:
            step(other, random.Random(0))
        other.leave("ann")
        assert match.to_json() == before and other != match
    assert match != "match"
    with pytest.raises(TypeError):
        hash(match)


def paths(value: Any, path: tuple[Any, ...] = ()) -> Any:
    """Every value inside, with the way to it."""
    if isinstance(value, dict):
        for key, item in value.items():
            yield from paths(item, (*path, key))
    elif isinstance(value, list):
        for key, item in enumerate(value):
            yield from paths(item, (*path, key))
    else:
        yield path, value


def other(value: Any) -> Any:
    if isinstance(value, bool):
        return not value
    if isinstance(value, int | float):
        return value + 1
    return "x" + value[1:] if isinstance(value, str) and value else 7


def test_edited_record_is_refused() -> None:
    """Every value of the record is changed in turn: what cards and hands led to cannot be told otherwise."""
    data = json.loads(eventful().to_json())
    # Nothing follows from these that the record says; the deck of a seed may be given, too.
    free = {"hands", "point_value", "rules"}
    for path, value in paths(data):
        if path[0] in free or path[-1] == "given" or path[::2] == ("clock", 1):
            continue
        edited = copy.deepcopy(data)
        inner = edited
        for key in path[:-1]:
            inner = inner[key]
        inner[path[-1]] = other(value)
        with pytest.raises(ofc.InvalidRecord) as caught:
            Match.from_json(json.dumps(edited))
            pytest.fail(f"{path}: {value!r} -> {inner[path[-1]]!r} was taken")
        assert caught.value.code


BROKEN = {
    "no JSON": ("not_json", lambda data: "{"),
    "no object": ("not_a_record", lambda data: "[]"),
    "newer schema": ("unknown_schema", lambda data: {**data, "schema": 2}),
    "no schema": ("unknown_schema", lambda data: {**data, "schema": True}),
    "another kind": ("wrong_kind", lambda data: {**data, "kind": "hand"}),
    "another key": ("wrong_keys", lambda data: {**data, "more": 1}),
    "rules by name": ("wrong_opening", lambda data: {**data, "rules": "pineapple"}),
    "one name twice": ("wrong_opening", lambda data: {**data, "seats": ["ann", "ann"]}),
    "no seed": ("wrong_opening", lambda data: {**data, "seed": "x"}),
    "no hands": ("wrong_opening", lambda data: {**data, "hands": -1}),
    "no log": ("not_a_record", lambda data: {**data, "log": {}}),
    "first hand missing": ("does_not_replay", lambda data: {**data, "log": data["log"][1:]}),
    "change missing": ("does_not_replay", lambda data: {**data, "log": data["log"][:2] + data["log"][3:]}),
    "end in a hand": ("does_not_replay", lambda data: {**data, "log": [*data["log"], {"event": "end"}]}),
    "a number in the log": ("does_not_replay", lambda data: {**data, "log": [*data["log"], 7]}),
    "unknown event": ("does_not_replay", lambda data: {**data, "log": [*data["log"], {"event": "reshuffle"}]}),
    "no totals": ("does_not_replay", lambda data: {**data, "totals": {}}),
    "fewer hands": ("does_not_replay", lambda data: {**data, "hands": 1}),
    "no turn": ("wrong_clock", lambda data: {**data, "clock": {"ann": 1}}),
    "turn of nobody": ("wrong_clock", lambda data: {**data, "clock": {"cid": [1, 2]}}),
}


@pytest.mark.parametrize("name", BROKEN)
def test_broken_record_is_refused(name: str) -> None:
    code, edit = BROKEN[name]
    data = edit(json.loads(eventful().to_json()))
    with pytest.raises(ofc.InvalidRecord) as caught:
        Match.from_json(data if isinstance(data, str) else json.dumps(data))
    assert caught.value.code == code, str(caught.value)


def test_hands_have_randomness_of_their_own() -> None:
    match = Match("pineapple")
    for _ in range(3):
        play_hand(match, random.Random(1))
    seeds = {entry["deal"]["seed"] for entry in json.loads(match.to_json())["log"]}
    assert len(seeds) == 3
    assert Match.from_json(match.to_json()) == match


def test_seeded_hands_are_those_of_the_seed() -> None:
    match = Match("pineapple", THREE, seed=2**255 + 1)
    for number in range(3):
        play_hand(match, random.Random(1))
        hand = match.replay(number)
        assert hand.events[0] == ofc.Hand("pineapple", 3, hand.button, seed=2**255 + 1, number=number).events[0]
    with pytest.raises(ofc.InvalidRules):
        match.replay(3)


def test_observed_hands() -> None:
    match = Match("pineapple")
    hand = match.deal(observed=True)
    rows = [ofc.Board(QUEENS).rows, ofc.Board(FOUL).rows]
    placed = [0, 0]
    while not hand.is_over:
        seat = hand.to_act[0]
        cards = [(c, r) for r, cs in zip(("top", "middle", "bottom"), rows[seat], strict=True) for c in cs]
        count = 5 if placed[seat] == 0 else 2
        hand.place(seat, dict(cards[placed[seat] : placed[seat] + count]))
        placed[seat] += count
    assert match.history[0].score.seats[1].foul and inside(match) == {"ann": 14}
    assert Match.from_json(match.to_json()) == match
    with pytest.raises(ofc.InvalidRules):
        match.deal(observed=True, deck=stacked(ofc.Hand(), [QUEENS, FOUL]))
