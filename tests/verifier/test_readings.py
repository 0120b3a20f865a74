"""The verifier knows the readings of every rulebook: which may be chosen, and which each line rests on."""

from __future__ import annotations

import pytest

from houserules import rulebooks, verifier
from houserules.law.rulebook import Rulebook


@pytest.mark.parametrize("book_id", rulebooks.IDS)
def test_every_reading_a_submission_may_choose_is_known_with_its_default_first(book_id: str) -> None:
    switchable = [reading for reading in rulebooks.get(book_id).readings if reading.switch]
    known = verifier.SWITCHABLE_READINGS[book_id]
    assert {name: candidates[0] for name, candidates in known.items()} == {r.id: r.chosen for r in switchable}
    assert {name: sorted(c) for name, c in known.items()} == {
        r.id: sorted(c.id for c in r.candidates) for r in switchable
    }


@pytest.mark.parametrize("book_id", rulebooks.IDS)
def test_the_readings_of_folds_are_those_of_the_rulebook(book_id: str) -> None:
    book = rulebooks.get(book_id)
    named = {wager.id: wager.on_fold.reading for wager in book.wagers if wager.on_fold.reading}
    assert verifier.GAMES[book_id].rests["fold"] == named


def effects_of(book: Rulebook) -> dict[tuple[str, str], str]:
    """The reading by which each irregularity that voids a round does what it does to each wager."""
    found = {}
    for slip in (slip for slip in book.irregularities if slip.hands == "void"):
        for wager in book.wagers:
            effect = [e for e in slip.effects if wager.id in e.wagers or "all" in e.wagers][-1]
            if effect.reading:
                found[slip.id, wager.id] = effect.reading
    return found


@pytest.mark.parametrize("book_id", rulebooks.IDS)
def test_the_readings_of_void_rounds_are_those_of_the_rulebook(book_id: str) -> None:
    book, game = rulebooks.get(book_id), verifier.GAMES[book_id]
    slips = {slip for slip, _ in effects_of(book)} | game.rests.keys() - {"fold", "player-leaves"}
    named = {(slip, wager.id): game.reading(slip, wager.id) for slip in slips for wager in book.wagers}
    assert {place: names[0] for place, names in named.items() if names} == effects_of(book)


@pytest.mark.parametrize("book_id", rulebooks.IDS)
def test_the_readings_of_the_payout_limit_are_those_of_the_rulebook(book_id: str) -> None:
    limits = rulebooks.get(book_id).limits
    named = {when.partition("=")[0] for limit in limits for when in (*limit.counts, *limit.cut_first)}
    assert set(verifier.GAMES[book_id].limit_readings) == named


@pytest.mark.parametrize("book_id", rulebooks.IDS)
def test_the_reading_of_a_player_who_leaves_is_that_of_the_rulebook(book_id: str) -> None:
    slips = [slip for slip in rulebooks.get(book_id).irregularities if slip.id == "player-leaves"]
    assert all(verifier.GAMES[book_id].reading(slip.id, "ante") == (slip.effects[-1].reading,) for slip in slips)
