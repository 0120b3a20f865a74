"""Long input on a connection is parsed in small parts, and proxies are recognised by address or network."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from itertools import pairwise

import pytest

from tablelaw.server.http.connections import (
    APART_SECONDS,
    LARGEST_UNPARSED,
    PARSED_AT_ONCE,
    PARSING_APART_SECONDS,
    Connections,
    ParsingQueue,
    ReceivedBytes,
)
from tablelaw.server.http.limited_protocols import MOST_HEADERS, ORDINARY_AT_ONCE, is_ordinary
from tablelaw.server.settings import Settings


@dataclass
class Line(asyncio.Transport):
    """A transport that only records whether it is being read and whether it was closed."""

    is_read: bool = True
    is_ended: bool = False
    parsed: list[int] = field(default_factory=list)

    def pause_reading(self) -> None:
        self.is_read = False

    def resume_reading(self) -> None:
        self.is_read = True

    def is_closing(self) -> bool:
        return self.is_ended

    def note(self, part: bytes) -> None:
        self.parsed.append(len(part))

    def abort(self) -> None:
        self.is_ended = True

    def get_extra_info(self, name: str, default: object = None) -> object:
        return None


def received(line: Line, is_open: list[bool]) -> ReceivedBytes:
    return ReceivedBytes(ParsingQueue(), line.note, lambda: is_open[0], lambda: is_open[0])


@pytest.mark.parametrize("size", [1, PARSED_AT_ONCE - 1, PARSED_AT_ONCE])
def test_what_is_short_is_parsed_at_once(size: int) -> None:
    line = Line()
    received(line, [True]).add(bytes(size), line)
    assert line.parsed == [size] and line.is_read


async def watched(lines: list[Line], whole: int) -> list[float]:
    """Returns the times at which parts were parsed, after checking that other tasks ran between any two parts."""
    times, seen = list[float](), sum(len(line.parsed) for line in lines)
    while seen < whole:
        await asyncio.sleep(0)
        parts = sum(len(line.parsed) for line in lines)
        assert parts <= seen + 1, "two parts were parsed in one turn"
        if parts > seen:
            times.append(asyncio.get_running_loop().time())
            seen = parts
    return times


def are_apart(times: list[float]) -> bool:
    return all(later - earlier > PARSING_APART_SECONDS * 0.8 for earlier, later in pairwise(times))


TRIES = 3
"""A busy machine may stop a process between a part and the note of its time, which then seems too close to the next."""


def test_others_have_their_turn_between_the_parts_of_what_is_long() -> None:
    async def run() -> bool:
        line = Line()
        received(line, [True]).add(bytes(PARSED_AT_ONCE * 5 + 1), line)
        is_read_at_first = line.is_read
        times = await watched([line], 6)
        assert not is_read_at_first and line.parsed == [PARSED_AT_ONCE] * 5 + [1] and line.is_read
        return are_apart(times)

    assert any(asyncio.run(run()) for _ in range(TRIES))


def test_many_long_ones_take_turns_and_one_part_is_parsed_at_a_time() -> None:
    async def run() -> bool:
        parsing, lines, order = ParsingQueue(), [Line() for _ in range(3)], list[int]()
        for n, line in enumerate(lines):

            def note(part: bytes, n: int = n, line: Line = line) -> None:
                order.append(n)
                line.note(part)

            ReceivedBytes(parsing, note, lambda: True, lambda: True).add(bytes(PARSED_AT_ONCE * 3), line)
        times = await watched(lines, 9)
        assert order == [0, 1, 2] * 3 and all(line.is_read for line in lines)
        return are_apart(times)

    assert any(asyncio.run(run()) for _ in range(TRIES))


def test_nothing_is_parsed_or_read_while_a_message_waits_for_the_application() -> None:
    async def run() -> None:
        line, is_open = Line(), [False]
        kept = received(line, is_open)
        kept.add(bytes(PARSED_AT_ONCE + 1), line)
        await asyncio.sleep(0)
        assert line.parsed == [] and not line.is_read
        is_open[0] = True
        kept.go_on(line)
        await watched([line], 2)
        assert line.parsed == [PARSED_AT_ONCE, 1] and line.is_read

    asyncio.run(run())


@pytest.mark.parametrize(("size", "is_ended"), [(LARGEST_UNPARSED, False), (LARGEST_UNPARSED + 1, True)])
def test_more_than_may_wait_ends_the_connection(size: int, is_ended: bool) -> None:
    line = Line()
    received(line, [False]).add(bytes(size), line)
    assert line.is_ended == is_ended


def test_new_connections_of_an_address_are_listened_to_evenly() -> None:
    """One second's worth of connections is read immediately, later ones in turn; those that would wait too long are
    refused.
    """
    connections = Connections(Settings(connections_per_second=4, answer_seconds=1.0))
    waits = [connections.wait("here", 100.0) for _ in range(12)]
    at_once = [n * APART_SECONDS for n in range(5)]
    assert waits[:9] == pytest.approx([*at_once, 0.25, 0.5, 0.75, 1.0]) and waits[9:] == [None] * 3
    assert connections.wait("here", 100.5) == 0.75, "what was refused does not count"
    assert connections.wait("here", 200.0) == 0.0


@pytest.mark.parametrize("proxy", ["10.0.0.5", "10.0.0.0/24", "2001:db8::/64"])
def test_a_proxy_named_by_address_or_network_has_more_connections_than_others(proxy: str) -> None:
    connections = Connections(Settings(connections_per_address=1, proxies=(proxy,)))
    address = "2001:db8::7" if ":" in proxy else "10.0.0.5"
    assert [connections.enter(address) for _ in range(3)] == [True] * 3
    for other in ("10.0.1.5", "", "no address"):
        assert [connections.enter(other) for _ in range(2)] == [True, False]


# --- New connections ---------------------------------------------------------------------------------------------


def test_new_connections_of_all_addresses_are_listened_to_one_after_the_other() -> None:
    kept = Connections(Settings())
    waits = [kept.wait(f"10.0.0.{n}", 100.0) for n in range(5)]
    assert waits == pytest.approx([n * APART_SECONDS for n in range(5)])
    assert kept.wait("10.0.0.9", 100.0 + 5 * APART_SECONDS) == 0


def test_nobody_waits_for_others_longer_than_for_an_answer() -> None:
    settings = Settings()
    kept = Connections(settings)
    waits = [
        kept.wait(f"10.{n >> 8}.{n & 255}.1", 100.0) for n in range(2 * int(settings.answer_seconds / APART_SECONDS))
    ]
    assert max(wait for wait in waits if wait is not None) == pytest.approx(settings.answer_seconds)


def test_an_address_that_is_far_ahead_keeps_no_other_waiting() -> None:
    """Its later connections are delayed, but connections from other addresses are not."""
    kept = Connections(Settings(connections_per_second=2.0))
    assert [kept.wait("10.0.0.1", 100.0) for _ in range(4)][-1] == pytest.approx(0.5)
    assert (kept.wait("10.0.0.2", 100.0) or 0.0) <= 4 * APART_SECONDS


# --- Requests from a browser -------------------------------------------------------------------------------------

FIRST_LINE = b"POST /api/session HTTP/1.1\r\n"


@pytest.mark.parametrize(
    ("data", "is_so"),
    [
        (FIRST_LINE + b"x" * (ORDINARY_AT_ONCE - len(FIRST_LINE)), True),
        (FIRST_LINE + b"x" * (ORDINARY_AT_ONCE - len(FIRST_LINE) + 1), False),
        (b"a: b\n" * MOST_HEADERS, True),
        (b"a: b\n" * (MOST_HEADERS + 1), False),
        (FIRST_LINE + b"Transfer-Encoding: Chunked\r\n\r\n", False),
    ],
)
def test_a_request_as_short_as_a_browsers_waits_for_nobody_elses(data: bytes, is_so: bool) -> None:
    assert is_ordinary(data) == is_so
