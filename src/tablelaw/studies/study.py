"""A study: a table, its seats and questions about them, read from a TOML file and checked as a whole."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from tablelaw.bounded_text import parse_toml
from tablelaw.errors import TablelawError
from tablelaw.simulation.seating import Seat
from tablelaw.studies.checks import Checked, checked
from tablelaw.studies.questions import QUESTIONS, Figures
from tablelaw.submission.findings import Finding
from tablelaw.submission.submission import Submission


class BadStudy(TablelawError):
    """A study cannot be run as written; the error carries the findings."""

    no_paragraph = "how a study is written"

    def __init__(
        self, what: str, *, where: str = "", why: str = "", accepted: str = "", findings: tuple[Finding, ...] = ()
    ) -> None:
        self.findings = findings
        super().__init__(what, where=where, why=why, accepted=accepted)


class Source(NamedTuple):
    """The text of a study and of the files it names: all that another process needs to run a part of it."""

    name: str
    text: str
    submission: str = ""
    """The text of the submission file that the study names."""
    rounds: int | None = None
    """How many rounds to deal instead of the number in the file."""
    seed: int | None = None


@dataclass(frozen=True, slots=True)
class Study:
    """A study that can be run."""

    source: Source
    title: str
    submission: Submission
    seats: tuple[Seat, ...]
    rounds: int
    seed: int
    asked: Mapping[str, Figures]
    """Question -> its figures, in the order of the file."""
    notes: tuple[Finding, ...] = ()
    """Remarks on questions that the study may ask although no table may play that way."""


def read_source(path: Path, rounds: int | None = None, seed: int | None = None) -> Source:
    """Reads a study file, and the submission file that it names."""
    text = _text(path, "a TOML study")
    raw = _parsed(text, str(path))
    named = raw.get("submission")
    beside = _text(path.parent / named, "a Rules Submission") if isinstance(named, str) else ""
    return Source(str(path), text, beside, rounds, seed)


def _text(path: Path, wanted: str) -> str:
    try:
        return path.read_text("utf-8-sig")
    except OSError as error:
        what = f"cannot be read: {error.strerror}"
        raise BadStudy(what, where=str(path), accepted=f"the path of {wanted}") from None
    except UnicodeDecodeError:
        raise BadStudy("is not UTF-8 text", where=str(path), accepted=f"{wanted} in UTF-8") from None


def _parsed(text: str, where: str) -> dict[str, Any]:
    try:
        return parse_toml(text, where)
    except tomllib.TOMLDecodeError as error:
        raise BadStudy(f"not valid TOML: {error}", where=where, accepted="TOML, each key once") from None


@lru_cache(maxsize=8)
def study_of(source: Source) -> Study:
    """The study, or a `BadStudy` that lists every finding."""
    raw = _parsed(source.text, source.name)
    overrides = {"rounds": source.rounds, "seed": source.seed}
    raw |= {key: value for key, value in overrides.items() if value is not None}
    found = checked(raw, source.submission)
    if found.findings:
        raise _refused(found, source.name)
    assert found.submission is not None
    return Study(
        source,
        str(raw.get("title", "")),
        found.submission,
        found.seats,
        int(raw.get("rounds", 0)),
        int(raw.get("seed", 0)),
        {name: found.asked[name] for name in raw if name in QUESTIONS},
        tuple(found.notes),
    )


def _refused(found: Checked, where: str) -> BadStudy:
    lines = "; ".join(one.sentence() for one in found.findings)
    count = f"{len(found.findings)} finding{'s' if len(found.findings) > 1 else ''}"
    accepted = "a study as docs/simulation.md describes it"
    return BadStudy(f"{count}: {lines}", where=where, accepted=accepted, findings=tuple(found.findings))
