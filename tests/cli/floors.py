"""A floor for commands, in its own folder."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.cli.practice import practised
from tests.command import run_command
from tests.floor.world import EXAMPLES

UTH = EXAMPLES / "pa-653a.toml"
CHO, BOB, ANN, DANA = "floor:cho", "dealer:bob", "player:ann", "auditor:dana"
Files = dict[str, bytes]


class Floor:
    """The command line in the folder of a floor `floor.db`; each command comes a minute after the previous one, with
    known randomness.
    """

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self.folder, self._monkeypatch, self._capsys = folder, monkeypatch, capsys
        self.number = 0
        for name, value in {"TABLELAW_DB": "floor.db", "TABLELAW_BY": CHO, "COLUMNS": "160"}.items():
            monkeypatch.setenv(name, value)
        monkeypatch.chdir(folder)

    def run(self, *arguments: str) -> tuple[int, str, str]:
        """Runs `tablelaw ...`; returns its exit code, standard output and standard error."""
        self.number += 1
        with practised(self.number):
            return run_command(self._monkeypatch, self._capsys, *arguments)

    def do(self, *arguments: str) -> str:
        code, out, err = self.run(*arguments)
        assert code == 0, err
        return out

    def read(self, *arguments: str) -> Any:
        return json.loads(self.do(*arguments, "--json"))

    def refused(self, *arguments: str) -> tuple[str, str]:
        """Runs a command that must be refused; returns the code of the refusal, and its line."""
        code, out, err = self.run(*arguments)
        printed = [*json.loads(out)] if "--json" in arguments else out
        assert (code, printed) == (2, ["refused"] if "--json" in arguments else ""), (code, out)
        found = re.fullmatch(r"refused \(([a-z-]+)\) .+\n", err)
        assert found, err
        return found.group(1), err

    # --- Ready-made ------------------------------------------------------------------------------------------

    def open(self) -> None:
        """Makes a property with one table, in its first gaming day; ann sits at seat 1 with $500."""
        self.do("floor", "init", "--property", "Keystone Casino", "--jurisdiction", "pa")
        self.do("floor", "install", str(UTH), "--tray", "100,000")
        self.do("floor", "open", "2026-11-15")
        self.do("floor", "buy-in", "ann", "UTH-1", "500")
        self.do("floor", "order", "UTH-1", "sit(1)", "--by", ANN)

    def deal(self) -> None:
        """Begins a round, up to ann's first decision."""
        self.do("floor", "deal", "UTH-1")
        wagers = "place(1,ante,500)", "place(1,blind,500)", "place(1,progressive,100)"
        self.do("floor", "order", "UTH-1", *wagers, "--by", ANN)
        self.do("floor", "order", "UTH-1", "close()", "--by", BOB)
        self.do("floor", "deal", "UTH-1")

    def finish(self) -> None:
        """Plays the round to its end: ann folds."""
        for action in ("check", "check", "fold"):
            self.do("floor", "order", "UTH-1", f"act(1,{action})", "--by", ANN)
            self.do("floor", "deal", "UTH-1")

    # --- Kept and taken up again -----------------------------------------------------------------------------

    def files(self) -> Files:
        return {path.name: path.read_bytes() for path in self.folder.iterdir() if path.is_file()}

    def take_up(self, files: Files, number: int) -> None:
        for name, content in files.items():
            (self.folder / name).write_bytes(content)
            (self.folder / name).chmod(0o600)
        self.number = number


Build = Callable[[Floor], None]


class Ready:
    """Floors made once, as files, from which most tests start."""

    def __init__(self) -> None:
        self._made: dict[str, tuple[Files, int]] = {}

    def give(self, floor: Floor, name: str, build: Build) -> Floor:
        if name not in self._made:
            build(floor)
            self._made[name] = floor.files(), floor.number
        else:
            floor.take_up(*self._made[name])
        return floor
