"""The blind count: people who may count a drop box do not see beforehand what it should contain.

The rules of the games leave the count to the property's internal controls. A blind count is the usual control, because
it gives a second, independent figure. Auditors and administrators, who may not count, see everything immediately.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from tablelaw.cage.accounts import CAGE, owner_of, parse_account
from tablelaw.errors import TablelawError
from tablelaw.floor.reports.day import DayReport, TableDay
from tablelaw.persons import Actor, Role

SEES_ALL: tuple[Role, ...] = ("auditor", "administrator")
"""Roles that may not count a drop box and therefore see what it should contain."""


class BlindCount(TablelawError):
    """The expected content of a drop box is not shown before it is counted."""

    no_paragraph = "the rules of the games leave the count to the property's internal controls"


def is_blind(by: str) -> bool:
    """Whether a viewer may not see what uncounted boxes should contain; true if no viewer is named.

    The viewer is given as "floor:cho" or as a role.
    """
    return Actor.parse(by).role not in SEES_ALL


def hidden_accounts(balances: Mapping[str, int]) -> frozenset[str]:
    """Drop boxes that contain cash, and the cage's account, from which their contents could be computed."""
    boxes = {name for name, cents in balances.items() if parse_account(name).kind == "drop" and cents}
    return frozenset({*boxes, CAGE} if boxes else ())


def require_visible_account(account: str, hidden: frozenset[str]) -> None:
    """Refuses an account from which the result of a coming count could be computed."""
    if account in hidden:
        boxes = ", ".join(sorted(owner_of(name) for name in hidden - {CAGE}))
        raise BlindCount(
            f"{account} is not shown before the drop is counted",
            where=boxes,
            why="the person who counts must not know what should be there",
            accepted="the count first, or an auditor",
            typed="`tablelaw floor drop TABLE SUM`, or --by auditor:NAME",
        )


def without_uncounted(report: DayReport) -> DayReport:
    """The report for people who may count.

    It omits the drop, win and hold of tables whose box has not been counted yet.
    """
    return msgspec.structs.replace(report, tables=tuple(_without_drop(day) for day in report.tables))


def _without_drop(day: TableDay) -> TableDay:
    """Removes the drop of an uncounted box, and also the win, since each follows from the other."""
    return day if day.is_counted else msgspec.structs.replace(day, drop_cents=None, win_cents=None, hold="")
