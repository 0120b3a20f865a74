"""A round as the auditor sees it: who bet what, who did what, and where each card is."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from tablelaw.cards import Card
from tablelaw.gaming_day.auditor.meters import Drawn, Shares
from tablelaw.gaming_day.world import card_places
from tablelaw.law.conduct import Outcome, Standing
from tablelaw.law.rows import Hand, Irregularity
from tablelaw.law.rulebook import Terms


@dataclass
class Seat:
    """A seat in a round: `did` holds the decisions in order; `state` is in, folded, declared, left or settled."""

    player: str
    stakes: dict[str, int] = field(default_factory=dict)
    cards: list[Card] = field(default_factory=list)
    discard: list[Card] = field(default_factory=list)
    first: list[Card] = field(default_factory=list)
    """The cards before a purchase, if there was one."""
    did: list[str] = field(default_factory=list)
    state: str = "in"
    is_left: bool = False


@dataclass
class Line:
    """A wager that has ended. `paid` comes from the tray; `share` comes from a meter and is paid by an attendant."""

    seat: int
    wager: str
    stake: int = 0
    kept: int = 0
    paid: int = 0
    share: Drawn | None = None
    outcome: Outcome = Outcome.LOST
    is_documented: bool = False

    @property
    def share_cents(self) -> int:
        return self.share.parts[self.seat] if self.share else 0


@dataclass
class Round:
    """One round at one table, from its first wager to the clearing."""

    number: int
    seats: dict[int, Seat] = field(default_factory=dict)
    plan: list[str] = field(default_factory=list)
    """Where each card goes, in the order the cards leave the deck; cards set aside are not included."""
    initial: int = 0
    """How many cards of the plan are initial cards."""
    placed: int = 0
    to_buy: int = 0
    """How many bought cards have not been dealt yet; they are the next in the plan."""
    was_bought: bool = False
    """Whether the card placed last was a bought card."""
    at: dict[str, list[Card]] = field(default_factory=dict)
    is_closed: bool = False
    lines: list[Line] = field(default_factory=list)
    shares: Shares = field(default_factory=Shares)
    irregularities: list[Irregularity] = field(default_factory=list)
    void: Irregularity | None = None
    validated: set[tuple[int, str]] = field(default_factory=set)
    fixed: dict[tuple[int, str], Line] = field(default_factory=dict)
    """Shares fixed at their players' turns that a floorperson has not validated yet."""
    envied: set[int] = field(default_factory=set)
    """Seats whose hand has already earned the other players a bonus."""
    drawn_cards: tuple[Card, ...] = ()
    drawn_positions: tuple[int, ...] = ()

    def close(self, method: str, terms: Terms) -> None:
        """Closes the bets, after which the places of the cards to come are known."""
        self.is_closed = True
        self.seats = dict(sorted(self.seats.items()))
        staked = frozenset(wager for seat in self.seats.values() for wager in seat.stakes)
        dealing = card_places.procedure(terms.book, method)
        first = card_places.initial_places(dealing, self.seats, staked)
        self.plan, self.initial = first + card_places.later_places(dealing, terms), len(first)

    def deal(self, cards: tuple[Card, ...]) -> None:
        for card in cards:
            place = self.plan[self.placed]
            self.placed += 1
            self.was_bought = self.to_buy > 0
            self.to_buy -= self.was_bought
            self.at.setdefault(place, []).append(card)
        self._hold()

    def take_back(self) -> None:
        """Takes back the card placed last, which was mistyped; its place in the plan is open again."""
        self.placed -= 1
        self.to_buy += self.was_bought
        self.at[self.plan[self.placed]].pop()
        self._hold()

    def _hold(self) -> None:
        for number, seat in self.seats.items():
            dealt = self.at.get(card_places.seat_place(number), [])
            seat.cards = [card for card in dealt if card not in seat.discard]

    def buy(self, number: int, cards: int) -> None:
        """Puts cards that a seat has bought into the plan, after the cards bought earlier."""
        place = self.placed + self.to_buy
        self.plan[place:place] = [card_places.seat_place(number)] * cards
        self.to_buy += cards

    def hands_wait(self) -> bool:
        """Whether players or the dealer still lack initial cards."""
        left = self.plan[self.placed : self.initial]
        return any(place == card_places.DEALER or place.startswith("seat ") for place in left)

    def line_of(self, seat: int, wager: str) -> Line | None:
        return next((line for line in self.lines if (line.seat, line.wager) == (seat, wager)), None)

    def to_settle(self) -> int:
        """The next seat to settle: counter-clockwise from the dealer's right, the first that is not settled."""
        return next(number for number in reversed(self.seats) if self.seats[number].state != "settled")


class Shown(dict[str, str]):
    """The class of each hand of a seat, computed only when a rule looks at it."""

    def __init__(self, terms: Terms, round_: Round, seat: Seat, other: Seat | None = None) -> None:
        super().__init__()
        self.terms, self.round, self.seat, self.other = terms, round_, seat, other

    def __missing__(self, hand: str) -> str:
        self[hand] = self.terms.book.ranking_of(hand, self.terms).classify(tuple(self.cards(hand)))
        return self[hand]

    def cards(self, hand: str) -> list[Card]:
        return [card for place in _row(self.terms, hand).cards for card in self._at(place)]

    def _at(self, place: str) -> list[Card]:
        if place == "player":
            return self.seat.cards
        if place == "player initial":
            return self.seat.first or [*self.seat.cards, *self.seat.discard]
        if place == "other player":
            return self.other.cards if self.other else []
        if place == "flop":
            return self.round.at.get(card_places.COMMUNITY, [])[: card_places.flop_size(self.terms)]
        return self.round.at.get(place, [])

    def is_whole(self, hand: str) -> bool:
        """Whether all cards of the hand have been dealt."""
        for place in _row(self.terms, hand).cards:
            if len(self.round.at.get(place, ())) < self.round.plan.count(place):
                return False
        return True

    def standing(self) -> Standing | None:
        """How the player's hand compares with the dealer's; None without a dealer, until the dealer's hand is complete,
        and once the player is out.
        """
        dealers = [row.id for row in self.terms.book.hands if row.id == card_places.DEALER]
        if not dealers or self.seat.state != "in":
            return None
        strength = self.terms.book.ranking_of("player", self.terms).strength
        assert strength is not None
        if not self.is_whole(card_places.DEALER) or self.round.to_buy:
            return None
        mine, theirs = (strength(tuple(self.cards(hand))) for hand in ("player", card_places.DEALER))
        return Standing.EQUAL if mine == theirs else Standing.HIGHER if mine > theirs else Standing.LOWER


def _row(terms: Terms, hand: str) -> Hand:
    return next(row for row in terms.book.hands if row.id == hand)


def carriers(round_: Round, rides_on: tuple[str, ...]) -> Iterator[tuple[int, Seat, str]]:
    """The seats that made a wager to which a bonus belongs, in counter-clockwise order, each with the first
    such wager.
    """
    for number in reversed(round_.seats):
        seat = round_.seats[number]
        wager = next((wager for wager in rides_on if wager in seat.stakes), None)
        if wager is not None and not seat.is_left:
            yield number, seat, wager
