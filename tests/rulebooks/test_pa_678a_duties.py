"""58 Pa. Code ch. 678a (proposed), High Card Flush: table, decks, duties, dealing, moments of slips, layout."""

from __future__ import annotations

import pytest

from houserules import rulebooks
from houserules.law.rows import Duty

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


def duty(duty_id: str) -> Duty:
    return next(duty for duty in BOOK.duties if duty.id == duty_id)


def test_3_c_decks_change_at_four_hours_by_hand_and_eight_from_a_shoe() -> None:
    by_hand, shoe = duty("change-decks-hand"), duty("change-decks-shoe")
    assert (by_hand.every_hours, by_hand.methods) == (4, ("hand",))
    assert (shoe.every_hours, shoe.methods) == (8, ("manual-shoe", "automated-shoe"))


def test_8_f_stub_counted_every_five_rounds_unless_the_shuffler_counts() -> None:
    count = duty("count-stub")
    assert (count.on, count.every_rounds) == ("cards dealt", 5)
    assert count.unless == ("counting shuffler", "reshuffling shoe")


def test_5_a_shuffled_before_play_unless_preshuffled_and_after_every_round() -> None:
    first, later = duty("shuffle-before-play"), duty("shuffle")
    assert (first.on, first.unless) == ("before play", ("preshuffled",))
    assert (later.on, later.unless) == ("round settled", ())


def test_5_c_only_cards_no_machine_shuffled_are_cut() -> None:
    assert (duty("cut").on, duty("cut").unless) == ("deck shuffled by hand or preshuffled", ("reshuffling shoe",))


def test_7_b_a_player_with_cards_stays_seated() -> None:
    assert (duty("stay-seated").who, BOOK.fact("wagers-from")) == ("player", "seated players")


def test_4_a_floorperson_verifies_what_the_dealer_inspects() -> None:
    assert [duty(name).who for name in ("inspect-decks", "verify-inspection")] == ["dealer", "floorperson"]
    assert duty("validate-progressive").who == "floorperson"


@pytest.mark.parametrize(
    ("method", "cards", "times", "needs"),
    [
        ("manual-shoe", 1, 7, ()),
        ("hand", 1, 7, ("automated shuffler",)),
        ("automated-shoe", 7, 1, ()),
    ],
)
def test_8_to_10_seven_cards_each_the_dealer_last(method: str, cards: int, times: int, needs: tuple[str, ...]) -> None:
    dealing = next(dealing for dealing in BOOK.dealing if dealing.id == method)
    (step,) = dealing.steps
    assert (step.to, step.cards, step.times, step.face) == (("players", "dealer"), cards, times, "down")
    assert (dealing.needs, dealing.stub, step.cover_card) == (needs, "after the initial cards", True)


def test_2_b_layout_has_an_area_for_every_wager_and_the_dealer() -> None:
    assert {area.wager for area in BOOK.layout if area.per == "player"} == ALL_WAGERS
    assert {area.offered_with for area in BOOK.layout if area.offered_with} == OPTIONAL
    assert [area.place for area in BOOK.layout if area.place] == ["dealer"]


MOMENTS = {
    "during the deal": [
        "one-card-face-up",
        "cards-face-up",
        "card-drawn-in-error",
        "exposed-card-drawn-in-error",
        "player-card-exposed",
    ],
    "before every player has decided": ["dealer-card-exposed"],
    "during a shuffle": ["shuffler-jam", "device-counts-wrong"],
    "at the stub count": ["stub-wrong-misdealt", "stub-wrong-misdealt-not-52", "stub-wrong-not-misdealt"],
    "any": ["wrong-number-of-cards", "shoe-jam", "device-out-of-order", "player-leaves"],
}


@pytest.mark.parametrize("moment", MOMENTS)
def test_13_moment_of_each_irregularity(moment: str) -> None:
    assert [slip.id for slip in BOOK.irregularities if slip.moment == moment] == MOMENTS[moment]


def test_13_a_a_second_card_seen_in_the_same_deal_voids_all_hands() -> None:
    again = {slip.id: slip.again for slip in BOOK.irregularities if slip.again}
    assert again == {"one-card-face-up": ("cards-face-up",), "exposed-card-drawn-in-error": ("cards-face-up",)}


def test_13_g_a_broken_device_is_covered_or_marked() -> None:
    row = next(slip for slip in BOOK.irregularities if slip.id == "device-out-of-order")
    assert row.device == "covered or marked out of order"
