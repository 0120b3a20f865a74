"""The report on a gaming day: table win, drop and hold; consistent meters; hand-pays; every exception."""

from __future__ import annotations

import re
from contextlib import closing
from pathlib import Path

import msgspec
import pytest

from tablelaw.floor import orders
from tablelaw.floor.house_staff import DEALER, FLOORPERSON
from tablelaw.floor.log.entry import decode
from tablelaw.floor.log.gaming_days import gaming_days
from tablelaw.floor.reports.day import DayReport, MeterDay, TableDay, day_report, hold_text
from tablelaw.floor.reports.day_pages import report_html, report_text
from tablelaw.floor.store.api import Store, open_store
from tablelaw.table import commands
from tablelaw.table.registry import tag_of
from tests.floor.played import DAY, UTH, bet, new_floor, opened, play_on, play_to_the_documents, refusal, royal, sit
from tests.floor.stacked_decks import StackedDecks
from tests.floor.world import World, example

NEXT = "2026-11-16"
TWO = ("floor:eve", "floor:fay")


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return new_floor(tmp_path)


def table(report: DayReport, name: str = UTH) -> TableDay:
    return next(day for day in report.tables if day.table == name)


def meter(report: DayReport, name: str = f"{UTH}/progressive-a") -> MeterDay:
    return next(day for day in report.meters if day.meter == name)


def a_lost_round(world: World) -> None:
    """Plays a round in which Ann folds and loses her Ante and Blind, $10 in all."""
    bet(world, ante=500, blind=500)
    play_on(world, UTH, (1, "check", 0), (1, "check", 0), (1, "fold", 0))


def next_day(world: World, day: str = NEXT) -> None:
    world.do(FLOORPERSON, orders.EndDay())
    world.do(FLOORPERSON, orders.StartDay(day))


# --- Tables ----------------------------------------------------------------------------------------------------


def test_win_is_tray_change_and_drop_less_fills_and_credits(store: Store) -> None:
    with opened(store) as world:
        sit(world)
        a_lost_round(world)
        world.do(FLOORPERSON, orders.FillTray(UTH, 2_000_00))
        world.do(FLOORPERSON, orders.CreditTray(UTH, 700_00))
        day = table(day_report(store))
    assert (day.opening_tray_cents, day.fills_cents, day.credits_cents) == (0, 102_000_00, 700_00)
    assert (day.drop_cents, day.win_cents, day.hold) == (500_00, 10_00, "2.00%")
    assert day.closing_tray_cents == 102_000_00 - 700_00 - 500_00 + 10_00
    assert (day.rounds, day.void_rounds) == (1, 0)


def test_a_refused_count_of_a_drop_does_not_tell_what_should_be_there(store: Store) -> None:
    with opened(store) as world:
        sit(world)
        assert "500" not in refusal(lambda: world.do(FLOORPERSON, orders.CountDrop(UTH, -1))).sentence()


def test_days_follow_each_other_without_a_gap(store: Store) -> None:
    with opened(store) as world:
        sit(world)
        a_lost_round(world)
        world.do(FLOORPERSON, orders.EndDay())
        world.do(FLOORPERSON, orders.CountDrop(UTH, 500_00))
        world.do(FLOORPERSON, orders.StartDay(NEXT))
        a_lost_round(world)
        first, second = day_report(store, DAY), day_report(store, NEXT)
    assert (first.first_entry, first.last_entry + 1, second.last_entry) == (1, second.first_entry, store.head())
    assert table(first).counted_cents == 500_00, "a count after closing is of the day that ended"
    assert table(second).opening_tray_cents == table(first).closing_tray_cents
    assert (table(second).win_cents, table(second).drop_cents, table(second).hold) == (10_00, 0, "")
    assert meter(second).opening_units == meter(first).closing_units


def test_a_correction_counts_as_less_of_what_it_corrects(store: Store) -> None:
    with opened(store) as world:
        sit(world)
        answer = world.do(FLOORPERSON, orders.FillTray(UTH, 300_00))
        wrong = orders.CorrectTransfer(answer.entry.transfers[0].id, 100_00, "counted twice", TWO)
        world.do(FLOORPERSON, wrong)
        report = day_report(store)
    assert table(report).fills_cents == 100_000_00 + 200_00
    assert table(report).win_cents == 0
    (found,) = report.exceptions
    assert (found.kind, found.by, "counted twice" in found.what) == ("correction", FLOORPERSON, True)
    assert (found.cents, found.approvers) == (100_00, TWO)
    assert re.search(r"counted twice +\$100.00 +floor:in charge +floor:eve, floor:fay", report_text(report))


def test_a_corrected_buy_in_is_less_of_a_drop_and_one_exception(store: Store) -> None:
    with opened(store) as world:
        bought = world.do(DEALER, orders.BuyIn("ann", UTH, 300_00)).entry.transfers
        world.do(FLOORPERSON, orders.CorrectTransfer(bought[0].id, 100_00, "typed twice", TWO, together=True))
        report = day_report(store)
    assert (table(report).drop_cents, table(report).win_cents) == (200_00, 0)
    assert [(found.kind, found.cents) for found in report.exceptions] == [("correction", 100_00)]


