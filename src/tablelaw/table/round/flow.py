"""The order of a round: what comes next when a step is complete."""

from __future__ import annotations

from tablelaw.law.decisions import BETTORS, ONCE
from tablelaw.law.purchase_checks import BOUGHT_CARDS
from tablelaw.law.rows import BUY, Stage
from tablelaw.persons import Actor
from tablelaw.table.round.hands import lacks_cards
from tablelaw.table.rules import TableRules
from tablelaw.table.rules.flow import bought_slots
from tablelaw.table.state import Round, Seat, Slot, change

SETTLED = "settled"


def with_dealer(round_: Round, by: str) -> Round:
    """The round with this person added to its dealers, if the person is a dealer with a name."""
    if by in round_.dealers:
        return round_
    actor = Actor.parse(by)
    is_named_dealer = actor.role == "dealer" and actor.name
    return change(round_, dealers=(*round_.dealers, by)) if is_named_dealer else round_


def dealers_of(round_: Round) -> list[Actor]:
    """Everyone who dealt or settled in the round."""
    return [Actor.parse(by) for by in (round_.dealer, *round_.dealers)]


def final(round_: Round) -> Round:
    """The round after something has followed the last card, so that card can no longer be taken back."""
    return change(round_, entered=(), entered_flow=-1) if round_.entered else round_


def advance(rules: TableRules, round_: Round, method: str) -> Round:
    """Moves the round to its next step: more dealing, or the next entry of the flow that has something to do."""
    if round_.queue and (not round_.voided_by or hands_wait(round_) or lacks_cards(rules, round_)):
        return round_ if round_.phase == "dealing" else change(round_, phase="dealing")
    place = round_.flow
    while True:
        place += 1
        phase = _phase(rules, round_, place, method)
        if phase:
            return change(round_, flow=place, phase=phase, queue=_queue(rules, round_, place, phase))


def _queue(rules: TableRules, round_: Round, place: int, phase: str) -> tuple[Slot, ...]:
    """The cards to be dealt by an entry of the flow."""
    if phase != "dealing":
        return ()
    if rules.flow.steps[place].do == BOUGHT_CARDS:
        return bought_slots(rules.flow, place, buyers(round_))
    return rules.flow.slots[place]


def buyers(round_: Round) -> list[tuple[int, int]]:
    """The seats waiting for cards they have bought, and the number of cards, clockwise from the dealer's left."""
    bought = {number: seat for number, seat in round_.seats.items() if BUY in seat.actions and seat.status == "in"}
    return [(number, len(seat.discard)) for number, seat in bought.items()]


def _phase(rules: TableRules, round_: Round, place: int, method: str) -> str:
    """The phase that an entry of the flow leads to; empty if it has nothing to do."""
    entry = rules.flow.steps[place]
    if entry.do == "decide":
        asked = None if round_.voided_by else next_to_act(rules, round_, rules.stages[entry.stage])
        return "" if asked is None else "deciding"
    if entry.do == BOUGHT_CARDS:
        return "dealing" if buyers(round_) and not round_.voided_by else ""
    if entry.do in ("burn", "community"):
        if round_.voided_by and not lacks_cards(rules, round_):
            return ""
        if method not in rules.dealing.face_down:
            return "dealing"
        return "revealing" if entry.do == "community" else ""
    if entry.do == "turn up dealer":
        return "showdown"
    if entry.do == "settle":
        return "" if next_seat(round_) is None else "settling"
    return "done"


def hands_wait(round_: Round) -> bool:
    """Whether players or the dealer still lack initial cards. Only the board and bonus cards are dealt after these."""
    return round_.flow < 0 and any(slot.place == "dealer" or slot.place.startswith("seat") for slot in round_.queue)


def shoe_deals(rules: TableRules, round_: Round, method: str) -> bool:
    """Whether the automated shoe still has to deal initial cards; the rest is dealt by hand."""
    return round_.flow < 0 and any(slot.step in rules.dealing.shoe_steps[method] for slot in round_.queue)


# --- Who decides next, clockwise -----------------------------------------------------------------


def stage_of(rules: TableRules, round_: Round) -> Stage:
    """The stage being decided."""
    return rules.stages[rules.flow.steps[round_.flow].stage]


def next_to_act(rules: TableRules, round_: Round, stage: Stage) -> int | None:
    """The next seat to decide, clockwise from the dealer's left; None if all have decided."""
    for number, seat in round_.seats.items():
        if seat.status == "in" and stage.id not in seat.asked and is_asked(stage, seat):
            return number
    return None


def is_asked(stage: Stage, seat: Seat) -> bool:
    """Whether the stage asks this player. Some stages ask everyone; others only players who have not bet, or who bet
    earlier.
    """
    if stage.asks == ONCE:
        return "bet" not in seat.actions
    return stage.asks != BETTORS or (stage.after, "bet") in zip(seat.asked, seat.actions, strict=False)


def is_undecided(rules: TableRules, round_: Round) -> bool:
    """Whether any player still has to decide, now or at a later stage."""
    ahead = rules.flow.steps[max(round_.flow, 0) :]
    stages = [rules.stages[entry.stage] for entry in ahead if entry.do == "decide"]
    return any(next_to_act(rules, round_, stage) is not None for stage in stages)


def onward(rules: TableRules, round_: Round, method: str) -> Round:
    """The round after a decision. The next seat decides, or the next step begins if all seats have decided."""
    if next_to_act(rules, round_, stage_of(rules, round_)) is None:
        return advance(rules, round_, method)
    return round_


# --- Who is settled next, counter-clockwise ---------------------------------------------------------


def next_seat(round_: Round) -> int | None:
    """The next seat to settle, counter-clockwise from the dealer's right."""
    for number in reversed(round_.seats):
        if round_.seats[number].status != SETTLED:
            return number
    return None
