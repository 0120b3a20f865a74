"""The open event feeds: each sends the log entries that its device may be shown, in order, as they become durable.

A feed reads the log in pages and reads the next page only after the device has taken the last one, so no queue grows.
The newest entries are kept in memory, so that an entry is not read from the log once for each feed; feeds that catch up
with the log take turns. A feed ends after a while, or when its token ends; the device then opens it again after the
last entry it was sent.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from typing import NamedTuple

import msgspec

from tablelaw.errors import TablelawError
from tablelaw.floor.log.entry import Entry, decode
from tablelaw.floor.service import FloorService
from tablelaw.server.refusals import ServerRefused
from tablelaw.server.settings import Settings
from tablelaw.views.feed_entries import Scope, feed_entry, start_of_feed
from tablelaw.views.messages import Wire

PAGE = 200
"""How many entries are read from the log at a time."""
BEAT_SECONDS = 5.0
"""How often the token of an open feed is checked, and how often a feed with nothing to send sends a comment, so that
the device knows that the connection has not stalled.
"""
KEPT = 2 * PAGE
"""How many of the newest entries are kept in memory."""
APART_SECONDS = 0.05
"""Pause between two pages that are read from the log, for whichever feeds, several times as long as a page takes, so
that devices that read the whole log again and again take little time from others.
"""

HEARD_SECONDS = 0.2
"""How long a feed waits for entries that are durable but not yet kept in memory; they follow within a moment."""

Read = Callable[[int, int], Awaitable[bytes]]
"""Reads the messages for the entries after one number and up to another."""


class FeedTimes(NamedTuple):
    """How long a feed lasts: until `until`, or longer if it has not yet sent what was in the log when it was opened,
    but in no case beyond `latest`.
    """

    until: float
    latest: float
    head: int

    def are_up(self, now: float, after: int) -> bool:
        return now >= self.latest or (now >= self.until and after >= self.head)


class Feeds:
    """Every open feed of this server."""

    def __init__(self, service: FloorService, settings: Settings) -> None:
        self._service, self._settings = service, settings
        self._open: Counter[str] = Counter()
        self._waiting: set[asyncio.Event] = set()
        self._newest: tuple[Entry, ...] = ()
        self._next_page = 0.0
        """When the next page may be read from the log."""
        self._loop: asyncio.AbstractEventLoop | None = None
        self._unsubscribe: Callable[[], None] | None = None

    @property
    def number(self) -> int:
        """How many feeds are open."""
        return self._open.total()

    def require_room(self, device: str) -> None:
        """Refuses a feed above the limit for each device or for all together."""
        if not self._has_room(device):
            raise ServerRefused("too-many")

    def _has_room(self, device: str) -> bool:
        return self._open[device] < self._settings.feeds_per_device and self.number < self._settings.feeds_in_all

    def page(self, after: int, upto: int, scope: Scope) -> bytes:
        """The messages for some entries, as server-sent events."""
        views, store = self._service.views, self._service.store
        entries = self._kept(after, upto) or [decode(kept.body) for kept in store.entries(after, upto - after)]
        told = (feed_entry(entry, views, scope) for entry in entries)
        return b"".join(message("entry", entry.seq, entry) for entry in told if entry is not None)

    def _kept(self, after: int, upto: int) -> Sequence[Entry]:
        """These entries if all of them are kept in memory, otherwise none."""
        newest = self._newest
        first = after + 1 - newest[0].seq if newest else -1
        found = newest[first : first + upto - after] if first >= 0 else ()
        return found if len(found) == upto - after else ()

    def _is_behind(self, after: int) -> bool:
        """Whether the log has entries that are about to be kept in memory, after some that are there already."""
        newest = self._newest
        return bool(newest) and newest[0].seq - 1 <= after <= newest[-1].seq < self._service.views.seq

    def _turn(self, after: int, upto: int) -> float:
        """How many seconds to wait before these entries are read; none if they are kept in memory."""
        now = time.monotonic()
        if self._kept(after, upto):
            return 0.0
        begins = max(now, self._next_page)
        self._next_page = begins + APART_SECONDS
        return begins - now

    async def follow(
        self, device: str, after: int, seconds: float, read: Read, is_over: Callable[[], Awaitable[bool]]
    ) -> AsyncIterator[bytes]:
        """Sends what follows an entry until the time is up or the token has ended. What is in the log already is sent
        even if no time is given.
        """
        if not self._has_room(device):  # several were opened at the same moment
            return
        now = checked = time.monotonic()
        times = FeedTimes(now + seconds, now + self._settings.feed_seconds, self._service.views.seq)
        with self._counted(device) as news:
            while not times.are_up(now, after):
                news.clear()
                if self._is_behind(after):
                    await _has_news(news, HEARD_SECONDS)
                upto = min(self._service.views.seq, after + PAGE)
                if upto > after:
                    await asyncio.sleep(self._turn(after, upto))
                    try:
                        told = await read(after, upto)
                    except TablelawError:  # the device opens the feed again, when there is less to do
                        return
                    after = upto
                    yield told or _beat(after)
                elif not await _has_news(news, min(times.until - now, BEAT_SECONDS)):
                    yield _beat(after)
                now = time.monotonic()
                if now - checked >= BEAT_SECONDS:
                    checked = now
                    if await is_over():
                        return

    @contextlib.contextmanager
    def _counted(self, device: str) -> Iterator[asyncio.Event]:
        """Counts a feed among the open ones, and wakes it whenever entries have become durable."""
        news = asyncio.Event()
        self._open[device] += 1
        self._waiting.add(news)
        self._listen()
        try:
            yield news
        finally:
            self._waiting.discard(news)
            self._open[device] -= 1
            if not self._open[device]:
                del self._open[device]

    def _listen(self) -> None:
        self._loop = asyncio.get_running_loop()
        if self._unsubscribe is None:
            self._unsubscribe = self._service.subscribe(self._heard)

    def _heard(self, entries: list[Entry]) -> None:
        """Keeps the newest entries and wakes the feeds on the server's own thread; called by the floor's writer."""
        self._newest = (*self._newest, *entries)[-KEPT:]
        if self._waiting and self._loop is not None:
            with contextlib.suppress(RuntimeError):  # the server has ended
                self._loop.call_soon_threadsafe(self._wake)

    def _wake(self) -> None:
        for news in self._waiting:
            news.set()


def start_message(service: FloorService, scope: Scope) -> tuple[int, bytes]:
    """The first message of a feed that was opened without a number, and the entry it begins after."""
    start = start_of_feed(service.views, scope)
    return start.seq, message("start", start.seq, start)


def message(kind: str, seq: int, told: Wire) -> bytes:
    """One server-sent event, whose id is the number of the entry."""
    return b"id: %d\nevent: %s\ndata: %s\n\n" % (seq, kind.encode(), msgspec.json.encode(told))


def _beat(after: int) -> bytes:
    """A comment and an id, which a client records without a message: it resumes after this entry."""
    return b": nothing new\nid: %d\n\n" % after


async def _has_news(news: asyncio.Event, seconds: float) -> bool:
    try:
        async with asyncio.timeout(seconds):
            await news.wait()
    except TimeoutError:
        return False
    return True
