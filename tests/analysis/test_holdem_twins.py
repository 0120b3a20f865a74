"""Slow references for the hold'em solver: each stage is recomputed card by card, either in plain Python by the
rulebook's rules or on the table's own engine.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest

from tablelaw.analysis.board_with_dealer.advice import advice
from tablelaw.analysis.board_with_dealer.best_play import (
    FLOP,
    TURN,
    Values,
    boards_by_rank,
    boards_by_suit,
    starts_by_rank,
    starts_by_suit,
    summed,
)
from tablelaw.analysis.board_with_dealer.board_kernels import DEALERS, Boards, Starts
from tablelaw.analysis.board_with_dealer.count_endings import ends_of
from tablelaw.analysis.board_with_dealer.flops_and_turns import pairs, spots
from tablelaw.analysis.board_with_dealer.game import Game, game_of
from tablelaw.analysis.board_with_dealer.line_kernels import Rows, weigh_turns
from tablelaw.analysis.board_with_dealer.lines_of_play import Plan, best_plan
from tablelaw.analysis.board_with_dealer.value_kernels import best_of, board_values, new_scale
from tablelaw.analysis.payoffs import against_the_dealer, ask, opening_gains
from tablelaw.analysis.solver import NotThisGame
from tablelaw.analysis.symmetry.card_kinds import (
    SUITS,
    number_of,
    pair_of_kinds,
    seen_by_rank,
    seen_from,
    sets_by_rank,
    sets_by_suit,
)
from tablelaw.analysis.symmetry.suits import PAIRS, classes, pair_cards, pair_orders
from tablelaw.cards import PACK, Card, parse_cards
from tablelaw.cards.arrays.batch import strengths
from tablelaw.cards.rankings import five_card
from tablelaw.cards.rankings.five_card import CLASSES
from tablelaw.chance import PracticeChance
from tablelaw.law.conduct import STANDINGS
from tablelaw.submission.submission import load_submission
from tablelaw.table import Round
from tests.analysis.quick_games import WITH_SLOW_GAMES
from tests.analysis.rounds import SEAT, gained, rounds
from tests.analysis.solved import BONUS, HEADS_UP, ULTIMATE, solved, terms_of

GAMES = (ULTIMATE, BONUS, HEADS_UP)
ROUNDS = 60 if WITH_SLOW_GAMES else 25
"""How many rounds the table's own engine plays of each game."""
SUBMISSIONS = Path(__file__).parents[2] / "examples" / "submissions"
HARD = [
    ("Kd Qh", "4s 5h 6d 8c 9d"),
    ("As 2c", "Ts Js Qs Ks 9d"),
    ("7c 7d", "7h 7s 2c 2d 2h"),
    ("Ah 3h", "Kh 9h 4h 4s 4c"),
    ("Ad 7s", "2s 3s 4s 5s 6s"),
    ("2c 2d", "Ac Ad Ah As Kh"),
]
Cards = tuple[Card, ...]


def deals(count: int, board: int = 5) -> list[tuple[Cards, Cards]]:
    """Difficult spots with a given number of community cards, followed by `count` random ones."""
    chance = PracticeChance("spots")
    found = [(tuple(parse_cards(cards)), tuple(parse_cards(seen))[:board]) for cards, seen in HARD]
    for _ in range(count):
        pack = list(PACK)
        drawn = [pack.pop(chance.below(len(pack))) for _ in range(2 + board)]
        found.append((tuple(drawn[:2]), tuple(drawn[2:])))
    return found


@cache
def game(book: str) -> Game:
    return game_of(terms_of(book))


@cache
def sums(book: str) -> tuple[dict[int, Values], dict[int, Values]]:
    return summed(game(book))


# --- A board: by the rules, against every dealer's pair --------------------------------------------


@cache
def gain(book: str, wager: str, player: str, dealer: str, standing: int) -> Fraction:
    return ask(terms_of(book), wager, {"player": player, "dealer": dealer}, STANDINGS[standing])


def by_the_rules(book: str, cards: Cards, board: Cards) -> tuple[Fraction, Fraction]:
    """What the opening wagers and one unit gain, summed over the dealer's pairs."""
    own = five_card.strength_unchecked([*cards, *board])
    met: Counter[tuple[str, int]] = Counter()
    for two in combinations([card for card in PACK if card not in cards and card not in board], 2):
        dealer = five_card.strength_unchecked([*two, *board])
        met[five_card.class_of(dealer), 0 if own > dealer else 1 if own == dealer else 2] += 1
    assert met.total() == DEALERS
    opening, unit = (
        sum(
            (times * gain(book, wager, five_card.class_of(own), *key) for key, times in met.items() for wager in of),
            Fraction(0),
        )
        for of in (tuple(game(book).opening), (game(book).wager,))
    )
    return opening, unit


