"""58 Pa. Code ch. 653a, Ultimate Texas Hold 'Em Poker: the data, compared with the text's figures typed again."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import pytest

from tablelaw import rulebooks
from tablelaw.amounts import money_text, percent_text
from tablelaw.cards.rankings import five_card, six_card
from tablelaw.law.conduct import Case, Standing
from tablelaw.law.rows import Irregularity, Paytable, Wager
from tests.rulebooks import rows
from tests.support import EQUAL, HIGHER, LOWER

BOOK = rulebooks.get("pa-653a")
CLASSES = five_card.CLASSES
WAGERS = tuple(wager.id for wager in BOOK.wagers)

# --- 653a.12: paytables, a line a column, hands from the royal flush down ---------------------

TO_1 = {
    ("trips", "A"): (50, 40, 30, 9, 7, 4, 3),
    ("trips", "B"): (50, 40, 30, 8, 6, 5, 3),
    ("trips", "C"): (50, 40, 30, 8, 7, 4, 3),
    ("trips", "D"): (50, 40, 20, 7, 6, 5, 3),
    ("six-card", "A"): (1000, 200, 50, 25, 20, 10, 5),
    ("six-card", "B"): (1000, 200, 50, 25, 15, 10, 5),
    ("six-card", "C"): (1000, 200, 100, 20, 15, 9, 8),
    ("six-card", "D"): (1000, 200, 100, 20, 15, 10, 7),
    ("six-card", "E"): (1000, 200, 50, 20, 15, 10, 5),
}

IN_WORDS = {
    ("blind", "A"): "500 to 1 | 50 to 1 | 10 to 1 | 3 to 1 | 3 to 2 | 1 to 1 | push | push | push | push",
    ("blind", "B"): "500 to 1 | 50 to 1 | 10 to 1 | 3 to 1 | 3 to 2 | push | push | push | push | push",
    (
        "progressive",
        "A",
    ): "100% of meter | 10% of meter | 300 for 1 | 50 for 1 | 40 for 1 | 30 for 1 | 9 for 1",
    ("progressive", "B"): (
        "100% mega jackpot | 100% major jackpot | 300 for 1 | 50 for 1 | 40 for 1 | 30 for 1 | 9 for 1"
    ),
    ("progressive", "C"): (
        "100% mega jackpot | 100% major jackpot | 100% minor jackpot | 50 for 1 | 40 for 1 | 30 for 1 | 10 for 1"
    ),
    ("progressive", "D"): (
        "100% mega jackpot | 100% major jackpot | 100% minor jackpot | 50 for 1 | 40 for 1 | 30 for 1 | 9 for 1"
    ),
    ("five-card", "printed"): "100% of meter | 10% of meter | 500 for 1 | 100 for 1 | 50 for 1",
    ("envy", "$1"): "$1,000 | $300",
    ("envy", "$5"): "$5,000 | $1,500",
}

BAD_BEAT_FROM_STRAIGHT_FLUSH = {
    "A": (10000, 500, 40, 25, 20, 9),
    "B": (7500, 500, 50, 30, 20, 9),  # 653a.12(g)
    "C": (2500, 500, 50, 30, 20, 9),  # 653b.3
}

OTHER_CELLS = {
    ("even-money", "printed"): {"any winning hand": "1 to 1"},
    ("drawn", "printed"): {"magic card": "20 for 1", "lucky bonus": "5 for 1"},
}


def expected_columns() -> dict[tuple[str, str], dict[str, str]]:
    columns = {key: dict(zip(CLASSES, words.split(" | "), strict=False)) for key, words in IN_WORDS.items()}
    for key, figures in TO_1.items():
        columns[key] = dict(zip(CLASSES, (f"{figure:,} to 1" for figure in figures), strict=False))
    for name, losing in BAD_BEAT_FROM_STRAIGHT_FLUSH.items():
        odds = (f"{figure:,} to 1" for figure in losing)
        columns["bad-beat", name] = dict(zip(CLASSES[1:], odds, strict=False))
    for column in "ABCDE":
        columns["six-card", column] |= six_card_royals(column)
    return columns | OTHER_CELLS


def six_card_royals(column: str) -> dict[str, str]:
    """The rows for six-card royals, printed only for paytable E; the others pay them as the royal flush they
    contain.
    """
    diamonds, others = six_card.CLASSES[:2]
    own = column == "E"
    return {diamonds: "200,000 to 1" if own else "1,000 to 1", others: "20,000 to 1" if own else "1,000 to 1"}


def test_12_every_cell_of_every_paytable() -> None:
    printed = {
        key: {cls: str(cell.odds) for cls, cell in column.items()} for key, column in BOOK.terms().tables.items()
    }
    assert printed == expected_columns()


def test_12_paragraph_of_every_paytable() -> None:
    paragraphs = {table.id: str(table.cite) for table in BOOK.paytables}
    assert paragraphs == {
        "even-money": "653a.12(a)",
        "blind": "653a.12(b)",
        "trips": "653a.12(c)",
        "progressive": "653a.12(d)(1)",
        "envy": "653a.12(d)(5)",
        "five-card": "653a.12(e)(1)",
        "drawn": "653a.12(e)(3)",
        "six-card": "653a.12(f)",
        "bad-beat": "653a.12(g)",
    }


# --- 653a.12(d)(3), (e)(4): meters ----------------------------------------------------------------

METERS = {
    "A": "meter 10,000 21%",
    "B": "mega 10,000 11%, major 1,000 10%",
    "C": "mega 10,000 9%, major 1,000 7%, minor 250 3%",
    "D": "mega 10,000 10%, major 1,000 8%, minor 250 3%",
}


@pytest.mark.parametrize("column", METERS)
def test_12_d_3_meters_seed_reseed_and_rate(column: str) -> None:
    meters = [m for m in BOOK.meters if m.columns == (column,) and m.wagers == ("progressive",)]
    assert all(m.seed == m.reseed and m.reserve is None for m in meters)
    lines = [
        f"{m.name} {int(m.seed.cents_for(100) / 100):,} {percent_text(m.primary.share)}"
        for m in meters
        if m.seed and m.primary
    ]
    assert ", ".join(lines) == METERS[column]


def test_12_d_3_seeds_scale_with_the_wager() -> None:
    seed = next(m.seed for m in BOOK.meters if m.id == "minor-c")
    assert seed is not None
    assert [seed.cents_for(100), seed.cents_for(500)] == [Fraction(25_000), Fraction(125_000)]


def test_12_e_4_five_card_meter_has_a_reserve_and_no_reseed() -> None:
    meter = next(m for m in BOOK.meters if m.id == "five-card")
    assert meter.wagers == ("five-card-player", "five-card-dealer")
    assert meter.seed and meter.reseed and meter.primary and meter.reserve
    assert [meter.seed.cents_for(100), meter.reseed.cents_for(100)] == [Fraction(1_000_000), Fraction(0)]
    assert (percent_text(meter.primary.share), percent_text(meter.reserve.share)) == ("13%", "8%")


def test_12_every_meter_row_has_its_meter() -> None:
    for (table, column), cells in BOOK.terms().tables.items():
        wagers = BOOK.paytable(table).wagers
        named = {cell.odds.meter for cell in cells.values() if cell.odds.pays_from_meter}
        assert named == {m.name for m in BOOK.meters if m.wagers == wagers and column in m.columns}


# --- 653a.2, .7, .12(h): seats, wagers, options, limit ------------------------------------------------


def test_2_a_and_3_table_figures() -> None:
    figures = {"seats": 6, "deck": 52, "cover-cards": 2, "decks-with-shuffler": 2, "community-cards": 5}
    assert {name: BOOK.fact(name) for name in figures} == figures


WAGER_NEEDS = {
    "ante": (),
    "blind": (),
    "play": ("ante", "blind"),
    "trips": ("ante", "blind"),
    "bad-beat": ("ante", "blind", "trips"),
    "progressive": ("ante", "blind"),
    "five-card-player": ("ante", "blind"),
    "five-card-dealer": ("ante", "blind"),
    "six-card": ("ante",),
}


def test_7_d_what_each_wager_needs() -> None:
    assert {w.id: w.needs for w in BOOK.wagers if w.kind != "bonus"} == WAGER_NEEDS
    assert BOOK.wager("blind").equal_to == "ante"
    riders = {w.id: w.rides_on for w in BOOK.wagers if w.kind == "bonus"}
    five_card_hand = ("five-card-player", "five-card-dealer")
    assert riders == {
        "envy": ("progressive",),
        "magic-card": five_card_hand,
        "lucky-bonus": five_card_hand,
    }


def test_7_d_which_wagers_are_offered_only_if_submitted() -> None:
    always = {w.id for w in BOOK.wagers if w.offered == "always"}
    assert always == {"ante", "blind", "play", "trips"}


def test_bonuses_come_with_the_wager_they_ride_on() -> None:
    along = {w.id: (w.offered_with, w.when) for w in BOOK.wagers if w.offered_with}
    assert along == {
        "envy": ("progressive", ""),
        "five-card-dealer": ("five-card-player", ""),
        "magic-card": ("five-card-player", "magic-card=yes"),
        "lucky-bonus": ("five-card-player", "lucky-bonus=yes"),
    }


def test_7_c_only_play_comes_after_no_more_bets() -> None:
    assert {w.id for w in BOOK.wagers if w.placed != "before no more bets"} == {"play"}


def test_12_d_5_progressive_is_one_or_five_dollars() -> None:
    amounts = [money_text(amount.cents) for amount in BOOK.wager("progressive").amounts]
    assert amounts == ["$1", "$5"] == list(BOOK.paytable("envy").columns)


def test_7_e_positions_from_one_to_six() -> None:
    assert BOOK.permitted()["positions-per-player"] == ("1", "2", "3", "4", "5", "6")


def test_12_e_3_magic_card_and_lucky_bonus_are_permissive() -> None:
    assert BOOK.permitted()["magic-card"] == BOOK.permitted()["lucky-bonus"] == ("no", "yes")


def test_12_h_limit_is_optional_and_spares_the_side_wagers() -> None:
    (limit,) = BOOK.limits
    assert (limit.kind, limit.per, limit.or_minimum_wager_win) == ("operator may set", "hand", True)
    assert money_text(limit.floor.cents) == "$50,000"
    assert limit.wagers == ("ante", "blind", "play")


# --- 653a.8 to .11: dealing, decisions, settlement ------------------------------------------------------

DEALING = {
    "manual-shoe": ["six-card 4x1", "players+dealer 1x2"],
    "hand": ["six-card 4x1", "players+dealer 1x2"],
    "automated-shoe": ["players+dealer 2x1", "six-card 4x1"],
    "reshuffling-shoe": ["community 5x1", "players+dealer 2x1", "six-card 4x1"],
}


def test_8_to_10_order_of_the_initial_cards() -> None:
    orders = {
        plan.id: [f"{'+'.join(step.to)} {step.cards}x{step.times}" for step in plan.steps] for plan in BOOK.dealing
    }
    assert orders == DEALING
    assert all(step.face == "down" for plan in BOOK.dealing for step in plan.steps)


def test_8_to_10_six_card_cards_only_when_wagered_on() -> None:
    conditions = {(step.to, step.only_if) for plan in BOOK.dealing for step in plan.steps if step.only_if}
    assert conditions == {(("six-card",), "six-card")}


def test_9_a_1_dealing_by_hand_needs_a_shuffler() -> None:
    needs = {plan.id: plan.needs for plan in BOOK.dealing if plan.needs}
    assert needs == {"hand": ("automated shuffler",), "reshuffling-shoe": ("reshuffling shoe",)}


STAGES = {
    "before-flop": ["check", "bet play 3 or 4"],
    "after-flop": ["check", "bet play 2"],
    "after-river": ["fold", "bet play 1"],
}


def test_11_b_d_f_choices_at_each_stage() -> None:
    choices = {
        stage.id: [f"{c.action} {c.wager} {' or '.join(map(str, c.times))}".strip() for c in stage.choices]
        for stage in BOOK.stages
    }
    assert choices == STAGES
    assert BOOK.stages[0].asks == "every player"
    assert {stage.asks for stage in BOOK.stages[1:]} == {"players still deciding"}


def test_11_course_of_a_round() -> None:
    course = [f"{step.do} {step.stage or step.to or ''} {step.cards or ''}".split() for step in BOOK.flow]
    assert [" ".join(words) for words in course] == [
        *("decide before-flop", "burn 1", "community flop 3"),
        *("decide after-flop", "burn 1", "community community 2", "decide after-river"),
        *("turn up dealer", "settle", "clear"),
    ]


def test_11_h_to_m_order_of_settlement() -> None:
    assert [wager for step in BOOK.settlement for wager in step.wagers] == [
        *("ante", "blind", "play", "trips", "bad-beat", "progressive", "envy"),
        *("five-card-player", "five-card-dealer", "magic-card", "lucky-bonus", "six-card"),
    ]
    validated = {step.id: step.validate_when for step in BOOK.settlement if step.validated_by}
    assert validated == {"progressive": ("any win",), "five-card": ("500 for 1", "a share of the meter")}


def test_duties_with_their_hours_and_rounds() -> None:
    due = {duty.id: (duty.every_hours, duty.every_rounds) for duty in BOOK.duties}
    assert {name: when for name, when in due.items() if when != (None, None)} == {
        "change-decks-hand": (4, None),
        "change-decks-shoe": (8, None),
        "count-stub": (None, 5),
        "alternate-decks": (None, 1),
    }


def test_8_f_stub_count_is_spared_by_a_counting_device_only() -> None:
    count = rows.duty(BOOK, "count-stub")
    assert count.unless == ("counting shuffler", "reshuffling shoe")


def test_3_c_every_dealing_method_has_its_hours() -> None:
    hours = {method: duty.every_hours for duty in BOOK.duties if duty.every_hours for method in duty.methods}
    assert hours == {"hand": 4, "manual-shoe": 8, "automated-shoe": 8, "reshuffling-shoe": 8}


# --- 653a.5(b), .8(h), .13: irregularities ----------------------------------------------------------------

# hands, cards, effect on every wager, and the wagers with another effect
IRREGULARITIES = {
    "one-card-face-up": ("stand", "card not used", "stands", {}),
    "cards-face-up-early": ("void", "reshuffled", "returned", {}),
    "cards-face-up-late": ("void", "reshuffled", "returned", {"trips": "settled"}),
    "card-drawn-in-error": ("stand", "card used next", "stands", {}),
    "exposed-card-drawn-in-error": ("stand", "card not used", "stands", {}),
    "player-card-exposed": ("stand", "stay", "stands", {}),
    "wrong-number-of-cards": ("void", "reshuffled", "returned", {}),
    "dealer-card-exposed": ("void", "reshuffled", "returned", {"trips": "settled"}),
    "shuffler-jam": ("stand", "reshuffled", "stands", {}),
    "shoe-jam": ("void", "device cleared and reshuffled", "returned", {}),
    "device-out-of-order": ("stand", "stay", "stands", {}),
    "device-counts-wrong": ("stand", "deck removed", "stands", {}),
    "stub-wrong-misdealt": ("void", "reshuffled", "returned", {}),
    "stub-wrong-misdealt-not-52": ("void", "deck removed", "returned", {}),
    "stub-wrong-not-misdealt": ("void", "deck removed", "returned", {}),
    "player-leaves": ("player's hand void", "stay", "lost", {}),
}


def effects(irregularity: Irregularity) -> dict[str, str]:
    """What an irregularity does to each wager; later effects override earlier ones."""
    done: dict[str, str] = {}
    for effect in irregularity.effects:
        done |= dict.fromkeys(WAGERS if "all" in effect.wagers else effect.wagers, effect.effect)
    return done


@pytest.mark.parametrize("irregularity", BOOK.irregularities, ids=lambda irregularity: irregularity.id)
def test_13_effect_of_every_irregularity_on_every_wager(irregularity: Irregularity) -> None:
    hands, cards, usual, otherwise = IRREGULARITIES[irregularity.id]
    assert (irregularity.hands, irregularity.cards) == (hands, cards)
    assert effects(irregularity) == dict.fromkeys(WAGERS, usual) | otherwise
    assert ("settled" in effects(irregularity).values()) == bool(otherwise)


def test_13_d_wagers_the_text_does_not_name_rest_on_a_reading() -> None:
    irregularity = rows.irregularity(BOOK, "dealer-card-exposed")
    (silent,) = (effect for effect in irregularity.effects if effect.reading)
    assert set(silent.wagers) == set(WAGERS) - {"ante", "blind", "play", "trips"}
    reading = BOOK.reading(silent.reading)
    assert reading.switch
    assert {candidate.id for candidate in reading.candidates} == {"returned", "settled"}


# --- One paragraph, and only one, decides every wager -------------------------------------------------------


def standings(player: str, dealer: str) -> tuple[Standing, ...]:
    """How two hands of these classes can compare; two royal flushes can only tie."""
    if player == dealer:
        return (EQUAL,) if player == "royal flush" else (HIGHER, EQUAL, LOWER)
    return (HIGHER,) if CLASSES.index(player) < CLASSES.index(dealer) else (LOWER,)


def contests() -> Iterator[tuple[dict[str, str], Standing]]:
    for player in CLASSES:
        for dealer in CLASSES:
            yield from (({"player": player, "dealer": dealer}, s) for s in standings(player, dealer))


def cases(wager: Wager, table: Paytable, column: str) -> Iterator[Case]:
    """Every case that can arise for a wager under one column of its paytable."""
    by_stake = table.selected_by == "stake"
    chosen = {table.id: column} if table.selected_by == "submission" else {}
    terms, stake_cents = BOOK.terms(None, **chosen), int(column[1:]) * 100 if by_stake else 100
    acts = [frozenset(act) for act in ([], ["fold"], ["magic card"], ["lucky bonus"])]
    for act in acts:
        for hands, standing in contests():
            yield Case(wager.id, terms, hands | flop_hands(hands), standing, act, stake_cents)


def flop_hands(hands: dict[str, str]) -> dict[str, str]:
    """Every class of the hands with the Flop and of the Six Card hand, in turn."""
    place = CLASSES.index(hands["player"])
    return {
        "player-flop": hands["player"],
        "dealer-flop": hands["dealer"],
        "other-player-flop": hands["dealer"],
        "player-six": six_card.CLASSES[place],
    }


@pytest.mark.parametrize("wager", BOOK.wagers, ids=lambda wager: wager.id)
def test_exactly_one_paragraph_decides_every_case(wager: Wager) -> None:
    (table,) = BOOK.paytables_of(wager.id)
    for column in table.columns:
        verdicts = [BOOK.settle(case) for case in cases(wager, table, column)]
        assert len(verdicts) == 4 * (90 + 9 * 3 + 1)
        assert all(verdict.wager == wager.id for verdict in verdicts)
