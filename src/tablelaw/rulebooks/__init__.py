"""Six regulations, each a folder of data and conduct, loaded once."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.resources import files

from tablelaw.errors import UnknownRulebook
from tablelaw.law.conduct import Rule
from tablelaw.law.loader import load
from tablelaw.law.rulebook import Rulebook

IDS = ("pa-647a", "md-thb", "ma-colorado", "pa-653a", "pa-677a", "pa-678a")


@cache
def get(rulebook_id: str) -> Rulebook:
    """A rulebook by its id, read and checked once."""
    if rulebook_id not in IDS:
        raise UnknownRulebook(f"no rulebook {rulebook_id!r}", accepted=", ".join(IDS))
    package = f"{__name__}.{rulebook_id.replace('-', '_')}"
    return load(files(package), rules_of(f"{package}.conduct"))


def rules_of(module: str) -> tuple[Rule, ...]:
    """The rules of a conduct module, in the order of the file."""
    return tuple(value for value in vars(import_module(module)).values() if isinstance(value, Rule))


def all_rulebooks() -> tuple[Rulebook, ...]:
    return tuple(get(rulebook_id) for rulebook_id in IDS)


__all__ = ["IDS", "all_rulebooks", "get"]
