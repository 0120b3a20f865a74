"""The exact value of every wager that does not depend on main-game play: side wagers, progressives, bonuses."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import product
from time import perf_counter

from tablelaw.amounts import money_text, parse_money
from tablelaw.analysis.cache import kept
from tablelaw.analysis.main_choices import as_law, is_beside_main_game, terms_for, under_id_of
from tablelaw.analysis.payoffs import better_odds
from tablelaw.analysis.result import Result
from tablelaw.analysis.side_wagers.envy import by_others
from tablelaw.analysis.side_wagers.outcomes import DOLLAR, chance_when_drawn, hand_row, is_drawn, outcomes_of
from tablelaw.analysis.side_wagers.printed_range import is_within, range_text
from tablelaw.analysis.side_wagers.progressives import meters_in_force, seeds_filed, seeds_of, stake_filed
from tablelaw.errors import BadSubmission
from tablelaw.law.conditions import conditions
from tablelaw.law.rows import HoldRange, Paytable, Wager
from tablelaw.law.rulebook import DRAWS_EVERY, Rulebook, Terms
from tablelaw.printed_money import printed
from tablelaw.submission.submission import Submission

IN_MAIN_GAME, TOGETHER = "main game", "both together"
AS_MAIN_GAME = "played as the main game is"
NEVER_FOLDING = "never folding"
"""The name of the strategy under which a wager that a fold loses depends only on its own cards."""


def side_results(
    of: Rulebook | Terms, fixed: Mapping[str, str] | None = None, only: Collection[str] | None = None
) -> list[Result]:
    """One result per side wager and permitted column; for a rulebook, under each reading that an operator may switch.

    Terms give the wagers they offer, with their options and readings, in every column. A wager that a fold loses
    depends on main-game play and is not included: see `under_main_play`. `fixed` choices apply to every wager of a
    rulebook. If `only` names wagers, no others are counted.
    """
    every = [asked for asked in _permitted(of, fixed or {}, only) if not is_lost_by_a_fold(asked[0], asked[1])]
    return [_kept(terms, wager, stake) for terms, wager, stake in every]


def _kept(terms: Terms, wager: Wager, stake_cents: int) -> Result:
    """The result of a wager, computed once and then cached; better odds for the same columns are a separate
    question.
    """
    question = f"side wager {wager.id} {choices_for(terms, wager, stake_cents)}{better_odds(terms)}"
    asked = as_law(terms, (wager.id,))
    found = kept(asked.book, question, lambda: side_result(asked, wager.id, stake_cents=stake_cents))
    return under_id_of(terms, found)


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
    """The result of a wager under the columns in force. `seeds` are the meters per unit staked, if not the law's
    own.
    """
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
        choices=choices_for(terms, row, stake_cents),
        unit="wager",
        ev=spread.mean,
        seconds=perf_counter() - began,
        meters=outcomes.coefficients,
        seeds=meters,
        distribution=spread,
        method=f"exact count of {outcomes.total:,} {'draws' if is_drawn(row) else 'deals'}",
        notes=tuple(_notes(terms, row, spread.mean, bool(seeds))),
        play=NEVER_FOLDING if is_lost_by_a_fold(terms, row) else "",
        by_others=by_others(terms, row, spread.mean),
    )


# --- Which wagers -------------------------------------------------------------------------------


def side_wagers(terms: Terms) -> tuple[Wager, ...]:
    """The offered wagers that are decided without a decision of the player, or by a draw."""
    offered = (wager for wager in terms.book.wagers if wager.id in terms.offered and terms.holds(wager.when))
    return tuple(wager for wager in offered if is_side_wager(wager, terms))


def is_side_wager(wager: Wager, terms: Terms) -> bool:
    """Whether a wager is decided by cards that no discard can change, or by a draw; a wager without a hand is decided
    against the dealer.
    """
    if not is_beside_main_game(terms.book, wager):
        return False
    if not wager.hand:
        return is_drawn(wager)
    discards = any(choice.discard for stage in terms.book.stages for choice in stage.choices)
    return not (discards and "player" in hand_row(terms.book, wager.hand).cards)


def is_lost_by_a_fold(terms: Terms, wager: Wager) -> bool:
    """Whether a fold loses the wager and the version played has a fold; then it depends on main-game play."""
    stages = [stage for stage in terms.book.stages if terms.holds(stage.when)]
    can_fold = any(choice.action == "fold" for stage in stages for choice in stage.choices)
    return can_fold and terms.book.fold_effect(wager, terms) == "collected"


def _permitted(
    of: Rulebook | Terms, fixed: Mapping[str, str], only: Collection[str] | None
) -> Iterator[tuple[Terms, Wager, int]]:
    """Terms, wager and stake for every permitted column of every side wager."""
    is_book = isinstance(of, Rulebook)
    for wager in of.wagers if isinstance(of, Rulebook) else of.book.wagers:
        if only is not None and wager.id not in only:
            continue
        start = terms_for(of, {**fixed, **dict(conditions(wager.when))}) if isinstance(of, Rulebook) else of
        if wager in side_wagers(start):
            every = product(terms_for_each(start, wager, switching=is_book), stakes_of(start.book, wager))
            yield from ((terms, wager, stake) for terms, stake in every)


def terms_for_each(start: Terms, wager: Wager, switching: bool) -> Iterator[Terms]:
    """Yields the terms once for each combination of the wager's columns.

    If `switching`, also with each reading that affects the wager, and with the option that offers it.
    """
    offered = dict(conditions(wager.when)) if switching else {}
    for columns in _columns(start.book, wager):
        terms = replace(start, choices={**start.choices, **columns, **offered})
        for readings in _switched(terms, wager) if switching else ():
            yield terms.book.bind(terms.choices, {**terms.readings, **readings}, terms.offered)
        if not switching:
            yield terms


def _columns(book: Rulebook, wager: Wager) -> Iterator[dict[str, str]]:
    """Every combination of columns, over those of the wager's paytables that leave the operator a choice."""
    tables = _chosen_tables(book, wager)
    for columns in product(*(table.columns for table in tables)):
        yield {table.id: column for table, column in zip(tables, columns, strict=True)}


