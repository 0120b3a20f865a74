"""The command line run in this process."""

from __future__ import annotations

import sys

import pytest

from houserules.cli.main import main


def run_command(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *args: str
) -> tuple[int, str, str]:
    """`houserules ...` in this process: its exit code, what it printed, and what it complained of."""
    monkeypatch.setattr(sys, "argv", ["houserules", *args])
    with pytest.raises(SystemExit) as ended:
        main()
        raise SystemExit(0)
    shown = capsys.readouterr()
    return int(ended.value.code or 0), shown.out, shown.err
