"""A floor in a separate process that receives orders over a pipe and can be killed and restarted at any moment.

In: an `Order`, or None to look. Out: OPEN, an `Acknowledged`, a `NotDone` or a `Look`.
"""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Sequence
from concurrent.futures import Future
from functools import partial
from multiprocessing.connection import Connection
from typing import Any, NamedTuple

import psycopg

from tablelaw import rulebooks
from tablelaw.cage.balances import Balance
from tablelaw.cage.meters.meters import MeterState
from tablelaw.errors import TablelawError
from tablelaw.floor.handlers.outcome import Outcome
from tablelaw.floor.log.entry import encode
from tablelaw.floor.orders import Order
from tablelaw.floor.projections import Rows
from tablelaw.floor.service import Answer, Batched, FloorService, property_of
from tablelaw.floor.store import postgres, sqlite
from tablelaw.floor.store.api import open_store
from tablelaw.table.state import Table, change
from tests.currencies import IN_DOLLARS
from tests.floor.stacked_decks import LuckyDecks

OPEN = "open"
PAUSE = "pause"
"""The id of the order on which a faulty server hangs."""
SNAPSHOT_EVERY = 150
WINDOW_SECONDS = 0.003
"""How long a planted fault delays what a correct floor does immediately."""


class Acknowledged(NamedTuple):
    id: str
    body: bytes
    again: bool


class NotDone(NamedTuple):
    id: str
    refusal: str


class Look(NamedTuple):
    """A floor's public state, and its tables with their decks."""

    seq: int
    balances: dict[str, Balance]
    meters: dict[str, MeterState]
    tables: dict[str, Table]
    numbers: dict[str, int]
    """The number of each table's last entry."""


# --- Planted faults ----------------------------------------------------------------------------------------


class Hasty(FloorService):
    """A faulty floor that acknowledges first and writes afterwards."""

    def _carry_out(self, batch: Batched) -> None:
        rows = Rows(self._floor)
        with self.store.begin() as transaction:
            self._catch_up(transaction)
            results = self._results(transaction, batch, rows)
            for (_, done), result in zip(batch, results, strict=True):
                done.set_result(result) if isinstance(result, Answer) else done.set_exception(result)
            time.sleep(WINDOW_SECONDS)
            rows.write(transaction)
            transaction.commit()
        self._publish(rows.entries)


class Forgetful(FloorService):
    """A faulty floor that does not recognise an order it carried out before it was killed."""

    def _results(self, transaction: Any, batch: Batched, rows: Rows) -> list[Answer | TablelawError]:
        known = transaction.known([order.id for order, _ in batch])
        fresh = [(change(o, id=f"{o.id} again") if o.id in known else o, done) for o, done in batch]
        return super()._results(transaction, fresh, rows)

    def _publish(self, shown: Sequence[Any]) -> None:
        time.sleep(WINDOW_SECONDS)
        super()._publish(list(shown))


class Heedless(FloorService):
    """A faulty floor that carries out an order even if its table has changed since the sender looked."""

    def _handle(self, order: Order) -> Outcome:
        return super()._handle(change(order, expect=None))


def stand_still() -> None:
    """Stops the process, like a frozen machine. The sleep lets the signal arrive before anything else happens."""
    os.kill(os.getpid(), signal.SIGSTOP)
    time.sleep(0.2)


class Pausing(FloorService):
    """A server that hangs once in the middle of a transaction."""

    is_over = False

    def _results(self, transaction: Any, batch: Batched, rows: Rows) -> list[Answer | TablelawError]:
        found = super()._results(transaction, batch, rows)
        if any(order.id == PAUSE for order, _ in batch) and not self.is_over:
            self.is_over = True
            self.pause()
        return found

    def pause(self) -> None:
        stand_still()


class StoppingCursor(psycopg.Cursor[Any]):
    def execute(self, statement: Any, *parameters: Any, **options: Any) -> Any:  # type: ignore[override]
        if statement == "COMMIT":
            stand_still()
        return super().execute(statement, *parameters, **options)


class PausingAtTheCommit(Pausing):
    """A server that hangs after sending the rows and before sending the commit."""

    def pause(self) -> None:
        store: Any = self.store
        write = store.write_durably

        def write_durably(cursor: Any, *parts: Any) -> None:
            store.write_durably = write
            write(StoppingCursor(cursor.connection), *parts)

        store.write_durably = write_durably


KINDS: dict[str, type[FloorService]] = {
    "sound": FloorService,
    "pausing": Pausing,
    "pausing at the commit": PausingAtTheCommit,
    "hasty": Hasty,
    "forgetful": Forgetful,
    "heedless": Heedless,
}


# --- The process ---------------------------------------------------------------------------------------------


def serve(pipe: Connection, database: str, kind: str, seed: str) -> None:
    """Serves until the other end of the pipe is closed or the process is killed."""
    store = open_store(database)
    service = KINDS[kind](store, chance=LuckyDecks(seed), snapshot_every=SNAPSHOT_EVERY)
    speaking = threading.Lock()
    pipe.send(OPEN)
    while True:
        try:
            asked = pipe.recv()
        except EOFError:
            return
        if asked is None:
            with speaking:
                pipe.send(look(service))
        else:
            service.submit(asked).add_done_callback(partial(answer, pipe, speaking, asked))


def look(service: FloorService) -> Look:
    floor = property_of(service)
    balances = {name: floor.ledger.balance(name) for name in floor.ledger}
    states = {name: table.state for name, table in floor.tables.items()}
    return Look(floor.seq, balances, dict(floor.meters), states, {name: t.number for name, t in floor.tables.items()})


def answer(pipe: Connection, speaking: Any, order: Order, done: Future[Answer]) -> None:
    refusal = done.exception()
    told: Acknowledged | NotDone
    if refusal is not None:
        told = NotDone(order.id, getattr(refusal, "code", repr(refusal)))
    else:
        told = Acknowledged(order.id, encode(done.result().entry), done.result().again)
    with speaking:
        pipe.send(told)


def warm_up() -> None:
    """Loads everything that the processes need, once, before they are forked."""
    for book in IN_DOLLARS:
        rulebooks.get(book)
    for module in (sqlite, postgres):
        statements = module.statements()
        for name in vars(type(statements)):
            getattr(statements, name)


warm_up()
