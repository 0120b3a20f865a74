"""Tries this program on a copy of a floor: migrates, opens, verifies and re-executes it.

Nothing is written to the floor itself, which may be running under the version that created it.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from sqlalchemy import Connection, MetaData, create_engine, insert, select
from sqlalchemy.engine import URL

from tablelaw.errors import TablelawError
from tablelaw.files import OWNER_ONLY
from tablelaw.floor.audit.property_audit import AuditInput, Check, audit_floor, passed_and_difference
from tablelaw.floor.property import FloorTable
from tablelaw.floor.recovery import recover
from tablelaw.floor.rules.frozen_tables import undecided_wagers, what_remains
from tablelaw.floor.store.api import open_store, place_of
from tablelaw.floor.store.migrate import migrate
from tablelaw.floor.store.refusals import NotAFloor, WrongSchema
from tablelaw.floor.store.schema import VERSION, VERSION_TABLE
from tablelaw.floor.store.sqlite import connect, deployed_version, prepared
from tablelaw.floor.store.versions import build

AT_ONCE = 2_000
Tell = Callable[[str], None]


class ClosedToPlay(NamedTuple):
    """A table that would open no new round."""

    differences: tuple[str, ...]
    """What the current rules decide differently from the rules the table was installed under."""
    may_still: str
    """What can still be done with the table, including its current round."""
    unsettled_round: int
    """The current round if the current rules cannot settle it; 0 otherwise."""
    unsettled_wagers: tuple[str, ...]


class Checked(NamedTuple):
    """The result of a trial. `difference` is the first obstacle to using this program, if any."""

    found: str
    needed: str
    entries: int
    checks: list[Check]
    difference: TablelawError | None
    closed_to_play: dict[str, ClosedToPlay]
    """Tables that would open no new round, by name."""

    @property
    def opens(self) -> bool:
        return self.difference is None


def check_upgrade(database: str, asked: AuditInput, tell: Tell = lambda said: None) -> Checked:
    """Tries this program on a copy of a floor, which is deleted afterwards."""
    with TemporaryDirectory(prefix="tablelaw-check-") as folder:
        copy = Path(folder) / "floor.db"
        copy.touch(OWNER_ONLY)
        tell("copying the floor")
        found = _copied(database, copy)
        migrate(str(copy))
        with closing(open_store(str(copy))) as store:
            tell("opening the copy")
            try:
                floor, _ = recover(store)
            except TablelawError as refusal:
                return Checked(found, VERSION, store.head(), [], refusal, {})
            closed = {name: _closed_to_play(table) for name, table in floor.tables.items() if table.differences}
            with store.view() as moment:
                checks, difference = passed_and_difference(audit_floor(moment, asked, tell))
            return Checked(found, VERSION, floor.seq, checks, difference, closed)


def _closed_to_play(table: FloorTable) -> ClosedToPlay:
    wagers, round_ = undecided_wagers(table), table.state.round
    number = round_.number if round_ is not None and wagers else 0
    return ClosedToPlay(table.differences, what_remains(table, as_typed=True), number, tuple(wagers))


# --- The copy ----------------------------------------------------------------------------------------------


def _copied(database: str, copy: Path) -> str:
    """Copies the floor as it is in its database, regardless of version. Returns that version."""
    place = place_of(database)
    return _copied_file(place, copy) if isinstance(place, Path) else _copied_server(place, copy)


def _copied_file(path: Path, copy: Path) -> str:
    if not path.is_file():
        raise NotAFloor("there is no such file", where=str(path), accepted="a floor made by `tablelaw floor init`")
    with closing(connect(path)) as ours, closing(connect(copy)) as theirs:
        found = _known(deployed_version(ours, path), str(path))
        ours.backup(theirs)
        prepared(theirs, copy)
    return found


def _copied_server(url: URL, copy: Path) -> str:
    """Copies the rows as of one moment into a SQLite file of the same schema version."""
    from tablelaw.floor.store import postgres  # The client library is imported only when it is needed.

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
    """The schema version of a floor; refused if this program cannot upgrade it."""
    if found is None:
        raise NotAFloor("the database does not hold a floor", where=where, accepted="one made by `tablelaw floor init`")
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
