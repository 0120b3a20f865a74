"""Runs the command line in this process."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from functools import partial

import pytest

from tablelaw.cli import progress
from tablelaw.cli.main import main
from tablelaw.rulebooks import outside

Run = Callable[..., tuple[int, str, str]]


def wide_command(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs commands as on a terminal of 160 columns."""
    monkeypatch.setenv("COLUMNS", "160")
    return partial(run_command, monkeypatch, capsys)


def run_command(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *args: str
) -> tuple[int, str, str]:
    """Runs `tablelaw ...` in this process; returns its exit code, standard output and standard error.

    Progress is not shown, because it depends on how busy the machine is.
    """
    monkeypatch.setattr(progress, "QUIET_SECONDS", 3600)
    monkeypatch.setenv(outside.PATHS, os.environ.get(outside.PATHS, ""))  # a test forgets the folders it added
    monkeypatch.setattr(sys, "argv", ["tablelaw", *args])
    with pytest.raises(SystemExit) as ended:
        main()
        raise SystemExit(0)
    shown = capsys.readouterr()
    return int(ended.value.code or 0), shown.out, shown.err
