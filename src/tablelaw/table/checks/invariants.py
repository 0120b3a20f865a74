"""Invariants that every state of a table satisfies, regardless of how it was reached."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

from tablelaw.errors import ImpossibleTable
from tablelaw.table.phases.stub import DEVICE_WORDS
from tablelaw.table.rules import TableRules
from tablelaw.table.state import Round, Table

PHASES = {
    "decide": ("deciding",),
    "burn": ("dealing",),
    "community": ("dealing", "revealing"),
    "bought cards": ("dealing",),
    "turn up dealer": ("showdown",),
    "settle": ("settling",),
    "clear": ("done",),
}
BEFORE_THE_FLOW = ("betting", "dealing")
Fault = tuple[str, str, str]
"""The path of the value, the impossible value, and what would be possible."""


def require_possible_state(rules: TableRules, state: Table) -> None:
    """Refuses a state that breaks an invariant. The refusal gives the path of the wrong value."""
    for check in CHECKS:
        for where, what, accepted in check(rules, state):
            raise ImpossibleTable(what, where=where, accepted=accepted)


def _house(rules: TableRules, state: Table) -> Iterator[Fault]:
    """The dealing procedure and the shuffler must be known, and the meters must be the table's."""
    if state.method not in rules.dealing.methods:
        yield "method", repr(state.method), ", ".join(rules.dealing.methods)
    if state.shuffler not in DEVICE_WORDS:
        yield "shuffler", repr(state.shuffler), ", ".join(DEVICE_WORDS)
    if set(state.meters) != set(rules.meters) or min(state.meters.values(), default=0) < 0:
        yield "meters", f"{state.meters}", f"zero or more on each of: {', '.join(rules.meters) or 'none'}"


def _decks(rules: TableRules, state: Table) -> Iterator[Fault]:
    size = rules.deck_size
    for number, deck in enumerate(state.decks, 1):
        if deck.cards and (len(deck.cards), len(set(deck.cards))) != (size, size):
            yield f"decks[{number}]", f"{len(set(deck.cards))} different cards", f"{size}, or none for real cards"
    if state.decks and not 0 <= state.deck < len(state.decks):
        yield "deck", str(state.deck), f"0 to {len(state.decks) - 1}"


def _phase(rules: TableRules, state: Table) -> Iterator[Fault]:
    """The phase of a round must fit its position in the flow."""
    round_ = state.round
    if round_ is None:
        return
    if not -1 <= round_.flow < len(rules.flow.steps):
        yield "round.flow", str(round_.flow), f"-1 to {len(rules.flow.steps) - 1}"
        return
    phases = PHASES[rules.flow.steps[round_.flow].do] if round_.flow >= 0 else BEFORE_THE_FLOW
    if round_.phase not in phases:
        yield "round.phase", repr(round_.phase), " or ".join(phases)


def _cards(rules: TableRules, state: Table) -> Iterator[Fault]:
    """Each card must be in only one place, and the cards on the table must be the ones dealt from this deck."""
    round_ = state.round
    if round_ is None:
        return
    seats = [card for seat in round_.seats.values() for card in (*seat.cards, *seat.discard)]
    out = Counter(seats + [card for cards in round_.places.values() for card in cards])
    twice = [str(card) for card, count in out.items() if count > 1]
    if twice:
        yield "round", f"{twice[0]} is in two places", "each card once"
    if out.total() != round_.dealt:
        yield "round.dealt", f"{round_.dealt} cards, but {out.total()} are on the table", str(out.total())
    if not 0 <= round_.shown <= len(round_.community):
        yield "round.shown", str(round_.shown), f"0 to {len(round_.community)}"
    deck = state.decks[state.deck].cards if state.decks else ()
    if deck and set(out) != set(deck[: round_.dealt]):
        yield "round", "the cards on the table did not come from this deck", "its first cards, as dealt"


def _seats(rules: TableRules, state: Table) -> Iterator[Fault]:
    for number, player in state.players.items():
        if not 1 <= number <= rules.seats:
            yield f"players[{number}]", player, f"positions 1 to {rules.seats}"
    for number, seat in state.round.seats.items() if state.round else ():
        if state.players.get(number) != seat.player:
            yield f"round.seats[{number}]", f"{seat.player} plays there", str(state.players.get(number, "nobody"))
        for wager, cents in seat.wagers.items():
            if wager not in rules.wagers or cents <= 0:
                yield f"round.seats[{number}].wagers", f"{wager} {cents}", "a wager of the rulebook, above zero"


def _lines(rules: TableRules, state: Table) -> Iterator[Fault]:
    """Each line must settle a wager that was placed, and its stake must have been returned or kept."""
    round_ = state.round
    for number, line in enumerate(round_.lines if round_ else (), 1):
        if line.stake != line.returned + line.kept:
            yield f"round.lines[{number}]", f"stake {line.stake}", f"{line.returned + line.kept}, returned and kept"
        if round_ is not None and line.stake and _staked(round_, line.seat, line.wager) != line.stake:
            yield f"round.lines[{number}]", f"{line.wager} at seat {line.seat}", "a wager placed there, in full"


def _staked(round_: Round, seat: int, wager: str) -> int:
    return round_.seats[seat].wagers.get(wager, 0) if seat in round_.seats else 0


CHECKS: tuple[Callable[[TableRules, Table], Iterator[Fault]], ...] = (_house, _decks, _phase, _cards, _seats, _lines)
