"""Tells the story of a failing day in plain sentences: when, where, who and what, and how floor and auditor differ."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime

from tablelaw.cards import cards_text
from tablelaw.floor import events as property_events
from tablelaw.floor.log.entry import Entry
from tablelaw.floor.orders import Order
from tablelaw.gaming_day.day import Outcome
from tablelaw.law.rows import BUY, PULL
from tablelaw.printed_money import printed
from tablelaw.table import events

Told = list[tuple[Order, Entry]]
DONE = {
    "fold": "folds",
    "check": "checks",
    "bet": "bets",
    BUY: "bets",
    "play": "plays on",
    "declare": "declares",
    "pull": "takes back",
    "ride": "lets the bets ride",
}


def story(outcome: Outcome) -> list[str]:
    """The sentences of a day, the disagreement last."""
    lines = [f"Seed {outcome.script.seed}, with {_tables(outcome)}."]
    telling = Story()
    for order, entry in outcome.told:
        lines += telling.hear(order, entry)
    lines += telling.rest()
    found = outcome.disagreement
    if found is not None:
        cite = f" ({found.cite})" if found.cite else ""
        lines.append(f"{clock(found.at)} the auditor disagrees, in {found.item} of the script: {found.what}{cite}.")
        lines += [f"      also {other.sentence()}" for other in found.differences[1:4]]
    return lines


def _tables(outcome: Outcome) -> str:
    named = [f"{table.name} ({table.book}, {table.submission.dealing})" for table in outcome.script.tables]
    return " and ".join(named)


def clock(at: int) -> str:
    return datetime.fromtimestamp(at, UTC).strftime("%H:%M:%S")


class Story:
    """Collects what belongs in one sentence: the wagers of a seat, the cards of a round."""

    def __init__(self) -> None:
        self.bets: dict[tuple[str, int, int, str], list[str]] = {}
        self.began = 0
        self.cards: dict[str, dict[str, list[str]]] = {}

    def hear(self, order: Order, entry: Entry) -> Iterator[str]:
        for event in entry.events:
            if isinstance(event, events.WagerPlaced):
                self.began = self.began or entry.at
                who = order.actor.name
                at = order.table, entry.round, event.seat, who
                self.bets.setdefault(at, []).append(f"{printed(event.cents)} on {event.wager}")
            elif isinstance(event, events.Dealt):
                for place, card, _ in event.cards:
                    self.cards.setdefault(order.table, {}).setdefault(place, []).append(str(card))
            elif isinstance(event, events.CardTakenBack):
                self.cards[order.table][event.place].pop()
            else:
                yield from self._sentence(order, entry, event)

    def rest(self) -> Iterator[str]:
        """The wagers collected so far, one sentence per seat."""
        bets, self.bets, at, self.began = self.bets, {}, self.began, 0
        for (table, number, seat, who), sums in bets.items():
            yield f"{clock(at)} {table}, round {number}: {who}, seat {seat}, bets {', '.join(sums)}."

    def _sentence(self, order: Order, entry: Entry, event: object) -> Iterator[str]:
        says = _says(event)
        if isinstance(event, events.Settled | events.IrregularityFound | events.RoundCleared):
            yield from self._dealt(order.table, entry)
        if says:
            yield from self.rest()
            where = f"{order.table}, round {entry.round}: " if order.table else ""
            yield f"{clock(entry.at)} {where}{says}."

    def _dealt(self, table: str, entry: Entry) -> Iterator[str]:
        """A sentence with the cards, once they decide something."""
        places = self.cards.pop(table, {})
        hands = [f"{place} {' '.join(cards)}" for place, cards in sorted(places.items()) if place != "burn"]
        if hands:
            yield from self.rest()
            yield f"{clock(entry.at)} {table}, round {entry.round}: cards so far: {'; '.join(hands)}."


def _says(event: object) -> str:
    """An event in words; empty if a story can omit it."""
    if isinstance(event, events.Decided):
        pulled = f" {event.wager}" if event.action == PULL else ""
        put = f" {printed(event.cents)} on {event.wager}" if event.cents else pulled
        verb = "buying a card for" if event.action == BUY else "discarding"
        away = f", {verb} {cards_text(event.discard)}" if event.discard else ""
        return f"seat {event.seat} {DONE[event.action]}{put}{away}"
    if isinstance(event, events.IrregularityFound):
        return (
            f"an irregularity, {event.irregularity}" + (f", of seat {event.seat}" if event.seat else "") + _void(event)
        )
    if isinstance(event, events.Settled):
        return f"seat {event.seat} is settled: {', '.join(map(_line, event.lines))}" if event.lines else ""
    if isinstance(event, events.RoundCleared):
        return "the felt is cleared"
    if isinstance(event, events.DocumentsCompleted):
        return f"an attendant pays seat {event.seat}"
    return _property_says(event)


def _property_says(event: object) -> str:
    if isinstance(event, property_events.ChipsBought):
        return f"{event.player} buys in for {printed(event.cents)} at {event.table}"
    if isinstance(event, property_events.ChipsCashed):
        return f"{event.player} cashes out {printed(event.cents)}"
    if isinstance(event, property_events.AccountLoaded):
        return f"{event.player} puts {printed(event.cents)} on the electronic account"
    if isinstance(event, property_events.AccountClosed):
        return f"{event.player} takes {printed(event.cents)} off the electronic account"
    if isinstance(event, property_events.Corrected):
        return f"transfer {event.transfer} is corrected: {event.reason}"
    if isinstance(event, property_events.MeterAdjusted):
        return f"the display of {event.meter} is corrected: {event.reason}"
    quiet = (
        property_events.PropertyOpened
        | property_events.TableInstalled
        | property_events.DayStarted
        | property_events.DayEnded
    )
    if isinstance(event, property_events.PropertyEvent) and not isinstance(event, quiet):
        return type(event).__name__
    return ""


def _void(event: events.IrregularityFound) -> str:
    return "; the round is void" if event.voids else ""


def _line(line: events.Line) -> str:
    won = f" and is paid {printed(line.paid)}" if line.paid else ""
    return f"{line.wager} {line.outcome}{won}"
