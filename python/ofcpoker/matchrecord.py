"""Matches as JSON, both ways.

A record holds what was agreed and the log: every finished hand, every change between hands, and the hand that is
played now. Loading it does again what the log says; the hands are replayed, and each has to begin as the match before
it demands.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, NoReturn

from .checks import show
from .clock import Clock, time_of
from .errors import InvalidRecord, OfcError
from .game import Hand
from .matchstate import MatchState, Opening
from .record import mapping_of
from .roster import Change
from .rules import Rules

if TYPE_CHECKING:
    from .match import Match

__all__ = ["SCHEMA"]

SCHEMA: Final = 1
"""The version of the form that is written; all before it are read."""

_UPGRADES: dict[int, Callable[[dict[str, Any]], dict[str, Any]]] = {}
"""For each version before SCHEMA what turns its records into those of the next."""

_KEYS: Final = (
    *("schema", "kind", "rules", "seats", "button", "seed", "hands", "point_value"),
    *("log", "totals", "clock"),
)
_CHANGES: Final = {
    "join": {"player", "after"},
    "sit_out": {"player"},
    "sit_in": {"player"},
    "leave": {"player"},
    "end": set(),
}


# Writing.


def match_json(match: MatchState) -> str:
    """The record of a match. A hand is written as its own record, without the rules, which are the match's."""
    head = {
        "schema": SCHEMA,
        "kind": "match",
        "rules": match._rules.to_dict(),
        "seats": match._seats,
        "button": match._first,
        "seed": None if match._seed is None else f"{match._seed:x}",
        "hands": match._hands,
        "point_value": None if match._point_value is None else str(match._point_value),
    }
    tail = {"totals": dict(match.totals), "clock": {name: list(turn) for name, turn in match._clock.turns.items()}}
    rules = _rules_text(match._rules)
    # The log only grows: what was written before need not be written again.
    new = match._log[len(match._texts) :]
    match._texts += tuple(_hand_text(it, rules) if isinstance(it, Hand) else _text(it.to_dict()) for it in new)
    log = match._texts
    if match._live and match._hand is not None:
        log = (*log, _hand_text(match._hand, rules))
    return f'{_text(head)[:-1]},"log":[{",".join(log)}],{_text(tail)[1:]}'


def _text(plain: Any) -> str:
    return json.dumps(plain, separators=(",", ":"), ensure_ascii=False)


@lru_cache(maxsize=64)
def _rules_text(rules: Rules) -> str:
    return f'"rules":{_text(rules.to_dict())},'


def _hand_text(hand: Hand, rules: str) -> str:
    text = hand.to_json()
    if rules not in text:
        # Written otherwise than here: the long way.
        text = _text({key: value for key, value in hand.to_dict().items() if key != "rules"})
    return f'{{"event":"hand",{text.replace(rules, "", 1)[1:]}'


# Reading.


def load_match(data: Mapping[str, Any]) -> Match:
    """A match from its record."""
    data = _current(mapping_of(data))
    match = _begun(data)
    for number, entry in enumerate(_list(data["log"])):
        try:
            _do(match, entry, data["rules"])
        except InvalidRecord as error:
            message = f"record of a match: entry {number} of the log: {error}"
            raise InvalidRecord(message, code=error.code, **{**error.details, "entry": number}) from error
        except (OfcError, KeyError, TypeError, ValueError, AttributeError) as error:
            raise InvalidRecord(
                f"record of a match: entry {number} of the log: {error}", code="does_not_replay", entry=number
            ) from error
    if data["totals"] != dict(match.totals):
        _refuse("does_not_replay", f"the totals are {show(data['totals'])}, but replaying gives {dict(match.totals)}")
    match._clock = _clock(match, data["clock"])
    return match


def _refuse(code: str, message: str, **details: Any) -> NoReturn:
    raise InvalidRecord(f"record of a match: {message}", code=code, **details)


