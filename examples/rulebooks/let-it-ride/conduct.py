"""Let It Ride: how each wager is decided."""

from __future__ import annotations

from tablelaw.law.conduct import LOST, Case, Ruling, rule


@rule("6(b)", "ante", "first", "second")
def by_the_table(case: Case) -> Ruling | None:
    """Every wager is paid according to the paytable, goes back on a hand that the paytable calls a push, and loses
    below that.
    """
    hand = case.hand("player")
    return case.pays("payout", hand) if case.has_row("payout", hand) else LOST
