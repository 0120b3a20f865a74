"""`houserules analyze`: the exact hold of every permitted choice."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from houserules import rulebooks
from houserules.cli.show import JsonFlag, add_row, complaints, console, make_table, refuse, show_json

if TYPE_CHECKING:
    from houserules.analysis.questions import Analysis

Choice = Annotated[list[str], typer.Option("--choose", "-c", help="Hold a choice fixed, for example blind=B.")]


def analyze_command(
    rulebook_id: Annotated[str | None, typer.Argument(metavar="[ID]", help=f"{', '.join(rulebooks.IDS)}.")] = None,
    choose: Choice = [],  # noqa: B006
    everything: Annotated[bool, typer.Option("--all", help="The whole catalogue, all six rulebooks.")] = False,
    as_json: JsonFlag = False,
) -> None:
    """The exact hold of the main game under best play and of every side wager, for every permitted choice."""
    from houserules.analysis.questions import analyze, analyze_all  # the solvers are slow to load: only when asked

    if everything == (rulebook_id is not None):
        refuse("name one rulebook, or --all; accepted: " + ", ".join(rulebooks.IDS))
    with complaints.status("solving") as status:
        tell = lambda what: status.update(f"solving {what}")  # noqa: E731
        found = analyze_all(tell) if rulebook_id is None else [analyze(rulebook_id, tell, **choices_of(choose))]
    if as_json:
        show_json([analysis.as_json() for analysis in found] if everything else found[0].as_json())
        return
    for analysis in found:
        _show(analysis)


def choices_of(texts: list[str]) -> dict[str, str]:
    pairs = [text.partition("=") for text in texts]
    for name, equals, value in pairs:
        if not (name and equals and value):
            refuse(f"{name!r} is no choice; accepted: name=value, for example blind=B")
    return {name: value for name, _, value in pairs}


def _show(analysis: Analysis) -> None:
    book = rulebooks.get(analysis.rulebook)
    title = f"{book.game}, {book.regulation}: what the house holds"
    table = make_table(title, "wager", "choices", "hold", "per", "exact", numbers=["hold"])
    for result in analysis:
        choices = ", ".join(f"{name}={value}" for name, value in result.choices.items()) or "-"
        exact = f"{-result.ev.numerator}/{result.ev.denominator}"
        add_row(table, result.wager, choices, f"{result.hold:.4%}", result.unit, exact)
    console.print(table)


def register(app: typer.Typer) -> None:
    app.command(name="analyze")(analyze_command)
