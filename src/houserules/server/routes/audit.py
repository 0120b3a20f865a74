"""What an auditor asks of rounds and money: rounds seen again, accounts and their statements, and who looked at what.

Cards that lay face down are shown only after their round, and every such look is an entry of the log before anything
is shown.
"""

from __future__ import annotations

import msgspec
from fastapi import Response

from houserules.cage.accounts import kind_of
from houserules.cage.ledger import Balance
from houserules.floor import orders
from houserules.floor.handlers.inspection import refuse_under_way
from houserules.floor.read_model import Views
from houserules.server.audit.access import answer, asked, number, settled, whole, written
from houserules.server.audit.messages import (
    AccountStatement,
    FindRounds,
    FoundRounds,
    Looks,
    SeeLooks,
    SeeRound,
    SeeStatement,
)
from houserules.server.audit.round_replay import Replay
from houserules.server.audit.round_search import Wanted
from houserules.server.http.routing import Ask, route
from houserules.server.refusals import ServerRefused
from houserules.views.messages import Wire


class Inspect(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which of several rounds of one number: any entry of it; 0 where there is but one."""

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
    """Every account; all balances together are `total`, which is nothing if the ledger did its work."""

    accounts: tuple[Account, ...]
    total: int
    seq: int


# --- Rounds -----------------------------------------------------------------------------------------------------


@route("GET /api/audit/rounds", gives=FoundRounds)
async def find_rounds(ask: Ask) -> Response:
    """Rounds that are over, found by table, number, time and player; nothing of their cards."""
    named = ask.query("table")
    wanted = Wanted(
        tables=(named,) if named else tables_ever(ask.house.service.views),
        player=ask.query("player"),
        number=number(ask, "round"),
        since=number(ask, "since"),
        until=number(ask, "until"),
    )
    return await answer(ask, FindRounds(wanted))


def tables_ever(views: Views) -> tuple[str, ...]:
    """Every table that stands on the floor or ever stood there: a tray keeps its account when its table is gone."""
    trays = (account.partition(":") for account in views.balances())
    return tuple(sorted({*views.tables, *(name for kind, _, name in trays if kind == "tray")}))


@route("POST /api/audit/rounds/{table}/{round}", takes=Inspect, gives=Replay)
async def see_round(ask: Ask) -> Response:
    """A round that is over, step by step with every card; nothing is shown before the look is written into the log."""
    given: Inspect = ask.read(Inspect)
    table, round_ = ask.param("table"), whole(ask.param("round"))
    if (view := ask.house.service.views.tables.get(table)) is not None:
        refuse_under_way(view.state, round_, given.entry)
    found = await asked(ask, SeeRound(table, round_, given.entry, await settled(ask.house)))
    await written(ask, orders.InspectRound(table, round_, given.entry))
    return Response(found, media_type="application/json")


@route("GET /api/audit/looks", gives=Looks)
async def see_looks(ask: Ask) -> Response:
    """Who looked at which round, and who took a copy of the log."""
    return await answer(ask, SeeLooks())


# --- Money ------------------------------------------------------------------------------------------------------


@route("GET /api/audit/ledger", gives=TrialBalance)
async def trial_balance(ask: Ask) -> TrialBalance:
    """Every account of the property, and their sum."""
    views = ask.house.service.views
    accounts = tuple(_account(name, balance) for name, balance in sorted(views.balances().items()))
    return TrialBalance(accounts=accounts, total=sum(account.balance for account in accounts), seq=views.seq)


@route("GET /api/audit/statement", gives=AccountStatement)
async def account_statement(ask: Ask) -> Response:
    """The last lines of an account's statement, each with its receipt and paragraph."""
    account = ask.query("account")
    if account not in ask.house.service.views.balances():
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
