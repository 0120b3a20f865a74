"""The checks of a study. Each yields all its findings, and no check stops the others."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

from tablelaw.amounts import parse_money, parse_percent
from tablelaw.errors import BadAmount, TablelawError
from tablelaw.printed_money import printed
from tablelaw.simulation.seating import BEST, Seat, most_staked, refusals_of
from tablelaw.studies.play_names import play_names, quoted
from tablelaw.studies.questions import HOLD, IN_ROUNDS, JACKPOT, LIMIT, QUESTIONS, SESSION, Key
from tablelaw.studies.study_table import filed, unlawful
from tablelaw.submission.findings import Finding, finding, one_of
from tablelaw.submission.submission import Submission

TOP = ("title", "submission", "rulebook", "choices", "rounds", "seed", "seats", *QUESTIONS)
OF_A_SEAT = ("wagers", "play", "mistakes", "number")
MOST_ROUNDS = 1 << 46
"""The number of rounds that a seed can deal: 2^32 blocks of 2^14 rounds."""
SEEDS = 1 << 64
MOST_SEATS = 6
T = TypeVar("T")


@dataclass
class Checked:
    """The parts of a study that could be read, and every objection to it."""

    findings: list[Finding] = field(default_factory=list)
    notes: list[Finding] = field(default_factory=list)
    """Notes on questions that a study may ask although no table may play that way."""
    submission: Submission | None = None
    seats: tuple[Seat, ...] = ()
    asked: dict[str, dict[str, Any]] = field(default_factory=dict)


def checked(raw: Mapping[str, Any], submission_text: str) -> Checked:
    """Reads everything that can be read, and lists all findings in the order of the file's parts."""
    found = Checked()
    found.findings += _keys(raw, TOP, "the study")
    found.submission = _table(raw, submission_text, found.findings)
    found.findings += _numbers(raw)
    found.seats = _seats(raw, found)
    found.findings += _questions(raw, found)
    amount = found.asked.get(LIMIT, {}).get("amount")
    if amount is not None and not found.findings:
        found.notes += unlawful(raw, submission_text, amount)
    return found


def _keys(raw: Mapping[str, Any], known: tuple[str, ...], where: str) -> Iterator[Finding]:
    for key in raw:
        if key not in known:
            yield finding("unknown-key", where, f"there is no key {key!r} here", one_of(known))


# --- The table -------------------------------------------------------------------------------------------


def _table(raw: Mapping[str, Any], text: str, findings: list[Finding]) -> Submission | None:
    """The submission that the study names, or a standard submission for the rulebook with the given choices."""
    if ("submission" in raw) == ("rulebook" in raw):
        what = "both a submission and a rulebook are named" if "rulebook" in raw else "no table is named"
        findings.append(finding("table", "the study", what, 'submission = "FILE", or rulebook = "ID" and [choices]'))
        return None
    where = "submission" if "submission" in raw else "rulebook"
    if where == "submission" and "choices" in raw:
        findings.append(
            finding("choices", "choices", "a submission has made its choices", "choices together with a rulebook")
        )
    try:
        return filed(raw, text)
    except TablelawError as error:
        findings.append(
            finding(error.code, where, error.what, error.accepted or "a submission that passes", error.cite)
        )
        return None


def _numbers(raw: Mapping[str, Any]) -> Iterator[Finding]:
    keys = {"seed": Key("", usual=0, least=0, most=SEEDS - 1), "rounds": Key("", most=MOST_ROUNDS)}
    for name, key in keys.items():
        if name in raw and key.read(raw[name]) is None:
            yield finding(f"bad-{name}", name, f"{raw[name]!r} is not a valid number for {name}", key.accepts)
    if "rounds" not in raw:
        for name in IN_ROUNDS:
            if name in raw:
                yield finding("no-rounds", name, "the study deals no rounds", "rounds = 1_000_000 at the top")
    elif not any(name in raw for name in IN_ROUNDS):
        what, satisfy = "no question in the study uses a number of rounds", f"[{HOLD}] or [{LIMIT}], or no rounds"
        yield finding("rounds-unused", "rounds", what, satisfy)


# --- Seats -----------------------------------------------------------------------------------------------


def _seats(raw: Mapping[str, Any], found: Checked) -> tuple[Seat, ...]:
    """The valid seats, in order."""
    rows = raw.get("seats")
    if not isinstance(rows, list) or not rows or not all(isinstance(row, dict) for row in rows):
        found.findings.append(finding("seats", "seats", "nobody sits at the table", "[[seats]] with its wagers"))
        return ()
    seats: list[Seat] = []
    for n, row in enumerate(rows, 1):
        before = len(found.findings)
        number, seat = _number(row, f"seats[{n}]", found), _seat(row, f"seats[{n}]", found)
        if found.submission is not None:
            found.findings += _allowed(found.submission, seat, f"seats[{n}]")
            found.findings += _play(found.submission, str(row.get("play", BEST)), f"seats[{n}]")
        if seat is not None and len(found.findings) == before:
            seats += [seat] * number
    if found.submission is not None:
        found.findings += _room(found.submission, len(seats))
    return tuple(seats)


