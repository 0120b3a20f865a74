"""Plays a round at every table of a floor and records it, so it can be repeated with other cards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeGuard

import msgspec

from tablelaw.cards import Card, Deck
from tablelaw.chance import Chance
from tablelaw.floor.handlers.dealers_and_served_seats import is_served
from tablelaw.floor.house_staff import DEALER, FLOORPERSON, next_step
from tablelaw.floor.log.entry import Entry
from tablelaw.floor.read_model import TableView
from tablelaw.floor.service import FloorService
from tablelaw.table import commands, events
from tablelaw.table.commands import Command
from tablelaw.table.legal import decisions
from tablelaw.table.state import Round, change
from tests.server.twin_floor import SEATED

Given = tuple[str, Command]
"""An actor and the command they gave."""
STOPS = ("betting", "dealing", "deciding", "revealing", "showdown", "settling", "done", "over")
"""The phases a table may be left in; "over" is after the round. If a procedure lacks the phase, play continues to the
next.
"""
SLIPS_IN_HUNDRED = 2
MOST_REFUSED = 5
Pi = dict[Card, Card]


@dataclass
class Played:
    """What happened at one table: its cards, who saw which, and the decisions that other cards might not permit."""

    deck: tuple[Card, ...]
    stop: str
    extra: int
    """Orders given after the stop is reached."""
    slips: int = SLIPS_IN_HUNDRED
    refused: int = 0
    """The number of consecutive orders the table has refused; a broken device makes it wait for repair."""
    bets: list[Given] = field(default_factory=list)
    rounds: int = 0
    """The number of rounds already over."""
    is_stopped: bool = False
    phase: str = ""
    number: int = 0
    public: set[Card] = field(default_factory=set)
    at_seat: dict[int, set[Card]] = field(default_factory=dict)
    dealt: set[Card] = field(default_factory=set)
    acts: list[tuple[Round, commands.Act]] = field(default_factory=list)
    is_mistyped: bool = False
    """Whether the last real card was mistyped and has to be taken back."""
    mistyped: set[int] = field(default_factory=set)
    """The numbers of dealt cards at which a card may have been mistyped."""

    # --- The next order ----------------------------------------------------------------------------------------

    def next(self, view: TableView, chance: Chance, now: int) -> Given | None:
        self._look(view)
        if self.is_stopped or self.refused > MOST_REFUSED:
            return None
        round_ = view.state.round
        if (round_ is None or round_.phase == "betting") and (found := self._betting(view, chance, now)):
            return found
        if round_ is not None and round_.phase != "betting" and chance.below(100) < self.slips:
            rows = view.engine.rules.book.irregularities
            return FLOORPERSON, commands.ReportIrregularity(rows[chance.below(len(rows))].id, 1 + chance.below(4))
        return self._in_round(view, chance, now)

    def _look(self, view: TableView) -> None:
        round_ = view.state.round
        self.phase = "over" if view.state.rounds > self.rounds else round_.phase if round_ else "betting"
        if STOPS.index(self.phase) >= STOPS.index(self.stop) and not self.bets:
            self.is_stopped = self.extra == 0 or self.phase == "over"
            self.extra -= 1

    def _betting(self, view: TableView, chance: Chance, now: int) -> Given | None:
        step = next_step(view, chance, now)
        if step is not None:
            return step
        if view.state.round is None and not self.bets:
            self.bets = list(_bets(view, chance))
        return self.bets.pop(0) if self.bets else (DEALER, commands.CloseBets())

    def _in_round(self, view: TableView, chance: Chance, now: int) -> Given | None:
        round_ = view.state.round
        if self.is_mistyped:
            self.is_mistyped = False
            return DEALER, commands.TakeBackCard()
        step = next_step(view, chance, now)
        if step is not None or round_ is None:
            return step
        if round_.phase == "deciding":
            open_to = list(decisions(view.engine.rules, round_))
            choice = open_to[chance.below(len(open_to))]
            self.acts.append((round_, choice))
            return _giver(view, choice.seat), choice
        if round_.phase == "dealing" and view.engine.physical:
            self.is_mistyped = round_.dealt % 4 == 3 and round_.dealt not in self.mistyped
            self.mistyped.add(round_.dealt)
            return DEALER, commands.EnterCard(self.deck[-1 if self.is_mistyped else round_.dealt])
        return None

    # --- Who saw what, according to the events -------------------------------------------------------------------

    def see(self, view: TableView, entry: Entry) -> None:
        """Records who has seen each card: its player when it is dealt, and everyone once it is face up or its seat is
        settled.
        """
        round_ = view.state.round
        for event in entry.events:
            if isinstance(event, events.Dealt):
                self._dealt(event)
            elif isinstance(event, events.Revealed | events.DealerTurnedUp):
                self.public |= set(event.cards)
            elif isinstance(event, events.CardSetAside):
                self.dealt |= set(event.card)
            elif (round_ is not None and isinstance(event, events.ValidationAsked)) or (
                round_ is not None and isinstance(event, events.Settled) and event.done
            ):
                self._turned_up(view, round_, event.seat)
        if round_ is not None and round_.phase in ("settling", "done"):
            self.public |= set(round_.places.get("six-card", ()))

    def _dealt(self, event: events.Dealt) -> None:
        for place, card, face in event.cards:
            self.dealt.add(card)
            if place.startswith("seat "):
                self.at_seat.setdefault(int(place.removeprefix("seat ")), set()).add(card)
            elif face == "up":
                self.public.add(card)

    def _turned_up(self, view: TableView, round_: Round, number: int) -> None:
        """Records that everyone has seen a seat's cards, unless the hand was racked face down: folded with nothing left
        to settle, or abandoned by its player.
        """
        seat = round_.seats[number]
        is_racked = "fold" in seat.actions and set(seat.wagers) <= view.engine.rules.settlement.collected_on_fold
        if not is_racked and "left" not in seat.actions:
            self.public |= self.at_seat.get(number, set())


def _turns_up(event: object) -> TypeGuard[events.Settled | events.ValidationAsked]:
    """Whether a seat's cards are exposed: the seat is fully settled, or one of its payouts awaits validation."""
    return isinstance(event, events.ValidationAsked) or (isinstance(event, events.Settled) and event.done)


