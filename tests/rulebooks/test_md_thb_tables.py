"""Maryland, Texas Hold 'Em Bonus Poker (MLGCA v1.0): the facts in the data, typed a second time."""

from __future__ import annotations

import pytest

from tablelaw import rulebooks
from tablelaw.law.rulebook import Rulebook
from tests.rulebooks import rows

BOOK = rulebooks.get("md-thb")
MAIN = ("ante", "flop", "turn", "river")


# --- 12: paytables ------------------------------------------------------------------------

PRINTED = """
(a) 1,000: ace-ace (dealer and player)
(b) 30: ace-ace
(c) 25: ace-king (same suit)
(d) 20: ace-queen or ace-jack (same suit)
(e) 15: ace-king (different suits)
(f) 10: king-king, queen-queen or jack-jack
(g) 5: ace-queen or ace-jack (different suits)
(h) 3: pair of 10-10 through 2-2
"""


def typed_lines() -> dict[str, str]:
    """The eight lines printed in both 12.B(1) and 12.B(2): hand -> odds."""
    lines = [line[4:].split(": ") for line in PRINTED.strip().splitlines()]
    return {hand: f"{won} to 1" for won, hand in lines}


@pytest.mark.parametrize("column", ["A", "B"])
def test_12_b_every_cell_of_both_tables(column: str) -> None:
    cells = BOOK.terms(texas_bonus=column).column("texas-bonus")
    assert {hand: cell.odds.printed for hand, cell in cells.items()} == typed_lines()


@pytest.mark.parametrize(("column", "cite"), [("A", "12.B(1)"), ("B", "12.B(2)")])
def test_12_b_each_table_has_its_own_paragraph(column: str, cite: str) -> None:
    cells = BOOK.terms(texas_bonus=column).column("texas-bonus")
    assert {str(cell.cite) for cell in cells.values()} == {cite}


def test_12_b_2_other_reading_changes_one_cell() -> None:
    terms = BOOK.terms({"paytable-b": "without-the-double"}, texas_bonus="B")
    offered = {hand: cell.odds.printed for hand, cell in terms.column("texas-bonus").items() if cell.odds.is_offered}
    typed = typed_lines()
    assert typed.pop("ace-ace (dealer and player)") == "1,000 to 1"
    assert offered == typed


def test_12_a_main_wagers_pay_even_money() -> None:
    table = BOOK.paytable("even-money")
    assert (table.wagers, table.rows) == (MAIN, (("any winning hand", "1 to 1"),))
    assert str(table.cite.first) == "12.A"


def test_12_there_are_no_other_tables_meters_or_hold_ranges() -> None:
    assert [table.id for table in BOOK.paytables] == ["even-money", "texas-bonus"]
    assert not BOOK.meters
    assert not BOOK.holds


# --- Wagers and decisions ----------------------------------------------------------------


def test_7_f_wagers_of_the_game() -> None:
    kinds = {wager.id: (wager.kind, wager.needs, wager.offered) for wager in BOOK.wagers}
    assert kinds == {
        "ante": ("opening", (), "always"),
        "flop": ("decision", ("ante",), "always"),
        "turn": ("decision", ("ante", "flop"), "always"),
        "river": ("decision", ("ante", "flop"), "always"),
        "texas-bonus": ("optional", ("ante",), "if submitted"),
    }


@pytest.mark.parametrize(
    ("stage", "asks", "choices"),
    [
        ("before-flop", "every player", [("fold", "", ()), ("bet", "flop", (2,))]),
        ("before-turn", "players still in", [("check", "", ()), ("bet", "turn", (1,))]),
        ("before-river", "players still in", [("check", "", ()), ("bet", "river", (1,))]),
    ],
)
def test_11_b_e_g_choices_at_each_decision(
    stage: str, asks: str, choices: list[tuple[str, str, tuple[int, ...]]]
) -> None:
    row = next(row for row in BOOK.stages if row.id == stage)
    assert row.asks == asks
    assert [(choice.action, choice.wager, choice.times) for choice in row.choices] == choices


def test_11_order_of_a_round() -> None:
    assert [(step.do, step.stage or step.cards) for step in BOOK.flow] == [
        ("decide", "before-flop"),
        ("burn", 1),
        ("community", 3),
        ("decide", "before-turn"),
        ("burn", 1),
        ("community", 1),
        ("decide", "before-river"),
        ("burn", 1),
        ("community", 1),
        ("turn up dealer", 0),
        ("settle", 0),
        ("clear", 0),
    ]


