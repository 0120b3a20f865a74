"""Several server processes on one floor, started from the command line and reached over the network."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx2
from websockets import Origin
from websockets.sync.client import ClientConnection, connect

from tests.server.served import HOST, Served, address_of, listening

START_SECONDS = 120
ANSWER_SECONDS = 30
COOKIE = "tablelaw"
PASSWORD = "a long enough word"


class Process:
    """`tablelaw serve` for a floor, running until it is closed or killed."""

    def __init__(self, database: str, output: Path, *more: str, program: Sequence[str] = ()) -> None:
        """Starts the server; `more` are extra command-line options, and `program` runs the command line instead of
        `tablelaw`.
        """
        with closing(listening()) as listener:
            self.address = address_of(listener)
        port = self.address.rpartition(":")[2]
        command = [
            *(program or (str(Path(sys.executable).with_name("tablelaw")),)),
            "serve",
            "--quick",  # does not prepare the coach, which these tests do not use
            "--db",
            database,
            "--host",
            HOST,
            "--port",
            port,
            *more,
        ]
        self._output = output.open("wb")
        self._process = subprocess.Popen(command, stdout=self._output, stderr=self._output)
        self._told = output

    def wait(self) -> None:
        """Waits until the server accepts connections."""
        until = time.monotonic() + START_SECONDS
        while True:
            try:
                httpx2.get(f"{self.address}/api/lobby", timeout=5)
                return
            except httpx2.TransportError:
                told = self._told.read_text()
                assert self._process.poll() is None and time.monotonic() < until, f"the server did not start: {told}"
                time.sleep(0.05)

    @property
    def pid(self) -> int:
        return self._process.pid

    def ended(self, seconds: float) -> int:
        """Waits for a server that should exit by itself within some seconds, and returns its exit code."""
        return self._process.wait(seconds)

    def kill(self) -> None:
        self._process.kill()
        self.close()

    def close(self) -> None:
        self._process.terminate()
        self._process.wait(START_SECONDS)
        self._output.close()


@dataclass
class Visitor:
    """A person signed in to one server."""

    address: str
    key: str
    csrf: str

    def post(self, path: str, body: object = None) -> Any:
        headers = {"Origin": self.address, "X-CSRF-Token": self.csrf, "Cookie": f"{COOKIE}={self.key}"}
        answer = httpx2.post(f"{self.address}{path}", json=body or {}, headers=headers, timeout=ANSWER_SECONDS)
        return answer.json()

    def order(self, order_id: str, table: str, **command: object) -> Any:
        path = f"/api/tables/{table}/orders" if table else "/api/orders"
        return self.post(path, {"id": order_id, "command": command})

    def at(self, server: Process | Served) -> Visitor:
        """Returns the same session on another server of the floor."""
        return Visitor(server.address, self.key, self.csrf)

    @contextmanager
    def line(self, *watched: str) -> Iterator[ClientConnection]:
        ticket = self.post("/api/ticket")["ticket"]
        address = self.address.replace("http", "ws", 1)
        told = {"Cookie": f"{COOKIE}={self.key}"}
        with connect(f"{address}/ws?ticket={ticket}", origin=Origin(self.address), additional_headers=told) as line:
            line.send(json.dumps({"watch": watched}))
            yield line


def signed_in(server: Process, name: str) -> Visitor:
    body = {"name": name, "password": PASSWORD}
    answer = httpx2.post(
        f"{server.address}/api/session", json=body, headers={"Origin": server.address}, timeout=ANSWER_SECONDS
    )
    assert answer.status_code == 200, answer.text
    return Visitor(server.address, answer.cookies[COOKIE], answer.json()["csrf"])


def seen(line: ClientConnection, number: int, seconds: float) -> float:
    """Waits for a view of the table with at least this entry number. Returns the time it took."""
    began = time.monotonic()
    while True:
        left = seconds - (time.monotonic() - began)
        told = json.loads(line.recv(max(left, 0.001)))
        if told.get("view", {}).get("number", 0) >= number:
            return time.monotonic() - began
