"""Meter shares that the law divides among the players who wagered on the same hand: who gets a part, and how much."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from tablelaw.amounts import METER_UNITS_PER_CENT, money_text
from tablelaw.law.odds import Odds
from tablelaw.law.rows import Wager
from tablelaw.table.events import Line
from tablelaw.table.rules import TableRules
from tablelaw.table.state import Round, change

DIVIDED = "divided among"
GIVEN_BACK = "its part, "
BY_PERSON = "by-person"


def share_of(odds: Odds, reading: int) -> Fraction:
    """The amount that these odds take from a meter at a given reading, in cents with any fraction."""
    return odds.amount * reading / METER_UNITS_PER_CENT


def parts_of(rules: TableRules, round_: Round, wager: Wager, share: Fraction) -> dict[int, int]:
    """The whole cents for each seat that has a part of a divided share, in the order of settlement."""
    seats = [n for n in reversed(round_.seats) if _has_part(round_, n, wager.id)]
    if rules.terms.reading(wager.divided_by) != BY_PERSON:
        return dict.fromkeys(seats, int(share / len(seats)))
    boxes: dict[str, list[int]] = {}
    for number in seats:
        boxes.setdefault(round_.seats[number].player, []).append(number)
    part = int(share / len(boxes))
    spread = {n: cents for own in boxes.values() for n, cents in zip(own, spread_over(part, len(own)), strict=True)}
    return {number: spread[number] for number in seats}


def division_readings(round_: Round, wager: Wager, parts: dict[int, int]) -> Iterator[str]:
    """The readings a divided share rests on: who counts, and whether players who folded count."""
    if len(parts) > 1:
        yield wager.divided_by
    folded = any(wager.id in seat.wagers and "fold" in seat.actions for seat in round_.seats.values())
    if wager.divided_by and folded and wager.on_fold.reading:
        yield wager.on_fold.reading


def spread_over(cents: int, boxes: int) -> list[int]:
    """Splits one person's part over the positions that won it. Remaining cents go to the first positions."""
    return [cents // boxes + (number < cents % boxes) for number in range(boxes)]


def _has_part(round_: Round, number: int, wager: str) -> bool:
    """Whether the seat had made the wager, and had not lost it, when the share was taken."""
    if wager not in round_.seats[number].wagers:
        return False
    line = round_.line_of(number, wager)
    return line is None or is_divided(line) or line.note.startswith(GIVEN_BACK)


def note_of(round_: Round, parts: dict[int, int]) -> str:
    """How a share was divided; empty if one wager got all of it."""
    if len(parts) == 1:
        return ""
    persons = len({round_.seats[number].player for number in parts})
    return f"{DIVIDED} {len(parts)}" if persons == len(parts) else f"{DIVIDED} {len(parts)} wagers of {persons}"


def share_drawn(round_: Round, wager: str) -> Line | None:
    """The line of the first part of a divided win. The whole share left the meter with this line."""
    drawn = (*round_.shares, *round_.lines)
    return next((line for line in drawn if line.wager == wager and is_divided(line)), None)


def share_to_return(round_: Round, seat: int) -> Line | None:
    """The share waiting for validation that returns to its meter if the player leaves.

    A divided share does not return.
    """
    waiting = (line for line in round_.shares if (line.seat, line.wager) in round_.waiting and line.seat == seat)
    return next((line for line in waiting if not is_divided(line)), None)


def is_divided(line: Line) -> bool:
    """Whether the line is a part of a share divided among several wagers."""
    return line.note.startswith(DIVIDED)


def part_given_back(rules: TableRules, round_: Round, line: Line, meters: dict[str, int]) -> Line:
    """The line of a lost wager. If part of a divided share had been taken for it, that part returns to the meter."""
    drawn = share_drawn(round_, line.wager)
    if drawn is None:
        return line
    share = share_of(Odds.parse(drawn.odds), drawn.meter_before)
    part = parts_of(rules, round_, rules.wagers[line.wager], share)[line.seat]
    reading = meters[drawn.meter]
    after = reading + part * METER_UNITS_PER_CENT
    note = f"{GIVEN_BACK}{money_text(part)}, stays on the meter"
    return change(line, meter=drawn.meter, meter_before=reading, meter_after=after, note=note)
