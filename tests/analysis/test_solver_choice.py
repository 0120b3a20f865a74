"""The solver for a game is chosen by the game's structure; a game that fits no solver is refused."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tablelaw import rulebooks
from tablelaw.analysis.solver import NotThisGame
from tablelaw.analysis.solver_choice import SOLVERS, solver_of
from tablelaw.law.structure import structure_of

FAMILIES = {
    "pa-647a": "board with dealer",
    "md-thb": "board with dealer",
    "ma-colorado": "against a paytable",
    "pa-653a": "board with dealer",
    "pa-677a": "board with dealer",
    "pa-678a": "cards against the dealer",
    "fr-ultimate": "board with dealer",
    "fr-trois-cartes": "whole hands against the dealer",
    "fr-stud": "whole hands with a card to buy",
    "fr-holdem": "board with dealer",
}


@pytest.mark.parametrize("book", rulebooks.IDS)
def test_exactly_one_solver_fits_every_game(book: str) -> None:
    terms = rulebooks.get(book).terms()
    fitting = [solver.family for solver in SOLVERS if solver.misfit(structure_of(terms)) is None]
    assert fitting == [FAMILIES[book]] == [solver_of(terms).family]


def test_each_solver_says_why_it_does_not_fit_a_game() -> None:
    """Tries Ultimate without its community cards."""
    book = rulebooks.get("pa-653a")
    flow = tuple(entry for entry in book.flow if entry.do != "community")
    with pytest.raises(NotThisGame) as refused:
        solver_of(replace(book, flow=flow).terms())
    said = refused.value.sentence()
    assert "no solver fits Ultimate Texas Hold 'Em Poker" in said
    assert "board with dealer: 2 own cards, 2 of the dealer's, 0 on the board" in said
    assert "against a paytable: the dealer holds 2 cards" in said
    assert "two cards each and a board of five" in refused.value.accepted
