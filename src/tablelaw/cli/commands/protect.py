"""`tablelaw protect`: what hidden cards are worth to a player who sees them, and who plays as if they had."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperGroup

from tablelaw import rulebooks
from tablelaw.amounts import parse_money
from tablelaw.cli.arguments import RulebookId
from tablelaw.cli.commands.analyze import Choice, choices_of
from tablelaw.cli.commands.protect_exercise import exercise_command
from tablelaw.cli.commands.protect_watch import FalseAlarms, rate_of, watch_command
from tablelaw.cli.output import JsonFlag, add_row, console, fit, make_table, say, show_json
from tablelaw.cli.progress import solving
from tablelaw.cli.set_money_format import print_money_of
from tablelaw.extras import required
from tablelaw.files import write_whole
from tablelaw.printed_money import printed

if TYPE_CHECKING:
    from tablelaw.analysis.main_choices import Told
    from tablelaw.analysis.protection.result import Exposure
    from tablelaw.analysis.watch.power import Power
    from tablelaw.law.rulebook import Rulebook

MOST_ROUNDS = 1_000
CHANGES_SHOWN = 12

Seen = Annotated[
    list[str],
    typer.Option(
        "--seen", help="What is seen, for example dealer:1, flop:1, dealer:1/QKA, seats:5 (docs/protection.md)."
    ),
]
Ante = Annotated[str, typer.Option("--ante", help="The first wager (the Ante), for the loss per hour.")]
Rounds = Annotated[int, typer.Option("--rounds", help="Rounds per hour.", min=1, max=MOST_ROUNDS)]
Plot = Annotated[
    Path | None, typer.Option("--plot", help="Write a plot of how rounds are played to this SVG file.", callback=fit)
]

PowerFlag = Annotated[
    bool, typer.Option("--power", help="Also simulate after how many rounds a player who sees these cards is flagged.")
]
PowerPlot = Annotated[
    Path | None,
    typer.Option("--power-plot", help="Write the power curve to this SVG file; needs --power.", callback=fit),
]


def protect_command(
    rulebook_id: RulebookId,
    seen: Seen = [],  # noqa: B006
    choose: Choice = [],  # noqa: B006
    ante: Ante = "15",
    rounds: Rounds = 40,
    plot: Plot = None,
    power: PowerFlag = False,
    false_alarms: FalseAlarms = "0.01",
    power_plot: PowerPlot = None,
    as_json: JsonFlag = False,
) -> None:
    """What seen cards are worth: the player's exact edge with them, how play changes, and what it costs the house."""
    book = rulebooks.get(rulebook_id)
    print_money_of(book)
    ante_cents = parse_money(ante, "--ante")
    if plot is not None:
        required("matplotlib", "--plot asks for it")
    with solving() as tell:
        from tablelaw.analysis.protection.api import protect  # the solvers are slow to load, so only when needed

        found = protect(book, seen, tell, **choices_of(choose))
        detection = _power(book, seen, false_alarms, tell, choices_of(choose)) if power else None
    if plot is not None:
        from tablelaw.analysis.par.forms.plots import play_svg  # matplotlib is slow to load, so only when needed

        write_whole(plot, play_svg(found).encode())
    if power_plot is not None and detection is not None:
        from tablelaw.analysis.par.forms.power_plot import power_svg

        write_whole(power_plot, power_svg(detection).encode())
    loss = found.loss_per_hour(Fraction(ante_cents), Fraction(rounds))
    if as_json:
        per_hour = {"ante_cents": ante_cents, "rounds": rounds, "loss_cents": f"{loss.numerator}/{loss.denominator}"}
        shown = found.as_json() | {"per_hour": per_hour}
        show_json(shown if detection is None else shown | {"power": detection.as_dict()})
        return
    base = book.first_wager.name
    _show(found, f"{book.game}, {book.regulation}", base)
    say(f"With {printed(ante_cents)} on {base} and {rounds} rounds an hour, the house {_result(loss)} per hour.")
    if detection is not None:
        _show_power(detection)


