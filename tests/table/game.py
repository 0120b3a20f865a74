"""Shorthand for tests of the table: a submission, a stacked deck, wagers, decisions, and the resulting lines."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from typing import Any

from tablelaw import rulebooks
from tablelaw.cards import PACK, Card
from tablelaw.cards.card import parse_cards
from tablelaw.chance import PracticeChance
from tablelaw.law.rulebook import Rulebook
from tablelaw.submission.draft import Draft, submitted_wagers
from tablelaw.submission.submission import Submission, accept
from tablelaw.submission.template import new_submission
from tablelaw.table import Engine, Refused, Round, commands, events
from tablelaw.table.automation.dealer import Driver
from tablelaw.table.events import Line
from tablelaw.table.legal import decisions
from tests.table.orders import places

DEALER, FLOOR = "dealer:bob", "floor:fay"
WIDE = {"minimum": "1", "maximum": "100,000"}


def submission(
    book_id: str,
    *,
    procedure: Mapping[str, Any] | None = None,
    limits: Mapping[str, Any] | None = None,
    wagers: Mapping[str, Mapping[str, Any]] | None = None,
    offered: Sequence[str] | None = None,
    **choices: str,
) -> Submission:
    """A submission with everything offered, wide limits, a counting shuffler and as many decks as it needs, unless
    given otherwise.
    """
    book = rulebooks.get(book_id)
    raw = tomllib.loads(new_submission(book, offer_all=True))
    raw["limits"] = _wide_limits(book) | dict(limits or {})
    said = {"dealing": _usual_dealing(book), "shuffler": "counting"} | dict(procedure or {})
    raw["procedure"] = {"decks": book.decks_with(said["shuffler"])} | said
    for wager in submitted_wagers(book):
        raw["wagers"][wager.id]["offered"] = offered is None or wager.id in offered
    for wager_id, written in (wagers or {}).items():
        raw["wagers"].setdefault(wager_id, {}).update(written)
    for name, value in choices.items():
        _choose(raw, book.readings, name.replace("_", "-"), value)
    return accept(Draft(book, raw, book_id))


def _wide_limits(book: Rulebook) -> dict[str, str]:
    """The widest limits, or the widest permitted ones if the law fixes the maximum as a multiple of the minimum."""
    return {"minimum": "1", "maximum": str(max(book.maximum_multiples))} if book.maximum_multiples else WIDE


def _usual_dealing(book: Rulebook) -> str:
    methods = [method.id for method in book.dealing]
    return "manual-shoe" if "manual-shoe" in methods else methods[0]


def _choose(raw: dict[str, Any], readings: Sequence[Any], name: str, value: str) -> None:
    if name in {reading.id for reading in readings}:
        raw.setdefault("readings", {})[name] = value
    elif name in raw.get("options", {}):
        raw["options"][name] = value
    else:
        raw.setdefault("paytables", {})[name] = value


def arranged(
    book_id: str, dealing: str, seats: Sequence[int], hands: Mapping[int, str], dealer: str, board: str, six: str = ""
) -> tuple[Card, ...]:
    """A deck that deals these cards to these places, filled up with other cards."""
    named = {f"seat {seat}": list(parse_cards(text)) for seat, text in hands.items()}
    named |= {"dealer": list(parse_cards(dealer)), "community": list(parse_cards(board))}
    named["six-card"] = list(parse_cards(six))
    taken = {card for cards in named.values() for card in cards}
    rest = [card for card in PACK if card not in taken]
    order = places(book_id, dealing, seats, bool(six))
    dealt = [named[place].pop(0) if named.get(place) else rest.pop(0) for place, _ in order]
    return tuple(dealt + rest + [card for cards in named.values() for card in cards])


class Game:
    """A table ready for its first round, with known cards."""

    def __init__(self, book_id: str, *, physical: bool = False, seats: Sequence[int] = (1,), **choices: Any) -> None:
        self.book_id = book_id
        self.engine = Engine(submission(book_id, **choices), physical)
        self.driver = Driver(self.engine, PracticeChance("unused"))
        self.seats = tuple(seats)
        self.cards: tuple[Card, ...] = tuple(PACK)

    # --- The table ---------------------------------------------------------------------------------------

    @property
    def state(self) -> Any:
        return self.driver.state

    @property
    def round(self) -> Round:
        assert self.driver.state.round is not None
        return self.driver.state.round

    @property
    def log(self) -> list[events.Event]:
        return self.driver.log

    def do(self, command: commands.Command) -> list[events.Event]:
        return self.driver.do(command)

    def refused(self, command: commands.Command) -> Refused:
        """The refusal of a command, which must change nothing."""
        before = self.driver.state
        refusal = self.engine.verify(before, command)
        assert refusal is not None, f"{command} was accepted"
        assert self.driver.state is before
        return refusal

    def opened(self) -> Game:
        """Readies the decks and seats players, each under the seat's own name."""
        for seat in self.seats:
            self.do(commands.TakeSeat(seat, f"p{seat}", by=f"player:{seat}"))
        self.ready()
        return self

    def ready(self) -> None:
        """The dealer readies the deck in this game's order."""
        while (command := self.driver.next_command()) is not None:
            if isinstance(command, commands.Shuffle) and command.cards:
                command = commands.Shuffle(command.how, self.cards, by=DEALER)
            self.do(command)

    # --- Cards -------------------------------------------------------------------------------------------

    def stack(self, hands: Mapping[int, str], dealer: str = "", board: str = "", six: str = "") -> Game:
        """Stacks the deck so that the procedure deals these cards to their places; other cards fill the rest."""
        self.cards = arranged(self.book_id, self.engine.submission.dealing, self.seats, hands, dealer, board, six)
        return self

    # --- A round -----------------------------------------------------------------------------------------

    def bet(self, seat: int, **wagers: int) -> Game:
        """Places wagers in dollars: bet(1, ante=10, blind=10)."""
        for wager, dollars in wagers.items():
            name = wager.replace("_", "-")
            self.do(commands.PlaceWager(seat, name, round(dollars * 100), by=f"player:{seat}"))
        return self

    def deal(self) -> Game:
        """Announces "no more bets" and continues to the first decision."""
        self.do(commands.CloseBets(by=DEALER))
        self.run()
        return self

    def run(self) -> Game:
        """Continues until somebody must decide or the round is settled; real cards are entered in order."""
        while (command := self.next()) is not None:
            self.do(command)
        return self

    def next(self) -> commands.Command | None:
        round_, command = self.driver.state.round, self.driver.next_command()
        if command is None and round_ is not None and round_.phase == "dealing":
            return commands.EnterCard(self.cards[round_.dealt], by=DEALER)
        return None if isinstance(command, commands.ClearRound) else command

    def act(self, seat: int, action: str, dollars: float = 0, discard: str = "") -> Game:
        """Makes one decision, and continues to the next."""
        cards = parse_cards(discard)
        self.do(commands.Act(seat, action, round(dollars * 100), cards, by=f"player:{seat}"))
        return self.run()

    def each(self, action: str = "") -> Game:
        """Makes every decision still to come: takes the named action where it is open, otherwise the first one."""
        while self.driver.state.round is not None and self.round.phase == "deciding":
            open_to = list(decisions(self.engine.rules, self.round))
            self.do(next((act for act in open_to if act.action == action), open_to[0]))
            self.run()
        return self

    def irregularity(self, name: str, seat: int = 0, card: str = "", by: str = DEALER) -> Game:
        self.do(commands.ReportIrregularity(name, seat, parse_cards(card), by=by))
        return self

    def settle(self) -> Game:
        """Continues to the end of the settlement and validates what needs it; the round is not cleared."""
        self.run()
        while self.round.waiting:
            self.do(commands.Validate(*self.round.waiting[0], by=FLOOR))
            self.run()
        return self

    def clear(self) -> Game:
        for seat in self.round.hand_pays:
            self.do(commands.CompleteDocuments(seat, by=FLOOR))
        self.do(commands.ClearRound(by=DEALER))
        return self

    # --- What came of it -----------------------------------------------------------------------------------

    def line(self, seat: int, wager: str) -> Line:
        found = self.round.line_of(seat, wager.replace("_", "-"))
        assert found is not None, f"no line for {wager} at seat {seat}: {self.round.lines}"
        return found

    def said(self, seat: int) -> dict[str, str]:
        """The outcome of every wager of a seat."""
        return {line.wager: line.outcome for line in self.round.lines if line.seat == seat}
