"""Plays the golden playthroughs and writes them as text: `python tools/golden.py [NAME ...]`.

The plays are listed in tests/golden/plays.toml. Each file written holds a remark, the round line and, after three
hyphens, the story, which `tablelaw replay` shows. Read the diff before you keep it: it shows what changed at the table.
"""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import msgspec

from tablelaw import jurisdictions, rulebooks
from tablelaw.amounts import METER_UNITS_PER_CENT, parse_money
from tablelaw.cards import Card, Deck, parse_cards
from tablelaw.chance import PracticeChance
from tablelaw.law.rows import Dealing
from tablelaw.printed_money import printing_as
from tablelaw.submission.draft import Draft
from tablelaw.submission.submission import accept
from tablelaw.table import commands
from tablelaw.table.automation.dealer import Driver
from tablelaw.table.engine import Engine
from tablelaw.table.notation.lines import parse_command, round_text
from tablelaw.table.reading.replay import played, story, story_text
from tablelaw.table.state import Round

ROOT = Path(__file__).parents[1]
GOLDEN = ROOT / "tests" / "golden"
EXAMPLES = ROOT / "examples" / "submissions"
OPENED = 1_700_000_000
MINUTE = 60
NAMES = {"dealer": "dealer:bob", "floor": "floor:fay"}


