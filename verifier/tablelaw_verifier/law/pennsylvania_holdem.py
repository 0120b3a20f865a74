"""The Progressive, Five Card Hand and Six Card wagers, which 647a and 653a describe in the same words."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from tablelaw_verifier.law.cards import hand_name, six_card_name
from tablelaw_verifier.law.game import HoldEm
from tablelaw_verifier.law.printed.shared_wagers import FIVE_CARD_METER, METERS_OF_PROGRESSIVE
from tablelaw_verifier.law.round_view import FIVE_CARD, RoundView
from tablelaw_verifier.law.rulings import Ruling
from tablelaw_verifier.law.terms import UNITS, MeterTerms, Terms
from tablelaw_verifier.trust.differences import Different

SHARED_WAGERS = ("progressive", *FIVE_CARD, "six-card")
ON_DEVICES = ("progressive", *FIVE_CARD, "envy", "magic-card", "lucky-bonus")
"""Wagers that devices took before the cards were dealt, and the bonuses that depend on them."""
SHARED_ORDER = ("progressive", "envy", *FIVE_CARD, "magic-card", "lucky-bonus", "six-card")
BONUSES = ("envy", "magic-card", "lucky-bonus")


class PennsylvaniaHoldEm(HoldEm):
    """The rules that 647a.12(d)-(f) and 653a.12(d)-(f) share; their letters in section 11 differ."""

    chapter = ""
    progressive_letter = ""
    five_card_letter = ""
    six_card_letter = ""

    def section(self, text: str) -> str:
        return f"{self.chapter}.{text}"

    def printed_meter(self, terms: Terms, meter: MeterTerms, amount: int) -> tuple[str, object]:
        """The printed figures of a meter; its seed and reseed are dollars for each dollar of the wager offered."""
        scale = amount * UNITS
        if meter.meter == "five-card":
            name, seed, reseed, primary, reserve = FIVE_CARD_METER
            return self.section("12(e)(4)"), (name, seed * scale, reseed * scale, Fraction(primary), Fraction(reserve))
        column = METERS_OF_PROGRESSIVE[terms.choices["progressive"]]
        if meter.meter not in column:
            raise Different("meter", sorted(column), meter.meter, self.section("12(d)(3)"))
        name, seed, primary = column[meter.meter]
        return self.section("12(d)(3)"), (name, seed * scale, seed * scale, Fraction(primary), Fraction(0))

    def must_validate(self, wager: str, odds: str) -> str:
        if wager == "progressive":
            return self.section(f"11({self.progressive_letter})(3)")
        if wager in FIVE_CARD and (odds == "500 for 1" or "%" in odds):
            return self.section(f"11({self.five_card_letter})(2)")
        return ""

    def rule_shared(self, round_: RoundView, seat: int, wager: str) -> Ruling:
        """Decides the wagers on two cards and the Flop, and the Six Card Bonus, on two cards and four more."""
        if wager == "six-card":
            cite = self.section(f"11({self.six_card_letter})")
            row = six_card_name(round_.own(seat) + round_.six_cards())
            if row.startswith("six-card royal") and row not in round_.terms.rows("six-card"):
                ruling = self.by_row(round_, "six-card", "royal flush", f"{cite}(2)", f"{cite}(1)")
                return ruling.resting_on("six-card-royal-without-a-row")
            return self.by_row(round_, "six-card", row, f"{cite}(2)", f"{cite}(1)")
        letter = self.progressive_letter if wager == "progressive" else self.five_card_letter
        cite = self.section(f"11({letter})")
        cards = round_.dealer_cards() if wager == "five-card-dealer" else round_.own(seat)
        paytable = "progressive" if wager == "progressive" else "five-card"
        return self.by_row(round_, paytable, hand_name(cards + round_.flop()), cite, cite)

    # --- Envy, Magic Card, Lucky -----------------------------------------------------------------------------------

    def bonuses(self, round_: RoundView, seat: int, wager: str) -> Iterator[tuple[int, int, Ruling]]:
        if wager == "envy":
            yield from self.envy(round_, seat)
        elif wager == "magic-card":
            yield from self.magic(round_, seat)
        elif wager == "lucky-bonus":
            yield from self.lucky(round_, seat)

    def envy(self, round_: RoundView, seat: int) -> Iterator[tuple[int, int, Ruling]]:
        """The Envy bonuses: a straight flush or better that is shown pays every other player who made the Progressive
        wager.
        """
        if not self.envy_is_owed(round_):
            return
        name = hand_name(round_.own(seat) + round_.flop())
        if name not in ("royal flush", "straight flush"):
            return
        cite = self.section(f"11({self.progressive_letter})(5)")
        for other in reversed(round_.seats):
            if round_.players[other] != round_.players[seat] and self.earns_envy(round_, other):
                yield other, round_.stakes[other]["progressive"], Ruling("won", cite, "envy", name)

    def envy_is_owed(self, round_: RoundView) -> bool:
        """Whether Envy bonuses may be paid: somebody made the Progressive wager, and it is not returned."""
        is_void = round_.void is not None and "progressive" not in round_.void.settled
        return "envy" in round_.terms.wagers and round_.has_wager("progressive") and not is_void

    def earns_envy(self, round_: RoundView, seat: int) -> bool:
        return "progressive" in round_.stakes[seat] and seat not in round_.gone

    def magic(self, round_: RoundView, seat: int) -> Iterator[tuple[int, int, Ruling]]:
        """The Magic Card bonuses: the drawn card is in the hand wagered on, or in the Flop."""
        for wager, stake in round_.live_five_card(seat):
            hand = (round_.own(seat) if wager == "five-card-player" else round_.dealer_cards()) + round_.flop()
            for _ in (card for card in round_.drawn_cards if card in hand):
                yield seat, stake, Ruling("won", self.section("12(e)(3)"), "drawn", "magic card")

    def lucky(self, round_: RoundView, seat: int) -> Iterator[tuple[int, int, Ruling]]:
        """The Lucky bonuses: the position wagered on was drawn; 0 is the dealer's."""
        for wager, stake in round_.live_five_card(seat):
            position = seat if wager == "five-card-player" else 0
            for _ in (drawn for drawn in round_.drawn_positions if drawn == position):
                yield seat, stake, Ruling("won", self.section("12(e)(3)"), "drawn", "lucky bonus")
