"""The commands by name; a command's module is imported only when the command is used, so that help is quick."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib import import_module
from typing import Any, NamedTuple

import typer
from typer.core import TyperCommand, TyperGroup


class Listed(NamedTuple):
    """A command or group of commands, the module that registers it, its panel and its line in the overview."""

    name: str
    module: str
    panel: str
    help: str


PLAY = "Play and settle"
MATHEMATICS = "Mathematics"
LAW = "The law, and what is filed under it"
PROPERTY = "A running property"
AUDIT = "Audit and exchange"
HELP = "Help"

COMMANDS = (
    Listed(
        "play",
        "play.command",
        PLAY,
        "Play at a terminal: wagers and decisions by key, the settlement with its paragraphs.",
    ),
    Listed(
        "settle",
        "commands.settle",
        PLAY,
        "The settlement of every seat of a round, each line with the paragraph that decided it (docs/settle.md).",
    ),
    Listed(
        "replay",
        "commands.replay",
        PLAY,
        "Replay a hand step by step, with the paragraph of each step and the felt at that moment.",
    ),
    Listed(
        "procedure",
        "commands.procedure",
        PLAY,
        "The dealer's steps for opening a table and for a whole round, as a checklist with cites.",
    ),
    Listed(
        "hand",
        "commands.hand",
        PLAY,
        'What these cards are under each ranking, for example: tablelaw hand "As Ks Qs Js Ts".',
    ),
    Listed(
        "analyze",
        "commands.analyze",
        MATHEMATICS,
        "The exact house edge of the main game under best play and of every side wager, for every permitted choice.",
    ),
    Listed(
        "advise",
        "commands.advise",
        MATHEMATICS,
        "The exact average gain of each legal action, per unit of the first wager; best action first.",
    ),
    Listed(
        "protect",
        "commands.protect",
        MATHEMATICS,
        "What seen cards are worth to a player, what they cost the house, and who plays as if a card had been seen.",
    ),
    Listed(
        "par",
        "commands.par",
        MATHEMATICS,
        "The PAR sheet of a table: every exact house edge, best play, risk, meters, and the law behind each figure.",
    ),
    Listed(
        "compare",
        "commands.par",
        MATHEMATICS,
        "Two submissions side by side: choices, house edges and meters, with every difference marked.",
    ),
    Listed(
        "simulate",
        "commands.simulate",
        MATHEMATICS,
        "Deal the rounds of a study and answer its questions: house edge, sessions, shifts, jackpots, payout limits.",
    ),
    Listed(
        "warm",
        "commands.warm",
        MATHEMATICS,
        "Compile the kernels and solve every rulebook, once after installing, so that no later question waits for it.",
    ),
    Listed("law", "commands.law", LAW, "What the regulations say, paragraph by paragraph."),
    Listed("submission", "commands.submission", LAW, "Rules Submissions: the operator's choices, written and checked."),
    Listed(
        "sign",
        "commands.sign",
        LAW,
        "The sign of a table: odds of every wager offered, required inscriptions, payout limit.",
    ),
    Listed(
        "serve",
        "commands.serve",
        PROPERTY,
        "Serve a floor to browsers. The log is replayed and verified before the first page is shown.",
    ),
    Listed(
        "floor",
        "floor.setup",
        PROPERTY,
        "A running property: its tables, its money, its gaming days, stored in one database (docs/operations.md).",
    ),
    Listed("ledger", "floor.ledger", PROPERTY, "The ledger of a floor: every account, and every transfer of one."),
    Listed(
        "meters",
        "floor.meters",
        PROPERTY,
        "Every progressive meter: its amount, reserve and pending contributions; wagers, hits, wins and payments.",
    ),
    Listed("report", "floor.report", PROPERTY, "Reports of a floor."),
    Listed("user", "commands.users", PROPERTY, "People who may sign in to a floor's server."),
    Listed("device", "commands.devices", PROPERTY, "Machines that use a server of a floor, each with its own token."),
    Listed(
        "gaming-day",
        "commands.gaming_day",
        PROPERTY,
        "Play a whole gaming day on the production floor, with mistakes, jams, jackpots and crashes, and audit it.",
    ),
    Listed("audit", "floor.audit", AUDIT, "For auditors and disputes: rebuild hands, prove entries, check the log."),
    Listed("export", "floor.export", AUDIT, "Export parts of a floor as files, and the verifier that checks them."),
    Listed(
        "docs",
        "commands.docs",
        HELP,
        "The documents: tutorials, guides and reference, listed, searched and printed.",
    ),
)


def asked_command(words: Sequence[str]) -> str:
    """The command among the words of a command line, or "" if there is none."""
    return next((word for word in words if any(word == listed.name for listed in COMMANDS)), "")


class CommandsOnDemand(TyperGroup):
    """Lists every command, and loads the one that is used."""

    def list_commands(self, ctx: Any) -> list[str]:
        return [listed.name for listed in COMMANDS]

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """A stand-in for a command with only its name and help, which is all that the overview and completion need."""
        listed = {listed.name: listed for listed in COMMANDS}.get(cmd_name)
        return listed and TyperCommand(name=listed.name, help=listed.help, rich_help_panel=listed.panel)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        name, command, rest = super().resolve_command(ctx, args)
        return name, command and load(command.name), rest


@cache
def load(name: str) -> Any:
    """The command with all its options; built once, since Typer would build it again on each call."""
    module = next(listed.module for listed in COMMANDS if listed.name == name)
    app = typer.Typer(add_completion=False)
    app.callback()(lambda: None)
    import_module(f"tablelaw.cli.{module}").register(app)
    return typer.main.get_group(app).commands[name]
