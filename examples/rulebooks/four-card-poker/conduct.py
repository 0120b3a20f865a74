"""Four Card Poker: how each wager is decided."""

from __future__ import annotations

from tablelaw.law.conduct import LOST, NOTHING, Case, Ruling, rule


@rule("6(b)", "ante", "play")
def lower_hand_loses(case: Case) -> Ruling | None:
    """A hand below the dealer's loses both wagers."""
    return None if case.is_higher or case.is_equal else LOST


@rule("6(c)", "ante", "play")
def higher_or_equal_hand_wins(case: Case) -> Ruling | None:
    """A hand above the dealer's or equal to it wins both wagers."""
    return case.pays("even-money", "any winning hand") if case.is_higher or case.is_equal else None


@rule("6(d)", "ante-bonus")
def ante_bonus(case: Case) -> Ruling | None:
    """A three-of-a-kind or better is paid on the Ante, whatever the dealer holds."""
    hand = case.hand("player")
    return case.pays("ante-bonus", hand) if case.has_row("ante-bonus", hand) else NOTHING


@rule("6(e)", "aces-up")
def aces_up(case: Case) -> Ruling | None:
    """A pair of aces or better is paid according to the paytable; anything else loses."""
    hand = case.hand("player")
    return case.pays("aces-up", hand) if case.has_row("aces-up", hand) else LOST
