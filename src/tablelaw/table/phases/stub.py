"""The stub: counted at least once every few rounds unless a device counts the deck; otherwise put in the rack."""

from __future__ import annotations

from tablelaw.law.purchase_checks import BOUGHT_CARDS
from tablelaw.law.rows import Duty
from tablelaw.table import commands, events
from tablelaw.table.phases.decks import require_other_person
from tablelaw.table.refusals import Refused
from tablelaw.table.registry import evolves, handles
from tablelaw.table.round.flow import dealers_of, final
from tablelaw.table.rules import TableRules
from tablelaw.table.state import Round, Table, change

DEVICE_WORDS = {
    "automated": frozenset({"automated shuffler"}),
    "counting": frozenset({"automated shuffler", "counting shuffler"}),
    "reshuffling": frozenset({"automated shuffler", "counting shuffler", "reshuffling shoe"}),
    "none": frozenset(),
}
"""The words that duties use for the devices that a submission names."""


def is_spared(duty: Duty, state: Table) -> bool:
    """Whether a device at the table or a preshuffled deck makes the duty unnecessary."""
    has = DEVICE_WORDS[state.shuffler]
    if state.decks and state.decks[state.deck].preshuffled:
        has = has | {"preshuffled"}
    return bool(has.intersection(duty.unless))


def stub_count_due(rules: TableRules, state: Table) -> bool:
    """Whether the stub must be counted in this round."""
    duty = rules.duties["count-stub"]
    return state.rounds_since_count + 1 >= (duty.every_rounds or 1) and not is_spared(duty, state)


def all_cards_dealt(rules: TableRules, state: Table, round_: Round) -> bool:
    """Whether the last card of the round has left the deck."""
    if round_.phase in ("betting", "dealing"):
        return False
    ahead = {entry.do for entry in rules.flow.steps[round_.flow + 1 :]}
    if rules.dealing.methods[state.method].community != "dealt":
        return BOUGHT_CARDS not in ahead
    return not ahead.intersection(("burn", "community", BOUGHT_CARDS))


WRONG, CONFIRMED = "wrong", "confirmed"
"""The status of a wrong count of the stub, and of one that a floorperson's recount has confirmed."""


def is_stub_wrong(round_: Round) -> bool:
    """Whether the round must wait until a wrong stub count is explained."""
    return round_.stub in (WRONG, CONFIRMED) and not round_.voided_by


def waits_for_recount(state: Table) -> bool:
    """Whether a floorperson must count the stub again."""
    return state.round is not None and state.round.stub == WRONG and not state.round.voided_by


def require_right_stub(rules: TableRules, state: Table, round_: Round) -> None:
    """Refuses to continue until a floorperson has recounted a wrong stub and any reason has been reported."""
    if is_stub_wrong(round_):
        cite = rules.cites.duty("explain-wrong-count", state.method)
        is_confirmed = round_.stub == CONFIRMED
        accepted = "report the reason as an irregularity" if is_confirmed else "a floorperson's recount"
        typed = "slip(...)" if is_confirmed else "stub(...)"
        raise Refused("stub-count-wrong", cite=cite, accepted=accepted, typed=typed)


def require_counted_stub(rules: TableRules, state: Table, round_: Round) -> None:
    """Refuses to continue while a stub count is due in this round."""
    require_right_stub(rules, state, round_)
    if not round_.stub and not round_.voided_by and stub_count_due(rules, state):
        raise Refused(
            "stub-count-due",
            cite=rules.cites.duty("count-stub", state.method),
            accepted="count the stub",
            typed="stub(...)",
        )


@handles(commands.CountStub, duty="count-stub")
def count_stub(rules: TableRules, state: Table, command: commands.CountStub) -> list[events.Event]:
    """Counts the stub once a round, after the last card and before the first seat is settled.

    A floorperson repeats a wrong count before it has any consequence, since it may be a typing error.
    """
    round_, cite = state.round, rules.cites.duty("count-stub", state.method)
    is_over = round_ is None or round_.stub not in ("", WRONG) or round_.voided_by
    if round_ is None or is_over or not all_cards_dealt(rules, state, round_):
        accepted = "once, after the last card and before the settlement; again by a floorperson if it was wrong"
        raise Refused("no-stub-to-count", cite=cite, accepted=accepted)
    _require_counter(round_, command, cite)
    right = command.cards == rules.deck_size - round_.dealt
    return [events.StubCounted(command.cards, right, cite=cite, by=command.by, at=command.at)]


def _require_counter(round_: Round, command: commands.CountStub, cite: str) -> None:
    """Requires the dealer for the first count, and a floorperson who did not deal in the round for a recount."""
    counter = "floor" if round_.stub == WRONG else "dealer"
    if command.actor.role != counter:
        why = "the count was wrong" if counter == "floor" else "it is the first count of the stub"
        accepted = "a floorperson's recount" if counter == "floor" else "the dealer"
        raise Refused("wrong-role", why=why, cite=cite, accepted=accepted)
    if counter == "floor":
        require_other_person(command, [(dealer, "dealt in this round") for dealer in dealers_of(round_)], cite)


@evolves(events.StubCounted)
def stub_counted(rules: TableRules, state: Table, event: events.StubCounted) -> Table:
    assert state.round is not None
    again = state.round.stub == WRONG
    after = change(final(state.round), stub="right" if event.right else CONFIRMED if again else WRONG)
    return change(state, events=state.events + 1, round=after, now=event.at)
