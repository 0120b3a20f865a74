"""The limits of a French table follow from the articles, whatever was filed."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tablelaw import rulebooks
from tablelaw.floor.handlers.installation import terms_text
from tablelaw.submission.draft import parse_draft
from tablelaw.submission.submission import accept
from tablelaw.submission.template import new_submission
from tablelaw_verifier.law.french_order import FrenchOrder
from tablelaw_verifier.law.game import check_terms
from tablelaw_verifier.law.games import GAMES
from tablelaw_verifier.law.terms import Terms
from tablelaw_verifier.trust.differences import Different

FRENCH = ("fr-ultimate", "fr-holdem", "fr-stud", "fr-trois-cartes")


def terms_of(book: str) -> dict[str, Any]:
    filed = accept(parse_draft(new_submission(rulebooks.get(book), table="T-1", offer_all=True)))
    raw: dict[str, Any] = json.loads(bytes(terms_text(filed, {})))
    return raw


@pytest.mark.parametrize("book", FRENCH)
def test_usual_terms_agree_with_the_articles(book: str) -> None:
    check_terms(GAMES[book], Terms(terms_of(book)))


@pytest.mark.parametrize(
    ("book", "what", "cite", "changes"),
    [
        ("fr-ultimate", "maximum of the table", "Art. 55-20-1 al. 4", {"maximum": 5100}),
        ("fr-ultimate", "maximum of the table", "Art. 55-20-1 al. 4", {"maximum": 20000}),
        ("fr-holdem", "maximum of the table", "Art. 55-18-3 al. 3", {"maximum": 5000}),
        ("fr-stud", "maximum of the table", "Art. 55-18 al. 5", {"maximum": 20000}),
        ("fr-stud", "minimum of the table", "Art. 55-18 al. 3", {"minimum": 50, "maximum": 500}),
        ("fr-ultimate", "limits of the wager trips", "Art. 55-20-1 al. 4", {"trips": {"maximum": 5001}}),
        ("fr-ultimate", "limits of the wager ante", "Art. 55-20-1 al. 4", {"ante": {"minimum": 499}}),
        ("fr-holdem", "limits of the wager bonus", "Art. 55-18-3 al. 3", {"bonus": {"maximum": 10**6}}),
        ("fr-ultimate", "seats of the table", "Art. 55-20 al. 7", {"seats": 8}),
        ("fr-holdem", "seats of the table", "Art. 55-18-1 al. 7", {"seats": 8}),
        ("fr-stud", "seats of the table", "Art. 55-16 al. 14", {"seats": 4}),
        ("fr-trois-cartes", "seats of the table", "Art. 55-21 al. 12", {"seats": 4}),
        ("fr-trois-cartes", "seats of the table", "Art. 55-21 al. 12", {"seats": 8}),
    ],
)
def test_terms_beyond_the_articles_are_a_difference(book: str, what: str, cite: str, changes: dict[str, Any]) -> None:
    raw = terms_of(book)
    for name, value in changes.items():
        if name in raw["wagers"]:
            raw["wagers"][name] |= value
        else:
            raw[name] = value
    with pytest.raises(Different) as found:
        check_terms(GAMES[book], Terms(raw))
    assert (found.value.what, found.value.cite) == (what, cite)


@pytest.mark.parametrize("book", FRENCH)
def test_the_limits_are_those_of_the_rulebook(book: str) -> None:
    law, game = rulebooks.get(book), GAMES[book]
    assert isinstance(game, FrenchOrder)
    assert game.multiples == law.maximum_multiples and game.least_minimum == law.least_minimum_cents
    least = [fact.value for fact in law.facts if fact.id == "seats-at-least"]
    assert game.fewest_and_most_seats == ((least or [1])[0], law.fact("seats"))
