"""58 Pa. Code ch. 677a (proposed): paytables, limits, dealing, duties and irregularities in the data.

Paytables are typed here a second time from the regulation, column by column, to catch a mistake in the data.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations

import pytest

from tablelaw import rulebooks
from tablelaw.cards import RANKINGS
from tablelaw.cards.card import PACK
from tablelaw.law.paytables import Column
from tablelaw.law.rows import Choice, Irregularity
from tests.cards.published import COUNTS
from tests.rulebooks import rows

BOOK = rulebooks.get("pa-677a")
WAGERS = ("ante", "odds", "raise", "pocket-bonus", "trips-plus")
FIVE_CARD = RANKINGS["five-card"].classes
HIGH_TO_LOW = FIVE_CARD[:7]
POCKETS = (
    "pair of aces",
    "ace and a king, queen or jack (same suit)",
    "ace and a king, queen or jack (different suits)",
    "pair of 2s-kings",
)


# --- 677a.12: payout odds ------------------------------------------------------------------

TRIPS_PLUS = {
    "A": "100 40 30 9 7 4 3",
    "B": "100 40 30 8 6 5 3",
    "C": "100 40 30 7 6 5 3",
    "D": "100 40 30 8 7 4 3",
}
POCKET_BONUS = {"A": "30 20 10 5", "B": "25 20 10 5", "C": "30 20 10 4"}
ODDS = "royal 500 to 1; sf 50 to 1; quads 10 to 1; full 3 to 1; flush 3 to 2; straight 1 to 1"
BAD_BEAT = {"straight flush": 500, "four-of-a-kind": 25, "full house": 6, "flush": 5, "straight": 4}


def in_force(paytable: str, name: str = "printed") -> Column:
    return BOOK.terms(None, **{paytable: name}).column(paytable)


def column(paytable: str, name: str = "printed") -> dict[str, str]:
    return {hand: cell.odds.printed for hand, cell in in_force(paytable, name).items()}


def test_12_a_ante_and_raise_pay_even_money() -> None:
    assert column("even-money") == {"any winning hand": "1 to 1"}
    assert BOOK.paytable("even-money").wagers == ("ante", "raise")


def test_12_b_odds_as_printed() -> None:
    paid = [entry.split(" ", 1)[1] for entry in ODDS.split("; ")]
    pushed = dict.fromkeys(("three-of-a-kind", "two pair", "pair", "high card"), "push")
    assert column("odds") == dict(zip(HIGH_TO_LOW[:6], paid, strict=True)) | pushed


def test_12_c_bad_beat_as_printed_with_no_royal_flush() -> None:
    cells = column("odds-bad-beat")
    assert cells.pop("royal flush") == "N/A"
    assert cells == {hand: f"{times} to 1" for hand, times in BAD_BEAT.items()}


@pytest.mark.parametrize("name", "ABC")
def test_12_d_pocket_bonus_as_printed(name: str) -> None:
    times = POCKET_BONUS[name].split()
    assert column("pocket-bonus", name) == {h: f"{t} to 1" for h, t in zip(POCKETS, times, strict=True)}


@pytest.mark.parametrize("name", "ABCD")
def test_12_e_trips_plus_as_printed(name: str) -> None:
    times = TRIPS_PLUS[name].split()
    assert column("trips-plus", name) == {h: f"{t} to 1" for h, t in zip(HIGH_TO_LOW, times, strict=True)}


def test_12_every_paytable_and_column_is_carried() -> None:
    assert {table.id: "".join(table.columns) for table in BOOK.paytables} == {
        "even-money": "printed",
        "odds": "printed",
        "odds-bad-beat": "printed",
        "pocket-bonus": "ABC",
        "trips-plus": "ABCD",
    }


# --- the hold ranges the Board printed --------------------------------------------------------


def hold(paytable: str, name: str, counts: dict[str, int]) -> Fraction:
    """What the house keeps of one unit over all hands; a class without a row loses."""
    cells = in_force(paytable, name)
    gain = sum(n * (cells[c].odds.net_per_unit() if c in cells else -1) for c, n in counts.items())
    return Fraction(-gain, sum(counts.values()))


def test_12_d_pocket_bonus_holds_meet_both_ends_of_the_printed_range() -> None:
    counts = Counter(map(RANKINGS["pocket bonus"].classify, combinations(PACK, 2)))
    holds = [hold("pocket-bonus", name, counts) for name in "ABC"]
    assert holds == [Fraction(10, 221), Fraction(15, 221), Fraction(22, 221)]
    assert printed_range("pocket-bonus") == (round(holds[0], 4), round(holds[2], 4))


def test_12_e_trips_plus_holds_meet_one_end_and_miss_the_other_by_a_hundredth() -> None:
    counts = dict(zip(FIVE_CARD, COUNTS[7], strict=True))
    holds = [hold("trips-plus", name, counts) for name in "ABCD"]
    assert holds[0] == Fraction(247_579, 33_446_140)
    assert holds[2] == Fraction(1_451_077, 33_446_140)
    low, high = printed_range("trips-plus")
    assert round(max(holds), 4) == high
    assert low - round(min(holds), 4) == Fraction(1, 10_000)


def printed_range(wager: str) -> tuple[Fraction, Fraction]:
    row = next(row for row in BOOK.holds if row.wager == wager)
    return row.low.share, row.high.share


# --- limits, seats, wagers -------------------------------------------------------------------


def test_12_f_limit_covers_ante_odds_and_raise_of_a_player_in_a_round() -> None:
    (limit,) = BOOK.limits
    assert (limit.floor.cents, limit.or_minimum_wager_win) == (5_000_000, True)
    assert (limit.kind, limit.per, limit.fixed) == ("operator may set", "player and round", False)
    assert limit.wagers == ("ante", "odds", "raise")


def test_12_f_most_one_ante_can_win_is_504() -> None:
    best_odds = max(cell.odds.net_per_unit() for cell in in_force("odds").values())
    raise_times = max(choice.up_to or 0 for choice in raises())
    assert 1 + raise_times + best_odds == 504


def test_2_a_and_7_e_six_seats_and_one_position_a_player() -> None:
    assert (BOOK.fact("seats"), BOOK.fact("positions-per-player")) == (6, 1)


def test_3_one_deck_or_two_with_a_shuffler() -> None:
    facts = [BOOK.fact(name) for name in ("deck", "cover-cards", "decks-with-shuffler", "cut-at-least")]
    assert facts == [52, 2, 2, 10]


def test_7_d_wagers_and_what_each_needs() -> None:
    assert {w.id: (w.kind, w.offered, w.equal_to, w.needs) for w in BOOK.wagers} == {
        "ante": ("opening", "always", "", ()),
        "odds": ("opening", "always", "ante", ()),
        "raise": ("decision", "always", "", ("ante", "odds")),
        "pocket-bonus": ("optional", "if submitted", "", ("ante", "odds")),
        "trips-plus": ("optional", "if submitted", "", ("ante", "odds")),
    }


def test_7_c_only_the_raise_comes_after_no_more_bets() -> None:
    assert [w.id for w in BOOK.wagers if w.placed != "before no more bets"] == ["raise"]


# --- 677a.8 to 677a.10: dealing ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("method", "steps"),
    [
        ("manual-shoe", "players+dealer 1x2, community 5x1"),
        ("hand", "players+dealer 1x2, community 5x1"),
        ("automated-shoe", "players+dealer 2x1, community 5x1"),
        ("reshuffling-shoe", "community 5x1, players+dealer 2x1"),
    ],
)
def test_8_to_10_order_of_the_cards(method: str, steps: str) -> None:
    dealing = rows.dealing(BOOK, method)
    assert ", ".join(f"{'+'.join(s.to)} {s.cards}x{s.times}" for s in dealing.steps) == steps
    assert {s.face for s in dealing.steps} == {"down"}
    assert dealing.community == "revealed"


def test_9_a_1_dealing_from_the_hand_needs_a_shuffler() -> None:
    needs = {row.id: row.needs for row in BOOK.dealing if row.needs}
    assert needs == {"hand": ("automated shuffler",), "reshuffling-shoe": ("reshuffling shoe",)}


# --- 677a.11: decisions and order ----------------------------------------------------------------


def raises() -> list[Choice]:
    return [choice for stage in BOOK.stages for choice in stage.choices if choice.action == "bet"]


def test_11_b_d_f_raise_up_to_three_then_two_then_exactly_one() -> None:
    assert [(c.up_to, c.times, c.reading) for c in raises()] == [
        (3, (), "minimum-raise"),
        (2, (), "minimum-raise"),
        (None, (1,), ""),
    ]


@pytest.mark.parametrize(
    ("reading", "before_flop", "after_flop"),
    [("from-one-ante", (1, 3), (1, 2)), ("fixed-multiple", (3, 3), (2, 2)), ("no-minimum", (0, 3), (0, 2))],
)
def test_11_b_d_least_raise_is_a_reading_an_operator_may_switch(
    reading: str, before_flop: tuple[int, int], after_flop: tuple[int, int]
) -> None:
    assert [choice.by_reading[reading] for choice in raises()[:2]] == [before_flop, after_flop]
    register = BOOK.reading("minimum-raise")
    assert (register.chosen, register.switch) == ("from-one-ante", True)


def test_11_check_before_the_river_and_fold_only_after_it() -> None:
    assert [[choice.action for choice in stage.choices] for stage in BOOK.stages] == [
        ["check", "bet"],
        ["check", "bet"],
        ["fold", "bet"],
    ]
    assert [stage.asks for stage in BOOK.stages] == ["every player", *["players still deciding"] * 2]


def test_11_order_of_the_round_burns_no_card() -> None:
    assert [(step.do, step.cards) for step in BOOK.flow] == [
        ("decide", 0),
        ("community", 3),
        ("decide", 0),
        ("community", 2),
        ("decide", 0),
        ("turn up dealer", 0),
        ("settle", 0),
        ("clear", 0),
    ]


def test_11_i_optional_wagers_are_settled_after_the_others() -> None:
    assert [step.wagers for step in BOOK.settlement] == [
        ("ante", "raise", "odds"),
        ("pocket-bonus",),
        ("trips-plus",),
    ]


# --- duties ---------------------------------------------------------------------------------------


def test_3_c_decks_change_after_four_hours_by_hand_and_eight_by_shoe() -> None:
    hours = {method: d.every_hours for d in BOOK.duties if d.every_hours for method in d.methods}
    assert hours == {"hand": 4, "manual-shoe": 8, "automated-shoe": 8, "reshuffling-shoe": 8}


def test_8_e_stub_is_counted_every_five_rounds_unless_a_device_counts() -> None:
    stub = rows.duty(BOOK, "count-stub")
    assert (stub.every_rounds, stub.who) == (5, "dealer")
    assert stub.unless == ("counting shuffler", "reshuffling shoe")


def test_3_b_3_decks_alternate_every_round() -> None:
    assert rows.duty(BOOK, "alternate-decks").every_rounds == 1


def test_4_a_a_floorperson_verifies_the_inspection() -> None:
    assert [duty.id for duty in BOOK.duties if duty.who == "floorperson"] == ["verify-inspection"]


def test_4_e_preshuffled_decks_skip_the_opening() -> None:
    skipped = [duty.id for duty in BOOK.duties if "preshuffled" in duty.unless]
    opening = ["inspect-decks", "verify-inspection", "spread-for-first-player", "wash-and-stack"]
    assert skipped == [*opening, "shuffle-before-play"]


def test_5_c_2_a_preshuffled_deck_is_cut_even_at_a_table_with_a_shuffler() -> None:
    cut = rows.duty(BOOK, "cut")
    assert (cut.on, cut.unless) == ("deck shuffled by hand or preshuffled", ("reshuffling shoe",))


def test_11_f_folded_cards_are_kept_or_cleared_at_the_fold() -> None:
    folded = next(duty for duty in BOOK.duties if duty.on == "player folds")
    assert (folded.id, folded.who) == ("keep-or-clear-folded-cards", "dealer")


# --- 677a.13 and the counts: irregularities ---------------------------------------------------------


def effects_of(irregularity: Irregularity) -> tuple[str, ...]:
    """The effect on each wager, a later effect overriding an earlier one."""
    found = dict.fromkeys(WAGERS, "")
    for effect in irregularity.effects:
        names = WAGERS if "all" in effect.wagers else effect.wagers
        found |= dict.fromkeys(names, effect.effect)
    return tuple(found.values())


ALL_STAND = ("stands",) * 5
ALL_BACK = ("returned",) * 5
IRREGULARITIES = [
    ("one-card-face-up", "stand", "card not used", ALL_STAND),
    ("cards-face-up-early", "void", "reshuffled", ALL_BACK),
    ("cards-face-up-late", "void", "reshuffled", ("returned",) * 3 + ("settled", "returned")),
    ("card-drawn-in-error", "stand", "card used next", ALL_STAND),
    ("exposed-card-drawn-in-error", "stand", "card not used", ALL_STAND),
    ("player-card-exposed", "stand", "stay", ALL_STAND),
    ("wrong-number-of-cards", "void", "reshuffled", ALL_BACK),
    ("dealer-card-exposed", "void", "reshuffled", ("returned",) * 3 + ("settled", "settled")),
    ("shuffler-jam", "stand", "reshuffled", ALL_STAND),
    ("shoe-jam", "void", "device cleared and reshuffled", ALL_BACK),
    ("device-out-of-order", "stand", "stay", ALL_STAND),
    ("device-counts-wrong", "stand", "deck removed", ALL_STAND),
    ("stub-wrong-misdealt", "void", "reshuffled", ALL_BACK),
    ("stub-wrong-misdealt-not-52", "void", "deck removed", ALL_BACK),
    ("stub-wrong-not-misdealt", "void", "deck removed", ALL_BACK),
    ("player-leaves", "player's hand void", "stay", ("lost",) * 5),
]


@pytest.mark.parametrize(("irregularity_id", "hands", "cards", "effects"), IRREGULARITIES)
def test_13_each_irregularity_and_every_wager(
    irregularity_id: str, hands: str, cards: str, effects: tuple[str, ...]
) -> None:
    irregularity = rows.irregularity(BOOK, irregularity_id)
    assert (irregularity.hands, irregularity.cards, effects_of(irregularity)) == (hands, cards, effects)


def test_13_a_a_second_card_face_up_in_the_round_voids_it() -> None:
    several = ("cards-face-up-early", "cards-face-up-late")
    assert rows.seen_again(BOOK) == dict.fromkeys(rows.SEEN_CARD, several)


def test_13_no_irregularity_is_left_out() -> None:
    assert [irregularity.id for irregularity in BOOK.irregularities] == [entry[0] for entry in IRREGULARITIES]


def test_13_d_board_is_turned_up_for_trips_plus_only_after_an_exposed_dealer_card() -> None:
    settled = [
        (irregularity.id, row)
        for irregularity in BOOK.irregularities
        for row in irregularity.effects
        if row.effect == "settled"
    ]
    assert [irregularity for irregularity, row in settled if "trips-plus" in row.wagers] == ["dealer-card-exposed"]


# --- 677a.2: layout and inscriptions ------------------------------------------------------------------


def test_2_b_areas_for_each_player() -> None:
    areas = {area.wager: area.offered_with for area in BOOK.layout if area.per == "player"}
    optional = {"pocket-bonus": "pocket-bonus", "trips-plus": "trips-plus"}
    assert areas == {"ante": "", "odds": "", "raise": ""} | optional


def test_2_b_8_two_inscriptions() -> None:
    assert [(sign.id, sign.limit) for sign in BOOK.signs] == [
        ("ante-returned", ""),
        ("payout-limit", "payout-limit"),
    ]
