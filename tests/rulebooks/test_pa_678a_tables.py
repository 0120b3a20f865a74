"""58 Pa. Code ch. 678a, text as proposed: all printed odds typed a second time, and the holds that the Board
printed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache
from math import comb

import pytest

from tablelaw import rulebooks
from tablelaw.law.odds import OddsKind
from tablelaw.law.paytables import Column

BOOK = rulebooks.get("pa-678a")
COLUMNS = BOOK.terms().tables
HANDS = comb(52, 7)
LENGTH = {"seven": 7, "six": 6, "five": 5, "four": 4, "three": 3, "two": 2}

# Columns from the top hand down, as the regulation prints them.
FLUSH_BONUS = {
    "A": "300 100 10 1",
    "B": "100 20 10 2",
    "C": "200 20 10 2",
    "D": "300 75 5 2",
    "E": "400 60 12 1",
    "F": "400 100 10 1",
    "G": "500 100 10 1",
    "H": "250 100 10 1",
}
STRAIGHT_FLUSH_BONUS = {
    "A": "500 200 100 75 7",
    "B": "1,000 500 100 75 7",
    "C": "500 200 100 60 8",
    "D": "1,000 500 100 60 8",
}
PROGRESSIVE = {
    "A": ["100% of meter", "10% of meter", "250 for 1", "40 for 1", "3 for 1"],
    "B": ["100% of meter", "10% of meter", "900 for 1", "50 for 1", "N/A"],
}


def printed_column(table: str, column: str) -> dict[int, str]:
    """Length of the hand -> odds as the data has them."""
    cells = COLUMNS[table, column]
    return {LENGTH[hand.split("-")[0]]: cell.odds.printed for hand, cell in cells.items()}


def to_one(numbers: str) -> dict[int, str]:
    return {7 - place: f"{number} to 1" for place, number in enumerate(numbers.split())}


@pytest.mark.parametrize("column", FLUSH_BONUS)
def test_12_b_flush_bonus_column(column: str) -> None:
    assert printed_column("flush-bonus", column) == to_one(FLUSH_BONUS[column])


@pytest.mark.parametrize("column", STRAIGHT_FLUSH_BONUS)
def test_12_c_straight_flush_bonus_column(column: str) -> None:
    assert printed_column("straight-flush-bonus", column) == to_one(STRAIGHT_FLUSH_BONUS[column])


@pytest.mark.parametrize("column", PROGRESSIVE)
def test_12_d_1_progressive_column(column: str) -> None:
    expected = {7 - place: odds for place, odds in enumerate(PROGRESSIVE[column])}
    assert printed_column("progressive", column) == expected


def test_12_a_ante_and_raise_pay_even_money() -> None:
    table = BOOK.paytable("even-money")
    assert (table.wagers, table.rows) == (("ante", "raise"), (("any winning hand", "1 to 1"),))


def test_12_every_printed_column_is_there_and_no_other() -> None:
    permitted = {table.id: table.columns for table in BOOK.paytables}
    assert permitted == {
        "even-money": ("printed",),
        "flush-bonus": tuple(FLUSH_BONUS),
        "straight-flush-bonus": tuple(STRAIGHT_FLUSH_BONUS),
        "progressive": tuple(PROGRESSIVE),
    }


def test_12_d_3_operator_sets_the_meter_from_thirty_thousand_dollars() -> None:
    (meter,) = BOOK.meters
    assert (meter.seed, meter.reseed, meter.primary) == (None, None, None)
    assert set(meter.operator_sets) == {"seed", "reseed", "primary"}
    assert meter.seed_at_least is not None
    assert meter.seed_at_least.cents == 3_000_000
    assert meter.columns == ("A", "B")


# --- The holds the Board printed, counted over all hands from the thirteen ranks of a suit -----


def longest_run(ranks: int) -> int:
    """Longest run of set bits."""
    length = 0
    while ranks:
        ranks, length = ranks & ranks << 1, length + 1
    return length


def run_with_low_ace(suit: int) -> int:
    return min(longest_run(suit << 1 | suit >> 12), 7)


def run_with_high_ace(suit: int) -> int:
    return longest_run(suit)


def run_round_the_corner(suit: int) -> int:
    return min(longest_run(suit << 13 | suit), 7)


@cache
def hands_by(measure: Callable[[int], int]) -> Mapping[int, int]:
    """Counts all seven-card hands by the greatest measure of any of their four suits."""
    suit = Counter((mask.bit_count(), measure(mask)) for mask in range(1 << 13) if mask.bit_count() <= 7)
    held = Counter({(0, 0): 1})
    for _ in range(4):
        joined: Counter[tuple[int, int]] = Counter()
        for (size, best), ways in held.items():
            for (more, value), more_ways in suit.items():
                if size + more <= 7:
                    joined[size + more, max(best, value)] += ways * more_ways
        held = joined
    return {best: ways for (size, best), ways in held.items() if size == 7}


def hold(column: Column, hands: Mapping[int, int]) -> Fraction:
    """The house's share of a wager: one minus what the column returns, including the stake."""
    gains = {LENGTH[hand.split("-")[0]]: cell.odds.net_per_unit() for hand, cell in column.items()}
    return -sum((Fraction(ways, HANDS) * gains.get(n, -1) for n, ways in hands.items()), Fraction(0))


