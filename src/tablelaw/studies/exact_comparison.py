"""What the exact analysis says about a seat's wagers, for comparison with a simulation; or why it has no value."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from tablelaw.analysis.board_with_dealer.wagers_lost_by_folds import (
    folded_classes,
    is_folded_first,
    is_read_from_the_flop,
    outcomes_with,
)
from tablelaw.analysis.main_choices import main_bonuses, main_wagers
from tablelaw.analysis.main_game import main_of
from tablelaw.analysis.result import Distribution, Result
from tablelaw.analysis.side_wagers.outcomes import is_drawn, outcomes_of
from tablelaw.analysis.side_wagers.progressives import seeds_filed
from tablelaw.analysis.side_wagers.under_main_play import MAIN_PLAY, Hanging, under_main_play
from tablelaw.analysis.side_wagers.values import is_lost_by_a_fold, side_result, side_wagers
from tablelaw.analysis.solver import MAIN, NotThisGame
from tablelaw.analysis.solver_choice import solver_of
from tablelaw.analysis.symmetry.starting_hands import kinds_in
from tablelaw.law.rows import Wager
from tablelaw.simulation.seating import BEST, NEVER_FOLD, OWN, Seat
from tablelaw.studies.study import Study
from tablelaw.submission.submission import MeterTerms, Submission

WHOLE = "whole round"
MISTAKEN = "decisions affect it, and mistakes are random"
NOT_COUNTED = "decisions affect it, and the strategy is your own"
FOLDED = "a fold loses it, and the folds of this strategy are not counted by the cards of this wager"
WITH_OTHERS = "a fold loses it, and folds are not counted together with others' hands or with a draw"
IN_PART = "part of it is not known"


@dataclass(frozen=True, slots=True)
class Exact:
    """Figures per unit staked: the player's gain, and the variance and the share of rounds won if they are known."""

    ev: Fraction
    variance: Fraction | None = None
    won: Fraction | None = None


Known = Exact | str
"""A value, or why there is none."""


def of_distribution(spread: Distribution) -> Exact:
    return Exact(spread.mean, spread.variance, spread.frequency("won"))


def known_of(study: Study, place: int) -> dict[str, Known]:
    """The exact value of every wager that a seat makes, by name, and of the main game."""
    found = _main(study.submission, study.seats[place])
    for wager in study.submission.book.wagers:
        known = _side(study, place, wager)
        if known is not None:
            found[wager.id] = known
    return found


def exact_of(study: Study, place: int) -> dict[str, Exact]:
    """The exact values of the wagers that a seat makes and of the main game, by name, without those that have none."""
    return {name: known for name, known in known_of(study, place).items() if isinstance(known, Exact)}


def _main(submission: Submission, seat: Seat) -> dict[str, Known]:
    """The exact value of the main game, and of each of its wagers, per Ante."""
    terms = submission.terms
    if why := _why_unknown(seat):
        wagers = (*main_wagers(terms.book), *main_bonuses(terms.book))
        return dict.fromkeys((*(wager.id for wager in wagers), MAIN), why)
    beside = [wager.id for wager in terms.book.wagers if wager.kind == "optional" and wager.id in seat.wagers]
    spreads = solver_of(terms).endings(terms, seat.play, beside[0] if beside else "")
    return {name: of_distribution(spread) for name, spread in spreads.items()}


def _why_unknown(seat: Seat) -> str:
    """Why no exact value of the seat's decisions is known; empty if there is one."""
    if seat.mistakes:
        return MISTAKEN
    return NOT_COUNTED if seat.play == OWN else ""


# --- Wagers beside it --------------------------------------------------------------------------------------


def _side(study: Study, place: int, wager: Wager) -> Known | None:
    seat, terms = study.seats[place], study.submission.terms
    if wager.kind == "bonus":
        return _bonus(study, place, wager)
    if wager.kind != "optional" or wager.id not in seat.wagers:
        return None
    plain, is_lost = _plain(study.submission, wager, seat.wagers[wager.id]), is_lost_by_a_fold(terms, wager)
    if plain is not None and not is_lost:
        return _divided(study, wager) if wager.divided else _value(plain)
    if why := _why_unknown(seat):
        return why
    if wager.divided and _sharers(study, wager) > 1:
        return WITH_OTHERS
    return _hanging(study.submission, seat, wager, plain)


def _plain(submission: Submission, wager: Wager, stake: int) -> Result | None:
    """The exact result of a wager that depends only on its own cards, or None if a discard may change them."""
    if wager not in side_wagers(submission.terms):
        return None
    seeds = _per_unit(submission, wager, stake)
    return side_result(submission.terms, wager.id, seeds=seeds, stake_cents=stake)


