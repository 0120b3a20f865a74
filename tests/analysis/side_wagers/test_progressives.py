"""Progressives: their value is linear in their meters, with a break-even amount and a single long-run hold."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from tablelaw import rulebooks
from tablelaw.analysis.side_wagers.envy import envy_by_others
from tablelaw.analysis.side_wagers.progressives import Progressive, progressive, progressive_filed
from tablelaw.analysis.side_wagers.values import side_result, side_results_filed
from tablelaw.errors import BadSubmission
from tablelaw.submission.submission import Submission, load_submission

EXAMPLES = Path(__file__).parents[3] / "examples" / "submissions"
FIVES = 2_598_960
SEVENS = 133_784_560


def of(book: str, column: str) -> Progressive:
    return progressive(rulebooks.get(book).terms(progressive=column), "progressive")


def filed(book: str) -> Submission:
    return load_submission(EXAMPLES / f"{book}.toml")


# --- Linear in the meters ---------------------------------------------------------------------------


@pytest.mark.parametrize("book", ["pa-653a", "pa-647a"])
@pytest.mark.parametrize(
    ("column", "fixed", "shares"),
    [
        ("A", "86183/162435", {"meter": 4 + Fraction(36, 10)}),
        ("B", "86183/162435", {"mega": 4, "major": 36}),
        ("C", "15583/32487", {"mega": 4, "major": 36, "minor": 624}),
        ("D", "74483/162435", {"mega": 4, "major": 36, "minor": 624}),
    ],
)
def test_fixed_rows_and_coefficients(book: str, column: str, fixed: str, shares: dict[str, Fraction]) -> None:
    wager = of(book, column)
    assert 1 + wager.fixed == Fraction(fixed)
    assert wager.coefficients == {name: Fraction(hands) / FIVES for name, hands in shares.items()}


def test_a_dollar_more_on_a_meter_is_worth_its_coefficient() -> None:
    wager = of("pa-653a", "C")
    for meter, share in wager.coefficients.items():
        seed = wager.meters[meter].seed
        assert wager.ev(**{meter: seed + 1}) - wager.ev() == share
    assert wager.ev(mega=0, major=0, minor=0) == wager.fixed


@pytest.mark.parametrize("column", "ABCD")
def test_the_value_at_seed_is_that_of_the_side_wager(column: str) -> None:
    terms = rulebooks.get("pa-653a").terms(progressive=column)
    assert of("pa-653a", column).ev() == side_result(terms, "progressive").ev


@pytest.mark.parametrize(
    ("column", "even"),
    [
        ("A", {"meter": "3050080/19"}),
        ("B", {"mega": "296008", "major": "98336/3"}),
        ("C", {"mega": "290080", "major": "32120", "minor": "26590/13"}),
        ("D", {"mega": "303808", "major": "100936/3", "minor": "27734/13"}),
    ],
)
def test_break_even_meters(column: str, even: dict[str, str]) -> None:
    wager = of("pa-653a", column)
    for meter, shown in even.items():
        assert wager.break_even(meter) == Fraction(shown)
        assert wager.ev(**{meter: Fraction(shown)}) == 0
        assert wager.ev(**{meter: Fraction(shown) - 1}) < 0 < wager.ev(**{meter: Fraction(shown) + 1})


# --- The long run -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("column", "hold", "percent"),
    [
        ("A", "37753/154700", "24.40"),
        ("B", "14663/63700", "23.02"),
        ("C", "261049/1082900", "24.11"),
        ("D", "262271/1082900", "24.22"),
    ],
)
def test_long_run_hold_of_the_progressive_payout(column: str, hold: str, percent: str) -> None:
    """The hold is near the 23 % that the Board's proposal for chapter 678a calls usual for progressive side wagers."""
    run = of("pa-653a", column).long_run()
    assert run.hold == Fraction(hold)
    assert f"{float(run.hold) * 100:.2f}" == percent
    assert run.fixed_return + run.growth + run.reseeding + run.hold == 1


@pytest.mark.parametrize(("book", "column"), [("pa-653a", column) for column in "ABCD"])
def test_at_average_meters_a_wager_is_worth_what_the_long_run_holds(book: str, column: str) -> None:
    wager = of(book, column)
    averages = {meter: wager.average(meter) for meter in wager.meters}
    assert wager.ev(**averages) == -wager.long_run().hold


def test_a_meter_walked_round_by_round_nears_its_average() -> None:
    """The slow reference: the expected amount of a minor meter after each wager, starting from its seed."""
    wager = of("pa-653a", "C")
    share, figures = float(wager.emptied("minor")), wager.meters["minor"]
    shown = float(figures.seed)
    for _ in range(100_000):
        shown += float(wager.rate("minor")) + share * (float(figures.reseed) - shown)
    assert shown == pytest.approx(float(wager.average("minor")))
    assert wager.average("minor") == Fraction(7499, 20)


