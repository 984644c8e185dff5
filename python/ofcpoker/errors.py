"""What can be wrong with what a caller hands in: one class for each family of mistakes.

Every error is a `ValueError`, says in a sentence what was asked for and what is allowed, and carries a `code` that
stays the same from version to version, so that a program need not read the sentence.
"""

import math
from collections.abc import Mapping
from typing import Any, ClassVar

from . import _core

__all__ = [
    "IllegalAction",
    "IllegalPlacement",
    "InvalidBoard",
    "InvalidCards",
    "InvalidRecord",
    "InvalidRules",
    "OfcError",
    "StaleAction",
]


class OfcError(ValueError):
    """The family of all errors of this package.

    `code` is a short name of the mistake, `details` holds the facts of the sentence by name, as far as there are any.

    >>> error = InvalidRules("jokers=7 is out of range: 0 to 3 are allowed", code="out_of_range", setting="jokers")
    >>> error.code, error.details
    ('out_of_range', {'setting': 'jokers'})
    >>> str(error)
    'jokers=7 is out of range: 0 to 3 are allowed'
    """

    default_code: ClassVar[str] = "invalid"

    message: str
    code: str
    details: dict[str, Any]

    def __init__(self, message: str, *, code: str | None = None, **details: Any) -> None:
        super().__init__(message)
        self.message = message
        self.code = type(self).default_code if code is None else code
        self.details = details

    def to_dict(self) -> dict[str, Any]:
        """The error in plain JSON types, as a server would send it.

        >>> InvalidCards("unknown card '1s'", code="unknown_card", card="1s").to_dict()
        {'error': 'InvalidCards', 'code': 'unknown_card', 'message': "unknown card '1s'", 'details': {'card': '1s'}}
        """
        return {
            "error": type(self).__name__,
            "code": self.code,
            "message": self.message,
            "details": {name: _plain(value) for name, value in self.details.items()},
        }

    def __reduce__(self) -> tuple[Any, ...]:
        return _rebuild, (type(self), self.message, self.code, self.details)


class InvalidCards(OfcError):
    """A text or number that is no card, a card twice, or the wrong number of cards."""

    default_code = "invalid_cards"


class InvalidBoard(OfcError):
    """A board that cannot be: too many cards in a row, a card twice, or not complete where it must be."""

    default_code = "invalid_board"


class InvalidRules(OfcError):
    """A setting that does not exist, a value it cannot have, or settings that exclude each other."""

    default_code = "invalid_rules"


class IllegalPlacement(OfcError):
    """A placement that the rules forbid at this moment of the hand."""

    default_code = "illegal_placement"


class IllegalAction(OfcError):
    """What a match does not allow at this moment: a deal during a hand, a fifth seat, a turn whose time is over."""

    default_code = "illegal_action"


class StaleAction(OfcError):
    """An action that answers an earlier moment of the hand, or that has been applied already."""

    default_code = "stale_action"


class InvalidRecord(OfcError):
    """A stored hand or match that cannot be read or does not replay."""

    default_code = "invalid_record"


def _rebuild(kind: type[OfcError], message: str, code: str, details: dict[str, Any]) -> OfcError:
    return kind(message, code=code, **details)


def _plain(value: Any) -> Any:
    """The nearest value that JSON can hold."""
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, str):
        return str(value)
    if isinstance(value, int):
        # Longer than this, JSON readers round it and Python refuses to print it.
        return int(value) if abs(value) < 2**53 else f"an integer of {value.bit_length()} bits"
    if isinstance(value, float):
        return float(value) if math.isfinite(value) else str(float(value))
    if isinstance(value, Mapping):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(item) for item in value]
    if isinstance(value, (set, frozenset)):
        return sorted((_plain(item) for item in value), key=str)
    return repr(value)


# The core raises the same classes.
_core.register_errors(
    {
        "cards": InvalidCards,
        "board": InvalidBoard,
        "rules": InvalidRules,
        "placement": IllegalPlacement,
        "stale": StaleAction,
        "record": InvalidRecord,
    }
)
