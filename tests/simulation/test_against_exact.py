"""Every wager of every rulebook, in every column of its paytables: simulated rounds against the exact analysis.

Two comparisons of each wager. Its mean must lie within four standard errors of the exact one; rows so rare that a
normal approximation does not hold for them (fewer than twenty expected) are left out of both means. And the number of
rounds in which each row was paid must not be too far from its exact probability p: of n rounds, k or more above (or
below) what is expected have a probability of at most exp(-n KL(k/n, p)) (Chernoff), and less than exp(-16) is refused.
Of at most 4,000 such counts one would be refused by chance in less than one of a thousand runs (2 x 4,000 x exp(-16)).

The seed is fixed, so that a run is the same every time. HOUSERULES_SIMULATED sets the number of rounds.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import chain
from math import isqrt, log
from pathlib import Path

import numpy as np
import pytest

from houserules import rulebooks
from houserules.analysis import flush_game
from houserules.analysis.game_shape import DISCARD, FLUSHES, shape_of
from houserules.analysis.holdem_game import game_of as holdem_of
from houserules.analysis.holdem_nets import distribution
from houserules.analysis.holdem_strategies import known_strategies
from houserules.analysis.main_game import main_of
from houserules.analysis.result import Distribution
from houserules.law.rows import Wager
from houserules.law.rulebook import Rulebook
from houserules.law.terms import Terms
from houserules.simulation.holds import Holds
from houserules.simulation.runs import Threads, run
from houserules.simulation.seating import BEST, NEVER_FOLD, Seat
from houserules.simulation.tallies import Tally
from houserules.studies.games import game_of
from tests.analysis.test_rulebook_copy import copy_with, line_of, with_first_column
from tests.simulation.exact_rows import Key, Rows, ends_of, exact_rows, key_of

ROUNDS = int(os.environ.get("HOUSERULES_SIMULATED", "1_000_000"))
SEED = 7_678_653
ERRORS, RARE, BOUND, MOST_COUNTS = 4, 20, 16, 4_000


@dataclass(frozen=True)
class Variant:
    """A table: the paytables' columns in force, and its seats. The first seat is the one looked at."""

    terms: Terms
    seats: tuple[Seat, ...]

    @property
    def seat(self) -> Seat:
        return self.seats[0]


# --- The tables that are played ------------------------------------------------------------------------------


STAKES = {"progressive": 100, "five-card-player": 100, "five-card-dealer": 100, "bonus": 100}
ANTE = 1000
DRAWS = {"magic-card": "yes", "lucky-bonus": "yes", "draws-every-rounds": "3"}
READINGS = {
    "ma-colorado": [{}] * 2 + [{"pair-of-tens": "win", "suited-ace-two-three": "ace-high-only"}] * 2,
    "pa-653a": [{}, {}, {}, {}, {"fold-and-progressive": "collected"}],
    "md-thb": [{}, {"paytable-b": "without-the-double"}],
}
"""Readings the operator may switch, by variant."""
EVEN, ODD = "five-card-player", "five-card-dealer"


@cache
def variants(book_id: str) -> tuple[Variant, ...]:
    """As many as the longest paytable has columns: every column of every table comes up at least once."""
    book = rulebooks.get(book_id)
    tables = {t.id: t.columns for t in book.paytables if t.selected_by == "submission"}
    words = {option.id: option.values for option in book.options if option.values and option.id not in DRAWS}
    readings = READINGS.get(book_id, [{}])
    count = max(len(readings), *map(len, chain(tables.values(), words.values())))
    return tuple(_variant(book, n, {**tables, **words}, readings[n % len(readings)]) for n in range(count))


