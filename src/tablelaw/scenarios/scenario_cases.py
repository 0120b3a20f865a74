"""Scenario files: rounds with the lines they must settle to. Most tests of the project's rules are such files.

A file has one scenario, or many as [[scenario]] tables with shared headings. Anywhere in it, "{A|B|C}" stands for three
scenarios; the n-th scenario takes the n-th alternative from each such group, and a key that becomes empty is dropped.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from tablelaw import jurisdictions
from tablelaw.amounts import METER_UNITS_PER_CENT, parse_money
from tablelaw.errors import BadCite, TablelawError, UnknownParagraph
from tablelaw.law.cite import Cite
from tablelaw.law.cite_text import law_text
from tablelaw.printed_money import printed
from tablelaw.scenarios.format import BadScenario, at, list_of, parse_text, read_scenario, table_of
from tablelaw.scenarios.irregularity_moments import FLOOR
from tablelaw.scenarios.play import DEALER, Settlement, settle
from tablelaw.table import commands
from tablelaw.table.events import Line

EXPECTATIONS = ("expect", "expect_refused", "expect_void", "expect_meters", "expect_deck")
_ALTERNATIVES = re.compile(r"\{([^{}]*\|[^{}]*)\}")


@dataclass(frozen=True, slots=True)
class Case:
    """One scenario with its expected result, as raw parts; `title` identifies it by its paragraph."""

    raw: Mapping[str, Any]
    source: str

    @property
    def title(self) -> str:
        shown = ", ".join(map(str, self.raw.get("shows", [])[:2]))
        return " ".join(
            part for part in (str(self.raw.get("rulebook", "")), shown, str(self.raw.get("name", ""))) if part
        )


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a case: its settlement or the refusal that stopped it, and every difference found."""

    case: Case
    settlement: Settlement | None
    refusal: TablelawError | None
    faults: tuple[str, ...]


# --- From a file to cases ------------------------------------------------------------------------


def read_cases(text: str, source: str) -> list[Case]:
    """Every case in a file, with alternatives expanded."""
    raw = parse_text(text, source)
    shared = {key: value for key, value in raw.items() if key != "scenario"}
    written = raw.get("scenario", [{}])
    if not isinstance(written, list):
        raise BadScenario("wrong-kind", where=source, why="scenario is a single table", accepted="[[scenario]] tables")
    return [case for part in written for case in _spread(_merged(shared, part), source)]


def _merged(shared: Mapping[str, Any], own: Mapping[str, Any]) -> dict[str, Any]:
    """A scenario merged with the headings shared by all scenarios of the file, table by table."""
    merged = {**shared, **own}
    for key in shared.keys() & own.keys():
        if isinstance(shared[key], dict) and isinstance(own[key], dict):
            merged[key] = {**shared[key], **own[key]}
    return merged


def _spread(raw: Mapping[str, Any], source: str) -> Iterator[Case]:
    counts = set(_counts(raw))
    if len(counts) > 1:
        why = f"{raw.get('name', '')}: {' and '.join(map(str, sorted(counts)))} alternatives"
        raise BadScenario("uneven-alternatives", where=source, why=why, accepted="the same number in every {...|...}")
    for turn in range(counts.pop() if counts else 1):
        yield Case(_picked(raw, turn), source)


def _counts(value: object) -> Iterator[int]:
    if isinstance(value, str):
        yield from (len(match[1].split("|")) for match in _ALTERNATIVES.finditer(value))
    elif isinstance(value, Mapping):
        for key, part in value.items():
            yield from (*_counts(key), *_counts(part))
    elif isinstance(value, list):
        for part in value:
            yield from _counts(part)


def _picked(value: Any, turn: int) -> Any:
    """A value with the n-th alternative of each group; a key that becomes empty is dropped."""
    if isinstance(value, str):
        return _ALTERNATIVES.sub(lambda match: match[1].split("|")[turn].strip(), value)
    if isinstance(value, Mapping):
        return {name: _picked(part, turn) for key, part in value.items() if (name := _picked(key, turn))}
    if isinstance(value, list):
        return [_picked(part, turn) for part in value]
    return value


# --- Lines as text -------------------------------------------------------------------------------


def line_text(settlement: Settlement, line: Line) -> str:
    """A settled wager as a scenario writes it: "trips won 7 to 1 $35 653a.11(i)(1)"."""
    parts = [line.wager, line.outcome] if line.outcome != "limited" else [line.wager]
    if len(settlement.round.seats) > 1:
        parts.insert(0, f"seat {line.seat}")
    paid = jurisdictions.money_format_for(settlement.scenario.book).typed(line.paid)
    if line.outcome == "won" and line.odds != paid:
        parts.append(line.odds)
    if line.paid:
        parts.append(paid)
    if (line.seat, line.wager) in settlement.validated:
        parts.append("validated")
    if line.hand_pay:
        parts.append("hand pay")
    return " ".join([*parts, line.cite])


