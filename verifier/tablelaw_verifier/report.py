"""The report: what was examined, and where it differs."""

from __future__ import annotations

from dataclasses import dataclass, field

from tablelaw_verifier.law.terms import UNITS
from tablelaw_verifier.not_checked import NO_PROGRAM, NOT_TO_BE_FOUND, limit_lines
from tablelaw_verifier.trust.differences import Different, Object

CHECKED_ANYWAY = "money, meters, proofs, deck seals, order of entries, times, roles"
"""What is checked at a table even if its rules are unknown."""


@dataclass
class Report:
    """What was examined, and where it differs; proofs and contents are checked separately."""

    name: str = ""
    size: int = 0
    root: str = ""
    summary: Object = field(default_factory=dict)
    differences: list[Different] = field(default_factory=list)
    kept: int = 0
    """How many entries are covered by a head kept elsewhere."""
    unverified: list[Object] = field(default_factory=list)
    """Tables under rules that this verifier does not know: name, rulebook, edition and digest."""
    left_out: str = ""
    """What the header says about later entries; nothing proves it."""

    @property
    def agrees(self) -> bool:
        return not self.differences

    @property
    def is_verified(self) -> bool:
        """Whether everything agrees, and the rules of every table are known."""
        return self.agrees and not self.unverified

    def as_dict(self) -> Object:
        about = {"agrees": self.agrees, "property": self.name, "entries": self.size, "root": self.root}
        differences = [difference.as_dict() for difference in self.differences]
        limits = [limit._asdict() for limit in NOT_TO_BE_FOUND]
        bound = {"entries_bound_by_kept_heads": self.kept, "not_to_be_found": limits, "left_out": self.left_out}
        told = {"differences": differences, "is_verified": self.is_verified, "not_verified": self.unverified}
        return about | self.summary | told | bound


def dollars(cents: int) -> str:
    return f"{'-' if cents < 0 else ''}${abs(cents) // 100:,}.{abs(cents) % 100:02}"


def meter_text(units: int) -> str:
    return f"${units // UNITS // 100:,}.{units // UNITS % 100:02}{units % UNITS:04}"


def report_text(report: Report) -> str:
    """The report for a reader at a terminal."""
    about = report.summary
    lines = [f"{report.name}: {report.size:,} entries, {about['rounds']:,} rounds, {about['hands']:,} hands"]
    money = ", ".join(f"{name} {dollars(about[f'{name}_cents'])}" for name in ("wagered", "paid", "kept"))
    lines.append(f"{about['lines']:,} wagers settled: {money}")
    lines += [f"{rounds:,} rounds under {edition}" for edition, rounds in about["editions"].items()]
    balance = dollars(about["trial_balance"])
    lines.append(f"{about['transfers']:,} transfers on {len(about['accounts']):,} accounts, trial balance {balance}")
    for name, meter in about["meters"].items():
        reserve = f", reserve {meter_text(meter['reserve_units'])}" if meter["reserve_units"] else ""
        lines.append(f"meter {name}: {meter_text(meter['units'])}{reserve}")
    if report.left_out:
        lines.append(f"The exporter says, and no head vouches for it: {report.left_out}")
    lines += [unverified_text(table) for table in report.unverified]
    if report.is_verified:
        lines.append(f"Everything agrees. Root {report.root}")
    elif report.agrees:
        lines.append(f"NOT FULLY VERIFIED: {unverified_count(report)}. Everything else agrees. Root {report.root}")
    for difference in report.differences:
        lines += ["", f"DIFFERENCE at {difference}"]
    return "\n".join([*lines, "", *limits_text(report)])


def unverified_text(table: Object) -> str:
    rules = f"rulebook {table['rulebook']}, edition {table['edition']}, digest {table['digest']}"
    return f"table {table['table']}: not verified: rules unknown ({rules}); checked: {CHECKED_ANYWAY}"


def unverified_count(report: Report) -> str:
    count = len({table["table"] for table in report.unverified})
    return f"the rules of {'one table are' if count == 1 else f'{count} tables are'} unknown"


def limits_text(report: Report) -> list[str]:
    """What the report does not prove, printed at its end."""
    bound = f"Entries 1 to {report.kept:,} are bound by a head kept elsewhere: what follows holds for the later ones."
    lines = [
        bound if report.kept else "No head kept elsewhere was given (--head): what follows holds for every entry.",
        NO_PROGRAM,
    ]
    return lines + limit_lines(NOT_TO_BE_FOUND)
