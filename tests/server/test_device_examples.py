"""The example devices: their feed goes on after cuts and refusals, and each does what its page says.

`test_http_docs.py` runs both against a real server for a whole round.
"""

from __future__ import annotations

import http.server
import sys
import threading
from collections.abc import Iterator
from importlib import import_module
from types import ModuleType
from typing import Any, ClassVar

import pytest

from tests.cli.console import ROOT


@pytest.fixture(scope="module")
def examples() -> Iterator[dict[str, ModuleType]]:
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(ROOT / "examples" / "devices"))
        names = ("device", "display", "shoe")
        yield {name: import_module(name) for name in names}
        for name in names:
            del sys.modules[name]


def entry(number: int) -> bytes:
    return b'id: %d\nevent: entry\ndata: {"seq": %d}\n\n' % (number, number)


PIECES = [
    (200, b'id: 4\nevent: start\ndata: {"seq": 4}\n\n' + entry(5) + b"id: 6\nevent: ent"),
    (503, b"{}"),
    (200, b": nothing new\nid: 9\n\n"),
    (429, b"{}"),
    (200, entry(10) + entry(11)),
    (401, b'{"refused": {"code": "wrong-device-token"}}'),
]
"""A server's answers to successive requests; some are cut off in the middle of a message."""


class Answers(http.server.BaseHTTPRequestHandler):
    asked: ClassVar[list[tuple[str | None, str | None]]] = []

    def do_GET(self) -> None:
        status, body = PIECES[len(self.asked)]
        self.asked.append((self.headers["Last-Event-ID"], self.headers["Authorization"]))
        self.send_response(status)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *given: Any) -> None:
        pass


def test_the_feed_goes_on_where_it_was_cut(examples: dict[str, ModuleType], monkeypatch: pytest.MonkeyPatch) -> None:
    device = examples["device"]
    monkeypatch.setattr(device, "AGAIN_SECONDS", 0)
    with http.server.HTTPServer(("127.0.0.1", 0), Answers) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        read = []
        with pytest.raises(device.Refused, match="wrong-device-token"):
            for message in device.Device(f"http://127.0.0.1:{server.server_port}", "abc").feed():
                read.append((message.id, message.event))
        server.shutdown()
        thread.join()
    assert read == [(4, "start"), (5, "entry"), (10, "entry"), (11, "entry")]
    assert Answers.asked == [(last, "Bearer abc") for last in (None, "5", "5", "9", "9", "11")]


@pytest.mark.parametrize(
    ("meter", "line"),
    [
        ({"title": "Progressive", "cents": 1000021, "is_down": False}, "Progressive: 10,000.21"),
        ({"title": "Progressive", "cents": 5, "is_down": False}, "Progressive: 0.05"),
        ({"title": "Progressive", "cents": 5, "is_down": True}, "Progressive: not available"),
    ],
)
def test_a_display_shows_a_meter_or_that_its_link_is_down(
    examples: dict[str, ModuleType], meter: dict[str, object], line: str
) -> None:
    assert examples["display"].line_of(meter) == line


class Table:
    """A table that expects three cards, after its chips have been counted."""

    def __init__(self, refused: type[Exception]) -> None:
        self.refused, self.is_counted, self.orders = refused, False, list[tuple[str, str]]()

    def view(self, table: str) -> dict[str, dict[str, str]]:
        return {"next": {"place": "seat 1" if len(self.orders) < 3 else ""}}

    def order(self, table: str, order_id: str, command: dict[str, str]) -> dict[str, int]:
        if not self.is_counted:
            raise self.refused(409, {"code": "chips-not-counted"})
        self.orders.append((order_id, command["card"]))
        return {"seq": len(self.orders)}


def test_a_shoe_enters_the_cards_that_are_due_each_once(examples: dict[str, ModuleType]) -> None:
    table = Table(examples["device"].Refused)
    shoe = examples["shoe"].Shoe(table, "T-1", iter(["As", "Kd", "2c", "3c"]))
    shoe.enter_due_cards()
    assert table.orders == []
    table.is_counted = True
    shoe.enter_due_cards()
    assert [card for _, card in table.orders] == ["As", "Kd", "2c"]
    assert len({order_id for order_id, _ in table.orders}) == 3


def test_a_shoe_holds_a_whole_pack(examples: dict[str, ModuleType]) -> None:
    cards = list(examples["shoe"].cards_of("As Kd"))
    assert cards[:2] == ["As", "Kd"] and sorted(cards) == sorted(examples["shoe"].PACK) and len(set(cards)) == 52
