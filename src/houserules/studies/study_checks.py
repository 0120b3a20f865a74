"""The checks of a study. Each yields all it finds; none stops the others."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from houserules.amounts import parse_money, parse_percent
from houserules.errors import BadAmount, HouserulesError
from houserules.simulation.seating import BEST, BadSeat, Seat, check_seats
from houserules.studies.asked import HOLD, IN_ROUNDS, JACKPOT, LIMIT, QUESTIONS, SESSION, Key
from houserules.studies.filed import filed
from houserules.studies.play_names import play_names
from houserules.submission.findings import Finding, finding, one_of
from houserules.submission.submission import Submission

TOP = ("title", "submission", "rulebook", "choices", "rounds", "seed", "seats", *QUESTIONS)
OF_A_SEAT = ("wagers", "play", "mistakes", "number")
MOST_ROUNDS = 1 << 46
"""A seed has 2^32 blocks of 2^14 rounds."""
SEEDS = 1 << 64


@dataclass
class Checked:
    """What could be read of a study, and what stands against it."""

    findings: list[Finding] = field(default_factory=list)
    submission: Submission | None = None
    seats: tuple[Seat, ...] = ()
    asked: dict[str, dict[str, int]] = field(default_factory=dict)


def checked(raw: Mapping[str, Any], submission_text: str) -> Checked:
    """Everything read, and every finding in the order of the file's parts."""
    found = Checked()
    found.findings += _keys(raw, TOP, "the study")
    found.submission = _table(raw, submission_text, found.findings)
    found.findings += _numbers(raw)
    found.seats = _seats(raw, found)
    found.findings += _questions(raw, found)
    return found


def _keys(raw: Mapping[str, Any], known: tuple[str, ...], where: str) -> Iterator[Finding]:
    for key in raw:
        if key not in known:
            yield finding("unknown-key", where, f"nothing is called {key!r} here", one_of(known))


# --- The table -------------------------------------------------------------------------------------------


def _table(raw: Mapping[str, Any], text: str, findings: list[Finding]) -> Submission | None:
    """The submission named, or the rulebook's own with the choices named."""
    if ("submission" in raw) == ("rulebook" in raw):
        what = "both a submission and a rulebook are named" if "rulebook" in raw else "no table is named"
        findings.append(
            finding("table", "the study", what, 'submission = "FILE", or rulebook = "pa-653a" and [choices]')
        )
        return None
    where = "submission" if "submission" in raw else "rulebook"
    if where == "submission" and "choices" in raw:
        findings.append(finding("choices", "choices", "a submission has made its choices", "choices with a rulebook"))
    try:
        return filed(raw, text)
    except HouserulesError as error:
        findings.append(finding(error.code, where, error.what, error.accepted or "one that passes", error.cite))
        return None


def _numbers(raw: Mapping[str, Any]) -> Iterator[Finding]:
    keys = {"seed": Key("", usual=0, least=0, most=SEEDS - 1), "rounds": Key("", most=MOST_ROUNDS)}
    for name, key in keys.items():
        if name in raw and key.read(raw[name]) is None:
            yield finding(f"bad-{name}", name, f"{raw[name]!r} is no number of {name}", key.accepts)
    if "rounds" not in raw:
        for name in IN_ROUNDS:
            if name in raw:
                yield finding("no-rounds", name, "the study deals no rounds", "rounds = 1_000_000 at the top")


# --- Seats -----------------------------------------------------------------------------------------------


def _seats(raw: Mapping[str, Any], found: Checked) -> tuple[Seat, ...]:
    rows = raw.get("seats")
    if not isinstance(rows, list) or not rows or not all(isinstance(row, dict) for row in rows):
        found.findings.append(finding("seats", "seats", "nobody sits at the table", "[[seats]] with its wagers"))
        return ()
    before = len(found.findings)
    seats = [seat for n, row in enumerate(rows, 1) for seat in _seat(row, f"seats[{n}]", found)]
    if found.submission is not None and len(found.findings) == before:
        found.findings += _allowed(found.submission, seats)
    return tuple(seats)


