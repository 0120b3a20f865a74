"""The files of the witness, and its two databases loaded from their dumps."""

from __future__ import annotations

import lzma
from pathlib import Path

from tablelaw.floor.store.migrate import migrate
from tablelaw.proofs import heads
from tablelaw.proofs.heads import SignedHead
from tablelaw.proofs.keys import SigningKey, load_key
from tests.floor.databases import Databases

FOLDER = Path(__file__).parents[1] / "fixtures" / "witness"
EXPORT = FOLDER / "log.jsonl"
HEAD_FILES = sorted(FOLDER.glob("head-*.txt"), key=lambda file: int(file.stem.partition("-")[2]))
SCHEMA = "witness_schema"


def loaded(databases: Databases, kind: str) -> str:
    """Loads the property into a database of this kind, upgraded to this program's schema, and returns its name."""
    name = as_it_was_left(databases, kind)
    migrate(name)
    return name


def as_it_was_left(databases: Databases, kind: str) -> str:
    return databases.loaded(kind, lzma.decompress((FOLDER / f"{kind}.sql.xz").read_bytes()).decode(), SCHEMA)


def kept_heads() -> list[SignedHead]:
    """The heads that somebody outside has kept, the shortest log first."""
    return [heads.read_text(file.read_text("utf-8"), file.name) for file in HEAD_FILES]


def key_of(folder: Path) -> SigningKey:
    """The property's key, in a file that nobody else may read."""
    file = folder / "floor.key"
    file.touch(mode=0o600)
    file.write_bytes((FOLDER / "floor.key").read_bytes())
    return load_key(file)
