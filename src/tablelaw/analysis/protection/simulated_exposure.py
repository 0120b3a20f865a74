"""Simulated values for a player who sees cards out of play: those cards are dealt at random, and all that can follow is
counted exactly.

Each sample is the gain over best honest play. The exact average of honest play is known from the main game, so only the
gain is uncertain. Where honest play can also be valued exactly with the same cards out of play, the gain is measured
against that value: its average over all cards is the value of honest play, and the difference varies much less.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from math import sqrt
from time import perf_counter
from typing import NamedTuple

import numpy as np

from tablelaw.analysis.advice import Advice
from tablelaw.analysis.main_choices import Told, choices_of
from tablelaw.analysis.main_game import main_of
from tablelaw.analysis.parallel import share_out
from tablelaw.analysis.protection.changed_hands import MOST_CHANGES, hand_name
from tablelaw.analysis.protection.information import BURN, SEATS, Information
from tablelaw.analysis.protection.result import Change, Exposure
from tablelaw.cards import Card, Deck
from tablelaw.chance import PracticeChance
from tablelaw.law.rulebook import Terms

SAMPLES = 48
"""How many sets of cards are dealt."""
DEVIATIONS = Fraction(2012, 1000)
"""The quantile of Student's distribution with 47 degrees of freedom for a confidence of 95 %."""
METHOD = "seen cards dealt at random, and every deal that can follow counted exactly for each"


class Sample(NamedTuple):
    """What the seen cards are worth in one random set of cards, averaged over the hands that are valued in it."""

    gain: Fraction
    changes: tuple[tuple[str, str, str], ...]
    """For each hand whose first action changes: its name, the honest action and the one taken instead."""
    hands: int


def out_of_play(information: Information, own: int) -> int:
    """How many cards are known to be out of play: those of other seats, and burned ones."""
    seats, burned = information.at(SEATS), information.at(BURN)
    return own * (seats.count if seats is not None else 0) + (burned.count if burned is not None else 0)


def sample_by_runs(
    cards: Sequence[Card],
    own: int,
    honest: Callable[[Sequence[Card]], list[Advice]],
    informed: Callable[[Sequence[Card], Sequence[Card]], list[Advice]],
    honest_after: Callable[[Sequence[Card], Sequence[Card]], list[Advice]] | None = None,
) -> Sample:
    """Takes every run of `own` cards in turn as the player's hand, and values it with the other cards out of play.

    All functions list every first action, best first: `honest` for a hand, `informed` for a hand and the cards out of
    play, `honest_after` for these too, if later decisions are honest; a game with a single decision needs no such list.
    """
    gain, changes = Fraction(0), list[tuple[str, str, str]]()
    for first in range(len(cards)):
        hand = tuple((*cards, *cards)[first : first + own])
        out = [card for card in cards if card not in hand]
        plain, found = honest(hand)[0], informed(hand, out)
        gain += found[0].ev - _worth(plain, found if honest_after is None else honest_after(hand, out))
        if _worth(plain, found) < found[0].ev:
            changes.append((hand_name(np.array(sorted(hand), np.uint8)), plain.name, found[0].name))
    return Sample(gain / len(cards), tuple(changes), len(cards))


def _worth(action: Advice, found: Sequence[Advice]) -> Fraction:
    return next(one.ev for one in found if one.name == action.name)


def simulated_exposure(
    terms: Terms, information: Information, cards: int, sample: Callable[[Sequence[Card]], Sample], tell: Told | None
) -> Exposure:
    """The exposure estimated from random sets of this many cards; they are seeded, so every run deals the same sets."""
    started = perf_counter()
    main = main_of(terms, tell)

    def part(first: int, after: int) -> list[Sample]:
        found = []
        for number in range(first, after):
            if tell is not None:
                tell(f"simulated, {information.text} seen, set {number + 1} of {SAMPLES}")
            chance = PracticeChance(f"out of play {information.text} {number}")
            found.append(sample(Deck.new().shuffled(chance).cards[:cards]))
        return found

    found = [one for part_found in share_out(SAMPLES, part, each=SAMPLES) for one in part_found]
    gain, spread = _mean_and_spread([one.gain for one in found])
    hands = sum(one.hands for one in found)
    changes = Counter(change for one in found for change in one.changes)
    return Exposure(
        rulebook=terms.book.id,
        choices=choices_of(terms),
        information=information.text,
        value=main.ev + gain,
        honest=main.ev,
        honest_actions=main.actions,
        changed=tuple(Change(*what, Fraction(count, hands)) for what, count in changes.most_common(MOST_CHANGES)),
        is_simulated=True,
        interval=(main.ev + gain - spread, main.ev + gain + spread),
        method=METHOD,
        notes=(f"simulated from {SAMPLES} sets of cards; the interval has a confidence of 95 %",),
        seconds=perf_counter() - started,
    )


def _mean_and_spread(gains: Sequence[Fraction]) -> tuple[Fraction, Fraction]:
    """The average, and half the width of its confidence interval."""
    mean = sum(gains, Fraction(0)) / len(gains)
    variance = sum(float(gain - mean) ** 2 for gain in gains) / (len(gains) - 1)
    return mean, DEVIATIONS * Fraction(sqrt(variance / len(gains))).limit_denominator(10**12)
