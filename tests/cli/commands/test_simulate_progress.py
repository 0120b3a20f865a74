"""While rounds are dealt: a progress bar at a terminal, nothing elsewhere."""

from __future__ import annotations

from io import StringIO

import pytest
from rich.console import Console

from tablelaw.cli.commands import simulate as simulate_progress
from tablelaw.cli.commands.simulate import dealing
from tablelaw.simulation.runs import Progress
from tests.simulation.test_runs import WORK


def shown(monkeypatch: pytest.MonkeyPatch, terminal: bool, quiet: bool) -> tuple[str, bool]:
    """What has been written when two thirds of a run are done, and whether there is a listener."""
    out = StringIO()
    monkeypatch.setattr(simulate_progress, "complaints", Console(file=out, force_terminal=terminal, width=120))
    with dealing(quiet) as watch:
        if watch is not None:
            watch("hold", WORK, Progress(((0, 1),)))
            watch("hold", WORK, Progress(((0, 4),)))
    return out.getvalue(), watch is not None


def test_a_terminal_is_shown_share_rate_and_time_left(monkeypatch: pytest.MonkeyPatch) -> None:
    text, _ = shown(monkeypatch, terminal=True, quiet=False)
    assert "hold" in text
    assert "67%" in text
    assert "rounds/s" in text
    assert "0:00:0" in text or "-:--:--" in text


@pytest.mark.parametrize(("terminal", "quiet"), [(False, False), (True, True), (False, True)])
def test_programs_are_shown_nothing(monkeypatch: pytest.MonkeyPatch, terminal: bool, quiet: bool) -> None:
    assert shown(monkeypatch, terminal, quiet) == ("", False)