def _number(row: Mapping[str, Any], where: str, found: Checked) -> int:
    """The number of identical seats."""
    number = Key("", most=MOST_SEATS).read_one(row.get("number", 1))
    if number is None:
        found.findings.append(finding("bad-number", where, f"{row['number']!r} identical seats", f"1 to {MOST_SEATS}"))
    return number or 0


def _seat(row: Mapping[str, Any], where: str, found: Checked) -> Seat | None:
    """Returns the seat described by a row, if every part of the row can be read."""
    found.findings += _keys(row, OF_A_SEAT, where)
    wagers = row.get("wagers")
    if not isinstance(wagers, dict) or not wagers:
        found.findings.append(finding("no-wagers", where, "no wagers are made", f'{{ ante = "{printed(500)}", ... }}'))
        wagers = {}
    cents = {name: _read(parse_money, value, f"{where}, {name}", found) for name, value in wagers.items()}
    mistakes = _read(parse_percent, row.get("mistakes", "0%"), f"{where}, mistakes", found)
    known = {name: value for name, value in cents.items() if value is not None}
    is_sound = known and len(known) == len(cents) and mistakes is not None
    return Seat(known, str(row.get("play", BEST)), mistakes) if is_sound and mistakes is not None else None


def _read(parse: Callable[[Any, str], T], value: Any, where: str, found: Checked) -> T | None:
    try:
        return parse(value, where)
    except BadAmount as error:
        found.findings.append(finding(error.code, error.where, error.what, error.accepted))
        return None


def _allowed(submission: Submission, seat: Seat | None, where: str) -> Iterator[Finding]:
    """Yields what the table's terms and limits do not allow; checked once all stakes can be read."""
    if seat is not None:
        for refusal in refusals_of(submission.terms, seat, where, submission.wagers):
            yield finding(refusal.code, where, refusal.what, refusal.accepted, refusal.cite)


def _play(submission: Submission, play: str, where: str) -> Iterator[Finding]:
    known = play_names(submission.terms)
    if play not in known:
        yield finding("unknown-play", where, f"this game has no strategy {play!r}", one_of(quoted(known)))


def _room(submission: Submission, seats: int) -> Iterator[Finding]:
    if seats > submission.seats:
        yield finding("seats", "seats", f"{seats} players are at the table", f"1 to {submission.seats}, as submitted")


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
        yield finding("bad-question", name, f"{row!r} is not a table", f"[{name}] on a line of its own")
        return
    yield from _keys(row, tuple(keys), name)
    figures = found.asked[name] = {}
    for key, what in keys.items():
        value = what.read(row[key]) if key in row else what.usual
        if value is not None:
            figures[key] = value
        elif key in row:
            yield finding("bad-figure", f"{name}.{key}", f"{row[key]!r} is not valid: {what.says}", what.accepts)
        elif not what.optional:
            yield finding("missing-figure", f"{name}.{key}", f"it is missing: {what.says}", what.accepts)


def _can_be_asked(raw: Mapping[str, Any], found: Checked, submission: Submission) -> Iterator[Finding]:
    """Findings about questions that cannot be asked about this table."""
    if SESSION in found.asked and found.seats:
        yield from _session(found, submission)
    staked = {wager for one in found.seats for wager in one.wagers}
    fed = sorted({wager for meter in submission.meters for wager in meter.wagers})
    if JACKPOT in raw and found.seats and not staked.intersection(fed):
        yield finding("no-meter", JACKPOT, "no seat wagers on a meter", one_of(fed) if fed else "a table with a meter")
    limits = submission.book.limits
    if LIMIT in raw and not limits:
        yield finding("no-limit", LIMIT, f"{submission.book.id} has no limit on payouts", "a rulebook that has one")
    elif LIMIT in raw and submission.payout_limit_cents is None and not found.asked.get(LIMIT):
        yield finding("no-limit", LIMIT, "this table has no limit", f'amount = "{printed(5_000_000)}"', limits[0].cite)


def _session(found: Checked, submission: Submission) -> Iterator[Finding]:
    """Findings about a session: its seat must be taken, and the bankroll must cover its first round in full."""
    seat, bankroll = found.asked[SESSION].get("seat", 1), found.asked[SESSION].get("bankroll")
    if seat > len(found.seats):
        yield finding("no-such-seat", f"{SESSION}.seat", f"seat {seat} is empty", f"1 to {len(found.seats)}")
        return
    needs = most_staked(submission.terms, found.seats[seat - 1])
    if bankroll is not None and bankroll < needs:
        what = f"{printed(bankroll)} does not cover one round with every bet in full"
        yield finding("bankroll-too-small", f"{SESSION}.bankroll", what, f"{printed(needs)} or more")