def accepted_texts(settlement: Settlement, line: Line) -> tuple[str, ...]:
    """The accepted ways to write a line: with or without its readings, its row, and the paragraph of the odds."""
    plain = line_text(settlement, line)
    texts = [plain, law_text(plain, line.readings)] if line.readings else [plain]
    if not line.row:
        return tuple(texts)
    rows = [(f"{text} ({line.row})", f"{text} ({line.row}, {line.paid_under})") for text in texts]
    return (*texts, *(text for pair in rows for text in pair))


# --- Checking ------------------------------------------------------------------------------------


def run_case(case: Case) -> Result:
    """Plays a case and compares the result; differences are listed, not raised."""
    try:
        with at(case.source):
            _require_shape(case.raw)
        settlement = settle(read_scenario(case.raw, case.source, EXPECTATIONS))
    except TablelawError as refusal:
        return Result(case, None, refusal, tuple(_refusal_faults(case, refusal)))
    return Result(case, settlement, None, tuple(_faults(case, settlement)))


def _require_shape(raw: Mapping[str, Any]) -> None:
    """Refuses expectations that cannot be compared."""
    for text in list_of(raw.get("expect", []), "expect"):
        if not isinstance(text, str):
            raise BadScenario("wrong-kind", where="expect", why=repr(text), accepted="a line in quotes")
    for meter, sum_ in table_of(raw.get("expect_meters", {}), "expect_meters").items():
        parse_money(sum_, f"expect_meters.{meter}")


def _refusal_faults(case: Case, refusal: TablelawError) -> Iterator[str]:
    expected = str(case.raw.get("expect_refused", ""))
    if not expected:
        yield f"refused ({refusal.code}): {refusal.sentence()}"
        return
    code, _, cite = expected.partition(" ")
    if refusal.code != code or cite not in refusal.sentence():
        yield f"expected refusal {expected}, but was refused ({refusal.code}): {refusal.sentence()}"


def _faults(case: Case, settlement: Settlement) -> Iterator[str]:
    raw = case.raw
    if raw.get("expect_refused"):
        yield f"expected refusal {raw['expect_refused']}, but was settled: {_texts(settlement)}"
        return
    if "expect" not in raw:
        yield "no expectation: write expect = [lines] or expect_refused"
    yield from _line_faults(raw.get("expect", []), settlement)
    yield from _shown_faults(settlement)
    void = settlement.round.voided_by
    if str(raw.get("expect_void", "")) != void:
        yield f"expect_void = {raw.get('expect_void', '')!r}, but the round was voided by {void!r}"
    for meter, expected in raw.get("expect_meters", {}).items():
        units = settlement.state.meters.get(meter)
        if units != parse_money(expected) * METER_UNITS_PER_CENT:
            yield f"meter {meter}: expected {expected}, shows {_meter_text(units)}"
    if "expect_deck" in raw and deck_after(settlement) != raw["expect_deck"]:
        yield f"expected a deck {raw['expect_deck']}, but it is {deck_after(settlement)}"


def _texts(settlement: Settlement) -> list[str]:
    return [line_text(settlement, line) for line in settlement.lines]


def _line_faults(expected: list[str], settlement: Settlement) -> Iterator[str]:
    """Compares the lines one by one, in the order in which they were settled."""
    wanted = [" ".join(text.split()) for text in expected]
    for number, line in enumerate(settlement.lines):
        if number >= len(wanted):
            yield f"not expected: {line_text(settlement, line)}"
        elif wanted[number] not in accepted_texts(settlement, line):
            yield f"expected: {wanted[number]}; settled: {accepted_texts(settlement, line)[-1]}"
    for text in wanted[len(settlement.lines) :]:
        yield f"expected but not settled: {text}"


def _shown_faults(settlement: Settlement) -> Iterator[str]:
    """Finds paragraphs that a scenario claims to show but that do not exist."""
    book = settlement.scenario.book
    for text in settlement.scenario.shows:
        try:
            book.provision(Cite.parse(text, book.notation))
        except (BadCite, UnknownParagraph) as error:
            yield f"shows {text!r}: {error.sentence()}"


def _meter_text(units: int | None) -> str:
    return "no such meter" if units is None else printed(units // METER_UNITS_PER_CENT)


def deck_after(settlement: Settlement) -> str:
    """The status of the deck once the round is cleared: used or removed."""
    engine, state, deck = settlement.engine, settlement.state, settlement.state.deck
    for seat in dict.fromkeys(settlement.round.hand_pays):
        state, _ = engine.step(state, commands.CompleteDocuments(seat, by=FLOOR))
    state, _ = engine.step(state, commands.ClearRound(by=DEALER))
    return state.decks[deck].status
