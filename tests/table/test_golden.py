"""Golden playthroughs: one hand of every rulebook under every dealing procedure, kept as text for review.

`python tools/golden.py` rewrites them; the difference shows what changed at the table.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from tablelaw import rulebooks
from tablelaw.table import commands, events
from tablelaw.table.notation.lines import parse_round
from tablelaw.table.reading.replay import played
from tablelaw.table.registry import tag_of
from tools import golden

ROOT = Path(__file__).parents[2]

PLAYS = {name: (play, dealing) for name, play, dealing in golden.plays()}
FILES = sorted(golden.GOLDEN.glob("*.txt"))


@pytest.mark.parametrize("name", PLAYS)
def test_the_playthrough_is_as_it_was(name: str) -> None:
    kept = (golden.GOLDEN / f"{name}.txt").read_text("utf-8")
    assert golden.playthrough(name, *PLAYS[name]).splitlines() == kept.splitlines()


def test_there_is_one_for_every_rulebook_procedure_and_version() -> None:
    wanted = {
        "-".join([book.id, *version, dealing.id])
        for book in rulebooks.all_rulebooks()
        for version in [[value] for option in book.options if option.id == "version" for value in option.values] or [[]]
        for dealing in book.dealing
    }
    assert wanted <= set(PLAYS)
    assert {path.stem for path in FILES} == set(PLAYS)


@cache
def happened_at(name: str) -> list[events.Event]:
    return played(*parse_round(line_of(name)))


def line_of(name: str) -> str:
    text = (golden.GOLDEN / f"{name}.txt").read_text("utf-8")
    return next(line for line in text.splitlines() if line.startswith("round "))


def actions(book: str) -> set[str]:
    happened = [event for name in PLAYS if name.startswith(book) for event in happened_at(name)]
    return {event.action for event in happened if isinstance(event, events.Decided)}


@pytest.mark.parametrize(
    ("book", "expected"),
    [
        ("pa-647a", {"fold", "check", "bet"}),
        ("md-thb", {"fold", "check", "bet"}),
        ("ma-colorado", {"fold", "bet", "play", "declare"}),
        ("pa-653a", {"fold", "check", "bet"}),
        ("pa-677a", {"fold", "check", "bet"}),
        ("pa-678a", {"fold", "bet"}),
    ],
)
def test_every_kind_of_decision_is_made(book: str, expected: set[str]) -> None:
    assert actions(book) == expected


WITH_A_METER = [name for name, (play, _) in PLAYS.items() if play.meters]


@pytest.mark.parametrize("name", WITH_A_METER)
def test_a_share_of_a_meter_is_validated_documented_and_paid_by_hand(name: str) -> None:
    happened = happened_at(name)
    lines = [line for event in happened if isinstance(event, events.Settled) for line in event.lines]
    shares = [line for line in lines if line.hand_pay]
    assert shares
    assert all(line.paid and line.meter_before > line.meter_after for line in shares)
    kinds = [tag_of(type(event)) for event in happened]
    assert kinds.index("ValidationAsked") < kinds.index("Validated") < kinds.index("DocumentsCompleted")


@pytest.mark.parametrize("name", PLAYS)
def test_stakes_are_conserved_to_the_cent(name: str) -> None:
    lines = [line for event in happened_at(name) if isinstance(event, events.Settled) for line in event.lines]
    staked = [e.cents for e in happened_at(name) if isinstance(e, events.WagerPlaced | events.Decided)]
    assert sum(staked) == sum(line.stake for line in lines) == sum(line.returned + line.kept for line in lines)
    wagers = [(line.seat, line.wager, line.note) for line in lines]
    assert len(set(wagers)) == len(wagers), "a line twice"


def cards_by_place(play: golden.Play) -> dict[str, str]:
    """The cards of each place as the play names them; bought cards go to the seats that buy, in order."""
    cards = dict(play.cards)
    bought = iter(cards.pop("bought", "").split())
    for seat, said in play.decisions.items():
        if any(one.startswith("buy") for one in said):
            cards[f"seat {seat}"] += f" {next(bought)}"
    return cards


def test_the_cards_go_where_the_play_says() -> None:
    """The tool stacks the deck, but the dealer still deals it in the order of the procedure."""
    for name, (play, _) in PLAYS.items():
        cards = [row for event in happened_at(name) if isinstance(event, events.Dealt) for row in event.cards]
        for place, text in cards_by_place(play).items():
            assert " ".join(str(card) for to, card, _ in cards if to == place) == text, f"{name}: {place}"


def test_the_playthroughs_give_most_commands() -> None:
    given = {type(command) for name in PLAYS for command in parse_round(line_of(name))[1]}
    seldom = {
        commands.ChangeDecks,
        commands.ChangeMethod,
        commands.CloseTable,
        commands.LeaveSeat,
        commands.MarkDevice,
        commands.OrderRecut,
        commands.TakeBackCard,
        commands.WithdrawWager,
    }
    assert set(commands.ALL) - given == seldom
