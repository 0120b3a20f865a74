"""Ctrl-C while a line is being printed."""

from __future__ import annotations

import io
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import suppress
from types import FrameType
from typing import Any

import pytest

from tablelaw.cli.delayed_interrupt import whole_lines
from tablelaw.cli.text_tables import Screen


@pytest.fixture(autouse=True)
def ordinary_ctrl_c() -> Iterator[None]:
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


BUFFERING = {"__enter__", "__exit__", "_enter_buffer", "_exit_buffer", "_check_buffer", "_write_buffer"}
"""The methods in which Rich keeps count of what is being printed."""


def interrupted_at(number: int) -> tuple[int, str]:
    """Presses Ctrl-C at one line of that code, then prints a farewell; returns the number of lines, and the text."""
    written, lines = io.StringIO(), 0
    screen = Screen(file=written)

    def trace(frame: FrameType, event: str, argument: object) -> Any:
        nonlocal lines
        if event == "line" and frame.f_code.co_name in BUFFERING and frame.f_globals["__name__"] == "rich.console":
            lines += 1
            if lines == number:
                signal.raise_signal(signal.SIGINT)
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        with suppress(KeyboardInterrupt):
            screen.print("dealt")
    finally:
        sys.settrace(before)
    screen.print("You left.")
    return lines, written.getvalue()


def test_ctrl_c_is_heard_after_the_line_and_the_console_goes_on() -> None:
    lines, _ = interrupted_at(0)
    assert lines > 10
    assert {interrupted_at(number)[1] for number in range(1, lines + 1)} == {"dealt\nYou left.\n"}


def test_a_second_ctrl_c_ends_a_line_that_does_not_end() -> None:
    with pytest.raises(KeyboardInterrupt), whole_lines():
        signal.raise_signal(signal.SIGINT)
        signal.raise_signal(signal.SIGINT)
        pytest.fail("the line went on")
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_another_handler_and_another_thread_are_left_alone() -> None:
    heard = list[int]()
    signal.signal(signal.SIGINT, lambda number, frame: heard.append(number))
    with whole_lines():
        signal.raise_signal(signal.SIGINT)
    assert heard == [signal.SIGINT]
    thread = threading.Thread(target=lambda: Screen(file=io.StringIO()).print("from a thread"))
    thread.start()
    thread.join()
