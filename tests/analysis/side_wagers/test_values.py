"""Side wagers: the counts behind them, their exact values, and the figures printed by regulators and others."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from math import comb
from time import process_time

import msgspec
import pytest

from tablelaw import rulebooks
from tablelaw.analysis.result import Result
from tablelaw.analysis.side_wagers import counts as counting
from tablelaw.analysis.side_wagers.counts import (
    class_counts,
    joint_counts,
    pack_of,
    pair_counts,
    require_rare_hands,
)
from tablelaw.analysis.side_wagers.values import is_lost_by_a_fold, side_result, side_results, side_wagers
from tablelaw.cards import PACK, RANKINGS, Ranking
from tablelaw.cards.arrays.batch import count_categories
from tablelaw.cards.rankings.qualification_line import line_ranking
from tablelaw.errors import BadRulebook, BadSubmission
from tablelaw.law.rulebook import Rulebook
from tablelaw.law.structure import structure_of
from tests.cards.published import ALL, COUNTS

RUN, RUN_ACE_HIGH = "straight-flush length", "straight-flush length, ace high only"
WHEEL = (0, 1, 2, 3, 12)


def value(book: str, wager: str, /, **choices: str) -> Fraction:
    return side_result(rulebooks.get(book).terms(None, **choices), wager).ev


def only(results: list[Result], wager: str) -> list[Result]:
    return [result for result in results if result.wager == wager]


# --- Counts ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [5, 6, 7])
def test_best_five_counts_are_the_published_ones(size: int) -> None:
    counts = list(class_counts("five-card", size).values())
    assert tuple(counts[: len(COUNTS[size])]) == COUNTS[size]
    assert sum(counts) == ALL[size]


@pytest.mark.parametrize("size", [5, 6])
def test_best_five_counts_are_those_of_every_hand_one_by_one(size: int) -> None:
    assert list(class_counts("five-card", size).values()) == count_categories(size)[::-1].tolist()


def test_six_card_royals_are_counted_by_suit() -> None:
    counts = class_counts("six-card bonus", 6)
    assert [*counts.values()][:3] == [1, 3, 184]
    assert [*counts.values()][3:9] == [*COUNTS[6][1:]]
    assert sum(counts.values()) == ALL[6]


def test_flush_lengths_of_seven_cards() -> None:
    lengths = [6_864, 267_696, 3_814_668, 26_137_540, 78_881_088, 24_676_704]
    assert list(class_counts("flush", 7).values()) == lengths
    assert sum(lengths) == ALL[7]


@pytest.mark.parametrize(
    ("ranking", "counts"),
    [
        (RUN, [32, 1_592, 39_960, 676_196, 8_642_932]),
        (RUN_ACE_HIGH, [28, 1_416, 36_000, 615_480, 7_940_748]),
    ],
)
def test_straight_flush_lengths_of_seven_cards(ranking: str, counts: list[int]) -> None:
    found = class_counts(ranking, 7)
    assert [*found.values()][:5] == counts
    assert sum(found.values()) == ALL[7]


@pytest.mark.parametrize(
    ("ranking", "size", "ranks"),
    [
        ("five-card", 5, (8, 9, 10, 11, 12, 0)),
        ("five-card", 6, WHEEL),
        ("five-card", 7, WHEEL),
        ("six-card bonus", 6, (7, 8, 9, 10, 11, 12)),
        ("flush", 7, WHEEL),
        (RUN, 7, WHEEL),
        (RUN_ACE_HIGH, 7, WHEEL),
    ],
)
def test_a_short_pack_counted_card_by_card(ranking: str, size: int, ranks: tuple[int, ...]) -> None:
    """The slow reference: every hand of a pack with only a few ranks, classified by the ranking."""
    one_by_one = Counter(map(RANKINGS[ranking].classify, combinations(pack_of(ranks), size)))
    assert class_counts(ranking, size, ranks) == one_by_one
    assert one_by_one.total() == comb(4 * len(ranks), size)


def test_two_hands_of_one_pack_counted_card_by_card() -> None:
    """Counts every dealer's hand against every player's hand that has a row."""
    classify = RANKINGS["texas bonus"].classify
    counts: Counter[tuple[str, str]] = Counter()
    classes = {pair: classify(pair) for pair in combinations(PACK, 2)}
    for mine, cls in classes.items():
        if cls != "nothing":
            counts.update((cls, other) for hand, other in classes.items() if not set(mine) & set(hand))
    found = pair_counts("texas bonus", "texas bonus")
    assert {pair: count for pair, count in found.items() if pair[0] != "nothing"} == counts
    assert sum(found.values()) == comb(52, 2) * comb(50, 2)
    assert found["ace-ace", "ace-ace"] == 6


def test_a_ranking_that_cannot_be_counted_is_refused() -> None:
    with pytest.raises(BadRulebook, match=r"7 cards of the ranking 'qualification' cannot be counted.*the best five"):
        class_counts("qualification", 7)


def test_which_rank_is_paired_is_counted_where_classes_tell_it() -> None:
    """A pair of aces is one of thirteen pairs; listing the hands of a short pack gives the same count."""
    counts, pairs = class_counts("colorado", 5), class_counts("five-card", 5)["pair"]
    assert counts["pair of aces"] == counts["pair of 2s"] == pairs // 13
    ranks = (0, 1, 2, 11, 12)
    listed = Counter(map(RANKINGS["colorado"].classify, combinations(pack_of(ranks), 5)))
    assert class_counts("colorado", 5, ranks) == listed


def four_aces(says_least: bool) -> Ranking:
    """The best five, with a class for four aces."""
    five = RANKINGS["five-card"]
    assert five.strength is not None and five.class_of is not None and five.least is not None
    strength, plain, lowest = five.strength, five.class_of, five.least
    line = lowest("four-of-a-kind", (14,))

    def class_of(found: int) -> str:
        return "four aces" if plain(found) == "four-of-a-kind" and found >= line else plain(found)

    return replace(
        five,
        name="own-game/four aces",
        classes=(*five.classes[:2], "four aces", *five.classes[2:]),
        classify=lambda hand: class_of(strength(hand)),
        class_of=class_of,
        least=(lambda cls, ranks: line if cls == "four aces" else lowest(cls, ranks)) if says_least else None,
    )


@pytest.mark.parametrize("says_least", [True, False])
def test_a_rare_class_of_one_rank_is_counted_whether_or_not_its_lowest_strength_is_said(says_least: bool) -> None:
    """Of seven cards, four aces leave three of 48; a few thousand deals would hardly contain one such hand."""
    for size, ways in ((5, 48), (7, comb(48, 3))):
        counts = {cls: n for (cls,), n in joint_counts((four_aces(says_least),), size).items()}
        assert (counts["four aces"], counts["four-of-a-kind"]) == (ways, 12 * ways)
    assert counts["flush"] == class_counts("five-card", 7)["flush"]


def test_a_count_without_a_hand_that_can_be_constructed_is_refused() -> None:
    classify = four_aces(True).classify
    counts = Counter[tuple[str, ...]]({(cls,): count for cls, count in class_counts("five-card", 5).items()})
    with pytest.raises(BadRulebook, match=r"the count of 5 cards by class has no four aces; .*A.* is one; accepted"):
        require_rare_hands(counts, lambda cards: (classify(cards),), 5, tuple(range(13)))


def test_a_line_is_counted_with_the_classes_of_the_same_cards() -> None:
    five, line = RANKINGS["five-card"], line_ranking(RANKINGS["five-card"], "pair", (4,))
    counts = joint_counts((five, line), 5)
    assert counts["pair", "does not qualify"] * 13 == 2 * class_counts("five-card", 5)["pair"]
    assert counts["pair", "qualifies"] * 13 == 11 * class_counts("five-card", 5)["pair"]
    assert ("high card", "qualifies") not in counts


def test_a_count_that_deals_contradict_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Simulates a count in which one pair stands for all, so a pair of aces is counted thirteen times or never."""
    monkeypatch.setattr(counting, "_tells_ranks_apart", lambda ranking: False)
    joint_counts.cache_clear()
    with pytest.raises(BadRulebook, match=r"the count of 5 cards by class contradicts 2000 deals: pair of"):
        joint_counts((RANKINGS["colorado"],), 5)


