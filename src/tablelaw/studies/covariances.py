"""Covariances between the wagers of a table, from simulated rounds under best play.

The exact analysis treats each wager by itself. Wagers of one seat share its cards, and seats of one round share the
dealer's hand or a board; how they vary together is measured here. Shares of a meter are left out: they are so rare that
no affordable number of rounds measures them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from itertools import combinations_with_replacement

import msgspec
import numpy as np
import numpy.typing as npt

from tablelaw.analysis.par.theory import MAIN, Covariance, Pushes, TableTheory
from tablelaw.simulation.codes import BLOCK, Codes, Meaning
from tablelaw.simulation.game import Game
from tablelaw.simulation.seating import Seat
from tablelaw.studies.games.simulated_table import game_of
from tablelaw.submission.submission import Submission, WagerTerms

SEED = 16
BLOCKS = 32
"""Blocks of 16,384 rounds each, with two players who make every wager."""
PUSHES = "pushes"
Values = npt.NDArray[np.float64]


def with_covariances(filed: Submission, theory: TableTheory, blocks: int = BLOCKS) -> TableTheory:
    """Adds covariances to a theory; the same number of blocks always gives the same covariances."""
    players = 2 if filed.seats > 1 else 1
    stakes = {name: (terms.amounts_cents or (terms.minimum_cents,))[0] for name, terms in _placed(filed).items()}
    game = game_of(filed, [Seat(stakes)] * players)
    found = _measured(game, theory, stakes, blocks)
    parts = list(dict.fromkeys(part.part for part in theory.parts))
    values = [
        Covariance(a, b, is_same, found[a, b, is_same])
        for a, b in combinations_with_replacement(parts, 2)
        for is_same in (True, False)
        if (a, b, is_same) in found and not (is_same and a == b)
    ]
    return msgspec.structs.replace(
        theory,
        covariances=tuple(values),
        pushes=Pushes(
            tuple(theory.push_chances),
            sum(theory.push_chances.values(), Fraction(0)),
            found[PUSHES, PUSHES, True],
            found.get((PUSHES, PUSHES, False), Fraction(0)),
        ),
        rounds_simulated=blocks * BLOCK,
    )


def _placed(filed: Submission) -> dict[str, WagerTerms]:
    """The wagers that a player places before the cards."""
    rows = {wager.id: wager for wager in filed.book.wagers}
    return {name: terms for name, terms in filed.wagers.items() if rows[name].kind in ("opening", "optional")}


def _measured(
    game: Game, theory: TableTheory, stakes: Mapping[str, int], blocks: int
) -> dict[tuple[str, str, bool], Fraction]:
    """Sample covariances of every pair of parts, and of the numbers of pushes."""
    gains = _columns(game, lambda meaning: meaning.net)
    pushed = _columns(game, lambda meaning: int(meaning.staked > 0 and meaning.net == 0 and not meaning.shares))
    names: list[str] = []
    sums: list[Values] = []
    products: list[Values] = []
    between: list[Values] = []
    for block in range(blocks):
        codes = game.play(SEED, block)
        seats = [dict(_values(game, theory, stakes, codes, seat, gains, pushed)) for seat in range(game.seats)]
        names = list(seats[0])
        tables = [np.stack([values[name] for name in names]) for values in seats]
        sums.append(np.mean([table.sum(axis=1) for table in tables], axis=0))
        products.append(np.mean([table @ table.T for table in tables], axis=0))
        if len(tables) > 1:
            cross = tables[0] @ tables[1].T
            between.append((cross + cross.T) / 2)
    rounds = blocks * BLOCK
    means = np.sum(sums, axis=0) / rounds
    found: dict[tuple[str, str, bool], Fraction] = {}
    for is_same, measured in ((True, products), (False, between)):
        if measured:
            matrix = np.sum(measured, axis=0) / rounds - np.outer(means, means)
            for (n, a), (m, b) in combinations_with_replacement(enumerate(names), 2):
                found[a, b, is_same] = Fraction(float(matrix[n, m])).limit_denominator(10**9)
    return found


def _columns(game: Game, value: Callable[[Meaning], int]) -> list[Values]:
    return [np.array([value(meaning) for meaning in column.meanings], np.float64) for column in game.columns]


def _values(
    game: Game,
    theory: TableTheory,
    stakes: Mapping[str, int],
    codes: Codes,
    seat: int,
    gains: list[Values],
    pushed: list[Values],
) -> Iterator[tuple[str, Values]]:
    """What the house wins from a seat on each part, per unit, round by round; and how many opening wagers were
    returned.
    """
    columns = {column.wager: n for n, column in enumerate(game.columns)}

    def by(wager: str, values: list[Values]) -> Values:
        place = columns[wager]
        return values[place][codes[:, seat, place]]

    whole = sum((by(wager, gains) for wager in theory.main_wagers if wager in columns), np.zeros(len(codes)))
    yield MAIN, -whole / stakes[theory.base]
    for part in dict.fromkeys(part.part for part in theory.parts if part.part != MAIN and part.part in columns):
        carriers = next(one.carriers for one in theory.parts if one.part == part)
        yield part, -by(part, gains) / sum(stakes[name] for name in carriers or (part,) if name in stakes)
    yield PUSHES, sum((by(wager, pushed) for wager in theory.push_chances), np.zeros(len(codes)))
