"""A player takes back a wager that was placed before the cards: what the table does, says and refuses."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import cast

import msgspec
import pytest

from tablelaw.errors import BadRulebook
from tablelaw.floor.read_model import TableView
from tablelaw.law import playability_checks
from tablelaw.law.rows import Choice
from tablelaw.law.rulebook import Rulebook
from tablelaw.table import commands, events
from tablelaw.table.automation.players import cheapest
from tablelaw.table.checks.invariants import require_possible_state
from tablelaw.table.checks.log_check import followed
from tablelaw.table.legal import decisions
from tablelaw.table.notation.lines import parse_round, parse_state, round_text, state_text
from tablelaw.table.reading.checklist_words import choice_words
from tablelaw.table.reading.sentences import event_text
from tablelaw.views.table_view import view
from tests.examples import example
from tests.table.game import Game

BOOK = "let-it-ride"
BETS = {"ante": 10, "first": 10, "second": 10}


def dealt(seats: tuple[int, ...] = (1,)) -> Game:
    example(BOOK)
    game = Game(BOOK, procedure={"dealing": "hand"}, seats=seats).opened()
    for seat in seats:
        game.bet(seat, **BETS)
    return game.deal()


def test_a_pull_takes_its_own_wager_off_the_table() -> None:
    game = dealt().act(1, "pull")
    assert game.round.seats[1].wagers == {"ante": 1000, "second": 1000}
    game.act(1, "pull")
    assert game.round.seats[1].wagers == {"ante": 1000}
    assert {line.wager for line in game.settle().round.lines} == {"ante"}


def test_what_rides_is_settled() -> None:
    game = dealt().act(1, "ride").act(1, "ride").settle()
    assert {line.wager: line.stake for line in game.round.lines} == {"ante": 1000, "first": 1000, "second": 1000}


def test_the_event_names_the_wager_and_its_paragraph() -> None:
    game = dealt()
    (pulled,) = game.do(commands.Act(1, "pull", by="player:1"))
    assert isinstance(pulled, events.Decided)
    assert (pulled.action, pulled.wager, pulled.cents, pulled.cite) == ("pull", "first", 0, "5(b)")


def test_two_players_decide_each_for_themselves() -> None:
    game = dealt((1, 3)).act(1, "pull").act(3, "ride")
    assert set(game.round.seats[1].wagers) == {"ante", "second"}
    assert set(game.round.seats[3].wagers) == {"ante", "first", "second"}


@pytest.mark.parametrize(
    ("action", "cents", "code"),
    [
        ("pull", 1000, "raise-not-permitted"),
        ("pull", 1, "raise-not-permitted"),
        ("ride", 1000, "raise-not-permitted"),
        ("bet", 1000, "action-not-permitted"),
        ("check", 0, "action-not-permitted"),
        ("fold", 0, "action-not-permitted"),
    ],
)
def test_a_pull_is_of_the_whole_wager_and_nothing_else_is_open(action: str, cents: int, code: str) -> None:
    refusal = dealt().refused(commands.Act(1, action, cents, by="player:1"))
    assert refusal.code == code
    assert refusal.cite == "5(b)"


def test_a_wager_is_not_taken_back_between_decisions() -> None:
    game = dealt()
    assert game.refused(commands.WithdrawWager(1, "first", by="player:1")).code == "bets-closed"


def test_every_state_on_the_way_is_possible_and_can_be_written_and_read() -> None:
    game = dealt()
    for action in ("pull", "ride"):
        game.act(1, action)
        require_possible_state(game.engine.rules, game.state)
        _, state = parse_state(state_text(game.engine, game.state))
        assert state == game.state


def test_a_round_with_a_pull_is_a_line_and_a_true_log() -> None:
    game = dealt().act(1, "pull").act(1, "ride").settle()
    assert followed(game.engine, game.log) == game.state
    act = commands.Act(1, "pull", by="player:1")
    assert parse_round(round_text(game.engine, [act]))[1] == [act]


def test_a_player_sees_what_goes_back_and_that_it_costs_nothing() -> None:
    game = dealt()
    rules = {"differences": (), "undecided": frozenset[str]()}
    table = SimpleNamespace(engine=game.engine, state=game.state, number=1, meters={}, text="", **rules)
    shown = view("LIR-1", cast(TableView, table), "player", "p1", 0, {}, frozenset())
    assert [(one.action, one.wager, one.name, one.cents, one.any_between) for one in shown.choices] == [
        ("pull", "first", "Bet 1", (0,), False),
        ("ride", "", "Ride", (0,), False),
    ]


def test_it_is_described_in_words() -> None:
    game = dealt()
    pulled, rides = (
        event_text(game.engine.rules, game.state, events.Decided(1, "first-bet", action, wager, cite="5(b)"))
        for action, wager in (("pull", "first"), ("ride", ""))
    )
    assert (pulled, rides) == ("seat 1 takes back Bet 1", "seat 1 lets the bets ride")
    stage = game.engine.rules.stages["first-bet"]
    words = [choice_words(game.engine.rules.book, game.engine.rules.terms, choice) for choice in stage.choices]
    assert words == ["take back Bet 1", "let it ride"]


def test_bots_know_pulls() -> None:
    game = dealt()
    assert [act.action for act in decisions(game.engine.rules, game.round)] == ["pull", "ride"]
    assert cast(commands.Act, cheapest(game.engine, game.round)).action == "pull"


# --- Rows that cannot be carried out ------------------------------------------------------------------------------


def with_choice(**fields: object) -> Rulebook:
    """The example with its first pull changed."""
    book = example(BOOK)
    first, *others = book.stages
    pull, ride = first.choices
    changed = msgspec.structs.replace(first, choices=(msgspec.structs.replace(pull, **fields), ride))
    return replace(book, stages=(changed, *others))


def faults(book: Rulebook) -> list[BadRulebook]:
    return list(playability_checks.pulls_take_back_wagers_on_the_table(book))


def test_the_example_is_sound() -> None:
    assert faults(example(BOOK)) == []


@pytest.mark.parametrize(
    ("fields", "what", "accepted"),
    [
        ({"wager": "ante"}, "a pull of 'ante'", "the whole of one of: first, second"),
        ({"wager": ""}, "a pull of ''", "the whole of one of: first, second"),
        ({"times": (1,)}, "a pull of 'first'", "the whole of one of: first, second"),
        ({"up_to": 2}, "a pull of 'first'", "the whole of one of: first, second"),
        ({"wager": "second"}, "second can be taken back 2 times", "one stage for each wager"),
    ],
)
def test_a_pull_that_no_table_could_carry_out_is_refused(fields: dict[str, object], what: str, accepted: str) -> None:
    found = faults(with_choice(**fields))
    assert found
    assert {(fault.what, fault.accepted) for fault in found} == {(what, accepted)}
    assert found[0].where == "round.toml, stages (first-bet)"


def test_a_wager_that_another_needs_cannot_be_taken_back() -> None:
    book = example(BOOK)
    *others, last = book.wagers
    needy = replace(book, wagers=(*others, msgspec.structs.replace(last, needs=("first",))))
    (found,) = faults(needy)
    assert (found.what, found.accepted) == (
        "a pull of first, which second needs",
        "a wager that nothing else depends on",
    )


def test_a_choice_places_or_takes_back_never_both() -> None:
    pull, ride = example(BOOK).stages[0].choices
    assert (pull.places, pull.pulls) == ("", "first")
    assert (ride.places, ride.pulls) == ("", "")
    bet = Choice(action="bet", wager="first", cite=pull.cite)
    assert (bet.places, bet.pulls) == ("first", "")
