"""Moves a property's money at random, and checks invariants after every move."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import msgspec
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from msgspec.structs import replace

from tablelaw.cage.accounts import ACCOUNT_KINDS, TRANSFER_CODES
from tablelaw.cage.ledger import Ledger, LedgerSnapshot, Moved
from tablelaw.cage.refusals import LedgerRefused
from tablelaw.cage.transfers import Transfer

PLAYERS, TABLES, METERS = ("ann", "bob"), ("T", "U"), ("L/mega", "T/five-card")
ACCOUNTS = (
    *(f"{kind}:{player}" for kind in ("chips", "game") for player in PLAYERS),
    *(f"{kind}:{table}" for kind in ("tray", "drop", "handpay") for table in TABLES),
    *(f"{kind}:{meter}" for kind in ("meter", "reserve", "rounding") for meter in METERS),
    "cage",
    "house",
)
APPROVED = {"reason": "counted wrong", "approvers": ("floor:eve", "floor:fay")}

players, tables, meters = st.sampled_from(PLAYERS), st.sampled_from(TABLES), st.sampled_from(METERS)
sums = st.integers(1, 4_000)
tenths = st.sampled_from((1, 3, 5, 7, 10))
purses = st.sampled_from(("chips", "game"))


class Money(RuleBasedStateMachine):
    """Buy-ins, wagers, voids, jackpots, splits, corrections, cash-outs and nonsense, accepted or refused."""

    kind: type[Ledger] = Ledger

    def __init__(self) -> None:
        super().__init__()
        self.ledger = self.kind()
        self.accepted: list[Transfer] = []
        self.made = 0

    # --- Attempts --------------------------------------------------------------------------------------

    def transfer(self, debit: str, credit: str, cents: int, code: str, **more: Any) -> Transfer:
        self.made += 1
        kind = TRANSFER_CODES[code].kind
        parts = {"debit": debit, "credit": credit, "cents": cents, "code": code, "cite": "653a.11", "kind": kind}
        return Transfer(**{"id": f"t{self.made}", **parts, **more})

    def attempt(self, *group: Transfer) -> bool:
        before, foretold = self.ledger.snapshot(), self.ledger.refuse(group)
        assert self.ledger.snapshot() == before, "asking moved something"
        try:
            assert self.ledger.post(group), "a new group was taken for a known one"
        except LedgerRefused as refusal:
            assert foretold is not None and foretold.name == refusal.name
            assert self.ledger.snapshot() == before, "a refusal moved something"
            return False
        assert foretold is None
        self.accepted += group
        return True

    # --- Normal operations -----------------------------------------------------------------------------

    @initialize()
    def trays_and_meters(self) -> None:
        for table in TABLES:
            self.attempt(self.transfer("cage", f"tray:{table}", 100_000, "fill"))
        for meter in METERS:
            self.attempt(self.transfer("house", f"meter:{meter}", 30_000, "seed"))
        for player in PLAYERS:
            self.buy_in(player, "T", 10_000)
            self.load(player, 5_000)

    @rule(player=players, table=tables, cents=sums)
    def buy_in(self, player: str, table: str, cents: int) -> None:
        cash = self.transfer("cage", f"drop:{table}", cents, "buy-in")
        self.attempt(cash, self.transfer(f"tray:{table}", f"chips:{player}", cents, "buy-in"))

    @rule(player=players, cents=sums)
    def load(self, player: str, cents: int) -> None:
        self.attempt(self.transfer(f"chips:{player}", f"game:{player}", cents, "load"))

    @rule(player=players)
    def close_account(self, player: str) -> None:
        account = f"game:{player}"
        if cents := self.ledger.balance(account).available:
            done = self.attempt(self.transfer(account, f"chips:{player}", cents, "unload"))
            assert done == (not self.ledger.balance(account).debits_pending)

    @rule(player=players)
    def cash_out(self, player: str) -> None:
        if cents := self.ledger.balance(f"chips:{player}").available:
            assert self.attempt(self.transfer(f"chips:{player}", "cage", cents, "cash-out"))

    @rule(purse=purses, player=players, table=tables, tenth=tenths)
    def wager(self, purse: str, player: str, table: str, tenth: int) -> None:
        """Wagers some or all of what the player may spend; a cent more must be refused."""
        account, tray = f"{purse}:{player}", f"tray:{table}"
        has = self.free(account)
        assert not self.attempt(self.transfer(account, tray, has + 1, "wager"))
        if cents := has * tenth // 10:
            assert self.attempt(self.transfer(account, tray, cents, "wager"))

    def free(self, account: str) -> int:
        """What an account may spend, computed from the transfers alone."""
        posted, held = summed(self.accepted)
        return posted[account] - sum(transfer.cents for transfer in held.values() if transfer.debit == account)

    @precondition(lambda self: self.ledger.open_transfers())
    @rule(data=st.data())
    def settle(self, data: st.DataObject) -> None:
        """Has the house keep all, part or none of the wager, after trying a cent too much."""
        wager = data.draw(st.sampled_from(self.ledger.open_transfers()))
        ended = {"debit": wager.debit, "credit": wager.credit, "pending": wager.id}
        assert not self.attempt(self.transfer(cents=wager.cents + 1, code="collected", **ended))
        kept = data.draw(st.sampled_from(((wager.cents + 1) // 2, wager.cents, 0)))
        code, cents = ("collected", kept) if kept else ("returned", wager.cents)
        assert self.attempt(self.transfer(cents=cents, code=code, **ended))

    @rule(purse=purses, player=players, table=tables, cents=sums, undone=st.booleans())
    def win(self, purse: str, player: str, table: str, cents: int, undone: bool) -> None:
        account, tray = f"{purse}:{player}", f"tray:{table}"
        if self.attempt(self.transfer(tray, account, cents, "win")) and undone:
            assert self.attempt(self.transfer(account, tray, cents, "undone"))

    @rule(meter=meters, table=tables, parts=st.integers(1, 3), undone=st.booleans())
    def jackpot(self, meter: str, table: str, parts: int, undone: bool) -> None:
        """Wins all of a meter in equal parts, paid by hand or undone; the meter starts again from its reserve."""
        account, hand, reserve = f"meter:{meter}", f"handpay:{table}", f"reserve:{meter}"
        part = self.ledger.balance(account).available // parts
        if not part:
            return
        assert self.attempt(*(self.transfer(account, hand, part, "share") for _ in range(parts)))
        if undone:
            assert self.attempt(self.transfer(hand, account, part * parts, "share undone"))
        elif cents := self.ledger.balance(reserve).available:
            assert self.attempt(self.transfer(reserve, account, cents, "reserve moved"))

    @rule(table=tables)
    def hand_pay(self, table: str) -> None:
        if cents := self.ledger.balance(f"handpay:{table}").available:
            assert self.attempt(self.transfer(f"handpay:{table}", "cage", cents, "hand-pay"))

    @rule(meter=meters, to=st.sampled_from(("meter", "reserve", "rounding")), cents=sums)
    def contribution(self, meter: str, to: str, cents: int) -> None:
        assert self.attempt(self.transfer("house", f"{to}:{meter}", cents, "contribution"))

    @rule(meter=meters, cents=sums)
    def adjust(self, meter: str, cents: int) -> None:
        self.attempt(self.transfer(f"meter:{meter}", "house", cents, "adjustment", **APPROVED))

    @rule(table=tables, cents=sums, code=st.sampled_from(("fill", "credit", "drop count")))
    def cage_and_table(self, table: str, cents: int, code: str) -> None:
        (giver, taker), *_ = TRANSFER_CODES[code].routes
        self.attempt(self.transfer(_named(giver, table), _named(taker, table), cents, code))

    # --- Corrections, repetitions, nonsense --------------------------------------------------------------

    @precondition(lambda self: self.accepted)
    @rule(data=st.data(), cents=sums)
    def correct(self, data: st.DataObject, cents: int) -> None:
        wrong = data.draw(st.sampled_from(self.accepted))
        least = min(cents, wrong.cents)
        self.attempt(self.transfer(wrong.credit, wrong.debit, least, "correction", corrects=wrong.id, **APPROVED))

    @precondition(lambda self: self.accepted)
    @rule(data=st.data())
    def repeat(self, data: st.DataObject) -> None:
        """Repeats a transfer: it is recognised, unless it is half of a buy-in. With another amount it is refused."""
        again = data.draw(st.sampled_from(self.accepted))
        before = self.ledger.snapshot()
        if again.code != "buy-in":
            assert not self.ledger.post([again])
        refusal = self.ledger.refuse([replace(again, cents=again.cents + 1)])
        assert refusal is not None and refusal.name == "exists-with-different-cents"
        assert self.ledger.snapshot() == before

    @rule(
        debit=st.sampled_from(ACCOUNTS),
        credit=st.sampled_from(ACCOUNTS),
        cents=st.integers(-5, 500),
        code=st.sampled_from(tuple(TRANSFER_CODES)),
        pending=st.sampled_from(("", "t1", "t9", "t20")),
    )
    def nonsense(self, debit: str, credit: str, cents: int, code: str, pending: str) -> None:
        if code != "buy-in":
            self.attempt(self.transfer(debit, credit, cents, code, pending=pending))

    @rule()
    def reopen(self) -> None:
        """Reads the ledger back from its snapshot; older transfers come from the archive."""
        before = self.ledger.snapshot()
        read = msgspec.json.decode(msgspec.json.encode(before), type=LedgerSnapshot)
        self.ledger = self.kind.restored(read, self.archive())
        assert self.ledger.snapshot() == before

    def archive(self) -> Callable[[str], Transfer | None]:
        return {transfer.id: transfer for transfer in self.accepted}.get

    # --- Invariants ----------------------------------------------------------------------------------------

    @invariant()
    def nothing_is_lost_or_made(self) -> None:
        trial = self.ledger.trial_balance()
        assert trial.is_balanced
        assert sum(balance.posted for balance in trial.accounts.values()) == 0

    @invariant()
    def nobody_owes(self) -> None:
        for name, balance in self.ledger.trial_balance().accounts.items():
            if name not in ("cage", "house"):
                assert balance.available >= 0, f"{name} has {balance}"

    @invariant()
    def balances_are_the_sums_of_the_transfers(self) -> None:
        posted, held = summed(self.accepted)
        assert {transfer.id for transfer in self.ledger.open_transfers()} == set(held)
        out, into = Counter[str](), Counter[str]()
        for transfer in held.values():
            out[transfer.debit] += transfer.cents
            into[transfer.credit] += transfer.cents
        for name, balance in self.ledger.trial_balance().accounts.items():
            expected = (posted[name], out[name], into[name])
            assert (balance.posted, balance.debits_pending, balance.credits_pending) == expected, name

    def teardown(self) -> None:
        """Checks that posting all accepted transfers together gives the same ledger."""
        fresh = Ledger()
        assert fresh.refuse(self.accepted) is None
        fresh.post(self.accepted)
        assert fresh.snapshot() == self.ledger.snapshot()


def summed(transfers: list[Transfer]) -> tuple[Counter[str], dict[str, Transfer]]:
    """Computes balances and pending transfers without a ledger."""
    posted, held = Counter[str](), dict[str, Transfer]()
    for transfer in transfers:
        if transfer.kind == "pending":
            held[transfer.id] = transfer
            continue
        if transfer.pending:
            del held[transfer.pending]
        if transfer.kind != "void":
            posted[transfer.debit] -= transfer.cents
            posted[transfer.credit] += transfer.cents
    return posted, held


def _named(kind: str, table: str) -> str:
    return f"{kind}:{table}" if ACCOUNT_KINDS[kind].owner else kind


# --- Planted faults ----------------------------------------------------------------------------------------


class Forgetful(Ledger):
    """Fails to release the rest when a wager is collected in part."""

    def _effect(self, transfer: Transfer) -> Moved:
        moved = super()._effect(transfer)
        return moved._replace(aside=-moved.posted) if transfer.kind == "post" else moved


class Generous(Ledger):
    """Credits a win twice."""

    def _move(self, moved: Moved, giver: Any, taker: Any) -> None:
        super()._move(moved, giver, taker)
        if moved.transfer.code == "win":
            taker.credits += moved.transfer.cents


class Lending(Ledger):
    """Lets reserved money be wagered again."""

    def _checked(self, transfer: Transfer) -> Any:
        giver = self._accounts.get(transfer.debit)
        aside = giver.debits_pending if giver and transfer.kind == "pending" else 0
        if giver and aside:
            giver.debits_pending = 0
        try:
            return super()._checked(transfer)
        finally:
            if giver and aside:
                giver.debits_pending = aside


class Repeating(Ledger):
    """Carries out a known transfer again."""

    def _is_new(self, transfer: Transfer) -> bool:
        super()._is_new(transfer)
        return True