def by_kinds(book: str, cards: Cards, board: Cards) -> list[int]:
    """The kernel's parts for one board: the value by ranks alone, and what each suit adds."""
    parts = 2 + len(game(book).payoffs.last_choices)
    nothing = np.zeros((parts, 1, 91), np.int32)
    ranks, suits = np.zeros((parts, 6_175, 91), np.int32), np.zeros((parts, 36_608, 351), np.int32)
    by_rank, by_suits = places(board)
    bounds = game(book).bounds
    values_of(book, boards_by_rank(), starts_by_rank(bounds), by_rank, nothing, ranks)
    for place in by_suits:
        values_of(book, boards_by_suit(), starts_by_suit(bounds), place, ranks, suits)
    return together(ranks, suits, cards, board)


def values_of(book: str, boards: Boards, starts: Starts, place: int, plain: Values, into: Values) -> None:
    if place >= 0:
        board_values(place, place + 1, boards, starts, game(book).payoffs, new_scale(boards.pack), plain, into)


def places(seen: Cards) -> tuple[int, list[int]]:
    """The numbers of a set of cards in each view."""
    row, size = np.array([seen]), len(seen)
    by_suits = [int(number_of(sets_by_suit()[size], seen_from(row, suit))[0]) for suit in range(SUITS)]
    return int(number_of(sets_by_rank()[size], seen_by_rank(row))[0]), by_suits


def together(ranks: Values, suits: Values, cards: Cards, seen: Cards) -> list[int]:
    """All parts of a pair's value: by ranks, plus what each suit adds."""
    by_rank, by_suits = places(seen)
    pair = np.array(cards)
    value = ranks[:, by_rank, pair_of_kinds(*seen_by_rank(pair)[:, None])[0]].astype(np.int64)
    for suit, place in enumerate(by_suits):
        if place >= 0:
            value = value + suits[:, place, pair_of_kinds(*seen_from(pair, suit)[:, None])[0]]
    return [int(part) for part in value]


@pytest.mark.parametrize("book", GAMES)
def test_a_pair_on_a_board_is_worth_what_the_rules_say(book: str) -> None:
    for cards, board in deals(5):
        opening, unit = by_the_rules(book, cards, board)
        parts = by_kinds(book, cards, board)
        assert [Fraction(part, game(book).unit) for part in parts[:2]] == [opening, unit]
        if parts[2:]:
            assert parts[2] == max(game(book).fold, Fraction(opening + unit, DEALERS)) * game(book).unit * DEALERS


@pytest.mark.parametrize("book", [ULTIMATE, HEADS_UP])
def test_advice_after_the_river_is_what_the_rules_say(book: str) -> None:
    for cards, board in deals(5):
        opening, unit = by_the_rules(book, cards, board)
        told = {(one.action, one.multiple): one.ev for one in advice(terms_of(book), cards, board)}
        assert told == {("fold", 0): -2, ("bet", 1): Fraction(opening + unit, DEALERS)}


# --- A flop or a set of four: over all cards to come ------------------------------------------------


def boards_after(cards: Cards, seen: Cards) -> list[Cards]:
    left = [card for card in PACK if card not in cards and card not in seen]
    return [(*seen, *more) for more in combinations(left, 5 - len(seen))]


def met_on(cards: Cards, board: Cards) -> npt.NDArray[np.int64]:
    """For each dealer's pair: own class, dealer's class (highest first) and standing, from the array evaluator."""
    left = np.setdiff1d(np.arange(52), [*cards, *board])
    twos = left[np.stack(np.triu_indices(len(left), 1), axis=1)]
    own = strengths(np.array([[*cards, *board]]))[0]
    theirs = strengths(np.concatenate([twos, np.tile(board, (DEALERS, 1))], axis=1))
    standing = np.where(theirs < own, 0, np.where(theirs == own, 1, 2))
    return np.stack([np.full(DEALERS, 9 - (own >> 20)), 9 - (theirs >> 20), standing])


def over_all_boards(book: str, cards: Cards, seen: Cards) -> list[int]:
    known = game(book)
    total = np.zeros(2 + len(known.payoffs.last_choices), np.int64)
    for board in boards_after(cards, seen):
        own, dealer, standing = met_on(cards, board)
        opening, unit = known.payoffs.pay[:, 9 - own, 9 - dealer, standing].sum(axis=1)
        best = [best_of(choices, opening, unit) for choices in known.payoffs.last_choices]
        total += [opening, unit, *best]
    return [int(part) for part in total]


