"""Clients of a floor that may be killed. They record acknowledged orders and repeat the others."""

from __future__ import annotations

import multiprocessing
import os
import threading
from concurrent.futures import Future
from contextlib import suppress
from multiprocessing.connection import Connection
from pathlib import Path
from typing import NamedTuple

from tablelaw.errors import TablelawError
from tablelaw.floor.handlers.installation import floor_table
from tablelaw.floor.log.entry import Entry, decode
from tablelaw.floor.orders import Order
from tablelaw.floor.property import FloorTable
from tablelaw.floor.read_model import TableView
from tablelaw.floor.service import Answer
from tests.floor.served_floor import OPEN, Acknowledged, Look, NotDone, serve

ANSWER_SECONDS = 120
FORKS = multiprocessing.get_context("forkserver")
FORKS.set_forkserver_preload(["tests.floor.served_floor"])


class Killed(Exception):
    """The floor was killed before it answered."""


class Enough(Exception):
    """Raised when the test wants no more orders."""


class Refusal(TablelawError):
    """A refusal received over the pipe, with its code."""

    @property
    def code(self) -> str:
        return self.what


class Process:
    """A process that serves a floor, from start to end."""

    def __init__(self, database: str, kind: str, seed: str) -> None:
        self._pipe, theirs = FORKS.Pipe()
        self._process = FORKS.Process(target=serve, args=(theirs, database, kind, seed), daemon=True)
        self._process.start()
        theirs.close()
        self._waiting: dict[str | None, Future[Acknowledged | Look]] = {}
        self._lock = threading.Lock()
        self._is_dead = False
        self.opened = threading.Event()
        self._reader = threading.Thread(target=self._read, args=(self._pipe,), daemon=True)
        self._reader.start()

    def ask(self, asked: Order | None) -> Future[Acknowledged | Look]:
        done: Future[Acknowledged | Look] = Future()
        with self._lock:
            if self._is_dead:
                done.set_exception(Killed())
                return done
            self._waiting[asked.id if asked else None] = done
            with suppress(OSError):  # the reader also notices, and answers every waiting caller
                self._pipe.send(asked)
        return done

    def _read(self, pipe: Connection) -> None:
        try:
            while True:
                self._take(pipe.recv())
        except (EOFError, OSError):
            with self._lock:
                self._is_dead = True
                left = list(self._waiting.values())
            self.opened.set()
            for done in left:
                done.set_exception(Killed())

    def _take(self, told: str | Acknowledged | NotDone | Look) -> None:
        if isinstance(told, str):
            assert told == OPEN
            self.opened.set()
            return
        with self._lock:
            done = self._waiting.pop(None if isinstance(told, Look) else told.id)
        done.set_exception(Refusal(told.refusal)) if isinstance(told, NotDone) else done.set_result(told)

    @property
    def pid(self) -> int:
        assert self._process.pid is not None
        return self._process.pid

    def kill(self) -> None:
        """Kills the process with SIGKILL, which it can neither notice nor prevent."""
        self._process.kill()
        self._process.join()
        self._reader.join()
        self._pipe.close()


class RemoteViews(NamedTuple):
    tables: dict[str, TableView]


class Client:
    """Gives orders on behalf of many threads, like a service that survives when the real one is killed.

    Every acknowledgement is written to the client's own journal on disk before the thread that gave the order gets the
    answer.
    """

    def __init__(self, journal: Path) -> None:
        self.views = RemoteViews({})
        self.acknowledged: dict[str, tuple[int, bytes]] = {}
        self.retried = 0
        self._tables: dict[str, FloorTable] = {}
        self._journal = os.open(journal, os.O_CREAT | os.O_WRONLY | os.O_APPEND)
        self._process: Process | None = None
        self._busy = 0
        self._changed = threading.Condition()
        self._open, self._is_over = True, False

    # --- For the players -------------------------------------------------------------------------------------

    def do(self, order: Order) -> Answer:
        """Repeats the order until it is acknowledged or refused. After a kill, the order goes to the restarted
        floor.
        """
        self._enter()
        try:
            while True:
                try:
                    told = self._living().ask(order).result(ANSWER_SECONDS)
                    assert isinstance(told, Acknowledged)
                    return Answer(self._write_down(order, told), told.again)
                except Killed:
                    self.retried += 1
        finally:
            self._leave()

    def _write_down(self, order: Order, told: Acknowledged) -> Entry:
        entry = decode(told.body)
        os.write(self._journal, f"{entry.seq} {order.id}\n".encode())
        os.fsync(self._journal)
        with self._changed:
            self.acknowledged[order.id] = entry.seq, told.body
            self._changed.notify_all()
        if order.table:
            self._evolve(order.table, entry)
        return entry

    def know(self, table: str, text: str) -> None:
        """Registers a table to follow; its state is computed from the events of acknowledged orders."""
        self._tables[table] = floor_table(text, physical=False)
        self.views.tables[table] = TableView(self._tables[table])

    def _evolve(self, name: str, entry: Entry) -> None:
        table = self._tables[name]
        assert entry.number == table.number + 1, f"{name}: entry {entry.number} follows {table.number}"
        table.state, table.number = table.engine.replay(entry.events, table.state), entry.number  # type: ignore[arg-type]
        self.views.tables[name] = TableView(table)

    # --- For the test that kills the floor -------------------------------------------------------------------

    def serve_by(self, process: Process | None) -> None:
        with self._changed:
            self._process = process
            self._changed.notify_all()

    def look(self) -> Look:
        assert self._process is not None
        found = self._process.ask(None).result(ANSWER_SECONDS)
        assert isinstance(found, Look)
        return found

    def wait_for(self, more: int) -> None:
        """Waits until this many more orders have been acknowledged."""
        with self._changed:
            wanted = len(self.acknowledged) + more
            self._changed.wait_for(lambda: len(self.acknowledged) >= wanted or self._is_over, ANSWER_SECONDS)

    def hold(self) -> None:
        """Stops new orders, and waits until every pending order has been answered."""
        with self._changed:
            self._open = False
            assert self._changed.wait_for(lambda: not self._busy, ANSWER_SECONDS), "an order is never answered"

    def go_on(self) -> None:
        with self._changed:
            self._open = True
            self._changed.notify_all()

    def end(self) -> None:
        with self._changed:
            self._is_over = True
            self._changed.notify_all()

    def close(self) -> None:
        os.close(self._journal)

    def _enter(self) -> None:
        with self._changed:
            self._changed.wait_for(lambda: self._open or self._is_over)
            if self._is_over:
                raise Enough
            self._busy += 1

    def _leave(self) -> None:
        with self._changed:
            self._busy -= 1
            self._changed.notify_all()

    def _living(self) -> Process:
        with self._changed:
            assert self._changed.wait_for(lambda: self._process is not None, ANSWER_SECONDS), "the floor does not start"
            assert self._process is not None
            return self._process
