"""A PAR sheet as sections of grids, words and plots: the one order and wording that text, HTML and PDF print."""

from __future__ import annotations

from collections.abc import Iterator

from houserules.analysis import par_words as say
from houserules.analysis.par_blocks import Block, Grid, Plot, Section, Words, right, without_empty_columns
from houserules.analysis.par_data import Par, PayLine, SideWager
from houserules.analysis.par_section_main import main_game
from houserules.analysis.par_section_meters import progressives


def sections(par: Par) -> tuple[Section, ...]:
    """The whole sheet under its header, in the order it is read."""
    every = (
        Section("summary", "What the house holds", tuple(_summary(par))),
        Section("main", "The main game", tuple(main_game(par))),
        Section("play", "Best play", tuple(_play(par))),
        Section("sides", "Side wagers", tuple(_sides(par))),
        Section("progressives", "Progressives", tuple(progressives(par))),
        Section("choices", "The choices filed", tuple(_choices(par))),
        Section("notes", "Method and notes", tuple(_method(par))),
    )
    return tuple(section for section in every if section.blocks)


def heading(par: Par) -> tuple[tuple[str, str], ...]:
    """The header as pairs of a name and what it is."""
    head = par.header
    pairs = (
        ("Property", f"{head.casino}, {say.table_name(par)}"),
        ("Regulation", f"{head.regulation}, {head.jurisdiction} ({head.status})"),
        ("Rulebook", f"{head.rulebook}, data and rules {head.fingerprint}"),
        ("Worked out by", f"{head.version}, exact counting, every figure a fraction"),
        ("Date", head.date),
    )
    return tuple((name, value) for name, value in pairs if value)


# --- In one table -----------------------------------------------------------------------------------


def _summary(par: Par) -> Iterator[Block]:
    rows = [_main_row(par), *(_side_row(side) for side in par.sides)]
    columns = ("Wager", "Column", "Hold", "Std dev", "Wins", "Regulator's range", "Law")
    yield without_empty_columns(Grid("", columns, tuple(rows), right(2, 3, 4), " ".join(_summary_notes(par))))


def _summary_notes(par: Par) -> Iterator[str]:
    yield f"Main game per {par.base} under best play; side wagers per unit staked, meters at their seeds."
    if any(side.is_bonus for side in par.sides):
        yield "A bonus stakes nothing: below zero is what it gives per unit of the wager it rides on."
    if any(side.basis for side in par.sides):
        yield "* Hangs on how the main game is played."


def _main_row(par: Par) -> tuple[str, ...]:
    column = ", ".join(f"{name} {value}" for name, value in par.main.choices.items())
    wins, deviation = say.percent(par.spread.frequency("won"), 2), f"{par.spread.standard_deviation:.4f}"
    return ("Main game", column, say.percent(-par.main.ev), deviation, wins, "", par.stakes[0].cite.partition(",")[0])


def _side_row(side: SideWager) -> tuple[str, ...]:
    wins, deviation = say.frequency(side.spread.frequency("won")), f"{side.spread.standard_deviation:.4f}"
    hold = say.percent(-side.result.ev) + ("*" if side.basis else "")
    return (side.name, side.column, hold, deviation, wins, say.range_verdict(side.printed), side.table_cite)


# --- Best play --------------------------------------------------------------------------------------


def _play(par: Par) -> Iterator[Block]:
    if par.chart:
        actions = ", ".join(dict.fromkeys(cell.action for cell in par.chart))
        yield Plot("hands", f"The best first action ({actions}) and its value with each of the 169 kinds of two cards.")
        yield _by_action(par)
    if par.strategies:
        rows = [(s.name, say.percent(-s.ev), say.percent(s.cost), say.exact(s.ev)) for s in par.strategies]
        best = ("best play", say.percent(-par.main.ev), say.percent(0), say.exact(par.main.ev))
        columns = ("Strategy", "Hold", "Cost", "Expectation, exact")
        yield Grid("Rules to remember", columns, (best, *rows), right(1, 2, 3))
    if par.best_play:
        yield Words(tuple(say.sentence(line) + "." for line in par.best_play))


def _by_action(par: Par) -> Grid:
    """How many of the 1,326 pairs each first action is best with."""
    rows = []
    for action in par.main.chart:
        own = [cell for cell in par.chart if cell.action == action]
        ways = sum(cell.ways for cell in own)
        rows.append((action, str(len(own)), f"{ways:,}", say.percent(ways / 1326, 2)))
    return Grid("First action", ("Action", "Kinds", "Pairs of 1,326", "Share"), tuple(rows), right(1, 2, 3))


# --- Side wagers ------------------------------------------------------------------------------------


def _sides(par: Par) -> Iterator[Block]:
    for side in par.sides:
        columns = ("Hand", "Pays", "Deals", "Frequency", "Return")
        rows = tuple(_line(line, side.is_bonus) for line in side.lines)
        title = f"{side.name}, {_column_word(side)}"
        yield Grid(title, columns, rows, right(1, 2, 3, 4), " ".join(_side_notes(side)), side.table_cite, True)


def _column_word(side: SideWager) -> str:
    return "as printed" if side.column == "printed" else f"column {side.column}"


def _line(line: PayLine, is_bonus: bool) -> tuple[str, ...]:
    """What a line gives back, stake included unless it is a bonus, which stakes nothing."""
    back = line.adds if is_bonus else (1 + line.net) * line.frequency
    shown = say.percent(back) if back else "-"
    return (say.sentence(line.hand), line.pays or "-", f"{line.deals:,}", say.frequency(line.frequency), shown)


def _side_notes(side: SideWager) -> Iterator[str]:
    yield f"Stake {side.stake}. Expectation {say.exact(side.result.ev)}; hold {say.percent(-side.result.ev)}."
    if side.is_forfeited:
        yield f"A fold loses it [{side.fold_cite}]."
    if side.basis:
        yield f"The figure is {side.basis}."
    if side.never_folding is not None:
        yield f"For a player who never folds the hold is {say.percent(-side.never_folding)}."
    if side.printed is not None:
        what = "the long-run hold" if side.printed.is_long_run else "the hold"
        yield (
            f"The regulator printed {say.range_text(side.printed)} ({side.printed.source}): {what}, "
            f"{say.percent(side.printed.hold)}, is {'within' if side.printed.is_met else 'outside'} it."
        )
    yield from (note for note in side.result.notes if not note.startswith(SAID_ABOVE))


SAID_ABOVE = ("The hold, ", "The regulator printed ", "A fold loses ")
"""Beginnings of a result's own notes that the sheet words itself."""


# --- Choices, method ----------------------------------------------------------------------------------


def _choices(par: Par) -> Iterator[Block]:
    before = ("", *(choice.part for choice in par.choices))
    rows = [
        ("" if c.part == last else c.part, c.name, c.says, c.value, c.cite or "-")
        for c, last in zip(par.choices, before, strict=False)
    ]
    switched = [c for c in par.choices if c.switched_from]
    note = "" if switched else "No reading is switched: every doubt in the text is read as the register reads it."
    yield Grid("", ("Part", "Name", "What", "Filed", "Law"), tuple(rows), note=note)
    if switched:
        yield Words(
            tuple(f"Reading {c.name}: {c.value}, where the register takes {c.switched_from}." for c in switched)
        )


def _method(par: Par) -> Iterator[Block]:
    methods = "; ".join(dict.fromkeys(side.result.method for side in par.sides))
    lines = [f"Main game: {par.main.method}."] + ([f"Side wagers: {methods}."] if methods else [])
    yield Words((*lines, *par.notes))
