"""The blind count: whoever may count a drop box is not told beforehand what should be in it.

The rules of the games leave the count to the property's internal controls; that it is blind is the usual control, so
that a count is a second, independent figure. Auditors and administrators, who may not count, see everything at once.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from houserules.errors import HouserulesError
from houserules.floor.reports.day import DayReport, TableDay

SEES_ALL = ("auditor", "administrator")
"""Roles that may not count a drop box, and see what it should hold."""
CAGE = "cage"


class BlindCount(HouserulesError):
    """What a drop box should hold is not told before it is counted."""

    no_paragraph = "the rules of the games leave the count to the property's internal controls"


def is_blind(by: str) -> bool:
    """Is who looks, as "floor:cho" or a role, to be told nothing of boxes still to be counted? Nobody is, too."""
    return by.partition(":")[0] not in SEES_ALL


def hidden_accounts(balances: Mapping[str, int]) -> frozenset[str]:
    """Drop boxes with cash in them, and the cage's account, which is as much less for it."""
    boxes = {name for name, cents in balances.items() if name.startswith("drop:") and cents}
    return frozenset({*boxes, CAGE} if boxes else ())


def refuse_blind(account: str, hidden: frozenset[str]) -> None:
    """Refuses an account from which the count to come could be told."""
    if account in hidden:
        boxes = ", ".join(sorted(name.removeprefix("drop:") for name in hidden - {CAGE}))
        raise BlindCount(
            f"{account} is not shown before the drop is counted",
            where=boxes,
            why="who counts is not told what should be there",
            accepted="the count first (`houserules floor drop TABLE SUM`), or an auditor: --by auditor:NAME",
        )


def without_uncounted(report: DayReport) -> DayReport:
    """The report for those who may count: without drop, win and hold of a table whose box is still to be counted."""
    return msgspec.structs.replace(report, tables=tuple(_without_drop(day) for day in report.tables))


def _without_drop(day: TableDay) -> TableDay:
    """The win is hidden with the drop: one tells the other."""
    return day if day.is_counted else msgspec.structs.replace(day, drop_cents=None, win_cents=None, hold="")
