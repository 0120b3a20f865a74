"""How deals end under each strategy for a game of flushes: best play, never folding, and named strategies."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

import numpy as np

from tablelaw.analysis.against_dealer.flushes.best_play import (
    SHORTEST,
    STRATEGIES,
    Game,
    by_lines,
    deals_under,
    gain_in,
    game_of,
)
from tablelaw.analysis.against_dealer.flushes.kernels import deck_of
from tablelaw.analysis.main_choices import main_wagers
from tablelaw.analysis.options_and_outcomes import Option
from tablelaw.analysis.payoffs import ask
from tablelaw.analysis.result import Distribution
from tablelaw.analysis.solver import BEST, MAIN, NEVER_FOLD, Spreads
from tablelaw.law.conduct import STANDINGS
from tablelaw.law.rulebook import Terms


def spreads(terms: Terms, play: str) -> Spreads:
    """The distribution of each wager of the main game, including bonuses, and of all together."""
    game = game_of(terms)
    wagers = [*(wager.id for wager in main_wagers(terms.book)), *game.bonuses]
    counts: dict[str, dict[Fraction, int]] = {name: {} for name in (*wagers, MAIN)}
    for length, option, cells in flushes_by_option(terms, play):
        gains = [_flush_gains(game, wager, length, option) for wager in wagers]
        together = [sum(column, Fraction(0)) for column in zip(*gains, strict=True)]
        for name, by_cell in zip(counts, (*gains, together), strict=True):
            for gain, count in zip(by_cell, cells, strict=True):
                counts[name][gain] = counts[name].get(gain, 0) + count
    return {name: Distribution({gain: n for gain, n in found.items() if n}) for name, found in counts.items()}


def _flush_gains(game: Game, wager: str, length: int, option: Option) -> list[Fraction]:
    """What a wager gains in every cell when an option is taken."""
    cells = list(product((False, True), STANDINGS))
    times = game.stakes(option).get(wager, 0)
    if not times:
        return [Fraction(0)] * len(cells)
    if option.action == "fold":
        return [ask(game.terms, wager, {}, None, ["fold"])] * len(cells)
    return [times * gain_in(game.terms, game.line, wager, length, *cell) for cell in cells]


def flushes_by_option(terms: Terms, play: str) -> Iterator[tuple[int, Option, list[int]]]:
    """For each length of flush and option taken, how many deals end in each cell."""
    game, first = game_of(terms), deck_of().first
    passed_over = 1 if play == NEVER_FOLD else 0
    pay = tuple(options[passed_over:] for options in game.pay)
    best, held = deals_under(game.line, pay)
    for length in range(SHORTEST, 8):
        options, places = game.options[length], slice(first[length], first[length + 1])
        if play in (BEST, NEVER_FOLD):
            for n, option in enumerate(options[passed_over:]):
                yield length, option, best[places, n].sum(axis=0).tolist()
            continue
        raises = by_lines(STRATEGIES[play])
        raised = np.array([[raises(p, above) for above in range(8 - length)] for p in range(places.start, places.stop)])
        deals = held[places, : 8 - length]
        yield length, options[0], deals[~raised].sum(axis=0).tolist()
        yield length, options[-1], deals[raised].sum(axis=0).tolist()
