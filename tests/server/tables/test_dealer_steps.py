"""Dealers and floorpersons are offered only steps that would be accepted, and are never shown a count in advance."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import cast

import msgspec
import pytest

from tablelaw.chance import PracticeChance
from tablelaw.floor import orders
from tablelaw.floor.house_staff import DEALER, FLOORPERSON, next_step
from tablelaw.server.demo.house_dealer import HouseDealer
from tablelaw.server.tables.dealer_steps import Step, Steps, steps_of
from tablelaw.server.users import Person
from tablelaw.table import commands
from tablelaw.table.registry import tag_of
from tablelaw.views.messages import WireNext
from tests.floor.world import example
from tests.server.conftest import Doors

TABLE, LINK, SEAT, PLAYER = "UTH-1", "east-progressive", 2, "ann"
DAN, FLO = Person("dan", "dealer"), Person("flo", "floor")


class Table:
    """An Ultimate table with a linked Progressive, where Ann is seated with chips."""

    def __init__(self, doors: Doors) -> None:
        self.doors, self.do = doors, doors.world.do

    @property
    def view(self) -> WireNext:
        return self.doors.context.table_view(TABLE, DAN).next

    def steps(self, person: Person = DAN) -> Steps:
        return steps_of(self.doors.context, TABLE, person)

    def says(self, person: Person = DAN) -> list[str]:
        return [step.says for step in self.steps(person).steps]

    @property
    def next(self) -> str:
        return next((step.says for step in self.steps().steps if step.is_next), "")

    def until(self, kind: type[commands.Command]) -> None:
        """Lets the automatic dealer continue until this command comes next."""
        chance = PracticeChance("steps")
        while True:
            step = next_step(self.doors.context.service.views.tables[TABLE], chance, 0)
            if step is None or isinstance(step[1], kind):
                return
            self.do(*step, TABLE)

    def serve(self) -> None:
        """Records that Ann has no device, so the dealer enters her decisions."""
        self.do(FLOORPERSON, orders.ServeSeat(TABLE, SEAT, PLAYER))

    def wager(self, *wagers: str) -> None:
        for wager in wagers:
            cents = 100 if wager == "progressive" else 1_000
            self.do(f"player:{PLAYER}", commands.PlaceWager(SEAT, wager, cents), TABLE)


@pytest.fixture
def table(open_doors: Callable[..., Doors]) -> Table:
    """A table that is open for wagers."""
    doors = open_doors(books=())
    doors.world.open([example("pa-653a", TABLE, "east")])
    table = Table(doors)
    table.do(DEALER, orders.BuyIn(PLAYER, TABLE, 100_000))
    table.do(f"player:{PLAYER}", commands.TakeSeat(SEAT), TABLE)
    table.until(commands.CloseBets)
    return table


def test_where_only_people_deal_every_dealer_may_and_nobody_hands_a_table_back(table: Table) -> None:
    told = table.steps()
    assert (told.may_deal, told.is_automatic, told.dealer) == (True, False, "")
    assert table.steps(Person("dora", "dealer")).may_deal
    assert not table.steps(FLO).may_deal


# --- No more bets --------------------------------------------------------------------------------------------------


def test_no_more_bets_is_not_offered_before_anybody_has_wagered(table: Table) -> None:
    assert table.steps().why_not == "Nobody has wagered yet."
    assert "No more bets" not in table.says()
    table.wager("ante", "blind")
    assert (table.steps().why_not, table.next) == ("", "No more bets")


def test_a_wager_that_lacks_another_is_named_and_can_be_handed_back(table: Table) -> None:
    table.wager("ante")
    assert "seat 2: Blind" in table.steps().why_not
    assert "No more bets" not in table.says() and "Hand back the Ante of seat 2" in table.says()


def test_wagers_of_a_link_that_is_down_are_handed_back_first(table: Table) -> None:
    table.wager("ante", "blind", "progressive")
    table.do(FLOORPERSON, orders.CutLink(LINK))
    assert "the Progressive Payout of seat 2 cannot be kept" in table.steps().why_not
    assert table.next == "Hand back the Progressive Payout of seat 2"
    given = next(step for step in table.steps().steps if step.is_next)
    table.do(DEALER, command_of(given), TABLE)
    assert (table.steps().why_not, table.next) == ("", "No more bets")


def test_without_a_gaming_day_no_bets_are_closed(table: Table) -> None:
    table.wager("ante", "blind")
    table.do(FLOORPERSON, orders.EndDay())
    assert table.steps().why_not.startswith("No gaming day has begun.")
    assert "No more bets" not in table.says()


def command_of(step: Step) -> commands.Command:
    given = msgspec.json.decode(step.command)
    name = given.pop("type")
    kind = next(kind for kind in commands.ALL if tag_of(kind) == name)
    found: commands.Command = msgspec.convert(given, kind)
    return found


# --- Counts --------------------------------------------------------------------------------------------------------


def test_8_b_the_dealer_counts_the_chips_without_being_shown_the_number(table: Table) -> None:
    table.wager("ante", "blind", "progressive")
    table.do(DEALER, commands.CloseBets(), TABLE)
    [step] = [step for step in table.steps().steps if step.is_next]
    assert step.asks == "number" and "number" not in msgspec.json.decode(step.command)
    assert "call a floorperson" in step.how
    assert (table.view.says, table.view.cite) == ("Count the progressive chips before the first card.", "653a.8(b)")
    refusal = table.doors.world.attempt(DEALER, commands.CountChips(7), TABLE)
    assert refusal is not None and refusal.code == "chips-do-not-match"
    assert "1" not in f"{refusal.what} {refusal.accepted}"
    early = table.doors.world.attempt(DEALER, commands.Deal(), TABLE)
    assert early is not None and "1" not in early.accepted
    table.do(DEALER, commands.CountChips(1), TABLE)
    assert table.next == "Deal"


# --- In the round --------------------------------------------------------------------------------------------------


def test_the_dealer_enters_what_a_player_without_a_device_says(table: Table) -> None:
    """Every choice is offered regardless of the cards, but only for a player without a device."""
    table.wager("ante", "blind")
    table.do(DEALER, commands.CloseBets(), TABLE)
    table.until(commands.CloseBets)
    assert not table.steps().decisions and not table.steps().served
    table.serve()
    assert table.steps().served == (2,)
    acts = table.steps().decisions
    assert [step.says for step in acts] == ["Check", "Bet Play $30", "Bet Play $40"]
    assert not [step for step in table.steps().steps if b'"Act"' in bytes(step.command)]
    table.do(DEALER, command_of(acts[-1]), TABLE)


def test_after_a_void_the_wagers_are_given_back(table: Table) -> None:
    table.wager("ante", "blind")
    table.do(DEALER, commands.CloseBets(), TABLE)
    irregularities = table.doors.context.service.views.tables[TABLE].engine.rules.irregularities.values()
    early = "before the initial cards are complete"
    voids = next(
        irregularity for irregularity in irregularities if irregularity.hands == "void" and irregularity.moment == early
    )
    table.do(DEALER, commands.ReportIrregularity(voids.id), TABLE)
    assert table.view.says == "The round is void. Seat 2: give the wagers back."
    assert table.next == "Give back the wagers of seat 2"


def test_a_seat_is_settled_by_its_number(table: Table) -> None:
    table.wager("ante", "blind")
    table.serve()
    table.do(DEALER, commands.CloseBets(), TABLE)
    for _ in range(20):
        table.until(commands.SettleSeat)
        if table.next.startswith("Settle"):
            break
        table.do(DEALER, command_of(table.steps().decisions[-1]), TABLE)
    assert table.next == "Settle seat 2" and table.view.says.startswith("Settle seat 2:")


def test_a_taken_over_table_is_dealt_by_one(table: Table) -> None:
    """At an automatic table, only the dealer who has taken it over is offered the dealer's steps."""
    house = table.doors.context
    house.house_dealer = cast(HouseDealer, SimpleNamespace(dealers={TABLE: "dan"}))
    told, other = table.steps(), table.steps(Person("dora", "dealer"))
    house.house_dealer = None
    assert told.may_deal and told.is_automatic and not other.may_deal and other.dealer == "dan"


# --- What a floorperson confirms -----------------------------------------------------------------------------------


def test_13_g_a_floorperson_is_told_what_a_device_out_of_order_and_another_procedure_change(table: Table) -> None:
    told = confirmed(table)
    assert told["Mark the shuffler out of order"] == (
        f"The shuffler of {TABLE} does not work. It is covered or marked out of order. "
        "The dealer shuffles by hand until it works again."
    )
    assert told["Change the dealing procedure: From the hand"] == (
        f"From the next round on, the cards of {TABLE} are dealt under another procedure: From the hand."
    )
    table.do(FLOORPERSON, commands.MarkDevice("shuffler"), TABLE)
    told = confirmed(table)
    assert told["The shuffler works again"] == f"The shuffler of {TABLE} is used again."
    assert told[f"Free seat {SEAT} ({PLAYER})"].startswith(f"{PLAYER} leaves seat {SEAT} of {TABLE}")


def confirmed(table: Table) -> dict[str, str]:
    return {step.says: step.how for step in table.steps(FLO).steps}
