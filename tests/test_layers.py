"""The layers of ARCHITECTURE.md: a module imports only from the lines below its own."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[1] / "src" / "houserules"

LAYERS = (
    ("cli", "web"),
    ("server",),
    ("gaming_day", "studies", "views"),
    ("floor", "scenarios"),
    ("table", "cage", "analysis", "simulation"),
    ("submission",),
    ("rulebooks", "jurisdictions"),
    ("law",),
    ("cards",),
    (
        "amounts",
        "bounded_text",
        "errors",
        "files",
        "clock",
        "chance",
        "persons",
        "plain_text",
        "printed_money",
        "proofs",
    ),
    ("verifier",),
)
HEIGHT = {name: len(LAYERS) - n for n, line in enumerate(LAYERS) for name in line}
SIDE_BY_SIDE = {"table", "cage", "analysis", "simulation"}
"""These share a line and still do not import each other."""
ABOVE_THE_FLOOR = {"floor.audit", "floor.reports", "floor.upkeep"}
AROUND_A_TABLE = {"table.automation", "table.checks", "table.notation", "table.reading"}
NOT_IMPORTED = {
    "analysis.symmetry": {"analysis"},
    "cage": {"cage.meters"},
    "cli.floor": {"cli.commands", "cli.play"},
    "floor": ABOVE_THE_FLOOR,
    "floor.handlers": ABOVE_THE_FLOOR,
    "floor.log": ABOVE_THE_FLOOR | {"floor.posting"},
    "floor.posting": ABOVE_THE_FLOOR | {"floor.handlers"},
    "floor.rules": ABOVE_THE_FLOOR | {"floor.posting", "floor.log", "floor.store"},
    "floor.store": {"floor"},
    "law.rows": {"law.dates"},
    "server.http": {f"server.{name}" for name in ("audit", "demo", "routes", "tables", "workers")},
    "simulation": {f"simulation.{name}" for name in ("board_with_dealer", "against_dealer", "against_paytable")},
    "submission": {"submission.signs"},
    "table": AROUND_A_TABLE,
    "table.phases": AROUND_A_TABLE,
}
"""Folder -> folders of the same package that it does not import; a package's name alone means all its others."""


def layer_of(module: str) -> str:
    parts = module.split(".")
    return parts[1] if len(parts) > 1 else ""


def imports(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            assert node.level == 0, f"{path}: relative import"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def is_allowed(importer: str, imported: str) -> bool:
    if importer == imported or not imported:
        return True
    if importer in SIDE_BY_SIDE and imported in SIDE_BY_SIDE:
        return False
    same_low_line = HEIGHT[importer] == HEIGHT[imported] and importer not in SIDE_BY_SIDE
    return HEIGHT[imported] < HEIGHT[importer] or same_low_line


MODULES = sorted(path for path in SOURCE.rglob("*.py") if path.parent != SOURCE or path.name != "__init__.py")


def unfit(path: Path) -> Iterator[str]:
    """What a module imports and should not."""
    importer = path.relative_to(SOURCE).parts[0].removesuffix(".py")
    if importer not in HEIGHT:
        yield f"{importer} stands in no layer"
        return
    for name in imports(path):
        imported = layer_of(name) if name.startswith("houserules.") else ""
        if imported and imported != "__version__" and not is_allowed(importer, imported):
            yield f"{path.relative_to(SOURCE)} ({importer}) imports {name}"


def unfit_folders(path: Path) -> Iterator[str]:
    """What a module imports of its own package that its folder may not."""
    own = ".".join(path.relative_to(SOURCE).parts[:-1])
    for name in imports(path):
        imported = name.removeprefix("houserules.")
        if imported == own or (imported.startswith(f"{own}.") and not is_in_folder_below(imported, own)):
            continue
        for folder in NOT_IMPORTED.get(own, ()):
            if imported == folder or imported.startswith(f"{folder}."):
                yield f"{path.relative_to(SOURCE)} imports {name}"


def is_in_folder_below(imported: str, own: str) -> bool:
    """Whether a name lies in a folder inside another."""
    first = imported.removeprefix(f"{own}.").partition(".")[0]
    return SOURCE.joinpath(*own.split("."), first).is_dir()


def test_folders_of_a_package_keep_their_order() -> None:
    folders = {".".join(path.relative_to(SOURCE).parts[:-1]) for path in MODULES}
    assert set(NOT_IMPORTED) <= folders, "a folder was renamed"
    found = [line for path in MODULES for line in unfit_folders(path)]
    assert not found, "\n".join(found)


def test_modules_import_only_from_below() -> None:
    assert len(MODULES) > 500
    found = [line for path in MODULES for line in unfit(path)]
    assert not found, "\n".join(found)


@pytest.mark.parametrize(
    ("importer", "imported", "allowed"),
    [
        ("law", "cards", True),
        ("cards", "law", False),
        ("table", "cage", False),
        ("law", "submission", False),
        ("cli", "law", True),
    ],
)
def test_the_rule_itself(importer: str, imported: str, allowed: bool) -> None:
    assert is_allowed(importer, imported) is allowed
