"""Seats and wagers, up to "no more bets"."""

from __future__ import annotations

from typing import TYPE_CHECKING

from houserules.amounts import money_text
from houserules.law.rows import Wager
from houserules.table import commands, events
from houserules.table.opening import decks_of
from houserules.table.refusals import Refused
from houserules.table.registry import change, evolves, handles
from houserules.table.state import Round, Seat, Table

if TYPE_CHECKING:
    from houserules.table.engine import Engine

SECONDS_PER_HOUR = 3600


# --- Seats -----------------------------------------------------------------------------------


@handles(commands.TakeSeat, "player", "dealer", "floor")
def take_seat(engine: Engine, state: Table, command: commands.TakeSeat) -> list[events.Event]:
    _refuse_no_such_seat(engine, command.seat)
    if command.seat in state.players:
        raise Refused("seat-taken", why=f"seat {command.seat}", accepted="an empty position")
    player = command.player or f"player {command.seat}"
    _refuse_positions(engine, state, command.seat, player)
    cite = str(engine.plan.opening[0].cite.first)
    return [events.SeatTaken(command.seat, player, cite=cite, by=command.by, at=command.at)]


def _refuse_no_such_seat(engine: Engine, seat: int) -> None:
    if not 1 <= seat <= engine.plan.seats:
        raise Refused("no-such-seat", why=f"seat {seat}", accepted=f"1 to {engine.plan.seats}")


def _refuse_positions(engine: Engine, state: Table, seat: int, player: str) -> None:
    held = sorted([*(s for s, name in state.players.items() if name == player), seat])
    most = engine.submission.positions_per_player
    if len(held) > most:
        raise Refused("too-many-positions", why=f"{player} would hold {len(held)}", accepted=f"at most {most}")
    if held[-1] - held[0] != len(held) - 1:
        raise Refused("not-adjacent", why=f"{player} would hold {held}", accepted="adjacent positions")


@evolves(events.SeatTaken)
def seat_taken(engine: Engine, state: Table, event: events.SeatTaken) -> Table:
    players = {**state.players, event.seat: event.player}
    return change(state, events=state.events + 1, players=players, now=event.at)


@handles(commands.LeaveSeat, "player", "dealer", "floor")
def leave_seat(engine: Engine, state: Table, command: commands.LeaveSeat) -> list[events.Event]:
    if command.seat not in state.players:
        raise Refused("seat-empty", why=f"seat {command.seat}", accepted="a taken position")
    if state.round is not None and command.seat in state.round.seats:
        raise Refused(
            "round-in-progress",
            why="the player has wagers on the table",
            accepted="withdraw them, or stay seated",
        )
    cite = str(engine.plan.opening[0].cite.first)
    return [events.SeatLeft(command.seat, cite=cite, by=command.by, at=command.at)]


@evolves(events.SeatLeft)
def seat_left(engine: Engine, state: Table, event: events.SeatLeft) -> Table:
    players = {seat: name for seat, name in state.players.items() if seat != event.seat}
    return change(state, events=state.events + 1, players=players, now=event.at)


# --- Wagers ----------------------------------------------------------------------------------


@handles(commands.PlaceWager, "player", "dealer")
def place_wager(engine: Engine, state: Table, command: commands.PlaceWager) -> list[events.Event]:
    wager = _wager(engine, command.wager)
    _refuse_other_player(command.by, command.seat)
    if command.seat not in state.players:
        raise Refused("seat-empty", why=f"seat {command.seat}", accepted="TakeSeat first")
    if state.round is not None and state.round.phase != "betting":
        raise Refused("bets-closed", why=str(wager.cite.first), accepted="the next round")
    placed = state.round.seats[command.seat].wagers if state.round and command.seat in state.round.seats else {}
    if wager.id in placed:
        raise Refused("wager-twice", why=wager.name, accepted="WithdrawWager first")
    refuse_amount(engine, wager, command.cents, placed)
    cite = str(wager.cite.first)
    return [events.WagerPlaced(command.seat, wager.id, command.cents, cite=cite, by=command.by, at=command.at)]


