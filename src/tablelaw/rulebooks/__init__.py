"""The regulations of the package, each a folder of data and conduct, and folders from anywhere else (`outside.py`).

A process looks for folders once and loads each rulebook once: looking up an id again, known or not, does not read the
disk.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from functools import cache
from importlib import import_module
from importlib.resources import files
from pathlib import Path
from types import ModuleType

from tablelaw.cards import register_rankings
from tablelaw.errors import BadRulebook, BadRulebookFolder, TablelawError, UnknownRulebook
from tablelaw.law import loader
from tablelaw.law.conduct import Rule
from tablelaw.law.rulebook import Rulebook
from tablelaw.rulebooks import outside

IDS = (
    "pa-647a",
    "md-thb",
    "ma-colorado",
    "pa-653a",
    "pa-677a",
    "pa-678a",
    "fr-ultimate",
    "fr-trois-cartes",
    "fr-stud",
    "fr-holdem",
)
_FROM_OUTSIDE: dict[str, Rulebook] = {}
_FOLDERS: dict[str, Path] = {}
"""The folders from which rulebooks outside the package were loaded."""
_REFUSED: dict[str, BadRulebookFolder] = {}
"""Why rulebooks outside the package could not be loaded; kept so that their files are not run again for each
question.
"""


def get(rulebook_id: str) -> Rulebook:
    """A rulebook by its id, read and checked once, from the package or from a folder outside it."""
    if rulebook_id in IDS:
        return _of_the_package(rulebook_id)
    if rulebook_id not in _FROM_OUTSIDE:
        _load_found(rulebook_id)
    return _FROM_OUTSIDE[rulebook_id]


def _load_found(rulebook_id: str) -> None:
    if rulebook_id in _REFUSED:
        raise _REFUSED[rulebook_id].with_traceback(None)
    found = _found(os.environ.get(outside.PATHS, ""))
    if rulebook_id not in found.folders:
        raise found.faults[0].with_traceback(None) if found.faults else _unknown(rulebook_id, found.folders)
    try:
        load(found.folders[rulebook_id])
    except BadRulebookFolder as error:
        _REFUSED[rulebook_id] = error
        raise


def _unknown(rulebook_id: str, found: Iterable[str]) -> UnknownRulebook:
    known = ", ".join(dict.fromkeys((*IDS, *found, *_FROM_OUTSIDE)))
    why = f"others are found by --rulebooks PATH or {outside.PATHS}"
    return UnknownRulebook(f"no rulebook {rulebook_id!r}", why=why, accepted=known)


@cache
def _found(paths: str) -> outside.Found:
    """The folders found outside the package; looked for once for each value of the environment variable."""
    return outside.look(IDS)


def look_again() -> None:
    """Forgets what was found outside the package, so that the next question looks again."""
    _found.cache_clear()
    _REFUSED.clear()


def found_outside() -> tuple[str, ...]:
    """The ids of the rulebooks found outside the package; refuses folders that cannot be told apart."""
    found = _found(os.environ.get(outside.PATHS, ""))
    if found.faults:
        raise found.faults[0].with_traceback(None)
    return tuple(found.folders)


def known_ids() -> tuple[str, ...]:
    """Every id that `get` accepts: those of the package, then those found outside it."""
    return (*IDS, *found_outside())


@cache
def _of_the_package(rulebook_id: str) -> Rulebook:
    package = f"{__name__}.{rulebook_id.replace('-', '_')}"
    return loader.load(files(package), rules_of(f"{package}.conduct"))


def load(folder: Path) -> Rulebook:
    """Loads and checks the rulebook of a folder anywhere on disk; from then on `get` knows it by its id."""
    try:
        register_rankings(outside.own_rankings(folder))
        book = loader.load(folder, _rules(outside.conduct_of(folder)))
    except TablelawError as error:
        raise _at(folder, error) from error
    if book.id in IDS:
        raise outside.belongs_to_the_package(book.id, folder)
    _FROM_OUTSIDE[book.id], _FOLDERS[book.id] = book, folder.resolve()
    return book


def faults_of(folder: Path) -> list[BadRulebook]:
    """Every fault that keeps the rulebook of a folder from being loaded, each with its path."""
    try:
        register_rankings(outside.own_rankings(folder))
        rules = _rules(outside.conduct_of(folder))
        faults: list[BadRulebook] = []
    except TablelawError as error:
        rules, faults = (), [_at(folder, error)]
    faults += loader.faults_of(folder, rules)
    if not faults and outside.id_of(folder) in IDS:
        faults = [outside.belongs_to_the_package(outside.id_of(folder), folder)]
    return [_at(folder, fault) for fault in faults]


def folder_of(rulebook_id: str) -> Path:
    """Where the files of a rulebook are."""
    name = get(rulebook_id).id
    return Path(__file__).parent / name.replace("-", "_") if name in IDS else _FOLDERS[name]


def _at(folder: Path, error: TablelawError) -> BadRulebookFolder:
    """The same refusal with the path of the folder, since the loader names only the file in it."""
    where = error.where if error.where.startswith(str(folder)) else f"{folder}/{error.where}"
    return BadRulebookFolder(error.what, where=where, why=error.why, accepted=error.accepted)


def rules_of(module: str) -> tuple[Rule, ...]:
    """The rules of a conduct module, in the order of the file."""
    return _rules(import_module(module))


def _rules(module: ModuleType) -> tuple[Rule, ...]:
    return tuple(value for value in vars(module).values() if isinstance(value, Rule))


def all_rulebooks() -> tuple[Rulebook, ...]:
    """The rulebooks of the package."""
    return tuple(get(rulebook_id) for rulebook_id in IDS)


def shown_first() -> tuple[Rulebook, ...]:
    """The rulebooks of the package in the order in which people see them: the featured one first."""
    return tuple(sorted(all_rulebooks(), key=lambda book: not book.presentation.featured))


__all__ = [
    "IDS",
    "all_rulebooks",
    "faults_of",
    "folder_of",
    "found_outside",
    "get",
    "known_ids",
    "load",
    "look_again",
    "shown_first",
]
