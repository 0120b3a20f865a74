"""A server in this process, on a floor with a table for each rulebook and no automatic dealer."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from argon2 import PasswordHasher
from starlette.testclient import TestClient

from tablelaw.floor.store.api import open_store
from tablelaw.server import users
from tablelaw.server.run import BuiltServer, build
from tablelaw.server.settings import Settings
from tests.floor.world import BOOKS, World, example
from tests.server.served import without_limits

ORIGIN = "http://testserver"
PASSWORD = "a long enough word"
SETTINGS = without_limits(Settings(origins=(ORIGIN,), trusted_hosts=("testserver",), logins_per_minute=60_000))

QUICK = PasswordHasher(time_cost=1, memory_cost=64, parallelism=1)


@pytest.fixture(scope="package", autouse=True)
def quick_passwords() -> Iterator[None]:
    """Uses a fast password hash. The production hash is slow on purpose and has its own tests."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(users, "_HASHER", QUICK)
        patch.setattr(users, "_NOBODY", QUICK.hash("nobody"))
        yield


@dataclass
class Someone:
    """A person with a browser: an HTTP client with its own session."""

    client: TestClient
    csrf: str

    def get(self, path: str) -> Any:
        return self.client.get(path)

    def send(self, method: str, path: str, body: object = None, **headers: str) -> Any:
        given = {"Origin": ORIGIN, "X-CSRF-Token": self.csrf} | {k.replace("_", "-"): v for k, v in headers.items()}
        return self.client.request(method, path, json=body if body is not None else {}, headers=given)

    def order(self, command: dict[str, object], table: str = "", order_id: str = "1") -> Any:
        path = f"/api/tables/{table}/orders" if table else "/api/orders"
        return self.send("POST", path, {"id": order_id, "command": command})


class Doors:
    """A running server and the people who use it."""

    def __init__(self, running: BuiltServer) -> None:
        self.running = running
        self.context = running.context
        self.world = World(running.context.service)

    def browser(self) -> TestClient:
        return TestClient(self.running.app, base_url=ORIGIN, raise_server_exceptions=False)

    def somebody(self, name: str, role: str) -> Someone:
        """Signs in with a password, as on a floor that is not a demo."""
        if self.context.people.role_of(name) is None:
            self.context.people.add(name, role, PASSWORD)
        client = self.browser()
        answer = client.post("/api/session", json={"name": name, "password": PASSWORD}, headers={"Origin": ORIGIN})
        assert answer.status_code == 200, answer.text
        return Someone(client, answer.json()["csrf"])

    def nobody(self) -> Someone:
        return Someone(self.browser(), "")


@pytest.fixture(scope="session")
def open_doors(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[..., Doors]]:
    """Starts independent servers and closes all of them at the end."""
    opened: list[Doors] = []

    def make(settings: Settings = SETTINGS, books: tuple[str, ...] = BOOKS) -> Doors:
        file = tmp_path_factory.mktemp("house") / "floor.db"
        opened.append(_doors(file, settings, books))
        return opened[-1]

    yield make
    for doors in opened:
        doors.running.close()


def _doors(file: Path, settings: Settings, books: tuple[str, ...]) -> Doors:
    open_store(str(file), create=True).close()
    doors = Doors(build(str(file), settings))
    if books:
        doors.world.open([example(book, book) for book in books])
    return doors


@pytest.fixture(scope="session")
def doors(open_doors: Callable[..., Doors]) -> Doors:
    return open_doors()
