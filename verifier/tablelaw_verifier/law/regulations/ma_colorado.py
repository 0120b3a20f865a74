"""Massachusetts: Colorado Hold 'Em Poker."""

from __future__ import annotations

import re
from typing import ClassVar

from tablelaw_verifier.law.cards import HANDS, instant_winner, strength
from tablelaw_verifier.law.dealing import Step, ask, in_stacks, one_at_a_time, reveal
from tablelaw_verifier.law.game import FLOOR_OF_LIMITS, Game, resting
from tablelaw_verifier.law.odds import Odds, Rows
from tablelaw_verifier.law.printed.ma_colorado import PRINTED_COLORADO
from tablelaw_verifier.law.round_view import RoundView
from tablelaw_verifier.law.rulings import NO_WAGER, STUB_IRREGULARITIES, Choices, Forfeits, Ruling, Void
from tablelaw_verifier.law.terms import Terms
from tablelaw_verifier.trust.differences import Different, check

MASSACHUSETTS_SECTIONS: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(("SeatTaken", "SeatLeft"), ("2", "6", "7")),
    "DecksReceived": ("3", "4"),
    "DecksReadied": ("4", "5"),
    "TableClosed": ("4",),
    **dict.fromkeys(("Shuffled", "DeckCut", "RecutOrdered"), ("5",)),
    **dict.fromkeys(("WagerPlaced", "WagerWithdrawn"), ("6", "6a")),
    **dict.fromkeys(("BetsClosed", "Dealt", "CardTakenBack", "MethodChanged", "StubCounted"), ("7", "8", "9")),
    **dict.fromkeys(("Decided", "Revealed", "RoundCleared"), ("10", "11")),
    "Settled": ("10", "11", "14"),
    **dict.fromkeys(("DeviceMarked", "CardSetAside"), ("14",)),
    **dict.fromkeys(("SlipFound", "DeckRemoved"), ("5", "7", "8", "9", "10", "11", "14")),
}
TENS_UP = "pair of tens, jacks, queens, kings or aces"
JACKS_UP = "pair of jacks or better"


