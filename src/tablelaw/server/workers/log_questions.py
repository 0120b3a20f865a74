"""The log worker: reads the floor's log from its store, and never writes to it."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from tablelaw.cage.statements import statement
from tablelaw.errors import TablelawError
from tablelaw.floor.audit.log_audit import audit_store
from tablelaw.floor.audit.property_audit import AuditInput, audit_floor
from tablelaw.floor.events import LogExported, RoundInspected
from tablelaw.floor.log.entry import decode
from tablelaw.floor.log.entry_outline import has_event
from tablelaw.floor.log.export import export_log
from tablelaw.floor.log.log_proofs import prove_growth
from tablelaw.floor.log.recorded_transfers import recorded
from tablelaw.floor.log.signed_heads import governed
from tablelaw.floor.property import FLOOR
from tablelaw.floor.reports.blind_count import without_uncounted
from tablelaw.floor.reports.day import day_report
from tablelaw.floor.rules.governing import money_format_of
from tablelaw.floor.store.api import Reads, Store, open_store
from tablelaw.printed_money import print_money_as
from tablelaw.proofs import merkle
from tablelaw.server.audit.messages import (
    AccountStatement,
    AnyQuestion,
    AuditAll,
    Audited,
    EntryPlace,
    Exported,
    FindRounds,
    FindTransfers,
    FoundRounds,
    FoundTransfers,
    Growth,
    Look,
    Looks,
    MissingTheories,
    Question,
    SeeDay,
    SeeEntry,
    SeeFigureRounds,
    SeeFigures,
    SeeGrowth,
    SeeLooks,
    SeeMissingTheories,
    SeeRoot,
    SeeRound,
    SeeStatement,
    Shown,
    StatementLine,
    TakeTheory,
    WriteExport,
)
from tablelaw.server.audit.round_replay import replay
from tablelaw.server.audit.round_search import search
from tablelaw.server.audit.transfer_search import search_transfers
from tablelaw.server.workers.process import DATABASE, JSON, Tell, main

if TYPE_CHECKING:
    from tablelaw.floor.reports.floor_figures import FiguresOfFloor

LAST_LINES = 200
LAST_LOOKS = 100


def find_rounds(store: Reads, asked: FindRounds, tell: Tell) -> FoundRounds:
    return FoundRounds(rounds=tuple(search(store, asked.wanted)))


def find_transfers(store: Reads, asked: FindTransfers, tell: Tell) -> FoundTransfers:
    return FoundTransfers(transfers=tuple(search_transfers(store, asked.wanted)))


def see_round(store: Reads, asked: SeeRound, tell: Tell) -> object:
    return replay(store, asked.table, asked.round, asked.entry, asked.settled)


def see_entry(store: Reads, asked: SeeEntry, tell: Tell) -> EntryPlace:
    tree = merkle.Tree(store.leaves(1, asked.size))
    kept = store.entry(asked.seq)
    assert kept is not None
    entry = decode(kept.body)
    return EntryPlace(
        seq=asked.seq,
        size=asked.size,
        leaf=kept.leaf.hex(),
        path=tuple(beside.hex() for beside in tree.inclusion(asked.seq - 1)),
        stream=entry.stream,
        round=entry.round,
        by=entry.by,
        at=entry.at,
        body="" if entry.round else kept.body.decode(),
    )


def see_growth(store: Reads, asked: SeeGrowth, tell: Tell) -> Growth:
    proof = prove_growth(store, asked.old, asked.size)
    return Growth(old=proof.old, size=proof.size, path=proof.path)


def see_root(store: Reads, asked: SeeRoot, tell: Tell) -> Exported:
    tell("every entry against its leaf")
    audit_store(store)
    return Exported(size=asked.size, root=merkle.Tree(store.leaves(1, asked.size)).root().hex())


def see_statement(store: Reads, asked: SeeStatement, tell: Tell) -> AccountStatement:
    rows = store.transfers_of(asked.account)
    whole = statement(asked.account, [recorded(row) for row in rows])
    shown = whole.lines[-LAST_LINES:]
    earlier = len(whole.lines) - len(shown)
    return AccountStatement(
        account=asked.account,
        opening=whole.lines[earlier - 1].balance if earlier else whole.opening,
        closing=whole.closing,
        held=whole.held,
        earlier=earlier,
        lines=tuple(
            StatementLine(
                receipt=line.receipt,
                at=line.at,
                code=line.code,
                says=line.says,
                other=line.other,
                cite=line.cite,
                received=line.received,
                given=line.given,
                balance=line.balance,
                held=line.held,
            )
            for line in shown
        ),
    )


def see_day(store: Reads, asked: SeeDay, tell: Tell) -> object:
    found = day_report(store, asked.day)
    return without_uncounted(found) if asked.is_blind else found


def see_looks(store: Reads, asked: SeeLooks, tell: Tell) -> Looks:
    return Looks(looks=tuple(_looks(store))[-LAST_LOOKS:][::-1])


def _looks(store: Reads) -> Iterator[Look]:
    for kept in store.round_entries(FLOOR, 0):
        if not has_event(kept.body, RoundInspected, LogExported):
            continue
        entry = decode(kept.body)
        for event in entry.events:
            if isinstance(event, RoundInspected):
                table, round_, size, what, of = event.table, event.round, 0, "round", event.entry
            elif isinstance(event, LogExported):
                table, round_, size, what, of = "", 0, event.size, "log", 0
            else:
                continue
            look = Look(
                entry=entry.seq, at=entry.at, by=entry.by, what=what, table=table, round=round_, size=size, of=of
            )
            yield look


def audit_all(store: Reads, asked: AuditAll, tell: Tell) -> Audited:
    """Runs a whole audit; only the name and place of a difference are reported, because the rest may show a hidden
    card.
    """
    passed: list[Shown] = []
    try:
        for check in audit_floor(store, AuditInput(), tell):
            says = check.says.partition("; root ")[0]
            passed.append(Shown(name=check.name, says=says, is_run=check.is_run))
            tell(f"{check.name}: agrees")
    except TablelawError as difference:
        return Audited(checks=tuple(passed), difference=difference.code, where=difference.where)
    return Audited(checks=tuple(passed), difference="", where="")


def write_export(store: Reads, asked: WriteExport, tell: Tell) -> Exported:
    head = export_log(store, Path(asked.path), asked.size, asked.left_out)
    return Exported(size=head.size, root=head.root)


ANSWERS: dict[type[Question], Callable[[Any, Any, Tell], object]] = {
    FindRounds: find_rounds,
    FindTransfers: find_transfers,
    SeeRound: see_round,
    SeeEntry: see_entry,
    SeeGrowth: see_growth,
    SeeRoot: see_root,
    SeeStatement: see_statement,
    SeeDay: see_day,
    SeeLooks: see_looks,
    AuditAll: audit_all,
    WriteExport: write_export,
}


# --- Figures, which are kept from one question to the next --------------------------------------------------------


def figure_answers() -> dict[type[Question], Callable[[Any, Any, Tell], object]]:
    """The functions that answer questions about the floor's figures; the books, and what they need, are loaded with the
    first question.
    """

    @cache
    def figures() -> FiguresOfFloor:
        from tablelaw.floor.reports.floor_figures import FiguresOfFloor

        return FiguresOfFloor()

    def take_theory(store: Reads, asked: TakeTheory, tell: Tell) -> MissingTheories:
        from tablelaw.analysis.par.theory import decode as decode_theory

        figures().take_theory(asked.key, decode_theory(asked.theory.encode()) if asked.theory else None)
        return MissingTheories(texts={})

    return {
        SeeFigures: lambda store, asked, tell: figures().figures(store, asked.is_blind, asked.now, asked.month),
        SeeFigureRounds: lambda store, asked, tell: figures().rounds(store, asked.wanted),
        SeeMissingTheories: lambda store, asked, tell: MissingTheories(texts=figures().missing(store)),
        TakeTheory: take_theory,
    }


def answers_from(store: Store) -> Callable[[Question, Tell], tuple[bytes, str]]:
    """Answers each question from the store as it is at one moment."""

    answers = {**ANSWERS, **figure_answers()}

    def answer(question: Question, tell: Tell) -> tuple[bytes, str]:
        with store.view() as moment:
            return msgspec.json.encode(answers[type(question)](moment, question, tell), enc_hook=str), JSON

    return answer


if __name__ == "__main__":
    floor = open_store(os.environ[DATABASE])
    print_money_as(money_format_of(governed(floor).jurisdiction))
    main(AnyQuestion, answers_from(floor))
