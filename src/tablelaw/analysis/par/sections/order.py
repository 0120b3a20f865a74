"""A PAR sheet as sections of grids, text and plots: the single order and wording that text, HTML and PDF share."""

from __future__ import annotations

from collections.abc import Iterator

from tablelaw.analysis.par import words as say
from tablelaw.analysis.par.contents import Par
from tablelaw.analysis.par.sections.blocks import Block, Grid, Plot, Section, Words, right
from tablelaw.analysis.par.sections.exposure import exposure
from tablelaw.analysis.par.sections.main import main_game
from tablelaw.analysis.par.sections.meters import progressives
from tablelaw.analysis.par.sections.sides import sides
from tablelaw.analysis.par.sections.summary import summary
from tablelaw.analysis.par.words import hands_legend


def sections(par: Par) -> tuple[Section, ...]:
    """The whole sheet below its header, in reading order."""
    every = (
        Section("summary", "What the house keeps", tuple(summary(par))),
        Section("main", "The main game", tuple(main_game(par))),
        Section("play", "Best play", tuple(_play(par))),
        Section("sides", "Side wagers", tuple(sides(par))),
        Section("progressives", "Progressives", tuple(progressives(par))),
        Section("exposure", "Exposure", tuple(exposure(par))),
        Section("notes", "Method and notes", tuple(_method(par))),
        Section("choices", "The choices filed", tuple(_choices(par))),
    )
    return tuple(section for section in every if section.blocks)


def heading(par: Par) -> tuple[tuple[str, str], ...]:
    """The header as pairs of a name and a value."""
    head = par.header
    pairs = (
        ("Property", f"{head.casino}, {say.table_name(par)}"),
        ("Regulation", f"{head.regulation}, edition {head.edition}, {head.jurisdiction} ({head.status})"),
        ("Rulebook", f"{head.rulebook}, data and rules {head.fingerprint}"),
        ("Computed by", f"{head.version}, exact counting, every figure a fraction"),
        ("Date", ", ".join(part for part in (head.date, head.zone) if part)),
    )
    return tuple((name, value) for name, value in pairs if value)


# --- Best play --------------------------------------------------------------------------------------


def _play(par: Par) -> Iterator[Block]:
    if par.chart:
        yield Plot("hands", f"The best first action with each of the 169 kinds of two cards: {hands_legend(par)}")
        yield _by_action(par)
    if par.strategies:
        yield from _rules(par)
    if par.best_play:
        yield Words(tuple(say.sentence(line) + "." for line in par.best_play))


def _rules(par: Par) -> Iterator[Block]:
    """The strategies that a person can remember: what each costs, and how it is played."""
    rows = [(say.sentence(s.name), say.percent(-s.ev), say.percent(s.cost), say.exact(s.ev)) for s in par.strategies]
    best = ("Best play", say.percent(-par.main.ev), say.percent(0), say.exact(par.main.ev))
    columns = ("Strategy", "House edge", "Cost", "Expectation, exact")
    note = "Cost: what the rule loses against best play. Every figure is exact, over every deal."
    yield Grid("Rules to remember", columns, (best, *rows), right(1, 2, 3), note)
    sentences = [f"{say.sentence(rule.name)}: {rule.says}." for rule in par.strategies if rule.says]
    if sentences:
        yield Words(tuple(sentences))


def _by_action(par: Par) -> Grid:
    """For how many of the 1,326 pairs each first action is best."""
    rows = []
    for action in par.main.chart:
        own = [cell for cell in par.chart if cell.action == action]
        ways = sum(cell.ways for cell in own)
        rows.append((say.sentence(action), str(len(own)), f"{ways:,}", say.percent(ways / 1326, 2)))
    return Grid("First action", ("Action", "Kinds", "Pairs of 1,326", "Share"), tuple(rows), right(1, 2, 3))


# --- Choices, method ----------------------------------------------------------------------------------


def _choices(par: Par) -> Iterator[Block]:
    before = ("", *(choice.part for choice in par.choices))
    rows = [
        ("" if c.part == last else c.part, c.name, c.says, c.value, c.cite or "-")
        for c, last in zip(par.choices, before, strict=False)
    ]
    switched = [c for c in par.choices if c.switched_from]
    unswitched = "No reading is switched: every doubt in the text is read as the register reads it"
    note = "" if switched else f"{unswitched} (tablelaw law readings {par.header.rulebook})."
    yield Grid("", ("Part", "Name", "What", "Filed", "Law"), tuple(rows), note=note)
    if switched:
        sentences = (f"Reading {c.name}: {c.value}, where the register takes {c.switched_from}." for c in switched)
        yield Words(tuple(sentences))


def _method(par: Par) -> Iterator[Block]:
    yield Words((f"Main game: {par.main.method}.", *par.notes))
