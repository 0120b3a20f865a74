"""The section "Exposure" of a PAR sheet: requested item by item, the same in every format, refused before solving."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from io import BytesIO

import pytest
from openpyxl import load_workbook

from tablelaw.analysis.par import par
from tablelaw.analysis.par import sheet as making
from tablelaw.analysis.par.forms.html import par_html
from tablelaw.analysis.par.forms.json import par_json
from tablelaw.analysis.par.forms.pdf import par_pdf
from tablelaw.analysis.par.forms.text import par_text
from tablelaw.analysis.par.forms.xlsx import par_xlsx
from tablelaw.analysis.par.notebook import ParSheet
from tablelaw.analysis.protection.information import BadInformation
from tablelaw.analysis.protection.result import Change, Exposure
from tablelaw.analysis.result import Distribution
from tablelaw.analysis.solver import NotThisGame
from tablelaw.law.rulebook import Terms
from tests.analysis.par_sheets import DAY, filed, sheet

GAME = "fr-trois-cartes"
FOUND = Exposure(
    rulebook=GAME,
    choices={},
    information="dealer:1",
    value=Fraction(1, 25),
    honest=Fraction(-1, 50),
    distribution=Distribution({Fraction(-1): 12, Fraction(1): 13}),
    actions={"raise": Fraction(3, 5), "fold": Fraction(2, 5)},
    honest_actions={"raise": Fraction(2, 3), "fold": Fraction(1, 3)},
    changed=(Change("Q-6-4", "raise", "fold", Fraction(1, 100)),),
    notes=("A note.",),
)
LOSING = replace(FOUND, information="dealer:1/QKA", value=Fraction(-1, 100), distribution=None, changed=(), notes=())


def with_exposures() -> ParSheet:
    return replace(sheet(GAME), exposures=(FOUND, LOSING))


def test_text_says_edge_gain_break_even_and_how_play_changes() -> None:
    told = " ".join(par_text(with_exposures()).split())
    for words in (
        *("EXPOSURE", "dealer:1 4.0000% 6.0000% 33.33%", "dealer:1/QKA -1.0000% 1.0000% never - -"),
        *("Raise 66.6667% 60.0000% 3/5", "Q-6-4 raise fold 1.00%", "value 1/25, gain 3/50", "dealer:1: A note."),
    ):
        assert words in told
    assert "EXPOSURE" not in par_text(sheet(GAME))


def test_page_and_pdf_have_the_section_and_a_picture_for_each_question() -> None:
    page = par_html(with_exposures())
    assert '<section id="exposure">' in page
    assert page.count("<svg ") == par_html(sheet(GAME)).count("<svg ") + 2
    assert 'id="exposure-1-' in page and 'id="exposure-2-' in page
    assert len(par_pdf(with_exposures())) > len(par_pdf(sheet(GAME)))


def test_json_has_the_figures_of_protect_and_the_loss_at_the_table_minimum() -> None:
    made = with_exposures()
    first, second = json.loads(json.dumps(par_json(made)["exposure"]))
    assert (first["value"], first["gain"], first["seen"], second["seen"]) == (
        "1/25",
        "3/50",
        "dealer:1",
        "dealer:1/QKA",
    )
    assert "seconds" not in first
    assert Fraction(first["loss_cents_in_100_rounds"]) == Fraction(4) * made.whole_round[0].stake_cents
    assert par_json(sheet(GAME))["exposure"] == []


def test_workbook_has_a_sheet_with_numbers_beside_fractions() -> None:
    book = load_workbook(BytesIO(par_xlsx(with_exposures())))
    rows = list(book["Exposure"].iter_rows(values_only=True))
    assert rows[1][:5] == ("dealer:1", 0.04, "1/25", 0.06, "3/50")
    assert rows[2][5] == "never"
    assert ("Q-6-4", 0.01, "1/100", "raise", "fold") in [row[:5] for row in rows]
    assert "Exposure" not in load_workbook(BytesIO(par_xlsx(sheet(GAME)))).sheetnames


def test_a_sheet_asks_each_set_of_cards_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[list[str]] = []

    def protect(terms: Terms, items: list[str], tell: object) -> Exposure:
        asked.append(items)
        return FOUND

    monkeypatch.setattr(making, "protect_terms", protect)
    made = par(filed(GAME), DAY, exposure=["dealer:1", "dealer:1", "dealer:2"])
    assert asked == [["dealer:1"], ["dealer:2"]]
    assert made.exposures == (FOUND, FOUND)


@pytest.mark.parametrize(
    ("exposure", "error", "words"),
    [
        (["dealer:9"], BadInformation, "dealer hides 3 cards"),
        (["flop:1"], BadInformation, "no community cards"),
        ([" "], BadInformation, "names no cards"),
        (["dealer:1"] * 9, BadInformation, "9 sets of seen cards"),
        (["dealer:1", "seats:2 dealer:1"], NotThisGame, "no solver fits"),
    ],
)
def test_what_cannot_be_answered_is_refused_before_anything_is_solved(
    exposure: list[str], error: type[Exception], words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(making, "main_of", lambda *_: pytest.fail("solved"))
    with pytest.raises(error, match=words):
        par(filed(GAME), DAY, exposure=exposure)
