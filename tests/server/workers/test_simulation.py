"""Simulations requested from a page are bounded and give the same study as the command line."""

from __future__ import annotations

import msgspec
import pytest

from tablelaw import rulebooks
from tablelaw.server.workers.simulation import (
    MOST_DEALT,
    Simulation,
    TooLong,
    require_short_simulation,
    simulated,
    simulation_form,
    study_text,
)
from tablelaw.studies.study import Source, study_of
from tablelaw.submission.template import new_submission

TEXT = new_submission(rulebooks.get("pa-678a"), offer_all=True)
SMALL = Simulation((("ante", 500),), rounds=20_000, sessions=20, shifts=10)


@pytest.mark.parametrize("seats", [1, 5])
def test_rounds_are_counted_over_all_seats_up_to_the_bound(seats: int) -> None:
    at = Simulation((), seats=seats, rounds=MOST_DEALT // seats, sessions=1, shifts=1)
    require_short_simulation(at)
    with pytest.raises(TooLong, match="rounds"):
        require_short_simulation(msgspec.structs.replace(at, rounds=at.rounds + 1))


def test_only_what_is_asked_counts_and_jackpots_count_every_table() -> None:
    asked = Simulation((), ("jackpot",), rounds=10**9, tables=(1, 4), rounds_an_hour=10, hours_a_day=10, days=10)
    assert asked.dealt == {"jackpot": 4 * 5 * 1_000}
    with pytest.raises(TooLong, match="for jackpot"):
        require_short_simulation(msgspec.structs.replace(asked, tables=(1_000,), days=200))


@pytest.mark.parametrize("wrong", [{"seats": 0}, {"seats": 7}, {"sessions": 1_000_000}, {"shifts": 0}, {"rounds": 0}])
def test_what_is_too_much_or_nothing_is_refused(wrong: dict[str, int]) -> None:
    with pytest.raises(TooLong):
        require_short_simulation(msgspec.structs.replace(SMALL, **wrong))


def test_the_study_is_one_that_the_command_takes() -> None:
    asked = msgspec.structs.replace(SMALL, seats=3, mistakes_percent=5, bankroll=5_000_00)
    study = study_of(Source("page", study_text(asked), TEXT))
    assert len(study.seats) == 3 and study.rounds == 20_000 and list(study.asked) == ["hold", "session", "shift"]


def test_figures_tables_and_pictures_come_back_with_the_exact_value() -> None:
    told = msgspec.json.decode(simulated(TEXT, SMALL, lambda said: None))
    hold, session, shift = told["answers"]
    [main] = [line for line in hold["facts"]["wagers"] if line["wager"] == "main game"]
    assert main["exact"] and abs(main["z"]) < 5
    assert session["facts"]["sessions"] == 20
    assert shift["files"]["shift-wins"].startswith("win_units,shifts\n") and shift["picture"].startswith("<svg")
    assert told == msgspec.json.decode(simulated(TEXT, SMALL, lambda said: None)), "the seed decides everything"


def test_the_form_offers_the_plays_and_wagers_of_the_game() -> None:
    told = msgspec.json.decode(simulation_form(TEXT))
    assert told["plays"][0] == "best" and told["wagers"][0]["id"] == "ante"
    assert told["meters"] == [{"name": "progressive", "wagers": ["progressive"]}] and told["limit"] is None


def test_the_form_says_what_the_law_has_on_a_limit() -> None:
    told = msgspec.json.decode(simulation_form(new_submission(rulebooks.get("md-thb"), offer_all=True)))
    assert told["meters"] == [] and told["limit"]["cite"].startswith("12.C") and told["limit"]["in_force"] >= 50_000_00


def test_jackpots_are_asked_for_several_numbers_of_tables() -> None:
    asked = Simulation((("ante", 500), ("progressive", 100)), ("jackpot",), tables=(1, 3), days=2, periods=2)
    [jackpot] = msgspec.json.decode(simulated(TEXT, asked, lambda said: None))["answers"]
    assert [at["tables"] for at in jackpot["facts"]["by_tables"]] == [1, 3]
    assert list(jackpot["shown"][0]) == ["meter", "what", "1 table", "3 tables"]
    assert jackpot["files"]["jackpot-wins"] == "tables,meter,figure,value,wins\n", "nobody won, the head is there"


def test_a_limit_that_no_table_may_set_is_answered_and_said() -> None:
    book = rulebooks.get("ma-colorado")
    asked = Simulation((("ante", 500),), ("limit",), rounds=20_000, limit=20_00)
    [limit] = msgspec.json.decode(simulated(new_submission(book, offer_all=True), asked, lambda said: None))["answers"]
    [found] = limit["facts"]["findings"]
    assert found["code"] == "payout-limit-below-floor" and found["cite"].startswith("12(c)")
    assert limit["facts"]["bitten"] > 0
