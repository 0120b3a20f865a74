"""docs/http.md and the tutorial for integrators are run as they are written, with real requests to a real server: a
whole round is dealt through the API.
"""

from __future__ import annotations

import io
import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tablelaw.errors import BadCard, TablelawError
from tablelaw.floor.audit.reexecution import reexecute
from tablelaw.floor.log.entry import decode
from tablelaw.floor.log.export import export_log
from tablelaw.floor.refusals import REFUSALS as FLOOR_REFUSALS
from tablelaw.floor.refusals import FloorRefused
from tablelaw.floor.store.api import open_store
from tablelaw.server import devices, open_feeds
from tablelaw.server.received_orders import MOST_ID
from tablelaw.server.refusal_responses import status_of
from tablelaw.server.refusals import REFUSALS
from tablelaw.server.run import build
from tablelaw.server.settings import Settings
from tablelaw.table.events import Dealt
from tablelaw.table.refusals import REFUSALS as TABLE_REFUSALS
from tablelaw.table.refusals import Refused
from tablelaw_verifier import verify
from tests.cli.console import ROOT, Typed, is_as_expected, sessions
from tests.command import run_command
from tests.server.served import Served, address_of, listening, without_limits

DOCUMENT = ROOT / "docs" / "http.md"
TUTORIAL = ROOT / "docs" / "tutorials" / "integrator.md"
PRINTED = "http://127.0.0.1:8000"
TABLE = "UTH-1"
PATIENCE_SECONDS = 30
DEVICES = ("display", "shoe")
"""The devices of the document, in the order in which they are started."""
REDIRECTED = re.compile(r"(?P<command>.*?)(?: < (?P<read>\S+))?(?: > (?P<written>\S+))?")


