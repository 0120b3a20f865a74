"""Inspections of the log: only finished rounds are shown, and every inspection is itself an entry."""

from __future__ import annotations

import msgspec

from tablelaw.floor import events as property_events
from tablelaw.floor import orders
from tablelaw.floor.handlers.registry import Answer, OrderContext, handles, no_such_table
from tablelaw.floor.log.entry import decode
from tablelaw.floor.log.entry_outline import has_event
from tablelaw.floor.log.signed_heads import head_row
from tablelaw.floor.property import stream_of
from tablelaw.floor.property_time import moment_text
from tablelaw.floor.read_model import Views
from tablelaw.floor.refusals import FloorRefused
from tablelaw.floor.store.api import Kept, Reads, Store
from tablelaw.jurisdictions.model import Matter
from tablelaw.proofs import heads
from tablelaw.proofs.heads import Head, SignedHead
from tablelaw.proofs.keys import SigningKey
from tablelaw.table.events import RoundCleared
from tablelaw.table.state import Table as TableState


@handles(orders.InspectRound)
def inspect_round(context: OrderContext, command: orders.InspectRound) -> Answer:
    """Records the inspection of a finished round. The face-down cards of a round in progress are never shown.

    An order that names an entry comes from a caller who has already found the round and checked that it is finished.
    """
    if command.table in context.floor.tables:
        require_round_over(context.floor.tables[command.table].state, command.round, command.entry)
    else:
        _require_known_table(context, command.table)
    looked = command.table, command.round, command.entry
    return property_events.RoundInspected(*looked, cite=context.cite(Matter.INSPECTIONS)), (), ()


def require_round_over(state: TableState, number: int, entry: int = 0) -> None:
    """Refuses the current round, unless an entry number shows that an earlier round with the same number is meant."""
    if state.round is not None and number == state.round.number and not entry:
        accepted = "clear the round first, or name an entry of an earlier round with that number"
        raise FloorRefused("round-under-way", why=f"round {number}", accepted=accepted)


def _require_known_table(context: OrderContext, table: str) -> None:
    if table not in context.floor.former:
        raise no_such_table(table, [*context.floor.tables, *context.floor.former])


@handles(orders.ExportLog)
def export_log(context: OrderContext, command: orders.ExportLog) -> Answer:
    return property_events.LogExported(command.size, cite=context.cite(Matter.EXPORTS)), (), ()


# --- Finished rounds ------------------------------------------------------------------------------------------


class OpenRound(msgspec.Struct, frozen=True):
    """A round in progress, with its first entry and the time it was written.

    Nothing from that entry on is shown or exported.
    """

    table: str
    round: int
    first: int
    began: int


def open_rounds(views: Views, store: Reads) -> tuple[OpenRound, ...]:
    """Every round in progress that has entries, oldest first."""
    found = []
    for name, table in views.tables.items():
        if table.state.round is not None:
            number = table.state.round.number
            if (first := _first_entry(store, stream_of(name), number)) is not None:
                found.append(OpenRound(name, number, first.seq, decode(first.body).at))
    return tuple(sorted(found, key=lambda known: known.first))


def settled_size(views: Views, store: Reads) -> int:
    """The number of leading entries that contain nothing from a round in progress.

    Not even the hash of a later entry is shown: an entry with one real card could be found by hashing all 52
    possibilities.
    """
    return min([views.seq, *(known.first - 1 for known in open_rounds(views, store))])


def _first_entry(store: Reads, stream: str, number: int) -> Kept | None:
    """Finds the first entry of the current round.

    Ignores earlier rounds with the same number from before the table was installed again.
    """
    first = None
    for kept in reversed(store.round_entries(stream, number)):
        if has_event(kept.body, RoundCleared):
            break
        first = kept
    return first


def left_out_text(size: int, end: int, rounds: tuple[OpenRound, ...], zone: str = "") -> str:
    """Explains why a copy of the first `size` of `end` entries omits the rest, and what to do about it.

    Returns an empty string if the copy is complete.
    """
    if size >= end:
        return ""
    many = "1 later entry is" if end - size == 1 else f"{end - size:,} later entries are"
    said = [f"{many} left out."]
    settled = min([end, *(known.first - 1 for known in rounds)])
    if size < settled:
        said.append(
            f"The signed head covers only the first {size:,} entries: sign a new one for {settled - size:,} more."
        )
    if rounds:
        which = "; ".join(
            f"{known.table}, round {known.round}, since entry {known.first:,} ({moment_text(known.began, zone)})"
            for known in rounds
        )
        said.append(
            "The log is shown only up to the oldest round under way, because a face-down card could otherwise be"
            f" found by trying all 52. Under way: {which}. Settle and clear these rounds, or have a floorperson void"
            " one that is stuck; then export again."
        )
    return " ".join(said)


def sign_and_keep(store: Store, head: Head, key: SigningKey) -> SignedHead:
    """Signs a head whose root comes from a checked log, and stores it."""
    signed = heads.sign_head(head, key)
    store.save_head(head_row(signed))
    return signed
