"""The settlement of a round as a table with its paragraphs, and the reason for each line."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from rich.text import Text

from tablelaw.amounts import METER_UNITS_PER_CENT
from tablelaw.cli.output import add_row, make_table
from tablelaw.cli.play.felt import meter_name
from tablelaw.cli.play.keyboard import signed
from tablelaw.cli.text_tables import Boxed, Sheet
from tablelaw.law.paragraph_lookup import paraphrase
from tablelaw.printed_money import printed
from tablelaw.table import Engine
from tablelaw.table.events import Line
from tablelaw.table.reading.sentences import sentence, wager_name

WHY_KEYS = "123456789ABCDEFGHIJKLMNOP"
WIDE = 110
STYLES = {"won": "green", "lost": "red", "limited": "yellow"}


def net_cents(lines: Iterable[Line]) -> int:
    """The amount that the player won or lost on these lines."""
    return sum(line.paid - line.kept for line in lines)


def settlement_table(engine: Engine, lines: Sequence[Line], width: int) -> Sheet:
    """One line per wager: stake, outcome, odds as printed, payment, and the paragraphs."""
    columns = ("", "wager", "stake", "outcome", "odds", "paid", "back", "law")
    table = make_table("Settlement", *columns, numbers=("stake", "paid", "back"), whole=("outcome", "law"))
    for key, line in zip(WHY_KEYS, lines, strict=False):
        name, odds, law = wager_name(engine.rules, line.wager), _odds(line), _law(line, width)
        outcome = Text(line.outcome, STYLES.get(line.outcome, ""))
        table.add_row(key, name, _sum(line.stake), outcome, odds, _sum(line.paid), _sum(line.returned), law)
    table.add_section()
    staked, paid, back = (sum(getattr(line, part) for line in lines) for part in ("stake", "paid", "returned"))
    add_row(table, "", "total", printed(staked), signed(net_cents(lines)), "", printed(paid), printed(back), "")
    return table


def _sum(cents: int) -> str:
    return printed(cents) if cents else "-"


def _odds(line: Line) -> str:
    odds = "" if line.odds.lower() == line.outcome else line.odds
    row = "" if line.row == "any winning hand" else line.row
    return ", ".join(part for part in (row, odds) if part)


def _law(line: Line, width: int) -> str:
    """The deciding paragraph and that of the odds, one below the other if space is short."""
    cites = list(dict.fromkeys(filter(None, (line.cite, line.paid_under))))
    return ("; " if width >= WIDE else "\n").join([*cites, *(f"read as {name}" for name in line.readings)])


def others_texts(players: Mapping[int, str], lines: Sequence[Line], me: int) -> list[str]:
    """What the other seats won or lost, one phrase each."""
    seats = sorted({line.seat for line in lines} - {me})
    return [f"{players[seat]} {signed(net_cents(at(lines, seat)))}" for seat in seats]


def at(lines: Iterable[Line], seat: int) -> list[Line]:
    return [line for line in lines if line.seat == seat]


def why_panel(engine: Engine, line: Line, held: Mapping[str, str]) -> Boxed:
    """Explains a line: the hands, and paraphrases of the deciding paragraph and that of the odds."""
    book = engine.rules.book
    cites = dict.fromkeys(filter(None, (line.cite, line.paid_under)))
    law = [f"{cite}  {paraphrase(book, cite)}" for cite in cites]
    read = [f"read as {name}  {book.reading(name).title}: {book.reading(name).why}" for name in line.readings]
    parts = [*law, *read, *_hands(engine, line, held), *_particulars(engine, line)]
    return Boxed(f"{wager_name(engine.rules, line.wager)}: {line.outcome}", parts, is_prose=True)


def _hands(engine: Engine, line: Line, held: Mapping[str, str]) -> list[str]:
    """The hands that the wager depends on: the two that compete, or the one it names."""
    wager = engine.rules.wagers.get(line.wager)
    if wager is not None and wager.hand not in ("", "player"):
        says = {hand.id: hand.says for hand in engine.rules.book.hands}[wager.hand]
        return [f"{says} {sentence(held[wager.hand])}."] if wager.hand in held else []
    named = {"player": "Your hand", "dealer": "The dealer's hand"}
    return [f"{name}: {held[hand]}." for hand, name in named.items() if hand in held]


def _particulars(engine: Engine, line: Line) -> list[str]:
    """The amounts, the meter, and how the line is paid."""
    parts = []
    if line.odds and line.paid:
        staked = f"{printed(line.stake)} staked, " if line.stake else ""
        parts.append(f"{sentence(line.row)}, {line.odds}: {staked}{printed(line.paid)} paid.")
    if line.meter:
        before, after = (printed(units // METER_UNITS_PER_CENT) for units in (line.meter_before, line.meter_after))
        parts.append(f"The {meter_name(engine, line.meter)} stood at {before} before it and at {after} afterwards.")
    if line.hand_pay:
        parts.append("Paid by hand, once a floorperson has validated it and the documents are complete.")
    return [*parts, sentence(f"{line.note}.")] if line.note else parts
