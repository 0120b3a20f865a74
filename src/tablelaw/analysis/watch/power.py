"""How many rounds it takes to distinguish play with a seen card from honest play, simulated from seeded rounds: the
growth of the evidence, and the rounds until players are flagged.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from math import log
from time import perf_counter
from typing import Any

import numpy as np

from tablelaw import rulebooks
from tablelaw.analysis.main_choices import Told, choices_of, terms_for
from tablelaw.analysis.notebook import pandas_table, table_html
from tablelaw.analysis.protection.information import Information, parse_information
from tablelaw.analysis.watch.evidence import PARTS
from tablelaw.analysis.watch.false_alarms import RATE, log_threshold, require_rate
from tablelaw.analysis.watch.simulated_play import deal_round, evidence_of, honest, informed, play_round
from tablelaw.analysis.watch.spots import Floats, Valuer
from tablelaw.analysis.watch.valuers import usual_information, valuer_of
from tablelaw.chance import Chance, PracticeChance
from tablelaw.law.rulebook import Rulebook, Terms
from tablelaw.law.structure import structure_of

DEALT = 2_000
"""How many rounds are dealt and valued; players' rounds are drawn from them with replacement."""
PLAYERS = 400
MOST_ROUNDS = 4_000
AT_ONCE = 50
SHARES = (1.0, 0.5, 0.25)
"""The shares of rounds in which the card is seen."""
CURVE = (5, 10, 20, 30, 40, 60, 80, 100, 150, 200, 300, 500, 1_000, 2_000, 4_000)
SEED = 1
TOLD_EACH = 250


@dataclass(frozen=True, slots=True)
class Detection:
    """How soon a player who sees the card in a share of the rounds is flagged."""

    share: float
    growth: float
    """The average growth of the logarithm of the e-value per round, for the alternative that fits best."""
    expected: float
    """Rounds after which that growth alone reaches the threshold."""
    rounds: tuple[int | None, ...]
    """For each simulated player in rising order, the rounds until the flag; None for more than MOST_ROUNDS."""

    @property
    def half_and_nine_in_ten(self) -> tuple[int | None, int | None]:
        """The rounds after which half of the players are flagged, and nine in ten."""
        return self.quantile(0.5), self.quantile(0.9)

    def quantile(self, share: float) -> int | None:
        """The rounds after which this share of the players is flagged; None if that takes more than MOST_ROUNDS."""
        return self.rounds[min(len(self.rounds) - 1, int(share * len(self.rounds)))]

    def flagged_within(self, rounds: int) -> float:
        """The share of players who are flagged within this many rounds: a point of the power curve."""
        return sum(one is not None and one <= rounds for one in self.rounds) / len(self.rounds)


@dataclass(frozen=True, slots=True)
class Power:
    """The power of the test for one game and one kind of seen card."""

    rulebook: str
    choices: Mapping[str, str]
    information: str
    rate: float
    """The stated rate of false alarms; `number` is the place of the person among those watched."""
    number: int
    detections: tuple[Detection, ...]
    dealt: int = DEALT
    seed: int = SEED
    most_rounds: int = MOST_ROUNDS
    seconds: float = 0.0

    @property
    def rounds_to_detect(self) -> int | None:
        """The rounds within which nine in ten players who see the card in every round are flagged."""
        return self.detections[0].quantile(0.9)

    def rows(self) -> list[dict[str, object]]:
        """One row for each share of rounds in which the card is seen."""
        return [
            {
                "share": one.share,
                "growth": one.growth,
                "expected": one.expected,
                "half": one.quantile(0.5),
                "nine_in_ten": one.quantile(0.9),
            }
            for one in self.detections
        ]

    def as_dict(self) -> dict[str, object]:
        return {
            "rulebook": self.rulebook,
            "choices": dict(self.choices),
            "seen": self.information,
            "false_alarm_rate": self.rate,
            "person": self.number,
            "rounds_to_detect": self.rounds_to_detect,
            "detections": [
                row | {"curve": {str(rounds): one.flagged_within(rounds) for rounds in CURVE}}
                for row, one in zip(self.rows(), self.detections, strict=True)
            ],
            "is_simulated": True,
            "rounds_dealt": self.dealt,
            "players": PLAYERS,
            "seed": self.seed,
            "seconds": self.seconds,
        }

    def to_pandas(self) -> Any:
        return pandas_table(self.rows())

    def _repr_html_(self) -> str:
        title = f"{self.rulebook}, {self.information} seen: rounds to detect (simulated)"
        return table_html(self.rows(), title)


