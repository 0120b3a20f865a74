"""A table on the floor under random play: the world of the table's own tests, with its commands given to the
service.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tablelaw.cards import Card
from tablelaw.chance import PracticeChance
from tablelaw.errors import TablelawError
from tablelaw.floor import orders
from tablelaw.floor.handlers.meter_links import cut_off, lying
from tablelaw.floor.log.entry import Entry
from tablelaw.floor.service import FloorService
from tablelaw.law.rows import Wager
from tablelaw.table import Table, commands, events
from tablelaw.table.phases.dealing import seen_cards
from tablelaw.table.state import change
from tests.table.disturbances import SIDE, irregularity, sit, withdraw
from tests.table.orders import places
from tests.table.world import DEALER, FLOOR, World, pick

if TYPE_CHECKING:
    from tests.verifier.played_session import Lane

PURSE_CENTS = 10**9
MOST_COMMANDS = 400
VISITOR = "player:visitor"


class TableWorld(World):
    """Follows a table through its view, and plays it until a number of hands have been dealt."""

    def __init__(self, lane: Lane, service: FloorService, table: str, seed: str, hands: int) -> None:
        self.lane, self.service, self.table = lane, service, table
        self.chance = PracticeChance(seed)
        self.engine = service.views.tables[table].engine
        self.order = ()
        self.hands, self.dealt, self.entered = hands, 0, 0

    @property
    def state(self) -> Table:  # type: ignore[override]
        return self.service.views.tables[self.table].state

    @property
    def now(self) -> int:
        return self.state.now

    @now.setter
    def now(self, time: int) -> None:
        """Ignored: time passes for the whole session, not for one table."""

    def attempt(self, command: commands.Command) -> Any:
        """Gives a command and returns the refusal, if any."""
        if isinstance(command, commands.Shuffle):
            command = change(command, cards=())
        answer = self.lane.ask(self._giver(command), command, self.table)
        if isinstance(answer, TablelawError) and self._permitted(answer, command):
            answer = self.lane.ask(self._giver(command), command, self.table)
        if isinstance(answer, TablelawError):
            return answer
        self._took(answer)
        return None

    def _permitted(self, refusal: TablelawError, command: commands.Command) -> bool:
        """Gets Bob the permission he lacks: assigns him to the table, or records that the player has no device."""
        seat = getattr(command, "seat", 0)
        if refusal.code == "not-your-table":
            given: orders.FloorCommand = orders.AssignDealer(self.table, "bob")
        elif refusal.code == "player-has-device":
            given = orders.ServeSeat(self.table, seat, self.state.players[seat])
        else:
            return False
        return isinstance(self.lane.ask("floor:ann", given), Entry)

    def _giver(self, command: commands.Command) -> str:
        """The actor of a command: the floor identifies players by name, the table by seat."""
        role, _, person = command.by.partition(":")
        if role != "player":
            return {"dealer": "dealer:bob", "floor": "floor:ann"}.get(command.by, command.by)
        if isinstance(command, commands.TakeSeat):
            return f"player:{self.table} {command.player or person}"
        player = self.state.players.get(int(person)) if person.isdecimal() else None
        return f"player:{player}" if player else VISITOR

    def _took(self, entry: Entry) -> None:
        for event in entry.events:
            if isinstance(event, events.SeatTaken):
                self._fund(event.player)
            elif isinstance(event, events.BetsClosed):
                self.dealt += len(event.seats)
                self.order = self.cards() if self.engine.physical else ()

    def _fund(self, player: str) -> None:
        """Gives a player chips, and money in the electronic account."""
        if self.service.views.balance(f"chips:{player}").available < PURSE_CENTS // 2:
            assert isinstance(self.lane.ask("dealer:bob", orders.BuyIn(player, self.table, PURSE_CENTS)), Entry)
        if self.service.views.balance(f"game:{player}").available < PURSE_CENTS // 100:
            assert isinstance(self.lane.ask("dealer:bob", orders.LoadAccount(player, PURSE_CENTS // 20)), Entry)

    def do(self, command: commands.Command) -> None:
        """Gives a command. Players without money buy in first, and wagers that cannot stay are handed back."""
        refusal = self.attempt(command)
        if refusal is not None and isinstance(command, commands.PlaceWager | commands.Act):
            self._fund(self.state.players[command.seat])
            refusal = self.attempt(command)
        if refusal is not None and refusal.code == "link-down":
            self._hand_back_cut_off()
            return
        if refusal is not None and refusal.code == "not-adjacent":
            self._hand_back()
            return
        assert refusal is None, f"{command}: {refusal}"

    def _hand_back(self) -> None:
        """Hands back wagers if a player's positions are no longer adjacent; only the first position keeps its
        wagers.
        """
        assert self.state.round is not None
        first: dict[str, int] = {}
        for number, seat in sorted(self.state.round.seats.items()):
            if first.setdefault(seat.player, number) != number:
                self.do(commands.WithdrawWager(number, self.engine.rules.base, by=DEALER))

    def _hand_back_cut_off(self) -> None:
        """Hands back wagers that were placed before their link went down."""
        for seat, wager in lying(self.state.round, cut_off(self.engine.submission, self.service.views.links_down)):
            self.do(commands.WithdrawWager(seat, wager, by=DEALER))

    # --- Real cards ----------------------------------------------------------------------------------------

    def cards(self) -> tuple[Card, ...]:
        """The real cards for a round; every other time they are arranged so that a meter is won."""
        stars = self._stars() if self.chance.below(2) else {}
        cards = list(super().cards())
        if not stars or self.state.round is None:
            return tuple(cards)
        rest = [card for card in cards if all(card not in hand for hand in stars.values())]
        seats, bets = sorted(self.state.round.seats), self.state.round.seats.values()
        six_card = any("six-card" in seat.wagers for seat in bets)
        order = places(self.engine.rules.book.id, self.state.method, tuple(seats), six_card)
        dealt = [stars[place].pop(0) if stars.get(place) else rest.pop(0) for place, _ in order]
        return tuple(dealt + rest + [card for hand in stars.values() for card in hand])

    def _stars(self) -> dict[str, list[Card]]:
        """Cards that give two hands a royal and a straight flush with one Flop, or six or seven suited cards in
        sequence.
        """
        book, suit = self.engine.rules.book.id, "cdhs"[self.chance.below(4)]
        hands = [f"seat {seat}" for seat in self.state.players] + ["dealer"]
        first, second = pick(self.chance, hands), pick(self.chance, hands)
        if book in ("pa-653a", "pa-647a"):
            stars = {"community": "QJT", second: "98", first: "AK"}
        elif book == "pa-678a":
            low = self.chance.below(7)
            stars = {first: "23456789TJQKA"[low : low + 6 + self.chance.below(2)]}
        else:
            return {}
        return {place: [Card.parse(rank + suit) for rank in ranks] for place, ranks in stars.items()}

    # --- A session -----------------------------------------------------------------------------------------

    def play(self) -> None:
        for _ in range(self.chance.below(12)):
            sit(self)
        while self.dealt < self.hands:
            self._move()
        for _ in range(MOST_COMMANDS):
            if self.state.round is None:
                return
            self._go_on()
        raise AssertionError(f"stuck: {self.state.round}")

    def _move(self) -> None:
        """Usually takes the next step, and sometimes another one, most often while wagers are being settled."""
        roll, round_ = self.chance.below(1000), self.state.round
        irregularities = 20
        if round_ is not None and round_.phase in ("settling", "done"):
            irregularities = 200 if round_.hand_pays else 60
        if roll < irregularities:
            irregularity(self)
        elif roll < irregularities + 30:
            pick(self.chance, SIDE)(self)
        else:
            self._go_on()

    def _go_on(self) -> None:
        command = self.next_command()
        if command is None:
            self._bet()
            return
        if isinstance(command, commands.EnterCard):
            self._mistype(command)
        self.do(command)

    def _mistype(self, command: commands.EnterCard) -> None:
        """Mistypes every twentieth card first, and has the dealer or a floorperson take it back."""
        self.entered += 1
        if self.entered % 20 == 0 and self.state.round is not None:
            out = seen_cards(self.state.round)
            wrong = next(card for card in self.order if card not in out and card != command.card)
            self.do(commands.EnterCard(wrong, by=DEALER))
            self.do(commands.TakeBackCard(by=FLOOR if self.entered % 40 else DEALER))

    def _bet(self) -> None:
        """Has some of the seated players bet: the required wagers, and some of the others."""
        players = self.state.players
        betting = {player for player in sorted(set(players.values())) if self.chance.below(3)}
        for seat in [seat for seat in sorted(players) if players[seat] in betting] or sorted(players)[:1]:
            terms = self.engine.submission.wagers[self.engine.rules.base]
            spread = terms.maximum_cents - terms.minimum_cents
            sums = [terms.minimum_cents, terms.minimum_cents, terms.maximum_cents, terms.minimum_cents + spread // 3]
            base = pick(self.chance, sums)
            base -= base % self.engine.rules.parts
            for wager in self.engine.rules.opening:
                self.do(commands.PlaceWager(seat, wager.id, base, by=f"player:{seat}"))
            for wager in self.engine.rules.book.wagers:
                if wager.kind == "optional" and wager.id in self.engine.submission.wagers and self.chance.below(3):
                    self._side_bet(seat, wager, base)
            if self.chance.below(20) == 0:
                withdraw(self)

    def _side_bet(self, seat: int, wager: Wager, base: int) -> None:
        """Places a side wager, which may be refused if its link is down or a wager it needs is missing."""
        terms = self.engine.submission.wagers[wager.id]
        sums = terms.amounts_cents or (terms.minimum_cents, terms.minimum_cents, terms.maximum_cents)
        self._fund(self.state.players[seat])
        cents = wager.limited(pick(self.chance, sums), base)
        refusal = self.attempt(commands.PlaceWager(seat, wager.id, cents, by=f"player:{seat}"))
        assert refusal is None or refusal.code in ("link-down", "wager-missing"), refusal
