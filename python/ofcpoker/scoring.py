"""What the seats of a table win from each other, and why."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal, NamedTuple, overload

import numpy as np
import numpy.typing as npt

from . import _core
from ._core import HandRank, LowRank
from .arrays import MAX_STACK, Bytes, as_array, card_array, fact_array
from .board import Board, BoardLike, RowRoyalties
from .checks import fact, facts, show
from .errors import InvalidBoard, InvalidRules
from .rules import Rules, RulesLike, rules_of

__all__ = ["PairScore", "Score", "ScoreColumns", "SeatScore", "score", "score_many"]


class SeatScore(NamedTuple):
    """One seat's part of a `Score`. Amounts are points."""

    points: int
    """What the seat wins or loses in all."""
    strengths: tuple[int, int, int]
    """Strengths of top, middle and bottom as they count; 0 on a foul."""
    foul: bool
    surrendered: bool
    royalties: RowRoyalties
    """Royalties per row, 0 on a foul."""
    moon: bool
    """Whether the board shoots the moon."""
    multiplier: int
    """What the low spades on the board multiply by: 1, 2, 4 or 8."""
    fantasyland: int
    """Cards of Fantasyland in the next hand, 0 = none."""
    choice: bool
    """Whether the seat holds The Choice in the next hand."""


class PairScore(NamedTuple):
    """The account between two seats. Amounts are points that seat `a` receives, negative where it pays."""

    a: int
    b: int
    won: tuple[int, int]
    """Rows won by a and by b; all three against a foul."""
    rows: int
    scoop: int
    majority: int
    royalties: tuple[int, int]
    """Royalties of a, and those of b as a negative number."""
    moon: int
    surrender: int
    multiplier: int
    multiplied: int
    """What the multiplier adds to the lines before it."""
    capped: int
    """What the cap takes back: points that the loser cannot pay, or the winner may not win."""
    fouls: tuple[bool, bool]

    @property
    def points(self) -> int:
        """What a receives from b: the sum of all lines."""
        return sum(amount for _, amount in self.lines())

    def lines(self) -> Iterator[tuple[str, int]]:
        """The lines of the account that are not zero, each with what it is for."""
        foul = " (foul)" if any(self.fouls) else ""
        entries = (
            (f"rows {self.won[0]}-{self.won[1]}{foul}", self.rows),
            ("scoop", self.scoop),
            ("majority", self.majority),
            (f"royalties of seat {self.a}", self.royalties[0]),
            (f"royalties of seat {self.b}", self.royalties[1]),
            ("shooting the moon", self.moon),
            ("surrender", self.surrender),
            (f"spades multiply by {self.multiplier}", self.multiplied),
            ("cap", self.capped),
        )
        return ((text, amount) for text, amount in entries if amount)


