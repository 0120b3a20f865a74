"""Exact best play of a game without a dealer: three cards, of which one is discarded, and three community cards.

Method: go through all suit-distinct three-card hands, all boards, and every card that may be discarded. The rulebook
says what each class of hand pays; the play with the highest sum is best. A side wager staked along with the Ante is
valued under best play of the main game, or with both optimised together.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, lru_cache
from math import lcm
from operator import mul
from time import perf_counter
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from tablelaw.analysis.advice import FOLD, Advice, Chances, best_first, chances_by_gain
from tablelaw.analysis.against_paytable.discard.kernels import BOARD, BOARDS, HELD, Counts, count_classes
from tablelaw.analysis.main_choices import main_bonuses
from tablelaw.analysis.options_and_outcomes import Outcome, choices_in_force, summed_up
from tablelaw.analysis.payoffs import ask
from tablelaw.analysis.result import Distribution, Result
from tablelaw.analysis.solver import NotThisGame
from tablelaw.analysis.symmetry.suits import classes
from tablelaw.cards import RANKINGS, Card
from tablelaw.law.decisions import multiples
from tablelaw.law.rows import Stage
from tablelaw.law.rulebook import Terms
from tablelaw.law.text_values import Multiple

PLAYER, INITIAL = "player", "initial"
SETTLED_AT_ONCE = ("fold", "declare")
CLOSED = -(1 << 62)
"""The value of a play that is not open to a hand: less than any open play is worth."""

Stakes = Mapping[str, Fraction]
"""Side wagers staked along with the Ante, in Antes."""


class Play(NamedTuple):
    """One action with three cards: a wager of `times` the Ante, and the place of the discarded card."""

    action: str
    wager: str
    times: Multiple
    put_away: int | None
    hands: tuple[str, ...]
    """The classes of three cards that may take this play; all of them if none is named."""

    @property
    def name(self) -> str:
        return f"{self.action} {self.times}x" if self.wager else self.action

    def is_open(self, initial: str) -> bool:
        return not self.hands or initial in self.hands


@dataclass(frozen=True, slots=True)
class Game:
    """A game under one set of the operator's choices, and the rankings by which its hands are read."""

    terms: Terms
    opening: tuple[str, ...]
    plays: tuple[Play, ...]
    final: str
    initial: str


class Dealt(NamedTuple):
    """Three-card hands: how often each occurs, its class, and for each discard how many boards give each final
    class.
    """

    times: Counts
    initial: npt.NDArray[np.str_]
    counts: Counts


Pays = dict[tuple[Play, str], list[Fraction]]
"""(play, class of the three cards) -> the gain for each class of the final hand."""


# --- The game, read from the rulebook ------------------------------------------------------------------


@lru_cache(maxsize=16)
def game_of(terms: Terms) -> Game:
    """Reads the game from a rulebook; refuses a game with a different structure."""
    book = terms.book
    hands = {hand.id for hand in book.hands}
    flow = [entry for entry in book.flow if terms.holds(entry.when)]
    stages = [entry.stage for entry in flow if entry.do == "decide"]
    board = sum(entry.cards for entry in flow if entry.do == "community")
    if not hands >= {PLAYER, INITIAL} or "dealer" in hands or len(stages) != 1 or board != BOARD:
        raise NotThisGame(
            "this is not a game with a discard", where=book.id, accepted="no dealer, one decision, three on the board"
        )
    for bonus in main_bonuses(book):
        accepted = "wagers, and bonuses that others' hands or a draw decide"
        raise NotThisGame(f"the bonus {bonus.id} belongs to the main game", where=book.id, accepted=accepted)
    opening = tuple(wager.id for wager in book.wagers if wager.kind == "opening")
    stage = next(stage for stage in book.stages if stage.id == stages[0])
    final, initial = book.ranking_of(PLAYER, terms).name, book.ranking_of(INITIAL, terms).name
    return Game(terms, opening, _plays(terms, stage), final, initial)


def _plays(terms: Terms, stage: Stage) -> tuple[Play, ...]:
    """Every play of the decision, the smallest wager first, since the first of equally good plays is taken."""
    plays = [
        Play(choice.action, choice.wager, times, put_away, choice.hands)
        for choice in stage.choices
        if terms.holds(choice.when)
        for times in (multiples(terms, choice) if choice.wager else (0,))
        for put_away in (range(HELD) if choice.discard else (None,))
    ]
    return tuple(sorted(plays, key=lambda play: play.times))


def _pays(game: Game, stakes_of: Mapping[Play, Stakes]) -> Pays:
    """What every play gains on its stakes, by class of the three cards and of the final hand."""
    known = RANKINGS[game.initial].classes
    open_plays = [(play, initial) for play in stakes_of for initial in known if play.is_open(initial)]
    return {(play, initial): _staked(game, stakes_of[play], play, initial) for play, initial in open_plays}


