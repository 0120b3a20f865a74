"""A refusal reveals nothing about a card that its recipient may not see: twin tables refuse in the same words."""

from __future__ import annotations

import os
from collections import Counter

import pytest

from tablelaw import rulebooks
from tablelaw.chance import PracticeChance
from tablelaw.table import Refused, commands
from tests.table.disturbances import bet
from tests.table.game import Game, arranged
from tests.table.hidden import seen_by, told, tried, twin
from tests.table.world import World

CARDS_DECIDE = (commands.Act, commands.EnterCard, commands.ReportIrregularity)
"""Commands that a card itself may permit or forbid, since everybody at the table sees whether they are carried out."""
MOST_STEPS = 60
ROUNDS = int(os.environ.get("TABLELAW_HIDDEN_ROUNDS", "1"))
"""How many rounds of each rulebook are played; different rulebooks begin with different dealing procedures."""


def compared(world: World, seen: Counter[str], seed: str) -> list[str]:
    """The differences between the answers of a table and its twins, for every recipient."""
    found = []
    for own in (0, *(world.state.round.seats if world.state.round else ())):
        twins = twin(world.state, own, PracticeChance(f"{seed} {own}")), twin(world.state, own, None)
        for command in tried(world.engine, world.state):
            if command.by != f"player:{own}" if own else command.actor.role == "player":
                continue
            one, *others = (told(world.engine, state, command) for state in (world.state, *twins))
            seen[one.get("code", "")] += 1
            for two in others:
                if one != two and not (isinstance(command, CARDS_DECIDE) and (not one or not two)):
                    found.append(f"{command}: {one} and {two}")
    return found


def played(book: str, seed: str, number: int = 0) -> tuple[list[str], Counter[str], set[str]]:
    """Plays one round and compares after every step; each number selects another dealing procedure."""
    methods = rulebooks.get(book).dealing
    dealing = methods[number % len(methods)].id
    world, seen, phases = World(book, dealing, seed), Counter[str](), set[str]()
    differences: list[str] = []
    for step in range(MOST_STEPS):
        command = world.next_command()
        if command is None:
            if world.state.rounds:
                break
            bet(world)
            continue
        world.do(command)
        round_ = world.state.round
        if round_ is not None and round_.phase != "betting" and round_.seats:
            if round_.phase not in phases or round_.phase == "deciding":
                differences += compared(world, seen, f"{seed} {step}")
            phases.add(round_.phase)
    return differences, seen, phases


@pytest.mark.parametrize("book", rulebooks.IDS)
def test_twin_tables_refuse_in_the_same_words(book: str) -> None:
    seen, phases = Counter[str](), set[str]()
    first = rulebooks.IDS.index(book)
    for number in range(first, first + ROUNDS):
        differences, codes, met = played(book, f"hidden {book} {number}", number)
        assert not differences, "\n".join(differences[:5])
        seen, phases = seen + codes, phases | met
    assert {"deciding", "settling"} <= phases
    assert seen["action-not-permitted"] and seen["not-your-turn"] and seen["wrong-role"]


# --- The refusals that rest on cards -------------------------------------------------------------------------------


def colorado() -> Game:
    return Game("ma-colorado", seats=(1, 2)).opened().bet(1, ante=10).bet(2, ante=10).deal()


@pytest.mark.parametrize("discard", [0, 2])
def test_a_wrong_discard_names_the_cards_to_their_player_alone(discard: int) -> None:
    game = colorado()
    seat = game.round.seats[1]
    stake = seat.wagers[game.engine.rules.base]
    refusal = game.refused(commands.Act(1, "bet", stake, seat.cards[:discard], by="player:1"))
    assert refusal.name == "wrong-discard" and all(str(card) in refusal.accepted for card in seat.cards)
    assert refusal.public().accepted == "1 of the player's own cards"
    assert refusal.public().at("line 3").accepted == "1 of the player's own cards"


@pytest.mark.parametrize(("own", "most"), [("As Ks Qs Js Ts 9s 2s", "$30"), ("As Kd Qc Jh Ts 9d 2c", "$10")])
def test_only_the_player_is_told_the_limits_of_a_raise(own: str, most: str) -> None:
    """A seven-card flush may raise up to three times the Ante, a two-card flush only once."""
    game = Game("pa-678a")
    game.cards = arranged("pa-678a", "manual-shoe", (1,), {1: own}, "2h 3h 4h 5d 6d 7d 8c", "")
    game.opened().bet(1, ante=10).deal()
    refusal = game.refused(commands.Act(1, "bet", 99_00, by="player:1"))
    assert refusal.name == "raise-not-permitted" and refusal.accepted.endswith(most)
    public_event_text = "$10 or $10 to $20 or $10 to $30, as the player's hand permits"
    assert (refusal.public().accepted, refusal.public().cite) == (public_event_text, "678a.11(b)")


# --- The check itself ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("book", ["pa-678a", "ma-colorado"])
def test_a_planted_leak_is_found(book: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """If everybody gets the refusal meant for the player, the twin tables reveal it."""
    monkeypatch.setattr(Refused, "public", lambda refusal: refusal)
    assert played(book, f"hidden {book} 0")[0]


def test_what_a_twin_keeps_is_what_was_seen() -> None:
    game = colorado()
    other = twin(game.state, 1, PracticeChance("kept"))
    assert other.round is not None and other.round.seats[1].cards == game.round.seats[1].cards
    assert other.round.seats[2].cards != game.round.seats[2].cards
    assert set(game.round.seats[2].cards).isdisjoint(seen_by(game.round, 1))
