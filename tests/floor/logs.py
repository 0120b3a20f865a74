"""Logs for tests of the audit log: entries of every kind, written without a floor."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

import msgspec

from tablelaw.cage.meters.changes import MeterChange
from tablelaw.cage.transfers import Transfer
from tablelaw.cards import Deck
from tablelaw.chance import PracticeChance
from tablelaw.floor.audit.log_audit import sign_log
from tablelaw.floor.events import PropertyOpened
from tablelaw.floor.log.entry import Entry, Sealed, encode
from tablelaw.floor.log.export import export_log
from tablelaw.floor.orders import FloorCommand, OpenProperty
from tablelaw.floor.store.api import LogRow, Store, open_store
from tablelaw.proofs import commitment
from tablelaw.proofs.keys import SigningKey
from tablelaw.proofs.merkle import leaf_hash
from tablelaw.table import commands
from tablelaw.table.events import Dealt, Shuffled, WagerPlaced

PROPERTY, CITE, AT = "Keystone Casino", "653a.5(d)", 1_794_786_000
TABLES = ("UTH-1", "UTH-2", "Übung-3")


class Author:
    """Writes a series of entries about as long as a floor's own, and keeps the secrets of the decks."""

    def __init__(self, key: SigningKey, seed: str = "log") -> None:
        self.chance = PracticeChance(seed)
        self.numbers: dict[str, int] = {}
        self.seq = 0
        self.secrets: dict[int, bytes] = {}
        opened = PropertyOpened(PROPERTY, key.public, cite=CITE)
        self._opened = self._row("floor", OpenProperty(PROPERTY, key.public), events=(opened,))

    def rows(self, count: int) -> Iterator[LogRow]:
        """Yields the opening of the property, then `count` other entries."""
        if self.seq == 1:
            yield self._opened
        for _ in range(count):
            stream = f"table {TABLES[self.chance.below(len(TABLES))]}"
            yield self._shuffle(stream) if self.chance.below(16) == 0 else self._wager(stream)

    def _shuffle(self, stream: str) -> LogRow:
        cards = [str(card) for card in Deck.new().shuffled(self.chance).cards]
        seal, secret = commitment.seal(cards, bytes(self.chance.below(256) for _ in range(32)))
        self.secrets[self.seq + 1] = secret
        shuffled = Shuffled(how="machine", cards=(), status="shuffled", cite=CITE)
        openings = tuple(commitment.open_card(secret, position).salt for position in range(2))
        dealt = Dealt(cards=(("seat 1", Deck.new().cards[0], "down"),), cite=CITE)
        command = commands.Shuffle("machine")
        return self._row(stream, command, events=(shuffled, dealt), sealed=Sealed(*seal), openings=openings)

    def _wager(self, stream: str) -> LogRow:
        seat, cents = 1 + self.chance.below(6), 100 * (1 + self.chance.below(500))
        place = f"{stream}:{self.numbers.get(stream, 0) + 1}/{seat}/ante"
        return self._row(
            stream,
            commands.PlaceWager(seat, "ante", cents),
            events=(WagerPlaced(seat=seat, wager="ante", cents=cents, cite=CITE),),
            transfers=(
                Transfer(id=place, debit="chips:ann", credit="tray:UTH-1", cents=cents, code="wager", cite=CITE),
            ),
            meters=(MeterChange(meter="UTH-1/progressive", kind="staked", cite=CITE, units=cents * 2_100),),
            round=1 + self.seq // 20,
        )

    def _row(self, stream: str, command: commands.Command | FloorCommand, **rest: object) -> LogRow:
        self.seq += 1
        number = self.numbers[stream] = self.numbers.get(stream, 0) + 1
        entry = Entry(
            seq=self.seq,
            id=f"order-{self.seq}-{self.chance.below(10**9)}",
            stream=stream,
            number=number,
            by="dealer:bob",
            at=AT + self.seq,
            command=msgspec.Raw(msgspec.json.encode(command, enc_hook=str)),
            **rest,  # type: ignore[arg-type]
        )
        body = encode(entry)
        return LogRow(self.seq, entry.id, stream, number, entry.round, entry.at, body, leaf_hash(body))


def write(store: Store, rows: list[LogRow], secrets: dict[int, bytes] | None = None) -> None:
    with store.begin() as batch:
        batch.append(rows)
        for row in rows:
            if secrets and row.seq in secrets:
                batch.write_deck(row.seq, secrets[row.seq])
        batch.commit()


def exported(store: Store, key: SigningKey, path: Path) -> bytes:
    """Signs the log and exports it."""
    export_log(store, path, sign_log(store, key, AT).head.size)
    return path.read_bytes()


@contextmanager
def opened_stores(folder: Path) -> Iterator[Callable[[], Store]]:
    """Makes new floors in files in a folder, and closes them at the end."""
    with ExitStack() as opened:
        names = (str(folder / f"floor{number}.db") for number in range(100))
        yield lambda: opened.enter_context(closing(open_store(next(names), create=True)))