def pays_of(game: Game) -> Pays:
    """What every play of the main game gains."""
    return _pays(game, _main_stakes(game, {}))


def ask_rules(terms: Terms) -> None:
    """Asks the rules about every play and class; refuses a rule that reads a hand not known here."""
    pays_of(game_of(terms))


def _staked(game: Game, stakes: Stakes, play: Play, initial: str) -> list[Fraction]:
    gains = [[stake * gain for gain in _gains(game.terms, w, play.action, initial)] for w, stake in stakes.items()]
    return [sum(column, Fraction(0)) for column in zip(*gains, strict=True)]


@lru_cache(maxsize=512)
def _gains(terms: Terms, wager: str, action: str, initial: str) -> list[Fraction]:
    """What a wager gains with each final class; a fold or a declaration is settled before the board is seen, so all
    classes gain the same.
    """
    finals = terms.book.ranking_of(PLAYER, terms).classes
    if action in SETTLED_AT_ONCE:
        return [ask(terms, wager, {INITIAL: initial}, None, [action])] * len(finals)
    return [ask(terms, wager, {INITIAL: initial, PLAYER: final}, None) for final in finals]


def _main_stakes(game: Game, side: Stakes) -> dict[Play, Stakes]:
    """For each play, the stakes: the opening wagers, what the play wagers, and any side wagers."""
    one = dict.fromkeys(game.opening, Fraction(1)) | dict(side)
    return {play: one | ({play.wager: Fraction(play.times)} if play.wager else {}) for play in game.plays}


# --- All deals -----------------------------------------------------------------------------------


@cache
def _all_deals(final: str, initial: str) -> Dealt:
    """Every suit-distinct three-card hand, with its boards counted for every discard."""
    known = classes(HELD)
    names = [RANKINGS[initial].classify([*map(Card, hand)]) for hand in known.forms.tolist()]
    return Dealt(np.bincount(known.of), np.array(names), _all_counts(final))


@cache
def _all_counts(final: str) -> Counts:
    return count_classes(classes(HELD).forms, final)


def _worth(game: Game, dealt: Dealt, pays: Pays) -> tuple[int, Counts]:
    """[hand, play]: what a play gains over all boards, in parts of a common unit."""
    unit = lcm(*(gain.denominator for gains in pays.values() for gain in gains))
    worth = np.full((len(dealt.times), len(game.plays)), CLOSED)
    for (play, initial), gains in pays.items():
        own = dealt.initial == initial
        parts = np.array([int(gain * unit) for gain in gains])
        worth[own, game.plays.index(play)] = dealt.counts[own, play.put_away or 0] @ parts
    return unit, worth


def _best(worth: Counts, second: Counts | None = None) -> npt.NDArray[np.intp]:
    """The best play of each hand, by number; ties go to the higher second value, then to the first play."""
    ties = worth == worth.max(axis=1, keepdims=True)
    places: npt.NDArray[np.intp] = np.argmax(np.where(ties, 0 if second is None else second, CLOSED), axis=1)
    return places


def _outcomes(game: Game, dealt: Dealt, chosen: npt.NDArray[np.intp], pays: Pays) -> Iterator[Outcome]:
    for n, play in enumerate(game.plays):
        for initial in RANKINGS[game.initial].classes:
            own = (chosen == n) & (dealt.initial == initial)
            deals = dealt.times[own] @ dealt.counts[own, play.put_away or 0]
            for final, count in enumerate(deals.tolist()):
                if count:
                    yield Outcome(play.name, play.times, pays[play, initial][final], count)


def solve(terms: Terms, side: Stakes | None = None, folding: bool = True) -> Result:
    """The main game under best play, or under the best play that never folds, per Ante; `side` wagers are optimised
    with it.
    """
    started = perf_counter()
    game, staked = game_of(terms) if folding else _without_a_fold(game_of(terms)), dict(side or {})
    dealt, pays = _all_deals(game.final, game.initial), _pays(game, _main_stakes(game, staked))
    chosen = _best(_worth(game, dealt, pays)[1])
    distribution, actions, wagered = summed_up(list(_outcomes(game, dealt, chosen, pays)))
    return Result(
        rulebook=terms.book.id,
        wager="+".join(["main", *staked]),
        choices=choices_in_force(terms),
        unit="ante",
        ev=distribution.mean,
        seconds=perf_counter() - started,
        distribution=distribution,
        average_wager=len(game.opening) + wagered + sum(staked.values()),
        actions=actions,
        method="every suit-distinct hand, every discard, every board",
        notes=tuple(f"{wager} staked at {stake} of the Ante" for wager, stake in staked.items()),
    )


