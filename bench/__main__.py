"""`python -m bench [SECTION ...]`: measures how fast each part is, compared with a target and with other programs.

Exits with code 1 if a target is missed.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from functools import partial

from bench import (
    catalogue,
    evaluators,
    floor_load,
    floor_speed,
    growth,
    property_load,
    protection,
    simulation_speed,
    simulation_workers,
    solvers,
    start,
    table_speed,
)

SECTIONS: dict[str, Callable[[int, float], bool]] = {
    "table": table_speed.measure,
    "evaluator": evaluators.measure,
    "solvers": solvers.measure,
    "catalogue": catalogue.measure,
    "start": start.measure,
    "protection": protection.measure,
    "floor": floor_speed.measure,
    "load": floor_load.measure,
    "property": property_load.measure,
    "simulation": simulation_speed.measure,
    "workers": simulation_workers.measure,
}
ON_REQUEST: dict[str, Callable[[int, float], bool]] = {"growth": growth.measure}
"""Sections that run only when named, because they take long and change a document."""

ABOUT_SECTIONS = f"what to measure: {', '.join(SECTIONS)} (default all of these); {', '.join(ON_REQUEST)} only if named"


def main() -> int:
    options = read_options(sys.argv[1:])
    sections = {**SECTIONS, **ON_REQUEST}
    if options.trace:
        sections["load"] = partial(floor_load.measure, is_traced=True)
    met = [sections[name](options.repetitions, options.seconds) for name in options.sections]
    return 0 if all(met) else 1


def read_options(given: Sequence[str]) -> argparse.Namespace:
    """Reads the sections to measure; all of them if none is named."""
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("sections", nargs="*", metavar="SECTION", help=ABOUT_SECTIONS)
    parser.add_argument("--repetitions", type=int, default=5, help="turns of each workload (default 5)")
    parser.add_argument("--seconds", type=float, default=1.0, help="length of a turn (default 1)")
    parser.add_argument("--trace", action="store_true", help="tell what makes the slowest acknowledgements of `load`")
    options = parser.parse_args(given)
    if unknown := [name for name in options.sections if name not in {**SECTIONS, **ON_REQUEST}]:
        parser.error(f"no section {', '.join(unknown)}; accepted: {', '.join([*SECTIONS, *ON_REQUEST])}")
    options.sections = options.sections or list(SECTIONS)
    return options


if __name__ == "__main__":
    sys.exit(main())
