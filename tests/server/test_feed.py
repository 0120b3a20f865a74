"""The event feed: what each kind of device is told, and that a feed can be cut anywhere and resumed."""

from __future__ import annotations

import asyncio
import http.client
import json
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tablelaw.cards import Card
from tablelaw.floor import events as property_events
from tablelaw.floor import orders
from tablelaw.floor.house_staff import FLOORPERSON
from tablelaw.floor.log.entry import Entry
from tablelaw.persons import DeviceKind
from tablelaw.server import open_feeds
from tablelaw.server.devices import NewDevice
from tablelaw.server.open_feeds import PAGE, Feeds, FeedTimes
from tablelaw.server.run import manners
from tablelaw.server.settings import Settings
from tablelaw.table import commands, events
from tablelaw.views.feed_entries import MADE, SHOWN, WITHHELD, WireEvent, told_event
from tests.floor.played import bet, sit
from tests.floor.world import ADMINISTRATOR, World, example
from tests.server.conftest import SETTINGS, Doors
from tests.server.served import HOST, Served, listening, prepared, without_limits
from tests.server.test_devices import Machine, code_of, machine
from tests.table.game import arranged

TABLE, OTHER = "UTH-REAL", "UTH-2"
CARDS = arranged("pa-653a", "manual-shoe", (1,), {1: "As Ad"}, dealer="2c 7d", board="Ah Kd Qc 9s 4h")
LINK = "progressive-link"
DEALERS, BOARD = {"2c", "7d"}, {"Ah", "Kd", "Qc", "9s", "4h"}
SECONDS = 20


def parsed(text: str) -> list[dict[str, Any]]:
    """The messages of a stream, each with its id and kind."""
    found = []
    for block in text.split("\n\n"):
        fields = dict(line.split(": ", 1) for line in block.splitlines() if not line.startswith(":"))
        if "data" in fields:
            found.append({"id": int(fields["id"]), "event": fields["event"], **json.loads(fields["data"])})
    return found


def told(device: Machine, after: int = 0, **headers: str) -> list[dict[str, Any]]:
    answer = device.get(f"/api/feed?after={after}&wait=0", **headers)
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"].startswith("text/event-stream")
    return parsed(answer.text)


def play(world: World) -> None:
    """Plays a round with real cards that a shoe enters."""
    sit(world, TABLE)
    bet(world, TABLE, ante=500, blind=500, progressive=100)
    world.do("dealer", commands.CloseBets(), TABLE)
    world.do("dealer", commands.CountChips(1), TABLE)
    for _ in range(60):
        round_ = world.view(TABLE).state.round
        if round_ is None:
            return
        if round_.phase == "deciding":
            world.do("player:ann", commands.Act(1, "bet", 2000), TABLE)
        elif round_.phase == "dealing":
            world.do("device:shoe-1", commands.EnterCard(CARDS[round_.dealt]), TABLE)
        else:
            world.run(TABLE)
    raise AssertionError("the round does not end")


@pytest.fixture(scope="module")
def doors(open_doors: Callable[..., Doors]) -> Doors:
    """A table whose round has been played with real cards, and another table."""
    doors = open_doors(SETTINGS, ())
    doors.world.open([example("pa-653a", OTHER)])
    text = example("pa-653a", TABLE).replace(f'# link = "{LINK}"', f'link = "{LINK}"')
    doors.world.do(ADMINISTRATOR, orders.InstallTable(text, 100_000_00, physical=True))
    play(doors.world)
    doors.world.run(OTHER)
    return doors


def device(doors: Doors, kind: DeviceKind, tables: tuple[str, ...] = (TABLE,)) -> Machine:
    name = f"{kind} {time.monotonic_ns()}"
    return machine(doors, kind, name, tables)


# --- What is told ----------------------------------------------------------------------------------------------------


def test_every_field_of_every_event_is_told_or_withheld() -> None:
    told_of_property = [kind for kind in property_events.PropertyEvent.__subclasses__() if kind in SHOWN]
    for kind in (*events.Event.__subclasses__(), *told_of_property):
        fields = {field.name for field in msgspec.structs.fields(kind)} - {"cite", "by", "at"}
        listed = [*SHOWN[kind], *WITHHELD.get(kind, ())]
        assert set(listed) <= fields and len(set(listed)) == len(listed), kind.__name__
        made = fields - set(listed)
        assert not made or kind in MADE, f"{kind.__name__}: {made} is neither told nor withheld"


def test_no_event_names_who_gave_the_order() -> None:
    assert not {"by", "at"} & {field.name for field in msgspec.structs.fields(WireEvent)}


