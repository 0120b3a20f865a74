"""A game in which a player may discard a card and buy another: the simulated table compared with plain Python."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import numpy as np

from tablelaw import rulebooks
from tablelaw.analysis.against_dealer.whole_hands.decision_tables import HandDecisions
from tablelaw.analysis.against_dealer.whole_hands.game import game_of as hands_of
from tablelaw.analysis.options_and_outcomes import Option
from tablelaw.analysis.symmetry.suits import classes, suit_orders
from tablelaw.cards import Card
from tablelaw.law.conduct import Case, Standing
from tablelaw.law.rows import BUY
from tablelaw.law.rulebook import Terms
from tablelaw.law.structure import structure_of
from tablelaw.simulation.codes import NOT_MADE, Meaning
from tablelaw.simulation.seating import Seat, most_staked
from tablelaw.simulation.settlement_tables import meaning_of
from tablelaw.studies.games.set_plays import purchase_table
from tests.simulation.twins import deals

BOOK, OWN, ROUNDS = "fr-stud", 5, 400
STAKES = {"ante": 500, "bonus": 100}
SEATS = [Seat(STAKES), Seat({"ante": 700}), Seat(STAKES, mistakes=Fraction(0))]


@cache
def stud() -> Terms:
    return rulebooks.get(BOOK).terms()


@cache
def anyhow() -> HandDecisions:
    """A strategy that takes every option in turn; which option it takes with a hand does not matter here."""
    options, known = hands_of(stud()).options, classes(OWN)
    bet = next(option for option in options if option.wager)
    every = (*options, *(Option(BUY, bet.wager, bet.times) for _ in range(OWN)))
    plan = np.arange(len(known.forms) * 52, dtype=np.int64).reshape(-1, 52) * 7 % 97 % len(every)
    return HandDecisions(every, plan.astype(np.uint8), known.of, known.order, suit_orders())


def number_of(cards: list[Card]) -> int:
    value = classes(OWN).place_value
    return int(sum(value[place, card] for place, card in enumerate(sorted(cards))))


def settled(terms: Terms, own: list[Card], dealer: list[Card], bought: Card, seat: Seat) -> dict[str, Meaning]:
    """What happens to every wager of a seat: the action is looked up by the form of its hand, and the cards are
    exchanged in plain Python.
    """
    play = anyhow()
    number = number_of(own)
    renamed = play.suit_orders[play.order[number]]
    act = int(play.by_form[play.form[number], renamed[dealer[0]]])
    option, first_purchase = play.options[act], len(play.options) - OWN
    if option.action == BUY:
        away = sorted(own, key=lambda card: renamed[card])[act - first_purchase]
        own = [card for card in own if card != away] + [bought]
    hands, structure = {}, structure_of(terms)
    for name, hand in structure.hands.items():
        if hand.places in (("player",), ("dealer",)):
            hands[name] = hand.ranking.classify(own if hand.places == ("player",) else dealer)
    strength = structure.hands["player"].ranking.strength
    assert strength is not None
    mine, theirs = strength(own), strength(dealer)
    standing = Standing.HIGHER if mine > theirs else Standing.LOWER if mine < theirs else Standing.EQUAL
    stakes = dict(seat.wagers)
    if option.wager:
        stakes[option.wager] = int(option.times * seat.wagers["ante"])
    if option.action == BUY:
        stakes["purchase"] = seat.wagers["ante"]
    acts = frozenset({option.action}) & {"fold", BUY}
    return {
        wager: meaning_of(terms.book, Case(wager, terms, hands, standing, acts, cents))
        for wager, cents in stakes.items()
    }


def test_every_code_is_what_plain_python_settles() -> None:
    terms = stud()
    game = purchase_table(terms, SEATS, [anyhow()] * len(SEATS))
    codes, done = game.play(11, 2), set()
    sizes = [*[OWN] * len(SEATS), OWN, *[1] * len(SEATS)]
    for number, dealt in enumerate(deals(11, 2, ROUNDS, sizes)):
        hands, dealer, bought = dealt[: len(SEATS)], dealt[len(SEATS)], dealt[len(SEATS) + 1 :]
        for place, seat in enumerate(SEATS):
            expected = settled(terms, list(hands[place]), list(dealer), bought[place][0], seat)
            for n, column in enumerate(game.columns):
                told = column.meanings[codes[number, place, n]]
                assert told == expected.get(column.wager, Meaning(NOT_MADE, 0, 0)), f"round {number}, {column.wager}"
                done.add((column.wager, told.outcome))
    assert {("purchase", "lost"), ("raise", "won"), ("raise", "lost"), ("bonus", "lost")} <= done


def test_a_round_may_cost_the_raise_and_the_price() -> None:
    assert most_staked(stud(), Seat({"ante": 500})) == 500 + 1000 + 500
