"""Finished rounds as recorded in the log, entry by entry: what each seat staked and lost, and who settled it.

Nothing here looks at a card; only stakes, payments and round numbers are read.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from hashlib import sha256

import msgspec

from tablelaw.analysis.main_choices import is_beside_main_game, main_bonuses, main_wagers
from tablelaw.analysis.par.theory import MAIN
from tablelaw.analysis.par.wagers import is_for_others
from tablelaw.cage.accounts import owner_of
from tablelaw.cage.meters.meters import Meters
from tablelaw.floor.events import TableInstalled
from tablelaw.floor.handlers.installation import floor_table
from tablelaw.floor.log.entry import Entry
from tablelaw.floor.log.entry_outline import EntryOutline
from tablelaw.floor.reports.play_tally import Readings, SeatPlay
from tablelaw.submission.draft import Draft
from tablelaw.submission.submission import Submission
from tablelaw.table import events
from tablelaw.table.events import Line

VOID = "void"
"""The outcome of a line whose hand did not count."""


@dataclass(frozen=True, slots=True)
class Rider:
    """A bonus without a stake of its own, and the wagers it belongs to."""

    wager: str
    carriers: tuple[str, ...]
    is_for_others: bool


@dataclass(frozen=True, slots=True)
class PlayedTable:
    """The properties of a table that its figures depend on."""

    name: str
    key: str
    """Tables under the same rules have the same key, and therefore the same theory."""
    text: str
    submission: Submission
    base: str
    main: frozenset[str]
    opening: frozenset[str]
    riders: tuple[Rider, ...]
    meters: Mapping[str, str]
    """The property's meter for each meter of the submission."""

    def readings(self, meters: Meters) -> dict[str, dict[str, int]]:
        """The reading of every meter, by the wagers that can win from it."""
        found: dict[str, dict[str, int]] = {}
        for meter in self.submission.meters:
            for wager in meter.wagers:
                found.setdefault(wager, {})[meter.name] = meters[self.meters[meter.id]].units
        return found


def key_of_rules(draft: Draft) -> str:
    """A digest of everything in a submission except the names of the property and the table."""
    rules = {name: value for name, value in draft.raw.items() if name not in ("property", "table")}
    return sha256(msgspec.json.encode(rules, order="deterministic")).hexdigest()[:16]


def played_table(event: TableInstalled) -> PlayedTable:
    table = floor_table(event.submission, event.physical)
    submission = table.engine.submission
    book, offered = submission.book, submission.terms.offered
    beside = [w for w in book.wagers if w.kind == "bonus" and w.id in offered and is_beside_main_game(book, w)]
    return PlayedTable(
        name=event.table,
        key=key_of_rules(table.draft),
        text=event.submission,
        submission=submission,
        base=table.engine.rules.base,
        main=frozenset(wager.id for wager in (*main_wagers(book), *main_bonuses(book))),
        opening=frozenset(wager.id for wager in book.wagers if wager.kind == "opening"),
        riders=tuple(Rider(wager.id, tuple(wager.rides_on), is_for_others(book, wager)) for wager in beside),
        meters=table.meters,
    )


@dataclass(frozen=True, slots=True)
class FinishedRound:
    table: PlayedTable
    number: int
    at: int
    dealer: str
    seats: tuple[SeatPlay, ...]
    readings: Readings
    is_void: bool


@dataclass
class RoundUnderWay:
    """What is known about a table's current round so far."""

    lines: list[Line] = field(default_factory=list)
    players: dict[int, str] = field(default_factory=dict)
    readings: Readings = field(default_factory=dict)
    dealer: str = ""
    is_void: bool = False

    def see_players(self, outline: EntryOutline) -> None:
        """Records the owner of the wagers at each position, which is the owner of the account that paid for them."""
        for transfer in outline.transfers:
            if transfer.code == "wager" and transfer.kind == "pending":
                self.players[int(transfer.id.rsplit("/", 2)[1])] = owner_of(transfer.debit)

    def see(self, table: PlayedTable, entry: Entry, meters: Meters) -> Iterator[FinishedRound]:
        """Adds an entry. Yields the round if this entry ends it."""
        for event in entry.events:
            if isinstance(event, events.BetsClosed):
                self.readings, self.dealer = table.readings(meters), entry.actor.name
            elif isinstance(event, events.Settled):
                self.dealer = entry.actor.name if entry.actor.role == "dealer" else self.dealer
                self.lines += event.lines
            elif isinstance(event, events.IrregularityFound) and event.voids:
                self.is_void = True
            elif isinstance(event, events.RoundCleared):
                seats = tuple(self._seats(table))
                yield FinishedRound(table, event.number, entry.at, self.dealer, seats, self.readings, self.is_void)

    def _seats(self, table: PlayedTable) -> Iterator[SeatPlay]:
        """Seats with at least one wager that counts."""
        numbers = sorted({line.seat for line in self.lines})
        for number in numbers:
            lines = [line for line in self.lines if line.seat == number and line.outcome != VOID]
            stakes = {line.wager: line.stake for line in lines if line.stake}
            if stakes:
                yield SeatPlay(
                    player=self.players.get(number, ""),
                    parts=dict(_parts(table, stakes, len(numbers) - 1)),
                    handle_cents=sum(stakes.values()),
                    base_cents=stakes.get(table.base, 0),
                    win_cents=sum(line.kept - line.paid for line in lines),
                    pushes=sum(_came_back(line) for line in lines if line.wager in table.opening),
                )


def _parts(table: PlayedTable, stakes: Mapping[str, int], others: int) -> Iterator[tuple[str, tuple[int, int]]]:
    """Everything staked, divided as in the theory: the main game by its base wager, and every other wager
    separately.
    """
    if table.base in stakes:
        yield MAIN, (stakes[table.base], 1)
    for wager, cents in stakes.items():
        if wager not in table.main:
            yield wager, (cents, 1)
    for rider in table.riders:
        cents, times = sum(stakes.get(name, 0) for name in rider.carriers), others if rider.is_for_others else 1
        if cents and times:
            yield rider.wager, (cents, times)


def _came_back(line: Line) -> bool:
    return line.stake > 0 and line.kept == 0 and line.paid == 0