def test_five_card_meter_returns_primary_and_reserve() -> None:
    """The meter takes 13 % and its reserve 8 % of each stake; the house does not reseed (reading
    reserve-becomes-the-reseed).
    """
    run = progressive(rulebooks.get("pa-653a").terms(), "five-card-player").long_run()
    assert (run.fixed_return, run.growth) == (Fraction(1385, 3822), Fraction(21, 100))
    assert run.reseeding == 0
    assert run.hold == Fraction(81719, 191100)


# --- 678a: the operator sets rate and seed ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("column", "fixed", "even", "rate"),
    [
        ("A", "15741659/33446140", "88522405/239", "12214836/41807675"),
        ("B", "1744345/3344614", "80013450/239", "40350389/167230700"),
    ],
)
def test_678a_the_printed_hold_asks_for_a_rate_the_chapter_does_not_print(
    column: str, fixed: str, even: str, rate: str
) -> None:
    """The tables cannot both hold 23 %: with a $1 wager and a reset of $30,000, A needs a rate of 29.22 % and B 24.13
    %. The operator files the rate, reset and stake, so none of them follows from the printed hold.
    """
    wager = of("pa-678a", column)
    printed = next(row.low.share for row in rulebooks.get("pa-678a").holds if row.wager == "progressive")
    assert 1 + wager.fixed == Fraction(fixed)
    assert wager.break_even("meter") == Fraction(even)
    assert wager.growth_for(printed) == Fraction(rate)
    assert wager.long_run(Fraction(rate)).hold == printed == Fraction(23, 100)
    assert wager.reseeding == Fraction(32 * 30_000, SEVENS)


def test_678a_without_a_filed_rate_the_long_run_is_refused() -> None:
    with pytest.raises(BadSubmission, match="left to the operator"):
        of("pa-678a", "A").long_run()


def test_678a_round_rates_come_near_the_printed_hold() -> None:
    holds = [of("pa-678a", column).long_run(Fraction(rate, 100)).hold for column, rate in (("A", 29), ("B", 24))]
    assert [f"{float(hold) * 100:.2f}" for hold in holds] == ["23.22", "23.13"]


# --- Sharers, envy, submissions ------------------------------------------------------------------------------


@pytest.mark.parametrize("sharers", [1, 2, 6])
def test_653a_12_e_2_a_share_on_the_dealers_hand_is_divided(sharers: int) -> None:
    terms = rulebooks.get("pa-653a").terms()
    alone, shared = (progressive(terms, "five-card-dealer", number) for number in (1, sharers))
    assert shared.coefficients["meter"] == alone.coefficients["meter"] / sharers
    assert shared.fixed == alone.fixed
    assert shared.long_run() == alone.long_run()


def test_a_share_on_the_players_own_hand_is_not_divided() -> None:
    with pytest.raises(BadSubmission, match="not divided"):
        progressive(rulebooks.get("pa-653a").terms(), "five-card-player", 2)


def test_a_wager_without_a_meter_is_refused() -> None:
    with pytest.raises(BadSubmission, match="no share of a meter"):
        progressive(rulebooks.get("pa-653a").terms(), "trips")


@pytest.mark.parametrize("book", ["pa-653a", "pa-647a"])
def test_envy_by_the_number_of_other_players(book: str) -> None:
    """Another player's royal flush pays $1,000, and a straight flush $300, for each $1 wagered."""
    terms = rulebooks.get(book).terms()
    each = Fraction(4 * 1_000 + 36 * 300, FIVES)
    assert each == Fraction(185, 32_487)
    assert envy_by_others(terms) == {others: others * each for others in range(1, 6)}
    assert envy_by_others(terms, 500) == {others: 5 * others * each for others in range(1, 6)}


def test_a_rulebook_without_envy_has_none() -> None:
    assert envy_by_others(rulebooks.get("pa-678a").terms()) == {}


def test_a_submission_gives_its_own_stake_seed_and_rate() -> None:
    submission = filed("pa-678a")
    meter = submission.meters[0]
    wager = progressive_filed(submission, "progressive")
    staked = submission.wagers["progressive"].amounts_cents[0]
    assert wager.meters["meter"].seed == meter.seed_cents / staked
    assert wager.long_run().growth == meter.primary
    result = next(result for result in side_results_filed(submission) if result.wager == "progressive")
    assert result.ev == wager.ev()


@pytest.mark.parametrize("book", rulebooks.IDS)
def test_results_of_a_submission_are_at_its_columns(book: str) -> None:
    submission = filed(book)
    for result in side_results_filed(submission):
        chosen = {name: column for name, column in result.choices.items() if name in submission.terms.choices}
        assert chosen.items() <= submission.terms.choices.items()
        assert result.wager in submission.terms.offered
