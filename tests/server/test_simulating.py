"""Simulations asked from a page: bounded, and the same study as the command line carries out."""

from __future__ import annotations

import msgspec
import pytest

from houserules import rulebooks
from houserules.server.simulating import (
    MOST_DEALT,
    Simulation,
    TooLong,
    refuse_too_long,
    simulated,
    simulation_form,
    study_text,
)
from houserules.studies.study import Source, study_of
from houserules.submission.template import new_submission

TEXT = new_submission(rulebooks.get("pa-678a"), offer_all=True)
SMALL = Simulation((("ante", 500),), rounds=20_000, sessions=20, shifts=10)


@pytest.mark.parametrize("seats", [1, 5])
def test_rounds_are_counted_over_all_seats_up_to_the_bound(seats: int) -> None:
    at = Simulation((), seats=seats, rounds=MOST_DEALT // seats, sessions=1, shifts=1)
    refuse_too_long(at)
    with pytest.raises(TooLong, match="rounds"):
        refuse_too_long(msgspec.structs.replace(at, rounds=at.rounds + 1))


@pytest.mark.parametrize("wrong", [{"seats": 0}, {"seats": 7}, {"sessions": 100_000}, {"shifts": 0}, {"rounds": 0}])
def test_what_is_too_much_or_nothing_is_refused(wrong: dict[str, int]) -> None:
    with pytest.raises(TooLong):
        refuse_too_long(msgspec.structs.replace(SMALL, **wrong))


def test_the_study_is_one_that_the_command_takes() -> None:
    study = study_of(Source("page", study_text(msgspec.structs.replace(SMALL, seats=3, mistakes_percent=5)), TEXT))
    assert len(study.seats) == 3 and study.rounds == 20_000 and list(study.asked) == ["hold", "session", "shift"]


def test_figures_tables_and_pictures_come_back_with_the_exact_value() -> None:
    told = msgspec.json.decode(simulated(TEXT, SMALL, lambda said: None))
    hold, session, shift = told["answers"]
    [main] = [line for line in hold["wagers"] if line["wager"] == "main game"]
    assert main["exact"] and abs(main["z"]) < 5
    assert session["sessions"] == 20 and shift["tables"] and shift["picture"].startswith("<svg")
    assert told == msgspec.json.decode(simulated(TEXT, SMALL, lambda said: None)), "the seed decides everything"


def test_the_form_offers_the_plays_and_wagers_of_the_game() -> None:
    told = msgspec.json.decode(simulation_form(TEXT))
    assert told["plays"][0] == "best" and told["wagers"][0]["id"] == "ante"
