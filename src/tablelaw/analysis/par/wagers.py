"""The side wagers: how each can end, in how many deals, and the hold range that the regulator printed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction

from tablelaw.analysis.main_choices import Told, is_beside_main_game
from tablelaw.analysis.par.choices import names_together, stake_text
from tablelaw.analysis.par.contents import PayLine, Printed, SideWager
from tablelaw.analysis.result import Result
from tablelaw.analysis.side_wagers.outcomes import hand_row, is_drawn
from tablelaw.analysis.side_wagers.printed_range import is_within
from tablelaw.analysis.side_wagers.progressives import progressive_filed, seeds_filed, stake_filed
from tablelaw.analysis.side_wagers.under_main_play import Hanging, under_main_play
from tablelaw.analysis.side_wagers.values import is_lost_by_a_fold, side_results_filed
from tablelaw.analysis.solver_choice import patient
from tablelaw.law.odds import Odds, OddsKind
from tablelaw.law.paytables import Cell
from tablelaw.law.rows import HoldRange, Paytable, Wager
from tablelaw.law.rulebook import Rulebook
from tablelaw.submission.submission import Submission

LOSES, NOTHING, EVEN = "every other hand", "nothing is paid", "nothing won or lost"
FOLDS = "a fold, or any other hand"


def side_wagers_filed(submission: Submission, main: Result, tell: Told | None = None) -> tuple[SideWager, ...]:
    """Every offered side wager, in the rulebook's order."""
    told = patient(submission.terms, tell) or _nothing
    plain = {result.wager: result for result in side_results_filed(submission)}
    offered = [w for w in submission.book.wagers if w.id in submission.terms.offered]
    sides = [wager for wager in offered if is_beside_main_game(submission.book, wager)]
    found = []
    for wager in sides:
        told(f"{submission.book.id}, {wager.name}")
        found.append(_side(submission, wager, under_main_play(submission, wager, main, plain.get(wager.id))))
    return tuple(found)


def _nothing(what: str) -> None:
    """A progress callback that does nothing."""


def _side(submission: Submission, wager: Wager, found: Hanging) -> SideWager:
    cells = _cells(submission, wager)
    tables = submission.book.paytables_of(wager.id)
    return SideWager(
        name=wager.name,
        says=wager.says,
        cite=str(wager.cite),
        column=", ".join(dict.fromkeys(_column(submission, wager))),
        table_cite=", ".join(dict.fromkeys(str(cell.cite) for cell in cells)) or str(tables[0].cite),
        stake=_stake(submission, wager),
        result=found.result,
        lines=tuple(_lines(submission, wager, found.result, cells)),
        printed=_printed(submission, wager, found.result),
        is_bonus=wager.kind == "bonus",
        is_drawn=is_drawn(wager),
        is_for_others=is_for_others(submission.book, wager),
        is_forfeited=is_lost_by_a_fold(submission.terms, wager),
        fold_cite=str(wager.on_fold.cite),
        basis=found.basis,
        never_folding=found.never_folding,
        played_together=found.joint,
        together_at=found.ratio,
        outcomes=found.outcomes,
    )


def is_for_others(book: Rulebook, wager: Wager) -> bool:
    """Whether a wager is a bonus paid for another player's hand."""
    return wager.kind == "bonus" and bool(wager.hand) and "other player" in hand_row(book, wager.hand).cards


def _column(submission: Submission, wager: Wager) -> Iterator[str]:
    """The columns in force for a wager: those chosen, those for the amount staked, or the only ones printed."""
    for table in submission.book.paytables_of(wager.id):
        stake = stake_filed(submission, _carrier(wager))
        yield submission.book.column_name(table.id, submission.terms.choices, stake)


def _carrier(wager: Wager) -> str:
    """The wager whose stake counts: this one, or the one that a bonus belongs to."""
    return wager.rides_on[0] if wager.rides_on else wager.id


def _stake(submission: Submission, wager: Wager) -> str:
    text = stake_text(submission, _carrier(wager))
    carriers = [name for name in wager.rides_on if name in submission.wagers]
    names = names_together([submission.book.wager(name).name for name in carriers])
    return f"rides on {names}, {text}" if carriers else text


