"""The sockets on which a server listens: bound before the floor is prepared, opened afterwards."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from tablelaw.errors import TablelawError

LAST_PORT = 2**16 - 1
TAKEN = "an address of this machine, and a port that is not in use"


class CannotListen(TablelawError):
    """An address that the server cannot listen on."""

    no_paragraph = "a matter of the network"


@contextmanager
def bound_sockets(host: str, port: int) -> Iterator[list[socket.socket]]:
    """Binds a socket at every address of the host, without listening yet; raises `CannotListen` if one is taken."""
    if not 1 <= port <= LAST_PORT:
        raise CannotListen(f"{port} is not a port number", accepted=f"1 to {LAST_PORT}")
    with ExitStack() as kept:
        try:
            found = dict.fromkeys(socket.getaddrinfo(host, port, type=socket.SOCK_STREAM))
            found_sockets = [_bound(kept, family, address) for family, _, _, _, address in found]
        except (OSError, UnicodeError) as error:  # the second error is for a name that no machine can have
            why = getattr(error, "strerror", "") or str(error)
            raise CannotListen(f"the server cannot listen on {host}:{port}", why=why, accepted=TAKEN) from None
        yield found_sockets


def _bound(kept: ExitStack, family: socket.AddressFamily, address: tuple[object, ...]) -> socket.socket:
    # The protocol is named because asyncio turns off Nagle's algorithm only for sockets that name theirs.
    bound = kept.enter_context(socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP))
    # SO_REUSEADDR allows a start while old connections are closing; on Windows, two servers would share the port.
    exclusive = getattr(socket, "SO_EXCLUSIVEADDRUSE", None)  # Windows only
    bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR if exclusive is None else exclusive, 1)
    if family == socket.AF_INET6:  # the other family has its own socket
        bound.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
    bound.bind(address)
    return bound
