"""Three Card Poker: how each wager is decided."""

from __future__ import annotations

from tablelaw.law.conduct import LOST, NOTHING, RETURNED, Case, Ruling, rule


@rule("6(b)", "ante", "play")
def dealer_does_not_qualify(case: Case) -> Ruling | None:
    """If the dealer holds less than queen high, the Ante is paid and Play goes back."""
    if case.qualifies("dealer-qualifies"):
        return None
    return case.pays("even-money", "any winning hand") if case.wager == "ante" else RETURNED


@rule("6(c)", "ante", "play")
def dealer_qualifies(case: Case) -> Ruling | None:
    """If the dealer qualifies, the higher hand wins; equal hands return both wagers."""
    if not case.qualifies("dealer-qualifies"):
        return None
    if case.is_equal:
        return RETURNED
    return case.pays("even-money", "any winning hand") if case.is_higher else LOST


@rule("6(d)", "ante-bonus")
def ante_bonus(case: Case) -> Ruling | None:
    """A straight or better is paid on the Ante, whatever the dealer holds."""
    hand = case.hand("player")
    return case.pays("ante-bonus", hand) if case.has_row("ante-bonus", hand) else NOTHING


@rule("6(e)", "pair-plus")
def pair_plus(case: Case) -> Ruling | None:
    """A pair or better is paid according to the paytable; anything else loses."""
    hand = case.hand("player")
    return case.pays("pair-plus", hand) if case.has_row("pair-plus", hand) else LOST
