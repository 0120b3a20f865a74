"""The felt as one seat sees it: dealer, community, seats in order, wagers and meters, drawn with Rich."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.panel import Panel
from rich.table import Table as Grid
from rich.text import Text

from tablelaw.amounts import METER_UNITS_PER_CENT
from tablelaw.cards import Card
from tablelaw.printed_money import printed
from tablelaw.table import Engine, Round, Seat, Table
from tablelaw.table.round.hands import cards_at, dealers_cards

SUIT_MARKS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
RED = "bold red on bright_white"
BLACK = "bold black on bright_white"
BACK = "bright_white on blue"
UNSEEN_PLACES = ("burn", "set aside")
OWN_PLACES = {"player", "player initial"}
OPEN_PHASES = ("settling", "done")
"""From these phases on, every hand still on the table is face up."""
ENDED = {"fold": "folded", "declare": "declared", "left": "left"}
WIDEST = 110
SEAT_WIDTH = 16
OWN_WIDTH = 24
MANY_CARDS = 4
"""A hand of at least this many cards is sorted by suit, as a player would hold it."""


@dataclass(frozen=True, slots=True)
class Pen:
    """How cards are written: suit symbols and boxes if the terminal can show them, letters otherwise."""

    plain: bool = False

    @classmethod
    def of(cls, console: Console) -> Pen:
        return cls(not console.encoding.lower().startswith("utf"))

    @property
    def between(self) -> str:
        """The separator between items of a line."""
        return " - " if self.plain else " · "

    def card(self, card: Card | None) -> Text:
        """One card on one line; None is a face-down card."""
        if card is None:
            return Text("##" if self.plain else "░░", BACK)
        return Text(self._name(card), RED if card.suit in "dh" else BLACK)

    def row(self, cards: Iterable[Card | None]) -> Text:
        return Text(" ").join(self.card(card) for card in cards)

    def boxes(self, cards: Sequence[Card | None]) -> Text:
        """Cards side by side, three lines high."""
        if self.plain:
            return self.row(cards)
        lines = [[self._line(card, part) for card in cards] for part in range(3)]
        return Text("\n").join(Text(" ").join(line) for line in lines)

    def _line(self, card: Card | None, part: int) -> Text:
        middle = "░░░" if card is None else f"{self._name(card):>3}"
        text = ("╭───╮", f"│{middle}│", "╰───╯")[part]
        return Text(text, BACK if card is None else RED if card.suit in "dh" else BLACK)

    def _name(self, card: Card) -> str:
        rank = str(card)[0].replace("T", "10")
        return rank + (card.suit if self.plain else SUIT_MARKS[card.suit])


@dataclass(frozen=True, slots=True)
class FeltView:
    """Draws a table for one seat: its own cards, and only the face-up cards of the others."""

    engine: Engine
    me: int
    pen: Pen
    width: int = 80

    def draw(self, state: Table, chips_cents: int) -> Panel:
        round_ = state.round
        assert round_ is not None
        parts: list[RenderableType] = [self._middle(state.method, round_), self._seats(round_)]
        if self.me in round_.seats:
            parts.append(self._own_wagers(round_.seats[self.me]))
        meters = meter_texts(self.engine, state)
        parts += [Text("Meters: " + self.pen.between.join(meters))] if meters else []
        return Panel(
            Group(*(Padding(part, (0, 1)) for part in parts)),
            title=f"{self.engine.rules.book.game}{self.pen.between}round {round_.number}",
            title_align="left",
            subtitle=f"your chips {printed(chips_cents)}",
            subtitle_align="right",
            border_style="green",
            width=min(self.width, WIDEST),
        )

    @property
    def _inner_width(self) -> int:
        """The width inside the borders and margins."""
        return min(self.width, WIDEST) - 6

    # --- The middle of the table -------------------------------------------------------------

    def _middle(self, method: str, round_: Round) -> RenderableType:
        """Dealer, community cards and cards of separate wagers, side by side if they fit."""
        blocks = [self._place(method, round_, place) for place in self._places(round_)]
        return side_by_side(blocks, self._inner_width, gap=4)

    def _places(self, round_: Round) -> list[str]:
        first = [place for place in ("dealer", "community") if place in round_.places]
        return first + [place for place in round_.places if place not in (*first, *UNSEEN_PLACES)]

    def _place(self, method: str, round_: Round, place: str) -> Text:
        named = self.engine.rules.wagers.get(place)
        title = Text(named.name if named else place.capitalize(), "bold")
        shows = place == "dealer" and round_.dealer_up
        words = self.hand_words(round_, None, "dealer", full=False) if shows else ""
        title.append(f"{self.pen.between}{words}" if words else "", "italic not bold")
        cards = place_cards(self.engine, method, round_, place)
        boxes = self.pen.boxes(self._in_order(cards) if place == "dealer" else cards)
        return Text("\n").join([title, boxes])

    # --- Seats -------------------------------------------------------------------------------

    def _seats(self, round_: Round) -> RenderableType:
        panels = [self._seat(round_, number) for number in sorted(round_.seats)]
        return side_by_side(panels, self._inner_width, gap=1)

    def _seat(self, round_: Round, number: int) -> Panel:
        seat, mine = round_.seats[number], number == self.me
        cards = self._in_order(seat_cards(round_, number, self.me))
        lines = [self.pen.boxes(cards) if mine else self.pen.row(cards)]
        if cards and None not in cards and (words := self._own_words(round_, seat, full=mine)):
            lines.append(Text(words, "italic"))
        lines.append(Text(f"{printed(sum(seat.wagers.values()))} staked", "dim"))
        return Panel(
            Text("\n").join(lines),
            title=f"{number} {seat.player}{seat_status(seat)}",
            title_align="left",
            border_style="bold cyan" if mine else "dim",
            width=max(widest_line(lines[0]), OWN_WIDTH if mine else SEAT_WIDTH) + 4,
        )

    def _own_wagers(self, seat: Seat) -> Text:
        names = self.engine.rules.wagers
        parts = [f"{names[wager].name} {printed(cents)}" for wager, cents in seat.wagers.items()]
        return Text("Your wagers: " + self.pen.between.join(parts))

    def _in_order(self, cards: Sequence[Card | None]) -> list[Card | None]:
        """Sorts a hand of many cards by suit, longest suit first; leaves a smaller hand in the order it was dealt."""
        known = [card for card in cards if card is not None]
        if len(known) < max(len(cards), MANY_CARDS):
            return list(cards)
        length = {suit: sum(card.suit == suit for card in known) for suit in SUIT_MARKS}
        return [*sorted(known, key=lambda card: (-length[card.suit], card.suit, -card.rank))]

    def _own_words(self, round_: Round, seat: Seat, full: bool) -> str:
        """The player's hand in words or, before there is one, the first cards alone."""
        first = (hand for hand, places in self.engine.rules.hands.places.items() if set(places) <= OWN_PLACES)
        words = (self.hand_words(round_, seat, hand, full) for hand in ("player", *first))
        return next(filter(None, words), "")

    # --- Hands in words ------------------------------------------------------------------------

    def hand_words(self, round_: Round, seat: Seat | None, hand: str, full: bool = True) -> str:
        """The hand that the face-up cards make so far, or only its class; empty while there are too few."""
        rules = self.engine.rules
        if hand not in rules.hands.rankings:
            return ""
        cards = [c for place in rules.hands.places[hand] for c in open_cards(self.engine, round_, seat, place)]
        ranking = rules.hands.rankings[hand]
        if len(cards) not in ranking.sizes:
            return ""
        return ranking.describe(cards) if full else ranking.classify(cards)

    def held(self, round_: Round) -> dict[str, str]:
        """Every readable hand of this seat and of the dealer, in words."""
        seat = round_.seats[self.me]
        hands = [hand for hand, places in self.engine.rules.hands.places.items() if "other player" not in places]
        return {hand: words for hand in hands if (words := self.hand_words(round_, seat, hand))}


