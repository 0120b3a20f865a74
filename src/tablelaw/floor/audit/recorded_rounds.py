"""Finds a round in a log, and the state of the table before it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tablelaw.cage.accounts import owner_of
from tablelaw.cage.meters.meters import Meters
from tablelaw.cage.transfers import Transfer
from tablelaw.errors import TablelawError
from tablelaw.floor.audit.round_proofs import Seals
from tablelaw.floor.events import TableInstalled, TableRemoved
from tablelaw.floor.handlers.inspection import settled_size
from tablelaw.floor.handlers.installation import meter_cite
from tablelaw.floor.log.entry import Entry, decode
from tablelaw.floor.log.entry_outline import EntryOutline, entry_outlines
from tablelaw.floor.log.log_proofs import NoSuchEntry
from tablelaw.floor.log.transfer_lookup import PastTransfers
from tablelaw.floor.property import FLOOR, FloorTable, stream_of
from tablelaw.floor.read_model import Views
from tablelaw.floor.recovery import from_snapshot
from tablelaw.floor.rules.in_force import installed_table
from tablelaw.floor.store.api import Reads
from tablelaw.table import events
from tablelaw.table.engine import Engine
from tablelaw.table.state import Table, change


class NoSuchRound(TablelawError):
    """The table has not played that round."""


class RoundNotOver(TablelawError):
    """The round is still being played, so its face-down cards are not shown."""

    no_paragraph = "a matter of hidden cards"


class SeveralRounds(TablelawError):
    """The table left the floor and came back, so several rounds have this number."""


def require_settled(views: Views, store: Reads, seq: int) -> None:
    """Refuses an entry from the start of a round in progress or later, because it would reveal the round's cards."""
    last = settled_size(views, store)
    if last < seq <= views.seq:
        what = f"a round has been under way since entry {last + 1}"
        accepted = f"entries up to {last}, or clear the round first"
        raise RoundNotOver(what, why="its cards are not shown before it is over", accepted=accepted)


# --- Finding the round --------------------------------------------------------------------------------------


def entries_of_round(store: Reads, table: str, number: int, entry: int) -> list[Entry]:
    """The entries of one round, from its first wager to its clearing."""
    is_number = 0 < number <= store.head()  # No table has played more rounds than there are entries.
    found = [decode(kept.body) for kept in store.round_entries(stream_of(table), number)] if is_number else []
    if not found:
        raise NoSuchRound(f"no round {number} at {table}", accepted=_rounds_there(store, table))
    rounds = list(each_round(found))
    if not rounds:
        raise NoSuchRound(f"no round {number} at {table}", accepted=_rounds_there(store, table))
    wanted = [one for one in rounds if not entry or any(one_entry.seq == entry for one_entry in one)]
    if not wanted:
        raise NoSuchEntry(f"entry {entry} does not belong to round {number} at {table}", accepted=_firsts(rounds))
    if len(wanted) > 1:
        what = f"{table} played {len(wanted)} rounds with number {number}"
        raise SeveralRounds(what, why="it left the floor and came back", accepted=f"--entry {_firsts(wanted)}")
    if not is_over(wanted[0]):
        what = f"round {number} at {table} is under way"
        raise RoundNotOver(what, why="its cards are not shown before it is over", accepted="clear the round first")
    return wanted[0]


def each_round(found: Sequence[Entry]) -> Iterator[list[Entry]]:
    """Splits the entries with one round number into rounds.

    A table that left the floor and came back counts from 1 again. If all wagers were taken back, there was no round:
    these entries do not belong to any round, not even to the later round with the same number.
    """
    one: list[Entry] = []
    held: dict[str, int] = {}
    is_closed = False
    for entry in found:
        one.append(entry)
        _follow_wagers(held, entry)
        is_closed = is_closed or _closes_bets(entry)
        if is_over(one):
            yield one
            one, held, is_closed = [], {}, False
        elif not held and not is_closed:
            one = []
    if one:
        yield one


