"""The list of commands agrees with the commands, and nothing slow is loaded before a command is used."""

from __future__ import annotations

import re
import subprocess
import sys
from importlib import import_module

import pytest
import typer

from tablelaw.cli.command_list import COMMANDS, Listed, load

SLOW = {"sqlalchemy", "numba", "numpy", "matplotlib", "fastapi", "cryptography", "openpyxl", "fpdf"}
WITHOUT = {
    "--help": SLOW | {"tablelaw.law", "tablelaw.floor"},
    "--version": SLOW | {"tablelaw.law", "tablelaw.floor"},
    "hand As-Ks-Qs-Js-Ts": SLOW,
    "law counts pa-653a": SLOW,
    "settle --template pa-653a": SLOW,
}
LOADED = (
    "import sys; from tablelaw.cli.application import app; app(standalone_mode=False); "
    "print(*sys.modules, file=sys.stderr)"
)


@pytest.mark.parametrize("listed", COMMANDS, ids=lambda listed: listed.name)
def test_the_line_of_the_overview_is_the_first_of_the_help(listed: Listed) -> None:
    first = re.sub(r"\s+", " ", (load(listed.name).help or "").split("\n\n")[0]).strip()
    assert listed.help == first


def test_every_command_that_a_module_registers_is_listed() -> None:
    found = set[str]()
    for module in {listed.module for listed in COMMANDS}:
        app = typer.Typer()
        app.callback()(lambda: None)
        import_module(f"tablelaw.cli.{module}").register(app)
        found |= set(typer.main.get_group(app).commands)
    assert found == {listed.name for listed in COMMANDS}


@pytest.mark.parametrize("words", WITHOUT)
def test_what_a_quick_command_does_not_load(words: str) -> None:
    given = [word.replace("-", " ") if word[0].isupper() else word for word in words.split()]
    done = subprocess.run([sys.executable, "-c", LOADED, *given], capture_output=True, text=True, check=True)
    loaded = set(done.stderr.split())
    assert not {name for name in WITHOUT[words] if name in loaded}
