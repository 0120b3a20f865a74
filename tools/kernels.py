"""Compiles the kernels and solves the games that the tests need, once instead of in each test process."""

from __future__ import annotations

import sys
from pathlib import Path

from tablelaw import rulebooks
from tablelaw.analysis.main_game import main_of
from tablelaw.analysis.protection.api import protect
from tablelaw.studies.warm import warm

EXAMPLES = Path(__file__).parents[1] / "examples" / "rulebooks"
SEEN = {"pa-678a": "seats:5", "fr-trois-cartes": "dealer:1"}
"""Seen cards that tests of the analysis and of the pages both ask about."""


def main() -> int:
    warm(lambda what: None)
    for folder in sorted(path for path in EXAMPLES.iterdir() if path.is_dir()):
        main_of(rulebooks.load(folder).terms())
    for book, seen in SEEN.items():
        protect(book, [seen])
    return 0


if __name__ == "__main__":
    sys.exit(main())