class Play(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """One playthrough, as plays.toml writes it."""

    rulebook: str
    about: str
    seats: dict[str, str]
    cards: dict[str, str]
    wagers: dict[str, dict[str, int]]
    decisions: dict[str, list[str]]
    name: str = ""
    dealing: str = ""
    real: bool = False
    options: dict[str, str] = {}
    meters: dict[str, str] = {}
    between: dict[str, list[str]] = {}
    face_up: dict[str, Any] = {}


def plays() -> Iterator[tuple[str, Play, Dealing]]:
    """Every play under every dealing procedure: (name of its file, play, procedure)."""
    rows = tomllib.loads((GOLDEN / "plays.toml").read_text("utf-8"))["play"]
    for play in msgspec.convert(rows, list[Play]):
        for dealing in rulebooks.get(play.rulebook).dealing:
            if play.dealing in ("", dealing.id):
                parts = [play.rulebook, *([play.name] if play.name else []), dealing.id]
                yield "-".join(parts), play, dealing


def engine_for(play: Play, dealing: Dealing) -> Engine:
    """An engine under the example submission with this dealing procedure; cards are shuffled by hand if the procedure
    needs no device.
    """
    raw = tomllib.loads((EXAMPLES / f"{play.rulebook}.toml").read_text("utf-8"))
    shuffler = "reshuffling" if "reshuffling shoe" in dealing.needs else "automated" if dealing.needs else "none"
    if dealing.id == "automated-shoe":
        shuffler = "counting"
    decks = 2 if shuffler in ("automated", "counting") else 1
    raw["procedure"] = {"dealing": dealing.id, "shuffler": shuffler, "decks": decks}
    raw["options"] = {**raw.get("options", {}), **play.options}
    return Engine(accept(Draft(rulebooks.get(play.rulebook), raw, play.rulebook)), play.real)


class Hand:
    """Plays one playthrough and keeps its commands."""

    def __init__(self, play: Play, dealing: Dealing, seed: str) -> None:
        self.play = play
        self.engine = engine_for(play, dealing)
        self.driver = Driver(self.engine, PracticeChance(seed))
        self.order = self._order(seed)
        self.left = {seat: list(said) for seat, said in play.decisions.items()}
        self.between = {phase: list(said) for phase, said in play.between.items()}
        self.given: list[commands.Command] = []
        self.now = OPENED

    # --- The deck ---------------------------------------------------------------------------------

    def _order(self, seed: str) -> tuple[Card, ...]:
        """Stacks a deck so that every place gets its named cards; the others come from the practice deck."""
        wanted = {place: list(parse_cards(text)) for place, text in self.play.cards.items()}
        named = {card for cards in wanted.values() for card in cards} | set(self._set_aside())
        rest = [card for card in Deck.new().shuffled(PracticeChance(seed)).cards if card not in named]
        order = []
        for place in self._places():
            cards = wanted.get(place)
            order.append(cards.pop(0) if cards else rest.pop(0))
        return (*order, *rest, *self._set_aside())

    def _set_aside(self) -> tuple[Card, ...]:
        return parse_cards(self.play.face_up.get("card", ""))

    def _places(self) -> Iterator[str]:
        """Where each card goes, in the order of the procedure and then of the flow."""
        rules, method = self.engine.rules, self.engine.submission.dealing
        seats = sorted(map(int, self.play.seats))
        wagered = {wager for staked in self.play.wagers.values() for wager in staked}
        yield from (slot.place for slot in rules.dealing.initial_slots(method, seats, wagered))
        if rules.dealing.methods[method].community == "dealt":
            for entry in rules.flow.steps:
                yield from [entry.do] * entry.cards
        yield from ("bought" for said in self.play.decisions.values() for one in said if one.startswith("buy"))

    # --- The round --------------------------------------------------------------------------------

    def run(self) -> None:
        """Plays from a closed table until the round is cleared."""
        self.do(commands.ReceiveDecks(self.engine.submission.back_colours))
        for seat, player in self.play.seats.items():
            self.do(commands.TakeSeat(int(seat), player, by=f"player:{seat}"))
        while (command := self.driver.next_command()) is not None:
            self.do(command)
        self.now += 10 * MINUTE
        self.bets()
        while (round_ := self.driver.state.round) is not None:
            self.do(self.said_between(round_) or self.driver.next_command() or self.next_of(round_))

    def do(self, command: commands.Command) -> None:
        command = msgspec.structs.replace(command, by=NAMES.get(command.by, command.by), at=self.now)
        if isinstance(command, commands.Shuffle) and command.cards:
            cut = self.driver.cut if command.how == "hand" else 0
            command = msgspec.structs.replace(command, cards=self.order[-cut:] + self.order[:-cut])
        self.driver.do(command)
        self.given.append(command)

    def said_between(self, round_: Round) -> commands.Command | None:
        said = self.between.get(round_.phase)
        return parse_command(said.pop(0)) if said else None

    def bets(self) -> None:
        if self.play.meters:
            readings = tuple((m, parse_money(text) * METER_UNITS_PER_CENT) for m, text in self.play.meters.items())
            self.do(commands.ReadMeters(readings, by="system"))
        for seat, staked in self.play.wagers.items():
            for wager, dollars in staked.items():
                self.do(commands.PlaceWager(int(seat), wager, dollars * 100, by=f"player:{seat}"))
        self.now += MINUTE
        self.do(commands.CloseBets())

    def next_of(self, round_: Round) -> commands.Command:
        """The next command of a player or the floor: a decision, a real card, a validation, or the documents."""
        if round_.phase == "deciding":
            return self.decision(round_)
        if round_.phase == "dealing":
            return self.real_card(round_)
        if round_.waiting:
            seat, wager = round_.waiting[0]
            return commands.Validate(seat, wager, by="floor")
        self.now += 10 * MINUTE
        return commands.CompleteDocuments(round_.hand_pays[0], by="floor")

    def decision(self, round_: Round) -> commands.Command:
        asked = next(c for c in self.engine.legal(self.driver.state) if isinstance(c, commands.Act))
        ante = round_.seats[asked.seat].wagers[self.engine.rules.opening[0].id]
        words = self.left[str(asked.seat)].pop(0).split()
        discard = parse_cards(words[words.index("discard") + 1]) if "discard" in words else ()
        cents = int(ante * Fraction(words[1])) if words[0] in ("bet", "buy") else 0
        return commands.Act(asked.seat, words[0], cents, discard, by=f"player:{asked.seat}")

    def real_card(self, round_: Round) -> commands.Command:
        if round_.dealt == self.play.face_up.get("after") and not round_.irregularities:
            return commands.ReportIrregularity("one-card-face-up", 0, self._set_aside())
        return commands.EnterCard(self.order[round_.dealt - len(round_.places.get("set aside", ()))])


def playthrough(name: str, play: Play, dealing: Dealing) -> str:
    """The text of one golden file."""
    hand = Hand(play, dealing, name)
    hand.run()
    line = round_text(hand.engine, hand.given)
    with printing_as(jurisdictions.money_format_for(hand.engine.submission.book)):
        told = story_text(story(hand.engine, played(hand.engine, hand.given)))
    return f"# {play.about}\n{line}\n---\n{told}"


def main(wanted: list[str]) -> None:
    for name, play, dealing in plays():
        if not wanted or name in wanted:
            (GOLDEN / f"{name}.txt").write_text(playthrough(name, play, dealing), "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
