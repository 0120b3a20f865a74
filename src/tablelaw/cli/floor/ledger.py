"""`tablelaw ledger`: the trial balance of a floor, and the statement of one account (docs/ledger.md)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, NamedTuple

import msgspec
import typer

from tablelaw.cage.accounts import ACCOUNT_KINDS, kind_of
from tablelaw.cage.balances import Balance, TrialBalance
from tablelaw.cage.statements import Statement, faults, statement, statement_text
from tablelaw.cage.transfers import Transfer
from tablelaw.cli.floor.options import Database, Looker, kept_floor
from tablelaw.cli.output import JsonFlag, add_row, console, make_table, say, show_json, warn
from tablelaw.errors import TablelawError
from tablelaw.floor.log.gaming_days import gaming_day
from tablelaw.floor.log.recorded_transfers import recorded
from tablelaw.floor.recovery import recover
from tablelaw.floor.reports.blind_count import hidden_accounts, is_blind, require_visible_account
from tablelaw.floor.reports.day_pages import UNCOUNTED
from tablelaw.floor.store.api import Reads, TransferRow
from tablelaw.printed_money import printed

app = typer.Typer(no_args_is_help=True, help="The ledger of a floor: every account, and every transfer of one.")
COLUMNS = ("debits", "credits", "balance", "set aside")
FAULTY = 1


class NoSuchAccount(TablelawError):
    """No transfer has ever been made on that account."""


def register(main: typer.Typer) -> None:
    main.add_typer(app, name="ledger")


# --- Trial balance ------------------------------------------------------------------------------------------


@app.command("trial-balance")
def trial_balance(by: Looker = "", db: Database = "", as_json: JsonFlag = False) -> None:
    """Every account: debits, credits, balance, and what is set aside for wagers. All balances together are zero.

    Until the drop boxes are counted, these, the cage, and all debits and credits are shown only to an auditor (--by
    auditor:NAME), so that the person who counts does not know what should be there.
    """
    with kept_floor(db) as store:
        found = recover(store)[0].ledger.trial_balance()
    hidden = _hidden(by, found)
    show_json(_trial_dict(found, hidden)) if as_json else _show_trial(found, hidden)
    if not found.is_balanced:
        raise typer.Exit(FAULTY)


def _hidden(by: str, found: TrialBalance) -> frozenset[str]:
    """The accounts that are hidden from this person, because a coming drop count could be computed from them."""
    if not is_blind(by):
        return frozenset()
    return hidden_accounts({name: sums.posted for name, sums in found.accounts.items()})


def _trial_dict(found: TrialBalance, hidden: frozenset[str]) -> dict[str, Any]:
    return {
        "balanced": found.is_balanced,
        "total_cents": found.total.posted,
        "accounts": [{"account": name, **_figures(name, sums, hidden)} for name, sums in found.accounts.items()],
    }


def _figures(name: str, sums: Balance, hidden: frozenset[str]) -> dict[str, int | None]:
    """The figures of an account, without those from which a coming drop count could be computed.

    These include the debits and credits of every account: those of a tray show the chips that were sold for the cash.
    """
    figures: dict[str, int | None] = {
        "debits_cents": sums.debits,
        "credits_cents": sums.credits,
        "balance_cents": sums.posted,
        "set_aside_cents": sums.debits_pending,
        "available_cents": sums.available,
    }
    if name in hidden:
        return dict.fromkeys(figures)
    return figures | {"debits_cents": None, "credits_cents": None} if hidden else figures


def _show_trial(found: TrialBalance, hidden: frozenset[str]) -> None:
    if not found.accounts:
        say("No Activity")
        return
    grid = make_table("Trial balance", "account", *COLUMNS, numbers=COLUMNS)
    for name, sums in found.accounts.items():
        add_row(grid, name, *_cells(_figures(name, sums, hidden)))
    grid.add_section()
    add_row(grid, "all", *_cells(_figures("all", found.total, hidden)))
    console.print(grid)


def _cells(figures: dict[str, int | None]) -> Iterator[str]:
    for name in ("debits_cents", "credits_cents", "balance_cents", "set_aside_cents"):
        cents = figures[name]
        yield UNCOUNTED if cents is None else printed(cents)


# --- A statement --------------------------------------------------------------------------------------------


class _Period(NamedTuple):
    first: int
    last: int


@app.command("statement")
def statement_command(
    account: Annotated[
        str, typer.Argument(help="For example chips:ann, game:ann, tray:T-1, meter:T-1/progressive-a, cage.")
    ],
    day: Annotated[str, typer.Option(help="Only this gaming day, with its opening balance.")] = "",
    by: Looker = "",
    db: Database = "",
    as_json: JsonFlag = False,
) -> None:
    """One account's transfers in order, each with its receipt, from the opening to the closing balance."""
    with kept_floor(db) as store, store.view() as moment:
        if is_blind(by):
            require_visible_account(
                account, hidden_accounts({row.id: row.credits - row.debits for row in moment.accounts()})
            )
        found = _statement(moment, account, day)
    wrong = list(faults(found))
    if as_json:
        show_json(msgspec.to_builtins(found) | {"faults": wrong})
    else:
        typer.echo(statement_text(found, console.width), nl=False)
    for fault in wrong:
        warn(f"fault: {fault}")
    if wrong:
        raise typer.Exit(FAULTY)


def _statement(store: Reads, account: str, day: str) -> Statement:
    rows = store.transfers_of(account)
    if not rows:
        raise NoSuchAccount(f"no transfer has ever been made on {account}", accepted=_alike(store, account))
    period = _Period(*gaming_day(store, day)[1:3]) if day else _Period(1, store.head())
    before = statement(account, (recorded(row) for row in rows if row.seq < period.first))
    open_ = _still_open(row for row in rows if row.seq < period.first)
    shown = (recorded(row) for row in rows if period.first <= row.seq <= period.last)
    return statement(account, shown, before.closing, open_)


def _still_open(rows: Iterator[TransferRow]) -> list[Transfer]:
    """Lists transfers that are still pending: neither posted nor voided."""
    open_: dict[str, Transfer] = {}
    for row in rows:
        if row.kind == "pending":
            open_[row.id] = recorded(row).transfer
        open_.pop(row.pending, None)
    return list(open_.values())


def _alike(store: Reads, account: str) -> str:
    kind = kind_of(account)
    known = [row.id for row in store.accounts() if kind is None or kind_of(row.id) == kind]
    return ", ".join(known[:8]) + (", ..." if len(known) > 8 else "") or ", ".join(ACCOUNT_KINDS)
