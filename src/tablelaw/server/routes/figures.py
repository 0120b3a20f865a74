"""The floor's figures: tables, dealers, shifts and players against the exact theory, and the rounds behind each; and
who is flagged for decisions that fit a hidden card.
"""

from __future__ import annotations

import re

from fastapi import Response

from tablelaw.floor.reports.blind_count import is_blind
from tablelaw.floor.reports.figure_messages import FigureRounds, FloorFigures, WantedRounds
from tablelaw.floor.reports.watch_messages import WatchReport
from tablelaw.server.audit.messages import SeeFigureRounds, SeeFigures
from tablelaw.server.http.routing import Ask, route
from tablelaw.server.refusals import ServerRefused
from tablelaw.server.tables.theory_preparation import take_figures

MONTH = re.compile(r"\d{4}-\d{2}", re.ASCII)
LONGEST_NAME = 200


@route("GET /api/floor/figures", gives=FloorFigures)
async def figures(ask: Ask) -> Response:
    """Win against theory for every table of the day, and by game, table, dealer and shift for a month.

    People who may count drop boxes do not see the win of rounds whose box is not counted yet.
    """
    now, month = ask.context.service.clock.now(), _month(ask)
    told = await ask.context.figures_worker.answered(SeeFigures(is_blind(ask.role), now, month), ask.name)
    if not month:
        await take_figures(ask.context, told, now, ask.giver)
    return Response(told, media_type="application/json")


@route("GET /api/floor/figures/rounds", gives=FigureRounds)
async def rounds(ask: Ask) -> Response:
    """The numbers of the finished rounds behind a figure; seeing their cards requires a recorded inspection by an
    auditor.
    """
    names = {name: ask.query(name) for name in ("game", "table", "dealer", "shift", "player")}
    if any(len(name) > LONGEST_NAME for name in names.values()):
        raise ServerRefused("not-readable")
    told = await ask.context.figures_worker.answered(
        SeeFigureRounds(WantedRounds(month=_month(ask), **names)), ask.name
    )
    return Response(told, media_type="application/json")


@route("GET /api/floor/seen-cards", gives=WatchReport)
async def seen_cards(ask: Ask) -> WatchReport:
    """Who is flagged for decisions that fit a hidden card, with the rate of false alarms and the numbers of the tested
    rounds, all of them finished. Only auditors are shown the evidence.
    """
    return ask.context.seen_cards.told(is_auditor=ask.role == "auditor")


def _month(ask: Ask) -> str:
    """A month such as "2026-11"; empty if none was asked for."""
    month = ask.query("month")
    if month and not MONTH.fullmatch(month):
        raise ServerRefused("not-readable")
    return month
