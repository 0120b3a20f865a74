"""Looking into the log from outside: only at what is over, and every look is itself an entry."""

from __future__ import annotations

from houserules.floor import happenings, orders
from houserules.floor.desk import CONTROLS, NO_TABLES, Answer, Desk, handles
from houserules.floor.glance import has_event
from houserules.floor.refusals import FloorRefused
from houserules.floor.signed_heads import head_row
from houserules.floor.state import stream_of
from houserules.floor.store import EVERYTHING, Reads, Store
from houserules.floor.views import Views
from houserules.proofs import heads
from houserules.proofs.heads import Head, SignedHead
from houserules.proofs.keys import SigningKey
from houserules.table.events import RoundCleared


@handles(orders.InspectRound, "auditor")
def inspect_round(desk: Desk, command: orders.InspectRound) -> Answer:
    """Cards that lie face down are nobody's to see while the round is played."""
    if command.table in desk.floor.tables:
        state = desk.floor.tables[command.table].state
        if command.round == state.rounds + 1:
            raise FloorRefused("round-under-way", why=f"round {command.round}", accepted=f"up to {state.rounds}")
    else:
        _refuse_unknown(desk, command.table)
    return happenings.RoundInspected(command.table, command.round, cite=CONTROLS), (), ()


def _refuse_unknown(desk: Desk, table: str) -> None:
    if table not in desk.floor.former:
        accepted = ", ".join([*desk.floor.tables, *desk.floor.former]) or NO_TABLES
        raise FloorRefused("no-such-table", why=table, accepted=accepted)


@handles(orders.ExportLog, "auditor")
def export_log(desk: Desk, command: orders.ExportLog) -> Answer:
    return happenings.LogExported(command.size, cite=CONTROLS), (), ()


# --- What is over ---------------------------------------------------------------------------------------------


def settled_size(views: Views, store: Reads) -> int:
    """How many entries, from the first, hold nothing of a round under way.

    Of the others not even a hash is shown: that of an entry with one real card in it could be found by trying all.
    """
    size = views.seq
    for name, table in views.tables.items():
        round_ = table.state.round
        if round_ is not None:
            size = min(size, _first_entry(store, stream_of(name), round_.number) - 1)
    return max(size, 0)


def _first_entry(store: Reads, stream: str, number: int) -> int:
    """Of the round under way; a table that came back to the floor had rounds of the same number before."""
    first = EVERYTHING
    for kept in reversed(store.round_entries(stream, number)):
        if has_event(kept.body, RoundCleared):
            break
        first = kept.seq
    return first


def sign_and_keep(store: Store, head: Head, key: SigningKey) -> SignedHead:
    """A head whose root was worked out from a log that had been checked; signed and kept with the others."""
    signed = heads.sign_head(head, key)
    store.save_head(head_row(signed))
    return signed
