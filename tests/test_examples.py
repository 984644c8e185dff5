"""Examples outside the Python modules are run too: in README.md, in the stubs and in the compiled module.

In README.md, blocks marked ``python`` are run in order, in one namespace: as a doctest where they have prompts. In
blocks marked ``console`` each ``$ ofc ...`` is run and its output compared, with ``...`` for any text; other commands
are not run.
"""

import ast
import doctest
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from importlib import resources
from pathlib import Path
from typing import Any

import pytest

import ofcpoker
from ofcpoker import _core

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
STUBS = resources.files("ofcpoker").joinpath("_core.pyi").read_text(encoding="utf-8")
LIKE = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS


def blocks(language: str) -> Iterator[tuple[int, str]]:
    """The fenced blocks of README.md in a language, each with the line that opens it."""
    for block in re.finditer(rf"^```{language}\n(.*?)^```$", README, re.DOTALL | re.MULTILINE):
        yield README.count("\n", 0, block.start()) + 1, block[1]


def docstrings(node: ast.Module | ast.ClassDef | ast.FunctionDef, name: str) -> Iterator[tuple[str, int, str]]:
    """Name, line and text of the docstrings of a stub and of all inside it."""
    if text := ast.get_docstring(node):
        yield name, node.body[0].lineno - 1, text
    for child in node.body:
        if isinstance(child, ast.ClassDef | ast.FunctionDef):
            yield from docstrings(child, f"{name}.{child.name}")


def run(test: doctest.DocTest) -> None:
    report: list[str] = []
    doctest.DocTestRunner(optionflags=LIKE).run(test, out=report.append, clear_globs=False)
    if report:
        pytest.fail("".join(report), pytrace=False)


def test_readme_python() -> None:
    names: dict[str, Any] = {"__name__": "readme"}
    for line, text in blocks("python"):
        if ">>>" in text:
            test = doctest.DocTestParser().get_doctest(text, names, "README.md", "README.md", line)
            run(test)
            names = test.globs
        else:
            exec(compile("\n" * line + text, "README.md", "exec"), names)


def test_readme_console() -> None:
    for _, text in blocks("console"):
        for step in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
            command, _, shown = step.partition("\n")
            if command.startswith("ofc "):
                printed = output(shlex.split(command)[1:])
                if not doctest.OutputChecker().check_output(shown, printed, LIKE):
                    pytest.fail(f"$ {command}\nREADME.md shows:\n{shown}\nprinted:\n{printed}", pytrace=False)


def output(arguments: list[str]) -> str:
    """What the command prints, errors too."""
    done = subprocess.run(
        [sys.executable, "-m", "ofcpoker", *arguments],
        cwd=ROOT,
        env=os.environ | {"PYTHONUTF8": "1"},
        encoding="utf-8",
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
        timeout=60,
    )
    return done.stdout


def test_stubs() -> None:
    for name, line, text in docstrings(ast.parse(STUBS), "_core"):
        names = vars(_core) | {"ofc": ofcpoker}
        run(doctest.DocTestParser().get_doctest(text, names, name, "_core.pyi", line))


def test_compiled_module() -> None:
    for test in doctest.DocTestFinder().find(_core, globs=vars(_core) | {"ofc": ofcpoker}):
        run(test)