def test_a_count_that_finds_nothing_is_a_count(store: Store) -> None:
    with opened(store) as world:
        sit(world)
        before = day_report(store)
        world.do(FLOORPERSON, orders.CountDrop(UTH, 0))
        after = day_report(store)
    assert [(table(day).counts, table(day).counted_cents) for day in (before, after)] == [(0, 0), (1, 0)]
    assert [counted(day) for day in (before, after)] == ["-", "$0.00"]


def counted(report: DayReport) -> str:
    """The last cell of the table's row in the printed report."""
    return next(line for line in report_text(report).splitlines() if line.startswith(UTH)).split()[-1]


def test_a_table_that_left_is_in_the_report_of_that_day_only(store: Store) -> None:
    with opened(store, example("pa-653a"), example("pa-678a")) as world:
        world.do(FLOORPERSON, orders.RemoveTable("HCF-1"))
        next_day(world)
        first, second = day_report(store, DAY), day_report(store, NEXT)
    assert [day.table for day in first.tables] == ["HCF-1", UTH]
    assert [day.table for day in second.tables] == [UTH]
    assert (table(first, "HCF-1").win_cents, table(first, "HCF-1").closing_tray_cents) == (0, 0)


@pytest.mark.parametrize(
    ("win", "drop", "shown"),
    [(1, 3, "33.33%"), (2, 3, "66.67%"), (-5, 600, "-0.83%"), (0, 5, "0.00%"), (7, 0, ""), (12, 10, "120.00%")],
)
def test_hold_is_win_over_drop(win: int, drop: int, shown: str) -> None:
    assert hold_text(win, drop) == shown


# --- Meters and hand-pays --------------------------------------------------------------------------------------


def test_a_meter_won_whole_adds_up_and_is_paid_by_hand(store: Store) -> None:
    decks = StackedDecks("report")
    with opened(store, chance=decks) as world:
        sit(world)
        decks.stack(royal())
        bet(world, ante=500, blind=500, progressive=100)
        play_on(world, UTH, (1, "check", 0), (1, "bet", 1000))
        report = day_report(store)
    found = meter(report)
    assert (found.seed_units, found.win_units, found.hits) == (10_000_00_0000, -10_000_00_0000, 1)
    assert (found.reseed_units, found.contribution_units) == (10_000_00_0000, 21_0000)
    assert found.closing_units == 10_000_21_0000 and found.agrees
    assert (found.paid_cents, found.amount_in_cents, found.ledger_cents) == (10_000_00, 1_00, 10_000_21)
    (pay,) = report.hand_pays
    assert (pay.player, pay.seat, pay.cents, pay.round) == ("ann", 1, 10_000_00, 1)
    assert (pay.validated_by, pay.documented_by) == (FLOORPERSON, FLOORPERSON)
    assert "outstanding" not in report_text(report)


def test_each_hand_pay_of_a_seat_has_the_paragraph_of_its_own_documents(store: Store) -> None:
    decks = StackedDecks("report")
    with opened(store, chance=decks) as world:
        sit(world)
        world.do(DEALER, orders.LoadAccount("ann", 100_00))
        decks.stack(royal())
        bet(world, ante=500, blind=500, progressive=100, five_card_player=100)
        play_on(world, UTH, (1, "check", 0), (1, "bet", 1000))
        report = day_report(store)
    assert [(pay.wager, pay.documents_cite) for pay in report.hand_pays] == [
        ("Progressive Payout", "653a.11(k)(4)"),
        ("Five Card Hand Bonus, on the player", "653a.11(l)(3)"),
    ]
    assert all(pay.documented_by == FLOORPERSON for pay in report.hand_pays)
    assert "of the documents" in report_text(report) and "653a.11(l)(3)" in report_html(report)


def test_a_hand_pay_without_its_documents_is_outstanding(store: Store) -> None:
    decks = StackedDecks("report")
    with opened(store, chance=decks) as world:
        sit(world)
        decks.stack(royal())
        play_to_the_documents(world, ante=500, blind=500, progressive=100)
        report = day_report(store)
    (pay,) = report.hand_pays
    assert (pay.validated_by, pay.documented_by) == (FLOORPERSON, "")
    assert "outstanding" in report_text(report)


def test_a_win_undone_by_a_void_is_no_hand_pay(store: Store) -> None:
    decks = StackedDecks("report")
    with opened(store, chance=decks) as world:
        sit(world)
        decks.stack(royal())
        play_to_the_documents(world, ante=500, blind=500, progressive=100)
        world.do(FLOORPERSON, commands.ReportIrregularity("wrong-number-of-cards", 1), UTH)
        world.run(UTH)
        report = day_report(store)
    assert report.hand_pays == () and table(report).void_rounds == 1
    found = meter(report)
    assert found.undone_units == 0 and found.win_units + found.reseed_units == 0
    assert (found.hits, found.agrees, found.closing_units) == (0, True, found.seed_units)


