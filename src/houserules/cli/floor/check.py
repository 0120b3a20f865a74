"""`houserules floor check`: what this version of the program would make of a floor, tried on a copy."""

from __future__ import annotations

import typer

from houserules.cli.floor.audit import DIFFERENT, checks_dict, say_checks
from houserules.cli.floor.options import Database, KeyFile, key_at_hand, named, shown
from houserules.cli.output import JsonFlag, say, show_json
from houserules.cli.progress import solving
from houserules.clock import SystemClock
from houserules.floor.audit.property_audit import Asked
from houserules.floor.upkeep.upgrade_check import Checked, check_upgrade


def register(app: typer.Typer) -> None:
    app.command(rich_help_panel="The property")(check)


def check(key_file: KeyFile = None, db: Database = "", as_json: JsonFlag = False) -> None:
    """Try this version of the program on a copy of the floor: migrate, open, verify, carry every command out again.

    Nothing is written to the floor, which may be running under an earlier version. What would differ is named and ends
    with code 1. Tables whose rules are others at hand are named too: they would open no new round. So is a round under
    way that the rules at hand cannot settle, with what can be done about it.
    """
    asked = Asked(signing=key_at_hand(named(db), key_file), now=SystemClock().now())
    with solving() as tell:
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
        step = "" if same else " after `houserules floor migrate`"
        say(f"This program opens the floor{step}: {tried.entries:,} entries. Nothing was written to it.")
    else:
        say("This program must not be put on this floor: stay with the version that serves it. Nothing was written.")
