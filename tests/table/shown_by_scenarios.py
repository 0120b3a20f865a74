"""What a settled scenario shows: rows of paytables, rules, folds, irregularities, choices, paragraphs.

Everything here is read from the engine's own lines and events, not from what a scenario claims.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from tablelaw.cards import RANKINGS
from tablelaw.law.conduct import Case, Rule
from tablelaw.law.paytables import PLAIN_OUTCOMES, members_of
from tablelaw.law.rows import Effect, Irregularity, Paytable, Wager
from tablelaw.law.rulebook import Rulebook
from tablelaw.scenarios.play import Settlement
from tablelaw.scenarios.scenario_cases import Result
from tablelaw.table import events
from tablelaw.table.events import Line
from tablelaw.table.round.hands import Hands, can_form, hand_class, standing
from tablelaw.table.state import Seat, change


class Fact(NamedTuple):
    """One fact that scenarios must show: its kind, and its name within the rulebook."""

    kind: str
    name: str


def facts_of(result: Result) -> Iterator[Fact]:
    """Everything one scenario shows."""
    yield from (Fact("paragraph", str(cite)) for cite in result.case.raw.get("shows", []))
    if result.refusal is not None:
        yield from (Fact("paragraph", cite) for cite in [getattr(result.refusal, "cite", "")] if cite)
    if result.settlement is not None:
        yield from _facts(result.settlement)


def _facts(done: Settlement) -> Iterator[Fact]:
    for event in done.log:
        yield Fact("paragraph", event.cite)
        if isinstance(event, events.Decided):
            yield Fact("choice", choice_name(event, done))
    for line in done.lines:
        yield from (Fact("paragraph", cite) for cite in (line.cite, line.paid_under) if cite)
        if line.outcome == "limited":
            yield Fact("limit", line.wager)
        else:
            yield from _rules_shown(done, line)
            yield from _rows_shown(done, line)
            yield from _folds_shown(done, line)
            yield from _irregularities_shown(done, line)


def choice_name(event: events.Decided, done: Settlement) -> str:
    ante = done.round.seats[event.seat].wagers[done.engine.rules.opening[0].id]
    is_multiple = event.cents and (2 * event.cents) % ante == 0
    times = f" {Fraction(event.cents, ante)}x" if is_multiple else ""
    return f"{event.stage}: {event.action}{times}"


# --- Rules ---------------------------------------------------------------------------------------


def rule_name(rule: Rule, wager: str) -> str:
    return f"{rule.cite} {rule.name} ({wager})"


def is_by_rule(book: Rulebook, line: Line) -> bool:
    return any(str(rule.cite) == line.cite and line.wager in rule.wagers for rule in book.rules)


def _rules_shown(done: Settlement, line: Line) -> Iterator[Fact]:
    book = done.scenario.book
    rules = [rule for rule in book.rules if str(rule.cite) == line.cite and line.wager in rule.wagers]
    speak = rules if len(rules) == 1 else [rule for rule in rules if rule(_case(done, line)) is not None]
    yield from (Fact("rule", rule_name(rule, line.wager)) for rule in speak)


def _case(done: Settlement, line: Line) -> Case:
    """The case in which a line was decided; it tells apart the rules of the same paragraph."""
    seat = _seat_in_play(done, line)
    acts = frozenset({"fold", "declare"}.intersection(seat.actions))
    hands = Hands(done.engine.rules, done.round, seat)
    return Case(
        line.wager, done.engine.rules.terms, hands, standing(done.engine.rules, done.round, seat), acts, line.stake
    )


def _seat_in_play(done: Settlement, line: Line) -> Seat:
    seat = done.round.seats[line.seat]
    return change(seat, status="folded" if "fold" in seat.actions else "in")


# --- Rows of paytables ---------------------------------------------------------------------------


def row_name(table: Paytable, column: str, printed: str) -> str:
    return f"{table.id} {column}: {printed}"


def _rows_shown(done: Settlement, line: Line) -> Iterator[Fact]:
    """The printed row that paid a line: the only possible one, or the one that contains its hand."""
    if not line.row:
        return
    rows = list(_possible_rows(done, line))
    for table, column, printed in rows:
        if len(rows) == 1 or _stands_in(done, line, table, printed):
            yield Fact("row", row_name(table, column, printed))


def _possible_rows(done: Settlement, line: Line) -> Iterator[tuple[Paytable, str, str]]:
    terms, book = done.engine.rules.terms, done.scenario.book
    for table in book.paytables_of(line.wager):
        column = book.column_name(table.id, terms.choices, _stake(done, line))
        cells = terms.tables[table.id, column].values()
        if any(c.row == line.row and str(c.odds) == line.odds and str(c.cite) == line.paid_under for c in cells):
            yield from ((table, column, printed) for printed in _printed_rows(table, column, line.row))


def _stake(done: Settlement, line: Line) -> int:
    """The sum to which odds were applied: the stake, or that of the wager a bonus belongs to."""
    wager, seat = done.engine.rules.wagers[line.wager], done.round.seats[line.seat]
    return line.stake or next(seat.wagers[carrier] for carrier in wager.rides_on if carrier in seat.wagers)


def _printed_rows(table: Paytable, column: str, row: str) -> list[str]:
    """The printed rows that a line's row may stand for: itself, or one that is paid like it."""
    place = table.columns.index(column) + 1
    return [r[0] for r in table.rows if r[0] == row or r[place] == f"as {row}"] or _replaced(table, column, row)


