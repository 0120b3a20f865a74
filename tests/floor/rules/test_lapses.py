"""Bad Beat paytable C (653b.3) is law from 2024-03-23 until 2026-03-23: what the floor accepts on which gaming day."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tablelaw.chance import Chance, PracticeChance
from tablelaw.errors import TablelawError
from tablelaw.floor import orders
from tablelaw.floor.audit.log_audit import sign_log
from tablelaw.floor.audit.reconstruction import reconstruct
from tablelaw.floor.audit.reconstruction_grids import about
from tablelaw.floor.audit.reexecution import LogDiffers, reexecute
from tablelaw.floor.handlers import to_a_table, to_the_property
from tablelaw.floor.house_staff import DEALER, FLOORPERSON, handed_back
from tablelaw.floor.log.entry import decode
from tablelaw.floor.log.export import export_log
from tablelaw.floor.rules import lapses
from tablelaw.floor.rules.lapses import On, dated_wagers, lapse_alerts
from tablelaw.floor.service import FloorService
from tablelaw.floor.store.api import Store
from tablelaw.proofs.keys import new_key
from tablelaw.submission.draft import Draft, parse_draft
from tablelaw.table import commands, events
from tablelaw.table.legal import decisions
from tablelaw_verifier import verify
from tests.floor.databases import KINDS_FOR_LOGIC
from tests.floor.handlers.test_day_bounds import SetClock
from tests.floor.stacked_decks import StackedDecks
from tests.floor.world import ADMINISTRATOR, PROPERTY, TRAY_CENTS, World, example
from tests.table.game import arranged

DATABASES = KINDS_FOR_LOGIC

TABLE = "UTH-1"
INSIDE = ((2024, 3, 23), (2024, 3, 24), (2026, 3, 22), (2026, 3, 23))
Day = tuple[int, int, int]
KEY = new_key()


def with_c(filed: str = "") -> str:
    text = re.sub(r'(?m)^bad-beat = ".*"$', 'bad-beat = "C"', example("pa-653a", TABLE))
    assert 'bad-beat = "C"' in text
    return text.replace(f'table = "{TABLE}"\n', f'table = "{TABLE}"\nfiled = "{filed}"\n') if filed else text


def opened(store: Store, day: Day, text: str, chance: Chance | None = None) -> World:
    """A property whose table is installed late on a day, with that gaming day begun."""
    service = FloorService(store, clock=SetClock(*day, 23), chance=chance or PracticeChance("lapses"))
    world = World(service, "lapses")
    world.open([text], key=KEY.public)
    return world


def go_to(world: World, day: Day) -> None:
    """Ends the gaming day and begins the next early on another date, before a deck change is due."""
    world.do(FLOORPERSON, orders.EndDay())
    assert isinstance(world.service, FloorService) and isinstance(world.service.clock, SetClock)
    world.service.clock.time = int(datetime(*day, 1, tzinfo=UTC).timestamp())
    world.do(FLOORPERSON, orders.StartDay(world.date()))


def exported(world: World, store: Store, folder: Path) -> Path:
    assert isinstance(world.service, FloorService)
    sign_log(store, KEY, world.service.clock.now())
    export_log(store, folder / "log.jsonl")
    return folder / "log.jsonl"


def bets(world: World, *wagers: str) -> list[TablelawError | None]:
    player = f"player:{TABLE} 1"
    return [world.attempt(player, commands.PlaceWager(1, wager, 500), TABLE) for wager in wagers]


@pytest.mark.parametrize("day", INSIDE, ids=str)
def test_653b_3_is_installed_and_played_from_its_first_to_its_last_day(store: Store, day: Day) -> None:
    world = opened(store, day, with_c())
    world.seat(TABLE, [1])
    world.ready(TABLE)
    assert bets(world, "ante", "blind", "trips", "bad-beat") == [None] * 4
    assert world.attempt(DEALER, commands.CloseBets(), TABLE) is None


@pytest.mark.parametrize(
    ("day", "filed", "words"),
    [
        ((2024, 3, 22), "", ("not in force before 2024-03-23", "653b.3", "A, B")),
        ((2024, 3, 22), "2025-06-30", ("filed = '2025-06-30' is after the day of the check, 2024-03-22",)),
        ((2026, 3, 24), "", ("lapsed after 2026-03-23", "653b.3", "A, B")),
        ((2026, 3, 24), "2025-06-30", ("lapsed after 2026-03-23", "653b.3", "A, B")),
    ],
)
def test_653b_3_is_not_installed_on_other_days(store: Store, day: Day, filed: str, words: tuple[str, ...]) -> None:
    """The paytable cannot be installed, even if it was filed while it was law."""
    world = World(FloorService(store, clock=SetClock(*day, 12)), "lapses")
    world.do("system", orders.OpenProperty(PROPERTY))
    refusal = world.attempt(ADMINISTRATOR, orders.InstallTable(with_c(filed), TRAY_CENTS))
    assert refusal is not None
    told = f"{refusal.sentence()} {refusal.law}"
    assert all(word in told for word in words), told


def test_from_the_next_gaming_day_the_wager_is_refused_and_the_table_plays_on(store: Store) -> None:
    world = opened(store, (2026, 3, 23), with_c())
    world.seat(TABLE, [1])
    world.play_round(TABLE)
    go_to(world, (2026, 3, 24))
    world.ready(TABLE)
    *others, refusal = bets(world, "ante", "blind", "trips", "bad-beat")
    assert others == [None] * 3
    assert refusal is not None and refusal.code == "lapsed" and refusal.cite == "653b.3"
    assert "2026-03-23" in refusal.sentence() and "other wagers" in refusal.accepted
    world.do(DEALER, commands.CloseBets(), TABLE)
    while world.view(TABLE).state.round is not None:
        world.run(TABLE)
        world.decide(TABLE)


def test_a_gaming_day_that_began_on_the_last_day_plays_on_past_midnight(store: Store) -> None:
    """Under the reading `expiry-day`, a round belongs to the gaming day in which it begins."""
    world = opened(store, (2026, 3, 23), with_c())
    assert isinstance(world.service, FloorService) and isinstance(world.service.clock, SetClock)
    world.seat(TABLE, [1])
    world.service.clock.time = int(datetime(2026, 3, 24, 3, tzinfo=UTC).timestamp())
    world.ready(TABLE)
    assert bets(world, "ante", "blind", "trips", "bad-beat") == [None] * 4


def test_a_round_that_has_begun_is_settled_before_the_day_ends(store: Store) -> None:
    world = opened(store, (2026, 3, 23), with_c())
    world.seat(TABLE, [1])
    world.ready(TABLE)
    assert bets(world, "ante", "blind", "trips", "bad-beat") == [None] * 4
    world.do(DEALER, commands.CloseBets(), TABLE)
    refusal = world.attempt(FLOORPERSON, orders.EndDay())
    assert refusal is not None and refusal.code == "round-under-way"
    while world.view(TABLE).state.round is not None:
        world.run(TABLE)
        world.decide(TABLE)
    assert world.attempt(FLOORPERSON, orders.EndDay()) is None


def test_a_wager_that_only_lies_there_when_it_lapses_is_handed_back(store: Store) -> None:
    world = opened(store, (2026, 3, 23), with_c())
    world.seat(TABLE, [1])
    world.ready(TABLE)
    assert bets(world, "ante", "blind", "trips", "bad-beat") == [None] * 4
    go_to(world, (2026, 3, 24))
    refusal = world.attempt(DEALER, commands.CloseBets(), TABLE)
    assert refusal is not None and refusal.code == "lapsed" and "withdraw" in refusal.accepted
    assert isinstance(world.service, FloorService)
    back = handed_back(world.view(TABLE), world.service.clock.now(), (), world.service.views.day)
    assert back == commands.WithdrawWager(1, "bad-beat")
    world.do(DEALER, back, TABLE)
    assert world.attempt(DEALER, commands.CloseBets(), TABLE) is None


@pytest.mark.parametrize(("day", "count"), [("2026-03-23", 0), ("2026-03-24", 1)])
def test_staff_are_told_what_has_lapsed(store: Store, day: str, count: int) -> None:
    view = opened(store, (2026, 3, 23), with_c()).view(TABLE)
    alerts = lapse_alerts(view.text, view.engine, On(day, 0, ""))
    assert len(alerts) == count
    for says, cite in alerts:
        assert says.startswith("Bad Beat Bonus is not accepted: ") and "2026-03-23" in says
        assert cite == "653b.3"


@pytest.mark.parametrize(
    ("zone", "hour", "minute", "count"),
    [
        ("", 23, 59, 0),
        ("", 24, 0, 1),
        ("America/New_York", 24, 0, 0),
        ("America/New_York", 27, 59, 0),
        ("America/New_York", 28, 0, 1),
        ("Pacific/Auckland", 10, 59, 0),
        ("Pacific/Auckland", 11, 0, 1),
    ],
)
def test_between_two_gaming_days_the_date_is_that_of_the_property(
    store: Store, zone: str, hour: int, minute: int, count: int
) -> None:
    """The hours, in UTC, are around 2026-03-23, the paytable's last day; midnight is in the property's time zone."""
    view = opened(store, (2026, 3, 23), with_c()).view(TABLE)
    at = int(datetime(2026, 3, 23, tzinfo=UTC).timestamp()) + hour * 3600 + minute * 60
    assert len(lapse_alerts(view.text, view.engine, On("", at, zone))) == count
    assert not lapse_alerts(view.text, view.engine, On("2026-03-23", at, zone)), "the gaming day decides where one is"


def test_a_round_of_2025_replays_under_the_law_of_its_day_in_2026(store: Store, tmp_path: Path) -> None:
    """A losing straight flush is paid 2,500 to 1 under 653b.3, and re-executing the log gives the same bytes."""
    decks = StackedDecks("lapses")
    world = opened(store, (2025, 6, 30), with_c(), decks)
    world.seat(TABLE, [1])
    decks.stack(arranged("pa-653a", "manual-shoe", (1,), hands={1: "9h 8h"}, dealer="Ah Kh", board="Qh Jh Th 3d 4c"))
    world.ready(TABLE)
    assert bets(world, "ante", "blind", "trips", "bad-beat") == [None] * 4
    play_out(world)
    lines = [line for line in settled(store) if line.wager == "bad-beat"]
    assert [(line.outcome, line.odds, line.paid, line.paid_under) for line in lines] == [
        ("won", "2,500 to 1", 1_250_000, "653b.3")
    ]
    world.do(FLOORPERSON, commands.CloseTable(), TABLE)
    go_to(world, (2026, 4, 1))
    world.run(TABLE)
    world.do(f"player:{TABLE} 1", commands.TakeSeat(1), TABLE)
    world.ready(TABLE)
    assert [r.code if r else "" for r in bets(world, "ante", "blind", "trips", "bad-beat")] == ["", "", "", "lapsed"]
    play_out(world)
    assert reexecute(store).rounds == 2
    days = [dict(about(reconstruct(store, TABLE, number)))["Game"] for number in (1, 2)]
    assert [text.rpartition(" ")[2] for text in days] == ["2024-03-23", "2019-08-31"]
    report = verify(exported(world, store, tmp_path))
    assert report.agrees, report.differences
    assert report.summary["editions"] == {"pa-653a, edition 2019-08-31": 1, "pa-653a, edition 2024-03-23": 1}


def play_out(world: World) -> None:
    """Closes the bets and plays the round to the end without a fold."""
    world.do(DEALER, commands.CloseBets(), TABLE)
    world.run(TABLE)
    while (round_ := world.view(TABLE).state.round) is not None:
        betted = [choice for choice in decisions(world.view(TABLE).engine.rules, round_) if choice.action == "bet"]
        world.do(f"player:{TABLE} 1", betted[0], TABLE)
        world.run(TABLE)


def settled(store: Store) -> list[events.Line]:
    happened = [event for row in store.entries(0) for event in decode(row.body).events]
    return [line for event in happened if isinstance(event, events.Settled) for line in event.lines]


@pytest.mark.parametrize("day", [(2024, 3, 22), (2026, 3, 24)])
def test_a_floor_that_took_it_on_another_day_is_found_out(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, day: Day
) -> None:
    """Re-execution refuses the entry; the verifier, which has its own table of dates, names the paragraph."""
    with monkeypatch.context() as lenient:
        lenient.setattr(to_a_table, "require_wagers_in_force", lambda *_: None)
        lenient.setattr(to_the_property, "require_choices_in_force", lambda *_: None)
        lenient.setattr(to_the_property, "accept", lambda *_, **__: None)
        world = opened(store, day, with_c())
        world.seat(TABLE, [1])
        world.ready(TABLE)
        assert bets(world, "ante", "blind", "trips", "bad-beat") == [None] * 4
    with pytest.raises(LogDiffers, match="refused it"):
        reexecute(store)
    path = exported(world, store, tmp_path)
    found = verify(path).differences
    assert [difference.cite for difference in found] == ["653b.3"]


def test_each_of_five_hundred_submissions_is_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []
    one = parse_draft(with_c())

    def reading(text: str) -> Draft:
        read.append(text)
        return one

    monkeypatch.setattr(lapses, "parse_draft", reading)
    texts = [with_c().replace(TABLE, f"table {n} of many") for n in range(500)]
    for text in (*texts, *texts):
        assert dated_wagers(text)
    assert read == texts
