"""Duties of the dealer, the floor and the players: due now, at a time, within some rounds, or overdue."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

import msgspec

from tablelaw.law.rows import Duty
from tablelaw.law.rulebook import Rulebook
from tablelaw.table.phases.closing_bets import change_due_at, device_wagers
from tablelaw.table.phases.decks import MAY_BE_SPREAD, is_cut_due, is_under_way
from tablelaw.table.phases.stub import all_cards_dealt, is_spared, is_stub_wrong, stub_count_due
from tablelaw.table.rules import TableRules
from tablelaw.table.rules.settlement_order import within
from tablelaw.table.state import Round, Table

Watch = Callable[[TableRules, Table, Duty], bool]
ORDER = {"overdue": 0, "now": 1, "in rounds": 2, "at": 3}

PERFORMED = {
    "rack-folded-cards": "a fold racks the cards in its own event",
    "collect-unturned-cards": "a settled seat's cards are racked in the same event",
    "player declares": "the cards are checked and paid in the event of the declaration",
    "option withdrawn": "a notice by the operator, given before the submission changes",
    "limit lowered": "a notice by the operator, given before the submission changes",
}
"""Duties that are never pending at the table, by id or moment, and why."""
UNSEEN = "done by hand without a report to the table: it is only on the checklist"


def performed(duty: Duty) -> str:
    """Why a duty is never pending at the table; empty if it can be pending."""
    return UNSEEN if duty.unseen else PERFORMED.get(duty.id) or PERFORMED.get(duty.on, "")


class DutyDue(msgspec.Struct, frozen=True):
    """A pending duty.

    `when` is "now", "at", "in rounds" or "overdue"; `due` is the time in seconds or the rounds left.
    """

    duty: str
    name: str
    who: str
    when: str
    cite: str
    says: str
    due: int = 0


def duties(rules: TableRules, state: Table, now: int) -> list[DutyDue]:
    """Every pending duty: overdue duties first, then duties due now, then upcoming ones."""
    if not state.decks:
        return []
    found = [due for duty in _watched(rules.book) if (due := _due(rules, state, duty, now)) is not None]
    return sorted(found, key=lambda due: (ORDER[due.when], due.due))


@lru_cache(maxsize=64)
def _watched(book: Rulebook) -> tuple[Duty, ...]:
    """The duties that may be pending at a table."""
    return tuple(duty for duty in book.duties if not performed(duty))


def _due(rules: TableRules, state: Table, duty: Duty, now: int) -> DutyDue | None:
    if (duty.methods and state.method not in duty.methods) or is_spared(duty, state):
        return None
    if duty.every_hours:
        return _due_at(rules, state, duty, now)
    if duty.id == "count-stub":
        return _due_in_rounds(rules, state, duty)
    watch = WATCHES.get(duty.id)
    return _made(rules, state, duty, "now") if watch is not None and watch(rules, state, duty) else None


def _due_at(rules: TableRules, state: Table, duty: Duty, now: int) -> DutyDue | None:
    due = change_due_at(rules, state)
    if due is None:
        return None
    when = "overdue" if now > due[0] else "now" if now == due[0] else "at"
    return _made(rules, state, duty, when, due[0])


def _due_in_rounds(rules: TableRules, state: Table, duty: Duty) -> DutyDue | None:
    """A duty that is due every few rounds.

    It is due now if the stub is complete and must be counted in this round, otherwise in a number of rounds.
    """
    round_ = state.round
    if round_ is not None and (round_.stub or round_.voided_by):
        return None
    left = max((duty.every_rounds or 1) - state.rounds_since_count - 1, 0)
    is_there = round_ is not None and all_cards_dealt(rules, state, round_)
    return _made(rules, state, duty, "now" if is_there and not left else "in rounds", left)


def _made(rules: TableRules, state: Table, duty: Duty, when: str, due: int = 0) -> DutyDue:
    cite = rules.cites.duty(duty.id, state.method)
    return DutyDue(duty.id, duty.name, duty.who, when, cite, duty.says, due)


# --- When a duty is pending: decks and devices -----------------------------------------------------------


def _status(*named: str) -> Watch:
    """Makes a duty pending while no round is under way and the next deck has one of these statuses."""
    return lambda rules, state, duty: not is_under_way(state) and state.decks[state.deck].status in named


def _cut_waits(rules: TableRules, state: Table, duty: Duty) -> bool:
    return not is_under_way(state) and is_cut_due(rules, state) and not state.decks[state.deck].cut


def _recut_waits(rules: TableRules, state: Table, duty: Duty) -> bool:
    return is_cut_due(rules, state) and state.decks[state.deck].cut


def _idles(rules: TableRules, state: Table, duty: Duty) -> bool:
    return state.round is None and not state.players and state.decks[state.deck].status in MAY_BE_SPREAD


def _other_deck_waits(rules: TableRules, state: Table, duty: Duty) -> bool:
    """Whether the other deck should be in the shuffler while this one is being dealt."""
    if len(state.decks) == 1 or not is_under_way(state):
        return False
    return state.decks[1 - state.deck].status in ("stacked", "used")


def _device_waits(rules: TableRules, state: Table, duty: Duty) -> bool:
    return "broken" in state.out_of_order


# --- When a duty is pending: the round ----------------------------------------------------------------------


def _in_round(holds: Callable[[TableRules, Table, Round, Duty], bool]) -> Watch:
    """Makes a duty pending only during a round, while a condition holds."""
    return lambda rules, state, duty: state.round is not None and holds(rules, state, state.round, duty)


def _chips_wait(rules: TableRules, state: Table, round_: Round, duty: Duty) -> bool:
    waits = round_.phase == "dealing" and round_.flow < 0 and not round_.chips_counted
    return waits and bool(device_wagers(rules, round_))


def _has_cards(rules: TableRules, state: Table, round_: Round, duty: Duty) -> bool:
    return bool(round_.dealt) and round_.phase != "done"


def _stub_lies_there(rules: TableRules, state: Table, round_: Round, duty: Duty) -> bool:
    """Whether the stub must be put in the rack: after the last card and, if a count is due, after a correct count."""
    if not all_cards_dealt(rules, state, round_) or round_.phase == "done":
        return False
    return round_.stub == "right" or (not round_.stub and not stub_count_due(rules, state))


def _folded_cards_stay(rules: TableRules, state: Table, round_: Round, duty: Duty) -> bool:
    return any(seat.status == "folded" and not seat.racked for seat in round_.seats.values())


def _payout_waits(rules: TableRules, state: Table, round_: Round, duty: Duty) -> bool:
    """Whether a payout in the duty's step of the settlement is waiting for validation."""
    return any(within(rules.settlement.step_of[wager], duty) for _, wager in round_.waiting)


