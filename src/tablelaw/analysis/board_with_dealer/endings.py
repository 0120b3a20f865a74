"""How the deals of a hold'em game end: by line of play, classes of both hands and standing.

These counts give the net result of a round, and of any wager that the same hands decide, under any paytable.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from tablelaw.law.text_values import Multiple

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

Lines = tuple[tuple[str, Multiple | None], ...]
"""The name of each line of play, and the Antes it wagers; FOLD if it ends in a fold."""
FOLD = None


@dataclass(frozen=True, slots=True, eq=False)
class Ends:
    """Lines of play, and the deals that end in each, by class and standing."""

    lines: Lines
    counts: npt.NDArray[np.object_]
    """[line, player's class, dealer's class, standing] -> deals; classes highest first."""

    @property
    def total(self) -> int:
        return int(self.counts.sum())

    def frequency(self, line: int) -> Fraction:
        return Fraction(int(self.counts[line].sum()), self.total)

    def frequencies(self) -> dict[str, Fraction]:
        return {name: self.frequency(line) for line, (name, _) in enumerate(self.lines)}

    def as_lists(self) -> dict[str, object]:
        """The endings as plain lists, for the cache."""
        lines = [[name, str(units) if isinstance(units, Fraction) else units] for name, units in self.lines]
        return {"lines": lines, "counts": self.counts.tolist()}


def ends_from_lists(lines: Sequence[Sequence[str | int | None]], counts: Sequence[object]) -> Ends:
    """The endings read back from lists."""
    import numpy as np  # not loaded with this module, since results are also read where nothing is solved

    read = tuple((str(name), Fraction(units) if isinstance(units, str) else units) for name, units in lines)
    return Ends(read, np.array(counts, dtype=object))
