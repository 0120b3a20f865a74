"""Exact best play of a game of flushes for a player who sees one of the dealer's cards, or other seats' hands."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from time import perf_counter

import numpy as np

from tablelaw.analysis.against_dealer.flushes.best_play import SHORTEST, Game, deals_under, game_of, outcomes
from tablelaw.analysis.against_dealer.flushes.decision_tables import pay_table
from tablelaw.analysis.against_dealer.flushes.kernels import deck_of
from tablelaw.analysis.main_choices import Told
from tablelaw.analysis.main_game import main_of
from tablelaw.analysis.options_and_outcomes import summed_up
from tablelaw.analysis.protection.against_dealer.flushes.dealer_card import deals_with_card_seen, deals_with_mark_seen
from tablelaw.analysis.protection.against_dealer.flushes.other_seats import Deals, best_plan, deals_with_seats_seen
from tablelaw.analysis.protection.against_dealer.flushes.strategies import OTHERS, SAYS, by_suit_counts
from tablelaw.analysis.protection.changed_hands import MOST_CHANGES
from tablelaw.analysis.protection.counted_exposure import counted_exposure
from tablelaw.analysis.protection.information import DEALER, SEATS, Information
from tablelaw.analysis.protection.result import Change, Exposure
from tablelaw.analysis.symmetry.starting_hands import RANK_LETTERS
from tablelaw.law.rulebook import Terms

BY_CARD = "every flush of the player and kind of hand, and what is seen, against a count of the dealer's hands that fit"
BY_SEATS = (
    "every flush of the player and every kind of cards that the seen hands leave, against all hands of the dealer's "
    "among them"
)


def exposure(terms: Terms, information: Information, tell: Told | None = None) -> Exposure:
    """The main game under best play with what is seen."""
    started = perf_counter()
    game, main, seats = game_of(terms), main_of(terms, tell), information.at(SEATS)
    best, notes = _with_card(game, information) if seats is None else _with_seats(game, seats.count)
    distribution, actions, wagered = summed_up(list(outcomes(game, best)))
    return counted_exposure(
        *(terms, information, main, distribution, started),
        wager=len(game.opening) + wagered,
        actions=actions,
        changed=_changed(game, best),
        method=BY_CARD if seats is None else BY_SEATS,
        notes=notes,
    )


def _with_card(game: Game, information: Information) -> tuple[Deals, tuple[str, ...]]:
    seen = information.at(DEALER)
    group = sum(1 << RANK_LETTERS.index(rank) for rank in seen.group) if seen is not None else 0
    if group:
        return deals_with_mark_seen(deck_of(), game.line, pay_table(game.pay), group), ()
    return deals_with_card_seen(deck_of(), game.line, pay_table(game.pay)), ()


def _with_seats(game: Game, others: int) -> tuple[Deals, tuple[str, ...]]:
    """All deals under best play, and a note with the value of the published strategy if it is for this many seats."""
    named = [by_suit_counts(game)] if others == OTHERS else []
    best, *priced = deals_with_seats_seen(
        deck_of(), game.line, pay_table(game.pay), others, [best_plan(deck_of()), *named]
    )
    return best, tuple(f"by suit counts alone {float(value_of(game, deals)):+.4%}: {SAYS}" for deals in priced)


def value_of(game: Game, deals: Deals) -> Fraction:
    """The player's gain per Ante when deals end in these ways."""
    return summed_up(list(outcomes(game, deals)))[0].mean


def _changed(game: Game, deals: Deals) -> Iterator[Change]:
    """The flushes whose decision changes most often, among those with which honest play always takes one option."""
    honest, by_option, total = deals_under(game.line, game.pay)[0].sum(axis=2), deals.sum(axis=2), int(deals.sum())
    found = []
    for place in range(int(deck_of().first[SHORTEST]), len(deck_of().masks)):
        taken = np.flatnonzero(honest[place]).tolist()
        for option in np.flatnonzero(by_option[place]).tolist():
            if len(taken) == 1 and option != taken[0]:
                found.append((int(by_option[place, option]), place, taken[0], option))
    for count, place, before, after in sorted(found, reverse=True)[:MOST_CHANGES]:
        options = game.options[int(deck_of().masks[place]).bit_count()]
        yield Change(_flush_name(place), options[before].name, options[after].name, Fraction(count, total))


def _flush_name(place: int) -> str:
    """The ranks of a flush, highest first: "T-8-6"."""
    mask = int(deck_of().masks[place])
    return "-".join(RANK_LETTERS[rank] for rank in reversed(range(len(RANK_LETTERS))) if mask >> rank & 1)
