"""A workbench: a process of low priority that answers slow questions, one line of JSON each.

`workshop` starts it. It reads questions from its standard input, writes what it says to its standard output, and ends
when nobody asks any more.
"""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Callable
from typing import Any, BinaryIO

import msgspec

from houserules.errors import HouserulesError

NICE = 10
JSON = "application/json"
Tell = Callable[[str], None]
Answerer = Callable[[Any, Tell], tuple[bytes, str]]
"""Answers a question with bytes and the kind of file they are; tells what it is at."""


class Said(msgspec.Struct, frozen=True, omit_defaults=True):
    """What comes back: what is being worked on, and in the end the answer or a refusal."""

    said: str = ""
    answer: bytes = b""
    media: str = ""
    refused: dict[str, str] = {}


def serve(questions: BinaryIO, replies: BinaryIO, kind: Any, answer: Answerer) -> None:
    for line in questions:
        question = msgspec.json.decode(line, type=kind)
        _reply(replies, _answered(question, answer, lambda said: _reply(replies, Said(said=said))))


def _answered(question: object, answer: Answerer, tell: Tell) -> Said:
    try:
        made, media = answer(question, tell)
    except HouserulesError as refusal:
        return Said(refused=refusal.as_dict())
    return Said(answer=made, media=media)


def _reply(replies: BinaryIO, said: Said) -> None:
    replies.write(msgspec.json.encode(said) + b"\n")
    replies.flush()


def main(kind: Any, answer: Answerer, nice: int = NICE) -> None:
    """Whatever a library prints goes to the error stream, so that the replies stay readable."""
    with contextlib.suppress(OSError):
        os.nice(nice)
    replies = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    with contextlib.suppress(KeyboardInterrupt, BrokenPipeError):
        serve(sys.stdin.buffer, replies, kind, answer)
