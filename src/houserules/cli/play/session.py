"""A player's evening at one table: wagers, decisions, settlement, and again, until the player leaves."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from houserules.amounts import money_text
from houserules.chance import Chance
from houserules.cli.play.felt import FeltView, Pen
from houserules.cli.play.keyboard import Keys
from houserules.cli.play.menus import Menus
from houserules.cli.play.practice_table import House
from houserules.cli.play.prompts import Asker, signed, wipe
from houserules.cli.play.sentences import heard
from houserules.cli.play.settlement import at, others_texts, settlement_table
from houserules.cli.play.wagers import Purse, Stakes
from houserules.table import Table, commands, events
from houserules.table.automation.players import sensible, usual_wagers
from houserules.table.events import Line


class Session:
    """One player, the house, and the other players, whose fancies come from a chance of their own."""

    def __init__(self, house: House, me: int, stakes: Stakes, purse: Purse, fancy: Chance, console: Console) -> None:
        self.house = house
        self.me = me
        self.stakes = stakes
        self.purse = purse
        self.fancy = fancy
        self.console = console
        self.view = FeltView(house.engine, me, Pen.of(console), console.width)
        self.rounds = 0
        self.wipes = False
        self.news: list[str] = []
        house.listener = self._hear

    def alone(self, rounds: int) -> Iterator[list[Line]]:
        """So many rounds without a question, buying in where chips run out: my lines of each, before it is cleared."""
        for _ in range(rounds):
            while self.purse.cents < self._most_of_a_round():
                self.purse.buy_in()
            self._begin()
            while (seat := self.house.advance()) is not None:
                self._decide(seat, self._thought())
            yield self._settle()
            self.house.clear()

    def play_alone(self, rounds: int) -> None:
        for lines in self.alone(rounds):
            self._show(lines)

    def play(self, keys: Keys) -> None:
        """Rounds with a person, until they leave."""
        self.wipes = True
        menus = Menus(self.house.engine, Asker(self.console, keys), self.stakes, self.purse)
        menus.wagers()
        while True:
            self._begin()
            while (seat := self.house.advance()) is not None:
                self._decide(seat, self._asked(menus) if seat == self.me else self._thought())
            lines, held = self._settle(), self.view.held(self.house.round)
            self._show(lines)
            self.house.clear()
            menus.after(lines, held)

    def farewell(self) -> str:
        """What the evening came to."""
        noun = "round" if self.rounds == 1 else "rounds"
        left = self._staked()
        unsettled = f" {money_text(left)} still lay on the table." if left else ""
        chips = f"Bought in for {money_text(self.purse.bought_cents)}, left with {money_text(self.purse.cents)}"
        return f"{self.rounds} {noun} played. {chips}: {signed(self.purse.net_cents)}.{unsettled}"

    # --- A round -----------------------------------------------------------------------------------

    def _begin(self) -> None:
        self.news.clear()
        for seat in self.house.state.players:
            if seat == self.me:
                self.house.place(seat, self.stakes.placed)
                self.purse.cents -= self.stakes.total_cents
            else:
                self.house.place(seat, usual_wagers(self.house.engine, self.fancy))
        self.house.close_bets()

    def _asked(self, menus: Menus) -> commands.Act:
        self._draw()
        return menus.decision(self.house.round, self.me)

    def _thought(self) -> commands.Act:
        return sensible(self.house.engine, self.house.state, self.fancy)

    def _decide(self, seat: int, act: commands.Act) -> None:
        self.house.do(act)
        if seat == self.me:
            self.purse.cents -= act.cents

    def _settle(self) -> list[Line]:
        """What the round pays comes into the purse."""
        self.rounds += 1
        lines = at(self.house.round.lines, self.me)
        self.purse.cents += sum(line.paid + line.returned for line in lines)
        return lines

    def _staked(self) -> int:
        """What lies on the table in a round that is not settled."""
        round_ = self.house.state.round
        seat = round_.seats.get(self.me) if round_ and round_.phase != "done" else None
        return sum(seat.wagers.values()) if seat else 0

    def _most_of_a_round(self) -> int:
        """Enough for the wagers and whatever the decisions may ask for."""
        stages = self.house.engine.plan.stages.values()
        times = [max(choice.times, default=choice.up_to or 0) for stage in stages for choice in stage.choices]
        opening = self.stakes.placed[self.house.engine.plan.opening[0].id]
        return self.stakes.total_cents + sum(times) * opening

    # --- The screen ----------------------------------------------------------------------------------

    def _show(self, lines: list[Line]) -> None:
        """The felt with all cards open, and the settlement."""
        self._draw()
        self.console.print()
        self.console.print(settlement_table(self.house.engine, lines, self.console.width))
        if others := others_texts(self.house.state.players, self.house.round.lines, self.me):
            self.console.print(f"Others: {self.view.pen.between.join(others)}", markup=False, highlight=False)

    def _hear(self, before: Table, event: events.Event) -> None:
        said = heard(self.house.engine, before, event, self.view.pen, self.me)
        if said:
            self.news.append(said)

    def _draw(self) -> None:
        if self.wipes:
            wipe(self.console)
        self.console.print(self.view.draw(self.house.state, self.purse.cents))
        if self.news:
            self.console.print(Padding(Text(self.view.pen.between.join(self.news), "dim"), (0, 2), expand=False))
        self.news.clear()
