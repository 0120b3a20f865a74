"""Arrêté du 14 mai 2007, art. 55-21: how each wager of poker trois cartes is decided, by alinéa."""

from __future__ import annotations

from tablelaw.law.conduct import LOST, RETURNED, Case, Ruling, rule


def dealer_plays(case: Case) -> bool:
    """Whether the dealer has queen high or better, the boundary between alinéas 32 and 33."""
    return case.qualifies("dealer-qualifies")


# --- Mise and Jouer -------------------------------------------------------------------------


@rule("Art. 55-21 al. 32", "ante")
def initial_wager_paid_without_a_game(case: Case) -> Ruling | None:
    """The initial wager is paid at even money when the dealer is below queen high, regardless of the player's hand."""
    return None if dealer_plays(case) else case.pays("even-money", "any winning hand").resting_on("no-game-even-money")


@rule("Art. 55-21 al. 32", "play")
def jouer_kept_without_a_game(case: Case) -> Ruling | None:
    """The player keeps the Jouer wager when the dealer is below queen high."""
    return None if dealer_plays(case) else RETURNED


@rule("Art. 55-21 al. 34", "ante", "play")
def both_lost_to_a_higher_dealer(case: Case) -> Ruling | None:
    """A hand beaten by a dealer who plays loses the initial wager and Jouer."""
    return LOST if dealer_plays(case) and case.is_lower else None


@rule("Art. 55-21 al. 37", "ante", "play")
def both_kept_on_equal_hands(case: Case) -> Ruling | None:
    """The player keeps both wagers on perfectly equal hands."""
    return RETURNED if dealer_plays(case) and case.is_equal else None


@rule("Art. 55-21 al. 38", "ante")
def winning_initial_wager_paid(case: Case) -> Ruling | None:
    """The initial wager of a winning hand pays even money, 4 to 1 on three of a kind, 5 to 1 on a straight flush."""
    wins = dealer_plays(case) and case.is_higher
    return case.pays("winning-ante", case.hand("player")) if wins else None


@rule("Art. 55-21 al. 41", "play")
def winning_jouer_paid(case: Case) -> Ruling | None:
    """The Jouer wager of a winning hand is paid even money, whatever the hand."""
    wins = dealer_plays(case) and case.is_higher
    return case.pays("even-money", "any winning hand") if wins else None


# --- Bonus ------------------------------------------------------------------------------------


@rule("Art. 55-21 al. 46", "bonus")
def bonus_decided_by_the_players_hand(case: Case) -> Ruling | None:
    """The Bonus is paid on a straight or better, whether or not the dealer plays or wins, and otherwise lost."""
    if case.at_least("player", "straight"):
        return case.pays("bonus", case.hand("player"))
    return LOST.resting_on("bonus-without-a-straight")


# --- Paire Plus ---------------------------------------------------------------------------------


@rule("Art. 55-21 al. 52", "pair-plus")
def paire_plus_paid(case: Case) -> Ruling | None:
    """Paire Plus is paid on a pair or better, regardless of the dealer's hand."""
    return case.pays("pair-plus", case.hand("player")) if case.at_least("player", "pair") else None


@rule("Art. 55-21 al. 55", "pair-plus")
def paire_plus_collected(case: Case) -> Ruling | None:
    """Paire Plus is collected below a pair."""
    return None if case.at_least("player", "pair") else LOST
