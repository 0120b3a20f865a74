"""A worker: a low-priority process that answers slow questions, one line of JSON each.

`client.py` starts it. It reads questions from its standard input, writes replies to its standard output, and ends
when its input does.
"""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Callable
from typing import Any, BinaryIO

import msgspec

from tablelaw.errors import TablelawError
from tablelaw.extras import extras_named
from tablelaw.server.workers.priority import lower_priority

NICE = 10
JSON = "application/json"
DATABASE = "TABLELAW_DB"
"""The environment variable with the database's address, which is not passed as an argument because it may contain a
password.
"""
Tell = Callable[[str], None]
Answerer = Callable[[Any, Tell], tuple[bytes, str]]
"""A function that answers a question with bytes and their media type, and reports its progress."""


class WorkerReply(msgspec.Struct, frozen=True, omit_defaults=True):
    """A reply: progress while working, and in the end the answer or a refusal."""

    said: str = ""
    answer: bytes = b""
    media: str = ""
    refused: dict[str, Any] = {}


def serve(questions: BinaryIO, replies: BinaryIO, kind: Any, answer: Answerer) -> None:
    for line in questions:
        question = msgspec.json.decode(line, type=kind)
        _reply(replies, _answered(question, answer, lambda said: _reply(replies, WorkerReply(said=said))))


def _answered(question: object, answer: Answerer, tell: Tell) -> WorkerReply:
    try:
        with extras_named():
            made, media = answer(question, tell)
    except TablelawError as refusal:
        return WorkerReply(refused=refusal.for_pages())
    return WorkerReply(answer=made, media=media)


def _reply(replies: BinaryIO, said: WorkerReply) -> None:
    replies.write(msgspec.json.encode(said) + b"\n")
    replies.flush()


def main(kind: Any, answer: Answerer, nice: int = NICE) -> None:
    """Runs a worker; anything that a library prints goes to the error stream, so that the replies stay readable."""
    lower_priority(nice)
    replies = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    with contextlib.suppress(KeyboardInterrupt, BrokenPipeError):
        serve(sys.stdin.buffer, replies, kind, answer)
