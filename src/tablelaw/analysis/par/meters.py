"""The meter wagers of a submission: their value at any meter amounts, break-even amounts, and the long run."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction

from tablelaw.analysis.par.contents import ParMeter, ParProgressive, SideWager
from tablelaw.analysis.par.wagers import is_for_others
from tablelaw.analysis.side_wagers.envy import envy_by_others
from tablelaw.analysis.side_wagers.progressives import Progressive, progressive_filed, stake_filed
from tablelaw.law.rows import Wager
from tablelaw.submission.submission import MeterTerms, Submission


def progressives_filed(submission: Submission, sides: Iterable[SideWager]) -> tuple[ParProgressive, ...]:
    """Every offered wager that wins shares of a meter, at the seeds, rates and stake filed."""
    fed = {wager for meter in submission.meters for wager in meter.wagers}
    return tuple(_progressive(submission, side) for side in sides if side.id in fed)


def _progressive(submission: Submission, side: SideWager) -> ParProgressive:
    wager, stake = submission.book.wager(side.id), stake_filed(submission, side.id)
    known = progressive_filed(submission, wager.id)
    if side.outcomes is not None:
        known = replace(known, outcomes=side.outcomes)
    meters = [meter for meter in submission.meters if wager.id in meter.wagers]
    envy = _envy(submission, wager)
    return ParProgressive(
        wager=wager.id,
        name=wager.name,
        cite=", ".join(
            dict.fromkeys(str(m.cite) for m in submission.book.meters if m.id in {one.id for one in meters})
        ),
        stake_cents=stake,
        fixed=known.fixed,
        at_seed=known.ev(),
        long_run=known.long_run(),
        meters=tuple(_meter(known, meter, stake) for meter in meters),
        envy={n: v for n, v in envy_by_others(submission.terms, stake).items() if n < submission.seats} if envy else {},
        envy_cite=str(envy.cite) if envy else "",
        basis=side.basis,
    )


def _meter(known: Progressive, meter: MeterTerms, stake_cents: int) -> ParMeter:
    name = meter.name
    return ParMeter(
        name=name,
        seed_cents=Fraction(meter.seed_cents),
        reseed_cents=Fraction(meter.reseed_cents),
        primary=meter.primary,
        reserve=meter.reserve,
        coefficient=known.coefficients[name],
        emptied=known.emptied(name),
        break_even_cents=known.break_even(name) * stake_cents,
        average_cents=known.average(name) * stake_cents,
        link=meter.link,
    )


def _envy(submission: Submission, wager: Wager) -> Wager | None:
    """The offered bonus that belongs to this wager and is paid for another player's hand."""
    riders = [w for w in submission.book.wagers if wager.id in w.rides_on and w.id in submission.terms.offered]
    return next((rider for rider in riders if is_for_others(submission.book, rider)), None)
