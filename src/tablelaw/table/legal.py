"""The commands that a table may accept now, with amounts at their limits."""

from __future__ import annotations

from collections.abc import Iterator

from tablelaw.cards import PACK, Card
from tablelaw.persons import player_at
from tablelaw.table import commands
from tablelaw.table.phases.closing_bets import device_wagers
from tablelaw.table.phases.dealing import seen_cards
from tablelaw.table.phases.deciding import multiples, options
from tablelaw.table.phases.decks import MACHINES
from tablelaw.table.phases.devices import devices
from tablelaw.table.round.flow import next_to_act, stage_of
from tablelaw.table.rules import TableRules
from tablelaw.table.state import Round, Table

SHUFFLES = ("machine", "hand", "preshuffled")


def candidates(rules: TableRules, state: Table, at: int = 0) -> Iterator[commands.Command]:
    """Commands that may be accepted, with one example of each shuffle, card, draw and meter reading."""
    yield from _life(rules, state, at)
    yield from _seats(rules, state, at)
    yield from _round(rules, state, at)
    yield from _irregularities(rules, state, at)


# --- Decks and devices --------------------------------------------------------------------------------


def _life(rules: TableRules, state: Table, at: int) -> Iterator[commands.Command]:
    backs = rules.submission.back_colours
    backs = backs if state.shuffler in MACHINES else backs[:1]
    for preshuffled in (False, True):
        yield commands.ReceiveDecks(backs, preshuffled, at=at)
        yield commands.ChangeDecks(backs, preshuffled, at=at)
    yield commands.InspectDecks(at=at)
    yield commands.VerifyInspection(by="floor", at=at)
    yield commands.SpreadCards(at=at)
    yield commands.ShowCards(by="player", at=at)
    yield commands.WashCards(at=at)
    yield from (commands.Shuffle(how, () if rules.physical else PACK, at=at) for how in SHUFFLES)
    depths = (rules.cut_at_least, rules.deck_size - 1)
    yield from (commands.CutDeck(depth, at=at) for depth in depths)
    yield commands.OrderRecut(by="floor", at=at)
    for device in devices(rules):
        yield from (commands.MarkDevice(device, works, at=at) for works in (False, True))
    yield from (commands.ChangeMethod(method, by="floor", at=at) for method in rules.dealing.methods)
    yield commands.ReadMeters(tuple(state.meters.items()), by="system", at=at)
    yield commands.CloseTable(by="floor", at=at)


# --- Seats and wagers ------------------------------------------------------------------------------------


def _seats(rules: TableRules, state: Table, at: int) -> Iterator[commands.Command]:
    for seat in range(1, rules.seats + 1):
        if seat not in state.players:
            yield commands.TakeSeat(seat, by=str(player_at(seat)), at=at)
            continue
        yield commands.LeaveSeat(seat, by=str(player_at(seat)), at=at)
        if state.round is None or state.round.phase == "betting":
            yield from _wagers(rules, state, seat, at)
    yield commands.CloseBets(at=at)


def _wagers(rules: TableRules, state: Table, seat: int, at: int) -> Iterator[commands.Command]:
    """Each wager at its limits, at its fixed sums, and at the amount of any wager it must equal."""
    placed = state.round.seats[seat].wagers if state.round and seat in state.round.seats else {}
    for wager, terms in rules.submission.wagers.items():
        if wager in placed:
            yield commands.WithdrawWager(seat, wager, by=str(player_at(seat)), at=at)
            continue
        equals = {placed[other.id] for other in rules.opening if other.id in placed}
        for cents in sorted({*terms.amounts_cents, terms.minimum_cents, terms.maximum_cents, *equals}):
            yield commands.PlaceWager(seat, wager, cents, by=str(player_at(seat)), at=at)


# --- The round ---------------------------------------------------------------------------------------------


def _round(rules: TableRules, state: Table, at: int) -> Iterator[commands.Command]:
    round_ = state.round
    if round_ is None:
        return
    yield commands.CountChips(device_wagers(rules, round_), at=at)
    yield commands.Deal(at=at)
    if rules.physical:
        yield from (commands.EnterCard(card, at=at) for card in _unseen(round_))
        yield commands.TakeBackCard(at=at)
    yield commands.DrawBonus(PACK[:1], (0,), by="system", at=at)
    if round_.phase == "deciding":
        yield from decisions(rules, round_, at)
    yield commands.TurnUp(at=at)
    yield commands.SettleSeat(at=at)
    yield from (commands.Validate(seat, wager, by="floor:floor", at=at) for seat, wager in round_.waiting)
    yield from (commands.CompleteDocuments(seat, by="floor", at=at) for seat in round_.hand_pays)
    counter = "floor:floor" if round_.stub == "wrong" else "dealer"
    yield commands.CountStub(rules.deck_size - round_.dealt, by=counter, at=at)
    yield commands.ClearRound(at=at)


def _unseen(round_: Round) -> tuple[Card, ...]:
    """A card that may still be in the shoe."""
    seen = seen_cards(round_)
    return tuple([card for card in PACK if card not in seen][:1])


def decisions(rules: TableRules, round_: Round, at: int = 0) -> Iterator[commands.Act]:
    """Every decision open to the seat whose turn it is: each action, each permitted multiple or limit, and each
    discard.
    """
    stage = stage_of(rules, round_)
    number = next_to_act(rules, round_, stage)
    if number is None:
        return
    seat = round_.seats[number]
    for option in options(rules, round_, seat, stage):
        choice, least, most, _ = option
        sums = multiples(option) if choice.times else sorted({least, most})
        discards = [(card,) for card in seat.cards] if choice.discard else [()]
        for cents in sums:
            for discard in discards:
                yield commands.Act(number, choice.action, cents, discard, by=str(player_at(number)), at=at)


def _irregularities(rules: TableRules, state: Table, at: int) -> Iterator[commands.Command]:
    round_ = state.round
    card = _unseen(round_) if round_ is not None and rules.physical else ()
    for irregularity in rules.book.irregularities:
        if irregularity.hands != "player's hand void":
            found = card if irregularity.cards == "card not used" else ()
            yield commands.ReportIrregularity(irregularity.id, 0, found, at=at)
            continue
        for seat in round_.seats if round_ is not None else ():
            yield commands.ReportIrregularity(irregularity.id, seat, by="floor", at=at)
