"""A server stalls or is killed during a round: the page reports it, and returns to the round by itself."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.playing import areas, choices, decide_once, sit_down, wager_once
from tests.browser.visitor import Visitor, trying
from tests.server.served import HOST, listening

TABLE = "HUH-1"
BROKEN = "Connection lost. Reconnecting ..."
SILENT = "The server is not answering. What you see may be out of date."
BACK = "Connected again."
NOTICED_SECONDS = 5.0
SINCE = "words => document.querySelector('.line-state')?.textContent === words && performance.now()"


class Program:
    """The server as a person starts it, with guests at the tables; it can be killed and restarted."""

    def __init__(self, database: Path) -> None:
        with listening() as found:
            self.port = found.getsockname()[1]
        self.address = f"http://{HOST}:{self.port}"
        self._command = [sys.executable, "-m", "tablelaw.cli.main", "serve", "--demo", "--quick"]
        self._command += ["--db", str(database), "--port", str(self.port)]
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        self._process = subprocess.Popen(self._command, stdout=subprocess.DEVNULL)
        for _ in trying("the server"):
            assert self._process.poll() is None, "the server ended"
            try:
                urllib.request.urlopen(f"{self.address}/api/session").close()
                return
            except urllib.error.URLError:
                time.sleep(0.1)

    def pause(self, how: signal.Signals) -> None:
        """Suspends the process with its connections open, or resumes it."""
        assert self._process is not None
        os.kill(self._process.pid, how)

    def end(self, how: signal.Signals) -> None:
        assert self._process is not None
        os.kill(self._process.pid, how)
        self._process.wait(60)


@pytest.fixture
def program(tmp_path: Path) -> Iterator[Program]:
    made = Program(tmp_path / "demo.db")
    made.start()
    yield made
    made.end(signal.SIGTERM)


@pytest.fixture
def player(browser: Browser, program: Program) -> Iterator[Visitor]:
    visitor = Visitor(browser, program.address).enter("player", "Kit")
    yield visitor
    visitor.leave()


def wager_until_asked(player: Visitor) -> None:
    """Wagers until a decision is due. Bets are open only for a moment, and a late wager counts for the next round."""
    for _ in trying("a decision"):
        if choices(player).count():
            return
        wager_once(player) if areas(player).count() else player.page.wait_for_timeout(50)


def play_on(player: Visitor, number: int) -> None:
    """Plays until the round is over and listed among the player's own."""
    ended = player.page.get_by_role("region", name="Your rounds").get_by_text(f"Round {number}:")
    for _ in trying("the end of the round"):
        if ended.count():
            return
        decide_once(player) if choices(player).count() else player.page.wait_for_timeout(50)


def a_stall_is_noticed(player: Visitor, program: Program) -> None:
    """Checks that the page reports within seconds that the server is silent, and that it is back."""
    program.pause(signal.SIGSTOP)
    began = player.page.evaluate("() => performance.now()")
    noticed = player.page.wait_for_function(SINCE, arg=SILENT).json_value()
    program.pause(signal.SIGCONT)
    player.page.wait_for_function(SINCE, arg=BACK)
    assert (noticed - began) / 1000 < NOTICED_SECONDS


def test_after_a_kill_the_page_shows_the_same_round(player: Visitor, program: Program) -> None:
    sit_down(player, TABLE)
    wager_until_asked(player)
    before = player.ask(f"/api/tables/{TABLE}/view")
    felt = player.page.locator("#felt svg").get_attribute("aria-label") or ""
    a_stall_is_noticed(player, program)
    program.end(signal.SIGKILL)
    expect(player.page.get_by_text(BROKEN)).to_be_visible()
    program.start()
    expect(player.page.get_by_text(BROKEN)).to_be_hidden()
    player.forgive("ERR_CONNECTION_REFUSED|WebSocket connection|status of 50")
    after = player.ask(f"/api/tables/{TABLE}/view")
    assert (after["round"], after["seats"], after["choices"]) == (before["round"], before["seats"], before["choices"])
    assert "You hold: " in felt
    expect(player.page.locator("#felt svg")).to_have_attribute("aria-label", felt)
    expect(choices(player).first).to_be_visible()
    play_on(player, before["round"])
    player.forgive("status of 409")  # bets are open for a second, so a wager may come too late
