"""`tablelaw serve` and `tablelaw user`: the floor in the browser, and who may sign in."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from ipaddress import ip_network
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.markup import escape

from tablelaw.cli.floor.options import ClockBound, Database, engine_of_floor, shown
from tablelaw.cli.output import JsonFlag, add_row, console, make_table, refuse, say, show_json
from tablelaw.floor.log.entry_time import BOUND_SECONDS

if TYPE_CHECKING:
    from tablelaw.server.demo.property import DemoProperty
    from tablelaw.server.settings import Settings
    from tablelaw.server.users import People

LOOPBACK = ("127.0.0.1", "localhost", "::1")

users = typer.Typer(no_args_is_help=True, help="People who may sign in to a floor's server.")


def register(app: typer.Typer) -> None:
    app.command()(serve)
    app.add_typer(users, name="user")


def serve(
    db: Database = "",
    demo: Annotated[
        bool,
        typer.Option(
            "--demo",
            help="The demo: one table of each game, with guests and without passwords. Without --db, one property in "
            "dollars and another in euros on the next port.",
        ),
    ] = False,
    host: Annotated[str, typer.Option(help="The address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="The port to listen on.")] = 8000,
    origin: Annotated[
        list[str] | None, typer.Option(help="The address of the pages, if it is not host and port.")
    ] = None,
    proxy: Annotated[
        list[str] | None,
        typer.Option(help="The address of a proxy whose X-Forwarded-For is trusted; by default none is."),
    ] = None,
    secure: Annotated[
        bool, typer.Option(help="The pages are reached over TLS; cookies are sent over nothing else.")
    ] = False,
    clock_bound: ClockBound = BOUND_SECONDS,
    coach: Annotated[bool, typer.Option(help="Let players ask the coach what each decision is worth.")] = True,
    quick: Annotated[bool, typer.Option(help="Run the demo's tables at a pace suited to tests.", hidden=True)] = False,
    demo_law: Annotated[str, typer.Option(help="The jurisdiction of the demo's property.", hidden=True)] = "",
    beside: Annotated[str, typer.Option(help="The address of the demo's other property.", hidden=True)] = "",
) -> None:
    """Serve a floor to browsers. The log is replayed and verified before the first page is shown."""
    from tablelaw.server.demo.property import property_of
    from tablelaw.server.users import NoAdministrator

    if demo and host not in LOOPBACK:
        refuse(f"the demo has no passwords and is not served on {host}", accepted=f"{LOOPBACK[0]}")
    both = demo and not db
    own = property_of(demo_law)
    database = db or (str(_demo_file(own)) if demo else "")
    if not database:
        refuse("no floor is named", accepted="--db with a file or a PostgreSQL address, or --demo")
    if not demo and not _has_administrator(database):
        add = "`tablelaw user add NAME --role administrator` first"
        refuse("nobody may sign in as administrator yet", accepted=add, kind=NoAdministrator)
    settings = _settings(host, port, origin or [])
    settings = replace(
        settings,
        is_demo=demo,
        is_secure=secure,
        readies_coach=not quick,
        prepares_theory=not quick,
        proxies=_proxies(proxy or []),
    )
    settings = replace(settings, clock_bound_seconds=clock_bound, demo_law=demo_law, has_coach=coach)
    if not both:
        _open(database, replace(settings, beside=_neighbours(own, beside)), host, port, quick)
        return
    there = f"http://{host}:{port + 1}"
    with _other_property(host, port, quick, coach):
        _open(database, replace(settings, beside=_neighbours(own, there)), host, port, quick)


def _neighbours(own: DemoProperty, address: str) -> tuple[tuple[str, str], ...]:
    """The demo's other properties, each with the address where it is served."""
    from tablelaw.server.demo.property import PROPERTIES

    return tuple((one.name, address) for one in PROPERTIES.values() if address and one != own)


@contextmanager
def _other_property(host: str, port: int, quick: bool, coach: bool) -> Iterator[None]:
    """Serves the demo's property in euros in a separate process, since one process prints money in only one
    currency.
    """
    from tablelaw.server.demo.property import IN_EUROS
    from tablelaw.server.http.listeners import bound_sockets

    for asked in (port, port + 1):
        with bound_sockets(host, asked):
            pass  # it is free: refused here, by name, before either property is made
    options = [
        "--db",
        str(_demo_file(IN_EUROS)),
        "--demo-law",
        IN_EUROS.jurisdiction,
        *["--quick"] * quick,
        *["--no-coach"] * (not coach),
    ]
    address = ["--host", host, "--port", str(port + 1), "--beside", f"http://{host}:{port}"]
    other = subprocess.Popen([sys.executable, "-m", "tablelaw.cli.main", "serve", "--demo", *options, *address])
    try:
        yield
    finally:
        other.terminate()
        other.wait()


