"""Meter links: which wagers cannot be accepted while a link is down, and where these wagers are on the table."""

from __future__ import annotations

from collections.abc import Collection

from tablelaw.submission.submission import Submission
from tablelaw.table.state import Round


def cut_off(submission: Submission, links_down: Collection[str]) -> dict[str, str]:
    """The wagers whose meter cannot be reached, each with the link that is down."""
    down = (meter for meter in submission.meters if meter.link in links_down)
    return {wager: meter.link for meter in down for wager in meter.wagers}


def lying(round_: Round | None, wagers: Collection[str]) -> list[tuple[int, str]]:
    """The seat and name of each of these wagers that is on the table."""
    seats = round_.seats.items() if round_ is not None else ()
    return [(number, wager) for number, seat in seats for wager in seat.wagers if wager in wagers]
