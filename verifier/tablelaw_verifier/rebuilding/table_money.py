"""What a table's wagers and settlements move between its accounts."""

from __future__ import annotations

from tablelaw_verifier.law.round_view import RoundView
from tablelaw_verifier.law.rulings import Stakes
from tablelaw_verifier.law.terms import UNITS, Terms
from tablelaw_verifier.law.unknown_rules import game_of
from tablelaw_verifier.money.meters import Draw
from tablelaw_verifier.money.transfers import Place
from tablelaw_verifier.rebuilding.lines import Line
from tablelaw_verifier.rebuilding.property_state import PropertyState


class TableMoney:
    """The seats, wagers and money of one table."""

    def __init__(self, audit: PropertyState, name: str, terms: Terms, physical: bool) -> None:
        self.audit, self.name, self.terms, self.physical = audit, name, terms, physical
        self.game = game_of(terms.raw["rulebook"])
        self.players: dict[int, str] = {}
        self.bets: Stakes = {}
        self.held: dict[tuple[int, str], str] = {}
        """Wagers that are set aside, with the id of the transfer that set each aside."""

    def place(self, round_: RoundView, seat: int, wager: str, cents: int, cite: str) -> None:
        self.set_aside(round_.players[seat], seat, wager, cents, cite)

    def set_aside(self, player: str, seat: int, wager: str, cents: int, cite: str) -> None:
        """Sets a wager aside: the player can no longer spend it, and it is not yet the house's."""
        name = self.held[seat, wager] = f"{self.audit.stem()}/{seat}/{wager}"
        tray = f"tray:{self.name}"
        self.audit.expected.set_aside(name, self.account(player, wager), tray, cents, (seat, wager, cite))

    def end_stake(self, player: str, seat: int, wager: str, stake: int, kept: int, cite: str) -> None:
        held, tray = self.held.pop((seat, wager), ""), f"tray:{self.name}"
        self.audit.expected.end(held, self.account(player, wager), tray, stake, kept, (seat, wager, cite))

    def settle(self, round_: RoundView, line: Line) -> None:
        """Releases a stake that was set aside; what is kept goes to the tray, and what is paid comes from it.

        A share of a meter goes to the hand-pay account instead, never to the player's chips or game account.
        """
        player, cite = round_.players[line.seat], line.paid_under or line.cite
        if line.stake:
            self.end_stake(player, line.seat, line.wager, line.stake, line.kept, line.cite)
        if not line.hand_pay:
            self._pay(player, line, line.paid, "win" if line.paid > 0 else "payout limit", cite)
        if not line.is_fixed:
            self.draw(round_, line)
        self._tally(line, 1)

    def _pay(self, player: str, line: Line, cents: int, code: str, cite: str) -> None:
        """Pays from the tray to the player; a negative sum goes the other way."""
        tray, account = f"tray:{self.name}", self.account(player, line.wager)
        giver, taker = (tray, account) if cents > 0 else (account, tray)
        self.audit.expected.transfer(code, giver, taker, abs(cents), (line.seat, line.wager, cite))

    def _tally(self, line: Line, sign: int) -> None:
        for name, cents in (("wagered", line.stake), ("paid", line.paid), ("kept", line.kept)):
            self.audit.totals[name] += sign * cents
        self.audit.totals["lines"] += sign

    def draw(self, round_: RoundView, line: Line) -> None:
        """Moves a share from its meter to the hand-pay account."""
        cite = line.paid_under or line.cite
        if line.draw is not None:
            self.audit.hand_pay(self.name, line.draw.drawn // UNITS, (line.seat, line.wager, cite))
            self._drawn(line.draw, True, (self.name, round_.number, line.seat, line.wager), cite)

    def undraw(self, round_: RoundView, line: Line, cite: str) -> None:
        """Moves a share back to its meter."""
        if line.draw is not None:
            self.audit.hand_pay(self.name, -line.draw.drawn // UNITS, (line.seat, line.wager, cite))
            self._drawn(line.draw, False, (self.name, round_.number, line.seat, line.wager), cite)
            line.draw.meter.undo(line.draw)

    def _drawn(self, draw: Draw, done: bool, place: Place, cite: str) -> None:
        """Records what a win, or undoing one, must have changed: what left the meter, and the amount at which it
        restarted.
        """
        change = self.audit.expected.change
        if draw.drawn:
            kind = "won" if (draw.drawn > 0) == done else "restored"
            change(kind, draw.meter, place, cite, abs(draw.drawn), cents=abs(draw.drawn) // UNITS)
        if draw.reseed:
            change("reseeded" if done else "reseed undone", draw.meter, place, cite, draw.reseed)
        if draw.moved:
            change("reserve moved" if done else "reserve returned", draw.meter, place, cite, draw.moved)

    def undo(self, round_: RoundView, line: Line, cite: str) -> None:
        """Undoes a settled line after a void, so that the wager is on the table again."""
        player, tray = round_.players[line.seat], f"tray:{self.name}"
        if not line.hand_pay:
            self._pay(player, line, -line.paid, "undone", line.paid_under or line.cite)
        cause = (line.seat, line.wager, cite)
        self.audit.expected.transfer("undone", tray, self.account(player, line.wager), line.kept, cause)
        if line.stake:
            self.set_aside(player, line.seat, line.wager, line.stake, cite)
        self.undraw(round_, line, cite)
        self._tally(line, -1)

    def account(self, player: str, wager: str) -> str:
        """The account of a wager: Five Card Hand wagers and their wins use the electronic account, all others chips."""
        on = "five-card-player" if wager in ("magic-card", "lucky-bonus") else wager
        electronic = self.terms.wagers.get(on, {}).get("medium") == "electronic account"
        return f"{'game' if electronic else 'chips'}:{player}"
