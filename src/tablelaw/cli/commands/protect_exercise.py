"""`tablelaw protect exercise`: practice rounds for surveillance staff, some of them played with a seen card."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Annotated

import typer

from tablelaw import rulebooks
from tablelaw.cli.arguments import RulebookId
from tablelaw.cli.commands.analyze import Choice, choices_of
from tablelaw.cli.output import JsonFlag, add_row, console, make_table, refuse, say, show_json
from tablelaw.cli.progress import solving

if TYPE_CHECKING:
    from tablelaw.analysis.protection.exercises.exercise import Exercise, Marked

Seen = Annotated[list[str], typer.Option("--seen", help="What may have been seen, for example dealer:1 or river:1.")]
Seed = Annotated[str, typer.Option("--seed", help="The seed of the rounds; the same seed gives the same rounds.")]
Rounds = Annotated[int, typer.Option("--rounds", help="How many rounds.", min=1, max=40)]
Mark = Annotated[
    str | None,
    typer.Option("--mark", help='The rounds marked as played with a seen card, such as 1,4; "none" marks none.'),
]


def exercise_command(
    rulebook_id: RulebookId,
    seen: Seen = [],  # noqa: B006
    seed: Seed = "1",
    rounds: Rounds = 8,
    mark: Mark = None,
    choose: Choice = [],  # noqa: B006
    as_json: JsonFlag = False,
) -> None:
    """Practice rounds of which some were played with a seen card; with --mark, the answers, reasons and score."""
    marks = _numbers(mark)
    with solving() as tell:
        from tablelaw.analysis.protection.exercises.exercise import exercise  # slow to load, so only when needed

        found = exercise(rulebooks.get(rulebook_id), seen, seed, rounds, tell, **choices_of(choose))
    marked = None if marks is None else found.marked(marks)
    if as_json:
        show_json(found.as_dict() if marked is None else marked.as_dict())
    elif marked is None:
        _show(found)
    else:
        _show_answers(marked)


def _numbers(mark: str | None) -> set[int] | None:
    if mark is None or mark == "none":
        return None if mark is None else set()
    if not re.fullmatch(r"\d{1,2}(,\d{1,2})*", mark):
        refuse(f"{mark[:40]!r} does not name rounds", accepted='numbers separated by commas, such as 1,4, or "none"')
    return set(map(int, mark.split(",")))


def _show(found: Exercise) -> None:
    title = f"Which rounds were played with {found.information.text} seen? Seed {found.seed}"
    table = make_table(title, "round", "player", "board", "dealer", "may be seen", "decisions", numbers=["round"])
    for number, one in enumerate(found.rounds, 1):
        deal = one.deal
        cards = (" ".join(map(str, of)) for of in (deal.own, deal.board, deal.dealer, deal.seen(found.information)))
        add_row(table, number, *cards, ", ".join(f"{move.stage}: {move.taken}" for move in one.moves))
    console.print(table)
    say("Mark them with the same command and --mark, such as --mark 1,4.")


def _show_answers(marked: Marked) -> None:
    from tablelaw.analysis.protection.exercises.exercise import reason

    for number, one in enumerate(marked.exercise.rounds, 1):
        answer = "the card was seen" if one.was_seen else "honest"
        verdict = "right" if (number in marked.marks) == one.was_seen else "wrong"
        say(f"Round {number}: {answer}, {verdict}. {reason(one)}")
    say(f"{marked.right} of {len(marked.exercise.rounds)} right.")
