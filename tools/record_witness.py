"""Records the witness: a whole small property, written by one program and read by every later one.

PYTHONPATH=PROGRAM/src:PROGRAM python tools/record_witness.py FOLDER

PROGRAM is the source tree of the program that will write it. `tests/fixtures/witness` was written once in this way and
is never rewritten, because later programs must be able to read what an earlier one wrote. A later format gets its own
folder.
"""

from __future__ import annotations

import lzma
import sqlite3
import subprocess
import sys
from contextlib import closing
from hashlib import sha256
from pathlib import Path

import msgspec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

import tests
from tablelaw.floor.log.export import export_log
from tablelaw.floor.log.log_proofs import prove_entry, prove_growth
from tablelaw.floor.log.signed_heads import stored_heads
from tablelaw.floor.store.api import Store, open_store
from tablelaw.proofs import heads
from tablelaw.proofs.keys import SigningKey

tests.__path__.append(str(Path(__file__).parents[1] / "tests"))  # the program to record may have no such play yet

from tests.floor.databases import Databases, temporary_databases  # noqa: E402
from tests.witness.covering import missing_kinds  # noqa: E402
from tests.witness.property import play_property  # noqa: E402

SEED = "10"
SCHEMA = "witness_schema"


def main(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    private = Ed25519PrivateKey.from_private_bytes(sha256(b"the key of the witness").digest())
    pem = private.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    (folder / "floor.key").write_bytes(pem)
    key = SigningKey(private)
    with temporary_databases() as databases:
        logs = [_recorded(databases, kind, key, folder) for kind in ("sqlite", "postgresql")]
    assert logs[0] == logs[1], "the two databases hold different logs"


def _recorded(databases: Databases, kind: str, key: SigningKey, folder: Path) -> list[bytes]:
    """Plays the property on one kind of database and writes a dump of it; returns the log's entries."""
    database = databases.fresh(kind)
    play_property(database, key, SEED)
    with closing(open_store(database)) as store:
        bodies = [kept.body for kept in store.entries(0)]
        missing = missing_kinds(bodies)
        assert not missing, f"never recorded: {missing}"
        _write_signed(store, folder)
    dump = _sqlite_dump(database) if kind == "sqlite" else _postgres_dump(databases, database)
    (folder / f"{kind}.sql.xz").write_bytes(lzma.compress(dump.encode(), preset=9))
    print(f"{kind}: {len(bodies)} entries, dump of {len(dump):,} characters")
    return bodies


def _write_signed(store: Store, folder: Path) -> None:
    """Writes the signed files that leave a floor: heads, the export, proofs."""
    known = stored_heads(store)
    for signed in known:
        (folder / f"head-{signed.head.size}.txt").write_text(heads.as_text(signed), "utf-8")
    size = known[-1].head.size
    (folder / "log.jsonl").unlink(missing_ok=True)
    export_log(store, folder / "log.jsonl", size)
    proofs = {
        "entry": prove_entry(store, known[0].head.size, size),
        "growth": prove_growth(store, known[0].head.size, size),
    }
    for name, proof in proofs.items():
        (folder / f"{name}-proof.json").write_bytes(msgspec.json.format(msgspec.json.encode(proof)) + b"\n")


def _sqlite_dump(database: str) -> str:
    with closing(sqlite3.connect(database)) as connection:
        return "\n".join(connection.iterdump()) + "\n"


def _postgres_dump(databases: Databases, database: str) -> str:
    """The server's own dump, with a schema name that a test replaces with its own."""
    name = database.rpartition("%3D")[2]
    command = [
        str(databases.server.bin / "pg_dump"),
        "--schema",
        name,
        "--inserts",
        "--no-owner",
        databases.server.url(),
    ]
    dumped = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    left_out = ("\\", "--", "SET transaction_timeout")  # for psql, remarks, and what an older server does not know
    kept = (line for line in dumped.splitlines() if line and not line.startswith(left_out))
    return "\n".join(kept).replace(name, SCHEMA) + "\n"


if __name__ == "__main__":
    main(Path(sys.argv[1]))
