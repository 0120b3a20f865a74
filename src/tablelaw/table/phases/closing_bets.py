"""No more bets: the checks before cards are dealt, and the count of the progressive chips."""

from __future__ import annotations

from tablelaw.table import commands, events
from tablelaw.table.phases.decks import broken_cite, decks_of
from tablelaw.table.phases.devices import lacks_device
from tablelaw.table.phases.wagering import POSITIONS, are_adjacent
from tablelaw.table.refusals import Refused
from tablelaw.table.registry import evolves, handles
from tablelaw.table.rules import TableRules
from tablelaw.table.state import Round, Table, change

SECONDS_PER_HOUR = 3600


@handles(commands.CloseBets, duty="no-more-bets")
def close_bets(rules: TableRules, state: Table, command: commands.CloseBets) -> list[events.Event]:
    round_ = state.round
    cite = rules.cites.duty("no-more-bets", state.method) or rules.cites.methods[state.method]
    if round_ is None:
        raise Refused("no-wagers", cite=cite, accepted="place a wager first", typed="place(...)")
    if round_.phase != "betting":
        raise Refused("bets-closed", cite=cite, accepted="the next round")
    _require_complete(rules, round_)
    _require_adjacent(rules, round_)
    _require_ready_deck(rules, state, command.at)
    _require_working_devices(rules, state)
    return [events.BetsClosed(round_.number, tuple(sorted(round_.seats)), cite=cite, by=command.by, at=command.at)]


def _require_complete(rules: TableRules, round_: Round) -> None:
    """Requires every opening wager at each position that has wagers."""
    for number, seat in round_.seats.items():
        for wager in rules.opening:
            if wager.id not in seat.wagers:
                why = f"seat {number}: {wager.name} is missing; every player places it"
                cite = rules.cites.wagers[wager.id]
                raise Refused("wager-missing", why=why, cite=cite, accepted=f"{wager.id} placed")


def _require_adjacent(rules: TableRules, round_: Round) -> None:
    """Requires the positions on which one player wagers to be adjacent, without gaps."""
    wagered: dict[str, list[int]] = {}
    for number, seat in round_.seats.items():
        wagered.setdefault(seat.player, []).append(number)
    for player, held in wagered.items():
        if not are_adjacent(held):
            why = f"{player} wagers on {' and '.join(map(str, sorted(held)))}"
            cite = rules.cites.row(POSITIONS)
            raise Refused("not-adjacent", why=why, cite=cite, accepted="adjacent positions, none left out")


def _require_ready_deck(rules: TableRules, state: Table, now: int) -> None:
    """Requires a deck that is ready and not due to be changed."""
    status = decks_of(rules, state)[state.deck].status
    if status != "ready":
        cite = rules.cites.deck_duty("shuffle")
        raise Refused("deck-not-ready", why=status, cite=cite, accepted="a shuffled deck, cut if a cut is due")
    due = change_due_at(rules, state)
    if due is not None and now >= due[0]:
        raise Refused("deck-change-due", cite=due[1], accepted="change the decks", typed="change(...)")


def change_due_at(rules: TableRules, state: Table) -> tuple[int, str] | None:
    """When the decks must be changed, in seconds, and the paragraph; None if the text sets no time limit."""
    printed = rules.dealing.deck_hours.get(state.method)
    if printed is None:
        return None
    hours, cite = printed
    return state.decks[0].since + hours * SECONDS_PER_HOUR, cite


def _require_working_devices(rules: TableRules, state: Table) -> None:
    if "broken" in state.out_of_order:
        raise Refused(
            "device-not-marked",
            cite=broken_cite(rules),
            accepted="a floorperson marks the device first",
            typed="mark(...)",
        )
    if state.out_of_order and lacks_device(rules, state, state.method):
        method = rules.dealing.methods[state.method]
        raise Refused(
            "device-missing",
            why=method.name,
            cite=rules.cites.methods[method.id],
            accepted="another procedure",
            typed="method(...)",
        )


@evolves(events.BetsClosed)
def bets_closed(rules: TableRules, state: Table, event: events.BetsClosed) -> Table:
    round_ = state.round
    assert round_ is not None
    seats = {number: round_.seats[number] for number in event.seats}
    wagered = [wager for seat in seats.values() for wager in seat.wagers]
    queue = rules.dealing.initial_slots(state.method, event.seats, wagered)
    round_ = change(round_, seats=seats, phase="dealing", queue=queue, dealer=event.by)
    deck = change(state.decks[state.deck], status="in play")
    decks = (*state.decks[: state.deck], deck, *state.decks[state.deck + 1 :])
    return change(state, events=state.events + 1, round=round_, decks=decks, now=event.at)


# --- Progressive chips -----------------------------------------------------------------------


def device_wagers(rules: TableRules, round_: Round) -> int:
    """The number of wagers that the progressive devices accepted."""
    on_device = rules.device_wagers
    return sum(wager in on_device for seat in round_.seats.values() for wager in seat.wagers) if on_device else 0


@handles(commands.CountChips, duty="count-progressive-chips")
def count_chips(rules: TableRules, state: Table, command: commands.CountChips) -> list[events.Event]:
    round_, cite = state.round, rules.cites.duty("count-progressive-chips", state.method)
    accepted = device_wagers(rules, round_) if round_ else 0
    if round_ is None or round_.phase != "dealing" or round_.chips_counted or not accepted:
        raise Refused("no-chips-to-count", cite=cite, accepted="after no more bets, before the first card")
    if command.number != accepted:
        recount = "a recount that agrees with the devices; otherwise a floorperson is called"
        raise Refused("chips-do-not-match", why=f"{command.number} chips", cite=cite, accepted=recount)
    return [events.ChipsCounted(command.number, cite=cite, by=command.by, at=command.at)]


@evolves(events.ChipsCounted)
def chips_counted(rules: TableRules, state: Table, event: events.ChipsCounted) -> Table:
    assert state.round is not None
    return change(state, events=state.events + 1, round=change(state.round, chips_counted=True), now=event.at)
