"""A Rules Submission that has passed its checks: a frozen object used by all later parts of the program."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from pathlib import Path
from typing import Any

from tablelaw.amounts import parse_money, parse_percent
from tablelaw.errors import BadSubmission
from tablelaw.law.dates.editions import span_text
from tablelaw.law.rows import Meter, Wager
from tablelaw.law.rulebook import Rulebook, Terms
from tablelaw.submission.checks.all_checks import check_rules
from tablelaw.submission.draft import Draft, read_draft, usual_seats
from tablelaw.submission.findings import counted
from tablelaw.submission.payout_limit import payout_limit_cents
from tablelaw.submission.resolved_terms import meters_in_force, terms_of

IN_FORCE = "in force"


@dataclass(frozen=True, slots=True)
class WagerTerms:
    """What a player may stake on one offered wager; `amounts_cents` lists the sums if only some are permitted."""

    minimum_cents: int
    maximum_cents: int
    amounts_cents: tuple[int, ...] = ()
    link: str = ""


@dataclass(frozen=True, slots=True)
class MeterTerms:
    """One meter in force; its sums are in cents, for the offered wager amount."""

    id: str
    name: str
    wagers: tuple[str, ...]
    seed_cents: Fraction
    reseed_cents: Fraction
    primary: Fraction
    reserve: Fraction
    link: str


@dataclass(frozen=True, slots=True, eq=False)
class Submission:
    """The operator's choices for one table, checked and complete."""

    casino: str
    table: str
    minimum_cents: int
    maximum_cents: int
    payout_limit_cents: int | None
    dealing: str
    shuffler: str
    decks: int
    back_colours: tuple[str, ...]
    seats: int
    terms: Terms
    wagers: Mapping[str, WagerTerms]
    meters: tuple[MeterTerms, ...]
    filed_on: date | None = None
    """The day on which it is filed; None if it does not give one."""

    @property
    def book(self) -> Rulebook:
        return self.terms.book

    @property
    def law_status(self) -> str:
        """The words that documents add to the edition of the law: its status, or the day whose law applies.

        A filed submission stays under the law of its day, even after one of its paytables has lapsed.
        """
        if self.filed_on is None:
            return self.book.status
        known = () if self.book.status == IN_FORCE else (self.book.status,)
        return "; ".join((*known, f"the law of {self.filed_on}", *self._last_days()))

    def _last_days(self) -> Iterator[str]:
        """The paytables of offered wagers that are in force only on some days, with those days."""
        for table in self.book.paytables:
            column = self.terms.choices.get(table.id, "")
            span = table.column_dates.get(column)
            names = ", ".join(self.book.wager(wager).name for wager in table.wagers if wager in self.wagers)
            if span is not None and names:
                yield f"paytable {column} of {names} {span_text(span)}"

    @property
    def positions_per_player(self) -> int:
        named = "positions-per-player"
        return int(self.terms.choices.get(named) or self.book.fact(named))


def load_submission(path: Path, on: date | None = None) -> Submission:
    """Loads a submission file; raises a `BadSubmission` that lists every finding.

    A submission without a filing day is checked against the law of the day `on`, if given.
    """
    draft = read_draft(path)
    return accept(draft, on=None if draft.filed_on else on)


def accept(draft: Draft, read_back: bool = False, on: date | None = None) -> Submission:
    """Checks a draft and builds the submission; `read_back` is for a submission accepted earlier, read from a log or a
    text line.

    `on` is the day of the check: the filing day may not be after it, and a submission without a filing day is checked
    against the law of that day.
    """
    findings = check_rules(draft, read_back, on)
    if findings:
        lines = "; ".join(f.sentence() for f in findings)
        raise BadSubmission(
            f"{counted(findings)}: {lines}",
            where=draft.source,
            accepted="a submission that passes `check`",
        )
    return _build(draft)


def _build(draft: Draft) -> Submission:
    terms = terms_of(draft)
    limits, procedure = draft.part("limits"), draft.part("procedure")
    minimum, maximum = parse_money(limits["minimum"]), parse_money(limits["maximum"])
    offered = [wager for wager in draft.book.wagers if wager.id in terms.offered]
    return Submission(
        casino=str(draft.raw["property"]),
        table=str(draft.raw["table"]),
        minimum_cents=minimum,
        maximum_cents=maximum,
        payout_limit_cents=payout_limit_cents(draft, terms),
        dealing=str(procedure["dealing"]),
        shuffler=str(procedure["shuffler"]),
        decks=int(procedure["decks"]),
        back_colours=tuple(procedure.get("back_colours", ["blue", "red"][: int(procedure["decks"])])),
        seats=int(procedure.get("seats", usual_seats(draft.book))),
        terms=terms,
        wagers={wager.id: _wager_terms(draft, wager, minimum, maximum) for wager in offered},
        meters=tuple(_meter_terms(draft, meter) for meter in meters_in_force(draft)),
        filed_on=draft.filed_on,
    )


def _wager_terms(draft: Draft, wager: Wager, minimum: int, maximum: int) -> WagerTerms:
    written = draft.wager(wager.offered_with or wager.id)
    if wager.amounts or "amount" in written:
        amounts = (parse_money(written["amount"]),) if "amount" in written else tuple(m.cents for m in wager.amounts)
        return WagerTerms(min(amounts), max(amounts), amounts, str(written.get("link", "")))
    if wager.part_of_minimum:
        sum_ = minimum // wager.part_of_minimum
        return WagerTerms(sum_, sum_, (sum_,))
    low, high = written.get("minimum"), written.get("maximum")
    return WagerTerms(
        parse_money(low) if low is not None else minimum,
        parse_money(high) if high is not None else maximum,
        link=str(written.get("link", "")),
    )


def _meter_terms(draft: Draft, meter: Meter) -> MeterTerms:
    wager = draft.book.wager(meter.wagers[0])
    written: dict[str, Any] = draft.wager(wager.offered_with or wager.id)
    staked = parse_money(written["amount"]) if "amount" in written else 100
    seed = meter.seed.cents_for(staked) if meter.seed else Fraction(parse_money(written["seed"]))
    reseed = meter.reseed.cents_for(staked) if meter.reseed else Fraction(parse_money(written["reseed"]))
    primary = meter.primary.share if meter.primary else parse_percent(written["rate"])
    reserve = meter.reserve.share if meter.reserve else Fraction(0)
    return MeterTerms(meter.id, meter.name, meter.wagers, seed, reseed, primary, reserve, str(written.get("link", "")))
