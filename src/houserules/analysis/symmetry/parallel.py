"""Shares a walk out over the cores: kernels let go of the interpreter, so threads are enough."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

Part = TypeVar("Part")


def share_out(count: int, part: Callable[[int, int], Part], cores: int | None = None) -> list[Part]:
    """part(first, after) for each core's share of `count` places; the parts in their order."""
    workers = cores or os.cpu_count() or 1
    edges = [count * n // workers for n in range(workers + 1)]
    with ThreadPoolExecutor(workers) as pool:
        return list(pool.map(part, edges[:-1], edges[1:]))
