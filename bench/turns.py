"""Lets workloads take turns, so that a busy machine slows them all equally; only processor time counts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from statistics import median
from time import process_time

from rich.console import Console

from tablelaw.cli.output import add_row, make_table
from tablelaw.cli.text_tables import Sheet

WARM_UP_SECONDS = 0.3
COLUMNS = ("a second", "slowest", "fastest")

Work = Callable[[int], int]
Rates = Mapping[str, list[float]]
"""For each workload, its rate per second in every turn."""

console = Console()


def rate(work: Work, seconds: float) -> float:
    """Measures a rate per second of processor time, over at least the given seconds; the clock is read about twenty
    times.
    """
    done, batch, spent, start = 0, 1, 0.0, process_time()
    while spent < seconds:
        work(batch)
        done, spent = done + batch, process_time() - start
        batch = max(1, int(done / spent * seconds / 20))
    return done / spent


def take_turns(works: Mapping[str, Work], repetitions: int, seconds: float) -> Rates:
    """Measures each workload once in every turn, after a warm-up."""
    for work in works.values():
        rate(work, WARM_UP_SECONDS)
    turns = [{name: rate(work, seconds) for name, work in works.items()} for _ in range(repetitions)]
    return {name: [turn[name] for turn in turns] for name in works}


def rates_table(title: str, rates: Rates) -> Sheet:
    table = make_table(title, "what", *COLUMNS, numbers=COLUMNS)
    for name, found in rates.items():
        add_row(table, name, *(f"{figure:,.0f}" for figure in (median(found), min(found), max(found))))
    return table


def ratio(ours: list[float], theirs: list[float]) -> float:
    """The median of the ratios of single turns."""
    return median(a / b for a, b in zip(ours, theirs, strict=True))


def verdict(what: str, figure: float, least: float, aim: float | None = None, places: int = 0) -> bool:
    """Prints a figure next to its minimum and its target; returns whether the minimum is met."""
    met = figure >= least
    aimed = f", target {aim:,.{places}f}" if aim is not None else ""
    told = (
        f"{'pass' if met else 'FAIL'}  {what}: {figure:,.{places + 1}f} (at least {least:,.{places}f} required{aimed})"
    )
    console.print(told, style="green" if met else "red", highlight=False, markup=False)
    return met


def most_verdict(what: str, figure: float, most: float, places: int = 1) -> bool:
    """Prints a figure next to its maximum; returns whether it is met."""
    met = figure <= most
    told = f"{'pass' if met else 'FAIL'}  {what}: {figure:,.{places + 1}f} (at most {most:,.{places}f} allowed)"
    console.print(told, style="green" if met else "red", highlight=False, markup=False)
    return met


def nothing_to_compare(package: str) -> bool:
    told = f"{package} is not installed, so there is nothing to compare with: pip install -e '.[bench]'"
    console.print(told, style="yellow", markup=False)
    return True
