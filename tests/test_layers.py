"""The layers of ARCHITECTURE.md: a module imports only from the lines below its own, and no two modules import each
other.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from os.path import commonpath
from pathlib import Path

import pytest

from tests.document_blocks import blocks_of
from tools.imports import cycles, import_graph, imported_names

SOURCE = Path(__file__).parents[1] / "src" / "tablelaw"

LAYERS = (
    ("__main__",),
    ("cli", "web"),
    ("server",),
    ("library",),
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
        "documents",
        "errors",
        "extras",
        "files",
        "clock",
        "chance",
        "cores",
        "former_name",
        "lazy_names",
        "money_format",
        "permissions",
        "persons",
        "plain_text",
        "printed_money",
        "processes",
        "proofs",
        "version",
    ),
)
HEIGHT = {name: len(LAYERS) - n for n, line in enumerate(LAYERS) for name in line}
SIDE_BY_SIDE = {"table", "cage", "analysis", "simulation"}
"""Packages on the same line that still may not import each other."""
ABOVE_THE_FLOOR = {"floor.audit", "floor.exchange", "floor.reports", "floor.upkeep"}
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
    "table.round": AROUND_A_TABLE | {"table.phases"},
    "table.rules": AROUND_A_TABLE | {"table.phases", "table.round"},
}
"""Maps a folder to the folders of the same package that it may not import; a package's name alone means all its
others.
"""


def layer_of(module: str) -> str:
    parts = module.split(".")
    return parts[1] if len(parts) > 1 else ""


def is_allowed(importer: str, imported: str) -> bool:
    if importer == imported or not imported:
        return True
    if importer in SIDE_BY_SIDE and imported in SIDE_BY_SIDE:
        return False
    same_low_line = HEIGHT[importer] == HEIGHT[imported] and importer not in SIDE_BY_SIDE
    return HEIGHT[imported] < HEIGHT[importer] or same_low_line


def test_the_picture_of_the_architecture_has_every_package_at_its_height() -> None:
    """No package is above one that may import it."""
    (picture,) = (block.text for block in blocks_of("ARCHITECTURE.md", ""))
    parts = ((number, part) for number, line in enumerate(picture.splitlines()) for part in re.split(r"\W{2,}", line))
    lines = {part: number for number, part in parts if part in HEIGHT}
    low = set(LAYERS[-1])
    assert set(HEIGHT) - low - {"__main__"} <= set(lines)
    above = [(one, two) for one in lines for two in lines if HEIGHT[one] > HEIGHT[two] and lines[one] > lines[two]]
    assert above == []


def modules(source: Path) -> list[Path]:
    """Every module except the package's own `__init__.py`, which may offer anything."""
    return sorted(path for path in source.rglob("*.py") if path.parent != source or path.name != "__init__.py")


def unfit(path: Path, source: Path) -> Iterator[str]:
    """The imports of a module that are not permitted."""
    importer = path.relative_to(source).parts[0].removesuffix(".py")
    if importer not in HEIGHT:
        yield f"{importer} stands in no layer"
        return
    for name in imported_names(path):
        if name.startswith("."):
            yield f"{path.relative_to(source)} imports {name}, relative to itself"
        imported = layer_of(name) if name.startswith("tablelaw.") else ""
        if imported and not is_allowed(importer, imported):
            yield f"{path.relative_to(source)} ({importer}) imports {name}"


def unfit_folders(path: Path, source: Path) -> Iterator[str]:
    """The imports from a module's own package that its folder may not make; only the package's list of public names
    may.
    """
    if len(path.relative_to(source).parts) == 2 and path.name == "__init__.py":
        return
    own = ".".join(path.relative_to(source).parts[:-1])
    for name in imported_names(path):
        imported = name.removeprefix("tablelaw.")
        if imported == own or (imported.startswith(f"{own}.") and not is_in_folder_below(imported, own, source)):
            continue
        for folder in NOT_IMPORTED.get(own, ()):
            if imported == folder or imported.startswith(f"{folder}."):
                yield f"{path.relative_to(source)} imports {name}"


