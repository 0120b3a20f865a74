"""Short words for the chart of the 169 kinds of two cards."""

from __future__ import annotations

from houserules.analysis.par.data import Par


def action_codes(par: Par) -> dict[str, str]:
    """A short code for each action: '4x' for a bet of four, else its first letter."""
    return {name: name.split()[-1] if name.startswith("bet ") else name[0].upper() for name in par.main.chart}


def hands_legend(par: Par) -> str:
    """What the codes mean, of those the chart shows."""
    codes, best = action_codes(par), {cell.action for cell in par.chart}
    told = ", ".join(f"{codes[name]} {name}" for name in codes if name in best)
    return f"{told}; below it its value in {par.base}s. Suited above the diagonal, two suits below."


def places() -> list[list[int]]:
    """The kinds as they stand on the page: aces first, suited cards above the diagonal."""
    return [[13 * row + column for column in range(12, -1, -1)] for row in range(12, -1, -1)]
