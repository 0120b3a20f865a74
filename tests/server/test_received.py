"""What arrives on a connection is parsed a little at a time, and proxies are known by address or network."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field

import pytest

from houserules.server.connections import LARGEST_UNPARSED, PARSED_AT_ONCE, Connections, Received
from houserules.server.settings import Settings


@dataclass
class Line(asyncio.Transport):
    """A transport that only knows whether it is read and whether it was ended."""

    is_read: bool = True
    is_ended: bool = False
    parsed: list[int] = field(default_factory=list)

    def pause_reading(self) -> None:
        self.is_read = False

    def resume_reading(self) -> None:
        self.is_read = True

    def is_closing(self) -> bool:
        return self.is_ended

    def abort(self) -> None:
        self.is_ended = True

    def get_extra_info(self, name: str, default: object = None) -> object:
        return None


def received(line: Line, is_open: list[bool]) -> Received:
    return Received(lambda part: line.parsed.append(len(part)), lambda: is_open[0], lambda: is_open[0])


@pytest.mark.parametrize("size", [1, PARSED_AT_ONCE - 1, PARSED_AT_ONCE])
def test_what_is_short_is_parsed_at_once(size: int) -> None:
    line = Line()
    received(line, [True]).add(bytes(size), line)
    assert line.parsed == [size] and line.is_read


def test_others_have_their_turn_between_the_parts_of_what_is_long() -> None:
    async def run() -> None:
        line, turns = Line(), 0
        received(line, [True]).add(bytes(PARSED_AT_ONCE * 5 + 1), line)
        while sum(line.parsed) < PARSED_AT_ONCE * 5 + 1:
            assert len(line.parsed) == turns + 1 and not line.is_read
            await asyncio.sleep(0)
            turns += 1
        assert line.parsed == [PARSED_AT_ONCE] * 5 + [1] and turns == 5 and line.is_read

    asyncio.run(run())


def test_nothing_is_parsed_or_read_while_a_message_waits_for_the_application() -> None:
    async def run() -> None:
        line, is_open = Line(), [False]
        kept = received(line, is_open)
        kept.add(bytes(PARSED_AT_ONCE + 1), line)
        await asyncio.sleep(0)
        assert line.parsed == [] and not line.is_read
        is_open[0] = True
        kept.go_on(line)
        await asyncio.sleep(0)
        assert line.parsed == [PARSED_AT_ONCE, 1] and line.is_read

    asyncio.run(run())


@pytest.mark.parametrize(("size", "is_ended"), [(LARGEST_UNPARSED, False), (LARGEST_UNPARSED + 1, True)])
def test_more_than_may_wait_ends_the_connection(size: int, is_ended: bool) -> None:
    line = Line()
    received(line, [False]).add(bytes(size), line)
    assert line.is_ended == is_ended


@pytest.mark.parametrize("proxy", ["10.0.0.5", "10.0.0.0/24", "2001:db8::/64"])
def test_a_proxy_named_by_address_or_network_has_more_connections_than_others(proxy: str) -> None:
    connections = Connections(Settings(connections_per_address=1, proxies=(proxy,)))
    address = "2001:db8::7" if ":" in proxy else "10.0.0.5"
    assert [connections.enter(address) for _ in range(3)] == [True] * 3
    for other in ("10.0.1.5", "", "no address"):
        assert [connections.enter(other) for _ in range(2)] == [True, False]
