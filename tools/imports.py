"""The import graph of a package: every import counts, including those inside functions and for type checking only."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Set
from functools import cache
from pathlib import Path


def modules_of(source: Path) -> dict[str, Path]:
    """Maps the dotted name of every module in the package's folder to its file."""
    return {_dotted(path, source): path for path in sorted(source.rglob("*.py"))}


def _dotted(path: Path, source: Path) -> str:
    parts = (source.name, *path.relative_to(source).with_suffix("").parts)
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@cache
def imported_names(path: Path) -> tuple[str, ...]:
    """The full dotted names that a module imports; a relative import begins with its dots."""
    return tuple(_imported(ast.parse(path.read_text("utf-8"))))


def _imported(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            start = "." * node.level + (f"{node.module}." if node.module else "")
            yield from (start + alias.name for alias in node.names)


def import_graph(source: Path) -> dict[str, set[str]]:
    """Maps each module to the modules of the same package that it imports."""
    modules = modules_of(source)
    return {module: set(_of_the_package(module, path, modules)) for module, path in modules.items()}


def _of_the_package(module: str, path: Path, modules: Mapping[str, Path]) -> Iterator[str]:
    for name in imported_names(path):
        imported = _module_of(name, modules)
        if imported and imported != module:
            yield imported


def _module_of(name: str, modules: Mapping[str, Path]) -> str | None:
    """The module that a dotted name refers to, or in which it is defined."""
    while name and name not in modules:
        name = name.rpartition(".")[0]
    return name or None


def cycles(graph: Mapping[str, Set[str]]) -> list[frozenset[str]]:
    """Groups of modules that import each other, directly or through others, in the order of their names."""
    reached = {module: _reached(module, graph) for module in graph}
    groups = {
        frozenset(other for other in reached[module] if module in reached[other])
        for module in graph
        if module in reached[module]
    }
    return sorted(groups, key=sorted)


def _reached(start: str, graph: Mapping[str, Set[str]]) -> set[str]:
    """Every module that a module imports, directly or through others."""
    found: set[str] = set()
    waiting = list(graph[start])
    while waiting:
        module = waiting.pop()
        if module not in found:
            found.add(module)
            waiting.extend(graph[module])
    return found
