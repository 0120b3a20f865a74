"""Delays Ctrl-C until the line being printed is complete, so that the console can still print a closing message."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any


@contextmanager
def whole_lines() -> Iterator[None]:
    """Raises `KeyboardInterrupt` only after the block; a second Ctrl-C ends a block that does not end by itself.

    Rich keeps count of the prints under way: if one were interrupted, it would hold back everything printed afterwards.
    """
    is_main = threading.current_thread() is threading.main_thread()
    if not is_main or signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        yield
        return
    is_heard = False

    def hear(number: int, frame: Any) -> None:
        nonlocal is_heard
        if is_heard:
            raise KeyboardInterrupt
        is_heard = True

    signal.signal(signal.SIGINT, hear)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    if is_heard:
        raise KeyboardInterrupt
