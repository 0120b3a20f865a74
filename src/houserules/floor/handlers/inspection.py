"""Looking into the log from outside: only at what is over, and every look is itself an entry."""

from __future__ import annotations

import msgspec

from houserules.floor import events as property_events
from houserules.floor import orders
from houserules.floor.handlers.registry import NO_TABLES, Answer, Desk, handles
from houserules.floor.log.entry import decode
from houserules.floor.log.entry_outline import has_event
from houserules.floor.log.signed_heads import head_row
from houserules.floor.property import stream_of
from houserules.floor.property_time import moment_text
from houserules.floor.read_model import Views
from houserules.floor.refusals import FloorRefused
from houserules.floor.store.api import Kept, Reads, Store
from houserules.jurisdictions.model import Matter
from houserules.proofs import heads
from houserules.proofs.heads import Head, SignedHead
from houserules.proofs.keys import SigningKey
from houserules.table.events import RoundCleared
from houserules.table.state import Table as TableState


@handles(orders.InspectRound, "auditor")
def inspect_round(desk: Desk, command: orders.InspectRound) -> Answer:
    """Cards that lie face down are nobody's to see while the round is played.

    An order that names an entry is given by who has found the round by it, and found it over.
    """
    if command.table in desk.floor.tables:
        refuse_under_way(desk.floor.tables[command.table].state, command.round, command.entry)
    else:
        _refuse_unknown(desk, command.table)
    looked = command.table, command.round, command.entry
    return property_events.RoundInspected(*looked, cite=desk.cite(Matter.INSPECTIONS)), (), ()


def refuse_under_way(state: TableState, number: int, entry: int = 0) -> None:
    """Refuses the round that is under way; an entry tells one of an earlier time on the floor from it."""
    if state.round is not None and number == state.round.number and not entry:
        accepted = "the round cleared first, or an entry of an earlier round of that number"
        raise FloorRefused("round-under-way", why=f"round {number}", accepted=accepted)


def _refuse_unknown(desk: Desk, table: str) -> None:
    if table not in desk.floor.former:
        accepted = ", ".join([*desk.floor.tables, *desk.floor.former]) or NO_TABLES
        raise FloorRefused("no-such-table", why=table, accepted=accepted)


@handles(orders.ExportLog, "auditor")
def export_log(desk: Desk, command: orders.ExportLog) -> Answer:
    return property_events.LogExported(command.size, cite=desk.cite(Matter.EXPORTS)), (), ()


# --- What is over ---------------------------------------------------------------------------------------------


class OpenRound(msgspec.Struct, frozen=True):
    """A round under way: its first entry, and when that was written. Nothing from there on is shown or exported."""

    table: str
    round: int
    first: int
    began: int


def open_rounds(views: Views, store: Reads) -> tuple[OpenRound, ...]:
    """Every round under way that has entries, the oldest first."""
    found = []
    for name, table in views.tables.items():
        if table.state.round is not None:
            number = table.state.round.number
            if (first := _first_entry(store, stream_of(name), number)) is not None:
                found.append(OpenRound(name, number, first.seq, decode(first.body).at))
    return tuple(sorted(found, key=lambda known: known.first))


def settled_size(views: Views, store: Reads) -> int:
    """How many entries, from the first, hold nothing of a round under way.

    Of the others not even a hash is shown: that of an entry with one real card in it could be found by trying all.
    """
    return min([views.seq, *(known.first - 1 for known in open_rounds(views, store))])


def _first_entry(store: Reads, stream: str, number: int) -> Kept | None:
    """Of the round under way; a table that came back to the floor had rounds of the same number before."""
    first = None
    for kept in reversed(store.round_entries(stream, number)):
        if has_event(kept.body, RoundCleared):
            break
        first = kept
    return first


def left_out_text(size: int, end: int, rounds: tuple[OpenRound, ...], zone: str = "") -> str:
    """Why a copy of `size` entries of a log of `end` leaves the rest out, and what to do; nothing, if it is whole."""
    if size >= end:
        return ""
    many = "1 later entry is" if end - size == 1 else f"{end - size:,} later entries are"
    said = [f"{many} left out."]
    settled = min([end, *(known.first - 1 for known in rounds)])
    if size < settled:
        said.append(
            f"The signed head reaches no further than entry {size:,}: sign a new one for {settled - size:,} more."
        )
    if rounds:
        which = "; ".join(
            f"{known.table}, round {known.round}, since entry {known.first:,} ({moment_text(known.began, zone)})"
            for known in rounds
        )
        said.append(
            "The log is shown only before the oldest round under way, because a card that lies face down could be"
            f" found by trying all. Under way: {which}. Settle and clear these rounds, or have a floorperson declare"
            " void one that is stuck; then export again."
        )
    return " ".join(said)


def sign_and_keep(store: Store, head: Head, key: SigningKey) -> SignedHead:
    """A head whose root was worked out from a log that had been checked; signed and kept with the others."""
    signed = heads.sign_head(head, key)
    store.save_head(head_row(signed))
    return signed
