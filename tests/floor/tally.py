"""Computes accounts and meters from the events, without reading the log's transfers and meter changes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import Any

import msgspec

from tablelaw.amounts import METER_UNITS_PER_CENT
from tablelaw.cage.balances import Balance
from tablelaw.cage.meters.meters import MeterState
from tablelaw.floor import events as property_events
from tablelaw.floor.events import PropertyEvent
from tablelaw.floor.log.entry import Entry
from tests.floor.table_tally import TableTally

OWN_SUMS = ("meter", "reserve", "rounding", "house")
"""Accounts that are derived from the meters and from all other accounts."""


class Tally:
    """The posted cents of every account and the units of every meter; `see` takes entries in log order."""

    def __init__(self) -> None:
        self.posted: Counter[str] = Counter()
        self.units: dict[str, int] = {}
        self.reserves: dict[str, int] = {}
        self.tables: dict[str, TableTally] = {}
        self.moves: dict[str, tuple[str, str]] = {}
        """The accounts of transfers made by the property's own orders, which can be corrected."""

    def see(self, entry: Entry) -> None:
        command = msgspec.json.decode(bytes(entry.command))
        for event in entry.events:
            if not isinstance(event, PropertyEvent):
                self.tables[entry.stream.removeprefix("table ")].see(event)
            elif handler := PROPERTY_EVENTS.get(type(event)):
                handler(self, event, command, f"{entry.stream}:{entry.number}")

    def move(self, debit: str, credit: str, cents: int, transfer: str = "") -> None:
        self.posted[debit] -= cents
        self.posted[credit] += cents
        if transfer:
            self.moves[transfer] = debit, credit

    # --- The property's own events -------------------------------------------------------------------------

    def installed(self, event: property_events.TableInstalled, command: Any, stem: str) -> None:
        terms = msgspec.json.decode(bytes(event.terms))
        self.tables[event.table] = TableTally(self, terms)
        self.move("cage", f"tray:{event.table}", command["tray_cents"], f"{stem}/0")
        for meter in terms["meters"]:
            self.units.setdefault(meter["id"], int(Fraction(meter["seed"]) * METER_UNITS_PER_CENT))
            self.reserves.setdefault(meter["id"], 0)

    def removed(self, event: property_events.TableRemoved, command: Any, stem: str) -> None:
        for kind in ("tray", "drop"):
            self.move(f"{kind}:{event.table}", "cage", self.posted[f"{kind}:{event.table}"])

    def bought(self, event: property_events.ChipsBought, command: Any, stem: str) -> None:
        self.move("cage", f"drop:{event.table}", event.cents, f"{stem}/0")
        self.move(f"tray:{event.table}", f"chips:{event.player}", event.cents, f"{stem}/1")

    def cashed(self, event: property_events.ChipsCashed, command: Any, stem: str) -> None:
        self.move(f"chips:{event.player}", "cage", event.cents, f"{stem}/0")

    def loaded(self, event: property_events.AccountLoaded, command: Any, stem: str) -> None:
        self.move(f"chips:{event.player}", f"game:{event.player}", event.cents, f"{stem}/0")

    def closed(self, event: property_events.AccountClosed, command: Any, stem: str) -> None:
        self.move(f"game:{event.player}", f"chips:{event.player}", event.cents, f"{stem}/0")

    def filled(self, event: property_events.TrayFilled, command: Any, stem: str) -> None:
        self.move("cage", f"tray:{event.table}", event.cents, f"{stem}/0")

    def credited(self, event: property_events.TrayCredited, command: Any, stem: str) -> None:
        self.move(f"tray:{event.table}", "cage", event.cents, f"{stem}/0")

    def counted(self, event: property_events.DropCounted, command: Any, stem: str) -> None:
        self.move(f"drop:{event.table}", "cage", event.expected_cents)
        self.move("house", "cage", event.cents - event.expected_cents)

    def corrected(self, event: property_events.Corrected, command: Any, stem: str) -> None:
        for debit, credit in [self.moves[leg] for leg in self._together(event.transfer, command)]:
            self.move(credit, debit, command["cents"])

    def _together(self, transfer: str, command: Any) -> list[str]:
        """Both transfers of a buy-in (cage and tray), the only order with two transfers."""
        stem = transfer.rpartition("/")[0]
        legs = [f"{stem}/0", f"{stem}/1"]
        ends = [self.moves.get(leg, ("", ""))[0].partition(":")[0] for leg in legs]
        return legs if ends == ["cage", "tray"] and command.get("together") else [transfer]

    def adjusted(self, event: property_events.MeterAdjusted, command: Any, stem: str) -> None:
        self.units[event.meter] += command["units"]

    # --- Comparison with the floor -------------------------------------------------------------------------

    def differences(self, balances: Mapping[str, Balance], meters: Mapping[str, MeterState]) -> Iterator[str]:
        """Lists every difference from the floor."""
        for name in self.units.keys() | meters.keys():
            found = (meters[name].units, meters[name].reserve_units) if name in meters else None
            if found != (self.units.get(name), self.reserves.get(name)):
                yield f"meter {name} has {found}, not {self.units.get(name)} and {self.reserves.get(name)}"
        wanted, pending = self._cents(), self._pending()
        for name in sorted(wanted.keys() | balances.keys()):
            balance = balances.get(name, Balance())
            if balance.posted != wanted[name]:
                yield f"{name} has {balance.posted}, not {wanted[name]}"
            if not name.startswith("tray:") and balance.debits_pending != pending[name]:
                yield f"{name} has {balance.debits_pending} in wagers, not {pending[name]}"

    def _cents(self) -> Counter[str]:
        wanted = Counter({name: cents for name, cents in self.posted.items() if name.partition(":")[0] not in OWN_SUMS})
        for meter, units in self.units.items():
            for kind, amount in (("meter", units), ("reserve", self.reserves[meter])):
                whole, fraction = divmod(amount, METER_UNITS_PER_CENT)
                wanted[f"{kind}:{meter}"] = whole
                wanted[f"rounding:{meter}"] += bool(fraction)
        wanted["house"] = -sum(wanted.values())
        return wanted

    def _pending(self) -> Counter[str]:
        pending: Counter[str] = Counter()
        for table in self.tables.values():
            pending.update(table.pending())
        return pending


PROPERTY_EVENTS: dict[type[PropertyEvent], Callable[[Tally, Any, Any, str], None]] = {
    property_events.TableInstalled: Tally.installed,
    property_events.TableRemoved: Tally.removed,
    property_events.ChipsBought: Tally.bought,
    property_events.ChipsCashed: Tally.cashed,
    property_events.AccountLoaded: Tally.loaded,
    property_events.AccountClosed: Tally.closed,
    property_events.TrayFilled: Tally.filled,
    property_events.TrayCredited: Tally.credited,
    property_events.DropCounted: Tally.counted,
    property_events.Corrected: Tally.corrected,
    property_events.MeterAdjusted: Tally.adjusted,
}
