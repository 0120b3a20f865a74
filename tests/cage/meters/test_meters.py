"""Meters follow each regulation exactly: seed, reseed, increments, wins in order, reserve."""

from __future__ import annotations

from fractions import Fraction

import msgspec
import pytest

from tablelaw.amounts import METER_UNITS_PER_CENT as CENT
from tablelaw.cage.meters.changes import MeterChange
from tablelaw.cage.meters.meters import Meters, MeterState, contribution
from tablelaw.cage.meters.state import share_cents
from tablelaw.errors import BadSubmission
from tablelaw.submission.submission import MeterTerms
from tests.cage.terms import meter_terms, win_changes

DOLLAR = 100 * CENT
WHOLE, TENTH = Fraction(1), Fraction(1, 10)

# Typed from .12(d)(3), .12(e)(4): seed and reseed in dollars for 1, primary and reserve in percent.
PRINTED = {
    "A": {"progressive-a": (10_000, 10_000, 21, 0)},
    "B": {"mega-b": (10_000, 10_000, 11, 0), "major-b": (1_000, 1_000, 10, 0)},
    "C": {"mega-c": (10_000, 10_000, 9, 0), "major-c": (1_000, 1_000, 7, 0), "minor-c": (250, 250, 3, 0)},
    "D": {"mega-d": (10_000, 10_000, 10, 0), "major-d": (1_000, 1_000, 8, 0), "minor-d": (250, 250, 3, 0)},
}
FIVE_CARD = {"five-card": (10_000, 0, 13, 8)}
CASES = [
    (book, "progressive", table, dollars, meters)
    for book in ("pa-647a", "pa-653a")
    for dollars in (1, 5)
    for table, meters in PRINTED.items()
] + [(book, "five-card-player", "", dollars, FIVE_CARD) for book in ("pa-647a", "pa-653a") for dollars in (1, 5)]


@pytest.mark.parametrize(("book", "wager", "table", "dollars", "meters"), CASES)
def test_12_d_3_and_e_4_meters_follow_the_wager_offered(
    book: str, wager: str, table: str, dollars: int, meters: dict[str, tuple[int, int, int, int]]
) -> None:
    found = meter_terms(book, wager, table, amount=f"${dollars}")
    assert set(found) == set(meters)
    for name, (seed, reseed, primary, reserve) in meters.items():
        state = opened(found[name])
        assert (state.units, state.reseed) == (seed * dollars * DOLLAR, reseed * dollars * DOLLAR)
        assert contribution(found[name], dollars * 100) == (primary * dollars * CENT, reserve * dollars * CENT)


@pytest.mark.parametrize("book", ["pa-647a", "pa-653a"])
@pytest.mark.parametrize(("table", "percent"), [("A", 21), ("B", 21), ("C", 19), ("D", 21)])
def test_12_d_3_increments_of_a_paytable_add_up(book: str, table: str, percent: int) -> None:
    terms = meter_terms(book, "progressive", table, amount="$1").values()
    assert sum(contribution(meter, 100)[0] for meter in terms) == percent * CENT


