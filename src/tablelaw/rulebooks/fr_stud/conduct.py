"""Arrêté du 14 mai 2007, art. 55-16 and 55-17: how each wager of stud poker de casino is decided, by alinéa."""

from __future__ import annotations

from tablelaw.law.conduct import LOST, RETURNED, Case, Ruling, rule


def dealer_plays(case: Case) -> bool:
    """Whether the dealer has ace-king or better, the boundary between alinéas 36 and 37."""
    return case.qualifies("dealer-qualifies")


def hand_wins(case: Case) -> bool:
    """Whether the dealer plays and the player's hand beats the dealer's."""
    return dealer_plays(case) and case.is_higher


# --- Ante and Relance -----------------------------------------------------------------------


@rule("Art. 55-16 al. 36", "ante")
def ante_paid_without_a_game(case: Case) -> Ruling | None:
    """The Ante is paid at even money when the dealer is below ace-king, regardless of the player's hand."""
    return None if dealer_plays(case) else case.pays("even-money", "any winning hand")


@rule("Art. 55-16 al. 36", "raise")
def raise_kept_without_a_game(case: Case) -> Ruling | None:
    """When the dealer is below ace-king, only the Ante is paid and the player keeps the raise."""
    return None if dealer_plays(case) else RETURNED


@rule("Art. 55-16 al. 38", "ante", "raise")
def both_lost_to_a_higher_dealer(case: Case) -> Ruling | None:
    """A hand beaten by a dealer who plays loses the Ante and the raise."""
    return LOST if dealer_plays(case) and case.is_lower else None


@rule("Art. 55-16 al. 37", "ante", "raise")
def both_kept_on_equal_points(case: Case) -> Ruling | None:
    """A hand with the same points as the dealer's is void: the player keeps both wagers."""
    return RETURNED if dealer_plays(case) and case.is_equal else None


@rule("Art. 55-16 al. 37", "ante")
def winning_ante_paid(case: Case) -> Ruling | None:
    """The Ante of a winning hand is paid at even money for any hand."""
    return case.pays("even-money", "any winning hand") if hand_wins(case) else None


@rule("Art. 55-17 al. 1", "raise")
def winning_raise_paid_by_its_hand(case: Case) -> Ruling | None:
    """The raise of a winning hand is paid according to the scale of combinations."""
    return case.pays("raise", case.hand("player")) if hand_wins(case) else None


# --- Bonus ------------------------------------------------------------------------------------


@rule("Art. 55-16 al. 50", "bonus")
def bonus_paid_from_a_flush_up(case: Case) -> Ruling | None:
    """The Bonus is paid on a flush or better if the hand wins or the dealer does not play."""
    earned = case.at_least("player", "flush") and (hand_wins(case) or not dealer_plays(case))
    return case.pays("bonus", case.hand("player")) if earned else None


@rule("Art. 55-16 al. 50", "bonus")
def bonus_lost_below_a_flush(case: Case) -> Ruling | None:
    """The Bonus is lost below a flush, unless the hand is beaten, in which case the next alinéa applies."""
    if case.at_least("player", "flush") or _is_beaten(case):
        return None
    return LOST.resting_on("bonus-not-earned")


@rule("Art. 55-16 al. 51", "bonus")
def bonus_lost_with_a_beaten_hand(case: Case) -> Ruling | None:
    """The Bonus is lost when a dealer who plays has the higher hand, regardless of the player's hand."""
    return LOST if _is_beaten(case) else None


@rule("Art. 55-16 al. 37", "bonus")
def bonus_kept_on_equal_points(case: Case) -> Ruling | None:
    """The Bonus of a flush or better is returned when the dealer's hand has the same points and the hand is void."""
    if not (dealer_plays(case) and case.is_equal and case.at_least("player", "flush")):
        return None
    return RETURNED.resting_on("bonus-on-equal-points")


def _is_beaten(case: Case) -> bool:
    return dealer_plays(case) and case.is_lower
