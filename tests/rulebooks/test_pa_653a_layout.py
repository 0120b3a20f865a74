"""58 Pa. Code ch. 653a, Ultimate Texas Hold 'Em Poker: the felt, its inscriptions, duties at the table."""

from __future__ import annotations

import pytest

from tablelaw import rulebooks
from tests.rulebooks import rows

BOOK = rulebooks.get("pa-653a")


# --- 653a.2: layout and inscriptions ------------------------------------------------------------


def test_2_b_areas_of_each_player() -> None:
    areas = {area.wager: area.offered_with for area in BOOK.layout if area.per == "player"}
    always = dict.fromkeys(("ante", "blind", "play", "trips"), "")
    offered = {wager: wager for wager in ("progressive", "five-card-player", "six-card", "bad-beat")}
    assert areas == always | offered


def test_2_b_areas_of_the_table() -> None:
    places = {area.place: area.offered_with for area in BOOK.layout if area.place}
    assert places == {"community": "", "dealer": "", "six-card": "six-card"}


def test_2_b_2_blind_stands_right_of_the_ante_with_an_equals_sign() -> None:
    blind = next(area for area in BOOK.layout if area.wager == "blind")
    assert "right of the Ante" in blind.note and "=" in blind.note


def test_2_b_10_four_inscriptions() -> None:
    assert {sign.id: (str(sign.cite), sign.when, sign.limit) for sign in BOOK.signs} == {
        "ante-pushes": ("653a.2(b)(10)(i)", "", ""),
        "blind-pushes-a": ("653a.2(b)(10)(ii)", "blind=A", ""),
        "blind-pushes-b": ("653a.2(b)(10)(ii)", "blind=B", ""),
        "play-amounts": ("653a.2(b)(10)(iii)", "", ""),
        "payout-limit": ("653a.2(b)(10)(iv)", "", "payout-limit"),
    }


@pytest.mark.parametrize(("paytable", "bar"), [("A", "below a straight"), ("B", "below a flush")])
def test_2_b_10_ii_blind_inscription_follows_the_paytable(paytable: str, bar: str) -> None:
    terms = BOOK.terms(None, blind=paytable)
    (said,) = (sign.text for sign in BOOK.signs if sign.when and terms.holds(sign.when))
    assert bar in said


# --- 653a.8 to .11: cover card, burns, the board ------------------------------------------------


def test_11_g_dealers_cards_lie_under_a_cover_card_by_every_method() -> None:
    steps = {plan.id: [s for s in plan.steps if "dealer" in s.to] for plan in BOOK.dealing}
    assert {plan: [s.cover_card for s in found] for plan, found in steps.items()} == {
        "manual-shoe": [True],
        "hand": [True],
        "automated-shoe": [True],
        "reshuffling-shoe": [True],
    }


def test_10_g_board_is_revealed_only_where_it_came_first() -> None:
    boards = {plan.id: plan.community for plan in BOOK.dealing}
    assert boards == {
        "manual-shoe": "dealt",
        "hand": "dealt",
        "automated-shoe": "dealt",
        "reshuffling-shoe": "revealed",
    }
    assert {plan.stub for plan in BOOK.dealing} == {"after the community cards"}


# --- 653a.4, .5, .11: duties ----------------------------------------------------------------------


def test_4_e_preshuffled_decks_skip_the_opening() -> None:
    skipped = [row.id for row in BOOK.duties if "preshuffled" in row.unless]
    opening = ["inspect-decks", "verify-inspection", "spread-for-first-player", "wash-and-stack"]
    assert skipped == [*opening, "shuffle-before-play"]


def test_5_c_2_a_preshuffled_deck_is_cut_even_at_a_table_with_a_shuffler() -> None:
    assert rows.duty(BOOK, "cut").on == "deck shuffled by hand or preshuffled"
    assert "automated shuffler" not in rows.duty(BOOK, "cut").unless


def test_5_g_reshuffling_shoe_spares_cut_recut_and_idle_spread() -> None:
    spared = {row.id for row in BOOK.duties if "reshuffling shoe" in row.unless}
    assert spared == {"cut", "recut-on-order", "idle-spread", "count-stub"}


def test_11_k_and_l_a_floorperson_verifies_what_is_paid() -> None:
    floor = [row.id for row in BOOK.duties if row.who == "floorperson"]
    assert floor == ["verify-inspection", "validate-progressive", "verify-five-card"]


def test_11_f_2_folded_cards_are_kept_or_cleared_at_the_fold() -> None:
    folded = rows.duty(BOOK, "keep-or-clear-folded-cards")
    assert (folded.who, folded.on) == ("dealer", "player folds")


# --- 653a.12(e)(2), .13(a) ------------------------------------------------------------------------


def test_12_e_2_a_meter_share_on_the_dealers_hand_is_divided() -> None:
    assert [wager.id for wager in BOOK.wagers if wager.divided] == ["five-card-dealer"]


def test_13_a_a_second_card_face_up_in_the_round_voids_it() -> None:
    several = ("cards-face-up-early", "cards-face-up-late")
    assert rows.seen_again(BOOK) == dict.fromkeys(rows.SEEN_CARD, several)
