"""The analysis worker: PAR sheets, the house edge of every choice, comparisons of two submissions, simulations,
seen cards.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import msgspec

from tablelaw.server.workers.exposure import exposed, exposure_form, practised
from tablelaw.server.workers.process import JSON, Tell, main
from tablelaw.server.workers.simulation import Simulation, simulated, simulation_form
from tablelaw.submission.draft import parse_draft
from tablelaw.submission.submission import accept

if TYPE_CHECKING:
    from tablelaw.analysis.par.notebook import ParSheet

Form = Literal["json", "html", "pdf", "xlsx", "text"]
MEDIA = {
    "json": JSON,
    "html": "text/html; charset=utf-8",
    "pdf": "application/pdf",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "text": "text/plain; charset=utf-8",
}


class AnalysisRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A question about the text of a Rules Submission: its PAR sheet, the house edge of each choice, a comparison, the
    form of a simulation, a simulation, the house edge of one wager, what cards may be said to be seen, what seen
    cards are worth, or an exercise about them.
    """

    ask: Literal[
        "sheet",
        "alternatives",
        "compare",
        "simulation-form",
        "simulate",
        "edge",
        "exposure-form",
        "exposure",
        "exercise",
    ]
    text: str
    other: str = ""
    form: Form = "json"
    simulation: Simulation | None = None
    wager: str = ""
    seen: tuple[str, ...] = ()
    """The items of seen cards, such as "dealer:1"."""
    seed: str = "1"
    """The seed of an exercise; `marks` are the rounds marked as played with a seen card, None before the answers."""
    marks: tuple[int, ...] | None = None


class EdgeFigures(msgspec.Struct, frozen=True):
    """The house edge of a wager: exact figures as NUM/DEN."""

    is_main: bool
    fixed: str
    of_everything: str
    shares: dict[str, str]
    stake_cents: int
    basis: str


class Question(AnalysisRequest, frozen=True):
    """An analyst's question, with what the server prints on a sheet: the property's local date and its time zone."""

    date: str = ""
    zone: str = ""


def answer(question: Question, tell: Tell) -> tuple[bytes, str]:
    """Answers a question; the solvers are imported only when needed, since they are slow to load."""
    if question.ask == "sheet":
        return _rendered(_sheet(question, question.text, tell), question.form), MEDIA[question.form]
    if question.ask == "compare":
        found = _sheet(question, question.text, tell).compare(_sheet(question, question.other, tell))
        return msgspec.json.encode(found.as_json()), JSON
    if question.ask == "simulation-form":
        return simulation_form(question.text), JSON
    if question.ask == "simulate":
        return simulated(question.text, question.simulation or Simulation(()), tell), JSON
    if question.ask == "edge":
        return _edge(question, tell), JSON
    if question.ask == "exposure-form":
        return exposure_form(question.text), JSON
    if question.ask == "exposure":
        return exposed(question.text, question.seen, tell), JSON
    if question.ask == "exercise":
        return practised(question.text, question.seen, question.seed, question.marks, tell), JSON
    return _alternatives(question.text, tell), JSON


def _sheet(question: Question, text: str, tell: Tell) -> ParSheet:
    from tablelaw.analysis.par.sheet import par

    return par(accept(parse_draft(text)), question.date, tell, question.zone)


def _edge(question: Question, tell: Tell) -> bytes:
    from tablelaw.analysis.house_edge import house_edge
    from tablelaw.analysis.result import fraction_text, fraction_texts

    found = house_edge(accept(parse_draft(question.text)), question.wager, tell)
    everything = "" if found.of_everything is None else fraction_text(found.of_everything)
    return msgspec.json.encode(
        EdgeFigures(
            is_main=found.is_main,
            fixed=fraction_text(found.fixed),
            of_everything=everything,
            shares=fraction_texts(found.shares),
            stake_cents=found.stake_cents,
            basis=found.basis,
        )
    )


def _alternatives(text: str, tell: Tell) -> bytes:
    from tablelaw.analysis.par.other_choices import alternatives

    return msgspec.json.encode({"choices": [held.as_json() for held in alternatives(parse_draft(text), tell)]})


def _rendered(sheet: ParSheet, form: Form) -> bytes:
    """Renders a sheet in one of the forms that the command line writes."""
    if form == "html":
        from tablelaw.analysis.par.forms.html import par_html

        return par_html(sheet).encode()
    if form == "pdf":
        from tablelaw.analysis.par.forms.pdf import par_pdf

        return par_pdf(sheet)
    if form == "xlsx":
        from tablelaw.analysis.par.forms.xlsx import par_xlsx

        return par_xlsx(sheet)
    if form == "text":
        from tablelaw.analysis.par.forms.text import par_text

        return par_text(sheet).encode()
    return msgspec.json.encode(sheet.as_json())


if __name__ == "__main__":
    main(Question, answer)
