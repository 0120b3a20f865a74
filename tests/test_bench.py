"""`python -m bench` measures the named sections, or all of them, and refuses unknown names."""

from __future__ import annotations

import subprocess
import sys

import pytest

from bench import __main__ as bench


def test_without_a_section_all_are_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    """`make bench` calls it this way, on every version of Python."""
    measured: list[tuple[int, float]] = []

    def measure(repetitions: int, seconds: float) -> bool:
        measured.append((repetitions, seconds))
        return True

    monkeypatch.setattr(bench, "SECTIONS", dict.fromkeys(bench.SECTIONS, measure))
    monkeypatch.setattr(sys, "argv", ["bench"])
    assert bench.main() == 0
    assert measured == [(5, 1.0)] * len(bench.SECTIONS)


def test_named_sections_are_measured_in_their_order() -> None:
    assert bench.read_options(["floor", "table"]).sections == ["floor", "table"]


def test_an_unknown_section_is_refused_with_those_there_are(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        bench.read_options(["tables"])
    assert ended.value.code == 2
    assert "no section tables; accepted: table, evaluator" in capsys.readouterr().err


def test_help_is_given_without_measuring() -> None:
    told = subprocess.run([sys.executable, "-m", "bench", "--help"], capture_output=True, text=True, check=True)
    assert all(name in told.stdout for name in bench.SECTIONS)