def is_in_folder_below(imported: str, own: str, source: Path) -> bool:
    """Whether an imported name is in a subfolder of the given folder."""
    first = imported.removeprefix(f"{own}.").partition(".")[0]
    return source.joinpath(*own.split("."), first).is_dir()


def test_modules_import_only_from_below() -> None:
    assert len(modules(SOURCE)) > 500
    found = [line for path in modules(SOURCE) for line in unfit(path, SOURCE)]
    assert not found, "\n".join(found)


def test_folders_of_a_package_keep_their_order() -> None:
    folders = {".".join(path.relative_to(SOURCE).parts[:-1]) for path in modules(SOURCE)}
    assert set(NOT_IMPORTED) <= folders, "a folder was renamed"
    found = [line for path in modules(SOURCE) for line in unfit_folders(path, SOURCE)]
    assert not found, "\n".join(found)


def tangled(source: Path) -> dict[str, list[str]]:
    """The modules that import each other, under the folder that contains the whole group."""
    groups: dict[str, list[str]] = {}
    for cycle in cycles(import_graph(source)):
        folder = commonpath([module.replace(".", "/") for module in cycle]).replace("/", ".")
        groups.setdefault(folder, []).extend(sorted(cycle))
    return groups


def test_no_modules_import_each_other() -> None:
    """Imports for types and inside functions count too."""
    found = tangled(SOURCE)
    assert not found, "\n".join(f"{folder}: {' '.join(group)}" for folder, group in found.items())


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


def planted(tmp_path: Path, files: dict[str, str]) -> Path:
    """A package of the same name with other modules."""
    source = tmp_path / "tablelaw"
    for name, text in files.items():
        path = source / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return source


FOR_TYPES = "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    "
IN_A_FUNCTION = "def later():\n    "


@pytest.mark.parametrize("form", ["", FOR_TYPES, IN_A_FUNCTION], ids=["at once", "for types", "in a function"])
@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("from tablelaw.cage import ledger", "table/engine.py (table) imports tablelaw.cage.ledger"),
        ("import tablelaw.floor.log", "table/engine.py (table) imports tablelaw.floor.log"),
        ("from . import state", "table/engine.py imports .state, relative to itself"),
    ],
)
def test_a_planted_import_from_above_or_beside_is_found(tmp_path: Path, form: str, line: str, found: str) -> None:
    source = planted(tmp_path, {"table/engine.py": f"{form}{line}\n"})
    assert list(unfit(source / "table/engine.py", source)) == [found]


def test_a_planted_module_outside_the_layers_is_found(tmp_path: Path) -> None:
    source = planted(tmp_path, {"helpers.py": ""})
    assert list(unfit(source / "helpers.py", source)) == ["helpers stands in no layer"]


def test_a_planted_import_against_the_order_of_folders_is_found(tmp_path: Path) -> None:
    line = "from tablelaw.floor.audit.log_audit import audit\n"
    source = planted(tmp_path, {"floor/log/entry.py": line, "floor/audit/log_audit.py": ""})
    assert list(unfit_folders(source / "floor/log/entry.py", source)) == [
        "floor/log/entry.py imports tablelaw.floor.audit.log_audit.audit"
    ]


@pytest.mark.parametrize("form", ["", FOR_TYPES, IN_A_FUNCTION], ids=["at once", "for types", "in a function"])
def test_a_planted_cycle_is_found(tmp_path: Path, form: str) -> None:
    files = {
        "law/a.py": "from tablelaw.law.b import B\n",
        "law/b.py": "from tablelaw.law import c\n",
        "law/c.py": f"{form}from tablelaw.law.a import A\n",
        "law/d.py": "from tablelaw.law.a import A\n",
    }
    group = frozenset({"tablelaw.law.a", "tablelaw.law.b", "tablelaw.law.c"})
    source = planted(tmp_path, files)
    assert cycles(import_graph(source)) == [group]
    assert tangled(source) == {"tablelaw.law": sorted(group)}
    del files["law/c.py"]
    assert cycles(import_graph(planted(tmp_path / "mended", files))) == []
