"""Exposure on a PAR sheet: what hidden cards are worth to a player who sees them, and what that costs the house."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from tablelaw.analysis.par import words as say
from tablelaw.analysis.par.contents import Par
from tablelaw.analysis.par.sections.blocks import Block, Grid, Plot, Words, right
from tablelaw.analysis.protection.result import Exposure

ROUNDS = 100
"""The rounds for which the loss at the table minimum is given."""


def exposure(par: Par) -> Iterator[Block]:
    """All sets of seen cards in one table, then how each of them changes play."""
    if not par.exposures:
        return
    columns = ("Seen", "Player's edge", "Gain", "Break-even", "SD", "N0", f"Loss in {ROUNDS} rounds")
    rows = tuple(_row(par, found) for found in par.exposures)
    yield Grid("What seen cards are worth", columns, rows, right(1, 2, 3, 4, 5, 6), _note(par))
    for n, found in enumerate(par.exposures, 1):
        yield Plot(
            plot_name(n), f"How often rounds are played in each way, honestly and with {found.information} seen."
        )
        yield _ways(found)
        if found.changed:
            yield _changed(found)
    yield Words(tuple(_notes(par)))


def plot_name(number: int) -> str:
    return f"exposure {number}"


def loss_cents(par: Par, found: Exposure) -> Fraction:
    """What the house loses in `ROUNDS` rounds to one such player who wagers the table minimum."""
    return found.loss_per_hour(Fraction(par.whole_round[0].stake_cents), Fraction(ROUNDS))


def _row(par: Par, found: Exposure) -> tuple[str, ...]:
    share, spread = found.break_even_share, found.distribution
    return (
        found.information + (" (simulated)" if found.is_simulated else ""),
        say.percent(found.value),
        say.percent(found.gain),
        "never" if share is None else say.percent(share, 2),
        "-" if spread is None else f"{spread.standard_deviation:.4f}",
        "-" if found.n0 is None else f"{float(found.n0):,.0f}",
        say.dollars(loss_cents(par, found)),
    )


def _note(par: Par) -> str:
    return (
        f"Player's edge: the gain per {par.base} under best play with the seen cards, side wagers left out. Gain: the "
        f"difference from best honest play, {say.percent(par.main.ev)}. Break-even: the share of rounds in which the "
        "cards may be seen before the house loses. SD and N0: standard deviation of a round, and rounds until the "
        f"expected gain equals it. Loss: to one player at the table minimum."
    )


def _ways(found: Exposure) -> Grid:
    ways = dict.fromkeys((*found.honest_actions, *found.actions))
    rows = []
    for way in ways:
        honest, seen = (actions.get(way, Fraction(0)) for actions in (found.honest_actions, found.actions))
        rows.append((say.sentence(way), say.percent(honest), say.percent(seen), say.exact(seen)))
    columns = ("Action", "Honest", "With the cards", "Exact")
    return Grid(f"Play with {found.information} seen", columns, tuple(rows), right(1, 2, 3))


def _changed(found: Exposure) -> Grid:
    rows = tuple((one.hand, one.honest, one.informed, say.percent(one.weight, 2)) for one in found.changed)
    title = f"First decisions that change with {found.information} seen"
    note = "Share: of all rounds, those in which the hand is held and played differently."
    return Grid(title, ("Hand", "Honest", "With the cards", "Share"), rows, right(3), note)


def _notes(par: Par) -> Iterator[str]:
    for found in par.exposures:
        how = "simulated" if found.is_simulated else "exact"
        yield f"{found.information}, {how}: value {say.exact(found.value)}, gain {say.exact(found.gain)}."
        if found.interval is not None:
            low, high = (say.percent(end) for end in found.interval)
            yield f"{found.information}, simulated: the value lies between {low} and {high}."
        yield from (f"{found.information}: {note}" for note in found.notes)
