"""58 Pa. Code ch. 677a: how each wager of Heads-Up Hold 'Em is decided, by paragraph."""

from __future__ import annotations

from tablelaw.law.conduct import LOST, PUSH, Case, Ruling, rule


def dealer_has_a_pair(case: Case) -> bool:
    """Whether the dealer's best hand is a pair or better, the boundary between (h)(1) and (h)(2)."""
    return case.at_least("dealer", "pair")


def is_bad_beat(case: Case) -> bool:
    """Whether the dealer outranks a straight or better, the boundary between (h)(2)(iii)(A) and (B)."""
    return case.is_lower and case.at_least("player", "straight")


# --- 677a.11(h)(1): the dealer below a pair ----------------------------------------------


@rule("677a.11(h)(1)", "ante")
def ante_pushes_when_dealer_below_a_pair(case: Case) -> Ruling | None:
    """The Ante pushes when the dealer's best hand is below a pair, regardless of which hand is higher."""
    return None if dealer_has_a_pair(case) else PUSH


@rule("677a.11(h)(1)(i)", "raise")
def winning_raise_paid_dealer_below_a_pair(case: Case) -> Ruling | None:
    """The Raise of a higher hand is paid at even money when the dealer is below a pair."""
    wins = not dealer_has_a_pair(case) and case.is_higher
    return case.pays("even-money", "any winning hand") if wins else None


@rule("677a.11(h)(1)(i)", "odds")
def winning_odds_paid_dealer_below_a_pair(case: Case) -> Ruling | None:
    """The Odds of a higher hand are paid according to their paytable when the dealer is below a pair."""
    wins = not dealer_has_a_pair(case) and case.is_higher
    return case.pays("odds", case.hand("player")) if wins else None


@rule("677a.11(h)(1)(ii)", "raise", "odds")
def tied_raise_and_odds_push_dealer_below_a_pair(case: Case) -> Ruling | None:
    """Raise and Odds push on equal hands when the dealer is below a pair."""
    return PUSH if not dealer_has_a_pair(case) and case.is_equal else None


@rule("677a.11(h)(1)(iii)", "raise", "odds")
def raise_and_odds_lost_to_a_dealer_below_a_pair(case: Case) -> Ruling | None:
    """Raise and Odds are collected when the dealer is below a pair but still beats the player."""
    return LOST if not dealer_has_a_pair(case) and case.is_lower else None


# --- 677a.11(h)(2): the dealer with a pair or better --------------------------------------


@rule("677a.11(h)(2)(i)", "ante", "raise")
def winning_ante_and_raise_paid(case: Case) -> Ruling | None:
    """Ante and Raise of a higher hand are paid at even money when the dealer has a pair or better."""
    wins = dealer_has_a_pair(case) and case.is_higher
    return case.pays("even-money", "any winning hand") if wins else None


@rule("677a.11(h)(2)(i)", "odds")
def winning_odds_paid(case: Case) -> Ruling | None:
    """The Odds of a higher hand are paid according to their paytable, under which they push below a straight."""
    wins = dealer_has_a_pair(case) and case.is_higher
    return case.pays("odds", case.hand("player")) if wins else None


@rule("677a.11(h)(2)(ii)", "ante", "raise", "odds")
def tied_wagers_push(case: Case) -> Ruling | None:
    """Ante, Raise and Odds push on equal hands of a pair or better."""
    return PUSH if dealer_has_a_pair(case) and case.is_equal else None


@rule("677a.11(h)(2)(iii)", "ante")
def ante_lost_to_a_higher_dealer(case: Case) -> Ruling | None:
    """The Ante is collected when a dealer with a pair or better beats the player."""
    return LOST if dealer_has_a_pair(case) and case.is_lower else None


@rule("677a.11(h)(2)(iii)(A)", "raise", "odds")
def raise_and_odds_lost_below_a_straight(case: Case) -> Ruling | None:
    """Raise and Odds are collected when the beaten hand is below a straight."""
    return LOST if dealer_has_a_pair(case) and case.is_lower and not is_bad_beat(case) else None


@rule("677a.11(h)(2)(iii)(B)", "raise")
def raise_lost_with_a_straight_or_better(case: Case) -> Ruling | None:
    """The Raise is collected even if the beaten hand is a straight or better."""
    return LOST if is_bad_beat(case) else None


@rule("677a.11(h)(2)(iii)(B)", "odds")
def bad_beat_paid_on_the_odds(case: Case) -> Ruling | None:
    """The Odds are paid the Bad Beat Bonus and returned when the player's straight or better is beaten."""
    return case.pays("odds-bad-beat", case.hand("player")) if is_bad_beat(case) else None


# --- 677a.11(i): Pocket Bonus and Trips Plus ------------------------------------------------


@rule("677a.11(i)(1)(i)", "pocket-bonus")
def pocket_bonus_paid(case: Case) -> Ruling | None:
    """Pocket Bonus is paid on a pair, or an ace with a king, queen or jack."""
    wins = case.at_least("pocket", "pair of 2s-kings")
    return case.pays("pocket-bonus", case.hand("pocket")) if wins else None


@rule("677a.11(i)(1)(ii)", "pocket-bonus")
def pocket_bonus_collected(case: Case) -> Ruling | None:
    """Pocket Bonus is collected on any other two cards."""
    return None if case.at_least("pocket", "pair of 2s-kings") else LOST


@rule("677a.11(i)(2)(i)", "trips-plus")
def trips_plus_paid(case: Case) -> Ruling | None:
    """Trips Plus is paid on three-of-a-kind or better, regardless of the dealer's hand."""
    wins = case.at_least("player", "three-of-a-kind")
    return case.pays("trips-plus", case.hand("player")) if wins else None


@rule("677a.11(i)(2)(ii)", "trips-plus")
def trips_plus_collected(case: Case) -> Ruling | None:
    """Trips Plus is collected below three-of-a-kind."""
    return None if case.at_least("player", "three-of-a-kind") else LOST
