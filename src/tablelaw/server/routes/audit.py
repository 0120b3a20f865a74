"""An auditor's questions about rounds and money: replayed rounds, accounts, statements, and who inspected what.

Face-down cards are shown only after their round, and every inspection is recorded in the log before anything is shown.
"""

from __future__ import annotations

import msgspec
from fastapi import Response

from tablelaw.cage.accounts import kind_of, parse_account
from tablelaw.cage.balances import Balance
from tablelaw.floor import orders
from tablelaw.floor.handlers.inspection import require_round_over
from tablelaw.floor.read_model import Views
from tablelaw.server.audit.messages import (
    AccountStatement,
    FindRounds,
    FoundRounds,
    Looks,
    SeeLooks,
    SeeRound,
    SeeStatement,
)
from tablelaw.server.audit.round_replay import Replay
from tablelaw.server.audit.round_search import Wanted
from tablelaw.server.audit.route_helpers import (
    answer,
    answer_bytes,
    number_in_query,
    record_inspection,
    settled_entries,
    whole_number,
)
from tablelaw.server.http.routing import Ask, route
from tablelaw.server.refusals import ServerRefused
from tablelaw.views.messages import Wire


class Inspect(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Any entry of the round, if several rounds have this number; 0 if there is only one."""

    entry: int = 0


class Account(Wire, frozen=True):
    account: str
    kind: str
    says: str
    reason: str
    debits: int
    credits: int
    balance: int
    held: int


class TrialBalance(Wire, frozen=True):
    """Every account; `total` is the sum of all balances, which is zero if the ledger is right."""

    accounts: tuple[Account, ...]
    total: int
    seq: int


# --- Rounds -----------------------------------------------------------------------------------------------------


@route("GET /api/audit/rounds", gives=FoundRounds)
async def find_rounds(ask: Ask) -> Response:
    """Finished rounds by table, number, time and player; without their cards."""
    named = ask.query("table")
    wanted = Wanted(
        tables=(named,) if named else tables_ever(ask.context.service.views),
        player=ask.query("player"),
        number=number_in_query(ask, "round"),
        since=number_in_query(ask, "since"),
        until=number_in_query(ask, "until"),
    )
    return await answer(ask, FindRounds(wanted))


def tables_ever(views: Views) -> tuple[str, ...]:
    """Every table that is or ever was on the floor: a tray's account remains when its table is gone."""
    accounts = map(parse_account, views.balances())
    return tuple(sorted({*views.tables, *(account.owner for account in accounts if account.kind == "tray")}))


@route("POST /api/audit/rounds/{table}/{round}", takes=Inspect, gives=Replay)
async def see_round(ask: Ask) -> Response:
    """A finished round, step by step with every card; the inspection is logged before anything is shown."""
    given: Inspect = ask.read(Inspect)
    table, round_ = ask.param("table"), whole_number(ask.param("round"), "round")
    if (view := ask.context.service.views.tables.get(table)) is not None:
        require_round_over(view.state, round_, given.entry)
    found = await answer_bytes(ask, SeeRound(table, round_, given.entry, await settled_entries(ask.context)))
    await record_inspection(ask, orders.InspectRound(table, round_, given.entry))
    return Response(found, media_type="application/json")


@route("GET /api/audit/looks", gives=Looks)
async def see_looks(ask: Ask) -> Response:
    """Who looked at which round, and who took a copy of the log."""
    return await answer(ask, SeeLooks())


# --- Money ------------------------------------------------------------------------------------------------------


@route("GET /api/audit/ledger", gives=TrialBalance)
async def trial_balance(ask: Ask) -> TrialBalance:
    """Every account of the property, and their sum."""
    views = ask.context.service.views
    accounts = tuple(_account(name, balance) for name, balance in sorted(views.balances().items()))
    return TrialBalance(accounts=accounts, total=sum(account.balance for account in accounts), seq=views.seq)


@route("GET /api/audit/statement", gives=AccountStatement)
async def account_statement(ask: Ask) -> Response:
    """The last lines of an account's statement, each with its receipt and paragraph."""
    account = ask.query("account")
    if account not in ask.context.service.views.balances():
        raise ServerRefused("not-found")
    return await answer(ask, SeeStatement(account))


def _account(name: str, balance: Balance) -> Account:
    kind = kind_of(name)
    return Account(
        account=name,
        kind=kind.id if kind else "",
        says=kind.says if kind else "",
        reason=kind.reason if kind else "",
        debits=balance.debits,
        credits=balance.credits,
        balance=balance.posted,
        held=balance.debits_pending,
    )
