"""The exact value of every wager that main-game play does not touch: side wagers, progressives, bonuses."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import floor
from time import perf_counter

from houserules.amounts import money_text, parse_money
from houserules.analysis.progressives import meters_in_force, seeds_filed, seeds_of, stake_filed
from houserules.analysis.result import Result
from houserules.analysis.side_outcomes import (
    DOLLAR,
    DRAWS,
    chance_when_drawn,
    hand_row,
    is_drawn,
    outcomes_of,
)
from houserules.errors import BadSubmission
from houserules.law.rows import HoldRange, Paytable, Wager
from houserules.law.rulebook import Rulebook
from houserules.law.terms import Terms, conditions
from houserules.submission.submission import Submission


def side_results(of: Rulebook | Terms) -> list[Result]:
    """One result per side wager and permitted column; of a rulebook, under each reading an operator may switch.

    Of terms: the wagers they offer, with their options and readings, in every column.
    """
    return [side_result(terms, wager.id, stake_cents=stake) for terms, wager, stake in _permitted(of)]


def side_results_filed(submission: Submission) -> list[Result]:
    """The side wagers of a submission at its own columns, stakes and seeds."""
    return [
        side_result(
            submission.terms,
            wager.id,
            seeds=seeds_filed(submission, wager.id),
            stake_cents=stake_filed(submission, wager.id),
        )
        for wager in side_wagers(submission.terms)
    ]


def side_result(
    terms: Terms, wager: str, *, seeds: Mapping[str, Fraction] | None = None, stake_cents: int = DOLLAR
) -> Result:
    """A wager under the columns in force. `seeds` are the meters per unit staked, where not the law's own."""
    began = perf_counter()
    row = terms.book.wager(wager)
    if not is_side_wager(row, terms):
        accepted = ", ".join(side.id for side in side_wagers(terms))
        raise BadSubmission(f"{wager} depends on how the main game is played", accepted=accepted)
    outcomes = outcomes_of(terms, row, stake_cents)
    meters = {**seeds_of(terms, row), **(seeds or {})}
    spread = outcomes.distribution(meters)
    return Result(
        rulebook=terms.book.id,
        wager=wager,
        choices=_choices(terms, row, stake_cents),
        unit="wager",
        ev=spread.mean,
        seconds=perf_counter() - began,
        meters=outcomes.coefficients,
        distribution=spread,
        method=f"exact count of {outcomes.total:,} {'draws' if is_drawn(row) else 'deals'}",
        notes=tuple(_notes(terms, row, spread.mean, bool(seeds))),
    )


# --- Which wagers -------------------------------------------------------------------------------


def side_wagers(terms: Terms) -> tuple[Wager, ...]:
    """The wagers offered that are decided without a decision of the player's, or by a draw."""
    offered = (wager for wager in terms.book.wagers if wager.id in terms.offered and terms.holds(wager.when))
    return tuple(wager for wager in offered if is_side_wager(wager, terms))


def is_side_wager(wager: Wager, terms: Terms) -> bool:
    """Decided by cards no discard can change, or by a draw. One without a hand is decided against the dealer."""
    if wager.kind not in ("optional", "bonus"):
        return False
    if not wager.hand:
        return is_drawn(wager)
    discards = any(choice.discard for stage in terms.book.stages for choice in stage.choices)
    return not (discards and "player" in hand_row(terms.book, wager.hand).cards)


def is_forfeited(terms: Terms, wager: Wager) -> bool:
    """Does a fold lose the wager, so that its value hangs on main-game play after all?"""
    return terms.book.fold_effect(wager, terms) == "collected"


def _permitted(of: Rulebook | Terms) -> Iterator[tuple[Terms, Wager, int]]:
    """Terms, wager and stake for every permitted column of every side wager."""
    is_book = isinstance(of, Rulebook)
    for wager in of.wagers if isinstance(of, Rulebook) else of.book.wagers:
        start = of.terms(None, **dict(conditions(wager.when))) if isinstance(of, Rulebook) else of
        if wager in side_wagers(start):
            every = product(_terms_for(start, wager, switching=is_book), _stakes(start.book, wager))
            yield from ((terms, wager, stake) for terms, stake in every)


def _terms_for(start: Terms, wager: Wager, switching: bool) -> Iterator[Terms]:
    """The same terms with each choice of the wager's columns, and of the readings that bear on it."""
    for columns in _columns(start.book, wager):
        terms = replace(start, choices={**start.choices, **columns})
        for readings in _switched(terms, wager) if switching else ():
            yield terms.book.bind(terms.choices, {**terms.readings, **readings}, terms.offered)
        if not switching:
            yield terms


def _columns(book: Rulebook, wager: Wager) -> Iterator[dict[str, str]]:
    """Every choice of columns among the wager's paytables that leave one."""
    tables = _chosen_tables(book, wager)
    for columns in product(*(table.columns for table in tables)):
        yield {table.id: column for table, column in zip(tables, columns, strict=True)}


