"""The property, rebuilt entry by entry."""

from __future__ import annotations

import re
from collections import Counter
from datetime import UTC, datetime
from typing import Any

from tablelaw_verifier.entries.fields import check_entry_form
from tablelaw_verifier.entries.orders import DEALER, PLAYER, check_order
from tablelaw_verifier.law.games import GAMES
from tablelaw_verifier.law.jurisdictions import MATTERS, PARAGRAPHS
from tablelaw_verifier.money.transfers import Expected
from tablelaw_verifier.rebuilding.property_events import PropertyEvents
from tablelaw_verifier.trust.differences import Different, Object, check

AUTOMATIC_DEALER = "dealer:on duty"
"""The name of the dealer at tables that no person deals; nobody can sign in under this name."""
BY_DEVICE = ("PlaceWager", "WithdrawWager", "Act")
"""Orders that a player gives from a device, which shows that the player has one."""
OF_PLAYERS = ("LeaveSeat", "PlaceWager", "Act")
"""Orders of players, which a dealer gives only for a player recorded as having no device."""
TAKEN_FOR_SILENCE = ("check", "ride", "fold")
"""What the automatic dealer enters for a player whose time has run out."""
IN_A_GAMING_DAY = ("PlaceWager", "CloseBets", "BuyIn")
"""Orders that are carried out only in a gaming day."""
OF_A_TABLE = (
    *("TableRemoved", "ChipsBought", "TrayFilled", "TrayCredited", "DropCounted"),
    *("DealerAssigned", "SeatServed", "ClosingAsked"),
)


