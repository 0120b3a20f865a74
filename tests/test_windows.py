"""What Windows lacks is taken away: folders cannot be opened, and there is no `os.nice` and no `resource`; files begin
with a byte-order mark.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tablelaw.cli.floor.options import read_text
from tablelaw.errors import BadFile
from tablelaw.files import write_whole
from tablelaw.server.http.connections import Connections, most_open_files
from tablelaw.server.settings import Settings
from tablelaw.server.workers.priority import lower_priority
from tablelaw.submission.draft import read_draft
from tests.floor.world import EXAMPLES

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
    monkeypatch.delattr(os, "nice")
    monkeypatch.setattr(sys, "platform", "win32")
    lower_priority(0)


def test_connections_are_limited_by_the_settings_alone_without_resource(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resource", None)
    settings = Settings()
    assert most_open_files() == sys.maxsize
    assert Connections(settings).in_all == settings.connections_in_all


def test_a_byte_order_mark_is_read(tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    file.write_bytes(b"\xef\xbb\xbf" + (EXAMPLES / "pa-653a.toml").read_bytes())
    assert read_draft(file).raw == read_draft(EXAMPLES / "pa-653a.toml").raw
    assert not read_text(file).startswith("\ufeff")


def test_time_zones_are_found_where_the_system_has_none() -> None:
    """`tzdata` has them; the search path of the standard library is emptied as on Windows."""
    program = "from tablelaw.floor.property_time import zone_of; print(zone_of('America/New_York'))"
    environment = {**os.environ, "PYTHONTZPATH": ""}
    done = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("America/New_York\n", "")
