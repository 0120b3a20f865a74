"""Every named refusal of the ledger, in a fixed order: the rows of refusals.toml."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from tablelaw.cage.ledger import Ledger, LedgerSnapshot
from tablelaw.cage.refusals import LEDGER_REFUSALS, LedgerRefused
from tablelaw.cage.transfers import Transfer
from tests.cage.writing import transfer, transfers

TABLE = tomllib.loads(Path(__file__).with_name("refusals.toml").read_text("utf-8"))
ROWS: list[dict[str, Any]] = TABLE["row"]
ORDER: list[dict[str, Any]] = TABLE["order"]


def prepared(row: dict[str, Any]) -> Ledger:
    """The ledger of the setup, after the transfers of the row."""
    makers: dict[str, str] = row.get("makers", {})
    ledger = Ledger(made_by=lambda name: makers.get(name, ""))
    before: dict[str, Transfer] = {}
    for line in (*TABLE["setup"], *row.get("given", ())):
        given = transfer(line)
        assert ledger.post([given])
        before[given.id] = given
    return Ledger.restored(ledger.snapshot(), before.get, ledger.made_by) if row.get("reopened") else ledger


def tried(row: dict[str, Any]) -> tuple[LedgerRefused | None, bool, LedgerSnapshot, LedgerSnapshot]:
    """The refusal, whether anything was new, and the ledger before and after."""
    ledger, group = prepared(row), transfers(row["try"])
    before = ledger.snapshot()
    foretold = ledger.refuse(group)
    assert ledger.snapshot() == before, "asking moved something"
    try:
        is_new = ledger.post(group)
    except LedgerRefused as refusal:
        assert foretold is not None and str(foretold) == str(refusal)
        return refusal, False, before, ledger.snapshot()
    assert foretold is None
    return None, is_new, before, ledger.snapshot()


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["shows"])
def test_row(row: dict[str, Any]) -> None:
    refusal, is_new, before, after = tried(row)
    assert (refusal.name if refusal else None) == row.get("refused"), str(refusal)
    if refusal is not None:
        assert after == before
        assert refusal.code in str(refusal.as_dict()) and refusal.where.startswith("transfer ")
        assert row.get("cite", "") in refusal.cite and refusal.accepted
    elif row.get("known"):
        assert not is_new and after == before
    else:
        assert is_new and after != before


@pytest.mark.parametrize("row", ORDER, ids=lambda row: row["refused"])
def test_the_earlier_of_two_faults_is_named(row: dict[str, Any]) -> None:
    refusal = tried(row)[0]
    assert refusal is not None and refusal.name == row["refused"], str(refusal)


def test_every_refusal_has_a_row_and_they_stand_in_their_order() -> None:
    named = [row["refused"] for row in ROWS if "refused" in row]
    shown = list(dict.fromkeys(named))
    in_order = list(LEDGER_REFUSALS)
    assert sorted(shown) == sorted(in_order)
    # A row in the wrong place would hide a change in the order of the checks.
    places = [in_order.index(name) for name in shown if name != "not-exchanged"]
    assert places == sorted(places)


def test_a_group_that_fails_at_its_last_leaves_nothing_of_the_others() -> None:
    ledger = prepared({})
    before, accounts = ledger.snapshot(), list(ledger)
    group = transfers(
        [
            "a chips:ann -> tray:T 500 wager",
            "b chips:ann -> tray:T 200 collected pending=a",
            "c tray:T -> chips:new 100 win",
            "d tray:T -> chips:ann 9 correction corrects=b reason=r approvers=cho,dan",
            "e chips:ann -> tray:T 99999999 wager",
        ]
    )
    with pytest.raises(LedgerRefused) as refusal:
        ledger.post(group)
    assert refusal.value.name == "balance-below-zero" and refusal.value.where == "transfer e"
    assert ledger.snapshot() == before and list(ledger) == accounts
    assert ledger.find("a") is None and ledger.moved_back("b") == 0
    assert ledger.post(group[:-1])
