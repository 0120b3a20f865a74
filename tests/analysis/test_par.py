"""The PAR sheet is exact and complete, with the same figures as the solvers."""

from __future__ import annotations

import json
import re
import sys
from collections import Counter
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from types import ModuleType

import pytest

from tablelaw import rulebooks
from tablelaw.analysis.board_with_dealer.wagers_lost_by_folds import classes_with
from tablelaw.analysis.main_choices import main_question
from tablelaw.analysis.main_game import main_of
from tablelaw.analysis.par import par, rulebook_fingerprint
from tablelaw.analysis.par.choices import choices_filed
from tablelaw.analysis.par.sheet import header
from tablelaw.analysis.par.wagers import side_wagers_filed
from tablelaw.analysis.side_wagers.printed_range import is_within
from tablelaw.analysis.side_wagers.under_main_play import BY_ONE_WHO_NEVER_FOLDS, MAIN_PLAY
from tablelaw.analysis.side_wagers.values import side_results_filed
from tablelaw.cards import PACK, RANKINGS, parse_cards
from tablelaw.extras import MissingPackage
from tablelaw.law.dates.editions import newest_edition
from tablelaw.law.rows import HoldRange
from tablelaw.law.text_values import Cites, Percent
from tablelaw.submission.signs.sign import make_sign
from tests.analysis.par_sheets import DAY, EXAMPLES, drawn_bonuses, every_book, filed, sheet, side
from tests.examples import example

TWO_CARDS = ("pa-647a", "pa-653a", "pa-677a", "md-thb")


# --- The whole sheet ---------------------------------------------------------------------------------


@every_book
def test_every_offered_wager_is_on_the_sheet(book: str) -> None:
    submission = filed(book)
    wagers = [w for w in submission.book.wagers if w.id in submission.terms.offered]
    assert [s.id for s in sheet(book).sides] == [w.id for w in wagers if w.kind in ("optional", "bonus")]
    assert [s.name for s in sheet(book).stakes] == [w.name for w in wagers if w.kind in ("opening", "decision")]


@every_book
def test_header_names_law_date_and_data(book: str) -> None:
    head = sheet(book).header
    assert (head.rulebook, head.date, head.zone) == (book, DAY, "UTC")
    assert head.regulation == rulebooks.get(book).regulation
    assert head.edition == newest_edition(rulebooks.get(book)).id
    assert re.fullmatch(r"[0-9a-f]{24}", head.fingerprint)


@pytest.mark.parametrize(
    ("day", "edition"),
    [
        ("", "2019-08-31"),
        ("2019-08-30", "2019-08-31"),
        ("2024-03-22", "2019-08-31"),
        ("2024-03-23", "2024-03-23"),
        ("2026-03-23", "2024-03-23"),
        ("2026-03-24", "2019-08-31"),
    ],
)
def test_a_sheet_names_the_edition_of_its_date_where_that_is_at_hand(day: str, edition: str) -> None:
    head = header(filed("pa-653a"), day, "America/New_York" if day else "")
    assert (head.edition, head.date, head.zone) == (edition, day, "America/New_York" if day else "")
    assert header(filed("pa-653a"), day, "").zone == ("UTC" if day else "")


def test_fingerprints_tell_rulebooks_apart() -> None:
    books = [*rulebooks.IDS, example("casino-holdem").id, example("three-card-poker").id]
    assert len({rulebook_fingerprint(book) for book in books}) == len(books)


@every_book
def test_figures_are_those_of_the_solvers(book: str) -> None:
    found = {result.wager: result.ev for result in side_results_filed(filed(book))}
    same = [s for s in sheet(book).sides if s.basis != MAIN_PLAY]
    assert all(s.result.ev == found[s.id] for s in same)
    assert sheet(book).spread.mean == sheet(book).main.ev


@every_book
def test_lines_add_up_to_the_expectation_and_to_every_deal(book: str) -> None:
    for wager in sheet(book).sides:
        assert sum(line.adds for line in wager.lines) == wager.result.ev
        assert sum(line.frequency for line in wager.lines) == 1
        assert sum(line.deals for line in wager.lines) == wager.spread.total


