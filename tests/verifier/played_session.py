"""A session at a property for the verifier to rebuild: every rulebook under every dealing procedure, random terms,
random play with irregularities, and money moving at the cage.

Each table has its own thread, but all threads wait for each other before every order. A seed therefore always gives the
same session, and its orders are still written in groups.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from pathlib import Path
from queue import SimpleQueue
from typing import Any

from msgspec import UNSET

from tablelaw import rulebooks
from tablelaw.cards import Deck
from tablelaw.chance import PracticeChance
from tablelaw.errors import BadSubmission, TablelawError
from tablelaw.floor import orders
from tablelaw.floor.audit.log_audit import sign_log
from tablelaw.floor.log.entry import Entry
from tablelaw.floor.log.export import export_log
from tablelaw.floor.orders import FloorCommand, Order
from tablelaw.floor.service import FloorService
from tablelaw.floor.store.api import Store, open_store
from tablelaw.proofs.keys import SigningKey, new_key
from tablelaw.submission.draft import Draft
from tablelaw.submission.submission import accept
from tablelaw.table.commands import CloseTable, Command
from tests.currencies import IN_DOLLARS
from tests.table.world import _draft
from tests.verifier.cage_window import CageWindow
from tests.verifier.table_world import TableWorld

PROPERTY = "Keystone Casino"
START = 1_794_736_000
TRAY_CENTS = 10**13
FRESH = Deck.new().cards
LINKED = ("pa-647a", "pa-653a", "pa-678a")
DRAWS = {"magic-card": "yes", "lucky-bonus": "yes", "draws-every-rounds": 2}
"""The settings that make both bonuses occur in a short session."""
SHARED_SECTIONS = ("paytables", "wagers", "options")
Asked = tuple[str, Command | FloorCommand, str]
"""The actor, the order, and the table."""


class SessionClock:
    """A clock that advances seven seconds from one group of orders to the next."""

    def __init__(self) -> None:
        self.time = START

    def now(self) -> int:
        return self.time


class StackedChance:
    """Practice shuffles, every other one stacked so that meters are won.

    A shuffle draws below 52, 51 and so on down to 2; each draw picks the card for that position.
    """

    def __init__(self, seed: str) -> None:
        self.practice = PracticeChance(seed)
        self.draws: list[int] = []
        self.next = 0

    def below(self, n: int) -> int:
        if n == len(FRESH):
            self.draws = self._stacked() if self.practice.below(2) else []
            self.next = n
        if self.draws and n == self.next:
            self.next -= 1
            return self.draws.pop(0)
        self.draws = []
        return self.practice.below(n)

    def _stacked(self) -> list[int]:
        """A deck sorted by suit, each suit starting with its highest eight to ten cards, so any cut gives straight
        flushes.
        """
        key = {place: self.practice.below(10**9) for place in range(len(FRESH))}
        many, first = 8 + self.practice.below(3), self.practice.below(4)

        def in_order(place: int) -> tuple[int, bool, int]:
            card = FRESH[place]
            return (card + first) & 3, card >> 2 < 13 - many, key[place]

        return draws_for(sorted(key, key=in_order))


def draws_for(wanted: list[int]) -> list[int]:
    """The random draws that make a shuffle produce this order; the shuffle fills positions from last to first."""
    now, draws = list(range(len(wanted))), []
    for place in range(len(wanted) - 1, 0, -1):
        drawn = now.index(wanted[place])
        draws.append(drawn)
        now[place], now[drawn] = now[drawn], now[place]
    return draws


class Lane:
    """One thread's connection to the service: it submits an order and waits for the result."""

    def __init__(self) -> None:
        self.asked: SimpleQueue[Asked | BaseException | None] = SimpleQueue()
        self.answered: SimpleQueue[Entry | TablelawError] = SimpleQueue()

    def ask(self, by: str, command: Command | FloorCommand, table: str = "") -> Entry | TablelawError:
        self.asked.put((by, command, table))
        return self.answered.get()