def _chosen_tables(book: Rulebook, wager: Wager) -> tuple[Paytable, ...]:
    tables = book.paytables_of(wager.id)
    return tuple(t for t in tables if t.selected_by == "submission" and len(t.columns) > 1)


def _stakes(book: Rulebook, wager: Wager) -> tuple[int, ...]:
    """The sums wagered that have a column of their own; one dollar where the sum makes no difference."""
    by_stake = [table for table in book.paytables_of(wager.id) if table.selected_by == "stake"]
    return tuple(map(parse_money, by_stake[0].columns)) if by_stake else (DOLLAR,)


def _switched(terms: Terms, wager: Wager) -> Iterator[dict[str, str]]:
    """The readings in force, and each other one the operator may file that bears on the wager."""
    names = [name for name in _readings_that_matter(terms, wager) if terms.book.reading(name).switch]
    yield from (
        dict(zip(names, candidates, strict=True))
        for candidates in product(*([c.id for c in terms.book.reading(name).candidates] for name in names))
    )


def _readings_that_matter(terms: Terms, wager: Wager) -> tuple[str, ...]:
    """Readings that change the odds of a column in force, or how the wager's hand is read."""
    named = [hand_row(terms.book, wager.hand).reading] if wager.hand else []
    for table in terms.book.paytables_of(wager.id):
        in_force = terms.choices.get(table.id, "")
        named += [name for row in table.replaced if row.column == in_force for name, _ in conditions(row.when)]
    return tuple(dict.fromkeys(name for name in named if name in terms.readings))


def _choices(terms: Terms, wager: Wager, stake_cents: int) -> dict[str, str]:
    """What decided the result, by the names of the submission file."""
    choices = {table.id: terms.choice(table.id) for table in _chosen_tables(terms.book, wager)}
    choices |= dict(conditions(wager.when))
    if is_drawn(wager):
        choices[DRAWS] = terms.choice(DRAWS)
    if _stakes(terms.book, wager) != (DOLLAR,):
        choices["amount"] = money_text(stake_cents)
    for name in _readings_that_matter(terms, wager):
        if terms.reading(name) != terms.book.reading(name).chosen:
            choices[name] = terms.reading(name)
    return choices


# --- What the reader of a figure must know ----------------------------------------------------------


def _notes(terms: Terms, wager: Wager, ev: Fraction, filed: bool) -> Iterator[str]:
    """Assumptions and readings behind a figure, and whether it is the one the regulator printed."""
    if is_forfeited(terms, wager):
        yield "A fold loses this wager: the figure is that of a player who never folds."
    if wager.kind == "bonus":
        yield _drawn_note(terms, wager) if is_drawn(wager) else _others_note(terms, wager)
    if wager.divided:
        yield "A share of the meter is divided among the wagers on this hand: the figure is for one wager alone."
    unnamed = any(meter.seed is None for meter in meters_in_force(terms, wager))
    if unnamed and not filed:
        yield "The seed is the operator's: the figure is for a $1 wager and the least seed permitted."
    yield from (_range_note(row, -ev, unnamed) for row in terms.book.holds if row.wager == wager.id)


def _drawn_note(terms: Terms, wager: Wager) -> str:
    chance, every = chance_when_drawn(terms, wager), terms.choice(DRAWS)
    read = ", ".join(row.readings[0] for row in terms.book.options if row.id == DRAWS)
    return f"Per unit of the wager it rides on: the odds, times {chance} of the draws, one in {every} rounds ({read})."


def _others_note(terms: Terms, wager: Wager) -> str:
    read = ", ".join(hand_row(terms.book, wager.hand).readings)
    return f"Per unit of the wager it rides on, for each other player dealt in ({read})."


def _range_note(row: HoldRange, hold: Fraction, by_operator: bool) -> str:
    """Whether the hold, rounded or cut off as the range is printed, lies in it."""
    low, high = row.low.share * 100, row.high.share * 100
    printed = _decimal(low) if low == high else f"{_decimal(low)} to {_decimal(high)}"
    if by_operator:
        return f"The regulator printed a hold of {printed} %; it hangs on rate and seed, which the operator files."
    unit = 10 ** max(_places(low), _places(high))
    shown = (Fraction(round(hold * 100 * unit), unit), Fraction(floor(hold * 100 * unit), unit))
    met = "within" if any(low <= value <= high for value in shown) else "outside"
    return f"The hold, {float(hold) * 100:.4f} %, is {met} the range the regulator printed: {printed} %."


def _places(percent: Fraction) -> int:
    """How many decimals a printed percentage has."""
    return next(places for places in range(9) if percent * 10**places == int(percent * 10**places))


def _decimal(percent: Fraction) -> str:
    return f"{float(percent):.{_places(percent)}f}"
