"""The PAR sheet of a submission file, of a submission, or of a rulebook with some of its choices made."""

from __future__ import annotations

from collections.abc import Iterable
from os import PathLike
from pathlib import Path
from typing import Any

from tablelaw import rulebooks
from tablelaw.analysis.main_choices import Told
from tablelaw.analysis.par.notebook import ParSheet
from tablelaw.analysis.par.sheet import par as par_of
from tablelaw.errors import BadFile
from tablelaw.law.rulebook import Rulebook
from tablelaw.library.stakes import table_of
from tablelaw.plain_text import short
from tablelaw.submission.submission import Submission


def par(
    of: Submission | Rulebook | PathLike[str] | str,
    date: str = "",
    tell: Told | None = None,
    zone: str = "",
    exposure: Iterable[str] = (),
    **choices: Any,
) -> ParSheet:
    """Makes the PAR sheet of a submission or its file; or of a rulebook or its id, with the choices given by name.

    The date is printed as given, with its time zone: UTC if none is named. `tell` is called with what is being solved.
    Each text of `exposure` is a set of seen cards for the section "Exposure", such as "dealer:1" or "dealer:1 flop:1".
    """
    if isinstance(of, Rulebook) or (isinstance(of, str) and of in rulebooks.known_ids()):
        book = rulebooks.get(of)
        table = table_of(book, {}, book.named_choices(choices), name=f"{book.id} as chosen")
        return par_of(table, date, tell, zone, exposure)
    if not isinstance(of, (Submission, str, PathLike)):
        raise BadFile(f"a submission {short(of)}", accepted="a submission, the path of one, a rulebook or its id")
    if choices:
        accepted = "choices only with a rulebook or its id"
        raise BadFile(f"choices {', '.join(choices)}", why="a submission has made its choices", accepted=accepted)
    return par_of(of if isinstance(of, Submission) else Path(of), date, tell, zone, exposure)
