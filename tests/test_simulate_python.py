"""Simulations as Python sees them: policies that are functions, columns in files, charts, progress."""

import math
import os
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ofcpoker as ofc
from hands import refused
from ofcpoker.columns import Kept
from ofcpoker.plan import play
from ofcpoker.progress import reporter


def first_legal(view: ofc.View) -> ofc.Placement:
    return view.legal_placements()[0]


class Looking:
    """Notes what it sees, and plays the last legal placement."""

    def __init__(self) -> None:
        self.views: list[ofc.View] = []

    def __call__(self, view: ofc.View) -> dict[ofc.Card, str]:
        self.views.append(view)
        return view.legal_placements()[-1].rows


def test_a_function_plays() -> None:
    looking = Looking()
    result = ofc.simulate(20, "progressive", (first_legal, looking), seed=1)
    assert [player.policy for player in result.players] == ["first_legal", "Looking"]
    assert result.hands == 20 and sum(result.mean) == 0
    assert len(looking.views) == 100
    for view in looking.views:
        assert view.seat == 1 and view.to_act == (1,)
        assert None not in view.dealt(1)
        assert all(card is None for card in view.dealt(0))
    hand = ofc.Hand("progressive", 2, 0, seed=1)
    assert looking.views[0] == hand.view(1)


def test_a_function_that_plays_as_the_core_does_comes_out_level() -> None:
    seen: dict[Any, ofc.Placement] = {}
    plan = ofc.simulate(0, "ofc_ledger", ("greedy",) * 2, seed=8).plan
    for unit in range(30):
        ((number, button, *_, actions, _points),) = plan.core.trace(unit)
        hand = ofc.Hand("ofc_ledger", 2, button, seed=8, number=number)
        for seat, placement in actions:
            seen[seat, hand.dealt(seat)] = placement
            hand.place(seat, placement)

    def copied(view: ofc.View) -> ofc.Placement:
        assert view.seat is not None
        return seen[view.seat, view.dealt(view.seat)]

    mine = ofc.simulate(30, "ofc_ledger", (copied, copied), seed=8)
    core = ofc.simulate(30, "ofc_ledger", ("greedy", "greedy"), seed=8)
    assert mine.tally == core.tally