def test_only_the_dealers_and_the_boards_cards_are_named_and_only_face_up() -> None:
    places = ("dealer", "community", "seat 1", "burn", "set aside")
    rows = tuple((place, Card.parse("As"), face) for place in places for face in ("up", "down"))
    shown = [(one.place, one.card) for one in told_event(events.Dealt(rows, cite="")).dealt]
    assert shown == [
        row for place in places for row in ((place, "As" if place in ("dealer", "community") else "??"), (place, "??"))
    ]
    taken = told_event(events.CardTakenBack("dealer", Card.parse("As"), "up", cite=""))
    assert [one.card for one in taken.dealt] == ["??"]


def test_a_shoe_is_told_of_its_table_and_of_no_face_down_card(doors: Doors) -> None:
    messages = told(device(doors, "shoe"))
    kinds = [event["type"] for message in messages for event in message["events"]]
    assert {"SeatTaken", "WagerPlaced", "Dealt", "Decided", "DealerTurnedUp", "Settled", "RoundCleared"} <= set(kinds)
    assert {message["table"] for message in messages} <= {TABLE, ""}
    named: list[str] = []
    for event in (event for message in messages for event in message["events"]):
        if event["type"] == "DealerTurnedUp":
            assert set(event["cards"]) == DEALERS and not DEALERS & set(named), "not before they were turned up"
        named += [*event.get("cards", ()), *(one["card"] for one in event.get("dealt", ()))]
    assert set(named) == {*DEALERS, *BOARD, "??"}
    assert not any(message["meters"] for message in messages)


def test_a_display_is_told_of_its_meters_and_of_nothing_else(doors: Doors) -> None:
    messages = told(device(doors, "display"))
    assert messages and all(message["meters"] and not message["events"] for message in messages)
    (last,) = messages[-1]["meters"]
    assert last in meters_shown(doors)


def meters_shown(doors: Doors) -> Any:
    return json.loads(msgspec.json.encode(doors.context.table_view(TABLE, None).meters))


def test_a_management_system_is_also_told_of_days_and_links(doors: Doors) -> None:
    manager, shoe = device(doors, "management", ("*",)), device(doors, "shoe", ("*",))
    kinds = [{event["type"] for message in told(one) for event in message["events"]} for one in (manager, shoe)]
    assert kinds[0] - kinds[1] == {"DayStarted"} and not kinds[1] - kinds[0]
    money = {"ChipsBought", "AccountLoaded", "TrayFilled", "DealerAssigned", "PropertyOpened"}
    assert not kinds[0] & money


def test_a_device_is_told_nothing_of_other_tables(doors: Doors) -> None:
    messages = told(device(doors, "management", (OTHER,)))
    assert {message["table"] for message in messages} == {OTHER, ""}
    everything = told(device(doors, "management", ("*",)))
    assert {message["table"] for message in everything} == {OTHER, TABLE, ""}


def test_a_link_that_is_cut_is_told_to_the_display_of_its_meter(doors: Doors) -> None:
    before = doors.context.service.views.seq
    doors.world.do(FLOORPERSON, orders.CutLink(LINK))
    (down,) = told(device(doors, "display"), before)
    doors.world.do(FLOORPERSON, orders.RestoreLink(LINK))
    assert [meter["is_down"] for meter in down["meters"]] == [True]
    assert told(device(doors, "display", (OTHER,)), before) == []
    assert [message["events"][0]["type"] for message in told(device(doors, "management"), before)] == [
        "LinkCut",
        "LinkRestored",
    ]


# --- Resuming --------------------------------------------------------------------------------------------------------


def test_a_feed_resumes_after_any_entry_without_gap_or_repetition(doors: Doors) -> None:
    manager = device(doors, "management", ("*",))
    whole = told(manager)
    numbers = [message["id"] for message in whole]
    assert numbers == sorted(set(numbers)) and all(message["seq"] == message["id"] for message in whole)
    for cut in range(0, len(whole) + 1, 7):
        last = numbers[cut - 1] if cut else 0
        assert told(manager, last) == whole[cut:]
        assert told(manager, 0, **{"Last-Event-ID": str(last)}) == whole[cut:], "the header is newer than the address"


def test_pages_of_any_length_give_the_same_feed(doors: Doors, monkeypatch: pytest.MonkeyPatch) -> None:
    manager = device(doors, "management", ("*",))
    whole = told(manager)
    monkeypatch.setattr(open_feeds, "APART_SECONDS", 0)
    for page in (1, 2, 7, doors.context.service.views.seq):
        monkeypatch.setattr(open_feeds, "PAGE", page)
        assert told(manager) == whole
    assert PAGE < 1000


