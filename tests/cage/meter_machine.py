"""Plays random rounds on linked tables, and checks their meters and the ledger after every change."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from msgspec.structs import replace

from tablelaw.amounts import METER_UNITS_PER_CENT as CENT
from tablelaw.cage.ledger import Ledger
from tablelaw.cage.meters.changes import MeterChange
from tablelaw.cage.meters.meters import Meters, MeterState, contribution
from tablelaw.cage.meters.transfers import change_transfers
from tablelaw.cage.transfers import Transfer
from tablelaw.submission.submission import MeterTerms
from tests.cage.terms import win_changes

TERMS = {
    "L/progressive": MeterTerms(
        "progressive", "meter", ("w",), Fraction(5_000), Fraction(3_000), Fraction(333_333, 10**6), Fraction(0), "L"
    ),
    "L/five-card": MeterTerms(
        "five-card", "meter", ("w",), Fraction(4_000), Fraction(0), Fraction(13, 999), Fraction(8, 999), "L"
    ),
    "T/odd": MeterTerms(
        "odd", "meter", ("w",), Fraction(1_001, 2), Fraction(1_003, 4), Fraction(1, 30_001), Fraction(1, 7), ""
    ),
}
FED_BY = {"L/progressive": ("T", "U"), "L/five-card": ("T", "U"), "T/odd": ("T",)}
MAY_FALL = {"won", "reseed undone", "reserve returned", "adjusted"}

meters = st.sampled_from(tuple(TERMS))
tables = st.sampled_from(("T", "U"))
shares = st.sampled_from((Fraction(1), Fraction(1, 10), Fraction(1), Fraction(3, 10)))


class Rounds(RuleBasedStateMachine):
    """Wagers, wins in order, divisions, voids, hand-pays and corrections on two tables that share meters."""

    transfers: Callable[[MeterState, MeterChange, MeterState, str], tuple[Transfer, ...]] = staticmethod(
        change_transfers
    )

    def __init__(self) -> None:
        super().__init__()
        self.ledger, self.meters = Ledger(), Meters()
        self.rounds = Counter[str]()
        self.staked: dict[tuple[str, str], list[MeterChange]] = {}
        self.won: dict[tuple[str, str], list[MeterChange]] = {}
        self.owed, self.displayed, self.reserved = Counter[str](), Counter[str](), Counter[str]()
        self.made = 0

    def make(self, meter: str, kind: str, table: str = "T", **more: int) -> MeterChange:
        place = {"table": table, "round": self.rounds[table], "wager": "w", "seat": 1}
        return MeterChange(meter=meter, kind=kind, cite="653a.12", **{**place, **more})  # type: ignore[arg-type]

    def change(self, *changes: MeterChange) -> None:
        steps = self.meters.after_each(changes)
        for before, change, after in steps:
            assert after.units >= before.units or change.kind in MAY_FALL, "a displayed meter fell"
            self.made += 1
            if moved := self.transfers(before, change, after, f"c{self.made}"):
                self.ledger.post(moved)
        self.meters.keep(steps)

    # --- Events ------------------------------------------------------------------------------------------

    @initialize()
    def connect(self) -> None:
        for meter, terms in TERMS.items():
            for table in FED_BY[meter]:
                assert self.meters.connect(table, terms, "653a.12") == meter
            seed = int(terms.seed_cents * CENT)
            self.change(self.make(meter, "opened", units=seed))
            self.displayed[meter] = seed

    @rule(meter=meters, table=tables, cents=st.integers(1, 700), seat=st.integers(1, 6))
    def stake(self, meter: str, table: str, cents: int, seat: int) -> None:
        if table not in FED_BY[meter]:
            return
        units, reserve = contribution(TERMS[meter], cents)
        change = self.make(meter, "staked", table, units=units, reserve=reserve, cents=cents, seat=seat)
        self.change(change)
        self.staked.setdefault((meter, table), []).append(change)

    @rule(meter=meters, table=tables, share=shares, parts=st.integers(1, 3), seat=st.integers(1, 6))
    def win(self, meter: str, table: str, share: Fraction, parts: int, seat: int) -> None:
        if table not in FED_BY[meter]:
            return
        state = self.meters[meter]
        cents = int(share * state.units / CENT / parts) * parts
        changes = win_changes(state, share, self.make(meter, "", table, seat=seat), parts)
        self.change(*changes)
        self.won.setdefault((meter, table), []).extend(changes)
        self.displayed[meter] -= cents * CENT
        self.owed[table] += cents
        if share == 1:
            self.displayed[meter] += int(TERMS[meter].reseed_cents * CENT) + self.reserved[meter]
            self.reserved[meter] = 0

    @precondition(lambda self: self.won)
    @rule(data=st.data())
    def void(self, data: st.DataObject) -> None:
        """Voids a round: wins are undone from last to first, and stakes are returned."""
        meter, table = place = data.draw(st.sampled_from(sorted(self.won)))
        undo = {"won": "restored", "reseeded": "reseed undone", "reserve moved": "reserve returned"}
        changes = [replace(change, kind=undo[change.kind]) for change in reversed(self.won[place])]
        back = [replace(change, kind="withdrawn") for change in self.staked.get(place, ())]
        changes.sort(key=lambda change: change.kind != "restored")
        if self.meters.refuse([*changes, *back]) is not None or self._is_paid(table, changes):
            return
        self.change(*changes, *back)
        self._forget(place)
        for change in changes:
            self._undone(meter, table, change)

    def _is_paid(self, table: str, changes: list[MeterChange]) -> bool:
        return sum(change.cents for change in changes) > self.ledger.balance(f"handpay:{table}").available

    def _undone(self, meter: str, table: str, change: MeterChange) -> None:
        self.displayed[meter] += change.units if change.kind == "restored" else -change.units
        self.owed[table] -= change.cents
        self.reserved[meter] += change.units if change.kind == "reserve returned" else 0

    @precondition(lambda self: self.staked)
    @rule(data=st.data())
    def complete(self, data: st.DataObject) -> None:
        meter, table = place = data.draw(st.sampled_from(sorted(self.staked)))
        counted = [replace(change, kind="counted") for change in self.staked[place]]
        self.change(*counted)
        self._forget(place)
        for change in counted:
            self.displayed[meter] += change.units
            self.reserved[meter] += change.reserve
        self.rounds[table] += 1 if not any(other == table for _, other in self.staked) else 0

    def _forget(self, place: tuple[str, str]) -> None:
        self.staked.pop(place, None)
        self.won.pop(place, None)

    @rule(meter=meters, table=tables)
    def hand_pay(self, meter: str, table: str) -> None:
        state = self.meters[meter]
        cents = min(self.ledger.balance(f"handpay:{table}").available, state.wins - state.paid)
        if cents > 0:
            self.change(self.make(meter, "paid", table, cents=cents))
            self.owed[table] -= cents

    @rule(meter=meters, units=st.integers(-30_000, 30_000), reserve=st.integers(-15_000, 15_000))
    def adjust(self, meter: str, units: int, reserve: int) -> None:
        made = self.make(meter, "adjusted", units=units, reserve=reserve)
        change = replace(made, reason="misread", approvers=("floor:ann", "floor:bob"))
        if self.meters.refuse([change]) is None:
            self.change(change)
            self.displayed[meter] += units
            self.reserved[meter] += reserve

    # --- Invariants ----------------------------------------------------------------------------------------

    @invariant()
    def meters_show_what_was_put_on_and_taken_off(self) -> None:
        for name, state in self.meters.items():
            assert (state.units, state.reserve_units) == (self.displayed[name], self.reserved[name])
            staked = [change for (meter, _), changes in self.staked.items() if meter == name for change in changes]
            expected = sum(c.units for c in staked), sum(c.reserve for c in staked), sum(c.cents for c in staked)
            assert (state.pending_units, state.pending_reserve_units, state.pending_cents) == expected
            assert 0 <= state.paid <= state.wins and state.hits >= 0

    @invariant()
    def the_ledger_holds_the_whole_cents_and_the_started_ones(self) -> None:
        for name, state in self.meters.items():
            started = (state.units % CENT > 0) + (state.reserve_units % CENT > 0)
            held = [self.ledger.balance(f"{kind}:{name}").posted for kind in ("meter", "reserve", "rounding")]
            assert held == [state.units // CENT, state.reserve_units // CENT, started], name

    @invariant()
    def what_is_owed_waits_to_be_paid_by_hand(self) -> None:
        assert self.ledger.trial_balance().is_balanced
        for table in ("T", "U"):
            assert self.ledger.balance(f"handpay:{table}").posted == self.owed[table]


# --- Planted faults ----------------------------------------------------------------------------------------


def without_the_started_cent(
    before: MeterState, change: MeterChange, after: MeterState, stem: str
) -> tuple[Transfer, ...]:
    moved = change_transfers(before, change, after, stem)
    return tuple(transfer for transfer in moved if not transfer.credit.startswith("rounding:"))


def reserve_left_behind(before: MeterState, change: MeterChange, after: MeterState, stem: str) -> tuple[Transfer, ...]:
    return () if change.kind == "reserve moved" else change_transfers(before, change, after, stem)
