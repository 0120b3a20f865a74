"""Other players, and the seat that plays by itself: they try each decision the table would accept.

A bot deals the cards it cannot see over and over, lets the engine settle each such round, and takes the
decision that came out best. So it knows no game: whatever the rulebook permits and pays, it weighs.
"""

from __future__ import annotations

from copy import copy

import msgspec

from houserules.cards import PACK, Card
from houserules.chance import Chance
from houserules.submission.submission import WagerTerms
from houserules.table import Engine, Round, Table, commands
from houserules.table.automation.dealer import Driver
from houserules.table.legal import decisions

ROUNDS_IMAGINED = 40
NAMES = ("Ann", "Bob", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hana")

change = msgspec.structs.replace


def sensible(engine: Engine, state: Table, chance: Chance, rounds: int = ROUNDS_IMAGINED) -> commands.Act:
    """The decision that did best over the same imagined rounds; the more rounds, the fewer mistakes."""
    assert state.round is not None
    open_to = list(decisions(engine, state.round))
    if len(open_to) == 1:
        return open_to[0]
    worlds = [imagined(engine, state, open_to[0].seat, chance) for _ in range(rounds)]
    dealing = _dealing_by_itself(engine)
    return max(open_to, key=lambda act: sum(outcome(dealing, world, act, chance) for world in worlds))


def _dealing_by_itself(engine: Engine) -> Engine:
    """Where real cards are entered, imagined ones are dealt by the table all the same."""
    twin = copy(engine)
    twin.physical = False
    return twin


def imagined(engine: Engine, state: Table, seat: int, chance: Chance) -> Table:
    """The table as this seat sees it, alone with the dealer, every card it cannot see dealt anew."""
    round_ = state.round
    assert round_ is not None
    unseen = _shuffled(_unseen(round_, seat), chance)
    places = {place: _replaced(round_, place, unseen) for place in round_.places}
    alone = {seat: change(round_.seats[seat], wagers=_against_the_house(engine, round_, seat))}
    deck = change(state.decks[state.deck], cards=(*PACK[: round_.dealt], *unseen))
    decks = (*state.decks[: state.deck], deck, *state.decks[state.deck + 1 :])
    return change(state, decks=decks, round=change(round_, seats=alone, places=places))


def _unseen(round_: Round, seat: int) -> list[Card]:
    own = round_.seats[seat]
    seen = {*own.cards, *own.discard, *round_.community[: round_.shown]}
    return [card for card in PACK if card not in seen]


def _shuffled(cards: list[Card], chance: Chance) -> list[Card]:
    for last in range(len(cards) - 1, 0, -1):
        pick = chance.below(last + 1)
        cards[last], cards[pick] = cards[pick], cards[last]
    return cards


def _replaced(round_: Round, place: str, unseen: list[Card]) -> tuple[Card, ...]:
    """The cards of a place with those face down taken from the unseen ones."""
    cards = round_.places[place]
    known = cards[: round_.shown] if place == "community" else ()
    return (*known, *(unseen.pop() for _ in cards[len(known) :]))


def _against_the_house(engine: Engine, round_: Round, seat: int) -> dict[str, int]:
    """The wagers a decision is about; side wagers would only add noise."""
    wagers = engine.plan.wagers
    return {name: cents for name, cents in round_.seats[seat].wagers.items() if wagers[name].kind != "optional"}


def outcome(engine: Engine, world: Table, act: commands.Act, chance: Chance) -> int:
    """What a seat wins or loses, in cents, if it decides so now and takes the cheapest way on from there."""
    driver = Driver(engine, chance, world)
    driver.do(act)
    while (round_ := driver.state.round) is not None and round_.phase != "done":
        command = driver.next_command() or cheapest(engine, round_)
        driver.do(command)
    assert round_ is not None
    return sum(line.paid - line.kept for line in round_.lines)


def cheapest(engine: Engine, round_: Round) -> commands.Command:
    """Stays in for as little as the stage permits; a payout that waits is validated."""
    if round_.waiting:
        seat, wager = round_.waiting[0]
        return commands.Validate(seat, wager, by="floor:floorperson")
    staying = [act for act in decisions(engine, round_) if act.action not in ("fold", "declare")]
    return min(staying, key=lambda act: act.cents)


def usual_wagers(engine: Engine, chance: Chance) -> dict[str, int]:
    """What a bot puts down: the opening wagers, one to three times the minimum, and now and then an optional one."""
    unit = engine.submission.minimum_cents * (1 + chance.below(3))
    placed: dict[str, int] = {}
    for wager, terms in engine.submission.wagers.items():
        row = engine.plan.wagers[wager]
        fancied = row.kind == "optional" and not chance.below(3) and all(need in placed for need in row.needs)
        if row.kind == "opening" or fancied:
            placed[wager] = min(terms.amounts_cents, default=0) or _within(unit, terms)
    return placed


def _within(cents: int, terms: WagerTerms) -> int:
    """The sum, or the nearest the table takes."""
    return max(terms.minimum_cents, min(cents, terms.maximum_cents))
