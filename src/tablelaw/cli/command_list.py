"""The commands by name; a command's module is imported only when the command is used, so that help is quick."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Any, NamedTuple

import typer
from typer.core import TyperCommand, TyperGroup


class Listed(NamedTuple):
    """A command or group of commands, the module that registers it, and its line in the overview."""

    name: str
    module: str
    help: str


COMMANDS = (
    Listed(
        "play", "play.command", "Play at a terminal: wagers and decisions by key, the settlement with its paragraphs."
    ),
    Listed(
        "settle",
        "commands.settle",
        "The settlement of every seat of a round, each line with the paragraph that decided it (docs/settle.md).",
    ),
    Listed(
        "replay",
        "commands.replay",
        "Replay a hand step by step, with the paragraph of each step and the felt at that moment.",
    ),
    Listed(
        "procedure",
        "commands.procedure",
        "The dealer's steps for opening a table and for a whole round, as a checklist with cites.",
    ),
    Listed(
        "analyze",
        "commands.analyze",
        "The exact house edge of the main game under best play and of every side wager, for every permitted choice.",
    ),
    Listed("advise", "commands.advise", "The exact average gain of each legal action, in Antes; best action first."),
    Listed(
        "protect",
        "commands.protect",
        "What seen cards are worth: the player's exact edge with them, how play changes, and what it costs the house.",
    ),
    Listed(
        "par",
        "commands.par",
        "The PAR sheet of a table: every exact house edge, best play, risk, meters, and the law behind each figure.",
    ),
    Listed(
        "compare",
        "commands.par",
        "Two submissions side by side: choices, house edges and meters, with every difference marked.",
    ),
    Listed(
        "simulate",
        "commands.simulate",
        "Deal the rounds of a study and answer its questions: house edge, sessions, shifts, jackpots, payout limits.",
    ),
    Listed(
        "sign",
        "commands.sign",
        "The sign of a table: odds of every wager offered, required inscriptions, payout limit.",
    ),
    Listed(
        "hand", "commands.hand", 'What these cards are under each ranking, for example: tablelaw hand "As Ks Qs Js Ts".'
    ),
    Listed(
        "serve",
        "commands.serve",
        "Serve a floor to browsers. The log is replayed and verified before the first page is shown.",
    ),
    Listed(
        "meters",
        "floor.meters",
        "Every progressive meter: its amount, reserve and pending contributions; wagers, hits, wins and payments.",
    ),
    Listed(
        "gaming-day",
        "commands.gaming_day",
        "Play a whole gaming day on the production floor, with mistakes, jams, jackpots and crashes, and audit it.",
    ),
    Listed("law", "commands.law", "What the regulations say, paragraph by paragraph."),
    Listed("submission", "commands.submission", "Rules Submissions: the operator's choices, written and checked."),
    Listed("user", "commands.serve", "People who may sign in to a floor's server."),
    Listed("device", "commands.devices", "Machines that use a server of a floor, each with its own token."),
    Listed(
        "floor",
        "floor.setup",
        "A running property: its tables, its money, its gaming days, stored in one database (docs/operations.md).",
    ),
    Listed("ledger", "floor.ledger", "The ledger of a floor: every account, and every transfer of one."),
    Listed("audit", "floor.audit", "For auditors and disputes: hands, proofs, and the whole log checked."),
    Listed("report", "floor.report", "Reports of a floor."),
    Listed("export", "floor.export", "Export parts of a floor as files, and the verifier that checks them."),
)


class CommandsOnDemand(TyperGroup):
    """Lists every command, and loads the one that is used."""

    def list_commands(self, ctx: Any) -> list[str]:
        return [listed.name for listed in COMMANDS]

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """A stand-in for a command, as the overview and completion see it: its name and its help."""
        listed = {listed.name: listed for listed in COMMANDS}.get(cmd_name)
        return listed and TyperCommand(name=listed.name, help=listed.help)

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
