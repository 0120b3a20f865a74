"""What the regulations have in common: one class with a method for each question that a text answers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import ClassVar

from tablelaw_verifier.law.dealing import Step, in_stacks, one_at_a_time, to
from tablelaw_verifier.law.odds import Printed, Rows, Temporary
from tablelaw_verifier.law.round_view import RoundView
from tablelaw_verifier.law.rulings import Choices, Forfeits, Ruling, Void
from tablelaw_verifier.law.terms import MeterTerms, Terms, offered
from tablelaw_verifier.trust.differences import Different, check

EDITIONS = {
    **dict.fromkeys(("pa-647a", "pa-653a"), ("2012-07-07", "2014-08-16", "2014-12-13", "2019-08-31")),
    **dict.fromkeys(("pa-677a", "pa-678a"), ("proposed-2015-08-14",)),
    "md-thb": ("1.0",),
    "ma-colorado": ("undated",),
    **dict.fromkeys(("fr-trois-cartes", "fr-stud", "fr-ultimate"), ("about-2013",)),
    "fr-holdem": ("about-2012",),
}
"""The editions of each regulation, by their first day or, where a text has no dates, by its name."""
EVENT_SECTIONS: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(("SeatTaken", "SeatLeft"), ("2", "7", "11")),
    "DecksReceived": ("3", "4"),
    "DecksReadied": ("4", "5"),
    "TableClosed": ("4",),
    **dict.fromkeys(("Shuffled", "DeckCut", "RecutOrdered"), ("5",)),
    **dict.fromkeys(("WagerPlaced", "WagerWithdrawn"), ("7",)),
    **dict.fromkeys(("BetsClosed", "ChipsCounted"), ("7", "8", "9", "10")),
    **dict.fromkeys(("Dealt", "CardTakenBack"), ("8", "9", "10", "11")),
    "MethodChanged": ("8", "9", "10"),
    "StubCounted": ("5", "8", "9", "10"),
    **dict.fromkeys(("Decided", "Revealed", "DealerTurnedUp", "RoundCleared"), ("11",)),
    **dict.fromkeys(("ValidationAsked", "Validated", "DocumentsCompleted"), ("11",)),
    "Settled": ("7", "11"),
    **dict.fromkeys(("MetersRead", "ShareFixed"), ("12",)),
    "BonusDrawn": ("1", "12"),
    **dict.fromkeys(("DeviceMarked", "CardSetAside"), ("13",)),
    **dict.fromkeys(("SlipFound", "DeckRemoved"), ("5", "7", "8", "9", "10", "13")),
}
"""The sections that may be cited for each event, in the Pennsylvania chapters and in Maryland's, which are numbered
alike.
"""
FLOOR_OF_LIMITS = 5_000_000
EVERY_WAGER = "every wager"


_IN_AMERICA = "stub-wrong-misdealt-not-52: misdealt-and-miscounted", "player-leaves: abandoned-wagers"


def resting(*rows: str, american: bool = True) -> dict[str, dict[str, str]]:
    """Readings by event and wager, from rows such as "event event: reading wager wager"; a row without wagers applies
    to all.
    """
    found: dict[str, dict[str, str]] = {}
    for row in (*rows, *(_IN_AMERICA if american else ())):
        happened, _, named = row.partition(": ")
        reading, *wagers = named.split()
        for irregularity in happened.split():
            found.setdefault(irregularity, {}).update(dict.fromkeys(wagers or [EVERY_WAGER], reading))
    return found


class Game:
    """One regulation. Its methods look at a round and answer from the text alone."""

    id = ""
    printed: Printed
    required: tuple[str, ...] = ("ante",)
    equal: tuple[str, ...] = ()
    """Wagers that must equal the Ante when bets close."""
    times_at_most: ClassVar[dict[str, int]] = {}
    """Wagers that may be at most this many times the Ante."""
    needs: ClassVar[dict[str, tuple[str, ...]]] = {}
    """Optional wagers placed before the deal, with the wagers that each depends on."""
    order: tuple[str, ...]
    """The wagers of a seat in the order in which they are settled."""
    own_cards = 2
    cut_at_least = 10
    """How many cards must be above a cut."""
    limited: tuple[str, ...] = ()
    limit_cite = ""
    left_cite = ""
    """The paragraph about the wagers of a player who leaves."""
    rests: ClassVar[dict[str, dict[str, str]]] = {}
    """The readings that decide what a fold or an irregularity does to a wager."""
    limit_readings: tuple[str, ...] = ()
    """The readings that decide what counts towards the payout limit and which wagers are reduced."""
    harmless: tuple[str, ...] = (
        *("one-card-face-up", "card-drawn-in-error", "exposed-card-drawn-in-error", "player-card-exposed"),
        *("shuffler-jam", "device-out-of-order", "device-counts-wrong", "player-leaves"),
    )
    """Irregularities that do not void a round."""
    methods: tuple[str, ...] = ("manual-shoe", "hand", "automated-shoe", "reshuffling-shoe")
    deck_hours: ClassVar[dict[str, int]] = {"hand": 4, "manual-shoe": 8, "automated-shoe": 8, "reshuffling-shoe": 8}
    """How long decks may be in use under each dealing procedure: 3(c), Maryland 3.C."""
    stub_cites: tuple[str, ...] = ("8", "9", "10")
    event_sections: ClassVar[dict[str, tuple[str, ...]]] = EVENT_SECTIONS
    always: tuple[str, ...] = ()
    """Wagers that every table offers; others are offered if the submission says so."""
    options: tuple[str, ...] = ()
    """What a submission chooses in addition to the paytables."""
    amounts: ClassVar[dict[str, tuple[int, ...]]] = {}
    """The sums that the text states for a wager; used if the submission names none of them."""
    parts_of_minimum: ClassVar[dict[str, int]] = {}
    """Wagers that are a fraction of the table's minimum, each with its denominator: 5 for a fifth."""
    temporary: ClassVar[Temporary] = {}

    def edition(self, day: str) -> str:
        """The edition in force on a day: a supplement's while it is law, otherwise the last one that has begun."""
        begun = [name for name in EDITIONS[self.id] if not re.fullmatch(r"\d{4}-\d\d-\d\d", name) or name <= day]
        added = [first for _, _, first, last in self.temporary.values() if first <= day <= last]
        return max([*begun[-1:], *added], default="")

    def is_placed_first(self, wager: str) -> bool:
        """Whether a wager is placed before the deal."""
        return wager in (*self.required, *self.needs)

    def is_method(self, method: str) -> bool:
        """Whether the text has this dealing procedure."""
        return method in self.methods

    def meter_cite(self, meter: str) -> str:
        """The paragraph about how a meter starts and grows."""
        chapter = self.id.partition("-")[2]
        return f"{chapter}.12(e)(4)" if meter == "five-card" else f"{chapter}.12(d)(3)"

    def section_number(self, cite: str) -> str:
        """The section of a paragraph of this regulation: "653a.11(h)(1)" -> "11"; empty if it belongs to another
        regulation.
        """
        match = re.match(r"(\d+[a-z])\.(\d+)(?![\da-z])", cite)
        return match[2] if match and match[1] == self.id.partition("-")[2] else ""

    # --- The table -------------------------------------------------------------------------------------------------

    def check_column(self, terms: Terms, name: str, column: str, rows: Rows, cite: str) -> None:
        check(f"paytable {name}, column {column}", offered(self.printed[name][1][column]), rows, cite)

    def printed_meter(self, terms: Terms, meter: MeterTerms, amount: int) -> tuple[str, object]:
        raise Different("meter", "no meter in this game", meter.id)

    def check_limit(self, terms: Terms) -> None:
        check("payout limit", None, terms.limit, self.limit_cite)

    # --- The round -------------------------------------------------------------------------------------------------

    def plan(self, round_: RoundView) -> list[Step]:
        raise NotImplementedError

    def asked(self, round_: RoundView, stage: str) -> list[int]:
        """The seats that are asked at a decision, clockwise from the dealer's left."""
        raise NotImplementedError

    def choices(self, round_: RoundView, seat: int, stage: str) -> Choices:
        raise NotImplementedError

    def void(self, round_: RoundView, irregularity: str) -> Void | None:
        raise NotImplementedError

    def given_up(self, round_: RoundView, irregularity: str) -> tuple[str, tuple[str, ...]]:
        """What happens to all wagers of a player whose hand is void, with the paragraphs; an empty outcome if they are
        not affected.
        """
        return ("lost", (self.left_cite,)) if irregularity == "player-leaves" else ("", ())

    # --- Wagers ----------------------------------------------------------------------------------------------------

    def folded(self, round_: RoundView, seat: int) -> Forfeits:
        """The wagers that a fold loses, with the paragraphs that may be cited."""
        raise NotImplementedError

    def price(self, round_: RoundView, seat: int) -> tuple[str, int]:
        """The wager that is the price of a card, and its sum, in games that sell cards."""
        raise NotImplementedError

    def bought(self, round_: RoundView, seat: int) -> Forfeits:
        """The wagers that a purchase loses, including its price, with their paragraphs."""
        raise NotImplementedError

    def rule(self, round_: RoundView, seat: int, wager: str) -> Ruling:
        raise NotImplementedError

    def declared(self, round_: RoundView, seat: int) -> str:
        """The instant winner that a seat holds, in games that have them."""
        return ""

    def reading(self, happened: str, wager: str) -> tuple[str, ...]:
        """The reading that decides what a fold or an irregularity does to a wager; none if the text itself decides."""
        row = self.rests.get(happened, {})
        name = row.get(wager, row.get(EVERY_WAGER, ""))
        return (name,) if name else ()

    def must_validate(self, wager: str, odds: str) -> str:
        """The paragraph that requires a floorperson to validate a win; empty if none does."""
        return ""

    def bonuses(self, round_: RoundView, seat: int, wager: str) -> Iterator[tuple[int, int, Ruling]]:
        """The bonus lines at this wager's turn in the order of settlement: (seat paid, stake they are paid on,
        ruling).
        """
        return iter(())

    def by_row(self, round_: RoundView, paytable: str, row: str, won: str, lost: str) -> Ruling:
        """A ruling that pays the odds in the hand's row, or loses if the hand has no row or its row is not offered."""
        odds = round_.terms.rows(paytable).get(row, "")
        if not row or odds in ("", "N/A"):
            return Ruling("lost", lost)
        return Ruling("push" if odds == "push" else "won", won, paytable, row)