@every_book
def test_every_gain_comes_from_a_printed_row(book: str) -> None:
    for wager in sheet(book).sides:
        assert all(line.pays for line in wager.lines if line.net > 0)
        assert sum(not line.pays for line in wager.lines) == 1


@every_book
def test_choices_are_cited(book: str) -> None:
    own = {"minimum", "maximum", "shuffler"}
    assert [c.name for c in sheet(book).choices if not c.cite and c.name not in own] == []
    assert all(wager.cite and wager.table_cite for wager in sheet(book).sides)
    assert all(stake.cite for stake in sheet(book).stakes)


@every_book
def test_odds_hands_and_limit_that_rest_on_a_reading_say_so(book: str) -> None:
    notes = " ".join(sheet(book).notes)
    named = [name for part in make_sign(filed(book)).read_as for name in part.readings if "sign" not in name]
    assert named or book == "pa-677a"
    assert all(name in notes for name in named)
    assert f"tablelaw law readings {book} NAME" in notes or not named


def test_a_switched_reading_is_shown_and_changes_the_game() -> None:
    switched = par(filed("pa-678a", ('minimum-raise = "from-one-ante"', 'minimum-raise = "no-minimum"')), DAY)
    told = [c for c in switched.choices if c.switched_from]
    assert [(c.name, c.value, c.switched_from) for c in told] == [("minimum-raise", "no-minimum", "from-one-ante")]
    assert switched.main.choices["minimum-raise"] == "no-minimum"
    assert switched.main.ev >= sheet("pa-678a").main.ev


def test_raised_odds_are_a_question_of_their_own() -> None:
    """A cached answer for the printed odds must not be reused for better odds."""
    better = filed("ma-colorado", ("# [odds.bet]", "[odds.bet]"), ('# "royal flush" = "500', '"royal flush" = "600'))
    assert main_question(better.terms) != main_question(filed("ma-colorado").terms)
    assert main_of(better.terms).ev > sheet("ma-colorado").main.ev
    raised = [choice for choice in choices_filed(better) if choice.part == "odds"]
    assert [(c.name, c.says, c.value) for c in raised] == [("bet", "royal flush, printed 500 to 1", "600 to 1")]


# --- Compared with the regulator's range ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("book", "wager", "hold", "met"),
    [
        ("pa-677a", "pocket-bonus", "10/221", True),
        ("pa-677a", "trips-plus", "247579/33446140", False),
        ("pa-678a", "flush-bonus", "200861/2572780", True),
        ("pa-678a", "straight-flush-bonus", "554889/8361535", True),
        ("pa-678a", "progressive", "10775253/33446140", False),
    ],
)
def test_hold_against_the_printed_range(book: str, wager: str, hold: str, met: bool) -> None:
    """Trips Plus A holds 0.740 % although 0.75 % is printed; the progressive's 23 % depends on the filed rate."""
    printed = side(book, wager).printed
    assert printed is not None
    assert (printed.hold, printed.is_met) == (Fraction(hold), met)
    assert printed.is_long_run == (wager == "progressive")


@pytest.mark.parametrize(
    ("hold", "met"),
    [("4.44%", False), ("4.75%", True), ("4.8%", True), ("9.6%", True), ("9.69%", True), ("9.7%", False)],
)
def test_a_range_is_met_as_its_decimals_are_printed(hold: str, met: bool) -> None:
    low, high = Percent(Fraction(48, 1000)), Percent(Fraction(96, 1000))
    row = HoldRange(id="x", cite=Cites(()), wager="x", low=low, high=high, source="")
    assert is_within(row, Fraction(hold.rstrip("%")) / 100) is met


# --- Wagers that depend on main-game play ----------------------------------------------------------------


def test_bad_beat_under_main_play_and_never_folding() -> None:
    """Bad Beat loses less when it is optimised together with the main game than under main-game play."""
    bonus = side("pa-653a", "bad-beat")
    assert bonus.played_together is not None
    assert bonus.result.ev < bonus.played_together
    assert (bonus.is_forfeited, bonus.basis) == (True, MAIN_PLAY)
    assert bonus.result.ev == Fraction(-4940762633, 19810406000)
    assert bonus.never_folding == Fraction(-460267541, 2257614450)


