"""Dealing: initial cards, burns, community cards and the dealer's cards, either virtual or entered one by one."""

from __future__ import annotations

from tablelaw.cards import Card
from tablelaw.table import commands, events
from tablelaw.table.phases.closing_bets import device_wagers
from tablelaw.table.phases.stub import require_right_stub
from tablelaw.table.refusals import Refused
from tablelaw.table.registry import evolves, handles
from tablelaw.table.round.flow import advance, final, with_dealer
from tablelaw.table.rules import TableRules
from tablelaw.table.state import Round, Slot, Table, change

SEAT_AT = {f"seat {number}": number for number in range(1, 53)}
"""The betting position for each place name."""


@handles(commands.Deal)
def deal(rules: TableRules, state: Table, command: commands.Deal) -> list[events.Event]:
    """Deals the next step of the procedure from a virtual deck, or turns up the next community cards."""
    round_ = due(rules, state)
    if round_.phase == "revealing":
        return [_reveal(rules, round_, command)]
    queue = round_.queue
    if rules.physical:
        raise Refused("cards-are-real", accepted=f"the card for {queue[0].place}", typed="enter(CARD)")
    if queue[-1].step != queue[0].step:
        queue = tuple(slot for slot in queue if slot.step == queue[0].step)
    cards = state.decks[state.deck].cards[round_.dealt : round_.dealt + len(queue)]
    return [_dealt(queue, cards, command)]


def due(rules: TableRules, state: Table) -> Round:
    """The current round; refuses if no card is due."""
    round_ = state.round
    if round_ is None or round_.phase not in ("dealing", "revealing"):
        cite = rules.cites.methods[state.method]
        raise Refused("nothing-to-deal", cite=cite, accepted="after no more bets, and after every decision")
    require_right_stub(rules, state, round_)
    if round_.flow < 0 and not round_.chips_counted and device_wagers(rules, round_):
        cite = rules.cites.duty("count-progressive-chips", state.method)
        raise Refused("chips-not-counted", cite=cite, accepted="count the chips first", typed="chips(...)")
    return round_


def _dealt(slots: tuple[Slot, ...], cards: tuple[Card, ...], command: commands.Command) -> events.Dealt:
    rows = tuple([(slot.place, card, slot.face) for slot, card in zip(slots, cards, strict=True)])
    return events.Dealt(rows, cite=slots[0].cite, by=command.by, at=command.at)


def _reveal(rules: TableRules, round_: Round, command: commands.Command) -> events.Revealed:
    entry = rules.flow.steps[round_.flow]
    cards = round_.community[round_.shown : round_.shown + entry.cards]
    return events.Revealed(cards, cite=rules.flow.cites[round_.flow], by=command.by, at=command.at)


@handles(commands.EnterCard)
def enter_card(rules: TableRules, state: Table, command: commands.EnterCard) -> list[events.Event]:
    """Enters one real card, which must not have left the deck already."""
    if not rules.physical:
        raise Refused("cards-are-virtual", accepted="the next cards, which the system deals", typed="deal()")
    round_ = due(rules, state)
    if round_.phase == "revealing":
        why, cite = "the cards are already on the table, face down", rules.flow.cites[round_.flow]
        raise Refused(
            "nothing-to-deal", why=why, cite=cite, accepted="the next cards, which turns them up", typed="deal()"
        )
    require_possible_card(rules, round_, command.card)
    return [_dealt(round_.queue[:1], (command.card,), command)]


@handles(commands.TakeBackCard)
def take_back_card(rules: TableRules, state: Table, command: commands.TakeBackCard) -> list[events.Event]:
    """Takes back a mistyped card. This is possible until the next card, decision or other step of the round.

    A card that was dealt to the wrong place is an irregularity and stays where it is.
    """
    if not rules.physical:
        raise Refused("cards-are-virtual", accepted="nothing: cards dealt by the system are never mistyped")
    round_ = state.round
    if round_ is None or not round_.entered:
        cite = rules.cites.methods[state.method]
        raise Refused("no-card-to-take-back", cite=cite, accepted=UNTIL_NEXT)
    slot = round_.entered[0]
    card = _cards_at(round_, slot.place)[-1]
    return [events.CardTakenBack(slot.place, card, slot.face, cite=slot.cite, by=command.by, at=command.at)]


