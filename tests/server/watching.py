"""Plays during an attack and measures response times, alternately with and without the attack.

A busy machine is slow by itself, so each window under attack is paired with a window without one, and an idle control
process records how late it wakes up. If it was late in either window while other programs used the processors, the pair
is discarded and counted as such. Where permitted, the whole test runs with priority over other work.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from http.client import HTTPConnection
from itertools import count
from pathlib import Path
from typing import Any

from tests.server.processes import COOKIE, Process, Visitor

TICK_SECONDS = 0.03
"""The time between two requests, which keeps one person within the rate limit."""
STARVED_SECONDS = 0.003
"""How late an idle control process may wake up. If it is later while other programs run, the machine is starved."""
OTHERS = 0.25
"""The number of processors that programs other than this test may use."""
TICKS = os.sysconf("SC_CLK_TCK")

AUTOGROUP = Path("/proc/self/autogroup")
FIRST = "-20"

BROWSER = {
    "User-Agent": "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36",
    "Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8",
    "Accept-Language": "en-US,en;q=0.9,fr-FR;q=0.8,fr;q=0.7",
    "Sec-Ch-Ua": '"Chromium";v="140", "Not=A?Brand";v="24", "Google Chrome";v="140"',
    "Sec-Ch-Ua-Mobile": "?0",
    "Sec-Ch-Ua-Platform": '"Linux"',
    "Sec-Fetch-Dest": "empty",
    "Sec-Fetch-Mode": "cors",
    "Sec-Fetch-Site": "same-origin",
    "Referer": "http://localhost/table/T",
}
"""The headers a browser sends with every request, about a thousand bytes in all."""
CONTROL = """
import select, time
said = open(0, "rb", buffering=0)
while said.readline():
    late = []
    while not select.select([said], [], [], 0)[0]:
        began = time.monotonic()
        time.sleep(0.005)
        late.append(time.monotonic() - began - 0.005)
    said.readline()
    late.sort()
    print(late[len(late) * 95 // 100] if late else 0.0, flush=True)
"""


@contextmanager
def before_others() -> Iterator[bool]:
    """Gives this session and all its processes priority, where permitted: Linux shares the processors among sessions.

    Containers may share processors differently; then the file is missing, empty or read-only.
    """
    try:
        *_, before = AUTOGROUP.read_text().split()
        AUTOGROUP.write_text(FIRST)
    except (OSError, ValueError):
        yield False
        return
    try:
        yield True
    finally:
        AUTOGROUP.write_text(before)


def bring_forward() -> None:
    """Gives priority to processes started since in separate sessions, such as those of a database."""
    for pid in tree(os.getpid()):
        with suppress(OSError):
            Path(f"/proc/{pid}/autogroup").write_text(FIRST)


class Control:
    """A process that repeatedly sleeps and records how late it wakes up."""

    def __init__(self) -> None:
        command = [sys.executable, "-c", CONTROL]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        assert self._process.stdin and self._process.stdout
        self._said, self._told = self._process.stdin, self._process.stdout

    def begin(self) -> None:
        self._said.write("begin\n")

    def late(self) -> float:
        """The delay in seconds that hardly any wake-up since the beginning exceeded."""
        self._said.write("end\n")
        return float(self._told.readline())

    def close(self) -> None:
        self._process.kill()
        self._process.wait()
        self._said.close()
        self._told.close()


def tree(pid: int) -> set[int]:
    """A process and all its descendants."""
    parents = dict[int, int]()
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            parents[int(stat.parent.name)] = int(stat.read_text().rpartition(")")[2].split()[1])
        except OSError:  # the process has ended
            continue
    found, before = {pid}, 0
    while len(found) > before:
        before = len(found)
        found |= {child for child, parent in parents.items() if parent in found}
    return found


def used_by_others() -> float:
    """The processor seconds used on this machine by anything other than this test, counted from a fixed time."""
    numbers = [int(part) for part in Path("/proc/stat").read_text().splitlines()[0].split()[1:9]]
    busy = sum(numbers) - numbers[3] - numbers[4]
    return busy / TICKS - sum(map(used_by, tree(os.getpid())))


def used_by(pid: int) -> float:
    try:
        parts = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return sum(int(part) for part in parts[11:15]) / TICKS


@dataclass
class Window:
    """A player's response times during one window, and how busy the machine was."""

    taken: list[float] = field(default_factory=list)
    late: float = 0.0
    others: float = 0.0
    """The number of processors busy with work other than this test's."""


class Player:
    """Two people with separate connections: one looks at a table, the other alternately places and withdraws a
    wager.
    """

    def __init__(self, server: Process, looks: Visitor, plays: Visitor, control: Control) -> None:
        self._control, self._orders = control, count()
        host = server.address.removeprefix("http://")
        self._lines = [HTTPConnection(host, timeout=60) for _ in range(2)]
        self._headers = [
            {**BROWSER, "Cookie": f"{COOKIE}={who.key}", "X-CSRF-Token": who.csrf, "Origin": server.address}
            for who in (looks, plays)
        ]

    def watch(self, is_over: threading.Event) -> Window:
        window, began, others = Window(), time.monotonic(), used_by_others()
        self._control.begin()
        while not is_over.is_set():
            for ask in (self._look, self._order):
                before = time.monotonic()
                status, answer = ask()
                window.taken.append(time.monotonic() - before)
                assert status == 200, f"{status} {answer!r}"
                time.sleep(TICK_SECONDS)
        window.late = self._control.late()
        window.others = (used_by_others() - others) / (time.monotonic() - began)
        return window

    def _look(self) -> tuple[int, bytes]:
        return self._asked(0, "GET", "/api/tables/T/view", None)

    def _order(self) -> tuple[int, bytes]:
        number = next(self._orders)
        kind: dict[str, object] = {"type": "WithdrawWager"} if number % 2 else {"type": "PlaceWager", "cents": 500}
        body = {"id": f"w{number}", "command": kind | {"seat": 1, "wager": "ante"}}
        return self._asked(1, "POST", "/api/tables/T/orders", json.dumps(body))

    def _asked(self, line: int, method: str, path: str, body: str | None) -> tuple[int, bytes]:
        self._lines[line].request(method, path, body, self._headers[line])
        answer = self._lines[line].getresponse()
        return answer.status, answer.read()

    def close(self) -> None:
        for line in self._lines:
            line.close()


class Strangers:
    """The process that makes the attacks."""

    def __init__(self, server: Process, signed_in: Visitor) -> None:
        command = [sys.executable, "-m", "tests.server.strangers", server.address, signed_in.key, signed_in.csrf]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)

    def attack(self, kind: str, seconds: float, seed: int) -> dict[str, Any]:
        assert self._process.stdin and self._process.stdout
        self._process.stdin.write(f"{kind} {seconds} {seed}\n")
        told: dict[str, Any] = json.loads(self._process.stdout.readline())
        return told

    def close(self) -> None:
        self._process.kill()
        with closing(self._process.stdin or sys.stdin), closing(self._process.stdout or sys.stdout):
            self._process.wait()


@dataclass
class Seen:
    """The timings kept for one kind of attack, and the number of window pairs discarded."""

    idle: list[float] = field(default_factory=list)
    attacked: list[float] = field(default_factory=list)
    statuses: Counter[str] = field(default_factory=Counter)
    accidents: list[str] = field(default_factory=list)
    slowest: float = 0.0
    slowest_what: str = ""
    discarded: int = 0

    def add(self, idle: Window, attacked: Window, told: dict[str, Any]) -> bool:
        """Adds a pair of windows or discards it. Errors count in either case."""
        self.statuses += Counter(told["statuses"])
        self.accidents += told["accidents"]
        if is_starved(idle) or is_starved(attacked):
            self.discarded += 1
            return False
        self.idle += idle.taken
        self.attacked += attacked.taken
        if told["slowest"] > self.slowest:
            self.slowest, self.slowest_what = told["slowest"], told["slowest_what"]
        return True


def is_starved(window: Window) -> bool:
    """Whether other programs kept processes waiting; if no other program is busy, the server is to blame."""
    return window.late > STARVED_SECONDS and window.others > OTHERS


def p99(taken: list[float]) -> float:
    return statistics.quantiles(taken, n=100)[98]