def holds(table: str, measure: Callable[[int], int]) -> dict[str, Fraction]:
    columns = BOOK.paytable(table).columns
    return {name: hold(COLUMNS[table, name], hands_by(measure)) for name in columns}


def meets_the_printed_range(table: str, measure: Callable[[int], int]) -> bool:
    """Whether both ends are within a hundredth of a percentage point; the Board truncated some figures and rounded
    others.
    """
    printed = next(row for row in BOOK.holds if row.wager == table)
    exact = holds(table, measure).values()
    ends = ((min(exact), printed.low.share), (max(exact), printed.high.share))
    return all(abs(found - stated) < Fraction(1, 10_000) for found, stated in ends)


@pytest.mark.parametrize("measure", [run_with_low_ace, run_with_high_ace, run_round_the_corner, int.bit_count])
def test_6_counts_add_up_to_every_hand(measure: Callable[[int], int]) -> None:
    assert sum(hands_by(measure).values()) == HANDS == 133_784_560


def test_6_c_no_hand_is_below_a_two_card_flush() -> None:
    assert min(hands_by(int.bit_count)) == 2


def length_and_top(suit: int) -> int:
    """A measure of one suit: sixteen for each card, plus the rank of its highest."""
    return 16 * suit.bit_count() + suit.bit_length() + 1 if suit else 0


def test_11_d_1_dealer_fails_to_qualify_with_a_quarter_of_all_hands() -> None:
    nine_high = 16 * 3 + 9
    failing = sum(ways for best, ways in hands_by(length_and_top).items() if best < nine_high)
    assert failing == 32_959_524


def test_6_d_counts_with_and_without_a_low_ace() -> None:
    low, high = hands_by(run_with_low_ace), hands_by(run_with_high_ace)
    assert [low[n] for n in (7, 6, 5, 4, 3)] == [32, 1_592, 39_960, 676_196, 8_642_932]
    assert [high[n] for n in (7, 6, 5, 4, 3)] == [28, 1_416, 36_000, 615_480, 7_940_748]


def test_12_c_only_a_low_ace_gives_the_hold_the_board_printed() -> None:
    assert meets_the_printed_range("straight-flush-bonus", run_with_low_ace)
    assert not meets_the_printed_range("straight-flush-bonus", run_with_high_ace)
    assert not meets_the_printed_range("straight-flush-bonus", run_round_the_corner)


def test_12_c_exact_holds_of_the_reading_low_ace() -> None:
    assert holds("straight-flush-bonus", run_with_low_ace) == {
        "A": Fraction(554_889, 8_361_535),
        "B": Fraction(524_039, 8_361_535),
        "C": Fraction(1_297_279, 16_723_070),
        "D": Fraction(1_235_579, 16_723_070),
    }
    assert holds("straight-flush-bonus", run_with_high_ace) == {
        "A": Fraction(4_886_863, 33_446_140),
        "B": Fraction(4_777_163, 33_446_140),
        "C": Fraction(2_604_863, 16_723_070),
        "D": Fraction(2_550_013, 16_723_070),
    }


def test_12_b_flush_bonus_holds_are_as_printed() -> None:
    exact = holds("flush-bonus", int.bit_count)
    assert meets_the_printed_range("flush-bonus", int.bit_count)
    assert min(exact, key=exact.__getitem__) == "C"
    assert max(exact, key=exact.__getitem__) == "E"


def test_12_d_1_fixed_rows_of_the_progressive_return_about_half() -> None:
    for column, expected in (("A", 0.470657), ("B", 0.521539)):
        cells = COLUMNS["progressive", column]
        fixed = {LENGTH[h.split("-")[0]]: c.odds.amount for h, c in cells.items() if c.odds.kind is OddsKind.FOR}
        returned = sum(Fraction(hands_by(run_with_low_ace)[n], HANDS) * pays for n, pays in fixed.items())
        assert float(returned) == pytest.approx(expected, abs=1e-6)