@pytest.mark.parametrize(
    ("book", "hand", "cards"),
    [
        ("pa-653a", "player", 7),
        ("pa-653a", "player-flop", 5),
        ("pa-653a", "other-player-flop", 5),
        ("pa-653a", "player-six", 6),
        ("pa-647a", "pocket", 2),
        ("pa-647a", "player", 7),
        ("pa-677a", "player", 7),
        ("pa-678a", "player-straight-flush", 7),
    ],
)
def test_the_rulebook_says_how_many_cards_a_hand_has(book: str, hand: str, cards: int) -> None:
    assert structure_of(rulebooks.get(book).terms()).hands[hand].size == cards


# --- Exact values -----------------------------------------------------------------------------------

HOLDS = {
    ("pa-653a", "trips"): "301629/33446140 48987/2572780 233985/6689228 22717/367540",
    ("pa-653a", "six-card"): "15306/149695 55546/363545 26393/391510 12816/149695 460562/2544815",
    ("pa-647a", "texas-bonus"): "13873/162435 59/663",
    ("md-thb", "texas-bonus"): "13873/162435 13873/162435 59/663",
    ("pa-647a", "six-card"): "15306/149695 55546/363545 26393/391510 12816/149695 460562/2544815",
    ("pa-677a", "pocket-bonus"): "10/221 15/221 22/221",
    ("pa-677a", "trips-plus"): "247579/33446140 582781/33446140 1451077/33446140 223175/6689228",
    ("pa-678a", "flush-bonus"): "200861/2572780 34114/643195 4402/91885 27673/367540"
    " 246863/2572780 187661/2572780 24923/367540 207461/2572780",
    ("pa-678a", "straight-flush-bonus"): "554889/8361535 524039/8361535 1297279/16723070 1235579/16723070",
    ("pa-653a", "progressive"): "1402/3185 1402/3185 4668/10829 24484/54145",
    ("pa-678a", "progressive"): "16270481/33446140 1456869/3344614",
    ("pa-653a", "five-card-player"): "5647/9282",
    ("pa-653a", "five-card-dealer"): "5647/9282 5647/9282",
    ("pa-653a", "envy"): "-185/32487 -185/32487",
    ("pa-653a", "magic-card"): "-5/52",
    ("pa-653a", "lucky-bonus"): "-1/28",
}
"""The hold of every column as printed, and under each reading that may be filed, with the meters at their seeds."""


