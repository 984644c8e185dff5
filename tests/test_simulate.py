"""Simulations: exact laws, pinned seeds, the same hands as `Hand` plays, figures against NumPy."""

import math
import pickle
import random
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ofcpoker as ofc
from hands import refused
from ofcpoker import _core

PLAYERS = ("greedy", "random")

# Of 300 hands greedy against random: points, fouls of both. Of 15 matches of 20 hands between greedy players: points of
# the first, fouls of both together, hands in Fantasyland of both together.
GOLDEN = {
    "pineapple": ([2291, 49, 216], [90, 80, 44]),
    "progressive": ([2096, 69, 216], [-630, 106, 52]),
    "ultimate": ([2096, 69, 216], [-307, 106, 60]),
    "classic": ([1337, 67, 201], [54, 163, 3]),
    "turbo": ([1905, 26, 206], [252, 48, 11]),
    "closed": ([1710, 0, 199], [-66, 0, 0]),
    "ofc_ledger": ([2354, 38, 219], [210, 90, 46]),
    "joker": ([2577, 59, 173], [68, 80, 114]),
    "deuce_to_seven": ([2761, 86, 286], [209, 135, 151]),
}


@pytest.mark.parametrize("preset", ofc.Rules.presets())
def test_pinned(preset: str) -> None:
    hands = ofc.simulate(300, preset, PLAYERS, seed=2026)
    first, second = hands.players
    played = ofc.simulate(20, preset, "greedy", matches=15, seed=2026)
    one, two = played.players
    found = (
        [first.total, first.fouls.times, second.fouls.times],
        [
            one.total,
            one.fouls.times + two.fouls.times,
            one.in_fantasyland.times + two.in_fantasyland.times,
        ],
    )
    assert found == GOLDEN[preset]


def test_every_preset_is_pinned() -> None:
    assert set(GOLDEN) == set(ofc.Rules.presets())


def replay(rules: ofc.Rules, seed: int, hand: tuple[Any, ...]) -> ofc.Hand:
    """Plays a simulated hand on a `Hand`, and demands the same course and the same points."""
    number, button, fantasyland, choice, stacks, _, actions, points = hand
    mine = ofc.Hand(
        rules, len(points), button, seed=seed, number=number, fantasyland=fantasyland, choice=choice, stacks=stacks
    )
    for seat, placement in actions:
        assert seat == mine.to_act[0]
        if placement is None:
            mine.surrender(seat)
        else:
            assert placement in mine.legal_placements(seat)
            mine.place(seat, placement)
    assert mine.is_over and mine.score is not None
    assert mine.score.points == points
    return mine


VARIANTS = [
    *((preset, {}) for preset in ofc.Rules.presets()),
    ("pineapple", {"jokers": 2, "joker_mode": "declared", "the_choice": True, "spades": "pair", "moon": True}),
    ("ofc_ledger", {"jokers": 1, "fantasyland_order": "last", "the_choice": True, "choice_max_debt": None}),
    ("turbo", {"jokers": 3, "fantasyland_order": "first", "button_in_fantasyland": "move"}),
    ("progressive", {"cap": 40, "cap_mode": "table_stakes"}),
]


@pytest.mark.parametrize(("preset", "changes"), VARIANTS)
def test_the_same_hands_as_hand_plays(preset: str, changes: dict[str, Any]) -> None:
    rules = ofc.Rules.preset(preset, **changes)
    for policies in (PLAYERS, ("greedy", "greedy", "random"), ("random",) * 4):
        if len(policies) == 4 and rules.deal == "pineapple" and not rules.reuse_discards:
            continue
        seats = len(policies)
        plan = ofc.simulate(0, rules, policies, seed=99).plan
        for unit in range(12):
            (hand,) = plan.core.trace(unit)
            assert hand[0] == unit and hand[1] == unit % seats
            replay(rules, 99, hand)
        series = ofc.simulate(12, rules, policies, matches=0, seed=99).plan
        for match in range(3):
            totals = [0] * seats
            start: dict[str, Any] | None = None
            for at, hand in enumerate(series.core.trace(match)):
                assert hand[0] == match << 24 | at
                players, points = hand[5], hand[7]
                if start is not None and len(players) == seats:
                    assert (start["button"], start["fantasyland"], start["choice"]) == hand[1:4]
                if rules.cap is not None:
                    assert hand[4] == [rules.cap + totals[player] for player in players]
                start = replay(rules, 99, hand).next_hand
                if len(players) < seats:
                    start = None
                for player, won in zip(players, points, strict=True):
                    totals[player] += won


