"""High Card Flush, exact: published figures, a slow reference on small decks, and the table's own engine."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from math import comb
from pathlib import Path

import msgspec
import numpy as np
import pytest

from tablelaw import rulebooks
from tablelaw.analysis.against_dealer.flushes import best_play as flush_game
from tablelaw.analysis.against_dealer.flushes.best_play import (
    dealer_cells,
    example_hand,
    flush_advice,
    game_of,
    solve,
    strategies,
)
from tablelaw.analysis.against_dealer.flushes.kernels import CELLS, Counts, count_deals, deck_of, place_of, places_of
from tablelaw.analysis.result import Result
from tablelaw.analysis.solver import NotThisGame
from tablelaw.cards import RANKINGS, Card, parse_cards
from tablelaw.chance import PracticeChance
from tablelaw.law.rulebook import Rulebook, Terms
from tablelaw.submission.submission import load_submission
from tablelaw.table import Round
from tests.analysis.rounds import SEAT, gained, rounds

BOOK = rulebooks.get("pa-678a")
DEALS = comb(52, 7) * comb(45, 7)
SUBMISSION = Path(__file__).parents[4] / "examples" / "submissions" / "pa-678a.toml"
BEST = Fraction(-1_348_050_875_653, 50_592_437_455_560)


@pytest.fixture(scope="module")
def terms() -> Terms:
    return BOOK.terms()


@pytest.fixture(scope="module")
def result(terms: Terms) -> Result:
    return solve(terms)


@pytest.fixture(scope="module")
def played(terms: Terms, result: Result) -> tuple[Counts, Counts]:
    """The number of deals by [flush, option, cell] under best play, and by [flush, cards above, cell]."""
    game = game_of(terms)
    return flush_game.deals_under(game.line, game.pay)


def flush(text: str) -> int:
    return place_of(sum(1 << "23456789TJQKA".index(rank) for rank in text))


def sampled_hands(count: int) -> list[tuple[Card, ...]]:
    chance = PracticeChance("hands of seven")
    return [tuple(Card(card) for card in drawn(chance)) for _ in range(count)]


def drawn(chance: PracticeChance) -> list[int]:
    pack = list(range(52))
    return [pack.pop(chance.below(len(pack))) for _ in range(7)]


# --- The value of the game -----------------------------------------------------------------------


def test_best_play_holds_2_6645_percent(result: Result) -> None:
    assert result.ev == BEST
    assert (result.wager, result.unit, result.choices) == ("main", "ante", {"minimum-raise": "from-one-ante"})


def test_how_often_each_action_is_best(result: Result) -> None:
    assert result.actions == {
        "fold": Fraction(116_832, 363_545),
        "bet 1x": Fraction(1_275_017, 1_967_420),
        "bet 2x": Fraction(73_359, 2_572_780),
        "bet 3x": Fraction(264, 128_639),
    }
    assert result.average_wager == Fraction(57_234_683, 33_446_140)


def test_the_distribution_counts_every_deal_once(result: Result) -> None:
    assert result.distribution is not None
    assert result.distribution.total == DEALS
    assert result.distribution.mean == result.ev
    assert min(result.distribution.counts) == -4
    assert max(result.distribution.counts) == 4


def test_a_raise_without_minimum_changes_nothing_but_what_may_be_asked(result: Result) -> None:
    loose = BOOK.terms({"minimum-raise": "no-minimum"})
    other = solve(loose)
    assert other.ev == result.ev
    assert other.actions == result.actions
    assert other.notes
    long_flush = flush_advice(loose, parse_cards("Ah 8h 6h 4h 3h Jc Jd"))
    assert [(one.action, one.multiple) for one in long_flush] == [("bet", 2), ("bet", 0), ("fold", 0)]


# --- Published figures ---------------------------------------------------------------------------


def test_the_dealer_fails_with_32_959_524_of_133_784_560_hands(played: tuple[Counts, Counts]) -> None:
    under_the_line = int(played[1][:, :, :3].sum())
    assert Fraction(under_the_line, DEALS) == Fraction(32_959_524, 133_784_560)


def test_player_and_dealer_win_as_often_when_nobody_folds(played: tuple[Counts, Counts]) -> None:
    cells = played[1].sum(axis=(0, 1))
    assert cells[0] + cells[3] == cells[2] + cells[5]


def test_jack_high_and_better_always_raises_nine_high_and_below_always_folds(played: tuple[Counts, Counts]) -> None:
    folded, raised = played[0][:, 0].sum(axis=1), played[0][:, 1:].sum(axis=(1, 2))
    assert not folded[flush("J32") :].any()
    assert not raised[: flush("987") + 1].any()
    ten_high = slice(flush("T32"), flush("T98") + 1)
    assert (folded[ten_high] > 0).all()
    assert (raised[ten_high] > 0).all()


def test_named_strategies_cost_exactly(terms: Terms, result: Result) -> None:
    worth = strategies(terms)
    assert worth["T-8-6 or better"] == Fraction(-2_286_257_119_043, 84_320_729_092_600)
    assert worth["J-high or better"] == Fraction(-6_945_355_649_059, 252_962_187_277_800)
    assert worth["as the dealer qualifies"] == Fraction(-3_134_677_547_823, 84_320_729_092_600)
    assert all(value < result.ev for value in worth.values())


def test_t_8_6_is_the_best_line_by_the_flush_alone(terms: Terms) -> None:
    lines = {text: (flush_game.Line(text),) for text in ("T-8-4", "T-8-5", "T-8-6", "T-8-7", "T-9-2")}
    worth = strategies(terms, lines)
    assert max(worth, key=lambda name: worth[name]) == "T-8-6"


def test_published_hand_that_raises_is_worth_more_than_printed(terms: Terms) -> None:
    """The published value is -0.86655; counting gives -0.811515, as does the reference below. The decision is
    the same.
    """
    cards = parse_cards("Th 8h 6h Js Ad Qd Jc")
    best = flush_advice(terms, cards)[0]
    assert (best.action, best.multiple, best.ev) == ("bet", 1, Fraction(-36_826_253, 45_379_620))
    cells = slow_cells(cards, game_of(terms).line)
    assert sum(cells[:3]) + 2 * cells[3] - 2 * cells[5] == -36_826_253


# --- The slow reference --------------------------------------------------------------------------


def slow_cells(cards: tuple[Card, ...], line: int) -> tuple[int, ...]:
    """Counts the dealer's hands by cell: lists every set of cards in each suit and combines the suits by size."""
    own = int(max(places_of(cards)))
    left = [[rank for rank in range(13) if Card(4 * rank + suit) not in cards] for suit in range(4)]
    lower, upto, under = hands_within(left, own), hands_within(left, own + 1), hands_within(left, line)
    first = (min(lower, under), min(upto, under) - min(lower, under), under - min(upto, under))
    return (*first, lower - first[0], upto - lower - first[1], comb(45, 7) - upto - first[2])


