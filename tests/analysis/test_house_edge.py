"""The house edge of one wager equals the PAR sheet's figure, for any meter amounts."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tablelaw import rulebooks
from tablelaw.analysis.house_edge import house_edge
from tablelaw.analysis.par.sheet import par
from tablelaw.submission.draft import parse_draft
from tablelaw.submission.submission import accept
from tablelaw.submission.template import new_submission

SUBMISSION = accept(parse_draft(new_submission(rulebooks.get("pa-678a"), offer_all=True)))


def test_the_edge_of_the_main_game_is_the_loss_under_best_play() -> None:
    sheet, found = par(SUBMISSION), house_edge(SUBMISSION, "raise")
    assert (found.fixed, found.is_main, found.shares) == (-sheet.main.ev, True, {})
    assert found.of_everything == sheet.main.element_of_risk


@pytest.mark.parametrize("wager", ["flush-bonus", "straight-flush-bonus", "progressive"])
def test_the_edge_of_a_side_wager_at_the_seeds_is_that_of_the_sheet(wager: str) -> None:
    side = next(side for side in par(SUBMISSION).sides if side.id == wager)
    found = house_edge(SUBMISSION, wager)
    at_seeds = sum((share * side.result.seeds[name] for name, share in found.shares.items()), Fraction(0))
    assert found.fixed - at_seeds == -side.result.ev


def test_a_meter_at_its_break_even_leaves_no_edge() -> None:
    [meter] = par(SUBMISSION).progressives[0].meters
    found = house_edge(SUBMISSION, "progressive")
    assert found.fixed == found.shares[meter.name] * meter.break_even_cents / found.stake_cents