@pytest.mark.parametrize(("book", "wager"), HOLDS)
def test_the_exact_hold_of_every_column(book: str, wager: str) -> None:
    results = only(side_results(rulebooks.get(book)), wager)
    assert [-result.ev for result in results] == list(map(Fraction, HOLDS[book, wager].split()))


@pytest.mark.parametrize(
    ("book", "wagers"),
    [
        ("pa-647a", ["texas-bonus", "progressive", "envy", "five-card-player", "five-card-dealer", "six-card"]),
        ("md-thb", ["texas-bonus"]),
        ("ma-colorado", []),
        ("pa-653a", ["trips", "progressive", "envy", "five-card-player", "five-card-dealer", "six-card"]),
        ("pa-677a", ["pocket-bonus", "trips-plus"]),
        ("pa-678a", ["flush-bonus", "straight-flush-bonus", "progressive"]),
    ],
)
def test_the_side_wagers_of_each_rulebook(book: str, wagers: list[str]) -> None:
    """Excludes wagers that depend on a discard or the dealer's hand: the Colorado bonus and Bad Beat."""
    assert [wager.id for wager in side_wagers(rulebooks.get(book).terms())] == wagers


def test_choices_have_the_names_of_the_submission_file() -> None:
    results = side_results(rulebooks.get("pa-653a"))
    assert [result.choices for result in only(results, "trips")] == [{"trips": column} for column in "ABCD"]
    assert [result.choices for result in only(results, "envy")] == [{"amount": "$1"}, {"amount": "$5"}]
    assert [result.choices for result in only(results, "five-card-player")] == [{}]
    assert [result.choices for result in only(results, "magic-card")] == [
        {"magic-card": "yes", "draws-every-rounds": "20"}
    ]


def test_a_reading_the_operator_may_switch_has_a_result_of_its_own() -> None:
    choices = [result.choices for result in side_results(rulebooks.get("md-thb"))]
    double = {"texas-bonus": "B", "paytable-b": "without-the-double"}
    assert choices == [{"texas-bonus": "A"}, {"texas-bonus": "B"}, double]


def test_678a_6_without_the_low_ace_the_straight_flush_bonus_holds_twice_as_much() -> None:
    terms = rulebooks.get("pa-678a").terms({"low-ace": "high-only"})
    results = only(side_results(terms), "straight-flush-bonus")
    holds = "4886863/33446140 4777163/33446140 2604863/16723070 2550013/16723070"
    assert [-result.ev for result in results] == list(map(Fraction, holds.split()))
    assert results[0].choices == {"straight-flush-bonus": "A", "low-ace": "high-only"}


def test_647a_12_b_aces_against_aces_are_worth_970_more_in_six_deals() -> None:
    gain = value("pa-647a", "texas-bonus", texas_bonus="A") - value("pa-647a", "texas-bonus", texas_bonus="B")
    assert gain == Fraction(6 * 970, comb(52, 2) * comb(50, 2))


