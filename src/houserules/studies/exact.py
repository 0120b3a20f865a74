"""What the exact analysis says of a seat's wagers, beside which a simulation is held."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from houserules.analysis.ends import FOLD, Ends
from houserules.analysis.forfeits import MAIN_PLAY, Hanging, under_main_play
from houserules.analysis.game_shape import HOLDEM, shape_of
from houserules.analysis.main_game import main_of
from houserules.analysis.progressives import seeds_filed
from houserules.analysis.result import Distribution, Result
from houserules.analysis.side_outcomes import is_drawn, outcomes_of
from houserules.analysis.side_wagers import is_lost_by_a_fold, side_result, side_wagers
from houserules.law.rows import Wager
from houserules.simulation.seating import BEST, NEVER_FOLD, Seat
from houserules.studies.study import Study
from houserules.submission.submission import MeterTerms, Submission

MAIN, WHOLE = "main game", "whole round"


@dataclass(frozen=True, slots=True)
class Exact:
    """Per unit staked: the player's gain, and the variance and the share of rounds won where they are known."""

    ev: Fraction
    variance: Fraction | None = None
    won: Fraction | None = None


def of_distribution(spread: Distribution) -> Exact:
    return Exact(spread.mean, spread.variance, spread.frequency("won"))


def exact_of(study: Study, place: int) -> dict[str, Exact]:
    """By wager, and of the main game; what the analysis does not know of this play is left out."""
    seat = study.seats[place]
    found = _main(study.submission, seat) if not seat.mistakes else {}
    for wager in study.submission.book.wagers:
        known = _side(study, place, wager)
        if known is not None:
            found[wager.id] = known
    return found


# --- The main game ---------------------------------------------------------------------------------------


def _main(submission: Submission, seat: Seat) -> dict[str, Exact]:
    terms = submission.terms
    if seat.play == BEST:
        result = main_of(terms)
        assert result.distribution is not None
        parts = _parts(submission, result.ends) if result.ends is not None else {}
        return {MAIN: of_distribution(result.distribution), **parts}
    if shape_of(terms.book) == HOLDEM and seat.play != NEVER_FOLD:
        return _holdem_strategy(submission, seat.play)
    from houserules.analysis.strategies import strategies_of

    worth = {one.name: Exact(one.ev) for one in strategies_of(terms, Fraction(0))}
    return {MAIN: worth[seat.play]} if seat.play in worth else {}


def _holdem_strategy(submission: Submission, play: str) -> dict[str, Exact]:
    from houserules.analysis.holdem_game import game_of
    from houserules.analysis.holdem_nets import distribution
    from houserules.analysis.strategies import ends_under

    ends = ends_under(submission.terms, play)
    return {MAIN: of_distribution(distribution(game_of(submission.terms), ends)), **_parts(submission, ends)}


def _parts(submission: Submission, ends: Ends) -> dict[str, Exact]:
    """The wagers of a two-card game one by one, per Ante: those of the opening, and the bet where there is but one."""
    from houserules.analysis.holdem_nets import side_wager
    from houserules.analysis.payoffs import against_the_dealer

    terms = submission.terms
    openings = [wager.id for wager in terms.book.wagers if wager.kind == "opening"]
    found = {wager: of_distribution(side_wager(terms, wager, ends)) for wager in openings}
    bets = [wager.id for wager in terms.book.wagers if wager.kind == "decision"]
    if len(bets) == 1:
        found[bets[0]] = of_distribution(_bet(ends, against_the_dealer(terms, bets[0])))
    return found


def _bet(ends: Ends, gains: Mapping[tuple[int, int, int], Fraction]) -> Distribution:
    """The net result of the bet in Antes; nothing where the hand was folded."""
    counts: dict[Fraction, int] = {}
    for line, (_, units) in enumerate(ends.lines):
        for key, gain in gains.items():
            net = Fraction(0) if units is FOLD else units * gain
            counts[net] = counts.get(net, 0) + int(ends.counts[line][key])
    return Distribution(counts)


