"""Every command that prints money or law, as the tests of widths run it, and the commands that print neither."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from tablelaw import rulebooks
from tablelaw.cli.command_list import COMMANDS, load
from tests.cli.floors import DANA, UTH
from tests.studies.small import EXAMPLES, ROOT, small

SUBMISSIONS = ROOT / "examples" / "submissions"
HIGH_CARD = str(SUBMISSIONS / "pa-678a.toml")
BOTH = ("--reason", "miscounted", "--approver", "eve", "--approver", "fay")


class Given(NamedTuple):
    """A command, the floor it is given to ("" for none), and its input."""

    words: tuple[str, ...]
    floor: str = ""
    typed: str = ""
    code: int = 0
    once: tuple[str, ...] = ()
    """Slow functions that the command calls, which need to run only once for all widths."""

    def __str__(self) -> str:
        """Names the test the same way in every process: a file is identified by its name alone."""
        return " ".join(Path(word).name if word.startswith("/") else word for word in self.words)


def at(floor: str, *commands: str) -> Iterator[Given]:
    for command in commands:
        yield Given(tuple(command.split()), floor)


def studied(name: str) -> Given:
    file = small(next(path for path in EXAMPLES if path.stem == name))
    once = "tablelaw.cli.commands.simulate._source", "tablelaw.cli.commands.simulate._answers"
    return Given(("simulate", str(file)), once=once)


GIVEN = (
    *at("", *(f"settle {ROOT}/examples/settle/{book}.toml" for book in rulebooks.IDS)),
    *at("", *(f"procedure {book}" for book in rulebooks.IDS)),
    *at("", "law show pa-653a 653a.11", "law show pa-647a 647a.12", "law show ma-colorado 12"),
    *at("", "law readings pa-653a", "law diff pa-647a md-thb"),
    *at("", "law show pa-653a 653b.3", "law show pa-653a 653a.12 --as-of 2026-04-01"),
    *at("", "law history pa-653a 653a.12", "law outdated --as-of 2026-04-01"),
    Given(("law", "check", "bad-rulebook"), "a bad rulebook", code=1),
    Given(("hand", "As Ks Qs Js Ts")),
    *at("", *(f"sign {SUBMISSIONS}/{book}.toml" for book in rulebooks.IDS)),
    Given(("submission", "check", "bad.toml"), "a bad submission", code=2),
    *at("", *(f"replay {ROOT}/tests/golden/{book}-hand.txt" for book in ("pa-653a", "pa-678a"))),
    *at("", f"replay {ROOT}/tests/golden/pa-653a-hand.txt --whole"),
    *at("", "analyze ma-colorado --choose version=required"),
    Given(("advise", "ma-colorado", "--cards", "Kd Qh 4s"), once=("tablelaw.analysis.api.advise",)),
    Given(("protect", "value", "fr-trois-cartes"), once=("tablelaw.analysis.protection.api.protect",)),
    Given(("par", HIGH_CARD, "--date", "2026-11-15"), once=("tablelaw.cli.commands.par._sheet",)),
    Given(("compare", HIGH_CARD, HIGH_CARD), once=("tablelaw.cli.commands.par._sheet",)),
    *map(studied, ("session-ma-colorado", "shift-pa-677a")),
    *at("", "play pa-653a --seed 1 --auto 2 --seats 2 --bet all", "play ma-colorado --seed 1 --auto 2 --bet all"),
    Given(("play", "pa-653a", "--seed", "26", "--bet", "all"), typed="d\nc\nb\n1\n2\nq\n"),
    *at("without a jurisdiction", "floor adopt md --yes --reason moved --approver ann --approver bo"),
    *at("made", f"floor install {UTH} --tray 12,345,678.90", "floor open 2026-11-15"),
    *at("open", "floor buy-in ann UTH-1 1,234.50", "floor cash-out ann", "floor load ann 20.50"),
    *at("open", "floor fill UTH-1 12,345", "floor credit UTH-1 12,345.67", "floor drop UTH-1 499"),
    Given(("floor", "correct", "4.2", "10", *BOTH), "open"),
    Given(("floor", "adjust", "UTH-1/progressive-a", "5", *BOTH), "open"),
    *at("open", "floor assign UTH-1 bob", "floor serve UTH-1 1 ann", "floor close", "floor deal UTH-1"),
    Given(("floor", "take-back-day", "2026-11-15", *BOTH), "just open"),
    *at("loaded", "floor unload ann"),
    *at("left", "floor remove UTH-1"),
    *at("linked", "floor cut-link hall-progressive"),
    *at("cut", "floor restore-link hall-progressive"),
    *at("in a round", "floor status", "floor status UTH-1", "floor status UTH-1 --as player:ann"),
    *at("in a round", "floor order UTH-1 act(1,bet,2000) --by player:ann", "meters", "ledger trial-balance"),
    *at("played", "ledger statement chips:ann", "ledger statement tray:UTH-1 --day 2026-11-15", "meters"),
    *at("played", f"audit hand UTH-1 1 --by {DANA}", "audit verify", "audit proof 2", "audit proof 12", "report day"),
)

FILES = (
    *at("", "submission new pa-653a"),
    *at(
        "played",
        f"export log -o - --by {DANA}",
        f"export ledger -o - --by {DANA}",
        f"export rounds UTH-1 -o - --by {DANA}",
    ),
)
"""Commands whose output is a file for programs, and therefore the same at every width."""
STORIES = {("gaming-day",): "counts what happened; its story of a disagreement has a test of its own"}
WITHOUT = {
    ("law", "counts"): "counts the paragraphs of each regulation",
    ("law", "new"): "says how many files were written, and where",
    ("floor", "init"): "says where a floor and its key are kept",
    ("serve",): "says where the floor is served, and from which database",
    ("user", "add"): "says who may sign in",
    ("user", "password"): "says whose password was changed",
    ("user", "remove"): "says who may no longer sign in",
    ("user", "list"): "lists names and roles",
    ("device", "add"): "prints a token",
    ("device", "list"): "lists names, kinds, tables and times",
    ("device", "withdraw"): "says whose token is withdrawn",
    ("floor", "check"): "says which checks agree, and a number of entries; what differs is a refusal",
    ("floor", "migrate"): "says a version of the schema",
    ("floor", "backup"): "says a number of entries, a file and a root",
    ("floor", "move"): "says a number of entries, a database and a root",
    ("floor", "rebuild"): "says how many rows were rebuilt",
    ("audit", "growth"): "prints hashes",
    ("audit", "check"): "says whether an entry is under a head",
    ("audit", "head", "export"): "prints a signed head: a number of entries, a root, a key",
    ("audit", "head", "list"): "prints numbers of entries, times and roots",
    ("protect", "exercise"): "deals practice cards, and says what each action is worth in Antes",
    ("protect", "watch"): "lists names, numbers of rounds and rates",
    ("export", "day"): "says which files were written, and how many rows each has",
    ("export", "verifier"): "says a file and its digest",
    ("warm",): "says how many kernels are stored",
    ("docs",): "prints a document, which is the same at every width",
}
"""Commands that print neither money nor law, each with what it prints instead."""


def every_command() -> Iterator[tuple[str, ...]]:
    """The names of all commands, groups before their commands."""
    for listed in COMMANDS:
        yield from _below(load(listed.name), (listed.name,))


def _below(command: Any, names: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    own = getattr(command, "commands", None)
    if own is None:
        yield names
        return
    for name, one in own.items():
        yield from _below(one, (*names, name))