def _current(record: Mapping[str, Any]) -> dict[str, Any]:
    """The record in the present form, its keys checked."""
    data = dict(record)
    schema = data.get("schema")
    while type(schema) is int and schema in _UPGRADES:
        data = _UPGRADES[schema](data)
        schema = data.get("schema")
    if type(schema) is not int or schema != SCHEMA:
        _refuse("unknown_schema", f"schema {show(schema)} cannot be read; this version reads up to {SCHEMA}")
    if data.get("kind") != "match":
        _refuse("wrong_kind", f"kind {show(data.get('kind'))}; wanted: match")
    missing, unknown = sorted(set(_KEYS) - set(data)), sorted(set(data) - set(_KEYS))
    if missing or unknown:
        _refuse("wrong_keys", f"missing: {', '.join(missing) or 'nothing'}; unknown: {', '.join(unknown) or 'nothing'}")
    return data


def _list(value: Any) -> list[Any]:
    if not isinstance(value, list):
        _refuse("not_a_record", "the log is no list")
    return value


def _begun(data: Mapping[str, Any]) -> Match:
    from .match import Match

    try:
        seed = data["seed"]
        if not isinstance(data["rules"], dict) or not isinstance(data["seats"], list):
            _refuse("wrong_opening", "the rules are no object, or the seats no list")
        return Match(
            Rules.from_dict(data["rules"]),
            data["seats"],
            seed=None if seed is None else int(seed, 16),
            hands=data["hands"],
            point_value=data["point_value"],
            button=data["button"],
        )
    except (OfcError, TypeError, ValueError) as error:
        if isinstance(error, InvalidRecord):
            raise
        raise InvalidRecord(f"record of a match: how it begins: {error}", code="wrong_opening") from error


def _do(match: Match, entry: Mapping[str, Any], rules: Mapping[str, Any]) -> None:
    """What an entry of the log says."""
    kind = entry["event"]
    if kind == "hand":
        before = match._between("deal")
        opening = match._due(before)
        hand = Hand.from_dict({"rules": rules, **{key: value for key, value in entry.items() if key != "event"}})
        _check_opening(match, opening, hand)
        match._begin(before, opening, hand)
        return
    if kind not in _CHANGES or set(entry) != {"event", *_CHANGES[kind]}:
        raise ValueError(f"{show(dict(entry))} is no event of a match")
    match._change(Change(kind, entry.get("player"), entry.get("after")))


def _check_opening(match: Match, opening: Opening, hand: Hand) -> None:
    setup, wanted = hand._setup, opening
    said = (setup.seats, setup.button, setup.fantasyland, setup.choice, setup.stacks)
    due = (len(wanted.players), wanted.button, wanted.fantasyland, wanted.choice, wanted.stacks)
    if said != due:
        raise ValueError(
            "the hand begins with (seats, button, fantasyland, choice, stacks) = "
            f"{said}, but after what was before it begins with {due}"
        )
    secret = hand._secret
    if secret is None:
        return
    seed = None if match._seed is None else match._seed.to_bytes(32, "little")
    if secret.number != opening.number or (seed is not None and secret.seed != seed):
        raise ValueError(f"the deal is not that of hand {opening.number} of the match")


def _clock(match: Match, data: Any) -> Clock:
    """The turns whose time runs: of players whose time can run, with the events that they answer."""
    timed = match._timed()
    try:
        turns = {name: (at, began) for name, (at, began) in data.items()}
        for name, (at, began) in turns.items():
            if timed.get(name) != at or type(at) is not int or time_of("record", began) is None:
                _refuse("wrong_clock", f"the turn of {show(name)}, {show([at, began])}, is not one that goes on")
    except InvalidRecord:
        raise
    except (OfcError, AttributeError, TypeError, ValueError) as error:
        raise InvalidRecord(f"record of a match: the clock cannot be read: {error}", code="wrong_clock") from error
    return Clock(turns)
