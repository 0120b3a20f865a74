"""Without the optional packages, the law, settlement, tables, audits and ledgers work, and everything else is refused
with the name of the extra that is missing.
"""

from __future__ import annotations

import ast
import json
import re
import sys
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import tablelaw as tl
from tablelaw.extras import EXTRA_OF, EXTRAS, WHEEL, MissingPackage, extras_named, missing, required
from tablelaw.server.refusal_responses import status_of
from tests.without import ROOT, Ended, commands_without, python_without
from tools.lowest import FOR_DEVELOPERS, OWN_EXTRA, REQUIREMENT

IMPORTED_AS = {"argon2-cffi": "argon2", "fpdf2": "fpdf", "tablelaw": "tablelaw"}
SUBMISSION = "examples/submissions/pa-653a.toml"
BOARD = ("--cards", "Kd Qh", "--board", "4s 5h 6d 8c 9d")
NO_SERVER = "postgresql://somebody@127.0.0.1:1/floor"

WORKING: dict[tuple[str, ...], str] = {
    ("law", "show", "pa-653a", "653a.11(h)"): "653a.11(h)",
    ("settle", "examples/settle/pa-653a.toml"): "653a.11(h)(2)(ii)",
    ("play", "pa-653a", "--seed", "3", "--auto", "1"): "653a.12(a)",
    ("hand", "As Ks Qs Js Ts"): "royal flush",
    ("submission", "check", SUBMISSION): "passes",
    ("sign", SUBMISSION): "Blind",
    ("docs", "glossary"): "house edge",
    ("floor", "init", "--help"): "--property",
    ("ledger", "--help"): "trial-balance",
    ("audit", "verify", "--help"): "--head",
}
"""Commands that need no extra, and part of what they print."""

REFUSED: dict[tuple[str, ...], str] = {
    ("analyze", "pa-653a"): "analysis",
    ("advise", "pa-653a", *BOARD): "analysis",
    ("protect", "pa-653a", "--seen", "dealer:1"): "analysis",
    ("par", SUBMISSION): "analysis",
    ("compare", SUBMISSION, SUBMISSION): "analysis",
    ("simulate", "examples/studies/hold-pa-653a.toml"): "analysis",
    ("par", SUBMISSION, "-o", "sheet.pdf"): "reports",
    ("par", SUBMISSION, "-o", "sheet.xlsx"): "reports",
    ("par", SUBMISSION, "-o", "sheet.html"): "reports",
    ("protect", "pa-653a", "--seen", "dealer:1", "--plot", "plot.svg"): "reports",
    ("simulate", "examples/studies/hold-pa-653a.toml", "-o", "charts"): "reports",
    ("gaming-day", "-o", "pictures"): "reports",
    ("serve", "--demo"): "server",
    ("user", "list", "--db", "floor.db"): "server",
    ("device", "list", "--db", "floor.db"): "server",
    ("floor", "status", "--db", NO_SERVER): "postgres",
    ("ledger", "trial-balance", "--db", NO_SERVER): "postgres",
}
"""Commands that need an extra, and which one."""


@cache
def ended() -> dict[tuple[str, ...], Ended]:
    commands = [*WORKING, *REFUSED, ("analyze", "pa-653a", "--json")]
    return dict(zip(commands, commands_without(EXTRA_OF, *commands), strict=True))


@pytest.mark.parametrize("command", WORKING, ids=" ".join)
def test_without_extras_the_core_works(command: tuple[str, ...]) -> None:
    assert ended()[command].code == 0, ended()[command].err
    assert WORKING[command] in ended()[command].out


@pytest.mark.parametrize("command", REFUSED, ids=" ".join)
def test_without_its_extra_a_command_is_refused_by_name(command: tuple[str, ...]) -> None:
    code, out, err = ended()[command]
    extra = REFUSED[command]
    assert (code, out, err.count("\n")) == (2, "", 1), err
    package = r"(" + "|".join(EXTRAS[extra].packages) + ")"
    how = re.escape(f"the extra {extra} (pip install '.[{extra}]' in a clone, or pip install './{WHEEL}[{extra}]')")
    assert re.match(rf"refused \(missing-package\) .*\b{package} is not installed; .*; accepted: {how}", err)
    assert "pip install 'tablelaw" not in err and "pip install tablelaw" not in err


def test_a_program_that_reads_json_is_told_too() -> None:
    found = ended()["analyze", "pa-653a", "--json"]
    refused = json.loads(found.out)["refused"]
    assert refused["code"] == "missing-package" and refused["where"] == "tablelaw analyze"
    assert refused["law"] == "no paragraph: a matter of what is installed; no rule of play is involved"