def side_by_side(blocks: Sequence[Text | Panel], width: int, gap: int) -> Group:
    """Lays out blocks in rows, as many in each row as fit."""
    rows: list[list[Text | Panel]] = [[]]
    for block in blocks:
        if rows[-1] and sum(map(_width_of, rows[-1])) + gap * len(rows[-1]) + _width_of(block) > width:
            rows.append([])
        rows[-1].append(block)
    return Group(*(_row(row, gap) for row in rows))


def _width_of(block: Text | Panel) -> int:
    if isinstance(block, Panel):
        return block.width or 0
    return widest_line(block)


def widest_line(text: Text) -> int:
    return max(line.cell_len for line in text.split(allow_blank=True))


def _row(blocks: Sequence[Text | Panel], gap: int) -> Grid:
    grid = Grid.grid(padding=(0, gap, 0, 0))
    for block in blocks:
        grid.add_column(width=_width_of(block))
    grid.add_row(*blocks)
    return grid


def open_cards(engine: Engine, round_: Round, seat: Seat | None, place: str) -> tuple[Card, ...]:
    """The cards of a place that may be seen: the part of a board that is turned up, and the dealer's cards only once
    they are shown.
    """
    if place == "dealer" and not round_.dealer_up:
        return ()
    cards = cards_at(engine.rules, round_, seat, place, None)
    return cards[: round_.shown] if place in ("community", "flop") else cards


def place_cards(engine: Engine, method: str, round_: Round, place: str) -> list[Card | None]:
    """The cards of a place as players see them: None for each face-down card."""
    cards = round_.places[place]
    if place == "community":
        return [card if n < round_.shown else None for n, card in enumerate(cards)]
    if place == "dealer":
        return list(dealers_cards(engine.rules, method, round_))
    return [card if round_.phase in OPEN_PHASES else None for card in cards]


def seat_cards(round_: Round, number: int, me: int) -> list[Card | None]:
    """A seat's cards as the player at seat `me` sees them: those of other seats are face up from the settlement on,
    unless they were folded.
    """
    seat = round_.seats[number]
    shown = number == me or (round_.phase in OPEN_PHASES and "fold" not in seat.actions)
    return [card if shown else None for card in seat.cards]


def seat_status(seat: Seat) -> str:
    """Says how a seat left the round early."""
    ended = next((done for action, done in ENDED.items() if action in seat.actions), "")
    return f", {ended}" if ended else ""


def meter_texts(engine: Engine, state: Table) -> list[str]:
    """Prints the amount on each progressive meter."""
    return [
        f"{meter_name(engine, meter)} {printed(units // METER_UNITS_PER_CENT)}" for meter, units in state.meters.items()
    ]


def meter_name(engine: Engine, meter: str) -> str:
    terms = engine.rules.meters[meter]
    wager = engine.rules.wagers[terms.wagers[0]].name.partition(",")[0]
    return f"{wager} meter" if terms.name == "meter" else f"{wager} {terms.name} meter"
