"""Stops the creation of a floor at a given step. Imports little, because it is loaded by processes that are to be
killed.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from importlib import import_module
from typing import Any

import pytest

NAME = "Keystone Casino"


class Stopped(BaseException):
    """Raised where the program is to be stopped; no handler in the program expects it."""


def stop_at(
    patch: pytest.MonkeyPatch, module: str, name: str, *, is_after: bool, stop: Callable[[], None] | None = None
) -> None:
    """Stops right before or right after the named function does its work."""
    owner: Any = import_module(module)
    *parts, last = name.split(".")
    for part in parts:
        owner = getattr(owner, part)
    work = getattr(owner, last)

    def stopped(*arguments: Any, **told: Any) -> None:
        if is_after:
            made = work(*arguments, **told)
            if hasattr(made, "close"):
                made.close()
            elif name == "os.open":
                os.close(made)
        if stop is not None:
            stop()
        raise Stopped

    patch.setattr(owner, last, stopped)
