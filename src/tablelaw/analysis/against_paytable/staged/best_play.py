"""Exact best play of a game in stages against a paytable.

Method: find the best option for every suit-distinct set of cards that can be known at a decision, backwards from the
last card; then follow all deals forwards to count how each line of play ends.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from time import perf_counter
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from tablelaw.analysis.advice import Advice, Chances, best_first, chances_by_gain
from tablelaw.analysis.against_paytable.staged.card_sets import (
    Counts,
    dealt_on,
    level_counts,
    sums_over_next_cards,
    ways_to_go_on,
)
from tablelaw.analysis.against_paytable.staged.game import FOLD, Game, Line, fold_gain, game_of, has_action
from tablelaw.analysis.earlier_decisions import Earlier, options_taken
from tablelaw.analysis.main_choices import main_wagers
from tablelaw.analysis.options_and_outcomes import main_result
from tablelaw.analysis.result import Distribution, Result
from tablelaw.analysis.solver import BEST, MAIN, NEVER_FOLD, SAYS_NEVER_FOLD, Priced, Spreads
from tablelaw.analysis.sum_bounds import require_room
from tablelaw.analysis.symmetry.suits import classes, distinct_sets
from tablelaw.cards import Card
from tablelaw.cards.card import require_distinct
from tablelaw.errors import WrongCardCount
from tablelaw.law.rows import PULL
from tablelaw.law.rulebook import Terms

NEVER_PULL = "never pull"
SAYS_NEVER_PULL = "best play among those that take no wager back"
LEFT_OUT = {NEVER_FOLD: FOLD, NEVER_PULL: PULL}
"""For each restricted way to play, the action that it never takes."""

Chosen = dict[Line, npt.NDArray[np.uint8]]
"""For each line of play so far: [suit-distinct set of the known cards] -> the number of the option taken."""


class Ending(NamedTuple):
    """The deals that one line of play leads to: how many end in each class of hand; after a fold only their number is
    known.
    """

    line: Line
    deals: tuple[int, ...]

    @property
    def is_folded(self) -> bool:
        return self.line[-1].action == FOLD


# --- Backwards: what every set of cards is worth --------------------------------------------------------


@lru_cache(maxsize=8)
def decided(terms: Terms, play: str = BEST) -> tuple[Game, Chosen]:
    """Finds the best option, or the best other than a fold or a pull, at every decision after every line of play."""
    game = game_of(terms) if play == BEST else game_of(terms).without(LEFT_OUT[play])
    return game, decide(game)


def decide(game: Game) -> Chosen:
    """The best option at every decision of a game after every line of play."""
    chosen: Chosen = {}
    _value(game, (), chosen)
    return chosen


def _value(game: Game, line: Line, chosen: Chosen) -> Counts:
    """[suit-distinct set]: what best play gains from a decision on, summed over the cards to come."""
    worth = options_worth(game, line, chosen)
    chosen[line] = np.argmax(worth, axis=0).astype(np.uint8)
    best: Counts = worth.max(axis=0)
    return best


def options_worth(game: Game, line: Line, chosen: Chosen) -> Counts:
    """[option, suit-distinct set]: what each option gains, summed over the cards to come."""
    point = game.points[len(line)]
    return np.stack([_option_worth(game, (*line, option), point.known, chosen) for option in point.options])


def _option_worth(game: Game, line: Line, known: int, chosen: Chosen) -> Counts:
    if line[-1].action == FOLD:
        lost = game.parts(game.folded(line[:-1])) * ways_to_go_on(known)
        return np.full(len(distinct_sets(known).cards), lost, np.int64)
    if len(line) == len(game.points):
        gains = game.gain_in_parts(line)
        require_room(game.terms.book.id, gains, ways_to_go_on(game.own))
        found: Counts = level_counts(game.bounds, known) @ gains
        return found
    return sums_over_next_cards(_value(game, line, chosen), known, game.points[len(line)].known - known)


# --- Forwards: how all deals end ------------------------------------------------------------------------


@lru_cache(maxsize=8)
def endings(terms: Terms, play: str = BEST) -> tuple[Ending, ...]:
    """How all deals end under a strategy."""
    return endings_of(*decided(terms, play))


def endings_of(game: Game, chosen: Chosen) -> tuple[Ending, ...]:
    """How all deals of a game end if these options are taken."""
    return tuple(_endings(game, (), _first_deals(game), chosen))


def _first_deals(game: Game) -> Counts:
    """How many deals lead to each suit-distinct set of the cards known at the first decision."""
    return dealt_on(distinct_sets(game.own).times, game.own, game.points[0].known - game.own)


def _endings(game: Game, line: Line, deals: Counts, chosen: Chosen) -> Iterator[Ending]:
    """Follows deals, given as a number for each suit-distinct set of known cards, from the end of a line to their
    endings.
    """
    point = game.points[len(line)]
    for place, option in enumerate(point.options):
        taken, after = np.where(chosen[line] == place, deals, 0), (*line, option)
        if option.action == FOLD:
            yield Ending(after, (int(taken.sum()) * ways_to_go_on(point.known),))
        elif len(after) == len(game.points):
            yield Ending(after, tuple((taken @ level_counts(game.bounds, point.known)).tolist()))
        elif taken.any():
            more = game.points[len(after)].known - point.known
            yield from _endings(game, after, dealt_on(taken, point.known, more), chosen)


def spread_of(game: Game, chosen: Chosen) -> Distribution:
    """The distribution of the main game, given the option taken after every line of play."""
    return spreads_of(game, _endings(game, (), _first_deals(game), chosen))[MAIN]


def spreads(terms: Terms, play: str = BEST) -> Spreads:
    """The distribution of each wager of the main game in Antes, including bonuses, and of all together."""
    return spreads_of(game_of(terms), endings(terms, play))


def spreads_of(game: Game, found: Iterable[Ending]) -> Spreads:
    """The distribution of each wager of the main game in Antes, and of all together, over these endings."""
    names = (*(wager.id for wager in main_wagers(game.terms.book)), *game.bonuses, MAIN)
    counts = {name: Counter[Fraction]() for name in names}
    for ending in found:
        gains = _gains(game, ending)
        nothing = (Fraction(0),) * len(ending.deals)
        for wager, spread in counts.items():
            for gain, deals in zip(gains.get(wager, nothing), ending.deals, strict=True):
                spread[gain] += deals
    return {wager: Distribution({gain: n for gain, n in spread.items() if n}) for wager, spread in counts.items()}


def _gains(game: Game, ending: Ending) -> dict[str, tuple[Fraction, ...]]:
    """What each wager on the table gains in an ending, by class of the hand, and all together."""
    gains: dict[str, tuple[Fraction, ...]]
    if ending.is_folded:
        before = ending.line[:-1]
        gains = {wager: (times * fold_gain(game.terms, wager),) for wager, times in game.stakes(before).items()}
        return gains | {MAIN: (game.folded(before),)}
    stakes = game.stakes(ending.line).items()
    gains = {wager: tuple(times * gain for gain in game.gains[wager]) for wager, times in stakes}
    return gains | {MAIN: game.gain(ending.line)}


def solve(terms: Terms) -> Result:
    """The main game under best play, per Ante."""
    started = perf_counter()
    game, found = game_of(terms), endings(terms)
    return main_result(
        terms,
        spreads_of(game, found)[MAIN],
        started,
        average_wager=average_wager(game, found),
        actions=actions_of(game, found),
        method="every suit-distinct set of cards known at a decision, decided backwards",
    )


def average_wager(game: Game, found: Sequence[Ending]) -> Fraction:
    """What is staked in a deal on average, in Antes."""
    staked = sum(sum(game.wagered(ending.line).values()) * sum(ending.deals) for ending in found)
    return Fraction(staked, sum(sum(ending.deals) for ending in found))


def actions_of(game: Game, found: Sequence[Ending]) -> dict[str, Fraction]:
    """The share of all deals in which each option is taken."""
    total = sum(sum(ending.deals) for ending in found)
    counts = {f"{point.stage}: {option.name}": 0 for point in game.points for option in point.options}
    for ending in found:
        for point, option in zip(game.points, ending.line, strict=False):
            counts[f"{point.stage}: {option.name}"] += sum(ending.deals)
    return {name: Fraction(count, total) for name, count in counts.items() if count}


def strategies(terms: Terms) -> Priced:
    """What never folding and never pulling are worth, where a game has folds or pulls."""
    openings = [wager for wager in terms.book.wagers if wager.kind == "opening"]
    stay = (
        f"{len(openings)} wagers then stay, so a round can lose more than one {openings[0].name}, the unit of the edge"
    )
    says = {NEVER_FOLD: SAYS_NEVER_FOLD, NEVER_PULL: f"{SAYS_NEVER_PULL}; {stay}"}
    known = [play for play, action in LEFT_OUT.items() if has_action(game_of(terms), action)]
    return {play: (spreads(terms, play)[MAIN].mean, says[play]) for play in known}


# --- One hand -------------------------------------------------------------------------------------------


def advice(terms: Terms, cards: Sequence[Card], board: Sequence[Card], earlier: Earlier | None = None) -> list[Advice]:
    """Every option with the cards known so far, best first, given the earlier decisions.

    If these are not known, best play is assumed, with the first option that stays in wherever best play would have
    folded.
    """
    game = game_of(terms)
    require_distinct((*cards, *board))
    place = _point(game, len(cards), len(board))
    known = (*cards, *board)
    line = _best_line(terms, known, place) if earlier is None else options_taken(terms, len(board), earlier)
    return advice_after(game, line, known)


def best_line(terms: Terms, cards: Sequence[Card], board: Sequence[Card]) -> Line:
    """The decisions that advice assumes if it is not told any: those of best play with the cards known at each."""
    return _best_line(terms, (*cards, *board), _point(game_of(terms), len(cards), len(board)))


def advice_after(game: Game, line: Line, known: Sequence[Card]) -> list[Advice]:
    """Every option after a line of play with these cards known, best first."""
    return best_first(_advice(game.in_finer_parts(line), line, form_of(known)))


def _best_line(terms: Terms, known: Sequence[Card], place: int) -> Line:
    """The decisions of best play before the one at `place`; where best play folds, the first option that stays in."""
    game, chosen = decided(terms)
    line: Line = ()
    for point in game.points[:place]:
        option = point.options[int(chosen[line][form_of(known[: point.known])])]
        staying = next(option for option in point.options if option.action != FOLD)
        line = (*line, staying if option.action == FOLD else option)
    return line


def _point(game: Game, own: int, seen: int) -> int:
    known = [point.known for point in game.points]
    if own != game.own or own + seen not in known:
        accepted = " or ".join(str(size - game.own) for size in known)
        raise WrongCardCount(
            f"{own} cards with {seen} on the board",
            where=game.terms.book.id,
            accepted=f"{game.own} cards with {accepted} on the board",
        )
    return known.index(own + seen)


def form_of(cards: Sequence[Card]) -> int:
    """The number of the suit-distinct set that these cards belong to."""
    known = classes(len(cards))
    number = sum(int(known.place_value[place, card]) for place, card in enumerate(sorted(cards)))
    return int(known.of[number])


def _advice(game: Game, line: Line, form: int) -> Iterator[Advice]:
    point = game.points[len(line)]
    deals = ways_to_go_on(point.known) * game.unit
    for option, worth in zip(point.options, options_worth(game, line, {}), strict=True):
        yield Advice(
            option.action, option.times, Fraction(int(worth[form]), deals), None, _chances(game, (*line, option), form)
        )


def _chances(game: Game, line: Line, form: int) -> Chances | None:
    """The chances of the cards known so far, given what is staked after a line."""
    if line[-1].action == FOLD:
        return None
    known = game.points[len(line) - 1].known
    return chances_by_gain(game.gain(line), level_counts(game.bounds, known)[form].tolist())
