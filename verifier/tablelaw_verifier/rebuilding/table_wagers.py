"""The seats of a table, and the wagers placed before no more bets."""

from __future__ import annotations

from tablelaw_verifier.law.rulings import sums_text
from tablelaw_verifier.law.terms import Terms
from tablelaw_verifier.rebuilding.property_state import PropertyState
from tablelaw_verifier.rebuilding.table_decks import TableDecks
from tablelaw_verifier.trust.differences import Different, Object


class TableWagers(TableDecks):
    """Who sits at a table, and what each has wagered."""

    def __init__(self, audit: PropertyState, name: str, terms: Terms, physical: bool) -> None:
        super().__init__(audit, name, terms, physical)
        self.served: dict[int, str] = {}
        """Seats whose player has no device, with the player."""

    def on_seat_taken(self, event: Object) -> None:
        seat, player = event["seat"], event["player"]
        if seat in self.players or not 1 <= seat <= self.terms.seats:
            raise Different("a seat", f"an empty one of {self.terms.seats}", seat, event["cite"], seat=seat)
        self.players[seat] = player
        self._check_held(player, event["cite"])

    def on_seat_left(self, event: Object) -> None:
        if event["seat"] in self.bets or event["seat"] not in self.players:
            raise Different("a seat left", "one without wagers", event["seat"], event["cite"], seat=event["seat"])
        self.served.pop(event["seat"], None)
        self._check_held(self.players.pop(event["seat"]), event["cite"])

    def _check_held(self, player: str, cite: str) -> None:
        """Requires that one player holds at most as many positions as filed, side by side."""
        held = sorted(seat for seat, name in self.players.items() if name == player)
        most = self.terms.raw["positions_per_player"]
        if len(held) > most or (held and held[-1] - held[0] >= len(held)):
            raise Different(f"positions of {player!r}", f"at most {most}, adjacent", held, cite)

    def on_placed(self, event: Object) -> None:
        """Requires an offered wager of a permitted sum, by a seated player, before no more bets."""
        seat, wager, cents = event["seat"], event["wager"], event["cents"]
        place = {"seat": seat, "wager": wager, "cite": event["cite"]}
        if seat not in self.players or wager in self.bets.get(seat, {}):
            raise Different("a wager", "the only one of its kind, of a seated player", f"seat {seat}", **place)
        terms = self.terms.wagers.get(wager)
        if terms is None or not self.game.is_placed_first(wager):
            raise Different("a wager", "one that is offered and placed before the deal", wager, **place)
        sums = terms["amounts"] or range(terms["minimum"], terms["maximum"] + 1)
        if cents not in sums:
            raise Different("the sum of a wager", sums_text(sums), cents, **place)
        self._check_links(wager, place)
        self.bets.setdefault(seat, {})[wager] = cents
        self.set_aside(self.players[seat], seat, wager, cents, event["cite"])

    def _check_links(self, wager: str, place: Object) -> None:
        link = self.terms.wagers[wager].get("link", "")
        if link and link in self.audit.links_down:
            raise Different("a wager on a linked meter", "none while the link is down", f"link {link} is down", **place)

    def on_withdrawn(self, event: Object) -> None:
        """Returns a wager before no more bets, with those that depend on it."""
        seat, gone = event["seat"], [event["wager"]]
        if self.round is not None or event["wager"] not in self.bets.get(seat, {}):
            raise Different("a wager withdrawn", "one placed, before no more bets", event["wager"], event["cite"])
        while gone:
            wager = gone.pop()
            cents = self.bets[seat].pop(wager)
            self.end_stake(self.players[seat], seat, wager, cents, 0, event["cite"])
            gone += [name for name in self.bets[seat] if wager in self.game.needs.get(name, ()) and name not in gone]
        if not self.bets[seat]:
            del self.bets[seat]

    def _check_positions(self, cite: str) -> None:
        """Requires that one player wagers on at most as many positions as filed, and that they are adjacent."""
        most = self.terms.raw["positions_per_player"]
        for player in {self.players[seat] for seat in self.bets}:
            seats = [seat for seat in sorted(self.bets) if self.players[seat] == player]
            if len(seats) > most or seats[-1] - seats[0] >= len(seats):
                raise Different(f"boxes of {player!r}", f"at most {most}, adjacent", seats, cite)