# --- How a wager ends -------------------------------------------------------------------------------


def _cells(submission: Submission, wager: Wager) -> list[Cell]:
    """The printed rows that can pay a wager; if one of them has the name of a drawn bonus, that row alone."""
    stake = stake_filed(submission, _carrier(wager))
    tables = submission.book.paytables_of(wager.id)
    rows = [(table, cell) for table in tables for cell in submission.terms.printed_rows(table.id, stake)]
    cells = [named(table, cell) if len(tables) > 1 else cell for table, cell in rows]
    own = [cell for cell in cells if cell.row.replace(" ", "-") == wager.id]
    return own or cells


def named(table: Paytable, cell: Cell) -> Cell:
    """Prefixes the cell's row with the purpose of its paytable, if the paytable's title names one: "Bonus, instant
    winner".
    """
    what = table.title.partition(", ")[2]
    return replace(cell, row=f"{what}: {cell.row}") if what else cell


def _lines(submission: Submission, wager: Wager, result: Result, cells: list[Cell]) -> Iterator[PayLine]:
    """The printed rows of a wager in their order, each with its net result and deals; then the results that no printed
    row covers.
    """
    assert result.distribution is not None
    left = dict(result.distribution.counts)
    total = result.distribution.total
    for net, rows in _by_net(submission, wager, cells).items():
        deals = left.pop(net, 0)
        hands = _together(list(dict.fromkeys(cell.row for cell in rows)))
        odds = ", ".join(dict.fromkeys(str(cell.odds) for cell in rows))
        yield PayLine(hands, odds, net, deals, Fraction(deals, total))
    for net, deals in sorted(left.items(), reverse=True):
        yield PayLine(_rest(net, is_lost_by_a_fold(submission.terms, wager)), "", net, deals, Fraction(deals, total))


def _together(hands: list[str]) -> str:
    """Joins several rows; a table purpose that all of them have is given once."""
    head = hands[0].partition(": ")[0] + ": "
    same = all(hand.startswith(head) for hand in hands[1:])
    return ", ".join([hands[0], *(hand.removeprefix(head) if same else hand for hand in hands[1:])])


def _by_net(submission: Submission, wager: Wager, cells: list[Cell]) -> dict[Fraction, list[Cell]]:
    """Groups the printed rows by gain per unit, since results with the same gain cannot be told apart."""
    meters, stake = seeds_filed(submission, wager.id), stake_filed(submission, _carrier(wager))
    found: dict[Fraction, list[Cell]] = {}
    for cell in cells:
        found.setdefault(_net(cell.odds, meters, stake, wager.kind == "bonus"), []).append(cell)
    return found


def _net(odds: Odds, meters: Mapping[str, Fraction], stake_cents: int, is_bonus: bool) -> Fraction:
    if is_bonus:
        return odds.payment(stake_cents).paid / stake_cents
    if odds.kind is OddsKind.SHARE:
        return odds.amount * meters[odds.meter] - 1
    return odds.net_per_unit()


def _rest(net: Fraction, can_fold: bool) -> str:
    if net < 0:
        return FOLDS if can_fold else LOSES
    return NOTHING if net == 0 else EVEN


# --- Against the regulator's range --------------------------------------------------------------------


def _printed(submission: Submission, wager: Wager, result: Result) -> Printed | None:
    """The regulator's range and the house edge compared with it: the long-run edge if the operator files a meter's
    seed.
    """
    row = next((row for row in submission.book.holds if row.wager == wager.id), None)
    if row is None:
        return None
    if not any(wager.id in meter.wagers and meter.seed is None for meter in submission.book.meters):
        return _held_against(row, -result.ev)
    meter_wager = progressive_filed(submission, wager.id)
    rates = [meter_wager.growth_for(hold) for hold in (row.high.share, row.low.share)]
    held = _held_against(row, meter_wager.long_run().hold)
    return replace(held, is_long_run=True, rates=tuple(dict.fromkeys(rates)))


def _held_against(row: HoldRange, hold: Fraction) -> Printed:
    return Printed(row.low.share, row.high.share, row.source, str(row.cite), hold, is_within(row, hold))
