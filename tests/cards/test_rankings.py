"""What every ranking must satisfy, whatever it ranks."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablelaw.cards import PACK, RANKINGS, Ranking, own_digest
from tablelaw.errors import DuplicateCard, WrongCardCount

FIVE = RANKINGS["five-card"]
every_ranking = pytest.mark.parametrize("ranking", RANKINGS.values(), ids=RANKINGS.keys())


def test_the_rankings_there_are() -> None:
    assert {name for name in RANKINGS if not own_digest(name)} == {
        "five-card",
        "six-card bonus",
        "flush",
        "straight-flush length",
        "straight-flush length, ace high only",
        "instant winner",
        "instant winner, ace high only",
        "texas bonus",
        "pocket bonus",
        "colorado",
        "qualification",
        "three-card",
        "four-card",
    }


@every_ranking
@given(data=st.data())
def test_every_hand_has_a_class_and_words(ranking: Ranking, data: st.DataObject) -> None:
    size = data.draw(st.sampled_from(ranking.sizes))
    cards = data.draw(st.permutations(PACK))[:size]
    assert ranking.classify(cards) in ranking.classes
    assert ranking.classify(cards[::-1]) == ranking.classify(cards)
    assert ranking.describe(cards)


@every_ranking
def test_the_wrong_number_of_cards_is_refused_by_name(ranking: Ranking) -> None:
    for size in set(range(9)) - set(ranking.sizes):
        with pytest.raises(WrongCardCount, match=f"for the {ranking.name} ranking; accepted: "):
            ranking.classify(PACK[:size])
        with pytest.raises(WrongCardCount):
            ranking.describe(PACK[:size])


@every_ranking
def test_a_card_twice_is_refused(ranking: Ranking) -> None:
    size = ranking.sizes[0]
    with pytest.raises(DuplicateCard):
        ranking.classify((*PACK[: size - 1], PACK[0]))


@every_ranking
def test_groups_name_classes_from_the_highest_down(ranking: Ranking) -> None:
    assert len(set(ranking.classes)) == len(ranking.classes)
    for name, members in ranking.groups.items():
        assert name not in ranking.classes
        places = [ranking.classes.index(member) for member in members]
        assert places == list(range(places[0], places[0] + len(members)))


@every_ranking
def test_a_class_is_its_own_member_and_at_least_itself(ranking: Ranking) -> None:
    for above, below in zip(ranking.classes, ranking.classes[1:], strict=False):
        assert ranking.members(above) == (above,)
        assert ranking.at_least(above, above)
        assert ranking.at_least(above, below)
        assert not ranking.at_least(below, above)


@every_ranking
@given(st.data())
def test_the_stronger_hand_never_has_the_lower_class(ranking: Ranking, data: st.DataObject) -> None:
    if ranking.strength is None:
        return
    deck = data.draw(st.permutations(PACK))
    size = ranking.sizes[-1]
    strong, weak = sorted((deck[:size], deck[size : 2 * size]), key=ranking.strength, reverse=True)
    assert ranking.at_least(ranking.classify(strong), ranking.classify(weak))


def test_less_than_a_class_is_all_below_it() -> None:
    below_straight = ("three-of-a-kind", "two pair", "pair", "high card")
    assert FIVE.members("less than a straight") == below_straight
    assert FIVE.members("lower than a flush") == ("straight", *below_straight)
    assert FIVE.members("less than three-of-a-kind") == below_straight[1:]
    assert RANKINGS["colorado"].members("less than a pair") == ("high card",)


def test_less_than_a_three_card_straight_flush_is_a_class() -> None:
    name = "less than a three-card straight flush"
    assert RANKINGS["straight-flush length"].members(name) == (name,)


@pytest.mark.parametrize("name", ["five aces", "", "less than a", "less than a sheep", "less than a high card"])
def test_a_row_that_names_no_class_is_a_key_error(name: str) -> None:
    with pytest.raises(KeyError):
        FIVE.members(name)


def test_a_group_as_floor_means_its_lowest_class() -> None:
    colorado = RANKINGS["colorado"]
    assert colorado.at_least("pair of jacks", "pair of jacks or better")
    assert not colorado.at_least("pair of 10s", "pair of jacks or better")
    with pytest.raises(KeyError):
        colorado.at_least("pair", "high card")


def test_a_ranking_can_be_a_key() -> None:
    assert {FIVE: 1}[RANKINGS["five-card"]] == 1
