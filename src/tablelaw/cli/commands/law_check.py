"""`tablelaw law check`: lists all faults of a rulebook at once, plays rounds with bots, and says which parts of the
system support its game; for several rulebooks, as a matrix of readers by game.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tablelaw import rulebooks
from tablelaw.cli.completion import rulebook_ids
from tablelaw.cli.output import JsonFlag, add_row, console, make_table, say, show_json
from tablelaw.cli.progress import solving
from tablelaw.errors import TablelawError

if TYPE_CHECKING:
    from tablelaw.cli.law_check.folder_check import Checked
    from tablelaw.cli.law_check.readers import Served

FAULTS_FOUND = 1

Folders = Annotated[
    list[str],
    typer.Argument(
        metavar="PATH...",
        help="The folder of a rulebook, or the id of a known one; several are compared in one table.",
        autocompletion=rulebook_ids,
    ),
]
Thorough = Annotated[
    bool, typer.Option("--thorough", help="Solve, simulate and write PAR sheets too, and play 2,000 rounds.")
]


def check(paths: Folders, thorough: Thorough = False, as_json: JsonFlag = False) -> None:
    """All faults of a rulebook, random rounds by bots, and which commands support its game; code 1 if it has faults."""
    with solving("checking") as tell:
        checked = [_checked(path, thorough, _told_of(path, tell) if len(paths) > 1 else tell) for path in paths]
    if as_json:
        show_json(_as_json(checked[0]) if len(checked) == 1 else _matrix_json(checked))
    elif len(checked) == 1:
        _show(checked[0])
    else:
        _show_matrix(checked)
    if any(found.faults for found in checked):
        raise typer.Exit(FAULTS_FOUND)


def _checked(path: str, thorough: bool, tell: Callable[[str], None]) -> Checked:
    # A floor is slow to load, so only when one is needed.
    from tablelaw.cli.law_check.folder_check import QUICK, THOROUGH, check_folder, check_rulebook

    effort = THOROUGH if thorough else QUICK
    if path in rulebooks.IDS and not Path(path).is_dir():
        return check_rulebook(rulebooks.get(path), rulebooks.folder_of(path), effort, tell)
    return check_folder(Path(path), effort, tell)


def _told_of(path: str, tell: Callable[[str], None]) -> Callable[[str], None]:
    return lambda said: tell(f"{path}: {said}")


def _as_json(found: Checked) -> dict[str, Any]:
    played = found.played
    rounds = {"rounds": played.rounds, "void": played.void, "lines": played.lines} if played else None
    return {
        "path": str(found.folder),
        "rulebook": found.book.id if found.book else None,
        "game": found.book.game if found.book else None,
        "faults": [_told(fault) for fault in found.faults],
        "scenarios": {"played": found.scenarios.played, "failed": found.scenarios.failed} if found.scenarios else None,
        "bots": rounds | {"irregularities": dict(played.irregularities)} if played and rounds else None,
        "readers": [_reader(served) for served in found.readers],
        "not_run": list(found.not_run),
    }


def _matrix_json(checked: Sequence[Checked]) -> dict[str, Any]:
    """What is said about each rulebook, and the answers of the readers by game."""
    from tablelaw.cli.law_check.matrix import answers_of

    rows = [
        {
            "rulebook": found.book.id if found.book else None,
            "path": str(found.folder),
            "answers": answers_of(found),
            "not_run": list(found.not_run),
        }
        for found in checked
    ]
    return {"rulebooks": [_as_json(found) for found in checked], "matrix": rows}


def _told(error: TablelawError) -> dict[str, Any]:
    return {"where": error.where, "what": error.what, "why": error.why or None, "accepted": error.accepted or None}


def _reader(served: Served) -> dict[str, Any]:
    return {
        "reader": served.reader,
        "served": served.refusal is None,
        "answer": served.answer,
        "asked": served.is_asked,
        "by": served.by or None,
        "refusal": _told(served.refusal) if served.refusal else None,
    }


def _show(found: Checked) -> None:
    _show_faults(found)
    if not found.readers:
        return
    table = make_table("Readers", "reader", "serves it", "by, or why not", "what would be served")
    for served in found.readers:
        refusal = served.refusal
        reason = f"{refusal.what}: {refusal.why}" if refusal and refusal.why else refusal.what if refusal else served.by
        answer = served.answer if served.is_asked else f"{served.answer}, by its structure"
        add_row(table, served.reader, answer, reason, refusal.accepted if refusal else "")
    console.print(table)
    if found.not_run:
        say(f"Not run: {', '.join(found.not_run)}; --thorough runs them, and plays more rounds.")


def _show_matrix(checked: Sequence[Checked]) -> None:
    """What is wrong with each rulebook, then all answers in one table and the reasons of readers that refuse."""
    from tablelaw.cli.law_check.matrix import COLUMNS, JUDGED, reasons, row_of

    for found in checked:
        _show_faults(found)
    table = make_table("Readers by game", "game", *COLUMNS, whole=("game",))
    for found in checked:
        add_row(table, *row_of(found))
    console.print(table)
    for reason in reasons(checked):
        say(f"- {reason}")
    if any(found.not_run for found in checked):
        say(f"{JUDGED} judged by the structure of the game; --thorough runs these readers too, and plays more rounds.")


def _show_faults(found: Checked) -> None:
    name = f"{found.book.game} ({found.book.id})" if found.book else str(found.folder)
    count = len(found.faults)
    say(f"{name}: {f'{count} faults' if count > 1 else 'one fault' if count else 'no faults'}.")
    for fault in found.faults:
        say(f"- {fault.sentence()}")
    if found.scenarios:
        say(f"Scenarios of the folder: {found.scenarios.played:,} played, {found.scenarios.failed:,} failed.")
    if found.played:
        _show_played(found)


def _show_played(found: Checked) -> None:
    assert found.played is not None
    met = ", ".join(f"{name} {times}" for name, times in found.played.irregularities.most_common())
    say(
        f"Bots played {found.played.rounds:,} rounds, {found.played.void:,} of them void, and settled "
        f"{found.played.lines:,} wagers; the money was conserved in each. Irregularities: {met or 'none'}."
    )