@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize(
    ("preset", "changes"),
    [
        ("progressive", {}),
        ("classic", {"cap": 12}),
        ("pineapple", {"cap": 30, "cap_mode": "table_stakes"}),
        ("ultimate", {"play_out_fantasyland": True}),
        # Seats without points that have earned Fantasyland hold no button.
        ("pineapple", {"cap": 25, "entry": {"22": 14}}),
        ("ofc_ledger", {"the_choice": True, "spades": "pair", "button_in_fantasyland": "move"}),
    ],
)
def test_the_first_match_is_that_of_match(preset: str, changes: dict[str, Any], seats: int) -> None:
    rules = ofc.Rules.preset(preset, **changes)
    names = ("ann", "bob", "cid")[:seats]
    for seed in range(6):
        plan = ofc.simulate(25, rules, ("greedy",) * seats, matches=0, seed=seed).plan
        match = ofc.Match(rules, names, seed=seed, hands=25)
        totals = dict.fromkeys(names, 0)
        for at, hand in enumerate(plan.core.trace(0)):
            number, button, fantasyland, choice, stacks, players, actions, points = hand
            mine = match.deal()
            assert number == at and (mine.button, mine.choice) == (button, choice)
            assert mine.fantasyland == tuple(fantasyland)
            assert mine.stacks == (None if stacks is None else tuple(stacks))
            for seat, placement in actions:
                mine.place(seat, placement)
            assert mine.score is not None and mine.score.points == points
            for player, won in zip(players, points, strict=True):
                totals[names[player]] += won
            assert match.totals == totals
        assert match.is_over


@settings(max_examples=15)
@given(st.data())
def test_any_division_of_the_work_gives_the_same(data: st.DataObject) -> None:
    matches = data.draw(st.sampled_from([None, 40]))
    args: dict[str, Any] = {
        "rules": data.draw(st.sampled_from(["progressive", "joker", "classic"])),
        "policies": data.draw(st.sampled_from([PLAYERS, ("greedy",) * 3])),
        "duplicate": data.draw(st.booleans()),
        "keep": ("points", "fantasyland"),
        "seed": 5,
    }
    count = 40 if matches else 400
    hands = 5 if matches else count

    def play(first: int, units: int, **more: Any) -> ofc.SimulationResult:
        if matches:
            return ofc.simulate(hands, matches=units, first=first, **args, **more)
        return ofc.simulate(units, first=first, **args, **more)

    whole = play(0, count, threads=1)
    cuts = sorted(data.draw(st.sets(st.integers(1, count - 1), max_size=4)))
    parts = [play(low, high - low, threads=2) for low, high in zip([0, *cuts], [*cuts, count], strict=True)]
    random.Random(1).shuffle(parts)
    added = parts[0]
    for part in parts[1:]:
        added = added + part
    assert added == whole and not added.partial
    assert added.course() == whole.course()
    for name, column in whole.columns.items():
        assert np.array_equal(column, added.columns[name]), name


def test_adding_up_refuses_what_does_not_belong_together() -> None:
    result = ofc.simulate(100, seed=1)
    refused(ofc.InvalidRecord, "counted_twice", result.__add__, ofc.simulate(10, seed=1, first=95))
    refused(ofc.InvalidRecord, "other_simulation", result.__add__, ofc.simulate(10, "classic", seed=1, first=100))
    both = result + ofc.simulate(50, seed=2)
    assert (both.hands, both.spans) == (150, ((1, (0, 100)), (2, (0, 50))))


