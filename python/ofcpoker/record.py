"""Hands and views as JSON, both ways; hands in files, one a line.

A record holds how the hand began, the cards, and the list of events. Loading it replays the events: what they should
have led to is compared with what they say, so that an edited record is refused at the event that breaks.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NoReturn

from . import _core
from ._core import Placement
from .cards import Card
from .checks import show
from .errors import InvalidRecord, OfcError
from .fairness import Secret
from .rules import Rules
from .state import Setup, setup_of

if TYPE_CHECKING:
    from .game import Hand
    from .state import HandState
    from .view import View

__all__ = ["SCHEMA", "load_hands", "save_hands"]

SCHEMA: Final = 1
"""The version of the form that is written; all before it are read."""

_UPGRADES: dict[int, Callable[[dict[str, Any]], dict[str, Any]]] = {}
"""For each version before SCHEMA what turns its records into those of the next."""

_BACK: Final = 254

_SHOWN: Final = 300
"""Characters of an event that a message shows."""


# Writing.


@lru_cache(maxsize=256)
def _opening(setup: Setup) -> str:
    """The public part of a record, as the inside of a JSON object."""
    plain = {
        "rules": setup.rules.to_dict(),
        "seats": setup.seats,
        "button": setup.button,
        "fantasyland": setup.fantasyland,
        "choice": setup.choice,
        "stacks": setup.stacks,
    }
    return json.dumps(plain, separators=(",", ":"))[1:-1]


def _events(state: HandState) -> str:
    if not state.is_over:
        return state._flow.events_json()
    score = state.score
    return state._flow.events_json(None if score is None else list(score.points))


def hand_json(hand: Hand) -> str:
    secret = hand._secret
    kind = "observed" if secret is None else "hand"
    deal = "" if secret is None else f'"deal":{_deal(hand._flow.decks(), secret)},'
    return f'{{"schema":{SCHEMA},"kind":"{kind}",{_opening(hand._setup)},{deal}"events":{_events(hand)}}}'


@lru_cache(maxsize=256)
def _deck_text(deck: bytes) -> str:
    return " ".join("??" if card == _BACK else str(Card(card)) for card in deck)


def _deal(decks: list[bytes], secret: Secret) -> str:
    texts = '","'.join(_deck_text(deck) for deck in decks)
    if secret.seed is None:
        return f'{{"decks":["{texts}"],"key":"{secret.key.hex()}"}}'
    given = "false" if secret.is_seeded else "true"
    return f'{{"decks":["{texts}"],"given":{given},"seed":"{secret.seed.hex()}","number":{secret.number}}}'


def view_json(view: View) -> str:
    seat = "null" if view.seat is None else view.seat
    return f'{{"schema":{SCHEMA},"kind":"view","seat":{seat},{_opening(view._setup)},"events":{_events(view)}}}'


# Reading.


def parsed(text: str | bytes) -> dict[str, Any]:
    """A record's JSON as a dict."""
    try:
        data = json.loads(text)
    except (RecursionError, TypeError, ValueError) as error:
        raise InvalidRecord(f"record: no JSON: {error}", code="not_json") from error
    return dict(mapping_of(data))


def mapping_of(data: Any) -> Mapping[str, Any]:
    """A record in plain JSON types, if it is a mapping at all."""
    if not isinstance(data, Mapping):
        _refuse("not_a_record", f"{type(data).__name__} instead of an object")
    return data


def _refuse(code: str, message: str, **details: Any) -> NoReturn:
    raise InvalidRecord(f"record: {message}", code=code, **details)


def _current(data: Mapping[str, Any], kinds: tuple[str, ...], more: tuple[str, ...]) -> dict[str, Any]:
    """The record in the present form, its keys checked."""
    record = dict(data)
    schema = record.get("schema")
    while type(schema) is int and schema in _UPGRADES:
        record = _UPGRADES[schema](record)
        schema = record.get("schema")
    if schema != SCHEMA or type(schema) is not int:
        _refuse("unknown_schema", f"schema {show(schema)} cannot be read; this version reads up to {SCHEMA}")
    if record.get("kind") not in kinds:
        _refuse("wrong_kind", f"kind {show(record.get('kind'))}; wanted: {' or '.join(kinds)}")
    keys = {"schema", "kind", "rules", "seats", "button", "fantasyland", "choice", "stacks", "events", *more}
    if keys != set(record):
        missing, unknown = sorted(keys - set(record)), sorted(map(str, set(record) - keys))
        _refuse("wrong_keys", f"missing: {', '.join(missing) or 'nothing'}; unknown: {', '.join(unknown) or 'nothing'}")
    return record


def _setup(record: Mapping[str, Any]) -> Setup:
    try:
        rules = Rules.from_dict(record["rules"])
        return setup_of(
            rules, record["seats"], record["button"], record["fantasyland"], record["choice"], record["stacks"]
        )
    except (OfcError, TypeError, AttributeError) as error:
        raise InvalidRecord(f"record: how it begins: {error}", code="wrong_opening") from error


def load_hand(data: Mapping[str, Any]) -> tuple[Setup, _core.Flow, Secret | None]:
    data = mapping_of(data)
    more = ("deal",) if data.get("kind") == "hand" else ()
    record = _current(data, ("hand", "observed"), more)
    setup = _setup(record)
    decks, secret = _read_deal(record["deal"], setup) if more else ([], None)
    try:
        flow = setup.open(decks, None if secret is None else secret.key)
    except OfcError as error:
        raise InvalidRecord(f"record: {error}", code="wrong_opening") from error
    _replay(flow, setup, record["events"], observed=secret is None)
    return setup, flow, secret


