"""`game_of`: a table of any rulebook, from terms or from a submission."""

from __future__ import annotations

from pathlib import Path

import pytest

from tablelaw import rulebooks
from tablelaw.simulation.codes import BLOCK
from tablelaw.simulation.seating import BadSeat, Seat
from tablelaw.studies.games.simulated_table import game_of
from tablelaw.studies.play_names import play_names
from tablelaw.submission.submission import Submission, load_submission

SUBMISSIONS = Path(__file__).parents[3] / "examples" / "submissions"


def filed(book: str) -> Submission:
    return load_submission(SUBMISSIONS / f"{book}.toml")


def openings(book: str, cents: int) -> dict[str, int]:
    return {wager.id: cents for wager in rulebooks.get(book).wagers if wager.kind == "opening"}


@pytest.mark.parametrize("book", rulebooks.IDS)
def test_every_rulebook_has_a_table(book: str) -> None:
    terms = rulebooks.get(book).terms()
    game = game_of(terms, [Seat(openings(book, 1000), play_names(terms)[-1])])
    decisions = [wager.id for wager in rulebooks.get(book).wagers if wager.kind in ("opening", "decision", "price")]
    assert [column.wager for column in game.columns] == decisions
    assert game.play(1, 0).shape == (BLOCK, 1, len(decisions))


def test_a_submission_gives_the_same_table_as_its_terms() -> None:
    submission = filed("pa-678a")
    seats = [Seat(openings("pa-678a", submission.minimum_cents), "always raise")] * 2
    assert game_of(submission, seats).fingerprint == game_of(submission.terms, seats).fingerprint


@pytest.mark.parametrize(("cents", "is_accepted"), [(-1, False), (0, True), (1, False)])
def test_a_submissions_limits_hold(cents: int, is_accepted: bool) -> None:
    """Below, at and above: a cent under the minimum, the minimum to the maximum, a cent over the maximum."""
    submission = filed("ma-colorado")
    bound = submission.maximum_cents if cents > 0 else submission.minimum_cents
    seats = [Seat({"ante": bound + cents})]
    if is_accepted:
        assert game_of(submission, seats).seats == 1
    else:
        with pytest.raises(BadSeat, match=r"on Ante.*accepted: \$"):
            game_of(submission, seats)


def test_no_more_seats_than_were_submitted() -> None:
    submission = filed("ma-colorado")
    seats = [Seat(openings("ma-colorado", submission.minimum_cents))] * (submission.seats + 1)
    with pytest.raises(BadSeat, match=f"accepted: 1 to {submission.seats}, as submitted"):
        game_of(submission, seats)
