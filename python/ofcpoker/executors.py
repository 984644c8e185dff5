"""Simulations on the workers of an executor: a process pool, a Dask cluster, a Ray cluster."""

from __future__ import annotations

import os
import warnings
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, ProcessPoolExecutor, wait
from typing import Any, NamedTuple

from .errors import InvalidRules
from .plan import Part, Plan, Span, play

__all__ = ["RayExecutor", "play_on"]

TARGET = 0.75
"""Seconds that a chunk should take: long against the way to the worker, short to lose."""
ATTEMPTS = 5
PATIENCE = 0.2


class _Failed(NamedTuple):
    """An error of the simulation itself, which no other worker would spare us."""

    error: BaseException


def _chunk(plan: Plan, span: Span, threads: int) -> Part | _Failed:
    """What a worker does."""
    try:
        return play(plan, span[0], span[1], threads)
    except Exception as error:
        return _Failed(error)


def _workers(executor: Executor) -> int:
    """How many chunks an executor plays at a time, as far as it says so."""
    count = getattr(executor, "_max_workers", None)
    client = getattr(executor, "_client", None)
    if client is not None:
        count = sum(client.nthreads().values())
    return count if isinstance(count, int) and count > 0 else os.cpu_count() or 1


class _Chunks:
    """Cuts spans into chunks that take about as long as they should."""

    def __init__(self, spans: list[Span], workers: int, first: int) -> None:
        self.spans = list(reversed(spans))
        self.workers = workers
        self.speed: float | None = None
        self.last = first
        self.again: list[tuple[Span, int]] = []

    def __iter__(self) -> Iterator[tuple[Span, int]]:
        return self

    def __next__(self) -> tuple[Span, int]:
        if self.again:
            return self.again.pop()
        if not self.spans:
            raise StopIteration
        start, stop = self.spans.pop()
        left = stop - start + sum(high - low for low, high in self.spans)
        if self.speed is not None:
            self.last = int(min(self.speed * TARGET, 16 * self.last, max(left / (4 * self.workers), self.speed * 0.1)))
        end = min(stop, start + max(self.last, 1))
        if end < stop:
            self.spans.append((end, stop))
        return (start, end), 1

    def timed(self, span: Span, seconds: float) -> None:
        self.speed = (span[1] - span[0]) / max(seconds, 1e-6)


def _renewed(executor: Executor) -> Executor | None:
    """A pool like one that has broken."""
    if not isinstance(executor, ProcessPoolExecutor):
        return None
    return ProcessPoolExecutor(
        _workers(executor),
        mp_context=getattr(executor, "_mp_context", None),
        initializer=getattr(executor, "_initializer", None),
        initargs=getattr(executor, "_initargs", ()),
        max_tasks_per_child=getattr(executor, "_max_tasks_per_child", None),
    )


def play_on(
    executor: Executor,
    plan: Plan,
    spans: list[Span],
    threads: int,
    take: Callable[[Part], None],
    poll: Callable[[], bool],
) -> None:
    """Plays spans of units on an executor; `take` is given each part as it comes.

    The chunk of a lost worker is played again. `poll` is asked now and then whether to stop.
    """
    workers = _workers(executor)
    chunks = _Chunks(spans, workers, plan.trial)
    running: dict[Future[Any], tuple[Span, int]] = {}
    current, mine = executor, False
    try:
        while not poll():
            while len(running) < 2 * workers and (chunk := next(chunks, None)) is not None:
                try:
                    running[current.submit(_chunk, plan, chunk[0], threads)] = chunk
                except BrokenExecutor:
                    # The pool's workers are gone.
                    fresh = _renewed(current)
                    if fresh is None:
                        raise
                    warnings.warn(
                        "simulate: the pool lost its workers; going on with a new one", RuntimeWarning, stacklevel=3
                    )
                    if mine:
                        current.shutdown(wait=False)
                    current, mine = fresh, True
                    chunks.again.append(chunk)
                except RuntimeError as error:
                    raise InvalidRules(
                        f"simulate: the executor takes no work: {error}", code="closed_executor"
                    ) from error
            if not running:
                return
            for future in wait(running, PATIENCE, FIRST_COMPLETED).done:
                span, attempt = running.pop(future)
                try:
                    part = future.result()
                except Exception:
                    if attempt == ATTEMPTS:
                        raise
                    chunks.again.append((span, attempt + 1))
                    continue
                if isinstance(part, _Failed):
                    raise part.error
                chunks.timed(span, part.seconds)
                take(part)
    finally:
        for future in running:
            future.cancel()
        if mine:
            current.shutdown(wait=True, cancel_futures=True)


class RayExecutor(Executor):
    """A Ray cluster as an executor for `simulate`; Ray itself plays the chunks of lost workers again.

    `ray.init()` comes first; `options` go to `ray.remote`, such as `num_cpus=2`.
    """

    def __init__(self, **options: Any) -> None:
        try:
            import ray
        except ImportError as error:
            raise ImportError("RayExecutor needs Ray: pip install 'ofcpoker[ray]'") from error
        self._ray = ray
        self._options = {"max_retries": ATTEMPTS, **options}
        self._max_workers = int(ray.cluster_resources().get("CPU", 1))

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Runs a function on the cluster."""
        remote = self._ray.remote(**self._options)(fn)
        future: Future[Any] = remote.remote(*args, **kwargs).future()
        return future
