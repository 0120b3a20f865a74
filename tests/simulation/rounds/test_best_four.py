"""Simulated hands whose best four cards count are read as the ranking reads them."""

from __future__ import annotations

import numpy as np
import pytest

from tablelaw.cards import Card
from tablelaw.law.structure import structure_of
from tablelaw.simulation.rounds.dealt_cards import DealtCards
from tablelaw.simulation.rounds.hand_readers import Spot, reader_of
from tablelaw.simulation.rounds.places import Run
from tests.examples import example

ROUNDS = 2_000


@pytest.mark.parametrize(
    ("name", "spot"),
    [("player", (Run(0, 5), Run(0, 0))), ("dealer", (Run(5, 6), Run(0, 0))), ("dealer", (Run(1, 1), Run(5, 5)))],
)
def test_hands_are_read_as_the_ranking_reads_them(name: str, spot: tuple[Run, Run]) -> None:
    hand = structure_of(example("four-card-poker").terms()).hands[name]
    draw = np.random.default_rng(4)
    rows = np.argsort(draw.random((ROUNDS, 52)), axis=1)[:, :11].astype(np.uint8)
    rows[ROUNDS // 2 :] = np.argsort(draw.random((ROUNDS // 2, 20)), axis=1)[:, :11] + 24  # strong hands
    reader, found = reader_of(hand, name, "four-card-poker"), np.empty(ROUNDS, np.uint8)
    strengths = reader.strengths(Spot(DealtCards(rows), *spot))
    reader.classes(strengths, found)
    assert hand.ranking.strength is not None
    for place, row in enumerate(rows.tolist()):
        cards = [Card(row[n]) for run in spot for n in range(run.first, run.first + run.size)]
        assert strengths[place] == hand.ranking.strength(cards)
        assert hand.ranking.classes[found[place]] == hand.ranking.classify(cards)
    assert len(set(found.tolist())) > 6
