"""The file from which a simulation that was killed goes on."""

from __future__ import annotations

import base64
import hashlib
import json
import os
import secrets
from pathlib import Path
from typing import Any

from . import _core
from .errors import InvalidRecord
from .plan import Plan, Span

__all__ = ["read_checkpoint", "write_atomically", "write_checkpoint"]

_SCHEMA = "ofcpoker simulation 1"


def write_atomically(path: Path, write: Any) -> None:
    """Calls `write` with the name of a new file beside `path`, which takes the place of `path` when it is complete."""
    name = path.parent / f".{path.name}.{secrets.token_hex(4)}"
    # Not `tempfile`: the file is for the same readers as any other of this directory.
    name.touch(exist_ok=False)
    try:
        write(str(name))
        with open(name, "rb+") as file:
            os.fsync(file.fileno())
        os.replace(name, path)
    except BaseException:
        os.unlink(name)
        raise


def _digest(state: dict[str, Any]) -> str:
    return hashlib.sha256(json.dumps(state, sort_keys=True).encode()).hexdigest()


def write_checkpoint(path: Path, plan: Plan, tally: _core.Tally, done: list[Span], seconds: float) -> None:
    """Keeps what was played so far."""
    state = {
        "schema": _SCHEMA,
        "plan": plan.to_dict(),
        "seed": plan.seed,
        "fingerprint": plan.fingerprint,
        "done": done,
        "seconds": seconds,
        "tally": base64.b64encode(tally.to_bytes()).decode(),
    }
    text = json.dumps({**state, "digest": _digest(state)})
    write_atomically(path, lambda name: Path(name).write_text(text, encoding="utf-8"))


def read_checkpoint(path: Path, plan: Plan) -> tuple[_core.Tally, list[Span], float] | None:
    """What was played before, or None where there is no file. A file of another simulation raises `InvalidRecord`."""
    try:
        text = path.read_bytes()
    except FileNotFoundError:
        return None
    try:
        state = json.loads(text)
        if state["schema"] != _SCHEMA:
            raise ValueError(f"its schema is {state['schema']!r}")
        # Numbers that a failing disk has changed would go into the counts unseen.
        if state.pop("digest") != _digest(state):
            raise ValueError("it is damaged")
        tally = _core.Tally.from_bytes(base64.b64decode(state["tally"]))
        done = [(int(start), int(stop)) for start, stop in state["done"]]
        fingerprint, seconds = state["fingerprint"], float(state["seconds"])
    except (AttributeError, KeyError, OverflowError, RecursionError, TypeError, ValueError) as error:
        raise InvalidRecord(
            f"simulate: {path} is no checkpoint of a simulation: {error}", code="no_checkpoint"
        ) from None
    if fingerprint != plan.fingerprint:
        raise InvalidRecord(
            f"simulate: {path} is of another simulation; give another path, or its rules, policies and seed",
            code="other_simulation",
        )
    return tally, done, seconds
