"""What a simulation plays: a value that travels to other processes, and the part of it that one of them plays."""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple, TypeAlias

from . import _core
from .checks import as_whole, fact, facts, show
from .errors import InvalidRules
from .rules import Rules, RulesLike, rules_of
from .state import Setup, compiled_table
from .view import View

__all__ = ["Part", "Plan", "Policy", "Span", "plan_of", "play"]

Policy: TypeAlias = str | Callable[[View], Any]
"""A player: the name of a policy of the core, or a function from a seat's view to its placement (None surrenders)."""

Span: TypeAlias = tuple[int, int]
"""Units from the first to below the second."""


class Part(NamedTuple):
    """What was played of a span."""

    tally: _core.Tally
    columns: dict[str, Any]
    done: list[Span]
    seconds: float


@dataclass(frozen=True)
class Plan:
    """What is played. `length` is the hands of a match, None where every hand stands alone."""

    rules: Rules
    policies: tuple[Policy, ...]
    seed: int
    length: int | None = None
    duplicate: bool = False
    button: int | None = None
    fantasyland: tuple[int, ...] = ()
    choice: tuple[int, ...] = ()
    keep: tuple[str, ...] = ()
    names: tuple[str, ...] = field(default=(), compare=False)

    @cached_property
    def core(self) -> _core.Simulation:
        """The plan as the core reads it."""
        seats = len(self.policies)
        return _core.Simulation(
            compiled_table(self.rules, seats),
            self.rules.payoff,
            policies=[each if isinstance(each, str) else _Asking(self.rules, each) for each in self.policies],
            seed=self.seed.to_bytes(32, "little"),
            button=self.button,
            fantasyland=list(self.fantasyland),
            choice=[seat in self.choice for seat in range(seats)],
            length=self.length,
            play_out=self.rules.play_out_fantasyland,
            duplicate=self.duplicate,
            keep=list(self.keep),
        )

    def __getstate__(self) -> dict[str, Any]:
        state = dict(self.__dict__)
        state.pop("core", None)
        return state

    def to_dict(self) -> dict[str, Any]:
        """What decides the counts, in plain JSON types. Two plans that differ in the seed alone may be added up."""
        return {
            "rules": self.rules.to_dict(),
            "policies": list(self.names),
            "length": self.length,
            "duplicate": self.duplicate,
            "button": self.button,
            "fantasyland": list(self.fantasyland),
            "choice": list(self.choice),
        }

    @property
    def fingerprint(self) -> str:
        """A short name of the plan, with its seed and what it keeps."""
        whole = {**self.to_dict(), "seed": self.seed, "keep": list(self.keep)}
        return hashlib.sha256(json.dumps(whole, sort_keys=True).encode()).hexdigest()

    @property
    def hands(self) -> int:
        """Hands of a unit."""
        return (self.length or 1) * (len(self.policies) if self.duplicate else 1)

    @property
    def trial(self) -> int:
        """How many units are played at first, to learn how fast it goes: a function of Python may take seconds."""
        return max(1, 256 // self.hands) if all(isinstance(policy, str) for policy in self.policies) else 1


class _Asking:
    """Asks a Python policy for its placement, given a view as the core holds it."""

    def __init__(self, rules: Rules, policy: Callable[[View], Any]) -> None:
        self.rules = rules
        self.policy = policy

    def __call__(self, flow: _core.Flow, seat: int, begun: tuple[int, list[int], list[bool], list[int] | None]) -> Any:
        button, fantasyland, choice, stacks = begun
        holders = tuple(seat for seat, holds in enumerate(choice) if holds)
        left = None if stacks is None else tuple(stacks)
        setup = Setup(self.rules, len(fantasyland), button, tuple(fantasyland), holders, left)
        return self.policy(View._of(setup, flow, seat))


def play(plan: Plan, start: int, stop: int, threads: int = 1, poll: Callable[[], bool] | None = None) -> Part:
    """Plays the units from `start` to below `stop`: the same counts on whatever machine."""
    begin = time.perf_counter()
    tally, columns, done = plan.core.run(start, stop, threads, poll)
    return Part(tally, columns if plan.keep else {}, done, time.perf_counter() - begin)


def plan_of(
    rules: RulesLike,
    policies: str | Policy | Sequence[Policy],
    seed: int,
    *,
    length: int | None,
    duplicate: bool,
    button: int | None,
    fantasyland: Mapping[int, int] | Sequence[int] | None,
    choice: Iterable[int],
    keep: Iterable[str],
) -> Plan:
    """A plan from what a caller gives, checked as far as the core does not check it."""
    players = (
        tuple(policies) if isinstance(policies, Sequence) and not isinstance(policies, str) else (policies, policies)
    )
    if not 2 <= len(players) <= 4:
        raise InvalidRules(f"simulate: {len(players)} policies; a table has 2 to 4 seats", code="wrong_seats")
    for policy in players:
        if not isinstance(policy, str) and not callable(policy):
            raise InvalidRules(
                f"simulate: {show(policy)} is no policy; a policy is one of {', '.join(_core.POLICIES)}, or a function "
                "from a view to a placement",
                code="unknown_policy",
            )
        if isinstance(policy, str) and policy not in _core.POLICIES:
            raise InvalidRules(
                f"simulate: there is no policy called {show(policy)}; there are {' and '.join(_core.POLICIES)}",
                code="unknown_policy",
            )
    seats = len(players)
    if not isinstance(duplicate, bool):
        raise InvalidRules(f"simulate: duplicate={show(duplicate)}; allowed: True, False", code="wrong_duplicate")
    counts = [0] * seats
    allowed = f"cards by seat, seats 0 to {seats - 1}, cards 13 to 17"
    if isinstance(fantasyland, Mapping):
        given = list(fantasyland.items())
    else:
        given = list(enumerate(facts("simulate", "fantasyland", fantasyland or (), allowed)))
    for each, count in given:
        seat, cards = as_whole(each), as_whole(count)
        if seat is None or not 0 <= seat < seats or cards is None or cards not in (0, *range(13, 18)):
            raise InvalidRules(
                f"simulate: fantasyland={show(fantasyland)}; allowed: {allowed}", code="wrong_fantasyland"
            )
        counts[seat] = cards
    choosing = facts("simulate", "choice", choice, f"seats 0 to {seats - 1}")
    holders = tuple(sorted({fact("simulate", "choice", seat, 0, seats - 1) for seat in choosing}))
    columns = f"names of {', '.join(_core.COLUMNS)}"
    kept = (keep,) if isinstance(keep, str) else facts("simulate", "keep", keep, columns)
    for name in kept:
        if name not in _core.COLUMNS:
            raise InvalidRules(
                f"simulate: there is no column {show(name)} to keep; there are {', '.join(_core.COLUMNS)}",
                code="unknown_column",
            )
    return Plan(
        rules=rules_of(rules),
        policies=players,
        seed=fact("simulate", "seed", seed, 0, 2**256 - 1),
        length=length,
        duplicate=duplicate,
        button=None if button is None else fact("simulate", "button", button, 0, seats - 1),
        fantasyland=tuple(counts) if any(counts) else (),
        choice=holders,
        keep=tuple(name for name in _core.COLUMNS if name in kept),
        names=tuple(
            each if isinstance(each, str) else getattr(each, "__name__", type(each).__name__) for each in players
        ),
    )
