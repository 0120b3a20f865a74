"""Running books of play: finished rounds by table, dealer, shift and month, kept up to date from the log.

People who may count a drop box see the win of a table's rounds only once the box has been counted, so until then its
rounds are kept separate. The books are bounded: they hold the current gaming day in full, and recent months by table,
dealer and shift.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from tablelaw.cage.accounts import account_of, parse_account
from tablelaw.cage.meters.meters import Meters
from tablelaw.cage.transfers import Transfer
from tablelaw.floor import events as property_events
from tablelaw.floor.handlers.installation import meter_cite
from tablelaw.floor.log.entry import Entry, decode
from tablelaw.floor.log.entry_outline import EntryOutline, entry_outlines, has_event
from tablelaw.floor.property import FLOOR, stream_of
from tablelaw.floor.property_time import local_time
from tablelaw.floor.reports.play_tally import PlayTally, SeatPlay
from tablelaw.floor.reports.played_rounds import FinishedRound, PlayedTable, RoundUnderWay, played_table
from tablelaw.floor.reports.table_money import TableMoney
from tablelaw.floor.store.api import Reads
from tablelaw.table.events import BetsClosed

MONTHS = 13
"""The number of months kept, including the current one."""
HOUR = 3600
MOST_IN_AN_HOUR = 1_000
SHIFTS = ("midnight to 8 a.m.", "8 a.m. to 4 p.m.", "4 p.m. to midnight")
"""Eight-hour shifts by the property's own clock."""
PLAY = ("win", "collected", "payout limit")
"""Codes of transfers that settle a wager."""


class Place(NamedTuple):
    """What a round counts towards: a month, table, game, dealer and shift."""

    month: str
    table: str
    game: str
    dealer: str
    shift: str


Spans = list[list[int]]
"""Ranges of round numbers, each with its first and last number."""


@dataclass
class Played:
    """The rounds of one place: their sums and their numbers."""

    tally: PlayTally = field(default_factory=PlayTally)
    spans: Spans = field(default_factory=list)

    def take(self, finished: FinishedRound) -> None:
        self.tally.take(finished.table.key, finished.seats, finished.readings)
        add_to_spans(self.spans, finished.number, finished.number)

    def add(self, other: Played) -> None:
        self.tally.add(other.tally)
        for first, last in other.spans:
            add_to_spans(self.spans, first, last)


def add_to_spans(spans: Spans, first: int, last: int) -> None:
    """Adds a range of rounds. If it directly follows the last range, the two are merged."""
    if spans and spans[-1][1] == first - 1:
        spans[-1][1] = last
    else:
        spans.append([first, last])


class Book:
    """Rounds by place. Rounds of a table whose drop box is not empty are `held` separately until it is counted."""

    def __init__(self) -> None:
        self.counted: defaultdict[Place, Played] = defaultdict(Played)
        self.held: defaultdict[str, defaultdict[Place, Played]] = defaultdict(lambda: defaultdict(Played))

    def at(self, place: Place, is_held: bool) -> Played:
        return self.held[place.table][place] if is_held else self.counted[place]

    def release(self, table: str) -> None:
        """Releases a table's rounds once its drop box has been counted."""
        for place, played in self.held.pop(table, {}).items():
            self.counted[place].add(played)

    def forget(self, month: str) -> None:
        """Deletes rounds from before the given month."""
        for places in (self.counted, *self.held.values()):
            for place in [place for place in places if place.month < month]:
                del places[place]

    def places(self, is_blind: bool) -> Iterator[tuple[Place, Played]]:
        yield from self.counted.items()
        if not is_blind:
            for held in self.held.values():
                yield from held.items()


