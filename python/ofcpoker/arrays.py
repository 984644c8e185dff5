"""NumPy arrays that callers hand in: right kind and shape, or a sentence about what is wrong."""

from __future__ import annotations

from typing import Any, Final, TypeAlias

import numpy as np
import numpy.typing as npt

from .checks import show
from .errors import InvalidCards, InvalidRules, OfcError

__all__ = ["MAX_STACK", "Bytes", "as_array", "card_array", "fact_array"]

Bytes: TypeAlias = npt.NDArray[np.uint8]

MAX_STACK: Final = 2**30
"""The most points that a seat may have before a hand: with all that it may win they stay inside 32 bits."""


def as_array(operation: str, name: str, values: Any, error: type[OfcError], code: str) -> npt.NDArray[Any]:
    """An array, or whatever NumPy makes one of."""
    try:
        return np.asarray(values)
    except ValueError as problem:
        raise error(f"{operation}: {name}={show(values)} is no array: {problem}", code=code) from None


def card_array(operation: str, array: Any, shape: tuple[int | str, ...]) -> Bytes:
    """Card ids as a contiguous uint8 array; a name in `shape` stands for any length.

    uint8 is taken as it is, copied only where it is not contiguous; other integers are checked and converted.
    """
    found = as_array(operation, "boards", array, InvalidCards, "wrong_shape")
    wanted = f"uint8({', '.join(map(str, shape))})"
    if found.dtype.kind not in "iu":
        raise InvalidCards(
            f"{operation}: an array of {found.dtype}; card ids are whole numbers, {wanted}", code="wrong_dtype"
        )
    if found.ndim != len(shape) or any(
        length != want for length, want in zip(found.shape, shape, strict=True) if not isinstance(want, str)
    ):
        raise InvalidCards(f"{operation}: an array of shape {found.shape}; it must be {wanted}", code="wrong_shape")
    return _bytes(operation, found, InvalidCards, "unknown_card", "no card id, which is 0 to 255")


def _bytes(operation: str, found: npt.NDArray[Any], error: type[OfcError], code: str, problem: str) -> Bytes:
    if found.dtype != np.uint8:
        outside = (found < 0) | (found > 255)
        if outside.any():
            at = tuple(map(int, np.argwhere(outside)[0]))
            raise error(f"{operation}: {found[at]} at {list(at)} is {problem}", code=code)
        found = found.astype(np.uint8)
    return np.ascontiguousarray(found)


def fact_array(operation: str, name: str, values: Any, tables: int, seats: int, kind: str) -> npt.NDArray[Any] | None:
    """What tables know, one value a seat or one a seat and table, as a flat array of `kind` (a dtype)."""
    if values is None:
        return None
    found = as_array(operation, name, values, InvalidRules, f"wrong_{name}")
    wanted = "bool" if kind == "bool" else "whole numbers"
    if found.dtype.kind not in ("b" if kind == "bool" else "iu"):
        raise InvalidRules(f"{operation}: {name} is an array of {found.dtype}; it takes {wanted}", code=f"wrong_{name}")
    if found.shape not in {(seats,), (tables, seats)}:
        raise InvalidRules(
            f"{operation}: {name} has the shape {found.shape}; it is one value a seat, ({seats},), or one a seat and "
            f"table, ({tables}, {seats})",
            code=f"wrong_{name}",
        )
    if kind == "bool":
        return np.ascontiguousarray(found).reshape(-1)
    most = min(np.iinfo(kind).max, MAX_STACK)
    if found.size and not 0 <= int(found.min()) <= int(found.max()) <= most:
        raise InvalidRules(
            f"{operation}: {name} has values from {found.min()} to {found.max()}; allowed: whole numbers 0 to {most}",
            code=f"wrong_{name}",
        )
    return np.ascontiguousarray(found, dtype=kind).reshape(-1)
