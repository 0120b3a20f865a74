"""Orders to a table: who may give them, what the floor adds, and what results from them."""

from __future__ import annotations

from collections.abc import Mapping

from tablelaw.cage.meters.meters import Meters, MeterState
from tablelaw.cards import Card, Deck
from tablelaw.chance import Chance
from tablelaw.floor.handlers.meter_links import cut_off, lying
from tablelaw.floor.handlers.outcome import Outcome, raw
from tablelaw.floor.handlers.registry import OrderContext, no_such_table
from tablelaw.floor.orders import Order
from tablelaw.floor.posting.bonus_draws import draw
from tablelaw.floor.posting.deck_seals import open_cards, seal
from tablelaw.floor.posting.meter_changes import MOVEMENTS, MeterChangeWriter
from tablelaw.floor.posting.transfers import TransferWriter
from tablelaw.floor.property import FloorTable, Property
from tablelaw.floor.read_model import TableView
from tablelaw.floor.refusals import FloorRefused
from tablelaw.floor.rules.lapses import On, require_wagers_in_force
from tablelaw.permissions import is_only_for_the_floor_itself
from tablelaw.persons import Actor, player_at
from tablelaw.table import commands, events
from tablelaw.table.command_wording import spoken
from tablelaw.table.commands import Command
from tablelaw.table.refusals import Refused
from tablelaw.table.registry import tag_of
from tablelaw.table.round.meter_lines import reserve_of
from tablelaw.table.state import Table, change

PAYING = (commands.SettleSeat, commands.Validate, commands.Act, commands.ReportIrregularity)
"""Commands that may settle a wager, so the meters are read first."""
WAGERING = (commands.PlaceWager, commands.CloseBets)
"""Commands that begin a round. Wagers are accepted only during a gaming day, so each round is in exactly one day's
report.
"""
UP_AGAIN = "restore the link first"
UP_AGAIN_TYPED = "`tablelaw floor restore-link LINK`"
FRESH = Deck.new()


def handle_table(floor: Property, order: Order, chance: Chance) -> Outcome:
    """Computes the outcome of an order to a table. Nothing changes yet.

    The floor or the table itself may refuse the order.
    """
    table = floor.tables.get(order.table)
    if table is None:
        raise no_such_table(order.table, floor.tables)
    if order.expect is not None and order.expect != table.number:
        raise FloorRefused("stale", why=f"entry {order.expect} of {order.table}", accepted=f"entry {table.number}")
    assert isinstance(order.command, Command)
    given = _addressed(table, order)
    _require_links_up(floor, table, given)
    if isinstance(given, WAGERING):
        OrderContext(floor, order).require_open_day()
        on = On(floor.day, given.at, floor.time_zone)
        require_wagers_in_force(table.text, table.engine, table.state, given, on)
    try:
        return _carried_out(floor, table, given, chance)
    except Refused as refusal:
        # A player's command must be for their own seat, because the answer may depend on cards that only they may see.
        raise refusal if given.actor.role == "player" else refusal.public() from None


def _addressed(table: FloorTable, order: Order) -> Command:
    """Returns the command as it is stored; refuses it if this person may not give it."""
    command = order.command
    assert isinstance(command, Command)
    if is_only_for_the_floor_itself(tag_of(type(command))):
        raise FloorRefused("by-the-system", why=spoken(command), accepted="nothing: the floor does this by itself")
    if isinstance(command, commands.Shuffle) and command.cards:
        raise FloorRefused("deck-is-shuffled-here", accepted="a shuffle without an order of cards")
    actor, seat = order.actor, getattr(command, "seat", 0)
    is_seated = actor.role == "player" and not isinstance(command, commands.TakeSeat)
    if is_seated and table.state.players.get(seat, actor.name) != actor.name:
        mine = [str(n) for n, name in table.state.players.items() if name == actor.name]
        accepted, typed = (" or ".join(mine), "") if mine else ("take a seat first", "sit(SEAT)")
        raise FloorRefused("not-your-seat", why=f"seat {seat}", accepted=accepted, typed=typed)
    return as_kept(order, command)


