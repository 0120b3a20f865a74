"""A ranking that a rulebook brings is refused if it is not what it says it is."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import pytest

from tablelaw import cards
from tablelaw.cards import RANKINGS, Card, Ranking, parse_cards, register_rankings
from tablelaw.cards.rankings import five_card, flush_hand, four_card, three_card
from tablelaw.cards.rankings.own_rankings import require_sound, tells_suits_apart
from tablelaw.cards.rankings.ranking import BEST_FIVE, BEST_FOUR, BEST_SUIT, LISTED, THREE_CARDS
from tablelaw.errors import BadRulebook

FIVE, FOUR, THREE, FLUSH = (RANKINGS[name] for name in ("five-card", "four-card", "three-card", "flush"))
FULL_HOUSE_BITS = 20
Strength = Callable[[Sequence[Card]], int]


def own(of: Ranking, **changed: Any) -> Ranking:
    """A ranking of a rulebook for the smallest hands; it has its own functions, so nothing is taken on trust."""
    assert of.strength is not None
    strength = of.strength
    asked: dict[str, Any] = {
        "sizes": of.sizes[:1],
        "classify": lambda hand: of.classify(hand),
        "strength": lambda hand: strength(hand),
    }
    return replace(of, name=f"own-game/{of.name}", **(asked | changed))


def swapped(of: Ranking, bits: int, one: int, other: int) -> Strength:
    """The strengths of a ranking with two categories exchanged."""
    exchanged = {one: other, other: one}

    def strength(hand: Sequence[Card]) -> int:
        assert of.strength is not None
        found = of.strength(hand)
        return found + ((exchanged.get(found >> bits, found >> bits) - (found >> bits)) << bits)

    return strength


@pytest.mark.parametrize("ranking", RANKINGS.values(), ids=RANKINGS.keys())
def test_every_ranking_of_the_package_is_sound(ranking: Ranking) -> None:
    asked = own(ranking, sizes=ranking.sizes) if ranking.strength is not None else ranking
    require_sound(replace(asked, name="own-game/other"))


@pytest.mark.parametrize(
    ("family", "ranking", "sizes"),
    [
        (THREE_CARDS, own(THREE, strength=swapped(THREE, 12, three_card.FLUSH, three_card.STRAIGHT)), (3,)),
        (BEST_FOUR, own(FOUR, strength=swapped(FOUR, 16, four_card.FLUSH, four_card.THREE)), (4,)),
        (BEST_FOUR, own(FOUR, strength=swapped(FOUR, 16, four_card.FLUSH, four_card.THREE)), (5,)),
        (BEST_FIVE, own(FIVE, strength=swapped(FIVE, 20, five_card.FLUSH, five_card.FULL_HOUSE)), (5,)),
        (BEST_FIVE, own(FIVE, strength=swapped(FIVE, 20, five_card.FLUSH, five_card.FULL_HOUSE)), (6,)),
        (BEST_FIVE, own(FIVE, strength=swapped(FIVE, 20, five_card.FLUSH, five_card.FULL_HOUSE)), (7,)),
        (BEST_SUIT, own(FLUSH, strength=lambda hand: flush_hand.strength(hand) + 1), (7,)),
    ],
)
def test_a_ranking_that_claims_a_family_with_other_strengths_is_refused(
    family: str, ranking: Ranking, sizes: tuple[int, ...]
) -> None:
    claims = rf"rankings\.py \(own-game/{ranking.name.partition('/')[2]}\): it claims the family '{family}' but has"
    with pytest.raises(BadRulebook, match=rf'{claims}.*; accepted: the strengths of .*, or family = "listed"'):
        require_sound(replace(ranking, sizes=sizes))


ONLY = parse_cards("As Ah Ad Ac Ks")


def at(hand: Sequence[Card], said: Any, otherwise: Callable[[Sequence[Card]], Any]) -> Callable[[Sequence[Card]], Any]:
    """A function that says something else of one hand only."""
    return lambda cards: said if sorted(cards) == sorted(hand) else otherwise(cards)


def no_dice(*_: object) -> int:
    raise KeyError("dice")


@pytest.mark.parametrize(
    ("ranking", "said"),
    [
        (own(FIVE, family="best six"), r"the family 'best six' is unknown; accepted: listed, best five"),
        (own(FIVE, sizes=(4, 5)), r"hands of 4, 5 cards in the family 'best five'; accepted: 5, 6, 7 cards, or family"),
        (own(FIVE, strength=None, class_of=None, least=None), r"the family 'best five' without strength and class_of"),
        (own(FIVE, class_of=None), r"the family 'best five' without strength and class_of"),
        (own(FIVE, family=LISTED, strength=None), r"class_of or least without strength"),
        (own(FIVE, strength=at(ONLY, 0, FIVE.strength or no_dice)), r"other strengths; .*As.* is 0, in five-card"),
        (own(FIVE, classify=at(ONLY, "flush", FIVE.classify)), r"is 'flush', its strength \d+ is 'four-of-a-kind'"),
        (own(FIVE, classify=at(ONLY, "five aces", FIVE.classify)), r"is classified as 'five aces'; accepted: one of"),
        (own(FIVE, classify=no_dice), r"classify of .* fails; KeyError: 'dice'"),
        (own(FIVE, family=LISTED, strength=lambda _: 1.5), r"the strength of .* is 1.5; accepted: a whole number"),
        (own(FIVE, family=LISTED, strength=lambda _: 2**31), r"the strength of .* is 2147483648; accepted: a whole"),
        (own(FIVE, family=LISTED, strength=lambda _: -1), r"the strength of .* is -1; accepted: a whole number"),
        (own(FIVE, least=lambda cls, ranks: five_card.least(cls, ranks) + 2**20), r"least of 'high card' is \d+"),
        (own(FIVE, least=lambda cls, ranks: five_card.least(cls)), r"least of '.*' with the rank \d+ is \d+; accepted"),
        (own(FIVE, least=lambda cls, ranks: 1.5), r"least of .* is 1.5; accepted: a whole number"),
        (own(FIVE, least=no_dice), r"least of .* fails; KeyError: 'dice'"),
        (own(FIVE, of_one_strength=frozenset({"straight flush"})), r"of_one_strength names 'straight flush'; its str"),
        (own(FIVE, of_one_strength=frozenset({"pairs"})), r"groups or of_one_strength name 'pairs'"),
        (own(FIVE, groups={"high": ("aces",)}), r"groups or of_one_strength name 'aces'"),
        (own(FIVE, classes=(*FIVE.classes, "pair")), r"a class is listed twice"),
        (own(FIVE, sizes=()), r"sizes \(\)"),
        (
            own(
                THREE, family=LISTED, strength=swapped(THREE, 12, three_card.FLUSH, three_card.STRAIGHT), class_of=None
            ),
            r"the classes do not follow the strengths; .*accepted: classes listed highest first",
        ),
    ],
)
def test_a_ranking_that_contradicts_itself_is_refused(ranking: Ranking, said: str) -> None:
    with pytest.raises(BadRulebook, match=rf"rankings\.py \(own-game/.*\): .*{said}"):
        require_sound(ranking)


def test_a_rare_hand_that_is_read_otherwise_is_found_in_every_suit() -> None:
    for suit in "cdhs":
        royal = parse_cards(" ".join(f"{rank}{suit}" for rank in "AKQJT"))
        with pytest.raises(BadRulebook, match=r"'straight flush', its strength .* is 'royal flush'"):
            require_sound(own(FIVE, sizes=(5,), classify=at(royal, "straight flush", FIVE.classify)))


def test_a_ranking_with_finer_classes_of_a_family_is_sound() -> None:
    """Colorado tells pairs apart; a class within a category needs a least of its own, or none."""
    require_sound(own(RANKINGS["colorado"]))
    require_sound(own(RANKINGS["colorado"], least=None))


def test_rankings_that_tell_suits_apart_are_known() -> None:
    def best_in_spades(hand: Sequence[Card]) -> int:
        return 2 * three_card.strength(hand) + (max(hand).suit == "s")

    spades = own(THREE, family=LISTED, strength=best_in_spades, class_of=lambda found: three_card.class_of(found >> 1))
    assert tells_suits_apart(spades, 3)
    assert not tells_suits_apart(own(THREE, family=LISTED), 3)
    assert tells_suits_apart(RANKINGS["six-card bonus"], 6)


def test_a_name_stands_for_one_ranking(monkeypatch: pytest.MonkeyPatch) -> None:
    """Counts and answers are kept by the name of a ranking, so another one of that name would be given them."""
    monkeypatch.setattr(cards, "_BY_NAME", known := dict(RANKINGS))
    first = own(FIVE)
    register_rankings([first], "a file")
    register_rankings([own(FIVE)], "a file")
    assert known[first.name] is first
    for other, source in ((own(FIVE, least=None), "a file"), (own(FIVE), "an edited file")):
        with pytest.raises(BadRulebook, match=r"another ranking of this name was read before.*accepted: a new process"):
            register_rankings([other], source)
    with pytest.raises(BadRulebook, match=r"rankings\.py \(five-card\): another ranking of this name"):
        register_rankings([FIVE])
    assert known[first.name] is first