def _seat(row: Mapping[str, Any], where: str, found: Checked) -> list[Seat]:
    """The seats of one row: `number` of them, all alike."""
    found.findings += _keys(row, OF_A_SEAT, where)
    wagers, mistakes = row.get("wagers"), row.get("mistakes", "0%")
    number = Key("", most=6).read(row.get("number", 1))
    if number is None:
        found.findings.append(finding("bad-number", where, f"{row['number']!r} seats alike", "1 to 6"))
    if not isinstance(wagers, dict) or not wagers:
        found.findings.append(finding("no-wagers", where, "no wagers are made", '{ ante = "$5", ... }'))
        return []
    try:
        cents = {name: parse_money(value, f"{where}, {name}") for name, value in wagers.items()}
        seat = Seat(cents, str(row.get("play", BEST)), parse_percent(mistakes, f"{where}, mistakes"))
    except BadAmount as error:
        found.findings.append(finding(error.code, error.where, error.what, error.accepted))
        return []
    return [seat] * (number or 0)


def _allowed(submission: Submission, seats: list[Seat]) -> Iterator[Finding]:
    """What the terms and limits of the table do not take, and plays nobody knows."""
    try:
        check_seats(submission.terms, seats, submission.wagers)
    except BadSeat as error:
        yield finding(error.code, error.where, error.what, error.accepted, error.cite)
    known = play_names(submission.terms)
    for play in dict.fromkeys(seat.play for seat in seats):
        if play not in known:
            yield finding("unknown-play", "seats", f"no play of this game is called {play!r}", one_of(known))


# --- Questions ---------------------------------------------------------------------------------------------


def _questions(raw: Mapping[str, Any], found: Checked) -> Iterator[Finding]:
    if not any(name in raw for name in QUESTIONS):
        yield finding("no-question", "the study", "nothing is asked", f"a table [{HOLD}], or {one_of(QUESTIONS)}")
    for name, keys in QUESTIONS.items():
        if name in raw:
            yield from _figures(raw[name], name, keys, found)
    if found.submission is not None:
        yield from _can_be_asked(raw, found, found.submission)


def _figures(row: Any, name: str, keys: Mapping[str, Key], found: Checked) -> Iterator[Finding]:
    if not isinstance(row, dict):
        yield finding("bad-question", name, f"{row!r} is no table", f"[{name}] on a line of its own")
        return
    yield from _keys(row, tuple(keys), name)
    figures = found.asked[name] = {}
    for key, what in keys.items():
        value = what.read(row[key]) if key in row else what.usual
        if value is not None:
            figures[key] = value
        elif key in row:
            yield finding("bad-figure", f"{name}.{key}", f"{row[key]!r} cannot be it: {what.says}", what.accepts)
        elif not what.optional:
            yield finding("missing-figure", f"{name}.{key}", f"it is not said: {what.says}", what.accepts)


def _can_be_asked(raw: Mapping[str, Any], found: Checked, submission: Submission) -> Iterator[Finding]:
    """What this table cannot be asked."""
    seat = found.asked.get(SESSION, {}).get("seat", 1)
    if found.seats and seat > len(found.seats):
        yield finding("no-such-seat", f"{SESSION}.seat", f"nobody sits at seat {seat}", f"1 to {len(found.seats)}")
    staked = {wager for one in found.seats for wager in one.wagers}
    fed = sorted({wager for meter in submission.meters for wager in meter.wagers})
    if JACKPOT in raw and found.seats and not staked.intersection(fed):
        yield finding("no-meter", JACKPOT, "no seat wagers on a meter", one_of(fed) if fed else "a table with a meter")
    limits = submission.book.limits
    if LIMIT in raw and not limits:
        yield finding("no-limit", LIMIT, f"{submission.book.id} knows no limit on payouts", "a rulebook that does")
    elif LIMIT in raw and submission.payout_limit_cents is None and not found.asked.get(LIMIT):
        yield finding("no-limit", LIMIT, "this table has no limit", 'amount = "$50,000"', limits[0].cite)
