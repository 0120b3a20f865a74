"""Arrêté du 14 mai 2007, arts 55-20 and 55-20-1: how each wager of ultimate hold'em poker is decided, by alinéa."""

from __future__ import annotations

from tablelaw.law.conduct import LOST, RETURNED, Case, Ruling, rule


def dealer_qualifies(case: Case) -> bool:
    """Whether the dealer holds a pair or better, the minimum in al. 18."""
    return case.at_least("dealer", "pair")


# --- al. 15: the player's hand beats the dealer's ----------------------------------------


@rule("Art. 55-20 al. 15", "ante")
def winning_ante_paid(case: Case) -> Ruling | None:
    """The Ante of a higher hand is paid at even money when the dealer qualifies."""
    wins = case.is_higher and dealer_qualifies(case)
    return case.pays("even-money", "any winning hand") if wins else None


@rule("Art. 55-20 al. 15", "play")
def winning_play_paid(case: Case) -> Ruling | None:
    """The Play of a higher hand is paid at even money, whether or not the dealer qualifies."""
    return case.pays("even-money", "any winning hand") if case.is_higher else None


@rule("Art. 55-20 al. 15", "blind")
def winning_blind_paid_or_kept(case: Case) -> Ruling | None:
    """The Blind of a higher hand is paid according to its table on a straight or better; below that, it pushes."""
    return case.pays("blind", case.hand("player")) if case.is_higher else None


# --- al. 16: the dealer's hand is higher ---------------------------------------------------


@rule("Art. 55-20 al. 16", "ante")
def ante_lost_to_a_higher_dealer(case: Case) -> Ruling | None:
    """The Ante is lost when a qualifying dealer has the higher hand."""
    return LOST if case.is_lower and dealer_qualifies(case) else None


@rule("Art. 55-20 al. 16", "blind", "play")
def blind_and_play_lost_to_a_higher_dealer(case: Case) -> Ruling | None:
    """Blind and Play are lost when the dealer has the higher hand, whether or not the dealer qualifies."""
    return LOST if case.is_lower else None


# --- al. 17: equal hands ---------------------------------------------------------------------


@rule("Art. 55-20 al. 17", "ante")
def tied_ante_kept(case: Case) -> Ruling | None:
    """The player keeps the Ante when the hands are equal and the dealer qualifies."""
    return RETURNED if case.is_equal and dealer_qualifies(case) else None


@rule("Art. 55-20 al. 17", "blind", "play")
def tied_blind_and_play_kept(case: Case) -> Ruling | None:
    """The player keeps Blind and Play when the hands are equal."""
    return RETURNED if case.is_equal else None


# --- al. 18: the dealer does not qualify; Trips ------------------------------------------------


@rule("Art. 55-20 al. 18", "ante")
def ante_given_back_below_a_pair(case: Case) -> Ruling | None:
    """The Ante is returned when the dealer has less than a pair."""
    return None if dealer_qualifies(case) else RETURNED


@rule("Art. 55-20 al. 27", "trips")
def trips_or_better_paid(case: Case) -> Ruling | None:
    """Trips is paid according to its table on three-of-a-kind or better, regardless of the dealer's hand."""
    return case.pays("trips", case.hand("player")) if case.at_least("player", "three-of-a-kind") else None


@rule("Art. 55-20 al. 20", "trips")
def below_trips_lost(case: Case) -> Ruling | None:
    """Trips is lost on a hand that is not in its table."""
    return None if case.at_least("player", "three-of-a-kind") else LOST
