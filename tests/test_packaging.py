"""What was installed is whole: version, metadata, types, licences and public names."""

import ast
import importlib
import pkgutil
import tomllib
from importlib import metadata, resources
from pathlib import Path

import pytest

import ofcpoker

ROOT = Path(__file__).parent.parent
PACKAGE = resources.files("ofcpoker")
MODULES = sorted(module.name for module in pkgutil.iter_modules(ofcpoker.__path__))


def test_the_tests_see_the_installed_package() -> None:
    """The wheel is tested, not the source tree."""
    assert ofcpoker.__file__ is not None
    assert not Path(ofcpoker.__file__).resolve().is_relative_to(ROOT / "python")


def test_version_is_the_crates() -> None:
    crate = tomllib.loads((ROOT / "Cargo.toml").read_text(encoding="utf-8"))["package"]
    assert metadata.version("ofcpoker") == crate["version"] == ofcpoker.__version__


def test_metadata() -> None:
    crate = tomllib.loads((ROOT / "Cargo.toml").read_text(encoding="utf-8"))["package"]
    project = metadata.metadata("ofcpoker")
    assert project["License-Expression"] == crate["license"]
    assert project["Summary"] == crate["description"]
    assert sorted(project.get_all("License-File", [])) == ["LICENSE-APACHE", "LICENSE-MIT"]
    required = [line for line in metadata.requires("ofcpoker") or [] if "extra ==" not in line]
    assert [line.split(">")[0] for line in required] == ["numpy"]


def test_command_exists() -> None:
    (command,) = metadata.entry_points(group="console_scripts", name="ofc")
    assert callable(command.load())


@pytest.mark.parametrize("name", ["py.typed", "_core.pyi"])
def test_types_are_shipped(name: str) -> None:
    assert PACKAGE.joinpath(name).is_file()


def test_every_source_file_is_installed() -> None:
    sources = {
        path.name for path in (ROOT / "python" / "ofcpoker").iterdir() if path.suffix in {".py", ".pyi", ".typed"}
    }
    assert sources <= {path.name for path in PACKAGE.iterdir()}


def test_all_is_what_the_package_offers() -> None:
    """``__all__`` names what ``__init__`` imports or defines, and nothing else."""
    tree = ast.parse(PACKAGE.joinpath("__init__.py").read_text(encoding="utf-8"))
    imported = {
        alias.asname or alias.name
        for node in tree.body
        if isinstance(node, ast.ImportFrom) and (node.level or (node.module or "").startswith("ofcpoker"))
        for alias in node.names
    }
    offered = {name for name in imported if not name.startswith("_")}
    assert offered <= set(ofcpoker.__all__), "imported, but not in __all__"
    assert len(set(ofcpoker.__all__)) == len(ofcpoker.__all__)
    for name in ofcpoker.__all__:
        assert hasattr(ofcpoker, name), name


@pytest.mark.parametrize("name", [name for name in MODULES if name != "__main__"])
def test_every_module_imports(name: str) -> None:
    """Modules of an extra too: what they need is imported only when it is used."""
    module = importlib.import_module(f"ofcpoker.{name}")
    assert module.__doc__
    for public in getattr(module, "__all__", ()):
        assert hasattr(module, public), public