class Score:
    """The result of a table: the points of every seat, and the accounts that add up to them.

    `points` has one int per seat and sums to 0; `seats` and `pairs` say how they came about, pairs in the order in
    which they settle; `str()` explains it to a player.

    >>> result = score(["Qh Qc 3d / Ts Js Qd Kc Ah / 7d 7c 7s 2h 2s", "2c 2d 7h / Ac Ad 4h 4s Jc / 8c 9d Th Jh Qs"])
    >>> result.points
    (21, -21)
    >>> print(result)
    seat 0  Qh Qc 3d / Ts Js Qd Kc Ah / 7d 7c 7s 2h 2s
            pair, queens / straight, ace high / full house, sevens over twos
            royalties 7 + 4 + 6 = 17; next hand in Fantasyland with 14 cards
    seat 1  2c 2d 7h / Ac Ad 4h 4s Jc / 8c 9d Th Jh Qs
            pair, twos / two pair, aces and fours / straight, queen high
            royalties 0 + 0 + 2 = 2
    seat 0 and seat 1
            rows 3-0                   +3
            scoop                      +3
            royalties of seat 0       +17
            royalties of seat 1        -2
            seat 1 pays seat 0         21
    points  seat 0 +21, seat 1 -21
    """

    __slots__ = ("boards", "pairs", "rules", "seats")

    boards: tuple[Board, ...]
    rules: Rules
    seats: tuple[SeatScore, ...]
    pairs: tuple[PairScore, ...]

    def __init__(
        self, boards: tuple[Board, ...], rules: Rules, seats: tuple[SeatScore, ...], pairs: tuple[PairScore, ...]
    ) -> None:
        for name, value in (("boards", boards), ("rules", rules), ("seats", seats), ("pairs", pairs)):
            object.__setattr__(self, name, value)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a Score does not change (tried to set {name!r})")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a Score does not change (tried to delete {name!r})")

    @property
    def points(self) -> tuple[int, ...]:
        """Points per seat; their sum is 0."""
        return tuple(seat.points for seat in self.seats)

    def ranks(self, seat: int) -> tuple[HandRank, HandRank | LowRank, HandRank] | None:
        """The ranks of a seat's rows as they count, top to bottom; None where they do not: a foul or a surrender.

        >>> score(["2c 2d 7h / Ac Ad 4h 4s Jc / 8c 9d Th Jh Qs", "3c 3d 7s / Kc Kd 5h 5s Jd / 9c Td Js Qh Kh"]).ranks(
        ...     0
        ... )[0].category
        'pair'
        """
        seat = fact("Score.ranks", "seat", seat, 0, len(self.seats) - 1)
        if self.seats[seat].foul or self.seats[seat].surrendered:
            return None
        top, middle, bottom = self.seats[seat].strengths
        middle_rank = LowRank if self.rules.middle == "deuce_to_seven" else HandRank
        return HandRank(top), middle_rank(middle), HandRank(bottom)

    def to_dict(self) -> dict[str, Any]:
        """The result in plain JSON types, for servers."""
        return {
            "points": list(self.points),
            "seats": [
                {"board": str(board)}
                | seat._asdict()
                | {"strengths": list(seat.strengths), "royalties": seat.royalties._asdict()}
                for board, seat in zip(self.boards, self.seats, strict=True)
            ],
            "pairs": [
                pair._asdict()
                | {"won": list(pair.won), "royalties": list(pair.royalties), "fouls": list(pair.fouls)}
                | {"points": pair.points}
                for pair in self.pairs
            ],
        }

    def _key(self) -> tuple[Any, ...]:
        return self.boards, self.rules, self.seats, self.pairs

    def __eq__(self, other: object) -> bool:
        return self._key() == other._key() if isinstance(other, Score) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._key())

    def __reduce__(self) -> tuple[Any, ...]:
        return Score, self._key()

    def __repr__(self) -> str:
        return f"<Score {', '.join(f'{points:+d}' if points else '0' for points in self.points)}>"

    def __str__(self) -> str:
        return "\n".join([*self._seat_lines(), *self._pair_lines(), self._points_line()])

    def _seat_lines(self) -> Iterator[str]:
        for number, (board, seat) in enumerate(zip(self.boards, self.seats, strict=True)):
            yield f"seat {number}  {board}"
            if seat.surrendered:
                yield "        surrendered"
                continue
            ranks = self.ranks(number)
            yield "        " + ("foul" if ranks is None else " / ".join(map(str, ranks)))
            yield "        " + "; ".join(_seat_notes(seat))

    def _pair_lines(self) -> Iterator[str]:
        for pair in self.pairs:
            yield f"seat {pair.a} and seat {pair.b}"
            for text, amount in pair.lines():
                yield f"        {text:<24}{amount:>+5}"
            winner, loser = (pair.a, pair.b) if pair.points > 0 else (pair.b, pair.a)
            total = f"seat {loser} pays seat {winner}" if pair.points else "nobody pays"
            yield f"        {total:<24}{abs(pair.points):>5}"

    def _points_line(self) -> str:
        return "points  " + ", ".join(
            f"seat {number} {points:+d}" if points else f"seat {number} 0" for number, points in enumerate(self.points)
        )


def _seat_notes(seat: SeatScore) -> Iterator[str]:
    top, middle, bottom = seat.royalties
    yield f"royalties {top} + {middle} + {bottom} = {seat.royalties.total}"
    if seat.moon:
        yield "shoots the moon"
    if seat.multiplier > 1:
        yield f"spades multiply by {seat.multiplier}"
    if seat.fantasyland:
        yield f"next hand in Fantasyland with {seat.fantasyland} cards"
    if seat.choice:
        yield "holds The Choice in the next hand"