def test_progressive_of_647a_loses_what_main_play_folds() -> None:
    """Best play folds five kinds of hands before the Flop, one deal in 22.1."""
    wager = side("pa-647a", "progressive")
    assert (wager.basis, wager.never_folding) == (MAIN_PLAY, Fraction(-1402, 3185))
    assert wager.result.ev == Fraction(-24704, 54145)
    (figures,) = [one for one in sheet("pa-647a").progressives if one.wager == "progressive"]
    assert figures.at_seed == wager.result.ev


def test_flops_are_counted_as_the_ranking_reads_them() -> None:
    """The slow reference: every Flop with one folded hand, classified card by card."""
    cards = parse_cards("7h 2c")
    rest = [card for card in PACK if card not in cards]
    twin = Counter(RANKINGS["five-card"].classify((*cards, *flop)) for flop in combinations(rest, 3))
    assert classes_with((cards[0], cards[1])) == twin


def test_colorado_bonus_is_played_as_the_main_game() -> None:
    bonus = side("ma-colorado", "bonus")
    assert (bonus.basis, bonus.result.ev) == (MAIN_PLAY, Fraction(-486011, 2544815))


def test_where_nobody_can_fold_no_fold_loses_the_bonus() -> None:
    permissible = filed("ma-colorado", ('version = "required"', 'version = "permissible"'))
    (bonus,) = side_wagers_filed(permissible, main_of(permissible.terms))
    assert (bonus.is_forfeited, bonus.basis) == (False, MAIN_PLAY)
    assert side("ma-colorado", "bonus").is_forfeited


def test_a_fold_that_is_not_followed_card_by_card_says_so() -> None:
    stays, collected = 'fold-and-five-card = "stays"', 'fold-and-five-card = "collected"'
    found = {s.id: s for s in par(filed("pa-653a", (stays, collected)), DAY).sides}
    own, dealers = found["five-card-player"], found["five-card-dealer"]
    assert (own.is_forfeited, own.basis) == (dealers.is_forfeited, MAIN_PLAY) == (True, MAIN_PLAY)
    assert dealers.basis == BY_ONE_WHO_NEVER_FOLDS


# --- Progressives ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("book", ["pa-647a", "pa-653a", "pa-678a"])
def test_a_meter_at_its_marks(book: str) -> None:
    for one in sheet(book).progressives:
        for meter in one.meters:
            assert one.hold_at(meter, meter.seed_cents) == -one.at_seed
            assert one.hold_at(meter, meter.break_even_cents) == 0
        if len(one.meters) == 1:
            assert one.hold_at(one.meters[0], one.meters[0].average_cents) == one.long_run.hold


def test_envy_is_shown_up_to_the_last_seat() -> None:
    (one,) = [p for p in sheet("pa-653a").progressives if p.envy]
    assert one.envy == {n: n * Fraction(185, 32487) for n in range(1, 6)}
    few = par(filed("pa-653a", ("seats = 6", "seats = 3")), DAY)
    assert [list(p.envy) for p in few.progressives if p.envy] == [[1, 2]]


# --- Magic Card and Lucky bonus --------------------------------------------------------------------------


def test_drawn_bonuses_ride_on_both_five_card_wagers() -> None:
    """There is one draw in 20 rounds; five of 52 cards are in the hand, and one of seven positions is the player's."""
    magic, lucky = (next(s for s in drawn_bonuses().sides if s.id == name) for name in ("magic-card", "lucky-bonus"))
    assert (magic.result.ev, lucky.result.ev) == (20 * Fraction(5, 52 * 20), 5 * Fraction(1, 7 * 20))
    assert magic.is_drawn and magic.is_bonus
    assert magic.stake == "rides on Five Card Hand Bonus, on the player and on the dealer, $1"
    assert [(line.hand, line.pays, line.deals) for line in magic.lines] == [
        ("magic card", "20 for 1", 1),
        ("nothing is paid", "", 207),
    ]


# --- A round with every wager staked ----------------------------------------------------------------------


