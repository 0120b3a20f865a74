"""The pages' modules and style sheets are complete: everything imported exists, and nothing is unused."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import tablelaw
from tablelaw.floor import record_layout
from tablelaw.floor.audit import reconstruction_pages

WEB = Path(tablelaw.__file__).parent / "web"
IMPORTED = re.compile(r"""^(?:import|export) [^;]*?from "([^"]+)";""", re.MULTILINE)
LOADED = re.compile(r"""(?:src|href)="/web/([^"]+)\"""")


@cache
def imports(module: Path) -> tuple[Path, ...]:
    """The files that a module imports; absolute imports are server addresses."""
    found = IMPORTED.findall(module.read_text("utf-8"))
    return tuple(WEB / name.removeprefix("/web/") if name.startswith("/") else module.parent / name for name in found)


def modules() -> list[Path]:
    return sorted(WEB.rglob("*.js"))


def test_every_module_that_is_imported_is_there() -> None:
    missing = [f"{module.name}: {needed}" for module in modules() for needed in imports(module) if not needed.is_file()]
    assert missing == []


def test_no_module_imports_itself_by_way_of_others() -> None:
    assert [module.name for module in modules() if module.resolve() in reached(module, set())] == []


def reached(module: Path, seen: set[Path]) -> set[Path]:
    """Every module that is loaded along with this one."""
    for needed in (path.resolve() for path in imports(module)):
        if needed not in seen:
            seen.add(needed)
            reached(needed, seen)
    return seen


def test_every_module_and_style_sheet_belongs_to_a_page() -> None:
    loaded = {WEB / name for page in WEB.glob("*.html") for name in LOADED.findall(page.read_text("utf-8"))}
    first = [path for path in loaded if path.suffix == ".js"]
    used = {path.resolve() for path in loaded}.union(*(reached(path, set()) for path in first))
    assert [path.name for path in (*modules(), *WEB.rglob("*.css")) if path.resolve() not in used] == []


def test_every_variable_of_a_style_sheet_is_defined() -> None:
    sheets = [path.read_text("utf-8") for path in WEB.rglob("*.css")]
    defined = {name for text in sheets for name in re.findall(r"^\s*(--[\w-]+):", text, re.MULTILINE)}
    assert {name for text in sheets for name in re.findall(r"var\((--[\w-]+)", text)} - defined == set()


def test_records_have_the_colours_of_the_pages() -> None:
    """A record is a single file that loads nothing else, so it repeats the colours it uses."""
    colour = re.compile(r"(--[\w-]+): (#\w+);")
    pages = dict(colour.findall((WEB / "base.css").read_text("utf-8")))
    records = dict(colour.findall(record_layout.STYLE))
    used = re.findall(r"var\((--[\w-]+)", record_layout.STYLE + reconstruction_pages.STYLE)
    assert records == {name: pages[name] for name in used}


def test_no_module_is_left_out_of_the_type_check() -> None:
    assert [module.name for module in modules() if re.search(r"@ts-(nocheck|ignore)", module.read_text("utf-8"))] == []
