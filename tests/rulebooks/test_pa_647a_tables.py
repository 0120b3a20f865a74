"""58 Pa. Code ch. 647a, Texas Hold 'Em Bonus Poker: the data, compared with the text's figures typed again."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

import pytest

from tablelaw import rulebooks
from tablelaw.amounts import money_text, percent_text
from tablelaw.cards import RANKINGS
from tablelaw.cards.rankings import five_card
from tablelaw.law.conduct import Case, Standing
from tablelaw.law.rows import Wager
from tests.rulebooks import rows
from tests.support import EQUAL, HIGHER, LOWER

BOOK = rulebooks.get("pa-647a")
TABLES = BOOK.terms().tables

# --- 647a.12: every cell, a line a column, from the first printed hand down ----------------

ROWS = {
    "even-money": "any winning hand",
    "texas-bonus": (
        "ace-ace (dealer and player) | ace-ace | ace-king (same suit) | ace-queen or ace-jack (same suit)"
        " | ace-king (different suits) | king-king, queen-queen or jack-jack"
        " | ace-queen or ace-jack (different suits) | pair of 10-10 through 2-2"
    ),
    "progressive": ("royal flush | straight flush | four-of-a-kind | full house | flush | straight | three-of-a-kind"),
    "envy": "royal flush | straight flush",
    "five-card": "royal flush | straight flush | four-of-a-kind | full house | flush",
    "drawn": "magic card | lucky bonus",
    "six-card": (
        "six-card royal flush, diamonds | six-card royal flush, hearts, spades or clubs"
        " | royal flush | straight flush | four-of-a-kind | full house | flush | straight | three-of-a-kind"
    ),
}

PRINTED = """
even-money   printed  1 to 1
texas-bonus  A        1,000 to 1 | 30 to 1 | 25 to 1 | 20 to 1 | 15 to 1 | 10 to 1 | 5 to 1 | 3 to 1
texas-bonus  B        N/A | 30 to 1 | 25 to 1 | 20 to 1 | 15 to 1 | 10 to 1 | 5 to 1 | 3 to 1
progressive  A        100% of meter | 10% of meter | 300 for 1 | 50 for 1 | 40 for 1 | 30 for 1 | 9 for 1
progressive  B        MEGA | MAJOR | 300 for 1 | 50 for 1 | 40 for 1 | 30 for 1 | 9 for 1
progressive  C        MEGA | MAJOR | MINOR | 50 for 1 | 40 for 1 | 30 for 1 | 10 for 1
progressive  D        MEGA | MAJOR | MINOR | 50 for 1 | 40 for 1 | 30 for 1 | 9 for 1
envy         $1       $1,000 | $300
envy         $5       $5,000 | $1,500
five-card    printed  100% of meter | 10% of meter | 500 for 1 | 100 for 1 | 50 for 1
drawn        printed  20 for 1 | 5 for 1
six-card     A        ROYAL | ROYAL | 1,000 to 1 | 200 to 1 | 50 to 1 | 25 to 1 | 20 to 1 | 10 to 1 | 5 to 1
six-card     B        ROYAL | ROYAL | 1,000 to 1 | 200 to 1 | 50 to 1 | 25 to 1 | 15 to 1 | 10 to 1 | 5 to 1
six-card     C        ROYAL | ROYAL | 1,000 to 1 | 200 to 1 | 100 to 1 | 20 to 1 | 15 to 1 | 9 to 1 | 8 to 1
six-card     D        ROYAL | ROYAL | 1,000 to 1 | 200 to 1 | 100 to 1 | 20 to 1 | 15 to 1 | 10 to 1 | 7 to 1
six-card     E        200,000 to 1 | 20,000 to 1 | 1,000 to 1 | 200 to 1 | 50 to 1 | 20 to 1 | 15 to 1 | 10 to 1 | 5 to 1
"""  # noqa: E501

SHORT = {
    "MEGA": "100% mega jackpot",
    "MAJOR": "100% major jackpot",
    "MINOR": "100% minor jackpot",
    "ROYAL": "1,000 to 1",  # not printed: paid as the royal flush it contains
}


def typed_again() -> dict[tuple[str, str], dict[str, str]]:
    columns = {}
    for line in PRINTED.strip().splitlines():
        table, column, cells = line.split(maxsplit=2)
        odds = [SHORT.get(cell, cell) for cell in cells.split(" | ")]
        columns[table, column] = dict(zip(ROWS[table].split(" | "), odds, strict=True))
    return columns


def test_12_every_cell_of_every_paytable() -> None:
    printed = {key: {cls: str(cell.odds) for cls, cell in column.items()} for key, column in TABLES.items()}
    assert printed == typed_again()


def test_12_paragraph_of_every_paytable() -> None:
    paragraphs = {table.id: str(table.cite).removeprefix("647a.12") for table in BOOK.paytables}
    assert " ".join(name + paragraph for name, paragraph in paragraphs.items()) == (
        "even-money(a) texas-bonus(b) progressive(d)(1) envy(d)(5) five-card(e)(1) drawn(e)(3) six-card(f)"
    )


# --- 647a.12(d)(3), (e)(4): meters ------------------------------------------------------

METERS = """
A        meter  $10,000  $10,000  21%  -
B        mega   $10,000  $10,000  11%  -
B        major  $1,000   $1,000   10%  -
C        mega   $10,000  $10,000  9%   -
C        major  $1,000   $1,000   7%   -
C        minor  $250     $250     3%   -
D        mega   $10,000  $10,000  10%  -
D        major  $1,000   $1,000   8%   -
D        minor  $250     $250     3%   -
printed  meter  $10,000  $0       13%  8%
"""


def test_12_d_3_and_e_4_seed_reseed_and_rates_of_every_meter() -> None:
    lines = []
    for meter in BOOK.meters:
        assert meter.seed and meter.reseed and meter.primary
        amounts = (money_text(int(amount.cents_for(100))) for amount in (meter.seed, meter.reseed))
        reserve = percent_text(meter.reserve.share) if meter.reserve else "-"
        lines.append([*meter.columns, meter.name, *amounts, percent_text(meter.primary.share), reserve])
    assert lines == [line.split() for line in METERS.strip().splitlines()]


def test_12_d_3_a_five_dollar_wager_seeds_five_times_as_much() -> None:
    seeds = {meter.name: meter.seed.cents_for(500) for meter in BOOK.meters if meter.seed}
    assert seeds["mega"] == 5_000_000
    assert seeds["minor"] == 125_000


def test_12_d_3_increments_of_a_table_add_up() -> None:
    sums = {column: Fraction(0) for column in BOOK.paytable("progressive").columns}
    for meter in BOOK.meters:
        if meter.wagers == ("progressive",) and meter.primary:
            sums[meter.columns[0]] += meter.primary.share
    assert {column: percent_text(share) for column, share in sums.items()} == {
        "A": "21%",
        "B": "21%",
        "C": "19%",
        "D": "21%",
    }


def test_12_e_2_a_meter_share_on_the_dealers_hand_is_divided() -> None:
    assert [wager.id for wager in BOOK.wagers if wager.divided] == ["five-card-dealer"]


def test_12_every_share_of_a_meter_has_its_meter() -> None:
    for (table, column), cells in TABLES.items():
        named = {cell.odds.meter for cell in cells.values() if cell.odds.pays_from_meter}
        wagers = BOOK.paytable(table).wagers
        assert named == {m.name for m in BOOK.meters if m.wagers == wagers and column in m.columns}


# --- 647a.2, .3, .7, .12(c): figures, wagers, options, limit ----------------------------


def test_2_a_and_3_figures_of_the_table() -> None:
    figures = {"seats": 6, "deck": 52, "cover-cards": 2, "decks-with-shuffler": 2, "community-cards": 5}
    assert {name: BOOK.fact(name) for name in figures} == figures


def test_2_b_areas_each_player_has() -> None:
    areas = {area.wager: area.offered_with for area in BOOK.layout if area.per == "player"}
    always = dict.fromkeys(("ante", "flop", "turn", "river"), "")
    optional = ("texas-bonus", "progressive", "five-card-player", "six-card")
    assert areas == always | {name: name for name in optional}


def test_2_b_areas_of_the_table() -> None:
    places = {area.place: area.offered_with for area in BOOK.layout if area.place}
    assert places == {"community": "", "dealer": "", "six-card": "six-card"}


def test_2_b_10_inscriptions_follow_the_filed_hand() -> None:
    ante = {sign.when: sign.text for sign in BOOK.signs if sign.when}
    assert "less than a straight" in ante["ante-pays-from=straight"]
    assert "less than a flush" in ante["ante-pays-from=flush"]
    assert [sign.limit for sign in BOOK.signs if sign.limit] == ["payout-limit"]


def test_7_d_every_wager_but_the_opening_one_needs_the_ante() -> None:
    needs = {wager.id: wager.needs for wager in BOOK.wagers if wager.kind != "bonus"}
    optional = ("texas-bonus", "progressive", "five-card-player", "five-card-dealer", "six-card")
    against_the_dealer = {"ante": (), "flop": ("ante",), "turn": ("ante", "flop"), "river": ("ante", "flop")}
    assert needs == against_the_dealer | dict.fromkeys(optional, ("ante",))


def test_7_d_what_is_always_offered_and_what_comes_along() -> None:
    assert [wager.id for wager in BOOK.wagers if wager.offered == "always"] == [
        "ante",
        "flop",
        "turn",
        "river",
    ]
    along = {wager.id: (wager.offered_with, wager.when) for wager in BOOK.wagers if wager.offered_with}
    assert along == {
        "envy": ("progressive", ""),
        "five-card-dealer": ("five-card-player", ""),
        "magic-card": ("five-card-player", "magic-card=yes"),
        "lucky-bonus": ("five-card-player", "lucky-bonus=yes"),
    }


def test_7_c_only_flop_turn_and_river_come_after_no_more_bets() -> None:
    later = {wager.id for wager in BOOK.wagers if wager.placed != "before no more bets"}
    assert later == {"flop", "turn", "river"}


def test_12_d_5_progressive_is_one_or_five_dollars() -> None:
    amounts = tuple(money_text(amount.cents) for amount in BOOK.wager("progressive").amounts)
    assert amounts == BOOK.paytable("envy").columns == ("$1", "$5")


def test_options_left_to_the_rules_submission() -> None:
    assert {option.id: option.accepts for option in BOOK.options} == {
        "ante-pays-from": "one of straight, flush",
        "positions-per-player": "1 to 6",
        "magic-card": "one of no, yes",
        "lucky-bonus": "one of no, yes",
        "draws-every-rounds": "1 to 1000",
    }


def test_12_c_limit_is_the_laws_own_and_spares_the_optional_wagers() -> None:
    (limit,) = BOOK.limits
    assert (limit.kind, limit.fixed, limit.per, limit.or_minimum_wager_win) == (
        "mandatory",
        True,
        "hand",
        True,
    )
    assert money_text(limit.floor.cents) == "$50,000"
    assert limit.wagers == ("ante", "flop", "turn", "river")


# --- 647a.8 to .11: dealing, decisions, settlement, duties ------------------------------

DEALING = {
    "manual-shoe": ["4 to six-card if six-card", "1 to players, dealer, 2 tours"],
    "hand": ["4 to six-card if six-card", "1 to players, dealer, 2 tours"],
    "automated-shoe": ["2 to players, dealer", "4 to six-card if six-card"],
    "reshuffling-shoe": ["5 to community", "2 to players, dealer", "4 to six-card if six-card"],
}


def test_8_to_10_order_of_the_initial_cards() -> None:
    for plan in BOOK.dealing:
        steps = []
        for step in plan.steps:
            tours = f", {step.times} tours" if step.times > 1 else ""
            condition = f" if {step.only_if}" if step.only_if else ""
            steps.append(f"{step.cards} to {', '.join(step.to)}{tours}{condition}")
        assert steps == DEALING[plan.id]


def test_8_to_10_hands_lie_face_down_and_the_dealers_under_a_cover_card() -> None:
    assert {step.face for plan in BOOK.dealing for step in plan.steps} == {"down"}
    assert all(step.cover_card == ("dealer" in step.to) for plan in BOOK.dealing for step in plan.steps)


def test_9_a_1_dealing_by_hand_needs_a_shuffler() -> None:
    needs = {plan.id: plan.needs for plan in BOOK.dealing if plan.needs}
    assert needs == {"hand": ("automated shuffler",), "reshuffling-shoe": ("reshuffling shoe",)}


def test_10_g_only_the_reshuffling_shoe_reveals_its_board() -> None:
    assert [plan.id for plan in BOOK.dealing if plan.community == "revealed"] == ["reshuffling-shoe"]


STAGES = {
    "before-flop": ("every player", [("fold", "", ()), ("bet", "flop", (2,))]),
    "before-turn": ("players still in", [("check", "", ()), ("bet", "turn", (1,))]),
    "before-river": ("players still in", [("check", "", ()), ("bet", "river", (1,))]),
}


def test_11_b_d_f_what_a_player_may_do_and_for_how_much() -> None:
    for stage in BOOK.stages:
        choices = [(choice.action, choice.wager, choice.times) for choice in stage.choices]
        assert (stage.asks, choices) == STAGES[stage.id]


def test_11_course_of_a_round() -> None:
    course = [" ".join(map(str, filter(None, (s.do, s.stage or s.to, s.cards)))) for s in BOOK.flow]
    assert course == [
        *("decide before-flop", "burn 1", "community flop 3"),
        *("decide before-turn", "burn 1", "community community 1"),
        *("decide before-river", "burn 1", "community community 1"),
        *("turn up dealer", "settle", "clear"),
    ]


def test_11_h_to_k_order_of_settlement() -> None:
    assert [" ".join(step.wagers) for step in BOOK.settlement] == [
        *("ante flop turn river", "texas-bonus", "progressive", "envy"),
        *("five-card-player five-card-dealer magic-card lucky-bonus", "six-card"),
    ]
    validated = {step.id: step.validate_when for step in BOOK.settlement if step.validated_by}
    assert validated == {"progressive": ("any win",), "five-card": ("500 for 1", "a share of the meter")}


def test_3_c_hours_of_a_deck_by_dealing_method() -> None:
    hours = {method: duty.every_hours for duty in BOOK.duties if duty.every_hours for method in duty.methods}
    assert hours == {"hand": 4, "manual-shoe": 8, "automated-shoe": 8, "reshuffling-shoe": 8}


def test_8_f_stub_counted_every_five_rounds_unless_a_device_counts() -> None:
    rounds = {duty.id: duty.every_rounds for duty in BOOK.duties if duty.every_rounds}
    assert rounds == {"count-stub": 5, "alternate-decks": 1}
    count = rows.duty(BOOK, "count-stub")
    assert count.unless == ("counting shuffler", "reshuffling shoe")


def test_5_a_only_the_first_shuffle_is_spared_a_preshuffled_deck() -> None:
    assert [rows.due(BOOK, name) for name in rows.SHUFFLES] == rows.SHUFFLES_DUE


def test_5_c_2_a_preshuffled_deck_is_cut_even_where_a_shuffler_stands() -> None:
    cut = rows.duty(BOOK, "cut")
    assert (cut.on, cut.unless) == ("deck shuffled by hand or preshuffled", ("reshuffling shoe",))


# --- One paragraph, and only one, decides every case ------------------------------------


def standings(hands: dict[str, str]) -> tuple[Standing | None, ...]:
    """How player and dealer can compare, given the classes of their hands; two royal flushes only tie."""
    if "player" not in hands:
        return (None,)
    player, dealer = (five_card.CLASSES.index(hands[name]) for name in ("player", "dealer"))
    if player == dealer:
        return (EQUAL,) if player == 0 else (HIGHER, EQUAL, LOWER)
    return (HIGHER,) if player < dealer else (LOWER,)


HANDS_LOOKED_AT = {
    **dict.fromkeys(("ante", "flop", "turn", "river"), ("player", "dealer")),
    "texas-bonus": ("pocket", "dealer-pocket"),
    "progressive": ("player-flop",),
    "envy": ("other-player-flop",),
    "five-card-player": ("player-flop",),
    "five-card-dealer": ("dealer-flop",),
    "magic-card": (),
    "lucky-bonus": (),
    "six-card": ("player-six",),
}


def dealt(wager: Wager) -> Iterator[dict[str, str]]:
    """Every combination of classes of the hands that a wager depends on."""
    names = HANDS_LOOKED_AT[wager.id]
    rankings = [next(hand.ranking for hand in BOOK.hands if hand.id == name) for name in names]
    for classes in product(*(RANKINGS[ranking].classes for ranking in rankings)):
        yield dict(zip(names, classes, strict=True))


def every_case(wager: Wager) -> Iterator[Case]:
    """Every case under every column of the wager's paytable, every minimum hand of the Ante and every act."""
    (table,) = BOOK.paytables_of(wager.id)
    for column, bar in product(table.columns, ("straight", "flush")):
        chosen = {table.id: column} if table.selected_by == "submission" else {}
        terms = BOOK.terms(None, ante_pays_from=bar, **chosen)
        stake_cents = int(column[1:]) * 100 if table.selected_by == "stake" else 100
        for hands, act in product(dealt(wager), ("", "fold", "magic card", "lucky bonus")):
            for standing in standings(hands):
                yield Case(wager.id, terms, hands, standing, frozenset({act}), stake_cents)


@pytest.mark.parametrize("wager", BOOK.wagers, ids=lambda wager: wager.id)
def test_exactly_one_paragraph_decides_every_case(wager: Wager) -> None:
    verdicts = [BOOK.settle(case) for case in every_case(wager)]
    assert verdicts
    assert {verdict.wager for verdict in verdicts} == {wager.id}