def test_without_a_number_the_feed_begins_now(doors: Doors) -> None:
    views = doors.context.service.views
    answer = parsed(device(doors, "display").get("/api/feed?wait=0").text)
    (start,) = answer
    assert start["event"] == "start" and start["id"] == start["seq"] == views.seq
    assert start["tables"] == [TABLE]
    assert start["meters"] == meters_shown(doors)


@pytest.mark.parametrize("given", ["-1", "x", "1.5", "٣", "9" * 16, "1 OR 1", "0x1"])
def test_a_number_that_is_none_is_refused(doors: Doors, given: str) -> None:
    shoe = device(doors, "shoe")
    assert code_of(shoe.client.get("/api/feed", params={"after": given}, headers=bearing(shoe))) == "not-readable"
    assert code_of(shoe.client.get("/api/feed", params={"wait": given}, headers=bearing(shoe))) == "not-readable"


def bearing(device: Machine) -> dict[str, str]:
    return {"Authorization": f"Bearer {device.token}"}


def test_a_number_beyond_the_log_is_refused(doors: Doors) -> None:
    shoe, last = device(doors, "shoe"), doors.context.service.views.seq
    assert told(shoe, last) == []
    answer = shoe.get(f"/api/feed?after={last + 1}&wait=0")
    assert (answer.status_code, code_of(answer)) == (409, "not-in-the-log")


# --- Open feeds ------------------------------------------------------------------------------------------------------

LIVE = replace(
    without_limits(Settings(trusted_hosts=(HOST,))), transfer_seconds=1.0, feeds_per_device=2, feed_seconds=30.0
)


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    door = listening()
    door.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 8192)  # otherwise the buffers hold megabytes
    with prepared(str(tmp_path_factory.mktemp("feeds") / "floor.db"), LIVE, door=door) as found:
        world = World(found.context.service)
        world.open([example("pa-653a", OTHER)])
        world.seat(OTHER)
        world.run(OTHER)
        found.open()
        yield found


def token_of(served: Served, kind: DeviceKind = "management") -> str:
    return served.context.devices.make(NewDevice(f"d{time.monotonic_ns()}", kind, ("*",)), "adm")


class Reader:
    """A program that reads an open feed line by line."""

    def __init__(self, served: Served, token: str, query: str = "", last: int | None = None) -> None:
        self._line = http.client.HTTPConnection(served.address.removeprefix("http://"), timeout=SECONDS)
        headers = {"Authorization": f"Bearer {token}"} | ({} if last is None else {"Last-Event-ID": str(last)})
        self._line.request("GET", f"/api/feed{query}", headers=headers)
        self.answer = self._line.getresponse()

    def next(self) -> dict[str, Any] | None:
        """The next message; None at the end of the feed. Beats are skipped."""
        block = ""
        while line := self.answer.readline().decode():
            block += line
            if line == "\n":
                if found := parsed(block):
                    return found[0]
                block = ""
        return None

    def close(self) -> None:
        self.answer.close()
        self._line.close()


def wagers(served: Served, count: int, name: str) -> None:
    world = World(served.context.service, name)
    for n in range(count):
        given = commands.WithdrawWager(1, "ante") if n % 2 else commands.PlaceWager(1, "ante", 500)
        world.do(f"player:{OTHER} 1", given, OTHER)


def test_a_feed_that_is_cut_again_and_again_misses_and_repeats_nothing(served: Served) -> None:
    token, count = token_of(served), 60
    began = served.context.service.views.seq
    player = threading.Thread(target=wagers, args=(served, count, "cut"))
    player.start()
    read: list[int] = []
    while len(read) < count:
        with closing(Reader(served, token, f"?after={began}", read[-1] if read else None)) as reader:
            for _ in range(1 + len(read) % 13):
                if len(read) < count:
                    message = reader.next()
                    assert message is not None
                    read.append(message["id"])
    player.join()
    assert read == list(range(began + 1, began + count + 1))


def test_what_happens_is_told_at_once(served: Served) -> None:
    with closing(Reader(served, token_of(served))) as reader:
        start = reader.next()
        assert start is not None and start["event"] == "start"
        began = time.monotonic()
        wagers(served, 2, "at once")
        (first, second) = (reader.next(), reader.next())
    assert first and second and [first["id"], second["id"]] == [start["id"] + 1, start["id"] + 2]
    assert [event["type"] for event in first["events"]] == ["WagerPlaced"]
    assert time.monotonic() - began < open_feeds.BEAT_SECONDS


