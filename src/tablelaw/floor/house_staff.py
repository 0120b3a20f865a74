"""An automatic dealer and floorperson, who take the next step at tables that no one deals by hand."""

from __future__ import annotations

from collections.abc import Collection

from tablelaw.chance import Chance
from tablelaw.floor.handlers.meter_links import cut_off, lying
from tablelaw.floor.read_model import TableView
from tablelaw.floor.refusals import FloorRefused
from tablelaw.floor.rules.frozen_tables import refusal_by_other_rules
from tablelaw.floor.rules.lapses import On, out_of_force
from tablelaw.table import commands
from tablelaw.table.automation.dealer import Driver
from tablelaw.table.commands import Command
from tablelaw.table.phases.stub import WRONG
from tablelaw.table.phases.wagering import are_adjacent
from tablelaw.table.state import Round, change

DEALER, FLOORPERSON, VISITOR = "dealer:on duty", "floor:in charge", "player:visitor"


def next_step(view: TableView, chance: Chance, now: int, *, validates: bool = True) -> tuple[str, Command] | None:
    """The next step that does not need a player's decision, and who takes it; None when a player must act or bets are
    open.

    Also None if the current rules differ from the table's in a way that affects the step; `why_stopped` then gives the
    reason. If `validates` is false, validations and documents wait for a human floorperson.
    """
    command = _by_procedure(view, chance, now)
    if command is None:
        step = _waiting(view) if validates else None
    else:
        step = {"floor": FLOORPERSON, "player": VISITOR}.get(command.actor.role or "", DEALER), command
    return None if step is None or refusal_by_other_rules(view, step[1]) is not None else step


def _by_procedure(view: TableView, chance: Chance, now: int) -> Command | None:
    driver = Driver(view.engine, chance, view.state)
    driver.now = max(now, view.state.now)
    command = driver.next_command()
    return change(command, cards=()) if isinstance(command, commands.Shuffle) else command


def why_stopped(view: TableView, chance: Chance, now: int) -> FloorRefused | None:
    """Returns why the automatic staff do not take the next step: the table was installed under other rules."""
    command = _by_procedure(view, chance, now)
    return refusal_by_other_rules(view, command) if command is not None else None


def _waiting(view: TableView) -> tuple[str, Command] | None:
    """What the round needs from a floorperson: a stub recount, a validated payout, or completed documents."""
    round_ = view.state.round
    if round_ is None:
        return None
    if round_.stub == WRONG and not round_.voided_by and not view.engine.physical:
        return FLOORPERSON, commands.CountStub(view.engine.rules.deck_size - round_.dealt)
    if round_.waiting:
        return FLOORPERSON, commands.Validate(*round_.waiting[0])
    if round_.phase == "done" and round_.hand_pays:
        return FLOORPERSON, commands.CompleteDocuments(round_.hand_pays[0])
    return None


def handed_back(
    view: TableView, now: int, links_down: Collection[str] = (), day: str = "", zone: str = ""
) -> Command | None:
    """The order to hand back the next wager that cannot stand when bets are closed.

    The wager's meter link is down, it is not permitted on the gaming day, it lacks another wager, or there is a gap
    between it and the player's other positions. If the current rules are not the table's, every wager is handed back,
    so no round opens.
    """
    round_ = view.state.round
    if view.differences:
        return next((commands.WithdrawWager(*place) for place in lying(round_, view.engine.rules.wagers)), None)
    cut = {*cut_off(view.engine.submission, links_down), *out_of_force(view.text, On(day, now, zone))}
    for seat, wager in lying(round_, cut):
        return commands.WithdrawWager(seat, wager)
    refusal = view.engine.verify(view.state, commands.CloseBets(by=DEALER, at=max(now, view.state.now)))
    if round_ is None or refusal is None or refusal.name not in ("wager-missing", "not-adjacent"):
        return None
    seats = round_.seats.items()
    if refusal.name == "wager-missing":
        needed = {wager.id for wager in view.engine.rules.opening}
        number = next(number for number, seat in seats if not needed <= set(seat.wagers))
    else:
        number = max(number for number, seat in seats if not are_adjacent(_positions_of(round_, seat.player)))
    return commands.WithdrawWager(number, next(iter(round_.seats[number].wagers)))


def _positions_of(round_: Round, player: str) -> list[int]:
    return [number for number, seat in round_.seats.items() if seat.player == player]
