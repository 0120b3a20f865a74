"""A round up to the close of betting, with irregularities: decks are prepared, manual procedures replace failed
devices, and wagers are placed.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from tablelaw.cage.accounts import OF_PLAYER, account_of
from tablelaw.cards import Card, Deck
from tablelaw.errors import TablelawError
from tablelaw.floor import orders
from tablelaw.floor.house_staff import DEALER, FLOORPERSON, handed_back, next_step
from tablelaw.floor.read_model import TableView
from tablelaw.gaming_day.order_giver import OrderGiver, Unexpected
from tablelaw.gaming_day.script import Item
from tablelaw.gaming_day.world import players
from tablelaw.gaming_day.world.mishaps import Mishap, mishap_of
from tablelaw.gaming_day.world.seeded_chance import before_the_cut, winning_deck
from tablelaw.persons import Actor
from tablelaw.table import commands
from tablelaw.table.commands import Command
from tablelaw.table.phases.devices import devices, lacks_device
from tablelaw.table.state import Round

CUT = 26
STUB_IRREGULARITIES = ("stub-wrong-misdealt", "stub-wrong-misdealt-not-52", "stub-wrong-not-misdealt")
AMONG_WAGERS = ("missed wager", "wager beyond the limit", "wager taken back")
NOT_REPORTED = (*STUB_IRREGULARITIES, "wrong-declaration")
"""Irregularities that follow from a count or a decision and are never reported on their own."""


class Nothing:
    """A source that always gives 0, for a dealer whose own shuffles are discarded because the floor shuffles."""

    def below(self, n: int) -> int:
        return 0


NOTHING = Nothing()


class Guest(NamedTuple):
    player: str
    skill: str


class BeforeTheDeal:
    """A round of the script up to the close of betting. `guests` are the seated players, by seat."""

    def __init__(self, staff: OrderGiver, item: Item, guests: dict[int, Guest], is_lucky: bool) -> None:
        self.staff, self.item, self.table, self.guests = staff, item.name, item.table, guests
        streams = staff.streams
        self.draws = streams.named(self.item, "course")
        self.mishap: Mishap = mishap_of(self.view.engine, self.view.state, streams.named(self.item, "mishap"))
        if not staff.may(self.item, f"mishap {self.mishap.kind}"):
            self.mishap = Mishap()
        self.stakes = {seat: self._planned(seat) for seat in sorted(guests)}
        self.stacks = is_lucky and streams.named(self.item, "stack").one_in(2) and staff.may(self.item, "stacked deck")
        self.real_cards = Deck.new().shuffled(streams.named(self.item, "real cards")).cards

    @property
    def view(self) -> TableView:
        return self.staff.view(self.table)

    @property
    def round(self) -> Round | None:
        return self.view.state.round

    def do(self, by: str, command: Command, stacked: tuple[Card, ...] = ()) -> None:
        self.staff.do(self.item, by, command, self.table, stacked)

    def attempt(self, by: str, command: Command) -> TablelawError | None:
        return self.staff.attempt(self.item, by, command, self.table)

    # --- Before the cards ----------------------------------------------------------------------------------------

    def _planned(self, seat: int) -> dict[str, int]:
        """Plans the stakes of a seat; one in ten sits out."""
        draws = self.staff.streams.named(self.item, "bets of seat", seat)
        if draws.one_in(10) or not self.staff.may(self.item, f"bets of seat {seat}"):
            return {}
        stakes = players.stakes_of(self.view.engine, draws)
        opening = {wager.id for wager in self.view.engine.rules.opening}
        return {w: c for w, c in stakes.items() if w in opening or self.staff.may(self.item, f"{w} of seat {seat}")}

    def _ready(self) -> Iterator[None]:
        """Prepares a deck; a device that fails is marked as out of order, and play continues without it."""
        while True:
            if self.mishap.is_before_the_cards and self._irregularity():
                yield
                continue
            view = self.view
            step = next_step(view, NOTHING, self.staff.clock.now())
            if step is not None:
                self._prepare(*step)
            elif "broken" in view.state.out_of_order:
                self._mark(view)
            elif view.state.out_of_order and lacks_device(view.engine.rules, view.state, view.state.method):
                self.do(FLOORPERSON, commands.ChangeMethod("manual-shoe"))
            else:
                return
            yield

    def _recut(self) -> Iterator[None]:
        """Has a floorperson order another cut before anybody bets."""
        deck = self.view.state.deck_state
        if self.draws.one_in(8) and deck is not None and deck.status == "ready" and deck.cut:
            self.do(FLOORPERSON, commands.OrderRecut())
            self.staff.done["recut ordered"] += 1
            yield from self._ready()

    def _prepare(self, by: str, command: Command) -> None:
        if isinstance(command, commands.ChangeDecks):
            self.staff.done["deck change"] += 1
        if isinstance(command, commands.Shuffle) and self.stacks and any(self.stakes.values()):
            self.do(by, command, self._stacked(command))
            return
        if isinstance(command, commands.CutDeck) and not self.stacks:
            command = commands.CutDeck(self.draws.between(10, 51))
        self.do(by, command)

    def _stacked(self, command: commands.Shuffle) -> tuple[Card, ...]:
        view, draws = self.view, self.staff.streams.named(self.item, "winner")
        stakes = {seat: tuple(wagers) for seat, wagers in self.stakes.items() if wagers}
        deck = winning_deck(view.engine.rules.terms, view.state.method, stakes, draws)
        is_cut = command.how != "machine" and view.state.shuffler != "reshuffling"
        return before_the_cut(deck, CUT) if is_cut else deck

    def _mark(self, view: TableView) -> None:
        there = [device for device in devices(view.engine.rules) if device not in view.state.out_of_order]
        self.do(FLOORPERSON, commands.MarkDevice(self.draws.pick(there)))

    def _bet(self) -> None:
        """Places the bets one after the other if one of them is a mistake, otherwise all at the same moment."""
        seats = [seat for seat, stakes in self.stakes.items() if stakes and self._afford(seat)]
        wagers = [(seat, wager, cents) for seat in seats for wager, cents in self.stakes[seat].items()]
        if self.mishap.kind in AMONG_WAGERS:
            for seat, wager, cents in wagers:
                self._place(seat, wager, cents)
            return
        given: list[tuple[str, Command]] = [
            (str(Actor("player", self.guests[seat].player)), commands.PlaceWager(seat, wager, cents))
            for seat, wager, cents in wagers
        ]
        for (seat, wager, _), refusal in zip(wagers, self.staff.attempt_all(self.item, given, self.table), strict=True):
            self._placed(seat, wager, refusal)

    def _afford(self, seat: int) -> bool:
        """Buys more chips for a player who has too few for all their positions; returns False for one who has lost the
        seat.
        """
        player, engine = self.guests[seat].player, self.view.engine
        if self.view.state.players.get(seat) != player:
            return False
        own = [stakes for other, stakes in self.stakes.items() if self.guests[other].player == player]
        for kind in reversed(OF_PLAYER):  # the account first, because it is loaded with chips
            need = sum(players.cost(stakes, engine, kind) for stakes in own)
            short = need - self.staff.faulty_floor.service.views.balance(account_of(kind, player)).available
            if short > 0:
                self._bring(kind, player, 4 * short)
        return True

    def _bring(self, kind: str, player: str, cents: int) -> None:
        self.staff.do(self.item, DEALER, orders.BuyIn(player, self.table, cents))
        if kind == "game":
            self.staff.do(self.item, DEALER, orders.LoadAccount(player, cents))

    def _place(self, seat: int, wager: str, cents: int) -> None:
        by = str(Actor("player", self.guests[seat].player))
        if (
            self.mishap.kind == "missed wager"
            and wager == self.view.engine.rules.opening[-1].id
            and not self.mishap.is_done
        ):
            self.mishap = self.mishap.done()
            return
        if self.mishap.kind == "wager beyond the limit" and not self.mishap.is_done:
            self.mishap = self.mishap.done()
            over = commands.PlaceWager(seat, wager, self.view.engine.submission.wagers[wager].maximum_cents + 100)
            codes = ("above-maximum", "amount-not-permitted", "wager-missing", "not-equal")
            self.staff.wrongly("wager beyond the limit", self.item, by, over, self.table, codes)
        refusal = self.attempt(by, commands.PlaceWager(seat, wager, cents))
        self._placed(seat, wager, refusal)
        if refusal is None and self.mishap.kind == "wager taken back" and not self.mishap.is_done:
            self.mishap = self.mishap.done()
            self.do(by, commands.WithdrawWager(seat, wager))
            self.staff.done["wager taken back"] += 1
            self.attempt(by, commands.PlaceWager(seat, wager, cents))

    def _placed(self, seat: int, wager: str, refusal: TablelawError | None) -> None:
        """Checks that a wager was accepted, unless its link is down or the wager it needs was not made."""
        if refusal is not None and refusal.code not in ("link-down", "wager-missing"):
            raise Unexpected(f"{wager} of seat {seat} was refused: {refusal}")
        if refusal is not None and refusal.code == "link-down":
            self.staff.done["wager refused, link down"] += 1

    def _close(self) -> Iterator[None]:
        """Closes the bets, after handing back wagers that lack another wager or whose link is down."""
        while self.round is not None and self.round.phase == "betting":
            if self._irregularity():
                yield
                continue
            back = handed_back(self.view, self.staff.clock.now(), self.staff.faulty_floor.service.views.links_down)
            if back is not None:
                self.staff.wrongly(
                    "missed wager",
                    self.item,
                    DEALER,
                    commands.CloseBets(),
                    self.table,
                    ("wager-missing", "not-adjacent", "link-down"),
                )
                self.do(DEALER, back)
            elif self._is_ready():
                self.do(DEALER, commands.CloseBets())
                self._late()
            yield from self._ready() if self.round is not None and self.round.phase == "betting" else ()

    def _is_ready(self) -> bool:
        refusal = self.view.engine.verify(
            self.view.state, commands.CloseBets(by=DEALER, at=max(self.staff.clock.now() + 60, self.view.state.now))
        )
        return refusal is None or refusal.name not in (
            "deck-not-ready",
            "deck-change-due",
            "device-not-marked",
            "device-missing",
        )

    def _late(self) -> None:
        """Tries a wager after the lock-out, which must be refused."""
        if self.mishap.kind == "late wager" and self.round is not None:
            seat, at = next(iter(self.round.seats.items()))
            late = commands.PlaceWager(seat, next(iter(at.wagers)), 500)
            self.staff.wrongly(
                "late wager", self.item, str(Actor("player", at.player)), late, self.table, ("bets-closed",)
            )

    def _irregularity(self) -> bool:
        """Reports the irregularity of this round at one of the moments when it can happen."""
        if not self.mishap.irregularity or self.mishap.is_done or self.mishap.irregularity in NOT_REPORTED:
            return False
        round_, view = self.round, self.view
        seat = self.draws.pick(list(round_.seats)) if round_ is not None and round_.seats else 0
        card = (self.real_cards[round_.dealt],) if view.engine.physical and round_ is not None else ()
        report = commands.ReportIrregularity(self.mishap.irregularity, seat, card)
        if not view.engine.can(view.state, commands.ReportIrregularity(*_parts(report), by="floor", at=view.state.now)):
            return False
        self.mishap = self.mishap.met()
        if not self.mishap.is_due:
            return False
        self.do(FLOORPERSON, report)
        self.mishap = self.mishap.done()
        return True


def _parts(report: commands.ReportIrregularity) -> tuple[str, int, tuple[Card, ...]]:
    return report.irregularity, report.seat, report.card