def score(
    boards: Iterable[BoardLike],
    rules: RulesLike = "pineapple",
    *,
    fantasyland: Mapping[int, int] | Sequence[int] | None = None,
    surrendered: Iterable[int] = (),
    stacks: Sequence[int] | None = None,
    button: int | None = None,
) -> Score:
    """Scores the boards of a table under the rules.

    `boards` are 2 to 4 complete boards, seat by seat. What the table knows besides: `fantasyland`, the cards that seats
    in Fantasyland were dealt in this hand (a mapping from seat, or one number per seat, 0 outside it); `surrendered`,
    the seats that gave up, whose boards may be incomplete; `stacks`, the points that each seat has left under a cap
    (the whole cap where nothing is given); `button`, the seat of the button, which decides the order in which pairs
    settle (the last seat where nothing is given).

    Raises `InvalidCards` or `InvalidBoard` for boards that cannot be (a card twice at the table, an incomplete board, a
    joker that the rules do not play) and `InvalidRules` for facts that the rules do not allow.

    >>> a, b = "2c 4h 6d / Ks Qh Th 6c 3s / Ad Kd Tc 6s 3d", "2s 3h 5d / Kc Qd 9h 5c 2h / Ah Kh 9c 5s 2d"
    >>> score([a, b]).points
    (6, -6)
    >>> score([a, b], Rules.preset("pineapple", spades="pair")).points
    (12, -12)
    """
    rules = rules_of(rules)
    if isinstance(boards, str | Board):
        raise InvalidBoard(f"score: {boards!r} is one board; a table has 2 to 4", code="wrong_seats")
    try:
        given = iter(boards)
    except TypeError:
        why = f"score: {show(boards)} is no collection of boards; a table has 2 to 4"
        raise InvalidBoard(why, code="wrong_seats") from None
    table = tuple(board if isinstance(board, Board) else Board(board) for board in given)
    seats = len(table)
    last = max(seats - 1, 0)  # what is no table has its own refusal
    in_fantasyland = [0] * (last + 1)
    if fantasyland is not None:
        if isinstance(fantasyland, Mapping):
            counts = tuple(fantasyland.items())
        else:
            one_a_seat = "a mapping of seats to cards, or one number a seat"
            counts = tuple(enumerate(facts("score", "fantasyland", fantasyland, one_a_seat)))
            if len(counts) != seats:
                raise InvalidRules(
                    f"score: {len(counts)} numbers in fantasyland={show(fantasyland)} for {seats} boards; "
                    "give one a seat, or a mapping of seats to cards",
                    code="wrong_fantasyland",
                )
        for seat, count in counts:
            seat = fact("score", "fantasyland seat", seat, 0, last)
            in_fantasyland[seat] = fact("score", "fantasyland", count, 0, 17)
    gave_up = [False] * (last + 1)
    for seat in facts("score", "surrendered", surrendered, "a collection of seats"):
        gave_up[fact("score", "surrendered", seat, 0, last)] = True
    if stacks is not None:
        given_stacks = facts("score", "stacks", stacks, "one whole number a seat")
        stacks = [fact("score", "stacks", stack, 0, MAX_STACK) for stack in given_stacks]
        if len(stacks) != seats:
            raise InvalidRules(f"score: {len(stacks)} stacks for {seats} boards; give one a seat", code="wrong_stacks")
    at_button = last if button is None else fact("score", "button", button, 0, last)
    standings, accounts = _core.score(
        [board._bytes for board in table], rules.payoff, in_fantasyland, gave_up, stacks, at_button
    )
    return Score(
        table,
        rules,
        tuple(
            SeatScore(points, strengths, foul, surrendered, RowRoyalties(*royalties), *rest)
            for points, strengths, foul, surrendered, royalties, *rest in standings
        ),
        tuple(PairScore(*seats_of_pair, *lines) for seats_of_pair, *lines in accounts),
    )


