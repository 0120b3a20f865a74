"""`tablelaw floor check`: tries this version of the program on a copy of a floor."""

from __future__ import annotations

import typer

from tablelaw.cli.floor.audit import DIFFERENT, checks_dict, say_checks
from tablelaw.cli.floor.options import Database, KeyFile, key_at_hand, named, shown
from tablelaw.cli.output import JsonFlag, say, show_json
from tablelaw.cli.progress import solving
from tablelaw.clock import SystemClock
from tablelaw.floor.audit.property_audit import AuditInput
from tablelaw.floor.upkeep.upgrade_check import Checked, check_upgrade


def register(app: typer.Typer) -> None:
    app.command(rich_help_panel="The property")(check)


def check(key_file: KeyFile = None, db: Database = "", as_json: JsonFlag = False) -> None:
    """Try this version of the program on a copy of the floor: migrate, open, verify, execute every command again.

    Nothing is written to the floor, which may be running under an earlier version. If anything
    would differ, the command names it and exits with code 1. Tables installed under rules other than the current ones
    are named too, since they open no new round, as is a round under way that the current rules cannot settle, with what
    can be done about it.
    """
    asked = AuditInput(signing=key_at_hand(named(db), key_file), now=SystemClock().now())
    with solving("checking") as tell:
        tried = check_upgrade(named(db), asked, tell)
    if as_json:
        show_json(_as_dict(tried, db))
    else:
        _show(tried)
    if not tried.opens:
        raise typer.Exit(DIFFERENT)


def _as_dict(tried: Checked, db: str) -> dict[str, object]:
    closed = {name: list(table.differences) for name, table in tried.closed_to_play.items()}
    unsettled = [
        {
            "table": name,
            "round": table.unsettled_round,
            "wagers": list(table.unsettled_wagers),
            "differences": list(table.differences),
            "may_still": table.may_still,
        }
        for name, table in tried.closed_to_play.items()
        if table.unsettled_round
    ]
    return {
        "db": shown(db),
        "schema": {"found": tried.found, "needed": tried.needed},
        "entries": tried.entries,
        "opens": tried.opens,
        "closed_to_play": closed,
        "unsettled_rounds": unsettled,
        **checks_dict(tried.checks, tried.difference),
    }


def _show(tried: Checked) -> None:
    same = tried.found == tried.needed
    say(f"Schema {tried.found}" + (": as this program needs it." if same else f"; this program needs {tried.needed}."))
    say_checks(tried.checks, tried.difference)
    for name, table in tried.closed_to_play.items():
        say(f"{name} would open no new round until it is installed again:")
        for difference in table.differences:
            say(f"  {difference}")
        if table.unsettled_round:
            say(
                f"  Settle round {table.unsettled_round} of {name} before the upgrade, with the version that serves it."
            )
        say(f"  {table.may_still}")
    if tried.opens:
        step = "" if same else " after `tablelaw floor migrate`"
        say(f"This program opens the floor{step}: {tried.entries:,} entries. Nothing was written to it.")
    else:
        say("Do not use this program on this floor: stay with the version that serves it. Nothing was written.")
