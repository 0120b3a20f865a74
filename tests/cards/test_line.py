"""Qualification lines: hands just below, at and above each."""

from __future__ import annotations

import pytest

from tablelaw.cards import RANKINGS, parse_cards
from tablelaw.cards.rankings.qualification_line import line_ranking

PAIR_OF_FOURS = ("five-card", "pair", (4,))
ACE_KING = ("five-card", "high card", (14, 13))
QUEEN_HIGH = ("three-card", "high card", (12,))
NINE_HIGH = ("flush", "three-card flush", (9,))
PAIR_OF_ACES = ("colorado", "pair of aces", ())


@pytest.mark.parametrize(
    ("line", "cards", "qualifies"),
    [
        (PAIR_OF_FOURS, "3c 3d Ah Kh Qs Jc 9d", False),
        (PAIR_OF_FOURS, "4c 4d 2h 5h 7s 8c 9d", True),
        (PAIR_OF_FOURS, "3c 3d 2h 2d 7s 8c Td", True),
        (PAIR_OF_FOURS, "Ac Kd Qh Jh 9s 8c 7d", False),
        (ACE_KING, "Ac Qd Jh Th 8s", False),
        (ACE_KING, "Ac Kd 4h 3h 2s", True),
        (ACE_KING, "2c 2d 3h 4h 5s", True),
        (QUEEN_HIGH, "Jc Td 8h", False),
        (QUEEN_HIGH, "Qc 3d 2h", True),
        (QUEEN_HIGH, "2c 2d 3h", True),
        (NINE_HIGH, "8c 7c 6c Ad Kd Ah Kh", False),
        (NINE_HIGH, "9c 3c 2c Ad Kd Ah Kh", True),
        (NINE_HIGH, "5c 4c 3c 2c Ad Kd Ah", True),
        (PAIR_OF_ACES, "Kc Kd Ah Qh Js", False),
        (PAIR_OF_ACES, "Ac Ad 2h 3h 4s", True),
    ],
)
def test_below_at_and_above(line: tuple[str, str, tuple[int, ...]], cards: str, qualifies: bool) -> None:
    base, cls, ranks = line
    ranking = line_ranking(RANKINGS[base], cls, ranks)
    assert (ranking.classify(parse_cards(cards)) == "qualifies") is qualifies
    assert ranking.strength is not None and ranking.class_of is not None
    assert ranking.class_of(ranking.strength(parse_cards(cards))) == ranking.classify(parse_cards(cards))
    assert ranking.describe(parse_cards(cards)).endswith(f": {ranking.classify(parse_cards(cards))}")


@pytest.mark.parametrize("name", [name for name, ranking in RANKINGS.items() if ranking.least is not None])
def test_the_least_strength_of_a_class_is_of_that_class(name: str) -> None:
    ranking = RANKINGS[name]
    assert ranking.least is not None and ranking.class_of is not None
    bounds = [ranking.least(cls, ()) for cls in ranking.classes]
    assert bounds == sorted(bounds, reverse=True)
    assert [ranking.class_of(bound) for bound in bounds[:-1]] == list(ranking.classes[:-1])


def test_the_line_of_high_card_flush_is_the_one_its_own_ranking_draws() -> None:
    line = line_ranking(RANKINGS["flush"], "three-card flush", (9,))
    for cards in ("8c 7c 6c Ad Kd Ah Kh", "9c 3c 2c Ad Kd Ah Kh", "9c 8c 2c Ad Kd Ah Kh", "5c 4c 3c 2c Ad Kd Ah"):
        assert line.classify(parse_cards(cards)) == RANKINGS["qualification"].classify(parse_cards(cards))