def wagered(entries: Sequence[Entry]) -> dict[int, str]:
    """Finds who played each position of a round: the owner of the wagers there when bets were closed.

    A player who took back all wagers before then did not take part in the round.
    """
    held: dict[str, int] = {}
    players: dict[int, str] = {}
    for entry in entries:
        placed = _follow_wagers(held, entry)
        players |= {held[t.id]: owner_of(t.debit) for t in placed if t.id in held}
        if _closes_bets(entry):
            break
    return {seat: players[seat] for seat in sorted(set(held.values()))}


def _follow_wagers(held: dict[str, int], entry: Entry) -> list[Transfer]:
    """Adds an entry's wagers to `held`, which maps transfers to positions, and removes wagers that were given back."""
    placed = [t for t in entry.transfers if t.code == "wager" and t.kind == "pending"]
    held |= {t.id: int(t.id.rsplit("/", 2)[1]) for t in placed}
    for transfer in entry.transfers:
        if transfer.kind == "void":
            held.pop(transfer.pending, None)
    return placed


def _closes_bets(entry: Entry) -> bool:
    return any(isinstance(event, events.BetsClosed) for event in entry.events)


def is_over(entries: Sequence[Entry]) -> bool:
    return any(isinstance(event, events.RoundCleared) for event in entries[-1].events)


def _firsts(rounds: Sequence[Sequence[Entry]]) -> str:
    return " or ".join(str(one[0].seq) for one in rounds)


def _rounds_there(store: Reads, table: str) -> str:
    there = 0
    while store.round_entries(stream_of(table), there + 1):
        there += 1
    return f"1 to {there}" if there else "a table that has played"


# --- The table before the round -------------------------------------------------------------------------------


NOT_YET: tuple[Engine | None, Table, dict[str, str]] = (None, Table(), {})
"""The engine, state and meter names of a table that is not on the floor."""


class Before(NamedTuple):
    engine: Engine
    state: Table
    meters: Meters
    names: dict[str, str]
    seals: Seals


def before_entry(store: Reads, table: str, first: int) -> Before:
    """The table, the property's meters and the sealed decks as they were before an entry."""
    floor = from_snapshot(store, PastTransfers(store), first - 1)
    meters, stood = floor.meters, floor.tables.get(table)
    engine, state, names = (stood.engine, _without_orders(stood.state), stood.meters) if stood else NOT_YET
    seals = Seals.of(store, stood) if stood else Seals()
    for outline in entry_outlines(store, floor.seq, first - 1):
        for installed in _moved(meters, outline):
            if installed.name == table:
                engine, state, names, seals = installed.engine, installed.state, installed.meters, Seals()
        if outline.stream == stream_of(table):
            assert engine is not None
            state = seals.follow(engine, state, outline.entry)
    assert engine is not None, "a table has entries only after it is installed"
    return Before(engine, state, meters, names, seals)


def _without_orders(state: Table) -> Table:
    """The state without the card order of its decks, which snapshots contain but no one may see."""
    return change(state, decks=tuple(change(deck, cards=()) for deck in state.decks))


def follow_meters(store: Reads, meters: Meters, first: int, last: int) -> None:
    """Applies the meter changes of a range of entries, regardless of table."""
    for outline in entry_outlines(store, first - 1, last):
        _moved(meters, outline)


def meters_after(store: Reads, before: Meters, first: int, last: int) -> Meters:
    """The property's meters after a further range of entries, regardless of table."""
    meters = Meters(before.values())
    follow_meters(store, meters, first, last)
    return meters


def _moved(meters: Meters, outline: EntryOutline) -> list[FloorTable]:
    """Applies an entry's meter changes. Returns the tables that the entry installs."""
    installed = list(_connected(meters, outline)) if outline.stream == FLOOR else []
    meters.keep(meters.after_each(outline.meters))
    return installed


def _connected(meters: Meters, outline: EntryOutline) -> Iterator[FloorTable]:
    """Connects the meters of installed tables and disconnects the meters of removed tables.

    Yields the installed tables.
    """
    for event in outline.entry.events:
        if isinstance(event, TableInstalled):
            table = installed_table(event)
            for meter in table.engine.submission.meters:
                meters.connect(event.table, meter, meter_cite(table.engine.submission, meter))
            yield table
        elif isinstance(event, TableRemoved):
            meters.disconnect(event.table)
