"""A table under rules that this verifier does not know: checks seats, decks and money, but not what the rules
decide.
"""

from __future__ import annotations

from typing import Any

from tablelaw_verifier.law.submission import check_filed_terms
from tablelaw_verifier.law.terms import Terms
from tablelaw_verifier.rebuilding.property_state import PropertyState
from tablelaw_verifier.rebuilding.round import Round
from tablelaw_verifier.rebuilding.table import HANDLERS, Table
from tablelaw_verifier.rebuilding.unverified_round import UnverifiedRound
from tablelaw_verifier.trust.differences import Different, Object, check


class UnverifiedTable(Table):
    """Checks everything that does not depend on the rules; `rules` are those that the log names."""

    def __init__(self, audit: PropertyState, name: str, terms: Terms, physical: bool, event: Object) -> None:
        super().__init__(audit, name, terms, physical)
        self.rules: Object = event["rules"]
        check_filed_terms(event["submission"], terms, event["cite"])

    def handlers(self) -> dict[str, Any]:
        return HANDLERS | OWN_HANDLERS

    def _check_cite(self, event: Object) -> None:
        check("a paragraph of the event", True, bool(event["cite"]))

    def new_round(self, number: int) -> Round:
        return UnverifiedRound(self, number, sorted(self.bets))

    def _check_complete(self, event: Object) -> None:
        """Requires a wager at some seat; which wagers are required depends on the rules."""
        check("seats that have wagered", True, bool(self.bets), event["cite"])

    def _check_held(self, player: str, cite: str) -> None:
        self._check_number(player, [seat for seat, name in self.players.items() if name == player], cite)

    def _check_positions(self, cite: str) -> None:
        for player in {self.players[seat] for seat in self.bets}:
            self._check_number(player, [seat for seat in self.bets if self.players[seat] == player], cite)

    def _check_number(self, player: str, seats: list[int], cite: str) -> None:
        """Requires at most as many positions per player as filed; whether they are side by side depends on the
        rules.
        """
        most = self.terms.raw["positions_per_player"]
        if len(seats) > most:
            raise Different(f"positions of {player!r}", f"at most {most}", sorted(seats), cite)

    def on_withdrawn(self, event: Object) -> None:
        """Returns a wager before no more bets, with those that the log says depend on it."""
        seat = event["seat"]
        if self.round is not None or event["wager"] not in self.bets.get(seat, {}):
            raise Different("a wager withdrawn", "one placed, before no more bets", event["wager"], event["cite"])
        ended = {transfer.get("pending") for transfer in self.audit.entry.get("transfers", ())}
        for wager in list(self.bets[seat]):
            if wager == event["wager"] or self.held[seat, wager] in ended:
                cents = self.bets[seat].pop(wager)
                self.end_stake(self.players[seat], seat, wager, cents, 0, event["cite"])
        if not self.bets[seat]:
            del self.bets[seat]

    def on_drawn(self, event: Object) -> None:
        self.in_round()

    def check_draw(self) -> None:
        """Accepts any draw, since the rules decide which bonuses are drawn."""
        self.in_round()

    def on_irregularity(self, event: Object) -> None:
        if self.round is None and event["voids"]:
            self._start(self.rounds + 1, event["cite"])
        if self.round is not None:
            self.round.on_irregularity(event)
        if event["slip"] == "shuffler-jam" and self.decks:
            self.other_deck().become("stacked")

    def on_asked(self, event: Object) -> None:
        self._check_validated(event)
        self.in_round().waiting.append((event["seat"], event["wager"]))

    def _check_validated(self, event: Object) -> None:
        staked = self.in_round().stakes.get(event["seat"], {})
        check("a wager that is validated", True, event["wager"] in staked, event["cite"], seat=event["seat"])

    def _check_deck_left(self, round_: Round, event: Object) -> None:
        if event["status"] not in ("used", "removed"):
            raise Different("what becomes of the deck", "used or removed", event["status"], event["cite"])


OWN_HANDLERS: dict[str, Any] = {
    "WagerWithdrawn": UnverifiedTable.on_withdrawn,
    "BonusDrawn": UnverifiedTable.on_drawn,
    "SlipFound": UnverifiedTable.on_irregularity,
    "ValidationAsked": UnverifiedTable.on_asked,
}
