"""Pictures of boards."""

from xml.etree import ElementTree

import pytest

import ofcpoker as ofc
from ofcpoker.display import board_svg, board_text, boards_text

BOARDS = [
    "Qh Qc 3d / Ts Js Qd Kc Ah / 7d 7c 7s 2h 2s",
    "- / - / -",
    "X1 / 2c X2=As / X3",
]


@pytest.mark.parametrize("text", BOARDS)
def test_svg_is_well_formed_and_shows_every_card_once(text):
    board = ofc.Board(text)
    svg = ElementTree.fromstring(board_svg(board))
    space = "{http://www.w3.org/2000/svg}"
    assert svg.find(f"{space}title").text == text
    assert len(svg.findall(f"{space}rect")) == 13
    shown = [element.text for element in svg.findall(f"{space}text")]
    for card in board.cards:
        assert (card.pretty[-2:] if card.rank else str(card)) in shown
    assert board._repr_html_() == board_svg(board)


@pytest.mark.parametrize("text", BOARDS)
def test_text_has_three_lines_and_all_cards(text):
    board = ofc.Board(text)
    lines = board_text(board).splitlines()
    assert len(lines) == 3
    assert [len(line.split()) for line in lines] == [3, 5, 5]
    for card in board.cards:
        assert card.pretty in board_text(board)


def test_boards_side_by_side_keep_their_lines():
    boards = [ofc.Board(text) for text in BOARDS]
    lines = boards_text(boards).splitlines()
    assert lines[0].split() == ["seat", "0", "seat", "1", "seat", "2"]
    for at, line in enumerate(lines[1:]):
        assert line.split() == [word for board in boards for word in board_text(board).splitlines()[at].split()]