@pytest.mark.parametrize(
    ("rate", "cents", "units"),
    [
        ("20%", 100, 20 * CENT),
        ("15%", 500, 75 * CENT),
        ("0.5%", 100, CENT // 2),
        ("12.34%", 100, 123_400),
        ("0.01%", 1, 1),
        ("0.001%", 1, 0),
        ("0.001%", 9, 0),
        ("0.001%", 10, 1),
        ("0.001%", 11, 1),
        ("33.3333%", 100, 333_333),
        ("33.333333%", 100, 333_333),
    ],
)
def test_678a_12_d_3_the_rate_is_the_operators_and_rounded_down_to_a_unit(rate: str, cents: int, units: int) -> None:
    terms = meter_terms("pa-678a", "progressive", "A", amount="$1", seed="$30,000", reseed="$30,000", rate=rate)
    assert contribution(terms["progressive"], cents) == (units, 0)


@pytest.mark.parametrize("part", ["seed", "reseed"])
@pytest.mark.parametrize(("sum_", "accepted"), [("$29,999.99", False), ("$30,000", True), ("$30,000.01", True)])
def test_678a_12_d_3_initial_and_reset_amount_at_least_30000(part: str, sum_: str, accepted: bool) -> None:
    written = {"amount": "$1", "rate": "20%", "seed": "$40,000", "reseed": "$40,000", part: sum_}
    if accepted:
        assert opened(meter_terms("pa-678a", "progressive", "A", **written)["progressive"]).units >= 30_000 * DOLLAR
    else:
        with pytest.raises(BadSubmission, match="30,000"):
            meter_terms("pa-678a", "progressive", "A", **written)


# --- Wins -------------------------------------------------------------------------------------------------


def opened(terms: MeterTerms) -> MeterState:
    meters = Meters()
    name = meters.connect("T", terms, "653a.12(d)(3)")
    return meters.apply(MeterChange(meter=name, kind="opened", cite="653a.12", units=meters[name].seed))


def won(state: MeterState, share: Fraction, parts: int = 1, seat: int = 1) -> tuple[int, MeterState]:
    """What each part is paid, and the meter afterwards."""
    place = MeterChange(meter=state.id, kind="", cite="653a.12", table="T", round=1, seat=seat, wager="progressive")
    meters = Meters([state])
    meters.keep(meters.after_each(win_changes(state, share, place, parts)))
    return share_cents(share, state.units, parts), meters[state.id]


def at(state: MeterState, units: int, reserve: int = 0) -> MeterState:
    return msgspec.structs.replace(state, units=units, reserve_units=reserve)


PROGRESSIVE = opened(meter_terms("pa-653a", "progressive", "A", amount="$1")["progressive-a"])
FIVE = opened(meter_terms("pa-653a", "five-card-player", amount="$1")["five-card"])
FLUSH = opened(
    meter_terms("pa-678a", "progressive", "A", amount="$1", seed="$50,000", reseed="$30,000", rate="20%")["progressive"]
)


def test_12_d_1_all_of_the_meter_and_it_starts_again_from_the_reseed() -> None:
    paid, after = won(at(PROGRESSIVE, 12_345 * DOLLAR), WHOLE)
    assert (paid, after.units) == (1_234_500, 10_000 * DOLLAR)
    assert (after.hits, after.wins) == (1, 1_234_500)


def test_12_d_1_a_tenth_leaves_nine_tenths_even_below_the_seed() -> None:
    paid, after = won(PROGRESSIVE, TENTH)
    assert (paid, after.units) == (100_000, 9_000 * DOLLAR)


def test_12_d_4_each_is_paid_what_the_meter_shows_at_the_turn() -> None:
    first, after = won(PROGRESSIVE, TENTH, seat=6)
    second, after = won(after, TENTH, seat=5)
    royal, after = won(after, WHOLE, seat=2)
    last, after = won(after, TENTH, seat=1)
    assert (first, second, royal, last) == (100_000, 90_000, 810_000, 100_000)
    assert (after.units, after.hits) == (9_000 * DOLLAR, 4)


def test_678a_reading_two_tenths_in_one_round() -> None:
    state = at(FLUSH, 30_000 * DOLLAR)
    first, after = won(state, TENTH)
    second, after = won(after, TENTH, seat=2)
    assert (first, second, after.units) == (300_000, 270_000, 24_300 * DOLLAR)


def test_678a_12_d_3_first_from_the_initial_then_from_the_reset_amount() -> None:
    paid, after = won(FLUSH, WHOLE)
    assert (paid, after.units) == (5_000_000, 30_000 * DOLLAR)


def test_12_e_4_after_all_is_won_the_reserve_becomes_the_meter() -> None:
    paid, after = won(at(FIVE, 10_500 * DOLLAR, 307 * DOLLAR + 5), WHOLE)
    assert (paid, after.units, after.reserve_units) == (1_050_000, 307 * DOLLAR + 5, 0)


def test_12_e_4_without_a_reserve_the_next_meter_starts_at_nothing() -> None:
    paid, after = won(FIVE, WHOLE)
    assert (paid, after.units, after.reserve_units) == (1_000_000, 0, 0)
    assert share_cents(WHOLE, after.units) == 0


def test_12_e_1_a_tenth_leaves_the_reserve_alone() -> None:
    paid, after = won(at(FIVE, 10_000 * DOLLAR, 300 * DOLLAR), TENTH)
    assert (paid, after.units, after.reserve_units) == (100_000, 9_000 * DOLLAR, 300 * DOLLAR)


@pytest.mark.parametrize(
    ("units", "share", "paid", "left"),
    [
        (10 * CENT - 1, TENTH, 0, 10 * CENT - 1),
        (10 * CENT, TENTH, 1, 9 * CENT),
        (10 * CENT + 1, TENTH, 1, 9 * CENT + 1),
        (19 * CENT + 9_999, TENTH, 1, 18 * CENT + 9_999),
        (CENT - 1, WHOLE, 0, CENT - 1),
        (CENT, WHOLE, 1, 0),
        (3 * CENT + 1, WHOLE, 3, 1),
    ],
)
def test_odd_cents_are_rounded_down_and_stay_on_the_meter(units: int, share: Fraction, paid: int, left: int) -> None:
    found, after = won(at(FIVE, units), share)
    assert (found, after.units) == (paid, left)


@pytest.mark.parametrize(
    ("units", "parts", "each", "left"),
    [
        (300 * CENT, 3, 100, 0),
        (301 * CENT, 3, 100, CENT),
        (302 * CENT + 7, 3, 100, 2 * CENT + 7),
        (303 * CENT, 3, 101, 0),
        (2 * CENT, 3, 0, 2 * CENT),
    ],
)
def test_12_e_2_a_share_on_the_dealers_hand_is_divided_equally(units: int, parts: int, each: int, left: int) -> None:
    found, after = won(at(FIVE, units), WHOLE, parts)
    assert (found, after.units) == (each, left)


def test_12_e_2_what_a_division_leaves_over_opens_the_next_meter() -> None:
    each, after = won(at(FIVE, 1_000_001 * CENT, 50 * DOLLAR), WHOLE, 3)
    assert (each, after.units) == (333_333, 50 * DOLLAR + 2 * CENT)


# --- Pending, counted and undone changes ----------------------------------------------------------------------


def play(state: MeterState, *moves: tuple[str, dict[str, int | str]]) -> MeterState:
    meters = Meters([state])
    for kind, more in moves:
        place = {"meter": state.id, "cite": "653a.12(e)(4)", "table": "T", "round": 1, "seat": 1, "wager": "five-card"}
        meters.apply(msgspec.convert({**place, "kind": kind, **more}, MeterChange))
    return meters[state.id]


STAKE: dict[str, int | str] = {"units": 13 * CENT, "reserve": 8 * CENT, "cents": 100}


def test_this_rounds_increment_is_pending_until_the_round_is_complete() -> None:
    waiting = play(FIVE, ("staked", STAKE))
    assert (waiting.units, waiting.reserve_units, waiting.amount_in) == (FIVE.units, 0, 0)
    assert (waiting.pending_units, waiting.pending_reserve_units, waiting.pending_cents) == (13 * CENT, 8 * CENT, 100)
    done = play(waiting, ("counted", STAKE))
    assert (done.units, done.reserve_units, done.amount_in) == (FIVE.units + 13 * CENT, 8 * CENT, 100)
    assert (done.pending_units, done.pending_reserve_units, done.pending_cents) == (0, 0, 0)


def test_void_and_meters_a_void_round_leaves_the_meter_as_it_was() -> None:
    assert play(FIVE, ("staked", STAKE), ("withdrawn", STAKE)) == FIVE


def test_a_win_that_is_undone_leaves_the_meter_as_it_was() -> None:
    before = at(FIVE, 10_000 * DOLLAR, 90 * DOLLAR)
    after = play(
        before,
        ("won", {"units": 10_000 * DOLLAR, "cents": 1_000_000}),
        ("reserve moved", {"units": 90 * DOLLAR}),
        ("restored", {"units": 10_000 * DOLLAR, "cents": 1_000_000}),
        ("reserve returned", {"units": 90 * DOLLAR}),
    )
    assert after == before


def test_a_part_given_back_is_no_hit_undone_and_a_void_undoes_both() -> None:
    share: dict[str, int | str] = {"units": 300 * CENT, "cents": 300, "seat": 3}
    part: dict[str, int | str] = {"units": 100 * CENT, "cents": 100, "seat": 1}
    given = play(FIVE, ("won", share), ("restored", part))
    assert (given.hits, given.wins, given.units) == (1, 200, FIVE.units - 200 * CENT)
    assert play(given, ("won", part), ("restored", share)) == FIVE


def test_hits_wins_and_what_an_attendant_paid() -> None:
    after = play(
        FIVE,
        ("won", {"units": 300 * CENT, "cents": 300, "seat": 3}),
        ("won", {"units": 50 * CENT, "cents": 50, "seat": 2}),
        ("paid", {"cents": 300, "seat": 3}),
    )
    assert (after.hits, after.wins, after.paid) == (2, 350, 300)


def test_a_meter_is_read_back_from_its_text() -> None:
    state = play(FIVE, ("staked", STAKE), ("won", {"units": 300 * CENT, "cents": 300}))
    assert msgspec.json.decode(msgspec.json.encode(state), type=MeterState) == state
