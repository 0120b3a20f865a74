"""No line depends on unnamed cards: cards are left out of every scenario and then replaced with others."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from copy import deepcopy
from random import Random
from typing import Any

import pytest

from tablelaw import rulebooks
from tablelaw.cards import PACK, Card, cards_text, parse_cards
from tablelaw.errors import TablelawError
from tablelaw.scenarios.format import read_scenario
from tablelaw.scenarios.play import settle
from tablelaw.scenarios.scenario_cases import EXPECTATIONS, Case, line_text
from tests.table.scenario_cases import CASES

PARTIAL = int(os.environ.get("TABLELAW_PARTIAL", "300"))
"""How many scenarios with cards left out are tried; `make torture` tries them all."""
COMPLETIONS = 6
Raw = dict[str, Any]


def lines_of(raw: Mapping[str, Any]) -> list[str]:
    done = settle(read_scenario(raw, "scenario", EXPECTATIONS))
    return [line_text(done, line) for line in done.lines]


def refusal_of(raw: Mapping[str, Any]) -> str:
    with pytest.raises(TablelawError) as refused:
        lines_of(raw)
    return f"{refused.value.code}: {refused.value.sentence()}"


# --- Leaving cards out -----------------------------------------------------------------------------


def places_of(raw: Mapping[str, Any]) -> dict[str, tuple[Card, ...]]:
    """The cards named in each place."""
    named = {place: parse_cards(text) for place, text in raw.get("cards", {}).items() if place != "burn"}
    seats = {f"seats {n}": parse_cards(seat.get("cards", "")) for n, seat in raw["seats"].items()}
    return {place: cards for place, cards in (named | seats).items() if cards}


def with_place(raw: Mapping[str, Any], place: str, cards: tuple[Card, ...]) -> Raw:
    """The scenario with other cards in a place."""
    made = deepcopy(dict(raw))
    holder, key = (made["seats"][place[6:]], "cards") if place.startswith("seats ") else (made["cards"], place)
    holder[key] = cards_text(cards)
    return made


def all_partial() -> Iterator[tuple[Case, str, tuple[Card, ...]]]:
    """Every scenario that settles, with each of its cards left out in turn, and each place as a whole."""
    for case in CASES:
        if case.raw.get("expect_refused"):
            continue
        for place, cards in places_of(case.raw).items():
            yield case, place, cards
            if len(cards) > 1:
                yield from ((case, place, (card,)) for card in cards)


def chosen_partial() -> list[tuple[Case, str, tuple[Card, ...]]]:
    """A random selection of the partial scenarios, as many as requested."""
    found = list(all_partial())
    Random(13).shuffle(found)
    return found[:PARTIAL]


def completions(raw: Raw, place: str, left_out: tuple[Card, ...], random: Random) -> Iterator[Raw]:
    """The scenario as it was, and with random cards in place of those left out."""
    kept = places_of(raw).get(place, ())
    named = {card for cards in places_of(raw).values() for card in cards}
    free = [card for card in PACK if card not in named]
    yield with_place(raw, place, (*kept, *left_out))
    for _ in range(COMPLETIONS):
        yield with_place(raw, place, (*kept, *random.sample(free, len(left_out))))


def test_a_line_is_settled_only_if_every_way_to_name_the_cards_agrees() -> None:
    random, settled = Random(12), 0
    for case, place, left_out in chosen_partial():
        kept = tuple(card for card in places_of(case.raw)[place] if card not in left_out)
        partial = with_place(case.raw, place, kept)
        try:
            lines = lines_of(partial)
        except TablelawError:
            continue
        settled += 1
        for whole in completions(partial, place, left_out, random):
            try:
                found = lines_of(whole)
            except TablelawError as refusal:
                assert refusal.code in ("card-twice", "impossible-card", "raise-not-permitted"), refusal
                continue
            named = cards_text(left_out)
            assert found == lines, f"{case.source}: {case.title}: settled without {named} of {place}"
    assert settled > min(PARTIAL, len(list(all_partial()))) // 20, (
        "hardly any scenario could be settled with cards left out"
    )


# --- Cases a floorperson would bring -----------------------------------------------------------------


@pytest.mark.parametrize("book_id", ["pa-647a", "md-thb"])
def test_aces_against_unnamed_dealer_cards_are_open(book_id: str) -> None:
    """Aces against aces pay 1,000 to 1 in one paytable: for a player with aces, the dealer's cards must be known."""
    seat = {"cards": "As Ah", "wagers": {"ante": "$10", "texas-bonus": "$5"}, "decisions": ["fold"]}
    raw = {"rulebook": book_id, "seats": {"1": seat}}
    assert "missing-cards" in refusal_of(raw)
    assert "dealer lacks 2 of 2; texas-bonus of seat 1" in refusal_of(raw)


