"""The command line with known randomness, time and names, so that its output can be compared.

`python -m tests.cli.practice NUMBER ...` is `tablelaw ...` as command NUMBER of a session, in a separate process.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from itertools import count
from unittest import mock

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from tablelaw.chance import KernelChance, PracticeChance
from tablelaw.cli.main import main
from tablelaw.clock import SystemClock
from tablelaw.floor.log.entry_time import EntryTime

BEGIN = 1_794_765_600
"""2026-11-15 18:00:00 UTC."""
A_COMMAND = 60
"""Seconds from one command to the next."""


@contextmanager
def practised(number: int, seed: str = "practice") -> Iterator[None]:
    """Fixes everything that is otherwise different each time, for command `number` of a session."""
    chance, ids = PracticeChance(f"{seed} {number}"), count(1)
    key = Ed25519PrivateKey.from_private_bytes(sha256(seed.encode()).digest())
    with (
        mock.patch.object(KernelChance, "below", lambda self, n: chance.below(n)),
        mock.patch.object(SystemClock, "now", lambda self: BEGIN + A_COMMAND * number),
        # A clock that stands still in each process disagrees with every other clock.
        mock.patch("tablelaw.floor.service.EntryTime", lambda clock, other, bound_seconds: EntryTime(clock)),
        mock.patch.object(Ed25519PrivateKey, "generate", lambda: key),
        mock.patch("tablelaw.cli.floor.options.secrets.token_hex", lambda size: f"{number}.{next(ids)}"),
    ):
        yield


if __name__ == "__main__":
    with practised(int(sys.argv.pop(1))):
        main()
