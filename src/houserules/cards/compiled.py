"""How a kernel is compiled: once per machine, kept on disk where that is possible."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numba

Kernel = TypeVar("Kernel", bound=Callable[..., Any])


def kernel(function: Kernel) -> Kernel:
    """Beside the source or in the user's cache; a machine that can write neither compiles each time."""
    try:
        return cast(Kernel, numba.njit(cache=True, nogil=True)(function))
    except RuntimeError:
        return cast(Kernel, numba.njit(nogil=True)(function))
