"""Who sits at the table of a match, and the changes between hands: values, so that a refused one leaves no trace."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, Literal, TypeAlias

from .checks import show
from .errors import IllegalAction, InvalidRules

__all__ = ["Change", "Player", "Players", "change", "names_of"]

MOST: Final = 4
"""Seats of a table."""


@dataclass(frozen=True, slots=True)
class Player:
    """One player of a match, as things stand between two hands."""

    name: str
    total: int = 0
    """Points won and lost so far; who leaves keeps them."""
    state: Literal["playing", "sitting out", "left"] = "playing"
    fantasyland: int = 0
    """Cards of Fantasyland in the next hand that this player plays, 0 = none."""
    choice: bool = False
    """Whether this player holds The Choice in the next hand."""

    @property
    def is_seated(self) -> bool:
        """Whether this player has a seat, playing or not."""
        return self.state != "left"


Players: TypeAlias = tuple[Player, ...]
"""The players clockwise. Who has left stays where the seat was, so that the button finds its way."""


@dataclass(frozen=True, slots=True)
class Change:
    """A change between two hands: who joins (clockwise after whom), sits out, sits in again, leaves; or the match's
    end."""

    kind: Literal["join", "sit_out", "sit_in", "leave", "end"]
    player: str | None = None
    after: str | None = None

    def to_dict(self) -> dict[str, Any]:
        """The change in plain JSON types."""
        if self.player is None:
            return {"event": self.kind}
        place = {"after": self.after} if self.kind == "join" else {}
        return {"event": self.kind, "player": self.player, **place}


def names_of(operation: str, seats: object) -> tuple[str, ...]:
    """The names of the seats at the beginning, checked."""
    if isinstance(seats, str) or not isinstance(seats, Iterable):
        raise InvalidRules(
            f"{operation}: seats={show(seats)}; allowed: 2 to {MOST} names, such as ('ann', 'bob')", code="wrong_seats"
        )
    names = tuple(_name(operation, name) for name in seats)
    if not 2 <= len(names) <= MOST:
        raise InvalidRules(f"{operation}: {len(names)} seats; a match begins with 2 to {MOST}", code="wrong_seats")
    if len(set(names)) != len(names):
        raise InvalidRules(f"{operation}: a name stands twice in {', '.join(names)}", code="name_twice")
    return names


def _name(operation: str, name: object) -> str:
    if (
        not isinstance(name, str)
        or not name.strip()
        or name != name.strip()
        or not name.isprintable()
        or len(name) > 64
    ):
        raise InvalidRules(
            f"{operation}: the name {show(name)}; allowed: 1 to 64 characters with no space at the ends",
            code="wrong_name",
        )
    return str(name)


def find(players: Players, name: object, operation: str) -> int:
    """Where the player of that name is in the list."""
    for place, player in enumerate(players):
        if player.name == name:
            return place
    raise IllegalAction(
        f"{operation}: there is no player {show(name)}; players: {', '.join(player.name for player in players)}",
        code="unknown_player",
    )


def change(players: Players, made: Change) -> Players:
    """The players after a change; raises `IllegalAction` or `InvalidRules` when it cannot be made."""
    if made.kind == "end":
        return players
    if made.kind == "join":
        return _join(players, _name("join", made.player), made.after)
    place = find(players, made.player, made.kind)
    player = players[place]
    wanted: dict[str, tuple[str, ...]] = {
        "sit_out": ("playing",),
        "sit_in": ("sitting out",),
        "leave": ("playing", "sitting out"),
    }
    if player.state not in wanted[made.kind]:
        state = "has left" if player.state == "left" else f"is {player.state}"
        raise IllegalAction(f"{made.kind}: {player.name} {state}", code=f"cannot_{made.kind}", player=player.name)
    if made.kind == "leave":
        player = replace(player, state="left", fantasyland=0, choice=False)
    else:
        player = replace(player, state="sitting out" if made.kind == "sit_out" else "playing")
    return (*players[:place], player, *players[place + 1 :])


def _join(players: Players, name: str, after: str | None) -> Players:
    if after is not None:
        find(players, after, "join")
    seated = sum(player.is_seated for player in players)
    if seated >= MOST:
        raise IllegalAction(
            f"join: all {MOST} seats are taken; somebody has to leave first", code="table_full", player=name
        )
    back = [player for player in players if player.name == name]
    if back and back[0].is_seated:
        raise IllegalAction(f"join: {name} has a seat already", code="name_twice", player=name)
    if back and after is None:
        return tuple(replace(player, state="playing") if player is back[0] else player for player in players)
    if after == name:
        raise IllegalAction(f"join: {name} cannot sit after {name}", code="unknown_player", player=name)
    player = replace(back[0], state="playing") if back else Player(name)
    others = [other for other in players if other.name != name]
    place = len(others) if after is None else find(tuple(others), after, "join") + 1
    return (*others[:place], player, *others[place:])


def clockwise(players: Players, name: str) -> Sequence[Player]:
    """The players clockwise, beginning with that one."""
    place = find(players, name, "button")
    return players[place:] + players[:place]
