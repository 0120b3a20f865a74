"""Statements of an account, and the rules of the electronic wagering account that they show."""

from __future__ import annotations

import pytest

from tablelaw.cage.accounts import BY_AN_ATTENDANT
from tablelaw.cage.ledger import Ledger
from tablelaw.cage.refusals import LedgerRefused
from tablelaw.cage.statements import Recorded, Statement, StatementLine, faults, statement, statement_text
from tests.cage.writing import transfer

DAY = (
    "1 cage -> tray:T 100000 fill",
    "2 tray:T -> chips:ann 20000 win",
    "3 chips:ann -> game:ann 5000 load",
    "4 game:ann -> tray:T 500 wager",
    "5 game:ann -> tray:T 500 wager",
    "6 game:ann -> tray:T 500 collected pending=4",
    "7 tray:T -> game:ann 2500 win",
    "8 game:ann -> tray:T 500 returned pending=5",
    "9 game:ann -> chips:ann 7000 unload",
)


def recorded(*lines: str) -> list[Recorded]:
    """Transfers carried out by a ledger, numbered in order."""
    ledger, records = Ledger(), []
    for n, line in enumerate(lines, 1):
        ledger.post([transfer(line)])
        records.append(Recorded(f"{n:04}", 1_000 + n, transfer(line)))
    return records


def test_buy_in_wager_loss_win_and_cash_out_to_zero() -> None:
    found = statement("game:ann", recorded(*DAY))
    told = [(line.receipt, line.code, line.received, line.given, line.balance, line.held) for line in found.lines]
    assert told == [
        ("0003", "load", 5000, 0, 5000, 0),
        ("0004", "wager", 0, 0, 5000, 500),
        ("0005", "wager", 0, 0, 5000, 1000),
        ("0006", "collected", 0, 500, 4500, 500),
        ("0007", "win", 2500, 0, 7000, 500),
        ("0008", "returned", 0, 0, 7000, 0),
        ("0009", "unload", 0, 7000, 0, 0),
    ]
    assert (found.opening, found.closing, found.held) == (0, 0, 0) and not list(faults(found))
    assert [line.available for line in found.lines] == [5000, 4500, 4000, 4000, 6500, 7000, 0]


def test_a_statement_of_a_part_opens_where_the_one_before_closed() -> None:
    records = recorded(*DAY)
    whole = statement("game:ann", records)
    first = statement("game:ann", records[:5])
    aside = [transfer(DAY[3]), transfer(DAY[4])]
    second = statement("game:ann", records[5:], first.closing, aside)
    assert (first.closing, first.held) == (5000, 1000)
    assert first.lines + second.lines == whole.lines and second.closing == whole.closing


def test_the_other_side_shows_the_same_sums() -> None:
    found = statement("tray:T", recorded(*DAY))
    assert found.closing == 100_000 - 20_000 + 500 - 2_500 and found.held == 0
    assert {line.other for line in found.lines} == {"cage", "chips:ann", "game:ann"}


def test_the_text_has_a_receipt_a_line() -> None:
    text = statement_text(statement("game:ann", recorded(*DAY)))
    head, opening, columns, *lines, closing = text.splitlines()
    assert (head, opening) == ("game:ann", "opening balance $0")
    assert columns.split() == ["receipt", "what", "with", "received", "given", "balance", "held", "paragraph"]
    assert [line.split()[0] for line in lines] == [f"{n:04}" for n in range(3, 10)]
    assert lines[4].split() == ["0007", "win", "tray:T", "$25", "$70", "$5", "653a.11"]
    assert closing == "closing balance $0, of which in wagers $0"


def test_an_empty_statement_says_so() -> None:
    text = statement_text(statement("game:bob", recorded(*DAY), 700))
    assert text == "game:bob\nopening balance $7\nNo Activity\nclosing balance $7, of which in wagers $0\n"


# --- The rules of the account --------------------------------------------------------------------------------


def test_11_j_3_a_percentage_of_a_meter_is_never_credited_to_a_game_account() -> None:
    ledger = Ledger()
    ledger.post([transfer("s house -> meter:M 1000 seed")])
    for line in ("t meter:M -> game:ann 100 share", "t handpay:T -> game:ann 100 hand-pay"):
        with pytest.raises(LedgerRefused) as refusal:
            ledger.post([transfer(line)])
        assert refusal.value.name == "share-not-by-hand-pay" and "each game" in refusal.value.law


def line(code: str, other: str, received: int, given: int, balance: int, held: int) -> StatementLine:
    return StatementLine("0007", 0, code, other, "653a.11", received, given, balance, held)


@pytest.mark.parametrize(
    ("account", "shown", "found"),
    [
        ("game:ann", line("wager", "tray:T", 0, 0, 500, 501), ["receipt 0007: -$0.01 available"]),
        ("game:ann", line("wager", "tray:T", 0, 0, 500, 500), []),
        ("cage", line("fill", "tray:T", 0, 500, -500, 0), []),
        (
            "game:ann",
            line("share", "meter:M", 500, 0, 500, 0),
            [f"receipt 0007: a percentage of a meter was credited ({BY_AN_ATTENDANT})"],
        ),
        ("handpay:T", line("share", "meter:M", 500, 0, 500, 0), []),
        ("game:ann", line("unload", "chips:ann", 0, 500, 1, 0), ["receipt 0007: $0.01 left after it was paid out"]),
        ("game:ann", line("unload", "chips:ann", 0, 500, 0, 0), []),
        ("chips:ann", line("unload", "game:ann", 500, 0, 900, 0), []),
    ],
)
def test_a_statement_that_breaks_a_rule_says_where(account: str, shown: StatementLine, found: list[str]) -> None:
    assert list(faults(Statement(account, 0, (shown,)))) == found
