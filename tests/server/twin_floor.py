"""A floor whose shuffles, salts and times are fixed in advance, so two such floors differ only in their cards."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec

from tablelaw import rulebooks
from tablelaw.cards import Card, Deck
from tablelaw.chance import PracticeChance
from tablelaw.errors import TablelawError
from tablelaw.floor import orders
from tablelaw.floor.handlers.outcome import Outcome
from tablelaw.floor.house_staff import DEALER, FLOORPERSON
from tablelaw.floor.orders import Order
from tablelaw.floor.service import FloorService
from tablelaw.floor.store.api import Store, open_store
from tablelaw.floor.store.sql_engine import sql_engine
from tablelaw.server.app import create_app
from tablelaw.server.context import ServerContext
from tablelaw.server.open_sockets import Hub
from tablelaw.server.settings import Settings
from tablelaw.server.users import People
from tablelaw.server.workers import log_questions
from tablelaw.server.workers.client import Job, WorkerClient, WorkerRefused
from tablelaw.server.workers.coach_messages import WORKER, ActionValue, Drill, Spot, VisibleCards
from tablelaw.server.workers.process import DATABASE, WorkerReply
from tablelaw.table import commands
from tests.floor.world import ADMINISTRATOR, BOOKS, PROPERTY, PURSE_CENTS, TRAY_CENTS, example
from tests.server.asgi import ORIGIN
from tests.server.served import without_limits
from tests.server.watch_here import WatchHere
from tests.verifier.played_session import draws_for

FRESH = Deck.new().cards
SEATED = {1: "ann", 2: "bob", 4: "cal"}
SETTINGS = without_limits(Settings(origins=(ORIGIN,), trusted_hosts=("testserver",)))
BEGAN = 1_794_786_000
Decks = Mapping[str, Sequence[Card]]


class Seconds:
    """A clock that stands still until it is advanced."""

    def __init__(self, now: int = BEGAN) -> None:
        self.time = now

    def now(self) -> int:
        return self.time


class Shuffle:
    """The randomness for one shuffle: it produces a given order and seals it with salts from a fixed stream."""

    def __init__(self, cards: Sequence[Card], salts: str) -> None:
        self._draws, self._salts = draws_for([FRESH.index(card) for card in cards]), PracticeChance(salts)

    def below(self, n: int) -> int:
        return self._draws.pop(0) if self._draws else self._salts.below(n)


class TwinService(FloorService):
    """A floor service with given decks: `decks` is the next card order for each table. Salts are the same in all
    worlds.
    """

    def __init__(self, store: Store, decks: Decks, clock: Seconds) -> None:
        self.decks, self._others = decks, PracticeChance("draws of the twins")
        super().__init__(store, clock=clock, chance=self._others)

    def _handle(self, order: Order) -> Outcome:
        is_shuffle = isinstance(order.command, commands.Shuffle) and order.table in self.decks
        # Shuffles never share salts: what opens a card in one round must not open a card in the next.
        salts = f"{order.table} {self._floor.seq}"
        self.chance = Shuffle(self.decks[order.table], salts) if is_shuffle else self._others
        return super()._handle(order)


# --- Tables ----------------------------------------------------------------------------------------------------------


def submissions(books: Sequence[str] = BOOKS) -> dict[str, str]:
    """A submission for each rulebook and dealing procedure, by table name."""
    found = {}
    for book in books:
        for method in rulebooks.get(book).dealing:
            name = f"{book} {method.id}"
            text = re.sub(r'(?m)^dealing = ".*"$', f'dealing = "{method.id}"', example(book, name))
            if method.id == "reshuffling-shoe":
                text = re.sub(r'(?m)^shuffler = ".*"$', 'shuffler = "reshuffling"', text)
            found[name] = text
    return found


def physical_submissions(books: Sequence[str] = BOOKS) -> dict[str, str]:
    """For each rulebook, a submission for a table whose cards are entered by hand."""
    return {f"{book} real": example(book, f"{book} real") for book in books}


def install(service: FloorService, books: Sequence[str]) -> None:
    """Opens the property, installs its tables and begins the day, with the same three players at every table.

    At tables with real cards, the third player has no device.
    """
    given = iter(range(1, 1_000_000))

    def do(by: str, command: Any, table: str = "") -> None:
        service.do(Order(id=f"set-up/{next(given)}", by=by, command=command, table=table))

    do("system", orders.OpenProperty(PROPERTY))
    for text in submissions(books).values():
        do(ADMINISTRATOR, orders.InstallTable(text, TRAY_CENTS))
    for text in physical_submissions(books).values():
        do(ADMINISTRATOR, orders.InstallTable(text, TRAY_CENTS, physical=True))
    do(FLOORPERSON, orders.StartDay("2026-11-15"))
    for player in SEATED.values():
        do(DEALER, orders.BuyIn(player, next(iter(service.views.tables)), PURSE_CENTS))
        do(DEALER, orders.LoadAccount(player, PURSE_CENTS // 10))
    for table in service.views.tables:
        for seat, player in SEATED.items():
            do(f"player:{player}", commands.TakeSeat(seat), table)
    for table in physical_submissions(books):
        do(FLOORPERSON, orders.ServeSeat(table, 4, SEATED[4]))


# --- The server ----------------------------------------------------------------------------------------------------


class Archive(WorkerClient):
    """The auditor's worker, called in this process: the same answers without a process for each world.

    A full audit still runs in a separate process.
    """

    def __init__(self, store: Store, file: Path | str) -> None:
        super().__init__(log_questions.__name__, {DATABASE: str(file)})
        self._answer = log_questions.answers_from(store)

    async def answered(self, question: msgspec.Struct, by: str) -> bytes:
        try:
            return self._answer(question, lambda said: None)[0]  # type: ignore[arg-type]
        except TablelawError as refusal:
            raise WorkerRefused(refusal.as_dict()) from None


class Coach(WorkerClient):
    """A coach that returns the cards it is asked about instead of their values."""

    def ask(self, question: msgspec.Struct, by: str, is_private: bool = False) -> Job:
        job = Job(question, by, is_private)
        job.end(WorkerReply(answer=msgspec.json.encode(_from_question(question))))
        return job


def _from_question(question: msgspec.Struct) -> object:
    """An answer whose fields repeat the question."""
    if isinstance(question, Drill):
        return Spot(repr(question), (), (), (), (), ())
    assert isinstance(question, VisibleCards)
    seen = " ".join((*question.cards, *question.board))
    return [ActionValue(seen, 0, "0/1", "", repr(question.earlier), seen, seen, seen, ((seen, 0),))]


class TwinHouse:
    """One world: a floor and the application serving it."""

    def __init__(self, file: Path | str, decks: Decks) -> None:
        self.clock = Seconds(BEGAN + 3600)
        self.store = open_store(str(file))
        self.service = TwinService(self.store, decks, self.clock)
        self._people = sql_engine(str(file))
        archive = Archive(self.store, file)
        people, coach = People(self._people), Coach(WORKER)
        hub = Hub(self.service, people, SETTINGS)
        self.context = ServerContext(
            self.service,
            people,
            SETTINGS,
            archive,
            archive,
            hub,
            coach_worker=coach,
            theory_worker=WatchHere(self.store),
        )
        self.app = create_app(self.context)

    def close(self) -> None:
        self.context.close()
        self.service.close()
        self.store.close()
        self._people.dispose()


@contextmanager
def opened(template: Path, copy: Path, decks: Decks) -> Iterator[TwinHouse]:
    shutil.copy(template, copy)
    house = TwinHouse(copy, decks)
    try:
        yield house
    finally:
        house.close()
        for path in copy.parent.glob(f"{copy.name}*"):
            path.unlink()
