"""Every refusal of the table, provoked: its name, the paragraph it rests on, and a state that did not change."""

from __future__ import annotations

import pytest

from houserules.table import commands as c
from houserules.table.refusals import REFUSALS
from tests.table import provoked_in_play
from tests.table.game import Game
from tests.table.provoked import CASES

assert provoked_in_play.__name__, "read, so that its cases are registered"


def test_every_refusal_is_provoked() -> None:
    assert sorted(CASES) == sorted(REFUSALS)


@pytest.mark.parametrize("name", sorted(CASES))
def test_refusal(name: str) -> None:
    cite, case = CASES[name]
    game, command = case()
    refusal = game.refused(command)
    assert (refusal.name, refusal.cite) == (name, cite), refusal.sentence()
    assert refusal.code == name and refusal.as_dict()["cite"] == cite
    assert not cite or cite in refusal.sentence()


# --- Roles -----------------------------------------------------------------------------------------------

MAY_GIVE = {
    "dealer": (
        *(c.ReceiveDecks, c.InspectDecks, c.SpreadCards, c.WashCards, c.Shuffle, c.CutDeck, c.ChangeDecks),
        *(c.MarkDevice, c.TakeSeat, c.LeaveSeat, c.PlaceWager, c.WithdrawWager, c.CloseBets, c.CountChips),
        *(c.Deal, c.EnterCard, c.Act, c.TurnUp, c.SettleSeat, c.CountStub, c.ReportSlip, c.ClearRound),
    ),
    "floor": (
        *(c.VerifyInspection, c.OrderRecut, c.MarkDevice, c.ChangeMethod, c.CloseTable, c.TakeSeat, c.LeaveSeat),
        *(c.Validate, c.CompleteDocuments, c.ReportSlip),
    ),
    "player": (c.ShowCards, c.TakeSeat, c.LeaveSeat, c.PlaceWager, c.WithdrawWager, c.Act),
    "system": (*(c.Shuffle, c.Deal, c.EnterCard, c.TurnUp, c.ReadMeters, c.DrawBonus, c.SettleSeat, c.ClearRound),),
    "cook": (),
}
"""Who may give what: dealer and floor by the texts' own words, the system for what a device or deck does."""

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
    c.ReportSlip: ("shoe-jam",),
}


@pytest.mark.parametrize("role", MAY_GIVE)
@pytest.mark.parametrize("kind", c.ALL, ids=lambda kind: kind.__name__)
def test_only_the_right_role_gives_a_command(kind: type[c.Command], role: str) -> None:
    game = Game("pa-653a").opened()
    refusal = game.engine.verify(game.state, kind(*ARGUMENTS.get(kind, ()), by=role))
    is_refused_by_role = refusal is not None and refusal.name == "wrong-role"
    assert is_refused_by_role is (kind not in MAY_GIVE[role])


@pytest.mark.parametrize("kind", [c.TakeSeat, c.LeaveSeat, c.PlaceWager, c.WithdrawWager])
def test_a_player_commands_the_own_position_only(kind: type[c.Command]) -> None:
    game = Game("pa-653a").opened()
    assert game.refused(kind(*ARGUMENTS[kind], by="player:1")).name == "wrong-role"


def test_7_b_only_a_floorperson_holds_wagers_abandoned() -> None:
    game = Game("pa-653a").opened().bet(1, ante=10, blind=10).deal()
    refusal = game.refused(c.ReportSlip("player-leaves", 1, by="dealer:bob"))
    assert (refusal.name, refusal.cite) == ("wrong-role", "653a.7(b)")