def _bets(view: TableView, chance: Chance) -> Iterator[Given]:
    submission, rules = view.engine.submission, view.engine.rules
    for seat in SEATED:
        if seat == 4 and chance.below(4) == 0:
            continue
        base = submission.wagers[rules.base].minimum_cents * (1 + chance.below(3))
        sides = [w for w in rules.book.wagers if w.kind == "optional" and w.id in submission.wagers and chance.below(3)]
        for wager, cents in [
            *((wager.id, base) for wager in rules.opening),
            *((wager.id, submission.wagers[wager.id].minimum_cents) for wager in sides),
        ]:
            yield _giver(view, seat), commands.PlaceWager(seat, wager, cents)


def _giver(view: TableView, seat: int) -> str:
    """The player at a seat, or the dealer if the player has no device."""
    return DEALER if is_served(view, seat) else f"player:{view.state.players[seat]}"


# --- Twins -----------------------------------------------------------------------------------------------------------


def shuffled(cards: Sequence[Card], chance: Chance) -> list[Card]:
    left, found = list(cards), []
    while left:
        found.append(left.pop(chance.below(len(left))))
    return found


def twin_of(played: Played, view: TableView, seen: set[Card], own: int, chance: Chance) -> Pi:
    """Permutes the unseen cards so every decision made by other players is still permitted.

    Some actions depend on the cards held, such as a raise that only a long flush permits. Taking such an action reveals
    that much about the cards to everyone, in any world.
    """
    hidden = [card for card in Deck.new().cards if card not in seen]
    for _ in range(40):
        pi = dict(zip(hidden, shuffled(hidden, chance), strict=True))
        if _stands(played, view, pi, own):
            return pi
    undealt = [card for card in hidden if card not in played.dealt]
    return dict(zip(undealt, shuffled(undealt, chance), strict=True))


def _stands(played: Played, view: TableView, pi: Pi, own: int) -> bool:
    for round_, act in played.acts:
        if act.seat != own and renamed(act, pi) not in set(decisions(view.engine.rules, renamed(round_, pi))):
            return False
    return True


def renamed(value: Any, pi: Pi) -> Any:
    """Returns the value with every card in it permuted."""
    if isinstance(value, Card):
        return pi.get(value, value)
    if isinstance(value, tuple):
        return tuple(renamed(part, pi) for part in value)
    if isinstance(value, dict):
        return {name: renamed(part, pi) for name, part in value.items()}
    if isinstance(value, msgspec.Struct):
        fields = {name: getattr(value, name) for name in value.__struct_fields__}
        return change(value, **{name: renamed(part, pi) for name, part in fields.items() if name != "lines"})
    return value


def tables_of(service: FloorService, chance: Chance, stop: str = "") -> dict[str, Played]:
    """Draws a deck for every table, and the phase in which the table will be left."""
    return {
        name: Played(
            deck=tuple(shuffled(Deck.new().cards, chance)),
            stop=stop or STOPS[chance.below(len(STOPS))],
            extra=chance.below(3) if not stop else 0,
            slips=SLIPS_IN_HUNDRED if not stop else 0,
            rounds=view.state.rounds,
        )
        for name, view in service.views.tables.items()
    }
