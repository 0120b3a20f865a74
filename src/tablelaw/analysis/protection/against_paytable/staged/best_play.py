"""Exact best play of a game in stages for a player who sees community cards before they are due.

A paytable pays the set of all cards, so it does not matter which of the community cards is seen, only how many cards
are known at each decision. The game is solved as for an honest player who knows that many cards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from time import perf_counter

import numpy as np
import numpy.typing as npt

from tablelaw.analysis.against_paytable.staged.best_play import (
    actions_of,
    average_wager,
    decide,
    decided,
    endings_of,
    spreads_of,
)
from tablelaw.analysis.against_paytable.staged.card_sets import ways_to_go_on
from tablelaw.analysis.against_paytable.staged.game import Game, game_of
from tablelaw.analysis.main_choices import Told
from tablelaw.analysis.main_game import main_of
from tablelaw.analysis.protection.changed_hands import MOST_CHANGES, hand_name
from tablelaw.analysis.protection.counted_exposure import counted_exposure
from tablelaw.analysis.protection.information import COMMUNITY, OUT_OF_PLAY, Information, SeenCards, first_card
from tablelaw.analysis.protection.result import Change, Exposure
from tablelaw.analysis.solver import MAIN
from tablelaw.analysis.symmetry.suits import distinct_sets, with_one_more
from tablelaw.law.rulebook import Terms
from tablelaw.law.structure import structure_of

METHOD = "every suit-distinct set of cards known at a decision, the seen ones included, decided backwards"
Chosen = npt.NDArray[np.uint8]


def exposure(terms: Terms, information: Information, tell: Told | None = None) -> Exposure:
    """The main game under best play with the community cards that are seen."""
    started = perf_counter()
    honest, main = game_of(terms), main_of(terms, tell)
    game = honest.with_known(known_at_decisions(terms, information))
    chosen = decide(game)
    found = endings_of(game, chosen)
    distribution = spreads_of(game, found)[MAIN]
    return counted_exposure(
        *(terms, information, main, distribution, started),
        wager=average_wager(game, found),
        actions=actions_of(game, found),
        changed=_changed(game, decided(terms)[1][()], chosen[()]),
        method=METHOD,
    )


def known_at_decisions(terms: Terms, information: Information) -> list[int]:
    """How many cards the player knows at each decision: the player's own, those turned up, and those seen."""
    structure = structure_of(terms)
    found = []
    for number, decision in enumerate(structure.decisions, 1):
        on_board = (item for item in information.items if item.place not in OUT_OF_PLAY)
        seen = {card for item in on_board if item.since <= number for card in _cards(item)}
        found.append(structure.own + len(seen.union(range(1, decision.seen + 1))))
    return found


def _cards(item: SeenCards) -> range:
    """The numbers of the community cards that an item is about."""
    first = first_card(item)
    return range(first, first + (1 if item.place == COMMUNITY else item.count))


def _changed(game: Game, honest: Chosen, informed: Chosen) -> Iterator[Change]:
    """The starting hands whose first decision changes most often; both plays are given by suit-distinct set."""
    options, known = game.points[0].options, game.points[0].known
    deals, total = Counter[tuple[str, int, int]](), 0
    own = distinct_sets(game.own)
    for form, (cards, times) in enumerate(zip(own.cards, own.times.tolist(), strict=True)):
        grown = np.array([form])
        for size in range(game.own, known):
            grown = with_one_more(size)[grown].reshape(-1)
        for option, count in enumerate(np.bincount(informed[grown], minlength=len(options)).tolist()):
            total += times * count
            if option != honest[form]:
                deals[hand_name(cards), int(honest[form]), option] += times * count
    assert total * ways_to_go_on(known) == own.times.sum() * ways_to_go_on(game.own)
    for (name, before, after), count in deals.most_common(MOST_CHANGES):
        if count:
            yield Change(name, options[before].name, options[after].name, Fraction(count, total))
