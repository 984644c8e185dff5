"""Rules as files: JSON and TOML text to plain settings and back."""

import json
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from .checks import mapping, unknown
from .errors import InvalidRules

SCHEMA = 1
"""The version of the plain form; it changes when a setting is renamed or changes its meaning."""

_FORMATS = (".json", ".toml")


def to_json(settings: Mapping[str, Any]) -> str:
    return json.dumps(settings, indent=2, allow_nan=False) + "\n"


def from_json(text: str, source: str) -> Mapping[str, Any]:
    try:
        settings = json.loads(text, object_pairs_hook=_once)
    except (ValueError, RecursionError) as error:
        raise _unreadable(source, error) from None
    return mapping("file", settings, "an object of settings")


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """A JSON object, in which no name stands twice."""
    settings = dict(pairs)
    if len(settings) < len(pairs):
        names = [name for name, _ in pairs]
        raise ValueError(f"{next(name for name in names if names.count(name) > 1)!r} stands twice")
    return settings


def to_toml(settings: Mapping[str, Any]) -> str:
    """TOML text of settings: words, whole numbers, flags, and tables of these. For want of a null, None is `"none"`."""
    return "\n".join(_toml_lines(settings, ())) + "\n"


def _toml_lines(table: Mapping[str, Any], path: tuple[str, ...]) -> list[str]:
    # In TOML whatever follows a table's head belongs to it: values first, tables after.
    values = [f"{_toml_key(name)} = {_toml_value(value)}" for name, value in table.items() if not _is_table(value)]
    lines = ["", f"[{'.'.join(map(_toml_key, path))}]", *values] if path and values else values
    for name, value in table.items():
        if _is_table(value):
            lines += _toml_lines(value, (*path, name))
    return lines


def _is_table(value: object) -> bool:
    return isinstance(value, Mapping)


def _toml_key(name: str) -> str:
    bare = name.isascii() and name.replace("_", "").replace("-", "").isalnum()
    return name if bare else json.dumps(name)


def _toml_value(value: Any) -> str:
    # Flags, whole numbers and words are written in TOML as in JSON.
    return json.dumps("none" if value is None else value)


def from_toml(text: str, source: str) -> Mapping[str, Any]:
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise _unreadable(source, error) from None


def _unreadable(source: str, error: Exception) -> InvalidRules:
    return InvalidRules(f"rules: cannot read {source}: {error}", code="unreadable_file", file=source)


def load(path: str | Path) -> Mapping[str, Any]:
    """The settings in a file, as they stand there."""
    path = Path(path)
    kind = _format(path)
    try:
        text = path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise _unreadable(str(path), error) from None
    return from_json(text, str(path)) if kind == ".json" else from_toml(text, str(path))


def save(path: str | Path, settings: Mapping[str, Any]) -> None:
    """Settings to a file, in the form that its name ends with."""
    path = Path(path)
    text = to_json(settings) if _format(path) == ".json" else to_toml(settings)
    path.write_text(text, encoding="utf-8", newline="\n")


def _format(path: Path) -> str:
    kind = path.suffix.lower()
    if kind not in _FORMATS:
        unknown("unknown_format", f"form of rules file for {str(path)!r} that ends in", kind, _FORMATS)
    return kind


def read_changes(texts: Iterable[str]) -> dict[str, Any]:
    """Settings as written on a command line, taken together.

    >>> read_changes(["moon=20", "points=2-4", "spades=none"])
    {'moon': 20, 'points': '2-4', 'spades': 'none'}
    >>> read_changes(["royalties.middle.flush=9", "royalties.bottom.full house=7", "entry={QQ=14, KK=15}"])
    {'royalties': {'middle': {'flush': 9}, 'bottom': {'full house': 7}}, 'entry': {'QQ': 14, 'KK': 15}}
    """
    changes: dict[str, Any] = {}
    for text in texts:
        name, equals, written = text.partition("=")
        path = [part.strip() for part in name.split(".")]
        if not equals or not all(path):
            why = f"rules: {text!r} is no setting=value such as moon=20"
            raise InvalidRules(why, code="unreadable_change", text=text)
        table = changes
        for part in path[:-1]:
            if not isinstance(table.get(part), dict):
                table[part] = {}
            table = table[part]
        table[path[-1]] = written.strip() if path == ["stay_middle"] else _read_value(written.strip())
    return changes


def _read_value(written: str) -> Any:
    """A value as TOML would read it; what TOML cannot read is a word."""
    if written in ("True", "False", "None"):
        written = written.lower()
    try:
        settings = tomllib.loads(f"value = {written}")
    except (ValueError, RecursionError):
        return written
    return settings["value"] if len(settings) == 1 else written
