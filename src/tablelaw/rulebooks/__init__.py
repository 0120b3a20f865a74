"""Six regulations, each a folder of data and conduct, loaded once; and folders from anywhere else (`outside.py`)."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.resources import files
from pathlib import Path
from types import ModuleType

from tablelaw.cards import register_rankings
from tablelaw.errors import BadRulebook, UnknownRulebook
from tablelaw.law import loader
from tablelaw.law.conduct import Rule
from tablelaw.law.rulebook import Rulebook
from tablelaw.rulebooks import outside

IDS = ("pa-647a", "md-thb", "ma-colorado", "pa-653a", "pa-677a", "pa-678a")
_FROM_OUTSIDE: dict[str, Rulebook] = {}
_FOLDERS: dict[str, Path] = {}
"""The folders that rulebooks from outside were read from."""


def get(rulebook_id: str) -> Rulebook:
    """A rulebook by its id, read and checked once: of the package, or of a folder that is found outside it."""
    if rulebook_id in IDS:
        return _of_the_package(rulebook_id)
    if rulebook_id not in _FROM_OUTSIDE:
        found = outside.folders_by_id(IDS)
        if rulebook_id not in found:
            raise _unknown(rulebook_id, found)
        load(found[rulebook_id])
    return _FROM_OUTSIDE[rulebook_id]


def _unknown(rulebook_id: str, found: dict[str, Path]) -> UnknownRulebook:
    known = ", ".join(dict.fromkeys((*IDS, *found, *_FROM_OUTSIDE)))
    why = f"others are found by --rulebooks PATH or {outside.PATHS}"
    return UnknownRulebook(f"no rulebook {rulebook_id!r}", why=why, accepted=known)


def found_outside() -> tuple[str, ...]:
    """The ids of the rulebooks found outside the package; refuses folders that cannot be told apart."""
    return tuple(outside.folders_by_id(IDS))


@cache
def _of_the_package(rulebook_id: str) -> Rulebook:
    package = f"{__name__}.{rulebook_id.replace('-', '_')}"
    return loader.load(files(package), rules_of(f"{package}.conduct"))


def load(folder: Path) -> Rulebook:
    """The rulebook of a folder anywhere on disk, read and checked; `get` knows it by its id from then on."""
    try:
        register_rankings(outside.own_rankings(folder))
        book = loader.load(folder, _rules(outside.conduct_of(folder)))
    except BadRulebook as error:
        raise _at(folder, error) from error
    if book.id in IDS:
        raise outside.belongs_to_the_package(book.id, folder)
    _FROM_OUTSIDE[book.id], _FOLDERS[book.id] = book, folder.resolve()
    return book


def faults_of(folder: Path) -> list[BadRulebook]:
    """Everything that keeps the rulebook of a folder from being loaded, each with its path."""
    try:
        register_rankings(outside.own_rankings(folder))
        rules = _rules(outside.conduct_of(folder))
        faults: list[BadRulebook] = []
    except BadRulebook as error:
        rules, faults = (), [error]
    faults += loader.faults_of(folder, rules)
    if not faults and outside.id_of(folder) in IDS:
        faults = [outside.belongs_to_the_package(outside.id_of(folder), folder)]
    return [_at(folder, fault) for fault in faults]


def folder_of(rulebook_id: str) -> Path:
    """Where the files of a rulebook are."""
    name = get(rulebook_id).id
    return Path(__file__).parent / name.replace("-", "_") if name in IDS else _FOLDERS[name]


def _at(folder: Path, error: BadRulebook) -> BadRulebook:
    """The same refusal with the path of the folder, since the loader names only the file in it."""
    where = error.where if error.where.startswith(str(folder)) else f"{folder}/{error.where}"
    return BadRulebook(error.what, where=where, why=error.why, accepted=error.accepted)


def rules_of(module: str) -> tuple[Rule, ...]:
    """The rules of a conduct module, in the order of the file."""
    return _rules(import_module(module))


def _rules(module: ModuleType) -> tuple[Rule, ...]:
    return tuple(value for value in vars(module).values() if isinstance(value, Rule))


def all_rulebooks() -> tuple[Rulebook, ...]:
    """Those of the package."""
    return tuple(get(rulebook_id) for rulebook_id in IDS)


def shown_first() -> tuple[Rulebook, ...]:
    """All rulebooks as people see them listed: the featured one first."""
    return tuple(sorted(all_rulebooks(), key=lambda book: not book.presentation.featured))


__all__ = ["IDS", "all_rulebooks", "faults_of", "folder_of", "found_outside", "get", "load", "shown_first"]
