"""High Card Flush, simulated: the kernel compared with a slow reference, strategies compared with the analysis, and
refusals.
"""

from __future__ import annotations

import pickle
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache

import numpy as np
import pytest

from tablelaw import rulebooks
from tablelaw.analysis.against_dealer.flushes.best_play import STRATEGIES, deals_under, flush_advice, game_of, solve
from tablelaw.analysis.against_dealer.flushes.kernels import deck_of
from tablelaw.analysis.symmetry.suit_kernels import multiplicity
from tablelaw.cards import RANKINGS, Card
from tablelaw.cards.arrays.play_tables import BY_SUITS, FlushDecisions
from tablelaw.cards.card import RANKS
from tablelaw.law.conduct import Standing
from tablelaw.law.rulebook import Terms
from tablelaw.law.structure import structure_of
from tablelaw.simulation.rounds.dealt_cards import DealtCards
from tablelaw.simulation.rounds.game import TableGame
from tablelaw.simulation.rounds.hand_readers import BestSuit, Spot, reader_of
from tablelaw.simulation.rounds.places import Run
from tablelaw.simulation.rounds.reading_kernels import RANK_BITS
from tablelaw.simulation.rounds.suit_plays import SuitPlays
from tablelaw.simulation.seating import BEST, NEVER_FOLD, BadSeat, Seat
from tablelaw.simulation.settlement_tables import UNRULED
from tablelaw.simulation.streams import Stream
from tablelaw.studies.games.simulated_table import game_of as table_of
from tablelaw.studies.games.simulated_table import plays_of
from tests.simulation.twins import Action, Dealt, Shown, deals, differences, mistaken

BOOK = rulebooks.get("pa-678a")
BOOKED = {"ante": 500, "flush-bonus": 300, "straight-flush-bonus": 700, "progressive": 500}
FLUSH = RANKINGS["flush"]
LENGTHS = {cls: 7 - place for place, cls in enumerate(FLUSH.classes)}
MOST = {2: 1, 3: 1, 4: 1, 5: 2, 6: 3, 7: 3}


@cache
def terms_of(low_ace: str = "high-or-low", **choices: str) -> Terms:
    return BOOK.terms({"low-ace": low_ace}, **choices)


def flush_table(terms: Terms, seats: Sequence[Seat]) -> TableGame:
    table = table_of(terms, seats)
    assert isinstance(table, TableGame)
    return table


def flush_play(terms: Terms, name: str) -> FlushDecisions:
    (play,) = plays_of(terms, [Seat({"ante": 500}, name)])
    assert isinstance(play, FlushDecisions)
    return play


# --- The slow twin ---------------------------------------------------------------------------------------


def legal(cards: Sequence[Card]) -> list[Action]:
    """The legal actions: a fold, a Raise equal to the Ante, or the most that the flush allows (678a.11(b))."""
    most = MOST[LENGTHS[FLUSH.classify(cards)]]
    return [Action("fold"), *(Action("bet", "raise", times) for times in sorted({1, most}))]


def right(terms: Terms, cards: Sequence[Card], play: str) -> Action:
    """What a play does, by the advice of the analysis or by the words of a strategy."""
    if play != BEST:
        return legal(cards)[-1] if play == NEVER_FOLD or raises(cards, play) else Action("fold")
    best = flush_advice(terms, cards)[0]
    return Action(best.action, "raise" if best.multiple else "", int(best.multiple))


def raises(cards: Sequence[Card], play: str) -> bool:
    flush = max(
        ([c.rank for c in sorted(cards, reverse=True) if c.suit == s] for s in "cdhs"), key=lambda f: (len(f), f)
    )
    above = sum(card.rank > flush[0] for card in cards)
    lines = [([RANKS.index(rank) + 2 for rank in line.flush.split("-")], line.above) for line in STRATEGIES[play]]
    return any((len(flush), flush) >= (len(least), least) and above >= needed for least, needed in lines)


