"""Casino Hold'em: how each wager is decided."""

from __future__ import annotations

from tablelaw.law.conduct import LOST, RETURNED, Case, Ruling, rule


@rule("6(b)", "ante", "call")
def dealer_does_not_qualify(case: Case) -> Ruling | None:
    """If the dealer holds less than a pair of fours, the Ante is paid by its paytable and the Call goes back."""
    if case.qualifies("dealer-qualifies"):
        return None
    return case.pays("ante", case.hand("player")) if case.wager == "ante" else RETURNED


@rule("6(c)", "ante", "call")
def dealer_qualifies_and_is_higher_or_equal(case: Case) -> Ruling | None:
    """A qualifying dealer with the higher hand takes both wagers; equal hands return both."""
    if not case.qualifies("dealer-qualifies") or case.is_higher:
        return None
    return RETURNED if case.is_equal else LOST


@rule("6(d)", "ante", "call")
def player_is_higher(case: Case) -> Ruling | None:
    """If the dealer qualifies and the player has the higher hand, the Ante is paid according to its paytable and the
    Call at even money.
    """
    if not case.qualifies("dealer-qualifies") or not case.is_higher:
        return None
    if case.wager == "ante":
        return case.pays("ante", case.hand("player"))
    return case.pays("even-money", "any winning hand")


@rule("6(e)", "aa-plus")
def aa_plus(case: Case) -> Ruling | None:
    """A pair of aces or better is paid according to the paytable; anything else loses."""
    hand = case.hand("player-flop")
    return case.pays("aa-plus", hand) if case.has_row("aa-plus", hand) else LOST
