"""PAR sheets for the example submissions, made once for all tests."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from tablelaw.analysis.par import par
from tablelaw.analysis.par.contents import SideWager
from tablelaw.analysis.par.notebook import ParSheet
from tablelaw.submission.draft import parse_draft
from tablelaw.submission.submission import Submission, accept
from tests.analysis.quick_games import quick_to_solve

EXAMPLES = Path(__file__).parents[2] / "examples" / "submissions"
DAY = "2026-11-15"

every_book = pytest.mark.parametrize("book", quick_to_solve())


def filed(book: str, *changes: tuple[str, str]) -> Submission:
    """A rulebook's example submission, with some of its text changed."""
    text = (EXAMPLES / f"{book}.toml").read_text("utf-8")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    return accept(parse_draft(text, book))


@cache
def sheet(book: str) -> ParSheet:
    return par(filed(book), DAY)


@cache
def drawn_bonuses() -> ParSheet:
    """The PAR sheet for Ultimate with three meters and the Magic Card and Lucky bonuses."""
    drawn = [(f'{name} = "no"', f'{name} = "yes"') for name in ("magic-card", "lucky-bonus")]
    return par(filed("pa-653a", *drawn, ('\nprogressive = "A"', '\nprogressive = "D"')), DAY)


def side(book: str, wager: str) -> SideWager:
    return next(side for side in sheet(book).sides if side.id == wager)
