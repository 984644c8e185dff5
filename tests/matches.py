"""Matches for the tests: hands with boards that are wanted, and random play."""

import random
from collections.abc import Mapping, Sequence

import ofcpoker as ofc

# Boards that do not share a card, so that any of them can lie on one table.
QUEENS = "Qh Qd 3c / 7c 7d 7h 2c 4d / 8c 8d 8h 5c 5d"  # earns Fantasyland
FOUL = "As Ah 3d / 2d 4c 6h 9s Jc / 3s 5h 7s 9c Jd"
PLAIN = "Kd 4h 6c / 9h 9d 2h Tc Jh / Ts Th 2s 6d Kc"
REST = "Ac Ad 6s / 8s Td Js 3h 4s / Qs Ks Qc Kh 5s"  # a foul too


def stacked(hand: ofc.Hand, boards: Sequence[str]) -> str:
    """The deck with which the seats of a hand that begins like this one can build these boards."""
    wanted = [ofc.cards(board.replace("/", " ")) for board in boards]
    used = {card for cards in wanted for card in cards}
    rest = [ofc.Card(i) for i in range(52 + hand.rules.jokers) if ofc.Card(i) not in used]
    clockwise = [(hand.button + 1 + i) % hand.seats for i in range(hand.seats)]
    streets = {
        "pineapple": [(5, 5)] + [(3, 2)] * 4,
        "classic": [(5, 5)] + [(1, 1)] * 8,
        "turbo": [(5, 5), (4, 4), (4, 4)],
        "closed": [],
    }
    deck: list[ofc.Card] = []
    for seat in clockwise:
        if hand.fantasyland[seat] or hand.rules.deal == "closed":
            deck += [*wanted[seat], *(rest.pop() for _ in range(max(hand.fantasyland[seat] - 13, 0)))]
    placed = [0] * hand.seats
    for dealt, owed in streets[hand.rules.deal]:
        for seat in clockwise:
            if not hand.fantasyland[seat]:
                deck += wanted[seat][placed[seat] : placed[seat] + owed]
                placed[seat] += owed
                deck += [rest.pop() for _ in range(dealt - owed)]
    return " ".join(str(card) for card in (*deck, *rest))


def towards(hand: ofc.Hand, seat: int, board: str) -> dict[ofc.Card, str]:
    """The seat's cards where they lie on this board."""
    rows = zip(("top", "middle", "bottom"), ofc.Board(board).rows, strict=True)
    place = {card: row for row, cards in rows for card in cards}
    return {card: place[card] for card in hand.dealt(seat) if card in place}


def build(hand: ofc.Hand, boards: Sequence[str]) -> None:
    """Plays a hand so that the seats have these boards."""
    while not hand.is_over:
        seat = hand.to_act[0]
        hand.place(seat, towards(hand, seat, boards[seat]))


def play_boards(match: ofc.Match, boards: Mapping[str, str]) -> ofc.HandResult:
    """The next hand of a match, played so that the players have these boards."""
    opening = match.opening
    assert opening is not None and set(opening.players) == set(boards)
    listed = [boards[name] for name in opening.players]
    plan = match.copy().deal()
    hand = match.deal(deck=stacked(plan, listed))
    build(hand, listed)
    return match.history[-1]


def step(match: ofc.Match, rng: random.Random, **options: float) -> None:
    """A random legal action."""
    name = rng.choice(match.to_act)
    able = [other for other in match.to_act if match.hand.can_surrender(match.seat(other))]
    what = rng.random()
    if what < 0.05:
        match.time_out(name, at=match.at(name), **options)
    elif what < 0.1 and able:
        match.surrender(rng.choice(able), **options)
    else:
        match.place(name, rng.choice(match.legal_placements(name)), at=match.at(name), **options)


def play_hand(match: ofc.Match, rng: random.Random) -> None:
    """The next hand, played at random."""
    match.deal()
    while match.in_hand:
        step(match, rng)