class Audit(PropertyEvents):
    """Everything rebuilt so far. `take` is given the entries one by one and stops at the first difference."""

    def __init__(self) -> None:
        super().__init__()
        self.numbers: Counter[str] = Counter()
        self.ids: set[str] = set()

    def take(self, entry: Any) -> None:
        """Takes one entry; a difference is located by the entry's place in the log, even if its own number is wrong."""
        try:
            self._take(entry)
        except Different as difference:
            stream, number = (entry.get(name) for name in ("stream", "round")) if type(entry) is dict else ("", 0)
            table = stream.removeprefix("table ") if type(stream) is str and stream.startswith("table ") else ""
            place = number if type(number) is int else 0
            raise difference.placed(seq=self.totals["entries"], table=table, round=place) from None

    def _take(self, entry: Object) -> None:
        self.totals["entries"] += 1
        check_entry_form(entry)
        self.entry, stream = entry, entry["stream"]
        self.numbers[stream] += 1
        check("number of the entry", self.totals["entries"], entry["seq"])
        check(f"number in stream {stream!r}", self.numbers[stream], entry["number"])
        if entry["id"] in self.ids:
            raise Different("id of the order", "one that no earlier order had", entry["id"])
        self.ids.add(entry["id"])
        if entry["at"] < self.now:
            raise Different("time of the entry", f"{self.now} or later, the time of the previous entry", entry["at"])
        self.now = entry["at"]
        check_order(entry)
        self._check_standing(entry)
        self.expected = Expected()
        self.openings = iter(entry.get("openings", ()))
        number = self._round_of(stream)
        for event in entry.get("events", ()):
            self._see(stream, event)
        if entry["command"]["type"] == "CloseBets":
            self.tables[stream.removeprefix("table ")].check_draw()
        if "sealed" in entry:
            check("what a deck is sealed with", "Shuffle", entry["command"]["type"])
        check("round of the entry", number or self._round_of(stream), entry.get("round", 0))
        check("openings without a card", [], list(self.openings))
        self.days.see(event["type"] for event in entry.get("events", ()))
        self._check_meters(entry.get("meters", ()))
        self._check_transfers(entry)
        if entry["by"].startswith(f"{PLAYER}:") and entry["command"]["type"] in BY_DEVICE:
            self.tables[stream.removeprefix("table ")].served.pop(entry["command"]["seat"], None)

    def _check_standing(self, entry: Object) -> None:
        """Requires the conditions of an order: the property opened, a day begun, players who act for their own
        seats.
        """
        command = entry["command"]
        kind, (role, _, person) = command["type"], entry["by"].partition(":")
        check("the first order of a log", kind == "OpenProperty", entry["seq"] == 1)
        if kind in IN_A_GAMING_DAY and not self.day:
            raise Different(f"the order {kind}", "a gaming day begun first", "none")
        self._check_in_force(entry)
        if role == DEALER:
            self._check_dealer(entry)
        if role != PLAYER:
            return
        if "player" in command:
            check("whom a player gives an order for", person, command["player"])
        elif "seat" in command:
            table = self.tables.get(entry["stream"].removeprefix("table "))
            holder = table.players.get(command["seat"], person) if table else person
            check("whose seat a player gives an order for", holder, person, seat=command["seat"])

    def _check_in_force(self, entry: Object) -> None:
        """Requires that no wager is placed or locked in on a gaming day on which its paytable is not in force."""
        table = self.tables.get(entry["stream"].removeprefix("table "))
        if table is None or entry["command"]["type"] not in ("PlaceWager", "CloseBets"):
            return
        is_date = re.fullmatch(r"\d{4}-\d\d-\d\d", self.day) is not None
        day = self.day if is_date else datetime.fromtimestamp(entry["at"], UTC).date().isoformat()
        for (paytable, column), (wager, cite, first, last) in table.game.temporary.items():
            if column in table.terms.tables.get(paytable, {}) and not first <= day <= last:
                placed = entry["command"].get("wager") == wager
                lies = any(wager in wagers for wagers in table.bets.values())
                if placed or (lies and entry["command"]["type"] == "CloseBets"):
                    raise Different(f"the wager {wager}", f"{first} to {last}", f"day {day}", cite)

    def _check_dealer(self, entry: Object) -> None:
        """Requires that at a table with a dealer nobody else deals, and that only the table's dealer acts for players,
        and only for those without a device.

        The automatic dealer deals anywhere, and checks, rides or folds for players who do not answer in time. In logs
        that assign no dealers, any dealer did all of this.
        """
        command, table = entry["command"], self.tables.get(entry["stream"].removeprefix("table "))
        is_automatic, is_for_player = entry["by"] == AUTOMATIC_DEALER, command["type"] in (*OF_PLAYERS, "TakeSeat")
        if not self.assigns_dealers:
            return
        if table is None:
            self._check_dealer_of_money(entry)
            return
        if not is_automatic and (table.dealer or is_for_player):
            check("who deals the table", f"{DEALER}:{table.dealer}" if table.dealer else "nobody", entry["by"])
        is_silence = command.get("action") in TAKEN_FOR_SILENCE and not command.get("cents")
        if command["type"] not in OF_PLAYERS or (is_automatic and is_silence):
            return
        seat = command["seat"]
        if table.players.get(seat) is None or table.served.get(seat) != table.players[seat]:
            told = "a player recorded as having no device"
            raise Different("for whom a dealer acts", told, table.players.get(seat, "nobody"), seat=seat)

    def _check_dealer_of_money(self, entry: Object) -> None:
        """Requires that dealers sell chips only at their own table or one that nobody deals, and do not touch the
        accounts of players who sit only at the tables of others.
        """
        command = entry["command"]
        tables = [table for table in self.tables.values() if command.get("player") in table.players.values()]
        if command["type"] == "BuyIn":
            tables = [table for name, table in self.tables.items() if name == command["table"]]
        elif command["type"] not in ("LoadAccount", "CloseAccount"):
            return
        dealers = [f"{DEALER}:{table.dealer}" if table.dealer else "" for table in tables]
        if dealers and entry["by"] != AUTOMATIC_DEALER and not {"", entry["by"]} & {*dealers}:
            raise Different("who deals the table", " or ".join(dealers), entry["by"])

    def _round_of(self, stream: str) -> int:
        """The round in play at a table, or the next one if wagers are already placed for it; 0 outside a round."""
        table = self.tables.get(stream.removeprefix("table "))
        if table is None or stream == "floor":
            return 0
        return table.round.number if table.round is not None else table.rounds + 1 if table.bets else 0

    def _see(self, stream: str, event: Object) -> None:
        if stream == "floor":
            handler = EVENT_HANDLERS.get(event["type"])
            if handler is None:
                raise Different("an event of the property", ", ".join(sorted(EVENT_HANDLERS)), event["type"])
            if event["type"] in OF_A_TABLE and event["table"] not in self.tables:
                raise Different("a table", f"one that is installed: {', '.join(self.tables)}", event["table"])
            check(f"paragraph of {event['type']}", self._paragraph_of(event), event["cite"])
            handler(self, event)
            return
        name = stream.removeprefix("table ")
        if name not in self.tables:
            raise Different("a table", f"one that is installed: {', '.join(self.tables)}", name)
        self.tables[name].see(event)

    def _paragraph_of(self, event: Object) -> str:
        """The paragraph that an event of the property must cite: the law of its rulebook governs a table, the law of
        the property everything else.
        """
        kind, told = event["type"], event.get("jurisdiction", "")
        if kind in ("PropertyOpened", "JurisdictionAdopted"):
            if told not in PARAGRAPHS or (kind == "JurisdictionAdopted" and (not told or self.jurisdiction)):
                raise Different("the jurisdiction of the property", "pa, md, ma or fr, named once", told)
            return PARAGRAPHS[told][MATTERS[kind]]
        meters = ((table, meter) for table in self.tables.values() for meter in table.terms.raw["meters"])
        owners = (table for table, meter in meters if meter["id"] == event.get("meter") and not meter["link"])
        table = self.tables[event["table"]] if kind in OF_A_TABLE else next(owners, None)
        terms = event.get("terms") or (table.terms.raw if table else {})
        rulebook = str(terms.get("rulebook", ""))
        if kind == "TableInstalled" and rulebook not in GAMES and rulebook not in self.laws:
            self.laws[rulebook] = self._law_named(event["cite"])
        return self.paragraph(MATTERS[kind], rulebook)

    def _law_named(self, cite: str) -> str:
        """The jurisdiction under which a table of unknown rules is installed: the property's, or the one cited."""
        cited = (law for law in PARAGRAPHS if law and PARAGRAPHS[law][MATTERS["TableInstalled"]] == cite)
        return (
            self.jurisdiction if self.paragraph(MATTERS["TableInstalled"]) == cite else next(cited, self.jurisdiction)
        )


