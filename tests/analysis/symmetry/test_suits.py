"""Suit-distinct sets and kinds of card: their numbers, and that they represent every set of cards."""

from __future__ import annotations

from itertools import combinations, permutations
from math import comb, prod

import numpy as np
import pytest

from tablelaw.analysis.symmetry.card_kinds import (
    Sets,
    View,
    by_rank,
    by_suit,
    number_of,
    pair_of_kinds,
    seen_by_rank,
    seen_from,
    sets_by_rank,
    sets_by_suit,
)
from tablelaw.analysis.symmetry.suits import (
    PAIRS,
    classes,
    distinct_sets,
    pair_cards,
    pair_number,
    pair_orders,
    suit_orders,
)
from tablelaw.chance import PracticeChance

VIEWS = [(by_rank(), sets_by_rank()), (by_suit(), sets_by_suit())]


def sampled_sets(size: int, count: int) -> list[list[int]]:
    chance = PracticeChance(f"sets of {size}")
    found = []
    for _ in range(count):
        pack = list(range(52))
        found.append(sorted(pack.pop(chance.below(len(pack))) for _ in range(size)))
    return found


def renamed(cards: list[int]) -> set[tuple[int, ...]]:
    """A set under all 24 permutations of the suits, in plain Python."""
    orders = permutations(range(4))
    return {tuple(sorted(card // 4 * 4 + order[card % 4] for card in cards)) for order in orders}


# --- Suit-distinct sets --------------------------------------------------------------------------


@pytest.mark.parametrize(("size", "count"), [(3, 1_755), (4, 16_432), (5, 134_459)])
def test_suit_distinct_sets_stand_for_all(size: int, count: int) -> None:
    cards, times = distinct_sets(size)
    assert len(cards) == count
    assert times.sum() == comb(52, size)


@pytest.mark.parametrize("size", [3, 4, 5])
def test_a_set_occurs_as_often_as_it_has_names(size: int) -> None:
    cards, times = distinct_sets(size)
    for place in range(0, len(cards), len(cards) // 50):
        assert len(renamed(cards[place].tolist())) == times[place]


def test_every_set_leads_to_one_form() -> None:
    known = classes(3)
    forms = {tuple(form) for form in known.forms.tolist()}
    for cards in sampled_sets(3, 200):
        number = sum(comb(card, place + 1) for place, card in enumerate(cards))
        order = suit_orders()[known.order[number]]
        form = sorted(order[cards].tolist())
        assert form == known.forms[known.of[number]].tolist()
        assert [tuple(form)] == sorted(renamed(cards) & forms)


def test_classes_of_three_are_counted() -> None:
    assert (np.bincount(classes(3).of) == distinct_sets(3).times).all()


def test_pairs_are_numbered_and_renamed() -> None:
    cards = pair_cards()
    assert (pair_number(cards[:, 1], cards[:, 0]) == np.arange(PAIRS)).all()
    for order, table in enumerate(pair_orders()):
        assert (np.sort(suit_orders()[order][cards], axis=1) == cards[table]).all()


# --- Kinds of card -------------------------------------------------------------------------------


def test_there_are_so_many_sets_of_kinds() -> None:
    assert [len(sets.code) for sets in sets_by_rank()[3:]] == [455, 1_820, 6_175]
    assert [len(sets.code) for sets in sets_by_suit()[3:]] == [2_483, 11_531, 36_608]


def ways(view: View, kinds: list[int]) -> int:
    """The number of card sets that have these kinds."""
    return prod(comb(int(view.copies[kind]), kinds.count(kind)) for kind in set(kinds))


def test_sets_of_kinds_stand_for_all_boards() -> None:
    three_or_more = sum(comb(13, suited) * comb(39, 5 - suited) for suited in (3, 4, 5))
    for (view, sets), total in zip(VIEWS, (comb(52, 5), three_or_more), strict=True):
        assert sum(ways(view, kinds) for kinds in sets[5].kinds.tolist()) == total


@pytest.mark.parametrize(("view", "sets"), VIEWS)
def test_cards_left_and_neighbours_of_a_set(view: View, sets: tuple[Sets, ...]) -> None:
    for size in (3, 4, 5):
        here = sets[size]
        for place in range(0, len(here.code), len(here.code) // 40):
            kinds = here.kinds[place].tolist()
            taken = [kinds.count(kind) for kind in range(len(view.rank))]
            assert here.left[place].tolist() == [int(n) - m for n, m in zip(view.copies, taken, strict=True)]
            check_neighbours(view, sets, size, place, kinds)


def check_neighbours(view: View, sets: tuple[Sets, ...], size: int, place: int, kinds: list[int]) -> None:
    for kind in range(len(view.rank)):
        less = sets[size].fewer[place, kind]
        rest = sorted(kinds)
        if kind in rest:
            rest.remove(kind)
            assert sets[size - 1].kinds[less].tolist() == rest
        else:
            assert less == -1
        if size < 5 and sets[size].more[place, kind] >= 0:
            assert sets[size + 1].kinds[sets[size].more[place, kind]].tolist() == sorted([*kinds, kind])


def test_a_set_that_cannot_come_to_three_of_the_suit_has_no_number() -> None:
    board = np.array([[0, 5, 10, 15, 20], [0, 4, 8, 13, 18]])
    assert number_of(sets_by_suit()[5], seen_from(board, 0)).tolist()[0] == -1
    assert number_of(sets_by_suit()[5], seen_from(board, 0)).tolist()[1] >= 0
    assert (number_of(sets_by_rank()[5], seen_by_rank(board)) >= 0).all()


def test_pairs_of_kinds_are_numbered_in_order() -> None:
    for view, _ in VIEWS:
        assert (pair_of_kinds(view.high, view.low) == np.arange(len(view.low))).all()
        ranks = zip(view.rank[view.low].tolist(), view.rank[view.high].tolist(), strict=True)
        expected = [max(two) * (max(two) + 1) // 2 + min(two) for two in ranks]
        assert view.rank_pair.tolist() == expected
    assert len(by_suit().low) == len(list(combinations(range(26), 2))) + 26
