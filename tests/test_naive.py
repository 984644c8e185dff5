"""The naive scorer itself against the vectors and against the numbers of the rules; the library is not involved."""

import json
from itertools import combinations, product

import pytest

import naive
from tables import vectors


def one_board(text, rules, current=0):
    return naive.stand(naive.parse_board(text), rules, current)


@pytest.mark.parametrize("row", vectors("boards.tsv"), ids=lambda row: row["board"])
def test_boards(row):
    board = row["board"]
    regular, progressive = naive.rules("pineapple"), naive.rules("progressive")
    seat = one_board(board, regular)
    assert seat["foul"] == (row["foul"] == "1")
    assert seat["royalties"] == tuple(int(row[name]) for name in ("top", "middle", "bottom"))
    assert seat["fantasyland"] == int(row["entry_regular"])
    assert one_board(board, progressive)["fantasyland"] == int(row["entry_progressive"])
    assert (one_board(board, regular, 14)["fantasyland"] > 0) == (row["stay"] == "1")
    with_middle = naive.rules("pineapple", stay_middle="full house")
    assert (one_board(board, with_middle, 14)["fantasyland"] > 0) == (row["stay_with_middle_full_house"] == "1")


@pytest.mark.parametrize("row", vectors("jokers.tsv"), ids=lambda row: row["board"])
def test_jokers(row):
    rules = naive.rules("joker")
    seat = one_board(row["board"], rules)
    assert seat["foul"] == (row["foul"] == "1")
    assert seat["royalties"] == tuple(int(row[name]) for name in ("top", "middle", "bottom"))
    assert seat["fantasyland"] == int(row["entry_progressive"])
    assert (one_board(row["board"], rules, 14)["fantasyland"] > 0) == (row["stay"] == "1")


COLUMNS = {
    "1-6": {},
    "2-4": {"points": naive.POINTS["2-4"]},
    "1-4": {"points": naive.POINTS["1-4"]},
    "1-3": {"points": naive.POINTS["1-3"]},
    "spades_pair": {"spades": "pair"},
    "spades_table": {"spades": "table"},
    "moon20": {"moon": 20},
    "moon20_spades_pair": {"moon": 20, "spades": "pair"},
}


@pytest.mark.parametrize("column", COLUMNS)
@pytest.mark.parametrize("row", vectors("scores.tsv"), ids=lambda row: row["boards"])
def test_scores(row, column):
    result = naive.score(naive.parse_table(row["boards"]), naive.rules("pineapple", **COLUMNS[column]))
    assert result["points"] == [int(points) for points in row[column].split()]


def test_the_scores_file_has_these_columns():
    assert set(vectors("scores.tsv")[0]) == {"boards", *COLUMNS}


@pytest.mark.parametrize("row", vectors("rules.tsv"), ids=lambda row: f"{row['changes']} {row['boards']}")
def test_rules(row):
    rules = naive.rules(row["preset"], **json.loads(row["changes"]))
    result = naive.score(naive.parse_table(row["boards"]), rules, **json.loads(row["table"]))
    assert result["points"] == [int(points) for points in row["points"].split()]
    if row["fantasyland"]:
        assert [seat["fantasyland"] for seat in result["seats"]] == [int(n) for n in row["fantasyland"].split()]


@pytest.mark.parametrize("row", vectors("arrangements.tsv"), ids=lambda row: row["cards"])
def test_arrangements_are_worth_what_the_file_says(row):
    stay_middle = "full house" if row["stay_middle_full_house"] == "1" else None
    rules = naive.rules("pineapple", jokers=int(row["jokers"]), stay_middle=stay_middle)
    seat = one_board(f"{row['top']} / {row['middle']} / {row['bottom']}", rules, int(row["cards_n"]))
    assert not seat["foul"]
    assert sum(seat["royalties"]) == int(row["royalties"])
    assert (seat["fantasyland"] > 0) == (row["stays"] == "1")
    assert int(row["score"]) == int(row["royalties"]) + int(row["stay_value"]) * int(row["stays"])


@pytest.mark.parametrize(("mode", "left"), [("table_stakes", [20, 0, 130]), ("loss", [55, 0, 95])])
def test_the_worked_cap(monkeypatch, mode, left):
    """Stacks 5, 10, 135, the last has the button: 0 wins 10 from 1 and 40 from 2, 2 wins 20 from 1."""
    due = {(0, 1): 10, (0, 2): 40, (1, 2): -20}
    facts = iter(range(3))
    monkeypatch.setattr(naive, "stand", lambda *args: {"multiplier": 1, "seat": next(facts)})
    monkeypatch.setattr(naive, "compare", lambda a, b, *args: {"due": due[a["seat"], b["seat"]]})
    stacks = [5, 10, 135]
    result = naive.score([None] * 3, naive.rules(cap=50, cap_mode=mode), stacks=stacks, button=2)
    assert [stack + points for stack, points in zip(stacks, result["points"], strict=True)] == left


