"""Finds rounds in the log by table, number, time and player. Nothing of a card is told: that is a look of its own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from heapq import merge

from houserules.floor.entry import Entry, decode
from houserules.floor.finding_rounds import each_round, is_over, wagered
from houserules.floor.state import stream_of
from houserules.floor.store import Reads
from houserules.server.wire import Wire
from houserules.table import events
from houserules.table.events import Line

MOST = 50
FARTHEST = 3_000
"""Rounds that are looked at before a search gives up."""


class FoundRound(Wire, frozen=True):
    """A round that is over; `entry` is its first, `house` what the house won of it in cents."""

    table: str
    round: int
    entry: int
    began: int
    ended: int
    players: tuple[str, ...]
    staked: int
    house: int
    voided_by: str
    slips: tuple[str, ...]
    hand_pay: int


class Wanted(Wire, frozen=True):
    """`tables` with the number of the last round of each; 0 and "" where anything will do."""

    tables: dict[str, int]
    player: str = ""
    number: int = 0
    since: int = 0
    until: int = 0


def search(store: Reads, wanted: Wanted) -> list[FoundRound]:
    """The last rounds that fit, the newest first."""
    every: Iterator[FoundRound]
    if wanted.number:
        every = (one for table in wanted.tables for one in reversed(rounds_of(store, table, wanted.number)))
    elif wanted.player:
        every = _of_player(store, wanted)
    else:
        every = merge(*(_of_table(store, t, n, wanted) for t, n in wanted.tables.items()), key=lambda one: -one.began)
    found = []
    for looked_at, one in enumerate(every):
        if _fits(one, wanted):
            found.append(one)
        if len(found) == MOST or looked_at == FARTHEST or (wanted.since and one.ended < wanted.since):
            break
    return found


def _fits(one: FoundRound, wanted: Wanted) -> bool:
    is_his = not wanted.player or wanted.player in one.players
    return is_his and wanted.since <= one.ended and (not wanted.until or one.began <= wanted.until)


def _of_table(store: Reads, table: str, last: int, wanted: Wanted) -> Iterator[FoundRound]:
    for number in range(_last_before(store, table, last, wanted.until), 0, -1):
        yield from reversed(rounds_of(store, table, number))


def _last_before(store: Reads, table: str, last: int, until: int) -> int:
    """The last round that began by a time: rounds follow each other, so halving finds it."""
    if not until:
        return last
    low, high = 0, last
    while low < high:
        middle = (low + high + 1) // 2
        began = [one.began for one in rounds_of(store, table, middle)]
        low, high = (middle, high) if began and began[-1] <= until else (low, middle - 1)
    return low


def _of_player(store: Reads, wanted: Wanted) -> Iterator[FoundRound]:
    """The rounds a player's wagers belong to, found by the accounts they came from."""
    moved = [row for kind in ("chips", "game") for row in store.transfers_of(f"{kind}:{wanted.player}")]
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
    """Rounds of that number that are over: one, or several of a table that left the floor and came back."""
    entries = [decode(kept.body) for kept in store.round_entries(stream_of(table), number)]
    return [_found(table, one) for one in each_round(entries) if is_over(one)]


def _found(table: str, entries: Sequence[Entry]) -> FoundRound:
    happened = [event for entry in entries for event in entry.events]
    slips = [event for event in happened if isinstance(event, events.SlipFound)]
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
        voided_by=next((slip.slip for slip in slips if slip.voids), ""),
        slips=tuple(slip.slip for slip in slips),
        hand_pay=sum(line.paid for line in lines if line.hand_pay),
    )


def last_lines(happened: Sequence[object]) -> list[Line]:
    """The lines that stood in the end: a void undoes those before it."""
    lines: list[Line] = []
    for event in happened:
        if isinstance(event, events.SlipFound) and event.voids:
            lines = []
        elif isinstance(event, events.Settled):
            lines += event.lines
    return lines
