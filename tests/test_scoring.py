"""Points: the library against the naive scorer on 100,000 random tables, and the laws that hold under any rules."""

import random
from collections import Counter
from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import naive
import ofcpoker as ofc
from tables import (
    board_bytes,
    ledger,
    library_changes,
    naive_ledger,
    normal,
    plain_rules,
    random_settings,
    random_table,
    seat_facts,
    text,
)

CHUNKS = 20
RULES_A_CHUNK = 20
TABLES_A_RULE = 250


def both_rules(rng):
    preset, changes = random_settings(rng)
    return naive.rules(preset, **changes), ofc.Rules.preset(preset, **library_changes(changes))


def score(boards, rules, facts):
    return ofc.score([ofc.Board(text(board)) for board in boards], rules, **facts)


def many_arguments(tables, rules):
    """Tables of as many seats as the arguments of `score_many`."""
    seats = len(tables[0][0])
    boards = np.array([[board_bytes(board) for board in boards] for boards, _ in tables], np.uint8)
    facts = {"button": np.array([facts["button"] for _, facts in tables], np.uint8)}
    if rules["entry"]:
        in_fantasyland = [[facts["fantasyland"].get(seat, 0) for seat in range(seats)] for _, facts in tables]
        facts["fantasyland"] = np.array(in_fantasyland, np.uint8)
    if rules["surrender"]:
        gave_up = [[seat in facts["surrendered"] for seat in range(seats)] for _, facts in tables]
        facts["surrendered"] = np.array(gave_up, np.bool_)
    if rules["cap"] is not None:
        stacks = [facts.get("stacks", [rules["cap"]] * seats) for _, facts in tables]
        facts["stacks"] = np.array(stacks, np.int32)
    return boards, facts


# --- the library against the naive scorer -----------------------------------------------------------------------------


@pytest.mark.parametrize("preset", naive.PRESETS)
def test_presets_are_those_of_the_rules(preset):
    assert plain_rules(ofc.Rules.preset(preset)) == normal(naive.rules(preset))


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_random_tables_against_the_naive_scorer(chunk):
    rng = random.Random(chunk)
    for _ in range(RULES_A_CHUNK):
        plain, rules = both_rules(rng)
        assert plain_rules(rules) == normal(plain)
        by_seats = {2: [], 3: [], 4: []}
        for _ in range(TABLES_A_RULE):
            boards, facts = random_table(rng, plain)
            expected = naive.score(boards, plain, **facts)
            result = score(boards, rules, facts)
            shown = (str(result), rules, facts)
            assert list(result.points) == expected["points"], shown
            assert ledger(result) == naive_ledger(expected, plain), shown
            for seat, facts_of_seat in zip(result.seats, expected["seats"], strict=True):
                assert seat_facts(seat) == {name: facts_of_seat[name] for name in seat_facts(seat)}, shown
            by_seats[len(boards)].append(((boards, facts), expected))
        for tables in by_seats.values():
            if tables:
                boards, facts = many_arguments([table for table, _ in tables], plain)
                points = ofc.score_many(boards, rules, **facts)
                assert points.dtype == np.int32
                assert points.tolist() == [result["points"] for _, result in tables], rules
                columns = ofc.score_many(boards, rules, **facts, parts=True)
                assert (columns.points == points).all()
                for name in ("foul", "royalties", "moon", "multiplier", "fantasyland", "choice"):
                    expected = [[seat[name] for seat in result["seats"]] for _, result in tables]
                    assert (getattr(columns, name) == np.array(expected)).all(), (name, rules)


