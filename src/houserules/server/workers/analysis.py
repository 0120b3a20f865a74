"""The analyst's workbench: PAR sheets, what each choice would hold, two submissions side by side, simulations."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import msgspec

from houserules.server.workers.process import JSON, Tell, main
from houserules.server.workers.simulation import Simulation, simulated, simulation_form
from houserules.submission.draft import parse_draft
from houserules.submission.submission import accept

if TYPE_CHECKING:
    from houserules.analysis.par.data import Par

Form = Literal["json", "html", "pdf", "xlsx", "text"]
MEDIA = {
    "json": JSON,
    "html": "text/html; charset=utf-8",
    "pdf": "application/pdf",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "text": "text/plain; charset=utf-8",
}


class Asked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What anybody may ask of a Rules Submission (its text): its PAR sheet, what each choice holds, how two differ,
    what a simulation of it may be asked, or one."""

    ask: Literal["sheet", "alternatives", "compare", "simulation-form", "simulate"]
    text: str
    other: str = ""
    form: Form = "json"
    simulation: Simulation | None = None


class Question(Asked, frozen=True):
    """The same with what the server says of it, printed on a sheet: the day where the property is, and its zone."""

    date: str = ""
    zone: str = ""


def answer(question: Question, tell: Tell) -> tuple[bytes, str]:
    """The solvers are slow to load: only when asked."""
    if question.ask == "sheet":
        return _rendered(_sheet(question, question.text, tell), question.form), MEDIA[question.form]
    if question.ask == "compare":
        found = _sheet(question, question.text, tell).compare(_sheet(question, question.other, tell))
        return msgspec.json.encode(found.as_json()), JSON
    if question.ask == "simulation-form":
        return simulation_form(question.text), JSON
    if question.ask == "simulate":
        return simulated(question.text, question.simulation or Simulation(()), tell), JSON
    return _alternatives(question.text, tell), JSON


def _sheet(question: Question, text: str, tell: Tell) -> Par:
    from houserules.analysis.par.sheet import par

    return par(accept(parse_draft(text)), question.date, tell, question.zone)


def _alternatives(text: str, tell: Tell) -> bytes:
    from houserules.analysis.par.alternatives import alternatives

    return msgspec.json.encode({"choices": [held.as_json() for held in alternatives(parse_draft(text), tell)]})


def _rendered(sheet: Par, form: Form) -> bytes:
    """The same forms as the command line writes."""
    if form == "html":
        from houserules.analysis.par.forms.html import par_html

        return par_html(sheet).encode()
    if form == "pdf":
        from houserules.analysis.par.forms.pdf import par_pdf

        return par_pdf(sheet)
    if form == "xlsx":
        from houserules.analysis.par.forms.xlsx import par_xlsx

        return par_xlsx(sheet)
    if form == "text":
        from houserules.analysis.par.forms.text import par_text

        return par_text(sheet).encode()
    return msgspec.json.encode(sheet.as_json())


if __name__ == "__main__":
    main(Question, answer)
