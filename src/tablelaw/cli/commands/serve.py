"""`tablelaw serve`: the floor in the browser."""

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
from tablelaw.cli.output import console, refuse
from tablelaw.floor.log.entry_time import BOUND_SECONDS

if TYPE_CHECKING:
    from tablelaw.server.demo.property import DemoProperty
    from tablelaw.server.settings import Settings

LOOPBACK = ("127.0.0.1", "localhost", "::1")


def register(app: typer.Typer) -> None:
    app.command()(serve)


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
    from tablelaw.server.users import People

    with engine_of_floor(database) as engine:
        return any(role == "administrator" for _, role in People(engine).listed())