UNTIL_NEXT = "right after a card was entered; later, report an irregularity"


def _cards_at(round_: Round, place: str) -> tuple[Card, ...]:
    number = SEAT_AT.get(place)
    return round_.places[place] if number is None else round_.seats[number].cards


@evolves(events.CardTakenBack)
def card_taken_back(rules: TableRules, state: Table, event: events.CardTakenBack) -> Table:
    """The round as it was before the card was entered."""
    round_ = state.round
    assert round_ is not None and _cards_at(round_, event.place)[-1] == event.card
    seats, places, number = round_.seats, round_.places, SEAT_AT.get(event.place)
    left = _cards_at(round_, event.place)[:-1]
    if number is not None:
        seats = {**seats, number: change(seats[number], cards=left)}
    else:
        places = {place: cards for place, cards in places.items() if place != event.place or left}
        places = {**places, event.place: left} if left else places
    after = change(
        round_,
        seats=seats,
        places=places,
        shown=round_.shown - ((event.place, event.face) == ("community", "up")),
        dealt=round_.dealt - 1,
        queue=round_.entered,
        flow=round_.entered_flow,
        phase="dealing",
        entered=(),
        entered_flow=-1,
    )
    return change(state, events=state.events + 1, round=after, now=event.at)


def require_possible_card(rules: TableRules, round_: Round, card: Card) -> None:
    """Refuses a card that has already left the deck in this round."""
    if card in seen_cards(round_):
        cite, accepted = rules.cites.row("deck"), "a card not dealt, burned or set aside in this round"
        raise Refused("impossible-card", why=str(card), cite=cite, accepted=accepted)


def seen_cards(round_: Round) -> set[Card]:
    """Every card that is known to have left the deck in this round."""
    at_seats = [card for seat in round_.seats.values() for card in (*seat.cards, *seat.discard)]
    return {*at_seats, *(card for cards in round_.places.values() for card in cards)}


@evolves(events.Dealt)
def dealt(rules: TableRules, state: Table, event: events.Dealt) -> Table:
    round_ = state.round
    assert round_ is not None
    seats, places, count = round_.seats, round_.places, len(event.cards)
    at_place: dict[str, list[Card]] = {}
    for place, card, _ in event.cards:
        at_place.setdefault(place, []).append(card)
    for place, cards in at_place.items():
        number = SEAT_AT.get(place)
        if number is None:
            places = {**places, place: (*places.get(place, ()), *cards)}
        else:
            seats = {**seats, number: change(seats[number], cards=(*seats[number].cards, *cards))}
    shown = round_.shown + [face for place, _, face in event.cards if place == "community"].count("up")
    after = change(
        with_dealer(round_, event.by),
        seats=seats,
        places=places,
        shown=shown,
        dealt=round_.dealt + count,
        queue=round_.queue[count:],
        entered=round_.queue if rules.physical else (),
        entered_flow=round_.flow if rules.physical else -1,
    )
    return change(state, events=state.events + 1, round=advance(rules, after, state.method), now=event.at)


@evolves(events.Revealed)
def revealed(rules: TableRules, state: Table, event: events.Revealed) -> Table:
    assert state.round is not None
    after = change(final(state.round), shown=state.round.shown + len(event.cards))
    return change(state, events=state.events + 1, round=advance(rules, after, state.method), now=event.at)


@handles(commands.TurnUp)
def turn_up(rules: TableRules, state: Table, command: commands.TurnUp) -> list[events.Event]:
    round_ = state.round
    if round_ is None or round_.phase != "showdown":
        cite = rules.flow.turn_up_cite
        accepted = "after every decision and the last community card" if cite else "no dealer's hand here"
        raise Refused("nothing-to-turn-up", cite=cite, accepted=accepted)
    require_right_stub(rules, state, round_)
    cite = rules.flow.cites[round_.flow]
    return [events.DealerTurnedUp(round_.places.get("dealer", ()), cite=cite, by=command.by, at=command.at)]


@evolves(events.DealerTurnedUp)
def dealer_turned_up(rules: TableRules, state: Table, event: events.DealerTurnedUp) -> Table:
    assert state.round is not None
    after = change(final(state.round), dealer_up=True)
    return change(state, events=state.events + 1, round=advance(rules, after, state.method), now=event.at)
