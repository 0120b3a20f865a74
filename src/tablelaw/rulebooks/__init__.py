"""The regulations in the package, each a folder of data and conduct, and rulebook folders elsewhere (`outside.py`).

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
from tablelaw.plain_text import short
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
"""The folders of the external rulebooks that were loaded."""
_REFUSED: dict[str, BadRulebookFolder] = {}
"""The reasons external rulebooks could not be loaded, kept so their files are not run again for each lookup."""


def get(rulebook_id: str | Rulebook) -> Rulebook:
    """Returns a rulebook by its id, from the package or an external folder; it is loaded and checked once. A rulebook
    is returned as it is.
    """
    if isinstance(rulebook_id, Rulebook):
        return rulebook_id
    if not isinstance(rulebook_id, str):
        raise UnknownRulebook(f"a rulebook {short(rulebook_id)}", accepted=f"a Rulebook, or one of {', '.join(IDS)}")
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
    why = f"others are found through --rulebooks PATH or {outside.PATHS}"
    return UnknownRulebook(f"no rulebook {short(rulebook_id)}", why=why, accepted=known)


@cache
def _found(paths: str) -> outside.Found:
    """The external folders, looked for once for each value of the environment variable."""
    return outside.look(IDS)


def look_again() -> None:
    """Forgets the external rulebooks that were found or refused, so the next lookup searches again."""
    _found.cache_clear()
    _REFUSED.clear()


def found_outside() -> tuple[str, ...]:
    """The ids of the external rulebooks; raises the fault if any folder is unusable or an id is ambiguous."""
    found = _found(os.environ.get(outside.PATHS, ""))
    if found.faults:
        raise found.faults[0].with_traceback(None)
    return tuple(found.folders)


def known_ids() -> tuple[str, ...]:
    """Every id that `get` accepts: those in the package, then the external ones."""
    return (*IDS, *found_outside())


@cache
def _of_the_package(rulebook_id: str) -> Rulebook:
    package = f"{__name__}.{rulebook_id.replace('-', '_')}"
    return loader.load(files(package), rules_of(f"{package}.conduct"))


def load(folder: Path) -> Rulebook:
    """Loads and checks a rulebook from any folder on disk; after that, `get` finds it by its id."""
    try:
        _register_rankings(folder)
        book = loader.load(folder, _rules(outside.conduct_of(folder)))
    except TablelawError as error:
        raise _at(folder, error) from error
    if book.id in IDS:
        raise outside.belongs_to_the_package(book.id, folder)
    _FROM_OUTSIDE[book.id], _FOLDERS[book.id] = book, folder.resolve()
    return book


def _register_rankings(folder: Path) -> None:
    register_rankings(outside.own_rankings(folder), outside.text_of_rankings(folder))


def faults_of(folder: Path) -> list[BadRulebook]:
    """Every fault that prevents a folder's rulebook from being loaded, each with its path."""
    try:
        _register_rankings(folder)
        rules = _rules(outside.conduct_of(folder))
        faults: list[BadRulebook] = []
    except TablelawError as error:
        rules, faults = (), [_at(folder, error)]
    faults += loader.faults_of(folder, rules)
    if not faults and outside.id_of(folder) in IDS:
        faults = [outside.belongs_to_the_package(outside.id_of(folder), folder)]
    return [_at(folder, fault) for fault in faults]


def folder_of(rulebook_id: str) -> Path:
    """The folder that contains a rulebook's files."""
    name = get(rulebook_id).id
    return Path(__file__).parent / name.replace("-", "_") if name in IDS else _FOLDERS[name]


def _at(folder: Path, error: TablelawError) -> BadRulebookFolder:
    """The loader's refusal with the path of the folder added, since the loader names only the file in it."""
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
    """The rulebooks of the package in display order: featured rulebooks first."""
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
