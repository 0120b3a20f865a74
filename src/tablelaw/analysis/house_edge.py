"""The exact house edge of one wager of a table: of the main game under best play, or of any other wager."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from tablelaw.analysis.main_choices import Told, is_beside_main_game
from tablelaw.analysis.main_game import main_of
from tablelaw.analysis.result import Result
from tablelaw.analysis.side_wagers.progressives import seeds_filed, stake_filed
from tablelaw.analysis.side_wagers.under_main_play import MAIN_PLAY, under_main_play
from tablelaw.analysis.side_wagers.values import is_lost_by_a_fold, is_side_wager, side_result
from tablelaw.law.rows import Wager
from tablelaw.submission.submission import Submission


@dataclass(frozen=True, slots=True)
class HouseEdge:
    """What the house keeps of a wager on average: `fixed` with every meter at zero, less `shares` of what the meters
    show.
    """

    fixed: Fraction
    """Per unit staked, or per unit of the first wager in the main game."""
    shares: dict[str, Fraction]
    """The expected share of each meter that is won."""
    stake_cents: int
    """The stake of a wager on a meter; 0 for the main game."""
    basis: str
    """The strategy under which the figures are valid; empty if they do not depend on the strategy."""
    is_main: bool = False
    of_everything: Fraction | None = None
    """For the main game: per unit of everything wagered on it."""


def house_edge(submission: Submission, wager_id: str, tell: Told | None = None) -> HouseEdge:
    """The edge of an offered wager; `tell` is called with what is being solved."""
    wager = submission.book.wager(wager_id)
    if not is_beside_main_game(submission.book, wager):
        main = main_of(submission.terms, tell)
        return HouseEdge(-main.ev, {}, 0, MAIN_PLAY, True, main.element_of_risk)
    result, basis = _beside(submission, wager, tell)
    at_zero = result.ev - sum((share * result.seeds[name] for name, share in result.meters.items()), Fraction(0))
    return HouseEdge(-at_zero, dict(result.meters), stake_filed(submission, _carrier(wager)), basis)


def _carrier(wager: Wager) -> str:
    """The wager whose stake counts: this one, or the one that a bonus belongs to."""
    return wager.rides_on[0] if wager.rides_on else wager.id


def _beside(submission: Submission, wager: Wager, tell: Told | None) -> tuple[Result, str]:
    """The result of a side wager and the strategy that it depends on; the main game is solved only if it matters."""
    plain = None
    if is_side_wager(wager, submission.terms):
        stake, seeds = stake_filed(submission, _carrier(wager)), seeds_filed(submission, _carrier(wager))
        plain = side_result(submission.terms, wager.id, seeds=seeds, stake_cents=stake)
        if not is_lost_by_a_fold(submission.terms, wager):
            return plain, ""
    found = under_main_play(submission, wager, main_of(submission.terms, tell), plain)
    return found.result, found.basis