def hands_within(left: list[list[int]], bound: int) -> int:
    """Counts the hands of seven in which every suit's set ranks below the bound."""
    totals = Counter({0: 1})
    for ranks in left:
        sets = (sum(1 << rank for rank in held) for size in range(8) for held in combinations(ranks, size))
        sizes = Counter(mask.bit_count() for mask in sets if place_of(mask) < bound)
        joined: Counter[int] = Counter()
        for size, ways in sizes.items():
            for total, others in totals.items():
                joined[size + total] += ways * others
        totals = joined
    return totals[7]


@pytest.mark.parametrize("cards", sampled_hands(4))
def test_dealer_hands_agree_with_listing_every_set(cards: tuple[Card, ...], terms: Terms) -> None:
    cells = dealer_cells(game_of(terms), cards)
    assert sum(cells) == comb(45, 7)
    assert cells == slow_cells(cards, game_of(terms).line)


SmallHand = tuple[tuple[int, int], ...]


def small_flush(hand: SmallHand) -> tuple[int, int]:
    """The length and the ranks (as bits) of the longest suit; the highest if several are equally long."""
    suits = [sum(1 << rank for rank, suit in hand if suit == wanted) for wanted in range(4)]
    return max((mask.bit_count(), mask) for mask in suits)


def small_above(hand: SmallHand) -> int:
    """The number of cards outside the flush that rank above its top card; they are always of another suit."""
    top = small_flush(hand)[1].bit_length() - 1
    return sum(rank > top for rank, _ in hand)


