"""The matrix of readers by game, for a check of several rulebooks.

The formats of a PAR sheet share a column, so that a row fits a terminal of 120 columns.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from tablelaw.cli.law_check.folder_check import Checked
from tablelaw.cli.law_check.readers import PAR_FORMATS, READERS, Served

PAR = "par in five formats"
COLUMNS = tuple(dict.fromkeys(PAR if reader.startswith("par ") else reader for reader in READERS))
JUDGED = "*"
"""Marks an answer that was judged by the structure of the game alone."""


def name_of(found: Checked) -> str:
    """The id of a rulebook, or the path of a folder that could not be loaded."""
    return found.book.id if found.book else str(found.folder)


def answers_of(found: Checked) -> dict[str, str]:
    """The answer of each reader; none for a rulebook that the readers were not asked about."""
    return {served.reader: served.answer for served in found.readers}


def row_of(found: Checked) -> list[str]:
    """The cells of a game, one for each column; empty if the readers were not asked."""
    served = {one.reader: _answer(one) for one in found.readers}
    formats = {form: served[f"par {form}"] for form in PAR_FORMATS} if served else {}
    cells = served | ({PAR: _in_one(formats)} if served else {})
    return [name_of(found), *(cells.get(column, "") for column in COLUMNS)]


def reasons(checked: Sequence[Checked]) -> list[str]:
    """Why readers do not serve a game, and what they would serve, one sentence for all readers that say the same."""
    told = []
    for found in checked:
        refused = [one for one in found.readers if one.refusal]
        for said, same in groupby(refused, lambda one: one.refusal.sentence() if one.refusal else ""):
            told.append(f"{name_of(found)}, {', '.join(one.reader for one in same)}: {said}")
    return told


def _answer(served: Served) -> str:
    return served.answer if served.is_asked else f"{served.answer}{JUDGED}"


def _in_one(formats: dict[str, str]) -> str:
    """The answer of all formats, or each answer with its formats."""
    by_answer: dict[str, list[str]] = {}
    for form, answer in formats.items():
        by_answer.setdefault(answer, []).append(form)
    if len(by_answer) == 1:
        return next(iter(by_answer))
    return "; ".join(f"{answer}: {', '.join(forms)}" for answer, forms in by_answer.items())
