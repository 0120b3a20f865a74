"""Six regulations, each a folder of data and conduct, loaded once; and folders from anywhere else."""

from __future__ import annotations

import sys
from functools import cache
from importlib import import_module
from importlib.resources import files
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

from tablelaw.errors import BadRulebook, UnknownRulebook
from tablelaw.law import loader
from tablelaw.law.conduct import Rule
from tablelaw.law.rulebook import Rulebook

IDS = ("pa-647a", "md-thb", "ma-colorado", "pa-653a", "pa-677a", "pa-678a")
CONDUCT = "conduct.py"
_FROM_OUTSIDE: dict[str, Rulebook] = {}


def get(rulebook_id: str) -> Rulebook:
    """A rulebook by its id, read and checked once; one from outside the package after it was loaded."""
    if rulebook_id in _FROM_OUTSIDE:
        return _FROM_OUTSIDE[rulebook_id]
    if rulebook_id not in IDS:
        raise UnknownRulebook(f"no rulebook {rulebook_id!r}", accepted=", ".join((*IDS, *_FROM_OUTSIDE)))
    return _of_the_package(rulebook_id)


@cache
def _of_the_package(rulebook_id: str) -> Rulebook:
    package = f"{__name__}.{rulebook_id.replace('-', '_')}"
    return loader.load(files(package), rules_of(f"{package}.conduct"))


def load(folder: Path) -> Rulebook:
    """The rulebook of a folder anywhere on disk, read and checked; `get` knows it by its id from then on."""
    book = loader.load(folder, _rules(_conduct(folder)))
    if book.id in IDS:
        raise BadRulebook(
            f"the id {book.id} belongs to a rulebook of the package",
            where=str(folder / "rulebook.toml"),
            accepted="an id of its own",
        )
    _FROM_OUTSIDE[book.id] = book
    return book


def _conduct(folder: Path) -> ModuleType:
    """The conduct of a folder as a module; its name has the whole path, so that two folders never share one."""
    file = folder.resolve() / CONDUCT
    if not file.is_file():
        raise BadRulebook("the file is missing", where=str(folder / CONDUCT), accepted="rules, one for each paragraph")
    name = f"tablelaw_rulebook_{'_'.join(file.parent.parts[1:])}"
    spec = spec_from_file_location(name, file)
    assert spec is not None and spec.loader is not None
    sys.modules[name] = module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


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


__all__ = ["IDS", "all_rulebooks", "get", "load", "shown_first"]
