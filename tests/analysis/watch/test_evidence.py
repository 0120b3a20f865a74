"""The test for a seen card: e-values average 1 for anybody honest, flags keep the rate, players who see cards are found
in time.
"""

from __future__ import annotations

from functools import cache
from math import log
from random import Random

import numpy as np
import pytest

from tablelaw.analysis.earlier_decisions import Done
from tablelaw.analysis.protection.information import parse_information
from tablelaw.analysis.solver import NotThisGame
from tablelaw.analysis.watch.evidence import PARTS, Likelihood, Watched, likelihood_of, round_evidence
from tablelaw.analysis.watch.false_alarms import BadRate, log_threshold, require_rate, share_of
from tablelaw.analysis.watch.power import Power, power_of, rounds_until
from tablelaw.analysis.watch.simulated_play import (
    Choose,
    deal_round,
    evidence_of,
    honest,
    informed,
    play_round,
)
from tablelaw.analysis.watch.spots import Floats, Spot, Worths
from tablelaw.analysis.watch.valuers import decisions_before, usual_information, valuer_of
from tablelaw.cards import PACK, Card, parse_cards
from tablelaw.chance import PracticeChance
from tablelaw.law.rulebook import Terms
from tablelaw.law.structure import structure_of
from tests.examples import example

THREE = example("three-card-poker").terms()
STAGED = example("mississippi-stud").terms()
HOLDEM = example("casino-holdem").terms()
DEALT, STREAMS, LONG = 60, 400, 150


# --- e-values ----------------------------------------------------------------------------------------------


def drawn_likelihood(draws: Random) -> Likelihood:
    return Likelihood(draws.random() + 0.01, np.array([draws.random() ** 4 + 1e-6 for _ in PACK]))


@pytest.mark.parametrize("seats", [1, 3])
def test_an_e_value_averages_one_over_everything_that_can_be_hidden(seats: int) -> None:
    draws = Random(seats)
    likelihoods, known = [drawn_likelihood(draws) for _ in range(seats)], frozenset(PACK[:9])
    each = [round_evidence(likelihoods, (card,), known) for card in PACK if card not in known]
    assert np.exp(each).mean(axis=0) == pytest.approx(np.ones(PARTS))
    pairs = [(one, other) for one in PACK[9:] for other in PACK[9:] if one != other]
    each = [round_evidence(likelihoods, pair, known) for pair in pairs]
    assert np.exp(each).mean(axis=0) == pytest.approx(np.ones(PARTS))


def test_one_decision_tells_nothing_if_every_card_leads_to_it() -> None:
    likelihood = Likelihood(0.4, np.full(52, 0.7))
    assert round_evidence([likelihood], (PACK[20],), frozenset(PACK[:5])) == pytest.approx(np.zeros(PARTS))


def test_a_hidden_card_may_not_be_among_the_known_ones() -> None:
    with pytest.raises(AssertionError, match="not among the known"):
        round_evidence([drawn_likelihood(Random(1))], (PACK[0],), frozenset(PACK[:1]))


def test_a_decision_that_is_not_valued_tells_nothing() -> None:
    worths = Worths((Done("fold"), Done("bet", 1)), np.zeros(2), np.zeros((2, 52)))
    assert worths.place_of(Done("declare")) is None
    assert worths.place_of(Done("bet", 3)) == 1


# --- False alarms ------------------------------------------------------------------------------------------


def always(place: int) -> Choose:
    """Always the same action, whatever it costs."""
    return lambda worths, hidden: min(place, len(worths.actions) - 1)


def upside_down(worths: Worths, hidden: tuple[Card, ...]) -> int:
    """The worst action there is."""
    return int(np.argmin(worths.honest))


PLAYS = {"best": honest, "never bets": always(0), "always bets": always(1), "worst": upside_down}


@cache
def null_evidence(play: str) -> Floats:
    """[deal, hidden card, alternative] -> the evidence from an honest round, for every card that could be hidden."""
    structure, information, chance = structure_of(THREE), usual_information(THREE), PracticeChance("null")
    valuer, found = valuer_of(THREE, information), []
    for _ in range(DEALT):
        dealt = deal_round(structure, information, chance)
        played = play_round(valuer, structure, information, dealt, PLAYS[play])
        seats = [likelihood_of(valuer, played.cards, played.moves)]
        left = [card for card in PACK if card not in played.cards]
        found.append([round_evidence(seats, (card,), frozenset(played.cards)) for card in left])
    return np.array(found)


@pytest.mark.parametrize("play", PLAYS)
@pytest.mark.parametrize("rate", [0.5, 0.1, 0.02])
def test_honest_players_good_or_bad_are_flagged_at_no_more_than_the_stated_rate(play: str, rate: float) -> None:
    """Streams of rounds, looked at after every round; the bound is Ville's, so it holds for every way to stop."""
    evidence, draws = null_evidence(play), np.random.default_rng(7)
    assert np.exp(evidence).mean(axis=1) == pytest.approx(np.ones((DEALT, PARTS)))
    which = draws.integers(DEALT, size=(STREAMS, LONG)), draws.integers(evidence.shape[1], size=(STREAMS, LONG))
    flagged = sum(
        rounds_until(log(1 / rate), iter([evidence[deals, cards]])) is not None
        for deals, cards in zip(*which, strict=True)
    )
    assert flagged / STREAMS <= rate


