"""The report: what was examined, and where it differs."""

from __future__ import annotations

from dataclasses import dataclass, field

from tablelaw_verifier.law.terms import UNITS
from tablelaw_verifier.not_checked import NO_PROGRAM, NOT_TO_BE_FOUND, limit_lines
from tablelaw_verifier.trust.differences import Different, Object


@dataclass
class Report:
    """What was examined, and where it differs; proofs and contents are checked separately."""

    name: str = ""
    size: int = 0
    root: str = ""
    summary: Object = field(default_factory=dict)
    differences: list[Different] = field(default_factory=list)
    kept: int = 0
    """Entries that a head kept elsewhere binds."""
    left_out: str = ""
    """What the header says of later entries; nothing vouches for it."""

    @property
    def agrees(self) -> bool:
        return not self.differences

    def as_dict(self) -> Object:
        about = {"agrees": self.agrees, "property": self.name, "entries": self.size, "root": self.root}
        differences = [difference.as_dict() for difference in self.differences]
        limits = [limit._asdict() for limit in NOT_TO_BE_FOUND]
        bound = {"entries_bound_by_kept_heads": self.kept, "not_to_be_found": limits, "left_out": self.left_out}
        return about | self.summary | {"differences": differences} | bound


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
    if report.agrees:
        lines.append(f"Everything agrees. Root {report.root}")
    for difference in report.differences:
        lines += ["", f"DIFFERENCE at {difference}"]
    return "\n".join([*lines, "", *limits_text(report)])


def limits_text(report: Report) -> list[str]:
    """What the report does not prove, printed at its end."""
    bound = f"Entries 1 to {report.kept:,} are bound by a head kept elsewhere: what follows holds for the later ones."
    lines = [
        bound if report.kept else "No head kept elsewhere was given (--head): what follows holds for every entry.",
        NO_PROGRAM,
    ]
    return lines + limit_lines(NOT_TO_BE_FOUND)
