"""A share of a linked meter keeps one value from the player's turn to the hand-pay, whatever other tables do."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tablelaw.amounts import METER_UNITS_PER_CENT, money_text
from tablelaw.floor import orders
from tablelaw.floor.audit.property_audit import AuditInput, audit_floor
from tablelaw.floor.audit.reconstruction import reconstruct
from tablelaw.floor.audit.reexecution import LogDiffers, reexecute
from tablelaw.floor.handlers.inspection import settled_size
from tablelaw.floor.house_staff import DEALER, FLOORPERSON
from tablelaw.floor.log.entry import Entry
from tablelaw.floor.store.api import Store, open_store
from tablelaw.server.audit.round_replay import Replay, replay
from tablelaw.server.tables.pending_payouts import payout_text
from tablelaw.table import commands, events
from tablelaw.table.events import Line
from tablelaw.table.phases import settling
from tablelaw.table.rules import TableRules
from tablelaw.table.state import change
from tablelaw.views.messages import WireTable
from tablelaw.views.table_view import view
from tests.floor.databases import KINDS_FOR_LOGIC
from tests.floor.forging import entry_with, forged
from tests.floor.played import KEY
from tests.floor.stacked_decks import WINNERS, winning
from tests.floor.test_jackpots import BETS, METER, RESEED_CENTS, TABLES, Hall

DATABASES = KINDS_FOR_LOGIC

WINNER, OTHER = TABLES
PLAIN = {"hands": {1: "2c 7d", 2: "3h 8s"}, "dealer": "Kc 9d", "board": "Qd Jh 5s 4c 9s"}
STAKES_CENTS = 2 * BETS["progressive"]


@pytest.fixture
def hall(store: Store) -> Iterator[Hall]:
    made = Hall(store)
    made.do(FLOORPERSON, orders.AdjustMeter(METER, 71_400, "moved from another floor", ("eve", "fay")))
    yield made
    made.floor.close()


def elsewhere(hall: Hall) -> None:
    """Plays a round without a win at the other table; its wagers count when the round is cleared."""
    before = hall.floor.views.meters[METER].amount_in
    hall.decks.always(winning(PLAIN))
    hall.bets_closed(OTHER)
    while hall.view(OTHER).state.round is not None:
        hall.run(OTHER)
        hall.decide(OTHER)
    hall.decks.always(winning(WINNERS[0]))
    assert hall.floor.views.meters[METER].amount_in == before + STAKES_CENTS


def seen(hall: Hall) -> WireTable:
    views = hall.floor.views
    shown = {name: meter.units for name, meter in views.meters.items()}
    return view(WINNER, views.tables[WINNER], "floor", "", 0, shown, frozenset())


def asked_to_validate(hall: Hall) -> str:
    table = seen(hall)
    (wait,) = table.waiting
    return payout_text(hall.floor.views, table, wait)


MOMENTS = ("before the turn", "before the display", "before the validation", "before the documents", "before the end")


def played(hall: Hall, moment: str) -> tuple[int, str]:
    """Plays a jackpot, with a round at the other table at a given moment. Returns the meter at the turn and the
    validated text.
    """

    def now(name: str) -> None:
        if moment in (name, "every moment"):
            elsewhere(hall)

    hall.to_the_turn(WINNER)
    now("before the turn")
    shown = hall.shown
    hall.do(DEALER, commands.SettleSeat(), WINNER)
    now("before the display")
    said = asked_to_validate(hall)
    now("before the validation")
    hall.do(FLOORPERSON, commands.Validate(1, "progressive"), WINNER)
    hall.run(WINNER, validates=False)
    now("before the documents")
    hall.do(FLOORPERSON, commands.CompleteDocuments(1), WINNER)
    now("before the end")
    hall.to_the_end(WINNER)
    return shown, said


@pytest.mark.parametrize("moment", [*MOMENTS, "every moment"])
def test_12_d_4_one_figure_from_the_turn_to_the_hand_pay(hall: Hall, moment: str) -> None:
    shown, said = played(hall, moment)
    due = shown // METER_UNITS_PER_CENT
    assert f"{money_text(due)} (100% of meter, paid by hand)" in said
    fixed, settled = hall.shares()[0], hall.wins()[0]
    assert fixed == settled and settled.paid == due
    paid = [change.cents for entry in hall.entries for change in entry.meters if change.kind == "paid"]
    assert paid == [due]
    check_the_meter(hall, shown)
    check_what_is_told(hall, fixed)


def check_the_meter(hall: Hall, shown: int) -> None:
    """Checks that the restarted meter includes what other tables added after the turn."""
    entries = [(entry.seq, change) for entry in hall.entries for change in entry.meters if change.meter == METER]
    turn = next(seq for seq, change in entries if change.kind == "won")
    later = sum(change.units for seq, change in entries if seq > turn and change.kind == "counted")
    left = shown % METER_UNITS_PER_CENT
    assert hall.shown == RESEED_CENTS * METER_UNITS_PER_CENT + left + later


def check_what_is_told(hall: Hall, fixed: Line) -> None:
    """Checks that the auditor's page, the reconstructed round and the full audit show the same figure."""
    store = hall.floor.store
    again = replayed(hall)
    (step,) = [step for step in again.steps if step.event == "ShareFixed"]
    assert money_text(fixed.paid) in step.what and step.cites == ("653a.12(d)(4)",)
    (jackpot,) = again.jackpots
    assert [(moment.what, moment.cents) for moment in jackpot.moments] == [
        (what, fixed.paid) for what in ("fixed", "validated", "paid")
    ]
    assert jackpot.is_one_sum and jackpot.meter_cents == fixed.paid
    told = [seen.line for seen in reconstruct(store, WINNER, 1).lines if seen.line.hand_pay]
    assert told == [fixed]
    check_audit(store)


