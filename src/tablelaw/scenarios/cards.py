"""The cards of a scenario. Named cards go to their places; the rest are filled in and must not affect the result."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from tablelaw.cards import PACK, Card
from tablelaw.law.rows import BUY
from tablelaw.scenarios.format import BadScenario, Scenario
from tablelaw.table.events import Line
from tablelaw.table.rules import TableRules
from tablelaw.table.state import Round, Slot

UNNAMED = "burn"
"""The place whose cards are never seen and need not be named in a scenario."""


class Shoe:
    """Deals each place its named cards in order, and unused cards for the rest."""

    def __init__(self, scenario: Scenario) -> None:
        named: dict[str, list[Card]] = {place: list(cards) for place, cards in scenario.cards.items()}
        named |= {f"seat {number}": list(seat.cards) for number, seat in scenario.seats.items()}
        used = {card for _, card in scenario.named()}
        self.left = named
        self.spare = [card for card in PACK if card not in used]
        self.missing: Counter[str] = Counter()
        self.unnamed = tuple(self.spare)
        """Every unnamed card; any of them may have been in an unnamed place."""
        self.filled: set[Card] = set()

    def take(self, place: str) -> Card:
        """Returns the next card for a place."""
        waiting = self.left.get(place)
        if waiting:
            return waiting.pop(0)
        if place != UNNAMED:
            self.missing[place] += 1
        card = self.spare.pop()
        self.filled.add(card)
        return card

    def lacks(self, place: str) -> bool:
        """Whether any card at this place was filled in."""
        return self.missing[place] > 0


def require_known_places(rules: TableRules, scenario: Scenario) -> None:
    """Refuses places that the game does not deal to, and places with too many cards."""
    dealt = Counter(slot.place for slot in _all_slots(rules, scenario))
    named = Counter(place for place, _ in scenario.named() if not place.startswith("irregularity"))
    known = {*dealt, *(to for method in rules.book.dealing for step in method.steps for to in step.to)}
    for place, count in named.items():
        if place not in known | {UNNAMED, "community"}:
            raise BadScenario("unknown-place", where="cards", why=repr(place), accepted=", ".join(sorted(dealt)))
        if place != UNNAMED and count > dealt[place]:
            why = f"{place}: {count} named, {dealt[place]} dealt"
            raise BadScenario("too-many-cards", why=why, accepted=f"{dealt[place]} cards, or the wager that needs them")


def _all_slots(rules: TableRules, scenario: Scenario) -> Iterator[Slot]:
    """The place of every card dealt in the round: initial cards, bought cards, and the board."""
    method = rules.submission.dealing
    wagered = [wager for seat in scenario.seats.values() for wager in seat.wagers]
    yield from rules.dealing.initial_slots(method, sorted(scenario.seats), wagered)
    for number, seat in scenario.seats.items():
        bought = [card for said in seat.decisions if said.action == BUY for card in said.discard]
        yield from (Slot(f"seat {number}", "up", "") for _ in bought)
    if rules.dealing.methods[method].community == "dealt":
        for entry in rules.flow.steps:
            if entry.do in ("burn", "community"):
                yield from (Slot(entry.do, "up", "") for _ in range(entry.cards))


# --- Which cards mattered ------------------------------------------------------------------------


def require_enough_cards(rules: TableRules, round_: Round, shoe: Shoe) -> None:
    """Requires every card of the hands that decide a wager; `undecided_lines` finds others that affect a line."""
    for line in round_.lines:
        for place, count in needed_by(rules, round_, line):
            total = _count(round_, place)
            lacking = shoe.missing[place] - max(total - count, 0)
            if lacking > 0:
                why = f"{place} lacks {lacking} of {count}; {line.wager} of seat {line.seat} depends on them"
                raise BadScenario("missing-cards", where=place, why=why, accepted="all cards that decide a wager")


def needed_by(rules: TableRules, round_: Round, line: Line) -> Iterator[tuple[str, int]]:
    """The places that the line depends on, with the number of cards at each; none if no rule looked at cards."""
    if not any(str(rule.cite) == line.cite and line.wager in rule.wagers for rule in rules.book.rules):
        return
    for hand in _hands_behind(rules, round_, line):
        for place in rules.hands.places[hand]:
            if place == "other player":
                yield from ((f"seat {n}", len(s.cards)) for n, s in round_.seats.items())
            elif place == "flop":
                yield "community", rules.hands.flop_size
            else:
                name = f"seat {line.seat}" if place.startswith("player") else place
                yield name, _count(round_, name)


def _hands_behind(rules: TableRules, round_: Round, line: Line) -> list[str]:
    """The hands that a line depends on; a declaration depends only on the hand that was declared."""
    seat = round_.seats[line.seat]
    if "declare" in seat.actions:
        return [rules.stages[stage].hand for stage in seat.asked if rules.stages[stage].hand]
    return [*_hands_of(rules, line.wager), *_hands_of_others(rules, line.wager)]


def _hands_of(rules: TableRules, wager_id: str) -> list[str]:
    """The hands that may decide a wager: its own, and the dealer's if the wager plays against the dealer."""
    wager = rules.wagers[wager_id]
    if wager.kind == "bonus" and not wager.hand:
        return [rules.wagers[carrier].hand for carrier in wager.rides_on]
    competes = rules.hands.has_dealer and (not wager.hand or wager.kind in ("opening", "decision"))
    own = wager.hand or "player"
    return [own, "dealer"] if competes else [own]


def _hands_of_others(rules: TableRules, wager_id: str) -> list[str]:
    """The hands of other seats that may win the player a bonus on this wager."""
    return [bonus.hand for bonus in rules.bonuses if bonus.hand and wager_id in bonus.rides_on]


def _count(round_: Round, place: str) -> int:
    """The number of cards at a place now, including a player's discard."""
    if place.startswith("seat "):
        seat = round_.seats[int(place[5:])]
        return len(seat.cards) + len(seat.discard)
    return len(round_.places.get(place, ()))
