"""Distributes a loop over the cores in threads, which is enough because kernels release the interpreter lock."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from tablelaw.cores import usable_cores

Part = TypeVar("Part")


def share_out(count: int, part: Callable[[int, int], Part], cores: int | None = None, each: int = 1) -> list[Part]:
    """Calls part(first, after) for each core's share of `count` places; returns the results in order.

    Where places differ in the time they take, several smaller parts for each core keep all cores busy to the end.
    """
    workers = cores or usable_cores()
    parts = workers * each
    edges = [count * n // parts for n in range(parts + 1)]
    with ThreadPoolExecutor(workers) as pool:
        return list(pool.map(part, edges[:-1], edges[1:]))