def spread_of(game: Game, chosen: npt.NDArray[np.intp]) -> Distribution:
    """The distribution of the main game, given the number of the play of each suit-distinct hand."""
    dealt, pays = _all_deals(game.final, game.initial), _pays(game, _main_stakes(game, {}))
    return summed_up(list(_outcomes(game, dealt, chosen, pays)))[0]


def side_result(terms: Terms, wager: str, folding: bool = True) -> Result:
    """The value of a side wager per unit under best play of the main game; ties are broken in favour of the wager.

    Without folding: under the best play that never folds.
    """
    started = perf_counter()
    game, chosen = decided(terms, wager, folding)
    dealt, pays = _all_deals(game.final, game.initial), _beside(game, wager)
    distribution, _, _ = summed_up(list(_outcomes(game, dealt, chosen, pays)))
    return Result(
        rulebook=terms.book.id,
        wager=wager,
        choices=choices_in_force(terms),
        unit="wager",
        ev=distribution.mean,
        seconds=perf_counter() - started,
        distribution=distribution,
        method="every suit-distinct hand, every board, played as the main game is",
    )


def decided(terms: Terms, beside: str = "", folding: bool = True) -> tuple[Game, npt.NDArray[np.intp]]:
    """The number of the best play of each suit-distinct hand; ties are broken in favour of a side wager."""
    game = game_of(terms) if folding else _without_a_fold(game_of(terms))
    dealt, main = _all_deals(game.final, game.initial), _pays(game, _main_stakes(game, {}))
    second = _worth(game, dealt, _beside(game, beside))[1] if beside else None
    return game, _best(_worth(game, dealt, main)[1], second)


def wager_spread(terms: Terms, wager: str, beside: str = "", folding: bool = True) -> Distribution:
    """The distribution of one wager of the main game in Antes; a play that does not place it gains 0."""
    game, chosen = decided(terms, beside, folding)
    nothing = {game.opening[0]: Fraction(0)}
    stakes = {play: {wager: Fraction(play.times)} if play.wager == wager else nothing for play in game.plays}
    if wager in game.opening:
        stakes = {play: {wager: Fraction(1)} for play in game.plays}
    outcomes = _outcomes(game, _all_deals(game.final, game.initial), chosen, _pays(game, stakes))
    return summed_up(list(outcomes))[0]


def _beside(game: Game, wager: str) -> Pays:
    return _pays(game, {play: {wager: Fraction(1)} for play in game.plays})


def _without_a_fold(game: Game) -> Game:
    return replace(game, plays=tuple(play for play in game.plays if play.action != "fold"))


def joint_side_result(terms: Terms, wager: str, stake: Fraction) -> Result:
    """What staking a side wager at `stake` Antes adds, per unit of that wager, when both are optimised together."""
    started = perf_counter()
    added = (solve(terms, {wager: stake}).ev - solve(terms).ev) / stake
    return Result(
        rulebook=terms.book.id,
        wager=wager,
        choices=choices_in_force(terms),
        unit="wager",
        ev=added,
        seconds=perf_counter() - started,
        method="what it adds when both are played best together",
        notes=(f"staked at {stake} of the Ante",),
    )


# --- One hand --------------------------------------------------------------------------------------


def discard_advice(terms: Terms, cards: Sequence[Card], side: Stakes | None = None) -> list[Advice]:
    """Every action open to three cards, with every permitted discard, best first."""
    game = game_of(terms)
    initial = RANKINGS[game.initial].classify(cards)
    counts = count_classes(np.array([cards], np.uint8), game.final)[0]
    pays = _pays(game, _main_stakes(game, side or {}))
    return best_first(
        Advice(
            play.action,
            play.times,
            sum(map(mul, pays[play, initial], counts[play.put_away or 0].tolist()), Fraction(0)) / BOARDS,
            None if play.put_away is None else cards[play.put_away],
            _chances(play, pays[play, initial], counts[play.put_away or 0].tolist()),
        )
        for play in game.plays
        if play.is_open(initial)
    )


def _chances(play: Play, gains: Sequence[Fraction], boards: Sequence[int]) -> Chances | None:
    return None if play.action == FOLD else chances_by_gain(gains, boards)


def best_plays(terms: Terms) -> list[tuple[tuple[Card, ...], int, Play]]:
    """Every suit-distinct three-card hand, how many of the 22,100 deals it stands for, and its best play."""
    game, chosen = decided(terms)
    dealt = _all_deals(game.final, game.initial)
    hands = (tuple(map(Card, form)) for form in classes(HELD).forms.tolist())
    plays = (game.plays[place] for place in chosen.tolist())
    return list(zip(hands, dealt.times.tolist(), plays, strict=True))
