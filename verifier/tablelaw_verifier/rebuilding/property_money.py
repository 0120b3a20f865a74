"""The money of a property: cage, trays, meters, corrections, and the trial balance."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator

from tablelaw_verifier.entries.orders import check_approved, person_of
from tablelaw_verifier.money.books import Books, meter_difference
from tablelaw_verifier.money.meters import changed
from tablelaw_verifier.money.transfers import Change, check_unapproved
from tablelaw_verifier.rebuilding.property_state import PropertyState
from tablelaw_verifier.rebuilding.round import Round
from tablelaw_verifier.rebuilding.table import Table
from tablelaw_verifier.trust.differences import Different, Object, check


class PropertyMoney(PropertyState):
    """Tables, books and meters of a property, and every order that moves money outside a round."""

    def __init__(self) -> None:
        super().__init__()
        self.tables: dict[str, Table] = {}
        self.stands: dict[str, tuple[int, int, int, int]] = {}
        self.ledgers: dict[str, tuple[int, int, int]] = {}
        self.books = Books()
        self.find_entry: Callable[[str, int], Object | None] | None = None
        """Looks up an earlier entry by its stream and number."""
        self.moved_back: Counter[str] = Counter()

    # --- What an entry must have moved ---------------------------------------------------------------------------

    def _check_meters(self, changes: Iterable[Object]) -> None:
        """Requires the recorded changes to be those that the events cause, and every meter to have the right
        amounts.
        """
        found: Counter[Change] = Counter()
        for change in changes:
            name = change["meter"]
            if change["kind"] != "adjusted":
                check_unapproved(f"{change['kind']!r} on meter {name}", change)
            self.stands[name] = changed(self.stands.get(name, (0, 0, 0, 0)), change)
            numbers = (change.get(key, 0) for key in ("units", "reserve", "cents"))
            place = change.get("table", ""), change.get("round", 0), change.get("seat", 0), change.get("wager", "")
            found[(name, change["kind"], *numbers, change["cite"], *place)] += 1
        if found != self.expected.changes:
            raise meter_difference(self.expected.changes - found, found - self.expected.changes)
        self._check_stands({change[0] for change in found})

    def _check_stands(self, names: Iterable[str]) -> None:
        for name in names:
            what = f"units, reserve and pending units of meter {name}"
            check(what, self.meters[name].stand(), self.stands.get(name))

    def _check_transfers(self, entry: Object) -> None:
        self.books.begin(self.stem(), entry.get("meters", []))
        for transfer in entry.get("transfers", ()):
            self.books.take(transfer)
        for name in {change[0] for change in self.expected.changes}:
            self._follow_meter(name)
        self.books.compare(self.expected)

    def _follow_meter(self, name: str) -> None:
        """Moves the change in a meter's whole cents between its account and the house."""
        cents, old = self.meters[name].cents(), self.ledgers.get(name, (0, 0, 0))
        for kind, now, then in zip(("meter", "reserve", "rounding"), cents, old, strict=True):
            if now != then:
                self.expected.move("house", f"{kind}:{name}", now - then, (0, "", f"meter {name}"))
        self.ledgers[name] = cents

    # --- The cage ------------------------------------------------------------------------------------------------

    def on_bought(self, event: Object) -> None:
        """Moves cash into the drop box, and chips from the tray to the player."""
        cause, table = (0, "", event["cite"]), event["table"]
        self.expected.transfer("buy-in", "cage", f"drop:{table}", event["cents"], cause)
        self.expected.transfer("buy-in", f"tray:{table}", f"chips:{event['player']}", event["cents"], cause)

    def on_cashed(self, event: Object) -> None:
        self._all_of("cash-out", f"chips:{event['player']}", "cage", event)

    def on_loaded(self, event: Object) -> None:
        player = event["player"]
        self.expected.transfer("load", f"chips:{player}", f"game:{player}", event["cents"], (0, "", event["cite"]))

    def on_unloaded(self, event: Object) -> None:
        self._all_of("unload", f"game:{event['player']}", f"chips:{event['player']}", event)

    def _all_of(self, code: str, account: str, taker: str, event: Object) -> None:
        """Requires a payout of everything, to a player without wagers on any table."""
        check(f"all that {account} holds", self.books.balance[account], event["cents"], event["cite"])
        for table in self.tables.values():
            players = table.round.players if table.round is not None else table.players
            if event["player"] in (players[seat] for seat in table.bets):
                raise Different("money taken away", "no wagers on a table", f"wagers at {table.name}", event["cite"])
        self.expected.transfer(code, account, taker, event["cents"], (0, "", event["cite"]))

    def on_filled(self, event: Object) -> None:
        self.expected.transfer("fill", "cage", f"tray:{event['table']}", event["cents"], (0, "", event["cite"]))

    def on_credited(self, event: Object) -> None:
        self.expected.transfer("credit", f"tray:{event['table']}", "cage", event["cents"], (0, "", event["cite"]))

    def on_counted(self, event: Object) -> None:
        """Moves the whole box to the cage; the house bears a surplus or shortage."""
        drop, cause = f"drop:{event['table']}", (0, "", event["cite"])
        held, counted = event["expected_cents"], event["cents"]
        check(f"what {drop} should hold", self.books.balance[drop], held, event["cite"])
        self.expected.transfer("drop count", drop, "cage", min(held, counted), cause)
        self.expected.transfer("drop short", drop, "house", max(0, held - counted), cause)
        self.expected.transfer("drop over", "house", "cage", max(0, counted - held), cause)

    # --- Corrections and adjustments -----------------------------------------------------------------------------

    def on_corrected(self, event: Object) -> None:
        """Moves back cents of an earlier transfer, with a reason and two approvers, who did not make the transfer.

        Cash and chips of a buy-in go back together, by the same sum.
        """
        command, cite = self.entry["command"], event["cite"]
        named, cents = command["transfer"], command["cents"]
        check_approved("a correction", command["reason"], command["approvers"], cite)
        legs = self._legs(named) if command.get("together") else [named]
        found = self.entry.get("transfers", [])
        check("transfers set right", legs, [transfer.get("corrects", "") for transfer in found], cite)
        for leg, back in zip(legs, found, strict=True):
            self._correct(leg, cents, command, back)

    def _correct(self, name: str, cents: int, command: Object, back: Object) -> None:
        wrong, maker = self.find_transfer(name)
        cite = back["cite"]
        for part in ("reason", "approvers"):
            check(f"{part} of the correction of {name}", command[part], back.get(part), cite)
        if wrong.get("kind", "posted") not in ("posted", "post"):
            raise Different("the transfer that is corrected", "one that moved cents", name, cite)
        if person_of(maker) and person_of(maker) in map(person_of, command["approvers"]):
            raise Different(
                f"approvers of the correction of {name}", f"people other than its maker, {maker}", maker, cite
            )
        left = wrong["cents"] - self.moved_back[name]
        if not 0 < cents <= left:
            raise Different(f"cents of {name} that corrections move back", f"at most {left}", cents, cite)
        self.moved_back[name] += cents
        cause = (0, "", self.paragraph("corrections"))
        self.expected.transfer("correction", wrong["credit"], wrong["debit"], cents, cause)

    def _legs(self, name: str) -> list[str]:
        stem = name.rpartition("/")[0]
        return [f"{stem}/0", f"{stem}/1"] if self.find_transfer(name)[0]["code"] == "buy-in" else [name]

    def find_transfer(self, name: str) -> tuple[Object, str]:
        """An earlier transfer and who made it; its id begins with the stream and number of its entry."""
        stream, _, rest = name.rpartition(":")
        number = rest.partition("/")[0]
        entry = self.find_entry(stream, int(number)) if self.find_entry and number.isdecimal() else None
        for transfer in entry.get("transfers", ()) if entry else ():
            if entry is not None and transfer["id"] == name:
                return dict(transfer), str(entry["by"])
        raise Different("the transfer that is corrected", "an earlier one", name)

    def on_adjusted(self, event: Object) -> None:
        """Corrects a displayed meter, with a reason and two approvers, and never to below zero."""
        command, cite = self.entry["command"], event["cite"]
        check_approved("an adjustment", command["reason"], command["approvers"], cite)
        meter = self.meters.get(command["meter"])
        if meter is None:
            raise Different("a meter adjusted", ", ".join(self.meters), command["meter"], cite)
        for change in self.entry.get("meters", ()):
            for part in ("reason", "approvers"):
                check(f"{part} of the adjustment", command[part], change.get(part), cite)
        meter.units += command["units"]
        if meter.units < 0 or not command["units"]:
            raise Different("what an adjusted meter shows", "0 or more, and a different sum", meter.units, cite)
        self.expected.change("adjusted", meter, ("", 0, 0, ""), cite, command["units"])

    # --- The end -------------------------------------------------------------------------------------------------

    def close(self) -> None:
        """Requires a trial balance of 0, the right amounts on all meters, and pending sums equal to the wagers on the
        tables.
        """
        self._check_stands(self.meters)
        for name, meter in self.meters.items():
            kept = tuple(self.books.balance[f"{kind}:{name}"] for kind in ("meter", "reserve", "rounding"))
            check(f"cents of meter {name}, its reserve and its rounding", meter.cents(), kept)
        check("trial balance of all accounts", 0, sum(self.books.balance.values()))
        held = sum(cents for _, _, cents in self.books.open.values())
        on_tables = sum(cents for table in self.tables.values() for cents in table_stakes(table))
        check("cents set aside for wagers on the tables", on_tables, held)


def table_stakes(table: Table) -> Iterator[int]:
    round_ = table.round
    settled = round_.done - _unseen(round_) if round_ is not None else set()
    for seat, stakes in (round_.stakes if round_ is not None else table.bets).items():
        yield from (cents for wager, cents in stakes.items() if (seat, wager) not in settled)


def _unseen(round_: Round) -> set[tuple[int, str]]:
    """Wagers whose line was computed but is not in the log yet; there are none unless a round is unfinished."""
    return round_.done - {(line.seat, line.wager) for line in round_.lines}
