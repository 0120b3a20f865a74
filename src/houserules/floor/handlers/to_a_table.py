"""Orders to a table: who may give them, what the floor adds of its own, and what comes of it."""

from __future__ import annotations

from collections.abc import Mapping

from houserules.cage.meters.meters import Meters, MeterState
from houserules.cards import Card, Deck
from houserules.chance import Chance
from houserules.floor.handlers.meter_links import cut_off, lying
from houserules.floor.handlers.outcome import Outcome, raw
from houserules.floor.handlers.registry import NO_TABLES, Desk
from houserules.floor.orders import Order
from houserules.floor.posting.bonus_draws import draw
from houserules.floor.posting.deck_seals import open_cards, seal
from houserules.floor.posting.meter_changes import MOVEMENTS, Progressive
from houserules.floor.posting.transfers import Cashier
from houserules.floor.property import FloorTable, Property
from houserules.floor.read_model import TableView
from houserules.floor.refusals import FloorRefused
from houserules.floor.rules.lapses import On, refuse_out_of_force
from houserules.table import commands, events
from houserules.table.commands import Command
from houserules.table.phases.payout import reserve_of
from houserules.table.refusals import Refused
from houserules.table.registry import change, spoken
from houserules.table.state import Table

PAYING = (commands.SettleSeat, commands.Validate, commands.Act, commands.ReportSlip)
"""Commands that may settle a wager: the meters are read first."""
OWN = (commands.ReadMeters, commands.DrawBonus)
"""Commands that only the floor's own system gives."""
WAGERING = (commands.PlaceWager, commands.CloseBets)
"""Commands that begin a round: wagers are taken in a gaming day only, so that each round is in a day's report."""
UP_AGAIN = "the link restored first: `houserules floor restore-link LINK`"
FRESH = Deck.new()


def handle_table(floor: Property, order: Order, chance: Chance) -> Outcome:
    """What an order to a table comes to; refused by the floor, or by the table itself. Nothing changes yet."""
    table = floor.tables.get(order.table)
    if table is None:
        raise FloorRefused("no-such-table", why=order.table, accepted=", ".join(floor.tables) or NO_TABLES)
    if order.expect is not None and order.expect != table.number:
        raise FloorRefused("stale", why=f"entry {order.expect} of {order.table}", accepted=f"entry {table.number}")
    assert isinstance(order.command, Command)
    given = _addressed(table, order)
    _refuse_link(floor, table, given)
    if isinstance(given, WAGERING):
        Desk(floor, order).refuse_no_day()
        on = On(floor.day, given.at, floor.time_zone)
        refuse_out_of_force(table.text, table.engine, table.state, given, on)
    try:
        return _carried_out(floor, table, given, chance)
    except Refused as refusal:
        # A player's command is for the player's own seat: only that player may be told what rests on its cards.
        raise refusal if given.role == "player" else refusal.public() from None


def _addressed(table: FloorTable, order: Order) -> Command:
    """The command as it is kept, from somebody who may give it."""
    command = order.command
    assert isinstance(command, Command)
    if isinstance(command, OWN):
        raise FloorRefused("by-the-system", why=spoken(command), accepted="nothing: it comes of itself")
    if isinstance(command, commands.Shuffle) and command.cards:
        raise FloorRefused("deck-is-shuffled-here", accepted="a shuffle without an order of cards")
    role, _, person = order.by.partition(":")
    seat = getattr(command, "seat", 0)
    is_seated = role == "player" and not isinstance(command, commands.TakeSeat)
    if is_seated and table.state.players.get(seat, person) != person:
        mine = [str(n) for n, name in table.state.players.items() if name == person]
        raise FloorRefused(
            "not-your-seat", why=f"seat {seat}", accepted=" or ".join(mine) or "a seat taken first: sit(SEAT)"
        )
    return as_kept(order, command)


def as_kept(order: Order, command: Command) -> Command:
    """The command as the table knows its giver: a player by the position, others by role and name."""
    role, _, person = order.by.partition(":")
    if role != "player":
        return change(command, by=order.by, at=order.at)
    seat = getattr(command, "seat", 0)
    if isinstance(command, commands.TakeSeat):
        return change(command, player=person, by=f"player:{seat}", at=order.at)
    return change(command, by=f"player:{seat}" if seat else "player", at=order.at)


