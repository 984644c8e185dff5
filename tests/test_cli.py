"""The command `ofc` as its users run it: what it prints, and its exit status."""

import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import ofcpoker as ofc
from ofcpoker.cli import main

TABLE = "Qh Qc 3d / Ts Js Qd Kc Ah / 7d 7c 7s 2h 2s | 2c 2d 7h / Ac Ad 4h 4s Jc / 8c 9d Th Jh Qs"
JOKERS = "Qs X1 3d / 8c 8d 8h Kc 2s / Ah Kh Qd Jh Th | 2c 2d 7h / Ac Ad 4h 4s Jc / 8s 9d Tc Js Qc"


def ofc_says(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(arguments) == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    return captured.out


def test_evaluate(capsys):
    assert ofc_says(capsys, "evaluate", "As Ks Qs Js Ts") == "royal flush\n"
    assert ofc_says(capsys, "evaluate", "7d", "7c", "X1") == "trips, sevens\n"
    assert ofc_says(capsys, "evaluate", "--low", "7c 5d 4h 3s 2c") == "seven low, 7-5-4-3-2\n"
    found = json.loads(ofc_says(capsys, "evaluate", "As Ah Ac Kd Kc", "--json"))
    rank = ofc.evaluate("As Ah Ac Kd Kc")
    assert found == {
        "category": "full house",
        "ranks": [14, 14, 14, 13, 13],
        "strength": rank.strength,
        "words": str(rank),
    }


def test_score_draws_the_boards_and_explains_the_points(capsys):
    boards = TABLE.split("|")
    printed = ofc_says(capsys, "score", TABLE)
    assert printed.endswith(str(ofc.score(boards)) + "\n")
    assert "   Q♥ Q♣ 3♦          2♣ 2♦ 7♥\n" in printed


def test_score_reads_files_and_standard_input(capsys, tmp_path, monkeypatch):
    file = tmp_path / "tables of a night.txt"
    file.write_text(f"# two tables\n\n{TABLE}\n{TABLE}  # the same again\n", encoding="utf-8")
    from_file = ofc_says(capsys, "score", str(file), "--json")
    assert [json.loads(line)["points"] for line in from_file.splitlines()] == [[21, -21], [21, -21]]
    monkeypatch.setattr(sys, "stdin", io.StringIO(file.read_text(encoding="utf-8")))
    assert ofc_says(capsys, "score", "-", "--json") == from_file


def test_score_under_rules_and_facts(capsys, tmp_path):
    def points(*options: str) -> list[int]:
        return json.loads(ofc_says(capsys, "score", TABLE, "--json", *options))["points"]

    assert points("--set", "points=2-4") == [19, -19]
    assert points("--rules", "pineapple", "--set", "spades=pair") == [42, -42]
    rules = tmp_path / "house.toml"
    ofc.Rules.preset("pineapple", points="1-3", surrender=2).save(rules)
    assert points("--rules", str(rules)) == [18, -18]
    assert points("--rules", str(rules), "--surrendered", "1") == [2, -2]
    assert points("--set", "cap=100", "--set", "cap_mode=loss", "--stacks", "5", "7", "--button", "0") == [7, -7]
    seats = json.loads(ofc_says(capsys, "score", TABLE, "--json", "--fantasyland", "0:14"))["seats"]
    assert [seat["fantasyland"] for seat in seats] == [0, 0]
    printed = ofc_says(capsys, "score", JOKERS, "--rules", "joker")
    assert "pair, queens" in printed


def test_rules(capsys):
    listed = [line.split(maxsplit=1) for line in ofc_says(capsys, "rules").splitlines()]
    assert [name for name, _ in listed] == list(ofc.Rules.presets())
    assert ["ultimate", "progressive, who stays in Fantasyland keeps the number of cards"] in listed
    assert json.loads(ofc_says(capsys, "rules", "--json")) == list(ofc.Rules.presets())
    assert ofc_says(capsys, "rules", "ofc_ledger") == str(ofc.Rules.preset("ofc_ledger")) + "\n"
    changed = json.loads(ofc_says(capsys, "rules", "ofc_ledger", "--set", "moon=20", "--json"))
    assert ofc.Rules.from_dict(changed) == ofc.Rules.preset("ofc_ledger", moon=20)
    compared = ofc_says(capsys, "rules", "pineapple", "progressive")
    assert compared == "".join(f"{entry}\n" for entry in ofc.Rules().diff("progressive"))
    assert ofc_says(capsys, "rules", "pineapple", "pineapple") == "no difference\n"
    changed = ofc_says(
        capsys, "rules", "pineapple", "classic", "--set", "royalties.middle.flush=9", "--set", "moon=20", "--json"
    )
    found = json.loads(changed)
    assert found["entry"] == [{"QQ": 14}, {"QQ": 13}] and found["moon"] == [20, None]
    assert any(setting.startswith("royalties") for setting in found)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["evaluate", "As Ks"], ["evaluate", "2 cards", "As Ks", "3 or 5"]),
        (["evaluate", "As As Ks"], ["As", "twice"]),
        (["evaluate", "Zs Ks Qs"], ['"Zs"', "not a card"]),
        (["evaluate", "--low", "X1 Ks Qs Js Ts"], ["X1", "joker"]),
        (["score", "As / Ks"], ["As / Ks"]),
        (["score", TABLE.replace("2h 2s", "2h")], ["seat 0", "12 cards"]),
        (["score", TABLE.replace("8c", "3d")], ["3d", "seat 1"]),
        (["score", JOKERS], ["X1", "without jokers"]),
        (["score", TABLE, "--rules", "pinapple"], ["pinapple", "pineapple"]),
        (["score", TABLE, "--set", "mooon=20"], ["mooon", "moon"]),
        (["score", TABLE, "--set", "moon"], ["moon"]),
        (["score", TABLE, "--fantasyland", "1"], ["SEAT:CARDS"]),
        (["score", TABLE, "--fantasyland", "1:" + "9" * 5000], ["SEAT:CARDS"]),
        (["score", TABLE, "--fantasyland", "1:14", "1:15"], ["seat 1 twice"]),
        (["score", "\ud800 | " + TABLE], ["not a card"]),
        (["score", TABLE, "--fantasyland", "7:14"], ["7", "0 to 1"]),
        (["score", TABLE, "--stacks", "1", "2"], ["cap"]),
        (["score", "no such file.txt"], ["no such file.txt"]),
        (["rules", "no such preset"], ["no such preset"]),
        (["rules", "a", "b", "c"], ["3 names"]),
        (["speed", "--rows", str(10**15)], ["allocate"]),
        (["rules", "--set", "moon=20"], ["NAME"]),
    ],
)
def test_bad_input_has_status_2_and_says_what_is_wrong(capsys, arguments, words):
    assert main(arguments) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("ofc: ")
    for word in words:
        assert word in captured.err


