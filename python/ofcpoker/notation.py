"""Hands and views as text for people, one event a line, both ways.

ofcpoker hand 1
rules: {"preset": "pineapple"}
seats: 2, button 0
deck: 7c Qs Jc ...
seed: 0700... number 0
1 deal 7c Qs Jc Ac 8c
1 place Qs / Ac / 7c Jc 8c
end +6 -6
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any, NoReturn

from .checks import show
from .errors import InvalidRecord
from .presets import PRESETS
from .rules import Rules

__all__ = ["from_text", "to_text"]


def to_text(data: Mapping[str, Any]) -> str:
    """The text of a record in plain JSON types."""
    viewer = "" if data["kind"] != "view" else f" seat {'-' if data['seat'] is None else data['seat']}"
    lines = [f"ofcpoker {data['kind']} {data['schema']}{viewer}"]
    lines.append(f"rules: {json.dumps(_short_rules(data['rules']))}")
    lines.append(f"seats: {data['seats']}, button {data['button']}")
    inside = [f"{seat}={cards}" for seat, cards in enumerate(data["fantasyland"]) if cards]
    if inside:
        lines.append(f"fantasyland: {' '.join(inside)}")
    if data["choice"]:
        lines.append(f"choice: {' '.join(map(str, data['choice']))}")
    if data["stacks"] is not None:
        lines.append(f"stacks: {' '.join(map(str, data['stacks']))}")
    if "deal" in data:
        deal = data["deal"]
        lines += [f"deck: {deck}" for deck in deal["decks"]]
        if "seed" in deal:
            lines.append(f"seed: {deal['seed']} number {deal['number']}{' given' if deal['given'] else ''}")
        else:
            lines.append(f"key: {deal['key']}")
    return "\n".join([*lines, *map(_line, data["events"])]) + "\n"


def _short_rules(rules: Mapping[str, Any]) -> dict[str, Any]:
    """The rules as the preset that they differ least from, and the differences."""
    best: dict[str, Any] | None = None
    for name in PRESETS:
        plain = Rules.preset(name).to_dict()
        changed = {key: value for key, value in rules.items() if value != plain[key]}
        if best is None or len(changed) + 1 < len(best):
            best = {"preset": name, **changed}
    assert best is not None
    return best


def _line(event: Mapping[str, Any]) -> str:
    kind = event["event"]
    if kind == "end":
        return " ".join(["end", *(f"{points:+d}" for points in event.get("points", ()))])
    if kind == "reshuffle":
        return f"reshuffle {event['cards']}"
    if kind == "place":
        return f"{event['seat']} {'late' if event.get('late') else 'place'} {event['placement']}"
    return " ".join(str(event[key]) for key in ("seat", "event", "cards") if key in event)


def _refuse(line: int, text: str, message: str) -> NoReturn:
    raise InvalidRecord(f"text of a hand, line {line}, {show(text)}: {message}", code="wrong_text", line=line)


_HEAD = re.compile(r"ofcpoker (hand|observed|view) (\d{1,9})(?: seat (-|\d{1,9}))?")
_EVENT = re.compile(r"(\d+) (deal|place|late|surrender|reduce)(?: (.*))?")


def from_text(text: str) -> dict[str, Any]:
    """A record in plain JSON types from its text."""
    if not isinstance(text, str):
        raise InvalidRecord(f"text of a hand: {show(text)} is no text", code="wrong_text")
    lines = [(number, line.strip()) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
    head = _HEAD.fullmatch(lines[0][1]) if lines else None
    if head is None:
        _refuse(
            1, lines[0][1] if lines else "", "it begins with ofcpoker hand 1, ofcpoker observed 1 or ofcpoker view 1"
        )
    record: dict[str, Any] = {"schema": int(head[2]), "kind": head[1], "choice": [], "stacks": None, "events": []}
    if head[1] == "view":
        record["seat"] = None if head[3] in (None, "-") else int(head[3])
    deal: dict[str, Any] = {"decks": []}
    inside: dict[int, int] = {}
    for number, line in lines[1:]:
        try:
            name, colon, value = line.partition(":")
            if colon and name in _FIELDS:
                _FIELDS[name](value.strip(), record, deal, inside)
            else:
                record["events"].append(_event(line))
        except (KeyError, TypeError, ValueError, IndexError, RecursionError) as error:
            _refuse(number, line, str(error) or "it cannot be read")
    record["fantasyland"] = [inside.pop(seat, 0) for seat in range(min(record.get("seats", 0), 4))]
    if inside:
        _refuse(1, lines[0][1], f"Fantasyland for seats that are not there: {sorted(inside)}")
    if head[1] == "hand":
        record["deal"] = deal
    return record


def _rules(value: str, record: dict[str, Any], _deal: dict[str, Any], _inside: dict[int, int]) -> None:
    record["rules"] = Rules.from_dict(json.loads(value)).to_dict()


def _seats(value: str, record: dict[str, Any], _deal: dict[str, Any], _inside: dict[int, int]) -> None:
    seats, button = value.split(", button ")
    record["seats"], record["button"] = int(seats), int(button)


def _fantasyland(value: str, _record: dict[str, Any], _deal: dict[str, Any], inside: dict[int, int]) -> None:
    for pair in value.split():
        seat, cards = pair.split("=")
        inside[int(seat)] = int(cards)


def _numbers(name: str) -> Any:
    def read(value: str, record: dict[str, Any], _deal: dict[str, Any], _inside: dict[int, int]) -> None:
        record[name] = [int(word) for word in value.split()]

    return read


def _deck(value: str, _record: dict[str, Any], deal: dict[str, Any], _inside: dict[int, int]) -> None:
    deal["decks"].append(value)


def _seed(value: str, _record: dict[str, Any], deal: dict[str, Any], _inside: dict[int, int]) -> None:
    seed, word, number, *given = value.split()
    if word != "number" or given not in ([], ["given"]):
        raise ValueError("a seed is written in hex, then number and the number of the hand")
    deal.update(seed=seed, number=int(number), given=bool(given))


def _key(value: str, _record: dict[str, Any], deal: dict[str, Any], _inside: dict[int, int]) -> None:
    deal["key"] = value


_FIELDS: dict[str, Any] = {
    "rules": _rules,
    "seats": _seats,
    "fantasyland": _fantasyland,
    "choice": _numbers("choice"),
    "stacks": _numbers("stacks"),
    "deck": _deck,
    "seed": _seed,
    "key": _key,
}


def _event(line: str) -> dict[str, Any]:
    word, _, rest = line.partition(" ")
    if word == "end":
        points = [int(points) for points in rest.split()]
        return {"event": "end", "points": points} if points else {"event": "end"}
    if word == "reshuffle":
        return {"event": "reshuffle", "cards": int(rest)}
    found = _EVENT.fullmatch(line)
    if found is None:
        raise ValueError("it is no event")
    seat, kind, what = int(found[1]), found[2], found[3] or ""
    if kind == "surrender":
        return {"event": kind, "seat": seat}
    if kind == "reduce":
        return {"event": kind, "seat": seat, "cards": int(what)}
    if kind == "deal":
        return {"event": kind, "seat": seat, "cards": what}
    return {"event": "place", "seat": seat, "placement": what} | ({"late": True} if kind == "late" else {})