@dataclass
class PlayerDay:
    """A player's play in a gaming day."""

    hands: int = 0
    """Positions played; there may be several in a round."""
    base_cents: int = 0
    handle_cents: int = 0
    tally: PlayTally = field(default_factory=PlayTally)
    spans: dict[str, Spans] = field(default_factory=dict)
    """The rounds played at each table."""

    def take(self, finished: FinishedRound, seat: SeatPlay) -> None:
        """Adds one position of a round. A player may have several."""
        self.hands += 1
        self.base_cents += seat.base_cents
        self.handle_cents += seat.handle_cents
        self.tally.take(finished.table.key, [seat], finished.readings)
        spans = self.spans.setdefault(finished.table.name, [])
        if not spans or spans[-1][1] != finished.number:
            add_to_spans(spans, finished.number, finished.number)


@dataclass
class Day:
    """What is counted for one gaming day."""

    day: str = ""
    book: Book = field(default_factory=Book)
    players: defaultdict[str, PlayerDay] = field(default_factory=lambda: defaultdict(PlayerDay))
    voids: defaultdict[str, Spans] = field(default_factory=lambda: defaultdict(list))


class PlayBooks:
    """Follows the log; `catch_up` reads what is new."""

    def __init__(self) -> None:
        self.seq, self.now = 0, 0
        self.zone = ""
        self.tables: dict[str, PlayedTable] = {}
        self.texts: dict[str, str] = {}
        """The Rules Submissions that rounds were played under, by key."""
        self.day, self._day_before, self._days_begun = Day(), Day(), 0
        self.months = Book()
        self.money = TableMoney({})
        self.meters = Meters()
        self.ended: defaultdict[str, deque[int]] = defaultdict(lambda: deque(maxlen=MOST_IN_AN_HOUR))
        """When the most recent rounds of each table ended."""
        self._under_way: defaultdict[str, RoundUnderWay] = defaultdict(RoundUnderWay)

    def catch_up(self, store: Reads) -> None:
        for outline in entry_outlines(store, self.seq):
            self._take(store, outline)
            self.seq, self.now = outline.seq, outline.at

    def rounds_in_the_last_hour(self, table: str, now: int) -> int:
        return sum(at > now - HOUR for at in self.ended.get(table, ()))

    # --- Entries ---------------------------------------------------------------------------------------------

    def _take(self, store: Reads, outline: EntryOutline) -> None:
        if outline.stream == FLOOR:
            for event in outline.entry.events:
                if (see := SEEN.get(type(event))) is not None:
                    see(self, event)
        for transfer in outline.moved:
            self.money.move(store, transfer)
            if transfer.corrects:
                self._correct(store, transfer, outline)
        self._release(outline)
        if outline.stream != FLOOR and outline.round:
            self._take_round(outline)
        if outline.meters:
            self.meters.keep(self.meters.after_each(outline.meters))

    def _take_round(self, outline: EntryOutline) -> None:
        name = outline.stream.removeprefix(stream_of(""))
        under_way, entry = self._under_way[name], outline.entry
        under_way.see_players(outline)
        for finished in under_way.see(self.tables[name], entry, self.meters):
            self._under_way.pop(name, None)
            self._finish(finished)

    def _finish(self, finished: FinishedRound) -> None:
        table = finished.table
        if finished.is_void:
            add_to_spans(self.day.voids[table.name], finished.number, finished.number)
            return
        self.texts[table.key] = table.text
        self.ended[table.name].append(finished.at)
        place = self._place(table, finished.dealer, finished.at)
        for book in (self.day.book, self.months):
            book.at(place, self._is_held(table.name)).take(finished)
        for seat in finished.seats:
            player = self.day.players[seat.player]
            player.take(finished, seat)

    def _place(self, table: PlayedTable, dealer: str, at: int) -> Place:
        return Place(self.day.day[:7], table.name, table.submission.book.game, dealer, shift_of(at, self.zone))

    def _is_held(self, table: str) -> bool:
        return self.money.of(table).in_the_box != 0

    def _release(self, outline: EntryOutline) -> None:
        """Releases a table's held rounds once its drop box is empty."""
        touched = {t.debit for t in outline.transfers if parse_account(t.debit).kind == "drop"}
        for table in (parse_account(account).owner for account in touched):
            if not self._is_held(table):
                for book in (self.day.book, self._day_before.book, self.months):
                    book.release(table)

    def _correct(self, store: Reads, transfer: Transfer, outline: EntryOutline) -> None:
        """Applies a corrected settlement to the win of the dealer who settled it."""
        wrong = store.transfer(transfer.corrects)
        kept = store.entry(wrong.seq) if wrong is not None and wrong.code in PLAY else None
        if kept is None:
            return
        settled = decode(kept.body)
        table = self.tables.get(settled.stream.removeprefix(stream_of("")))
        if table is None:
            return
        tray = account_of("tray", table.name)
        cents = transfer.cents if transfer.credit == tray else -transfer.cents if transfer.debit == tray else 0
        place = self._place(table, _dealer_of(store, settled), outline.at)
        for book in (self.day.book, self.months):
            tally = book.at(place, self._is_held(table.name)).tally
            tally.win_cents += cents
            tally.corrected_cents += cents

    # --- Events of the property ------------------------------------------------------------------------------

    def opened(self, event: property_events.PropertyOpened | property_events.JurisdictionAdopted) -> None:
        self.zone = event.time_zone

    def installed(self, event: property_events.TableInstalled) -> None:
        table = self.tables[event.table] = played_table(event)
        for meter in table.submission.meters:
            self.meters.connect(event.table, meter, meter_cite(table.submission, meter))

    def removed(self, event: property_events.TableRemoved) -> None:
        """Forgets a removed table. The rounds it has played stay in the books."""
        self.meters.disconnect(event.table)
        self.tables.pop(event.table, None)
        self._under_way.pop(event.table, None)

    def day_started(self, event: property_events.DayStarted) -> None:
        """Starts a new day. Entries before the first day belong to the first day."""
        self._day_before = self.day
        self.day = Day(event.day, *((self.day.book, self.day.players, self.day.voids) if not self._days_begun else ()))
        if self._days_begun:
            self.money.begin_day()
        self._days_begun += 1
        self.months.forget(_earlier(event.day[:7], MONTHS - 1))

    def day_taken_back(self, event: property_events.DayTakenBack) -> None:
        """Resumes the previous day, since nothing had happened in the one taken back."""
        self._days_begun -= 1
        self.day = self._day_before
        if self._days_begun:
            self.money.take_back_day()


