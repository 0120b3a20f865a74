"""What a simulated seat may stake: every refusal says what, where and what would be accepted."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tablelaw.law.rulebook import Terms
from tablelaw.rulebooks import get
from tablelaw.simulation.seating import BadSeat, Seat, base_cents, bet_cents, check_seats, wagers_at
from tablelaw.submission.submission import WagerTerms

MAIN = {"ante": 500, "blind": 500}


@pytest.fixture(scope="module")
def terms() -> Terms:
    return get("pa-653a").terms()


REFUSED = [
    ([], "0 seats; accepted: 1 to 6"),
    ([Seat(MAIN)] * 7, "7 seats; accepted: 1 to 6"),
    ([Seat({**MAIN, "hunch": 100})], "seat 1: no wager named 'hunch'; accepted: ante, blind, trips"),
    ([Seat({**MAIN, "play": 500})], "Play cannot be staked; it is made at a decision, by the strategy"),
    ([Seat({**MAIN, "envy": 100})], "Envy Bonus cannot be staked; it belongs to another wager"),
    ([Seat(MAIN), Seat({"ante": 500})], "seat 2: no Blind; accepted: cents on blind"),
    ([Seat({"ante": 500, "blind": 400})], "Blind differs from ante; accepted: the same amount on ante"),
    ([Seat({**MAIN, "bad-beat": 500})], "Bad Beat Bonus needs Trips; accepted: cents on trips too"),
    ([Seat({**MAIN, "trips": 0})], "0 on Trips; accepted: whole cents above zero"),
    ([Seat({**MAIN, "progressive": 200})], r"\$2 on Progressive Payout; accepted: \$1 or \$5"),
    ([Seat(MAIN, mistakes=Fraction(3, 2))], "mistakes at a rate of 3/2; accepted: a share from 0 to 1"),
    ([Seat(MAIN, mistakes=Fraction(-1, 2))], "mistakes at a rate of -1/2"),
    ([Seat(MAIN, mistakes=Fraction(1, 1 << 32))], "in parts of less than 2"),
]


@pytest.mark.parametrize(("seats", "words"), REFUSED, ids=[words[:30] for _, words in REFUSED])
def test_what_the_terms_do_not_allow_is_refused(terms: Terms, seats: list[Seat], words: str) -> None:
    with pytest.raises(BadSeat, match=words):
        check_seats(terms, seats)


def test_653a_7_d_1_a_refusal_cites_the_wagers_paragraph(terms: Terms) -> None:
    with pytest.raises(BadSeat) as refused:
        check_seats(terms, [Seat({"ante": 500})])
    assert refused.value.law == "653a.7(d)(1)"


def test_wagers_that_are_not_offered_are_refused() -> None:
    book = get("pa-653a")
    choices, readings = book.default_choices(), {reading.id: reading.chosen for reading in book.readings}
    few = book.bind(choices, readings, frozenset({"ante", "blind", "play", "trips"}))
    words = "Six Card Bonus cannot be staked; it is not offered; accepted: ante, blind, trips"
    with pytest.raises(BadSeat, match=words):
        check_seats(few, [Seat({**MAIN, "six-card": 100})])


@pytest.mark.parametrize(
    ("cents", "limits", "words"),
    [
        (499, WagerTerms(500, 5000), r"\$4.99 on Trips; accepted: \$5 to \$50"),
        (5001, WagerTerms(500, 5000), r"accepted: \$5 to \$50"),
        (300, WagerTerms(100, 500, (100, 500)), r"accepted: \$1 or \$5"),
    ],
)
def test_a_submissions_limits_are_kept_to(terms: Terms, cents: int, limits: WagerTerms, words: str) -> None:
    with pytest.raises(BadSeat, match=words):
        check_seats(terms, [Seat({**MAIN, "trips": cents})], {"trips": limits})


@pytest.mark.parametrize("cents", [500, 5000])
def test_at_its_limits_a_stake_is_taken(terms: Terms, cents: int) -> None:
    check_seats(terms, [Seat({**MAIN, "trips": cents})], {"trips": WagerTerms(500, 5000)})


def test_columns_are_the_wagers_some_seat_makes(terms: Terms) -> None:
    seats = [Seat(MAIN), Seat({**MAIN, "progressive": 100, "trips": 500})]
    assert [wager.id for wager in wagers_at(terms, seats)] == ["ante", "blind", "play", "trips", "progressive", "envy"]


def test_drawn_bonuses_ride_only_where_they_are_filed() -> None:
    seats = [Seat({**MAIN, "five-card-player": 100})]
    plain, filed = get("pa-653a").terms(), get("pa-653a").terms(magic_card="yes")
    assert "magic-card" not in {wager.id for wager in wagers_at(plain, seats)}
    assert "magic-card" in {wager.id for wager in wagers_at(filed, seats)}


def test_a_bet_is_a_multiple_of_the_first_opening_wager(terms: Terms) -> None:
    assert bet_cents(base_cents(terms, Seat(MAIN)), 4) == 2000
    assert bet_cents(500, 0) == 1, "where any amount will do"