def test_an_adjusted_meter_adds_up_and_is_an_exception(store: Store) -> None:
    with opened(store) as world:
        world.do(FLOORPERSON, orders.AdjustMeter(f"{UTH}/progressive-a", -12_345, "misread", TWO))
        report = day_report(store)
    assert (meter(report).adjustment_units, meter(report).agrees) == (-12_345, True)
    (found,) = report.exceptions
    assert (found.kind, found.units, found.approvers) == ("adjustment", -12_345, TWO)
    assert report_text(report).count("-$0.01|2345") == 2, "of the meter, and of the exception"
    assert "floor:eve, floor:fay" in report_html(report)


# --- Exceptions ------------------------------------------------------------------------------------------------


def test_voids_irregularities_drop_differences_and_links_are_exceptions(store: Store) -> None:
    with opened(store, example("pa-653a", link="hall")) as world:
        sit(world)
        bet(world, ante=500, blind=500)
        world.do(DEALER, commands.CloseBets(), UTH)
        world.run(UTH)
        world.do(FLOORPERSON, commands.ReportIrregularity("wrong-number-of-cards", 1), UTH)
        world.run(UTH)
        world.do(FLOORPERSON, orders.CutLink("hall-progressive"))
        world.do(FLOORPERSON, orders.RestoreLink("hall-progressive"))
        world.do(FLOORPERSON, orders.CountDrop(UTH, 499_00))
        report = day_report(store)
    assert [found.kind for found in report.exceptions] == [
        "void round",
        "link down",
        "link up again",
        "drop difference",
    ]
    assert report.exceptions[0].what.startswith("round 1: ") and report.exceptions[0].cite == "653a.13(c)"
    assert "$1 short" in report.exceptions[3].what
    assert (table(report).win_cents, table(report).rounds, table(report).void_rounds) == (0, 1, 1)


def test_every_irregularity_of_a_session_is_reported(played_session: Store) -> None:
    """Each irregularity of the session appears in the report of its gaming day."""
    reports = [day_report(played_session, known.day) for known in gaming_days(played_session)]
    entries = [decode(kept.body) for kept in played_session.entries(0)]
    irregularities = sum(tag_of(type(event)) == "SlipFound" for entry in entries for event in entry.events)
    told = [found.kind for report in reports for found in report.exceptions]
    assert told.count("void round") + told.count("irregularity") == irregularities > 0
    assert all(day.agrees for report in reports for day in report.meters)
    rounds = sum(day.rounds for report in reports for day in report.tables)
    assert rounds == sum(body_has(entry, "RoundCleared") for entry in entries)
    paid = sum(change.cents for entry in entries for change in entry.meters if change.kind == "paid")
    documented = sum(pay.cents for report in reports for pay in report.hand_pays if pay.documented_by)
    assert documented == paid > 0


def body_has(entry: object, name: str) -> int:
    return sum(tag_of(type(event)) == name for event in getattr(entry, "events", ()))


# --- Empty days and missing reports ----------------------------------------------------------------------------


def test_a_day_without_activity_says_so(store: Store) -> None:
    with opened(store) as world:
        next_day(world)
        report = day_report(store)
    assert report.is_empty and report.day == NEXT
    for shown in (report_text(report), report_html(report)):
        assert "No Activity" in shown and NEXT in shown and "Keystone Casino" in shown and report.version in shown


def test_parts_without_activity_say_so(store: Store) -> None:
    with opened(store, example("md-thb")) as world:
        world.do(FLOORPERSON, orders.FillTray("THB-1", 100))
        report = day_report(store)
    assert not report.is_empty
    assert report_text(report).count("No Activity") == 4, "meters, their figures, hand-pays and exceptions"


def test_a_day_that_never_was_is_refused_with_those_that_were(store: Store) -> None:
    with opened(store) as world:
        next_day(world)
        found = refusal(lambda: day_report(store, "2026-12-24"))
    assert (found.code, found.accepted) == ("no-such-day", f"{DAY}, {NEXT}")


def test_before_the_first_day_there_is_no_report(store: Store) -> None:
    with opened(store, day=""):
        found = refusal(lambda: day_report(store))
    assert found.code == "no-such-day" and "floor open" in found.accepted
    assert gaming_days(store) == []


# --- Forms -----------------------------------------------------------------------------------------------------


def test_the_page_stands_by_itself_and_shows_what_the_text_shows(store: Store) -> None:
    with opened(store) as world:
        sit(world, player="<b>ann")
        a_lost_round(world)
        report = day_report(store)
    shown = report_html(report)
    assert "http" not in shown and "<script" not in shown and "<b>" not in shown
    assert shown.count("<section>") == 5
    for part in ("$100,000.00", "$500.00", "$10.00", "2.00%", "agrees"):
        assert part in shown and part in report_text(report)


def test_the_report_is_plain_values_for_programs(store: Store) -> None:
    with opened(store):
        shown = msgspec.to_builtins(day_report(store))
    assert {"title", "version", "property", "day", "tables", "meters", "hand_pays", "exceptions"} <= set(shown)


def test_the_same_report_on_either_database(database: str) -> None:
    with closing(open_store(database)) as store, opened(store) as world:
        sit(world)
        a_lost_round(world)
        assert table(day_report(store)).win_cents == 10_00