def cell_of(own: tuple[int, int], dealer: tuple[int, int], line: tuple[int, int]) -> int:
    return (3 if dealer >= line else 0) + (0 if own > dealer else 1 if own == dealer else 2)


@pytest.mark.parametrize(("ranks", "cards", "line"), [(4, 3, (2, 0b0101)), (3, 5, (2, 0b101)), (3, 6, (3, 0b111))])
def test_small_decks_dealt_out_card_by_card(ranks: int, cards: int, line: tuple[int, int]) -> None:
    deck = deck_of(ranks, cards)
    pack = [(rank, suit) for rank in range(ranks) for suit in range(4)]
    pay = np.array(
        [
            [[(length * 7 + option * 5 + cell * 3) % 11 - 5 for cell in range(CELLS)] for option in range(3)]
            for length in range(cards + 1)
        ]
    )
    best = np.zeros((len(deck.masks), 3, CELLS), np.int64)
    held = np.zeros((len(deck.masks), cards, CELLS), np.int64)
    flushes = {hand: small_flush(hand) for hand in combinations(pack, cards)}
    for hand, own in flushes.items():
        rest = [card for card in pack if card not in hand]
        cells = np.bincount(
            [cell_of(own, flushes[dealer], line) for dealer in combinations(rest, cards)], minlength=CELLS
        )
        place = deck.masks.tolist().index(own[1])
        best[place, np.argmax(pay[own[0]] @ cells)] += cells
        held[place, small_above(hand)] += cells
    found = count_deals(deck, deck.masks.tolist().index(line[1]), pay)
    assert (found[0] == best).all()
    assert (found[1] == held).all()


# --- The rulebook's rules ------------------------------------------------------------------------


def test_the_line_is_drawn_where_the_ranking_draws_it(terms: Terms) -> None:
    line = game_of(terms).line
    assert line == flush("932")
    ranking = RANKINGS["qualification"]
    for place in range(int(deck_of().first[2]), len(deck_of().masks)):
        assert (ranking.classify(example_hand(place)) == "qualifies") == (place >= line)


def test_one_changed_cell_changes_the_value_accordingly(terms: Terms) -> None:
    """Paying a win 3 to 2 adds half a unit per unit won by Ante and Raise, or by the Ante if the dealer does not
    qualify.
    """
    cards = parse_cards("Ah Kh 9h 4h 3c Jc Jd")
    cells = dealer_cells(game_of(terms), cards)
    richer = flush_advice(paying("3 to 2").terms(), cards)[0].ev
    more = Fraction(sum(cells[:3]) + 2 * cells[3], 2 * sum(cells))
    assert richer - flush_advice(terms, cards)[0].ev == more
    assert solve(paying("3 to 2").terms()).ev > BEST


def paying(odds: str) -> Rulebook:
    tables = [
        msgspec.structs.replace(table, rows=((table.rows[0][0], odds),)) if table.id == "even-money" else table
        for table in BOOK.paytables
    ]
    return replace(BOOK, paytables=tuple(tables))


@pytest.mark.parametrize("other", ["pa-653a", "ma-colorado"])
def test_other_games_are_refused(other: str) -> None:
    with pytest.raises(NotThisGame):
        game_of(rulebooks.get(other).terms())


# --- The table's own engine ----------------------------------------------------------------------


def test_rounds_at_the_table_settle_as_the_analysis_pays() -> None:
    submission = load_submission(SUBMISSION)
    game = game_of(submission.terms)

    def best(round_: Round) -> tuple[str, int, tuple[int, ...]]:
        told = flush_advice(submission.terms, round_.seats[SEAT].cards)[0]
        return told.action, int(500 * told.multiple), ()

    for round_ in rounds(submission, {"ante": 500}, best, 120):
        seat = round_.seats[SEAT]
        own, dealer = places_of(seat.cards)[0], places_of(round_.places["dealer"])[0]
        cell = (3 if dealer >= game.line else 0) + (0 if own > dealer else 1 if own == dealer else 2)
        length = int(deck_of().ones[deck_of().masks[own]])
        placed = seat.wagers.get("raise", 0) // 500
        option = next(
            n for n, o in enumerate(game.options[length]) if (o.action, o.times) == (seat.actions[-1], placed)
        )
        assert gained(round_, ("ante", "raise")) == 500 * game.pay[length][option][cell]
