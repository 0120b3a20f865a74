"""The stand-alone verifier rebuilds whole sessions of all rulebooks from the exported log alone.

Plays 2,000 hands, a quarter of them at a property in euros; TABLELAW_HANDS sets another number, played in sessions of
at most 10,000 hands each.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

import tablelaw_verifier as verifier
from tests.currencies import IN_DOLLARS, IN_EUROS
from tests.verifier.played_session import PlayedSession

HANDS = int(os.environ.get("TABLELAW_HANDS", 2_000))
MOST_AN_EVENING = 10_000
SESSIONS = max(4, -(-HANDS // MOST_AN_EVENING))
EVERY_IN_EUROS = 4
"""One session of so many is at a property in euros."""
SEEN = Counter[str]


def rebuilt(number: int, hands: int) -> tuple[str, SEEN]:
    """Plays a session and verifies its log. Returns the first difference, if any, and the contents of the log."""
    with TemporaryDirectory(prefix="tablelaw-session-") as name:
        folder, seed, is_in_euros = Path(name), f"evening {number}", number % EVERY_IN_EUROS == EVERY_IN_EUROS - 1
        session = PlayedSession(folder, seed, hands, *(("fr", IN_EUROS) if is_in_euros else ()))
        log = session.played(folder / "log.jsonl")
        report = verifier.verify(log)
        meters = {name: (row["units"], row["reserve_units"]) for name, row in report.summary["meters"].items()}
        assert not report.agrees or (report.summary["accounts"], meters) == (session.accounts, session.meters), seed
        seen = contents(log)
        seen.update({name: report.summary[name] for name in ("rounds", "hands", "lines", "transfers")})
        return "" if report.agrees else f"seed {seed!r}: {report.differences[0]}", seen


def contents(log: Path) -> SEEN:
    """Counts what happened in a log: kinds of bonuses, voids and meter changes."""
    seen: SEEN = Counter()
    with log.open("rb") as file:
        for line in file:
            look(json.loads(line), seen)
    return seen


def look(entry: dict[str, Any], seen: SEEN) -> None:
    book = entry.get("stream", "").removeprefix("table ").partition(" ")[0]
    for event in entry.get("events", ()):
        seen[event["type"]] += 1
        seen.update(f"line {line['wager']} {line['outcome']}" for line in event.get("lines", ()))
        seen.update("divided share" for line in event.get("lines", ()) if "divided" in line["note"])
        if event["type"] == "SlipFound" and event["voids"]:
            seen.update([f"void {book}", "void after settlement began" if event["reopened"] else "void"])
    seen.update(f"meter {change['kind']}" for change in entry.get("meters", ()))
    seen.update(f"transfer {transfer['code']}" for transfer in entry.get("transfers", ()))


@pytest.fixture(scope="module")
def sessions() -> Iterator[list[tuple[str, SEEN]]]:
    hands = -(-HANDS // SESSIONS)
    with ProcessPoolExecutor(os.cpu_count(), mp_context=get_context("spawn")) as pool:
        played = [pool.submit(rebuilt, number, hands) for number in range(SESSIONS)]
        yield [future.result() for future in played]


def test_every_hand_payout_meter_and_balance_is_rebuilt(sessions: list[tuple[str, SEEN]]) -> None:
    seen: SEEN = sum((seen for _, seen in sessions), Counter())
    totals = ", ".join(f"{seen[name]:,} {name}" for name in ("hands", "rounds", "lines", "transfers"))
    print(f"\n{SESSIONS} sessions: {totals}")
    assert not [difference for difference, _ in sessions if difference]
    assert seen["hands"] >= HANDS


EXPECTED = (
    *("line envy won", "line magic-card won", "line lucky-bonus won", "line payout limit limited", "divided share"),
    *("line progressive won", "line five-card-player won", "line five-card-dealer won", "line bad-beat won"),
    *("meter won", "meter reseeded", "meter reserve moved", "meter withdrawn", "meter restored", "meter paid"),
    *(
        "void after settlement began",
        "void",
        "CardSetAside",
        "CardTakenBack",
        "MethodChanged",
        "WagerWithdrawn",
        "StubCounted",
    ),
    *("transfer undone", "transfer correction", "transfer adjustment", "transfer drop short", "transfer cash-out"),
    *(f"void {book}" for book in (*IN_DOLLARS, *IN_EUROS)),
    *("line purchase lost", "line super-ante won"),
)


@pytest.mark.parametrize("kind", EXPECTED)
def test_the_sessions_contain_the_difficult_cases(kind: str, sessions: list[tuple[str, SEEN]]) -> None:
    """Uneventful rounds prove little, so every unusual way of moving money must have occurred."""
    assert sum(seen[kind] for _, seen in sessions), f"no {kind} in {HANDS:,} hands"
