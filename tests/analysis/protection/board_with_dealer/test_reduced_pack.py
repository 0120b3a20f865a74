"""Hold'em with all but nine cards out of play: every amount of information against plain loops over what is left.

The loops share no payoff, no comparison and no decision with the solver: they settle Ultimate by its printed odds.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations

import pytest

from tablelaw import rulebooks
from tablelaw.analysis.board_with_dealer.game import game_of
from tablelaw.analysis.main_choices import terms_for
from tablelaw.analysis.protection.board_with_dealer.one_deal import action_worths
from tablelaw.analysis.protection.known_cards import Known
from tablelaw.cards import PACK, RANKINGS, Card, parse_cards
from tablelaw.cards.rankings.five_card import class_of

GAME = "pa-653a"
OWN = tuple(parse_cards("9h 8h"))
LEFT = tuple(parse_cards("Th Jh 7h 9c 8d Qs Ac Td 2h"))
OUT = tuple(card for card in PACK if card not in (*OWN, *LEFT))
BLIND = {
    "royal flush": Fraction(500),
    "straight flush": Fraction(50),
    "four-of-a-kind": Fraction(10),
    "full house": Fraction(3),
    "flush": Fraction(3, 2),
    "straight": Fraction(1),
}
Deal = tuple[tuple[Card, ...], tuple[Card, ...]]


def every_deal() -> Iterator[Deal]:
    """Every board with every hand of the dealer."""
    for board in combinations(LEFT, 5):
        for dealer in combinations([card for card in LEFT if card not in board], 2):
            yield board, dealer


@cache
def best(cards: tuple[Card, ...]) -> int:
    """The best five of seven cards, one five after the other."""
    strength = RANKINGS["five-card"].strength
    assert strength is not None
    return max(strength(five) for five in combinations(cards, 5))


def gain(deal: Deal, bet: int) -> Fraction:
    """What Ante, Blind and a bet gain at the showdown."""
    board, dealer = deal
    own, theirs = best((*OWN, *board)), best((*dealer, *board))
    standing = (own > theirs) - (own < theirs)
    qualifies = class_of(theirs) != "high card"
    blind = BLIND.get(class_of(own), Fraction(0)) if standing > 0 else Fraction(min(standing, 0))
    return standing * (qualifies + bet) + blind


FOLD = Fraction(-2)


def over(deals: Sequence[Deal], bet: int) -> Fraction:
    return sum((gain(deal, bet) for deal in deals), Fraction(0))


def split(deals: Sequence[Deal], size: int) -> Iterator[list[Deal]]:
    """The deals by the first `size` cards of the board, in every choice of those cards; each deal in each of them."""
    for cards in combinations(LEFT, size):
        held = [deal for deal in deals if set(cards) <= set(deal[0])]
        if held:
            yield held


def value(deals: Sequence[Deal]) -> Fraction:
    """The value of a round for a player who knows only that the deal is one of these, decided backwards."""
    checked = Fraction(0)
    flops = list(split(deals, 3))
    for held in flops:
        boards: dict[frozenset[Card], list[Deal]] = {}
        for deal in held:
            boards.setdefault(frozenset(deal[0]), []).append(deal)
        last = sum((max(over(same, 1), FOLD * len(same)) for same in boards.values()), Fraction(0))
        checked += max(over(held, 2), last)
    count = sum(map(len, flops))
    return max(over(deals, 4) / len(deals), over(deals, 3) / len(deals), checked / count)


def solved(known: Known, board: Sequence[Card] = ()) -> Fraction:
    """The same from the solver, for a player who knows these cards from the first decision on."""
    game = game_of(terms_for(rulebooks.get(GAME), {}))
    decisions = game.decisions
    if board:
        from dataclasses import replace

        decisions = tuple(replace(decision, seen=5) for decision in decisions)
    (worths,) = action_worths(game, decisions, [OWN], board, known)
    return max(worths.values())


@pytest.fixture(scope="module")
def deals() -> list[Deal]:
    return list(every_deal())


def test_nothing_seen_is_worth_what_a_plain_loop_finds(deals: list[Deal]) -> None:
    assert solved(Known(out=OUT)) == value(deals)


@pytest.mark.parametrize("count", [1, 2])
def test_the_dealers_cards_are_worth_what_a_plain_loop_finds(deals: list[Deal], count: int) -> None:
    for seen in list(combinations(LEFT, count))[::5]:
        held = [deal for deal in deals if set(seen) <= set(deal[1])]
        assert solved(Known(dealer=seen, out=OUT)) == value(held)


def test_everything_seen_is_worth_the_best_of_each_deal(deals: list[Deal]) -> None:
    for board, dealer in deals[::7]:
        clairvoyant = max(FOLD, *(gain((board, dealer), bet) for bet in (4, 3, 2, 1)))
        assert solved(Known(dealer=dealer, out=OUT), board) == clairvoyant


def test_more_seen_is_never_worth_less(deals: list[Deal]) -> None:
    nothing = solved(Known(out=OUT))
    one = [solved(Known(dealer=(card,), out=OUT)) for card in LEFT]
    both = [solved(Known(dealer=pair, out=OUT)) for pair in combinations(LEFT, 2)]
    every = [max(FOLD, *(gain(deal, bet) for bet in (4, 3, 2, 1))) for deal in deals]
    means = [nothing, *(sum(found, Fraction(0)) / len(found) for found in (one, both, every))]
    assert means == sorted(means) and means[0] < means[-1]
