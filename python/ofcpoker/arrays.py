"""NumPy arrays that callers hand in: right kind and shape, or a sentence about what is wrong."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from .errors import InvalidCards, InvalidRules, OfcError

__all__ = ["Bytes", "card_array", "fact_array"]

Bytes: TypeAlias = npt.NDArray[np.uint8]


def card_array(operation: str, array: Any, shape: tuple[int | str, ...]) -> Bytes:
    """Card ids as a contiguous uint8 array; a name in `shape` stands for any length.

    uint8 is taken as it is, copied only where it is not contiguous; other integers are checked and converted.
    """
    found = np.asarray(array)
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
    found = np.asarray(values)
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
    limits = np.iinfo(kind)
    if found.size and not limits.min <= int(found.min()) <= int(found.max()) <= limits.max:
        raise InvalidRules(
            f"{operation}: {name} has values from {found.min()} to {found.max()}, more than it can hold",
            code=f"wrong_{name}",
        )
    return np.ascontiguousarray(found, dtype=kind).reshape(-1)
