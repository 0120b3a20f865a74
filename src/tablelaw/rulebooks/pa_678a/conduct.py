"""58 Pa. Code ch. 678a, text as proposed: how each wager of High Card Flush is decided, by paragraph."""

from __future__ import annotations

from tablelaw.law.conduct import LOST, PUSH, RETURNED, Case, Ruling, rule


def dealer_qualifies(case: Case) -> bool:
    """Whether the dealer has a nine-high three-card flush or better, the boundary between (d)(1) and (d)(2)."""
    return case.at_least("dealer-qualifies", "qualifies")


# --- 678a.11(d)(1): a dealer who does not qualify --------------------------------------


@rule("678a.11(d)(1)", "ante")
def ante_paid_when_dealer_does_not_qualify(case: Case) -> Ruling | None:
    """The Ante of every player who raised is paid at even money, regardless of the player's hand."""
    return None if dealer_qualifies(case) else case.pays("even-money", "any winning hand")


@rule("678a.11(d)(1)", "raise")
def raise_returned_when_dealer_does_not_qualify(case: Case) -> Ruling | None:
    """The Raise is returned when the dealer does not qualify."""
    return None if dealer_qualifies(case) else RETURNED


# --- 678a.11(d)(2): a dealer who qualifies ---------------------------------------------


@rule("678a.11(d)(2)(ii)(A)", "ante", "raise")
def higher_hand_paid(case: Case) -> Ruling | None:
    """Ante and Raise of a hand higher than the qualifying dealer's are paid at even money."""
    wins = dealer_qualifies(case) and case.is_higher
    return case.pays("even-money", "any winning hand") if wins else None


@rule("678a.11(d)(2)(ii)(B)", "ante", "raise")
def equal_hand_pushes(case: Case) -> Ruling | None:
    """Ante and Raise push on equal hands."""
    return PUSH if dealer_qualifies(case) and case.is_equal else None


@rule("678a.11(d)(2)(ii)(C)", "ante", "raise")
def lower_hand_loses(case: Case) -> Ruling | None:
    """Ante and Raise of a hand lower than the qualifying dealer's are collected."""
    return LOST if dealer_qualifies(case) and case.is_lower else None


# --- 678a.11(e)(1): Flush Bonus --------------------------------------------------------


@rule("678a.11(e)(1)(i)", "flush-bonus")
def three_card_flush_or_less_collected(case: Case) -> Ruling | None:
    """The Flush Bonus is collected below a four-card flush."""
    return None if case.at_least("player", "four-card flush") else LOST


@rule("678a.11(e)(1)(ii)", "flush-bonus")
def four_card_flush_or_better_paid(case: Case) -> Ruling | None:
    """The Flush Bonus is paid on a four-card flush or better, regardless of the dealer's hand."""
    wins = case.at_least("player", "four-card flush")
    return case.pays("flush-bonus", case.hand("player")) if wins else None


# --- 678a.11(e)(2): Straight Flush Bonus -----------------------------------------------


@rule("678a.11(e)(2)(i)", "straight-flush-bonus")
def run_of_two_or_less_collected(case: Case) -> Ruling | None:
    """The Straight Flush Bonus is collected below a three-card straight flush."""
    return None if case.at_least("player-straight-flush", "three-card straight flush") else LOST


@rule("678a.11(e)(2)(ii)", "straight-flush-bonus")
def run_of_three_or_more_paid(case: Case) -> Ruling | None:
    """The Straight Flush Bonus is paid on a three-card straight flush or better."""
    wins = case.at_least("player-straight-flush", "three-card straight flush")
    return case.pays("straight-flush-bonus", case.hand("player-straight-flush")) if wins else None


# --- 678a.11(e)(3): Progressive Jackpot ------------------------------------------------


@rule("678a.11(e)(3)", "progressive")
def progressive_paid_from_the_lowest_row_offered(case: Case) -> Ruling | None:
    """The Progressive Jackpot is paid on at least three or four consecutive suited cards, depending on the paytable in
    force, and otherwise lost.
    """
    hand = case.hand("player-straight-flush")
    return case.pays("progressive", hand) if case.has_row("progressive", hand) else LOST