EVENT_HANDLERS: dict[str, Any] = {
    "PropertyOpened": Audit.on_opened,
    "JurisdictionAdopted": Audit.on_adopted,
    "TableInstalled": Audit.on_installed,
    "TableRemoved": Audit.on_removed,
    "ChipsBought": Audit.on_bought,
    "ChipsCashed": Audit.on_cashed,
    "AccountLoaded": Audit.on_loaded,
    "AccountClosed": Audit.on_unloaded,
    "TrayFilled": Audit.on_filled,
    "TrayCredited": Audit.on_credited,
    "DropCounted": Audit.on_counted,
    "LinkCut": Audit.on_link_cut,
    "LinkRestored": Audit.on_link_restored,
    "MeterAdjusted": Audit.on_adjusted,
    "DayStarted": Audit.on_day_started,
    "DayEnded": Audit.on_day_ended,
    "DayTakenBack": Audit.on_day_taken_back,
    "DayResumed": Audit.on_day_resumed,
    "Corrected": Audit.on_corrected,
    "SnapshotTaken": Audit.on_snapshot,
    "DealerAssigned": Audit.on_assigned,
    "SeatServed": Audit.on_served,
    "ClosingAsked": Audit.on_closing_asked,
    "AlertAcknowledged": Audit.on_acknowledged,
    "PersonChanged": Audit.on_person_changed,
    "RoundInspected": Audit.on_inspected,
    "LogExported": Audit.on_exported,
    "ProjectionsRebuilt": Audit.on_rebuilt,
}
