"""`tablelaw analyze`: the exact house edge of every permitted choice."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Annotated

import typer
from rich.padding import Padding
from rich.text import Text

from tablelaw import rulebooks
from tablelaw.cli.arguments import OptionalId
from tablelaw.cli.output import JsonFlag, add_row, console, make_table, refuse, show_json
from tablelaw.cli.progress import Tell, solving

if TYPE_CHECKING:
    from tablelaw.analysis.api import Analysis
    from tablelaw.analysis.result import Result, Strategy

MAIN = "main"
INDENTED = (0, 0, 0, 2)
Choice = Annotated[list[str], typer.Option("--choose", "-c", help="Hold a choice fixed, for example blind=B.")]


def analyze_command(
    rulebook_id: OptionalId = None,
    choose: Choice = [],  # noqa: B006
    everything: Annotated[bool, typer.Option("--all", help="The whole catalogue, all rulebooks.")] = False,
    cluster: Annotated[str | None, typer.Option("--cluster", help="Solve on a Dask scheduler's workers.")] = None,
    as_json: JsonFlag = False,
) -> None:
    """The exact house edge of the main game under best play and of every side wager, for every permitted choice."""
    if everything == (rulebook_id is not None):
        refuse("name one rulebook, or --all", accepted=", ".join(rulebooks.IDS))
    if everything and choose:
        refuse("--all varies every choice", accepted="--choose with one rulebook")
    with solving() as tell:
        found = _analyses(rulebook_id, choices_of(choose), cluster, tell)
    if as_json:
        show_json([analysis.as_json() for analysis in found] if everything else found[0].as_json())
        return
    for analysis in found:
        _show(analysis)


def _analyses(rulebook_id: str | None, choices: dict[str, str], cluster: str | None, tell: Tell) -> list[Analysis]:
    """Solves here or on a cluster; imports the solvers only when needed, because they are slow to load."""
    ids = rulebooks.IDS if rulebook_id is None else (rulebook_id,)
    if cluster is not None:
        from tablelaw.studies.cluster_analysis import analyze_on

        return analyze_on(cluster, ids, tell, **choices)
    from tablelaw.analysis.api import analyze

    return [analyze(rulebook, tell, **choices) for rulebook in ids]


def choices_of(texts: list[str]) -> dict[str, str]:
    pairs = [text.partition("=") for text in texts]
    for name, equals, value in pairs:
        if not (name and equals and value):
            refuse(f"{name!r} is not a choice", accepted="name=value, for example blind=B")
    names = [name for name, _, _ in pairs]
    for name in names:
        if names.count(name) > 1:
            refuse(f"{name} is chosen {names.count(name)} times", accepted=f"--choose {name}=... once")
    return {name: value for name, _, value in pairs}


def _show(analysis: Analysis) -> None:
    book = rulebooks.get(analysis.rulebook)
    title = f"{book.game}, {book.regulation}: what the house keeps"
    table = make_table(title, "wager", "choices", "house edge", "per", "exact", numbers=["house edge"])
    for result in analysis:
        unit = book.first_wager.name if result.wager == MAIN else result.unit
        add_row(table, result.wager, _choices(result), f"{result.hold:.4%}", unit, _exact(-result.ev))
        for play, value in result.plays.items():
            add_row(table, "", play, f"{float(-value.ev):.4%}", "", _exact(-value.ev))
    console.print(table)
    _show_play(analysis, book.first_wager.name)


def _show_play(analysis: Analysis, base: str) -> None:
    """Shows more of the main game than its house edge: what is staked and risked, and what simpler play costs."""
    for result in analysis.of(MAIN):
        console.print(f"main game, {_choices(result)}", style="bold", markup=False, highlight=False)
        for line in (_figures(result, base), *map(_strategy, result.strategies)):
            console.print(Padding(Text(line), INDENTED, expand=False))


def _strategy(one: Strategy) -> str:
    return f"{one.name}: house edge {float(-one.ev):.4%}, {float(one.cost):.4%} more: {one.says}"


def _figures(result: Result, base: str) -> str:
    spread, average, risk = result.distribution, result.average_wager, result.element_of_risk
    assert spread is not None
    assert average is not None
    assert risk is not None
    n0 = f"; N0 {float(spread.n0):,.0f} rounds" if spread.n0 is not None else ""
    staked = f"{float(average):.4f} times the {base} staked on average; element of risk {float(risk):.4%}"
    won = f"standard deviation {spread.standard_deviation:.4f}; won {float(spread.frequency('won')):.4%} of the rounds"
    return f"{staked}; {won}{n0}"


def _choices(result: Result) -> str:
    return ", ".join(f"{name}={value}" for name, value in result.choices.items()) or "-"


def _exact(value: Fraction) -> str:
    return f"{value.numerator}/{value.denominator}"


def register(app: typer.Typer) -> None:
    app.command(name="analyze")(analyze_command)
