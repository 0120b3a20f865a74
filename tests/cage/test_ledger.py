"""The ledger: balances, pending wagers, groups, past transfers, and snapshots."""

from __future__ import annotations

import msgspec
import pytest

from tablelaw.cage import recent_transfers
from tablelaw.cage.balances import Balance
from tablelaw.cage.ledger import Ledger, LedgerSnapshot
from tablelaw.cage.refusals import LedgerRefused
from tablelaw.cage.transfers import Transfer
from tests.cage.writing import posted, transfer, transfers

OPENING = ("f cage -> tray:T 10000 fill", "p tray:T -> chips:ann 1000 win")


def test_a_wager_is_neither_the_players_nor_the_houses() -> None:
    ledger = posted(*OPENING, "w chips:ann -> tray:T 300 wager")
    assert ledger.balance("chips:ann") == Balance(0, 1000, 300, 0)
    assert (ledger.balance("chips:ann").posted, ledger.balance("chips:ann").available) == (1000, 700)
    assert ledger.balance("tray:T").available == 9000
    assert [held.id for held in ledger.open_transfers()] == ["w"]


def test_a_collected_wager_is_the_houses() -> None:
    ledger = posted(*OPENING, "w chips:ann -> tray:T 300 wager", "c chips:ann -> tray:T 300 collected pending=w")
    assert ledger.balance("chips:ann") == Balance(300, 1000, 0, 0)
    assert ledger.balance("tray:T").available == 9300 and not ledger.open_transfers()


def test_what_is_not_collected_is_free_again() -> None:
    ledger = posted(*OPENING, "w chips:ann -> tray:T 300 wager", "c chips:ann -> tray:T 100 collected pending=w")
    assert ledger.balance("chips:ann") == Balance(100, 1000, 0, 0)
    assert ledger.balance("chips:ann").available == 900


def test_a_returned_wager_leaves_no_trace_in_the_balances() -> None:
    before = posted(*OPENING).balance("chips:ann")
    ledger = posted(*OPENING, "w chips:ann -> tray:T 300 wager", "r chips:ann -> tray:T 300 returned pending=w")
    assert ledger.balance("chips:ann") == before


def test_a_wager_may_be_set_aside_and_settled_in_one_group() -> None:
    ledger = posted(*OPENING)
    group = ["w chips:ann -> tray:T 300 wager", "c chips:ann -> tray:T 300 collected pending=w"]
    assert ledger.post(transfers([*group, "n tray:T -> chips:ann 300 win"]))
    assert ledger.balance("chips:ann").available == 1000


def test_an_empty_group_is_nothing_new() -> None:
    assert Ledger().post([]) is False and Ledger().refuse([]) is None


def test_an_unused_account_holds_nothing() -> None:
    ledger = posted(*OPENING)
    assert ledger.balance("chips:nobody") == Balance() and "chips:nobody" not in ledger
    assert list(ledger) == ["cage", "tray:T", "chips:ann"]


def test_debits_equal_credits() -> None:
    trial = posted(*OPENING, "w chips:ann -> tray:T 300 wager").trial_balance()
    assert list(trial.accounts) == ["cage", "chips:ann", "tray:T"] and trial.is_balanced
    assert trial.total == Balance(11_000, 11_000, 300, 300)
    assert Ledger().trial_balance().is_balanced


def test_changed_names_each_account_once_since_last_asked() -> None:
    ledger = posted(*OPENING)
    assert set(ledger.changed()) == {"cage", "tray:T", "chips:ann"} and ledger.changed() == {}
    ledger.post([transfer("w chips:ann -> tray:T 300 wager")])
    assert ledger.changed() == {"chips:ann": Balance(0, 1000, 300, 0), "tray:T": Balance(1000, 10_000, 0, 300)}
    assert ledger.refuse([transfer("v chips:ann -> tray:T 300 wager")]) is None and ledger.changed() == {}
    with pytest.raises(LedgerRefused):
        ledger.post(transfers(["v chips:ann -> tray:T 300 wager", "x chips:ann -> tray:T 999 wager"]))
    assert ledger.changed() == {}


def test_a_snapshot_is_read_back_as_it_was() -> None:
    lines = (*OPENING, "w chips:ann -> tray:T 300 wager", "d cage -> tray:T 50 fill")
    ledger = posted(*lines, "k tray:T -> cage 20 correction corrects=d reason=r approvers=cho,dan")
    kept = {line.split()[0]: transfer(line) for line in lines}
    body = msgspec.msgpack.encode(ledger.snapshot())
    again = Ledger.restored(msgspec.msgpack.decode(body, type=LedgerSnapshot), kept.get)
    assert again.snapshot() == ledger.snapshot() and again.changed() == {}
    assert again.post([transfer("w chips:ann -> tray:T 300 wager")]) is False
    refusal = again.refuse([transfer("l tray:T -> cage 31 correction corrects=d reason=r approvers=cho,dan")])
    assert refusal is not None and refusal.name == "corrects-more-than-moved"


# --- Past transfers --------------------------------------------------------------------------------------


def test_older_transfers_are_asked_for_where_they_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recent_transfers, "GENERATION", 10)
    kept: dict[str, Transfer] = {}
    asked: list[str] = []

    def known(name: str) -> Transfer | None:
        asked.append(name)
        return kept.get(name)

    ledger = Ledger(known)
    for n in range(100):
        fill = transfer(f"t{n} cage -> tray:T 1 fill")
        assert ledger.post([fill])
        kept[fill.id] = fill
    asked.clear()
    assert ledger.post([transfer("t99 cage -> tray:T 1 fill")]) is False and asked == []
    assert ledger.post([transfer("t3 cage -> tray:T 1 fill")]) is False and asked == ["t3"]
    assert ledger.find("t3") == kept["t3"] and ledger.find("t100") is None
    assert ledger.balance("tray:T").posted == 100


def test_without_anyone_to_ask_nothing_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recent_transfers, "GENERATION", 10)
    ledger = posted(*(f"t{n} cage -> tray:T 1 fill" for n in range(100)))
    assert ledger.post([transfer("t3 cage -> tray:T 1 fill")]) is False


def test_a_pending_wager_is_found_however_old_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recent_transfers, "GENERATION", 10)
    ledger = posted(*OPENING, "w chips:ann -> tray:T 300 wager", ledger=Ledger(lambda name: None))
    posted(*(f"t{n} cage -> tray:T 1 fill" for n in range(100)), ledger=ledger)
    assert ledger.post([transfer("w chips:ann -> tray:T 300 wager")]) is False
    assert ledger.post([transfer("c chips:ann -> tray:T 300 collected pending=w")])
