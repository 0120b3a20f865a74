"""Two server processes on one PostgreSQL floor: each shows what the other acknowledges, and either works alone."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager, nullcontext
from pathlib import Path

import httpx2
import pytest

from tablelaw.floor import orders
from tablelaw.floor.house_staff import DEALER
from tablelaw.floor.service import FloorService
from tablelaw.floor.store.api import open_store
from tablelaw.floor.store.postgres import PostgresStore
from tablelaw.floor.store.sql_engine import sql_engine
from tablelaw.server.devices import Devices, NewDevice
from tablelaw.server.run import build
from tablelaw.server.settings import Settings
from tablelaw.server.users import People
from tablelaw.table import commands
from tests.floor.databases import temporary_databases
from tests.floor.world import World, example
from tests.server.processes import ANSWER_SECONDS, PASSWORD, Process, Visitor, seen, signed_in
from tests.server.served import Served, address_of, listening

TABLE = "UTH-1"
PLAYERS = {1: "ann", 2: "bob"}
WITHIN_SECONDS = 1.0
PATIENCE_SECONDS = 20.0
"""The number of seconds after which a view counts as lost, even on a busy machine."""
TIMES = 20


class Pair:
    """Two servers of one floor, and a session that is valid on both."""

    def __init__(self, database: str, folder: Path) -> None:
        self.database = database
        _furnish(database)
        self.one, self.other = Process(database, folder / "one.txt"), Process(database, folder / "other.txt")
        for server in (self.one, self.other):
            server.wait()
        self.ann, self.bob = signed_in(self.one, "ann"), signed_in(self.other, "bob")

    def close(self) -> None:
        for server in (self.one, self.other):
            server.close()


def _furnish(database: str) -> None:
    """Sets up an Ultimate table with two players, ready for wagers."""
    engine = sql_engine(database)
    people = People(engine)
    people.add("kim", "administrator", PASSWORD)
    with closing(open_store(database)) as store, closing(FloorService(store)) as service:
        world = World(service, "pair")
        world.open([example("pa-653a", TABLE)])
        for seat, name in PLAYERS.items():
            people.add(name, "player", PASSWORD)
            world.do(DEALER, orders.BuyIn(name, TABLE, 100_000_00))
            world.do(f"player:{name}", commands.TakeSeat(seat), TABLE)
        world.run(TABLE)
    engine.dispose()


@pytest.fixture(scope="module")
def pair(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pair]:
    with temporary_databases() as databases:
        found = Pair(databases.fresh("postgresql"), tmp_path_factory.mktemp("pair"))
        yield found
        found.close()


def wager(player: Visitor, seat: int, n: int) -> int:
    """Places the Ante, or withdraws it if it is placed. Returns the number of the order's entry."""
    told = (
        player.order(f"{n}", TABLE, type="PlaceWager", seat=seat, wager="ante", cents=500)
        if n % 2 == 0
        else player.order(f"{n}", TABLE, type="WithdrawWager", seat=seat, wager="ante")
    )
    assert "number" in told, told
    return int(told["number"])