@pytest.mark.parametrize("book", GAMES)
def test_sets_of_four_are_summed_over_the_river(book: str) -> None:
    ranks, suits = sums(book)
    for cards, seen in deals(4, TURN):
        parts = together(ranks[TURN], suits[TURN], cards, seen)
        assert parts == over_all_boards(book, cards, seen)[: len(parts)]


@pytest.mark.parametrize("book", [ULTIMATE, BONUS])
@pytest.mark.parametrize(("cards", "flop"), [("Ah 3h", "Kh 9h 4s"), ("Qs Jd", "Qd 7d 2d")])
def test_flops_are_summed_over_turn_and_river(book: str, cards: str, flop: str) -> None:
    two, three = tuple(parse_cards(cards)), tuple(parse_cards(flop))
    parts = together(sums(book)[0][FLOP], sums(book)[1][FLOP], two, three)
    assert parts == [2 * part for part in over_all_boards(book, two, three)[: len(parts)]]


# --- Decisions ---------------------------------------------------------------------------------------


def in_its_class(cards: Sequence[Card], seen: Sequence[Card]) -> tuple[int, int]:
    """The number of a flop or set of four among the suit-distinct ones, and the pair with its suits permuted to
    match.
    """
    known = classes(len(seen))
    number = sum(comb(card, place + 1) for place, card in enumerate(sorted(seen)))
    low, high = sorted(cards)
    pair = high * (high - 1) // 2 + low
    return int(known.of[number]), int(pair_orders()[known.order[number], pair])


@pytest.mark.parametrize(("book", "size"), [(ULTIMATE, FLOP), (HEADS_UP, FLOP), (BONUS, FLOP), (BONUS, TURN)])
def test_best_play_is_what_advice_recommends(book: str, size: int) -> None:
    chosen = solved(book).after_flop if size == FLOP else solved(book).after_turn
    decision = next(d for d in game(book).decisions if d.seen == size)
    for cards, seen in deals(30, size):
        best = advice(terms_of(book), cards, seen)[0]
        place = int(chosen[in_its_class(cards, seen)])
        assert (best.action, best.multiple) == (("check", 0), *(("bet", bet) for bet in decision.bets))[place]


@pytest.mark.parametrize(("book", "more"), [(ULTIMATE, 2), (BONUS, 1)])
def test_checking_the_flop_is_worth_the_best_that_follows(book: str, more: int) -> None:
    cards, flop = tuple(parse_cards("Ad Jh")), tuple(parse_cards("4s 5h 6d"))
    left = [card for card in PACK if card not in cards and card not in flop]
    later = [advice(terms_of(book), cards, (*flop, *cards_to_come))[0].ev for cards_to_come in combinations(left, more)]
    checks = next(one.ev for one in advice(terms_of(book), cards, flop) if one.action == "check")
    assert checks == sum(later) / len(later)


def test_bets_made_before_are_part_of_the_advice() -> None:
    cards, four = parse_cards("Ad Jh"), parse_cards("4s 5h 6d Ac")
    told = [advice(terms_of(BONUS), cards, four, made=made) for made in (None, 3)]
    (bets, checks), (more_bets, more_checks) = told
    unit = bets.ev - checks.ev
    assert (bets.action, checks.action) == ("bet", "check")
    assert (more_bets.ev, more_checks.ev) == (bets.ev + unit, checks.ev + unit)


def test_published_river_spots() -> None:
    for cards, published in (("Kd Qh", -2.1727), ("Ad Jh", -1.9788)):
        told = advice(terms_of(ULTIMATE), parse_cards(cards), parse_cards("4s 5h 6d 8c 9d"))
        assert {one.action: round(float(one.ev), 4) for one in told} == {"fold": -2, "bet": published}


def test_before_the_flop_the_solved_game_answers() -> None:
    told = advice(terms_of(ULTIMATE), parse_cards("Ac Ah"), ())
    assert [(one.action, one.multiple) for one in told] == [("bet", 4), ("bet", 3), ("check", 0)]
    assert told[0].ev == Fraction(75_535_105_760, 20_975_724_000)


def test_no_advice_where_nothing_is_decided() -> None:
    with pytest.raises(NotThisGame, match=r"no decision with 4 community cards.*0 \(before-flop\), 3"):
        advice(terms_of(ULTIMATE), parse_cards("Ac Ah"), parse_cards("2c 3c 4c 5c"))


