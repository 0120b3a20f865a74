"""Finds rounds in the log by table, number, time and player. It shows no cards: seeing those is a separate, recorded
inspection.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from heapq import merge

from tablelaw.cage.accounts import OF_PLAYER, account_of
from tablelaw.floor.audit.recorded_rounds import each_round, is_over, wagered
from tablelaw.floor.log.entry import Entry, decode
from tablelaw.floor.log.entry_outline import EntryOutline, has_event
from tablelaw.floor.property import stream_of
from tablelaw.floor.store.api import Reads
from tablelaw.table import events
from tablelaw.table.events import Line
from tablelaw.views.messages import Wire

MOST = 50
FARTHEST = 3_000
"""How many rounds a search examines before it gives up."""
AT_ONCE = 500
"""How many entries of a table are read at a time."""


class FoundRound(Wire, frozen=True, rename={"irregularities": "slips"}):
    """A finished round; `entry` is its first entry, `house` what the house won in cents."""

    table: str
    round: int
    entry: int
    began: int
    ended: int
    players: tuple[str, ...]
    staked: int
    house: int
    voided_by: str
    irregularities: tuple[str, ...]
    hand_pay: int


class Wanted(Wire, frozen=True):
    """The search criteria; tables may include ones that left the floor, and 0 or "" means any."""

    tables: tuple[str, ...]
    player: str = ""
    number: int = 0
    since: int = 0
    until: int = 0


def search(store: Reads, wanted: Wanted) -> list[FoundRound]:
    """The last matching rounds, newest first."""
    every: Iterator[FoundRound]
    if wanted.number:
        every = (one for table in wanted.tables for one in reversed(rounds_of(store, table, wanted.number)))
    elif wanted.player:
        every = _of_player(store, wanted)
    else:
        every = merge(*(_of_table(store, table, wanted.until) for table in wanted.tables), key=lambda one: -one.ended)
    found = []
    for looked_at, one in enumerate(every):
        if _fits(one, wanted):
            found.append(one)
        if len(found) == MOST or looked_at == FARTHEST or (wanted.since and one.ended < wanted.since):
            break
    return sorted(found, key=lambda one: -one.began)


def _fits(one: FoundRound, wanted: Wanted) -> bool:
    is_his = not wanted.player or wanted.player in one.players
    return is_his and wanted.since <= one.ended and (not wanted.until or one.began <= wanted.until)


def _of_table(store: Reads, table: str, until: int) -> Iterator[FoundRound]:
    """The finished rounds of a table, newest first, however often it left the floor and came back."""
    stream = stream_of(table)
    upto = _last_before(store, stream, until) if until else store.stream_end(stream)
    while upto > 0:
        for kept in reversed(store.stream_entries(stream, upto - AT_ONCE, upto)):
            if has_event(kept.body, events.RoundCleared):
                yield from _ending_with(store, table, decode(kept.body))
        upto -= AT_ONCE


def _ending_with(store: Reads, table: str, last: Entry) -> Iterator[FoundRound]:
    """The round that ends with this entry; other rounds with its number are from another installation of the table."""
    entries = [decode(kept.body) for kept in store.round_entries(stream_of(table), last.round)]
    return (_found(table, one) for one in each_round(entries) if one[-1].seq == last.seq)


def _last_before(store: Reads, stream: str, until: int) -> int:
    """The number, in its stream, of the last entry of the last round that began by a given time.

    Entries are in order of time, so bisection finds the last entry by then; its round may end later.
    """
    low, end = 0, store.stream_end(stream)
    high = end
    while low < high:
        middle = (low + high + 1) // 2
        [kept] = store.stream_entries(stream, middle - 1, middle)
        low, high = (middle, high) if EntryOutline(kept.body).at <= until else (low, middle - 1)
    while 0 < low < end:
        page = store.stream_entries(stream, low - 1, low - 1 + AT_ONCE)
        for place, kept in enumerate(page, low):
            if has_event(kept.body, events.RoundCleared):
                return place
        low += AT_ONCE
    return min(low, end)


def _of_player(store: Reads, wanted: Wanted) -> Iterator[FoundRound]:
    """The rounds that a player's wagers belong to, found by the accounts that paid for them."""
    moved = [row for kind in OF_PLAYER for row in store.transfers_of(account_of(kind, wanted.player))]
    seen: set[tuple[str, int]] = set()
    for row in sorted((row for row in moved if row.code == "wager"), key=lambda row: -row.seq):
        kept = store.entry(row.seq)
        entry = decode(kept.body) if kept else None
        table = entry.stream.removeprefix(stream_of("")) if entry else ""
        if entry is None or table not in wanted.tables or (table, entry.round) in seen:
            continue
        seen.add((table, entry.round))
        yield from reversed(rounds_of(store, table, entry.round))


def rounds_of(store: Reads, table: str, number: int) -> list[FoundRound]:
    """Finished rounds with that number: several if the table was removed and installed again."""
    entries = [decode(kept.body) for kept in store.round_entries(stream_of(table), number)]
    return [_found(table, one) for one in each_round(entries) if is_over(one)]


def _found(table: str, entries: Sequence[Entry]) -> FoundRound:
    happened = [event for entry in entries for event in entry.events]
    irregularities = [event for event in happened if isinstance(event, events.IrregularityFound)]
    lines = last_lines(happened)
    return FoundRound(
        table=table,
        round=entries[0].round,
        entry=entries[0].seq,
        began=entries[0].at,
        ended=entries[-1].at,
        players=tuple(dict.fromkeys(wagered(entries).values())),
        staked=sum(line.stake for line in lines),
        house=sum(line.kept - line.paid for line in lines),
        voided_by=next((found.irregularity for found in irregularities if found.voids), ""),
        irregularities=tuple(found.irregularity for found in irregularities),
        hand_pay=sum(line.paid for line in lines if line.hand_pay),
    )


def last_lines(happened: Sequence[object]) -> list[Line]:
    """The final lines, without those that a void reversed."""
    lines: list[Line] = []
    for event in happened:
        if isinstance(event, events.IrregularityFound) and event.voids:
            lines = []
        elif isinstance(event, events.Settled):
            lines += event.lines
    return lines
