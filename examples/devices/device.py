"""A device of a Tablelaw server: requests with its token, and the event feed, taken up again wherever it was cut.

It needs nothing but Python's standard library. `shoe.py` and `display.py` use it.
"""

from __future__ import annotations

import argparse
import http.client
import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote, urlsplit

ANSWER_SECONDS = 30
"""A feed with nothing to tell sends a comment every few seconds, so a longer silence means that the line is dead."""
AGAIN_SECONDS = 1.0


class Message(NamedTuple):
    """A message of the feed: the number of its entry, "start" or "entry", and what it says."""

    id: int
    event: str
    data: Any


class Refused(Exception):
    """The server refused a request; `code` is the name of the refusal."""

    def __init__(self, status: int, refusal: dict[str, Any]) -> None:
        self.status, self.code = status, str(refusal.get("code", ""))
        super().__init__(f"{self.code}: {refusal.get('what', '')}; accepted: {refusal.get('accepted', '')}")


class Device:
    def __init__(self, url: str, token: str) -> None:
        self._place, self._token = urlsplit(url), token

    def ask(self, method: str, path: str, body: object = None) -> Any:
        """Sends a request and returns the answer, decoded from JSON."""
        line = self._dial()
        try:
            line.request(method, path, None if body is None else json.dumps(body), self._headers())
            answer = line.getresponse()
            told = json.loads(answer.read() or b"{}")
        finally:
            line.close()
        if answer.status != 200:
            raise Refused(answer.status, told.get("refused", {}))
        return told

    def view(self, table: str) -> Any:
        """The table as anyone standing at it sees it."""
        return self.ask("GET", f"/api/tables/{quote(table)}/view")

    def order(self, table: str, order_id: str, command: dict[str, Any]) -> Any:
        """Gives an order. The same id again means the same order, so it is safe to send it again after a cut."""
        return self.ask("POST", f"/api/tables/{quote(table)}/orders", {"id": order_id, "command": command})

    def feed(self) -> Iterator[Message]:
        """Every message from now on. If the line is cut or the server restarts, it goes on after the last message."""
        last: int | None = None
        while True:
            try:
                for message in self._read(last):
                    last = message.id
                    if message.event:
                        yield message
            except (OSError, http.client.HTTPException):
                time.sleep(AGAIN_SECONDS)

    def _read(self, last: int | None) -> Iterator[Message]:
        """One connection: the messages after an entry, or from now on. A message without an event only has an id."""
        line = self._dial()
        try:
            resumed = {} if last is None else {"Last-Event-ID": str(last)}
            line.request("GET", "/api/feed", headers={**self._headers(), **resumed})
            answer = line.getresponse()
            if answer.status in (429, 503):
                time.sleep(AGAIN_SECONDS)
                return
            if answer.status != 200:
                raise Refused(answer.status, json.loads(answer.read()).get("refused", {}))
            yield from _messages(answer)
        finally:
            line.close()

    def _dial(self) -> http.client.HTTPConnection:
        secure = self._place.scheme == "https"
        kind = http.client.HTTPSConnection if secure else http.client.HTTPConnection
        return kind(self._place.netloc, timeout=ANSWER_SECONDS)

    def _headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self._token}", "Content-Type": "application/json"}


def _messages(answer: http.client.HTTPResponse) -> Iterator[Message]:
    """Reads server-sent events: lines "name: value", and an empty line after each message."""
    fields: dict[str, str] = {}
    while line := answer.readline().decode():
        name, _, value = line.rstrip("\n").partition(": ")
        if line != "\n":
            fields[name] = value
        elif "id" in fields:
            yield Message(int(fields["id"]), fields.get("event", ""), json.loads(fields.get("data", "null")))
            fields = {}


def options(says: str) -> argparse.ArgumentParser:
    """The options that every device has: the server, and a file that holds the token."""
    parser = argparse.ArgumentParser(description=says)
    parser.add_argument("--server", default="http://127.0.0.1:8000", help="the address of the server")
    parser.add_argument("--token-file", type=Path, required=True, help="a file that holds the device's token")
    return parser


def device_of(given: argparse.Namespace) -> Device:
    return Device(given.server, given.token_file.read_text("utf-8-sig").strip())