@pytest.mark.parametrize("policies", [("greedy", "greedy"), ("random",) * 3, ("greedy",) * 4])
@pytest.mark.parametrize("matches", [None, 10])
def test_equal_players_come_out_exactly_level(policies: tuple[str, ...], matches: int | None) -> None:
    result = ofc.simulate(20, "turbo", policies, matches=matches, duplicate=True, seed=4)
    assert result.mean == (0.0,) * len(policies)
    assert result.difference() == ofc.Estimate(0.0, 0.0, result.hands)
    for seat in range(len(policies)):
        assert sum(result.player(seat, at).total for at in range(len(policies))) == 0


def test_duplicate_finds_the_same_difference() -> None:
    plain = ofc.simulate(4000, policies=PLAYERS, seed=1)
    paired = ofc.simulate(2000, policies=PLAYERS, seed=1, duplicate=True)
    assert plain.hands == paired.hands == 4000
    assert abs(plain.difference().mean - paired.difference().mean) < 5 * plain.difference().error
    assert [paired.player(0, seat).hands for seat in (0, 1)] == [2000, 2000]


# Royalties of Fantasyland, and the share that stays: 10^6 deals each, best for a stay value of 15.
REFERENCE = {
    13: (8.9236, 0.05919),
    14: (12.3398, 0.10503),
    15: (16.1745, 0.19509),
    16: (20.2215, 0.34731),
    17: (24.1771, 0.54764),
}


@pytest.mark.parametrize(("cards", "figures"), REFERENCE.items())
def test_fantasyland_comes_out_as_is_known(cards: int, figures: tuple[float, float]) -> None:
    rules = ofc.Rules(entry={"QQ": cards})
    result = ofc.simulate(30_000, rules, seed=cards, fantasyland={0: cards, 1: cards})
    for player in result.players:
        royalties = player.fantasyland_royalties
        # The stay values here are not 15, which moves both a little.
        assert abs(royalties.mean - figures[0]) < 4 * royalties.error + 0.03
        assert abs(player.stays.share - figures[1]) < 4 * player.stays.error + 0.004
        assert player.fantasyland_fouls.times == 0
        assert player.in_fantasyland.share == 1


def test_figures_are_those_of_numpy() -> None:
    keep = ("points", "royalties", "fouls", "fantasyland", "boards")
    result = ofc.simulate(5000, "progressive", ("greedy", "greedy", "random"), seed=3, keep=keep)
    columns = result.columns
    assert np.array_equal(columns["hand"], np.arange(5000))
    assert np.array_equal(columns["button"], np.arange(5000) % 3)
    points = np.stack([columns[f"points_{seat}"] for seat in range(3)], axis=1)
    assert not points.sum(axis=1).any()
    for seat, player in enumerate(result.players):
        mine = points[:, seat]
        assert player.points.mean == pytest.approx(mine.mean())
        assert player.points.error == pytest.approx(mine.std(ddof=1) / math.sqrt(5000))
        assert player.variance == pytest.approx(mine.var(ddof=1))
        assert player.points_histogram == dict(
            zip(*map(np.ndarray.tolist, np.unique(mine, return_counts=True)), strict=True)
        )
        total = 0
        for row in ("top", "middle", "bottom"):
            royalties = columns[f"royalties_{seat}_{row}"]
            total = total + royalties
            assert player.royalties(row).mean == pytest.approx(royalties.mean())
            assert sum(player.categories(row).values()) == (~columns[f"foul_{seat}"]).sum()
        assert player.royalties().error == pytest.approx(total.std(ddof=1) / math.sqrt(5000))
        assert player.fouls.times == columns[f"foul_{seat}"].sum()
        after = (seat - columns["button"].astype(int)) % 3
        for position, estimate in enumerate(player.by_position):
            assert estimate.mean == pytest.approx(mine[after == position].mean())
        entered = columns[f"next_fantasyland_{seat}"]
        assert player.entries.times == (entered > 0).sum()
        assert player.entry_cards == dict(
            zip(*map(np.ndarray.tolist, np.unique(entered, return_counts=True)), strict=True)
        )
    assert result.difference(0, 2).error == pytest.approx((points[:, 0] - points[:, 2]).std(ddof=1) / math.sqrt(5000))
    for button in range(3):
        at = columns["button"] == button
        assert np.array_equal(ofc.score_many(result.boards[at], "progressive", button=button), points[at])
    hands, course = zip(*result.course(), strict=True)
    assert hands[-1] == 5000 and course[-1] == tuple(map(float, points.sum(axis=0)))
    cumulated = points.cumsum(axis=0)
    assert all(np.array_equal(cumulated[count - 1], at) for count, at in zip(hands, course, strict=True))


