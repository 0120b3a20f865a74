"""What was staked and won in finished rounds, in sums small enough to keep for every table, dealer, shift and month.

Stakes are grouped to two significant figures with their exact sums. The number of groups is therefore bounded whatever
players bet, and the expected win is still exact.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations_with_replacement

StakeClass = tuple[str, str, int]
"""(key of the rules, part, stake in cents rounded to two significant figures)."""
Product = tuple[str, str, str, bool]
"""(key of the rules, part, part, whether both belong to one seat)."""

Readings = Mapping[str, Mapping[str, int]]
"""The reading of each meter, in ten-thousandths of a cent, for each part."""


@dataclass(slots=True)
class Stakes:
    """The stakes of one group: their number, sum and sum of squares, and the sum of each meter's readings in units."""

    count: int = 0
    cents: int = 0
    squares: int = 0
    readings: Counter[str] = field(default_factory=Counter)

    def add(self, other: Stakes) -> None:
        self.count += other.count
        self.cents += other.cents
        self.squares += other.squares
        self.readings.update(other.readings)


@dataclass(frozen=True, slots=True)
class SeatPlay:
    """One seat of a finished round: what it staked on each part, and how often."""

    player: str
    parts: Mapping[str, tuple[int, int]]
    """For each part, the stake in cents and how often it counts: once, or once for each other player dealt in."""
    handle_cents: int
    base_cents: int
    """0 if the hand was void and only other wagers counted."""
    win_cents: int
    pushes: int


@dataclass
class PlayTally:
    """Sums over finished rounds. Tallies can be added together."""

    rounds: int = 0
    handle_cents: int = 0
    win_cents: int = 0
    """What players lost, including meter shares."""
    corrected_cents: int = 0
    """The part of the win that corrections have added."""
    stakes: defaultdict[StakeClass, Stakes] = field(default_factory=lambda: defaultdict(Stakes))
    products: Counter[Product] = field(default_factory=Counter)
    seat_rounds: Counter[str] = field(default_factory=Counter)
    seat_pairs: Counter[str] = field(default_factory=Counter)
    pushes: Counter[str] = field(default_factory=Counter)

    def take(self, key: str, seats: Sequence[SeatPlay], readings: Readings) -> None:
        """Adds a round played under the rules with this key."""
        self.rounds += 1
        playing = sum(seat.base_cents > 0 for seat in seats)
        self.seat_rounds[key] += playing
        self.seat_pairs[key] += playing * (playing - 1) // 2
        for seat in seats:
            self.handle_cents += seat.handle_cents
            self.win_cents += seat.win_cents
            self.pushes[key] += seat.pushes
            for part, (cents, times) in seat.parts.items():
                made = Stakes(times, times * cents, times * cents * cents)
                made.readings.update({meter: units * times for meter, units in readings.get(part, {}).items()})
                self.stakes[key, part, stake_class(cents)].add(made)
        self._multiply(key, [{part: cents for part, (cents, _) in seat.parts.items()} for seat in seats])

    def _multiply(self, key: str, seats: Sequence[Mapping[str, int]]) -> None:
        """Adds products of stakes whose results vary together: on two parts of one seat, and on parts of two seats."""
        parts = sorted({part for seat in seats for part in seat})
        total = {part: sum(seat.get(part, 0) for seat in seats) for part in parts}
        for a, b in combinations_with_replacement(parts, 2):
            own = sum(seat.get(a, 0) * seat.get(b, 0) for seat in seats)
            others = total[a] * total[b] - own
            if a != b:
                self.products[key, a, b, True] += own
                self.products[key, a, b, False] += others
            else:
                self.products[key, a, a, False] += others // 2

    def add(self, other: PlayTally) -> None:
        self.rounds += other.rounds
        self.handle_cents += other.handle_cents
        self.win_cents += other.win_cents
        self.corrected_cents += other.corrected_cents
        for name, made in other.stakes.items():
            self.stakes[name].add(made)
        for mine, theirs in (
            (self.products, other.products),
            (self.seat_rounds, other.seat_rounds),
            (self.seat_pairs, other.seat_pairs),
            (self.pushes, other.pushes),
        ):
            mine.update(theirs)  # type: ignore[arg-type]

    @property
    def keys(self) -> set[str]:
        """The rules that its rounds were played under."""
        return set(self.seat_rounds)


def total_of(tallies: Iterable[PlayTally]) -> PlayTally:
    whole = PlayTally()
    for tally in tallies:
        whole.add(tally)
    return whole


def stake_class(cents: int) -> int:
    """A stake rounded to two significant figures."""
    unit = int(10 ** max(len(str(cents)) - 2, 0))
    return (cents + unit // 2) // unit * unit
