"""`python -m bench.solve_once ID main|sides|"seen ITEMS"`: asks the exact analysis one question in a separate process.

Prints the seconds from the loaded rulebook to the answer, in wall-clock time and summed over all cores, and the peak
memory of the process in kilobytes. That time includes reading the compiled kernels from disk; no result comes from the
cache.
"""

from __future__ import annotations

import json
import resource
import sys
from collections.abc import Callable
from pathlib import Path
from time import perf_counter, process_time

from tablelaw import rulebooks
from tablelaw.law.rulebook import Rulebook

SEEN = "seen "
EXAMPLES = Path(__file__).parents[1] / "examples" / "rulebooks"


def main_game(book: Rulebook) -> object:
    from tablelaw.analysis.main_game import main_result

    return main_result(book.terms())


def side_wagers(book: Rulebook) -> object:
    from tablelaw.analysis.side_wagers.values import side_results

    return side_results(book)


def seen_cards(book: Rulebook, items: str) -> object:
    from tablelaw.analysis.protection.api import protect

    return protect(book, items.split())


QUESTIONS: dict[str, Callable[[Rulebook], object]] = {"main": main_game, "sides": side_wagers}


def main() -> None:
    rulebook_id, question = sys.argv[1:]
    import tablelaw.analysis.api  # noqa: F401  what importing costs is no part of solving

    example = EXAMPLES / rulebook_id
    book = rulebooks.load(example) if example.is_dir() else rulebooks.get(rulebook_id)
    began, worked = perf_counter(), process_time()
    if question.startswith(SEEN):
        seen_cards(book, question.removeprefix(SEEN))
    else:
        QUESTIONS[question](book)
    told = {"seconds": perf_counter() - began, "of_all_cores": process_time() - worked}
    print(json.dumps(told | {"peak_kb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss}))


if __name__ == "__main__":
    main()