def test_files_as_other_systems_write_them(capsys, tmp_path):
    tables = tmp_path / "tables.txt"
    tables.write_bytes(f"\ufeff{TABLE}\r\n".encode())
    rules = tmp_path / "RULES.TOML"
    rules.write_text("moon = 20\n", encoding="utf-8-sig")
    assert json.loads(ofc_says(capsys, "score", str(tables), "--rules", str(rules), "--json"))["points"] == [21, -21]
    tables.write_bytes(b"\xff")
    assert main(["score", str(tables)]) == 2
    assert "tables.txt" in capsys.readouterr().err


def test_signs_that_the_output_cannot_hold():
    command = [sys.executable, "-m", "ofcpoker", "score", TABLE]
    environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
    printed = subprocess.run(command, capture_output=True, text=True, env=environment, check=True).stdout
    assert "   Q? Q? 3?" in printed and printed.endswith(str(ofc.score(TABLE.split("|"))) + "\n")


def test_a_bad_line_of_a_file_is_named(capsys, tmp_path):
    file = tmp_path / "tables.txt"
    file.write_text(f"{TABLE}\n{TABLE.replace('8c', '3d')}\n", encoding="utf-8")
    assert main(["score", str(file)]) == 2
    assert "tables.txt, line 2: score: seat 1" in capsys.readouterr().err


@pytest.mark.parametrize("arguments", [[], ["nothing"], ["evaluate"], ["score", "--sett", "moon=20"]])
def test_a_wrong_command_line_has_status_2(arguments, capsys):
    with pytest.raises(SystemExit) as caught:
        main(arguments)
    assert caught.value.code == 2
    assert "usage: ofc" in capsys.readouterr().err


@pytest.mark.parametrize("command", ["", "evaluate", "score", "rules", "speed"])
def test_help_is_there(command, capsys):
    with pytest.raises(SystemExit) as caught:
        main([*command.split(), "--help"])
    assert caught.value.code == 0
    assert "usage: ofc" in capsys.readouterr().out


def test_as_a_module_and_into_a_closed_pipe():
    root = Path(__file__).parent
    command = [sys.executable, "-m", "ofcpoker", "score", str(root / "tables.txt")]
    whole = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=True)
    assert whole.stdout.count("points  seat 0") == 4
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        process.stdout.close()
        assert process.stderr.read() == b""


def test_speed_reports_every_kernel(capsys):
    printed = ofc_says(capsys, "speed", "--rows", "20000")
    for line in ("portable", "evaluate_many", "score_many", "strength"):
        assert line in printed