def _refuse_link(floor: Property, table: FloorTable, command: Command) -> None:
    """A wager whose meter cannot be reached is neither taken nor locked in."""
    if not floor.links_down or not isinstance(command, WAGERING):
        return
    cut = cut_off(table.engine.submission, floor.links_down)
    if isinstance(command, commands.CloseBets):
        wagers, accepted = lying(table.state.round, cut), f"each handed back with withdraw(SEAT,WAGER), or {UP_AGAIN}"
    else:
        wagers = [(command.seat, command.wager)] if command.wager in cut else []
        accepted = f"other wagers, or {UP_AGAIN}"
    if wagers:
        names, wager = table.engine.plan.wagers, wagers[0][1]
        why = ", ".join(f"{names[wager].name} of seat {seat}: link {cut[wager]}" for seat, wager in wagers)
        raise FloorRefused("link-down", why=why, cite=table.engine.plan.wager_cites[wager], accepted=accepted)


def _carried_out(floor: Property, table: FloorTable, given: Command, chance: Chance) -> Outcome:
    engine, before = table.engine, table.state
    order = _fresh_order(table, given, chance)
    command = change(given, cards=order) if order else given
    outcome = Outcome(raw(given), (), state=before)
    if isinstance(command, PAYING) and table.meters:
        _step(table, outcome, meters_read(floor.meters, table, command.at))
    _step(table, outcome, command)
    if isinstance(command, commands.CloseBets) and outcome.state is not None and outcome.state.round is not None:
        _step(table, outcome, draw(engine, outcome.state.round, chance, command.at))
    if order:
        outcome.sealed, outcome.secret = seal(order, chance)
    outcome.round = _round_of(before, outcome.state)
    outcome.openings = open_cards(table, outcome.steps)
    outcome.events = tuple(_without_order(event) for _, event, _ in outcome.steps)
    _account_for(table, outcome)
    return outcome


def _fresh_order(table: FloorTable, given: Command, chance: Chance) -> tuple[Card, ...]:
    """The order of a deck that the system shuffles now; none for other commands, and for real cards."""
    shuffles = isinstance(given, commands.Shuffle) and not table.engine.physical
    return FRESH.shuffled(chance).cards if shuffles else ()


def _step(table: FloorTable, outcome: Outcome, command: Command | None) -> None:
    """Carries out one command on what the ones before it left."""
    state = outcome.state
    if command is None or state is None:
        return
    for event in table.engine.apply(state, command):
        after = table.engine.evolve(state, event)
        outcome.steps.append((state, event, after))
        state = after
    outcome.state = state


def meters_read(known: Meters | Mapping[str, MeterState], table: FloorTable | TableView, at: int) -> Command | None:
    """What the property's meters show, where a table has another figure in mind."""
    shown: dict[str, int] = {}
    for meter in table.engine.submission.meters:
        state = known[table.meters[meter.id]]
        shown[meter.id] = state.units
        if meter.reserve:
            shown[reserve_of(meter.id)] = state.reserve_units
    if all(table.state.meters.get(name) == units for name, units in shown.items()):
        return None
    return commands.ReadMeters(tuple(shown.items()), by="system", at=at)


def _round_of(before: Table, after: Table | None) -> int:
    for state in (before, after):
        if state is not None and state.round is not None:
            return state.round.number
    return 0


def _without_order(event: events.Event) -> events.Event:
    """A shuffle as the log shows it: the order of the cards is sealed."""
    return change(event, cards=()) if isinstance(event, events.Shuffled) and event.cards else event


def _account_for(table: FloorTable, outcome: Outcome) -> None:
    """The transfers and meter changes of what happened."""
    cashier = Cashier(table, table.number + 1)
    for step in outcome.steps:
        cashier.see(*step)
    outcome.transfers = tuple(cashier.transfers)
    if table.meters and any(type(event) in MOVEMENTS for _, event, _ in outcome.steps):
        progressive = Progressive(table)
        for step in outcome.steps:
            progressive.see(*step)
        outcome.meters = tuple(progressive.changes)
