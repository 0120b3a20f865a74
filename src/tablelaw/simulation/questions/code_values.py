"""The value of each code: to the player, to the house, and as winnings covered by a payout limit."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction

import numpy as np

from tablelaw.amounts import METER_UNITS_PER_CENT
from tablelaw.simulation.codes import Column, Meaning
from tablelaw.simulation.game import Game
from tablelaw.simulation.questions.meters import Fed
from tablelaw.simulation.tallies import Nets
from tablelaw.submission.submission import MeterTerms

Readings = Mapping[tuple[str, str], Fraction]
"""Maps (wager, name of a meter) to the meter's amount in cents."""


def seeds(meters: Sequence[MeterTerms]) -> dict[tuple[str, str], Fraction]:
    """The readings when every meter is at its seed."""
    return {(wager, meter.name): meter.seed_cents for meter in meters for wager in meter.wagers}


def to_player(game: Game, readings: Readings) -> tuple[Nets, ...]:
    """The cents that a player gains with each code; shares of a meter are paid at its reading."""

    def worth(wager: str, meaning: Meaning) -> int:
        return meaning.net + sum(int(share * readings[wager, name]) for name, share in meaning.shares)

    return tuple(_by_code(column, [worth(column.wager, m) for m in column.meanings]) for column in game.columns)


def to_house(game: Game, meters: Sequence[Fed]) -> tuple[Nets, ...]:
    """What the table wins with each code, less what goes to meters, in ten-thousandths of a cent."""
    found = []
    for place, column in enumerate(game.columns):
        won = np.array([-m.net * METER_UNITS_PER_CENT for m in column.meanings], np.int64)
        for meter in meters:
            won -= meter.primary[place] + meter.reserve[place]
        found.append(won)
    return tuple(found)


def winnings(game: Game, wagers: Collection[str]) -> tuple[Nets, ...]:
    """Cents won on top of the stake with each code of the given wagers; zero for other wagers."""
    return tuple(
        _by_code(column, [max(m.net, 0) if column.wager in wagers else 0 for m in column.meanings])
        for column in game.columns
    )


def _by_code(column: Column, worths: Sequence[int]) -> Nets:
    assert len(worths) == len(column.meanings)
    return np.array(worths, np.int64)
