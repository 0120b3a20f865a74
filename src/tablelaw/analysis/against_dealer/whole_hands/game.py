"""A game that compares whole hands with the dealer's, read from its rulebook: the options, and what each pays.

The player's hands are grouped by what rules and choices tell apart: their class, and the qualification lines that they
reach. The dealer's hands are grouped into bands of strength within which every wager is paid alike, so that a solver
has to count a few bands instead of many classes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import comb, lcm
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from tablelaw.analysis.against_dealer.whole_hands.kernels import Hands, Pay
from tablelaw.analysis.against_dealer.whole_hands.strength_levels import levels, strengths_of
from tablelaw.analysis.main_choices import carriers_of_bonuses, stakes_of_bonuses
from tablelaw.analysis.options_and_outcomes import Option
from tablelaw.analysis.payoffs import ask
from tablelaw.analysis.sum_bounds import require_room
from tablelaw.analysis.symmetry.suits import distinct_sets
from tablelaw.cards import PACK, Card, Ranking
from tablelaw.law.conduct import STANDINGS, Standing
from tablelaw.law.decisions import multiples
from tablelaw.law.rows import BUY, Choice
from tablelaw.law.rulebook import Terms
from tablelaw.law.structure import DEALER, PLAYER, structure_of
from tablelaw.law.text_values import Multiple

FOLD = "fold"


class Band(NamedTuple):
    """The hands of one side from level `first` up to, but not including, level `after`, and the classes that the rules
    see in them.
    """

    first: int
    after: int
    hands: Mapping[str, str]


Gains = Mapping[tuple[int, int, int], Fraction]
"""(kind of the player's hand, band, standing) -> gain, for combinations that can occur."""


@dataclass(frozen=True, slots=True, eq=False)
class Game:
    """A game under one set of the operator's choices."""

    terms: Terms
    ranking: Ranking
    size: int
    turned_up: bool
    """Whether one of the dealer's cards is turned up before the decision."""
    opening: tuple[str, ...]
    bonuses: Mapping[str, tuple[str, ...]]
    """Bonuses of the main game, and the wagers each rides on."""
    beside: Mapping[str, Fraction]
    """Side wagers optimised together with the main game, each with its stake in Antes; a stake of 0 only counts deals.
    """
    options: tuple[Option, ...]
    """The options: a fold first, then bets from the smallest; a purchase is not among them."""
    is_open: npt.NDArray[np.bool]
    """[option, kind of the player's hand] -> whether the hand may take the option."""
    kinds: tuple[Band, ...]
    """The player's hands that rules and choices tell apart, highest first."""
    bands: tuple[Band, ...]
    """The dealer's hands that are paid alike, lowest first."""
    gains: Mapping[str, Gains]
    """What a unit on each wager gains, by (kind of the player's hand, band, standing)."""

    def stakes(self, option: Option) -> dict[str, Multiple]:
        """The stake of each wager on the table under an option, in Antes; a bonus has the stakes of the wagers it rides
        on.
        """
        opening: dict[str, Multiple] = dict.fromkeys(self.opening, 1)
        placed = opening | ({option.wager: option.times} if option.wager else {})
        placed |= stakes_of_bonuses(self.bonuses, placed)
        return {**placed, **self.beside}

    def wagered(self, option: Option) -> Fraction:
        beside = {*self.bonuses, *self.beside}
        placed = (times for wager, times in self.stakes(option).items() if wager not in beside)
        return Fraction(sum(placed, Fraction(0)))

    def gain(self, option: Option, wager: str, own: int, band: int, standing: int) -> Fraction:
        """What a wager gains under an option in one cell; 0 if it is not placed."""
        times = self.stakes(option).get(wager, 0)
        return times * self.unit_gain(option, wager, own, band, standing) if times else Fraction(0)

    def unit_gain(self, option: Option, wager: str, own: int, band: int, standing: int) -> Fraction:
        """What a unit on a wager gains under an option in one cell."""
        if option.action == FOLD:
            return ask(self.terms, wager, {}, None, [FOLD])
        return self.gains[wager].get((own, band, standing), Fraction(0))

    @property
    def dealer_size(self) -> int:
        """How many cards the dealer holds."""
        return structure_of(self.terms).hands[DEALER].size

    @property
    def least(self) -> int:
        """How many cards the smaller hand has; both hands are compared by the strengths of hands of this size."""
        return min(self.size, self.dealer_size)

    @property
    def deals(self) -> int:
        """The number of all deals: the player's hand, the upcard, and the rest of the dealer's hand."""
        unseen = len(PACK) - self.size
        return comb(len(PACK), self.size) * (unseen if self.turned_up else 1) * self.dealers

    @property
    def dealers(self) -> int:
        """How many hands the dealer may hold when the player's cards and the upcard are known."""
        up = int(self.turned_up)
        return comb(len(PACK) - self.size - up, self.dealer_size - up)


# --- Read from the rulebook ----------------------------------------------------------------------------


Beside = tuple[tuple[str, Fraction], ...]
"""Side wagers and their stakes in Antes."""


@lru_cache(maxsize=16)
def game_of(terms: Terms, beside: Beside = ()) -> Game:
    """Reads a game of this structure from its rulebook; best play also takes the side wagers in `beside` into
    account.
    """
    structure, book = structure_of(terms), terms.book
    ranking, size = structure.hands[PLAYER].ranking, structure.hands[PLAYER].size
    opening = tuple(wager.id for wager in book.wagers if wager.kind == "opening")
    bonuses = carriers_of_bonuses(book)
    stage = next(stage for stage in book.stages if stage.id == structure.decisions[0].stage)
    choices = [choice for choice in stage.choices if terms.holds(choice.when) and choice.action != BUY]
    options = _options(terms, choices)
    wagers = dict.fromkeys((*opening, *(option.wager for option in options if option.wager), *bonuses, *dict(beside)))
    strengths = levels(ranking, min(size, structure.hands[DEALER].size)).strengths
    kinds = tuple(reversed(list(_told_apart(structure.read_alike(PLAYER), strengths))))
    bands, gains = _bands(terms, kinds, strengths, tuple(wagers))
    held = [kind.hands.get(stage.hand, "") for kind in kinds]
    is_open = np.array([[_is_open(terms, option, choices, cls) for cls in held] for option in options])
    up = structure.dealer_up > 0
    return Game(terms, ranking, size, up, opening, bonuses, dict(beside), options, is_open, kinds, bands, gains)


def _options(terms: Terms, choices: Sequence[Choice]) -> tuple[Option, ...]:
    options = {Option(c.action, c.wager, n) for c in choices for n in (multiples(terms, c) if c.wager else (0,))}
    return tuple(sorted(options, key=lambda option: (option.action != FOLD, option.times)))


def _is_open(terms: Terms, option: Option, choices: Sequence[Choice], cls: str) -> bool:
    """Whether some choice of this amount is open to a hand of this class."""
    return any(
        (c.action, c.wager) == option[:2]
        and option.times in (multiples(terms, c) if c.wager else (0,))
        and (not c.hands or cls in c.hands)
        for c in choices
    )


def _class_of(ranking: Ranking, strength: int) -> str:
    assert ranking.class_of is not None
    return ranking.class_of(strength)


# --- Kinds of the player's hands, bands of the dealer's --------------------------------------------------


def _bands(
    terms: Terms, kinds: Sequence[Band], strengths: npt.NDArray[np.int64], wagers: Sequence[str]
) -> tuple[tuple[Band, ...], dict[str, Gains]]:
    """Cuts the dealer's strengths at classes and qualification lines, then joins neighbours that are paid alike."""
    bands: list[Band] = []
    tables: list[dict[tuple[str, int, int], Fraction]] = []
    for band in _told_apart(structure_of(terms).read_alike(DEALER), strengths):
        paid = dict(_paid(terms, kinds, band, wagers))
        if bands and _agree(tables[-1], paid):
            bands[-1] = bands[-1]._replace(after=band.after)
            tables[-1] |= paid
        else:
            bands.append(band)
            tables.append(paid)
    gains: dict[str, dict[tuple[int, int, int], Fraction]] = {wager: {} for wager in wagers}
    for place, paid in enumerate(tables):
        for (wager, own, standing), gain in paid.items():
            gains[wager][own, place, standing] = gain
    return tuple(bands), dict(gains)


def _told_apart(rankings: Mapping[str, Ranking], strengths: npt.NDArray[np.int64]) -> Iterator[Band]:
    """Runs of levels that no rule can tell apart: one class, on one side of every qualification line."""
    told = [{name: _class_of(read, strength) for name, read in rankings.items()} for strength in strengths.tolist()]
    first = 0
    for level in range(1, len(told) + 1):
        if level == len(told) or told[level] != told[first]:
            yield Band(first, level, told[first])
            first = level


def _paid(
    terms: Terms, kinds: Sequence[Band], band: Band, wagers: Sequence[str]
) -> Iterator[tuple[tuple[str, int, int], Fraction]]:
    """What every wager gains against the hands of a band, for each kind and standing that can occur."""
    for wager, (own, kind), (place, standing) in product(wagers, enumerate(kinds), enumerate(STANDINGS)):
        if _can_stand(standing, kind, band):
            yield (wager, own, place), ask(terms, wager, {**kind.hands, **band.hands}, standing)


def _can_stand(standing: Standing, kind: Band, band: Band) -> bool:
    if standing is Standing.HIGHER:
        return kind.after - 1 > band.first
    if standing is Standing.LOWER:
        return kind.first < band.after - 1
    return kind.first < band.after and kind.after > band.first


def _agree(one: Mapping[tuple[str, int, int], Fraction], other: Mapping[tuple[str, int, int], Fraction]) -> bool:
    return all(one[key] == gain for key, gain in other.items() if key in one)


# --- As arrays -----------------------------------------------------------------------------------------


@lru_cache(maxsize=8)
def hands_of(game: Game) -> Hands:
    """Every suit-distinct hand of the player, with its level among hands of the smaller size, and its kind."""
    known, sets = levels(game.ranking, game.size, game.least), distinct_sets(game.size)
    return Hands(sets.cards, sets.times, known.of_form, kind_of_levels(game)[known.of_form])


@lru_cache(maxsize=8)
def kind_of_levels(game: Game) -> npt.NDArray[np.uint16]:
    """[level] -> the number of the kind of the player's hand."""
    found = np.zeros(game.kinds[0].after, np.uint16)
    for number, kind in enumerate(game.kinds):
        found[kind.first : kind.after] = number
    return found


def kind_of(game: Game, cards: Sequence[Card]) -> int:
    """The number of the kind of a player's hand."""
    return int(kind_of_levels(game)[level_of(game, cards)])


def level_of(game: Game, cards: Sequence[Card]) -> int:
    """The level of a player's hand."""
    (strength,) = strengths_of(game.ranking, np.array([sorted(cards)], np.uint8))
    return int(np.searchsorted(levels(game.ranking, game.least).strengths, strength))


def pay_of(game: Game, options: Sequence[Option] | None = None) -> tuple[Pay, int]:
    """What each option pays, in whole parts, and how many parts make a unit; options not given are closed."""
    taken = game.options if options is None else options
    cells = list(product(range(len(game.kinds)), range(len(game.bands)), range(len(STANDINGS))))
    shape = (len(game.options), len(game.kinds), len(game.bands), len(STANDINGS))
    exact = {(n, *cell): option_gain(game, option, *cell) for n, option in enumerate(game.options) for cell in cells}
    unit = lcm(*(gain.denominator for gain in exact.values()))
    gains = np.array([int(exact[key] * unit) for key in exact], np.int64).reshape(shape)
    require_room(game.terms.book.id, gains, game.dealers * len(PACK))
    is_open = game.is_open & np.array([[option in taken] for option in game.options])
    edges = np.array([*(band.first for band in game.bands), game.bands[-1].after], np.int64)
    return Pay(edges, gains, is_open, game.dealers), unit


@lru_cache(maxsize=8192)
def option_gain(game: Game, option: Option, own: int, band: int, standing: int) -> Fraction:
    """What everything on the table gains under an option in one cell; cached, because advice needs it for every
    hand.
    """
    return sum((game.gain(option, wager, own, band, standing) for wager in game.stakes(option)), Fraction(0))
