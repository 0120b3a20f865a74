"""Every wager of every game, in every column of its paytables: simulated rounds against the exact.

Each wager is compared twice. Its mean must be within four standard errors of the exact one; rows so rare that a normal
approximation does not hold for them (fewer than twenty expected) are left out of both means. And the number of rounds
in which each row was paid must not be too far from what its exact probability p predicts: the probability that k or
more (or k or fewer) of n rounds pay the row is at most exp(-n KL(k/n, p)) (Chernoff), and a count for which this is
less than exp(-16) is refused. Of at most 4,000 such counts one would be refused by chance in less than one run in a
thousand (2 x 4,000 x exp(-16)).

The seed is fixed, so that a run is the same every time: another seed would refuse one of the 594 means (222 of one
seat, 336 of full tables, 36 of main games) by chance in four of a hundred runs. TABLELAW_SIMULATED sets the number
of rounds.
"""

from __future__ import annotations

import os
from collections import Counter
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from math import comb, exp, log, sqrt
from pathlib import Path

import numpy as np
import pytest

from tablelaw import rulebooks
from tablelaw.analysis.against_dealer.bought_card.best_play import NEVER_BUY
from tablelaw.analysis.against_dealer.bought_card.solver import HandsWithPurchase
from tablelaw.analysis.against_dealer.flushes import best_play
from tablelaw.analysis.against_dealer.flushes.solver import AgainstDealer
from tablelaw.analysis.against_dealer.whole_hands.solver import HandsAgainstDealer
from tablelaw.analysis.against_paytable.discard.solver import AgainstPaytable
from tablelaw.analysis.board_with_dealer.game import game_of as holdem_of
from tablelaw.analysis.board_with_dealer.strategies import known_strategies
from tablelaw.analysis.solver_choice import is_quick_to_solve, solver_of
from tablelaw.law.rows import Wager
from tablelaw.law.rulebook import Rulebook, Terms
from tablelaw.simulation.codes import Column
from tablelaw.simulation.questions.hold import Holds
from tablelaw.simulation.runs import Threads, run
from tablelaw.simulation.seating import BEST, NEVER_FOLD, Seat
from tablelaw.simulation.tallies import Tally
from tablelaw.studies.games.simulated_table import game_of
from tests.analysis.against_dealer.bought_card.test_french_stud import BONUS_WITHOUT, WITHOUT
from tests.analysis.quick_games import WITH_SLOW_GAMES
from tests.analysis.test_rulebook_copy import copy_with, line_of, with_first_column
from tests.simulation.exact_rows import Key, Rows, exact_rows, is_known, is_main, key_of, main_of_play, value_of

ROUNDS = int(os.environ.get("TABLELAW_SIMULATED", "300_000"))
SEED = 7_678_653
ERRORS, RARE, BOUND, MOST_COUNTS = 4, 20, 16, 4_000
SEATS = 6


@dataclass(frozen=True)
class Variant:
    """A table to compare: the paytable columns in force, and its seats, the first of which is examined."""

    terms: Terms
    seats: tuple[Seat, ...]

    @property
    def seat(self) -> Seat:
        return self.seats[0]


# --- The tables that are played ------------------------------------------------------------------------------


STAKES = {"progressive": 100, "five-card-player": 100, "five-card-dealer": 100, "bonus": 100}
ANTE = 1000
DRAWS = {"magic-card": "yes", "lucky-bonus": "yes", "draws-every-rounds": "3"}
READINGS: dict[str, list[dict[str, str]]] = {
    "ma-colorado": [{}] * 2 + [{"pair-of-tens": "win", "suited-ace-two-three": "ace-high-only"}] * 2,
    "pa-653a": [{}, {}, {}, {}, {"fold-and-progressive": "collected"}],
    "md-thb": [{}, {"paytable-b": "without-the-double"}],
}
"""Readings that the operator may switch, by variant."""
SLOW_PLAYS = (BEST, NEVER_FOLD)
"""The plays that buy cards: finding them takes minutes, so only the long tests compare them."""
EVEN, ODD = "five-card-player", "five-card-dealer"


@cache
def rows_at(book: str, n: int) -> dict[str, Rows]:
    """The exact rows of every wager compared."""
    variant = variants(book)[n]
    wagers = [wager for wager in variant.terms.book.wagers if is_compared(variant, wager)]
    return {wager.id: exact_rows(variant.terms, variant.seat, wager) for wager in wagers}