def _per_unit(submission: Submission, wager: Wager, stake: int) -> dict[str, Fraction]:
    """The amounts that the meters of a wager start with, per unit of this stake."""
    return {m.name: m.seed_cents / stake for m in submission.meters if wager.id in m.wagers}


def _value(result: Result) -> Exact:
    return of_distribution(result.distribution) if result.distribution is not None else Exact(result.ev)


def _hanging(submission: Submission, seat: Seat, wager: Wager, plain: Result | None) -> Known:
    """The exact value of a wager that a fold loses or a discard changes, under the seat's strategy."""
    if seat.play == BEST:
        found = _under_best_play(submission, wager, plain)
        return _value(found.result) if found is not None and found.basis == MAIN_PLAY else FOLDED
    if plain is not None:
        return _value(plain) if seat.play == NEVER_FOLD else _not_folded(submission, seat, wager)
    terms = submission.terms
    return of_distribution(solver_of(terms).side_spread(terms, wager.id, seat.play))


def _under_best_play(submission: Submission, wager: Wager, plain: Result | None) -> Hanging | None:
    """The value under best play of the main game, or None if the solver cannot count this wager's cards along with the
    main game.
    """
    try:
        return under_main_play(submission, wager, main_of(submission.terms), plain)
    except NotThisGame:
        return None


def _not_folded(submission: Submission, seat: Seat, wager: Wager) -> Known:
    """The exact value of a wager on two cards and the Flop under a strategy that folds before the Flop."""
    from tablelaw.analysis.board_with_dealer.game import game_of
    from tablelaw.analysis.board_with_dealer.strategies import known_strategies

    terms = submission.terms
    if not is_folded_first(terms) or not is_read_from_the_flop(terms, wager):
        return FOLDED
    rules = known_strategies(game_of(terms))[seat.play]
    outcomes = outcomes_with(terms, wager, folded_classes(sorted(kinds_in(rules.folds))))
    return of_distribution(outcomes.distribution(_per_unit(submission, wager, seat.wagers[wager.id])))


def _sharers(study: Study, wager: Wager) -> int:
    return sum(wager.id in seat.wagers for seat in study.seats)


def _divided(study: Study, wager: Wager) -> Exact:
    """The exact value of a wager whose share of a meter is divided among all players who made it."""
    submission = study.submission
    meters = {name: seed / _sharers(study, wager) for name, seed in seeds_filed(submission, wager.id).items()}
    return of_distribution(outcomes_of(submission.terms, wager).distribution(meters))


def _bonus(study: Study, place: int, wager: Wager) -> Known | None:
    """The exact value of a bonus, per unit of the wager it belongs to. A bonus for other players' hands adds up over
    all hands dealt, whatever they wager; its deviation does not.
    """
    terms, seat = study.submission.terms, study.seats[place]
    carriers = [name for name in wager.rides_on if name in seat.wagers]
    if not carriers or wager not in side_wagers(terms):
        return None
    if is_lost_by_a_fold(terms, wager) and (seat.mistakes or seat.play != NEVER_FOLD):
        return _why_unknown(seat) or WITH_OTHERS
    spread = outcomes_of(terms, wager, seat.wagers[carriers[0]]).distribution({})
    times = 1 if is_drawn(wager) else len(study.seats) - 1
    is_single = len(carriers) == 1 if is_drawn(wager) else times == 1
    return of_distribution(spread) if is_single else Exact(spread.mean * times)


# --- Meters ------------------------------------------------------------------------------------------------


def wins_a_round(study: Study, meter: MeterTerms) -> Fraction | None:
    """How often a whole meter is won in a round of one table on average; None if the strategy is not analysed."""
    total = Fraction(0)
    for name in meter.wagers:
        wager = study.submission.book.wager(name)
        seats = [seat for seat in study.seats if name in seat.wagers]
        chances = [_emptied(study.submission, wager, meter.name, seat) for seat in seats]
        known = [chance for chance in chances if chance is not None]
        if len(known) < len(chances):
            return None
        total += sum(known, Fraction(0)) / (len(seats) if wager.divided and seats else 1)
    return total


def _emptied(submission: Submission, wager: Wager, meter: str, seat: Seat) -> Fraction | None:
    """How often one seat's wager wins the whole of a meter; None if that is not known for the seat's strategy."""
    if wager not in side_wagers(submission.terms):
        return None
    stake = seat.wagers[wager.id]
    if (seat.play == NEVER_FOLD and not seat.mistakes) or not is_lost_by_a_fold(submission.terms, wager):
        return outcomes_of(submission.terms, wager, stake).emptied(meter)
    if seat.play != BEST or seat.mistakes:
        return None
    plain = _plain(submission, wager, stake)
    found = _under_best_play(submission, wager, plain)
    return found.outcomes.emptied(meter) if found is not None and found.outcomes is not None else None
