"""What the practice table says about each event of a round, naming only face-up cards."""

from __future__ import annotations

import msgspec

from tablelaw.cards import Card
from tablelaw.cli.play.decisions import IN_WORDS
from tablelaw.cli.play.felt import Pen
from tablelaw.law.rows import BUY, PULL
from tablelaw.printed_money import printed
from tablelaw.table import Engine, Table, events
from tablelaw.table.phases.dealing import SEAT_AT
from tablelaw.table.reading.sentences import event_text, held_text, sentence, wager_name

HEARD = (
    events.ShareFixed,
    events.ValidationAsked,
    events.Validated,
    events.DocumentsCompleted,
    events.StubCounted,
    events.BonusDrawn,
    events.IrregularityFound,
)


def heard(engine: Engine, before: Table, event: events.Event, pen: Pen, me: int) -> str:
    """Describes an event in a sentence with its paragraph; empty for events that do not interest a player."""
    said = _said(engine, before, event, pen, me)
    return f"{sentence(said)} ({event.cite})" if said else ""


def _said(engine: Engine, before: Table, event: events.Event, pen: Pen, me: int) -> str:
    if isinstance(event, events.Dealt):
        return _laid(event, pen)
    if isinstance(event, events.Revealed):
        return f"the dealer turns up {_cards(event.cards, pen)}"
    if isinstance(event, events.DealerTurnedUp):
        return f"the dealer shows {_cards(event.cards, pen)}{held_text(engine.rules, before.round, 'dealer')}"
    if isinstance(event, events.Decided):
        return _own(engine, event, pen) if event.seat == me else _others(engine, before, event)
    return event_text(engine.rules, before, event) if isinstance(event, HEARD) else ""


def _own(engine: Engine, event: events.Decided, pen: Pen) -> str:
    if event.action == PULL:
        return f"you take back {wager_name(engine.rules, event.wager)}"
    staked = f" {printed(event.cents)} on {wager_name(engine.rules, event.wager)}" if event.wager else ""
    verb = "buy a card for" if event.action == BUY else "discard"
    away = f" and {verb} {_cards(event.discard, pen)}" if event.discard else ""
    return f"you {IN_WORDS.get(event.action, event.action)}{staked}{away}"


def _others(engine: Engine, before: Table, event: events.Decided) -> str:
    """Describes another player's decision; a discarded card stays hidden."""
    said = event_text(engine.rules, before, msgspec.structs.replace(event, discard=()))
    said += " and buys a card" if event.action == BUY else ""
    return said.replace(f"seat {event.seat}", before.players[event.seat], 1)


def _laid(event: events.Dealt, pen: Pen) -> str:
    """Describes the face-up community cards of a deal, the cards bought, or the burn."""
    bought = [(SEAT_AT[place], card) for place, card, face in event.cards if place in SEAT_AT and face == "up"]
    if bought:
        laid = ", ".join(f"seat {seat} gets {_cards([card], pen)}" for seat, card in bought)
        return f"the dealer deals the cards bought: {laid}"
    board = [card for place, card, face in event.cards if place == "community" and face == "up"]
    if board:
        return f"the dealer deals {_cards(board, pen)}"
    burns = [place for place, _, _ in event.cards if place == "burn"]
    return "the dealer burns a card" if burns and len(burns) == len(event.cards) else ""


def _cards(cards: tuple[Card, ...] | list[Card], pen: Pen) -> str:
    return pen.row(cards).plain