@cache
def variants(book_id: str) -> tuple[Variant, ...]:
    """As many variants as the longest paytable has columns, and at least two, so that every column of every table
    occurs.
    """
    book, readings = rulebooks.get(book_id), READINGS.get(book_id, [{}])
    columns = columns_of(book)
    return tuple(_variant(book, n, columns, readings[n % len(readings)]) for n in range(variants_of(book)))


def columns_of(book: Rulebook) -> dict[str, tuple[str, ...]]:
    """What the operator may choose: the columns of paytables, and the words of options."""
    tables = {t.id: t.columns for t in book.paytables if t.selected_by == "submission"}
    return tables | {option.id: option.values for option in book.options if option.values and option.id not in DRAWS}


def variants_of(book: Rulebook) -> int:
    """How many variants there are, without working them out."""
    return max(2, len(READINGS.get(book.id, [{}])), *map(len, columns_of(book).values()))


def _variant(book: Rulebook, n: int, columns: dict[str, tuple[str, ...]], readings: dict[str, str]) -> Variant:
    choices = {name: values[n % len(values)] for name, values in columns.items()}
    choices |= {name: value for name, value in DRAWS.items() if name in book.permitted()}
    terms = book.terms_of(choices, readings)
    plays = plays_of(terms)
    left_out = (EVEN, ODD)[n % 2]
    offered = [w for w in book.wagers if w.kind in ("opening", "optional") and w.id != left_out]
    stakes = {w.id: (500 if n % 2 and len(w.amounts) > 1 else STAKES.get(w.id, ANTE)) for w in offered}
    best = BEST if WITH_SLOW_GAMES or is_quick_to_solve(terms) else plays[0]
    play = best if n == 0 or "fold-and-progressive" in readings else plays[n % len(plays)]
    for_others = [w for w in book.wagers if w.kind == "bonus" and w.hand]
    other = Seat({w.id: ANTE for w in book.wagers if w.kind == "opening"}, plays[-1])
    return Variant(terms, (Seat(stakes, play), other) if for_others and n < 2 else (Seat(stakes, play),))


def is_compared(variant: Variant, wager: Wager) -> bool:
    """Whether a wager is made and known to the analysis; a bonus for other players' hands needs another player."""
    is_staked = any(name in variant.seat.wagers for name in (wager.id, *wager.rides_on))
    made = is_staked or wager.kind in ("decision", "price")
    alone = wager.kind == "bonus" and wager.hand and len(variant.seats) == 1
    return made and is_known(variant.terms, wager) and not alone


def plays_of(terms: Terms) -> tuple[str, ...]:
    """Plays for which the analysis knows every row."""
    family = solver_of(terms).family
    if family == AgainstPaytable.family:
        return BEST, BEST, NEVER_FOLD, NEVER_FOLD
    if family == AgainstDealer.family:
        return BEST, NEVER_FOLD, *best_play.STRATEGIES
    if family == HandsAgainstDealer.family:
        return solver_of(terms).play_names(terms)
    if family == HandsWithPurchase.family:
        return tuple(play for play in solver_of(terms).play_names(terms) if WITH_SLOW_GAMES or play not in SLOW_PLAYS)
    return tuple(known_strategies(holdem_of(terms))) or (BEST, NEVER_FOLD)


CASES = [(book, n) for book in rulebooks.IDS for n in range(variants_of(rulebooks.get(book)))]


# --- What was simulated ------------------------------------------------------------------------------------------


Happened = dict[str, Counter[Key]]
"""For one seat: how often each result of each wager occurred."""


@cache
def played(book: str, n: int) -> tuple[Happened, Tally]:
    happened, tally = simulated(variants(book)[n], SEED + n)
    return happened[0], tally


def simulated(variant: Variant, seed: int, rounds: int = ROUNDS) -> tuple[list[Happened], Tally]:
    """What happened to every seat, and the moments of its rounds."""
    game = game_of(variant.terms, variant.seats)
    values = [np.array([meaning.net for meaning in column.meanings], np.int64) for column in game.columns]
    main = tuple(n for n, c in enumerate(game.columns) if is_main(variant.terms.book.wager(c.wager)))
    tally = run(Holds(game, seed, rounds, values, main), Threads(2))
    return [
        {c.wager: _counted(c, counts) for c, counts in zip(game.columns, s, strict=True)} for s in tally.codes
    ], tally


def _counted(column: Column, counts: list[int]) -> Counter[Key]:
    found: Counter[Key] = Counter()
    for meaning, count in zip(column.meanings, counts, strict=True):
        found[key_of(meaning)] += count
    return found


# --- How far it is from the exact ---------------------------------------------------------------------------------


