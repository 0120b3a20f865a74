"""The main game on a PAR sheet: its wagers, figures, actions, and the distribution of the net result."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from houserules.analysis import par_words as say
from houserules.analysis.par_blocks import Block, Grid, Plot, right
from houserules.analysis.par_data import Par


def main_game(par: Par) -> Iterator[Block]:
    yield Grid("Figures under best play", ("Figure", "Shown", "Exact"), tuple(_figures(par)), right(1, 2))
    yield Grid("What best play does", ("Action", "Frequency", "", "Exact"), tuple(_actions(par)), right(1, 2, 3))
    yield Grid("Wagers", ("Wager", "Pays", "Law"), tuple((s.name, s.pays, s.cite) for s in par.stakes))
    yield Plot("distribution", f"How often a round ends with each net result, in {par.base}s.")
    yield _distribution(par)


def _figures(par: Par) -> Iterator[tuple[str, str, str]]:
    main, spread = par.main, par.spread
    yield f"Player's expectation per {par.base}", f"{float(main.ev):+.10f}", say.exact(main.ev)
    yield "Hold", say.percent(-main.ev), say.exact(-main.ev)
    if main.average_wager is not None and main.element_of_risk is not None:
        yield f"Average total wager, {par.base}s", f"{float(main.average_wager):.6f}", say.exact(main.average_wager)
        yield "Element of risk", say.percent(main.element_of_risk), say.exact(main.element_of_risk)
    yield "Standard deviation", f"{spread.standard_deviation:.6f}", f"variance {float(spread.variance):.6f}"
    for word, name in (("won", "Hit frequency: rounds won"), ("even", "Rounds even"), ("lost", "Rounds lost")):
        yield name, say.percent(spread.frequency(word)), say.exact(spread.frequency(word))
    yield "N0: loss equals one deviation", say.rounds(spread.n0), ""


def _actions(par: Par) -> Iterator[tuple[str, str, str, str]]:
    for action, share in par.main.actions.items():
        yield say.sentence(action.replace("-", " ")), say.percent(share), say.one_in(share), say.exact(share)


def _distribution(par: Par) -> Grid:
    total, below = par.spread.total, Fraction(0)
    rows = []
    for value, deals in sorted(par.spread.counts.items()):
        share = Fraction(deals, total)
        below += share
        rows.append((say.net(value), f"{deals:,}", say.frequency(share), say.one_in(share), say.percent(below, 6)))
    return Grid(
        "Net result of a round",
        (f"{par.base}s", "Deals", "Frequency", "", "This or less"),
        tuple(rows),
        right(0, 1, 2, 3, 4),
        note=f"Every deal counted as often as it occurs: {total:,} in all.",
    )
