"""Re-executes a log: builds every entry again from its own command and compares it byte for byte.

Each order is handled as on the day it was given, by the property as the previous entries left it. Random numbers are
taken from the record: the order of a sealed deck and the draws of the table game system. An entry is accepted only if
the floor, under the rulebooks, produces exactly these events, transfers and meter changes from that command.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple, Union

import msgspec

from tablelaw.cage.ledger import Ledger
from tablelaw.cards import Card, Deck
from tablelaw.errors import TablelawError
from tablelaw.floor.audit.earlier_logs import Form, in_form
from tablelaw.floor.audit.recorded_readings import name_readings_as_told
from tablelaw.floor.events import SnapshotTaken, TableInstalled
from tablelaw.floor.fold import fold, write
from tablelaw.floor.handlers.dealers_and_served_seats import require_dealer_of_table
from tablelaw.floor.handlers.to_a_table import handle_table
from tablelaw.floor.handlers.to_the_property import handle_property
from tablelaw.floor.log.durable_names import COMMANDS, ORDERS, kinds
from tablelaw.floor.log.entry import Entry
from tablelaw.floor.log.transfer_lookup import PastTransfers
from tablelaw.floor.orders import FloorCommand, Order
from tablelaw.floor.posting.bonus_draws import bonuses_due
from tablelaw.floor.posting.deck_seals import sealed_cards
from tablelaw.floor.property import FLOOR, FloorTable, Property, stream_of
from tablelaw.floor.recovery import PAGE, checked, require_same_projections
from tablelaw.floor.rules.in_force import agrees
from tablelaw.floor.snapshots import snapshot_digests
from tablelaw.floor.store.api import Kept, Reads, TransferRow
from tablelaw.proofs.commitment import KEY_SIZE
from tablelaw.table import commands, events
from tablelaw.table.checks.log_check import difference
from tablelaw.table.commands import Command

FRESH = Deck.new().cards
Tell = Callable[[str], None]


class LogDiffers(TablelawError):
    """An entry differs from the one the floor produces from its command."""

    no_paragraph = "the log disagrees with itself; no rule of play is involved"


class Reexecuted(NamedTuple):
    """The number of items re-executed, by kind, and the root of the log."""

    root: str
    entries: int
    events: int
    transfers: int
    meter_changes: int
    rounds: int
    other_rules: tuple[str, ...] = ()
    """Tables installed under rules that differ from the current ones, each with the differences."""
    not_executed: int = 0
    """Entries of these tables that the current rules cannot execute again; they were accepted as recorded."""


def reexecute(store: Reads, tell: Tell = lambda said: None) -> Reexecuted:
    """Re-executes the whole log from its commands and refuses the first entry that differs."""
    past = PastTransfers(store)
    floor = past.floor = Property(ledger=Ledger(past, past.made_by))
    secrets = {row.seq: row.sealed for row in store.decks()}
    counts: Counter[str] = Counter()
    form = Form()
    while page := store.entries(floor.seq, PAGE):
        tell(f"entry {page[0].seq:,}")
        entries = [_retraced(floor, row, secrets.pop(row.seq, b""), form) for row in page]
        _require_same_transfers(entries, store.transfers(entries[0].seq - 1, len(entries)))
        _count(counts, entries)
    if secrets:
        raise LogDiffers("a deck is stored that no entry sealed", where=f"deck of entry {min(secrets)}")
    require_same_projections(floor, store)
    return Reexecuted(
        root=floor.frontier.root().hex(),
        entries=floor.seq,
        events=counts["events"],
        transfers=counts["transfers"],
        meter_changes=counts["meter changes"],
        rounds=counts["rounds"],
        other_rules=tuple(form.other_rules),
        not_executed=form.not_executed,
    )


def _count(counts: Counter[str], entries: Iterable[Entry]) -> None:
    for entry in entries:
        counts["events"] += len(entry.events)
        counts["transfers"] += len(entry.transfers)
        counts["meter changes"] += len(entry.meters)
        counts["rounds"] += sum(isinstance(event, events.RoundCleared) for event in entry.events)


# --- One entry ---------------------------------------------------------------------------------------------


def _retraced(floor: Property, row: Kept, secret: bytes, form: Form) -> Entry:
    entry = checked(row, floor.seq + 1)
    if bool(entry.sealed) != bool(secret):
        raise LogDiffers("the secret of the deck it sealed is missing", where=_where(entry))
    if entry.at < floor.now:
        raise LogDiffers(
            "the entry is older than the one before it", where=_where(entry), accepted=f"{floor.now} or later"
        )
    if entry.format < form.format:
        what = f"an entry of format {entry.format} after one of format {form.format}"
        raise LogDiffers(what, where=_where(entry), accepted="formats that never go back")
    form.format = entry.format
    table = floor.tables.get(entry.stream.removeprefix(stream_of("")))
    if table is not None and table.undecided:
        fold(floor, entry, row.leaf, secret)
        form.not_executed += 1
        return entry
    try:
        if form.keeps_to_dealers(entry):
            require_dealer_of_table(floor, _order(entry))
        with in_form(floor, entry, form):
            made, body = _made_again(floor, entry, secret)
    except TablelawError as refusal:
        why = f"{refusal.code}: {refusal.sentence()}"
        raise LogDiffers("the floor would have refused it", where=_where(entry), why=why) from None
    except Exception as error:  # A log may contain anything; refuse whatever the floor cannot follow.
        why = f"{type(error).__name__}: {error}"
        raise LogDiffers("the entry cannot have been written at this point", where=_where(entry), why=why) from error
    if body != row.body:
        raise _differs(entry, made)
    form.see_rules(floor, entry)
    return entry


def _made_again(floor: Property, entry: Entry, secret: bytes) -> tuple[Entry, bytes]:
    order = _order(entry)
    if isinstance(order.command, Command):
        chance = RecordedChance(_draws(floor.tables[order.table], order.command, entry, secret))
        outcome = handle_table(floor, order, chance)
        chance.end()
        name_readings_as_told(floor.tables[order.table], outcome, entry.events)
    else:
        _require_same_snapshot(floor, entry)
        outcome = handle_property(floor, order)
        outcome.events = tuple(_as_recorded(event, entry.events) for event in outcome.events)
    made, body, _ = write(floor, order, outcome, entry.format)
    return made, body


def _as_recorded(made: Any, told: Sequence[object]) -> Any:
    """Gives an installed table the terms and rules recorded in the log.

    The program that wrote them may have recorded them differently. They are used only if they, and every settlement,
    still mean the same.
    """
    for event in told:
        if isinstance(made, TableInstalled) and isinstance(event, TableInstalled) and agrees(event, made):
            return msgspec.structs.replace(made, terms=event.terms, rules=event.rules)
    return made


def _order(entry: Entry) -> Order:
    """The order that an entry was built from, as it was given."""
    table = "" if entry.stream == FLOOR else entry.stream.removeprefix(stream_of(""))
    command: Command | FloorCommand = (_TABLE if table else _PROPERTY).decode(entry.command)
    return Order(id=entry.id, by=entry.by, command=command, at=entry.at, table=table)


def _require_same_snapshot(floor: Property, entry: Entry) -> None:
    """Requires the recorded digest of a snapshot to match the re-executed property.

    The digest vouches for the whole property.
    """
    for event in entry.events:
        if isinstance(event, SnapshotTaken) and event.digest not in snapshot_digests(floor, entry.format):
            raise LogDiffers("the snapshot does not match the property at that entry", where=f"snapshot {event.seq}")


def _differs(entry: Entry, made: Entry) -> LogDiffers:
    place, wrong, right = difference(_plain(entry), _plain(made))
    what = f"{place or 'its writing'} is {wrong!r}"
    return LogDiffers(
        what, where=_where(entry), accepted=(f"{right!r}, which is what the floor produces from the command")
    )


def _plain(entry: Entry) -> Any:
    return msgspec.to_builtins(entry, enc_hook=_shown)


def _shown(value: object) -> Any:
    return msgspec.json.decode(value) if isinstance(value, msgspec.Raw) else str(value)


def _where(entry: Entry) -> str:
    return f"entry {entry.seq} ({entry.stream}, {entry.by})"


def _require_same_transfers(entries: Sequence[Entry], kept: Sequence[TransferRow]) -> None:
    """Requires the separate table of transfers to hold exactly the transfers of these entries."""
    told = iter(kept)
    for entry, place, transfer in ((e, n, t) for e in entries for n, t in enumerate(e.transfers)):
        t = transfer
        row = (entry.seq, place, t.id, t.debit, t.credit, t.cents, t.kind, t.pending, t.code, t.cite, entry.at)
        found = next(told, None)
        if found != row:
            why = f"kept is {tuple(found) if found else 'nothing'}"
            where = f"transfer {t.id} of entry {entry.seq}"
            raise LogDiffers("the stored transfer differs from the one in the entry", where=where, why=why)
    if (more := next(told, None)) is not None:
        raise LogDiffers("a transfer is stored that no entry contains", where=f"transfer {more.id} of entry {more.seq}")


# --- Recorded random numbers ---------------------------------------------------------------------------------


class RecordedChance:
    """A source of randomness that returns the recorded numbers in their original order."""

    def __init__(self, drawn: Iterable[int]) -> None:
        self._drawn = deque(drawn)

    def below(self, n: int) -> int:
        if not self._drawn or not 0 <= self._drawn[0] < n:
            raise LogDiffers(f"no draw below {n} is recorded", accepted="as many draws as the command needs")
        return self._drawn.popleft()

    def end(self) -> None:
        if self._drawn:
            raise LogDiffers(f"{len(self._drawn)} recorded draws are more than the command needs")


def _draws(table: FloorTable, command: Command, entry: Entry, secret: bytes) -> Iterator[int]:
    """The random numbers drawn when the command was executed."""
    if secret:
        yield from shuffle_draws(sealed_cards(secret))
        yield from secret[:KEY_SIZE]
    elif isinstance(command, commands.CloseBets):
        yield from _bonus_draws(table, command, entry)


def shuffle_draws(order: Sequence[Card]) -> Iterator[int]:
    """The random numbers that make our shuffle produce this order.

    The shuffle fills positions from the last to the second.
    """
    cards = list(FRESH)
    for last in range(len(cards) - 1, 0, -1):
        pick = cards.index(order[last])
        yield pick
        cards[last], cards[pick] = cards[pick], cards[last]


def _bonus_draws(table: FloorTable, command: Command, entry: Entry) -> Iterator[int]:
    """The random numbers of the bonus draws: whether each bonus was hit, then the drawn cards and positions."""
    state, _ = table.engine.step(table.state, command)
    assert state.round is not None
    drawn = next((event for event in entry.events if isinstance(event, events.BonusDrawn)), None)
    left = Counter({"card": len(drawn.cards), "position": len(drawn.positions)} if drawn else {})
    for bonus in bonuses_due(table.engine.rules, state.round):
        left[bonus.drawn] -= 1
        yield 0 if left[bonus.drawn] >= 0 else 1
    if drawn:
        yield from (FRESH.index(card) for card in drawn.cards)
        yield from drawn.positions


def _decode_card(kind: type, value: object) -> Card:
    return Card.parse(str(value))


_TABLE: msgspec.json.Decoder[Command] = msgspec.json.Decoder(
    Union[kinds(COMMANDS)],  # noqa: UP007
    dec_hook=_decode_card,
)
_PROPERTY: msgspec.json.Decoder[FloorCommand] = msgspec.json.Decoder(
    Union[kinds(ORDERS)],  # noqa: UP007
)
