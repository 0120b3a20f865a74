"""The doors of a house: the sockets it is reached at, taken before the floor is made ready and opened after."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from houserules.errors import HouserulesError

LAST_PORT = 2**16 - 1
TAKEN = "an address of this machine, and a port that nobody has"


class NoDoor(HouserulesError):
    """An address that cannot be listened at."""

    no_paragraph = "a matter of the network"


@contextmanager
def doors_at(host: str, port: int) -> Iterator[list[socket.socket]]:
    """A socket at every address of the host, not listening yet; refused by name where one cannot be had."""
    if not 1 <= port <= LAST_PORT:
        raise NoDoor(f"{port} is no port", accepted=f"1 to {LAST_PORT}")
    with ExitStack() as kept:
        try:
            found = dict.fromkeys(socket.getaddrinfo(host, port, type=socket.SOCK_STREAM))
            doors = [_bound(kept, family, address) for family, _, _, _, address in found]
        except (OSError, UnicodeError) as error:  # the second of a name that no machine can have
            why = getattr(error, "strerror", "") or str(error)
            raise NoDoor(f"{host}:{port} cannot be listened at", why=why, accepted=TAKEN) from None
        yield doors


def _bound(kept: ExitStack, family: socket.AddressFamily, address: tuple[object, ...]) -> socket.socket:
    # The protocol is named: asyncio turns Nagle's algorithm off only for sockets that say that they are TCP.
    door = kept.enter_context(socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP))
    door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    if family == socket.AF_INET6:  # the other family has a socket of its own
        door.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
    door.bind(address)
    return door
