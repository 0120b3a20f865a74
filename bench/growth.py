"""Measures how the costs of a floor grow, and writes the figures and their plots into docs/performance.md.

TABLELAW_GROWTH sets the lengths of the logs, for example "10000,100000,1000000"; a million entries take an hour.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from bench.floor_history import write_history
from bench.floor_load import Crowd
from bench.floor_wagers import SEATS, WAGERS, Wagers
from bench.property_load import loaded
from bench.turns import console
from tablelaw.cores import usable_cores
from tablelaw.floor.audit.log_audit import audit_store, sign_log
from tablelaw.floor.log.export import export_log
from tablelaw.floor.read_model import Views
from tablelaw.floor.recovery import recover
from tablelaw.floor.store.api import Store, open_store
from tablelaw.proofs.keys import new_key
from tablelaw.server.audit.round_search import Wanted, search
from tests.floor.databases import Databases, temporary_databases

LENGTHS = tuple(map(int, os.environ.get("TABLELAW_GROWTH", "10000,30000,100000").split(",")))
TABLES = (1, 4, 16, 64, 256)
OF_SEATS = 16
"""How many tables there are when seats and wagers are counted."""
SOCKET_TABLES, SOCKET_SEATS = (16, 64, 250, 500), (1, 2, 3, 4)
WAGERS_A_SECOND, SOCKET_SECONDS = 50, 20.0
"""How many wagers all sockets together send, however many there are, and for how long."""
DOCS = Path(__file__).parents[1] / "docs"
PAGE, IMAGES = DOCS / "performance.md", DOCS / "images"
UNITS = {
    "disk for an entry": "bytes",
    "disk for a round": "bytes",
    "report of the last gaming day": "s by the clock",
    "a round from the middle of the log": "s by the clock",
}
"""The units of the costs that are not processor times."""
BEGIN, END = "<!-- figures of `python -m bench growth` -->", "<!-- end of the figures -->"


class Series(NamedTuple):
    """One cost against one measure of size."""

    name: str
    size: str
    unit: str
    points: Mapping[int, float]
    note: str = ""


def measure(repetitions: int, seconds: float) -> bool:
    with temporary_databases() as databases:
        before = os.getloadavg()[0]
        found = [*_wagers(databases, seconds), *_sockets(databases), *_logs(databases)]
    for one in found:
        draw(one, IMAGES / picture(one))
    PAGE.write_text(with_figures(PAGE.read_text("utf-8"), found, before), "utf-8")
    console.print(f"written: {PAGE.name}, with {len(found)} plots")
    return True


# --- What is measured ------------------------------------------------------------------------------------------------


def _wagers(databases: Databases, seconds: float) -> list[Series]:
    """The processor time of an order against tables, seats and the wagers of a seat, on SQLite."""

    def cost(tables: int, seats: Sequence[int] = SEATS, wagers: Sequence[str] = tuple(WAGERS)) -> float:
        with closing(Wagers(databases.fresh("sqlite"), tables, seats, wagers)) as floor:
            return floor.processor_microseconds(seconds)

    names = tuple(WAGERS)
    by_tables = {tables: cost(tables) for tables in TABLES}
    by_seats = {n: cost(OF_SEATS, SEATS[:n]) for n in range(1, len(SEATS) + 1)}
    by_wagers = {n - 2: cost(OF_SEATS, wagers=names[:n]) for n in range(2, len(names) + 1)}
    unit, note = "µs of processor time an order", "Orders that arrive together are written in one transaction."
    return [
        Series("An order, by number of tables", "tables", unit, by_tables, note),
        Series("An order, by seats that wager", "seats", unit, by_seats, f"{OF_SEATS} tables."),
        Series("An order, by side wagers of a seat", "side wagers", unit, by_wagers, f"{OF_SEATS} tables."),
    ]


def _sockets(databases: Databases) -> list[Series]:
    """The processor time of a server for each wager, and its memory, against the sockets that watch its tables."""
    costs, memory = dict[int, float](), dict[int, float]()
    for tables in SOCKET_TABLES:
        sockets = tables * len(SOCKET_SEATS)
        crowd = Crowd(tables, SOCKET_SEATS, sockets / WAGERS_A_SECOND, SOCKET_SECONDS)
        run = loaded(databases, "sqlite", 1, crowd)
        costs[sockets], memory[sockets] = run.cores[0] / WAGERS_A_SECOND * 1e6, run.most_mb[0]
        console.print(f"{sockets:,} sockets: {run.cores[0]:.2f} of a core, {run.most_mb[0]:.0f} MB", highlight=False)
    note = (
        f"{len(SOCKET_SEATS)} players at each table, {WAGERS_A_SECOND} wagers a second in all, each shown to its table."
    )
    return [
        Series("A wager over a socket, with its views", "sockets", "µs of the server's processor time", costs, note),
        Series("Memory of a server, by sockets", "sockets", "MB at most", memory, note),
    ]


def _logs(databases: Databases) -> list[Series]:
    """The costs of questions about a log, and the disk it takes, against its length."""
    costs: dict[str, dict[int, float]] = {}
    for length in LENGTHS:
        for name, seconds in _log(databases.fresh("sqlite"), length).items():
            costs.setdefault(name, {})[length] = seconds
    return [
        Series(name[:1].upper() + name[1:], "entries", UNITS.get(name, "s of processor time"), points)
        for name, points in costs.items()
    ]


def _log(database: str, length: int) -> dict[str, float]:
    """The costs of one log: processor seconds, and bytes of disk."""
    key = new_key()
    write_history(database, length, key.public)
    with TemporaryDirectory(prefix="hr-growth-") as home, closing(open_store(database)) as store:
        floor, _ = recover(store)
        views = Views(floor)
        rounds = sum(table.state.rounds for table in views.tables.values())
        everywhere = Wanted(tables=tuple(views.tables))
        _, day, hand = _asked(database)
        found = {
            "start, until orders are taken": _asked(database)[0],
            "audit of every leaf and column": _timed(lambda: audit_store(store)),
            "signing a head and exporting the log": _timed(lambda: _exported(store, key, Path(home))),
            "report of the last gaming day": day,
            "a round from the middle of the log": hand,
            "search for the last fifty rounds": _timed(lambda: search(store, everywhere)),
        }
    size = sum(path.stat().st_size for path in Path(database).parent.glob(f"{Path(database).name}*"))
    console.print(f"{length:,} entries: {rounds:,} rounds, {size / 1e6:.0f} MB", highlight=False)
    return found | {"disk for an entry": size / length, "disk for a round": size / rounds}


def _exported(store: Store, key: object, home: Path) -> None:
    sign_log(store, key, int(time.time()))  # type: ignore[arg-type]
    export_log(store, home / "log.jsonl")


def _timed(work: Callable[[], object]) -> float:
    began = time.process_time()
    work()
    return time.process_time() - began


def _asked(database: str) -> tuple[float, float, float]:
    """Opens the floor in a new process: the processor seconds until it is open, and the seconds of two queries."""
    command = [sys.executable, "-m", "bench.floor_open", database]
    told = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()
    return float(told[0]), float(told[1]), float(told[2])


# --- The page --------------------------------------------------------------------------------------------------------


def picture(one: Series) -> str:
    return f"growth-{re.sub(r'[^a-z]+', '-', one.name.lower()).strip('-')}.svg"


def draw(one: Series, path: Path) -> None:
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    with rc_context({"svg.hashsalt": "growth", "svg.fonttype": "none"}):
        figure = Figure(figsize=(5.2, 2.6), layout="constrained")
        axes = figure.add_subplot()
        axes.plot(list(one.points), list(one.points.values()), marker="o", color="#1f5f3f")
        axes.set(xlabel=one.size, ylabel=one.unit, title=one.name, ylim=(0, max(one.points.values()) * 1.15))
        if max(one.points) > 20 * min(filter(None, one.points)):
            axes.set_xscale("log")
        figure.savefig(path, metadata={"Date": None})


def with_figures(page: str, found: Sequence[Series], load: float) -> str:
    """The page with these figures between its two marks; `load` is how many processes ran before."""
    before, _, rest = page.partition(BEGIN)
    after = rest.partition(END)[2]
    return f"{before}{BEGIN}\n\n{figures(found, load)}\n{END}{after}"


def figures(found: Sequence[Series], load: float) -> str:
    busy = "while other programs were running" if load > usable_cores() / 4 else "with no other program at work"
    made = f"Measured in one run on {machine()}, {busy} (load {load:.1f}), mostly as processor time.\n"
    return "\n".join([made, *(section(one) for one in found)])


def section(one: Series) -> str:
    rows = "\n".join(f"| {size:,} | {shown(cost)} |" for size, cost in one.points.items())
    note = f"\n{one.note}\n" if one.note else ""
    head = f"| {one.size} | {one.unit} |\n|---:|---:|"
    return f"### {one.name}\n{note}\n{head}\n{rows}\n\n![{one.name}](images/{picture(one)})\n"


def shown(cost: float) -> str:
    return f"{cost:,.0f}" if cost >= 100 else f"{cost:.3g}"


def machine() -> str:
    """The machine in general terms."""
    pages = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    python = ".".join(map(str, sys.version_info[:2]))
    return f"a machine with {usable_cores()} cores and {pages / 2**30:.0f} GB of memory, Python {python}"
