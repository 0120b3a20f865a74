"""`python -m bench [SECTION ...]`: how fast each part is, beside what is wanted and others do.

Ends with code 1 when something falls short.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable

from bench import evaluators, floor_load, floor_speed, simulation_speed, simulation_workers, solvers, table_speed

SECTIONS: dict[str, Callable[[int, float], bool]] = {
    "table": table_speed.measure,
    "evaluator": evaluators.measure,
    "solvers": solvers.measure,
    "floor": floor_speed.measure,
    "load": floor_load.measure,
    "simulation": simulation_speed.measure,
    "workers": simulation_workers.measure,
}


def main() -> int:
    options = _options()
    met = [SECTIONS[name](options.repetitions, options.seconds) for name in options.sections or SECTIONS]
    return 0 if all(met) else 1


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("sections", nargs="*", choices=SECTIONS, help="what to measure (default all)")
    parser.add_argument("--repetitions", type=int, default=5, help="turns each takes (default 5)")
    parser.add_argument("--seconds", type=float, default=1.0, help="length of a turn (default 1)")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
