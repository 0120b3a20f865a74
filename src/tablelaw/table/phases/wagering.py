"""Seats and wagers, up to "no more bets"."""

from __future__ import annotations

from collections.abc import Collection

from tablelaw.errors import Params
from tablelaw.law.rows import Wager
from tablelaw.persons import player_at
from tablelaw.printed_money import printed
from tablelaw.table import commands, events
from tablelaw.table.refusals import Refused
from tablelaw.table.registry import evolves, handles
from tablelaw.table.rules import TableRules
from tablelaw.table.state import Round, Seat, Table, change

NOTHING: dict[str, int] = {}
POSITIONS = "positions-per-player"


def require_own_seat(command: commands.Command, seat: int) -> None:
    """Requires a player to give commands only for their own position."""
    actor = command.actor
    if actor.role == "player" and actor.name not in ("", str(seat)):
        why = f"the player at seat {actor.name} gave a command for seat {seat}"
        raise Refused("wrong-role", why=why, accepted="the player there", typed=str(player_at(seat)))


# --- Seats -----------------------------------------------------------------------------------


@handles(commands.TakeSeat)
def take_seat(rules: TableRules, state: Table, command: commands.TakeSeat) -> list[events.Event]:
    require_own_seat(command, command.seat)
    cite = rules.cites.row("seats")
    if not 1 <= command.seat <= rules.seats:
        raise Refused("no-such-seat", why=f"seat {command.seat}", cite=cite, accepted=f"1 to {rules.seats}")
    if command.seat in state.players:
        raise Refused("seat-taken", why=f"seat {command.seat}", accepted="an empty position")
    player = command.player or f"player {command.seat}"
    held = [*(seat for seat, name in state.players.items() if name == player), command.seat]
    _require_positions(rules, player, held)
    return [events.SeatTaken(command.seat, player, cite=cite, by=command.by, at=command.at)]


def _require_positions(rules: TableRules, player: str, held: list[int]) -> None:
    """Requires a player's positions to be adjacent and no more than the submission allows."""
    cite, most = rules.cites.row(POSITIONS), rules.submission.positions_per_player
    if len(held) > most:
        why = f"{player} would hold {len(held)}"
        raise Refused("too-many-positions", why=why, cite=cite, accepted=f"at most {most}")
    if not are_adjacent(held):
        why = f"{player} would hold {' and '.join(map(str, sorted(held)))}"
        raise Refused("not-adjacent", why=why, cite=cite, accepted="adjacent positions")


def are_adjacent(positions: Collection[int]) -> bool:
    """Whether positions are next to each other, without gaps."""
    return not positions or max(positions) - min(positions) == len(positions) - 1


@evolves(events.SeatTaken)
def seat_taken(rules: TableRules, state: Table, event: events.SeatTaken) -> Table:
    players = {**state.players, event.seat: event.player}
    return change(state, events=state.events + 1, players=players, now=event.at)


@handles(commands.LeaveSeat)
def leave_seat(rules: TableRules, state: Table, command: commands.LeaveSeat) -> list[events.Event]:
    require_own_seat(command, command.seat)
    if command.seat not in state.players:
        raise Refused("seat-empty", why=f"seat {command.seat}", accepted="a taken position")
    cite = rules.cites.duty("stay-seated") or rules.cites.row("seats")
    if state.round is not None and command.seat in state.round.seats:
        why = "the player has wagers on the table"
        raise Refused("round-in-progress", why=why, cite=cite, accepted="withdraw them, or stay seated")
    player = state.players[command.seat]
    held = [seat for seat, name in state.players.items() if name == player and seat != command.seat]
    _require_positions(rules, player, held)
    return [events.SeatLeft(command.seat, cite=cite, by=command.by, at=command.at)]


@evolves(events.SeatLeft)
def seat_left(rules: TableRules, state: Table, event: events.SeatLeft) -> Table:
    players = {seat: name for seat, name in state.players.items() if seat != event.seat}
    return change(state, events=state.events + 1, players=players, now=event.at)


# --- Wagers ----------------------------------------------------------------------------------


@handles(commands.PlaceWager)
def place_wager(rules: TableRules, state: Table, command: commands.PlaceWager) -> list[events.Event]:
    require_own_seat(command, command.seat)
    wager = _wager(rules, command.wager)
    if command.seat not in state.players:
        cite = rules.cites.row("wagers-from")
        raise Refused(
            "seat-empty", why=f"seat {command.seat}", cite=cite, accepted="seat a player there first", typed="sit(...)"
        )
    placed = placed_at(rules, state, command.seat)
    if wager.id in placed:
        raise Refused("wager-twice", why=wager.name, accepted="take the wager back first", typed="withdraw(...)")
    require_amount(rules, wager, command.cents, placed)
    cite = rules.cites.wagers[wager.id]
    return [events.WagerPlaced(command.seat, wager.id, command.cents, cite=cite, by=command.by, at=command.at)]


def placed_at(rules: TableRules, state: Table, seat: int) -> dict[str, int]:
    """The wagers at a position. Refuses after no more bets, when wagers can no longer be placed or withdrawn."""
    round_ = state.round
    if round_ is None:
        return NOTHING
    if round_.phase != "betting":
        cite = rules.cites.duty("no-more-bets", state.method)
        raise Refused("bets-closed", cite=cite, accepted="the next round")
    return round_.seats[seat].wagers if seat in round_.seats else NOTHING


