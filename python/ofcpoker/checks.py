"""Reading one value of a setting: the value in its one form, or a refusal that says what is allowed."""

import difflib
import operator
from collections.abc import Container, Iterable, Iterator, Mapping
from typing import Any, Never

from .errors import InvalidRules

_SHOWN = 80


class Numbers(Mapping[str, int]):
    """Whole numbers by name, in a fixed order: a mapping that never changes, so that rules can be hashed.

    >>> cards = Numbers({"QQ": 14, "KK": 15})
    >>> cards["KK"], cards == {"KK": 15, "QQ": 14}, cards
    (15, True, {'QQ': 14, 'KK': 15})
    """

    __slots__ = ("_numbers",)

    def __init__(self, numbers: Mapping[str, int] | Iterable[tuple[str, int]] = ()) -> None:
        self._numbers = dict(numbers)

    def __getitem__(self, name: str) -> int:
        return self._numbers[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._numbers)

    def __len__(self) -> int:
        return len(self._numbers)

    def __hash__(self) -> int:
        return hash(frozenset(self._numbers.items()))

    def __repr__(self) -> str:
        return repr(self._numbers)

    def __reduce__(self) -> tuple[Any, ...]:
        return Numbers, (self._numbers,)


def show(value: object, most: int = _SHOWN) -> str:
    """A value as it was written, cut where it is long, whatever it is."""
    try:
        text = repr(value)
    except Exception:
        # Integers of thousands of digits, and objects whose repr fails.
        return f"<{type(value).__name__}>"
    return text if len(text) <= most else text[: most - 3] + "..."


def nearest(word: object, known: Iterable[str]) -> str | None:
    """The known word that `word` was most likely meant to be."""
    words = {name.lower(): name for name in known}
    found = difflib.get_close_matches(word.lower(), words, n=1) if isinstance(word, str) else []
    return words[found[0]] if found else None


def refuse(code: str, setting: str, value: object, why: str, **details: Any) -> Never:
    """The refusal of a setting's value."""
    scalar = value is None or isinstance(value, (bool, int, float, str))
    details = {"setting": setting, "value": value if scalar else show(value), **details}
    raise InvalidRules(f"rules: {setting}={show(value)} {why}", code=code, **details)


def unknown(code: str, what: str, name: object, known: Iterable[str]) -> Never:
    """The refusal of a name that does not exist, with the nearest one that does."""
    known = tuple(known)
    guess = nearest(name, known)
    hint = f"did you mean {guess!r}?" if guess else f"known are {', '.join(known)}"
    raise InvalidRules(
        f"rules: there is no {what} {show(name)}; {hint}",
        code=code,
        name=name if isinstance(name, str) else show(name),
        nearest=guess,
        known=known,
    )


def as_whole(value: Any) -> int | None:
    """A whole number as an int, NumPy's too; None for anything else, True and 2.0 among it."""
    if isinstance(value, bool):
        return None
    try:
        return int(operator.index(value))
    except TypeError:
        return None


def is_known(name: object, known: Container[str]) -> bool:
    """Whether a key of any type is one of the known names."""
    return isinstance(name, str) and name in known


def is_off(value: object) -> bool:
    """Whether a value that may be absent is."""
    return value is None or (isinstance(value, str) and value == "none")


def whole(setting: str, value: Any, low: int, high: int, otherwise: str = "") -> int:
    """A whole number from `low` to `high`; `otherwise` names what else the setting allows."""
    allowed = f"allowed: {otherwise}a whole number from {low} to {high}"
    number = as_whole(value)
    if number is None:
        refuse("wrong_type", setting, value, f"is no whole number; {allowed}", low=low, high=high)
    if not low <= number <= high:
        refuse("out_of_range", setting, number, f"is out of range; {allowed}", low=low, high=high)
    return number


def fact(operation: str, name: str, value: Any, low: int, high: int) -> int:
    """A whole number that a call is told about its table."""
    number = as_whole(value)
    if number is None or not low <= number <= high:
        raise InvalidRules(
            f"{operation}: {name}={show(value)}; allowed: a whole number from {low} to {high}",
            code="wrong_" + name.replace(" ", "_"),
            value=show(value),
        )
    return number


def facts(operation: str, name: str, values: Any, what: str) -> tuple[Any, ...]:
    """The items of a collection that a call is told about its table; a mapping's values would be lost."""
    try:
        if not isinstance(values, Mapping):
            return tuple(values)
    except TypeError:
        pass
    raise InvalidRules(f"{operation}: {name}={show(values)}; allowed: {what}", code=f"wrong_{name}", value=show(values))


def flag(setting: str, value: object) -> bool:
    """True or False and nothing that merely counts as one of them."""
    if not isinstance(value, bool):
        refuse("wrong_type", setting, value, "is neither True nor False", allowed=(True, False))
    return value


def one_of(setting: str, value: object, allowed: tuple[str, ...], otherwise: str = "") -> str:
    """One of a few words."""
    words = f"allowed: {otherwise}{', '.join(map(repr, allowed))}"
    if not isinstance(value, str):
        refuse("wrong_type", setting, value, f"has the wrong type; {words}", allowed=allowed)
    if value not in allowed:
        guess = nearest(value, allowed)
        hint = f"; did you mean {guess!r}?" if guess else ""
        refuse("unknown_value", setting, value, f"is unknown; {words}{hint}", allowed=allowed, nearest=guess)
    return allowed[allowed.index(value)]


def mapping(setting: str, value: object, otherwise: str) -> Mapping[Any, Any]:
    """A mapping, where the setting takes one."""
    if not isinstance(value, Mapping):
        refuse("wrong_type", setting, value, f"has the wrong type; allowed: {otherwise}")
    return value
