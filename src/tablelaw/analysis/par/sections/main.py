"""The main game on a PAR sheet: its wagers, figures, actions, and the distribution of the net result."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from tablelaw.analysis.par import words as say
from tablelaw.analysis.par.contents import Par
from tablelaw.analysis.par.sections.blocks import Block, Grid, Plot, right

NINETEEN_IN_TWENTY = 1.959964
"""How many standard deviations on either side of the mean leave out one case in twenty."""


def main_game(par: Par) -> Iterator[Block]:
    figures, actions = ("Figure", "Shown", "Exact"), ("Action", "Frequency", "1 in", "Exact")
    yield Grid("Figures under best play", figures, tuple(_figures(par)), right(1, 2), _figures_note(par), "", True)
    yield Grid("What best play does", actions, tuple(_actions(par)), right(1, 2, 3), is_narrow=True)
    yield _straying(par)
    yield Grid("Wagers", ("Wager", "Pays", "Law"), tuple((s.name, s.pays, s.cite) for s in par.stakes))
    yield Plot("distribution", f"How often a round ends with each net result, in {par.base}s.")
    yield _distribution(par)


def _figures(par: Par) -> Iterator[tuple[str, str, str]]:
    main, spread = par.main, par.spread
    yield "Expectation", f"{float(main.ev):+.10f}", say.exact(main.ev)
    yield "House edge", say.percent(-main.ev), say.exact(-main.ev)
    if main.average_wager is not None and main.element_of_risk is not None:
        yield "Average total wager", f"{float(main.average_wager):.6f}", say.exact(main.average_wager)
        yield "Element of risk", say.percent(main.element_of_risk), say.exact(main.element_of_risk)
    yield "Standard deviation", f"{spread.standard_deviation:.6f}", f"variance {float(spread.variance):.6f}"
    for word, name in (("won", "Hit frequency"), ("even", "Rounds even"), ("lost", "Rounds lost")):
        yield name, say.percent(spread.frequency(word)), say.exact(spread.frequency(word))
    yield "N0", say.rounds(spread.n0), ""


def _figures_note(par: Par) -> str:
    return (
        f"Expectation is the player's gain per {par.base}; house edge is the house's gain. Average total wager: "
        f"all that is staked in a round, in {par.base}s; element of risk: the loss as a share of it. Hit "
        "frequency: rounds won. N0: rounds until the expected loss, or gain, equals one standard deviation."
    )


def _actions(par: Par) -> Iterator[tuple[str, str, str, str]]:
    for action, share in par.main.actions.items():
        yield say.sentence(action.replace("-", " ")), say.percent(share), say.once_in(share), say.exact(share)


def _straying(par: Par) -> Grid:
    """The range that contains the average of many rounds nineteen times in twenty."""
    edge, deviation = float(-par.main.ev), par.spread.standard_deviation
    spans = [(rounds, NINETEEN_IN_TWENTY * deviation / rounds**0.5) for rounds in (10**4, 10**5, 10**6, 10**7)]
    rows = [(f"{n:,}", say.percent(edge - span, 3), say.percent(edge + span, 3)) for n, span in spans]
    return Grid(
        "How far the result may vary",
        ("Rounds", "From", "To"),
        tuple(rows),
        right(0, 1, 2),
        (
            f"What the house keeps per {par.base} over this many rounds lies within these bounds in 95 of 100 trials "
            "(normal approximation)."
        ),
        is_narrow=True,
    )


def _distribution(par: Par) -> Grid:
    total, below = par.spread.total, Fraction(0)
    rows = []
    for value, deals in sorted(par.spread.counts.items()):
        share = Fraction(deals, total)
        below += share
        rows.append((say.net(value), f"{deals:,}", say.frequency(share), say.once_in(share), say.percent(below, 6)))
    return Grid(
        "Net result of a round",
        (f"{par.base}s", "Deals", "Frequency", "1 in", "This or less"),
        tuple(rows),
        right(0, 1, 2, 3, 4),
        note=f"Every deal counted as often as it occurs: {total:,} in all.",
    )