def _documents_wait(rules: TableRules, state: Table, round_: Round, duty: Duty) -> bool:
    """Whether cards are kept for the documents of a payout in the duty's step of the settlement."""
    waiting = {line.wager for line in round_.lines if line.hand_pay and line.seat in round_.hand_pays}
    return any(within(rules.settlement.step_of[wager], duty) for wager in waiting)


WATCHES: dict[str, Watch] = {
    "inspect-decks": _status("received"),
    "verify-inspection": _status("inspected"),
    "spread-for-first-player": _status("verified"),
    "wash-and-stack": _status("seen"),
    "shuffle-before-play": _status("stacked"),
    "shuffle": _status("used"),
    "remove-miscounted-deck": _status("removed"),
    "cut": _cut_waits,
    "recut-on-order": _recut_waits,
    "idle-spread": _idles,
    "alternate-decks": _other_deck_waits,
    "cover-broken-device": _device_waits,
    "remove-device": _device_waits,
    "no-more-bets": _in_round(lambda rules, state, round_, duty: round_.phase == "betting"),
    "count-progressive-chips": _in_round(_chips_wait),
    "stay-seated": _in_round(_has_cards),
    "rack-the-stub": _in_round(_stub_lies_there),
    "explain-wrong-count": _in_round(lambda _, __, round_, ___: is_stub_wrong(round_)),
    "keep-or-clear-folded-cards": _in_round(_folded_cards_stay),
    "verify-winning-hand": _in_round(_payout_waits),
    "verify-five-card-hand": _in_round(_payout_waits),
    "validate-progressive": _in_round(_payout_waits),
    "verify-five-card": _in_round(_payout_waits),
    "keep-cards-until-documented": _in_round(_documents_wait),
    "keep-five-card-until-documented": _in_round(_documents_wait),
    "clear-for-reconstruction": _in_round(lambda _, __, round_, ___: round_.phase == "done" and not round_.hand_pays),
}
"""For each moment, whether its duty is due and has not yet been done."""
