"""What Windows lacks is taken away: folders cannot be opened, there are no priorities, affinities and users, no `fcntl`
and no `resource`; what Windows does differently is imitated: asking for a process, and sharing a port.
"""

from __future__ import annotations

import ctypes
import os
import socket
import subprocess
import sys
import tempfile
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tablelaw.errors import BadFile
from tablelaw.files import write_whole
from tablelaw.processes import is_running
from tablelaw.server.audit.exports import FOLDER, Exports
from tablelaw.server.http.connections import Connections, most_open_files
from tablelaw.server.http.listeners import CannotListen, bound_sockets
from tablelaw.server.settings import Settings
from tablelaw.server.workers.priority import lower_priority

EXAMPLES = Path(__file__).parents[1] / "examples" / "submissions"
OPEN = os.open


def open_no_folder(path: Any, flags: int, mode: int = 0o777) -> int:
    if Path(path).is_dir():
        raise PermissionError(13, "Permission denied", str(path))
    return OPEN(path, flags, mode)


def test_files_are_written_where_folders_cannot_be_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "open", open_no_folder)
    monkeypatch.setattr(sys, "platform", "win32")
    write_whole(tmp_path / "new", b"one", is_new=True)
    write_whole(tmp_path / "new", b"two")
    assert (tmp_path / "new").read_bytes() == b"two"


def test_elsewhere_a_folder_that_cannot_be_opened_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "open", open_no_folder)
    with pytest.raises(BadFile, match="cannot be written"):
        write_whole(tmp_path / "new", b"one")


def test_workers_start_without_nice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "nice", raising=False)
    monkeypatch.setattr(sys, "platform", "win32")
    lower_priority(0)


TAKING_AWAY = """
import importlib.abc, os, sys

for name in [name for name in vars(os) if name.startswith("sched_")] + ["nice", "getuid", "geteuid", "fork"]:
    if hasattr(os, name):
        delattr(os, name)


class Taken(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name in ("fcntl", "resource", "termios", "pwd", "grp"):
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)


for name in ("fcntl", "resource", "termios", "pwd", "grp"):
    sys.modules.pop(name, None)
sys.meta_path.insert(0, Taken())
print(sys.argv[0] or "a program", file=open(os.environ["TAKEN_AWAY_IN"], "a"))
"""
"""Run by every Python that starts, before anything else."""
STARTING = """
import os, sys
from tablelaw.floor.store.api import open_store
from tablelaw.server.audit.messages import SeeLooks
from tablelaw.server.run import build
from tablelaw.server.settings import Settings
from tablelaw.server.workers import drafts, log_questions, theory
from tablelaw.server.workers.analysis import AnalysisRequest
from tablelaw.server.workers.client import WorkerClient
from tablelaw.server.workers.coach_messages import WORKER, VisibleCards
from tablelaw.server.workers.process import DATABASE

assert not hasattr(os, "nice") and not hasattr(os, "sched_getaffinity") and not hasattr(os, "getuid")
text, database = open(sys.argv[1], encoding="utf-8").read(), sys.argv[2]
open_store(database, create=True).close()
build(database, Settings()).close()
questions = {
    "tablelaw.server.workers.analysis": AnalysisRequest("simulation-form", text),
    WORKER: VisibleCards("rulebook = 0"),
    drafts.__name__: drafts.RequireValid((text,)),
    log_questions.__name__: SeeLooks(),
    theory.__name__: theory.TheoryOf("rulebook = 0"),
}
clients = {name: WorkerClient(name, {DATABASE: database}) for name in questions}
jobs = [client.ask(questions[name], "ann") for name, client in clients.items()]
print(*(job.over.result(120).refused.get("code", "answered") for job in jobs))
for client in clients.values():
    client.close()
"""
"""Builds a server, and asks each kind of worker one question: those that solve games are asked one that they refuse."""


