"""Massachusetts Colorado Hold 'Em Poker: tables, limits, dealing, duties and layout, typed a second time."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product

import pytest

from tablelaw import rulebooks
from tablelaw.law.odds import Odds
from tablelaw.law.paytables import Column
from tablelaw.law.rows import Irregularity
from tablelaw.law.rulebook import Rulebook
from tests.rulebooks import rows
from tests.support import decide

BOOK: Rulebook = rulebooks.get("ma-colorado")
VERSIONS = ("required", "permissible")

# --- 12, 13: every cell, as "hand: odds" lines --------------------------------------------------

SECTION_12_B = """
royal flush: 500, straight flush: 100, four-of-a-kind: 40, full house: 11, flush: 8, straight: 5,
three-of-a-kind: 3, two pair: 2,
pair of 10s: 1, pair of jacks: 1, pair of queens: 1, pair of kings: 1, pair of aces: 1
"""
SECTION_13_B = """
royal flush: 500, straight flush: 100, four-of-a-kind: 25, full house: 10, flush: 8, straight: 5,
three-of-a-kind: 3, two pair: 2,
pair of 10s: 1, pair of jacks: 1, pair of queens: 1, pair of kings: 1, pair of aces: 1
"""
SECTIONS_12_D_AND_13_D = """
royal flush: 10000, straight flush: 1000, four-of-a-kind: 100, full house: 50, flush: 25, straight: 15,
three-of-a-kind: 3, two pair: 1, pair of jacks: 0, pair of queens: 0, pair of kings: 0, pair of aces: 0
"""
INSTANT_WINNERS = "three card straight flush: 5, three-of-a-kind: 5"

TABLES = {
    ("bet", "required"): SECTION_12_B,
    ("bet", "permissible"): SECTION_13_B,
    ("bonus", "required"): SECTIONS_12_D_AND_13_D,
    ("bonus", "permissible"): SECTIONS_12_D_AND_13_D,
    ("instant", "required"): INSTANT_WINNERS,
    ("instant", "permissible"): INSTANT_WINNERS,
    ("bonus-instant", "required"): INSTANT_WINNERS,
    ("bonus-instant", "permissible"): INSTANT_WINNERS,
}


def gains(lines: str) -> dict[str, int]:
    """What one unit wins on each hand, 0 for a push."""
    pairs = (line.split(":") for line in lines.split(","))
    return {hand.strip(): int(gain) for hand, gain in pairs}


def columns(tens: str) -> Mapping[tuple[str, str], Column]:
    return BOOK.terms({"pair-of-tens": tens}).tables


def test_12_13_every_table_is_typed_here() -> None:
    assert set(columns("win")) == set(TABLES)


@pytest.mark.parametrize("table", TABLES, ids=":".join)
def test_12_13_every_cell(table: tuple[str, str]) -> None:
    column = columns("win")[table]
    assert {hand: cell.odds.net_per_unit() for hand, cell in column.items()} == gains(TABLES[table])


def test_11_f_the_push_takes_tens_out_of_the_permissible_table_alone() -> None:
    read, as_printed = columns("push"), columns("win")
    changed = {table for table in TABLES if set(read[table]) != set(as_printed[table])}
    assert changed == {("bet", "permissible")}
    assert set(as_printed["bet", "permissible"]) - set(read["bet", "permissible"]) == {"pair of 10s"}


@pytest.mark.parametrize("table", TABLES, ids=":".join)
def test_12_13_each_column_is_paid_under_its_own_section(table: tuple[str, str]) -> None:
    section = "12" if table[1] == "required" else "13"
    letter = "d" if table[0].startswith("bonus") else "b"
    assert {str(cell.cite) for cell in columns("push")[table].values()} == {f"{section}({letter})"}


def test_12_a_13_a_no_odds_are_stated_with_for() -> None:
    printed = {cell.odds.printed for column in columns("push").values() for cell in column.values()}
    assert BOOK.fact("odds-word") == "to or win"
    assert all(" to " in odds or odds == "push" for odds in printed)


def test_12_b_13_b_the_version_selects_the_table_and_the_odds_are_minimums() -> None:
    assert {(table.selected_by, table.minimum) for table in BOOK.paytables} == {("version", True)}
    for version, odds in zip(VERSIONS, ("40 to 1", "25 to 1"), strict=True):
        verdict = decide("ma-colorado", "ante", choices={"version": version}, player="four-of-a-kind")
        assert verdict.odds == Odds.parse(odds)


def test_12_c_13_c_payout_limit() -> None:
    (limit,) = BOOK.limits
    assert (limit.kind, limit.floor.cents, limit.fixed) == ("operator may set", 5_000_000, False)
    assert (limit.wagers, limit.per, limit.or_minimum_wager_win) == (("ante", "bet"), "hand", False)


def test_12_c_ante_and_bet_of_fifty_dollars_reach_the_limit_exactly() -> None:
    royal = decide("ma-colorado", "ante", player="royal flush").odds
    assert royal is not None
    assert 2 * royal.payment(50_00).paid == BOOK.limits[0].floor.cents


def test_no_meters_and_no_printed_holds() -> None:
    assert (BOOK.meters, BOOK.holds) == ((), ())


# --- 2, 7 to 9: deck and dealing -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("fact", "value"),
    [("deck", 52), ("cover-cards", 1), ("decks-with-shuffler", 2), ("community-cards", 3), ("seats", 16)],
)
def test_2_7_numbers_the_rules_fix(fact: str, value: int) -> None:
    assert BOOK.fact(fact) == value


def test_7_c_sixteen_positions_are_the_most_a_deck_can_serve() -> None:
    assert 3 * (16 + 1) <= 52 < 3 * (17 + 1)


ONE_BY_ONE = ["1", "2", "community"] * 3
IN_STACKS = ["1"] * 3 + ["2"] * 3 + ["community"] * 3


@pytest.mark.parametrize(
    ("method", "order", "needs"),
    [
        ("manual-shoe", ONE_BY_ONE, ()),
        ("hand", ONE_BY_ONE, ("automated shuffler",)),
        ("automated-shoe", IN_STACKS, ()),
    ],
)
def test_7_c_8_c_9_c_order_of_dealing(method: str, order: list[str], needs: tuple[str, ...]) -> None:
    plan = rows.dealing(BOOK, method)
    assert rows.places_dealt(plan, 2) == order
    assert all(step.face == "down" for step in plan.steps)
    assert (plan.needs, plan.community, plan.stub) == (needs, "revealed", "after the initial cards")


def test_7_8_9_three_methods() -> None:
    assert [plan.id for plan in BOOK.dealing] == ["manual-shoe", "hand", "automated-shoe"]


# --- 10, 11: decision and order of the round -------------------------------------------------------


@pytest.mark.parametrize(
    ("version", "actions"),
    [("required", ["bet", "fold", "declare"]), ("permissible", ["bet", "play", "declare"])],
)
def test_10_b_11_b_choices_of_each_version(version: str, actions: list[str]) -> None:
    terms = BOOK.terms(version=version)
    (stage,) = [stage for stage in BOOK.stages if terms.holds(stage.when)]
    assert [choice.action for choice in stage.choices] == actions
    assert [choice.discard for choice in stage.choices] == [1, 0 if version == "required" else 1, 0]
    assert stage.choices[0].times == (1,)


@pytest.mark.parametrize("version", VERSIONS)
def test_10_c_11_c_community_cards_show_after_the_decision(version: str) -> None:
    terms = BOOK.terms(version=version)
    flow = [step.do for step in BOOK.flow if terms.holds(step.when)]
    assert flow == ["decide", "community", "settle", "clear"]


def test_10_d_2_11_d_2_order_of_settlement() -> None:
    assert [step.wagers for step in BOOK.settlement] == [("ante", "bet"), ("bonus",)]


# --- Duties -----------------------------------------------------------------------------------------


def test_7_e_stub_is_counted_every_five_rounds_unless_the_shuffler_counts() -> None:
    stub = rows.duty(BOOK, "count-stub")
    assert (stub.every_rounds, stub.on, stub.unless) == (5, "cards dealt", ("counting shuffler",))


def test_2_b_4_two_decks_alternate_every_round() -> None:
    row = rows.duty(BOOK, "alternate-decks")
    assert (row.every_rounds, row.on) == (1, "two decks in use")


def test_no_hours_are_printed_for_changing_decks() -> None:
    assert all(duty.every_hours is None for duty in BOOK.duties)


def test_4_b_the_floorperson_verifies_what_the_dealer_inspects() -> None:
    assert [rows.duty(BOOK, name).who for name in rows.INSPECTION] == ["dealer", "floorperson"]


def test_6a_a_12_c_notices_are_the_operators() -> None:
    notices = [(row.on, row.who) for row in BOOK.duties if row.id.startswith("notice")]
    assert notices == [("option withdrawn", "operator"), ("limit lowered", "operator")]


def test_5_b_1_cards_shuffled_by_machine_are_not_cut() -> None:
    assert rows.due(BOOK, "cut") == ("deck shuffled by hand or preshuffled", ())


def test_5_a_shuffled_before_play_unless_preshuffled_and_after_every_round() -> None:
    assert [rows.due(BOOK, name) for name in rows.SHUFFLES] == rows.SHUFFLES_DUE


def test_6_b_a_player_with_cards_stays_seated() -> None:
    assert (rows.duty(BOOK, "stay-seated").who, BOOK.fact("wagers-from")) == ("player", "seated players")


# --- 7(e), 7(f), 14: what each irregularity does to each wager ------------------------------------------

# irregularity              ante     bet      bonus    hands              cards
EFFECTS = """
one-card-face-up            |stands  |stands  |stands  |stand             |card not used
cards-face-up               |returned|returned|returned|void              |reshuffled
card-drawn-in-error         |stands  |stands  |stands  |stand             |card used next
exposed-card-drawn-in-error |stands  |stands  |stands  |stand             |card not used
player-card-exposed         |stands  |stands  |stands  |stand             |stay
community-card-exposed      |stands  |stands  |stands  |stand             |stay
wrong-number-of-cards       |returned|returned|returned|void              |reshuffled
wrong-declaration           |lost    |lost    |lost    |player's hand void|stay
shuffler-jam                |stands  |stands  |stands  |stand             |reshuffled
shoe-jam                    |returned|returned|returned|void              |device cleared and reshuffled
device-out-of-order         |stands  |stands  |stands  |stand             |stay
device-counts-wrong         |stands  |stands  |stands  |stand             |deck removed
stub-wrong-misdealt         |returned|returned|returned|void              |reshuffled
stub-wrong-misdealt-not-52  |returned|returned|returned|void              |deck removed
stub-wrong-not-misdealt     |returned|returned|returned|void              |deck removed
"""


def effects_typed() -> dict[str, tuple[str, ...]]:
    rows = ([cell.strip() for cell in line.split("|")] for line in EFFECTS.strip().splitlines())
    return {irregularity: tuple(cells) for irregularity, *cells in rows}


def test_14_every_irregularity_is_typed_here() -> None:
    assert [irregularity.id for irregularity in BOOK.irregularities] == list(effects_typed())


@pytest.mark.parametrize("irregularity", BOOK.irregularities, ids=lambda irregularity: irregularity.id)
def test_14_effect_on_each_wager(irregularity: Irregularity) -> None:
    effects = tuple(BOOK.effect_on(irregularity, wager, BOOK.terms()).effect for wager in ("ante", "bet", "bonus"))
    assert (*effects, irregularity.hands, irregularity.cards) == effects_typed()[irregularity.id]


def test_14_moment_of_each_irregularity() -> None:
    assert rows.moments(BOOK) == {
        "during the deal": [*rows.SEEN_IN_THE_DEAL, "player-card-exposed"],
        "before every player has decided": ["community-card-exposed"],
        "any": ["wrong-number-of-cards", "device-out-of-order"],
        "at a declaration": ["wrong-declaration"],
        "while the shoe deals": ["shoe-jam"],
        **rows.OF_THE_DECK,
    }


def test_14_a_a_second_card_seen_in_the_same_deal_voids_all_hands() -> None:
    assert rows.seen_again(BOOK) == dict.fromkeys(rows.SEEN_CARD, ("cards-face-up",))


def test_14_g_a_device_is_removed_not_covered() -> None:
    assert rows.irregularity(BOOK, "device-out-of-order").device == "removed"


# --- Layout and signs ------------------------------------------------------------------------------------


def test_6_d_6a_b_areas_of_the_layout() -> None:
    areas = [(area.name, area.per) for area in BOOK.layout]
    assert areas == [
        ("Ante", "player"),
        ("Bet", "player"),
        ("Bonus", "player"),
        ("Player's discard", "player"),
        ("Three community cards", "table"),
    ]


@pytest.mark.parametrize(("version", "sign"), list(product(VERSIONS, ("bet-required", "bet-permissible"))))
def test_10_b_1_11_b_1_each_version_has_its_own_words(version: str, sign: str) -> None:
    row = next(row for row in BOOK.signs if row.id == sign)
    assert BOOK.terms(version=version).holds(row.when) is sign.endswith(version)


@pytest.mark.parametrize(
    ("version", "tens", "words"),
    [
        ("required", "push", "A pair of sevens, eights or nines pushes; lower hands lose."),
        ("required", "win", "A pair of sevens, eights or nines pushes; lower hands lose."),
        ("permissible", "push", "A pair of nines or tens pushes; lower hands lose."),
        ("permissible", "win", "A pair of nines pushes; lower hands lose."),
    ],
)
def test_10_f_11_f_the_sign_says_what_pushes(version: str, tens: str, words: str) -> None:
    terms = BOOK.terms({"pair-of-tens": tens}, version=version)
    assert [row.text for row in BOOK.signs if "pushes" in row.text and terms.holds(row.when)] == [words]


# --- Readings ----------------------------------------------------------------------------------------------


def test_an_operator_may_switch_two_readings() -> None:
    switches = {reading.id: reading.chosen for reading in BOOK.readings if reading.switch}
    assert switches == {"pair-of-tens": "push", "suited-ace-two-three": "counts"}
