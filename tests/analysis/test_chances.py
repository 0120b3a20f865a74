"""Why an action is worth what it is: the chances to win, tie and lose, and the outs, counted plainly for one spot per
family.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from math import comb

import pytest

from tablelaw import rulebooks
from tablelaw.analysis.advice import Advice, Chances, chances_of
from tablelaw.analysis.board_with_dealer.starting_hand_showdowns import COUNTS, DEALS
from tablelaw.analysis.main_game import main_of
from tablelaw.analysis.outs import Outs, outs, outs_after_discard
from tablelaw.analysis.payoffs import ask
from tablelaw.analysis.solver import Seen
from tablelaw.analysis.solver_choice import solver_of
from tablelaw.analysis.symmetry.starting_hands import KIND, ways
from tablelaw.cards import PACK, RANKINGS, Card, parse_cards
from tablelaw.law.rulebook import Terms
from tests.examples import example

FIVE = RANKINGS["five-card"]


def advised(terms: Terms, cards: str, board: str = "") -> list[Advice]:
    return solver_of(terms).advise(terms, Seen(tuple(parse_cards(cards)), tuple(parse_cards(board))))


def only(found: Sequence[Advice]) -> Chances:
    """The chances shared by every action except a fold."""
    assert all((one.chances is None) == (one.action == "fold") for one in found)
    [chances] = {one.chances for one in found if one.chances is not None}
    assert sum(chances) == 1
    return chances


def compared(mine: int, theirs: Sequence[int]) -> Chances:
    counts = Counter((mine > other) - (mine < other) for other in theirs)
    return chances_of(counts[1], counts[0], counts[-1])


def unseen(*texts: str) -> list[Card]:
    seen = {card for text in texts for card in parse_cards(text)}
    return [card for card in PACK if card not in seen]


# --- Against the dealer -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("board", ["Kd 7c 7h 2s 9d", "Kd 7c 7h 2s"])
def test_a_board_with_the_dealer(board: str) -> None:
    book, cards = ("pa-653a", "Ah Kc") if board.count(" ") == 4 else ("pa-647a", "Ah Kc")
    assert FIVE.strength is not None
    known, counts = tuple(parse_cards(board)), Counter[int]()
    for more in combinations(unseen(cards, board), 5 - len(known)):
        whole = (*known, *more)
        mine = FIVE.strength((*parse_cards(cards), *whole))
        for pair in combinations([card for card in unseen(cards, board) if card not in more], 2):
            theirs = FIVE.strength((*pair, *whole))
            counts[(mine > theirs) - (mine < theirs)] += 1
    assert only(advised(rulebooks.get(book).terms(), cards, board)) == chances_of(counts[1], counts[0], counts[-1])


def test_two_cards_before_the_flop() -> None:
    """A bet pays even money, so each extra Ante bet gains the chance of winning minus the chance of losing."""
    terms = rulebooks.get("pa-653a").terms()
    chart = main_of(terms).chart
    for kind, (won, tied) in COUNTS.items():
        step = chart["bet 4x"][KIND[kind]] - chart["bet 3x"][KIND[kind]]
        assert step == Fraction(2 * won + tied - DEALS, DEALS), kind
    whole = sum(ways(KIND[kind]) * (2 * won + tied) for kind, (won, tied) in COUNTS.items())
    assert whole == 1326 * DEALS, "all hands together win as often as they lose"
    won, tied = COUNTS["AA"]
    assert only(advised(terms, "As Ad")) == chances_of(won, tied, DEALS - won - tied)


def test_whole_hands() -> None:
    read = RANKINGS["three-card"]
    assert read.strength is not None
    cards = "Qs 6h 4d"
    dealers = [read.strength(hand) for hand in combinations(unseen(cards), 3)]
    found = only(advised(rulebooks.get("fr-trois-cartes").terms(), cards))
    assert found == compared(read.strength(tuple(parse_cards(cards))), dealers)


def test_seven_cards_that_only_the_same_in_another_suit_ties() -> None:
    found = only(advised(rulebooks.get("pa-678a").terms(), "As Ks Qs Js Ts 9s 8s"))
    assert found == chances_of(comb(45, 7) - 3, 3, 0)


def test_a_bought_card() -> None:
    """Four aces lose only to a straight flush around the dealer's up card, whatever is bought."""
    found = advised(rulebooks.get("fr-stud").terms(), "As Ah Ad Ac 2c", "9h")
    suited = [{Card.parse(f"{rank}h") for rank in "23456789TJQK"[first : first + 5]} for first in range(8)]
    around = [flush for flush in suited if Card.parse("9h") in flush]
    bought = unseen("As Ah Ad Ac 2c", "9h")
    lost = sum(card not in flush for card in bought for flush in around)
    [exchange] = [one for one in found if one.discard == Card.parse("2c")]
    assert exchange.chances == chances_of(len(bought) * comb(45, 4) - lost, 0, lost)
    assert only([one for one in found if one.action != "buy"]) == chances_of(comb(46, 4) - len(around), 0, len(around))


# --- Against a paytable -----------------------------------------------------------------------------------------------


def test_a_discard() -> None:
    terms = rulebooks.get("ma-colorado").terms()
    read = terms.book.ranking_of("player", terms)
    for one in advised(terms, "Ks Kd 4c"):
        if one.discard is None:
            continue
        kept = [card for card in parse_cards("Ks Kd 4c") if card != one.discard]
        initial = {"initial": terms.book.ranking_of("initial", terms).classify(parse_cards("Ks Kd 4c"))}
        made = Counter(read.classify((*kept, *board)) for board in combinations(unseen("Ks Kd 4c"), 3))
        counts = Counter[int]()
        wagers = [(wager.id, one.multiple if wager.kind == "decision" else 1) for wager in terms.book.wagers][:2]
        for cls, boards in made.items():
            gain = sum(times * ask(terms, wager, {"player": cls, **initial}, None) for wager, times in wagers)
            counts[(gain > 0) - (gain < 0)] += boards
        assert one.chances == chances_of(counts[1], counts[0], counts[-1])


def test_community_cards_one_by_one() -> None:
    """A pair of nines pays nothing; a third nine or a second pair does pay."""
    terms = example("let-it-ride").terms()
    found = only(advised(terms, "9s 9d Jc", "2h"))
    assert found == chances_of(2 + 3 + 3, 0, 48 - 8)


# --- Outs -------------------------------------------------------------------------------------------------------------


def test_outs_are_the_next_cards_that_make_a_higher_hand() -> None:
    terms = rulebooks.get("pa-653a").terms()
    hand, flop = tuple(parse_cards("As Ks")), tuple(parse_cards("7s 2s 9d"))
    assert outs(terms, hand, flop) == (Outs("flush", 9), Outs("pair", 14))
    assert outs(terms, hand, ()) == () == outs(terms, hand, tuple(parse_cards("7s 2s 9d 4c 4d")))


def test_no_outs_where_no_card_comes_next() -> None:
    assert outs(rulebooks.get("pa-678a").terms(), tuple(parse_cards("As Ks Qs 2d 3d 4d 5d")), ()) == ()
    assert outs(rulebooks.get("ma-colorado").terms(), tuple(parse_cards("As Ks Qs")), ()) == ()


def test_outs_of_a_bought_card_are_told_for_each_discard() -> None:
    terms = rulebooks.get("fr-stud").terms()
    hand, up = tuple(parse_cards("As Ks 7s 2s 9d")), tuple(parse_cards("4s"))
    assert outs_after_discard(terms, hand, up, Card.parse("9d")) == (Outs("flush", 8), Outs("pair", 12))