def test_an_order_to_one_is_seen_on_a_socket_of_the_other(pair: Pair) -> None:
    with pair.bob.line(TABLE) as line:
        seen(line, 0, PATIENCE_SECONDS)
        took = [seen(line, wager(pair.ann, 1, n), PATIENCE_SECONDS) for n in range(TIMES)]
    print(
        f"two servers: {TIMES} orders, shown by the other after {min(took):.3f} s at least, {max(took):.3f} s at most"
    )
    assert sorted(took)[TIMES // 2] < WITHIN_SECONDS


class Deaf:
    """A listener that ignores all notifications."""

    def close(self) -> None:
        pass


@contextmanager
def third(pair: Pair) -> Iterator[Served]:
    """Runs a third server of the floor in this process."""
    with closing(listening()) as listener:
        served = Served(build(pair.database, Settings(origins=(address_of(listener),))), listener)
        try:
            served.open()
            yield served
        finally:
            served.close()


@pytest.mark.parametrize("is_deaf", [False, True])
def test_a_server_that_does_not_listen_is_noticed(pair: Pair, monkeypatch: pytest.MonkeyPatch, is_deaf: bool) -> None:
    first = 60 if is_deaf else 50
    if is_deaf:
        monkeypatch.setattr(PostgresStore, "listen", lambda store, *callbacks: Deaf())
    with third(pair) as server, pair.bob.at(server).line(TABLE) as line:
        seen(line, 0, PATIENCE_SECONDS)
        number = wager(pair.ann, 1, first)
        with pytest.raises(TimeoutError) if is_deaf else nullcontext():
            seen(line, number, 3 * WITHIN_SECONDS if is_deaf else PATIENCE_SECONDS)
    wager(pair.ann, 1, first + 1)


def test_both_take_orders_for_one_table_at_once_and_lose_none(pair: Pair) -> None:
    numbers: list[int] = []

    def play(player: Visitor, seat: int) -> None:
        numbers.extend([wager(player, seat, n) for n in range(100, 100 + TIMES)])

    threads = [threading.Thread(target=play, args=args) for args in ((pair.ann, 1), (pair.bob, 2))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(numbers) == 2 * TIMES == len(set(numbers))
    assert max(numbers) - min(numbers) == 2 * TIMES - 1


def test_the_same_order_given_to_both_is_carried_out_once(pair: Pair) -> None:
    first = pair.ann.order("twice", TABLE, type="PlaceWager", seat=1, wager="ante", cents=500)
    again = pair.ann.at(pair.other).order("twice", TABLE, type="PlaceWager", seat=1, wager="ante", cents=500)
    assert (first["again"], again["again"]) == (False, True) and first["seq"] == again["seq"]
    wager(pair.ann, 1, 301)


def test_signing_out_at_one_is_signing_out_at_the_other(pair: Pair) -> None:
    visitor = signed_in(pair.one, "ann")
    elsewhere = visitor.at(pair.other)
    assert "ticket" in elsewhere.post("/api/ticket")
    headers = {"Origin": visitor.address, "X-CSRF-Token": visitor.csrf, "Cookie": f"tablelaw={visitor.key}"}
    assert httpx2.delete(f"{visitor.address}/api/session", headers=headers).status_code == 200
    assert elsewhere.post("/api/ticket")["refused"]["code"] == "not-signed-in"


def test_a_device_is_told_by_either_what_the_other_acknowledges(pair: Pair) -> None:
    """A feed that is cut at one server goes on at the other; a token withdrawn at one is refused by both."""
    engine = sql_engine(pair.database)
    devices = Devices(engine)
    token = devices.make(NewDevice("cms-1", "management", (TABLE,)), "kim")
    headers = {"Authorization": f"Bearer {token}"}
    began = httpx2.get(f"{pair.one.address}/api/device", headers=headers, timeout=ANSWER_SECONDS).json()["seq"]
    told: list[int] = []
    for n, (player, server) in enumerate([(pair.ann, pair.other), (pair.ann, pair.one), (pair.ann, pair.other)]):
        wager(player, 1, 500 + n)
        wanted = began + n + 1
        while not told or told[-1] < wanted:
            last = str(told[-1] if told else began)
            feed = httpx2.get(
                f"{server.address}/api/feed?wait=1", headers=headers | {"Last-Event-ID": last}, timeout=ANSWER_SECONDS
            )
            told += [int(line.removeprefix('data: {"seq":').partition(",")[0]) for line in _told(feed.text)]
    assert told == list(range(began + 1, began + 4))
    devices.withdraw("cms-1")
    for server in (pair.one, pair.other):
        assert httpx2.get(f"{server.address}/api/device", headers=headers).status_code == 401
    wager(pair.ann, 1, 503)
    engine.dispose()


def _told(feed: str) -> list[str]:
    return [line for line in feed.splitlines() if line.startswith("data: ")]


def test_killing_one_leaves_the_other_serving_with_nothing_lost(pair: Pair) -> None:
    acknowledged = [wager(pair.ann, 1, n) for n in range(400, 406)]
    with pair.bob.line(TABLE) as line:
        pair.one.kill()
        seen(line, acknowledged[-1], PATIENCE_SECONDS)
        mine = wager(pair.bob, 2, 400)
        assert mine == acknowledged[-1] + 1
        seen(line, mine, PATIENCE_SECONDS)
        assert wager(pair.ann.at(pair.other), 1, 406) == mine + 1
    with closing(open_store(pair.database)) as store, closing(FloorService(store)) as service:
        assert sum(balance.posted for balance in service.views.balances().values()) == 0
        assert service.views.tables[TABLE].number == mine + 1