def test_a_function_may_fail_or_surrender() -> None:
    with pytest.raises(ZeroDivisionError):
        ofc.simulate(5, policies=(lambda view: 1 // 0, "greedy"), seed=1)
    refused(ofc.InvalidRules, "unknown_policy", ofc.simulate, 5, policies=(None, "greedy"))
    refused(ofc.IllegalPlacement, "wrong_number", ofc.simulate, 5, policies=(lambda view: {}, "greedy"), seed=1)
    refused(ofc.IllegalPlacement, "no_surrender", ofc.simulate, 5, policies=(lambda view: None, "greedy"), seed=1)
    given_up = ofc.simulate(10, {"surrender": 2}, (lambda view: None, "greedy"), seed=1)
    assert given_up.players[0].surrenders.share == 1
    # Who surrenders pays 2 unless the other fouls.
    assert given_up.players[0].total == -2 * (10 - given_up.players[1].fouls.times)


def test_functions_see_fantasyland_and_stacks() -> None:
    views: list[ofc.View] = []

    def noting(view: ofc.View) -> ofc.Placement:
        views.append(view)
        return view.legal_placements()[0]

    rules = ofc.Rules(entry="progressive", cap=60)
    ofc.simulate(1, rules, (noting, "greedy"), fantasyland={0: 15}, seed=1)
    assert views[0].fantasyland == (15, 0) and len(views[0].dealt(0)) == 15 and views[0].stacks is None
    views.clear()
    ofc.simulate(3, rules, (noting, "greedy"), matches=1, seed=1)
    assert {view.stacks for view in views if view.stacks} >= {(60, 60)}


def test_functions_of_one_name_are_not_added_up() -> None:
    def played(policy: Any, first: int) -> ofc.SimulationResult:
        return ofc.simulate(5, policies=(policy, "random"), seed=1, first=first)

    def policies() -> tuple[Any, Any]:
        return lambda view: view.legal_placements()[0], lambda view: view.legal_placements()[-1]

    one, other = policies()
    again, _ = policies()
    assert played(one, 0) + played(again, 5) == ofc.simulate(10, policies=(one, "random"), seed=1)
    refused(ofc.InvalidRecord, "other_simulation", lambda: played(one, 0) + played(other, 5))


def test_columns_in_files(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    args: dict[str, Any] = {"policies": ("greedy", "random"), "seed": 4, "keep": ("points", "boards")}
    kept = ofc.simulate(30_000, **args)
    filed = ofc.simulate(30_000, **args, path=tmp_path / "hands", threads=2)
    assert filed == kept and filed.columns == {} and filed.path == str(tmp_path / "hands")
    table = parquet.read_table(tmp_path / "hands")
    assert table.num_rows == 30_000
    order = np.argsort(table["hand"].to_numpy())
    for name, column in kept.columns.items():
        assert np.array_equal(table[name].to_numpy()[order], column), name
    assert not [file for file in (tmp_path / "hands").iterdir() if file.suffix != ".parquet"]
    refused(ofc.InvalidRecord, "in_files", lambda: filed.boards)
    refused(ofc.InvalidRules, "path_in_use", ofc.simulate, 10, **args, path=tmp_path / "hands")


def test_files_of_parts_with_gaps(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow.parquet")
    plan = ofc.simulate(0, policies="random", seed=4, keep="points").plan
    done = [(0, 10), (30, 35)]
    parts = [play(plan, start, stop) for start, stop in done]
    columns = {name: np.concatenate([part.columns[name] for part in parts]) for name in parts[0].columns}
    path = tmp_path / "hands"
    Kept(plan, path, None).take(parts[0]._replace(columns=columns, done=done))
    names = sorted(file.name for file in path.iterdir())
    assert names == [f"part-{start:016}-{stop:016}.parquet" for start, stop in done]
    # Whoever goes on keeps what was counted, and drops what was not.
    Kept(plan, path, done)
    assert sorted(file.name for file in path.iterdir()) == names
    refused(ofc.InvalidRecord, "hands_missing", Kept, plan, path, [(0, 35)])
    refused(ofc.InvalidRecord, "hands_missing", Kept, plan, tmp_path / "elsewhere", done)
    Kept(plan, path, done[:1])
    assert [file.name for file in path.iterdir()] == names[:1]


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="no modes of files here")
def test_files_have_the_modes_of_others(tmp_path: Path) -> None:
    (tmp_path / "other").touch()
    ofc.simulate(10, seed=1, checkpoint=tmp_path / "run")
    assert (tmp_path / "run").stat().st_mode == (tmp_path / "other").stat().st_mode


def test_charts(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    for result in (
        ofc.simulate(500, policies=("greedy", "random"), seed=1),
        ofc.simulate(5, "deuce_to_seven", ("greedy",) * 3, matches=20, seed=1, duplicate=True),
        ofc.simulate(1, "closed", seed=1),
        ofc.simulate(0, seed=1),
    ):
        figure = result.plot(str(tmp_path / "chart.png"))
        assert (tmp_path / "chart.png").stat().st_size > 10_000
        titles = [axes.get_title() for axes in figure.axes]
        assert titles == ["Points", "Score, with a 95 % band", "The top", "The middle", "The bottom"]
        assert len(figure.axes[1].lines) == len(result.policies)


def test_progress(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[tuple[int, int]] = []
    ofc.simulate(50, matches=40, seed=1, progress=lambda done, total: calls.append((done, total)))
    assert calls[0] == (0, 2000) and calls[-1] == (2000, 2000)
    assert calls == sorted(calls)
    ofc.simulate(2000, seed=1, progress=True)
    assert "hands" in capsys.readouterr().err
    with reporter("count", True, 2000, "hands") as report:
        assert report is not None
        report(1000)
        time.sleep(0.2)
        report(1001)
    text = capsys.readouterr().err
    assert "1.00k/2.00k" in text and "k hands/s" not in text
    monkeypatch.setitem(__import__("sys").modules, "tqdm", None)
    ofc.simulate(2000, seed=1, progress=True)
    text = capsys.readouterr().err
    assert "2,000 of 2,000 hands" in text and "a second" in text and "s left" in text


def test_estimates() -> None:
    estimate = ofc.Estimate(1.0, 0.5, 10)
    low, high = estimate.interval(0.95)
    assert low == pytest.approx(1 - 0.98, abs=1e-3) and high == pytest.approx(1.98, abs=1e-3)
    assert ofc.Rate(0, 0).to_dict() == {"times": 0, "of": 0, "share": None}
    assert math.isnan(ofc.Rate(0, 0).error) and str(ofc.Rate(0, 0)) == "-"
