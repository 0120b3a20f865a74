"""The money and meters of one table, computed from its events."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from tablelaw import rulebooks
from tablelaw.amounts import METER_UNITS_PER_CENT, parse_money
from tablelaw.law.odds import Odds
from tablelaw.table import events
from tablelaw.table.events import Line

if TYPE_CHECKING:
    from tests.floor.tally import Tally

ALL_OF_IT = "100%"
DIVIDED = "divided among "


class TableTally:
    """Keeps the stakes and lines of the current round; money that has moved goes directly to the property's tally."""

    def __init__(self, tally: Tally, terms: dict[str, Any]) -> None:
        self.tally, self.terms = tally, terms
        self.book = rulebooks.get(terms["rulebook"])
        self.meters = {meter["meter"]: meter for meter in terms["meters"]}
        self.players: dict[int, str] = {}
        self.stakes: dict[int, dict[str, int]] = {}
        self.lines: list[Line] = []
        self.shares: list[Line] = []
        """Shares that left a meter at their players' turns."""
        self.moves: dict[str, tuple[str, int, int, int]] = {}
        """The effect of each wager's last share on its meter."""
        self.moved: list[tuple[str, int, int, int]] = []
        """What this round did to the meters: the meter, its units, its reserve, and the cents taken from it."""
        self.documented: set[int] = set()

    def see(self, event: Any) -> None:
        if handler := EVENTS.get(type(event)):
            handler(self, event)

    # --- Wagers ----------------------------------------------------------------------------------------------

    def sat(self, event: events.SeatTaken) -> None:
        self.players[event.seat] = event.player

    def placed(self, event: events.WagerPlaced) -> None:
        self.stakes.setdefault(event.seat, {})[event.wager] = event.cents

    def decided(self, event: events.Decided) -> None:
        if event.action == "pull":
            del self.stakes[event.seat][event.wager]
        elif event.cents:
            self.stakes[event.seat][event.wager] = event.cents

    def withdrawn(self, event: events.WagerWithdrawn) -> None:
        """Withdraws a wager and every wager that needs it; a wager may need several others."""
        stakes, gone = self.stakes[event.seat], [event.wager]
        for wager in gone:
            del stakes[wager]
            gone += [other for other in stakes if other not in gone and wager in self.book.wager(other).needs]

    def account(self, seat: int, wager: str) -> str:
        """The account for a line. A bonus uses its carrier wager's account, and a payout limit uses the chips
        account.
        """
        row = next((row for row in self.book.wagers if row.id == wager), None)
        if row is not None and row.kind == "bonus":
            row = self.book.wager(row.rides_on[0])
        kind = "game" if row is not None and row.medium == "electronic account" else "chips"
        return f"{kind}:{self.players[seat]}"

    def pending(self) -> Counter[str]:
        """Stakes that no line has settled yet."""
        settled = {(line.seat, line.wager) for line in self.lines}
        pending: Counter[str] = Counter()
        for seat, wagers in self.stakes.items():
            for wager, cents in wagers.items():
                if (seat, wager) not in settled:
                    pending[self.account(seat, wager)] += cents
        return pending

    # --- Settlement ------------------------------------------------------------------------------------------

    def settled(self, event: events.Settled) -> None:
        for line in event.lines:
            self._pay(line, 1)
            if line.meter and line not in self.shares:
                self._meter(line)
            self.lines.append(line)

    def fixed(self, event: events.ShareFixed) -> None:
        self._meter(event.line)
        self.shares.append(event.line)
        if self.moved:
            self.moves[event.line.wager] = self.moved[-1]

    def _pay(self, line: Line, sign: int) -> None:
        won = 0 if line.hand_pay else line.paid
        tray, account = f"tray:{self.terms['table']}", self.account(line.seat, line.wager)
        self.tally.move(tray, account, sign * (won - line.kept))

    def _meter(self, line: Line) -> None:
        """Moves a meter. All parts of a divided share leave it with the first part, and a lost part goes back."""
        meter = self.meters[line.meter]
        drawn = (*self.shares, *self.lines)
        parts = [other for other in drawn if other.wager == line.wager and other.note.startswith(DIVIDED)]
        if not line.hand_pay:
            part = parse_money(line.note.split(", ")[1])
            self._move(meter["id"], part * METER_UNITS_PER_CENT, 0, -part)
        elif not parts:
            cents, new_start, reserve = self._all_parts(line), 0, 0
            if line.odds.startswith(ALL_OF_IT):
                new_start = int(Fraction(meter["reseed"]) * METER_UNITS_PER_CENT)
                reserve = self.tally.reserves[meter["id"]]
            units = new_start + reserve - cents * METER_UNITS_PER_CENT
            self._move(meter["id"], units, -reserve, cents)

    def _all_parts(self, line: Line) -> int:
        """The cents of a whole share: its first part times the number of wagers, or the meter's figure if people divide
        it.
        """
        if not line.note.startswith(DIVIDED):
            return line.paid
        many = line.note.removeprefix(DIVIDED)
        if many.isdecimal():
            return line.paid * int(many)
        persons = int(many.rpartition(" ")[2])
        share = Fraction(Odds.parse(line.odds).amount) * line.meter_before / METER_UNITS_PER_CENT
        return int(share / persons) * persons

    def _move(self, meter: str, units: int, reserve: int, cents: int) -> None:
        self.tally.units[meter] += units
        self.tally.reserves[meter] += reserve
        self.tally.posted[f"handpay:{self.terms['table']}"] += cents
        self.moved.append((meter, units, reserve, cents))

    def irregularity(self, event: events.IrregularityFound) -> None:
        """Undoes every line settled before the round was voided."""
        if event.voids:
            for line in self.lines:
                self._pay(line, -1)
            for meter, units, reserve, cents in self.moved[::-1]:
                self._move(meter, -units, -reserve, -cents)
            self.lines, self.moved, self.shares = [], [], []
        elif event.irregularity == "player-leaves":
            self._left(event.seat)

    def _left(self, seat: int) -> None:
        """Returns a waiting share to its meter, unless it is divided."""
        settled = {(line.seat, line.wager) for line in self.lines}
        for line in [line for line in self.shares if line.seat == seat and (seat, line.wager) not in settled]:
            if not line.note.startswith(DIVIDED):
                meter, units, reserve, cents = moved = self.moves[line.wager]
                self._move(meter, -units, -reserve, -cents)
                self.moved = [move for move in self.moved[:-1] if move is not moved]
                self.shares.remove(line)

    def completed(self, event: events.DocumentsCompleted) -> None:
        """Pays by hand every share of the seat that has not been paid."""
        for place, line in enumerate(self.lines):
            if line.seat == event.seat and line.hand_pay and place not in self.documented:
                self.documented.add(place)
                self.tally.move(f"handpay:{self.terms['table']}", "cage", line.paid)

    def cleared(self, event: events.RoundCleared) -> None:
        """Counts every stake that feeds a meter, except stakes on void hands."""
        void = {(line.seat, line.wager) for line in self.lines if line.outcome == "void"}
        for meter in self.meters.values():
            for seat, wagers in self.stakes.items():
                for wager in set(meter["wagers"]) & wagers.keys():
                    if (seat, wager) not in void:
                        self._count(meter, wagers[wager])
        self.stakes, self.lines, self.moved, self.shares, self.documented = {}, [], [], [], set()

    def _count(self, meter: dict[str, Any], cents: int) -> None:
        units = cents * METER_UNITS_PER_CENT
        self.tally.units[meter["id"]] += int(Fraction(meter["primary"]) * units)
        self.tally.reserves[meter["id"]] += int(Fraction(meter["reserve"]) * units)


EVENTS: dict[type[events.Event], Callable[[TableTally, Any], None]] = {
    events.SeatTaken: TableTally.sat,
    events.WagerPlaced: TableTally.placed,
    events.Decided: TableTally.decided,
    events.WagerWithdrawn: TableTally.withdrawn,
    events.Settled: TableTally.settled,
    events.ShareFixed: TableTally.fixed,
    events.IrregularityFound: TableTally.irregularity,
    events.DocumentsCompleted: TableTally.completed,
    events.RoundCleared: TableTally.cleared,
}