def until(is_so: Callable[[], bool]) -> None:
    end = time.monotonic() + SECONDS
    while not is_so():
        assert time.monotonic() < end, "it did not happen in time"
        time.sleep(0.01)


def test_a_device_has_a_limited_number_of_feeds(served: Served) -> None:
    feeds = served.context.feeds
    until(lambda: feeds.number == 0)
    token = token_of(served)
    readers = [Reader(served, token) for _ in range(LIVE.feeds_per_device)]
    until(lambda: feeds.number == LIVE.feeds_per_device)
    with closing(Reader(served, token)) as third:
        assert third.answer.status == 429 and json.loads(third.answer.read())["refused"]["code"] == "too-many"
    with closing(Reader(served, token_of(served))) as other:
        assert other.answer.status == 200
    for reader in readers:
        reader.close()
    until(lambda: feeds.number == 0)


def test_all_feeds_together_are_limited(served: Served) -> None:
    feeds = Feeds(served.context.service, replace(LIVE, feeds_in_all=1))
    feeds.require_room("one")
    feeds._open["one"] += 1
    with pytest.raises(Exception, match="too many"):
        feeds.require_room("another")


def test_many_feeds_are_told_of_an_entry_and_none_of_them_ends(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    """A floor has a display or two at each table; they wake at the same moment, and a page takes a moment."""
    began, feeds = served.context.service.views.seq, served.context.feeds
    page = feeds.page

    def slow_page(*asked: Any) -> Any:
        time.sleep(0.005)
        return page(*asked)

    monkeypatch.setattr(feeds, "page", slow_page)
    readers = [Reader(served, token_of(served, "shoe"), f"?after={began}") for _ in range(100)]
    until(lambda: served.context.feeds.number == len(readers))
    wagers(served, 2, "many")
    for reader in readers:
        messages = reader.next(), reader.next()
        assert [message["id"] for message in messages if message] == [began + 1, began + 2]
        reader.close()
    until(lambda: served.context.feeds.number == 0)


def test_the_newest_entries_are_not_read_from_the_log_again(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    token, store = token_of(served), served.context.service.store
    with closing(Reader(served, token)) as reader:
        start = reader.next()
        assert start is not None
        with monkeypatch.context() as patch:
            patch.setattr(store, "entries", None)
            wagers(served, 3, "newest")
            live = [reader.next() for _ in range(3)]
    served.context.feeds._newest = ()
    with closing(Reader(served, token, f"?after={start['id']}")) as again:
        assert [again.next() for _ in range(3)] == live, "what is told does not depend on where it is read"


@pytest.mark.parametrize(
    ("after", "upto", "found"),
    [(0, 3, []), (3, 6, [4, 5, 6]), (4, 6, [5, 6]), (5, 6, [6]), (6, 7, []), (2, 6, []), (3, 7, [])],
)
def test_entries_are_taken_from_memory_only_if_all_of_them_are_there(after: int, upto: int, found: list[int]) -> None:
    floor: Any = EverLonger()
    feeds = Feeds(floor, LIVE)
    assert not feeds._kept(after, upto)
    entries = [
        Entry(seq=seq, id=str(seq), stream="floor", number=seq, by="system", at=0, command=msgspec.Raw(b"{}"))
        for seq in range(1, 7)
    ]
    feeds._heard(entries[:2])
    feeds._heard(entries[2:])
    feeds._newest = feeds._newest[-3:]
    assert [entry.seq for entry in feeds._kept(after, upto)] == found


class Grown:
    """A floor whose log has an entry that listeners have not heard of yet."""

    def __init__(self, seq: int) -> None:
        self.seq, self.views = seq, self

    def subscribe(self, listener: object) -> Callable[[], None]:
        return lambda: None


@pytest.mark.parametrize("is_heard", [True, False], ids=["heard in time", "never heard"])
def test_an_entry_that_is_about_to_be_heard_is_not_read_from_the_log(
    is_heard: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Entries become durable a moment before listeners hear of them; a feed that is woken in between waits for them."""
    monkeypatch.setattr(open_feeds, "HEARD_SECONDS", 5.0 if is_heard else 0.05)
    floor: Any = Grown(3)
    feeds, from_memory = Feeds(floor, LIVE), list[bool]()
    entries = [
        Entry(seq=seq, id=str(seq), stream="floor", number=seq, by="system", at=0, command=msgspec.Raw(b"{}"))
        for seq in range(1, 4)
    ]
    feeds._heard(entries[:2])

    async def page(after: int, upto: int) -> bytes:
        from_memory.append(bool(feeds._kept(after, upto)))
        return b"x"

    async def is_over() -> bool:
        return False

    async def follow() -> None:
        if is_heard:
            asyncio.get_running_loop().call_later(0.05, feeds._heard, entries[2:])
        async for _ in feeds.follow("shoe", 2, 0.0, page, is_over):
            pass

    asyncio.run(follow())
    assert from_memory == [is_heard]


def test_feeds_that_catch_up_with_the_log_take_turns() -> None:
    floor: Any = EverLonger()
    feeds, read = Feeds(floor, replace(LIVE, feeds_per_device=20, feed_seconds=1.0)), list[int]()

    async def page(after: int, upto: int) -> bytes:
        read.append(upto)
        return b"x"

    async def is_over() -> bool:
        return False

    async def followed(device: int) -> None:
        async for _ in feeds.follow(str(device), 0, 1.0, page, is_over):
            pass

    async def all_followed() -> None:
        await asyncio.gather(*map(followed, range(20)))

    asyncio.run(all_followed())
    assert 5 <= len(read) <= 2 + (1.0 + 20 * open_feeds.APART_SECONDS) / open_feeds.APART_SECONDS


def test_an_idle_feed_beats_and_ends_with_its_token(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(open_feeds, "BEAT_SECONDS", 0.1)
    devices = served.context.devices
    token = devices.make(NewDevice("short-lived", "display", ("*",)), "adm")
    with closing(Reader(served, token)) as reader:
        assert reader.next() is not None
        assert reader.answer.readline() == b": nothing new\n"
        devices.withdraw("short-lived")
        assert reader.next() is None
    until(lambda: served.context.feeds.number == 0)


def test_a_feed_ends_after_its_time(served: Served) -> None:
    with closing(Reader(served, token_of(served), "?wait=1")) as reader:
        assert reader.next() is not None and reader.next() is None
    feeds = served.context.feeds
    until(lambda: feeds.number == 0)


class EverLonger:
    """A floor whose log grows whenever it is looked at."""

    def __init__(self) -> None:
        self.looks, self.views = 5, self

    @property
    def seq(self) -> int:
        self.looks += 1
        return self.looks

    def subscribe(self, listener: object) -> Callable[[], None]:
        return lambda: None


@pytest.mark.parametrize(("seconds", "most"), [(0.0, 30.0), (0.1, 30.0), (30.0, 0.1)])
def test_a_feed_of_a_log_that_grows_without_pause_ends_too(seconds: float, most: float) -> None:
    floor: Any = EverLonger()
    feeds = Feeds(floor, replace(LIVE, feed_seconds=most))
    read: list[tuple[int, int]] = []

    async def page(after: int, upto: int) -> bytes:
        read.append((after, upto))
        return b"x"

    async def is_over() -> bool:
        return False

    async def followed() -> None:
        async for told in feeds.follow("one", 0, seconds, page, is_over):
            assert told == b"x"

    began = time.monotonic()
    asyncio.run(followed())
    assert time.monotonic() - began < 5 and feeds.number == 0
    assert read[0][0] == 0 and all(one[1] == other[0] for one, other in pairwise(read))


@pytest.mark.parametrize(
    ("now", "after", "is_up"),
    [(9, 5, False), (10, 4, False), (10, 5, True), (11, 6, True), (19, 0, False), (20, 0, True), (21, 9, True)],
)
def test_a_feed_lasts_until_its_time_and_what_was_there_is_told(now: float, after: int, is_up: bool) -> None:
    assert FeedTimes(until=10, latest=20, head=5).are_up(now, after) is is_up


def test_a_server_ends_at_once_although_feeds_are_open(tmp_path: Path) -> None:
    with prepared(str(tmp_path / "floor.db"), LIVE) as found:
        World(found.context.service).open([])
        found.open()
        with closing(Reader(found, token_of(found))) as reader:
            assert reader.next() is not None
            began = time.monotonic()
            found.close()
            assert reader.next() is None
        assert time.monotonic() - began < manners(LIVE)["timeout_graceful_shutdown"]


def test_a_feed_that_nobody_reads_is_ended(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Feeds, "page", lambda *given: b"data: " + b"x" * 4_000_000 + b"\n\n")
    host, _, port = served.address.removeprefix("http://").partition(":")
    with closing(socket.socket()) as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        line.connect((host, int(port)))
        request = f"GET /api/feed?after=0 HTTP/1.1\r\nHost: {host}:{port}\r\nAuthorization: Bearer {token_of(served)}"
        line.sendall(f"{request}\r\n\r\n".encode())
        until(lambda: served.context.feeds.number == 1)
        until(lambda: served.context.feeds.number == 0)
