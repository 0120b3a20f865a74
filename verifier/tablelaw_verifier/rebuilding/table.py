"""A table: its rounds, from no more bets until the round is cleared."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tablelaw_verifier.entries.orders import FLOORPERSON, person_of
from tablelaw_verifier.law.cards import DECK
from tablelaw_verifier.law.game import check_terms
from tablelaw_verifier.law.games import GAMES
from tablelaw_verifier.law.round_view import FIVE_CARD
from tablelaw_verifier.law.rulings import same_paragraph
from tablelaw_verifier.law.terms import MeterTerms, Terms
from tablelaw_verifier.money.meters import Meter
from tablelaw_verifier.money.transfers import Place
from tablelaw_verifier.rebuilding.property_state import PropertyState
from tablelaw_verifier.rebuilding.round import Round
from tablelaw_verifier.rebuilding.table_wagers import TableWagers
from tablelaw_verifier.trust.differences import Different, Object, check

CONTINUING = ("Revealed", "Decided", "DealerTurnedUp", "Settled", "StubCounted", "SlipFound", "CardSetAside")
"""Events after which the card entered last can no longer be taken back."""
OUTSIDE_A_ROUND = ("shuffler-jam", "device-out-of-order", "device-counts-wrong")


class Table(TableWagers):
    """One table, from its installation on."""

    round: Round | None = None

    def __init__(self, audit: PropertyState, name: str, terms: Terms, physical: bool) -> None:
        super().__init__(audit, name, terms, physical)
        self.since: int = audit.entry["seq"]
        self.rounds = 0
        self.dealer = self.closing = ""
        if terms.raw["rulebook"] in GAMES:
            check_terms(self.game, terms)

    def see(self, event: Object) -> None:
        handler = self.handlers().get(event["type"])
        if handler is None:
            raise Different("an event", ", ".join(sorted(HANDLERS)), event["type"])
        self._check_cite(event)
        if self.round is not None and self.round.at_once and event["type"] not in ("Settled", "SlipFound"):
            raise Different("what comes next", "settlement at once", event["type"], seat=self.round.at_once[0])
        if self.round is not None and event["type"] in CONTINUING:
            self.round.entered = None
        handler(self, event)

    def handlers(self) -> dict[str, Any]:
        """The function for each kind of event."""
        return HANDLERS

    def _check_cite(self, event: Object) -> None:
        """Requires an event to cite a paragraph of its own regulation, in a section about such events."""
        sections = self.game.event_sections[event["type"]]
        for cite in event["cite"].split(", "):
            if self.game.section_number(cite) not in sections:
                accepted = f"{self.game.id}, section {' or '.join(sections)}"
                raise Different(f"paragraph of the event {event['type']}", accepted, event["cite"], event["cite"])

    def in_round(self) -> Round:
        if self.round is None:
            raise Different("a round in play", "one", "none")
        return self.round

    # --- No more bets --------------------------------------------------------------------------------------------

    def on_closed(self, event: Object) -> None:
        """Closes the bets: required wagers must be there and equal, and each optional one must have those it depends
        on.
        """
        if self.round is not None:
            raise Different("no more bets", "once a round", "again", event["cite"])
        check("seats with wagers", sorted(self.bets), list(event["seats"]), event["cite"])
        self._check_complete(event)
        self._check_positions(event["cite"])
        for stakes in self.bets.values():
            for wager in stakes:
                self._check_links(wager, {"wager": wager, "cite": event["cite"]})
        deck = self.current_deck()
        check("a deck shuffled, cut if required, and not dealt from", ("ready", 0), (deck.status, deck.out))
        hours = self.game.deck_hours.get(self.method, 0)
        if hours and self.audit.now >= self.decks_since + hours * 3600:
            raise Different("decks in use", f"under {hours} hours", self.audit.now - self.decks_since, event["cite"])
        deck.status = "in play"
        self._start(event["number"], event["cite"])
        self.in_round().remember_dealer(event)
        self.in_round().steps = self.game.plan(self.in_round())
        for place, meter, cents, units, reserve in self._feeds():
            meter.pending += units
            meter.pending_reserve += reserve
            self.audit.expected.change("staked", meter, place, event["cite"], units, reserve, cents)

    def _check_complete(self, event: Object) -> None:
        """Requires every seat to have the wagers that the text requires, and those that its other wagers depend on."""
        for seat, stakes in self.bets.items():
            for wager in (*self.game.required, *(need for name in stakes for need in self.game.needs.get(name, ()))):
                if wager not in stakes:
                    raise Different("a wager that others need", wager, "none", event["cite"], seat=seat)
            for wager in self.game.equal:
                check("a wager that equals the Ante", stakes["ante"], stakes[wager], event["cite"], seat=seat)
            for wager, times in self.game.times_at_most.items():
                if stakes.get(wager, 0) > times * stakes["ante"]:
                    most = f"{times * stakes['ante']} at most"
                    raise Different("a wager limited by the Ante", most, stakes[wager], event["cite"], seat=seat)

    def _start(self, number: int, cite: str) -> None:
        self.rounds += 1
        check("number of the round", self.rounds, number, cite)
        self.round = self.new_round(number)
        self.audit.totals["rounds"] += 1
        self.audit.editions[f"{self.game.id}, edition {self.game.edition(self.audit.day)}"] += 1
        self.audit.totals["hands"] += len(self.bets)

    def new_round(self, number: int) -> Round:
        return Round(self, number, sorted(self.bets))

    def on_chips(self, event: Object) -> None:
        """Requires the dealer to count as many chips as the devices accepted wagers."""
        round_ = self.in_round()
        check("chips against accepted wagers", round_.on_devices(), event["number"], event["cite"])
        if round_.chips_counted or round_.cards or not event["number"]:
            raise Different("chips counted", "once, before the first card", "again", event["cite"])
        round_.chips_counted = True

    def on_drawn(self, event: Object) -> None:
        """Records what the table game system drew, for the bonuses that are offered."""
        choices, round_ = self.terms.choices, self.in_round()
        most_cards, most_positions = (choices.get(bonus) == "yes" for bonus in ("magic-card", "lucky-bonus"))
        cards, positions = event["cards"], event["positions"]
        rides = any(map(round_.has_wager, FIVE_CARD))
        if not rides or len(cards) > most_cards or len(positions) > most_positions or not (cards or positions):
            raise Different("a draw", "one for each bonus that is offered and wagered on", event, event["cite"])
        if not all(0 <= position <= self.terms.seats for position in positions):
            raise Different("a position drawn", f"0 to {self.terms.seats}", positions, event["cite"])
        round_.drawn_cards, round_.drawn_positions = list(cards), list(positions)

    def check_draw(self) -> None:
        """Requires the draw at a table that draws in every round; at other tables, how often a draw is made is
        random.
        """
        round_, choices = self.in_round(), self.terms.choices
        if choices.get("draws-every-rounds") == "1" and any(map(round_.has_wager, FIVE_CARD)):
            found = len(round_.drawn_cards), len(round_.drawn_positions)
            wanted = tuple(int(choices.get(bonus) == "yes") for bonus in ("magic-card", "lucky-bonus"))
            check("cards and positions drawn", wanted, found)

    # --- Irregularities, validation, the end ---------------------------------------------------------------------

    def on_irregularity(self, event: Object) -> None:
        """Takes an irregularity; outside a round it may concern a device, or return the wagers already placed (Maryland
        13.H).
        """
        irregularity = event["slip"]
        if self.round is None and event["voids"]:
            self._start(self.rounds + 1, event["cite"])
        elif self.round is None and (irregularity not in OUTSIDE_A_ROUND or irregularity not in self.game.harmless):
            raise Different(
                "an irregularity outside a round", " or ".join(OUTSIDE_A_ROUND), irregularity, event["cite"]
            )
        if self.round is not None:
            self.round.on_irregularity(event)
        if irregularity == "shuffler-jam" and self.decks:
            self.other_deck().become("stacked")

    def on_stub(self, event: Object) -> None:
        round_ = self.in_round()
        is_right = event["cards"] + len(round_.out) == DECK
        check("the count of the stub is right", is_right, event["right"], event["cite"])
        is_again, role = round_.stub == "wrong", event["by"].partition(":")[0]
        if round_.void is not None or round_.stub not in ("", "wrong"):
            raise Different("the stub counted", "once, in a round that is not void", "again", event["cite"])
        check("who counts the stub", "floor" if is_again else "dealer", role, event["cite"])
        if is_again:
            round_.check_not_a_dealer(event)
            self.audit.confirms_stub = True
        round_.stub = "right" if is_right else "confirmed" if is_again else "wrong"

    def on_asked(self, event: Object) -> None:
        round_ = self.in_round()
        turn = round_.current
        check("the seat that waits for validation", turn[0] if turn else None, event["seat"], event["cite"])
        self._check_validated(event)
        if round_.fixed is not None:
            check("the wager that waits for validation", round_.fixed.wager, event["wager"], event["cite"])
        if self.audit.fixes_shares and round_.fixed is None and round_.is_share(event["seat"], event["wager"]):
            place = {"cite": event["cite"], "seat": event["seat"], "wager": event["wager"]}
            raise Different("a share that waits for validation", "fixed at the player's turn", "not fixed", **place)
        round_.waiting.append((event["seat"], event["wager"]))

    def _check_validated(self, event: Object) -> None:
        """Requires a wager of the seat that a floorperson must validate, and the paragraph that says so."""
        staked = self.in_round().stakes.get(event["seat"], {})
        cite = self.game.must_validate(event["wager"], "100% of meter") if event["wager"] in staked else ""
        if not cite or not same_paragraph(cite, event["cite"]):
            place = {"seat": event["seat"], "wager": event["wager"]}
            raise Different("what is validated", cite or "a wager that is validated", event["cite"], **place)

    def on_validated(self, event: Object) -> None:
        """Requires a floorperson who is not the player paid and has not dealt or settled in the round."""
        role, round_, payout = event["by"].partition(":")[0], self.in_round(), (event["seat"], event["wager"])
        self._check_validated(event)
        concerned = {person_of(name) for name in (round_.players[event["seat"]], *round_.dealers)} - {""}
        if role != FLOORPERSON or person_of(event["by"]) in concerned:
            accepted = "a floorperson who is not the player paid and has not dealt or settled"
            raise Different("who validates", accepted, event["by"], event["cite"])
        if payout not in round_.waiting:
            raise Different("a validation", "of a payout that waits for one", payout, event["cite"])
        round_.waiting.remove(payout)
        round_.validated.add(payout)

    def on_documents(self, event: Object) -> None:
        """Moves a seat's hand-pays to the cage once their documents are complete."""
        round_ = self.in_round()
        if event["seat"] not in round_.documents:
            raise Different("documents", "of a seat that won a share of a meter", event["seat"], event["cite"])
        round_.documents.discard(event["seat"])
        for seat, wager, meter, cents in (row for row in round_.unpaid if row[0] == event["seat"]):
            self.audit.expected.move(f"handpay:{self.name}", "cage", cents, (seat, wager, event["cite"]))
            place = (self.name, round_.number, seat, wager)
            self.audit.expected.change("paid", meter, place, event["cite"], cents=cents)
        round_.unpaid = [row for row in round_.unpaid if row[0] != event["seat"]]

    def on_cleared(self, event: Object) -> None:
        round_ = self.in_round()
        round_.on_cleared(event)
        self.count(round_, event["cite"])
        self._check_deck_left(round_, event)
        self.current_deck().become(event["status"])
        self.rounds_since_count = 0 if round_.stub else self.rounds_since_count + 1
        self.round, self.bets = None, {}
        if len(self.decks) > 1 and self.shuffler_works:
            self.deck = 1 - self.deck

    def _check_deck_left(self, round_: Round, event: Object) -> None:
        removed = round_.voided_by in ("stub-wrong-misdealt-not-52", "stub-wrong-not-misdealt")
        check("what becomes of the deck", "removed" if removed else "used", event["status"], event["cite"])

    def on_table_closed(self, event: Object) -> None:
        """Removes cards and players."""
        if self.round is not None or self.bets or not self.decks:
            raise Different("a table closed", "decks and no wagers on it", "wagers", event["cite"])
        self.players, self.decks, self.deck = {}, [], 0
        self.dealer, self.served, self.closing = "", {}, ""

    # --- Meters --------------------------------------------------------------------------------------------------

    def meter(self, terms: MeterTerms) -> Meter:
        return self.audit.meters[terms.id]

    def on_meters(self, event: Object) -> None:
        """Requires a reading of every meter of the table, and of every reserve, to be what it shows."""
        meters = {terms.meter: self.meter(terms) for terms in self.terms.meters}
        reserves = [f"{terms.meter} reserve" for terms in self.terms.meters if terms.reserve]
        check("meters read", sorted([*meters, *reserves]), sorted(name for name, _ in event["readings"]), event["cite"])
        for name, units in event["readings"]:
            meter = meters.get(name.removesuffix(" reserve"))
            if meter is None:
                raise Different("a reading", ", ".join(meters), name, event["cite"])
            shown = meter.reserve if name.endswith(" reserve") else meter.units
            check(f"reading of {name}", shown, units, event["cite"])

    def _feeds(self) -> Iterator[tuple[Place, Meter, int, int, int]]:
        """Every wager that feeds a meter: its seat, the meter, its cents, and what it adds."""
        round_ = self.in_round()
        for terms in self.terms.meters:
            for seat, stakes in round_.stakes.items():
                for wager in (name for name in terms.wagers if name in stakes):
                    place = (self.name, round_.number, seat, wager)
                    yield place, self.meter(terms), stakes[wager], *terms.adds(stakes[wager])

    def count(self, round_: Round, cite: str) -> None:
        """Completes the round: what its wagers add is displayed, except for those that were returned.

        Nothing is pending before no more bets, so a round that is void before then has nothing to count.
        """
        void = {(line.seat, line.wager) for line in round_.lines if line.outcome == "void"}
        if not round_.steps:
            return
        for place, meter, cents, units, reserve in self._feeds():
            is_void = place[2:] in void
            meter.pending -= units
            meter.pending_reserve -= reserve
            meter.units += 0 if is_void else units
            meter.reserve += 0 if is_void else reserve
            kind = "withdrawn" if is_void else "counted"
            self.audit.expected.change(kind, meter, place, cite, units, reserve, cents)

    def on_placed_or_price(self, event: Object) -> None:
        """Takes a wager before no more bets; during a round, only the price of a card that is bought."""
        if self.round is None:
            self.on_placed(event)
        else:
            self.round.on_price(event)


