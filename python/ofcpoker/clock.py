"""The turns whose time runs, on the caller's clock: there is none in here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from .checks import show
from .errors import InvalidRules

__all__ = ["Clock", "time_of"]


@dataclass(frozen=True, slots=True)
class Clock:
    """When the turns began, for each player who has one: with the number of the event that the turn answers."""

    turns: Mapping[str, tuple[int, float]] = field(default_factory=dict)

    def told(self, timed: Mapping[str, int], time: float | None) -> Clock:
        """The turns of these players, by the events they answer: old ones go on, new ones begin at the time told."""
        turns = {}
        for name, at in timed.items():
            if self.turns.get(name, (None,))[0] == at:
                turns[name] = self.turns[name]
            elif time is not None:
                turns[name] = (at, time)
        return Clock(turns)

    def began(self, name: str, at: int) -> float | None:
        """When the turn of a player began that answers this event; None where it is not known."""
        turn = self.turns.get(name)
        return turn[1] if turn is not None and turn[0] == at else None


def time_of(operation: str, now: object) -> float | None:
    """The time that a caller tells, if any."""
    if now is None:
        return None
    if isinstance(now, bool) or not isinstance(now, int | float) or not abs(now) <= 2**53:
        raise InvalidRules(f"{operation}: now={show(now)}; allowed: the time as a number of seconds", code="wrong_time")
    return now
