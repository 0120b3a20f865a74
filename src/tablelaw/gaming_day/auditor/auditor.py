"""The auditor of a property: takes every accepted order, and says what every account and meter must hold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import Any, NamedTuple, Protocol

from tablelaw.amounts import METER_UNITS_PER_CENT
from tablelaw.gaming_day.auditor.accepted_order import Accepted
from tablelaw.gaming_day.auditor.accounts import Accounts
from tablelaw.gaming_day.auditor.meters import Meter, units
from tablelaw.gaming_day.auditor.tables import TableBooks
from tablelaw.printed_money import money_format, printed
from tablelaw.submission.draft import parse_draft
from tablelaw.submission.submission import MeterTerms, Submission, accept

MAY_OWE = ("cage", "house")


class Kept(Protocol):
    """The ledger's figures for an account."""

    @property
    def posted(self) -> int: ...

    @property
    def debits_pending(self) -> int: ...

    @property
    def credits_pending(self) -> int: ...


class Difference(NamedTuple):
    """A figure in which the floor differs from the auditor. `account` is an account of the ledger, or "display of" a
    meter.
    """

    account: str
    what: str
    found: int
    expected: int

    def sentence(self) -> str:
        if self.account.startswith("display of"):
            is_units = self.what.endswith("units")
            shown = (_units_text(n) if is_units else str(n) for n in (self.found, self.expected))
            values = ", not ".join(shown)
            return f"{self.account}: {self.what} is {values}"
        return f"{self.account}: {self.what} is {printed(self.found)}, not {printed(self.expected)}"


def _units_text(units: int) -> str:
    return money_format().decimals(units / METER_UNITS_PER_CENT / 100, 6)


@lru_cache(maxsize=512)
def read_submission(text: str) -> Submission:
    return accept(parse_draft(text))


def meter_named(terms: MeterTerms, table: str) -> str:
    """The name of a meter: tables with a link share the meter under the link's name; others have their own."""
    return f"{terms.link if terms.link else table}/{terms.id}"


