"""Seen cards where whole hands are compared: published figures, a plain count of a whole game, samples, limits."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb
from random import Random

import numpy as np
import numpy.typing as npt
import pytest

from tablelaw import rulebooks
from tablelaw.analysis.against_dealer.whole_hands.best_play import dealer_cells, kept_ends
from tablelaw.analysis.against_dealer.whole_hands.count_kernels import hands_below, new_subsets, set_seen_with
from tablelaw.analysis.against_dealer.whole_hands.count_tables import counted
from tablelaw.analysis.against_dealer.whole_hands.game import game_of, hands_of, option_gain, pay_of
from tablelaw.analysis.against_dealer.whole_hands.strength_levels import levels, number_of
from tablelaw.analysis.main_game import main_of
from tablelaw.analysis.protection.against_dealer.whole_hands.best_play import ends_with, new_work, sight_of
from tablelaw.analysis.protection.against_dealer.whole_hands.kernels import walk, walk_all_seen
from tablelaw.analysis.protection.api import protect
from tablelaw.analysis.protection.information import Information, parse_information
from tablelaw.analysis.protection.result import Exposure
from tablelaw.analysis.solver import NotThisGame
from tablelaw.analysis.symmetry.suits import distinct_sets
from tablelaw.cards import PACK, RANKINGS, Card
from tablelaw.cards.rankings import five_card, three_card
from tests.examples import example

THREE, STUD = example("three-card-poker"), example("caribbean-stud")


@cache
def seen(*items: str) -> Exposure:
    return protect(THREE, items)


# --- Published figures -------------------------------------------------------------------------------------


def test_one_dealer_card_is_worth_what_is_published() -> None:
    found = seen("dealer:1")
    assert f"{float(found.value):.4%}" == "3.4829%"
    assert f"{float(found.hit_frequency or 0):.4%}" == "54.2203%"
    assert round(found.standard_deviation or 0, 4) == 1.7417


def test_a_marked_card_is_worth_what_is_published() -> None:
    """The published 1.837 % is the exact figure cut off after three digits; rounded it would be 1.838 %."""
    found = seen("dealer:1/QKA")
    assert int(found.value * 100_000) == 1_837
    assert f"{float(found.value):.5%}" == "1.83781%"


# --- The whole game, counted plainly -----------------------------------------------------------------------


def plain_strength(cards: Sequence[Card]) -> tuple[int, ...]:
    ranks = sorted((card.rank for card in cards), reverse=True)
    high, middle, low = [3, 2, 1] if ranks == [14, 3, 2] else ranks
    is_straight, is_flush = (high, middle) == (low + 2, low + 1), len({card.suit for card in cards}) == 1
    if is_straight and is_flush:
        return 5, high
    if high == middle == low:
        return 4, high
    if is_straight:
        return 3, high
    if is_flush:
        return 2, *ranks
    if middle in (high, low):
        return 1, middle, high + low - middle
    return 0, *ranks


Sights = npt.NDArray[np.int64]
"""[hand of the dealer, way to look at it] -> what is seen; all ways are as likely."""


def plain_values(hands: npt.NDArray[np.int64], every: Sequence[Sights]) -> list[Fraction]:
    """The value of the game for each kind of sight, computed from all deals of the player's suit-distinct hands."""
    ranked = [plain_strength([PACK[card] for card in hand]) for hand in hands.tolist()]
    order = {strength: n for n, strength in enumerate(sorted(set(ranked)))}
    level = np.array([order[strength] for strength in ranked])
    qualifies = np.array([strength >= (0, 12) for strength in ranked])
    held = (1 << hands).sum(axis=1)
    totals, deals = [0] * len(every), [0] * len(every)
    for own, times in zip(distinct_sets(3).cards.tolist(), distinct_sets(3).times.tolist(), strict=True):
        strength = plain_strength([PACK[card] for card in own])
        bonus = {5: 5, 4: 4, 3: 1}.get(strength[0], 0)
        is_left = (held & sum(1 << card for card in own)) == 0
        standing = np.sign(order[strength] - level[is_left])
        raised = np.where(qualifies[is_left], 2 * standing, 1) + bonus
        for n, sights in enumerate(every):
            seen_here = sights[is_left].T.reshape(-1)
            gains = np.bincount(seen_here, np.tile(raised, sights.shape[1])).astype(np.int64)
            faced = np.bincount(seen_here)
            totals[n] += times * int(np.maximum(gains, -faced).sum())
            deals[n] += times * int(faced.sum())
    return [Fraction(total, count) for total, count in zip(totals, deals, strict=True)]