SEEN: dict[type, Callable[..., None]] = {
    property_events.PropertyOpened: PlayBooks.opened,
    property_events.JurisdictionAdopted: PlayBooks.opened,
    property_events.TableInstalled: PlayBooks.installed,
    property_events.TableRemoved: PlayBooks.removed,
    property_events.DayStarted: PlayBooks.day_started,
    property_events.DayTakenBack: PlayBooks.day_taken_back,
}


def _dealer_of(store: Reads, settled: Entry) -> str:
    """The dealer who settled a wager, or who closed the bets if a player's fold settled it."""
    if settled.actor.role == "dealer":
        return settled.actor.name
    before = [kept for kept in store.round_entries(settled.stream, settled.round) if kept.seq < settled.seq]
    closed = [decode(kept.body) for kept in before if has_event(kept.body, BetsClosed)]
    return closed[-1].actor.name if closed else ""


def shift_of(at: int, zone: str) -> str:
    return SHIFTS[local_time(at, zone).hour * len(SHIFTS) // 24]


def _earlier(month: str, months: int) -> str:
    """The month a given number of months earlier."""
    number = int(month[:4]) * 12 + int(month[5:7]) - 1 - months
    return f"{number // 12:04}-{number % 12 + 1:02}"


def spans_of(places: Iterable[tuple[Place, Played]]) -> dict[str, Spans]:
    """The rounds of several places by table, in order."""
    found: defaultdict[str, Spans] = defaultdict(list)
    for place, played in places:
        found[place.table] += played.spans
    return {table: _joined(sorted(spans)) for table, spans in sorted(found.items())}


def _joined(spans: Spans) -> Spans:
    joined: Spans = []
    for first, last in spans:
        add_to_spans(joined, first, last)
    return joined
