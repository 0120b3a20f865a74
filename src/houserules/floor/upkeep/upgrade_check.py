"""What this program would make of a floor, tried on a copy: migrated, opened, verified and re-executed.

Nothing is written to the floor itself, which may be running under the version that made it.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from sqlalchemy import Connection, MetaData, create_engine, insert, select
from sqlalchemy.engine import URL

from houserules.errors import HouserulesError
from houserules.files import OWNER_ONLY
from houserules.floor.audit.property_audit import Asked, Check, audit_floor, refused_or_shown
from houserules.floor.property import FloorTable
from houserules.floor.recovery import recover
from houserules.floor.rules.frozen_tables import undecided_wagers, what_remains
from houserules.floor.store.api import open_store, place_of
from houserules.floor.store.migrate import migrate
from houserules.floor.store.refusals import NotAFloor, WrongSchema
from houserules.floor.store.schema import VERSION, VERSION_TABLE
from houserules.floor.store.sqlite import connect, deployed_version, prepared
from houserules.floor.store.versions import build

AT_ONCE = 2_000
Tell = Callable[[str], None]


class ClosedToPlay(NamedTuple):
    """A table that would open no new round."""

    differences: tuple[str, ...]
    """What the rules at hand decide otherwise than those it was installed under."""
    may_still: str
    """What can be done with it, its round under way included."""
    unsettled_round: int
    """The round under way, where the rules at hand cannot settle it; 0 where there is none."""
    unsettled_wagers: tuple[str, ...]


class Checked(NamedTuple):
    """What a trial has shown. `difference` is the first thing that stands against this program, if anything does."""

    found: str
    needed: str
    entries: int
    checks: list[Check]
    difference: HouserulesError | None
    closed_to_play: dict[str, ClosedToPlay]
    """Tables that would open no new round, by name."""

    @property
    def opens(self) -> bool:
        return self.difference is None


def check_upgrade(database: str, asked: Asked, tell: Tell = lambda said: None) -> Checked:
    """Tries this program on a copy of a floor, which is deleted afterwards."""
    with TemporaryDirectory(prefix="houserules-check-") as folder:
        copy = Path(folder) / "floor.db"
        copy.touch(OWNER_ONLY)
        tell("copying the floor")
        found = _copied(database, copy)
        migrate(str(copy))
        with closing(open_store(str(copy))) as store:
            tell("opening the copy")
            try:
                floor, _ = recover(store)
            except HouserulesError as refusal:
                return Checked(found, VERSION, store.head(), [], refusal, {})
            closed = {name: _closed_to_play(table) for name, table in floor.tables.items() if table.differences}
            with store.view() as moment:
                checks, difference = refused_or_shown(audit_floor(moment, asked, tell))
            return Checked(found, VERSION, floor.seq, checks, difference, closed)


def _closed_to_play(table: FloorTable) -> ClosedToPlay:
    wagers, round_ = undecided_wagers(table), table.state.round
    number = round_.number if round_ is not None and wagers else 0
    return ClosedToPlay(table.differences, what_remains(table), number, tuple(wagers))


# --- The copy ----------------------------------------------------------------------------------------------


def _copied(database: str, copy: Path) -> str:
    """The floor as it lies in its database, whichever version wrote it; the version is the answer."""
    place = place_of(database)
    return _copied_file(place, copy) if isinstance(place, Path) else _copied_server(place, copy)


def _copied_file(path: Path, copy: Path) -> str:
    if not path.is_file():
        raise NotAFloor("there is no such file", where=str(path), accepted="a floor made by `houserules floor init`")
    with closing(connect(path)) as ours, closing(connect(copy)) as theirs:
        found = _known(deployed_version(ours, path), str(path))
        ours.backup(theirs)
        prepared(theirs, copy)
    return found


def _copied_server(url: URL, copy: Path) -> str:
    """Row by row, at one moment, into a file of the same version."""
    from houserules.floor.store import postgres  # the client library is loaded only by who needs it

    with closing(postgres.connect(url, autocommit=True)) as connection:
        found = _known(postgres.deployed_version(connection), postgres.shown(url))
    with closing(connect(copy)) as new:
        build("sqlite", prepared(new, copy), found)
    source = create_engine(url.set(drivername="postgresql+psycopg"), isolation_level="REPEATABLE READ")
    target = create_engine(f"sqlite:///{copy}")
    try:
        with source.connect() as ours, target.begin() as theirs:
            _copy_rows(ours, theirs)
    finally:
        source.dispose()
        target.dispose()
    return found


def _known(found: str | None, where: str) -> str:
    """The version of a floor that this program can bring to its own."""
    if found is None:
        raise NotAFloor("the database keeps no floor", where=where, accepted="one made by `houserules floor init`")
    if found > VERSION:
        what = f"the floor has version {found} of the schema, and this program knows versions up to {VERSION}"
        raise WrongSchema(what, where=where, accepted="a newer program")
    return found


def _copy_rows(ours: Connection, theirs: Connection) -> None:
    tables = MetaData()
    tables.reflect(theirs)
    for table in tables.sorted_tables:
        if table.name == VERSION_TABLE:
            continue
        rows = ours.execution_options(yield_per=AT_ONCE).execute(select(table))
        for page in rows.mappings().partitions(AT_ONCE):
            theirs.execute(insert(table), [dict(row) for row in page])
