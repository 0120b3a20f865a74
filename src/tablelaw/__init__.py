"""Regulated house poker games as executable law.

import tablelaw as tl

tl.rulebook(ID)  # a regulation: wagers, paytables, rules, every paragraph
tl.analyze(ID, wagers=["trips"])  # exact house edge of the main game and of every side wager
tl.advise(ID, "Kd Qh", "4s 5h 6d 8c 9d")  # the exact gain of every legal action
tl.protect(ID, ["dealer:1"])  # what a seen card of the dealer is worth
tl.play(ID, seed=7)  # a round, dealt, played and settled

docs/python.md shows them all.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from tablelaw.extras import extras_named
from tablelaw.version import __version__

if TYPE_CHECKING:
    from tablelaw.analysis.api import advise as advise
    from tablelaw.analysis.api import analyze as analyze
    from tablelaw.analysis.protection.api import protect as protect
    from tablelaw.library import evaluate as evaluate
    from tablelaw.library import hand as hand
    from tablelaw.library import par as par
    from tablelaw.library import play as play
    from tablelaw.library import settle as settle
    from tablelaw.library import simulate as simulate
    from tablelaw.library import value as value
    from tablelaw.rulebooks import get as rulebook

_FOUND_IN = {
    "advise": ("tablelaw.analysis.api", "advise"),
    "analyze": ("tablelaw.analysis.api", "analyze"),
    "evaluate": ("tablelaw.library", "evaluate"),
    "hand": ("tablelaw.library", "hand"),
    "par": ("tablelaw.library", "par"),
    "play": ("tablelaw.library", "play"),
    "protect": ("tablelaw.analysis.protection.api", "protect"),
    "rulebook": ("tablelaw.rulebooks", "get"),
    "settle": ("tablelaw.library", "settle"),
    "simulate": ("tablelaw.library", "simulate"),
    "value": ("tablelaw.library", "value"),
}


def __getattr__(name: str) -> Any:
    """Imports the public functions on first use, so reading a rulebook does not load the solvers."""
    if name not in _FOUND_IN:
        raise AttributeError(f"module 'tablelaw' has no attribute {name!r}")
    module, function = _FOUND_IN[name]
    with extras_named(f"tl.{name}"):
        return getattr(import_module(module), function)


def __dir__() -> list[str]:
    """The public names, including those that are not imported yet."""
    return [*__all__]


__all__ = [
    "__version__",
    "advise",
    "analyze",
    "evaluate",
    "hand",
    "par",
    "play",
    "protect",
    "rulebook",
    "settle",
    "simulate",
    "value",
]
