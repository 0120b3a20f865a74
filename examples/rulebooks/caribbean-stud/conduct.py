"""Caribbean Stud: how each wager is decided."""

from __future__ import annotations

from tablelaw.law.conduct import LOST, RETURNED, Case, Ruling, rule


@rule("6(b)", "ante", "raise")
def dealer_does_not_qualify(case: Case) -> Ruling | None:
    """If the dealer holds less than ace-king, the Ante is paid and the Raise goes back."""
    if case.qualifies("dealer-qualifies"):
        return None
    return case.pays("ante", "any winning hand") if case.wager == "ante" else RETURNED


@rule("6(c)", "ante", "raise")
def dealer_qualifies(case: Case) -> Ruling | None:
    """If the dealer qualifies, the higher hand wins, and a winning Raise is paid according to its paytable; equal hands
    return both wagers.
    """
    if not case.qualifies("dealer-qualifies"):
        return None
    if case.is_equal:
        return RETURNED
    if case.is_lower:
        return LOST
    return case.pays("ante", "any winning hand") if case.wager == "ante" else case.pays("raise", case.hand("player"))
