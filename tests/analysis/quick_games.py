"""Which games the tests solve completely: the ones that take seconds. The long tests (tools/torture.py) solve all
games.
"""

from __future__ import annotations

import os
from functools import cache

from tablelaw import rulebooks
from tablelaw.analysis.solver_choice import is_quick_to_solve

WITH_SLOW_GAMES = bool(int(os.environ.get("TABLELAW_SLOW_GAMES", "0")))


@cache
def quick_to_solve() -> tuple[str, ...]:
    """The built-in rulebooks whose games are solved in seconds; in the long tests, all rulebooks."""
    return tuple(book.id for book in rulebooks.all_rulebooks() if WITH_SLOW_GAMES or is_quick_to_solve(book.terms()))
