"""What happened at a table, in the words of the game: one sentence for each kind of event."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import groupby
from typing import Any, TypeVar

from tablelaw.amounts import METER_UNITS_PER_CENT
from tablelaw.cards import Card, cards_text
from tablelaw.law.rows import BUY, PULL
from tablelaw.persons import Actor
from tablelaw.printed_money import printed
from tablelaw.table import events
from tablelaw.table.events import Event, Line
from tablelaw.table.phases.decks import deck_to_shuffle
from tablelaw.table.round.hands import can_form, hand_cards
from tablelaw.table.rules import TableRules
from tablelaw.table.state import Round, Table

E = TypeVar("E", bound=Event)
Teller = Callable[[TableRules, Table, Any], str]
TELLERS: dict[type[Event], Teller] = {}

PEOPLE = {"dealer": "dealer", "floor": "floorperson", "player": "player", "system": "system"}


def tells(kind: type[E]) -> Callable[[Callable[[TableRules, Table, E], str]], Teller]:
    """Registers the sentence for a kind of event."""

    def register(teller: Callable[[TableRules, Table, E], str]) -> Teller:
        TELLERS[kind] = teller
        return teller

    return register


def event_text(rules: TableRules, before: Table, event: Event) -> str:
    """The sentence for an event, given the table before it."""
    return TELLERS[type(event)](rules, before, event)


# --- Small words ------------------------------------------------------------------------------------


def who(by: str) -> str:
    """An actor in words: "dealer:bob" -> "dealer bob"; "player:3" -> "the player at seat 3"."""
    actor = Actor.parse(by)
    if actor.role is None:
        return actor.name
    if actor.seat is not None:
        return f"the player at seat {actor.seat}"
    person = PEOPLE.get(actor.role, actor.role)
    return f"{person} {actor.name}" if actor.name else f"the {person}"


def sentence(text: str) -> str:
    return text[:1].upper() + text[1:]


def listed(words: Iterable[object]) -> str:
    """Joins names as in a sentence: "a", "a and b", "a, b and c"."""
    *most, last = [str(word) for word in words] or ["none"]
    return f"{', '.join(most)} and {last}" if most else last


def meter_text(units: int) -> str:
    cents, rest = divmod(units, METER_UNITS_PER_CENT)
    return printed(cents) + (f" and {rest:,}/{METER_UNITS_PER_CENT:,} of a cent" if rest else "")


def wager_name(rules: TableRules, wager: str) -> str:
    row = rules.wagers.get(wager)
    return row.name if row else wager


def place_name(place: str) -> str:
    """The name of a place in words, with hyphens turned into spaces."""
    return place.replace("-", " ")


def held_text(rules: TableRules, round_: Round | None, hand: str, seat: int = 0) -> str:
    """A hand in words and in parentheses, once all its cards are on the table; otherwise empty."""
    held = round_.seats.get(seat) if round_ else None
    if round_ is None or not can_form(rules, round_, held, hand):
        return ""
    return f" ({rules.hands.rankings[hand].describe(hand_cards(rules, round_, held, hand))})"


# --- Decks ------------------------------------------------------------------------------------------

READIED = {
    "inspected": "{who} inspects the cards",
    "verified": "{who} verifies the inspection",
    "spread": "{who} spreads the cards for the first player",
    "idle": "{who} spreads the cards while nobody plays",
    "seen": "{who} has looked at the cards",
    "stacked": "{who} washes and stacks the cards",
}


@tells(events.DecksReceived)
def decks_received(rules: TableRules, before: Table, event: events.DecksReceived) -> str:
    kind = "preshuffled " if event.preshuffled else ""
    noun = "deck" if len(event.backs) == 1 else "decks"
    return f"{who(event.by)} receives {len(event.backs)} {kind}{noun}: {listed(event.backs)}"


@tells(events.DecksReadied)
def decks_readied(rules: TableRules, before: Table, event: events.DecksReadied) -> str:
    return READIED.get(event.status, f"the decks are now {event.status}").format(who=who(event.by))


@tells(events.Shuffled)
def shuffled(rules: TableRules, before: Table, event: events.Shuffled) -> str:
    name = f"the {before.decks[deck_to_shuffle(before)].back} deck"
    return f"{name} keeps the order it came in" if event.how == "preshuffled" else f"{name} is shuffled by {event.how}"


@tells(events.DeckCut)
def deck_cut(rules: TableRules, before: Table, event: events.DeckCut) -> str:
    return f"{who(event.by)} cuts {event.depth} cards from the top"


@tells(events.RecutOrdered)
def recut_ordered(rules: TableRules, before: Table, event: events.RecutOrdered) -> str:
    return f"{who(event.by)} orders a new cut"


@tells(events.DeviceMarked)
def device_marked(rules: TableRules, before: Table, event: events.DeviceMarked) -> str:
    return f"the {event.device} {event.how}" if event.how == "works again" else f"the {event.device} is {event.how}"


@tells(events.MethodChanged)
def method_changed(rules: TableRules, before: Table, event: events.MethodChanged) -> str:
    return f"dealing changes to: {rules.dealing.methods[event.dealing].name.lower()}"


@tells(events.TableClosed)
def table_closed(rules: TableRules, before: Table, event: events.TableClosed) -> str:
    return f"{who(event.by)} closes the table"


@tells(events.DeckRemoved)
def deck_removed(rules: TableRules, before: Table, event: events.DeckRemoved) -> str:
    return "the deck is removed from the table"


# --- Seats and wagers -------------------------------------------------------------------------------


@tells(events.SeatTaken)
def seat_taken(rules: TableRules, before: Table, event: events.SeatTaken) -> str:
    return f"seat {event.seat} is taken by {event.player}"


@tells(events.SeatLeft)
def seat_left(rules: TableRules, before: Table, event: events.SeatLeft) -> str:
    return f"seat {event.seat} is left by {before.players[event.seat]}"


@tells(events.WagerPlaced)
def wager_placed(rules: TableRules, before: Table, event: events.WagerPlaced) -> str:
    return f"seat {event.seat} wagers {printed(event.cents)} on {wager_name(rules, event.wager)}"


@tells(events.WagerWithdrawn)
def wager_withdrawn(rules: TableRules, before: Table, event: events.WagerWithdrawn) -> str:
    return f"seat {event.seat} takes {wager_name(rules, event.wager)} back"


@tells(events.BetsClosed)
def bets_closed(rules: TableRules, before: Table, event: events.BetsClosed) -> str:
    noun = "seat" if len(event.seats) == 1 else "seats"
    return f"no more bets: round {event.number} with {noun} {listed(event.seats)}"


@tells(events.ChipsCounted)
def chips_counted(rules: TableRules, before: Table, event: events.ChipsCounted) -> str:
    return f"{who(event.by)} counts {event.number} progressive chips"


# --- Cards and decisions ----------------------------------------------------------------------------


@tells(events.Dealt)
def dealt(rules: TableRules, before: Table, event: events.Dealt) -> str:
    if all(place == "burn" for place, _, _ in event.cards):
        return f"{who(event.by)} burns {_shown([card for _, card, _ in event.cards], 'down')}"
    tours = groupby(event.cards, key=lambda row: (row[0], row[2]))
    laid = [f"{place_name(place)} {_shown([row[1] for row in rows], face)}" for (place, face), rows in tours]
    return f"{who(event.by)} deals: {', '.join(laid)}"


@tells(events.CardTakenBack)
def card_taken_back(rules: TableRules, before: Table, event: events.CardTakenBack) -> str:
    taken = f"{_shown([event.card], event.face)} at {place_name(event.place)}"
    return f"{who(event.by)} takes back {taken}: it was mistyped and is still in the shoe"


def _shown(cards: Sequence[Card], face: str) -> str:
    return cards_text(cards) if face == "up" else f"({cards_text(cards)})"


@tells(events.Revealed)
def revealed(rules: TableRules, before: Table, event: events.Revealed) -> str:
    return f"community cards turned up: {cards_text(event.cards)}"


ACTIONS = {
    "fold": "folds",
    "check": "checks",
    "play": "plays on",
    "declare": "declares a winner",
    "ride": "lets the bets ride",
}


@tells(events.Decided)
def decided(rules: TableRules, before: Table, event: events.Decided) -> str:
    does = ACTIONS.get(event.action, event.action)
    if event.action == PULL:
        does = f"takes back {wager_name(rules, event.wager)}"
    elif event.wager:
        does = f"bets {printed(event.cents)} on {wager_name(rules, event.wager)}"
    verb = "buys a card for" if event.action == BUY else "discards"
    away = f" and {verb} {cards_text(event.discard)}" if event.discard else ""
    racked = ", cards to the rack" if event.racked else ""
    return f"seat {event.seat} {does}{away}{racked}"


@tells(events.DealerTurnedUp)
def dealer_turned_up(rules: TableRules, before: Table, event: events.DealerTurnedUp) -> str:
    return f"{who(event.by)} turns up {cards_text(event.cards)}{held_text(rules, before.round, 'dealer')}"


# --- Settlement -------------------------------------------------------------------------------------


@tells(events.MetersRead)
def meters_read(rules: TableRules, before: Table, event: events.MetersRead) -> str:
    return "meters read: " + listed(f"{meter} {meter_text(units)}" for meter, units in event.readings)


@tells(events.BonusDrawn)
def bonus_drawn(rules: TableRules, before: Table, event: events.BonusDrawn) -> str:
    drawn = [cards_text(event.cards)] if event.cards else []
    drawn += [f"position {place}" if place else "the dealer's position" for place in event.positions]
    return f"drawn for this round: {listed(drawn or ['nothing'])}"


@tells(events.Settled)
def settled(rules: TableRules, before: Table, event: events.Settled) -> str:
    held = held_text(rules, before.round, "player", event.seat)
    return f"seat {event.seat}{held} is settled" if event.done else f"seat {event.seat}{held} is settled in part"


def line_text(rules: TableRules, line: Line) -> str:
    """The text for a settled wager: the stake, the outcome, and what was paid and returned."""
    stake = f" {printed(line.stake)}" if line.stake else ""
    at = f" at {line.odds}" if line.odds and line.odds != line.outcome else ""
    row = f" ({line.row})" if line.row else ""
    head = f"seat {line.seat} {wager_name(rules, line.wager)}{stake}: {line.outcome}{at}{row}"
    moved = [f"{name} {printed(sum_)}" for name, sum_ in _moved(line) if sum_ and name != line.outcome]
    meter = f"{line.meter} {meter_text(line.meter_before)} to {meter_text(line.meter_after)}" if line.meter else ""
    by_hand = "by hand pay" if line.hand_pay else ""
    return ", ".join(part for part in (head, *moved, meter, by_hand, line.note) if part)


def _moved(line: Line) -> tuple[tuple[str, int], ...]:
    return ("paid", line.paid), ("returned", line.returned), ("collected", line.kept)


@tells(events.ShareFixed)
def share_fixed(rules: TableRules, before: Table, event: events.ShareFixed) -> str:
    line = event.line
    share = f"{printed(line.paid)} ({line.odds})" + (f", {line.note}" if line.note else "")
    return (
        f"{wager_name(rules, line.wager)} at seat {line.seat} is fixed at {share}, from what the meter shows at the "
        "player's turn"
    )


@tells(events.ValidationAsked)
def validation_asked(rules: TableRules, before: Table, event: events.ValidationAsked) -> str:
    return f"{wager_name(rules, event.wager)} at seat {event.seat} waits for a floorperson's validation"


@tells(events.Validated)
def validated(rules: TableRules, before: Table, event: events.Validated) -> str:
    return f"{who(event.by)} validates {wager_name(rules, event.wager)} at seat {event.seat}"


@tells(events.DocumentsCompleted)
def documents_completed(rules: TableRules, before: Table, event: events.DocumentsCompleted) -> str:
    return f"the documents for seat {event.seat} are complete"


@tells(events.StubCounted)
def stub_counted(rules: TableRules, before: Table, event: events.StubCounted) -> str:
    return f"{who(event.by)} counts {event.cards} cards in the stub: {'right' if event.right else 'wrong'}"


@tells(events.IrregularityFound)
def irregularity_found(rules: TableRules, before: Table, event: events.IrregularityFound) -> str:
    seat = f" at seat {event.seat}" if event.seat else ""
    void = "; the round is void" + (", but the board is dealt" if event.board else "") if event.voids else ""
    return f"irregularity{seat}: {rules.irregularities[event.irregularity].name}{void}"


@tells(events.CardSetAside)
def card_set_aside(rules: TableRules, before: Table, event: events.CardSetAside) -> str:
    return f"{cards_text(event.card)} is set aside and not used"


@tells(events.RoundCleared)
def round_cleared(rules: TableRules, before: Table, event: events.RoundCleared) -> str:
    return f"round {event.number} is cleared; the deck is {event.status}"