class ScoreColumns(NamedTuple):
    """What `score_many(..., parts=True)` gives: an array for each part of the scores of N tables with P seats."""

    points: npt.NDArray[np.int32]
    """int32 (N, P)"""
    strengths: npt.NDArray[np.uint32]
    """uint32 (N, P, 3): strengths of top, middle and bottom as they count, 0 on a foul"""
    foul: npt.NDArray[np.bool_]
    """bool (N, P)"""
    royalties: npt.NDArray[np.int32]
    """int32 (N, P, 3), 0 on a foul"""
    moon: npt.NDArray[np.bool_]
    """bool (N, P)"""
    multiplier: npt.NDArray[np.int32]
    """int32 (N, P)"""
    fantasyland: Bytes
    """uint8 (N, P): cards of Fantasyland in the next hand, 0 = none"""
    choice: npt.NDArray[np.bool_]
    """bool (N, P): holds The Choice in the next hand"""


@overload
def score_many(
    boards: Any,
    rules: RulesLike = "pineapple",
    *,
    fantasyland: Any = None,
    surrendered: Any = None,
    stacks: Any = None,
    button: Any = None,
    parts: Literal[False] = False,
    kernel: str | None = None,
) -> npt.NDArray[np.int32]: ...


@overload
def score_many(
    boards: Any,
    rules: RulesLike = "pineapple",
    *,
    fantasyland: Any = None,
    surrendered: Any = None,
    stacks: Any = None,
    button: Any = None,
    parts: Literal[True],
    kernel: str | None = None,
) -> ScoreColumns: ...


def score_many(
    boards: Any,
    rules: RulesLike = "pineapple",
    *,
    fantasyland: Any = None,
    surrendered: Any = None,
    stacks: Any = None,
    button: Any = None,
    parts: bool = False,
    kernel: str | None = None,
) -> npt.NDArray[np.int32] | ScoreColumns:
    """Points of N tables with P seats: int32 (N, P); `score` for each of them.

    `boards` is an array (N, P, 13) of card ids, row order top 0:3, middle 3:8, bottom 8:13; uint8 is taken as it is,
    other integers are checked and converted. `fantasyland`, `surrendered` (bool) and `stacks` hold one value a seat,
    (P,), or one a seat and table, (N, P); `button` is one seat or one a table, (N,). With `parts=True` the result is a
    `ScoreColumns`. `kernel` forces one of the evaluation kernels ("avx512", "avx2", "sse2", "portable"). Releases the
    GIL.

    Raises as `score`, naming the first table that cannot be scored.

    >>> import numpy as np
    >>> tables = np.array(
    ...     [
    ...         [
    ...             list(bytes(Board("2c 4h 6d / Ks Qh Th 6c 3s / Ad Kd Tc 6s 3d"))),
    ...             list(bytes(Board("2s 3h 5d / Kc Qd 9h 5c 2h / Ah Kh 9c 5s 2d"))),
    ...         ]
    ...     ],
    ...     dtype=np.uint8,
    ... )
    >>> score_many(tables)
    array([[ 6, -6]], dtype=int32)
    >>> score_many(tables, Rules.preset("pineapple", spades="pair"), parts=True).multiplier
    array([[1, 2]], dtype=int32)
    """
    operation = "score_many"
    rules = rules_of(rules)
    array = card_array(operation, boards, ("N", "P", 13))
    tables, seats = array.shape[:2]
    if not 2 <= seats <= 4:
        raise InvalidBoard(
            f"{operation}: boards of shape {array.shape} have {seats} seats; a table has 2 to 4", code="wrong_seats"
        )
    buttons = None
    if button is not None:
        buttons = np.atleast_1d(as_array(operation, "button", button, InvalidRules, "wrong_button"))
        if buttons.dtype.kind not in "iu" or buttons.shape not in {(1,), (tables,)}:
            raise InvalidRules(
                f"{operation}: button={button!r}; it is one seat, or one a table in an array ({tables},)",
                code="wrong_button",
            )
        if buttons.size and not 0 <= int(buttons.min()) <= int(buttons.max()) < seats:
            raise InvalidRules(
                f"{operation}: button has seats from {buttons.min()} to {buttons.max()}; they are 0 to {seats - 1}",
                code="wrong_button",
            )
        buttons = buttons.astype(np.uint8)
    points, columns = _core.score_many(
        array,
        rules.payoff,
        fact_array(operation, "fantasyland", fantasyland, tables, seats, "uint8"),
        fact_array(operation, "surrendered", surrendered, tables, seats, "bool"),
        fact_array(operation, "stacks", stacks, tables, seats, "int32"),
        buttons,
        parts,
        kernel,
    )
    return points if columns is None else ScoreColumns(points, *columns)