# --- Wagers beside it --------------------------------------------------------------------------------------


def _side(study: Study, place: int, wager: Wager) -> Exact | None:
    seat, submission = study.seats[place], study.submission
    if wager.kind == "bonus":
        return _bonus(study, place, wager)
    if wager.kind != "optional" or wager.id not in seat.wagers:
        return None
    plain = _plain(submission, wager, seat.wagers[wager.id])
    if plain is not None and wager.divided and not is_lost_by_a_fold(submission.terms, wager):
        return _divided(study, wager)
    if plain is not None and not is_lost_by_a_fold(submission.terms, wager):
        return _known(plain)
    if seat.mistakes:
        return None
    if seat.play == NEVER_FOLD:
        return _known(plain) if plain is not None else None
    return _hanging(submission, wager, plain) if seat.play == BEST else None


def _plain(submission: Submission, wager: Wager, stake: int) -> Result | None:
    """The wager by its own cards, where no discard changes them."""
    if wager not in side_wagers(submission.terms):
        return None
    seeds = _per_unit(submission, wager, stake)
    return side_result(submission.terms, wager.id, seeds=seeds, stake_cents=stake)


def _per_unit(submission: Submission, wager: Wager, stake: int) -> dict[str, Fraction]:
    """What the meters of a wager start with, per unit of this stake."""
    return {m.name: m.seed_cents / stake for m in submission.meters if wager.id in m.wagers}


def _hanging(submission: Submission, wager: Wager, plain: Result | None) -> Exact | None:
    found: Hanging = under_main_play(submission, wager, main_of(submission.terms), plain)
    return _known(found.result) if found.basis == MAIN_PLAY else None


def _known(result: Result) -> Exact:
    return of_distribution(result.distribution) if result.distribution is not None else Exact(result.ev)


def _divided(study: Study, wager: Wager) -> Exact:
    """A share of a meter is divided among all who made the wager."""
    submission = study.submission
    sharers = sum(wager.id in seat.wagers for seat in study.seats)
    meters = {name: seed / sharers for name, seed in seeds_filed(submission, wager.id).items()}
    return of_distribution(outcomes_of(submission.terms, wager).distribution(meters))


def _bonus(study: Study, place: int, wager: Wager) -> Exact | None:
    """Per unit of what it rides on. One for other players' hands adds up over them; its deviation does not."""
    terms, seat = study.submission.terms, study.seats[place]
    carriers = [name for name in wager.rides_on if name in seat.wagers]
    if not carriers or wager not in side_wagers(terms) or is_lost_by_a_fold(terms, wager):
        return None
    spread = outcomes_of(terms, wager, seat.wagers[carriers[0]]).distribution({})
    if is_drawn(wager):
        return of_distribution(spread) if len(carriers) == 1 else Exact(spread.mean)
    others = [other for n, other in enumerate(study.seats) if n != place]
    if all(carriers[0] in other.wagers for other in others):
        return Exact(spread.mean * len(others))
    return None


# --- Meters ------------------------------------------------------------------------------------------------


def wins_a_round(study: Study, meter: MeterTerms) -> Fraction | None:
    """How often all of a meter is won in a round of one table, on average; None where the play is not analysed."""
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
    """How often one seat's wager wins the whole of a meter."""
    if wager not in side_wagers(submission.terms):
        return None
    stake = seat.wagers[wager.id]
    if (seat.play == NEVER_FOLD and not seat.mistakes) or not is_lost_by_a_fold(submission.terms, wager):
        return outcomes_of(submission.terms, wager, stake).emptied(meter)
    if seat.play != BEST or seat.mistakes:
        return None
    plain = _plain(submission, wager, stake)
    found = under_main_play(submission, wager, main_of(submission.terms), plain)
    return found.outcomes.emptied(meter) if found.outcomes is not None else None