def check_audit(store: Store) -> None:
    """Re-executes every entry and has the stand-alone verifier rebuild the log."""
    passed = {check.name for check in audit_floor(store, AuditInput(signing=KEY, key=KEY.public)) if check.is_run}
    assert {"replay", "verifier"} <= passed


def replayed(hall: Hall) -> Replay:
    return replay(hall.floor.store, WINNER, 1, 0, settled_size(hall.floor.views, hall.floor.store))


def test_a_replay_shows_what_other_tables_added_during_the_round(hall: Hall) -> None:
    """The page shows the meter as it was displayed at the time, entry by entry."""
    live: dict[int, int] = {}
    hall.floor.subscribe(lambda entries: live.update({entries[-1].seq: hall.shown}))
    played(hall, "every moment")
    for step in replayed(hall).steps:
        if step.entry in live:
            assert [meter.cents for meter in step.view.meters if meter.id == METER] == [
                live[step.entry] // METER_UNITS_PER_CENT
            ], step.what


def test_two_winners_of_one_meter_at_two_tables_have_a_figure_each(hall: Hall) -> None:
    for table in TABLES:
        hall.to_the_turn(table)
    shown = hall.shown
    for table in TABLES:
        hall.do(DEALER, commands.SettleSeat(), table)
    assert [line.paid for line in hall.shares()] == [shown // METER_UNITS_PER_CENT, RESEED_CENTS]
    for table in reversed(TABLES):
        hall.to_the_end(table)
    assert sorted(line.paid for line in hall.wins()) == sorted(line.paid for line in hall.shares())
    reexecute(hall.floor.store)


# --- Voids ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rounds", [0, 1])
@pytest.mark.parametrize("how", ["wrong-number-of-cards", "player-leaves"])
def test_a_share_that_waits_goes_back_when_its_hand_is_void(hall: Hall, rounds: int, how: str) -> None:
    hall.to_the_turn(WINNER)
    shown = hall.shown
    hall.do(DEALER, commands.SettleSeat(), WINNER)
    assert hall.floor.views.balance(f"handpay:{WINNER}").posted == shown // METER_UNITS_PER_CENT
    added = 0
    for _ in range(rounds):
        before = hall.shown
        elsewhere(hall)
        added += hall.shown - before
    hall.do(FLOORPERSON, commands.ReportIrregularity(how, 1), WINNER)
    assert hall.shown == shown + added
    assert hall.floor.views.balance(f"handpay:{WINNER}").posted == 0
    hall.to_the_end(WINNER)
    assert not hall.wins()
    check_audit(hall.floor.store)


# --- Earlier logs ---------------------------------------------------------------------------------------------


def asked_only(rules: TableRules, line: Line, command: commands.Command) -> list[events.Event]:
    cite = rules.settlement.validation_cites[line.wager]
    return [events.ValidationAsked(line.seat, line.wager, cite=cite, by=command.by, at=command.at)]


@pytest.fixture
def earlier(tmp_path: Path) -> Iterator[Store]:
    """A log from a program that determined the amount of a share when it was validated."""
    with pytest.MonkeyPatch.context() as patch, closing(open_store(str(tmp_path / "old.db"), create=True)) as store:
        patch.setattr(settling, "_asked", asked_only)
        hall = Hall(store)
        played(hall, "every moment")
        hall.floor.close()
        patch.undo()
        yield store


def test_a_log_of_an_earlier_form_is_audited_by_its_own_figures(earlier: Store) -> None:
    check_audit(earlier)
    (line,) = [seen.line for seen in reconstruct(earlier, WINNER, 1).lines if seen.line.hand_pay]
    assert line.paid > RESEED_CENTS


def test_a_round_of_an_earlier_form_that_waits_is_played_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with closing(open_store(str(tmp_path / "old.db"), create=True)) as store:
        monkeypatch.setattr(settling, "_asked", asked_only)
        hall = Hall(store)
        hall.to_the_win(WINNER)
        monkeypatch.undo()
        elsewhere(hall)
        shown = hall.shown
        assert money_text(shown // METER_UNITS_PER_CENT) in asked_to_validate(hall)
        hall.to_the_end(WINNER)
        assert hall.wins()[0].paid == shown // METER_UNITS_PER_CENT
        hall.to_the_win(WINNER)
        hall.to_the_end(WINNER)
        hall.floor.close()
        check_audit(store)


def test_a_log_never_goes_back_to_the_earlier_form(tmp_path: Path) -> None:
    """Omitting the figure in order to pay a later one is detected."""
    with closing(open_store(str(tmp_path / "new.db"), create=True)) as store:
        hall = Hall(store)
        for _ in range(2):
            hall.to_the_win(WINNER)
            hall.to_the_end(WINNER)
        hall.floor.close()
        last = entry_with(store, events.ShareFixed)
        with closing(open_store(str(tmp_path / "copy.db"), create=True)) as copy:
            forged(store, copy, last.seq, without_the_figure)
            with pytest.raises(LogDiffers):
                reexecute(copy)


def without_the_figure(entry: Entry) -> Entry:
    """Changes the entry so the share stays on the meter until it is validated."""
    told = tuple(event for event in entry.events if not isinstance(event, events.ShareFixed))
    return change(entry, events=told, meters=(), transfers=tuple(t for t in entry.transfers if "/meter" not in t.id))
