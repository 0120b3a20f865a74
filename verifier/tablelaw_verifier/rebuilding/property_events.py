"""Events outside the tables: installations, gaming days, and inspections of past rounds."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from tablelaw_verifier.entries.orders import DEALER, check_approved
from tablelaw_verifier.law.games import GAMES
from tablelaw_verifier.law.jurisdictions import TIME_ZONES
from tablelaw_verifier.law.submission import Filed
from tablelaw_verifier.law.terms import MeterTerms, Terms
from tablelaw_verifier.law.unknown_rules import game_of, require_unknown
from tablelaw_verifier.money.meters import Meter
from tablelaw_verifier.rebuilding.property_money import PropertyMoney
from tablelaw_verifier.rebuilding.table import Table
from tablelaw_verifier.rebuilding.unverified_table import UnverifiedTable
from tablelaw_verifier.trust.differences import Different, Object, check
from tablelaw_verifier.trust.heads import HEX

LOOKS = ("RoundInspected", "LogExported", "SnapshotTaken", "ProjectionsRebuilt", "AlertAcknowledged", "PersonChanged")
LEAVE_EMPTY = frozenset(("DayStarted", "DayEnded", "DayTakenBack", "DayResumed", *LOOKS))
"""Events that do not count as anything happening in a day."""


@dataclass
class DayMemory:
    """Whether anything has happened in the current day, since the last day ended, and during the last day."""

    is_empty: bool = False
    is_quiet: bool = False
    was_empty: bool = False
    before: str = ""

    def see(self, kinds: Iterable[str]) -> None:
        if not LEAVE_EMPTY.issuperset(kinds):
            self.is_empty = self.is_quiet = self.was_empty = False


class PropertyEvents(PropertyMoney):
    """The property's own events."""

    def __init__(self) -> None:
        super().__init__()
        self.owner = "", ""
        self.names_rules = False
        """Whether the table installed last names the rules in force."""
        self.named_by_tables: set[str] = set()
        self.links: set[str] = set()
        self.former: set[str] = set()
        self.unverified: dict[tuple[str, str], Object] = {}
        """Tables under rules that are not known here, by name and digest, with those rules as the log names them."""
        self.last_day = ""
        self.days = DayMemory()

    def on_opened(self, event: Object) -> None:
        check("the first entry", 1, self.entry["seq"], event["cite"])
        check("a name of the property", True, bool(event["name"]), event["cite"])
        self.owner = event["name"], event["public_key"]
        self.on_adopted(event)

    def on_adopted(self, event: Object) -> None:
        """Requires the jurisdiction and time zone that were ordered; a jurisdiction always has a time zone."""
        command, self.jurisdiction = self.entry["command"], event.get("jurisdiction", "")
        check("the jurisdiction that was ordered", command.get("jurisdiction", ""), self.jurisdiction, event["cite"])
        zone = command.get("time_zone") or TIME_ZONES.get(self.jurisdiction, "")
        check("the time zone of the property", zone, event.get("time_zone", ""), event["cite"])
        approved, told = ((part.get("reason", ""), part.get("approvers", [])) for part in (command, event))
        check("the approval of the jurisdiction", approved, told, event["cite"])
        if any(told):  # earlier logs name only the giver
            check_approved("an adopted jurisdiction", *told, event["cite"])

    def _check_named_rules(self, event: Object) -> bool:
        """Whether a table names the rules in force; once one table has, every later one must."""
        before, self.names_rules = self.names_rules, event.get("rules") is not None
        if before and not self.names_rules:
            raise Different("the rules in force of a table", "named, as at an earlier table", "none", event["cite"])
        return self.names_rules

    def on_installed(self, event: Object) -> None:
        """Installs a table with its tray; its meters start at their seeds unless a linked table has started them."""
        name, terms = event["table"], Terms(event["terms"])
        is_known = terms.raw["rulebook"] in GAMES
        if name in self.tables:
            raise Different("a table installed", "a new one", name)
        check("property and table of the terms", (self.owner[0], name), (terms.raw["casino"], terms.raw["table"]))
        terms.names_rules = self._check_named_rules(event)
        if is_known:
            Filed(event["submission"], terms, event["cite"]).check()
            self._check_version(terms, event["cite"])
            self.tables[name] = Table(self, name, terms, event["physical"])
        else:
            require_unknown(terms, event.get("rules"), event["cite"])
            self.tables[name] = UnverifiedTable(self, name, terms, event["physical"], event)
            self.unverified[name, event["rules"]["digest"]] = event["rules"]
        self._check_names(name, terms, event["cite"])
        for meter in terms.meters:
            known = self.meters.get(meter.id)
            if known is None:
                self.meters[meter.id] = Meter(meter, meter.seed)
                cite = (
                    game_of(terms.raw["rulebook"]).meter_cite(meter.meter) if is_known else self._cite_of_opening(meter)
                )
                self.expected.change("opened", self.meters[meter.id], (name, 0, 0, ""), cite, meter.seed)
            else:
                check(f"terms of the shared meter {meter.id}", _shared(known.terms), _shared(meter), event["cite"])
        tray, cite = self.entry["command"]["tray_cents"], self.paragraph("table-inventory", terms.raw["rulebook"])
        self.expected.transfer("fill", "cage", f"tray:{name}", tray, (0, "", cite))

    def _cite_of_opening(self, meter: MeterTerms) -> str:
        """The paragraph under which a meter of unknown rules is opened: the one that the log names."""
        for change in self.entry.get("meters", ()):
            if change["meter"] == meter.id and change["cite"]:
                return str(change["cite"])
        raise Different(f"the meter {meter.id}", "opened under a paragraph", "none")

    def _check_version(self, terms: Terms, cite: str) -> None:
        """Requires the same version of the game at all tables (Massachusetts)."""
        version = terms.choices.get("version", "")
        for table in self.tables.values():
            if version and table.terms.raw["rulebook"] == terms.raw["rulebook"]:
                check("version of the game, as at the other tables", table.terms.choices["version"], version, cite)

    def _check_names(self, table: str, terms: Terms, cite: str) -> None:
        """Requires links and tables to have different names, because a meter is named after its link or else its
        table.
        """
        for meter in terms.raw["meters"]:
            check("name of a meter", f"{meter['link'] or table}/{meter['meter']}", meter["id"], cite)
        links = {meter["link"] for meter in terms.raw["meters"] if meter["link"]}
        own = {table} if any(not meter["link"] for meter in terms.raw["meters"]) else set()
        self.links |= links
        self.named_by_tables |= own
        if alike := sorted(self.links & {*self.named_by_tables, *self.tables}):
            raise Different("names of tables and links", "no name that is both", alike[0], cite)

    def on_removed(self, event: Object) -> None:
        """Removes a table, which must be closed; what its tray and drop box hold goes to the cage."""
        name, table = event["table"], self.tables.pop(event["table"])
        if table.decks:
            raise Different("a table removed", "one that is closed", name, event["cite"])
        self.former.add(name)
        for kind, code, matter in (("tray", "credit", "table-inventory"), ("drop", "drop count", "drop")):
            account = f"{kind}:{name}"
            cause = (0, "", self.paragraph(matter, table.terms.raw["rulebook"]))
            self.expected.transfer(code, account, "cage", self.books.balance[account], cause)

    def on_link_cut(self, event: Object) -> None:
        self._check_link(event, is_down=False)
        self.links_down.add(event["link"])

    def on_link_restored(self, event: Object) -> None:
        self._check_link(event, is_down=True)
        self.links_down.discard(event["link"])

    def _check_link(self, event: Object, is_down: bool) -> None:
        known = {meter["link"] for table in self.tables.values() for meter in table.terms.raw["meters"]} - {""}
        if event["link"] not in known:
            raise Different("a link", ", ".join(sorted(known)) or "none", event["link"], event["cite"])
        check(f"the link {event['link']} is down", is_down, event["link"] in self.links_down, event["cite"])

    # --- Gaming days ---------------------------------------------------------------------------------------------

    def on_day_started(self, event: Object) -> None:
        """Begins a gaming day; there is one at a time, each later than the last."""
        if self.day or event["day"] <= self.last_day:
            last = self.day or self.last_day
            raise Different("a gaming day begun", f"one after {last}, which has ended", event["day"], event["cite"])
        self.day, self.days.is_empty = event["day"], True

    def on_day_ended(self, event: Object) -> None:
        check("the gaming day that ends", self.day or "none has begun", event["day"], event["cite"])
        under_way = [table.name for table in self.tables.values() if table.round is not None]
        check("rounds under way when a day ends", [], under_way, event["cite"])
        ordered, told = (
            [part.get("reason", ""), part.get("open_matters", [])] for part in (self.entry["command"], event)
        )
        check("what is open when a day ends, and the reason", ordered, told, event["cite"])
        if told[1] and not told[0].strip():
            raise Different("a day that ends with something open", "ended with a reason", "no reason", event["cite"])
        self.days = DayMemory(was_empty=self.days.is_empty, is_quiet=True, before=self.last_day)
        self.day, self.last_day = "", event["day"]

    def on_day_taken_back(self, event: Object) -> None:
        """Cancels a day begun by mistake, if nothing has happened in it, with a reason and two approvers."""
        self._check_taken_back(event, self.day, self.days.is_empty)
        self.day, self.days.is_empty = "", False

    def on_day_resumed(self, event: Object) -> None:
        """Resumes a day ended by mistake, if nothing has happened since, with a reason and two approvers."""
        self._check_taken_back(event, "" if self.day else self.last_day, self.days.is_quiet)
        self.day, self.last_day = event["day"], self.days.before
        self.days = DayMemory(is_empty=self.days.was_empty)

    def _check_taken_back(self, event: Object, day: str, is_so: bool) -> None:
        command = self.entry["command"]
        check("the day that is taken back", day or "none", event["day"], event["cite"])
        check("the day and reason of the order", [event["day"], event["reason"]], [command["day"], command["reason"]])
        check_approved("a day taken back", command["reason"], command["approvers"], event["cite"])
        check("nothing has happened", True, is_so, event["cite"])

    # --- Who deals, and who looks back ---------------------------------------------------------------------------

    def on_assigned(self, event: Object) -> None:
        """Assigns a dealer; dealers may only take a table that has none, or give up their own."""
        table, (role, _, person) = self.tables[event["table"]], self.entry["by"].partition(":")
        if role == DEALER and not {event["dealer"], table.dealer} <= {"", person}:
            raise Different("a table that a dealer takes", "a free one, or their own", event["table"], event["cite"])
        table.dealer, self.assigns_dealers = event["dealer"], True

    def on_served(self, event: Object) -> None:
        """Records, on the word of a floorperson or the table's own dealer, that a seated player has no device."""
        table, (role, _, person) = self.tables[event["table"]], self.entry["by"].partition(":")
        if role == DEALER:
            check("who records it", table.dealer or "a floorperson", person, event["cite"])
        check("who sits there", table.players.get(event["seat"]), event["player"], event["cite"], seat=event["seat"])
        table.served[event["seat"]] = event["player"]

    def on_closing_asked(self, event: Object) -> None:
        """Requires the event to name the floorperson who asks for the table to be closed; a request can be withdrawn
        only after it was made.
        """
        table, person = self.tables[event["table"]], self.entry["by"].partition(":")[2]
        is_taken_back = self.entry["command"].get("is_taken_back", False)
        can_be = bool(table.decks) and (bool(table.closing) or not is_taken_back)
        check("a table that can be asked to close", True, can_be, event["cite"])
        check("who has asked", "" if is_taken_back else person, event["floorperson"], event["cite"])
        table.closing = event["floorperson"]

    def on_acknowledged(self, event: Object) -> None:
        """Requires the alert, its words and the note that were ordered; an acknowledgement always has a note."""
        ordered, told = (
            [part.get(name, "") for name in ("alert", "note", "says")] for part in (self.entry["command"], event)
        )
        check("the alert that was acknowledged", ordered, told, event["cite"])
        if not told[0].strip() or not told[1].strip():
            raise Different("an acknowledgement", "an alert and a note", told, event["cite"])
        named = re.fullmatch(r"entry (\d+)", event["alert"])
        if named and not 0 < int(named[1]) < self.entry["seq"]:
            raise Different("the entry of an alert", f"one before {self.entry['seq']}", event["alert"], event["cite"])

    def on_person_changed(self, event: Object) -> None:
        """Requires the change that was ordered, and two persons unless a player was only added or removed."""
        ordered, told = (
            [part["person"], part["change"], part["role"], list(part.get("approvers", ()))]
            for part in (self.entry["command"], event)
        )
        check("who may sign in", ordered, told, event["cite"])
        is_known = event["change"] in ("added", "removed", "role changed", "password reset")
        check("a change of who may sign in", True, is_known, event["cite"])
        if event["role"] != "player" or event["change"] not in ("added", "removed"):
            check_approved("a change of who may sign in", event["change"], event["approvers"], event["cite"])

    def on_inspected(self, event: Object) -> None:
        """Requires an inspected round to be finished; an entry number distinguishes an earlier round from one under
        way.
        """
        table = self.tables.get(event["table"])
        if table is None and event["table"] not in self.former:
            raise Different("a table looked at", ", ".join((*self.tables, *self.former)), event["table"], event["cite"])
        check("the entry of the round", self.entry["command"].get("entry", 0), entry := event.get("entry", 0))
        if table and table.round and event["round"] == table.round.number and not 0 < entry < table.since:
            raise Different("a round looked at", "one that is over", event["round"], event["cite"])

    def on_exported(self, event: Object) -> None:
        if not 0 <= event["size"] < self.entry["seq"]:
            raise Different("entries copied", f"fewer than {self.entry['seq']}", event["size"], event["cite"])

    def on_snapshot(self, event: Object) -> None:
        """Requires a snapshot to cover everything before its own entry, and to have a SHA-256 digest."""
        check("entries of a snapshot", self.entry["seq"] - 1, event["seq"], event["cite"])
        check("id of a snapshot's order", f"snapshot {event['seq']}", self.entry["id"], event["cite"])
        if len(event["digest"]) != 64 or not HEX.fullmatch(event["digest"]):
            raise Different("digest of a snapshot", "64 hexadecimal digits", event["digest"], event["cite"])

    def on_rebuilt(self, event: Object) -> None:
        """Notes that tables derived from the log were rebuilt, which does not change the log itself."""
        counts = [event[kind] for kind in ("entries", "transfers", "accounts", "meters", "snapshots")]
        if not event["reason"].strip() or min(counts) < 0 or not any(counts):
            raise Different("rows made anew", "a reason, and rows of some kind", counts, event["cite"])
        if max(counts[:2]) >= self.entry["seq"]:
            raise Different("entries made anew", f"fewer than {self.entry['seq']}", counts[:2], event["cite"])


def _shared(terms: MeterTerms) -> tuple[object, ...]:
    """What tables that share a meter must agree on."""
    return terms.name, terms.wagers, terms.seed, terms.reseed, terms.primary, terms.reserve
