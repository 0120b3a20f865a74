"""What may happen next: commands the table would accept now, with amounts at their bounds."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from houserules.cards import PACK
from houserules.table import commands
from houserules.table.dealing import seen_cards
from houserules.table.deciding import options
from houserules.table.flow import next_to_act, stage_of
from houserules.table.state import Round, Table
from houserules.table.wagering import device_wagers

if TYPE_CHECKING:
    from houserules.table.engine import Engine


def legal(engine: Engine, state: Table, at: int = 0) -> list[commands.Command]:
    """Commands that would be accepted. A shuffle's order and a card's entry stand for any of their kind."""
    found = [*_life(engine, state, at), *_seats(engine, state, at), *_round(engine, state, at), *_slips(engine, at)]
    return [command for command in found if engine.can(state, command)]


def _life(engine: Engine, state: Table, at: int) -> Iterator[commands.Command]:
    backs = engine.submission.back_colours
    yield commands.ReceiveDecks(backs, at=at)
    yield commands.ReceiveDecks(backs, True, at=at)
    yield commands.InspectDecks(at=at)
    yield commands.VerifyInspection(by="floor", at=at)
    yield commands.SpreadCards(at=at)
    yield commands.ShowCards(by="player", at=at)
    yield commands.WashCards(at=at)
    how = "hand" if state.shuffler == "none" else "machine"
    yield commands.Shuffle(how, () if engine.physical else PACK, at=at)
    least = int(engine.plan.book.fact("cut-at-least"))
    yield from (commands.CutDeck(depth, at=at) for depth in (least, engine.plan.deck_size - 1))
    yield commands.OrderRecut(by="floor", at=at)
    yield commands.ChangeDecks(backs, at=at)
    yield from (commands.ChangeMethod(method, by="floor", at=at) for method in engine.plan.dealing)
    yield commands.CloseTable(by="floor", at=at)


def _seats(engine: Engine, state: Table, at: int) -> Iterator[commands.Command]:
    for seat in range(1, engine.plan.seats + 1):
        if seat not in state.players:
            yield commands.TakeSeat(seat, by=f"player:{seat}", at=at)
            continue
        yield commands.LeaveSeat(seat, by=f"player:{seat}", at=at)
        for wager, terms in engine.submission.wagers.items():
            for cents in {*terms.amounts_cents, terms.minimum_cents, terms.maximum_cents}:
                yield commands.PlaceWager(seat, wager, cents, by=f"player:{seat}", at=at)
            yield commands.WithdrawWager(seat, wager, by=f"player:{seat}", at=at)
    yield commands.CloseBets(at=at)


def _round(engine: Engine, state: Table, at: int) -> Iterator[commands.Command]:
    round_ = state.round
    if round_ is None:
        return
    yield commands.CountChips(device_wagers(engine, round_), at=at)
    yield commands.Deal(at=at)
    if engine.physical:
        yield commands.EnterCard(next(card for card in PACK if card not in seen_cards(round_)), at=at)
    if round_.phase == "deciding":
        yield from decisions(engine, round_, at)
    yield commands.TurnUp(at=at)
    yield commands.SettleSeat(at=at)
    yield from (commands.Validate(seat, wager, by="floor:floor", at=at) for seat, wager in round_.waiting)
    yield from (commands.CompleteDocuments(seat, by="floor", at=at) for seat in dict.fromkeys(round_.hand_pays))
    yield commands.CountStub(engine.plan.deck_size - round_.dealt, at=at)
    yield commands.ClearRound(at=at)


def decisions(engine: Engine, round_: Round, at: int = 0) -> Iterator[commands.Act]:
    """Every decision open to the seat that is asked: each action, each permitted multiple or bound, each discard."""
    stage = stage_of(engine, round_)
    number = next_to_act(engine, round_, stage)
    if number is None:
        return
    seat = round_.seats[number]
    base = seat.wagers[engine.plan.opening[0].id]
    for choice, least, most in options(engine, round_, seat, stage):
        sums = [times * base for times in choice.times] or sorted({least, most})
        discards = [(card,) for card in seat.cards] if choice.discard else [()]
        for cents in sums if choice.wager else [0]:
            for discard in discards:
                yield commands.Act(number, choice.action, cents, discard, by=f"player:{number}", at=at)


def _slips(engine: Engine, at: int) -> Iterator[commands.Command]:
    for slip in engine.plan.book.irregularities:
        yield commands.ReportSlip(slip.id, at=at)
    yield from (commands.MarkDevice(device, at=at) for device in ("shuffler", "shoe"))
