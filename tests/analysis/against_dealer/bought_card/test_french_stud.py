"""Stud poker de casino under the French order: payments follow its rules, and a purchase has its exact value."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tablelaw import rulebooks
from tablelaw.analysis.against_dealer.bought_card.best_play import (
    NEVER_BUY,
    advice_with_purchase,
    offer_of,
    played,
    result_of,
    spread_of,
)
from tablelaw.analysis.against_dealer.whole_hands.best_play import advice
from tablelaw.analysis.solver import BEST, NEVER_FOLD, Seen
from tablelaw.analysis.solver_choice import solver_of
from tablelaw.cards import Card, parse_cards

TERMS = rulebooks.get("fr-stud").terms()
WITH_PURCHASES = Fraction(593472842021, 23255435603400)
"""Under best play the player gains 2.55 % of the Ante per round."""
WITHOUT = Fraction(-873035129, 24073949900)
"""A player who never buys loses 3.63 % of the Ante."""
BONUS_WITHOUT = -0.309094
"""What a unit on the Bonus wins for that player."""


def test_the_solver_with_a_card_to_buy_fits() -> None:
    assert solver_of(TERMS).family == "whole hands with a card to buy"
    assert solver_of(TERMS).play_names(TERMS)[:3] == (BEST, NEVER_FOLD, NEVER_BUY)


def test_the_price_is_one_ante_and_a_purchase_loses_the_bonus() -> None:
    offer = offer_of(TERMS)
    assert offer.price == 1 and offer.bet.times == 2
    assert (offer.price_wager, offer.bet.wager) == ("purchase", "raise")
    flush = offer.game.ranking.classes.index("flush")
    assert offer.unit_gain("bonus", flush, 1, 0) == -1
    assert offer.game.unit_gain(offer.bet, "bonus", flush, 1, 0) == 100


@pytest.mark.parametrize(
    ("cards", "up", "best"),
    [
        ("3s 5s 9s Js Qd", "7c", "Qd"),  # four to a flush
        ("5s 6d 7c 8h Qs", "2d", "Qs"),  # four to an open-ended straight
        ("3s 3d 9h Jd Qs", "2d", ""),
        ("2s 4d 7h 9c Jd", "Ah", ""),
    ],
)
def test_what_is_exchanged(cards: str, up: str, best: str) -> None:
    first = advice_with_purchase(offer_of(TERMS), parse_cards(cards), parse_cards(up))[0]
    assert first.discard == (Card.parse(best) if best else None)
    assert (first.action == "buy") == bool(best)


def test_advice_lists_every_card_that_may_be_exchanged() -> None:
    own, up = parse_cards("3s 5s 9s Js Qd"), parse_cards("7c")
    found = solver_of(TERMS).advise(TERMS, Seen(own, up))
    assert {one.discard for one in found if one.action == "buy"} == set(own)
    assert [one for one in found if one.action != "buy"] == advice(TERMS, own, up)


PLAYS = {NEVER_BUY: WITHOUT, BEST: WITH_PURCHASES}


@pytest.mark.long
@pytest.mark.parametrize("play", PLAYS)
def test_what_a_play_is_worth_over_all_deals(play: str) -> None:
    """`make test` compares `WITHOUT` with the rows of simulated rounds (tests/simulation/test_against_exact.py)."""
    assert result_of(offer_of(TERMS), played(TERMS, play)).ev == PLAYS[play]


@pytest.mark.long
def test_the_bonus_of_a_player_who_never_buys() -> None:
    spread = spread_of(offer_of(TERMS), played(TERMS, NEVER_BUY), "bonus")
    assert float(spread.mean) == pytest.approx(BONUS_WITHOUT, abs=1e-6)