@pytest.mark.parametrize(
    ("low", "high"),
    [
        ("Ks Kd Ac", "Ks Kd Ac 3h 2h"),
        ("Ks Kd Qc 7h 3h", "Ks Kd Ac"),
        ("Qs Qd 8c 5h 2h", "Qs Qd 9c"),
        ("As Kd 7c", "As Kd 7c 4h 3h"),
        ("7s 7d 7c", "7s 7d 7c 3h 2h"),
        ("Ks Kd Qc Jh 9h", "As 2d 3c 4h 5h"),
        ("As 2d 3c 4h 5h", "2d 3c 4h 5h 6h"),
        ("As 2s 3s 4s 5s", "2s 3s 4s 5s 6s"),
        ("Ah Kh Qh Jh 9h", "Ah X1=Ah 9h 7h 2h"),
    ],
)
def test_the_order_of_rows(low, high):
    low, high = (tuple(map(naive.face, naive.parse_cards(text))) for text in (low, high))
    assert naive.evaluate(low) < naive.evaluate(high)


def test_no_straight_goes_round_the_ace():
    assert naive.evaluate(("Qs", "Kd", "Ah", "2c", "3c"))[0] == naive.HIGH_CARD
    assert naive.evaluate(("Ks", "Ad", "2h", "3c", "4c"))[0] == naive.HIGH_CARD


def test_five_equal_ranks_without_five_of_a_kind():
    assert naive.evaluate(("As", "Ah", "Ad", "Ac", "Ac"), False) == (naive.QUADS, 14, 14, 14, 14, 13)
    assert naive.evaluate(("2s", "2h", "2d", "2c", "2c"), False) == (naive.QUADS, 2, 2, 2, 2, 14)


def test_jokers_make_five_of_a_kind_through_other_jokers():
    # The arrangements file holds a bottom of 9h 9s X1 X2 X3 worth 25.
    assert naive.readings(("9h", "9s", "X1", "X2", "X3"))[-1] == (naive.FIVE_OF_A_KIND, 9, 9, 9, 9, 9)
    assert naive.readings(("9c", "9h", "9s", "X1", "X2"))[-1] == (naive.FIVE_OF_A_KIND, 9, 9, 9, 9, 9)
    assert naive.readings(("9c", "9h", "9s", "X1", "X2"), False)[-1] == (naive.QUADS, 9, 9, 9, 9, 14)
    assert naive.readings(("9c", "9d", "9h", "9s", "X1"), False)[-1] == (naive.QUADS, 9, 9, 9, 9, 14)


def test_the_best_reading_is_the_best_of_all_legal_ones():
    """Bottom first, then middle, then top is the greatest of all legal triples."""
    rules = naive.rules("joker")
    for row in vectors("jokers.tsv"):
        rows = [naive.readings(tuple(sorted(cards))) for cards in naive.parse_board(row["board"])]
        legal = [(b, m, t) for t, m, b in product(*rows) if b >= m >= t]
        best = max(legal, default=None)
        assert naive.read_board(naive.parse_board(row["board"]), rules) == (best[::-1] if best else None)


def test_the_points_of_each_scheme():
    """The table of the rules: 3-0, 2-1, two wins and a tie, one win and two ties, 1-1 and a tie, a foul."""
    outcomes = [(1, 1, 1), (1, 1, -1), (1, 1, 0), (1, 0, 0), (1, -1, 0), None]
    table = {"1-6": [6, 1, 2, 1, 0, 6], "2-4": [4, 2, 3, 1, 0, 4], "1-4": [4, 1, 2, 1, 0, 4], "1-3": [3, 1, 2, 1, 0, 3]}
    plain = {"surrendered": False, "foul": False, "moon": False, "royalties": (0, 0, 0), "multiplier": 1}
    for scheme, expected in table.items():
        rules = naive.rules(points=naive.POINTS[scheme])
        b = {**plain, "reading": (0, 0, 0)}
        lines = [
            naive.compare({**plain, "reading": rows}, b if rows else {**b, "foul": True}, rules, 1) for rows in outcomes
        ]
        assert [line["due"] for line in lines] == expected


def test_spades():
    top, bottom = ("Ah", "Kh", "9d"), ("Ac", "Ad", "Ks", "Kd", "9c")
    for cards, multiplier in [
        ("2s 3s 4s", 8), ("2s 3s", 4), ("2s 4s", 2), ("2s", 2), ("3s 4s", 1), ("X1=2s 3s", 1), ("", 1), ("2c 3s", 1),
    ]:  # fmt: skip
        assert naive.spades_multiplier((top, tuple(cards.split()), bottom)) == multiplier


def test_settling_order_starts_left_of_the_button():
    assert naive.settling_order(3, 2) == [(0, 1), (0, 2), (1, 2)]
    assert naive.settling_order(3, 0) == [(1, 2), (1, 0), (2, 0)]
    assert naive.settling_order(4, 1) == [(2, 3), (2, 0), (2, 1), (3, 0), (3, 1), (0, 1)]


