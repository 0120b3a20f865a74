"""`tl.hand` and `tl.evaluate`."""

from __future__ import annotations

import numpy as np
import pytest

import tablelaw as tl
from tablelaw.cards import PACK, RANKINGS
from tablelaw.errors import BadCard, BadRulebook, DuplicateCard, WrongCardCount
from tablelaw.library.hand_reading import UnknownRanking


def test_a_hand_is_read_by_the_usual_ranking_of_its_size() -> None:
    assert repr(tl.hand("Ah Kh Qh Jh Th 4c 9d")) == "<Ah Kh Qh Jh Th 4c 9d: royal flush (five-card)>"
    assert (tl.hand("Ah Kh Qh").ranking, tl.hand("Ah Kh Qh Jh").ranking) == ("three-card", "four-card")
    assert "<b>royal flush</b>" in tl.hand("Ah Kh Qh Jh Th")._repr_html_()


def test_hands_of_one_ranking_are_compared() -> None:
    assert tl.hand("2c 3c 4c") > tl.hand("Ah Ad Ac") > tl.hand("Qh 6d 4c")
    assert tl.hand("2c 3c 4c 5c 7d") == tl.hand("2h 3h 4h 5h 7s")
    assert hash(tl.hand("2c 3c 4c 5c 7d")) == hash(tl.hand("2h 3h 4h 5h 7s"))
    with pytest.raises(UnknownRanking, match="three-card cannot be compared with one of five-card"):
        _ = tl.hand("2c 3c 4c") > tl.hand("2c 3c 4c 5c 7d")


def test_a_hand_is_read_as_a_rulebook_reads_it() -> None:
    book = tl.rulebook("fr-trois-cartes")
    assert tl.hand("2c 3c 4c", of=book).ranking == book.ranking_of("player").name
    with pytest.raises(BadRulebook, match="no hand 'banker'"):
        tl.hand("2c 3c 4c", of=book, name="banker")
    with pytest.raises(UnknownRanking, match="no ranking 'two-card'"):
        tl.hand("2c 3c", ranking="two-card")


@pytest.mark.parametrize("size", [3, 4, 5, 6, 7])
def test_an_array_has_the_strengths_of_its_hands(size: int) -> None:
    deals = np.random.default_rng(size).permuted(np.tile(np.arange(52), (200, 1)), axis=1)[:, :size]
    strength = RANKINGS[tl.hand(deals[0]).ranking].strength
    assert strength is not None
    assert tl.evaluate(deals).tolist() == [strength([PACK[card] for card in row]) for row in deals.tolist()]


def test_texts_may_be_evaluated_too() -> None:
    low, high = tl.evaluate(["2c 3d 4h 5s 7c", "As Ks Qs Js Ts"])
    assert low < high
    assert tl.evaluate("As Ks Qs Js Ts").tolist() == [high]


@pytest.mark.parametrize(
    ("hands", "kind"),
    [
        ([[0, 1]], WrongCardCount),
        ([[0, 1, 2, 3, 4, 5, 6, 7]], WrongCardCount),
        ([[0, 1, 2, 3, 52]], BadCard),
        ([[0, 1, 52]], BadCard),
        ([[0.5, 1.0, 2.0]], BadCard),
        ([[0, 0, 1, 2, 3]], DuplicateCard),
        ([[0, 0, 1]], DuplicateCard),
        (["As Ks", "As Ks Qs"], WrongCardCount),
        ([], WrongCardCount),
    ],
)
def test_what_are_no_hands_is_refused(hands: list[list[int]], kind: type[Exception]) -> None:
    with pytest.raises(kind):
        tl.evaluate(hands)
