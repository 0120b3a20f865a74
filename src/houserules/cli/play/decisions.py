"""A decision put to a player: every choice of the stage on a key, with its amount and paragraph."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from houserules.amounts import money_text
from houserules.cards import Card
from houserules.cli.play.prompts import Offer
from houserules.law.rows import Choice
from houserules.table import Engine, Round, commands
from houserules.table.phases.deciding import options
from houserules.table.phases.flow import next_to_act, stage_of
from houserules.table.reading.sentences import wager_name

ACTION_KEYS = {"fold": "f", "check": "c", "bet": "b", "play": "p", "declare": "d"}
OTHER_SUM = "a"


@dataclass(frozen=True, slots=True)
class Way:
    """One way to decide. `cents` is what it stakes; a `span` instead where any sum within it will do."""

    key: str
    label: str
    choice: Choice
    cents: int = 0
    span: tuple[int, int] | None = None

    @property
    def offer(self) -> Offer:
        return Offer(self.key, self.label, str(self.choice.cite.first))

    def act(self, seat: int, cents: int, discard: tuple[Card, ...]) -> commands.Act:
        return commands.Act(seat, self.choice.action, cents, discard, by=f"player:{seat}")


def ways(engine: Engine, round_: Round) -> list[Way]:
    """Every way open to the seat that is asked, each on a key of its own."""
    stage = stage_of(engine, round_)
    number = next_to_act(engine, round_, stage)
    assert number is not None
    seat = round_.seats[number]
    base = seat.wagers[engine.plan.opening[0].id]
    found = [way for option in options(engine, round_, seat, stage) for way in _ways_of(engine, base, *option)]
    bets = [way for way in found if way.cents]
    return [_keyed(way, base, len(bets)) for way in found]


def _ways_of(engine: Engine, base: int, choice: Choice, least: int, most: int) -> Iterator[Way]:
    key = ACTION_KEYS[choice.action]
    if not choice.wager:
        yield Way(key, _label(choice), choice)
        return
    times = choice.times or range(-(-least // base), most // base + 1)
    for multiple in times:
        if multiple:
            yield Way(key, _bet_label(engine, choice, multiple, base), choice, multiple * base)
    if not choice.times and least < most:
        span = f"{money_text(least)} to {money_text(most)}"
        label = f"bet another sum on {wager_name(engine, choice.wager)}, {span}{_away(choice)}"
        yield Way(OTHER_SUM, label, choice, span=(least, most))


def _keyed(way: Way, base: int, bets: int) -> Way:
    """Several bets of one stage have their multiple as key."""
    if not way.cents or bets == 1:
        return way
    return Way(str(way.cents // base), way.label, way.choice, way.cents, way.span)


def _label(choice: Choice) -> str:
    if choice.action == "declare":
        return f"declare {' or '.join(choice.hands)}"
    return ("play on" if choice.action == "play" else choice.action) + _away(choice)


def _bet_label(engine: Engine, choice: Choice, multiple: int, base: int) -> str:
    opening = engine.plan.opening[0].name
    size = f"equal to the {opening}" if multiple == 1 else f"{multiple} times the {opening}"
    return f"bet {money_text(multiple * base)} on {wager_name(engine, choice.wager)}, {size}{_away(choice)}"


def _away(choice: Choice) -> str:
    if not choice.discard:
        return ""
    return " and put away " + ("a card" if choice.discard == 1 else f"{choice.discard} cards")


def stage_title(engine: Engine, round_: Round) -> str:
    """ "after flop (653a.11(d))": where the round stands."""
    stage = stage_of(engine, round_)
    return f"{stage.id.replace('-', ' ')} ({stage.cite.first})"