def of_round(name: str) -> Any:
    def handler(table: Table, event: Object) -> None:
        getattr(table.in_round(), name)(event)

    return handler


HANDLERS: dict[str, Any] = {
    "DecksReceived": Table.on_received,
    "DecksReadied": Table.on_readied,
    "RecutOrdered": Table.on_recut,
    "DeckRemoved": Table.on_deck_removed,
    "TableClosed": Table.on_table_closed,
    "Shuffled": Table.on_shuffled,
    "DeckCut": Table.on_cut,
    "StubCounted": Table.on_stub,
    "DeviceMarked": Table.on_device,
    "MethodChanged": Table.on_method,
    "SeatTaken": Table.on_seat_taken,
    "SeatLeft": Table.on_seat_left,
    "WagerPlaced": Table.on_placed_or_price,
    "WagerWithdrawn": Table.on_withdrawn,
    "BetsClosed": Table.on_closed,
    "ChipsCounted": Table.on_chips,
    "BonusDrawn": Table.on_drawn,
    "SlipFound": Table.on_irregularity,
    "ValidationAsked": Table.on_asked,
    "ShareFixed": of_round("on_fixed"),
    "Validated": Table.on_validated,
    "DocumentsCompleted": Table.on_documents,
    "MetersRead": Table.on_meters,
    "RoundCleared": Table.on_cleared,
    "Dealt": of_round("on_dealt"),
    "CardTakenBack": of_round("on_taken_back"),
    "CardSetAside": of_round("on_set_aside"),
    "Revealed": of_round("on_revealed"),
    "DealerTurnedUp": of_round("on_turned_up"),
    "Decided": of_round("on_decided"),
    "Settled": of_round("on_settled"),
}
