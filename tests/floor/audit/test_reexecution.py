"""Every entry is recomputed from its command; an entry that differs from the result is found and named."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import msgspec
import pytest

from tablelaw.cage.transfers import Transfer
from tablelaw.cards import Deck
from tablelaw.chance import PracticeChance
from tablelaw.floor import snapshots
from tablelaw.floor.audit.log_audit import audit_store
from tablelaw.floor.audit.reexecution import LogDiffers, RecordedChance, reexecute, shuffle_draws
from tablelaw.floor.events import ChipsBought, SnapshotTaken
from tablelaw.floor.house_staff import DEALER, FLOORPERSON, next_step
from tablelaw.floor.log import formats
from tablelaw.floor.log.entry import Entry, Sealed
from tablelaw.floor.recovery import BrokenLog, recover
from tablelaw.floor.store.api import Store, open_store
from tablelaw.table import commands, events
from tablelaw.table.phases import irregularities
from tablelaw.table.state import change
from tests.floor.forging import entry_with, forged, with_event
from tests.floor.played import UTH, bet, opened, play_on, refusal, sit
from tests.floor.world import World

NewStore = Callable[[], Store]
WAGERS = {"ante": 500, "blind": 500, "trips": 500, "progressive": 100}


def played(store: Store, rounds: int = 2) -> None:
    """Plays some rounds with an irregularity on a floor that takes snapshots now and then."""
    with opened(store, snapshot_every=25) as world:
        sit(world)
        for _ in range(rounds):
            bet(world, **WAGERS)
            play_on(world, UTH, (1, "check", 0), (1, "bet", 1000))
        bet(world, **WAGERS)
        play_on(world)
        world.do(FLOORPERSON, commands.ReportIrregularity("wrong-number-of-cards", 1), UTH)
        world.run(UTH)


@pytest.fixture(scope="module")
def honest(tmp_path_factory: pytest.TempPathFactory) -> Store:
    store = open_store(str(tmp_path_factory.mktemp("floor") / "honest.db"), create=True)
    played(store)
    return store


class EarlierForm:
    """Writes snapshots in the form used before rounds recorded their dealers."""

    def encode(self, taken: object) -> bytes:
        plain = msgspec.to_builtins(taken, enc_hook=str, builtin_types=(bytes,))
        plain.pop("format")
        for table in plain["tables"].values():
            table.pop("installed", None)
            for added in ("dealers", "shares", "entered", "entered_flow"):
                (table["state"]["round"] or {}).pop(added, None)
        return msgspec.msgpack.encode(plain)


@pytest.fixture(scope="module")
def earlier(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(snapshots, "_ENCODER", EarlierForm())
        patch.setattr(formats, "ENTRY", 1)
        store = open_store(str(tmp_path_factory.mktemp("floor") / "earlier.db"), create=True)
        played(store)
    with closing(store):
        yield store


def test_snapshots_of_an_earlier_form_are_retraced_and_restored(earlier: Store) -> None:
    assert reexecute(earlier).entries == recover(earlier)[0].seq == earlier.head()


def test_planted_program_that_has_forgotten_the_earlier_form_is_found(
    earlier: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(formats, "ADDED_TO_ROUNDS", ())
    assert "the snapshot does not match the property at that entry" in str(refusal(lambda: reexecute(earlier)))


def play_to_the_count(world: World) -> None:
    """Plays a round up to the point where the dealer miscounts the stub."""
    bet(world, **WAGERS)
    world.do(DEALER, commands.CloseBets(), UTH)
    while (round_ := world.view(UTH).state.round) is not None and round_.phase != "settling":
        step = next_step(world.view(UTH), world.chance, 0)
        if step is None:
            world.decide(UTH)
        else:
            world.do(*step, UTH)
    world.do(DEALER, commands.CountStub(1), UTH)


def reported(world: World) -> None:
    world.do(FLOORPERSON, commands.ReportIrregularity("stub-wrong-misdealt"), UTH)
    world.run(UTH)


def test_a_wrong_stub_of_an_earlier_form_needed_no_recount(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with closing(open_store(str(tmp_path / "old.db"), create=True)) as store, opened(store) as world:
        sit(world)
        monkeypatch.setattr(irregularities, "CONFIRMED", "wrong")
        play_to_the_count(world)
        reported(world)
        monkeypatch.undo()
        assert reexecute(store).rounds == 1


def test_once_a_stub_was_counted_again_every_wrong_one_must_be(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with closing(open_store(str(tmp_path / "new.db"), create=True)) as store, opened(store) as world:
        sit(world)
        play_to_the_count(world)
        world.do(FLOORPERSON, commands.CountStub(1), UTH)
        reported(world)
        assert reexecute(store).rounds == 1
        monkeypatch.setattr(irregularities, "CONFIRMED", "wrong")
        play_to_the_count(world)
        reported(world)
        monkeypatch.undo()
        assert "slip-not-now" in str(refusal(lambda: reexecute(store)))


def test_a_floor_is_retraced_on_either_database(store: Store) -> None:
    played(store)
    found = reexecute(store)
    assert (found.entries, found.root) == (store.head(), audit_store(store).root)
    assert found.rounds == 3
    assert found.transfers == len(store.transfers(0))


def test_a_session_of_every_rulebook_is_executed_again(played_session: Store) -> None:
    """The session includes wins of linked meters, drawn bonuses, real cards, irregularities, corrections and
    reinstalled tables.
    """
    bodies = b"".join(kept.body for kept in played_session.entries(0))
    for told in (b'"BonusDrawn"', b'"kind":"won"', b'"Corrected"', b'"SlipFound"', b'"TableRemoved"'):
        assert told in bodies
    assert reexecute(played_session).root == audit_store(played_session).root


def test_a_copy_without_a_change_is_no_forgery(honest: Store, tmp_path: Path) -> None:
    with closing(open_store(str(tmp_path / "copy.db"), create=True)) as copy:
        assert reexecute(forged(honest, copy)) == reexecute(honest)


# --- Forgeries with matching leaves ----------------------------------------------------------------------------

OTHER_CARDS = (("seat 1", Deck.new().cards[0], "down"),)
WON = {"outcome": "won", "paid": 10_000}


def other_line(entry: Entry) -> Entry:
    settled = next(event for event in entry.events if isinstance(event, events.Settled))
    lines = (change(settled.lines[0], **WON), *settled.lines[1:])
    return with_event(events.Settled, lines=lines)(entry)


def more_money(entry: Entry) -> Entry:
    gift = Transfer(id="gift", debit="house", credit="chips:ann", cents=100, code="win", cite="653a.12(a)")
    return change(entry, transfers=(*entry.transfers, gift))


def by_a_dealer(entry: Entry) -> Entry:
    """Turns the entry into a wager ordered by a dealer for a player who has a device."""
    command = bytes(entry.command).replace(b'"player:ann"', b'"dealer:zoe"')
    return change(entry, by="dealer:zoe", command=msgspec.Raw(command))


FORGERIES: dict[str, tuple[type, Callable[[Entry], Entry], str]] = {
    "a wager of another sum": (events.WagerPlaced, with_event(events.WagerPlaced, cents=50_000), "events[1].cents"),
    "a line paid that was lost": (events.Settled, other_line, "lines[1].outcome"),
    "another paragraph": (events.BetsClosed, with_event(events.BetsClosed, cite="653a.8(a)"), "events[1].cite"),
    "other cards": (events.Dealt, with_event(events.Dealt, cards=OTHER_CARDS), "events[1]"),
    "a transfer more": (events.BetsClosed, more_money, "transfers"),
    "no transfers": (events.WagerPlaced, lambda entry: change(entry, transfers=()), "transfers"),
    "another meter change": (events.BetsClosed, lambda entry: change(entry, meters=()), "meters"),
    "a role that may not": (events.BetsClosed, lambda entry: change(entry, by="cashier:kim"), "wrong-role"),
    "another person": (events.BetsClosed, lambda entry: change(entry, by="dealer:zoe"), "command.by"),
    "a dealer who wagers for a player": (events.WagerPlaced, by_a_dealer, "not-your-table"),
    "time that goes back": (events.BetsClosed, lambda entry: change(entry, at=1), "older than the one before"),
    "another round": (events.BetsClosed, lambda entry: change(entry, round=9), "round"),
    "another salt": (events.Dealt, lambda entry: change(entry, openings=("00" * 32,) * 4), "openings"),
    "another commitment": (events.Shuffled, lambda e: change(e, sealed=Sealed("00" * 32, ())), "sealed"),
    "events left out": (events.Settled, lambda entry: change(entry, events=()), "events"),
    "another buy-in": (ChipsBought, with_event(ChipsBought, cents=1), "events[1].cents"),
    "another digest": (SnapshotTaken, with_event(SnapshotTaken, digest="00" * 32), "snapshot"),
}


@pytest.mark.parametrize("name", FORGERIES)
def test_a_forged_entry_is_found_where_it_stands(name: str, honest: Store, tmp_path: Path) -> None:
    kind, forge, says = FORGERIES[name]
    entry = entry_with(honest, kind)
    with closing(open_store(str(tmp_path / "forged.db"), create=True)) as target:
        forged(honest, target, entry.seq, forge)
        assert audit_store(target).size == honest.head(), "the leaves fit: only the meaning tells"
        found = refusal(lambda: reexecute(target))
    assert isinstance(found, LogDiffers)
    assert f"entry {entry.seq} " in found.where
    assert says in found.sentence()


# --- Rows kept alongside the log -------------------------------------------------------------------------------


def test_a_transfer_kept_otherwise_is_found(honest: Store, tmp_path: Path) -> None:
    with closing(open_store(str(tmp_path / "copy.db"), create=True)) as copy:
        rows = honest.transfers(0)
        with copy.begin() as batch:
            batch.append(honest.log_rows(0))
            batch.write_transfers([rows[0], rows[1]._replace(cents=1), *rows[2:]])
            for deck in honest.decks():
                batch.write_deck(deck.seq, deck.sealed)
            batch.commit()
        found = refusal(lambda: reexecute(copy))
    assert rows[1].id in found.where and "differs from the one in the entry" in found.what


def test_an_account_kept_otherwise_is_found(honest: Store, tmp_path: Path) -> None:
    with closing(open_store(str(tmp_path / "copy.db"), create=True)) as copy:
        forged(honest, copy)
        with copy.begin() as batch:
            batch.write_accounts([next(row for row in honest.accounts() if row.id == "cage")._replace(credits=7)])
            batch.commit()
        found = refusal(lambda: reexecute(copy))
    assert isinstance(found, BrokenLog) and found.where == "account cage"


def test_a_deck_without_its_secret_is_found(honest: Store, tmp_path: Path) -> None:
    with closing(open_store(str(tmp_path / "copy.db"), create=True)) as copy:
        with copy.begin() as batch:
            batch.append(honest.log_rows(0))
            batch.write_transfers(honest.transfers(0))
            batch.commit()
        found = refusal(lambda: reexecute(copy))
    assert "secret" in found.what and f"entry {honest.decks()[0].seq} " in found.where


def test_a_secret_of_no_deck_is_found(honest: Store, tmp_path: Path) -> None:
    with closing(open_store(str(tmp_path / "copy.db"), create=True)) as copy:
        forged(honest, copy)
        with copy.begin() as batch:
            batch.write_deck(1, honest.decks()[0].sealed)
            batch.commit()
        found = refusal(lambda: reexecute(copy))
    assert "secret" in found.what and "entry 1 " in found.where


# --- Random outcomes -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(5))
def test_the_draws_of_a_shuffle_give_its_order_again(seed: int) -> None:
    order = Deck.new().shuffled(PracticeChance(seed)).cards
    assert Deck.new().shuffled(RecordedChance(shuffle_draws(order))).cards == order


def test_a_draw_that_was_not_recorded_is_refused() -> None:
    with pytest.raises(LogDiffers):
        RecordedChance([]).below(2)
    with pytest.raises(LogDiffers):
        RecordedChance([2]).below(2)
    with pytest.raises(LogDiffers):
        RecordedChance([1]).end()
