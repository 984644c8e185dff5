"""Cards, boards and tables for the tests: the vector files, dealt tables and hypothesis strategies."""

from pathlib import Path

VECTORS = Path(__file__).parent / "vectors"


def vectors(name):
    """The rows of a vector file as dicts."""
    header, *lines = (VECTORS / name).read_text().splitlines()
    names = header.split("\t")
    return [dict(zip(names, line.split("\t"), strict=True)) for line in lines]