def test_a_round_adds_what_is_staked_and_kept() -> None:
    """A round with $5 on the Ante and each bonus, and $1 on the progressive at its long-run hold."""
    own = sheet("pa-678a")
    main, flush, straight, progressive = own.whole_round
    assert own.main.average_wager is not None
    assert main.staked_cents == 500 * own.main.average_wager
    assert main.kept_cents / main.staked_cents == own.main.element_of_risk
    assert [part.staked_cents for part in (flush, straight, progressive)] == [500, 500, 100]
    assert flush.kept_cents == 500 * Fraction(200861, 2572780)
    assert progressive.kept_cents == 100 * Fraction(10775253, 33446140)
    kept = sum(part.kept_cents for part in own.whole_round)
    assert own.overall_hold == kept / (main.staked_cents + 1100)


def test_a_bonus_stakes_nothing_and_gives_for_all_it_rides_on() -> None:
    parts = {part.wager: part for part in drawn_bonuses().whole_round}
    assert parts["magic-card"].rides_on == ("five-card-player", "five-card-dealer")
    assert parts["magic-card"].staked_cents == 0
    assert parts["magic-card"].kept_cents == -200 * Fraction(5, 52)
    assert parts["envy"].kept_cents == -100 * 5 * Fraction(185, 32487)


# --- Best play -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("book", TWO_CARDS)
def test_chart_has_the_best_action_of_every_hand(book: str) -> None:
    cells = sheet(book).chart
    assert (len(cells), sum(cell.ways for cell in cells)) == (169, 1326)
    chart = sheet(book).main.chart
    assert all(cell.ev == max(values[cell.kind] for values in chart.values()) for cell in cells)


def test_a_printed_figure_that_hangs_on_the_rate_says_which_rate_would_hold_it() -> None:
    printed = side("pa-678a", "progressive").printed
    assert printed is not None
    (rate,) = printed.rates
    held = par(filed("pa-678a", ('rate = "20%"', f'rate = "{float(rate) * 100:.2f}%"')), DAY)
    again = next(s for s in held.sides if s.id == "progressive").printed
    assert again is not None and again.is_met


def test_games_of_another_shape_have_no_chart() -> None:
    assert sheet("pa-678a").chart == sheet("ma-colorado").chart == ()


def test_named_strategies_cost_something() -> None:
    costs = [strategy.cost for strategy in sheet("pa-678a").strategies]
    assert len(costs) >= 2
    assert costs == sorted(costs)
    assert costs[0] > 0


def test_colorado_shows_which_hands_fold() -> None:
    told = sheet("ma-colorado").best_play
    assert "three of one rank: declare 100.0%" in told
    assert any("fold 1.4% (5-3-2, 6-3-2, 6-4-2, 6-4-3)" in line for line in told)


# --- For programs and notebooks ----------------------------------------------------------------------------


@every_book
def test_json_is_stable_and_exact(book: str) -> None:
    shown = json.dumps(sheet(book).as_json())
    assert shown == json.dumps(par(filed(book), DAY).as_json())
    read = json.loads(shown)
    assert Fraction(read["main"]["ev"]) == sheet(book).main.ev
    assert '"seconds"' not in shown
    assert [s["wager"] for s in read["side_wagers"]] == [s.id for s in sheet(book).sides]


def test_to_pandas_hands_over_a_row_a_wager(monkeypatch: pytest.MonkeyPatch) -> None:
    stand_in = ModuleType("pandas")
    stand_in.DataFrame = list  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "pandas", stand_in)
    rows = sheet("pa-678a").to_pandas()
    assert [row["wager"] for row in rows] == ["main", "flush-bonus", "straight-flush-bonus", "progressive"]
    assert rows[0]["ev"] == sheet("pa-678a").main.ev


def test_without_pandas_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(MissingPackage, match=r"pandas is not installed.*accepted: .*the extra pandas .*, or rows\(\)"):
        sheet("pa-678a").to_pandas()
    assert next(row["wager"] for row in sheet("pa-678a").rows()) == "main"


def test_a_path_will_do(tmp_path: Path) -> None:
    copy = tmp_path / "mine.toml"
    copy.write_text((EXAMPLES / "pa-678a.toml").read_text("utf-8"), "utf-8")
    assert par(str(copy), DAY).as_json() == sheet("pa-678a").as_json()