class Shell:
    """Runs the commands of the document: those of `tablelaw` in this process, the others in bash."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self._folder, self._monkeypatch, self._capsys = folder, monkeypatch, capsys
        self._variables = ""
        self._background: list[subprocess.Popen[bytes]] = []
        self.served: Served | None = None

    def type(self, command: str) -> list[str]:
        if command == "tablelaw serve &":
            self._serve()
            return []
        if command.startswith("tablelaw "):
            return self._tablelaw(command.removeprefix("tablelaw "))
        command = command.replace(PRINTED, self.served.address if self.served else PRINTED)
        if command.startswith("export "):
            for name, _, value in (word.partition("=") for word in command.split()[1:]):
                self._monkeypatch.setenv(name, value)
            return []
        if re.match(r"[A-Z]+=", command):
            self._variables += command + "\n"
            return []
        if command.startswith("python "):
            assert self.served is not None and command.endswith(" &")
            command = command.replace("python ", f"exec {sys.executable} ").removesuffix(" &")
            command = command.replace(".py ", f".py --server {self.served.address} ")
            self._background.append(subprocess.Popen(["bash", "-c", command], cwd=self._folder))
            return []
        done = subprocess.run(
            ["bash", "-c", self._variables + command], cwd=self._folder, capture_output=True, text=True, check=False
        )
        return (done.stdout + done.stderr).splitlines()

    def _tablelaw(self, text: str) -> list[str]:
        found = REDIRECTED.fullmatch(text)
        assert found is not None
        if found["read"]:
            self._monkeypatch.setattr(sys, "stdin", io.StringIO((self._folder / found["read"]).read_text()))
        words = subprocess.run(
            ["bash", "-c", f"printf '%s\\n' {found['command']}"], capture_output=True, text=True, check=True
        ).stdout.splitlines()
        code, out, err = run_command(self._monkeypatch, self._capsys, *words)
        assert code == 0, err
        if found["written"]:
            (self._folder / found["written"]).write_text(out)
            return []
        return [line.rstrip() for line in (out + err).splitlines()]

    def _serve(self) -> None:
        listener = listening()
        settings = without_limits(Settings(origins=(address_of(listener),)))
        self.served = Served(build(os.environ["TABLELAW_DB"], settings), listener)
        self.served.open()

    def wait(self) -> None:
        """Waits, as a reader does, until the server has read what was written beside it, each device has its feed, or
        has ended after the round, and the shoe has dealt what is due.
        """
        until = time.monotonic() + PATIENCE_SECONDS
        while self.served is not None and self._is_busy(self.served):
            assert time.monotonic() < until, "the devices do not go on"
            time.sleep(0.02)

    def _is_busy(self, served: Served) -> bool:
        service = served.context.service
        if service.store.head() > service.views.seq:  # what the command line has just written
            return True
        if not self._background:
            return False
        state = service.views.tables[TABLE].state
        running = [process for process in self._background if process.poll() is None]
        if state.rounds:
            return bool(running) or served.context.feeds.number > 0
        is_dealing = state.round is not None and state.round.phase == "dealing"
        return served.context.feeds.number < len(running) or (is_dealing and len(running) == len(DEVICES))

    def end(self) -> None:
        for process in self._background:
            process.kill()
            process.wait()
        if self.served is not None:
            self.served.close()


@pytest.fixture
def shell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Iterator[Shell]:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "120")
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    shell = Shell(tmp_path, monkeypatch, capsys)
    yield shell
    shell.end()


def is_shown(shown: list[str], expected: list[str]) -> bool:
    """Whether output is as printed; `...` stands for any lines, and within a line for anything."""
    if is_as_expected(shown, expected):
        return True
    pattern = "".join(
        r"(?:.*\n)*?" if line == "..." else ".*".join(map(re.escape, line.split("..."))) + r"\n" for line in expected
    )
    return re.fullmatch(pattern, "".join(f"{line}\n" for line in shown)) is not None


@pytest.mark.parametrize(
    ("document", "reader"), [(DOCUMENT, "shoe-1"), (TUTORIAL, "reader-1")], ids=["http", "tutorial"]
)
def test_the_document_is_as_it_stands(shell: Shell, tmp_path: Path, document: Path, reader: str) -> None:
    for typed in sessions(document):
        shown = shell.type(typed.command)
        shell.wait()
        assert is_shown(shown, typed.expected), told(document, typed, shown)
    shell.type("tablelaw audit head export")
    with closing(open_store(str(tmp_path / "floor.db"))) as store:
        entries = [decode(kept.body) for kept in store.entries(0)]
        export_log(store, tmp_path / "log.jsonl")
        reexecute(store)
    dealt = [entry for entry in entries if any(isinstance(event, Dealt) for event in entry.events)]
    assert len(dealt) == 11 and {entry.by for entry in dealt} == {f"device:{reader}"}
    assert verify(tmp_path / "log.jsonl").differences == [], "the independent verifier knows devices too"


def told(document: Path, typed: Typed, shown: list[str]) -> str:
    return "\n".join([f"{document.name} line {typed.line}: $ {typed.command}", *shown])


def test_every_refusal_of_the_document_has_the_status_it_says() -> None:
    rows = re.findall(r"(?m)^\| (`[^|]+`) \| (\d{3}) \|", DOCUMENT.read_text("utf-8"))
    assert len(rows) >= 9
    for codes, status in rows:
        for code in re.findall("`([a-z-]+)`", codes):
            assert status_in_documents(code) == int(status), code


def status_in_documents(code: str) -> int:
    """The status of a refusal, whichever part of the program gives it."""
    if code in REFUSALS:
        return REFUSALS[code][0]
    known: dict[str, TablelawError] = {"bad-card": BadCard("")}
    known |= {name: Refused(name) for name in TABLE_REFUSALS} | {name: FloorRefused(name) for name in FLOOR_REFUSALS}
    return status_of(known[code])


def test_the_limits_of_the_document_are_those_of_the_server() -> None:
    """Each sentence with the figures that the program has."""
    settings, text = Settings(), " ".join(DOCUMENT.read_text("utf-8").split())
    for sentence in (
        f"{settings.requests_per_second:.0f} a second with one token",
        f"of which {settings.orders_per_second:.0f} orders and questions a second",
        f"{settings.strangers_per_second:.0f} a second from one address",
        f"A device may have {settings.feeds_per_device} feeds open, all devices together {settings.feeds_in_all}.",
        f"at most {devices.MOST_DEVICES:,} devices, a token at most {devices.MOST_TABLES} tables",
        f"A feed ends after {settings.feed_seconds / 60:.0f} minutes at the latest",
        f"more than {settings.largest_message // 1024} KiB",
        f"(1 to {MOST_ID} characters)",
    ):
        assert sentence in text, sentence
    assert open_feeds.BEAT_SECONDS == 5 and "comes every five seconds" in text
    assert settings.transfer_seconds == 10 and "does not read for ten seconds" in text