@pytest.mark.parametrize(("terms", "item"), [(STAGED, "community:1"), (STAGED, "community:3"), (HOLDEM, "dealer:1")])
def test_e_values_of_honest_rounds_average_one_in_other_games_too(terms: Terms, item: str) -> None:
    structure, information, chance = structure_of(terms), parse_information([item]), PracticeChance(f"null {item}")
    valuer = valuer_of(terms, information)
    for play in (honest, always(1)):
        played = play_round(valuer, structure, information, deal_round(structure, information, chance), play)
        known = {*played.cards, *played.board} - {*played.hidden}
        left = [card for card in PACK if card not in known]
        seats = [likelihood_of(valuer, played.cards, played.moves)]
        each = [
            round_evidence(seats, (one, other), known) for one, other in zip(left, left[1:] + left[:1], strict=True)
        ]
        assert played.moves and np.exp(each).mean(axis=0) == pytest.approx(np.ones(PARTS))


def test_the_parts_of_the_rate_add_up_to_the_whole() -> None:
    assert sum(share_of(number) for number in range(1, 100_001)) < 1
    assert sum(share_of(number) for number in range(1, 101)) == pytest.approx(1 / 2)
    assert log_threshold(1, 0.01) < log_threshold(2, 0.01) < log_threshold(1, 0.001)


@pytest.mark.parametrize("rate", [0, 1e-10, 0.6, 1, float("nan")])
def test_an_unusable_rate_is_refused(rate: float) -> None:
    with pytest.raises(BadRate) as refused:
        require_rate(rate)
    assert refused.value.accepted


@pytest.mark.parametrize("rate", [1e-9, 0.5])
def test_the_rates_at_the_bounds_are_used(rate: float) -> None:
    assert require_rate(rate) == rate


# --- Power -------------------------------------------------------------------------------------------------


@cache
def predicted() -> Power:
    return power_of(THREE, usual_information(THREE), 0.01, dealt=500)


def rounds_until_found(seed: int) -> int:
    """For how many rounds a player who sees the dealer's first card goes unflagged."""
    structure, information, chance = structure_of(THREE), usual_information(THREE), PracticeChance(f"seer {seed}")
    valuer, watched = valuer_of(THREE, information), Watched()
    while watched.log_e < log_threshold(1, 0.01):
        dealt = deal_round(structure, information, chance)
        watched.take(evidence_of(valuer, play_round(valuer, structure, information, dealt, informed)))
    return watched.rounds


def test_players_who_see_a_card_are_found_within_the_predicted_rounds() -> None:
    within = predicted().rounds_to_detect
    assert within is not None and 30 < within < 100
    rounds = sorted(rounds_until_found(seed) for seed in range(20))
    assert sum(one <= within for one in rounds) >= 16
    half, _ = predicted().detections[0].half_and_nine_in_ten
    assert half is not None and 0.6 * half < rounds[10] < 1.5 * half


def test_a_card_seen_less_often_is_found_later() -> None:
    found = predicted()
    halves = [one.quantile(0.5) for one in found.detections]
    assert all(half is not None for half in halves) and halves == sorted(halves, key=lambda half: half or 0)
    told = found.as_dict()
    assert told["rounds_to_detect"] == found.rounds_to_detect
    curve = [found.detections[0].flagged_within(rounds) for rounds in (1, 50, 400)]
    assert curve == sorted(curve) and curve[0] == 0 and curve[-1] == 1


def test_the_same_seed_gives_the_same_power() -> None:
    again = power_of(THREE, usual_information(THREE), 0.01, dealt=500)
    assert [one.rounds for one in again.detections] == [one.rounds for one in predicted().detections]


# --- What is watched ---------------------------------------------------------------------------------------


def test_the_usual_card_is_the_dealers_or_the_first_of_the_board() -> None:
    assert usual_information(THREE).text == "dealer:1"
    assert usual_information(STAGED).text == "community:1"


@pytest.mark.parametrize("seen", ["dealer:2", "dealer:1/QKA", "seats:1"])
def test_other_sights_are_refused_with_what_is_watched(seen: str) -> None:
    with pytest.raises(NotThisGame, match="not watched") as refused:
        valuer_of(THREE, parse_information([seen]))
    assert "dealer:1" in str(refused.value.accepted)


def test_decisions_count_only_until_the_card_is_turned_up() -> None:
    structure = structure_of(STAGED)
    assert [decisions_before(structure, parse_information([f"community:{n}"])) for n in (1, 2, 3)] == [1, 2, 3]
    assert decisions_before(structure_of(THREE), usual_information(THREE)) == 1


# --- Worths ------------------------------------------------------------------------------------------------


def test_seen_cards_average_to_what_is_worth_without_them() -> None:
    valuer = valuer_of(THREE, usual_information(THREE))
    found = valuer.worths(parse_cards("Qd 6h 4s"), Spot(0))
    assert [action.name for action in found.actions] == ["fold", "bet 1x"]
    assert np.nanmean(found.informed, axis=1) == pytest.approx(found.honest)
    assert np.isnan(found.informed[:, list(parse_cards("Qd 6h 4s"))]).all()


def test_a_seen_community_card_averages_to_what_is_worth_without_it() -> None:
    """The bets that follow are decided alike if the card is turned up at once anyway."""
    valuer = valuer_of(STAGED, usual_information(STAGED))
    found = valuer.worths(parse_cards("Qd 6h"), Spot(0))
    assert np.nanmean(found.informed, axis=1) == pytest.approx(found.honest)
