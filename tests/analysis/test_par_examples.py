"""PAR sheets for the example rulebooks, in every format."""

from __future__ import annotations

import json
from functools import cache

import pytest

from tablelaw.analysis.par import par
from tablelaw.analysis.par.forms.html import par_html
from tablelaw.analysis.par.forms.pdf import par_pdf
from tablelaw.analysis.par.forms.text import par_text
from tablelaw.analysis.par.forms.xlsx import par_xlsx
from tablelaw.analysis.par.notebook import ParSheet
from tests.examples import FOLDER, example
from tests.table.game import submission

HOLDS = {
    "three-card-poker": "3.3730%",
    "mississippi-stud": "4.9149%",
    "let-it-ride": "3.5057%",
    "casino-holdem": "2.1576%",
    "caribbean-stud": "5.2243%",
    "four-card-poker": "2.7879%",
}
every_example = pytest.mark.parametrize("name", HOLDS)


@cache
def sheet(name: str) -> ParSheet:
    example(name)
    return par(submission(name, procedure={"dealing": "hand"}), "2026-11-15")


@every_example
def test_every_format_can_be_made(name: str) -> None:
    made = sheet(name)
    text = par_text(made)
    assert HOLDS[name] in text
    assert "house rules of an example, not law" in " ".join(text.split())
    assert HOLDS[name] in par_html(made)
    assert par_pdf(made).startswith(b"%PDF")
    assert par_xlsx(made).startswith(b"PK")
    assert name in json.dumps(made.as_json())


def test_every_example_has_a_sheet() -> None:
    assert set(HOLDS) == {path.name for path in FOLDER.iterdir()}


@every_example
def test_the_strategies_of_a_sheet_are_priced(name: str) -> None:
    """Each has a name, a description and a cost, and appears in the text of the sheet."""
    made = sheet(name)
    assert made.strategies and all(one.says and one.cost >= 0 for one in made.strategies)
    assert "Rules to remember" in par_text(made)


def test_a_bonus_of_the_main_game_is_listed_with_its_wagers() -> None:
    assert [stake.name for stake in sheet("three-card-poker").stakes] == ["Ante", "Play", "Ante Bonus"]
    assert [side.name for side in sheet("three-card-poker").sides] == ["Pair Plus"]
