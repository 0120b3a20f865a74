"""`tablelaw meters`: what every progressive meter of a floor shows, holds in reserve and has paid."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import typer

from tablelaw.amounts import percent_text
from tablelaw.cage.meters.meters import MeterState
from tablelaw.cli.floor.options import Database, kept_floor, views_of
from tablelaw.cli.output import JsonFlag, console, say, show_json
from tablelaw.floor.read_model import Views
from tablelaw.plain_text import columns
from tablelaw.printed_money import printed_exact, printed_meter

NUMBERS = ("shows", "reserve", "pending", "amount in", "hits", "won", "paid")


def meters(db: Database = "", as_json: JsonFlag = False) -> None:
    """Every progressive meter: its amount, reserve and pending contributions; wagers, hits, wins and payments."""
    with kept_floor(db) as store:
        views = views_of(store)
    if as_json:
        show_json({"meters": [_meter_dict(views, state) for state in views.meters.values()]})
    elif views.meters:
        _show(views.meters, views)
    else:
        say("No Activity: no table of this floor has a meter")


def _meter_dict(views: Views, state: MeterState) -> dict[str, Any]:
    return {
        "meter": state.id,
        "cite": state.cite,
        "tables": list(state.tables),
        "link": state.link or None,
        "link_down": state.link in views.links_down,
        "units": state.units,
        "reserve_units": state.reserve_units,
        "pending_units": state.pending_units,
        "pending_reserve_units": state.pending_reserve_units,
        "amount_in_cents": state.amount_in,
        "hits": state.hits,
        "wins_cents": state.wins,
        "paid_cents": state.paid,
        "seed_units": state.seed,
        "reseed_units": state.reseed,
        "primary": str(Fraction(*state.primary)),
        "reserve": str(Fraction(*state.reserve)),
    }


def _show(shown: Mapping[str, MeterState], views: Views) -> None:
    heads = ("meter", *NUMBERS, "rate", "tables", "law")
    for line in columns(heads, [_row(state, views) for state in shown.values()], NUMBERS, console.width):
        say(line)


def _row(state: MeterState, views: Views) -> tuple[str, ...]:
    pending = state.pending_units + state.pending_reserve_units
    units = map(printed_meter, (state.units, state.reserve_units, pending))
    sums = printed_exact(state.amount_in), str(state.hits), printed_exact(state.wins), printed_exact(state.paid)
    rate = " + ".join(percent_text(Fraction(*share)) for share in (state.primary, state.reserve) if share[0])
    down = " (link down)" if state.link in views.links_down else ""
    return state.id, *units, *sums, rate, (", ".join(state.tables) or "-") + down, state.cite


def register(app: typer.Typer) -> None:
    app.command(name="meters")(meters)
