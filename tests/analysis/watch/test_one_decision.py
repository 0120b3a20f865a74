"""What actions are worth with a seen card where flushes are compared and where a card is discarded."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from tablelaw import rulebooks
from tablelaw.analysis.api import advise
from tablelaw.analysis.protection.information import parse_information
from tablelaw.analysis.protection.known_cards import Known
from tablelaw.analysis.protection.solver import solver_of
from tablelaw.analysis.solver import Seen
from tablelaw.analysis.watch.evidence import PARTS, likelihood_of, round_evidence
from tablelaw.analysis.watch.simulated_play import deal_round, honest, informed, play_round
from tablelaw.analysis.watch.spots import Spot
from tablelaw.analysis.watch.valuers import usual_information, valuer_of
from tablelaw.cards import PACK, Card
from tablelaw.chance import PracticeChance
from tablelaw.law.structure import structure_of

FLUSHES, DISCARD = "pa-678a", "ma-colorado"
KNOWN = {FLUSHES: "dealer", DISCARD: "board"}


def hand_of(book: str, seed: str) -> list[Card]:
    return Random(seed).sample(PACK, structure_of(rulebooks.get(book).terms()).own)


@pytest.mark.parametrize("book", KNOWN)
def test_with_a_seen_card_every_action_is_worth_what_the_solver_says(book: str) -> None:
    terms, hand = rulebooks.get(book).terms(), hand_of(book, "seen")
    information = usual_information(terms)
    found, solver = valuer_of(terms, information).worths(hand, Spot(0)), solver_of(terms, information)
    for card in [card for card in PACK if card not in hand][::9]:
        known = Known(**{KNOWN[book]: (card,)})
        best: dict[tuple[str, object], float] = {}
        for one in solver.advise(terms, information, Seen(hand, (), ()), known):
            best.setdefault((one.action, one.multiple), float(one.ev))
        assert {tuple(action): worth for action, worth in zip(found.actions, found.informed[:, card], strict=True)} == (
            pytest.approx(best)
        )
    assert np.isnan(found.informed[:, hand]).all()


@pytest.mark.parametrize("book", KNOWN)
def test_without_a_seen_card_every_action_is_worth_what_is_advised(book: str) -> None:
    hand = hand_of(book, "honest")
    found = valuer_of(rulebooks.get(book).terms(), parse_information([USUAL[book]])).worths(hand, Spot(0))
    best: dict[str, float] = {}
    for one in advise(rulebooks.get(book), " ".join(map(str, hand))):
        best.setdefault(one.action, float(one.ev))
    assert {action.action for action in found.actions} == set(best)
    assert max(found.honest) == pytest.approx(max(best.values()))


USUAL = {FLUSHES: "dealer:1", DISCARD: "community:1"}


@pytest.mark.parametrize("book", KNOWN)
def test_honest_rounds_average_one_and_seen_cards_speak_for_themselves(book: str) -> None:
    terms, chance = rulebooks.get(book).terms(), PracticeChance(f"rounds {book}")
    structure, information = structure_of(terms), usual_information(terms)
    valuer, grown = valuer_of(terms, information), np.zeros(PARTS)
    for _ in range(40):
        dealt = deal_round(structure, information, chance)
        played = play_round(valuer, structure, information, dealt, honest)
        seats = [likelihood_of(valuer, played.cards, played.moves)]
        known = {*played.cards, *played.board} - {*played.hidden}
        left = [card for card in PACK if card not in known]
        hidden = [tuple(left[(n + m) % len(left)] for m in range(len(played.hidden))) for n in range(len(left))]
        each = [round_evidence(seats, cards, known) for cards in hidden]
        assert np.exp(each).mean(axis=0) == pytest.approx(np.ones(PARTS))
        seen = play_round(valuer, structure, information, dealt, informed)
        grown += round_evidence([likelihood_of(valuer, seen.cards, seen.moves)], seen.hidden, known)
    assert grown.max() > 0
