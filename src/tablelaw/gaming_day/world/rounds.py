"""A round at a table of the floor, played order by order, with dealers' mistakes and every kind of player.

`moves` is a generator, so that tables play at the same time: it yields the seconds until the table's next orders.
"""

from __future__ import annotations

from collections.abc import Iterator

from tablelaw.floor.house_staff import DEALER, FLOORPERSON, next_step
from tablelaw.floor.read_model import TableView
from tablelaw.gaming_day.order_giver import Unexpected
from tablelaw.gaming_day.world import players
from tablelaw.gaming_day.world.before_the_deal import NOTHING, STUB_IRREGULARITIES, BeforeTheDeal, Guest
from tablelaw.persons import Actor
from tablelaw.table import commands
from tablelaw.table.commands import Command
from tablelaw.table.state import Round

MOST_STEPS = 400
PAUSE = 20


class RoundPlay(BeforeTheDeal):
    """One round of the script."""

    def moves(self) -> Iterator[int]:
        for _ in self._ready():
            yield PAUSE
        if not self.guests:
            self._idle()
            return
        for _ in self._recut():
            yield PAUSE
        self._bet()
        yield PAUSE
        if self.round is not None and self.round.phase == "betting":
            for _ in self._close():
                yield PAUSE
        steps = 0
        while self.round is not None:
            if not self._irregularity():
                self._step()
            yield PAUSE
            steps += 1
            if steps > MOST_STEPS:
                raise Unexpected(f"{self.item} does not end")

    def _idle(self) -> None:
        """Spreads the cards when nobody plays."""
        if self.attempt(DEALER, commands.SpreadCards()) is None:
            self.staff.done["idle spread"] += 1

    # --- In the round --------------------------------------------------------------------------------------------

    def _step(self) -> None:
        """Takes the dealer's next step, a player's decision, or what a floorperson must do first."""
        view, round_ = self.view, self.round
        assert round_ is not None
        if round_.stub in ("wrong", "confirmed") and not round_.voided_by:
            self._explain(round_)
            return
        if self.mishap.wants_a_wrong_count and self._count(round_, -1):
            return
        step = next_step(view, NOTHING, self.staff.clock.now())
        if step is not None:
            self._err(round_, step[1])
            self.do(*step)
        elif round_.phase == "deciding":
            self._decide(view, round_)
        elif view.engine.physical and round_.phase == "dealing":
            self.do(DEALER, commands.EnterCard(self.real_cards[round_.dealt]))
        elif not self._count(round_, 0):
            raise Unexpected(f"{self.item} cannot continue: {round_.phase}")

    def _count(self, round_: Round, wrong_by: int) -> bool:
        """Counts the stub, correctly or not; returns False if it cannot be counted now."""
        size = self.view.engine.rules.deck_size - round_.dealt + wrong_by
        return not round_.stub and self.attempt(DEALER, commands.CountStub(size)) is None

    def _explain(self, round_: Round) -> None:
        """Has a floorperson count the stub again with the same result, and report the reason."""
        if round_.stub == "wrong":
            self.do(FLOORPERSON, commands.CountStub(self.view.engine.rules.deck_size - round_.dealt - 1))
        irregularity = (
            self.mishap.irregularity
            if self.mishap.irregularity in STUB_IRREGULARITIES
            else self.draws.pick(STUB_IRREGULARITIES)
        )
        self.do(FLOORPERSON, commands.ReportIrregularity(irregularity))
        self.mishap = self.mishap.done()

    def _err(self, round_: Round, due: Command) -> None:
        """Makes a dealer's mistake at a moment when it can happen."""
        kind = self.mishap.kind
        if kind == "wrong chip count" and isinstance(due, commands.CountChips):
            wrong = commands.CountChips(due.number + 1)
            self.staff.wrongly(kind, self.item, DEALER, wrong, self.table, ("chips-do-not-match",))
        elif kind == "wrong order" and not self.mishap.is_done:
            self.mishap = self.mishap.done()
            early = (commands.ClearRound(), commands.CloseBets(), commands.WashCards(), commands.CutDeck(20))
            if not isinstance(due, commands.ClearRound):
                self.staff.wrongly(kind, self.item, DEALER, self.draws.pick(early), self.table)
        elif isinstance(due, commands.Validate) and self.draws.one_in(2):
            dealer = str(Actor("floor", Actor.parse(round_.dealer).name))
            self.staff.wrongly("dealer validates", self.item, dealer, due, self.table, ("same-person",))

    def _decide(self, view: TableView, round_: Round) -> None:
        act = players.cheapest(view)
        seat, done = act.seat, len(round_.seats[act.seat].asked)
        guest = self.guests.get(seat, Guest(round_.seats[seat].player, "timid"))
        draws = self.staff.streams.named(self.item, "decision", seat, done)
        wanted = players.decision(view, guest.skill, draws)
        if self.mishap.irregularity == "wrong-declaration":
            wanted = commands.Act(seat, "declare")
        by = str(Actor("player", guest.player))
        refusal = self.attempt(by, _bare(wanted))
        if refusal is not None and not (refusal.code == "stub-count-due" and self._count(round_, 0)):
            self.do(by, _bare(act))


def _bare(act: commands.Act) -> commands.Act:
    """A decision as a player gives it to the floor, without giver and time, which the floor adds."""
    return commands.Act(act.seat, act.action, act.cents, act.discard)
