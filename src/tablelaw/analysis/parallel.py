"""Distributes a loop over the cores: kernels release the interpreter, so threads suffice."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

Part = TypeVar("Part")


def share_out(count: int, part: Callable[[int, int], Part], cores: int | None = None) -> list[Part]:
    """Calls part(first, after) for each core's share of `count` places; returns the results in order."""
    workers = cores or os.cpu_count() or 1
    edges = [count * n // workers for n in range(workers + 1)]
    with ThreadPoolExecutor(workers) as pool:
        return list(pool.map(part, edges[:-1], edges[1:]))
