"""The verifier has every rulebook's readings: which may be chosen, and which each line rests on."""

from __future__ import annotations

import pytest

from tablelaw import rulebooks
from tablelaw.law.rulebook import Rulebook
from tablelaw_verifier.law import games as verifier_games
from tablelaw_verifier.law import submission as verifier_submission


@pytest.mark.parametrize("book_id", rulebooks.IDS)
def test_every_reading_a_submission_may_choose_is_known_with_its_default_first(book_id: str) -> None:
    switchable = [reading for reading in rulebooks.get(book_id).readings if reading.switch]
    known = verifier_submission.SWITCHABLE_READINGS[book_id]
    assert {name: candidates[0] for name, candidates in known.items()} == {r.id: r.chosen for r in switchable}
    assert {name: sorted(c) for name, c in known.items()} == {
        r.id: sorted(c.id for c in r.candidates) for r in switchable
    }


@pytest.mark.parametrize("book_id", rulebooks.IDS)
def test_the_readings_of_folds_are_those_of_the_rulebook(book_id: str) -> None:
    book = rulebooks.get(book_id)
    named = {wager.id: wager.on_fold.reading for wager in book.wagers if wager.on_fold.reading}
    assert verifier_games.GAMES[book_id].rests["fold"] == named


@pytest.mark.parametrize("book_id", rulebooks.IDS)
def test_the_readings_of_purchases_are_those_of_the_rulebook(book_id: str) -> None:
    bought = [(wager.id, wager.on_buy) for wager in rulebooks.get(book_id).wagers if wager.on_buy is not None]
    named = {wager: effect.reading for wager, effect in bought if effect.reading}
    assert verifier_games.GAMES[book_id].rests.get("buy", {}) == named


def effects_of(book: Rulebook) -> dict[tuple[str, str], str]:
    """The reading that determines how each irregularity that voids a round affects each wager."""
    found = {}
    for irregularity in (irregularity for irregularity in book.irregularities if irregularity.hands == "void"):
        for wager in book.wagers:
            effect = [e for e in irregularity.effects if wager.id in e.wagers or "all" in e.wagers][-1]
            if effect.reading:
                found[irregularity.id, wager.id] = effect.reading
    return found


@pytest.mark.parametrize("book_id", rulebooks.IDS)
def test_the_readings_of_void_rounds_are_those_of_the_rulebook(book_id: str) -> None:
    book, game = rulebooks.get(book_id), verifier_games.GAMES[book_id]
    irregularities = {irregularity for irregularity, _ in effects_of(book)} | game.rests.keys() - {
        "fold",
        "player-leaves",
        "hand-seen-early",
        "buy",
    }
    named = {
        (irregularity, wager.id): game.reading(irregularity, wager.id)
        for irregularity in irregularities
        for wager in book.wagers
    }
    assert {place: names[0] for place, names in named.items() if names} == effects_of(book)


@pytest.mark.parametrize("book_id", rulebooks.IDS)
def test_the_readings_of_the_payout_limit_are_those_of_the_rulebook(book_id: str) -> None:
    limits = rulebooks.get(book_id).limits
    named = {when.partition("=")[0] for limit in limits for when in (*limit.counts, *limit.cut_first)}
    assert set(verifier_games.GAMES[book_id].limit_readings) == named


@pytest.mark.parametrize("book_id", rulebooks.IDS)
def test_the_reading_of_one_players_void_hand_is_that_of_the_rulebook(book_id: str) -> None:
    irregularities = [
        irregularity
        for irregularity in rulebooks.get(book_id).irregularities
        if irregularity.id in ("player-leaves", "hand-seen-early")
    ]
    assert all(
        verifier_games.GAMES[book_id].reading(irregularity.id, "ante") == (irregularity.effects[-1].reading,)
        for irregularity in irregularities
    )
