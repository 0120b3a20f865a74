"""The cards of all rounds in a block, and the indexes of sets of cards that both decisions and hand readers need."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from tablelaw.simulation.rounds.places import Run
from tablelaw.simulation.rounds.reading_kernels import number_sets

Rows = npt.NDArray[np.uint8]
"""[round, place] -> card."""
Numbers = npt.NDArray[np.int32]
"""[round] -> the index of a set of cards."""
NOTHING = Run(0, 0)


class DealtCards:
    """Rows of cards; the index of each set in them is computed once, on first use."""

    def __init__(self, rows: Rows) -> None:
        self.rows = rows
        self._numbers: dict[tuple[Run, Run], Numbers] = {}

    def numbers(self, first: Run, then: Run = NOTHING) -> Numbers:
        """The index of the set formed by the cards of one or two runs, in every round."""
        key = first, then if then.size else NOTHING
        if key not in self._numbers:
            found = np.empty(len(self.rows), np.int32)
            number_sets(self.rows, *first, *then, found)
            self._numbers[key] = found
        return self._numbers[key]
