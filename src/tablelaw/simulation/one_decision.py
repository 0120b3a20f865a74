"""What tables with one decision per round share: lines of play, codes indexed by what a wager looks at, mistakes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

import numpy as np
import numpy.typing as npt

from tablelaw.cards.arrays.compiled import kernel
from tablelaw.errors import BadRulebook
from tablelaw.law.conduct import STANDINGS
from tablelaw.law.rows import Wager
from tablelaw.law.rulebook import Terms
from tablelaw.law.text_values import Multiple
from tablelaw.simulation.codes import BLOCK, Codes, Column
from tablelaw.simulation.seating import Seat, base_cents, bet_cents, wagers_at
from tablelaw.simulation.settlement_tables import (
    ACTS,
    STANDING,
    Axis,
    Meanings,
    Tabulated,
    hand_axes,
    hands_asked,
    lean,
    tabulated,
)
from tablelaw.simulation.streams import MISTAKES, below, new_pack, new_stream

LINE = "(line)"
"""What an axis may be about, besides those of a settlement table: the line of play taken."""
ACTS_SEEN = frozenset({"fold", "declare"})
Features = Mapping[str, int]
"""For each hand that a kernel reads, for LINE and for STANDING: its index among what is seen of a round."""


class Line(NamedTuple):
    """What is done at the decision: a wager is `times` the first opening one, where 0 means any amount."""

    action: str
    wager: str = ""
    times: Multiple = 0

    @property
    def acts(self) -> frozenset[str]:
        """The acts that rules see."""
        return ACTS_SEEN & {self.action}


class Lookup(NamedTuple):
    """Codes indexed by what a wager looks at."""

    codes: npt.NDArray[np.uint16]
    start: npt.NDArray[np.int64]
    """[seat, column]."""
    strides: npt.NDArray[np.int64]
    """[seat, column, feature]."""


@dataclass(frozen=True, eq=False)
class OneDecisionGame:
    """A table ready to be played. The kernel, the reading of hands and the decisions belong to the game."""

    play_rounds: ClassVar[Callable[..., None]]

    seats: int
    columns: tuple[Column, ...]
    read: Any
    decisions: Any
    lookup: Lookup
    fingerprint: str

    def play(self, seed: int, block: int) -> Codes:
        """The codes of all rounds of one block."""
        codes = np.empty((BLOCK, self.seats, len(self.columns)), np.uint16)
        cards, slips = new_stream(seed, block), new_stream(seed, block, MISTAKES)
        self.play_rounds(cards, slips, new_pack(), self.read, self.decisions, self.lookup, codes)
        return codes


@kernel
def code_of(lookup: Lookup, seat: Any, column: Any, seen: Any) -> Any:
    place = lookup.start[seat, column]
    for feature in range(len(seen)):
        place += lookup.strides[seat, column, feature] * seen[feature]
    return lookup.codes[place]


@kernel
def slip(slips: Any, taken: Any, ways: Any, mistakes: Any) -> Any:
    """The chosen action, or with probability `mistakes[0]/mistakes[1]` another legal one, drawn from a separate
    stream. `ways` ends at the first value below 0."""
    if mistakes[0] == 0 or below(slips, mistakes[1]) >= mistakes[0]:
        return taken
    count = 0
    while count < len(ways) and ways[count] >= 0:
        count += 1
    if count < 2:
        return taken
    other = ways[below(slips, count - 1)]
    return ways[count - 1] if other == taken else other


def mistakes_of(seats: Sequence[Seat]) -> npt.NDArray[np.int64]:
    """[seat] -> the share of mistaken decisions, as numerator and denominator."""
    return np.array([seat.mistakes.as_integer_ratio() for seat in seats], np.int64)


def ways_open(ways: Iterable[Sequence[int]]) -> npt.NDArray[np.int64]:
    """Rows of different lengths, padded with -1."""
    rows = [list(row) for row in ways]
    longest = max(map(len, rows))
    return np.array([row + [-1] * (longest - len(row)) for row in rows], np.int64)


# --- Codes ---------------------------------------------------------------------------------------


def lookup_of(
    terms: Terms, seats: Sequence[Seat], lines: Sequence[Line], features: Features
) -> tuple[tuple[Column, ...], Lookup]:
    """The columns of a table, and the codes of every seat, indexed by what its wagers depend on."""
    wagers = wagers_at(terms, seats)
    meanings = {wager.id: Meanings(wager.id) for wager in wagers}
    keys = [[(w.id, tuple(staked(terms, seat, w, line) for line in lines)) for w in wagers] for seat in seats]
    place_of = {key: place for place, key in enumerate(dict.fromkeys(key for row in keys for key in row))}
    tables = [by_line(terms, meanings[wager], lines, stakes) for wager, stakes in place_of]
    places = [[place_of[key] for key in row] for row in keys]
    return tuple(meanings[wager.id].column for wager in wagers), _flat(terms, tables, places, features)


def staked(terms: Terms, seat: Seat, wager: Wager, line: Line) -> int:
    """Cents on a wager if a line is taken; for a bonus, on the wager it belongs to."""
    if wager.kind == "decision":
        return bet_cents(base_cents(terms, seat), line.times) if line.wager == wager.id else 0
    return max((seat.wagers.get(name, 0) for name in (wager.id, *wager.rides_on)), default=0)


def by_line(terms: Terms, meanings: Meanings, lines: Sequence[Line], stakes: Sequence[int]) -> Tabulated:
    """Codes by line of play, by the hands that the wager's rules look at and by standing, as far as these matter."""
    made = [(line, stake) for line, stake in zip(lines, stakes, strict=True) if stake]
    asked = dict.fromkeys(h for line, stake in made for h in hands_asked(terms, meanings.wager, stake, line.acts))
    axes = (*hand_axes(terms, asked), Axis(STANDING, STANDINGS))
    parts = [
        tabulated(terms, meanings, (*axes, Axis(ACTS, (line.acts,))), stake).codes[..., 0]
        for line, stake in zip(lines, stakes, strict=True)
    ]
    return lean(Tabulated((Axis(LINE, tuple(lines)), *axes), np.stack(parts)))


def _flat(terms: Terms, tables: Sequence[Tabulated], places: Sequence[Sequence[int]], features: Features) -> Lookup:
    """All tables in one array, and the stride of each feature."""
    starts = np.cumsum([0, *(table.codes.size for table in tables)])
    strides = np.array([_strides(terms, table, features) for table in tables], np.int64)
    codes = np.concatenate([table.codes.ravel() for table in tables])
    return Lookup(codes, starts[np.array(places)], strides[np.array(places)])


def _strides(terms: Terms, table: Tabulated, features: Features) -> list[int]:
    steps = [0] * (max(features.values()) + 1)
    for place, axis in enumerate(table.axes):
        if axis.about not in features:
            accepted = ", ".join(features)
            raise BadRulebook(f"a wager looks at {axis.about}", where=terms.book.id, accepted=accepted)
        steps[features[axis.about]] = int(np.prod(table.codes.shape[place + 1 :], dtype=np.int64))
    return steps
