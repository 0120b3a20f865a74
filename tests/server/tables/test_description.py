"""The fixed facts that pages draw a table from come from its rulebook, whatever the game."""

from __future__ import annotations

import pytest

from tablelaw import rulebooks
from tablelaw.server.tables.description import described
from tablelaw.submission.submission import load_submission
from tablelaw.table.engine import Engine
from tests.examples import FOLDER, example
from tests.table.game import submission

SUBMISSIONS = FOLDER.parent / "submissions"
EXAMPLES = tuple(sorted(path.name for path in FOLDER.iterdir()))
DEALERS = {
    "pa-647a": 2,
    "md-thb": 2,
    "ma-colorado": 0,
    "pa-653a": 2,
    "pa-677a": 2,
    "pa-678a": 7,
    "fr-ultimate": 2,
    "fr-trois-cartes": 3,
    "fr-stud": 5,
    "fr-holdem": 2,
    "casino-holdem": 2,
    "caribbean-stud": 5,
    "four-card-poker": 6,
    "three-card-poker": 3,
    "let-it-ride": 0,
    "mississippi-stud": 0,
}
NOT_OF_FIVE = {"pa-678a", "fr-trois-cartes", "three-card-poker", "four-card-poker"}
"""Games whose hand cannot be named by the rules of the best five cards."""


def engine_of(name: str) -> Engine:
    if name in rulebooks.IDS:
        return Engine(load_submission(SUBMISSIONS / f"{name}.toml"))
    example(name)
    return Engine(submission(name, procedure={"dealing": "hand"}))


@pytest.mark.parametrize("name", [*rulebooks.IDS, *EXAMPLES])
def test_a_page_learns_how_many_cards_the_dealer_gets_and_how_hands_are_read(name: str) -> None:
    found = described(engine_of(name))
    assert (found.dealer_size, found.has_dealer) == (DEALERS[name], DEALERS[name] > 0)
    assert found.is_best_five == (name not in NOT_OF_FIVE)