LIBRARY = """
import tablelaw as tl
from tablelaw.extras import MissingPackage

print(dir(tl) == sorted(tl.__all__))
print(tl.hand("As Ks Qs Js Ts"))
print(bool(tl.play("pa-653a", seed=7, strategy=lambda spot: spot.options[0])))
print(bool(tl.settle("examples/settle/pa-653a.toml")))
for name in ("analyze", "advise", "protect", "par", "simulate", "value"):
    try:
        getattr(tl, name)
    except MissingPackage as refusal:
        print(name, refusal.where, refusal.accepted.split(" (")[0])
for name, asked in (("play", "pa-653a"), ("evaluate", ["As Ks Qs Js Ts"])):
    try:
        getattr(tl, name)(asked)
    except MissingPackage as refusal:
        print(name, refusal.where, refusal.accepted.split(" (")[0])
"""


def test_the_library_refuses_by_name() -> None:
    shown = python_without(EXTRA_OF, LIBRARY).splitlines()
    assert shown[2:4] == ["True", "True"]
    names = ("analyze", "advise", "protect", "par", "simulate", "value", "play", "evaluate")
    assert shown[-len(names) :] == [f"{name} tl.{name} the extra analysis" for name in names]


COACH = """
from pathlib import Path
from tablelaw.server import run
from tablelaw.server.workers import coach_process, process
from tablelaw.server.workers.coach_messages import Drill, VisibleCards, msgspec

text = Path("examples/submissions/pa-653a.toml").read_text("utf-8")
question = msgspec.json.encode(VisibleCards(text, ("Kd", "Qh"))) + b"\\n"
replies = io.BytesIO()
process.serve(io.BytesIO(question), replies, VisibleCards | Drill, coach_process.answer)
print(replies.getvalue().decode())
"""


def test_a_server_runs_without_the_analysis_and_its_coach_refuses_by_name() -> None:
    shown = python_without([*EXTRAS["analysis"].packages, *EXTRAS["reports"].packages], COACH)
    refused = json.loads(shown.strip().splitlines()[-1])["refused"]
    assert refused["code"] == "missing-package" and "the extra analysis" in refused["accepted"]


def test_a_package_that_the_server_lacks_is_not_blamed_on_the_client() -> None:
    assert status_of(MissingPackage("numba is not installed")) == 503


# --- The helper -----------------------------------------------------------------------------------------------


def test_a_package_that_no_extra_installs_is_an_error_as_it_was() -> None:
    with pytest.raises(ModuleNotFoundError, match="no_such_package"), extras_named("tl.analyze"):
        import no_such_package  # type: ignore[import-not-found]  # noqa: F401
    with pytest.raises(ModuleNotFoundError, match="no_such_package"):
        required("no_such_package")


def test_a_package_that_cannot_be_loaded_is_told_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    found = missing(ImportError("Numba needs NumPy 2.4 or less"), "numba", "tl.analyze")
    assert found is not None
    assert found.sentence().startswith(
        "tl.analyze: numba cannot be loaded: Numba needs NumPy 2.4 or less; it is needed"
    )
    monkeypatch.setitem(sys.modules, "fpdf", None)
    with pytest.raises(MissingPackage, match="fpdf is not installed; a PDF is asked for; accepted: the extra reports"):
        required("fpdf", "a PDF is asked for")


# --- What is declared -----------------------------------------------------------------------------------------


def declared_extras() -> dict[str, list[str]]:
    project: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    return {name: asks for name, asks in project["optional-dependencies"].items() if name not in FOR_DEVELOPERS}


def test_every_extra_and_every_package_of_it_is_known_to_the_refusals() -> None:
    declared = declared_extras()
    assert {*declared} == {*EXTRAS, "all"}
    assert declared["all"] == [f"{OWN_EXTRA}{','.join(EXTRAS)}]"]
    for name, extra in EXTRAS.items():
        for requirement in (one for one in declared[name] if not one.startswith(OWN_EXTRA)):
            found = REQUIREMENT.fullmatch(requirement)
            assert found is not None
            assert IMPORTED_AS.get(found["name"], found["name"]) in extra.packages


def imported_packages() -> Iterator[tuple[str, Path]]:
    """Every package from elsewhere that a module of the product imports."""
    for path in sorted((ROOT / "src").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            names = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            names += [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            for name in {one.partition(".")[0] for one in names} - {"tablelaw", *sys.stdlib_module_names}:
                yield name, path


def test_the_product_imports_only_what_it_declares() -> None:
    project: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    core = {one.partition(">=")[0] for one in project["dependencies"]}
    unknown = {
        f"{path.relative_to(ROOT)}: {name}" for name, path in imported_packages() if name not in core | {*EXTRA_OF}
    }
    assert not unknown


def test_the_names_of_the_library_are_listed_without_importing_them() -> None:
    assert dir(tl) == sorted(tl.__all__)