# --- Weights -------------------------------------------------------------------------------------------


def test_deals_of_chosen_spots_are_counted_by_class_and_standing() -> None:
    """A few flops and pairs get their own line, which the kernels follow; the reference plays every board."""
    at_flop = np.zeros((len(spots(FLOP).times), PAIRS), np.int8)
    expected = np.zeros((10, 10, 3), np.int64)
    for cards, flop in (("Ah 3h", "Kh 9h 4h"), ("Qs Jd", "Qd 7d 2c"), ("8c 8d", "8h 2s 2d")):
        two, three = tuple(parse_cards(cards)), tuple(parse_cards(flop))
        spot, pair = in_its_class(two, three)
        at_flop[spot, pair] = 1
        for board in boards_after(two, three):
            np.add.at(expected, tuple(met_on(two, board)), 2 * spots(FLOP).times[spot])
    rows = Rows(np.arange(2, dtype=np.int8), np.zeros(2, np.int8), np.zeros((2, 0), np.int8))
    ends = ends_of(Plan((("others", 0), ("chosen", 0)), rows, at_flop), game(BONUS).payoffs, game(BONUS).bounds)
    assert (ends.counts[1] == expected).all()


def test_sets_of_four_take_the_line_of_each_flop_they_came_from() -> None:
    plan = best_plan(solved(BONUS))
    assert plan.turns is not None
    row_of = {int(line): row for row, line in enumerate(plan.rows.lines)}
    for spot in (0, 5_000, 12_345):
        by_rank = np.zeros((5, len(sets_by_rank()[TURN].code), 91), np.int32)
        by_suit = np.zeros((5, len(sets_by_suit()[TURN].code), 351), np.int16)
        weigh_turns(spot, spot + 1, spots(TURN), pairs(), classes(FLOP), plan.turns, by_rank, by_suit)
        expected = np.zeros_like(by_rank)
        for pair in range(PAIRS):
            for line in lines_of(spot, pair):
                expected[row_of[line], spots(TURN).by_rank[spot], pairs().by_rank[pair]] += spots(TURN).times[spot]
        assert (by_rank == expected).all()
        assert by_suit.sum() == (spots(TURN).by_suit[spot] >= 0).sum() * by_rank.sum()


def lines_of(spot: int, pair: int) -> list[int]:
    """The line for each card that may have been the turn."""
    found, four = solved(BONUS), [Card(card) for card in spots(TURN).cards[spot].tolist()]
    cards = [Card(card) for card in pair_cards()[pair].tolist()]
    if set(cards) & set(four):
        return []
    if found.best_before_flop()[int(pairs().kind[pair])] == "fold":
        return [4] * 4
    flops = [[card for card in four if card != turn] for turn in four]
    turn_bet = int(found.after_turn[in_its_class(cards, four)])
    return [2 * int(found.after_flop[in_its_class(cards, flop)]) + turn_bet for flop in flops]


# --- The table's own engine ------------------------------------------------------------------------------


@pytest.mark.parametrize("book", ["pa-653a", "pa-647a", "md-thb", "pa-677a"])
def test_rounds_at_the_table_settle_as_the_analysis_pays(book: str) -> None:
    submission = load_submission(SUBMISSIONS / f"{book}.toml")
    known = game_of(submission.terms)
    opening, unit = opening_gains(submission.terms, known.opening), against_the_dealer(submission.terms, known.wager)
    bets = [wager.id for wager in submission.book.wagers if wager.kind == "decision"]

    def best(round_: Round) -> tuple[str, int, tuple[int, ...]]:
        told = advice(submission.terms, round_.seats[SEAT].cards, round_.community[: round_.shown])
        return told[0].action, int(500 * told[0].multiple), ()

    for round_ in rounds(submission, dict.fromkeys(known.opening, 500), best, ROUNDS):
        seat = round_.seats[SEAT]
        placed = Fraction(sum(seat.wagers.get(bet, 0) for bet in bets), 500)
        key = stood(seat.cards, round_.places["dealer"], round_.community)
        expected = known.fold if "fold" in seat.actions else opening[key] + placed * unit[key]
        assert gained(round_, (*known.opening, *bets)) == 500 * expected


def stood(cards: Cards, dealer: Cards, board: Cards) -> tuple[int, int, int]:
    own, theirs = (five_card.strength_unchecked([*two, *board]) for two in (cards, dealer))
    place = [CLASSES.index(five_card.class_of(strength)) for strength in (own, theirs)]
    return place[0], place[1], 0 if own > theirs else 1 if own == theirs else 2