class Auditor:
    """The auditor's books. Give `take` every accepted order once, in the floor's order; call `differences` at any
    time.
    """

    def __init__(self) -> None:
        self.accounts = Accounts()
        self.tables: dict[str, TableBooks] = {}
        self.former: dict[str, TableBooks] = {}
        self.receipt = ""
        """Receipt of the order being processed."""
        self.moves: dict[str, tuple[str, str]] = {}
        self.bought: dict[str, tuple[str, tuple[str, ...]]] = {}
        """For each transfer of a buy-in, the table and both transfers."""
        self.drops: Counter[str] = Counter()
        self.fills: Counter[str] = Counter()
        self.credits: Counter[str] = Counter()
        self.days = 0
        self.opening: dict[tuple[str, str], int] = {}
        """Running totals when the day began; empty on the first day, which begins the log."""

    def take(self, order: Accepted) -> None:
        if order.table:
            self.tables[order.table].take(order)
            return
        self.receipt = order.receipt
        PROPERTY[order.what](self, order, order.fields)

    def _move(self, *moves: tuple[str, str, int]) -> None:
        """Makes transfers and records each under the receipt of its order and its position in that order."""
        for place, (giver, taker, cents) in enumerate(moves):
            self.accounts.move(giver, taker, cents)
            self.moves[f"{self.receipt}/{place}"] = giver, taker

    # --- Tables ----------------------------------------------------------------------------------------------

    def nothing(self, order: Accepted, fields: Mapping[str, Any]) -> None:
        """Handles orders that move no money: links, inspections of a round, and the end of a day."""

    def installs(self, order: Accepted, fields: Mapping[str, Any]) -> None:
        submission = read_submission(fields["submission"])
        meters = {}
        for terms in submission.meters:
            name = meter_named(terms, submission.table)
            meters[terms.id] = self.accounts.meters.setdefault(name, Meter(units(terms.seed_cents)))
        self.tables[submission.table] = TableBooks(submission, self.accounts, meters)
        self.fills[submission.table] += fields["tray_cents"]
        self._move(("cage", f"tray:{submission.table}", fields["tray_cents"]))

    def removes(self, order: Accepted, fields: Mapping[str, Any]) -> None:
        table = fields["table"]
        self.former[table] = self.tables.pop(table)
        for kind in ("tray", "drop"):
            account = f"{kind}:{table}"
            self.accounts.move(account, "cage", self.accounts.posted[account])

    # --- Days ------------------------------------------------------------------------------------------------

    def begins(self, order: Accepted, fields: Mapping[str, Any]) -> None:
        self.opening = self.totals() if self.days else {}
        self.days += 1

    def totals(self) -> dict[tuple[str, str], int]:
        """Running totals of each table and each meter."""
        found: dict[tuple[str, str], int] = {}
        for name, books in self.tables.items():
            runs = {"fills": self.fills, "credits": self.credits, "drop": self.drops}
            found |= {(name, what): counted[name] for what, counted in runs.items()}
            found[name, "tray"] = self.accounts.posted[f"tray:{name}"]
            found[name, "rounds"], found[name, "void rounds"] = books.rounds, books.void_rounds
        for name, meter in self.accounts.meters.items():
            figures = {**meter.figures(), "contributed": meter.contributed}
            found |= {(name, what): figure for what, figure in figures.items()}
        return found

    # --- Money -----------------------------------------------------------------------------------------------

    def buys_in(self, order: Accepted, fields: Mapping[str, Any]) -> None:
        player, table, cents = fields["player"], fields["table"], fields["cents"]
        self.drops[table] += cents
        self._move(("cage", f"drop:{table}", cents), (f"tray:{table}", f"chips:{player}", cents))
        legs = f"{self.receipt}/0", f"{self.receipt}/1"
        self.bought.update(dict.fromkeys(legs, (table, legs)))

    def cashes(self, order: Accepted, fields: Mapping[str, Any]) -> None:
        chips = f"chips:{fields['player']}"
        self._move((chips, "cage", self.accounts.available(chips)))

    def loads(self, order: Accepted, fields: Mapping[str, Any]) -> None:
        player = fields["player"]
        self._move((f"chips:{player}", f"game:{player}", fields["cents"]))

    def unloads(self, order: Accepted, fields: Mapping[str, Any]) -> None:
        game = f"game:{fields['player']}"
        self._move((game, f"chips:{fields['player']}", self.accounts.available(game)))

    def fill(self, order: Accepted, fields: Mapping[str, Any]) -> None:
        table = fields["table"]
        self.fills[table] += fields["cents"]
        self._move(("cage", f"tray:{table}", fields["cents"]))

    def credit(self, order: Accepted, fields: Mapping[str, Any]) -> None:
        table = fields["table"]
        self.credits[table] += fields["cents"]
        self._move((f"tray:{table}", "cage", fields["cents"]))

    def counts(self, order: Accepted, fields: Mapping[str, Any]) -> None:
        """Empties the drop box into the cage; the house bears a surplus or shortage."""
        drop = f"drop:{fields['table']}"
        there = self.accounts.posted[drop]
        self.accounts.posted[drop] = 0
        self.accounts.posted["cage"] += fields["cents"]
        self.accounts.house += there - fields["cents"]

    def corrects(self, order: Accepted, fields: Mapping[str, Any]) -> None:
        """Moves an amount back to where it came from; for a buy-in, cash and chips together if the order says so."""
        named, cents = fields["transfer"], fields["cents"]
        table, legs = self.bought.get(named, ("", (named,))) if fields.get("together") else ("", (named,))
        if table:
            self.drops[table] -= cents
        self._move(*((taker, giver, cents) for giver, taker in [self.moves[leg] for leg in legs]))

    def adjusts(self, order: Accepted, fields: Mapping[str, Any]) -> None:
        self.accounts.meters[fields["meter"]].shown += fields["units"]

    # --- Comparison with the floor ----------------------------------------------------------------------------

    def differences(self, kept: Mapping[str, Kept], meters: Mapping[str, Any]) -> Iterator[Difference]:
        """Lists every difference from the floor: displays first, derived accounts such as the house and the cage
        last.
        """
        yield from self._displays(meters)
        posted, books = self.accounts.all_posted(), self.accounts
        for name in sorted(posted.keys() | kept.keys(), key=lambda name: (name in MAY_OWE, name)):
            there = kept.get(name)
            found = (there.posted, there.debits_pending, there.credits_pending) if there else (0, 0, 0)
            wanted = (posted.get(name, 0), books.aside[name], books.coming[name])
            if found != wanted:
                for what, one, other in zip(("the balance", "in wagers", "at stake"), found, wanted, strict=True):
                    if one != other:
                        yield Difference(name, what, one, other)
            elif there is not None and found[0] - found[1] < 0 and name not in MAY_OWE:
                yield Difference(name, "what is free to spend", found[0] - found[1], 0)
        total = sum(account.posted for account in kept.values())
        if total:
            yield Difference("all accounts together", "the sum", total, 0)

    def _displays(self, meters: Mapping[str, Any]) -> Iterator[Difference]:
        for name in sorted(self.accounts.meters.keys() | meters.keys()):
            wanted = self.accounts.meters[name].figures() if name in self.accounts.meters else {}
            for figure, expected in wanted.items():
                found = getattr(meters[name], figure) if name in meters else 0
                if found != expected:
                    yield Difference(f"display of {name}", figure, found, expected)


PROPERTY: dict[str, Callable[[Auditor, Accepted, Mapping[str, Any]], None]] = {
    "OpenProperty": Auditor.nothing,
    "AdoptJurisdiction": Auditor.nothing,
    "StartDay": Auditor.begins,
    "EndDay": Auditor.nothing,
    "TakeBackDay": Auditor.nothing,
    "CutLink": Auditor.nothing,
    "RestoreLink": Auditor.nothing,
    "InspectRound": Auditor.nothing,
    "AssignDealer": Auditor.nothing,
    "ServeSeat": Auditor.nothing,
    "AskClosing": Auditor.nothing,
    "AcknowledgeAlert": Auditor.nothing,
    "ExportLog": Auditor.nothing,
    "InstallTable": Auditor.installs,
    "RemoveTable": Auditor.removes,
    "BuyIn": Auditor.buys_in,
    "CashOut": Auditor.cashes,
    "LoadAccount": Auditor.loads,
    "CloseAccount": Auditor.unloads,
    "FillTray": Auditor.fill,
    "CreditTray": Auditor.credit,
    "CountDrop": Auditor.counts,
    "CorrectTransfer": Auditor.corrects,
    "AdjustMeter": Auditor.adjusts,
}
