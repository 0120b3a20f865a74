"""A player's menus: wagers before a round, decisions during it, and what to do after it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tablelaw.cards import Card
from tablelaw.cli.output import add_row, make_table
from tablelaw.cli.play.decisions import DecisionOption, stage_title, ways
from tablelaw.cli.play.felt import Pen
from tablelaw.cli.play.keyboard import Asker, Offer, wipe
from tablelaw.cli.play.settlement import WHY_KEYS, why_panel
from tablelaw.cli.play.wagers import Purse, Stakes
from tablelaw.printed_money import printed
from tablelaw.table import Engine, Refused, Round, Seat, commands
from tablelaw.table.events import Line
from tablelaw.table.reading.sentences import sentence

WAGER_KEYS = "123456789ABCDEFGHIJKLMNOP"
DEAL, CHIP, EXACT, TAKE_BACK, EVERY, BUY_IN = "d", "c", "=", "-", "e", "+"
NEXT, CHANGE, NONE = "n", "w", "0"


@dataclass(frozen=True, slots=True)
class Menus:
    """Asks one player for wagers and decisions, given their chips and stakes."""

    engine: Engine
    ask: Asker
    stakes: Stakes
    purse: Purse

    # --- Before the round --------------------------------------------------------------------

    def wagers(self) -> None:
        """Lets the player place chips until they ask for cards and can pay for them."""
        rows = dict(zip(WAGER_KEYS, (wager.id for wager in self.stakes.offered), strict=False))
        refusal = ""
        while True:
            self._show_wagers(rows)
            if refusal:
                self.ask.complain(refusal)
            pressed = self.ask.choose(self._wager_offers(), default=DEAL, also=list(rows), wide=True)
            refusal = self._lacking(self.stakes.total_cents) if pressed == DEAL else self._changed(rows, pressed)
            if pressed == DEAL and not refusal:
                return

    def _show_wagers(self, rows: dict[str, str]) -> None:
        wipe(self.ask.console)
        book = self.engine.rules.book
        self.ask.say(f"{book.game} ({book.regulation})", "bold")
        table = make_table("Your wagers", "key", "wager", "staked", "takes", "law", numbers=["staked"])
        for key, wager in rows.items():
            row, staked = self.engine.rules.wagers[wager], self.stakes.placed.get(wager)
            add_row(table, key, row.name, printed(staked) if staked else "-", self.stakes.says(row), row.cite.first)
        self.ask.console.print(table)
        chips = f"{printed(self.stakes.total_cents)} staked of your {printed(self.purse.cents)}"
        self.ask.say(f"{chips}. A wager's key puts a {printed(self.stakes.chip_cents)} chip on it.")

    def _wager_offers(self) -> list[Offer]:
        return [
            Offer(DEAL, "deal"),
            Offer(CHIP, "another chip"),
            Offer(EXACT, "an exact amount"),
            Offer(TAKE_BACK, "take a wager back"),
            Offer(EVERY, "every wager"),
            self._buy_in_offer(),
        ]

    def _changed(self, rows: dict[str, str], pressed: str) -> str:
        """Performs the key's action; returns the refusal text if the table refuses."""
        try:
            if pressed in rows:
                self.stakes.add_chip(rows[pressed])
            elif pressed == CHIP:
                self.stakes.next_chip()
            elif pressed == EVERY:
                self.stakes.place_all()
            elif pressed == BUY_IN:
                self.purse.buy_in()
            else:
                return self._changed_one(rows, pressed)
        except Refused as refusal:
            return sentence(f"{refusal.sentence()}.")
        return ""

    def _changed_one(self, rows: dict[str, str], pressed: str) -> str:
        """Handles the keys that concern one wager: an exact amount, or taking it back."""
        self.ask.say("Take back which wager?" if pressed == TAKE_BACK else "An exact amount on which wager?")
        key = self.ask.choose([Offer(NONE, "none")], also=list(rows), wide=True)
        if key == NONE:
            return ""
        row = self.engine.rules.wagers[rows[key]]
        if pressed == EXACT:
            self.stakes.set(row.id, self.ask.amount(f"How much on {row.name}? ({self.stakes.says(row)})"))
        elif row.kind == "opening":
            return f"{row.name} is required ({row.cite.first}); give it another amount instead."
        else:
            self.stakes.take_back(row.id)
        return ""

    def _lacking(self, cents: int) -> str:
        """Says that there are not enough chips; empty if there are."""
        if cents <= self.purse.cents:
            return ""
        return f"That takes {printed(cents)} and you have {printed(self.purse.cents)}; + buys chips."

    def _buy_in_offer(self) -> Offer:
        return Offer(BUY_IN, f"buy in for {printed(self.purse.buy_in_cents)}")

    # --- Within the round ----------------------------------------------------------------------

    def decision(self, round_: Round, number: int) -> commands.Act:
        """Asks for one of the choices of the stage, with its amount and discard."""
        self.ask.say(f"Your decision, {stage_title(self.engine, round_)}", "bold")
        open_to = {way.key: way for way in ways(self.engine, round_)}
        staked = printed(sum(round_.seats[number].wagers.values()))
        while True:
            short = any(self._lacking(way.cents + way.price) for way in open_to.values())
            offers = [way.offer for way in open_to.values()] + ([self._buy_in_offer()] if short else [])
            pressed = self.ask.choose(offers, stays=f"Leave, with {staked} on the table?")
            if pressed == BUY_IN:
                self._buy_in()
            elif (act := self._act(open_to[pressed], round_.seats[number], number)) is not None:
                return act

    def _buy_in(self) -> None:
        self.purse.buy_in()
        self.ask.say(f"You have {printed(self.purse.cents)}.")

    def _act(self, way: DecisionOption, seat: Seat, number: int) -> commands.Act | None:
        """The decision with its amount and discard, or None and a sentence if it is not possible."""
        cents, why_not = way.cents, ""
        if way.span is not None:
            least, most = way.span
            cents = self.ask.amount(f"How much? ({printed(least)} to {printed(most)})")
            why_not = "" if least <= cents <= most else f"{printed(cents)} is outside that range."
        why_not = why_not or self._lacking(cents + way.price)
        if why_not:
            self.ask.complain(why_not)
            return None
        return way.act(number, cents, self._discard(way.choice.discard, seat))

    def _discard(self, count: int, seat: Seat) -> tuple[Card, ...]:
        pen, away = Pen.of(self.ask.console), list[Card]()
        while len(away) < count:
            left = {key: card for key, card in zip(WAGER_KEYS, seat.cards, strict=False) if card not in away}
            self.ask.say("Discard which card?")
            offers = [Offer(key, pen.card(card).plain) for key, card in left.items()]
            away.append(left[self.ask.choose(offers, wide=True, stays="Leave in the middle of the round?")])
        return tuple(away)

    # --- After the round -----------------------------------------------------------------------

    def after(self, lines: Sequence[Line], held: Mapping[str, str]) -> None:
        """Explains lines on request, then asks whether to play the same wagers again or others."""
        explained = dict(zip(WHY_KEYS, lines, strict=False))
        offers = [Offer(NEXT, "next round"), Offer(CHANGE, "change wagers"), self._buy_in_offer()]
        self.ask.say("Press a line's key to see why.")
        while True:
            pressed = self.ask.choose(offers, default=NEXT, also=list(explained), wide=True)
            if pressed in explained:
                self.ask.console.print(why_panel(self.engine, explained[pressed], held))
            elif pressed == BUY_IN:
                self._buy_in()
            elif pressed == CHANGE:
                return self.wagers()
            elif why_not := self._lacking(self.stakes.total_cents):
                self.ask.complain(why_not)
            else:
                return None
