"""Exact best play of a game with a discard for a player who sees community cards before they are due.

A paytable pays the set of all cards, so it does not matter which of the community cards are seen, only how many.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from math import comb, lcm
from time import perf_counter

import numpy as np
import numpy.typing as npt

from tablelaw.analysis.against_paytable.discard.best_play import Game, Pays, Play, decided, game_of, pays_of
from tablelaw.analysis.against_paytable.discard.kernels import BOARD, HELD, LEFT
from tablelaw.analysis.main_choices import Told
from tablelaw.analysis.main_game import main_of
from tablelaw.analysis.options_and_outcomes import Outcome, summed_up
from tablelaw.analysis.parallel import share_out
from tablelaw.analysis.protection.against_paytable.discard.kernels import (
    Counts,
    Plays,
    count_boards,
    decide,
    decide_boards,
)
from tablelaw.analysis.protection.changed_hands import MOST_CHANGES, hand_name, rank_letter
from tablelaw.analysis.protection.counted_exposure import counted_exposure
from tablelaw.analysis.protection.information import Information
from tablelaw.analysis.protection.result import Change, Exposure
from tablelaw.analysis.sum_bounds import require_room
from tablelaw.analysis.symmetry.suits import PACK_SIZE, distinct_sets
from tablelaw.cards import RANKINGS, Card
from tablelaw.cards.rankings.class_tables import class_tables
from tablelaw.law.rulebook import Terms

Hand = npt.NDArray[np.uint8]

METHOD = "every suit-distinct hand, every discard and every set of seen cards against every board that can follow"


def exposure(terms: Terms, information: Information, tell: Told | None = None) -> Exposure:
    """The main game under best play with the community cards that are seen."""
    started = perf_counter()
    game, main, seen = game_of(terms), main_of(terms, tell), len(information.items)
    pays = pays_of(game)
    ends, taken = deals_with_cards_seen(game, pays, seen)
    distribution, actions, wagered = summed_up(list(_outcomes(game, pays, ends)))
    return counted_exposure(
        *(terms, information, main, distribution, started),
        wager=len(game.opening) + wagered,
        actions=actions,
        changed=_changed(game, taken),
        method=METHOD,
    )


def deals_with_cards_seen(game: Game, pays: Pays, seen: int) -> tuple[Counts, Counts]:
    """Counts all deals by [play, class of the three cards, final class] if this many community cards are seen, and by
    [suit-distinct hand, play] the sets of seen cards with which a play is taken.
    """
    plays, hands = plays_of(game, pays), distinct_sets(HELD)
    require_room(game.terms.book.id, plays.gains, comb(PACK_SIZE, HELD) * comb(LEFT, BOARD) * comb(BOARD, seen))
    initial = _initial_classes(game)
    taken = np.zeros((len(hands.cards), len(game.plays)), np.int64)

    def part(first: int, after: int) -> Counts:
        ends = np.zeros(plays.gains.shape, np.int64)
        for place in range(first, after):
            one = hands.cards[place], int(initial[place]), int(hands.times[place])
            add_hand(game, plays, *one, seen, ends, taken[place])
        return ends

    return np.sum(share_out(len(hands.cards), part, each=4), axis=0), taken


def add_hand(
    game: Game, plays: Plays, hand: Hand, own: int, times: int, seen: int, ends: Counts, taken: Counts
) -> None:
    """Adds the deals of one hand of class `own`, each `times` times, and how often each play is taken."""
    left, read = np.setdiff1d(np.arange(PACK_SIZE, dtype=np.uint8), hand), class_tables(game.final)
    if seen == BOARD:
        decide_boards(hand, left, own, times, read, plays, ends, taken)
        return
    counts = np.zeros((comb(LEFT, seen), HELD, ends.shape[2]), np.int64)
    count_boards(hand, left, left[:0], seen, read, counts)
    decide(counts, own, times, plays, ends, taken)


def plays_of(game: Game, pays: Pays) -> Plays:
    """Every play with its gains in parts of a common unit."""
    known, finals = RANKINGS[game.initial].classes, RANKINGS[game.final].classes
    unit = lcm(*(gain.denominator for gains in pays.values() for gain in gains))
    gains = np.zeros((len(game.plays), len(known), len(finals)), np.int64)
    is_open = np.zeros(gains.shape[:2], np.bool)
    for (play, initial), row in pays.items():
        place = game.plays.index(play), known.index(initial)
        gains[place], is_open[place] = [int(gain * unit) for gain in row], True
    return Plays(gains, is_open, np.array([play.put_away or 0 for play in game.plays], np.int64))


def _initial_classes(game: Game) -> Counts:
    """[suit-distinct hand] -> the number of its class."""
    ranking = RANKINGS[game.initial]
    names = [ranking.classify([*map(Card, hand)]) for hand in distinct_sets(HELD).cards.tolist()]
    return np.array([ranking.classes.index(name) for name in names], np.int64)


def _outcomes(game: Game, pays: Pays, ends: Counts) -> Iterator[Outcome]:
    known = RANKINGS[game.initial].classes
    for place, own, final in np.argwhere(ends).tolist():
        play = game.plays[place]
        yield Outcome(play.name, play.times, pays[play, known[own]][final], int(ends[place, own, final]))


def _changed(game: Game, taken: Counts) -> Iterator[Change]:
    """The hands whose play changes most often."""
    hands, chosen = distinct_sets(HELD), decided(game.terms)[1]
    total, deals = int(hands.times @ taken.sum(axis=1)), Counter[tuple[str, str, str]]()
    for form, place in np.argwhere(taken).tolist():
        if place != chosen[form]:
            cards = hands.cards[form]
            before, after = (_play_name(game.plays[n], cards) for n in (int(chosen[form]), place))
            deals[hand_name(cards), before, after] += int(hands.times[form] * taken[form, place])
    for what, count in deals.most_common(MOST_CHANGES):
        yield Change(*what, Fraction(count, total))


def _play_name(play: Play, cards: Hand) -> str:
    """A play as people read it, with the rank of the discarded card: "bet 1x, discard 4"."""
    return play.name if play.put_away is None else f"{play.name}, discard {rank_letter(cards[play.put_away])}"