def _wager(engine: Engine, wager_id: str) -> Wager:
    wager = engine.plan.wagers.get(wager_id)
    if wager is None:
        raise Refused("unknown-wager", why=wager_id, accepted=", ".join(engine.plan.wagers))
    if wager.kind == "decision":
        raise Refused("not-placed-now", why=f"{wager.name} ({wager.cite.first})", accepted="Act, when asked")
    if wager.kind == "bonus":
        raise Refused("bonus-not-staked", why=f"{wager.name} ({wager.cite.first})", accepted=", ".join(wager.rides_on))
    if wager_id not in engine.submission.wagers:
        offered = ", ".join(engine.submission.wagers)
        raise Refused("wager-not-offered", why=f"{wager.name} ({wager.cite.first})", accepted=offered)
    return wager


def _refuse_other_player(by: str, seat: int) -> None:
    role, _, name = by.partition(":")
    if role == "player" and name and name != str(seat):
        raise Refused("wrong-role", why=f"{by} gave a command for seat {seat}", accepted=f"player:{seat}")


def refuse_amount(engine: Engine, wager: Wager, cents: int, placed: dict[str, int]) -> None:
    """Limits, fixed sums, equality with another wager, and the wagers this one needs."""
    terms, cite = engine.submission.wagers[wager.id], str(wager.cite.first)
    missing = [need for need in wager.needs if need not in placed]
    if missing:
        raise Refused(
            "wager-missing",
            why=f"{wager.name} needs {', '.join(missing)} ({cite})",
            accepted=f"{missing[0]} first",
        )
    if terms.amounts_cents and cents not in terms.amounts_cents:
        sums = " or ".join(map(money_text, terms.amounts_cents))
        raise Refused("amount-not-permitted", why=f"{money_text(cents)} ({cite})", accepted=sums)
    if cents < terms.minimum_cents:
        raise Refused(
            "below-minimum",
            why=f"{money_text(cents)} on {wager.name}",
            accepted=f"{money_text(terms.minimum_cents)} or more",
        )
    if cents > terms.maximum_cents:
        raise Refused(
            "above-maximum",
            why=f"{money_text(cents)} on {wager.name}",
            accepted=f"{money_text(terms.maximum_cents)} or less",
        )
    other = placed.get(wager.equal_to)
    if wager.equal_to and other is not None and other != cents:
        why = f"{money_text(cents)} beside {money_text(other)} on {wager.equal_to} ({cite})"
        raise Refused("not-equal", why=why, accepted=money_text(other))


@evolves(events.WagerPlaced)
def wager_placed(engine: Engine, state: Table, event: events.WagerPlaced) -> Table:
    round_ = state.round or Round(state.rounds + 1)
    seat = round_.seats.get(event.seat) or Seat(state.players[event.seat])
    seat = change(seat, wagers={**seat.wagers, event.wager: event.cents})
    round_ = change(round_, seats={**round_.seats, event.seat: seat})
    return change(state, events=state.events + 1, round=round_, now=event.at)


@handles(commands.WithdrawWager, "player", "dealer")
def withdraw_wager(engine: Engine, state: Table, command: commands.WithdrawWager) -> list[events.Event]:
    _refuse_other_player(command.by, command.seat)
    round_ = state.round
    if round_ is None or command.seat not in round_.seats or command.wager not in round_.seats[command.seat].wagers:
        raise Refused(
            "wager-missing", why=f"no {command.wager} at seat {command.seat}", accepted="a wager on the table"
        )
    if round_.phase != "betting":
        raise Refused("bets-closed", accepted="the next round")
    cite = str(engine.plan.wagers[command.wager].cite.first)
    return [events.WagerWithdrawn(command.seat, command.wager, cite=cite, by=command.by, at=command.at)]


@evolves(events.WagerWithdrawn)
def wager_withdrawn(engine: Engine, state: Table, event: events.WagerWithdrawn) -> Table:
    round_ = state.round
    assert round_ is not None
    seat = round_.seats[event.seat]
    left = _without(engine, seat.wagers, event.wager)
    seats = {n: s for n, s in round_.seats.items() if n != event.seat}
    if left:
        seats[event.seat] = change(seat, wagers=left)
    round_after = change(round_, seats=seats) if seats else None
    return change(state, events=state.events + 1, round=round_after, now=event.at)