def as_kept(order: Order, command: Command) -> Command:
    """The command with its giver as the table identifies them: players by position, others by role and name."""
    actor, seat = order.actor, getattr(command, "seat", 0)
    if actor.role != "player":
        return change(command, by=order.by, at=order.at)
    by = str(player_at(seat) if seat else Actor("player"))
    if isinstance(command, commands.TakeSeat):
        return change(command, player=actor.name, by=by, at=order.at)
    return change(command, by=by, at=order.at)


def _require_links_up(floor: Property, table: FloorTable, command: Command) -> None:
    """Refuses to accept or lock in a wager whose meter cannot be reached."""
    if not floor.links_down or not isinstance(command, WAGERING):
        return
    cut = cut_off(table.engine.submission, floor.links_down)
    if isinstance(command, commands.CloseBets):
        wagers, accepted = lying(table.state.round, cut), f"hand each back, or {UP_AGAIN}"
        typed = f"withdraw(SEAT,WAGER) or {UP_AGAIN_TYPED}"
    else:
        wagers = [(command.seat, command.wager)] if command.wager in cut else []
        accepted, typed = f"other wagers, or {UP_AGAIN}", UP_AGAIN_TYPED
    if wagers:
        names, wager = table.engine.rules.wagers, wagers[0][1]
        why = ", ".join(f"{names[wager].name} of seat {seat}: link {cut[wager]}" for seat, wager in wagers)
        cite = table.engine.rules.cites.wagers[wager]
        raise FloorRefused("link-down", why=why, cite=cite, accepted=accepted, typed=typed)


def _carried_out(floor: Property, table: FloorTable, given: Command, chance: Chance) -> Outcome:
    engine, before = table.engine, table.state
    order = _fresh_order(table, given, chance)
    command = change(given, cards=order) if order else given
    outcome = Outcome(raw(given), (), state=before)
    if isinstance(command, PAYING) and table.meters:
        _step(table, outcome, meters_read(floor.meters, table, command.at))
    _step(table, outcome, command)
    if isinstance(command, commands.CloseBets) and outcome.state is not None and outcome.state.round is not None:
        _step(table, outcome, draw(engine.rules, outcome.state.round, chance, command.at))
    if order:
        outcome.sealed, outcome.secret = seal(order, chance)
    outcome.round = _round_of(before, outcome.state)
    outcome.openings = open_cards(table, outcome.steps)
    outcome.events = tuple(_without_order(event) for _, event, _ in outcome.steps)
    _account_for(table, outcome)
    return outcome


def _fresh_order(table: FloorTable, given: Command, chance: Chance) -> tuple[Card, ...]:
    """The order of a newly shuffled deck, if the system shuffles; empty for other commands and for real cards."""
    shuffles = isinstance(given, commands.Shuffle) and not table.engine.physical
    return FRESH.shuffled(chance).cards if shuffles else ()


def _step(table: FloorTable, outcome: Outcome, command: Command | None) -> None:
    """Carries out one command on the state left by the previous commands."""
    state = outcome.state
    if command is None or state is None:
        return
    for event in table.engine.apply(state, command):
        after = table.engine.evolve(state, event)
        outcome.steps.append((state, event, after))
        state = after
    outcome.state = state


def meters_read(known: Meters | Mapping[str, MeterState], table: FloorTable | TableView, at: int) -> Command | None:
    """The command that brings a table's meter readings up to date; None if they already are up to date."""
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
    """A shuffle as the log shows it, without the secret order of the cards."""
    return change(event, cards=()) if isinstance(event, events.Shuffled) and event.cards else event


def _account_for(table: FloorTable, outcome: Outcome) -> None:
    """Adds the transfers and meter changes that the outcome's events cause."""
    cashier = TransferWriter(table, table.number + 1)
    for step in outcome.steps:
        cashier.see(*step)
    outcome.transfers = tuple(cashier.transfers)
    if table.meters and any(type(event) in MOVEMENTS for _, event, _ in outcome.steps):
        progressive = MeterChangeWriter(table)
        for step in outcome.steps:
            progressive.see(*step)
        outcome.meters = tuple(progressive.changes)
