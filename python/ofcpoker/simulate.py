"""`simulate`: millions of hands from one seed, on threads, processes or a cluster, with one answer."""

from __future__ import annotations

import multiprocessing
import os
import secrets
import signal
import threading
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Executor
from os import PathLike
from pathlib import Path
from typing import Any

from . import _core
from .checkpoints import read_checkpoint, write_checkpoint
from .columns import Kept
from .errors import InvalidRules
from .executors import play_on
from .plan import Part, Plan, Policy, Span, plan_of, play
from .progress import Progress, reporter
from .results import SimulationResult
from .rules import RulesLike
from .spans import joined, without

__all__ = ["simulate"]

_ROUND = 0.4
"""Seconds of a round on threads: after each there are progress and checkpoints."""
_CHECKPOINT = 1.0
"""Seconds from one checkpoint to the next."""


def simulate(
    hands: float = 100_000,
    rules: RulesLike = "pineapple",
    policies: Policy | Sequence[Policy] = "greedy",
    *,
    seed: int | None = None,
    matches: float | None = None,
    duplicate: bool = False,
    button: int | None = None,
    fantasyland: Mapping[int, int] | Sequence[int] | None = None,
    choice: Iterable[int] = (),
    first: int = 0,
    threads: int | None = None,
    executor: Executor | None = None,
    progress: Progress = False,
    keep: Iterable[str] = (),
    path: str | PathLike[str] | None = None,
    checkpoint: str | PathLike[str] | None = None,
) -> SimulationResult:
    """Plays hands, or whole matches, and counts what happens.

    `policies` has a policy for each of 2 to 4 seats; one alone plays both seats. A policy is `"greedy"`, `"random"`,
    or a function from a seat's `View` to a placement (None surrenders). In Fantasyland the built-in ones set the best
    board.

    >>> import ofcpoker as ofc
    >>> result = ofc.simulate(2000, "progressive", ("greedy", "random"), seed=1)
    >>> result.hands, result.players[0].points.mean > 4
    (2000, True)

    Hands stand alone unless `matches` says how many matches of `hands` hands are played: then Fantasyland, the
    button, The Choice and the cap carry over. The button moves from hand to hand (or match to match) unless `button`
    names its seat; `fantasyland` and `choice` say how each hand or match begins.

    >>> ofc.simulate(50, policies=("greedy", "greedy"), matches=10, seed=1).hands
    500

    `duplicate` plays every deal (or match) with the players at each other's seats: luck evens out, and players that
    play alike come out exactly level. `hands` then counts deals.

    Hand i of a seed is the same hand everywhere: on any number of threads, in processes, on other machines, and as
    `Hand(seed=seed, number=i)`; hand h of match m has the number `m * 2**24 + h`. Counts are whole numbers, and the
    result is the same to the last digit however the work was divided. `first` is the number of the first hand or
    match: parts played apart add up, `a + b`.

    `threads` is by default all cores, in a process started by another one 1. `executor` takes any
    `concurrent.futures` executor, Dask's `client.get_executor()` or `RayExecutor()`; the chunk of a lost worker is
    played again.

    `progress` is True for a bar (tqdm; otherwise text), or a function of hands played and hands to play. Ctrl-C ends
    the simulation with what is done by then, marked as partial. `checkpoint` names a file from which a simulation
    that was killed goes on where it was, to the same result.

    `keep` names what is kept of every hand, of "points", "royalties", "fouls", "fantasyland" and "boards", as
    `result.columns`, or with `path` in Parquet files in that directory.

    >>> columns = ofc.simulate(100, policies=("greedy", "random"), seed=1, keep=("points",)).columns
    >>> list(columns), columns["points_0"].sum() + columns["points_1"].sum()
    (['hand', 'button', 'points_0', 'points_1'], np.int64(0))
    """
    length = None if matches is None else _whole(hands, "hands", 1)
    units = _whole(hands if matches is None else matches, "hands" if matches is None else "matches", 0)
    plan = plan_of(
        rules,
        policies,
        secrets.randbits(63) if seed is None else seed,
        length=length,
        duplicate=duplicate,
        button=button,
        fantasyland=fantasyland,
        choice=choice,
        keep=keep,
    )
    begin = _whole(first, "first", 0)
    if begin + units > plan.core.units:
        raise InvalidRules(
            f"simulate: units {begin} to {begin + units}; a seed has {plan.core.units}", code="out_of_range"
        )
    if path is not None and not plan.keep:
        raise InvalidRules("simulate: path is where hands are kept; name in keep what of them", code="nothing_to_keep")
    if checkpoint is not None and plan.keep and path is None:
        raise InvalidRules("simulate: with a checkpoint what is kept goes into files; give a path", code="no_path")
    run = _Run(plan, (begin, begin + units), checkpoint, path)
    with reporter("simulate", progress, units * run.hands, "hands") as report:
        return run.play(_threads(threads, executor is not None), executor, report)


