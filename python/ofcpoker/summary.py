"""The table that `print(result)` shows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .rules import Rules

if TYPE_CHECKING:
    from .estimates import Rate
    from .results import SimulationResult

__all__ = ["summary"]


def _rules_name(rules: Rules) -> str:
    return next(
        (name for name in Rules.presets() if Rules.preset(name) == rules), f"{rules.deal} with settings changed"
    )


def _share(rate: Rate) -> str:
    return f"{100 * rate.share:.2f} %" if rate.count else "-"


def _table(rows: list[list[str]]) -> list[str]:
    widths = [max(len(row[at]) for row in rows) for at in range(len(rows[0]))]
    sides = [str.ljust, str.ljust, *[str.rjust] * (len(widths) - 2)]
    return ["  ".join(map(lambda side, cell, width: side(cell, width), sides, row, widths)).rstrip() for row in rows]


def _head(result: SimulationResult) -> str:
    plan = result.plan
    words = [f"{result.hands:,} hands of {_rules_name(result.rules)}"]
    if plan.length is not None:
        words.append(f"{result.units:,} matches of {plan.length:,}")
    if plan.duplicate:
        words.append("every deal from all seats")
    words.append(f"seed {result.seed}")
    if result.seconds:
        words.append(f"{result.hands_per_second:,.0f} hands a second")
    return ", ".join(words) + (" (partial: broken off)" if result.partial else "")


def summary(result: SimulationResult) -> str:
    """The figures of a simulation as a table; ± is half the width of a 95 % interval."""
    lines = [_head(result), ""]
    players = result.players
    head = ["", "policy", "points a hand", "royalties", "top", "middle", "bottom", "foul", "scoops", "scooped"]
    rows = [[*head, "Fantasyland"] if result.rules.entry else head]
    for at, player in enumerate(players):
        royalties = [f"{player.royalties(row).mean:.3f}" for row in ("total", "top", "middle", "bottom")]
        rates = [player.fouls, player.scoops, player.scooped, *([player.entries] if result.rules.entry else [])]
        rows.append([f"player {at}", player.policy, str(player.points), *royalties, *map(_share, rates)])
    lines += _table(rows)
    if any(player.in_fantasyland.times for player in players):
        rows = [["", "in Fantasyland", "hands", "points", "royalties", "foul", "stays", "hands a visit"]]
        for at, player in enumerate(players):
            visits, inside = player.visit_lengths, player.in_fantasyland
            length = sum(hands * count for hands, count in visits.items()) / sum(visits.values()) if visits else None
            means = (player.fantasyland_points, player.fantasyland_royalties)
            rows.append(
                [
                    f"player {at}",
                    player.policy,
                    _share(inside),
                    *(f"{mean.mean:+.3f}" if mean.count else "-" for mean in means),
                    *map(_share, (player.fantasyland_fouls, player.stays)),
                    "-" if length is None else f"{length:.2f}",
                ]
            )
        lines += ["", *_table(rows)]
    extras = []
    for at, player in enumerate(players):
        for name, rate in (("moons", player.moons), ("surrenders", player.surrenders), ("The Choice", player.choices)):
            if rate.times:
                extras.append(f"player {at}: {name} in {_share(rate)} of the hands")
    if extras:
        lines += ["", *extras]
    if len(players) == 2 and result.hands:
        lines += ["", f"player 0 makes {result.difference()} points a hand more than player 1"]
    lines += ["", "± is half the width of a 95 % interval"]
    return "\n".join(lines)