class Colorado(Game):
    id, always = "ma-colorado", ("ante", "bet")
    options = ("version", "positions-per-player")
    amounts: ClassVar[dict[str, tuple[int, ...]]] = {"bonus": (100,)}
    methods = ("manual-shoe", "hand", "automated-shoe")
    deck_hours: ClassVar[dict[str, int]] = {}
    stub_cites, event_sections = ("7(e)", "8(e)", "9(e)"), MASSACHUSETTS_SECTIONS
    printed = PRINTED_COLORADO
    needs: ClassVar[dict[str, tuple[str, ...]]] = {"bonus": ("ante",)}
    order, own_cards = ("ante", "bet", "bonus"), 3
    limited, limit_cite = ("ante", "bet"), "12(c)"
    rests = resting(
        "fold: fold-and-bonus bonus",
        "cards-face-up wrong-number-of-cards shoe-jam: void-returns-wagers",
        "stub-wrong-misdealt stub-wrong-not-misdealt: void-returns-wagers",
    )
    limit_readings = ("payout-limit-scope", "payout-limit-share")
    harmless = (*Game.harmless[:-1], "community-card-exposed", "wrong-declaration")

    def section_number(self, cite: str) -> str:
        match = re.match(r"(\d+a?)(\(|$)", cite)
        return match[1] if match else ""

    def section(self, round_: RoundView, required: str, permissible: str) -> str:
        return required if round_.terms.choices["version"] == "required" else permissible

    def plan(self, round_: RoundView) -> list[Step]:
        """The steps of a round: cards one at a time, the community area last (7(c), 8(c)), or in stacks of three
        (9(c)); then the board is turned up (10(c), 11(c)).
        """
        stacked = round_.method == "automated-shoe"
        deal = in_stacks(round_.seats, "community", 3) if stacked else one_at_a_time(round_.seats, "community", 3)
        return deal + ask(f"{round_.terms.choices['version']}-bet") + reveal(3)

    def asked(self, round_: RoundView, stage: str) -> list[int]:
        return round_.in_play()

    def choices(self, round_: RoundView, seat: int, stage: str) -> Choices:
        """The choices: the Bet equals the Ante; only the version with a required bet has a fold (10(b), 11(b))."""
        bet: Choices = {"bet": ("bet", (round_.stakes[seat]["ante"],)), "declare": NO_WAGER}
        return bet | {self.section(round_, "fold", "play"): NO_WAGER}

    def folded(self, round_: RoundView, seat: int) -> Forfeits:
        return dict.fromkeys(("ante", "bonus"), ("10(b)(2)",))

    def declared(self, round_: RoundView, seat: int) -> str:
        return instant_winner(round_.own(seat), round_.terms.reading("suited-ace-two-three") != "ace-high-only")

    def rule(self, round_: RoundView, seat: int, wager: str) -> Ruling:
        bonus = self.section(round_, "12(d)", "13(d)")
        if seat in round_.declared:
            ruling = self.by_declaration(round_, wager, self.declared(round_, seat))
            rests = len({instant_winner(round_.own(seat), low_ace) for low_ace in (True, False)}) > 1
            return ruling.resting_on("suited-ace-two-three") if rests else ruling
        name, ranks = self.five_cards(round_, seat)
        if wager == "bonus":
            row = JACKS_UP if name == "pair" and ranks[0] >= 11 else name
            return self.by_row(round_, "bonus", row, bonus, "6a(a)")
        return self.main(round_, name, ranks[0])

    def by_declaration(self, round_: RoundView, wager: str, row: str) -> Ruling:
        """Decides a declaration: an instant winner is paid at once (10(b)(3)(i), 11(b)(2)(i)); one declared in error
        loses (14(d)).
        """
        if not row:
            lost = Ruling("lost", "14(d)")
            return lost if wager == "ante" else lost.resting_on("wrong-declaration-and-other-wagers")
        if wager == "ante":
            return self.by_row(round_, "instant", row, self.section(round_, "10(b)(3)(i)", "11(b)(2)(i)"), "")
        return self.by_row(round_, "bonus-instant", row, self.section(round_, "12(d)", "13(d)"), "")

    def five_cards(self, round_: RoundView, seat: int) -> tuple[str, tuple[int, ...]]:
        kept = [card for card in round_.own(seat) if card not in round_.discards[seat]]
        hand, ranks = strength(kept + round_.community(3))
        return HANDS[hand], ranks

    def main(self, round_: RoundView, name: str, pair: int) -> Ruling:
        """Decides Ante and Bet: sevens to nines push (10(e)-(g)), or nines and tens (11(e)-(g)); lower hands lose,
        higher ones are paid.
        """
        required = round_.terms.choices["version"] == "required"
        tens_win = required or round_.terms.reading("pair-of-tens") == "win"
        pushes = (7, 8, 9) if required else (9,) if tens_win else (9, 10)
        chapter = self.section(round_, "10", "11")
        if name == "high card" or (name == "pair" and pair < pushes[0]):
            return Ruling("lost", f"{chapter}(e)")
        if name == "pair" and pair in pushes:
            push = Ruling("push", f"{chapter}(f)")
            return push.resting_on("pair-of-tens") if pair == 10 else push
        row = name if name != "pair" else TENS_UP if tens_win else JACKS_UP
        ruling = self.by_row(round_, "bet", row, f"{chapter}(g)", "")
        rests = not required and name == "pair" and (pair == 10 or not tens_win)
        return ruling.resting_on("pair-of-tens") if rests else ruling

    def check_column(self, terms: Terms, name: str, column: str, rows: Rows, cite: str) -> None:
        """Requires at least the printed odds (12(b), (d), 13(b), (d)); tens push if 11(f) is read as overriding
        13(b).
        """
        printed = dict(self.printed[name][1][column])
        if name == "bet" and column == "permissible" and terms.reading("pair-of-tens") == "push":
            printed[JACKS_UP] = printed.pop(TENS_UP)
        check(f"rows of paytable {name}, column {column}", sorted(printed), sorted(rows), cite)
        for row, odds in printed.items():
            if Odds.parse(rows[row]).amount < Odds.parse(odds).amount:
                raise Different(f"paytable {name}, column {column}, {row}", f"{odds} or better", rows[row], cite)

    def check_limit(self, terms: Terms) -> None:
        if terms.limit is not None and terms.limit < FLOOR_OF_LIMITS:
            raise Different("payout limit", f"none, or {FLOOR_OF_LIMITS} or more", terms.limit, "12(c), 13(c)")

    def void(self, round_: RoundView, irregularity: str) -> Void | None:
        return {
            "cards-face-up": Void(("14(a)",)),
            "wrong-number-of-cards": Void(("14(c)",)),
            "shoe-jam": Void(("14(f)",)),
            **dict.fromkeys(STUB_IRREGULARITIES, Void(("7(e)(2)", "8(e)", "9(e)", "14(c)"))),
        }.get(irregularity)