def errors_off(exact: Rows, counts: Counter[Key]) -> float:
    """By how many standard errors the mean is off; rows that are expected to be rare count as zero in both means."""
    n = counts.total()
    usual = {key: p for key, p in exact.items() if n * p >= RARE}
    mean = sum((key.net * p for key, p in usual.items()), Fraction(0))
    variance = sum((key.net**2 * p for key, p in usual.items()), Fraction(0)) - mean**2
    total = sum(key.net * count for key, count in counts.items() if key in usual or key not in exact)
    return off(total - n * mean, n * variance)


def off(difference: Fraction, variance: Fraction) -> float:
    if not variance:
        return 0.0 if not difference else float("inf")
    return float(difference) / sqrt(variance)


def surprise(p: Fraction, count: int, n: int) -> float:
    """n KL(k/n, p): minus the logarithm of a bound on the probability of so many, or so few."""
    share = Fraction(count, n)
    parts = ((share, p), (1 - share, 1 - p))
    if any(seen and not expected for seen, expected in parts):
        return float("inf")
    return n * sum(float(seen) * log(float(seen) / float(expected)) for seen, expected in parts if seen)


def refused(exact: Rows, counts: Counter[Key]) -> list[str]:
    """Describes what is too far off; empty if nothing is."""
    n, found = counts.total(), []
    if abs(z := errors_off(exact, counts)) > ERRORS:
        found.append(f"the mean is {z:.1f} standard errors off")
    for key in dict.fromkeys((*exact, *(key for key, count in counts.items() if count))):
        p = exact.get(key, Fraction(0))
        if surprise(p, counts[key], n) > BOUND:
            found.append(f"{key}: {counts[key]:,} times, {float(n * p):,.1f} expected")
    return found


# --- Simulated and exact agree -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("book", "n"), CASES)
def test_every_wager_and_every_row_agree(book: str, n: int) -> None:
    counts, tally = played(book, n)
    exact = rows_at(book, n)
    wrong = {wager: found for wager in exact if (found := refused(exact[wager], counts[wager]))}
    means = ", ".join(f"{wager} {errors_off(exact[wager], counts[wager]):+.2f}" for wager in exact)
    print(f"{book}, variant {n}, {tally.rounds:,} rounds, seed {SEED + n}: standard errors {means}")
    assert not wrong