def power(
    of: str | Rulebook, seen: Iterable[str], rate: float = RATE, tell: Told | None = None, **choices: str
) -> Power:
    """How many rounds it takes to distinguish play with the seen cards from honest play; if none are named, with the
    game's usual card.
    """
    book = rulebooks.get(of)
    terms = terms_for(book, {**dict(book.chosen), **book.named_choices(choices)})
    return power_of(terms, parse_information(seen) if seen else usual_information(terms), rate, tell)


def power_of(
    terms: Terms,
    information: Information,
    rate: float = RATE,
    tell: Told | None = None,
    *,
    number: int = 1,
    dealt: int = DEALT,
    seed: int = SEED,
) -> Power:
    """The power of the test at a rate of false alarms, from rounds dealt from a seed."""
    started = perf_counter()
    threshold = log_threshold(number, require_rate(rate))
    valuer = valuer_of(terms, information, tell)
    pools = evidence_pools(terms, information, valuer, dealt, seed, tell)
    chance = PracticeChance(f"power {seed}")
    detections = tuple(_detection(share, *pools, threshold, chance) for share in SHARES)
    return Power(
        rulebook=terms.book.id,
        choices=choices_of(terms),
        information=information.text,
        rate=rate,
        number=number,
        detections=detections,
        dealt=dealt,
        seed=seed,
        seconds=perf_counter() - started,
    )


def evidence_pools(
    terms: Terms, information: Information, valuer: Valuer, dealt: int, seed: int, tell: Told | None = None
) -> tuple[Floats, Floats]:
    """The evidence of the same deals played with the card seen, and played honestly, each as [deal, alternative]."""
    structure, chance = structure_of(terms), PracticeChance(f"deals {seed}")
    seeing, plain = np.zeros((dealt, PARTS)), np.zeros((dealt, PARTS))
    for n in range(dealt):
        if tell is not None and n % TOLD_EACH == 0:
            tell(f"{terms.book.id}, rounds with {information.text} seen, {n:,} of {dealt:,}")
        deal = deal_round(structure, information, chance)
        for into, choose in ((seeing, informed), (plain, honest)):
            into[n] = evidence_of(valuer, play_round(valuer, structure, information, deal, choose))
    return seeing, plain


def _detection(share: float, seeing: Floats, plain: Floats, threshold: float, chance: Chance) -> Detection:
    growth = float((share * seeing + (1 - share) * plain).mean(axis=0).max())
    rounds = [rounds_until(threshold, drawn_rounds(share, seeing, plain, chance)) for _ in range(PLAYERS)]
    ordered = sorted(rounds, key=lambda one: MOST_ROUNDS + 1 if one is None else one)
    return Detection(share, growth, threshold / growth if growth > 0 else np.inf, tuple(ordered))


def drawn_rounds(share: float, seeing: Floats, plain: Floats, chance: Chance) -> Iterator[Floats]:
    """Evidence of a player's rounds, [round, alternative] in blocks, up to MOST_ROUNDS."""
    parts = 1_000
    for _ in range(MOST_ROUNDS // AT_ONCE):
        yield np.array(
            [
                (seeing if chance.below(parts) < share * parts else plain)[chance.below(len(seeing))]
                for _ in range(AT_ONCE)
            ]
        )


def rounds_until(threshold: float, blocks: Iterator[Floats]) -> int | None:
    """The number of the round in which the averaged e-value first reaches the threshold; None if it never does."""
    logs, before = np.zeros(PARTS), 0
    for block in blocks:
        each = logs + np.cumsum(block, axis=0)
        reached = np.flatnonzero(np.logaddexp.reduce(each, axis=1) - log(PARTS) >= threshold)
        if len(reached):
            return before + int(reached[0]) + 1
        logs, before = each[-1], before + len(block)
    return None