def test_11_i_settlement_main_wagers_before_the_bonus() -> None:
    assert [step.wagers for step in BOOK.settlement] == [MAIN, ("texas-bonus",)]


# --- Table, limit, choices ---------------------------------------------------------------------


def test_facts_fixed_for_the_table() -> None:
    assert {fact.id: fact.value for fact in BOOK.facts} == {
        "seats": 6,
        "positions-per-player": 1,
        "wagers-from": "seated players",
        "deck": 52,
        "cover-cards": 2,
        "decks-with-shuffler": 2,
        "preshuffled-decks": "permitted",
        "shuffler-into-shoe": "permitted",
        "cut-at-least": 10,
        "reshuffling-device": "permitted",
        "community-cards": 5,
    }


def test_12_c_limit_counts_the_bonus_and_takes_the_greater_sum() -> None:
    (limit,) = BOOK.limits
    assert limit.wagers == (*MAIN, "texas-bonus")
    assert (limit.kind, limit.fixed, limit.per) == ("mandatory", True, "hand")
    assert (limit.floor.cents, limit.or_minimum_wager_win) == (5_000_000, True)


def test_choices_left_to_the_operator() -> None:
    assert BOOK.permitted() == {
        "ante-pays-from": ("straight", "flush"),
        "even-money": ("printed",),
        "texas-bonus": ("A", "B"),
    }


def test_2_b_betting_areas_and_inscriptions() -> None:
    areas = [(area.per, area.wager or area.place) for area in BOOK.layout]
    assert areas[1:5] == [("player", wager) for wager in MAIN]
    assert areas[5:] == [("table", "community"), ("table", "dealer"), ("player", "texas-bonus")]
    assert [sign.when or sign.limit for sign in BOOK.signs] == [
        "ante-pays-from=straight",
        "ante-pays-from=flush",
        "payout-limit",
    ]


# --- Dealing and duties ------------------------------------------------------------------------

TWO_ROUNDS = [(("players", "dealer"), 1, 2, True)]
STACKS_OF_TWO = [(("players", "dealer"), 2, 1, True)]


@pytest.mark.parametrize(
    ("method", "steps", "needs", "community"),
    [
        ("manual-shoe", TWO_ROUNDS, (), "dealt"),
        ("hand", TWO_ROUNDS, ("automated shuffler",), "dealt"),
        ("automated-shoe", STACKS_OF_TWO, (), "dealt"),
        (
            "reshuffling-shoe",
            [(("community",), 5, 1, False), *STACKS_OF_TWO],
            ("reshuffling shoe",),
            "revealed",
        ),
    ],
)
def test_8_9_10_dealing_order(method: str, steps: list[object], needs: tuple[str, ...], community: str) -> None:
    row = rows.dealing(BOOK, method)
    assert [(step.to, step.cards, step.times, step.cover_card) for step in row.steps] == steps
    assert (row.needs, row.community) == (needs, community)


@pytest.mark.parametrize(
    ("duty", "rounds", "hours", "methods"),
    [
        ("change-decks-hand", None, 4, ("hand",)),
        ("change-decks-shoe", None, 8, ("manual-shoe", "automated-shoe", "reshuffling-shoe")),
        ("count-stub", 5, None, ()),
        ("alternate-decks", 1, None, ()),
    ],
)
def test_duties_with_hours_and_rounds(
    duty: str, rounds: int | None, hours: int | None, methods: tuple[str, ...]
) -> None:
    row = rows.duty(BOOK, duty)
    assert (row.every_rounds, row.every_hours, row.methods) == (rounds, hours, methods)


def test_8_e_and_5_i_a_counting_device_spares_the_stub_count() -> None:
    row = rows.duty(BOOK, "count-stub")
    assert row.unless == ("counting shuffler", "reshuffling shoe")


def test_5_d_2_a_preshuffled_deck_is_cut_even_where_a_shuffler_stands() -> None:
    row = rows.duty(BOOK, "cut")
    assert (row.on, row.unless) == ("deck shuffled by hand or preshuffled", ("reshuffling shoe",))


def test_5_a_only_the_first_shuffle_is_spared_a_preshuffled_deck() -> None:
    assert [rows.due(BOOK, name) for name in rows.SHUFFLES] == rows.SHUFFLES_DUE


