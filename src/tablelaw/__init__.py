"""Regulated house poker games as executable law.

import tablelaw

tablelaw.rulebook(ID)  # a regulation: wagers, paytables, rules, every paragraph
tablelaw.analyze(ID, blind="B")  # exact house edge of the main game and of every side wager
tablelaw.advise(ID, "Kd Qh", "4s 5h 6d 8c 9d")  # the exact gain of every legal action
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from tablelaw.version import __version__

if TYPE_CHECKING:
    from tablelaw.analysis.api import advise as advise
    from tablelaw.analysis.api import analyze as analyze
    from tablelaw.analysis.par import par as par
    from tablelaw.rulebooks import get as rulebook

_FOUND_IN = {
    "advise": ("tablelaw.analysis.api", "advise"),
    "analyze": ("tablelaw.analysis.api", "analyze"),
    "par": ("tablelaw.analysis.par", "par"),
    "rulebook": ("tablelaw.rulebooks", "get"),
}


def __getattr__(name: str) -> Any:
    """Imports the public functions on first use, so reading a rulebook does not load the solvers."""
    if name not in _FOUND_IN:
        raise AttributeError(f"module 'tablelaw' has no attribute {name!r}")
    module, function = _FOUND_IN[name]
    return getattr(import_module(module), function)


__all__ = ["__version__", "advise", "analyze", "par", "rulebook"]
