"""Audits a whole floor: proofs, heads, every entry re-executed, money, meters, and the stand-alone verifier.

The checks proceed from the bytes to their meaning. Each check reports what it has shown, and the first difference ends
the audit.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from tablelaw.amounts import METER_UNITS_PER_CENT
from tablelaw.cage.accounts import account_of
from tablelaw.errors import TablelawError
from tablelaw.floor.audit.log_audit import LogAudit, audit_export, audit_store
from tablelaw.floor.audit.reexecution import Reexecuted, Tell, reexecute
from tablelaw.floor.audit.verifier_program import verifier_program
from tablelaw.floor.log.entry_outline import entry_outlines
from tablelaw.floor.log.export import export_under
from tablelaw.floor.log.signed_heads import stored_heads
from tablelaw.floor.recovery import REBUILD
from tablelaw.floor.store.api import Reads
from tablelaw.floor.upkeep.rebuild import damaged_snapshots, each_snapshot
from tablelaw.printed_money import printed
from tablelaw.proofs import heads
from tablelaw.proofs.heads import Head, SignedHead
from tablelaw.proofs.keys import SigningKey

DIFFERENCE, RULES_UNKNOWN = 1, 3
"""Exit codes of the stand-alone verifier."""
REBUILT = {"rounds": "rounds", "hands": "hands", "lines": "wagers settled", "transfers": "transfers"}


class SumsDiffer(TablelawError):
    """The balance of an account or meter is not the sum of the movements recorded for it."""

    no_paragraph = "the books disagree with the log; no rule of play is involved"


class SnapshotDiffers(TablelawError):
    """A snapshot was changed after it was taken."""

    no_paragraph = "the record is at fault; no rule of play is involved"


class VerifierDisagrees(TablelawError):
    """The stand-alone verifier found a difference that the floor's own checks did not."""

    no_paragraph = "the log disagrees with the verifier"


class Check(NamedTuple):
    """One check: its name and what it showed. `is_run` is false if it could not be run."""

    name: str
    says: str
    is_run: bool = True


class AuditInput(NamedTuple):
    """What the auditor supplies: heads and a public key kept elsewhere, and the property's own key."""

    kept: Sequence[SignedHead] = ()
    key: str = ""
    signing: SigningKey | None = None
    now: int = 0


Audit = Iterator[Check]


def audit_floor(store: Reads, asked: AuditInput, tell: Tell = lambda said: None) -> Audit:
    """Runs every check on a floor in its store, without writing to the store."""
    tell("leaves and heads")
    found = audit_store(store, asked.kept, asked.key)
    yield from proofs_shown(found, asked.kept)
    tell("snapshots")
    yield _snapshots_checked(store)
    made = reexecute(store, tell)
    yield Check(
        "replay",
        (
            f"{made.entries:,} commands carried out again, identical to the byte: events {made.events:,}, transfers "
            f"{made.transfers:,}, meter changes {made.meter_changes:,}, rounds {made.rounds:,}"
        ),
    )
    if made.other_rules:
        yield Check("rules", _other_rules(made), is_run=False)
    tell("accounts and meters")
    yield _summed(store)
    tell("the stand-alone verifier")
    yield from _verified(store, found, asked)


def audit_file(path: Path, asked: AuditInput, tell: Tell = lambda said: None) -> Audit:
    """Runs the checks that need only the exported file."""
    tell("leaves and heads")
    yield from proofs_shown(audit_export(path, asked.kept, asked.key), asked.kept)
    tell("the stand-alone verifier")
    yield from run_verifier(path)


def proofs_shown(found: LogAudit, kept: Sequence[SignedHead]) -> Audit:
    yield Check("log", f"{found.size:,} entries of {found.owner.property}, every leaf and number; root {found.root}")
    if not found.heads:
        yield Check("heads", "no head has been signed yet: only the leaves vouch for the entries", is_run=False)
        return
    unsigned = f"; entries since then without a head: {found.unsigned:,}" if found.unsigned else ""
    elsewhere = f", {len(kept)} of them kept elsewhere" if kept else ""
    yield Check("heads", f"{found.heads} signed{elsewhere}, the last over {found.vouched:,} entries{unsigned}")


def _other_rules(made: Reexecuted) -> str:
    """Names the tables installed under other rules, and how many entries were not re-executed because of that."""
    left = f"; {made.not_executed:,} entries were not carried out again" if made.not_executed else ""
    return f"installed under rules other than the current ones: {'. '.join(made.other_rules)}{left}"


def _snapshots_checked(store: Reads) -> Check:
    """Checks every snapshot, not only the one the floor starts from."""
    if damaged := damaged_snapshots(store):
        where = ", ".join(f"snapshot {seq}" for seq in sorted(damaged))
        raise SnapshotDiffers("it is not the snapshot that the entry after it describes", where=where, accepted=REBUILD)
    return Check("snapshots", f"{sum(1 for _ in each_snapshot(store))} kept, each matching the log")


# --- Sums ---------------------------------------------------------------------------------------------------


