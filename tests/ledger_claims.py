"""The claims of the provisions ledgers: which test shows which code."""

from __future__ import annotations

import importlib
from collections import defaultdict
from functools import cache

from tablelaw import rulebooks


def resolve(dotted: str) -> object:
    """Finds the object that a dotted name refers to: the longest module that can be imported, then attributes."""
    parts = dotted.split(".")
    for cut in range(len(parts), 0, -1):
        try:
            found: object = importlib.import_module(".".join(parts[:cut]))
        except ModuleNotFoundError:
            continue
        for name in parts[cut:]:
            found = getattr(found, name)
        return found
    raise ModuleNotFoundError(dotted)


@cache
def claims() -> dict[str, frozenset[str]]:
    """Maps each named test to the code it is said to show."""
    found: defaultdict[str, set[str]] = defaultdict(set)
    for book in rulebooks.all_rulebooks():
        for provision in book.provisions:
            if provision.implemented:
                found[provision.shown_by].add(provision.implemented)
    return {test: frozenset(named) for test, named in found.items()}