class HoldEm(Game):
    """Games with two cards each and five community cards."""

    def initial(self, round_: RoundView) -> list[Step]:
        """The initial cards: one at a time from the hand and from a manual shoe, in stacks from an automated shoe."""
        seats, six = round_.seats, to("six-card", 4) if round_.has_wager("six-card") else []
        if round_.method in ("manual-shoe", "hand"):
            return six + one_at_a_time(seats, "dealer", 2)
        if round_.method == "automated-shoe":
            return in_stacks(seats, "dealer", 2) + six
        return to("community", 5) + in_stacks(seats, "dealer", 2) + six

    def board_first(self, round_: RoundView) -> bool:
        return round_.method == "reshuffling-shoe"

    def standing(self, round_: RoundView, seat: int) -> int:
        player, dealer = round_.player_strength(seat), round_.dealer_strength()
        return (player > dealer) - (player < dealer)


def check_terms(game: Game, terms: Terms) -> None:
    """Requires paytables, meters and a payout limit that the regulation permits."""
    for name, columns in terms.tables.items():
        if name not in game.printed:
            raise Different("paytable", sorted(game.printed), name, game.id)
        cite, printed = game.printed[name]
        for column, rows in columns.items():
            if column not in printed:
                raise Different(f"column of paytable {name}", sorted(printed), column, cite)
            game.check_column(terms, name, column, offered(rows), cite)
    check_meters(game, terms)
    game.check_limit(terms)


def check_meters(game: Game, terms: Terms) -> None:
    for meter in terms.meters:
        amount = max(terms.wagers[meter.wagers[0]]["amounts"], default=100)
        cite, expected = game.printed_meter(terms, meter, amount)
        found = meter.name, meter.seed, meter.reseed, meter.primary, meter.reserve
        check(f"meter {meter.id}: name, seed, reseed, primary and reserve increment", expected, found, cite)