def _summed(store: Reads) -> Check:
    """Adds up the movements in the log, independently of the ledger, and compares the sums with every account and
    meter.
    """
    balances: defaultdict[str, int] = defaultdict(int)
    shown: defaultdict[str, list[int]] = defaultdict(lambda: [0, 0])
    for outline in entry_outlines(store):
        for transfer in outline.moved:
            balances[transfer.debit] -= transfer.cents
            balances[transfer.credit] += transfer.cents
        for change in outline.meters:
            units, reserve = change_units(change.kind, change.units, change.reserve)
            shown[change.meter][0] += units
            shown[change.meter][1] += reserve
    kept = {row.id: row.credits - row.debits for row in store.accounts()}
    for name in sorted({*kept, *balances}):
        _require_same_sum(f"account {name}", kept.get(name, 0), balances[name])
    for meter, (units, reserve) in shown.items():
        _require_same_meter(kept, meter, units, reserve)
    says = f"{len(kept)} accounts and {len(shown)} meters are the sums of what moved them; all balances together"
    return Check("sums", f"{says}: {printed(sum(kept.values()))}")


MOVES: dict[str, Callable[[int, int], tuple[int, int]]] = {
    "opened": lambda units, reserve: (units, reserve),
    "counted": lambda units, reserve: (units, reserve),
    "won": lambda units, reserve: (-units, 0),
    "restored": lambda units, reserve: (units, 0),
    "reseeded": lambda units, reserve: (units, 0),
    "reseed undone": lambda units, reserve: (-units, 0),
    "reserve moved": lambda units, reserve: (units, -units),
    "reserve returned": lambda units, reserve: (-units, units),
    "adjusted": lambda units, reserve: (units, reserve),
}
"""How each kind of change moves the displayed meter and its reserve. Other kinds do not move anything."""


def change_units(kind: str, units: int, reserve: int) -> tuple[int, int]:
    return MOVES[kind](units, reserve) if kind in MOVES else (0, 0)


def _require_same_meter(kept: dict[str, int], meter: str, units: int, reserve: int) -> None:
    """Requires the ledger to hold the meter's whole cents, and the rounding account to hold one cent for each partial
    cent.
    """
    started = sum(part % METER_UNITS_PER_CENT > 0 for part in (units, reserve))
    for account, cents in (
        (account_of("meter", meter), units // METER_UNITS_PER_CENT),
        (account_of("reserve", meter), reserve // METER_UNITS_PER_CENT),
        (account_of("rounding", meter), started),
    ):
        _require_same_sum(f"account {account}", kept.get(account, 0), cents)


def _require_same_sum(where: str, kept: int, summed: int) -> None:
    if kept != summed:
        raise SumsDiffer(f"{kept} cents are kept", where=where, accepted=f"{summed} cents, the sum over the log")


# --- The stand-alone verifier -------------------------------------------------------------------------------


def _verified(store: Reads, found: LogAudit, asked: AuditInput) -> list[Check]:
    signed = _head_to_export(store, found, asked)
    if signed is None:
        says = "not run: it reads an export, which needs a signed head; sign one: `tablelaw audit head export`"
        return [Check("verifier", says, is_run=False)]
    with TemporaryDirectory(prefix="tablelaw-") as folder:
        path = Path(folder) / "log.jsonl"
        export_under(store, path, signed)
        return run_verifier(path)


def _head_to_export(store: Reads, found: LogAudit, asked: AuditInput) -> SignedHead | None:
    """Returns a head over all entries, signed now, if the key is available; otherwise the last signed head, or None if
    there is none.
    """
    if asked.signing is not None and asked.signing.public == found.owner.key:
        return heads.sign_head(Head(found.owner.property, found.size, found.root, asked.now), asked.signing)
    return next(reversed(stored_heads(store)), None)


def run_verifier(path: Path) -> list[Check]:
    """Runs the stand-alone verifier on an export in a separate process.

    The result names tables whose rules the verifier does not know.
    """
    with TemporaryDirectory(prefix="tablelaw-") as folder:
        program = Path(folder) / "verifier.py"
        program.write_bytes(verifier_program())
        command = [sys.executable, "-I", str(program), str(path), "--json"]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode not in (0, DIFFERENCE, RULES_UNKNOWN) or not done.stdout.startswith("{"):
        raise VerifierDisagrees("it cannot read the export", why=(done.stderr or done.stdout).strip()[-300:])
    report = json.loads(done.stdout)
    if done.returncode == DIFFERENCE:
        raise _disagreement(report["differences"][0])
    rebuilt = ", ".join(f"{name} {report[key]:,}" for key, name in REBUILT.items())
    checks = [Check("verifier", f"rebuilt from the export alone: {rebuilt}")]
    if report["not_verified"]:
        checks.append(Check("verifier", _rules_unknown(report["not_verified"]), is_run=False))
    return checks


def _rules_unknown(tables: Iterable[dict[str, str]]) -> str:
    told = "; ".join(f"{table['table']} ({table['rulebook']}, {table['digest'][:16]})" for table in tables)
    return f"not verified: rules unknown at {told}; their money, meters and proofs agree"


def _disagreement(first: dict[str, Any]) -> VerifierDisagrees:
    places = {"seq": "entry", "table": "table", "round": "round", "seat": "seat", "wager": "wager"}
    where = ", ".join(f"{name} {first[key]}" for key, name in places.items() if first[key])
    why = f"found {first['found']}; {first['paragraph']}" if first["paragraph"] else f"found {first['found']}"
    return VerifierDisagrees(str(first["what"]), where=where, why=why, accepted=str(first["expected"]))


def passed_and_difference(audit: Iterable[Check]) -> tuple[list[Check], TablelawError | None]:
    """Runs the checks. Returns the checks that passed, and the first difference, if any."""
    passed: list[Check] = []
    try:
        passed.extend(audit)
    except TablelawError as difference:
        return passed, difference
    return passed, None
