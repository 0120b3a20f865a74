"""A player's session at one table: wagers, decisions and settlement, round after round until the player leaves."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from tablelaw.chance import Chance
from tablelaw.cli.play.event_sentences import heard
from tablelaw.cli.play.felt import FeltView, Pen
from tablelaw.cli.play.keyboard import Asker, Keys, signed, wipe
from tablelaw.cli.play.menus import Menus
from tablelaw.cli.play.practice_table import PracticeTable
from tablelaw.cli.play.settlement import at, others_texts, settlement_table
from tablelaw.cli.play.wagers import Purse, Stakes
from tablelaw.printed_money import printed
from tablelaw.table import Table, commands, events
from tablelaw.table.automation.players import sensible, usual_wagers
from tablelaw.table.events import Line


class Session:
    """One player, the practice table, and the other players, whose choices come from their own random stream."""

    def __init__(
        self, practice: PracticeTable, me: int, stakes: Stakes, purse: Purse, fancy: Chance, console: Console
    ) -> None:
        self.practice = practice
        self.me = me
        self.stakes = stakes
        self.purse = purse
        self.fancy = fancy
        self.console = console
        self.view = FeltView(practice.engine, me, Pen.of(console), console.width)
        self.rounds = 0
        self.wipes = False
        self.news: list[str] = []
        practice.listener = self._hear

    def alone(self, rounds: int) -> Iterator[list[Line]]:
        """Plays rounds without asking anything, and buys in when chips run out; yields the player's lines of each round
        before it is cleared.
        """
        for _ in range(rounds):
            while self.purse.cents < self._most_of_a_round():
                self.purse.buy_in()
            self._begin()
            while (seat := self.practice.advance()) is not None:
                self._decide(seat, self._thought())
            yield self._settle()
            self.practice.clear()

    def play_alone(self, rounds: int) -> None:
        for lines in self.alone(rounds):
            self._show(lines)

    def play(self, keys: Keys) -> None:
        """Plays rounds with a person until they leave."""
        self.wipes = True
        menus = Menus(self.practice.engine, Asker(self.console, keys), self.stakes, self.purse)
        menus.wagers()
        while True:
            self._begin()
            while (seat := self.practice.advance()) is not None:
                self._decide(seat, self._asked(menus) if seat == self.me else self._thought())
            lines, held = self._settle(), self.view.held(self.practice.round)
            self._show(lines)
            self.practice.clear()
            menus.after(lines, held)

    def farewell(self) -> str:
        """Sums up the session."""
        noun = "round" if self.rounds == 1 else "rounds"
        left = self._staked()
        unsettled = f" {printed(left)} was still on the table." if left else ""
        chips = f"Bought in for {printed(self.purse.bought_cents)}, left with {printed(self.purse.cents)}"
        return f"{self.rounds} {noun} played. {chips}: {signed(self.purse.net_cents)}.{unsettled}"

    # --- A round -----------------------------------------------------------------------------------

    def _begin(self) -> None:
        self.news.clear()
        for seat in self.practice.state.players:
            if seat == self.me:
                self.practice.place(seat, self.stakes.placed)
                self.purse.cents -= self.stakes.total_cents
            else:
                self.practice.place(seat, usual_wagers(self.practice.engine, self.fancy))
        self.practice.close_bets()

    def _asked(self, menus: Menus) -> commands.Act:
        self._draw()
        return menus.decision(self.practice.round, self.me)

    def _thought(self) -> commands.Act:
        return sensible(self.practice.engine, self.practice.state, self.fancy)

    def _decide(self, seat: int, act: commands.Act) -> None:
        staked = self.practice.round.seats[seat].wagers
        self.practice.do(act)
        if seat == self.me:
            left = self.practice.round.seats[seat].wagers
            taken_back = sum(cents for wager, cents in staked.items() if wager not in left)
            self.purse.cents += taken_back - act.cents

    def _settle(self) -> list[Line]:
        """Adds what the round pays to the purse."""
        self.rounds += 1
        lines = at(self.practice.round.lines, self.me)
        self.purse.cents += sum(line.paid + line.returned for line in lines)
        return lines

    def _staked(self) -> int:
        """The amount on the table in a round that is not settled."""
        round_ = self.practice.state.round
        seat = round_.seats.get(self.me) if round_ and round_.phase != "done" else None
        return sum(seat.wagers.values()) if seat else 0

    def _most_of_a_round(self) -> int:
        """An amount that covers the wagers and the largest decisions of a round."""
        stages = self.practice.engine.rules.stages.values()
        times = [max(choice.times, default=choice.up_to or 0) for stage in stages for choice in stage.choices]
        opening = self.stakes.placed[self.practice.engine.rules.opening[0].id]
        return self.stakes.total_cents + sum(times) * opening

    # --- The screen ----------------------------------------------------------------------------------

    def _show(self, lines: list[Line]) -> None:
        """Shows the felt with all cards face up, and the settlement."""
        self._draw()
        self.console.print()
        self.console.print(settlement_table(self.practice.engine, lines, self.console.width))
        if others := others_texts(self.practice.state.players, self.practice.round.lines, self.me):
            self.console.print(f"Others: {self.view.pen.between.join(others)}", markup=False, highlight=False)

    def _hear(self, before: Table, event: events.Event) -> None:
        said = heard(self.practice.engine, before, event, self.view.pen, self.me)
        if said:
            self.news.append(said)

    def _draw(self) -> None:
        if self.wipes:
            wipe(self.console)
        self.console.print(self.view.draw(self.practice.state, self.purse.cents))
        if self.news:
            self.console.print(Padding(Text(self.view.pen.between.join(self.news), "dim"), (0, 2), expand=False))
        self.news.clear()
