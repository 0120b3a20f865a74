"""58 Pa. Code ch. 647a, Texas Hold 'Em Bonus Poker: irregularities, and what each does to every wager."""

from __future__ import annotations

import pytest

from tablelaw import rulebooks
from tablelaw.law.rows import Irregularity
from tests.rulebooks import rows

BOOK = rulebooks.get("pa-647a")
WAGERS = tuple(wager.id for wager in BOOK.wagers)

# --- 647a.5(b), .8(h), .13: irregularities ----------------------------------------------

# hands, cards, effect on the Texas Hold 'Em Bonus, effect on every other wager
IRREGULARITIES = {
    "one-card-face-up": ("stand", "card not used", "stands", "stands"),
    "cards-face-up-early": ("void", "reshuffled", "returned", "returned"),
    "cards-face-up-late": ("void", "reshuffled", "settled", "returned"),
    "card-drawn-in-error": ("stand", "card used next", "stands", "stands"),
    "exposed-card-drawn-in-error": ("stand", "card not used", "stands", "stands"),
    "player-card-exposed": ("stand", "stay", "stands", "stands"),
    "wrong-number-of-cards": ("void", "reshuffled", "returned", "returned"),
    "dealer-card-exposed": ("void", "reshuffled", "settled", "returned"),
    "shuffler-jam": ("stand", "reshuffled", "stands", "stands"),
    "shoe-jam": ("void", "device cleared and reshuffled", "returned", "returned"),
    "device-out-of-order": ("stand", "stay", "stands", "stands"),
    "device-counts-wrong": ("stand", "deck removed", "stands", "stands"),
    "stub-wrong-misdealt": ("void", "reshuffled", "returned", "returned"),
    "stub-wrong-misdealt-not-52": ("void", "deck removed", "returned", "returned"),
    "stub-wrong-not-misdealt": ("void", "deck removed", "returned", "returned"),
    "player-leaves": ("player's hand void", "stay", "lost", "lost"),
}

MOMENTS = {
    "during the deal": "one-card-face-up card-drawn-in-error exposed-card-drawn-in-error player-card-exposed",
    "before the initial cards are complete": "cards-face-up-early",
    "after the initial cards are complete": "cards-face-up-late",
    "before every player has decided": "dealer-card-exposed",
    "during a shuffle": "shuffler-jam device-counts-wrong",
    "at the stub count": "stub-wrong-misdealt stub-wrong-misdealt-not-52 stub-wrong-not-misdealt",
    "while the shoe deals": "shoe-jam",
    "any": "wrong-number-of-cards device-out-of-order player-leaves",
}


def test_13_moment_of_every_irregularity() -> None:
    assert rows.moments(BOOK) == {moment: irregularities.split() for moment, irregularities in MOMENTS.items()}


@pytest.mark.parametrize("irregularity", BOOK.irregularities, ids=lambda irregularity: irregularity.id)
@pytest.mark.parametrize("wager", WAGERS)
def test_13_effect_of_every_irregularity_on_every_wager(irregularity: Irregularity, wager: str) -> None:
    hands, cards, on_the_bonus, on_the_rest = IRREGULARITIES[irregularity.id]
    assert (irregularity.hands, irregularity.cards) == (hands, cards)
    effect = BOOK.effect_on(irregularity, wager, BOOK.terms()).effect
    assert effect == (on_the_bonus if wager == "texas-bonus" else on_the_rest)


def test_13_d_wagers_the_text_is_silent_on_rest_on_a_switchable_reading() -> None:
    exposed = rows.irregularity(BOOK, "dealer-card-exposed")
    silent = exposed.effects[-1]
    assert set(silent.wagers) == set(WAGERS) - {"ante", "flop", "turn", "river", "texas-bonus"}
    reading = BOOK.reading(silent.reading)
    for effect in ("returned", "settled"):
        terms = BOOK.terms({reading.id: effect})
        assert {BOOK.effect_on(exposed, wager, terms).effect for wager in silent.wagers} == {effect}


def test_13_a_a_second_face_up_card_of_the_round_is_more_than_one() -> None:
    several = ("cards-face-up-early", "cards-face-up-late")
    assert rows.seen_again(BOOK) == dict.fromkeys(rows.SEEN_CARD, several)
