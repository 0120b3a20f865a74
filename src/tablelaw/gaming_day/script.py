"""The script of a day: who comes, which rounds are played, and what the floor does, each item under its own name.

Details inside an item are drawn from streams with the item's name while the day runs, so if some items are left out,
the others are played as before.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from tablelaw import jurisdictions, rulebooks
from tablelaw.gaming_day.streams import Draws, Streams
from tablelaw.gaming_day.world.random_submissions import JURISDICTION, VARIANTS, submission_of, submission_text
from tablelaw.submission.submission import Submission

HOUR, MINUTE = 3600, 60
OPENS = 1_794_736_800
"""When every simulated property opens: 10:00 UTC on 15 November 2026."""
OPEN_HOURS = 13
NAMES = (
    "Ann",
    "Bob",
    "Cleo",
    "Dan",
    "Eve",
    "Finn",
    "Gus",
    "Hana",
    "Ida",
    "Jon",
    "Kit",
    "Lea",
    "Max",
    "Nia",
    "Oto",
    "Pam",
)
SKILLS = ("careless", "timid", "bold", "careful", "thinking")
ACTS = (
    "crash",
    "crash",
    "fill",
    "credit",
    "count drop",
    "correct",
    "adjust meter",
    "repair",
    "new decks",
    "look",
    "cut link",
)


class Shape(NamedTuple):
    """The size of a day. 0 tables means two to four, depending on the seed; 0 rounds means as many as a short day
    has.
    """

    tables: int = 0
    rounds: int = 0
    books: tuple[str, ...] = ()


class TablePlan(NamedTuple):
    """A table of the day and the Rules Submission it is played under."""

    name: str
    book: str
    text: str
    is_physical: bool

    @property
    def submission(self) -> Submission:
        return submission_of(self.text)


class Item(NamedTuple):
    """An item of the script. `kind` is "visit", "round" or "act"; `what` is an act's name."""

    name: str
    kind: str
    at: int
    table: str = ""
    number: int = 0
    what: str = ""
    until: int = 0
    player: str = ""
    seats: tuple[int, ...] = ()
    skill: str = ""


class Script(NamedTuple):
    seed: int
    tables: tuple[TablePlan, ...]
    items: tuple[Item, ...]

    def without(self, names: frozenset[str]) -> Script:
        """The script without the named tables and items; named orders are skipped when they would be given."""
        tables = tuple(table for table in self.tables if table.name not in names)
        kept = {table.name for table in tables}
        items = tuple(i for i in self.items if i.name not in names and (not i.table or i.table in kept))
        return Script(self.seed, tables, items)


SHORT_DAY = Shape()


def script_of(seed: int, shape: Shape = SHORT_DAY) -> Script:
    streams = Streams(seed)
    tables = tuple(_tables(seed, streams, shape))
    rounds = shape.rounds or 5 * len(tables) + 2
    items = [item for place, table in enumerate(tables) for item in _of_table(streams, table, place, tables, rounds)]
    items += _acts(streams, tables, rounds)
    return Script(seed, tables, tuple(sorted(items, key=lambda item: (item.at, item.name))))


# --- Tables ------------------------------------------------------------------------------------------------------


def _tables(seed: int, streams: Streams, shape: Shape) -> Iterator[TablePlan]:
    """Chooses the tables: rulebooks take turns from seed to seed; tables of one rulebook share a submission, and a
    meter if linked.
    """
    draws = streams.named("tables")
    books = shape.books or _in_the_propertys_currency()
    count = shape.tables or draws.between(2, 4)
    first = (seed + draws.below(len(books))) % len(books)
    chosen = [books[(first + n // 2) % len(books)] for n in range(count)]
    for place, book in enumerate(chosen):
        variant = streams.named("variant", book).below(VARIANTS)
        link = "hall" if variant % 3 else ""
        name = f"{rulebooks.get(book).table_prefix}-{1 + chosen[:place].count(book)}"
        yield TablePlan(name, book, submission_text(book, variant, name, link), draws.one_in(6))


def _in_the_propertys_currency() -> tuple[str, ...]:
    currency = jurisdictions.get(JURISDICTION).currency
    return tuple(book.id for book in rulebooks.all_rulebooks() if jurisdictions.find_currency(book) == currency)


# --- People and rounds -------------------------------------------------------------------------------------------


def _of_table(
    streams: Streams, table: TablePlan, place: int, tables: tuple[TablePlan, ...], rounds: int
) -> Iterator[Item]:
    count = rounds // len(tables) + (place < rounds % len(tables))
    gap = OPEN_HOURS * HOUR // (count + 1)
    for number in range(1, count + 1):
        late = streams.named(table.name, number, "when").below(4 * MINUTE)
        yield Item(f"{table.name} round {number}", "round", OPENS + number * gap + late, table.name, number)
    yield from _visits(streams, table)


def _visits(streams: Streams, table: TablePlan) -> Iterator[Item]:
    """Plans the visits: a player comes in each of the first two periods of twenty minutes, and later in about one
    period of nine.
    """
    submission = table.submission
    free: dict[int, int] = {}
    periods = [(0, True), (1, True), *((n, False) for n in range(2, 3 * (OPEN_HOURS - 1)))]
    for period, is_certain in periods:
        draws = streams.named(table.name, "arrival", period)
        if is_certain or draws.one_in(9):
            at = OPENS + period * 20 * MINUTE + draws.below(20 * MINUTE)
            item = _visit(table, submission, draws, at, f"{table.name} visit {period}", free)
            if item is not None:
                yield item


def _visit(
    table: TablePlan, submission: Submission, draws: Draws, at: int, name: str, free: dict[int, int]
) -> Item | None:
    """Plans a visit to one seat, or to two side by side if that is allowed; None if the table is full."""
    until = min(at + draws.between(1, 9) * HOUR, OPENS + (OPEN_HOURS + 1) * HOUR)
    open_ = [seat for seat in range(1, submission.seats + 1) if free.get(seat, 0) < at]
    if not open_:
        return None
    seat = draws.pick(open_)
    pair = (
        (seat, seat + 1) if seat + 1 in open_ and submission.positions_per_player > 1 and draws.one_in(2) else (seat,)
    )
    free.update(dict.fromkeys(pair, until + HOUR))
    player = f"{draws.pick(NAMES)} of {name.replace(' visit ', ' no. ')}"
    return Item(name, "visit", at, table.name, until=until, player=player, seats=pair, skill=draws.pick(SKILLS))


# --- What the floor does -----------------------------------------------------------------------------------------


def _acts(streams: Streams, tables: tuple[TablePlan, ...], rounds: int) -> Iterator[Item]:
    for number in range(1, 3 + rounds // 6):
        draws = streams.named("act", number)
        table = draws.pick(tables)
        what = draws.pick(ACTS)
        at = OPENS + draws.between(HOUR, (OPEN_HOURS - 1) * HOUR)
        until = at + draws.between(10, 120) * MINUTE
        yield Item(f"act {number}: {what}", "act", at, table.name, number, what, until)
