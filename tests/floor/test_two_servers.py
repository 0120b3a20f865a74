"""Two server processes serve one floor: orders for a table that has changed are refused and retried, and nothing is
lost.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

import pytest

from tablelaw.chance import PracticeChance
from tablelaw.errors import TablelawError
from tablelaw.floor.audit.reexecution import reexecute
from tablelaw.floor.handlers.installation import floor_table
from tablelaw.floor.house_staff import DEALER, next_step
from tablelaw.floor.log.entry import Entry, decode
from tablelaw.floor.orders import Order
from tablelaw.floor.read_model import TableView
from tablelaw.floor.recovery import recover
from tablelaw.floor.service import FloorService
from tablelaw.floor.store.api import open_store
from tablelaw.table import commands
from tablelaw.table.commands import Command
from tablelaw.table.legal import decisions
from tests.floor.crash_client import ANSWER_SECONDS, Process
from tests.floor.served_floor import Acknowledged, Look
from tests.floor.test_linked_meter import METER, STAKE_CENTS, linked
from tests.floor.world import World

SHARED, OWN = ("T1", "T2"), {"left": "T3", "right": "T4"}
SEATS = (1, 2)
WAGERS = {"ante": 500, "progressive": STAKE_CENTS}
ROUNDS = 5


class Server:
    """A server process and its clients. Each client acts on the state it last read and sends its number with
    the order.
    """

    def __init__(self, name: str, database: str, kind: str) -> None:
        self.name = name
        self.process = Process(database, kind, name)
        self.done: dict[str, tuple[Order, Entry]] = {}
        self.refused: list[str] = []
        self._looking = threading.Lock()
        assert self.process.opened.wait(ANSWER_SECONDS)

    def look(self) -> Look:
        with self._looking:
            found = self.process.ask(None).result(ANSWER_SECONDS)
        assert isinstance(found, Look)
        return found

    def do(self, order: Order) -> Acknowledged | None:
        try:
            told = self.process.ask(order).result(ANSWER_SECONDS)
        except TablelawError as refusal:
            self.refused.append(refusal.code)
            return None
        assert isinstance(told, Acknowledged)
        return told

    def play(self, table: str) -> None:
        """Takes the next step at a table repeatedly, looking again after each refusal."""
        chance, given = PracticeChance(f"{self.name} {table}"), 0
        view = TableView(floor_table(linked(int(table[1:])), physical=False))
        while (look := self.look()).tables[table].rounds < ROUNDS:
            view.state = look.tables[table]
            by, command = next_step(view, chance, 0) or player_step(view, chance)
            given += 1
            order_id = f"{self.name} {table} {given}"
            order = Order(id=order_id, by=by, command=command, table=table, expect=look.numbers[table])
            if (told := self.do(order)) is not None:
                self.done[order.id] = order, decode(told.body)


def player_step(view: TableView, chance: PracticeChance) -> tuple[str, Command]:
    """A wager for a player who has none yet, the closing of the bets, or a decision."""
    state, round_ = view.state, view.state.round
    if round_ is not None and round_.phase == "deciding":
        choices = list(decisions(view.engine.rules, round_))
        choice = choices[chance.below(len(choices))]
        return f"player:{state.players[choice.seat]}", choice
    placed = {number: seat.wagers for number, seat in round_.seats.items()} if round_ else {}
    for seat, wager in ((seat, wager) for seat in SEATS for wager in WAGERS):
        if wager not in placed.get(seat, {}):
            return f"player:{state.players[seat]}", commands.PlaceWager(seat, wager, WAGERS[wager])
    return DEALER, commands.CloseBets()


def opened(database: str) -> int:
    """Sets up the tables with players, and returns the number of entries so far."""
    with closing(open_store(database)) as store, closing(FloorService(store)) as service:
        world = World(service, "opening")
        for table in world.open([linked(int(name[1:])) for name in (*SHARED, *OWN.values())]):
            world.seat(table, SEATS)
        return service.views.seq


@pytest.fixture
def left_and_right(request: pytest.FixtureRequest, database: str) -> Iterator[tuple[Server, Server]]:
    servers = [Server(name, database, getattr(request, "param", "sound")) for name in OWN]
    yield servers[0], servers[1]
    for server in servers:
        server.process.kill()


def play_against_each_other(servers: tuple[Server, Server]) -> None:
    """Has both servers play at the shared tables, and each at a table of its own."""
    for server in servers:
        see_everything(server)
    with ThreadPoolExecutor(len(servers) * (len(SHARED) + 1)) as pool:
        games = [(server, table) for server in servers for table in (*SHARED, OWN[server.name])]
        list(pool.map(lambda game: game[0].play(game[1]), games))


def check(database: str, first: int, servers: tuple[Server, Server]) -> None:
    """Checks that every acknowledged order is in the log once, unchanged and based on the current state, and the money
    adds up.
    """
    done = servers[0].done | servers[1].done
    refused = {code for server in servers for code in server.refused}
    assert refused <= {"stale"}, f"somebody was not told to look again, but {refused}"
    with closing(open_store(database)) as store:
        kept = [decode(row.body) for row in store.entries(first)]
        played = [entry for entry in kept if entry.stream != "floor"]
        assert [entry.id for entry in played if entry.id not in done] == [], "somebody else's order"
        assert len(played) == len({entry.id for entry in played}) == len(done), "an order is lost, or was done twice"
        for entry in played:
            order, told = done[entry.id]
            assert entry == told, f"entry {entry.seq} is not as acknowledged"
            seen = (order.expect or 0) + 1 == entry.number
            assert seen, f"entry {entry.seq} was decided on what its giver had not seen"
        reexecute(store)
        floor = recover(store)[0]
    assert floor.ledger.trial_balance().is_balanced
    assert floor.meters[METER].amount_in == ROUNDS * len((*SHARED, *OWN)) * len(SEATS) * STAKE_CENTS
    assert floor.meters[METER].pending_units == 0


def test_two_processes_lose_and_double_nothing(database: str, left_and_right: tuple[Server, Server]) -> None:
    left, right = left_and_right
    first = opened(database)
    play_against_each_other(left_and_right)
    check(database, first, left_and_right)
    for server in left_and_right:
        print(f"{server.name}: {len(server.done)} orders, {len(server.refused)} times told to look again")
        assert server.done and server.refused
    order, entry = next(iter(left.done.values()))
    again = right.do(order)
    assert again is not None and again.again and decode(again.body) == entry, "known to the other process too"
    for server in left_and_right:
        see_everything(server)
    assert left.look() == right.look()


def see_everything(server: Server) -> None:
    """Gives an order that is refused and writes nothing, but makes the process catch up with the other process's
    entries.
    """
    nothing = Order(id="look", by=DEALER, command=commands.Validate(0, ""), table=SHARED[0])
    with pytest.raises(TablelawError):
        server.process.ask(nothing).result(ANSWER_SECONDS)


@pytest.mark.parametrize("left_and_right", ["heedless"], indirect=True)
def test_without_the_sequence_check_it_is_found_out(database: str, left_and_right: tuple[Server, Server]) -> None:
    """The planted fault is that the state an order is based on is not compared with the table's current state."""
    first = opened(database)
    play_against_each_other(left_and_right)
    with pytest.raises(AssertionError, match=r"had not seen|not told to look again"):
        check(database, first, left_and_right)