def shown(terms: Terms, own: Sequence[Card], dealer: Sequence[Card], action: Action) -> Shown:
    hands = {}
    for hand in BOOK.hands:
        cards = own if hand.cards == ("player",) else dealer
        hands[hand.id] = BOOK.ranking_of(hand.id, terms).classify(cards)
    assert FLUSH.strength is not None
    difference = FLUSH.strength(own) - FLUSH.strength(dealer)
    standing = Standing.HIGHER if difference > 0 else Standing.LOWER if difference < 0 else Standing.EQUAL
    return Shown(hands, standing, action)


def twin_differs(terms: Terms, seats: Sequence[Seat], rounds: int, game: TableGame | None = None) -> int:
    def settled(dealt: Dealt, stream: Stream) -> list[Shown]:
        *own, dealer = dealt
        actions = [
            mistaken(stream, right(terms, cards, seat.play), legal(cards), seat.mistakes)
            for cards, seat in zip(own, seats, strict=True)
        ]
        return [shown(terms, cards, dealer, action) for cards, action in zip(own, actions, strict=True)]

    return differences(game or flush_table(terms, seats), terms, seats, settled, [7] * (len(seats) + 1), rounds)


SEATS = (
    Seat(BOOKED, BEST, Fraction(1, 7)),
    Seat(BOOKED | {"ante": 1500}, NEVER_FOLD),
    Seat({"ante": 2500, "flush-bonus": 500}, "J-high or better, T-high by higher cards", Fraction(1, 3)),
)


def test_every_code_is_what_the_settlement_says() -> None:
    assert twin_differs(terms_of(), SEATS, 300) == 0


@pytest.mark.parametrize("reading", ["high-or-low", "high-only"])
def test_every_column_and_the_other_reading(reading: str) -> None:
    terms = terms_of(reading, flush_bonus="H", straight_flush_bonus="D", progressive="B")
    seats = [Seat(BOOKED, name, Fraction(1, 2)) for name in STRATEGIES]
    assert twin_differs(terms, [*seats, Seat({"ante": 100})], 60) == 0


def test_the_twin_finds_a_planted_fault() -> None:
    """The faults: a dealer who qualifies only with a ten, and a play that folds where it should raise."""
    game = flush_table(terms_of(), SEATS)
    hands = []
    for hand in game.layout.hands:
        if isinstance(hand.reader, BestSuit) and len(hand.reader.ladder.bounds) == 1:
            later = np.array([3 << RANK_BITS | 1 << RANKS.index("T")], np.int32)
            hand = hand._replace(reader=hand.reader._replace(ladder=hand.reader.ladder._replace(bounds=later)))
        hands.append(hand)
    late = replace(game, layout=game.layout._replace(hands=tuple(hands)))
    assert twin_differs(terms_of(), SEATS, 60, late) > 0
    assert isinstance(game.plays, SuitPlays)
    by_flush = np.where(game.plays.by_flush == 1, 0, game.plays.by_flush).astype(np.uint8)
    timid = replace(game, plays=game.plays._replace(by_flush=by_flush))
    assert twin_differs(terms_of(), SEATS, 60, timid) > 0


# --- How hands are read ------------------------------------------------------------------------------------


@pytest.mark.parametrize("reading", ["high-or-low", "high-only"])
def test_flushes_and_runs_are_read_as_the_rankings_do(reading: str) -> None:
    terms = terms_of(reading)
    hands = [cards for (cards,) in deals(5, 0, 2000, [7])]
    for name, hand in structure_of(terms).hands.items():
        reader, found = reader_of(hand, name, BOOK.id), np.empty(len(hands), np.uint8)
        reader.classes(reader.strengths(Spot(DealtCards(np.array(hands, np.uint8)), Run(0, 7))), found)
        expected = [hand.ranking.classify(cards) for cards in hands]
        assert [hand.ranking.classes[place] for place in found.tolist()] == expected, name


# --- Plays ---------------------------------------------------------------------------------------------------