def load_view(data: Mapping[str, Any]) -> tuple[Setup, _core.Flow, int | None]:
    record = _current(mapping_of(data), ("view",), ("seat",))
    setup = _setup(record)
    seat = record["seat"]
    if seat is not None and (type(seat) is not int or not 0 <= seat < setup.seats):
        _refuse("wrong_seat", f"seat {show(seat)} of {setup.seats}")
    flow = setup.open([], None)
    _replay(flow, setup, record["events"], observed=True)
    return setup, flow, seat


def _read_deal(deal: Any, setup: Setup) -> tuple[list[bytes], Secret]:
    try:
        decks = [_ids(text) for text in deal["decks"]]
        if "seed" not in deal:
            if set(deal) != {"decks", "key"}:
                _refuse("wrong_keys", "the deal has other keys than decks and key")
            return decks, Secret(None, 0, False, bytes.fromhex(deal["key"]))
        if set(deal) != {"decks", "given", "seed", "number"} or type(deal["given"]) is not bool:
            _refuse("wrong_keys", "the deal has other keys than decks, given, seed and number")
        seed, number = bytes.fromhex(deal["seed"]), deal["number"]
        if len(seed) != 32:
            _refuse("wrong_deal", f"a seed of {len(seed)} bytes; it has 32")
        if type(number) is not int or not 0 <= number < 2**56 or len(decks) != 1:
            _refuse("wrong_deal", f"number {show(number)} and {len(decks)} decks")
        key = _core.deal_key(seed, number) if setup.rules.reuse_discards else bytes(32)
        if _BACK in decks[0]:
            _refuse("wrong_deal", "not all cards of the deck are known")
        if not deal["given"] and decks[0] != _core.deal_deck(seed, number, setup.rules.jokers):
            _refuse("other_deck", "the deck is not that of the seed")
        return decks, Secret(seed, number, not deal["given"], key)
    except InvalidRecord:
        raise
    except (OfcError, AttributeError, IndexError, KeyError, TypeError, ValueError) as error:
        raise InvalidRecord(f"record: the deal cannot be read: {error}", code="wrong_deal") from error


def _ids(text: str) -> bytes:
    """The ids of cards in text, `??` for those that are not known."""
    return bytes(_BACK if word == "??" else Card(word) for word in text.split())


def _replay(flow: _core.Flow, setup: Setup, events: Any, *, observed: bool) -> None:
    """Does what the events say, and checks that they say what was done."""
    if not isinstance(events, list):
        _refuse("not_a_record", "the events are no list")
    failed: tuple[int, Exception] | None = None
    for number, event in enumerate(events):
        try:
            _do(flow, event, observed)
        except (OfcError, AttributeError, KeyError, TypeError, ValueError) as error:
            failed = number, error
            break
    done = json.loads(flow.events_json(_points(flow, setup)))
    for number, said in enumerate(events):
        if failed is not None and failed[0] == number:
            cause = failed[1]
            raise InvalidRecord(
                f"record: event {number}, {show(said, _SHOWN)}: {cause}", code="does_not_replay", event=number
            ) from cause
        was = done[number] if number < len(done) else "nothing"
        if said != was:
            _refuse(
                "does_not_replay",
                f"event {number} says {show(said, _SHOWN)}, but replaying gives {was!r}",
                event=number,
            )
    if len(events) < len(done):
        number = len(events)
        _refuse("does_not_replay", f"event {number} is missing: {done[number]!r}", event=number)


def _points(flow: _core.Flow, setup: Setup) -> list[int] | None:
    from .state import HandState

    if not flow.is_over:
        return None
    state = HandState()
    state._flow, state._setup = flow, setup
    score = state.score
    return None if score is None else list(score.points)


def _do(flow: _core.Flow, event: Mapping[str, Any], observed: bool) -> None:
    kind = event["event"]
    if kind == "deal" and observed:
        flow.learn_slots(event["seat"], _ids(event["cards"]))
    elif kind == "place" and observed and event["placement"].startswith("??"):
        flow.set_face_down(event["seat"])
    elif kind == "place" and event.get("late") and not observed:
        flow.time_out(event["seat"], None)
    elif kind == "place":
        flow.place(event["seat"], Placement(event["placement"]), None, bool(event.get("late")))
    elif kind == "surrender":
        flow.surrender(event["seat"], None)


# Files.


def save_hands(path: str | PathLike[str], hands: Iterable[Hand]) -> None:
    """Writes hands as JSON Lines: a record a line.

    >>> import tempfile, pathlib
    >>> from ofcpoker import Hand
    >>> path = pathlib.Path(tempfile.mkdtemp()) / "hands.jsonl"
    >>> save_hands(path, (Hand("pineapple", seed=7, number=i) for i in range(3)))
    >>> [hand.dealt(1)[0] for hand in load_hands(path)]
    [Card('7c'), Card('Ah'), Card('2c')]
    """
    with Path(path).open("w", encoding="utf-8", newline="\n") as file:
        for hand in hands:
            file.write(hand.to_json() + "\n")


def load_hands(path: str | PathLike[str]) -> Iterator[Hand]:
    """Reads hands that `save_hands` wrote, one at a time. Raises `InvalidRecord` naming a line that cannot be read."""
    from .game import Hand

    with Path(path).open("rb") as file:
        for number, line in enumerate(file, 1):
            if line.strip():
                try:
                    yield Hand.from_json(line)
                except InvalidRecord as error:
                    raise InvalidRecord(f"{path}, line {number}: {error}", code=error.code, line=number) from error
