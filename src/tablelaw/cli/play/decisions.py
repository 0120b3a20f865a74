"""A player's decision: each choice of the stage has a key, with its amount and paragraph."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tablelaw.cards import Card
from tablelaw.cli.play.keyboard import Offer
from tablelaw.law.decisions import multiples
from tablelaw.law.rows import BUY, Choice
from tablelaw.law.text_values import Multiple
from tablelaw.persons import player_at
from tablelaw.printed_money import printed
from tablelaw.table import Engine, Round, commands
from tablelaw.table.phases.deciding import Open, options
from tablelaw.table.reading.sentences import wager_name
from tablelaw.table.round.flow import next_to_act, stage_of

ACTION_KEYS = {"fold": "f", "check": "c", "bet": "b", "play": "p", "declare": "d", "pull": "t", "ride": "r", BUY: "x"}
OTHER_SUM = "a"
IN_WORDS = {"play": "play on", "ride": "let it ride", BUY: "bet"}


@dataclass(frozen=True, slots=True)
class DecisionOption:
    """One possible decision. `cents` is what it stakes; if any amount within a range is allowed, `span` has the range
    instead.
    """

    key: str
    label: str
    choice: Choice
    cents: int = 0
    span: tuple[int, int] | None = None
    price: int = 0
    """What a bought card costs in addition, in cents."""

    @property
    def offer(self) -> Offer:
        return Offer(self.key, self.label, str(self.choice.cite.first))

    def act(self, seat: int, cents: int, discard: tuple[Card, ...]) -> commands.Act:
        return commands.Act(seat, self.choice.action, cents, discard, by=str(player_at(seat)))


def ways(engine: Engine, round_: Round) -> list[DecisionOption]:
    """Every decision open to the seat that must act, each on its own key."""
    stage = stage_of(engine.rules, round_)
    number = next_to_act(engine.rules, round_, stage)
    assert number is not None
    seat = round_.seats[number]
    base = seat.wagers[engine.rules.opening[0].id]
    found = [way for option in options(engine.rules, round_, seat, stage) for way in _ways_of(engine, base, option)]
    bets = [way for way in found if way.cents and way.choice.action != BUY]
    return [_keyed(way, base, len(bets)) for way in found]


def _ways_of(engine: Engine, base: int, option: Open) -> Iterator[DecisionOption]:
    choice, least, most, _ = option
    key = ACTION_KEYS[choice.action]
    if not choice.places:
        yield DecisionOption(key, _label(engine, choice), choice)
        return
    times = multiples(engine.rules.terms, choice) if choice.times else range(-(-least // base), most // base + 1)
    for multiple in times:
        if multiple:
            label, cents = _bet_label(engine, choice, multiple, base), int(multiple * base)
            yield DecisionOption(key, label, choice, cents, price=_price(choice, base))
    if not choice.times and least < most:
        span = f"{printed(least)} to {printed(most)}"
        label = f"bet another amount on {wager_name(engine.rules, choice.wager)}, {span}{_away(choice)}"
        yield DecisionOption(OTHER_SUM, label, choice, span=(least, most))


def _keyed(way: DecisionOption, base: int, bets: int) -> DecisionOption:
    """If a stage has several bets, gives each its multiple as the key."""
    if not way.cents or bets == 1 or way.choice.action == BUY:
        return way
    return DecisionOption(str(way.cents // base), way.label, way.choice, way.cents, way.span)


def _label(engine: Engine, choice: Choice) -> str:
    if choice.action == "declare":
        return f"declare {' or '.join(choice.hands)}"
    if choice.pulls:
        return f"take back {wager_name(engine.rules, choice.pulls)}"
    return IN_WORDS.get(choice.action, choice.action) + _away(choice)


def _bet_label(engine: Engine, choice: Choice, multiple: Multiple, base: int) -> str:
    opening = engine.rules.opening[0].name
    size = f"equal to the {opening}" if multiple == 1 else f"{multiple} times the {opening}"
    away = f" and buy a card for {printed(_price(choice, base))}" if choice.price else _away(choice)
    return f"bet {printed(int(multiple * base))} on {wager_name(engine.rules, choice.wager)}, {size}{away}"


def _price(choice: Choice, base: int) -> int:
    return choice.price.times * base if choice.price is not None else 0


def _away(choice: Choice) -> str:
    if not choice.discard:
        return ""
    return " and discard " + ("a card" if choice.discard == 1 else f"{choice.discard} cards")


def stage_title(engine: Engine, round_: Round) -> str:
    """The stage of the round, such as "after flop (653a.11(d))"."""
    stage = stage_of(engine.rules, round_)
    return f"{stage.id.replace('-', ' ')} ({stage.cite.first})"