def _chosen_tables(book: Rulebook, wager: Wager) -> tuple[Paytable, ...]:
    tables = book.paytables_of(wager.id)
    return tuple(t for t in tables if t.selected_by == "submission" and len(t.columns) > 1)


def stakes_of(book: Rulebook, wager: Wager) -> tuple[int, ...]:
    """The amounts wagered that have their own column; one dollar if the amount makes no difference."""
    by_stake = [table for table in book.paytables_of(wager.id) if table.selected_by == "stake"]
    return tuple(map(parse_money, by_stake[0].columns)) if by_stake else (DOLLAR,)


def _switched(terms: Terms, wager: Wager) -> Iterator[dict[str, str]]:
    """The readings in force, and every other reading that affects the wager and that the operator may file."""
    names = [name for name in _readings_that_matter(terms, wager) if terms.book.reading(name).switch]
    yield from (
        dict(zip(names, candidates, strict=True))
        for candidates in product(*([c.id for c in terms.book.reading(name).candidates] for name in names))
    )


def _readings_that_matter(terms: Terms, wager: Wager) -> tuple[str, ...]:
    """The readings that affect a wager: of its odds, of its hand, of what a fold does, and of who shares a win."""
    named = [hand_row(terms.book, wager.hand).reading] if wager.hand else []
    named += [wager.on_fold.reading, wager.divided_by]
    for table in terms.book.paytables_of(wager.id):
        in_force = terms.choices.get(table.id, "")
        named += [name for row in table.replaced if row.column == in_force for name, _ in conditions(row.when)]
    return tuple(dict.fromkeys(name for name in named if name in terms.readings))


def choices_for(terms: Terms, wager: Wager, stake_cents: int = DOLLAR) -> dict[str, str]:
    """The choices that the result depends on, by their names in the submission file."""
    choices = {table.id: terms.choice(table.id) for table in _chosen_tables(terms.book, wager)}
    choices |= dict(conditions(wager.when))
    if is_drawn(wager):
        choices[DRAWS_EVERY] = terms.choice(DRAWS_EVERY)
    if stakes_of(terms.book, wager) != (DOLLAR,):
        choices["amount"] = money_text(stake_cents)
    for name in _readings_that_matter(terms, wager):
        if terms.reading(name) != terms.book.reading(name).chosen:
            choices[name] = terms.reading(name)
    return choices


# --- What the reader of a figure must know ----------------------------------------------------------

FOLD_NOTE = "A fold loses this wager: the figure is that of a player who never folds."


def _notes(terms: Terms, wager: Wager, ev: Fraction, filed: bool) -> Iterator[str]:
    """The assumptions and readings behind a figure, and whether it matches the one that the regulator printed."""
    if is_lost_by_a_fold(terms, wager):
        yield FOLD_NOTE
    if wager.kind == "bonus":
        yield _drawn_note(terms, wager) if is_drawn(wager) else _others_note(terms, wager)
    if wager.divided:
        yield (
            "A share of the meter is divided among those who wagered on this hand: the figure is for one such player "
            "alone."
        )
    unnamed = any(meter.seed is None for meter in meters_in_force(terms, wager))
    if unnamed and not filed:
        yield f"The operator sets the seed: the figure is for a {printed(100)} wager and the smallest permitted seed."
    yield from (_range_note(row, -ev, unnamed) for row in terms.book.holds if row.wager == wager.id)


def _drawn_note(terms: Terms, wager: Wager) -> str:
    chance, every = chance_when_drawn(terms, wager), terms.choice(DRAWS_EVERY)
    read = ", ".join(row.readings[0] for row in terms.book.options if row.id == DRAWS_EVERY)
    odds = f"the odds, times a chance of {chance} at each draw, with one draw in {every} rounds"
    return f"Per unit of the wager it belongs to: {odds} (reading {read})."


def _others_note(terms: Terms, wager: Wager) -> str:
    read = ", ".join(hand_row(terms.book, wager.hand).readings)
    return f"Per unit of the wager it belongs to, for each other player dealt in (readings {read})."


def _range_note(row: HoldRange, edge: Fraction, by_operator: bool) -> str:
    printed = range_text(row.low.share, row.high.share)
    if by_operator:
        return (
            f"The regulator printed a hold range of {printed}; the hold depends on the rate and seed, which the "
            "operator files."
        )
    met = "within" if is_within(row, edge) else "outside"
    return f"The house edge, {float(edge):.4%}, is {met} the hold range the regulator printed: {printed}."