@pytest.mark.parametrize("every", ["1", "7", "20", "1000"])
def test_drawn_bonuses_are_worth_their_odds_times_one_draw_in_so_many_rounds(every: str) -> None:
    magic = value("pa-647a", "magic-card", draws_every_rounds=every)
    assert magic == 20 * Fraction(5, 52) / int(every)
    assert value("pa-647a", "lucky-bonus", draws_every_rounds=every) == 5 * Fraction(1, 7) / int(every)


def test_a_distribution_is_every_deal_and_gives_the_value_again() -> None:
    result = side_result(rulebooks.get("pa-653a").terms(trips="C"), "trips")
    spread = result.distribution
    assert spread is not None
    assert (spread.total, spread.mean) == (ALL[7], result.ev)
    assert spread.counts[Fraction(50)] == COUNTS[7][0]
    assert spread.frequency("won") == Fraction(sum(COUNTS[7][:7]), ALL[7])
    assert spread.frequency("even") == 0


def test_a_wager_a_fold_loses_says_so_and_is_left_to_the_main_game() -> None:
    results = side_results(rulebooks.get("pa-647a"))
    assert only(results, "progressive") == []
    assert not any("never folds" in note for result in only(results, "six-card") for note in result.notes)
    for column, hold in zip("ABCD", ["1402/3185", "1402/3185", "4668/10829", "24484/54145"], strict=True):
        result = side_result(rulebooks.get("pa-647a").terms(progressive=column), "progressive")
        assert (result.ev, result.play) == (-Fraction(hold), "never folding")
        assert "never folds" in result.notes[0]


def test_653a_11_k_a_fold_loses_the_progressive_where_it_is_read_so() -> None:
    for reading, lost in (("stays", False), ("collected", True)):
        terms = rulebooks.get("pa-653a").terms({"fold-and-progressive": reading})
        assert is_lost_by_a_fold(terms, terms.book.wager("progressive")) is lost


@pytest.mark.parametrize(("book", "wager"), [("pa-653a", "bad-beat"), ("pa-653a", "ante"), ("ma-colorado", "bonus")])
def test_a_wager_play_decides_is_refused(book: str, wager: str) -> None:
    with pytest.raises(BadSubmission, match="main game"):
        side_result(rulebooks.get(book).terms(), wager)


# --- Printed figures ---------------------------------------------------------------------------------


def test_every_hold_is_in_the_printed_range_but_one() -> None:
    """The printed hold for Trips Plus in 677a is 0.75 %, but the smallest hold of its tables is A's 247,579/33,446,140
    = 0.7402 %. No other reading gives 0.75 %, so the printed figure is off by a hundredth (reading
    trips-plus-hold-range).
    """
    results = [result for book in ("pa-677a", "pa-678a") for result in side_results(rulebooks.get(book))]
    outside = [result for result in results if any("is outside the hold range" in note for note in result.notes)]
    within = [result for result in results if any("is within the hold range" in note for note in result.notes)]
    assert [(result.wager, result.choices) for result in outside] == [("trips-plus", {"trips-plus": "A"})]
    assert len(within) == 18


# --- Data, and time -----------------------------------------------------------------------------------


def with_odds(book: Rulebook, paytable: str, row: int, column: int, odds: str) -> Rulebook:
    """The same rulebook with one paytable cell changed."""
    table = book.paytable(paytable)
    cells = [list(cells) for cells in table.rows]
    cells[row][column] = odds
    changed = msgspec.structs.replace(table, rows=tuple(map(tuple, cells)))
    return replace(book, paytables=tuple(changed if t.id == paytable else t for t in book.paytables))


def test_one_odds_cell_changed_changes_the_value_accordingly() -> None:
    """Trips C with a full house at 9 to 1 is Trips A, and gains one unit per full house."""
    book = rulebooks.get("pa-653a")
    dearer = side_result(with_odds(book, "trips", 3, 3, "9 to 1").terms(trips="C"), "trips").ev
    assert dearer == value("pa-653a", "trips", trips="A")
    assert dearer - value("pa-653a", "trips", trips="C") == Fraction(COUNTS[7][3], ALL[7])


def test_json_has_the_documented_shape() -> None:
    shown = side_result(rulebooks.get("pa-653a").terms(progressive="B"), "progressive").as_json()
    assert shown["ev"] == "-1402/3185"
    assert shown["meters"] == {"mega": "1/649740", "major": "3/216580"}
    assert shown["unit"] == "wager"


@pytest.mark.parametrize("book", rulebooks.IDS)
def test_all_side_wagers_of_a_rulebook_take_two_seconds_at_most(book: str) -> None:
    rulebooks.get(book)
    class_counts.cache_clear()
    joint_counts.cache_clear()
    pair_counts.cache_clear()
    began = process_time()
    side_results(rulebooks.get(book))
    assert process_time() - began < 2