@pytest.mark.parametrize("book", rulebooks.IDS)
def test_every_seat_of_a_full_table_agrees(book: str) -> None:
    """Six identical seats. Whatever depends on the others is left out: a bonus for their hands, or a divided share."""
    variant = variants(book)[1]
    full = replace(variant, seats=(variant.seat,) * SEATS)
    alone = [w for w in full.terms.book.wagers if not w.divided and not (w.kind == "bonus" and w.hand)]
    exact = {wager.id: rows_at(book, 1)[wager.id] for wager in alone if wager.id in rows_at(book, 1)}
    for happened in simulated(full, SEED, ROUNDS // 10)[0]:
        assert not [found for wager, rows in exact.items() for found in refused(rows, happened[wager])]


@pytest.mark.parametrize(("book", "n"), CASES)
def test_the_main_game_agrees(book: str, n: int) -> None:
    """Compares all wagers of the main game together per round, since its deviation is not the sum of theirs."""
    variant, moments = variants(book)[n], played(book, n)[1].main[0]
    value, variance = main_of_play(variant.terms, variant.seat)
    if variance is None:
        variance = Fraction(moments.squares, moments.n) / ANTE**2 - Fraction(moments.total, moments.n * ANTE) ** 2
    assert abs(off(Fraction(moments.total, ANTE) - moments.n * value, moments.n * variance)) <= ERRORS


@pytest.mark.parametrize(("book", "n"), CASES)
def test_exact_rows_add_up_to_the_values_of_the_analysis(book: str, n: int) -> None:
    """Checks the rows: probabilities add up to one, and net results to the value that the analysis gives a wager."""
    variant, exact = variants(book)[n], rows_at(book, n)
    worth = {wager: sum((key.net * p for key, p in rows.items()), Fraction(0)) for wager, rows in exact.items()}
    assert all(sum(rows.values()) == 1 for rows in exact.values())
    main = [wager for wager in worth if is_main(variant.terms.book.wager(wager))]
    beside = next((name for name in variant.seat.wagers if name not in main), "")
    alone = solver_of(variant.terms).endings(variant.terms, variant.seat.play, beside)
    assert {wager: worth[wager] for wager in main} == {wager: alone[wager].mean * ANTE for wager in main}
    assert sum(worth.pop(wager) for wager in main) == main_of_play(variant.terms, variant.seat)[0] * ANTE
    for wager, value in worth.items():
        assert value == value_of(variant.terms, variant.seat, variant.terms.book.wager(wager)), wager


def test_a_player_of_french_stud_who_never_buys_loses_what_is_published() -> None:
    variant = variants("fr-stud")[0]
    if variant.seat.play == NEVER_BUY:
        assert main_of_play(variant.terms, variant.seat)[0] == WITHOUT
        bonus = sum((key.net * p for key, p in rows_at("fr-stud", 0)["bonus"].items()), Fraction(0))
        assert float(bonus / variant.seat.wagers["bonus"]) == pytest.approx(BONUS_WITHOUT, abs=1e-6)
    assert (variant.seat.play == BEST) == WITH_SLOW_GAMES


# --- Nothing is left out ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("book", rulebooks.IDS)
def test_no_wager_of_a_rulebook_is_missing(book: str) -> None:
    compared = {wager for n in range(len(variants(book))) for wager in rows_at(book, n)}
    assert compared == {wager.id for wager in rulebooks.get(book).wagers}


@pytest.mark.parametrize("book", rulebooks.IDS)
def test_no_column_of_a_paytable_is_missing(book: str) -> None:
    """Every column is in force in a variant in which one of its wagers is compared."""
    rulebook = rulebooks.get(book)
    for table in rulebook.paytables:
        seen = {
            rulebook.column_name(table.id, variant.terms.choices, stake)
            for n, variant in enumerate(variants(book))
            for wager in set(table.wagers) & set(rows_at(book, n))
            for stake in [0, *variant.seat.wagers.values()]
        }
        assert seen >= set(table.columns), table.id


def test_no_more_counts_are_compared_than_the_bound_is_good_for() -> None:
    one_seat = sum(len(rows) for book, n in CASES for rows in rows_at(book, n).values())
    full = SEATS * sum(len(rows) for book in rulebooks.IDS for rows in rows_at(book, 1).values())
    assert one_seat + full <= MOST_COUNTS
    assert 2 * MOST_COUNTS * exp(-BOUND) < 1 / 1000


# --- What is wrong is noticed ---------------------------------------------------------------------------------------


PLANTED = [
    ("pa-678a", "flush-bonus", "four-card flush", "2 to 1", "always raise"),
    ("ma-colorado", "bonus", "two pair", "2 to 1", BEST),
    ("md-thb", "texas-bonus", "pair of 10-10 through 2-2", "4 to 1", "bet above the board"),
]


@pytest.mark.parametrize(("book", "table", "row", "odds", "play"), PLANTED)
def test_a_planted_off_by_one_in_a_paytable_is_noticed(
    book: str, table: str, row: str, odds: str, play: str, tmp_path: Path
) -> None:
    line = line_of(table, row, book.replace("-", "_"))
    other = copy_with(tmp_path, book, line, with_first_column(line, odds))
    good = variants(book)[0]
    bad = Variant(other.terms_of(good.terms.choices, good.terms.readings), (replace(good.seat, play=play),))
    counts = simulated(bad, SEED)[0][0][table]
    assert abs(errors_off(rows_at(book, 0)[table], counts)) > ERRORS
    assert any(row in found for found in refused(rows_at(book, 0)[table], counts))


def test_a_planted_fault_of_classification_is_noticed() -> None:
    """The planted fault does not recognise a run of ace, 2 and 3 (678a)."""
    good = variants("pa-678a")[0]
    bad = Variant(good.terms.book.terms_of(good.terms.choices, {"low-ace": "high-only"}), good.seats)
    counts = simulated(bad, SEED)[0][0]["straight-flush-bonus"]
    found = refused(rows_at("pa-678a", 0)["straight-flush-bonus"], counts)
    assert any("three-card straight flush" in one for one in found)


@pytest.mark.parametrize("p", [Fraction(1, 2), Fraction(1, 7), Fraction(1, 100)])
def test_the_bound_on_a_count_holds(p: Fraction) -> None:
    """The exact probability of this many or more, and of this few or fewer, is never above the bound."""
    n = 60
    chances = [comb(n, k) * p**k * (1 - p) ** (n - k) for k in range(n + 1)]
    for k in range(n + 1):
        tail = sum(chances[k:]) if k >= n * p else sum(chances[: k + 1])
        assert float(tail) <= exp(-surprise(p, k, n)) * (1 + 1e-9)
    assert surprise(Fraction(0), 1, n) == surprise(Fraction(1), n - 1, n) == float("inf")
    assert surprise(Fraction(0), 0, n) == 0
