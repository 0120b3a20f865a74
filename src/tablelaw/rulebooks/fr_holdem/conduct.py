"""Arrêté du 14 mai 2007, art. 55-18-1: how each wager of hold'em poker de casino is decided, by alinéa."""

from __future__ import annotations

from tablelaw.law.conduct import LOST, RETURNED, Case, Ruling, rule


def bank_qualifies(case: Case) -> bool:
    """Whether the bank has a pair or better, the boundary between alinéas 30 and 43."""
    return case.at_least("dealer", "pair")


# --- The bank qualifies ---------------------------------------------------------------------


@rule("Art. 55-18-1 al. 32", "ante", "raise", "turn", "river")
def winning_wagers_paid(case: Case) -> Ruling | None:
    """The Ante and the bets of a hand higher than the bank's are paid at even money."""
    wins = bank_qualifies(case) and case.is_higher
    return case.pays("even-money", "any winning hand") if wins else None


@rule("Art. 55-18-1 al. 33", "super-ante")
def winning_super_ante_paid(case: Case) -> Ruling | None:
    """The Super Ante of a hand higher than the bank's is paid according to its table on a straight or better."""
    wins = bank_qualifies(case) and case.is_higher and case.at_least("player", "straight")
    return case.pays("super-ante", case.hand("player")) if wins else None


@rule("Art. 55-18-1 al. 40", "super-ante")
def super_ante_stays_below_a_straight(case: Case) -> Ruling | None:
    """The Super Ante of a winning hand below a straight is neither paid nor collected."""
    wins = bank_qualifies(case) and case.is_higher
    return RETURNED if wins and not case.at_least("player", "straight") else None


@rule("Art. 55-18-1 al. 41", "ante", "super-ante", "raise", "turn", "river")
def all_lost_to_a_higher_bank(case: Case) -> Ruling | None:
    """A hand lower than the bank's loses the Ante, the Super Ante and the bets."""
    return LOST if bank_qualifies(case) and case.is_lower else None


@rule("Art. 55-18-1 al. 42", "ante", "super-ante", "raise", "turn", "river")
def all_kept_on_equal_hands(case: Case) -> Ruling | None:
    """On equal hands the player keeps the Ante, the Super Ante and the bets."""
    return RETURNED if bank_qualifies(case) and case.is_equal else None


# --- The bank does not qualify ----------------------------------------------------------------


@rule("Art. 55-18-1 al. 44", "ante")
def ante_paid_without_a_qualified_bank(case: Case) -> Ruling | None:
    """The Ante is paid at even money when the bank has no pair, regardless of the player's hand."""
    return None if bank_qualifies(case) else case.pays("even-money", "any winning hand")


@rule("Art. 55-18-1 al. 45", "super-ante", "raise", "turn", "river")
def others_stay_without_a_qualified_bank(case: Case) -> Ruling | None:
    """The Super Ante and the bets are neither paid nor collected when the bank has no pair."""
    return None if bank_qualifies(case) else RETURNED


# --- Bonus ------------------------------------------------------------------------------------


@rule("Art. 55-18-1 al. 48", "bonus")
def bonus_paid(case: Case) -> Ruling | None:
    """The Bonus is paid on three of a kind or better, regardless of the bank's hand."""
    pays = case.at_least("player", "three-of-a-kind")
    return case.pays("bonus", case.hand("player")) if pays else None


@rule("Art. 55-18-1 al. 56", "bonus")
def bonus_collected(case: Case) -> Ruling | None:
    """The Bonus is collected below three of a kind."""
    return None if case.at_least("player", "three-of-a-kind") else LOST
