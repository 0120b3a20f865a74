"""Transfers and meter changes as tests write them: one line each.

"w1 chips:ann -> tray:T 500 wager", followed by anything unusual: kind=posted pending=w0 cite="" ...
"won 20000 cents=2 seat=3", a change of the meter under test, with its units; reserve=..., reason="..." ...
"""

from __future__ import annotations

import shlex
from collections.abc import Iterable
from typing import Any

from tablelaw.cage.accounts import TRANSFER_CODES
from tablelaw.cage.ledger import Ledger
from tablelaw.cage.meters.changes import MeterChange
from tablelaw.cage.transfers import Transfer

METER, TABLE = "T/five-card", "T"
NUMBERS = ("cents", "units", "reserve", "round", "seat")


def transfer(line: str) -> Transfer:
    name, debit, arrow, credit, cents, code, *more = shlex.split(line)
    assert arrow == "->", line
    kind = TRANSFER_CODES[code].kind if code in TRANSFER_CODES else "posted"
    parts = {"id": name, "debit": debit, "credit": credit, "code": code, "cite": "653a.11", "kind": kind}
    return Transfer(**{**parts, "cents": int(cents), **_more(more)})


def change(line: str) -> MeterChange:
    kind, units, *more = shlex.split(line)
    parts = {
        "meter": METER,
        "cite": "653a.12(e)(4)",
        "table": TABLE,
        "round": 1,
        "seat": 1,
        "wager": "five-card-player",
    }
    return MeterChange(**{**parts, "kind": kind, "units": int(units), **_more(more)})


def _more(words: Iterable[str]) -> dict[str, Any]:
    return dict(_part(*word.split("=", 1)) for word in words)


def _part(name: str, value: str) -> tuple[str, Any]:
    if name == "approvers":
        return name, tuple(value.split(",")) if value else ()
    return name, int(value) if name in NUMBERS else value


def transfers(lines: Iterable[str]) -> list[Transfer]:
    return [transfer(line) for line in lines]


def posted(*lines: str, ledger: Ledger | None = None) -> Ledger:
    """Makes a ledger and posts some transfers, each in its own group."""
    ledger = ledger or Ledger()
    for line in lines:
        ledger.post([transfer(line)])
    return ledger
