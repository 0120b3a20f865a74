"""`tablelaw device`: tokens for machines that use a server of a floor over HTTP."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import TYPE_CHECKING, Annotated, cast

import typer

from tablelaw.cli.floor.options import Database, engine_of_floor, kept_floor, views_of
from tablelaw.cli.output import JsonFlag, add_row, console, make_table, say, say_command, show_json

if TYPE_CHECKING:
    from tablelaw.persons import DeviceKind
    from tablelaw.server.devices import Devices, ListedDevice

devices = typer.Typer(no_args_is_help=True, help="Machines that use a server of a floor, each with its own token.")
COMMAND_LINE = "command line"
"""The maker recorded for a token that was made from the command line."""


def register(app: typer.Typer) -> None:
    app.add_typer(devices, name="device")


@devices.command("add")
def add_device(
    name: Annotated[str, typer.Argument(help="The device's name, which the log shows with its orders.")],
    db: Database,
    kind: Annotated[str, typer.Option(help="shoe, shuffler, display or management.")],
    table: Annotated[list[str], typer.Option(help='A table that it is for; repeat it for several, or "*" for all.')],
    days: Annotated[int | None, typer.Option(help="The token expires after this many days.")] = None,
    json: JsonFlag = False,
) -> None:
    """Make a device's token. It is printed once, alone on its line, and cannot be shown again."""
    from tablelaw.server.devices import NewDevice, require_fit, require_tables_on_the_floor

    by = os.environ.get("TABLELAW_BY", "") or COMMAND_LINE
    wanted = NewDevice(name, cast("DeviceKind", kind), tuple(table), days)
    require_fit(wanted)
    if set(table) != {"*"}:
        with kept_floor(db) as store:
            require_tables_on_the_floor(wanted, views_of(store).tables)
    with _devices(db) as devices_of_floor:
        token = devices_of_floor.make(wanted, by)
    if json:
        show_json({"name": name, "token": token})
    else:
        say_command(token)


@devices.command("list")
def list_devices(db: Database, json: JsonFlag = False) -> None:
    """List the devices that have a token: what each is for, when it was last used, and when it expires."""
    import msgspec

    with _devices(db) as devices_of_floor:
        listed = devices_of_floor.listed()
    if json:
        show_json([msgspec.to_builtins(one) for one in listed])
        return
    table = make_table("Devices", "name", "kind", "tables", "made by", "last used", "expires", whole=("name",))
    for one in listed:
        add_row(table, one.name, one.kind, ", ".join(one.tables), one.made_by, _moment(one.seen_at), _expiry(one))
    console.print(table)


@devices.command("withdraw")
def withdraw_device(
    name: Annotated[str, typer.Argument(help="The device's name.")], db: Database, json: JsonFlag = False
) -> None:
    """Withdraw a device's token: every server of the floor refuses it from now on."""
    with _devices(db) as devices_of_floor:
        devices_of_floor.withdraw(name)
    if json:
        show_json({"name": name})
    else:
        say(f"The token of {name} is withdrawn.")


@contextmanager
def _devices(db: str) -> Iterator[Devices]:
    """The devices of an existing floor."""
    from tablelaw.server.devices import Devices

    with engine_of_floor(db) as engine:
        yield Devices(engine)


def _expiry(one: ListedDevice) -> str:
    return "expired" if one.is_expired else _moment(one.expires_at)


def _moment(at: int | None) -> str:
    return "never" if at is None else f"{datetime.fromtimestamp(at).astimezone():%Y-%m-%d %H:%M %Z}"