def _wager(rules: TableRules, wager_id: str) -> Wager:
    wager = rules.wagers.get(wager_id)
    if wager is None:
        raise Refused("unknown-wager", why=wager_id, accepted=", ".join(rules.wagers))
    if wager.kind in ("opening", "optional") and wager_id in rules.submission.wagers:
        return wager
    cite = rules.cites.wagers[wager_id]
    if wager.kind in ("decision", "price"):
        raise Refused("not-placed-now", why=wager.name, cite=cite, accepted="a bet at that decision")
    if wager.kind == "bonus":
        raise Refused("bonus-not-staked", why=wager.name, cite=cite, accepted=" or ".join(wager.rides_on))
    offered = ", ".join(rules.submission.wagers)
    raise Refused("wager-not-offered", why=wager.name, cite=cite, accepted=offered)


def require_amount(rules: TableRules, wager: Wager, cents: int, placed: dict[str, int]) -> None:
    """Requires a permitted sum (limits, fixed sums, equality with another wager) and the wagers this one needs."""
    terms, cite = rules.submission.wagers[wager.id], rules.cites.wagers[wager.id]
    for need in wager.needs:
        if need not in placed:
            why = f"{wager.name} needs {rules.wagers[need].name}"
            params: Params = {"case": "needed", "wager": rules.wagers[need].name}
            raise Refused("wager-missing", why=why, cite=cite, accepted=f"{need} first", params=params)
    if terms.amounts_cents and cents not in terms.amounts_cents:
        sums = " or ".join(map(printed, terms.amounts_cents))
        raise Refused("amount-not-permitted", why=_on(wager, cents), cite=cite, accepted=sums)
    if cents < terms.minimum_cents:
        raise Refused("below-minimum", why=_on(wager, cents), accepted=f"{printed(terms.minimum_cents)} or more")
    if cents > terms.maximum_cents:
        raise Refused("above-maximum", why=_on(wager, cents), accepted=f"{printed(terms.maximum_cents)} or less")
    for other in rules.equals[wager.id]:
        if placed.get(other, cents) != cents:
            why = f"{_on(wager, cents)} with {rules.wagers[other].name}"
            raise Refused("not-equal", why=why, cite=cite, accepted=printed(placed[other]))
    _require_measure(rules, wager, cents, placed)


def _require_measure(rules: TableRules, wager: Wager, cents: int, placed: dict[str, int]) -> None:
    """Requires a base wager whose parts can be bet in whole cents, and other wagers no larger than it permits."""
    cite, most = rules.cites.wagers[wager.id], wager.times_at_most * placed.get(rules.base, 0)
    if wager.id == rules.base and cents % rules.parts:
        accepted = f"a multiple of {printed(rules.parts)}, so that a part of it can be bet"
        raise Refused("amount-not-permitted", why=_on(wager, cents), cite=cite, accepted=accepted)
    if wager.times_at_most and cents > most:
        why = f"{_on(wager, cents)} with {printed(placed[rules.base])} on {rules.wagers[rules.base].name}"
        raise Refused("above-maximum", why=why, cite=cite, accepted=f"{printed(most)} or less")


def _on(wager: Wager, cents: int) -> str:
    return f"{printed(cents)} on {wager.name}"


@evolves(events.WagerPlaced)
def wager_placed(rules: TableRules, state: Table, event: events.WagerPlaced) -> Table:
    round_ = state.round or Round(state.rounds + 1)
    seat = round_.seats.get(event.seat)
    if seat is None:
        seat = Seat(state.players[event.seat], {event.wager: event.cents})
    else:
        seat = change(seat, wagers={**seat.wagers, event.wager: event.cents})
    round_ = change(round_, seats={**round_.seats, event.seat: seat})
    return change(state, events=state.events + 1, round=round_, now=event.at)


@handles(commands.WithdrawWager)
def withdraw_wager(rules: TableRules, state: Table, command: commands.WithdrawWager) -> list[events.Event]:
    require_own_seat(command, command.seat)
    if command.wager not in placed_at(rules, state, command.seat):
        why, cite = f"no {command.wager} at seat {command.seat}", rules.cites.wagers.get(command.wager, "")
        raise Refused("wager-missing", why=why, cite=cite, accepted="a wager on the table")
    cite = rules.cites.wagers[command.wager]
    return [events.WagerWithdrawn(command.seat, command.wager, cite=cite, by=command.by, at=command.at)]


@evolves(events.WagerWithdrawn)
def wager_withdrawn(rules: TableRules, state: Table, event: events.WagerWithdrawn) -> Table:
    round_ = state.round
    assert round_ is not None
    seat = round_.seats[event.seat]
    left = _without(rules, seat.wagers, event.wager)
    seats = {n: s for n, s in round_.seats.items() if n != event.seat}
    if left:
        seats[event.seat] = change(seat, wagers=left)
    round_after = change(round_, seats=seats) if seats else None
    return change(state, events=state.events + 1, round=round_after, now=event.at)


def _without(rules: TableRules, wagers: dict[str, int], gone: str) -> dict[str, int]:
    """The wagers that remain after one is withdrawn. Wagers that need it are withdrawn too."""
    left = {wager: cents for wager, cents in wagers.items() if wager != gone}
    for wager in tuple(left):
        if wager in left and gone in rules.wagers[wager].needs:
            left = _without(rules, left, wager)
    return left
