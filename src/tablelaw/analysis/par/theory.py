"""What the house expects from each wager of a table, and how far a result may lie from it: exact figures for a running
floor.

The main game is one part: its figures are per unit of the base wager (the Ante) and cover everything that is staked
later in the round under best play. Every other wager is a part by itself, per unit staked on it; a bonus without a
stake is per unit of the wager it belongs to.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

import msgspec

from tablelaw.analysis.main_choices import Told, main_bonuses, main_wagers
from tablelaw.analysis.main_game import main_of
from tablelaw.analysis.par.contents import SideWager
from tablelaw.analysis.par.wagers import side_wagers_filed
from tablelaw.analysis.payoffs import Net
from tablelaw.analysis.result import Distribution
from tablelaw.analysis.side_wagers.outcomes import outcomes_of
from tablelaw.analysis.side_wagers.values import is_side_wager, stakes_of
from tablelaw.analysis.solver import BEST
from tablelaw.analysis.solver_choice import solver_of
from tablelaw.submission.submission import Submission

MAIN = "main"
"""The id of the main game as a part of a round."""


class Way(msgspec.Struct, frozen=True):
    """One way a part ends: what the player gains per unit, the share of each meter won, and in how many deals."""

    net: Fraction
    count: int
    shares: tuple[tuple[str, Fraction], ...] = ()

    def gain(self, readings: Mapping[str, Fraction]) -> Fraction:
        """The player's gain per unit, with the meters at these amounts per unit."""
        return self.net + sum((share * readings[meter] for meter, share in self.shares), Fraction(0))


class Part(msgspec.Struct, frozen=True):
    """The main game or one other wager, at the odds in force for a stake."""

    part: str
    name: str
    ways: tuple[Way, ...]
    stake_cents: int = 0
    """The stake that these odds are for; 0 if they are the same for every stake."""
    carriers: tuple[str, ...] = ()
    """For a bonus: the wagers whose stake counts."""
    is_for_others: bool = False
    """Paid once for each other player dealt in."""

    @property
    def total(self) -> int:
        return sum(way.count for way in self.ways)

    @property
    def meters(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(meter for way in self.ways for meter, _ in way.shares))

    def edge(self, readings: Mapping[str, Fraction]) -> Fraction:
        """What the house expects to win per unit."""
        return -sum((way.gain(readings) * way.count for way in self.ways), Fraction(0)) / self.total

    def variance(self, readings: Mapping[str, Fraction]) -> Fraction:
        square = sum((way.gain(readings) ** 2 * way.count for way in self.ways), Fraction(0)) / self.total
        return square - self.edge(readings) ** 2


class Covariance(msgspec.Struct, frozen=True):
    """The covariance of two parts of one seat, or of two seats in the same round, per unit of each."""

    first: str
    second: str
    is_same_seat: bool
    value: Fraction


class Pushes(msgspec.Struct, frozen=True):
    """Opening wagers that come back without a win, for one seat in one round."""

    wagers: tuple[str, ...]
    mean: Fraction
    variance: Fraction
    between_seats: Fraction
    """The covariance of these numbers for two seats in the same round."""


class TableTheory(msgspec.Struct, frozen=True):
    """Everything that the floor's figures need from the analysis, for tables under one Rules Submission."""

    game: str
    base: str
    """The wager in whose units the main game's figures are expressed."""
    main_wagers: tuple[str, ...]
    parts: tuple[Part, ...]
    push_chances: dict[str, Fraction]
    """How often each opening wager comes back without a win."""
    notes: tuple[str, ...] = ()
    covariances: tuple[Covariance, ...] = ()
    pushes: Pushes | None = None
    rounds_simulated: int = 0
    """The rounds from which the covariances come."""

    def part(self, part: str, stake_cents: int) -> Part | None:
        """The part at the odds for a stake, if it is known."""
        found = (one for one in self.parts if one.part == part and one.stake_cents in (0, stake_cents))
        return next(found, None)


def encode(theory: TableTheory) -> bytes:
    return msgspec.json.encode(theory, enc_hook=str)


def decode(body: bytes) -> TableTheory:
    return msgspec.json.decode(body, type=TableTheory, dec_hook=lambda _, text: Fraction(text))


def table_theory(filed: Submission, tell: Told | None = None) -> TableTheory:
    """The exact figures of a submission under best play, without covariances."""
    main = main_of(filed.terms, tell)
    assert main.distribution is not None
    book = filed.book
    opening = [wager for wager in book.wagers if wager.kind == "opening" and wager.id in filed.terms.offered]
    alone = solver_of(filed.terms).endings(filed.terms, BEST)
    sides = side_wagers_filed(filed, main, tell)
    return TableTheory(
        game=book.game,
        base=opening[0].id,
        main_wagers=tuple(wager.id for wager in (*main_wagers(book), *main_bonuses(book))),
        parts=(
            Part(MAIN, "Main game", _ways(main.distribution)),
            *(part for side in sides for part in _parts(filed, side)),
        ),
        push_chances={wager.id: alone[wager.id].frequency("even") for wager in opening},
        notes=tuple(f"{side.name}: {side.basis}." for side in sides if side.basis),
    )


def _ways(spread: Distribution) -> tuple[Way, ...]:
    return tuple(Way(value, count) for value, count in sorted(spread.counts.items()))


def _parts(filed: Submission, side: SideWager) -> Iterator[Part]:
    """A side wager, once for each stake that has its own odds."""
    row = filed.book.wager(side.id)
    stakes = stakes_of(filed.book, row)
    by_stake = len(stakes) > 1 or any(table.selected_by == "stake" for table in filed.book.paytables_of(side.id))
    for stake in stakes:
        yield Part(
            side.id,
            side.name,
            tuple(_ended(filed, side, stake)),
            stake_cents=stake if by_stake else 0,
            carriers=tuple(name for name in row.rides_on if name in filed.wagers),
            is_for_others=side.is_for_others,
        )


def _ended(filed: Submission, side: SideWager, stake_cents: int) -> Iterator[Way]:
    """How the wager ends, with the meters left open; taken from its distribution where decisions change its hand."""
    row = filed.book.wager(side.id)
    if side.outcomes is None and not is_side_wager(row, filed.terms):
        yield from _ways(side.spread)
        return
    outcomes = side.outcomes or outcomes_of(filed.terms, row, stake_cents)
    merged: dict[Net, int] = {}
    for net, count in outcomes.lines:
        merged[net] = merged.get(net, 0) + count
    for net, count in merged.items():
        yield Way(net.fixed, count, net.shares)
