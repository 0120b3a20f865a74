"""Bonuses that ride on a wager: for another player's hand, or by a draw of the table game system."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from houserules.law.conduct import Outcome
from houserules.law.rows import Wager
from houserules.table.events import Line
from houserules.table.phases.hands import Hands, hand_cards
from houserules.table.phases.payout import line_at, settled_all_the_same
from houserules.table.registry import change
from houserules.table.state import Round, Seat

if TYPE_CHECKING:
    from houserules.table.engine import Engine

WON = Outcome.WON.value
NO_ACTS: frozenset[str] = frozenset()
FOLD_OR_DECLARE = frozenset({"fold", "declare"})
DRAWN = frozenset({"drawn"})
DEALERS_POSITION = 0


def acts_of(seat: Seat) -> frozenset[str]:
    """What a seat did, as rules see it."""
    return FOLD_OR_DECLARE.intersection(seat.actions) if seat.actions else NO_ACTS


def acts_on(round_: Round, seat: Seat, wager: Wager) -> frozenset[str]:
    """What a seat did to a wager. A void gives back the chips a fold collected, but no right that a fold had ended:

    what was wagered on a device had left the player before the cards were dealt.
    """
    return NO_ACTS if round_.voided_by and wager.medium == "chips" else acts_of(seat)


def bonus_lines(engine: Engine, round_: Round, number: int, bonus: Wager, meters: dict[str, int]) -> Iterator[Line]:
    """What a bonus pays when a seat is settled; a bonus that is not earned leaves no line."""
    if round_.voided_by and engine.plan.effects[round_.voided_by][bonus.id].effect != "settled":
        return
    if "other player" in engine.plan.hand_places.get(bonus.hand, ()):
        yield from _for_others(engine, round_, number, bonus, meters)
    else:
        yield from _for_the_draw(engine, round_, number, bonus, meters)


def _for_others(engine: Engine, round_: Round, holder: int, bonus: Wager, meters: dict[str, int]) -> Iterator[Line]:
    """This seat's hand may earn a bonus for every other player who made the wager it rides on."""
    shown, note = round_.seats[holder], f"for seat {holder}'s hand"
    if any(line.note == note for line in round_.lines):
        return
    for number in reversed(round_.seats):
        seat = round_.seats[number]
        carrier = next((wager for wager in bonus.rides_on if wager in seat.wagers), None)
        if carrier is None or seat.player == shown.player or "left" in seat.actions:
            continue
        question = (bonus.id, None, acts_of(seat), seat.wagers[carrier])
        blank = engine.verdicts.line(question, Hands(engine, round_, seat, shown))
        if blank.outcome == WON:
            line = line_at(engine, round_, number, settled_all_the_same(engine, round_, blank), meters)
            yield change(line, note=note)


def _for_the_draw(engine: Engine, round_: Round, number: int, bonus: Wager, meters: dict[str, int]) -> Iterator[Line]:
    """A bonus drawn by the table game system, once for each wager it rides on."""
    seat = round_.seats[number]
    for carrier in bonus.rides_on:
        if carrier in seat.wagers and "left" not in seat.actions:
            acts = acts_of(seat) | drawn_for(engine, round_, number, bonus, carrier)
            question = (bonus.id, None, acts, seat.wagers[carrier])
            blank = engine.verdicts.line(question, Hands(engine, round_, seat))
            if blank.outcome == WON:
                line = line_at(engine, round_, number, settled_all_the_same(engine, round_, blank), meters)
                yield change(line, note=f"on {engine.plan.wagers[carrier].name}")


def drawn_for(engine: Engine, round_: Round, number: int, bonus: Wager, carrier: str) -> frozenset[str]:
    """Did the draw fall on the wager that carries a bonus: on a card of its hand, or on its position?"""
    hand = engine.plan.wagers[carrier].hand
    if bonus.drawn == "card":
        falls = bool(set(round_.drawn_cards).intersection(hand_cards(engine, round_, round_.seats[number], hand)))
    else:
        position = DEALERS_POSITION if "dealer" in engine.plan.hand_places[hand] else number
        falls = position in round_.drawn_positions
    return DRAWN if falls else NO_ACTS
