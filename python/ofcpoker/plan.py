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
                f"simulate: {policy!r} is no policy; a policy is one of {', '.join(_core.POLICIES)}, or a function "
                "from a view to a placement",
                code="unknown_policy",
            )
        if isinstance(policy, str) and policy not in _core.POLICIES:
            raise InvalidRules(
                f"simulate: there is no policy called {policy!r}; there are {' and '.join(_core.POLICIES)}",
                code="unknown_policy",
            )
    seats = len(players)
    if type(seed) is not int or not 0 <= seed < 2**256:
        raise InvalidRules(f"simulate: seed={seed!r}; allowed are whole numbers from 0 below 2**256", code="wrong_seed")
    if button is not None and (type(button) is not int or not 0 <= button < seats):
        raise InvalidRules(f"simulate: button={button!r}; seats are 0 to {seats - 1}", code="wrong_button")
    counts = [0] * seats
    given = dict(fantasyland.items() if isinstance(fantasyland, Mapping) else enumerate(fantasyland or ()))
    for seat, cards in given.items():
        if seat not in range(seats) or cards not in (0, *range(13, 18)):
            raise InvalidRules(
                f"simulate: fantasyland={fantasyland!r}; seats are 0 to {seats - 1}, cards 13 to 17",
                code="wrong_fantasyland",
            )
        counts[seat] = int(cards)
    holders = tuple(sorted(set(choice)))
    if any(seat not in range(seats) for seat in holders):
        raise InvalidRules(f"simulate: choice={holders!r}; seats are 0 to {seats - 1}", code="wrong_choice")
    kept = (keep,) if isinstance(keep, str) else tuple(keep)
    for name in kept:
        if name not in _core.COLUMNS:
            raise InvalidRules(
                f"simulate: there is no column {name!r} to keep; there are {', '.join(_core.COLUMNS)}",
                code="unknown_column",
            )
    return Plan(
        rules=rules_of(rules),
        policies=players,
        seed=seed,
        length=length,
        duplicate=duplicate,
        button=button,
        fantasyland=tuple(counts) if any(counts) else (),
        choice=holders,
        keep=tuple(name for name in _core.COLUMNS if name in kept),
        names=tuple(
            each if isinstance(each, str) else getattr(each, "__name__", type(each).__name__) for each in players
        ),
    )
