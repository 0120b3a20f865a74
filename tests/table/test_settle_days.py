"""`tablelaw settle`: a round is settled under the law of its day or, without a day, under the text that has no end
date.
"""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tablelaw import rulebooks
from tablelaw.scenarios.template import new_scenario
from tests.command import run_command

ROOT = Path(__file__).parents[2]
Run = Callable[..., tuple[int, str, str]]

ROUND = """
rulebook = "pa-653a"
{day}
[choices]
bad-beat = "{column}"
[cards]
dealer = "Ah Kh"
community = "Th Tc Td Jh Qh"
[seats.1]
cards = "9h 8h"
wagers = {{ ante = "$10", blind = "$10", trips = "$5", bad-beat = "$2" }}
decisions = ["bet 4x"]
"""


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    def call(day: str, *args: str, column: str = "C") -> tuple[int, str, str]:
        text = ROUND.format(day=f"day = {day}" if day else "", column=column)
        monkeypatch.setattr(sys, "stdin", io.StringIO(text))
        return run_command(monkeypatch, capsys, "settle", "-", *args)

    return call


@pytest.mark.parametrize("day", ['"2024-03-23"', '"2025-06-30"', '"2026-03-23"', "2025-06-30"])
def test_a_round_of_a_day_of_paytable_c_is_settled_under_it(run: Run, day: str) -> None:
    code, out, err = run(day)
    assert code == 0, err
    assert f"58 Pa. Code ch. 653a, edition 2024-03-23, as of {day.strip(chr(34))}" in out and "653b.3" in out
    _, out, _ = run(day, "--json")
    assert json.loads(out)["day"] == day.strip('"')
    assert json.loads(out)["edition"] == "58 Pa. Code ch. 653a, edition 2024-03-23"


@pytest.mark.parametrize(
    ("day", "words"),
    [
        (
            "",
            (
                "bad-beat = 'C' is in force only from 2024-03-23 until 2026-03-23",
                "a round without a day is settled under 58 Pa. Code ch. 653a, edition 2019-08-31",
                'day = "2026-03-23" at the top',
                "bad-beat = one of A, B",
            ),
        ),
        ('"2024-03-22"', ("bad-beat = 'C' is not in force before 2024-03-23", "the round was on 2024-03-22")),
        ('"2026-03-24"', ("bad-beat = 'C' lapsed after 2026-03-23", "a day from 2024-03-23 until 2026-03-23")),
    ],
)
def test_paytable_c_is_refused_by_name_on_any_other_day_and_without_one(
    run: Run, day: str, words: tuple[str, ...]
) -> None:
    code, _, err = run(day)
    assert code == 2
    assert all(word in err for word in ("refused (not-in-force)", ", choices: ", "653b.3", *words)), err


@pytest.mark.parametrize("column", ["A", "B"])
@pytest.mark.parametrize("day", ["", '"2019-08-31"', '"2026-03-24"'])
def test_lasting_columns_need_no_day(run: Run, column: str, day: str) -> None:
    code, out, err = run(day, column=column)
    assert code == 0, err
    assert "edition 2019-08-31" in out


@pytest.mark.parametrize(
    ("day", "words"),
    [
        ('"soon"', ("wrong-kind", "'soon'", 'day = "2025-06-30"')),
        ("20250630", ("wrong-kind", "20250630")),
        ('"2019-08-30"', ("law-not-at-hand", "44 Pa.B. 7683", "a day from 2019-08-31 on")),
    ],
)
def test_a_day_that_cannot_be_read_or_whose_text_is_not_at_hand_is_refused(
    run: Run, day: str, words: tuple[str, ...]
) -> None:
    code, _, err = run(day, column="A")
    assert code == 2
    assert all(word in err for word in words), err


def test_the_template_offers_dated_columns_with_their_days_only() -> None:
    text = new_scenario(rulebooks.get("pa-653a"))
    assert "one of A, B; C only from 2024-03-23 until 2026-03-23 (653a.12(g), 653b.3)" in text
    assert '# day = "2025-06-30"' in text
