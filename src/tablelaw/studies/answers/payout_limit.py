"""The effect of a payout limit: the house edge with and without it, how often it applies and what it costs players."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tablelaw.printed_money import printed
from tablelaw.simulation.questions.payout_limit import Limited, LimitTally
from tablelaw.simulation.seating import base_cents
from tablelaw.studies.answers.answer import Answer, Estimate, Row, Sheet, dollars, mean, percent, share, title_of
from tablelaw.studies.question_work import Prepared
from tablelaw.studies.questions import LIMIT

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def limit_answer(ready: Prepared, work: Limited, result: LimitTally) -> Answer:
    title, row = title_of(ready.study, work.rounds), ready.study.submission.book.limits[0]
    unit = _unit(ready)
    hands, cuts = work.hands, result.cuts
    lost = _lost(result)
    facts: Row = {
        "limit_cents": work.limit,
        "covers": list(row.wagers),
        "per": row.per,
        "cite": str(row.cite),
        "findings": [note.as_dict() for note in ready.study.notes],
        "hands": hands,
        "hold_without": mean(result.free).times(-1 / unit).as_json(),
        "hold_with": mean(result.limited).times(-1 / unit).as_json(),
        "bites": share(cuts.n, hands).as_json(),
        "bitten": cuts.n,
        "taken_cents": cuts.moments.total,
        "taken_a_hand_cents": lost.times(1 / work.game.seats).as_json(),
        "added_to_hold": lost.times(1 / unit).as_json(),
        "largest_cut_cents": max(cuts.counts, default=0),
    }
    rows = [*_rows(work, result, unit, str(row.cite)), *_notes(ready)]
    tables = {"limit": Sheet(rows), "limit-cuts": Sheet(_cuts(result), ("cut_cents", "hands"))}
    is_lawful = not ready.study.notes

    def draw() -> Figure:
        from tablelaw.studies.answers.charts import limit_figure  # matplotlib is needed for pictures alone

        return limit_figure(work, result, unit, title, is_lawful)

    return Answer(LIMIT, title, facts, rows, tables, draw)


def _unit(ready: Prepared) -> int:
    """The sum of the Antes of all seats in a round."""
    study = ready.study
    return sum(base_cents(study.submission.terms, seat) for seat in study.seats)


def _lost(result: LimitTally) -> Estimate:
    """The average cost of the limit to players per round; the interval is wide if few hands are reduced."""
    found = mean(result.taken)
    return found._replace(low=max(found.low, 0.0))


def _rows(work: Limited, result: LimitTally, unit: int, cite: str) -> list[Row]:
    holds = {"house edge without the limit": result.free, "house edge with it": result.limited}
    rows = [_estimate(what, mean(found).times(-1 / unit)) for what, found in holds.items()]
    added, bites = _lost(result).times(1 / unit), share(result.cuts.n, work.hands)
    once = f"once in {1 / bites.value:,.0f} hands" if bites.value else "never"
    return [
        {"what": f"limit in question ({cite})", "value": printed(work.limit)},
        *rows,
        _estimate("added to the house edge", added, 5),
        {"what": "it applies", "value": f"{result.cuts.n:,} of {work.hands:,} hands, {once}"},
        {"what": "taken in all", "value": dollars(result.cuts.moments.total)},
        {"what": "largest cut", "value": dollars(max(result.cuts.counts, default=0))},
    ]


def _notes(ready: Prepared) -> list[Row]:
    """Rows that state why the law would not allow the study's payout limit."""
    sentences = [f"{note.what} [{note.cite}]; lawful: {note.satisfy}" for note in ready.study.notes]
    return [{"what": "no table may set this limit", "value": words} for words in sentences]


def _estimate(what: str, found: Estimate, places: int = 3) -> Row:
    value, low, high = (percent(one, places) for one in found)
    return {"what": what, "value": value, "from": low, "to": high}


def _cuts(result: LimitTally) -> list[Row]:
    return [{"cut_cents": cents, "hands": count} for cents, count in sorted(result.cuts.counts.items())]
