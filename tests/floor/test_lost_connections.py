"""If connections to a PostgreSQL floor are cut or servers hang, the floor continues and nothing is lost."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tablelaw.errors import TablelawError
from tablelaw.floor import failure_recovery, orders
from tablelaw.floor.house_staff import FLOORPERSON
from tablelaw.floor.orders import Order
from tablelaw.floor.recovery import recover
from tablelaw.floor.service import FloorService
from tablelaw.floor.store.api import open_store
from tablelaw.floor.store.postgres import TRANSACTION_SECONDS, WHOLE_SECONDS
from tablelaw.floor.store.refusals import StoreFailed, StoreLost
from tests.floor.crash_client import ANSWER_SECONDS, Process
from tests.floor.crash_run import CutRun
from tests.floor.databases import Databases
from tests.floor.direct_sql import carry_out
from tests.floor.postgres import Server
from tests.floor.samples import add, append
from tests.floor.served_floor import PAUSE, Acknowledged
from tests.floor.test_fail_stop import TABLE, fill, opened

CUTS = int(os.environ.get("TABLELAW_CUTS", "15"))
CUT = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'tablelaw floor'"
HOLDERS = "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory'"


@pytest.fixture
def floor(databases: Databases) -> str:
    return databases.fresh("postgresql")


# --- The store -----------------------------------------------------------------------------------------------------


def test_a_batch_on_a_lost_connection_never_was_and_the_store_goes_on(floor: str) -> None:
    with closing(open_store(floor)) as store:
        append(store, 3)
        with pytest.raises(StoreLost), store.begin() as batch:
            add(batch)
            carry_out(floor, HOLDERS)
            batch.commit()
        assert store.head() == 3
        assert append(store) == 4


def test_reads_go_on_after_every_connection_was_cut(floor: str) -> None:
    with closing(open_store(floor)) as store:
        append(store, 3)
        assert store.head() == 3
        carry_out(floor, CUT)
        assert store.head() == len(store.entries(0)) == 3


def test_a_view_is_cut_and_not_taken_up_again(floor: str) -> None:
    """The moment the view showed has passed, so the caller has to read again."""
    with closing(open_store(floor)) as store:
        append(store)
        with pytest.raises(StoreLost), store.view() as view:
            carry_out(floor, CUT)
            view.head()
        with store.view() as view:
            assert view.head() == 1


def test_a_listener_listens_again(floor: str) -> None:
    heard: list[int] = []
    lost = threading.Event()
    with closing(open_store(floor)) as store, closing(store.listen(heard.append, lost.set)):
        append(store)
        wait_for(lambda: heard[-1:] == [1])
        carry_out(floor, CUT)
        assert lost.wait(30)
        with closing(open_store(floor)) as other:
            append(other)
        wait_for(lambda: heard[-1:] == [2])


def wait_for(found: Callable[[], bool], seconds: float = 30.0) -> None:
    until = time.monotonic() + seconds
    while not found():
        assert time.monotonic() < until, "it never came"
        time.sleep(0.02)


def test_what_the_database_itself_refuses_is_still_a_failure(floor: str) -> None:
    """Only a cut connection is replaced; a database error still stops the store."""
    store: Any = open_store(floor)
    append(store)
    with pytest.raises(StoreFailed), store.begin() as batch:
        batch.rows("SELECT 1 / 0")
    with pytest.raises(StoreFailed, match="restart: the log is replayed"):
        store.begin()
    store.close()


# --- The floor -----------------------------------------------------------------------------------------------------


def cut_before_the_lock(service: Any, floor: str) -> None:
    carry_out(floor, CUT)


def cut_in_the_transaction(service: Any, floor: str) -> None:
    results, left = service._results, [1]

    def cutting(*parts: Any) -> Any:
        found = results(*parts)
        if left.pop() if left else 0:
            carry_out(floor, HOLDERS)
        return found

    service._results = cutting


def cut_after_the_commit(service: Any, floor: str) -> None:
    """Has the database commit, but cuts the connection before its answer arrives."""
    store, left = service.store, [1]
    write = store.write_durably

    def cutting(*parts: Any) -> None:
        write(*parts)
        if left.pop() if left else 0:
            carry_out(floor, CUT)
            store._writer.execute("SELECT 1")

    store.write_durably = cutting


MOMENTS = [cut_before_the_lock, cut_in_the_transaction, cut_after_the_commit]


@pytest.mark.parametrize("cut", MOMENTS)
def test_an_order_under_way_when_the_connection_is_cut_is_answered_truthfully(
    floor: str, cut: Callable[[Any, str], None]
) -> None:
    """The order is in the log once and is answered once, not as a repeated order; the same is true of the orders around
    it.
    """
    with closing(open_store(floor)) as store, closing(FloorService(store)) as service:
        opened(service)
        first, shown = service.views.seq, list[int]()
        service.subscribe(lambda entries: shown.extend(entry.seq for entry in entries))
        cut(service, floor)
        waiting = [service.submit(fill(number)) for number in range(5)]
        answers = [done.result(60) for done in waiting]
        assert [answer.again for answer in answers] == [False] * 5
        assert sorted(answer.entry.seq for answer in answers) == list(range(first + 1, first + 6)) == shown
        assert service.do(fill(2)).again, "given again, it is known"
        assert not service.is_stopped and not service.is_recovering
        assert recover(store)[0].seq == service.views.seq == first + 5


@pytest.fixture
def server() -> Iterator[Server]:
    with closing(Server()) as made:
        yield made


def test_a_database_that_comes_back_finds_the_floor_waiting(server: Server) -> None:
    open_store(server.url(), create=True).close()
    with closing(open_store(server.url())) as store, closing(FloorService(store)) as service:
        opened(service)
        server.stop()
        waiting = service.submit(fill(1))
        wait_for(lambda: service.is_recovering)
        server.start()
        assert not waiting.result(60).again
        assert service.do(fill(2)).entry.seq == waiting.result().entry.seq + 1


def test_a_database_that_does_not_come_back_stops_the_floor(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(failure_recovery, "RECOVERY_SECONDS", 1.0)
    open_store(server.url(), create=True).close()
    with closing(open_store(server.url())) as store, closing(FloorService(store)) as service:
        opened(service)
        stopped = threading.Event()
        service.when_stopped(stopped.set)
        server.stop()
        with pytest.raises(TablelawError, match="floor has stopped") as refused:
            service.do(fill(1))
        assert stopped.wait(30)
        assert str(server.home) not in str(refused.value.as_dict()), "where the database is stays inside"
        server.start()


# --- Servers that hang -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("how", ["pausing", "pausing at the commit"])
def test_a_server_paused_in_a_transaction_holds_nobody_up_for_long(floor: str, how: str) -> None:
    """While a server is stopped (SIGSTOP) holding the write lock, the others continue. When resumed, it continues too,
    and its own order is carried out once.
    """
    with closing(open_store(floor)) as store, closing(FloorService(store)) as service:
        opened(service)
    paused, other = Process(floor, how, "paused"), Process(floor, "sound", "other")
    try:
        took = another_goes_on(paused, other)
    finally:
        for process in (paused, other):
            process.kill()
    print(f"{how}: a server paused with the lock held: the next order of another one took {took:.1f} s")
    assert TRANSACTION_SECONDS / 2 < took < WHOLE_SECONDS + 5
    with closing(open_store(floor)) as store:
        assert store.known([PAUSE, "fill 1", "fill 2"]).keys() == {PAUSE, "fill 1", "fill 2"}
        assert recover(store)[0].ledger.trial_balance().is_balanced


def another_goes_on(paused: Process, other: Process) -> float:
    """Pauses one server while it holds the lock and gives orders to the other. Returns how long the first order
    took.
    """
    assert paused.opened.wait(ANSWER_SECONDS) and other.opened.wait(ANSWER_SECONDS)
    waiting = paused.ask(Order(id=PAUSE, by=FLOORPERSON, command=orders.FillTray(TABLE, 100)))
    wait_for(lambda: is_stopped(paused.pid))
    began = time.monotonic()
    assert isinstance(other.ask(fill(1)).result(ANSWER_SECONDS), Acknowledged)
    took = time.monotonic() - began
    assert isinstance(other.ask(fill(2)).result(ANSWER_SECONDS), Acknowledged)
    os.kill(paused.pid, signal.SIGCONT)
    told = waiting.result(ANSWER_SECONDS)
    assert isinstance(told, Acknowledged) and not told.again
    return took


def is_stopped(pid: int) -> bool:
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "T"


# --- Repeated cuts under load ---------------------------------------------------------------------------------------


def test_connections_cut_at_any_moment_lose_and_double_nothing(floor: str, tmp_path: Path) -> None:
    found = CutRun(floor, tmp_path, "cuts", cut=lambda: carry_out(floor, CUT)).run(CUTS)
    print(f"connections cut: {found}")
    assert found.kills == CUTS and found.orders > CUTS
    assert found.retried == 0, "whoever gave an order had one answer, and it was no refusal"