class PlayedSession:
    """Plays a session at one property, from its opening to the signed head over its log."""

    def __init__(
        self, folder: Path, seed: str, hands: int, jurisdiction: str = "", books: Sequence[str] = IN_DOLLARS
    ) -> None:
        self.books = books
        self.seed, self.hands, self.jurisdiction = seed, hands, jurisdiction
        self.chance = PracticeChance(f"evening {seed}")
        self.clock = SessionClock()
        self.key: SigningKey = new_key()
        self.store: Store = open_store(str(folder / "evening.db"), create=True)
        self.service = FloorService(self.store, clock=self.clock, chance=StackedChance(f"decks {seed}"))
        self.given = 0
        self.texts: dict[str, str] = {}
        self.accounts: dict[str, int] = {}
        self.meters: dict[str, tuple[int, int]] = {}
        """The floor's own figures at the end: the cents of each account above, and here the units and reserve of each
        meter.
        """

    def played(self, path: Path) -> Path:
        """Plays the session, signs the log and exports it."""
        try:
            self._open()
            self._play()
            self._reinstall()
        finally:
            self.service.close()
        views = self.service.views
        self.accounts = {name: held.posted for name, held in views.balances().items() if held.posted}
        self.meters = {name: (meter.units, meter.reserve_units) for name, meter in views.meters.items()}
        sign_log(self.store, self.key, self.clock.now())
        export_log(self.store, path)
        self.store.close()
        return path

    def order(self, asked: Asked) -> Order:
        self.given += 1
        by, command, table = asked
        return Order(id=f"{self.seed}/{self.given}", by=by, command=command, table=table)

    def _do(self, by: str, command: FloorCommand) -> None:
        self.service.do(self.order((by, command, "")))

    def _open(self) -> None:
        self._do("system", orders.OpenProperty(PROPERTY, self.key.public, self.jurisdiction or UNSET))
        version = self.chance.below(2)
        shared: dict[str, Mapping[str, Any]] = {}
        for book in self.books:
            for method in rulebooks.get(book).dealing:
                text = self._submission(book, method.id, version, shared)
                physical = self.chance.below(3) == 0 or (book in LINKED and method.id == "automated-shoe")
                self.texts[f"{book} {method.id}"] = text
                self._do("administrator:kim", orders.InstallTable(text, TRAY_CENTS, physical))
        self._do("floor:ann", orders.StartDay("2026-11-15"))

    def _submission(self, book: str, method: str, version: int, shared: dict[str, Mapping[str, Any]]) -> str:
        """A submission with random terms that pass the checks. Tables of one rulebook share meters unless dealt by
        hand.

        The Massachusetts version is the same at all tables.
        """
        row = rulebooks.get(book)
        while True:
            raw = _draft(row, method, self.chance)
            raw |= {"property": PROPERTY, "table": f"{book} {method}"}
            raw["options"] = {**raw["options"], **DRAWS} if "draws-every-rounds" in raw["options"] else raw["options"]
            if book == "ma-colorado":
                raw["options"]["version"] = ("required", "permissible")[version]
            if book in LINKED:
                raw |= deepcopy(shared.get(book, {}))
                for wager in ("progressive", "five-card-player"):
                    if wager in raw["wagers"] and method != "hand":
                        raw["wagers"][wager]["link"] = f"{book} {wager}"
            try:
                accept(Draft(row, raw, book))
            except BadSubmission:
                continue
            text = toml(raw)
            for written in raw.get("wagers", {}).values():
                written.pop("link", None)
            shared.setdefault(book, {name: raw[name] for name in SHARED_SECTIONS if name in raw})
            return text

    def _reinstall(self) -> None:
        """Plays a short session on the next gaming day, after some tables are removed and reinstalled under the same
        name.
        """
        self._do("floor:ann", orders.EndDay())
        self._do("auditor:una", orders.InspectRound(next(iter(self.texts)), 1))
        self._do("auditor:una", orders.ExportLog(self.service.views.seq))
        self._do("floor:ann", orders.StartDay("2026-11-16"))
        for name in [name for name in self.texts if name.endswith(("hand", "automated-shoe"))]:
            if self.service.views.tables[name].state.decks:
                self.service.do(self.order(("floor:ann", CloseTable(), name)))
            self._do("administrator:kim", orders.RemoveTable(name))
            self._do("administrator:kim", orders.InstallTable(self.texts[name], TRAY_CENTS))
        self.hands //= 8
        self._play()

    # --- Concurrent play -----------------------------------------------------------------------------------

    def _play(self) -> None:
        names = list(self.service.views.tables)
        quota = -(-self.hands // len(names))
        lanes = [Lane() for _ in range(len(names) + 1)]
        doers: list[Callable[[], None]] = [
            TableWorld(lane, self.service, name, f"{self.seed} {name}", quota).play
            for lane, name in zip(lanes, names, strict=False)
        ]
        doers.append(CageWindow(lanes[-1], self.service, f"{self.seed} cage", 3 * quota).work)
        for lane, doer in zip(lanes, doers, strict=True):
            threading.Thread(target=_life, args=(lane, doer), daemon=True).start()
        self._lockstep(lanes)

    def _lockstep(self, lanes: list[Lane]) -> None:
        """Submits every thread's next order before any of them gets an answer."""
        while lanes:
            asked = [(lane, lane.asked.get()) for lane in lanes]
            for _, wish in asked:
                if isinstance(wish, BaseException):
                    raise wish
            waiting = [(lane, self.service.submit(self.order(wish))) for lane, wish in asked if wish is not None]  # type: ignore[arg-type]
            lanes = [lane for lane, wish in asked if wish is not None]
            for _, done in waiting:
                done.exception()
            self.clock.time += 7
            for lane, done in waiting:
                failure = done.exception()
                if failure is not None and not isinstance(failure, TablelawError):
                    raise failure
                lane.answered.put(failure or done.result().entry)


def _life(lane: Lane, doer: Callable[[], None]) -> None:
    try:
        doer()
        lane.asked.put(None)
    except BaseException as error:
        lane.asked.put(error)


def toml(raw: Mapping[str, Any], path: str = "") -> str:
    """A submission as TOML text."""
    plain = [f"{_key(name)} = {_value(value)}" for name, value in raw.items() if not isinstance(value, Mapping)]
    tables = [(f"{path}{_key(name)}", value) for name, value in raw.items() if isinstance(value, Mapping)]
    below = [f"\n[{name}]\n{toml(value, name + '.')}" for name, value in tables]
    return "\n".join(plain + below)


def _key(name: str) -> str:
    return f'"{name}"'


def _value(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_value, value))}]"
    return (
        str(value)
        if isinstance(value, int | float)
        else '"' + str(value).replace("\\", "\\\\").replace('"', '\\"') + '"'
    )
