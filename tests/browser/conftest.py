"""Starts a demo property on this machine, and real browsers that visit it."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, sync_playwright

from tablelaw.floor import orders
from tablelaw.floor.orders import Order
from tablelaw.server.demo.property import ADMINISTRATOR, IN_DOLLARS, TRAY_CENTS
from tablelaw.server.demo.tempo import Tempo
from tablelaw.server.settings import Settings
from tests.browser.playing import STACKED
from tests.browser.visitor import Visitor
from tests.floor.stacked_decks import StackedDecks
from tests.server.served import Served, prepared, without_limits

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""Names of the browser's executable. The first runs without a window, so it renders the same pages with half the work.
"""
ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-sync",
    "--disable-background-networking",
    "--disable-component-update",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
)
TEMPO = Tempo(step=0.02, card=0.02, betting=600, guest=0.05, settled=0.5, deciding=600, validating=600, absent=600)
"""The demo's pace: fast for automatic steps, slow wherever a person acts."""
SETTINGS = without_limits(Settings(is_demo=True))


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """A browser that is closed after these tests, because this thread has an event loop as long as the browser
    is open.
    """
    with launched() as opened:
        yield opened


@contextmanager
def launched() -> Iterator[Browser]:
    """Launches Debian's Chromium, in its headless version if that is installed."""
    found = os.environ.get("TABLELAW_CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
    assert found, (
        f"no browser on this machine; accepted: one of {', '.join(NAMES)} (`sh tools/chromium.sh` installs it)"
    )
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=found, args=list(ARGUMENTS))
        yield opened
        opened.close()


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A demo for each test file, without guests, with a second Ultimate table whose first deck is stacked."""
    with prepared(str(tmp_path_factory.mktemp("demo") / "demo.db"), SETTINGS, TEMPO) as demo:
        assert demo.context.house_dealer is not None
        demo.context.house_dealer.guests = {}
        furnish(demo)
        demo.open()
        yield demo


def furnish(demo: Served) -> None:
    demo.context.service.chance = StackedDecks("browser")
    install(demo, STACKED)


def install(demo: Served, table: str, book: str = "pa-653a") -> None:
    order = orders.InstallTable(IN_DOLLARS.submission(table, book), TRAY_CENTS)
    demo.context.service.do(Order(id=f"tests/{table}", by=ADMINISTRATOR, command=order))


@pytest.fixture
def visit(browser: Browser, served: Served) -> Iterator[Callable[..., Visitor]]:
    """Enters the demo under a name; browser errors are checked when the visitor leaves."""
    there: list[Visitor] = []

    def come(role: str = "", name: str = "") -> Visitor:
        there.append(Visitor(browser, served.address))
        return there[-1].enter(role, name) if role else there[-1]

    yield come
    for visitor in there:
        visitor.leave()