def _settings(host: str, port: int, origin: list[str]) -> Settings:
    """The server's settings: at which addresses, and under which names, its pages are reached."""
    from tablelaw.server.settings import Settings

    address = f"http://{host}:{port}"
    origins = tuple(origin or [address, f"http://localhost:{port}"])
    hosts = tuple({host, "localhost", *(part.partition("://")[2].partition(":")[0] for part in origins)})
    return Settings(origins=origins, trusted_hosts=hosts)


def _proxies(named: list[str]) -> tuple[str, ...]:
    """Addresses or networks of proxies; a host name or "*" is not accepted."""
    for proxy in named:
        try:
            ip_network(proxy)
        except ValueError:
            refuse(
                f"--proxy: {proxy} is not an address", accepted="an address or network such as 10.0.0.5 or 10.0.0.0/24"
            )
    return tuple(named)


def _open(database: str, settings: Settings, host: str, port: int, quick: bool) -> None:
    """Binds the sockets first, so that nothing is replayed for an address that is not available."""
    from tablelaw.server.demo.tempo import QUICK, Tempo
    from tablelaw.server.http.listeners import bound_sockets
    from tablelaw.server.run import build
    from tablelaw.server.run import serve as run

    with bound_sockets(host, port) as sockets:
        running = build(database, settings, QUICK if quick else Tempo())
        name, place = escape(running.context.service.views.name), escape(f"http://{host}:{port}")
        console.print(f"[bold]{name}[/bold] is open at [bold]{place}[/bold]", highlight=False)
        console.print(f"stored in {escape(shown(database))}; Ctrl-C stops the server", style="dim", highlight=False)
        try:
            run(running, sockets)
        finally:
            running.close()


def _demo_file(own: DemoProperty) -> Path:
    """The file in which the demo keeps a property, in a folder that is made if needed."""
    folder = Path(".tablelaw")
    folder.mkdir(exist_ok=True)
    return folder / own.file


def _has_administrator(database: str) -> bool:
    with _people(database) as people:
        return any(role == "administrator" for _, role in people.listed())


# --- People ---------------------------------------------------------------------------------------------


@contextmanager
def _people(db: str) -> Iterator[People]:
    """The people of an existing floor."""
    from tablelaw.server.users import People

    with engine_of_floor(db) as engine:
        yield People(engine)


Signing = Annotated[str, typer.Argument(help="The name to sign in with.")]


@users.command("add")
def add_user(
    name: Signing,
    db: Database,
    role: Annotated[str, typer.Option(help="player, dealer, floor, auditor or administrator.")],
    as_json: JsonFlag = False,
) -> None:
    """Add somebody who may sign in. You are asked for the password, or it is read as a line of standard input."""
    with _people(db) as people:
        people.require_new_person(name, role)
        people.add(name, role, _password())
    _answer({"name": name, "role": role}, f"{name} may sign in as {role}.", as_json)


def _password() -> str:
    """Reads the password; it is never an argument, since everybody on the machine can see those."""
    if not sys.stdin.isatty():
        return sys.stdin.readline().rstrip("\r\n")
    return str(typer.prompt("Password", hide_input=True, confirmation_prompt=True))


@users.command("password")
def change_password(name: Signing, db: Database, as_json: JsonFlag = False) -> None:
    """Give somebody a new password and end their sessions. You are asked for it, as with `add`."""
    with _people(db) as people:
        people.require_known(name)
        people.change_password(name, _password())
    _answer({"name": name}, f"{name} must use the new password from now on.", as_json)


@users.command("remove")
def remove_user(name: Signing, db: Database, as_json: JsonFlag = False) -> None:
    """Remove somebody who has no chips and nothing on account, and end their sessions."""
    with _people(db) as people:
        people.remove(name)
    _answer({"name": name}, f"{name} may no longer sign in.", as_json)


@users.command("list")
def list_users(db: Database, as_json: JsonFlag = False) -> None:
    """List who may sign in."""
    with _people(db) as people:
        listed = people.listed()
    if as_json:
        show_json([{"name": name, "role": role} for name, role in listed])
        return
    table = make_table("People", "name", "role")
    for name, role in listed:
        add_row(table, name, role)
    console.print(table)


def _answer(changed: dict[str, str], sentence: str, as_json: bool) -> None:
    if as_json:
        show_json(changed)
    else:
        say(sentence)
