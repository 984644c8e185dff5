"""`ofc simulate` as its users run it."""

import json
from pathlib import Path

import pytest

import ofcpoker as ofc
from ofcpoker.cli import main


def says(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(["simulate", *arguments]) == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    return captured.out


def test_the_table(capsys):
    printed = says(capsys, "--hands", "2e3", "--rules", "progressive", "--policies", "greedy,random", "--seed", "1")
    result = ofc.simulate(2000, "progressive", ("greedy", "random"), seed=1)
    assert printed.splitlines()[1:] == str(result).splitlines()[1:]
    assert printed.startswith("2,000 hands of progressive, seed 1, ")


def test_json_and_charts(capsys, tmp_path: Path):
    pytest.importorskip("matplotlib")
    out, chart = tmp_path / "out.json", tmp_path / "out.png"
    says(capsys, "--hands", "50", "--matches", "10", "--json", str(out), "--plot", str(chart), "--seed", "3")
    found = json.loads(out.read_text(encoding="utf-8"))
    assert (found["hands"], found["units"]) == (500, 10) and chart.read_bytes().startswith(b"\x89PNG")
    printed = json.loads(says(capsys, "--hands", "50", "--matches", "10", "--json", "-", "--seed", "3"))
    assert printed["players"] == found["players"]


def test_outputs_that_cannot_be_written_are_found_first(tmp_path, capsys):
    pytest.importorskip("matplotlib")
    nowhere = str(tmp_path / "nowhere" / "out.png")
    for arguments, message in (
        (["--plot", "out.hat"], "no format 'hat'"),
        (["--plot", nowhere], "no directory"),
        (["--json", nowhere], "no directory"),
    ):
        # More hands than anybody plays.
        assert main(["simulate", "--hands", "1e15", *arguments]) == 2
        assert message in capsys.readouterr().err
    with pytest.raises(SystemExit):
        main(["simulate", "--hands", "many"])
    assert "write a whole number" in capsys.readouterr().err


def test_bad_input(capsys):
    for arguments, message in (
        (["--policies", "greedy,wise"], "there is no policy called 'wise'"),
        (["--hands", "1.5"], "hands=1.5"),
        (["--rules", "omaha"], "omaha"),
        (["--policies", "random,random,random,random"], "4 x 17 = 68"),
    ):
        assert main(["simulate", *arguments]) == 2
        assert message in capsys.readouterr().err


def test_facts(capsys):
    printed = says(
        capsys, "--hands", "200", "--fantasyland", "0:14", "--duplicate", "--policies", "random", "--set", "moon=20"
    )
    assert "every deal from all seats" in printed
