"""The library against every vector file."""

import json

import pytest

import naive
import ofcpoker as ofc
from tables import vectors


def check_board(row, rules):
    board = ofc.Board(row["board"])
    assert board.is_complete
    assert board.is_foul(rules) == (row["foul"] == "1")
    royalties = board.royalties(rules)
    assert [royalties.top, royalties.middle, royalties.bottom] == [int(row[r]) for r in ("top", "middle", "bottom")]
    assert royalties.total == royalties.top + royalties.middle + royalties.bottom
    return board


@pytest.mark.parametrize("row", vectors("boards.tsv"), ids=lambda row: row["board"])
def test_boards(row):
    board = check_board(row, "pineapple")
    assert board.fantasyland("pineapple") == int(row["entry_regular"])
    assert board.fantasyland("progressive") == int(row["entry_progressive"])
    assert board.fantasyland("pineapple", current=14) == 14 * int(row["stay"])
    with_middle = ofc.Rules.preset("pineapple", stay_middle="full house")
    assert board.fantasyland(with_middle, current=14) == 14 * int(row["stay_with_middle_full_house"])
    assert board.fantasyland("classic", current=13) == 13 * int(row["stay_with_middle_full_house"])


@pytest.mark.parametrize("row", vectors("jokers.tsv"), ids=lambda row: row["board"])
def test_jokers(row):
    board = check_board(row, "joker")
    assert board.fantasyland("joker") == int(row["entry_progressive"])
    assert board.fantasyland("joker", current=15) == 14 * int(row["stay"])


COLUMNS = {
    "1-6": {},
    "2-4": {"points": "2-4"},
    "1-4": {"points": "1-4"},
    "1-3": {"points": "1-3"},
    "spades_pair": {"spades": "pair"},
    "spades_table": {"spades": "table"},
    "moon20": {"moon": 20},
    "moon20_spades_pair": {"moon": 20, "spades": "pair"},
}


def test_the_scores_file_has_these_columns():
    assert set(vectors("scores.tsv")[0]) == {"boards", *COLUMNS}


@pytest.mark.parametrize("column", COLUMNS)
@pytest.mark.parametrize("row", vectors("scores.tsv"), ids=lambda row: row["boards"])
def test_scores(row, column):
    rules = ofc.Rules.preset("pineapple", **COLUMNS[column])
    score = ofc.score(row["boards"].split(" | "), rules)
    assert list(score.points) == [int(points) for points in row[column].split()]


@pytest.mark.parametrize("row", vectors("rules.tsv"), ids=lambda row: f"{row['changes']} {row['boards']}")
def test_rules(row):
    rules = ofc.Rules.preset(row["preset"], **json.loads(row["changes"]))
    boards = [ofc.Board(board) for board in row["boards"].split(" | ")]
    score = ofc.score(boards, rules, **json.loads(row["table"]))
    assert list(score.points) == [int(points) for points in row["points"].split()]
    if row["fantasyland"]:
        assert [board.fantasyland(rules) for board in boards] == [int(n) for n in row["fantasyland"].split()]


@pytest.mark.parametrize("row", vectors("arrangements.tsv"), ids=lambda row: row["cards"])
def test_arrangements_are_worth_what_the_file_says(row):
    stay_middle = "full house" if row["stay_middle_full_house"] == "1" else None
    rules = ofc.Rules.preset("pineapple", jokers=int(row["jokers"]), stay_middle=stay_middle)
    board = ofc.Board(f"{row['top']} / {row['middle']} / {row['bottom']}")
    assert not board.is_foul(rules)
    assert board.royalties(rules).total == int(row["royalties"])
    assert board.fantasyland(rules, current=int(row["cards_n"])) == 14 * int(row["stays"])


@pytest.mark.parametrize("preset", naive.PRESETS)
def test_boards_agree_with_the_naive_scorer_under_every_preset(preset):
    """The files fix a few settings; the presets' own numbers come from the naive scorer, which the files check."""
    settings = naive.rules(preset)
    for row in vectors("boards.tsv"):
        board, plain = ofc.Board(row["board"]), naive.parse_board(row["board"])
        for current in (0, 13, 15, 17) if settings["entry"] else (0,):
            seat = naive.stand(plain, settings, current)
            royalties = board.royalties(preset)
            assert board.is_foul(preset) == seat["foul"]
            assert (royalties.top, royalties.middle, royalties.bottom) == seat["royalties"]
            assert board.fantasyland(preset, current=current) == seat["fantasyland"]
