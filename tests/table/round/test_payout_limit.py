"""The payout limit: what counts towards it and which wagers it reduces, under every reading."""

from __future__ import annotations

import pytest

from tablelaw import rulebooks
from tablelaw.table.events import Line
from tablelaw.table.round.payout_limit import counted_cents, cuts_of


def line(wager: str, paid: int, stake: int = 0, kept: int = 0) -> Line:
    outcome = "won" if paid else "lost"
    return Line(seat=1, wager=wager, stake=stake, outcome=outcome, cite="", paid=paid, returned=stake - kept, kept=kept)


UTH = [line("ante", 100, 100), line("blind", 50_000, 100), line("play", 400, 400)]
HEADS_UP = [line("ante", 0, 100, 100), line("raise", 0, 300, 300), line("odds", 50_000, 100)]
FOUR = [line("ante", 1_000), line("flop", 2_000), line("turn", 1_000), line("river", 1_000)]
COLORADO = [line("ante", 3_000), line("bet", 3_000)]


@pytest.mark.parametrize(
    ("book_id", "reading", "lines", "counted"),
    [
        ("pa-653a", {}, UTH, 50_500),
        ("pa-653a", {"limit-is-winnings": "stakes-included"}, UTH, 51_100),
        ("pa-677a", {}, HEADS_UP, 50_000),
        ("pa-677a", {"limit-is-winnings": "stakes-included"}, HEADS_UP, 50_100),
        ("pa-677a", {"limit-is-winnings": "net-of-losses"}, HEADS_UP, 49_600),
    ],
)
def test_what_counts(book_id: str, reading: dict[str, str], lines: list[Line], counted: int) -> None:
    book = rulebooks.get(book_id)
    assert counted_cents(book.limits[0], book.terms(reading), lines) == counted


@pytest.mark.parametrize(
    ("book_id", "reading", "lines", "excess", "cuts"),
    [
        ("pa-653a", {}, UTH, 49_999, {"blind": 49_999}),
        ("pa-653a", {}, UTH, 50_000, {"blind": 50_000}),
        ("pa-653a", {}, UTH, 50_450, {"blind": 50_000, "play": 400, "ante": 50}),
        ("pa-677a", {}, HEADS_UP, 7, {"odds": 7}),
        ("pa-647a", {}, FOUR, 999, {"river": 999}),
        ("pa-647a", {}, FOUR, 1_001, {"river": 1_000, "turn": 1}),
        ("pa-647a", {"limit-order": "pro-rata"}, FOUR, 500, {"ante": 100, "flop": 200, "turn": 100, "river": 100}),
        ("pa-647a", {"limit-order": "pro-rata"}, FOUR, 502, {"ante": 100, "flop": 200, "turn": 101, "river": 101}),
        ("md-thb", {}, [*FOUR, line("texas-bonus", 500)], 600, {"texas-bonus": 500, "river": 100}),
        ("ma-colorado", {}, COLORADO, 3_001, {"bet": 3_000, "ante": 1}),
        ("ma-colorado", {"payout-limit-share": "equal-shares"}, COLORADO, 3_001, {"ante": 1_500, "bet": 1_501}),
    ],
)
def test_what_it_is_taken_off(
    book_id: str, reading: dict[str, str], lines: list[Line], excess: int, cuts: dict[str, int]
) -> None:
    book = rulebooks.get(book_id)
    found = cuts_of(book.limits[0], book.terms(reading), lines, excess)
    assert found == cuts
    assert sum(found.values()) == excess
