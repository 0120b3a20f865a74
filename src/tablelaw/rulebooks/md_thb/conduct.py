"""Maryland, MLGCA v1.0: how each wager of Texas Hold 'Em Bonus Poker is decided, by paragraph."""

from __future__ import annotations

from tablelaw.cards.rankings.two_card import BOTH_ACES
from tablelaw.law.conduct import LOST, RETURNED, Case, Ruling, rule

# --- 11.I(3)(d): Ante, Flop, Turn and River --------------------------------------------


def reaches_the_bar(case: Case) -> bool:
    """Whether the player's hand is at least the straight or flush that the submission requires for the Ante to
    be paid.
    """
    return case.at_least("player", case.terms.choice("ante-pays-from"))


@rule("11.I(3)(d)(i)", "ante", "flop", "turn", "river")
def lost_to_a_higher_dealer(case: Case) -> Ruling | None:
    """Ante, Flop, Turn and River are collected when the dealer outranks the player."""
    return LOST if case.is_lower else None


@rule("11.I(3)(d)(ii)", "flop", "turn", "river")
def winning_wagers_paid(case: Case) -> Ruling | None:
    """Flop, Turn and River are paid at even money when the player outranks the dealer."""
    return case.pays("even-money", "any winning hand") if case.is_higher else None


@rule("11.I(3)(d)(ii)", "ante")
def winning_ante_paid_from_the_bar(case: Case) -> Ruling | None:
    """The Ante of a higher hand is paid at even money if it reaches the straight or flush that the submission names."""
    wins = case.is_higher and reaches_the_bar(case)
    return case.pays("even-money", "any winning hand") if wins else None


@rule("11.I(3)(d)(iii)", "ante")
def winning_ante_returned_below_the_bar(case: Case) -> Ruling | None:
    """The Ante of a higher hand is only returned if it is below the straight or flush that the submission names."""
    return RETURNED if case.is_higher and not reaches_the_bar(case) else None


@rule("11.I(3)(d)(iv)", "ante", "flop", "turn", "river")
def tied_wagers_returned(case: Case) -> Ruling | None:
    """Ante, Flop, Turn and River are returned on equal hands."""
    return RETURNED if case.is_equal else None


# --- 11.I(4): Texas Hold 'Em Bonus -----------------------------------------------------


def paying_class(case: Case) -> str:
    """The row for the player's two cards, with aces against aces if the table in force has that row."""
    return BOTH_ACES if aces_meet(case) and case.has_row("texas-bonus", BOTH_ACES) else case.hand("pocket")


def aces_meet(case: Case) -> bool:
    return case.hand("pocket") == case.hand("dealer-pocket") == "ace-ace"


@rule("11.I(4)", "texas-bonus")
def bonus_paid_on_the_first_two_cards(case: Case) -> Ruling | None:
    """The Bonus is paid on the player's two cards according to its table, regardless of how the other wagers are
    settled.
    """
    row = paying_class(case)
    if not case.has_row("texas-bonus", row):
        return None
    ruling = case.pays("texas-bonus", row)
    doubtful = aces_meet(case) and case.terms.choice("texas-bonus") == "B"
    return ruling.resting_on("paytable-b") if doubtful else ruling


@rule("11.I(4)", "texas-bonus")
def bonus_collected_without_a_row(case: Case) -> Ruling | None:
    """The Bonus is collected when its table has no row for the two cards."""
    return None if case.has_row("texas-bonus", paying_class(case)) else LOST
