"""Exact best play of a game in which player and dealer hold seven cards each and compare flushes.

Method: for every suit-distinct hand of the player, count exactly the dealer's hands that are lower, equal and
higher, separately for those that qualify and those that do not. The rulebook says what each of these pays; the
decision with the highest sum is best play. Every figure is a fraction of integers.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache
from itertools import product
from math import lcm
from operator import add, mul
from time import perf_counter
from typing import NamedTuple

import numpy as np

from tablelaw.analysis.advice import Advice, best_first, chances_of, with_chances
from tablelaw.analysis.against_dealer.flushes.kernels import (
    CELLS,
    Counts,
    count_dealers,
    count_deals,
    deck_of,
    new_work,
    place_of,
    places_of,
)
from tablelaw.analysis.main_choices import carriers_of_bonuses, stakes_of_bonuses
from tablelaw.analysis.options_and_outcomes import Option, Outcome, main_result, summed_up
from tablelaw.analysis.payoffs import ask, consistent
from tablelaw.analysis.result import Result
from tablelaw.analysis.solver import NotThisGame
from tablelaw.cards import PACK, Card, Ranking
from tablelaw.cards.card import RANKS
from tablelaw.cards.rankings.flush_hand import FLUSH
from tablelaw.cards.rankings.qualification import QUALIFICATION
from tablelaw.cards.rankings.qualification_line import CLASSES as LINE_CLASSES
from tablelaw.cards.rankings.qualification_line import QUALIFIES
from tablelaw.cards.rankings.ranking import BEST_SUIT
from tablelaw.law.conduct import STANDINGS, Standing
from tablelaw.law.decisions import multiples
from tablelaw.law.rows import Stage
from tablelaw.law.rulebook import Terms
from tablelaw.law.structure import DEALER, PLAYER, structure_of
from tablelaw.law.text_values import Multiple

SHORTEST = 2
"""Seven cards of four suits always include two of one suit."""

Pay = tuple[tuple[tuple[Fraction, ...], ...], ...]
"""[length of the player's flush][option][cell] -> gain in Antes."""


@dataclass(frozen=True, slots=True)
class Game:
    """A game with its choices made: the line at which the dealer qualifies, the options and what they pay."""

    terms: Terms
    line: int
    opening: tuple[str, ...]
    bonuses: Mapping[str, tuple[str, ...]]
    """Bonuses of the main game, and the wagers each rides on."""
    options: tuple[tuple[Option, ...], ...]
    """The options by length of the player's flush."""
    pay: Pay

    def stakes(self, option: Option) -> dict[str, Multiple]:
        return stakes_under(self.opening, self.bonuses, option)


# --- The game, read from the rulebook ------------------------------------------------------------------


def stakes_under(
    opening: tuple[str, ...], bonuses: Mapping[str, tuple[str, ...]], option: Option
) -> dict[str, Multiple]:
    """The stake of each wager on the table under an option, in Antes; a bonus has the stakes of the wagers it rides
    on.
    """
    first: dict[str, Multiple] = dict.fromkeys(opening, 1)
    placed = first | ({option.wager: option.times} if option.wager else {})
    return placed | stakes_of_bonuses(bonuses, placed)


def example_hand(place: int) -> tuple[Card, ...]:
    """A hand whose best flush has the ranks of the set at a place: those ranks in one suit, then the lowest cards of
    the other suits.
    """
    mask = int(deck_of().masks[place])
    flush = [PACK[4 * rank] for rank in range(13) if mask >> rank & 1]
    return (*flush, *(PACK[4 * (n // 3) + 1 + n % 3] for n in range(7 - len(flush))))


@lru_cache(maxsize=16)
def game_of(terms: Terms) -> Game:
    """Reads the game from a rulebook; refuses a game with a different structure, or with several classes of flushes of
    one length.
    """
    book, structure = terms.book, structure_of(terms)
    read = [structure.ranking(hand) for hand in (PLAYER, DEALER)]
    if {ranking and ranking.family for ranking in read} != {BEST_SUIT} or len(structure.decisions) != 1:
        accepted = f"two hands of seven cards read as {BEST_SUIT}, one decision"
        raise NotThisGame("this is not a game of flushes", where=book.id, accepted=accepted)
    for hand in (PLAYER, DEALER):
        _require_classes_by_length(terms, structure.hands[hand].ranking)
    line = _line(terms)
    opening = tuple(wager.id for wager in book.wagers if wager.kind == "opening")
    stage = next(stage for stage in book.stages if stage.id == structure.decisions[0].stage)
    options = tuple(_options(terms, stage, length) for length in range(8))
    bonuses = carriers_of_bonuses(book)
    pay = tuple(
        tuple(_pay(terms, line, stakes_under(opening, bonuses, option), length, option) for option in options[length])
        for length in range(8)
    )
    return Game(terms, line, opening, bonuses, options, pay)


def _require_classes_by_length(terms: Terms, ranking: Ranking) -> None:
    for length in range(SHORTEST, 8):
        if len(_classes(ranking, length)) > 1:
            raise NotThisGame(
                f"the ranking {ranking.name} has several classes of flushes of {length} cards",
                where=terms.book.id,
                accepted="a class for each number of cards of one suit",
            )


@cache
def _classes(ranking: Ranking, length: int) -> frozenset[str]:
    """The classes that a ranking gives to flushes of one length."""
    first, after = deck_of().first[length : length + 2]
    return frozenset(ranking.classify(example_hand(place)) for place in range(int(first), int(after)))


def _class(terms: Terms, hand: str, length: int) -> str:
    """The class of a flush of this length, as the player's or the dealer's hand is ranked."""
    (found,) = _classes(structure_of(terms).hands[hand].ranking, length)
    return found


def _line(terms: Terms) -> int:
    """The place of the lowest flush with which the dealer qualifies; without a qualification line, of the lowest
    flush.
    """
    lowest, known = int(deck_of().first[SHORTEST]), _qualification(terms)
    if known is None:
        return lowest
    ranking, places = known[1], range(lowest, len(deck_of().masks))
    found = bisect_left(places, True, key=lambda place: ranking.classify(example_hand(place)) == QUALIFIES)
    return places[found] if found < len(places) else len(deck_of().masks)


def _qualification(terms: Terms) -> tuple[str, Ranking] | None:
    """The hand that says whether the dealer's flush qualifies; None if the game has no such line. A second line is
    refused when a rule reads it.
    """
    hands = structure_of(terms).hands.items()
    lines = {name: read.ranking for name, read in hands if read.places == (DEALER,) and name != DEALER}
    known = ((name, read) for name, read in lines.items() if read is QUALIFICATION or _is_line_of_flushes(read))
    return next(known, None)


def _is_line_of_flushes(ranking: Ranking) -> bool:
    return ranking.classes == LINE_CLASSES and ranking.family == BEST_SUIT


def _options(terms: Terms, stage: Stage, length: int) -> tuple[Option, ...]:
    """The options open to a flush of some length, a fold first and the largest wager last; empty if such a flush is
    impossible.
    """
    if length < SHORTEST:
        return ()
    cls = _class(terms, PLAYER, length)
    open_to = [c for c in stage.choices if terms.holds(c.when) and (not c.hands or cls in c.hands)]
    options = {Option(c.action, c.wager, n) for c in open_to for n in (multiples(terms, c) if c.wager else (0,))}
    return tuple(sorted(options, key=lambda option: (option.wager != "", option.times)))


def _pay(terms: Terms, line: int, stakes: Mapping[str, Multiple], length: int, option: Option) -> tuple[Fraction, ...]:
    """What an option gains in every cell on everything that it leaves on the table."""
    staked = stakes.items()
    if option.action == "fold":
        return (sum((times * ask(terms, wager, {}, None, ["fold"]) for wager, times in staked), Fraction(0)),) * CELLS
    return tuple(
        sum((times * gain_in(terms, line, wager, length, *cell) for wager, times in staked), Fraction(0))
        for cell in product((False, True), STANDINGS)
    )


def gain_in(terms: Terms, line: int, wager: str, length: int, qualifies: bool, standing: Standing) -> Fraction:
    """What a wager gains in one cell; all the dealer's flushes in that cell must pay the same."""
    gains = {
        ask(terms, wager, _hands(terms, length, dealers, qualifies), standing)
        for dealers in _dealers(line, qualifies)
        if consistent(-length, -dealers, standing)
    }
    if len(gains) > 1:
        accepted = "pay that depends only on the player's flush, the standing and whether the dealer qualifies"
        raise NotThisGame(f"{wager} pays according to the dealer's flush", where=terms.book.id, accepted=accepted)
    return gains.pop() if gains else Fraction(0)


def _dealers(line: int, qualifies: bool) -> list[int]:
    """The lengths that the dealer's flush may have, given whether the dealer qualifies."""
    first = deck_of().first
    lie = (first[1:] > line) if qualifies else (first[:-1] < line)
    return [length for length in range(SHORTEST, 8) if lie[length]]


def _hands(terms: Terms, own: int, dealers: int, qualifies: bool) -> dict[str, str]:
    """The classes that a rule sees when both flushes have these lengths."""
    hands = {PLAYER: _class(terms, PLAYER, own), DEALER: _class(terms, DEALER, dealers)}
    line = _qualification(terms)
    return hands if line is None else hands | {line[0]: LINE_CLASSES[0 if qualifies else 1]}


# --- All deals -----------------------------------------------------------------------------------


@lru_cache(maxsize=4)
def deals_under(line: int, pay: Pay) -> tuple[Counts, Counts]:
    """Counts all deals, given what the options pay; an option closed to a flush is given the first option's value, so
    that it is never chosen.
    """
    unit = lcm(*(gain.denominator for options in pay for cells in options for gain in cells))
    table = np.zeros((len(pay), max(map(len, pay)), CELLS), np.int64)
    for length, options in enumerate(pay):
        for n in range(table.shape[1] if options else 0):
            gains = options[n] if n < len(options) else options[0]
            table[length, n] = [int(gain * unit) for gain in gains]
    return count_deals(deck_of(), line, table)


def solve(terms: Terms) -> Result:
    """The main game under best play, per Ante."""
    started = perf_counter()
    game = game_of(terms)
    distribution, actions, wagered = summed_up(list(outcomes(game, deals_under(game.line, game.pay)[0])))
    return main_result(
        terms,
        distribution,
        started,
        average_wager=len(game.opening) + wagered,
        actions=actions,
        method="every suit-distinct hand against a count of all the dealer's hands",
        notes=_notes(game),
    )


def outcomes(game: Game, deals: Counts) -> Iterator[Outcome]:
    first = deck_of().first
    for length, options in enumerate(game.options):
        by_option = deals[first[length] : first[length + 1]].sum(axis=0)
        for n, option in enumerate(options):
            cells = zip(game.pay[length][n], by_option[n].tolist(), strict=True)
            yield from (Outcome(option.name, option.times, gain, count) for gain, count in cells if count)


def _notes(game: Game) -> tuple[str, ...]:
    any_amount = any(option.wager and not option.times for options in game.options for option in options)
    return ("a wager that may be any amount above zero is valued at its limit, zero",) if any_amount else ()


# --- One hand --------------------------------------------------------------------------------------


def dealer_cells(game: Game, cards: Sequence[Card]) -> tuple[int, ...]:
    """How many of the dealer's hands are in each cell once these seven cards are gone."""
    work = new_work(deck_of())
    count_dealers(deck_of(), places_of(cards), game.line, work)
    return tuple(int(count) for count in work.cells)


def flush_advice(terms: Terms, cards: Sequence[Card]) -> list[Advice]:
    """Every action open to a hand, with its exact value, best first."""
    FLUSH.classify(cards)  # refuses a wrong number of cards
    game = game_of(terms)
    cells = dealer_cells(game, cards)
    length = max(sum(card & 3 == suit for card in cards) for suit in range(4))
    values = [sum(map(mul, pay, cells), Fraction(0)) / sum(cells) for pay in game.pay[length]]
    found = best_first(Advice(o.action, o.times, ev) for o, ev in zip(game.options[length], values, strict=True))
    below, qualified = cells[: len(STANDINGS)], cells[len(STANDINGS) :]
    return with_chances(found, chances_of(*map(add, below, qualified)))


# --- Named strategies ------------------------------------------------------------------------------


class Line(NamedTuple):
    """A rule of a strategy: raise with this flush or better if at least this many of the other cards rank above its top
    card.
    """

    flush: str
    above: int = 0


STRATEGIES: Mapping[str, tuple[Line, ...]] = {
    "always raise": (Line("3-2"),),
    "as the dealer qualifies": (Line("9-3-2"),),
    "T-8-6 or better": (Line("T-8-6"),),
    "J-high or better": (Line("J-3-2"),),
    "J-high or better, T-high by higher cards": (
        *(Line("J-3-2"), Line("T-9-3", 1), Line("T-7-4", 2), Line("T-5-3", 3), Line("T-3-2", 4)),
    ),
}
""""T-8-6 or better" is C. Mousseau's published rule; the last strategy follows the pattern of G. Michaels's. All of
them raise the maximum permitted.
"""


def strategies(terms: Terms, named: Mapping[str, Sequence[Line]] = STRATEGIES) -> dict[str, Fraction]:
    """What each named strategy is worth per Ante."""
    return {name: strategy_value(terms, by_lines(lines)) for name, lines in named.items()}


def says(lines: Sequence[Line]) -> str:
    """Describes a strategy in words."""
    beside = {0: "", 1: " with a higher card outside it"}
    lines_text = [line.flush + beside.get(line.above, f" with {line.above} higher cards outside it") for line in lines]
    return f"raise the most permitted with a flush of {', '.join(lines_text)} or better, else fold"


def by_lines(lines: Sequence[Line]) -> Callable[[int, int], bool]:
    """Returns a function of a flush's place and the number of higher cards: whether to raise, which any one rule
    allows.
    """
    met = [(place_of(sum(1 << RANKS.index(rank) for rank in line.flush.split("-"))), line.above) for line in lines]
    return lambda place, above: any(place >= flush and above >= least for flush, least in met)


def strategy_value(terms: Terms, raises: Callable[[int, int], bool]) -> Fraction:
    """The value of a strategy that raises the most or folds, as decided by the place of the flush and the number of
    higher cards.
    """
    game = game_of(terms)
    held = deals_under(game.line, game.pay)[1]
    value = Fraction(0)
    for length, options in enumerate(game.options):
        first, after = deck_of().first[length : length + 2]
        chosen = np.array([[raises(place, above) for above in range(8 - length)] for place in range(first, after)])
        for n, wanted in ((0, False), (len(options) - 1, True)) if options else ():
            deals = held[first:after, : 8 - length][chosen == wanted].sum(axis=0).tolist()
            value += sum(map(mul, game.pay[length][n], deals), Fraction(0))
    return value / int(held.sum())