def _power(book: Rulebook, seen: list[str], false_alarms: str, tell: Told, choices: dict[str, str]) -> Power:
    from tablelaw.analysis.watch.power import power

    return power(book, seen, rate_of(false_alarms), tell, **choices)


def _show_power(found: Power) -> None:
    title = f"Rounds until such play is flagged, at a rate of false alarms of {found.rate:.4g}; simulated"
    numbers = ["growth per round", "half of the players", "nine in ten"]
    table = make_table(title, "card seen in", *numbers, numbers=numbers)
    for one in found.detections:
        rounds = [f"more than {found.most_rounds:,}" if n is None else f"{n:,}" for n in one.half_and_nine_in_ten]
        add_row(table, f"{one.share:.0%} of the rounds", f"{one.growth:.4f}", *rounds)
    console.print(table)


def _show(found: Exposure, title: str, base: str) -> None:
    with_cards = f"with {found.information}" if found.information else "with nothing"
    table = make_table(title, "way to play", "honest", with_cards, numbers=["honest", with_cards])
    add_row(table, "player's edge", f"{float(found.honest):.4%}", f"{float(found.value):.4%}")
    for name in dict.fromkeys((*found.honest_actions, *found.actions)):
        shares = (float(actions.get(name, Fraction(0))) for actions in (found.honest_actions, found.actions))
        add_row(table, name, *(f"{share:.4%}" for share in shares))
    console.print(table)
    for line in _lines(found, base):
        say(line)


def _lines(found: Exposure, base: str) -> Iterator[str]:
    how = "simulated" if found.is_simulated else "exact"
    yield f"Value per {base}, {how}: {found.value.numerator}/{found.value.denominator}; worth {float(found.gain):.4%}."
    if found.interval is not None:
        yield f"Simulated; the value lies between {float(found.interval[0]):.4%} and {float(found.interval[1]):.4%}."
    if found.wager is not None and found.element_of_risk is not None:
        staked = f"{float(found.wager):.4f} times the {base} staked on average"
        yield f"{staked}; {float(found.element_of_risk):.4%} of it gained."
    if found.distribution is not None and found.hit_frequency is not None:
        n0 = f"; N0 {float(found.n0):,.0f} rounds" if found.n0 is not None else ""
        yield (
            f"Standard deviation {found.distribution.standard_deviation:.4f}; "
            f"won {float(found.hit_frequency):.4%} of the rounds{n0}."
        )
    if found.changed:
        shown = found.changed[:CHANGES_SHOWN]
        rest = len(found.changed) - len(shown)
        changes = (f"{one.hand} {one.informed} instead of {one.honest} ({float(one.weight):.2%})" for one in shown)
        more = f"; and {rest} more" if rest else ""
        yield f"First decisions that change, as shares of all rounds: {', '.join(changes)}{more}."
    if found.break_even_share is not None:
        yield f"The house breaks even if the cards are seen in {float(found.break_even_share):.2%} of the rounds."
    yield from found.notes


def _result(loss: Fraction) -> str:
    return f"{'loses' if loss > 0 else 'wins'} {printed(abs(round(loss)))}"


# --- The group -----------------------------------------------------------------------------------------------

VALUE = "value"


class ValueUnlessNamed(TyperGroup):
    """A group whose command `value` is meant when no command is named: `tablelaw protect ID` values seen cards."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        if args and args[0] not in self.commands and args[0] != "--help":
            args = [VALUE, *args]
        return super().parse_args(ctx, args)


def register(app: typer.Typer) -> None:
    group: Any = typer.Typer(
        cls=ValueUnlessNamed,
        no_args_is_help=True,
        help="What seen cards are worth to a player, what they cost the house, and who plays as if a card had been "
        "seen.",
    )
    group.command(name=VALUE)(protect_command)
    group.command(name="watch")(watch_command)
    group.command(name="exercise")(exercise_command)
    app.add_typer(group, name="protect")
