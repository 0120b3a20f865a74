"""What the table game system reports to a table: meter readings, and the draw for a bonus."""

from __future__ import annotations

from tablelaw.table import commands, events
from tablelaw.table.refusals import Refused
from tablelaw.table.registry import evolves, handles
from tablelaw.table.round.meter_lines import reserve_of
from tablelaw.table.rules import TableRules
from tablelaw.table.state import Table, change


@handles(commands.ReadMeters)
def read_meters(rules: TableRules, state: Table, command: commands.ReadMeters) -> list[events.Event]:
    cite = next((rules.cites.first(meter.cite) for meter in rules.book.meters), "")
    accepted = ", ".join(rules.meters) or "nothing: the table has no meters"
    if not command.readings:
        raise Refused("no-meter", why="nothing read", cite=cite, accepted=accepted)
    reserves = [reserve_of(meter.id) for meter in rules.submission.meters if meter.reserve]
    for meter, units in command.readings:
        if (meter not in rules.meters and meter not in reserves) or units < 0:
            raise Refused("no-meter", why=f"{meter} = {units}", cite=cite, accepted=accepted)
    return [events.MetersRead(command.readings, cite=cite, by=command.by, at=command.at)]


@evolves(events.MetersRead)
def meters_read(rules: TableRules, state: Table, event: events.MetersRead) -> Table:
    return change(state, events=state.events + 1, meters={**state.meters, **dict(event.readings)}, now=event.at)


# --- Drawn bonuses ----------------------------------------------------------------------------------


@handles(commands.DrawBonus)
def draw_bonus(rules: TableRules, state: Table, command: commands.DrawBonus) -> list[events.Event]:
    """Records the one draw of a round, after no more bets and before settlement."""
    drawn = [bonus for bonus in rules.bonuses if bonus.drawn]
    if not drawn:
        raise Refused("nothing-drawn-here", accepted="a submission that offers a drawn bonus")
    cite, round_ = rules.cites.first(drawn[0].cite), state.round
    if round_ is None or round_.phase in ("betting", "settling", "done"):
        raise Refused("no-round", cite=cite, accepted="after no more bets, before settlement")
    outside = [position for position in command.positions if not 0 <= position <= rules.seats]
    nothing = not command.cards and not command.positions
    if nothing or outside or round_.drawn_cards or round_.drawn_positions:
        accepted = f"once a round, cards or positions 0 (the dealer's) to {rules.seats}"
        raise Refused("impossible-draw", cite=cite, accepted=accepted)
    return [events.BonusDrawn(command.cards, command.positions, cite=cite, by=command.by, at=command.at)]


@evolves(events.BonusDrawn)
def bonus_drawn(rules: TableRules, state: Table, event: events.BonusDrawn) -> Table:
    assert state.round is not None
    after = change(state.round, drawn_cards=event.cards, drawn_positions=event.positions)
    return change(state, events=state.events + 1, round=after, now=event.at)
