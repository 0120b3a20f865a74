"""Which cards make which hand, and how a player's hand compares with the dealer's."""

from __future__ import annotations

from collections.abc import Mapping

from tablelaw.cards import Card
from tablelaw.law.conduct import Standing
from tablelaw.table.rules import TableRules
from tablelaw.table.state import Round, Seat, change

ON_THE_BOARD = frozenset({"community", "flop"})
IN_HANDS = frozenset({"player", "player initial", "other player", "dealer"})


def cards_at(rules: TableRules, round_: Round, seat: Seat | None, place: str, other: Seat | None) -> tuple[Card, ...]:
    """The cards that a place contributes to a hand."""
    if place == "player":
        return seat.cards if seat else ()
    if place == "player initial":
        return (*seat.cards[: kept_size(rules, seat)], *seat.discard) if seat else ()
    if place == "other player":
        return other.cards if other else ()
    if place == "flop":
        return round_.community[: rules.hands.flop_size]
    return round_.places.get(place, ())


def kept_size(rules: TableRules, seat: Seat) -> int:
    """How many of a player's initial cards are still held. The rest of the hand was bought."""
    return rules.hands.own_size - len(seat.discard)


def dealers_cards(rules: TableRules, method: str, round_: Round) -> tuple[Card | None, ...]:
    """The dealer's cards as everyone at the table sees them, with None for each face-down card."""
    cards = round_.places.get("dealer", ())
    if round_.dealer_up:
        return cards
    face_up = rules.dealing.dealer_face_up.get(method, ())
    return tuple(card if place < len(face_up) and face_up[place] else None for place, card in enumerate(cards))


def hand_cards(
    rules: TableRules, round_: Round, seat: Seat | None, hand: str, other: Seat | None = None
) -> tuple[Card, ...]:
    cards: tuple[Card, ...] = ()
    for place in rules.hands.places[hand]:
        cards += cards_at(rules, round_, seat, place, other)
    return cards


def can_form(rules: TableRules, round_: Round, seat: Seat | None, hand: str, other: Seat | None = None) -> bool:
    """Whether all cards of a hand are on the table."""
    return len(hand_cards(rules, round_, seat, hand, other)) == rules.hands.sizes[hand]


def hand_class(rules: TableRules, round_: Round, seat: Seat | None, hand: str, other: Seat | None = None) -> str:
    return rules.hands.rankings[hand].classify(hand_cards(rules, round_, seat, hand, other))


# --- Cards a void round still needs --------------------------------------------------------------


def lacks_cards(rules: TableRules, round_: Round) -> bool:
    """Whether a wager that is settled despite a void still needs cards to be dealt or turned up."""
    effects = rules.effects[round_.voided_by]
    staked = {wager for seat in round_.seats.values() for wager in seat.wagers}
    return any(not is_showing(rules, round_, wager) for wager in staked if effects[wager].effect == "settled")


def is_showing(rules: TableRules, round_: Round, wager: str) -> bool:
    """Whether the cards that settle a wager are face up: those of the wager's own hand, or of the player's hand if the
    wager has none.
    """
    shown = round_.shown
    for place in rules.hands.places[rules.wagers[wager].hand or "player"]:
        if place == "community" and shown < rules.hands.board_size:
            return False
        if place == "flop" and shown < rules.hands.flop_size:
            return False
        if place not in ON_THE_BOARD and place not in IN_HANDS and not _is_complete(round_, place):
            return False
    return True


def _is_complete(round_: Round, place: str) -> bool:
    """Whether a place for bonus cards has all its cards."""
    return place in round_.places and all(slot.place != place for slot in round_.queue)


# --- Classes and standing ------------------------------------------------------------------------


class Hands(dict[str, str]):
    """The class of each hand, computed only when a rule needs it."""

    def __init__(self, rules: TableRules, round_: Round, seat: Seat, other: Seat | None = None) -> None:
        super().__init__()
        self.rules, self.round, self.seat, self.other = rules, round_, seat, other

    def __missing__(self, hand: str) -> str:
        self[hand] = hand_class(self.rules, self.round, self.seat, hand, self.other)
        return self[hand]

    def cards(self, hand: str) -> tuple[Card, ...]:
        """The cards a hand is made from."""
        return hand_cards(self.rules, self.round, self.seat, hand, self.other)

    def with_cards(self, others: Mapping[Card, Card]) -> Hands:
        """These hands, with some cards replaced with others."""
        places = {place: replaced(cards, others) for place, cards in self.round.places.items()}
        seats = {number: _seat_with(seat, others) for number, seat in self.round.seats.items()}
        round_ = change(self.round, places=places, seats=seats)
        other = _seat_with(self.other, others) if self.other else None
        return Hands(self.rules, round_, _seat_with(self.seat, others), other)


def replaced(cards: tuple[Card, ...], others: Mapping[Card, Card]) -> tuple[Card, ...]:
    """The cards, with some of them replaced with others."""
    return tuple([others.get(card, card) for card in cards])


def _seat_with(seat: Seat, others: Mapping[Card, Card]) -> Seat:
    return change(seat, cards=replaced(seat.cards, others), discard=replaced(seat.discard, others))


def standing(rules: TableRules, round_: Round, seat: Seat) -> Standing | None:
    """The player's hand compared with the dealer's; None if the house has no hand, the player is out, or either hand is
    incomplete.
    """
    if not rules.hands.has_dealer or seat.status != "in":
        return None
    dealers = hand_cards(rules, round_, seat, "dealer")
    if len(dealers) != rules.hands.sizes["dealer"]:
        return None
    strength, own = rules.hands.rankings["player"].strength, hand_cards(rules, round_, seat, "player")
    if len(own) != rules.hands.sizes["player"]:
        return None
    assert strength is not None
    one, other = strength(own), strength(dealers)
    if one == other:
        return Standing.EQUAL
    return Standing.HIGHER if one > other else Standing.LOWER