def _without(engine: Engine, wagers: dict[str, int], gone: str) -> dict[str, int]:
    """Wagers less one, and less those that needed it."""
    left = {wager: cents for wager, cents in wagers.items() if wager != gone}
    for wager in left:
        if gone in engine.plan.wagers[wager].needs:
            return _without(engine, left, wager)
    return left


# --- No more bets ----------------------------------------------------------------------------


@handles(commands.CloseBets, "dealer")
def close_bets(engine: Engine, state: Table, command: commands.CloseBets) -> list[events.Event]:
    round_ = state.round
    if round_ is None:
        raise Refused("no-wagers", accepted="PlaceWager first")
    if round_.phase != "betting":
        raise Refused("bets-closed", accepted="the next round")
    _refuse_incomplete(engine, round_)
    if decks_of(state)[state.deck].status != "ready":
        raise Refused(
            "deck-not-ready",
            why=state.decks[state.deck].status,
            accepted="Shuffle, and a cut where one is due",
        )
    _refuse_old_decks(engine, state, command.at)
    seats = tuple(sorted(round_.seats))
    cite = engine.plan.duty_cite("no-more-bets")
    return [events.BetsClosed(round_.number, seats, cite=cite, by=command.by, at=command.at)]


def _refuse_incomplete(engine: Engine, round_: Round) -> None:
    for number, seat in round_.seats.items():
        for wager in engine.plan.opening:
            cents = seat.wagers.get(wager.id)
            if cents is None:
                raise Refused(
                    "wager-missing",
                    why=f"seat {number}: {wager.name} ({wager.cite.first})",
                    accepted=f"{wager.id} placed",
                )
            other = seat.wagers.get(wager.equal_to)
            if wager.equal_to and other != cents:
                raise Refused(
                    "not-equal",
                    why=f"seat {number}: {wager.name} ({wager.cite.first})",
                    accepted=f"as much as {wager.equal_to}",
                )


def _refuse_old_decks(engine: Engine, state: Table, now: int) -> None:
    duty = next((d for d in engine.plan.duties.values() if d.every_hours and state.method in d.methods), None)
    if duty is None or duty.every_hours is None:
        return
    hours = duty.every_hours
    if now - state.decks[0].since > hours * SECONDS_PER_HOUR:
        raise Refused("deck-change-due", why=f"{hours} hours ({duty.cite.first})", accepted="ChangeDecks")


@evolves(events.BetsClosed)
def bets_closed(engine: Engine, state: Table, event: events.BetsClosed) -> Table:
    round_ = state.round
    assert round_ is not None
    seats = {number: round_.seats[number] for number in event.seats}
    wagered = [wager for seat in seats.values() for wager in seat.wagers]
    queue = engine.plan.initial_slots(state.method, event.seats, wagered)
    round_ = change(round_, seats=seats, phase="dealing", queue=queue, dealer=event.by)
    deck = change(state.decks[state.deck], status="in play")
    decks = (*state.decks[: state.deck], deck, *state.decks[state.deck + 1 :])
    return change(state, events=state.events + 1, round=round_, decks=decks, now=event.at)


def device_wagers(engine: Engine, round_: Round) -> int:
    """How many wagers the progressive devices accepted."""
    on_device = {w.id for w in engine.plan.book.wagers if w.medium == "progressive device"}
    return sum(wager in on_device for seat in round_.seats.values() for wager in seat.wagers)


@handles(commands.CountChips, "dealer")
def count_chips(engine: Engine, state: Table, command: commands.CountChips) -> list[events.Event]:
    round_ = state.round
    accepted = device_wagers(engine, round_) if round_ else 0
    if round_ is None or round_.phase != "dealing" or round_.dealt or round_.chips_counted or not accepted:
        raise Refused("no-chips-to-count", accepted="after no more bets, before the first card")
    cite = engine.plan.duty_cite("count-progressive-chips")
    if command.number != accepted:
        raise Refused("chips-do-not-match", why=f"{command.number} chips ({cite})", accepted=str(accepted))
    return [events.ChipsCounted(command.number, cite=cite, by=command.by, at=command.at)]


@evolves(events.ChipsCounted)
def chips_counted(engine: Engine, state: Table, event: events.ChipsCounted) -> Table:
    assert state.round is not None
    return change(state, events=state.events + 1, round=change(state.round, chips_counted=True), now=event.at)
