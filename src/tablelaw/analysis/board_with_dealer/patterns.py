"""The patterns of decisions that the solver knows."""

from __future__ import annotations

from tablelaw.law.decisions import Decision


def is_one_bet(decisions: tuple[Decision, ...]) -> bool:
    """A player may check twice and must then bet or fold."""
    waits = [decision.can_check and not decision.can_fold for decision in decisions[:2]]
    return [d.seen for d in decisions] == [0, 3, 5] and all(d.once for d in decisions) and all(waits)


def bets_add_up(decisions: tuple[Decision, ...]) -> bool:
    """First a bet or a fold, then optional bets of one size each."""
    shape = [(decision.seen, decision.can_check, len(decision.bets)) for decision in decisions]
    return shape == [(0, False, 1), (3, True, 1), (4, True, 1)] and not any(d.can_fold for d in decisions[1:])