# --- 13 and the stub counts: irregularities ------------------------------------------------------


@pytest.mark.parametrize(
    ("irregularity", "hands", "main", "bonus_", "cards"),
    [
        ("one-card-face-up", "stand", "stands", "stands", "card not used"),
        ("cards-face-up-early", "void", "returned", "returned", "reshuffled"),
        ("cards-face-up-late", "void", "returned", "settled", "reshuffled"),
        ("card-drawn-in-error", "stand", "stands", "stands", "card used next"),
        ("exposed-card-drawn-in-error", "stand", "stands", "stands", "card not used"),
        ("player-card-exposed", "stand", "stands", "stands", "stay"),
        ("wrong-number-of-cards", "void", "returned", "returned", "reshuffled"),
        ("dealer-card-exposed", "void", "returned", "settled", "reshuffled"),
        ("shuffler-jam", "void", "returned", "returned", "device cleared and reshuffled"),
        ("shoe-jam", "void", "returned", "returned", "device cleared and reshuffled"),
        ("device-out-of-order", "stand", "stands", "stands", "stay"),
        ("device-counts-wrong", "stand", "stands", "stands", "deck removed"),
        ("stub-wrong-misdealt", "void", "returned", "returned", "reshuffled"),
        ("stub-wrong-misdealt-not-52", "void", "returned", "returned", "deck removed"),
        ("stub-wrong-not-misdealt", "void", "returned", "returned", "deck removed"),
        ("player-leaves", "player's hand void", "lost", "lost", "stay"),
    ],
)
def test_13_irregularity_on_every_wager(irregularity: str, hands: str, main: str, bonus_: str, cards: str) -> None:
    row = rows.irregularity(BOOK, irregularity)
    effects = {wager.id: BOOK.effect_on(row, wager.id, BOOK.terms()).effect for wager in BOOK.wagers}
    assert effects == dict.fromkeys(MAIN, main) | {"texas-bonus": bonus_}
    assert (row.hands, row.cards) == (hands, cards)


def test_13_table_above_names_every_irregularity() -> None:
    assert len(BOOK.irregularities) == 16


# --- The same game in Pennsylvania: equal where the words are equal -------------------------------

PENNSYLVANIA = rulebooks.get("pa-647a")


def test_duties_are_those_of_pennsylvania_without_its_meters() -> None:
    def figures(book: Rulebook) -> dict[str, tuple[object, ...]]:
        return {d.id: (d.who, d.on, d.every_rounds, d.every_hours, d.methods, d.unless) for d in book.duties}

    ours, theirs = figures(BOOK), figures(PENNSYLVANIA)
    differing = [duty for duty in ours if ours[duty] != theirs.get(duty)]
    assert differing == ["empty-the-shoe"], "Pennsylvania's Six Card cards come from the hand with either shoe"
    assert set(theirs) - set(ours) == {
        *("count-progressive-chips", "verify-winning-hand", "validate-progressive", "keep-cards-until-documented"),
        *("verify-five-card-hand", "verify-five-card", "keep-five-card-until-documented", "turn-up-six-card"),
    }


def test_13_h_only_a_jammed_shuffler_is_another_irregularity_than_in_pennsylvania() -> None:
    def effects(book: Rulebook) -> dict[str, tuple[object, ...]]:
        terms, wagers = book.terms(), (*MAIN, "texas-bonus")
        return {
            irregularity.id: (
                *(
                    irregularity.moment,
                    irregularity.hands,
                    irregularity.cards,
                    irregularity.again,
                    irregularity.device,
                    irregularity.methods,
                ),
                *(book.effect_on(irregularity, wager, terms).effect for wager in wagers),
            )
            for irregularity in book.irregularities
        }

    ours, theirs = effects(BOOK), effects(PENNSYLVANIA)
    assert list(ours) == list(theirs)
    assert [irregularity for irregularity in ours if ours[irregularity] != theirs[irregularity]] == ["shuffler-jam"]


def test_one_doubt_in_the_same_words_is_read_alike_in_both() -> None:
    theirs = {reading.id: reading.chosen for reading in PENNSYLVANIA.readings}
    shared = {reading.id: reading.chosen for reading in BOOK.readings if reading.id in theirs}
    assert len(shared) > 30
    assert {name for name in shared if shared[name] != theirs[name]} == {"limit-scope", "limit-floor-figure"}
