"""Who pays whom when a match is settled: the fewest payments that bring every total to 0."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation, localcontext
from typing import Any, Final

from .checks import as_whole, show
from .errors import InvalidRules

__all__ = ["Payment", "point_value_of", "settle"]

_EXACT: Final = 16
"""So many players who are not even are split in the best way there is; 65,536 sets of them are looked at."""

_DIGITS: Final = 30


@dataclass(frozen=True, slots=True)
class Payment:
    """What one player pays another at the end of a match."""

    payer: str
    payee: str
    points: int
    amount: Decimal | None = None
    """The same in money; None where a point has no value."""

    def __str__(self) -> str:
        worth = "" if self.amount is None else f" = {self.amount}"
        return f"{self.payer} pays {self.payee} {self.points}{worth}"

    def to_dict(self) -> dict[str, Any]:
        """The payment in plain JSON types; the amount is a text, so that it stays exact."""
        amount = None if self.amount is None else str(self.amount)
        return {"payer": self.payer, "payee": self.payee, "points": self.points, "amount": amount}


def point_value_of(value: object) -> Decimal | None:
    """The worth of a point from a Decimal, a whole number or a text; floats, which are not exact, are refused."""
    if value is None:
        return None
    allowed = "allowed: a Decimal, a whole number or a text above 0, such as Decimal('0.50')"
    if isinstance(value, Decimal | str) or as_whole(value) is not None:
        try:
            worth = Decimal(value if isinstance(value, Decimal | str) else as_whole(value) or 0)
        except InvalidOperation:
            worth = Decimal(0)
        if (
            worth.is_finite()
            and worth > 0
            and len(worth.as_tuple().digits) <= _DIGITS
            and abs(worth.adjusted()) < _DIGITS
        ):
            return worth
    raise InvalidRules(f"Match: point_value={show(value)}; {allowed}", code="wrong_point_value", value=show(value))


def settle(totals: Mapping[str, int], point_value: Decimal | None = None) -> tuple[Payment, ...]:
    """The payments that bring all totals to 0: as few as can be for up to 16 players who are not even.

    Whoever can be settled among themselves is: each group of n players whose totals sum to 0 needs n - 1 payments, so
    the most groups make the fewest payments. Raises `InvalidRules` when the totals do not sum to 0.

    >>> for payment in settle({"ann": 12, "bob": -7, "cid": -12, "dan": 7}, Decimal("0.50")):
    ...     print(payment)
    bob pays dan 7 = 3.50
    cid pays ann 12 = 6.00
    """
    if sum(totals.values()) != 0:
        raise InvalidRules(
            f"settle: the totals sum to {sum(totals.values())}, not to 0: {dict(totals)}", code="not_zero_sum"
        )
    uneven = [(name, total) for name, total in totals.items() if total]
    groups = _groups(uneven) if len(uneven) <= _EXACT else [uneven]
    return tuple(payment for group in groups for payment in _within(group, point_value))


def _groups(uneven: list[tuple[str, int]]) -> list[list[tuple[str, int]]]:
    """The players in as many groups as possible that each sum to 0.

    Players are taken out one after the other: `most[taken]` is how often, at best, the totals of those taken sum to 0
    on the way. The best way from nobody to everybody is cut at these moments.
    """
    count = len(uneven)
    sums = [0] * (1 << count)
    most = [0] * (1 << count)
    came = [0] * (1 << count)
    for taken in range(1, 1 << count):
        low = taken & -taken
        sums[taken] = sums[taken ^ low] + uneven[low.bit_length() - 1][1]
        best = -1
        for i in range(count):
            before = taken & ~(1 << i)
            if before != taken and most[before] > best:
                best, came[taken] = most[before], before
        most[taken] = best + (sums[taken] == 0)
    groups: list[list[tuple[str, int]]] = []
    taken = (1 << count) - 1
    while taken:
        group = taken
        taken = came[taken]
        while sums[taken]:
            taken = came[taken]
        members = group & ~taken
        groups.append([uneven[i] for i in range(count) if members >> i & 1])
    return groups[::-1]


def _within(group: list[tuple[str, int]], point_value: Decimal | None) -> list[Payment]:
    """The largest debt pays the largest claim until all are even: each payment makes at least one of the two even."""
    left = dict(group)
    payments = []
    while any(left.values()):
        payee = max(left, key=lambda name: left[name])
        payer = min(left, key=lambda name: left[name])
        points = min(left[payee], -left[payer])
        left[payee] -= points
        left[payer] += points
        payments.append(Payment(payer, payee, points, _worth(points, point_value)))
    return payments


def _worth(points: int, point_value: Decimal | None) -> Decimal | None:
    if point_value is None:
        return None
    with localcontext() as context:
        context.prec = 2 * _DIGITS
        return points * point_value