def test_figures_of_matches_are_those_of_numpy() -> None:
    keep = ("points", "fantasyland")
    result = ofc.simulate(30, "progressive", PLAYERS, matches=300, seed=3, keep=keep)
    columns = result.columns
    assert np.array_equal(columns["match"], np.repeat(np.arange(300), 30))
    assert np.array_equal(columns["hand"], np.tile(np.arange(30), 300))
    totals = columns["points_0"].reshape(300, 30).sum(axis=1)
    # Hands of a match depend on each other: the matches are what the error is made of.
    assert result.players[0].points.error == pytest.approx(totals.std(ddof=1) / math.sqrt(300) / 30)
    inside = columns["fantasyland_0"].reshape(300, 30) > 0
    lengths: dict[int, int] = {}
    cut_short = 0
    for match in inside:
        run = 0
        for at in [*match, False]:
            if not at and run:
                lengths[run] = lengths.get(run, 0) + 1
            run = run + 1 if at else 0
    earned = columns["next_fantasyland_0"].reshape(300, 30)
    for match, after in zip(inside, earned, strict=True):
        if match[-1] and after[-1]:
            run = next((n for n in range(30) if not match[29 - n]), 30)
            lengths[run] -= 1
            cut_short += 1
    assert result.players[0].visit_lengths == {length: count for length, count in sorted(lengths.items()) if count}
    assert result.players[0].visits_cut_short == cut_short
    assert result.players[0].in_fantasyland.times == inside.sum()


def test_seats_that_sit_out_meet_nobody() -> None:
    result = ofc.simulate(20, ofc.Rules.preset("classic", cap=12), ("greedy", "random") * 2, matches=50, keep="boards")
    plays = result.boards[:, :, 0] < 255
    others = plays.sum(axis=1) - 1
    assert set(others) == {1, 2, 3}
    for seat, player in enumerate(result.players):
        assert player.hands == plays[:, seat].sum()
        assert player.scoops.count == player.scooped.count == others[plays[:, seat]].sum()


def test_royalties_of_any_size_are_counted() -> None:
    dear = dict.fromkeys(ofc.Rules.preset("pineapple").royalties.bottom, 10_000)
    rules = ofc.Rules.preset("pineapple", royalties={"middle": dear, "bottom": dear})
    result = ofc.simulate(2000, rules, seed=1, keep="royalties")
    total = sum(result.columns[f"royalties_0_{row}"] for row in ("top", "middle", "bottom"))
    assert result.players[0].royalties().mean == pytest.approx(total.mean())


def test_comparing() -> None:
    keep = ("points",)
    one = ofc.simulate(2000, "pineapple", PLAYERS, seed=1, keep=keep)
    other = ofc.simulate(2000, "progressive", PLAYERS, seed=1, keep=keep)
    paired = one.compare(other)
    off = other.columns["points_0"] - one.columns["points_0"]
    assert paired.paired and paired.differences[0].mean == pytest.approx(off.mean())
    assert paired.differences[0].error == pytest.approx(off.std(ddof=1) / math.sqrt(2000))
    free = one.compare(ofc.simulate(2000, "pineapple", ("greedy", "greedy"), seed=2))
    assert not free.paired and "random / greedy" in str(free)
    refused(ofc.InvalidRecord, "not_comparable", one.compare, ofc.simulate(10, policies=("greedy",) * 3))


def test_values() -> None:
    result = ofc.simulate(200, policies=PLAYERS, seed=1, keep=("points",))
    again = pickle.loads(pickle.dumps(result))
    assert again == result and np.array_equal(again.columns["points_0"], result.columns["points_0"])
    assert result != ofc.simulate(200, policies=PLAYERS, seed=2)
    for name in ("plan", "partial", "anything"):
        with pytest.raises(AttributeError):
            setattr(result, name, 1)
    assert "200 hands of pineapple" in str(result) and "±" in str(result)
    assert "partial" not in repr(result)
    nothing = ofc.simulate(0, seed=1)
    assert nothing.hands == 0 and math.isnan(nothing.mean[0]) and str(nothing)
    alone = ofc.simulate(1, seed=1)
    assert alone.hands == 1 and math.isnan(alone.standard_error[0]) and str(alone)
    assert result.to_dict()["players"][0]["policy"] == "greedy"
    assert ofc.simulate(10).seed != ofc.simulate(10).seed


