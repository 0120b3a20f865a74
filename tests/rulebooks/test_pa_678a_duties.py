"""58 Pa. Code ch. 678a, text as proposed, High Card Flush: table, decks, duties, dealing, irregularities, layout."""

from __future__ import annotations

import pytest

from tablelaw import rulebooks
from tests.rulebooks import rows

BOOK = rulebooks.get("pa-678a")
ALL_WAGERS = {"ante", "raise", "flush-bonus", "straight-flush-bonus", "progressive"}
OPTIONAL = {"flush-bonus", "straight-flush-bonus", "progressive"}


@pytest.mark.parametrize(
    ("fact", "value"),
    [
        ("seats", 6),
        ("positions-per-player", 1),
        ("deck", 52),
        ("cover-cards", 2),
        ("decks-with-shuffler", 2),
        ("cut-at-least", 10),
        ("cards-each", 7),
    ],
)
def test_2_to_8_facts_of_the_table(fact: str, value: int) -> None:
    assert BOOK.fact(fact) == value


def test_12_chapter_sets_no_payout_limit() -> None:
    assert BOOK.limits == ()


def test_3_c_decks_change_at_four_hours_by_hand_and_eight_from_a_shoe() -> None:
    by_hand, shoe = rows.duty(BOOK, "change-decks-hand"), rows.duty(BOOK, "change-decks-shoe")
    assert (by_hand.every_hours, by_hand.methods) == (4, ("hand",))
    assert (shoe.every_hours, shoe.methods) == (8, ("manual-shoe", "automated-shoe"))


def test_8_f_stub_counted_every_five_rounds_unless_the_shuffler_counts() -> None:
    count = rows.duty(BOOK, "count-stub")
    assert (count.on, count.every_rounds) == ("cards dealt", 5)
    assert count.unless == ("counting shuffler", "reshuffling shoe")


def test_5_a_shuffled_before_play_unless_preshuffled_and_after_every_round() -> None:
    assert [rows.due(BOOK, name) for name in rows.SHUFFLES] == rows.SHUFFLES_DUE


def test_5_c_only_cards_no_machine_shuffled_are_cut() -> None:
    assert rows.due(BOOK, "cut") == ("deck shuffled by hand or preshuffled", ("reshuffling shoe",))


def test_7_b_a_player_with_cards_stays_seated() -> None:
    assert (rows.duty(BOOK, "stay-seated").who, BOOK.fact("wagers-from")) == ("player", "seated players")


def test_4_a_floorperson_verifies_what_the_dealer_inspects() -> None:
    assert [rows.duty(BOOK, name).who for name in rows.INSPECTION] == ["dealer", "floorperson"]
    assert rows.duty(BOOK, "validate-progressive").who == "floorperson"


@pytest.mark.parametrize(
    ("method", "cards", "times", "needs"),
    [
        ("manual-shoe", 1, 7, ()),
        ("hand", 1, 7, ("automated shuffler",)),
        ("automated-shoe", 7, 1, ()),
    ],
)
def test_8_to_10_seven_cards_each_the_dealer_last(method: str, cards: int, times: int, needs: tuple[str, ...]) -> None:
    dealing = rows.dealing(BOOK, method)
    (step,) = dealing.steps
    assert (step.to, step.cards, step.times, step.face) == (("players", "dealer"), cards, times, "down")
    assert (dealing.needs, dealing.stub, step.cover_card) == (needs, "after the initial cards", True)


def test_2_b_layout_has_an_area_for_every_wager_and_the_dealer() -> None:
    assert {area.wager for area in BOOK.layout if area.per == "player"} == ALL_WAGERS
    assert {area.offered_with for area in BOOK.layout if area.offered_with} == OPTIONAL
    assert [area.place for area in BOOK.layout if area.place] == ["dealer"]


def test_13_moment_of_each_irregularity() -> None:
    assert rows.moments(BOOK) == {
        "during the deal": [*rows.SEEN_IN_THE_DEAL, "player-card-exposed"],
        "before every player has decided": ["dealer-card-exposed"],
        "any": ["wrong-number-of-cards", "device-out-of-order", "player-leaves"],
        "while the shoe deals": ["shoe-jam"],
        **rows.OF_THE_DECK,
    }


def test_13_a_a_second_card_seen_in_the_same_deal_voids_all_hands() -> None:
    assert rows.seen_again(BOOK) == dict.fromkeys(rows.SEEN_CARD, ("cards-face-up",))


def test_13_g_a_broken_device_is_covered_or_marked() -> None:
    assert rows.irregularity(BOOK, "device-out-of-order").device == "covered or marked out of order"