def test_best_play_takes_each_action_as_often_as_the_analysis_counts() -> None:
    """The shares are exact: deals are counted by flush and higher cards if these decide, otherwise hand by hand."""
    game, best = game_of(terms_of()), flush_play(terms_of(), BEST)
    held = deals_under(game.line, game.pay)[1].sum(axis=2)
    taken: Counter[str] = Counter()
    for place, above in zip(*np.nonzero(held), strict=True):
        ranks = int(deck_of().masks[place])
        if (option := int(best.by_flush[ranks, above])) != BY_SUITS:
            taken[game.options[ranks.bit_count()][option].name] += int(held[place, above])
    for hand, option in zip(best.hands.tolist(), best.options.tolist(), strict=True):
        suits = [hand >> 39, hand >> 26 & 8191, hand >> 13 & 8191, hand & 8191]
        deals = multiplicity(np.array(suits)) * deck_of().dealers
        taken[game.options[suits[0].bit_count()][option].name] += int(deals)
    assert {name: Fraction(deals, taken.total()) for name, deals in taken.items()} == solve(terms_of()).actions


def test_678a_11_b_never_folding_raises_the_most_wherever_best_play_raises() -> None:
    best, never = flush_play(terms_of(), BEST), flush_play(terms_of(), NEVER_FOLD)
    assert len(best.hands) > 100_000 and len(never.hands) == 0
    told = (best.by_flush != BY_SUITS) & (best.by_flush > 0)
    assert (best.by_flush[told] == never.by_flush[told]).all()


def test_a_raise_of_any_amount_stakes_a_cent_when_it_is_mistaken() -> None:
    """If 678a.11(b)(2) is read without a minimum Raise, what the analysis values as zero is one cent at the table."""
    terms = BOOK.terms({"minimum-raise": "no-minimum"})
    game = flush_table(terms, [Seat({"ante": 500}, BEST, Fraction(1))])
    raised = next(column for column in game.columns if column.wager == "raise")
    assert {meaning.staked for meaning in raised.meanings} == {0, 1, 500, 1000, 1500}


# --- The table as a whole ----------------------------------------------------------------------------------------


def test_a_seed_and_a_block_are_a_result() -> None:
    game, again = (flush_table(terms_of(), SEATS) for _ in range(2))
    assert game.fingerprint == again.fingerprint
    assert (game.play(1, 5) == again.play(1, 5)).all()
    assert (game.play(1, 5) == pickle.loads(pickle.dumps(game)).play(1, 5)).all(), "a worker elsewhere deals the same"
    assert (game.play(1, 5) != game.play(1, 6)).any() and (game.play(1, 5) != game.play(2, 5)).any()
    other = flush_table(terms_of(), [*SEATS[:2], replace(SEATS[2], mistakes=Fraction(1, 4))])
    assert other.fingerprint != game.fingerprint


def test_mistakes_leave_the_cards_alone() -> None:
    seats = [Seat(BOOKED)], [Seat(BOOKED, mistakes=Fraction(1, 10))]
    right_, wrong = (flush_table(terms_of(), seat).play(9, 0)[:, 0] for seat in seats)
    assert (right_[:, 2:] == wrong[:, 2:]).all(), "bonuses do not hang on decisions"
    share = (right_[:, 1] != wrong[:, 1]).mean()
    assert 0.05 < share < 0.15


@pytest.mark.parametrize("count", range(1, 7))
def test_678a_2_a_one_to_six_seats(count: int) -> None:
    game = flush_table(terms_of(), [Seat(BOOKED, "always raise")] * count)
    codes = game.play(4, 0)
    assert codes.shape == (16_384, count, 5)
    assert codes.max() < UNRULED
    assert all(codes[:, :, n].max() < len(column.meanings) for n, column in enumerate(game.columns))


def test_678a_2_a_seven_seats_are_refused() -> None:
    with pytest.raises(BadSeat, match="7 seats; accepted: 1 to 6"):
        flush_table(terms_of(), [Seat(BOOKED)] * 7)


def test_a_play_nobody_knows_is_refused() -> None:
    with pytest.raises(BadSeat, match='no strategy named \'bluff\'; accepted: "best", "never fold", "always raise"'):
        flush_table(terms_of(), [Seat(BOOKED, "bluff")])
