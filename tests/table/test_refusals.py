"""Every refusal of the table is provoked, with its name, the paragraph on which it rests, and an unchanged state."""

from __future__ import annotations

import pytest

from tablelaw import rulebooks
from tablelaw.cards import PACK
from tablelaw.table import commands as c
from tablelaw.table.refusals import NO_PARAGRAPH, REFUSALS
from tests.table import refusal_cases_in_play
from tests.table.game import Game
from tests.table.refusal_cases import CASES

assert refusal_cases_in_play.__name__, "imported, so that its cases are registered"


def test_every_refusal_has_a_case() -> None:
    assert sorted(CASES) == sorted(REFUSALS)


@pytest.mark.parametrize("name", sorted(CASES))
def test_refusal(name: str) -> None:
    cite, case = CASES[name]
    game, command = case()
    refusal = game.refused(command)
    assert (refusal.name, refusal.cite) == (name, cite), refusal.sentence()
    assert refusal.code == name and refusal.as_dict()["cite"] == cite
    assert refusal.law == (cite or f"no paragraph: {NO_PARAGRAPH[name]}")
    assert refusal.law in refusal.sentence() and refusal.accepted


def test_every_reason_for_having_no_paragraph_belongs_to_a_refusal() -> None:
    assert set(NO_PARAGRAPH) <= set(REFUSALS)


@pytest.mark.parametrize("book", rulebooks.IDS)
def test_a_refusal_keeps_its_place_and_its_law_when_it_is_met_in_a_line(book: str) -> None:
    game = Game(book)
    met = game.refused(c.Act(1, "fold")).at("command 7")
    assert (met.where, met.cite) == ("command 7", game.engine.rules.flow.decide_cite)
    assert met.sentence().startswith("command 7: ") and met.sentence().count(met.law) == 1


# --- Roles -----------------------------------------------------------------------------------------------

MAY_GIVE = {
    "dealer": (
        *(c.ReceiveDecks, c.InspectDecks, c.SpreadCards, c.WashCards, c.Shuffle, c.CutDeck, c.ChangeDecks),
        *(c.MarkDevice, c.TakeSeat, c.LeaveSeat, c.PlaceWager, c.WithdrawWager, c.CloseBets, c.CountChips),
        *(
            c.Deal,
            c.EnterCard,
            c.TakeBackCard,
            c.Act,
            c.TurnUp,
            c.SettleSeat,
            c.CountStub,
            c.ReportIrregularity,
            c.ClearRound,
        ),
    ),
    "floor": (
        *(c.VerifyInspection, c.OrderRecut, c.MarkDevice, c.ChangeMethod, c.CloseTable, c.TakeSeat, c.LeaveSeat),
        *(c.Validate, c.CompleteDocuments, c.ReportIrregularity, c.CountStub, c.TakeBackCard),
    ),
    "player": (c.ShowCards, c.TakeSeat, c.LeaveSeat, c.PlaceWager, c.WithdrawWager, c.Act),
    "system": (*(c.Shuffle, c.Deal, c.EnterCard, c.TurnUp, c.ReadMeters, c.DrawBonus, c.SettleSeat, c.ClearRound),),
    "device": (c.Shuffle, c.EnterCard),
    "cook": (),
}
"""Who may give which command: dealer and floor according to the texts, the system for devices and decks."""

OWED = {
    c.InspectDecks: "653a.4(a)",
    c.VerifyInspection: "653a.4(a)",
    c.SpreadCards: "653a.4(b)",
    c.ShowCards: "653a.4(b)",
    c.WashCards: "653a.4(c)",
    c.Shuffle: "653a.5(a)",
    c.CutDeck: "653a.5(d)",
    c.OrderRecut: "653a.5(e)",
    c.MarkDevice: "653a.13(g)",
    c.CloseBets: "653a.8(b)",
    c.CountChips: "653a.8(b)",
    c.Validate: "653a.11(k)(3)",
    c.CompleteDocuments: "653a.11(k)(4)",
    c.CountStub: "653a.8(f)",
    c.ClearRound: "653a.11(n)",
}
"""The paragraphs that make a command the duty of a role."""

ARGUMENTS: dict[type[c.Command], tuple[object, ...]] = {
    c.ReceiveDecks: (("blue",),),
    c.Shuffle: ("machine",),
    c.CutDeck: (26,),
    c.ChangeDecks: (("blue",),),
    c.MarkDevice: ("shuffler",),
    c.ChangeMethod: ("hand",),
    c.TakeSeat: (2,),
    c.LeaveSeat: (2,),
    c.PlaceWager: (2, "ante", 1000),
    c.WithdrawWager: (2, "ante"),
    c.CountChips: (1,),
    c.EnterCard: (0,),
    c.Act: (2, "check"),
    c.ReadMeters: ((),),
    c.Validate: (1, "progressive"),
    c.CompleteDocuments: (1,),
    c.CountStub: (40,),
    c.ReportIrregularity: ("shoe-jam",),
}


@pytest.mark.parametrize("role", MAY_GIVE)
@pytest.mark.parametrize("kind", c.ALL, ids=lambda kind: kind.__name__)
def test_only_the_right_role_gives_a_command(kind: type[c.Command], role: str) -> None:
    game = Game("pa-653a").opened()
    refusal = game.engine.verify(game.state, kind(*ARGUMENTS.get(kind, ()), by=role))
    is_refused_by_role = refusal is not None and refusal.name == "wrong-role"
    assert is_refused_by_role is (kind not in MAY_GIVE[role])
    if refusal is not None and refusal.name == "wrong-role":
        assert refusal.cite == OWED.get(kind, "")


@pytest.mark.parametrize(("how", "is_taken"), [("machine", True), ("hand", False), ("preshuffled", False)])
def test_a_device_shuffles_only_as_a_machine(how: str, is_taken: bool) -> None:
    game = Game("pa-653a").opened()
    refusal = game.engine.verify(game.state, c.Shuffle(how, PACK, by="device:shuffler-1"))
    assert (refusal is None) is is_taken
    assert refusal is None or (refusal.name == "wrong-shuffle" and refusal.accepted == "machine")


@pytest.mark.parametrize("kind", [c.TakeSeat, c.LeaveSeat, c.PlaceWager, c.WithdrawWager])
def test_a_player_commands_the_own_position_only(kind: type[c.Command]) -> None:
    game = Game("pa-653a").opened()
    assert game.refused(kind(*ARGUMENTS[kind], by="player:1")).name == "wrong-role"


def test_7_b_only_a_floorperson_holds_wagers_abandoned() -> None:
    game = Game("pa-653a").opened().bet(1, ante=10, blind=10).deal()
    refusal = game.refused(c.ReportIrregularity("player-leaves", 1, by="dealer:bob"))
    assert (refusal.name, refusal.cite) == ("wrong-role", "653a.7(b)")
