"""Reports the longest functions and modules and the widest folders; nothing fails on them.

python -m tools.sizes              the ten largest of each kind, for src, tests and the rest
python -m tools.sizes --most 30    the thirty largest

A module should be as long as its one idea, and a folder small enough to read at a glance: look here for those that have
come to hold two ideas.
"""

from __future__ import annotations

import argparse
import ast
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from tools.project_files import ROOT, python_files

PARTS = ("src", "tests")


class Size(NamedTuple):
    """The size of something: lines of code, or files in a folder."""

    amount: int
    where: str


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--most", type=int, default=10, help="how many of each kind to list (default 10)")
    most = parser.parse_args().most
    for part, paths in by_part(python_files()).items():
        print("\n".join(report(part, paths, ROOT, most)))
    return 0


def by_part(paths: Iterable[Path], root: Path = ROOT) -> dict[str, list[Path]]:
    """The files of the package, those of the tests, and all others."""
    parts: dict[str, list[Path]] = {part: [] for part in (*PARTS, "other")}
    for path in paths:
        first = path.relative_to(root).parts[0]
        parts[first if first in PARTS else "other"].append(path)
    return parts


def report(part: str, paths: list[Path], root: Path, most: int) -> Iterator[str]:
    """Lists the largest functions, modules and folders of one part, and how many there are in all."""
    functions = [size for path in paths for size in function_sizes(path, root)]
    for kind, sizes in (
        ("functions", functions),
        ("modules", module_sizes(paths, root)),
        ("folders", folder_sizes(paths, root)),
    ):
        if sizes:
            unit = "files" if kind == "folders" else "lines"
            ordered = sorted(sizes, key=lambda size: (-size.amount, size.where))
            middle = ordered[len(ordered) // 2].amount
            yield f"\n{part}: {len(sizes)} {kind}, median {middle} {unit}; the largest:"
            yield from (f"  {size.amount:5}  {size.where}" for size in ordered[:most])


def function_sizes(path: Path, root: Path = ROOT) -> Iterator[Size]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            lines = (node.end_lineno or node.lineno) - node.lineno + 1
            yield Size(lines, f"{path.relative_to(root)}:{node.lineno} {node.name}")


def module_sizes(paths: Iterable[Path], root: Path = ROOT) -> list[Size]:
    return [Size(path.read_text("utf-8").count("\n"), str(path.relative_to(root))) for path in paths]


def folder_sizes(paths: Iterable[Path], root: Path = ROOT) -> list[Size]:
    """How many modules each folder holds, without its `__init__.py`."""
    widths = Counter(path.parent for path in paths if path.name != "__init__.py")
    return [Size(count, f"{folder.relative_to(root)}/") for folder, count in widths.items()]


if __name__ == "__main__":
    sys.exit(main())