def _whole(value: Any, name: str, least: int) -> int:
    """A whole number, which may be written 1e6."""
    if isinstance(value, bool) or not isinstance(value, (int, float)) or value != value // 1 or value < least:
        raise InvalidRules(
            f"simulate: {name}={value!r}; allowed are whole numbers from {least} on", code=f"wrong_{name}"
        )
    return int(value)


def _threads(threads: int | None, on_executor: bool) -> int:
    if threads is not None:
        return _whole(threads, "threads", 1)
    if on_executor or multiprocessing.parent_process() is not None:
        return 1
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not on this system
        return os.cpu_count() or 1


class _Interrupts:
    """Notes Ctrl-C instead of raising it in the middle of things; a second one raises."""

    def __init__(self) -> None:
        self.seen = False
        self._before: Any = None

    def __enter__(self) -> _Interrupts:
        in_main = threading.current_thread() is threading.main_thread()
        if in_main and signal.getsignal(signal.SIGINT) is signal.default_int_handler:
            self._before = signal.signal(signal.SIGINT, self._note)
        return self

    def _note(self, *_: Any) -> None:
        if self.seen:
            raise KeyboardInterrupt
        self.seen = True

    def __exit__(self, *_: Any) -> None:
        if self._before is not None:
            signal.signal(signal.SIGINT, self._before)


class _Run:
    """One simulation on its way."""

    def __init__(
        self,
        plan: Plan,
        span: Span,
        checkpoint: str | PathLike[str] | None,
        path: str | PathLike[str] | None,
    ) -> None:
        self.plan = plan
        self.span = span
        self.report: Callable[[int], object] | None = None
        self.tally = _core.Tally(len(plan.policies))
        self.done: list[Span] = []
        self.before = 0.0
        self.begin = time.perf_counter()
        self.checkpoint = None if checkpoint is None else Path(checkpoint)
        self.written = self.begin
        self.path = None if path is None else Path(path)
        resumed = self.checkpoint is not None and self._resume(self.checkpoint)
        self.kept = Kept(plan, self.path, self.done if resumed else None)
        if self.checkpoint is not None and not resumed:
            self._write(self.checkpoint)
        self.hands = plan.length or 1
        if plan.duplicate:
            self.hands *= len(plan.policies)

    def _resume(self, path: Path) -> bool:
        found = read_checkpoint(path, self.plan)
        if found is None:
            return False
        tally, done, seconds = found
        if done and (done[0][0] < self.span[0] or done[-1][1] > self.span[1]):
            raise InvalidRules(
                f"simulate: {path} holds hands {done[0][0]} to {done[-1][1]}; this is a simulation of fewer",
                code="out_of_range",
            )
        self.tally, self.done, self.before = tally, done, seconds
        return True

    @property
    def seconds(self) -> float:
        return self.before + time.perf_counter() - self.begin

    def _take(self, span: Span, part: Part) -> None:
        self.kept.take(span, part.columns)
        self.tally.merge(part.tally)
        self.done = joined([*self.done, *part.done])
        self._show()
        if self.checkpoint is not None and time.perf_counter() - self.written > _CHECKPOINT:
            self._write(self.checkpoint)

    def _write(self, path: Path) -> None:
        write_checkpoint(path, self.plan, self.tally, self.done, self.seconds)
        self.written = time.perf_counter()

    def _show(self) -> None:
        if self.report is not None:
            self.report(self.tally.hands)

    def play(self, threads: int, executor: Executor | None, report: Callable[[int], object] | None) -> SimulationResult:
        self.report = report
        with _Interrupts() as interrupts:
            self._show()
            try:
                left = without(self.span, self.done)
                if executor is not None:
                    play_on(executor, self.plan, left, threads, self._take, lambda: interrupts.seen)
                else:
                    self._here(left, threads, lambda: interrupts.seen)
            except KeyboardInterrupt:
                if not interrupts.seen and self.tally.hands == 0:
                    raise
            if self.checkpoint is not None:
                self._write(self.checkpoint)
        return SimulationResult(
            self.plan,
            self.tally,
            [(self.plan.seed, span) for span in self.done],
            partial=bool(without(self.span, self.done)),
            seconds=self.seconds,
            columns=self.kept.close(),
            path=None if self.path is None else str(self.path),
        )

    def _here(self, spans: list[Span], threads: int, poll: Callable[[], bool]) -> None:
        """Plays spans on threads of this process."""
        size = max(1, min(256 * threads, 4096 // self.hands))
        for start, stop in spans:
            at = start
            while at < stop:
                end = min(stop, at + size)
                part = play(self.plan, at, end, threads, poll)
                for span in part.done:
                    self._take_part(span, part)
                if poll():
                    return
                size = max(1, int(min(8 * size, (end - at) * _ROUND / max(part.seconds, 1e-6))))
                at = end

    def _take_part(self, span: Span, part: Part) -> None:
        """A round is one part, also where a stop left gaps in it."""
        if span == part.done[0]:
            self._take((span[0], part.done[-1][1]), part)
