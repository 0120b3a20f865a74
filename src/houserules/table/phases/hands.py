"""The felt: which cards make which hand, and how a player's hand stands against the dealer's."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from houserules.cards import Card
from houserules.law.conduct import Standing
from houserules.table.registry import change
from houserules.table.state import Round, Seat

if TYPE_CHECKING:
    from houserules.table.engine import Engine

ON_THE_BOARD = frozenset({"community", "flop"})
IN_HANDS = frozenset({"player", "player initial", "other player", "dealer"})


def cards_at(engine: Engine, round_: Round, seat: Seat | None, place: str, other: Seat | None) -> tuple[Card, ...]:
    """The cards of a place as a hand sees it."""
    if place == "player":
        return seat.cards if seat else ()
    if place == "player initial":
        return (*seat.cards, *seat.discard) if seat else ()
    if place == "other player":
        return other.cards if other else ()
    if place == "flop":
        return round_.community[: engine.plan.flop_size]
    return round_.places.get(place, ())


def hand_cards(
    engine: Engine, round_: Round, seat: Seat | None, hand: str, other: Seat | None = None
) -> tuple[Card, ...]:
    cards: tuple[Card, ...] = ()
    for place in engine.plan.hand_places[hand]:
        cards += cards_at(engine, round_, seat, place, other)
    return cards


def can_form(engine: Engine, round_: Round, seat: Seat | None, hand: str, other: Seat | None = None) -> bool:
    """Are all cards of a hand on the felt?"""
    return len(hand_cards(engine, round_, seat, hand, other)) == engine.plan.hand_sizes[hand]


def hand_class(engine: Engine, round_: Round, seat: Seat | None, hand: str, other: Seat | None = None) -> str:
    return engine.plan.rankings[hand].classify(hand_cards(engine, round_, seat, hand, other))


# --- Cards a void round still needs --------------------------------------------------------------


def lacks_cards(engine: Engine, round_: Round) -> bool:
    """In a void round: does a wager that is settled all the same wait for cards to be dealt or turned up?"""
    effects = engine.plan.effects[round_.voided_by]
    staked = {wager for seat in round_.seats.values() for wager in seat.wagers}
    return any(not is_showing(engine, round_, wager) for wager in staked if effects[wager].effect == "settled")


def is_showing(engine: Engine, round_: Round, wager: str) -> bool:
    """Does the board show what a wager is settled on? Without a hand of its own it hangs on the player's."""
    shown, plan = round_.shown, engine.plan
    for place in plan.hand_places[plan.wagers[wager].hand or "player"]:
        if place == "community" and shown < plan.board_size:
            return False
        if place == "flop" and shown < plan.flop_size:
            return False
        if place not in ON_THE_BOARD and place not in IN_HANDS and not _is_complete(round_, place):
            return False
    return True


def _is_complete(round_: Round, place: str) -> bool:
    """Has a place of its own (a bonus's cards) got all its cards?"""
    return place in round_.places and all(slot.place != place for slot in round_.queue)


# --- Classes and standing ------------------------------------------------------------------------


class Hands(dict[str, str]):
    """Classes of hands, worked out when a rule asks for one."""

    def __init__(self, engine: Engine, round_: Round, seat: Seat, other: Seat | None = None) -> None:
        super().__init__()
        self.engine, self.round, self.seat, self.other = engine, round_, seat, other

    def __missing__(self, hand: str) -> str:
        self[hand] = hand_class(self.engine, self.round, self.seat, hand, self.other)
        return self[hand]

    def cards(self, hand: str) -> tuple[Card, ...]:
        """The cards a hand is made from."""
        return hand_cards(self.engine, self.round, self.seat, hand, self.other)

    def with_cards(self, others: Mapping[Card, Card]) -> Hands:
        """The same hands with other cards in the place of some."""
        places = {place: replaced(cards, others) for place, cards in self.round.places.items()}
        seats = {number: _seat_with(seat, others) for number, seat in self.round.seats.items()}
        round_ = change(self.round, places=places, seats=seats)
        other = _seat_with(self.other, others) if self.other else None
        return Hands(self.engine, round_, _seat_with(self.seat, others), other)


def replaced(cards: tuple[Card, ...], others: Mapping[Card, Card]) -> tuple[Card, ...]:
    """Some cards, with others in their place."""
    return tuple([others.get(card, card) for card in cards])


def _seat_with(seat: Seat, others: Mapping[Card, Card]) -> Seat:
    return change(seat, cards=replaced(seat.cards, others), discard=replaced(seat.discard, others))


def standing(engine: Engine, round_: Round, seat: Seat) -> Standing | None:
    """The player's hand against the dealer's, where there is a dealer and both hands are complete."""
    plan = engine.plan
    if not plan.has_dealer or seat.status != "in":
        return None
    dealers = hand_cards(engine, round_, seat, "dealer")
    if len(dealers) != plan.hand_sizes["dealer"]:
        return None
    strength = plan.rankings["player"].strength
    assert strength is not None
    one, other = strength(hand_cards(engine, round_, seat, "player")), strength(dealers)
    if one == other:
        return Standing.EQUAL
    return Standing.HIGHER if one > other else Standing.LOWER
