"""Automatic players that try each decision the table would accept.

To choose, a bot deals the cards it cannot see at random many times, lets the engine settle each of these rounds, and
takes the decision with the best result. It needs no knowledge of the game beyond the rulebook.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from tablelaw.cards import PACK, Card
from tablelaw.chance import Chance
from tablelaw.law.rows import BUY, PULL
from tablelaw.law.structure import DEALER
from tablelaw.submission.submission import WagerTerms
from tablelaw.table import Engine, Round, Table, commands
from tablelaw.table.automation.dealer import Driver
from tablelaw.table.legal import decisions
from tablelaw.table.round.hands import dealers_cards
from tablelaw.table.state import change

ROUNDS_IMAGINED = 40
NAMES = ("Ann", "Bob", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hana")


def sensible(engine: Engine, state: Table, chance: Chance, rounds: int = ROUNDS_IMAGINED) -> commands.Act:
    """The decision with the best total result, with every decision tried on the same imagined rounds. More rounds mean
    fewer mistakes.
    """
    assert state.round is not None
    open_to = list(decisions(engine.rules, state.round))
    if len(open_to) == 1:
        return open_to[0]
    worlds = [imagined(engine, state, open_to[0].seat, chance) for _ in range(rounds)]
    dealing = _dealing_by_itself(engine)
    return max(open_to, key=lambda act: sum(outcome(dealing, world, act, chance) for world in worlds))


def _dealing_by_itself(engine: Engine) -> Engine:
    """An engine that deals imagined cards itself, even if real cards are entered at the table."""
    return Engine.under(replace(engine.rules, physical=False))


def imagined(engine: Engine, state: Table, seat: int, chance: Chance) -> Table:
    """The table with only this seat playing against the dealer, and every card the seat cannot see dealt again at
    random.
    """
    round_ = state.round
    assert round_ is not None
    faces = dealers_cards(engine.rules, state.method, round_)
    unseen = _shuffled(_unseen(round_, seat, faces), chance)
    places = {place: _replaced(round_, place, unseen, faces) for place in round_.places}
    alone = {seat: change(round_.seats[seat], wagers=_against_the_house(engine, round_, seat))}
    deck = change(state.decks[state.deck], cards=(*PACK[: round_.dealt], *unseen))
    decks = (*state.decks[: state.deck], deck, *state.decks[state.deck + 1 :])
    return change(state, decks=decks, round=change(round_, seats=alone, places=places))


def _unseen(round_: Round, seat: int, dealers: Sequence[Card | None]) -> list[Card]:
    own = round_.seats[seat]
    seen = {*own.cards, *own.discard, *round_.community[: round_.shown], *dealers}
    return [card for card in PACK if card not in seen]


def _shuffled(cards: list[Card], chance: Chance) -> list[Card]:
    for last in range(len(cards) - 1, 0, -1):
        pick = chance.below(last + 1)
        cards[last], cards[pick] = cards[pick], cards[last]
    return cards


def _replaced(round_: Round, place: str, unseen: list[Card], dealers: Sequence[Card | None]) -> tuple[Card, ...]:
    """The cards at a place, with the face-down cards replaced with unseen ones."""
    cards = round_.places[place]
    known = cards[: round_.shown] if place == "community" else dealers if place == DEALER else ()
    hidden = (*known, *(None for _ in cards[len(known) :]))
    return tuple(unseen.pop() if card is None else card for card in hidden)


def _against_the_house(engine: Engine, round_: Round, seat: int) -> dict[str, int]:
    """The wagers that a decision affects. Side wagers are omitted because they would only add noise."""
    wagers = engine.rules.wagers
    return {name: cents for name, cents in round_.seats[seat].wagers.items() if wagers[name].kind != "optional"}


def outcome(engine: Engine, world: Table, act: commands.Act, chance: Chance) -> int:
    """What a seat wins or loses, in cents, if it makes this decision and then always the cheapest one."""
    driver = Driver(engine, chance, world)
    driver.do(act)
    while (round_ := driver.state.round) is not None and round_.phase != "done":
        command = driver.next_command() or cheapest(engine, round_)
        driver.do(command)
    assert round_ is not None
    return sum(line.paid - line.kept for line in round_.lines)


def cheapest(engine: Engine, round_: Round) -> commands.Command:
    """The command that stays in at the lowest cost the stage permits, or the command that validates a waiting
    payout.
    """
    if round_.waiting:
        seat, wager = round_.waiting[0]
        return commands.Validate(seat, wager, by="floor:floorperson")
    staying = [act for act in decisions(engine.rules, round_) if act.action not in ("fold", "declare")]
    return min(staying, key=lambda act: (act.cents, act.action != PULL, act.action == BUY))


def usual_wagers(engine: Engine, chance: Chance) -> dict[str, int]:
    """What a bot wagers: one to three times the minimum on the opening wagers, and sometimes some optional wagers."""
    unit = engine.submission.minimum_cents * (1 + chance.below(3))
    placed: dict[str, int] = {}
    for wager, terms in engine.submission.wagers.items():
        row = engine.rules.wagers[wager]
        fancied = row.kind == "optional" and not chance.below(3) and all(need in placed for need in row.needs)
        if row.kind == "opening" or fancied:
            placed[wager] = min(terms.amounts_cents, default=0) or _within(unit, terms)
    return placed


def _within(cents: int, terms: WagerTerms) -> int:
    """The sum, moved to the nearest limit of the wager if it is outside them."""
    return max(terms.minimum_cents, min(cents, terms.maximum_cents))