@pytest.mark.parametrize("dealer", ["Ac", "Kc"])
def test_one_dealer_card_named_decides_only_where_it_is_no_ace(dealer: str) -> None:
    seat = {"cards": "As Ah", "wagers": {"ante": "$10", "texas-bonus": "$5"}, "decisions": ["fold"]}
    raw = {"rulebook": "pa-647a", "cards": {"dealer": dealer}, "seats": {"1": seat}}
    if dealer == "Ac":
        assert "dealer lacks 1 of 2" in refusal_of(raw)
    else:
        assert "texas-bonus won 30 to 1 $150 647a.11(h)(3)" in lines_of(raw)


def envy(community: str, holder: str, folder: str = "5c 2d") -> Raw:
    """A scenario with two players who fold: the first made the Progressive wager, and the second's hand may earn an
    Envy Bonus for it.
    """
    wagers = {"ante": "$10", "progressive": "$1"}
    first: Raw = {"cards": folder, "wagers": wagers, "decisions": ["fold"]}
    second: Raw = {"cards": holder, "wagers": {"ante": "$10"}, "decisions": ["fold"]}
    return {"rulebook": "pa-647a", "cards": {"community": community}, "seats": {"1": first, "2": second}}


@pytest.mark.parametrize(
    ("community", "holder", "lacks"),
    [
        ("Th Jh Qh 4c 3d", "", "seat 2 lacks 2 of 2"),
        ("Th Jh Qh 4c 3d", "9h", "seat 2 lacks 1 of 2"),
        ("Th Jh", "9h 8h", "community lacks 1 of 5"),
        ("", "9h 8h", "community lacks"),
    ],
)
def test_a_folders_envy_is_open_where_the_other_hand_is_unnamed(community: str, holder: str, lacks: str) -> None:
    refused = refusal_of(envy(community, holder))
    assert "missing-cards" in refused
    assert lacks in refused
    assert "envy of seat 1" in refused


@pytest.mark.parametrize(("community", "holder"), [("2h 9s Kd 4c 3d", ""), ("Th Jh Qh 4c 3d", "2c")])
def test_a_folders_envy_is_settled_where_no_card_could_earn_it(community: str, holder: str) -> None:
    assert not any("envy" in line for line in lines_of(envy(community, holder, "5c 7d")))


@pytest.mark.parametrize("book_id", ["pa-647a", "pa-653a"])
@pytest.mark.parametrize(("cards", "refused"), [("5c", True), ("5c 4h", False), ("5c 4d", False)])
def test_a_card_drawn_may_lie_unnamed(book_id: str, cards: str, refused: bool) -> None:
    seat: Raw = {"cards": cards, "wagers": {"ante": "$10", "five-card-player": "$1"}, "decisions": ["fold"]}
    if book_id == "pa-653a":
        seat |= {"wagers": {**seat["wagers"], "blind": "$10"}, "decisions": ["check", "check", "fold"]}
    raw = {
        "rulebook": book_id,
        "choices": {"magic-card": "yes"},
        "cards": {"community": "Tc Jd Qh 3c 3d", "dealer": "Ks Kc"},
        "drawn": {"cards": "4h"},
        "seats": {"1": seat},
    }
    if refused:
        assert "missing-cards" in refusal_of(raw)
    else:
        assert any("magic-card" in line for line in lines_of(raw)) == ("4h" in cards)


@pytest.mark.parametrize("book_id", rulebooks.IDS)
def test_the_sweep_reaches_every_wager(book_id: str) -> None:
    """Every wager of the rulebook is staked, or rides on another, in a scenario from which cards are left out."""
    book = rulebooks.get(book_id)
    staked = {
        wager
        for case, _, _ in chosen_partial()
        if case.raw["rulebook"] == book_id
        for seat in case.raw["seats"].values()
        for wager in seat["wagers"]
    }
    optional = {wager.id for wager in book.wagers if wager.kind in ("opening", "optional")}
    assert optional <= staked
