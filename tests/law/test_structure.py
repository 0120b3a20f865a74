"""The structure of every game: which cards are dealt, when they are seen, and what is compared."""

from __future__ import annotations

import pytest

from tablelaw import rulebooks
from tablelaw.cards import RANKINGS
from tablelaw.law.structure import structure_of

CARDS = {
    "pa-647a": (2, 2, (3, 1, 1), 0),
    "md-thb": (2, 2, (3, 1, 1), 0),
    "ma-colorado": (3, 0, (3,), 1),
    "pa-653a": (2, 2, (3, 2), 0),
    "pa-677a": (2, 2, (3, 2), 0),
    "pa-678a": (7, 7, (), 0),
    "fr-ultimate": (2, 2, (3, 2), 0),
    "fr-trois-cartes": (3, 3, (), 0),
    "fr-stud": (5, 5, (), 0),
    "fr-holdem": (2, 2, (3, 1, 1), 0),
}
TURNED_UP, BOUGHT = {"fr-stud": 1}, {"fr-stud": 1}
"""The dealer's cards that everybody sees beforehand, and the cards that a player may buy; games not listed have
none.
"""


@pytest.mark.parametrize("book", rulebooks.IDS)
def test_cards_come_from_what_dealing_brings(book: str) -> None:
    found = structure_of(rulebooks.get(book).terms())
    assert (found.own, found.dealer, found.board, found.discard) == CARDS[book]
    assert (found.dealer_up, found.bought) == (TURNED_UP.get(book, 0), BOUGHT.get(book, 0))
    assert found.compares == (found.dealer > 0)


@pytest.mark.parametrize("book", rulebooks.IDS)
def test_every_hand_has_as_many_cards_as_its_ranking_reads(book: str) -> None:
    for hand in structure_of(rulebooks.get(book).terms()).hands.values():
        assert hand.size in hand.ranking.sizes


def test_sizes_of_hands() -> None:
    ultimate = structure_of(rulebooks.get("pa-653a").terms()).hands
    assert {name: hand.size for name, hand in ultimate.items()} == {
        "player": 7,
        "dealer": 7,
        "player-flop": 5,
        "dealer-flop": 5,
        "other-player-flop": 5,
        "player-six": 6,
    }
    colorado = structure_of(rulebooks.get("ma-colorado").terms()).hands
    assert (colorado["initial"].size, colorado["player"].size) == (3, 5), "one of three cards is put away"


def test_a_version_that_is_not_played_shows_no_community_cards() -> None:
    """Each version of Colorado has its own row that turns up three cards, and only the row of the version played
    counts.
    """
    for version in ("required", "permissible"):
        assert structure_of(rulebooks.get("ma-colorado").terms(version=version)).board == (3,)


@pytest.mark.parametrize("name", RANKINGS)
def test_a_ranking_that_compares_names_the_class_of_a_strength(name: str) -> None:
    ranking = RANKINGS[name]
    assert (ranking.strength is None) == (ranking.class_of is None) == (ranking.family == "listed")