@pytest.mark.parametrize(
    ("code", "arguments"),
    [
        ("wrong_hands", {"hands": 1.5}),
        ("wrong_hands", {"hands": -1}),
        ("wrong_matches", {"hands": 5, "matches": "many"}),
        ("wrong_hands", {"hands": 2**24, "matches": 1}),
        ("unknown_policy", {"policies": ("greedy", "wise")}),
        ("unknown_policy", {"policies": ("greedy", 7)}),
        ("wrong_seats", {"policies": ("greedy",)}),
        ("wrong_seats", {"policies": ("greedy",) * 5}),
        ("deck_too_small", {"policies": ("greedy",) * 4}),
        ("wrong_seed", {"seed": -1}),
        ("wrong_button", {"button": 2}),
        ("wrong_fantasyland", {"fantasyland": {2: 14}}),
        ("wrong_fantasyland", {"fantasyland": {0: 12}}),
        ("no_fantasyland", {"rules": "closed", "fantasyland": {0: 14}}),
        ("no_choice", {"choice": (0,)}),
        ("wrong_choice", {"choice": (3,)}),
        ("unknown_column", {"keep": ("hats",)}),
        ("unknown_column", {"keep": (["points"],)}),
        ("wrong_keep", {"keep": 5}),
        ("wrong_choice", {"choice": 5}),
        ("wrong_choice", {"choice": (0, "a")}),
        ("wrong_fantasyland", {"fantasyland": 5}),
        ("wrong_fantasyland", {"fantasyland": {0: 13.0}}),
        ("wrong_seed", {"seed": 10**5000}),
        ("wrong_hands", {"hands": 10**5000}),
        ("wrong_threads", {"threads": 10**30}),
        ("wrong_duplicate", {"duplicate": "no"}),
        ("wrong_executor", {"executor": "pool"}),
        ("wrong_executor", {"executor": ThreadPoolExecutor}),
        ("wrong_progress", {"progress": "bar"}),
        ("wrong_path", {"path": 5, "keep": "points"}),
        ("wrong_checkpoint", {"checkpoint": ""}),
        ("nothing_to_keep", {"path": "somewhere"}),
        ("no_path", {"keep": ("points",), "checkpoint": "somewhere"}),
        ("wrong_threads", {"threads": 0}),
        ("wrong_first", {"first": -1}),
        ("out_of_range", {"first": 2**56}),
        ("unknown_preset", {"rules": "omaha"}),
    ],
)
def test_refused(code: str, arguments: dict[str, Any]) -> None:
    refused(ofc.InvalidRules, code, ofc.simulate, **arguments)


def test_questions_of_a_result_are_checked() -> None:
    result = ofc.simulate(10, seed=1)
    refused(ofc.InvalidRules, "wrong_player", result.difference, 0, 2)
    refused(ofc.InvalidRules, "wrong_player", result.difference, -1, 0)
    refused(ofc.InvalidRules, "wrong_seat", result.player, 0, 2)
    refused(ofc.InvalidRules, "unknown_row", result.players[0].royalties, "left")
    refused(ofc.InvalidRules, "unknown_row", result.players[0].categories, "total")
    refused(ofc.InvalidRules, "wrong_level", result.players[0].points.interval, 95)
    refused(ofc.InvalidRecord, "not_comparable", result.compare, None)


def test_numbers_of_numpy_are_numbers() -> None:
    one = np.int64(1)
    assert ofc.simulate(np.int64(20), seed=one, first=one, threads=one, button=one) == ofc.simulate(
        20, seed=1, first=1, threads=1, button=1
    )


def test_tallies_are_checked() -> None:
    refused(ofc.InvalidRecord, "damaged", _core.Tally.from_bytes, b"nothing")