def _variant(book: Rulebook, n: int, columns: dict[str, tuple[str, ...]], readings: dict[str, str]) -> Variant:
    choices = {name: values[n % len(values)] for name, values in columns.items()}
    choices |= {name: value for name, value in DRAWS.items() if name in book.permitted()}
    terms = book.terms_of(choices, readings)
    plays = plays_of(terms)
    left_out = (EVEN, ODD)[n % 2]
    offered = [w for w in book.wagers if w.kind in ("opening", "optional") and w.id != left_out]
    stakes = {w.id: (500 if n % 2 and len(w.amounts) > 1 else STAKES.get(w.id, ANTE)) for w in offered}
    play = BEST if n == 0 or "fold-and-progressive" in readings else plays[n % len(plays)]
    other = Seat({w.id: ANTE for w in book.wagers if w.kind == "opening"}, plays[-1])
    has_envy = any(w.kind == "bonus" and w.hand for w in book.wagers)
    return Variant(terms, (Seat(stakes, play), other) if has_envy else (Seat(stakes, play),))


def plays_of(terms: Terms) -> tuple[str, ...]:
    """Plays of which the analysis knows every row."""
    shape = shape_of(terms.book)
    if shape == DISCARD:
        return BEST, BEST, NEVER_FOLD, NEVER_FOLD
    if shape == FLUSHES:
        return BEST, NEVER_FOLD, *flush_game.STRATEGIES
    return tuple(known_strategies(holdem_of(terms)))


CASES = [(book, n) for book in rulebooks.IDS for n in range(len(variants(book)))]


# --- What was simulated ------------------------------------------------------------------------------------------


@cache
def played(book: str, n: int) -> tuple[dict[str, Counter[Key]], Tally]:
    return simulated(variants(book)[n], SEED + n)


def simulated(variant: Variant, seed: int) -> tuple[dict[str, Counter[Key]], Tally]:
    """How often each thing happened to each wager of the first seat, and the moments of its rounds."""
    game = game_of(variant.terms, variant.seats)
    values = [np.array([meaning.net for meaning in column.meanings], np.int64) for column in game.columns]
    main = tuple(n for n, c in enumerate(game.columns) if is_main(variant.terms.book.wager(c.wager)))
    tally = run(Holds(game, seed, ROUNDS, values, main), Threads(2))
    found: dict[str, Counter[Key]] = {}
    for column, counts in zip(game.columns, tally.codes[0], strict=True):
        found[column.wager] = Counter()
        for meaning, count in zip(column.meanings, counts, strict=True):
            found[column.wager][key_of(meaning)] += count
    return found, tally


def is_main(wager: Wager) -> bool:
    return wager.kind in ("opening", "decision")


# --- How far it is from the exact ---------------------------------------------------------------------------------


def errors_off(exact: Rows, counts: Counter[Key]) -> float:
    """How many standard errors the mean is off; rows of which few are expected stand at nothing in both."""
    n = counts.total()
    usual = {key: p for key, p in exact.items() if n * p >= RARE}
    mean = sum((key.net * p for key, p in usual.items()), Fraction(0))
    variance = sum((key.net**2 * p for key, p in usual.items()), Fraction(0)) - mean**2
    total = sum(key.net * count for key, count in counts.items() if key in usual or key not in exact)
    return off(total - n * mean, n * variance)


def off(difference: Fraction, variance: Fraction) -> float:
    if not variance:
        return 0.0 if not difference else float("inf")
    return float(difference) / float(variance) ** 0.5


def surprise(p: Fraction, count: int, n: int) -> float:
    """n KL(k/n, p): minus the logarithm of a bound on the chance of so many, or so few."""
    share = Fraction(count, n)
    parts = ((share, p), (1 - share, 1 - p))
    if any(seen and not expected for seen, expected in parts):
        return float("inf")
    return n * sum(float(seen) * log(float(seen) / float(expected)) for seen, expected in parts if seen)


def refused(exact: Rows, counts: Counter[Key]) -> list[str]:
    """What is too far off, in words; nothing is as it should be."""
    n, found = counts.total(), []
    if abs(z := errors_off(exact, counts)) > ERRORS:
        found.append(f"the mean is {z:.1f} standard errors off")
    for key in dict.fromkeys((*exact, *(key for key, count in counts.items() if count))):
        p = exact.get(key, Fraction(0))
        if surprise(p, counts[key], n) > BOUND:
            found.append(f"{key}: {counts[key]:,} times, {float(n * p):,.1f} expected")
    return found
