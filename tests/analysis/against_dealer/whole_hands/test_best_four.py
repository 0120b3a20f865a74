"""The best four of five cards against the best four of the dealer's six; every exact figure is confirmed a
second way.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import combinations

import numpy as np
import numpy.typing as npt
import pytest

from tablelaw.analysis.against_dealer.whole_hands.best_play import advice, dealer_cells
from tablelaw.analysis.against_dealer.whole_hands.count_tables import counted
from tablelaw.analysis.against_dealer.whole_hands.decision_tables import decisions
from tablelaw.analysis.against_dealer.whole_hands.game import game_of
from tablelaw.analysis.against_dealer.whole_hands.strength_levels import hand_at, levels_of_hands, next_hand
from tablelaw.analysis.main_game import main_of
from tablelaw.analysis.result import Result
from tablelaw.analysis.side_wagers.values import side_results
from tablelaw.analysis.solver import BEST
from tablelaw.analysis.symmetry.suits import place_values
from tablelaw.cards import PACK, Card, parse_cards
from tablelaw.cards.arrays import best_four
from tests.examples import example

BOOK = example("four-card-poker")
TERMS = BOOK.terms()
HANDS = 20_358_520
"""The number of six-card hands."""
Numbers = npt.NDArray[np.int64]


@cache
def solved() -> Result:
    """The solved game, computed once per version of the code."""
    return main_of(TERMS)


@pytest.mark.long
def test_the_whole_game() -> None:
    """Published figures differ (1.50, 1.58, 2.79, about 2.9 and 3.40 %); this is the exact one."""
    main = solved()
    assert main.ev == Fraction(-8_840_827_253, 317_119_576_410)
    assert f"{main.hold:.6%}" == "2.787853%"
    assert f"{float(main.element_of_risk or 0):.4%}" == "1.3013%"
    assert main.distribution is not None
    assert main.distribution.total == 2_598_960 * 47 * 1_370_754
    assert f"{float(main.average_wager or 0):.4f}" == "2.1423"
    assert set(main.actions) == {"fold", "bet 1x", "bet 3x"}, "values are linear in the bet, so that nobody bets twice"


def test_aces_up() -> None:
    (aces_up,) = side_results(BOOK, {})
    assert aces_up.ev == Fraction(-12_643, 324_870)
    assert f"{aces_up.hold:.4%}" == "3.8917%"


# --- Every hand of the dealer -----------------------------------------------------------------------------------------


@cache
def choices_of_five() -> Numbers:
    return np.array(list(combinations(range(46), 5)), np.int64)


@pytest.mark.parametrize(
    ("cards", "up"),
    [("Ks Kd 9c 7h 2d", "Qc"), ("As Qd Tc 7h 3d", "2s"), ("9s 8s 7s 2s 2d", "Ah"), ("5s 5d 5h Kc Ad", "5c")],
)
def test_a_hand_against_every_hand_of_the_dealer(cards: str, up: str) -> None:
    held, (shown,) = parse_cards(cards), parse_cards(up)
    left = np.array([card for card in PACK if card not in (*held, shown)], np.uint8)
    fives = left[choices_of_five()]
    dealers = best_four.strengths(np.concatenate([fives, np.full((len(fives), 1), shown, np.uint8)], axis=1))
    (own,) = best_four.strengths(np.array([held], np.uint8))
    game = game_of(TERMS)
    _, cells = dealer_cells(game, held, (shown,))
    found = [int((dealers < own).sum()), int((dealers == own).sum()), int((dealers > own).sum())]
    assert cells.sum(axis=0).tolist() == found
    bonus = {"5s 5d 5h Kc Ad": 2}.get(cards, 0)
    gain = Fraction(found[0] + found[1] - found[2], sum(found))
    told = {one.name: one.ev for one in advice(TERMS, held, (shown,))}
    assert told == {"fold": -1} | {f"bet {n}x": (1 + n) * gain + bonus for n in (1, 2, 3)}


def test_every_hand_of_six_has_its_level() -> None:
    game = game_of(TERMS)
    found, value = levels_of_hands(game.ranking, 6, 5), place_values(6)
    assert len(found) == HANDS
    assert counted(game.ranking, 6, 5).below[-1, 0] == HANDS, "the empty set is in every hand"
    for number in (0, 1, 12_345_678, HANDS - 2):
        hand = hand_at(number, value)
        assert value[np.arange(6), hand].sum() == number
        next_hand(hand)
        assert value[np.arange(6), hand].sum() == number + 1


# --- Random rounds, classified and paid by independent code ---------------------------------------------------------

ROUNDS = 200_000


def strength_of_four(hands: Numbers) -> Numbers:
    """A number for each row of four cards, higher for a better hand."""
    ranks, suits = np.sort(hands // 4, axis=1)[:, ::-1], hands % 4
    alike = (ranks[:, :, None] == ranks[:, None, :]).sum(axis=2)
    order = np.argsort(-(alike * 16 + ranks), axis=1, kind="stable")
    key = np.take_along_axis(ranks, order, axis=1) @ np.array([16**3, 16**2, 16, 1])
    flush = (suits == suits[:, :1]).all(axis=1)
    wheel = (ranks == [12, 2, 1, 0]).all(axis=1)
    straight = ((ranks[:, :1] - ranks == [0, 1, 2, 3]).all(axis=1)) | wheel
    key = np.where(wheel, 0, key)
    most, pairs = alike.max(axis=1), (alike == 2).sum(axis=1)
    kind = np.select(
        [most == 4, flush & straight, most == 3, flush, straight, pairs == 4, pairs == 2], [7, 6, 5, 4, 3, 2, 1], 0
    )
    found: Numbers = kind * 16**4 + key
    return found


def strength_of(hands: Numbers) -> Numbers:
    every = [strength_of_four(hands[:, places]) for places in map(list, combinations(range(hands.shape[1]), 4))]
    found: Numbers = np.max(every, axis=0)
    return found


def test_random_rounds_played_by_the_decision_table_agree() -> None:
    draw = np.random.default_rng(20_26)
    deals = np.argsort(draw.random((ROUNDS, 52)), axis=1)[:, :11]
    own, dealers = strength_of(deals[:, :5]), strength_of(deals[:, 5:])
    table = decisions(TERMS, BEST)
    held = np.sort(deals[:, :5], axis=1)
    number = place_values(5)[np.arange(5), held].sum(axis=1)
    shown = table.suit_orders[table.order[number], deals[:, 10]]
    bets = np.array([float(option.times) for option in table.options])[table.by_form[table.form[number], shown]]
    kind = own // 16**4
    bonus = np.select([kind == 7, kind == 6, kind == 5], [25, 20, 2], 0)
    gains = np.where(bets == 0, -1, np.where(own >= dealers, 1 + bets, -1 - bets) + bonus)
    error = gains.std() / np.sqrt(ROUNDS)
    assert abs(gains.mean() - float(solved().ev)) < 4 * error
    assert abs((bets == 0).mean() - float(solved().actions["fold"])) < 4 * 0.5 / np.sqrt(ROUNDS)


def test_a_table_of_advice_and_a_table_of_decisions_agree() -> None:
    table = decisions(TERMS, BEST)
    draw = np.random.default_rng(7)
    for _ in range(10):
        cards = [Card(int(card)) for card in draw.permutation(52)[:6]]
        held, shown = sorted(cards[:5]), cards[5]
        number = int(place_values(5)[np.arange(5), held].sum())
        card = table.suit_orders[table.order[number], shown]
        option = table.options[table.by_form[table.form[number], card]]
        assert option.name == advice(TERMS, held, (shown,))[0].name