def test_all_three_card_rows():
    values = [naive.evaluate(row) for row in combinations(naive.DECK, 3)]
    assert len(values) == 22100
    assert len(set(values)) == 455
    classes = [{v for v in values if v[0] == category} for category in (naive.TRIPS, naive.PAIR, naive.HIGH_CARD)]
    assert [len(values) for values in classes] == [13, 156, 286]


LEGAL = "2h 3d 5c / 9h 9d 4c 7s 8c / Kh Kd Ks 4d 6c"
FOUL = "Ah Ad 2s / 3c 5h 7h 8h Tc / 3h 6d 7d Jd Qc"
MOON = "2d 4h 5s / 7c 6s 5d 4s 2c / Js Ts 8d 6h 3s"


@pytest.mark.parametrize(
    ("boards", "changes", "surrendered", "points"),
    [
        ((LEGAL, FOUL), {"surrender": 2}, (0,), [0, 0]),
        ((LEGAL, FOUL), {"surrender": 2}, (1,), [2, -2]),
        ((LEGAL, MOON), {"surrender": 2, "moon": 20}, (0,), [-2, 2]),
        ((LEGAL, MOON), {"surrender": 2, "moon": 20}, (0, 1), [0, 0]),
        ((LEGAL, FOUL, MOON), {"surrender": 3, "spades": "table"}, (0,), [-3, -12, 15]),
        ((LEGAL, FOUL), {"moon": 20, "spades": "pair"}, (), [12, -12]),
        ((MOON, FOUL), {"moon": 20, "spades": "pair"}, (), [40, -40]),
        ((LEGAL, MOON), {"moon": 20}, (), [-20, 20]),
    ],
)
def test_surrender_and_moon(boards, changes, surrendered, points):
    rules = naive.rules("pineapple", **changes)
    result = naive.score([naive.parse_board(board) for board in boards], rules, surrendered=surrendered)
    assert result["points"] == points


def test_a_moon_in_fantasyland_is_scored_as_usual_unless_the_rules_say_otherwise():
    boards = [naive.parse_board(LEGAL), naive.parse_board(MOON)]
    for changes, points in [({}, [1, -1]), ({"moon_in_fantasyland": True}, [-20, 20])]:
        rules = naive.rules("pineapple", moon=20, **changes)
        assert naive.score(boards, rules, fantasyland={1: 14})["points"] == points


def test_who_earns_the_choice():
    rules = naive.rules("pineapple", the_choice=True)
    queens = "Qh Qd 2s / Kh Kd 4c 7s 8c / Ah Ad As 4d 6c"
    cases = [(FOUL, 0, True), (FOUL, 14, False), (LEGAL, 0, False), (queens, 0, False), (MOON, 0, False)]
    assert [one_board(board, rules, current)["choice"] for board, current, _ in cases] == [c for *_, c in cases]
    assert not one_board(FOUL, naive.rules("pineapple"))["choice"]


@pytest.mark.parametrize(
    ("stay_cards", "current", "board", "cards"),
    [
        ("base", 16, "2h 2d 2c / 9h 9d 9c 7s 8c / Kh Kd Ks 4d 6c", 14),
        ("same", 16, "2h 2d 2c / 9h 9d 9c 7s 8c / Kh Kd Ks 4d 6c", 16),
        ("by_top", 16, "2h 2d 2c / 9h 9d 9c 7s 8c / Kh Kd Ks 4d 6c", 17),
        ("by_top", 16, "2h 2d 3c / 9h 9d 9c 7s 8c / Kh Kd Ks Kc 6c", 14),
        ("by_top", 16, "Ah Ad 3c / 9h 9d 9c 7s 8c / Kh Kd Ks Kc 6c", 16),
        (15, 16, "Ah Ad 3c / 9h 9d 9c 7s 8c / Kh Kd Ks Kc 6c", 15),
        ("same", 16, "Ah Ad 3c / 9h 9d 9c 7s 8c / Kh Kd Ks 4d 6c", 0),
        ("same", 0, "Ah Ad 3c / 9h 9d 9c 7s 8c / Kh Kd Ks 4d 6c", 16),
    ],
)
def test_stays(stay_cards, current, board, cards):
    rules = naive.rules("progressive", stay_cards=stay_cards)
    assert one_board(board, rules, current)["fantasyland"] == cards


def test_the_highest_threshold_met_counts_though_it_may_earn_less():
    rules = naive.rules("pineapple", entry={"66": 17, "QQ": 13, "333": 15})
    tops = {"5h 5d 2c": 0, "Jh Jd 2c": 17, "Kh Kd 2c": 13, "2h 2d 2c": 13, "3h 3d 3c": 15}
    for top, cards in tops.items():
        assert one_board(f"{top} / 9h 9d 9s 7s 8c / As Ad Ac 4d 6c", rules)["fantasyland"] == cards
