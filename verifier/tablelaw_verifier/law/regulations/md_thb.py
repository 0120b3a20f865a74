"""Maryland: Texas Hold 'Em Bonus Poker."""

from __future__ import annotations

import re
from typing import ClassVar

from tablelaw_verifier.law.cards import texas_bonus_row
from tablelaw_verifier.law.game import resting
from tablelaw_verifier.law.odds import Odds, Rows
from tablelaw_verifier.law.printed.md_thb import PRINTED_MARYLAND
from tablelaw_verifier.law.regulations.pa_647a import MAIN_WAGERS, TexasBonus
from tablelaw_verifier.law.round_view import RoundView
from tablelaw_verifier.law.rulings import STUB_IRREGULARITIES, Forfeits, Ruling, Void
from tablelaw_verifier.law.terms import MeterTerms, Terms, offered
from tablelaw_verifier.trust.differences import Different, check


class Maryland(TexasBonus):
    """Maryland's version of the game: without Progressive, Five Card and Six Card wagers, and with a limit that covers
    the Bonus.
    """

    id, chapter = "md-thb", ""
    options = ("ante-pays-from",)
    amounts: ClassVar[dict[str, tuple[int, ...]]] = {}
    printed = PRINTED_MARYLAND
    needs: ClassVar[dict[str, tuple[str, ...]]] = {"texas-bonus": ("ante",)}
    order = (*MAIN_WAGERS, "texas-bonus")
    limited, limit_cite, left_cite = (*MAIN_WAGERS, "texas-bonus"), "12.C", "7.C(2)"
    rests = resting(
        "fold: fold-cases-lost-their-fold texas-bonus",
        "cards-face-up-late: face-up-exception-cite texas-bonus",
        "dealer-card-exposed: exposure-exception-cite texas-bonus",
        "shuffler-jam: jam-with-two-decks",
        "shoe-jam: jam-merges-two-devices",
    )
    lower, higher, ante_back, tie = "11.I(3)(d)(i)", "11.I(3)(d)(ii)", "11.I(3)(d)(iii)", "11.I(3)(d)(iv)"
    fold_cite, bonus_cite = "11.C(2)", "11.I(4)"

    def section_number(self, cite: str) -> str:
        match = re.match(r"(\d+)\.[A-Z]|(\d+)$", cite)
        return (match[1] or match[2]) if match else ""

    def folded(self, round_: RoundView, seat: int) -> Forfeits:
        return {"ante": (self.fold_cite,)}

    def texas_bonus(self, round_: RoundView, seat: int) -> Ruling:
        """Decides the Bonus (12.B(2)); a reading says whether paytable B pays aces against aces more than other
        aces.
        """
        ruling = super().texas_bonus(round_, seat)
        aces_meet = texas_bonus_row(round_.own(seat)) == texas_bonus_row(round_.dealer_cards()) == "ace-ace"
        return ruling.resting_on("paytable-b") if aces_meet and "B" in round_.terms.tables["texas-bonus"] else ruling

    def check_column(self, terms: Terms, name: str, column: str, rows: Rows, cite: str) -> None:
        expected = dict(self.printed[name][1][column])
        if name == "texas-bonus" and column == "B" and terms.reading("paytable-b") == "without-the-double":
            del expected["ace-ace (dealer and player)"]
        check(f"paytable {name}, column {column}", expected, rows, cite)

    def printed_meter(self, terms: Terms, meter: MeterTerms, amount: int) -> tuple[str, object]:
        raise Different("meter", "no meter in this game", meter.id)

    def best_round(self, terms: Terms) -> int:
        """The most that a round with the minimum Ante and the minimum Bonus can win (12.C)."""
        best = super().best_round(terms)
        if "texas-bonus" in terms.wagers:
            odds = max(Odds.parse(odds).amount for odds in offered(terms.rows("texas-bonus")).values())
            best += int(odds * terms.wagers["texas-bonus"]["minimum"])
        return best

    def void(self, round_: RoundView, irregularity: str) -> Void | None:
        bonus = frozenset({"texas-bonus"})
        return {
            "cards-face-up-early": Void(("13.B",)),
            "cards-face-up-late": Void(("13.B", "13.C"), bonus),
            "wrong-number-of-cards": Void(("13.E",)),
            "dealer-card-exposed": Void(("13.F", "13.G"), bonus),
            "shoe-jam": Void(("13.H",)),
            "shuffler-jam": Void(("13.H",)),
            **dict.fromkeys(STUB_IRREGULARITIES, Void(("8.G", "9.F", "9.G", "9.H", "10.F", "10.G", "10.H"))),
        }.get(irregularity)