def test_the_random_tables_hold_what_they_should():
    """A thousandth of the tables at least has each thing that can go wrong: else the comparison proves little."""
    rng = random.Random(0)
    seen = Counter()
    tables = 5000
    for _ in range(tables // 50):
        plain, _ = both_rules(rng)
        for _ in range(50):
            boards, facts = random_table(rng, plain)
            result = naive.score(boards, plain, **facts)
            seats, pairs = result["seats"], result["pairs"]
            seen.update(
                {
                    f"{len(boards)} seats",
                    *(name for seat in seats for name in ("foul", "moon", "surrendered", "choice") if seat[name]),
                    *(f"multiplier {seat['multiplier']}" for seat in seats),
                    *(f"Fantasyland {seat['fantasyland']}" for seat in seats),
                    *(f"royalties {row}" for seat in seats for row in range(3) if seat["royalties"][row]),
                    *(name for pair in pairs for name in ("scoop", "majority", "moon", "surrender") if pair[name]),
                    *("capped" for pair in pairs if pair["points"] != pair["due"]),
                    *("tied row" for pair in pairs if 0 in pair["rows"] and any(pair["rows"])),
                    *("legal" for pair in pairs if pair["rows"].count(0) < 3),
                    *(naive.CATEGORIES[row[0]] for seat in seats for row in seat["reading"] or () if row[0] >= 0),
                }
            )
    things = {
        "2 seats", "3 seats", "4 seats", "foul", "moon", "surrendered", "choice", "surrender", "scoop", "majority",
        "capped", "tied row", "legal", "royalties 0", "royalties 1", "royalties 2",
        *(f"multiplier {n}" for n in (1, 2, 4, 8)), *(f"Fantasyland {n}" for n in (0, 13, 14, 15, 16, 17)),
        *naive.CATEGORIES,
    }  # fmt: skip
    assert {thing: seen[thing] for thing in things if seen[thing] < tables / 1000} == {}


# --- named rules ------------------------------------------------------------------------------------------------------

LEGAL = "2h 3d 5c / 9h 9d 4c 7s 8c / Kh Kd Ks 4d 6c"
FOUL = "Ah Ad 2s / 3c 5h 7h 8h Tc / 3h 6d 7d Jd Qc"
MOON = "2d 4h 5s / 7c 6s 5d 4s 2c / Js Ts 8d 6h 3s"


@pytest.mark.parametrize(("mode", "left"), [("table_stakes", [20, 0, 130]), ("loss", [55, 0, 95])])
def test_the_worked_cap(mode, left):
    """Stacks 5, 10, 135, the last has the button: 0 wins 10 from 1 and 40 from 2, 2 wins 20 from 1."""
    boards = [
        "Ah Jd 9s / Qc Qd 8c 7d 5c / Ks Kh Kd Kc 5d",
        "8h 5s 3d / Jc Tc 8d 6d 4s / 9h 7h 5h 3h 2h",
        "Th 6s 4h / 9c 9d 7c 6c 3c / 2s 2c 2d 4c 4d",
    ]
    # Each scoops the next for 20, the flush takes 10 off, and seat 2 doubles.
    royalties = {"top_pairs": "none", "top_trips": "none", "middle": "none", "bottom": "none", "low": "none"}
    rules = ofc.Rules.preset("pineapple", points={"row": 1, "scoop": 17}, royalties=royalties, spades="pair")
    rules = rules.replace(royalties={"bottom": {"flush": 10}})
    due = {(pair.a, pair.b): pair.points for pair in ofc.score(boards, rules, button=2).pairs}
    assert due == {(0, 1): 10, (0, 2): 40, (1, 2): -20}
    stacks = [5, 10, 135]
    result = ofc.score(boards, rules.replace(cap=50, cap_mode=mode), stacks=stacks, button=2)
    assert [stack + points for stack, points in zip(stacks, result.points, strict=True)] == left


@pytest.mark.parametrize(
    ("boards", "changes", "surrendered", "points"),
    [
        ((LEGAL, FOUL), {"surrender": 2}, (0,), (0, 0)),
        ((LEGAL, FOUL), {"surrender": 2}, (1,), (2, -2)),
        ((LEGAL, MOON), {"surrender": 2, "moon": 20}, (0,), (-2, 2)),
        ((LEGAL, MOON), {"surrender": 2, "moon": 20}, (0, 1), (0, 0)),
        ((LEGAL, FOUL, MOON), {"surrender": 3, "spades": "table"}, (0,), (-3, -12, 15)),
        ((LEGAL, FOUL), {"moon": 20, "spades": "pair"}, (), (12, -12)),
        ((MOON, FOUL), {"moon": 20, "spades": "pair"}, (), (40, -40)),
        ((LEGAL, MOON), {"moon": 20}, (), (-20, 20)),
    ],
)
def test_surrender_and_moon(boards, changes, surrendered, points):
    rules = ofc.Rules.preset("pineapple", **changes)
    assert ofc.score(boards, rules, surrendered=surrendered).points == points


def test_a_moon_in_fantasyland_is_scored_as_usual_unless_the_rules_say_otherwise():
    rules = ofc.Rules.preset("pineapple", moon=20)
    assert ofc.score([LEGAL, MOON], rules, fantasyland={1: 14}).points == (1, -1)
    assert ofc.score([LEGAL, MOON], rules.replace(moon_in_fantasyland=True), fantasyland={1: 14}).points == (-20, 20)


def test_fault_a_lost_row_costs_a_point():
    boards = ["Jh Td 3d / Kc Qd 9h 5c 2s / As Kh 9c 5s 2d", "Jd 8c 4c / Ks Qc 9s 6c 2h / Ac Qh 9d 4s 3c"]
    for points, expected in [("1-6", 1), ("2-4", 2), ("1-4", 1), ("1-3", 1)]:
        assert ofc.score(boards, ofc.Rules.preset("pineapple", points=points)).points == (expected, -expected)


def test_fault_boards_are_not_changed_by_scoring():
    tables = np.array([[board_bytes(naive.parse_board(board)) for board in (LEGAL, FOUL)]] * 3, np.uint8)
    before = tables.copy()
    boards = [ofc.Board(LEGAL), FOUL]
    ofc.score(boards)
    ofc.score_many(tables, "pineapple")
    assert boards == [ofc.Board(LEGAL), FOUL]
    assert (tables == before).all()


# --- laws -------------------------------------------------------------------------------------------------------------

seeds = st.integers(0, 2**32)


def random_case(seed, **changes):
    """Rules and a table from a seed."""
    rng = random.Random(seed)
    preset, changed = random_settings(rng)
    changed.update(changes)
    if changed.get("cap", 1) is None:
        changed.pop("cap_mode", None)
    plain = naive.rules(preset, **changed)
    boards, facts = random_table(rng, plain)
    return ofc.Rules.preset(preset, **library_changes(changed)), plain, boards, facts, rng


@given(seeds)
def test_law_the_points_sum_to_zero_and_are_the_sum_of_the_ledger(seed):
    rules, _, boards, facts, _ = random_case(seed)
    result = score(boards, rules, facts)
    assert sum(result.points) == 0
    assert [seat.points for seat in result.seats] == list(result.points)
    sums = [0] * len(boards)
    for pair, ((a, b), line) in zip(result.pairs, ledger(result).items(), strict=True):
        assert pair.points == sum(line.values())
        assert pair.points == sum(points for _, points in pair.lines())
        sums[a] += pair.points
        sums[b] -= pair.points
    assert sums == list(result.points)


@given(seeds)
def test_law_under_a_cap_nobody_loses_more_than_they_have(seed):
    rules, _, boards, facts, _ = random_case(seed, cap=random.Random(seed).randint(1, 40))
    stacks = facts.get("stacks", [rules.cap] * len(boards))
    result = score(boards, rules, facts)
    assert sum(result.points) == 0
    assert all(stack + points >= 0 for stack, points in zip(stacks, result.points, strict=True))


@given(seeds)
def test_law_a_table_alone_and_in_a_batch(seed):
    rules, plain, boards, facts, rng = random_case(seed)
    tables = [(boards, facts)] + [random_table(rng, plain, len(boards)) for _ in range(rng.choice((0, 1, 3, 40)))]
    arrays, many = many_arguments(tables, plain)
    singles = [list(score(boards, rules, facts).points) for boards, facts in tables]
    assert ofc.score_many(arrays, rules, **many).tolist() == singles


def seated(values, order):
    return [values[seat] for seat in order]


def moved(facts, order):
    """The facts of a table whose seat i was seat order[i] before."""
    to = {before: after for after, before in enumerate(order)}
    facts = {**facts, "button": to[facts["button"]]}
    if "fantasyland" in facts:
        facts["fantasyland"] = {to[seat]: cards for seat, cards in facts["fantasyland"].items()}
    if "surrendered" in facts:
        facts["surrendered"] = tuple(to[seat] for seat in facts["surrendered"])
    if "stacks" in facts:
        facts["stacks"] = seated(facts["stacks"], order)
    return facts


@given(seeds)
def test_law_seats_have_no_names(seed):
    rules, _, boards, facts, _ = random_case(seed, cap=None)
    result = score(boards, rules, facts)
    for order in permutations(range(len(boards))):
        other = score(seated(boards, order), rules, moved(facts, order))
        assert list(other.points) == seated(result.points, order)
        assert list(other.seats) == seated(result.seats, order)


@given(seeds)
def test_law_under_a_cap_only_the_order_round_the_button_counts(seed):
    rules, _, boards, facts, _ = random_case(seed, cap=random.Random(seed).randint(1, 40))
    result = score(boards, rules, facts)
    for turn in range(len(boards)):
        order = [(seat + turn) % len(boards) for seat in range(len(boards))]
        assert list(score(seated(boards, order), rules, moved(facts, order)).points) == seated(result.points, order)


def resuited(card, suits):
    """The card with its suit changed; a joker's declaration too."""
    return card if card in naive.JOKERS else card[:-1] + suits[card[-1]]


@given(seeds, st.permutations(naive.SUITS))
def test_law_suits_have_no_names(seed, order):
    rules, _, boards, facts, _ = random_case(seed, spades=None)
    suits = dict(zip(naive.SUITS, order, strict=True))
    others = [tuple(tuple(resuited(card, suits) for card in row) for row in board) for board in boards]
    result, other = score(boards, rules, facts), score(others, rules, facts)
    assert other.points == result.points
    assert ledger(other) == ledger(result)
    for seat, changed in zip(result.seats, other.seats, strict=True):
        # The Choice goes by the deuce of spades.
        assert {**seat_facts(seat), "choice": None} == {**seat_facts(changed), "choice": None}


@given(seeds)
def test_law_the_order_of_cards_in_a_row_is_nothing(seed):
    rules, _, boards, facts, rng = random_case(seed)
    others = [tuple(tuple(rng.sample(row, len(row))) for row in board) for board in boards]
    result, other = score(boards, rules, facts), score(others, rules, facts)
    assert other.points == result.points
    assert other.seats == result.seats
    assert other.pairs == result.pairs


@given(seeds)
def test_law_a_score_is_a_value(seed):
    rules, _, boards, facts, _ = random_case(seed)
    one, other = score(boards, rules, facts), score(boards, rules, facts)
    assert one == other
    assert hash(one) == hash(other)
    assert one.to_dict() == other.to_dict()
    assert one.to_dict()["points"] == list(one.points)
    assert str(one) == str(other)


def test_batches_of_any_length_and_layout():
    rng = random.Random(77)
    plain = naive.rules("progressive")
    for seats in (2, 3, 4):
        tables = [random_table(rng, plain, seats)[0] for _ in range(600)]
        boards = np.array([[board_bytes(board) for board in table] for table in tables], np.uint8)
        points = [naive.score(table, plain)["points"] for table in tables]
        for length in (1, 2, 15, 16, 17, 63, 64, 65, 255, 256, 257, 600):
            assert ofc.score_many(boards[:length], "progressive").tolist() == points[:length]
        locked = boards.copy()
        locked.flags.writeable = False
        wide = np.full((1200, seats, 26), 255, np.uint8)
        wide[::2, :, ::2] = boards
        for same in (locked, np.asfortranarray(boards), wide[::2, :, ::2]):
            assert ofc.score_many(same, "progressive").tolist() == points
        assert ofc.score_many(boards[::-1], "progressive").tolist() == points[::-1]


def test_an_empty_batch_has_an_empty_result():
    for seats in (2, 3, 4):
        points = ofc.score_many(np.empty((0, seats, 13), np.uint8), "pineapple")
        assert points.shape == (0, seats)
        assert points.dtype == np.int32