def _replaced(table: Paytable, column: str, row: str) -> list[str]:
    return [other.row for other in table.replaced if other.column == column and other.becomes == row]


def _stands_in(done: Settlement, line: Line, table: Paytable, printed: str) -> bool:
    """Whether some hand read by the table's ranking is in this row."""
    if table.ranking in PLAIN_OUTCOMES:
        return True
    return bool(set(_classes(done, line, table)) & set(members_of(table.ranking)(printed)))


def _classes(done: Settlement, line: Line, table: Paytable) -> Iterator[str]:
    """The classes of hands on the felt under the table's ranking."""
    engine, round_, seat = done.engine, done.round, _seat_in_play(done, line)
    for hand, ranking in engine.rules.hands.rankings.items():
        if ranking is not RANKINGS[table.ranking] and ranking.classes != RANKINGS[table.ranking].classes:
            continue
        others = [None, *(s for s in round_.seats.values() if s is not round_.seats[line.seat])]
        for other in others:
            if can_form(engine.rules, round_, seat, hand, other):
                yield hand_class(engine.rules, round_, seat, hand, other)


def rows_to_show(book: Rulebook) -> Iterator[Fact]:
    """Every printed cell that offers a payout, column by column."""
    for table in book.paytables:
        for number, column in enumerate(table.columns, 1):
            for row in table.rows:
                if row[number] and row[number].lower() != "n/a":
                    yield Fact("row", row_name(table, column, row[0]))


# --- Folds ---------------------------------------------------------------------------------------


def fold_name(wager: Wager, effect: str) -> str:
    return f"{wager.id} {effect}"


def _folds_shown(done: Settlement, line: Line) -> Iterator[Fact]:
    wager, seat = done.engine.rules.wagers[line.wager], done.round.seats[line.seat]
    if "fold" not in seat.actions or wager.kind == "bonus" or done.round.voided_by:
        return
    if line.outcome == "lost" and line.cite in map(str, wager.on_fold.cite):
        yield Fact("fold", fold_name(wager, "collected"))
    elif is_by_rule(done.scenario.book, line):
        yield Fact("fold", fold_name(wager, "stays"))


def folds_to_show(book: Rulebook) -> Iterator[Fact]:
    for wager in book.wagers:
        if wager.kind == "bonus" or wager.on_fold.effect == "cannot fold":
            continue
        named = wager.on_fold.reading
        switch = bool(named) and book.reading(named).switch
        effects = [c.id for c in book.reading(named).candidates] if switch else [wager.on_fold.effect]
        yield from (Fact("fold", fold_name(wager, effect)) for effect in effects)


# --- Irregularities ------------------------------------------------------------------------------


def irregularity_name(irregularity: Irregularity, wager: str, effect: str) -> str:
    return f"{irregularity.id}: {wager} {effect}"


def _irregularities_shown(done: Settlement, line: Line) -> Iterator[Fact]:
    rules, book = done.engine.rules, done.scenario.book
    found = [
        rules.irregularities[event.irregularity] for event in done.log if isinstance(event, events.IrregularityFound)
    ]
    declared = [
        s for s in rules.irregularities.values() if s.moment == "at a declaration" and line.cite in map(str, s.cite)
    ]
    for irregularity in (*found, *declared):
        effect = book.effect_on(irregularity, line.wager, rules.terms)
        if _is_effect(done, line, irregularity, effect):
            names = [line.wager] if line.wager in effect.wagers else ["all"]
            yield from (Fact("slip", irregularity_name(irregularity, name, effect.effect)) for name in names)


def _is_effect(done: Settlement, line: Line, irregularity: Irregularity, effect: Effect) -> bool:
    """Whether the line has the result that the effect prescribes."""
    by_effect = line.cite in map(str, effect.cite)
    if effect.effect == "returned":
        return line.outcome == "void" and by_effect
    if effect.effect == "lost":
        return line.outcome == "lost" and by_effect
    if effect.effect == "settled":
        return done.round.voided_by == irregularity.id and line.outcome != "void"
    return not done.round.voided_by and line.outcome != "void"


def irregularities_to_show(book: Rulebook) -> Iterator[Fact]:
    """Every effect of every irregularity: one on "all" wagers is shown by any wager, one on named wagers by each."""
    staked = {wager.id for wager in book.wagers if wager.kind != "bonus"}
    for irregularity in book.irregularities:
        for effect in irregularity.effects:
            for name in effect.wagers:
                if name == "all" or name in staked:
                    yield from (Fact("slip", irregularity_name(irregularity, name, e)) for e in _effects(book, effect))


def _effects(book: Rulebook, effect: Effect) -> list[str]:
    switch = bool(effect.reading) and book.reading(effect.reading).switch
    return [c.id for c in book.reading(effect.reading).candidates] if switch else [effect.effect]


# --- Choices, rules, limits ----------------------------------------------------------------------


def choices_to_show(book: Rulebook) -> Iterator[Fact]:
    for stage in book.stages:
        for choice in stage.choices:
            parts = tuple(Fraction(times, choice.part or 1) for times in choice.times)
            sums = parts or ((choice.up_to,) if choice.up_to else ())
            for times in sums or ("",):
                yield Fact("choice", f"{stage.id}: {choice.action}" + (f" {times}x" if times else ""))


def rules_to_show(book: Rulebook) -> Iterator[Fact]:
    yield from (Fact("rule", rule_name(rule, wager)) for rule in book.rules for wager in rule.wagers)


def limits_to_show(book: Rulebook) -> Iterator[Fact]:
    yield from (Fact("limit", "payout limit") for _ in book.limits)
