"""Exact best play of a game in which the player's whole hand is compared with the dealer's, without a board.

Method: for every suit-distinct hand of the player and every card the dealer may turn up, count exactly the dealer's
hands that are lower, equal and higher, in each band that is paid alike (`count_kernels`). The option with the highest
sum is best play. Every figure is a fraction of integers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from time import perf_counter
from typing import Any

import numpy as np
import numpy.typing as npt

from tablelaw.analysis.advice import Advice, best_first, chances_of, with_chances
from tablelaw.analysis.against_dealer.whole_hands.count_kernels import new_subsets
from tablelaw.analysis.against_dealer.whole_hands.count_tables import counted
from tablelaw.analysis.against_dealer.whole_hands.game import (
    FOLD,
    Beside,
    Game,
    game_of,
    hands_of,
    kind_of,
    level_of,
    option_gain,
    pay_of,
)
from tablelaw.analysis.against_dealer.whole_hands.kernels import BEST as TAKE_BEST
from tablelaw.analysis.against_dealer.whole_hands.kernels import NO_CARD, PACK_SIZE, Counts, Plan, set_cells, walk
from tablelaw.analysis.against_dealer.whole_hands.strategies import plan_of, plans
from tablelaw.analysis.cache import kept_arrays
from tablelaw.analysis.main_choices import main_question, main_wagers
from tablelaw.analysis.options_and_outcomes import Option, Outcome, main_result, summed_up
from tablelaw.analysis.parallel import share_out
from tablelaw.analysis.result import Distribution, Result
from tablelaw.analysis.solver import BEST, MAIN, NEVER_FOLD, SAYS_NEVER_FOLD, Priced, Spreads
from tablelaw.cards import Card
from tablelaw.cards.card import require_distinct
from tablelaw.errors import WrongCardCount
from tablelaw.law.rulebook import Terms

# --- All deals -----------------------------------------------------------------------------------------


Played = tuple[Plan, Counts]
"""The option taken with every suit-distinct hand and card turned up, and how many deals end in each [option, kind of
the player's hand, band, standing]."""


def ends_under(terms: Terms, play: str = BEST, beside: Beside = ()) -> Played:
    """How all deals end under best play, the best play that never folds, or a named strategy."""
    return _ends_of_all_plays(terms, beside)[play]


@lru_cache(maxsize=4)
def _ends_of_all_plays(terms: Terms, beside: Beside) -> Mapping[str, Played]:
    """Counts the deals of all strategies in one walk over the hands, because counting the dealer's hands takes nearly
    all of the time.
    """
    game = game_of(terms, beside)
    plays = plays_of(game)
    hands, tables = hands_of(game), counted(game.ranking, game.dealer_size, game.least)
    pay, _ = pay_of(game)
    open_to = np.array([game.is_open & _may_be_taken(game, play)[:, None] for play in plays])
    taken = np.array([_plan(game, play) for play in plays])

    def part(first: int, after: int) -> Counts:
        ends = np.zeros((len(plays), *pay.gains.shape), np.int64)
        walk(first, after, game.turned_up, hands, pay, tables, new_subsets(), open_to, taken, ends)
        return ends

    ends: Counts = np.add.reduce(share_out(len(hands.cards), part))
    return {play: (taken[n], ends[n]) for n, play in enumerate(plays)}


def ends_of_plan(game: Game, plan: Plan) -> Counts:
    """How all deals end when the options of a plan are taken."""
    hands, tables = hands_of(game), counted(game.ranking, game.dealer_size, game.least)
    pay, _ = pay_of(game)
    open_to, taken = game.is_open[None], plan[None]

    def part(first: int, after: int) -> Counts:
        ends = np.zeros((1, *pay.gains.shape), np.int64)
        walk(first, after, game.turned_up, hands, pay, tables, new_subsets(), open_to, taken, ends)
        return ends

    ends: Counts = np.add.reduce(share_out(len(hands.cards), part))[0]
    return ends


def plays_of(game: Game) -> tuple[str, ...]:
    """The names of all strategies: best play, the named ones, and never folding if the game has a fold."""
    may_fold = any(option.action == FOLD for option in game.options)
    return (BEST, *plans(game), *((NEVER_FOLD,) if may_fold else ()))


def _may_be_taken(game: Game, play: str) -> npt.NDArray[np.bool]:
    return np.array([play == BEST or option.action != FOLD for option in game.options])


def kept_ends(terms: Terms, play: str = BEST) -> Played:
    """How all deals end under a strategy, with the counts of all strategies cached together on disk."""
    plays = plays_of(game_of(terms))

    def found() -> dict[str, npt.NDArray[Any]]:
        known = [ends_under(terms, one) for one in plays]
        return {"plans": np.array([plan for plan, _ in known]), "ends": np.array([ends for _, ends in known])}

    known = kept_arrays(terms.book, f"whole hands under every play, {main_question(terms)}", found)
    return known["plans"][plays.index(play)], known["ends"][plays.index(play)]


def _plan(game: Game, play: str) -> Plan:
    """The options that a named strategy takes; for best play and never folding, marks every option to be chosen by
    value.
    """
    if play not in (BEST, NEVER_FOLD):
        return plan_of(game, play)
    shape = len(hands_of(game).cards), PACK_SIZE if game.turned_up else 1
    return np.full(shape, TAKE_BEST, np.uint8)


def solve(terms: Terms) -> Result:
    """The main game under best play, per Ante."""
    started = perf_counter()
    game = game_of(terms)
    distribution, actions, wagered = summed_up(list(outcomes(game, ends_under(terms, BEST)[1])))
    return main_result(
        terms,
        distribution,
        started,
        average_wager=len(game.opening) + wagered,
        actions=actions,
        method="every suit-distinct hand against a count of all the dealer's hands",
    )


def outcomes(game: Game, ends: Counts, wager: str = MAIN) -> Iterator[Outcome]:
    """Every way a deal can end, with what one wager, or everything on the table, gains."""
    for n, own, band, standing in np.argwhere(ends).tolist():
        option = game.options[n]
        cell = own, band, standing
        gain = option_gain(game, option, *cell) if wager == MAIN else game.gain(option, wager, *cell)
        yield Outcome(option.name, option.times, gain, int(ends[n, own, band, standing]))


def spreads(terms: Terms, play: str = BEST) -> Spreads:
    """The distribution of each wager of the main game in Antes, including bonuses, and of all together."""
    game, ends = game_of(terms), kept_ends(terms, play)[1]
    names = (*(wager.id for wager in main_wagers(terms.book)), *game.bonuses, MAIN)
    return {name: _spread(outcomes(game, ends, name)) for name in names}


def _spread(every: Iterator[Outcome]) -> Distribution:
    counts = Counter[Fraction]()
    for outcome in every:
        counts[outcome.gain] += outcome.deals
    return Distribution(dict(counts))


def strategies(terms: Terms) -> Priced:
    """What each named strategy is worth per Ante, with its description."""
    game = game_of(terms)
    named = {name: (spreads(terms, name)[MAIN].mean, plan.says) for name, plan in plans(game).items()}
    if NEVER_FOLD not in plays_of(game):
        return named
    return named | {NEVER_FOLD: (spreads(terms, NEVER_FOLD)[MAIN].mean, SAYS_NEVER_FOLD)}


# --- One hand ------------------------------------------------------------------------------------------


def advice(terms: Terms, cards: Sequence[Card], turned_up: Sequence[Card]) -> list[Advice]:
    """Every option open to a hand with its exact gain, best first, given the dealer's upcard if there is one."""
    game = game_of(terms)
    require_cards(game, cards, turned_up)
    own, cells = dealer_cells(game, cards, turned_up)
    is_open = game.is_open[:, own]
    found = best_first(
        Advice(option.action, option.times, _mean_gain(game, option, own, cells))
        for n, option in enumerate(game.options)
        if is_open[n]
    )
    return with_chances(found, chances_of(*cells.sum(axis=0).tolist()))


def dealer_cells(game: Game, cards: Sequence[Card], turned_up: Sequence[Card]) -> tuple[int, Counts]:
    """The kind of a hand, and how many of the dealer's hands are in each [band, standing] once the seen cards are
    gone.
    """
    hand, (pay, _) = np.array(sorted(cards), np.uint8), pay_of(game)
    cells = np.zeros((len(game.bands), 3), np.int64)
    card = int(turned_up[0]) if turned_up else NO_CARD
    set_cells(
        hand,
        card,
        level_of(game, cards),
        pay,
        counted(game.ranking, game.dealer_size, game.least),
        new_subsets(),
        cells,
    )
    return kind_of(game, cards), cells


def _mean_gain(game: Game, option: Option, own: int, cells: Counts) -> Fraction:
    cases = [(own, band, standing, int(cells[band, standing])) for band, standing in np.argwhere(cells).tolist()]
    return sum((deals * option_gain(game, option, *cell) for *cell, deals in cases), Fraction(0)) / game.dealers


def require_cards(game: Game, cards: Sequence[Card], turned_up: Sequence[Card]) -> None:
    """Refuses a wrong number of cards, or a card given twice."""
    require_distinct((*cards, *turned_up))
    if (len(cards), len(turned_up)) != (game.size, int(game.turned_up)):
        shown = "the dealer's card turned up as board" if game.turned_up else "no board"
        raise WrongCardCount(
            f"{len(cards)} cards with a board of {len(turned_up)}",
            where=game.terms.book.id,
            accepted=f"{game.size} cards and {shown}",
        )
