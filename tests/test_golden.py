"""Whole hands of every preset as files: what each seat sees on each street, the record, and the final account.

`python tests/test_golden.py` writes the files anew; a change in them is a change of the game.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import ofcpoker as ofc
from ofcpoker import Hand

GOLDEN = Path(__file__).parent / "golden"

LEDGER_HOUSE = ofc.Rules.preset("ofc_ledger", jokers=2, the_choice=True, spades="pair", moon=20, surrender=2, cap=40)

GAMES: dict[str, dict[str, Any]] = {
    **{preset: {"rules": preset, "seats": 2} for preset in ofc.Rules.presets()},
    "progressive_fantasyland": {"rules": "progressive", "seats": 3, "fantasyland": {0: 16, 2: 14}},
    "classic_fantasyland": {"rules": "classic", "seats": 4, "fantasyland": {1: 15}},
    "ofc_ledger_four": {"rules": "ofc_ledger", "seats": 4, "button": 2},
    "ofc_ledger_house": {
        "rules": LEDGER_HOUSE,
        "seats": 4,
        "fantasyland": {3: 14},
        "choice": [1],
        "stacks": [9, 40, 71, 40],
    },
    "fantasyland_last": {
        "rules": ofc.Rules.preset("ultimate", fantasyland_order="last"),
        "seats": 2,
        "fantasyland": {1: 17},
    },
}


def transcript(game: dict[str, Any]) -> Iterator[str]:
    hand = Hand(**game, seed=20)
    street, move = 0, 0
    while not hand.is_over:
        if hand.street != street:
            street = hand.street
            yield f"== street {street}"
            for seat in (*range(hand.seats), None):
                yield f"-- {'a spectator' if seat is None else f'seat {seat}'} sees"
                yield str(hand.view(seat))
        seat = hand.to_act[-1]
        legal = hand.legal_placements(seat)
        if move == 6 and hand.can_surrender(seat):
            hand.surrender(seat)
        elif move % 5 == 4:
            hand.time_out(seat)
        else:
            hand.place(seat, legal[(len(legal) * 5 // 9 + 7 * move) % len(legal)])
        move += 1
    yield "== record"
    yield hand.to_text().rstrip()
    yield "== the end"
    for seat in (*range(hand.seats), None):
        yield f"-- {'a spectator' if seat is None else f'seat {seat}'} sees"
        yield str(hand.view(seat))
    yield "== score"
    yield str(hand.score)
    yield f"next hand: {hand.next_hand}"


@pytest.mark.parametrize("name", GAMES)
def test_golden(name: str) -> None:
    text = "\n".join(transcript(GAMES[name])) + "\n"
    assert text == (GOLDEN / f"{name}.txt").read_text(encoding="utf-8")
    record = text.split("== record\n")[1].split("== the end")[0]
    assert Hand.from_text(record).to_text().strip() == record.strip()


def test_every_file_has_its_game() -> None:
    assert {path.stem for path in GOLDEN.glob("*.txt")} == set(GAMES)


if __name__ == "__main__":
    GOLDEN.mkdir(exist_ok=True)
    for name, game in GAMES.items():
        text = "\n".join(transcript(game)) + "\n"
        (GOLDEN / f"{name}.txt").write_text(text, encoding="utf-8", newline="\n")