@pytest.mark.long
def test_a_plain_count_of_the_whole_game_agrees() -> None:
    hands = np.array(list(combinations(range(52), 3)))
    is_high = (hands // 4 >= 10).astype(np.int64)
    two = list(combinations(range(3), 2))
    sights = {
        "": np.zeros((len(hands), 1), np.int64),
        "dealer:1": hands,
        "dealer:2": np.stack([hands[:, a] * 52 + hands[:, b] for a, b in two], axis=1),
        "dealer:3": np.arange(len(hands))[:, None],
        "dealer:1/QKA": is_high,
        "dealer:2/QKA": np.stack([is_high[:, a] + is_high[:, b] for a, b in two], axis=1),
        "dealer:3/QKA": is_high.sum(axis=1)[:, None],
    }
    values = plain_values(hands, list(sights.values()))
    assert dict(zip(sights, values, strict=True)) == {item: seen(*item.split()).value for item in sights}


# --- Counts of the dealer's hands, compared with a plain count ----------------------------------------------


@pytest.mark.parametrize(("ranking", "size", "known"), [("three-card", 3, 2), ("five-card", 5, 2), ("five-card", 5, 3)])
def test_the_dealers_hands_with_several_known_cards(ranking: str, size: int, known: int) -> None:
    draw, tables, space = Random(f"{ranking} {known}"), counted(RANKINGS[ranking], size), new_subsets()
    strength = {"three-card": three_card.strength_unchecked, "five-card": five_card.strength_unchecked}[ranking]
    strengths = levels(RANKINGS[ranking], size).strengths
    for _ in range(3):
        cards = draw.sample(PACK, size + known)
        hand, up = sorted(cards[:size]), sorted(cards[size:])
        left = [card for card in PACK if card not in cards]
        found = sorted(strength((*up, *others)) for others in combinations(left, size - known))
        set_seen_with(np.array(hand), np.array(up), tables, space)
        asked = np.array([0, 5, len(strengths) // 2, len(strengths) - 1, len(strengths)])
        below = np.zeros(len(asked), np.int64)
        hands_below(len(asked), asked, tables, space.sets, below)
        limits = [*strengths[asked[:-1]].tolist(), found[-1] + 1]
        assert below.tolist() == [sum(one < limit for one in found) for limit in limits]


@cache
def all_fives() -> npt.NDArray[np.uint8]:
    """All sets of five of 47 places."""
    return np.array(list(combinations(range(47), 5)), np.uint8)


def plain_best(place: int) -> tuple[int, list[int]]:
    """What best play with the upcard and one more card of the dealer gains with a hand, in parts, and how many of the
    dealer's hands are met by a fold and by a bet; every pair of the dealer's cards is seen in every hand.
    """
    game = game_of(STUD.terms())
    hands, pay = hands_of(game), pay_of(game)[0]
    rest = np.setdiff1d(np.arange(52), hands.cards[place])
    dealers = rest[all_fives()]
    level = levels(game.ranking, 5).of_hand[number_of(dealers)]
    band = np.searchsorted(pay.edges, level, side="right") - 1
    standing = 1 - np.sign(hands.level[place].astype(np.int64) - level)
    gains, pairs, faced = pay.gains[:, hands.kind[place]][:, band, standing], np.zeros((2, 52 * 52)), np.zeros(52 * 52)
    for a, b in combinations(range(5), 2):
        pair = dealers[:, a].astype(np.int64) * 52 + dealers[:, b]
        faced += np.bincount(pair, minlength=52 * 52)
        for option in range(2):
            pairs[option] += np.bincount(pair, gains[option], 52 * 52)
    best = pairs.argmax(axis=0)
    return int(pairs.max(axis=0).sum()), [int(faced[best == option].sum()) for option in range(2)]


def test_an_upcard_and_one_more_card_with_sampled_hands() -> None:
    game, information = game_of(STUD.terms()), parse_information(["dealer:1"])
    hands, sight = hands_of(game), sight_of(game, information)
    tables, honest = counted(game.ranking, game.dealer_size, game.least), kept_ends(game.terms)[0]
    pay = pay_of(game)[0]._replace(dealers=comb(45, 3))
    for place in Random(17).sample(range(len(hands.cards)), 3):
        ends = np.zeros(pay.gains.shape, np.int64)
        changes = np.zeros((len(hands.cards), len(game.options), len(game.options)), np.int64)
        walk(place, place + 1, sight, hands, pay, tables, new_work(game, sight), honest, ends, changes)
        gained, by_option = plain_best(place)
        times = int(hands.times[place])
        assert int((ends * pay.gains).sum()) == times * gained
        assert ends.sum(axis=(1, 2, 3)).tolist() == [times * count for count in by_option]
        assert changes[place].sum() == 2 * times * comb(47, 5) * comb(5, 2), "either card may be the upcard"


def test_the_whole_hand_of_a_dealer_with_an_upcard() -> None:
    """Every option is best in some cell, and the counts are those of honest play."""
    game, information = game_of(STUD.terms()), parse_information(["dealer:4"])
    hands, sight = hands_of(game), sight_of(game, information)
    tables, honest = counted(game.ranking, game.dealer_size, game.least), kept_ends(game.terms)[0]
    pay = pay_of(game)[0]
    for place in Random(5).sample(range(len(hands.cards)), 3):
        ends = np.zeros(pay.gains.shape, np.int64)
        changes = np.zeros((len(hands.cards), len(game.options), len(game.options)), np.int64)
        walk_all_seen(
            *(place, place + 1, sight.turned_up, hands, pay, tables, new_work(game, sight), honest, ends, changes)
        )
        own = int(hands.kind[place])
        cards = [PACK[card] for card in hands.cards[place].tolist()]
        cells = sum(dealer_cells(game, cards, [card])[1] for card in PACK if card not in cards)
        assert ends.sum(axis=0)[own].tolist() == (hands.times[place] * cells).tolist()
        for option, _, band, standing in np.argwhere(ends).tolist():
            gains = [option_gain(game, one, own, band, standing) for one in game.options]
            assert gains[option] == max(gains)


# --- Limits ------------------------------------------------------------------------------------------------


def test_seeing_nothing_is_the_main_game() -> None:
    game, main = game_of(THREE.terms()), main_of(THREE.terms())
    ends, changes = ends_with(game, Information())
    assert ends.tolist() == kept_ends(game.terms)[1].tolist()
    assert (changes.sum(axis=(0, 1)) == changes.diagonal(axis1=1, axis2=2).sum(axis=0)).all(), "no hand changes"
    assert protect(THREE).value == main.ev


def test_more_information_is_never_worth_less() -> None:
    growing = [seen(), seen("dealer:1/QKA"), seen("dealer:1"), seen("dealer:2"), seen("dealer:3")]
    values = [found.value for found in growing]
    assert values == sorted(values) and len(set(values)) == len(values)
    marked = [seen(f"dealer:{count}/QKA").value for count in (1, 2, 3)]
    assert marked == sorted(marked) and marked[2] < seen("dealer:3").value


def test_a_group_and_its_complement_tell_the_same() -> None:
    assert seen("dealer:1/23456789TJ").value == seen("dealer:1/QKA").value


def test_an_exposure_adds_up() -> None:
    found, main = seen("dealer:1"), main_of(THREE.terms())
    assert found.distribution is not None and found.distribution.total == 22_100 * 49 * 1_128
    assert found.value == found.distribution.mean and found.honest == main.ev
    assert sum(found.actions.values()) == 1 and found.wager == 1 + found.actions["bet 1x"]
    assert found.honest_actions == main.actions
    assert (found.changed[0].honest, found.changed[0].informed) == ("fold", "bet 1x")
    weights = [change.weight for change in found.changed]
    assert weights == sorted(weights, reverse=True) and sum(weights) < 1


def test_the_french_game_of_three_cards() -> None:
    found = protect("fr-trois-cartes", ["dealer:1"])
    assert found.honest == main_of(rulebooks.get("fr-trois-cartes").terms()).ev < found.value


# --- Refusals ----------------------------------------------------------------------------------------------


def test_too_many_cards_to_try_are_refused() -> None:
    with pytest.raises(
        NotThisGame, match=r"dealer:2 seen.*accepted.*dealer:1 to dealer:1, or the whole hand with dealer:4"
    ):
        protect(STUD, ["dealer:2"])
    with pytest.raises(NotThisGame, match=r"dealer:4/QKA seen"):
        protect(STUD, ["dealer:4/QKA"])


def test_other_seats_and_the_dealers_cards_together_are_refused() -> None:
    with pytest.raises(NotThisGame, match=r"dealer:1 seats:1 seen"):
        protect(THREE, ["dealer:1", "seats:1"])
