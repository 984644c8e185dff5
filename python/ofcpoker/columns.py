"""What is kept of every hand: one-dimensional columns in memory, or Parquet files written while hands are played."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from .checkpoints import write_atomically
from .errors import InvalidRecord, InvalidRules
from .plan import Part, Plan, Span
from .spans import joined, without

__all__ = ["Columns", "Kept", "boards_of", "flat_columns", "joined_columns"]

Columns = dict[str, Any]

_ROWS = ("top", "middle", "bottom")
_PLACES = (*(f"top{i}" for i in range(3)), *(f"middle{i}" for i in range(5)), *(f"bottom{i}" for i in range(5)))
# Of each column of the core, seat by seat: the name here, and what its values are called where a seat has several.
_SPREAD: dict[str, tuple[str, Sequence[str]]] = {
    "points": ("points", ("",)),
    "royalties": ("royalties", _ROWS),
    "fouls": ("foul", ("",)),
    "fantasyland": ("fantasyland", ("",)),
    "next": ("next_fantasyland", ("",)),
    "boards": ("board", _PLACES),
}


def flat_columns(plan: Plan, raw: Mapping[str, Any]) -> Columns:
    """The columns of the core by name, each one-dimensional."""
    found: Columns = {}
    if plan.length is not None:
        found["match"] = raw["unit"]
        found["hand"] = raw["hand"]
    else:
        found["hand"] = raw["unit"]
    if plan.duplicate:
        found["rotation"] = raw["rotation"]
    found["button"] = raw["button"]
    seats = len(plan.policies)
    for name, (stem, parts) in _SPREAD.items():
        if name not in raw or not (name in plan.keep or (name == "next" and "fantasyland" in plan.keep)):
            continue
        values = np.asarray(raw[name]).reshape(-1, seats, len(parts))
        for seat in range(seats):
            for at, part in enumerate(parts):
                label = f"{stem}_{seat}_{part}" if part else f"{stem}_{seat}"
                found[label] = np.ascontiguousarray(values[:, seat, at])
    return found


def joined_columns(parts: Sequence[Columns]) -> Columns:
    """Columns one after the other."""
    filled = [part for part in parts if part]
    if not filled:
        return {}
    return {name: np.concatenate([part[name] for part in filled]) for name in filled[0]}


def boards_of(columns: Columns, seats: int) -> Any:
    """The boards in kept columns as uint8[N, seats, 13], as `score_many` takes them."""
    boards = [[columns[f"board_{seat}_{place}"] for place in _PLACES] for seat in range(seats)]
    return np.ascontiguousarray(np.moveaxis(np.array(boards, dtype=np.uint8), 2, 0))


class Kept:
    """Takes the columns of one part after the other, and puts them in memory or into files."""

    def __init__(self, plan: Plan, path: Path | None, done: list[Span] | None) -> None:
        """`done` are the units that an earlier run has left files of; None where this is the first."""
        self.plan = plan
        self.path = path
        self.parts: dict[int, Columns] = {}
        if path is None:
            return
        _arrow()
        path.mkdir(parents=True, exist_ok=True)
        files = {file: _span_of(file) for file in path.glob("part-*.parquet")}
        if done is None and files:
            raise InvalidRules(f"simulate: {path} holds hands already; give an empty directory", code="path_in_use")
        # What was written after the last checkpoint will be played again.
        late = [file for file, span in files.items() if without(span, done or [])]
        if done and joined(span for file, span in files.items() if file not in late) != done:
            raise InvalidRecord(
                f"simulate: {path} lacks hands that the checkpoint counts; give the directory of that simulation",
                code="hands_missing",
            )
        for file in late:
            file.unlink()

    def take(self, part: Part) -> None:
        """The columns of a part. Each of its spans is a file of its own, as a part that was stopped has gaps."""
        if not self.plan.keep or not part.done:
            return
        columns = flat_columns(self.plan, part.columns)
        if self.path is None:
            self.parts[part.done[0][0]] = columns
            return
        arrow, parquet = _arrow()
        for start, stop in part.done:
            low, high = np.searchsorted(part.columns["unit"], (start, stop))
            table = arrow.table({name: column[low:high] for name, column in columns.items()})
            file = self.path / f"part-{start:016}-{stop:016}.parquet"
            write_atomically(file, lambda name, table=table: parquet.write_table(table, name))

    def close(self) -> Columns:
        """The columns that are in memory, in the order of the hands."""
        return joined_columns([self.parts[start] for start in sorted(self.parts)])


def _span_of(file: Path) -> Span:
    start, stop = map(int, file.stem.split("-")[1:])
    return start, stop


def _arrow() -> tuple[Any, Any]:
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError as error:
        raise ImportError(
            "simulate: keeping hands in Parquet files needs pyarrow: pip install 'ofcpoker[parquet]'"
        ) from error
    return pyarrow, pyarrow.parquet
