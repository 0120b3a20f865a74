"""Exact best play with a purchase of a card, compared with slow references and limiting cases."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations
from random import Random

import numpy as np
import pytest

from tablelaw.analysis.advice import Advice
from tablelaw.analysis.against_dealer.bought_card.best_play import (
    Purchasing,
    advice_with_purchase,
    result_of,
    walked,
)
from tablelaw.analysis.against_dealer.whole_hands.best_play import advice
from tablelaw.analysis.against_dealer.whole_hands.game import Game, game_of, option_gain
from tablelaw.analysis.against_dealer.whole_hands.strength_levels import levels
from tablelaw.analysis.main_game import main_of
from tablelaw.analysis.result import Result
from tablelaw.analysis.symmetry.suits import distinct_sets
from tablelaw.cards import PACK, Card, parse_cards
from tablelaw.cards.arrays import batch
from tablelaw.cards.rankings import three_card
from tests.examples import example


@cache
def three() -> Game:
    return game_of(example("three-card-poker").terms())


@cache
def stud() -> Game:
    return game_of(example("caribbean-stud").terms())


def offer(game: Game, price: Fraction | int = 1) -> Purchasing:
    return Purchasing(game, game.options[-1], Fraction(price))


def value_of(bought: Purchasing) -> Result:
    return result_of(bought, walked(bought))


@cache
def gain(bought: Purchasing, own: str, dealer: int, standing: int) -> Fraction:
    """What a hand gains after a purchase against a dealer's hand of a given strength."""
    game = bought.game
    place = game.ranking.classes.index(own)
    edge = game_strengths(game)
    band = next(n for n, one in enumerate(game.bands) if dealer < edge[one.after])
    return option_gain(game, bought.bet, place, band, standing) - bought.price


@cache
def game_strengths(game: Game) -> list[int]:
    known: list[int] = levels(game.ranking, game.size).strengths.tolist()
    return [*known, known[-1] + 1]


def standing(mine: int, theirs: int) -> int:
    return 0 if mine > theirs else 1 if mine == theirs else 2


# --- Slow references ----------------------------------------------------------------------------------------


def naive_three(bought: Purchasing, own: Sequence[Card], away: Card) -> Fraction:
    """Tries every purchased card against every dealer's hand in plain Python, counting equal hands together."""
    kept = [card for card in own if card != away]
    left = [card for card in PACK if card not in own]
    strengths = {hand: three_card.strength_unchecked(hand) for hand in combinations(left, 3)}
    total, deals = Fraction(0), 0
    for new in left:
        mine = three_card.strength_unchecked([*kept, new])
        cls = three_card.class_of(mine)
        met = Counter(theirs for hand, theirs in strengths.items() if new not in hand)
        for theirs, count in met.items():
            total += count * gain(bought, cls, theirs, standing(mine, theirs))
        deals += met.total()
    assert deals == 49 * 17_296
    return total / deals


@pytest.mark.long
def test_a_purchase_with_three_cards_against_every_deal() -> None:
    bought, own = offer(three(), Fraction(1, 2)), parse_cards("Qs Jd 4s")
    found = {one.discard: one.ev for one in advice_with_purchase(bought, own, ()) if one.discard is not None}
    assert set(found) == set(own)
    assert found[own[2]] == naive_three(bought, own, own[2])


def naive_five(bought: Purchasing, own: Sequence[Card], up: Card, away: Card) -> Fraction:
    """Does the same as `naive_three` for five cards, computing strengths for whole arrays of hands."""
    kept = [card for card in own if card != away]
    left = [card for card in PACK if card not in own and card != up]
    total, deals = Fraction(0), 0
    hands = np.array([(*hand, up) for hand in combinations(left, 4)], np.uint8)
    theirs = batch.strengths(hands)
    for new in left:
        mine = int(batch.strengths(np.array([[*kept, new]], np.uint8))[0])
        met = theirs[(hands != new).all(axis=1)]
        cls = bought.game.ranking.classify([*kept, new])
        strengths, counts = np.unique(met, return_counts=True)
        for strength, count in zip(strengths.tolist(), counts.tolist(), strict=True):
            total += count * gain(bought, cls, strength, standing(mine, strength))
        deals += len(met)
    assert deals == 46 * 148_995
    return total / deals


@pytest.mark.parametrize(
    ("cards", "up", "away"),
    [("2s 5s 9s Js Kd", "7c", "Kd"), ("2s 2d 9c Jh Ks", "2h", "9c"), ("5s 6d 7c 8h Qs", "9d", "Qs")],
)
def test_a_purchase_with_five_cards_against_every_deal(cards: str, up: str, away: str) -> None:
    own, turned_up, put_away = parse_cards(cards), parse_cards(up), Card.parse(away)
    found = {one.discard: one.ev for one in advice_with_purchase(offer(stud()), own, turned_up)}
    assert found[put_away] == naive_five(offer(stud()), own, turned_up[0], put_away)


# --- All deals ----------------------------------------------------------------------------------------------


@pytest.mark.long
def test_all_deals_of_three_cards_are_decided_as_advice_says() -> None:
    bought, draw = offer(three(), Fraction(1, 2)), Random("three")
    plan, ends, counts = walked(bought)
    assert int(ends.sum() + counts.sum()) == 22_100 * 18_424 * 46
    for form in draw.sample(range(len(plan)), 60):
        own = tuple(map(Card, distinct_sets(3).cards[form].tolist()))
        actions = advice_with_purchase(bought, own, ())
        taken = int(plan[form, 0])
        discard = own[taken - len(three().options)] if taken >= len(three().options) else None
        assert _ev(bought, actions, discard, taken) == actions[0].ev


def _ev(bought: Purchasing, actions: Sequence[Advice], discard: Card | None, taken: int) -> Fraction:
    """The value that the advice gives for the chosen option; other options may be worth the same."""
    if discard is not None:
        return next(one.ev for one in actions if one.discard == discard)
    name = bought.game.options[taken].name
    return next(one.ev for one in actions if one.discard is None and one.name == name)


def test_all_deals_of_three_cards_add_up_to_the_value_of_every_hand() -> None:
    bought = offer(three(), Fraction(1, 2))
    known, value = distinct_sets(3), Fraction(0)
    for cards, times in zip(known.cards.tolist(), known.times.tolist(), strict=True):
        value += times * advice_with_purchase(bought, tuple(map(Card, cards)), ())[0].ev
    assert value_of(bought).ev == value / 22_100


def test_a_purchase_that_is_too_dear_is_never_made() -> None:
    result = value_of(offer(three(), 100))
    main = main_of(three().terms)
    assert result.ev == main.ev
    assert result.actions == main.actions


def test_a_free_purchase_is_worth_more_the_cheaper_it_is() -> None:
    values = [value_of(offer(three(), Fraction(price, 4))).ev for price in (0, 1, 2, 3)]
    assert values == sorted(values, reverse=True)
    assert len(set(values)) == 4


def test_advice_without_a_purchase_is_that_of_the_game() -> None:
    own, up = parse_cards("2s 5s 9s Js Kd"), parse_cards("7c")
    found = [one for one in advice_with_purchase(offer(stud()), own, up) if one.discard is None]
    assert found == advice(stud().terms, own, up)
