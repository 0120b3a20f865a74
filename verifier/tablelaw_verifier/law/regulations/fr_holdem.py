"""Arrêté du 14 mai 2007, articles 55-18-1 to 55-18-3: hold'em poker de casino."""

from __future__ import annotations

from typing import ClassVar

from tablelaw_verifier.law.cards import HANDS
from tablelaw_verifier.law.dealing import TURN_UP, Step, ask, in_stacks, up
from tablelaw_verifier.law.french_order import FrenchOrder
from tablelaw_verifier.law.game import resting
from tablelaw_verifier.law.printed.fr_holdem import PRINTED_HOLDEM_DE_CASINO
from tablelaw_verifier.law.round_view import RoundView
from tablelaw_verifier.law.rulings import NO_WAGER, Choices, Forfeits, Ruling, against_dealer


class HoldemDeCasino(FrenchOrder):
    id, articles = "fr-holdem", ("55-18-1", "55-18-2", "55-18-3")
    fewest_and_most_seats, seats_cite = (1, 7), "Art. 55-18-1 al. 7"
    multiples, multiples_cite = (50, 100, 200), "Art. 55-18-3 al. 3"
    always = ("ante", "super-ante", "raise", "turn", "river")
    printed = PRINTED_HOLDEM_DE_CASINO
    required, equal = ("ante", "super-ante"), ("super-ante",)
    needs: ClassVar[dict[str, tuple[str, ...]]] = {"bonus": ("ante", "super-ante")}
    times_at_most: ClassVar[dict[str, int]] = {"bonus": 10}
    order = ("ante", "super-ante", "raise", "turn", "river", "bonus")
    wrong_number, told = "Art. 55-18-1 al. 10", "Art. 55-18-1 al. 57"
    rests = resting(
        "fold: abandon ante super-ante",
        "fold: fold-and-bonus bonus",
        "wrong-number-of-cards stub-wrong-misdealt: misdeal",
        "information-exchanged: void-round",
        "stub-wrong-not-misdealt: deck-not-whole",
        american=False,
    )

    def plan(self, round_: RoundView) -> list[Step]:
        """The steps of a round: two cards each, the bank last (al. 10); a card is burned before each part of the board
        (al. 16, 20, 24).
        """
        deal = in_stacks(round_.seats, "dealer", 2) + ask("before-flop")
        board = up(3) + ask("after-flop") + up(1) + ask("after-turn") + up(1) + ask("after-river")
        return deal + board + TURN_UP

    def asked(self, round_: RoundView, stage: str) -> list[int]:
        """The seats asked: those that have not bet (al. 17 and 21); after the river, those that bet on the Turn (al.
        25).
        """
        if stage == "after-river":
            return [seat for seat in round_.in_play() if "turn" in round_.stakes[seat]]
        return [seat for seat in round_.in_play() if not {"raise", "turn"} & round_.stakes[seat].keys()]

    def choices(self, round_: RoundView, seat: int, stage: str) -> Choices:
        ante = round_.stakes[seat]["ante"]
        halves = (ante // 2,) if ante % 2 == 0 else ()
        return {
            "before-flop": {"check": NO_WAGER, "bet": ("raise", (3 * ante, 4 * ante))},
            "after-flop": {"check": NO_WAGER, "bet": ("raise", (2 * ante,))},
            "after-turn": {"fold": NO_WAGER, "bet": ("turn", halves)},
            "after-river": {"check": NO_WAGER, "bet": ("river", halves)},
        }[stage]

    def folded(self, round_: RoundView, seat: int) -> Forfeits:
        """A fold loses Ante and Super Ante (al. 22) and, under one reading, the Bonus (al. 47)."""
        lost: Forfeits = dict.fromkeys(("ante", "super-ante"), ("Art. 55-18-1 al. 22",))
        if round_.terms.reading("fold-and-bonus") == "collected":
            lost["bonus"] = ("Art. 55-18-1 al. 47",)
        return lost

    def rule(self, round_: RoundView, seat: int, wager: str) -> Ruling:
        held = HANDS[round_.player_strength(seat)[0]]
        if wager == "bonus":
            return self.by_row(round_, wager, held, "Art. 55-18-1 al. 48", "Art. 55-18-1 al. 56")
        player, bank = round_.player_strength(seat), round_.dealer_strength()
        if HANDS[bank[0]] == "high card":
            paid = Ruling("won", "Art. 55-18-1 al. 44", "even-money", "any winning hand")
            return paid if wager == "ante" else Ruling("returned", "Art. 55-18-1 al. 45")
        if wager == "super-ante" and player > bank:
            paying = held in round_.terms.rows("super-ante")
            won = Ruling("won", "Art. 55-18-1 al. 33", "super-ante", held)
            return won if paying else Ruling("returned", "Art. 55-18-1 al. 40")
        cites = "Art. 55-18-1 al. 41", "Art. 55-18-1 al. 32", "Art. 55-18-1 al. 42"
        return against_dealer((player > bank) - (player < bank), cites, "returned")