def test_every_worker_starts_where_the_system_has_no_priorities_affinities_and_users(tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text(TAKING_AWAY, "utf-8")
    left_behind = tmp_path / f"{FOLDER}{ended_process()}-a"
    left_behind.mkdir()
    started = tmp_path / "started.txt"
    search_path = os.pathsep.join([str(tmp_path), *filter(None, [os.environ.get("PYTHONPATH")])])
    told = {
        "PYTHONPATH": search_path,
        "TAKEN_AWAY_IN": str(started),
        **dict.fromkeys(("TMPDIR", "TEMP"), str(tmp_path)),
    }
    command = [sys.executable, "-c", STARTING, str(EXAMPLES / "pa-653a.toml"), str(tmp_path / "floor.db")]
    done = subprocess.run(command, env=os.environ | told, capture_output=True, text=True, check=False)
    assert done.stdout.split() == ["answered", "bad-submission", "answered", "answered", "bad-submission"], done.stderr
    assert started.read_text().count("\n") >= 6 and not left_behind.exists()


# --- Processes and ports ------------------------------------------------------------------------------------


def ended_process() -> int:
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    return ended.pid


def test_whether_a_process_runs() -> None:
    assert is_running(os.getpid()) and not is_running(ended_process()) and not is_running(10**30)


OWN, FOREIGN, ENDED, ENDED_BUT_HELD = 4, 8, 12, 16


class FakeWindows:
    """Stands in for the system: a process can be waited for, belongs to somebody else, is gone, or has only ended."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.closed: list[int] = []
        self._error = 0
        kernel = {name: getattr(self, name) for name in ("OpenProcess", "WaitForSingleObject", "CloseHandle")}
        functions = {name: lambda *given, done=done: done(*given) for name, done in kernel.items()}
        patch.setattr(sys, "platform", "win32")
        patch.setattr(os, "kill", None)  # would end the process, or send it Ctrl-C
        patch.delattr(os, "getuid", raising=False)
        patch.setattr(ctypes, "WinDLL", lambda name, use_last_error: SimpleNamespace(**functions), raising=False)
        patch.setattr(ctypes, "get_last_error", lambda: self._error, raising=False)

    def OpenProcess(self, access: int, inherits: bool, asked: ctypes.c_uint32) -> int | None:  # noqa: N802
        process = asked.value
        self._error = {OWN: 0, ENDED_BUT_HELD: 0, FOREIGN: 5}.get(process, 87)
        return process * 2**32 if not self._error else None

    def WaitForSingleObject(self, handle: Any, milliseconds: int) -> int:  # noqa: N802
        assert milliseconds == 0
        return 0x102 if handle.value == OWN * 2**32 else 0

    def CloseHandle(self, handle: Any) -> int:  # noqa: N802
        self.closed.append(handle.value // 2**32)
        return 1


def test_windows_is_asked_for_a_process_without_a_signal(monkeypatch: pytest.MonkeyPatch) -> None:
    windows = FakeWindows(monkeypatch)
    asked = (OWN, FOREIGN, ENDED, ENDED_BUT_HELD, 10**30)
    assert [is_running(process) for process in asked] == [True, True, False, False, False]
    assert windows.closed == [OWN, ENDED_BUT_HELD]


def test_copies_of_a_killed_server_are_removed_on_windows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    FakeWindows(monkeypatch)
    for process in (OWN, ENDED):
        (tmp_path / f"{FOLDER}{process}-a").mkdir()
    Exports()
    assert [folder.name for folder in tmp_path.iterdir()] == [f"{FOLDER}{OWN}-a"]


def test_a_port_is_bound_exclusively_where_another_server_could_share_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """On Windows SO_REUSEADDR lets a second server listen on the same port. Another option stands in for theirs."""
    monkeypatch.setattr(socket, "SO_EXCLUSIVEADDRUSE", socket.SO_KEEPALIVE, raising=False)
    with closing(socket.create_server(("127.0.0.1", 0))) as free:
        port = free.getsockname()[1]
    with bound_sockets("127.0.0.1", port) as [bound]:
        options = [bound.getsockopt(socket.SOL_SOCKET, name) for name in (socket.SO_KEEPALIVE, socket.SO_REUSEADDR)]
    assert [bool(option) for option in options] == [True, False]


def test_two_servers_cannot_listen_on_one_port() -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as other:
        port = other.getsockname()[1]
        with pytest.raises(CannotListen), bound_sockets("127.0.0.1", port):
            pass


# --- Elsewhere ----------------------------------------------------------------------------------------------


def test_connections_are_limited_by_the_settings_alone_without_resource(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resource", None)
    settings = Settings()
    assert most_open_files() == sys.maxsize
    assert Connections(settings).in_all == settings.connections_in_all


def test_time_zones_are_found_where_the_system_has_none() -> None:
    """`tzdata` has them; the search path of the standard library is emptied as on Windows."""
    program = "from tablelaw.floor.property_time import zone_of; print(zone_of('America/New_York'))"
    environment = {**os.environ, "PYTHONTZPATH": ""}
    done = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("America/New_York\n", "")
