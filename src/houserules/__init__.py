"""Regulated hold 'em house games as executable law.

import houserules as hr

hr.rulebook("pa-653a")  # a regulation: wagers, paytables, rules, every paragraph
hr.analyze("pa-653a", blind="B")  # exact hold of the main game and of every side wager
hr.advise("pa-653a", "Kd Qh", "4s 5h 6d 8c 9d")  # the exact gain of every legal action
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

if TYPE_CHECKING:
    from houserules.analysis.api import advise as advise
    from houserules.analysis.api import analyze as analyze
    from houserules.analysis.par import par as par
    from houserules.rulebooks import get as rulebook

_FOUND_IN = {
    "advise": ("houserules.analysis.api", "advise"),
    "analyze": ("houserules.analysis.api", "analyze"),
    "par": ("houserules.analysis.par", "par"),
    "rulebook": ("houserules.rulebooks", "get"),
}


def __getattr__(name: str) -> Any:
    """The public functions, imported when first asked for: the solvers need not be loaded to read a law."""
    if name not in _FOUND_IN:
        raise AttributeError(f"module 'houserules' has no attribute {name!r}")
    module, function = _FOUND_IN[name]
    return getattr(import_module(module), function)


__all__ = ["__version__", "advise", "analyze", "par", "rulebook"]
