"""What a player knows beyond the honest view: its text form, its bounds, and what a game's structure allows."""

from __future__ import annotations

import pytest

from tablelaw import rulebooks
from tablelaw.analysis.protection.information import (
    LONGEST_ITEM,
    MOST_ITEMS,
    BadInformation,
    Information,
    SeenCards,
    parse_information,
    require_possible,
)
from tablelaw.law.structure import structure_of

BONUS, ULTIMATE, FLUSH, TROIS, STUD, COLORADO, HOLDEM = (
    *("pa-647a", "pa-653a", "pa-678a", "fr-trois-cartes", "fr-stud", "ma-colorado", "fr-holdem"),
)


def check(book: str, *texts: str) -> None:
    read = rulebooks.get(book)
    require_possible(parse_information(texts), structure_of(read.terms()), read.game)


@pytest.mark.parametrize(
    ("text", "item"),
    [
        ("dealer:1", SeenCards("dealer")),
        ("dealer:2", SeenCards("dealer", 2)),
        ("dealer:1/AKQ", SeenCards("dealer", 1, "QKA")),
        ("dealer:1/23456789TJQK", SeenCards("dealer", 1, "23456789TJQK")),
        ("flop:3", SeenCards("flop", 3)),
        ("river:1@2", SeenCards("river", since=2)),
        ("community:12", SeenCards("community", 12)),
        ("turn:1/A@3", SeenCards("turn", 1, "A", 3)),
        ("seats:5", SeenCards("seats", 5)),
    ],
)
def test_items_are_read_and_written(text: str, item: SeenCards) -> None:
    read = parse_information([text])
    assert read.items == (item,)
    assert parse_information([read.text]) == read


def test_items_have_one_order() -> None:
    read = parse_information(["seats:2", "community:3", "community:1", "turn:1", "dealer:2", "flop:1"])
    assert read.text == "dealer:2 flop:1 turn:1 community:1 community:3 seats:2"
    assert parse_information(reversed(read.text.split())) == read
    assert parse_information([]) == Information()
    assert Information().text == ""


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "does not say which cards are seen"),
        ("dealer", "does not say which cards are seen"),
        ("dealer:0", "does not say which cards are seen"),
        ("dealer:01", "does not say which cards are seen"),
        ("dealer:100", "does not say which cards are seen"),
        ("dealer:1 ", "does not say which cards are seen"),
        ("Dealer:1", "does not say which cards are seen"),
        ("dealer:1@0", "does not say which cards are seen"),
        ("dealer:1@10", "does not say which cards are seen"),
        ("dealer:1/", "does not say which cards are seen"),
        ("dealer:1/1", "does not say which cards are seen"),
        ("dealer:1/AA", "names a rank twice"),
        ("dealer:1/23456789TJQKA", "tells nothing"),
        ("burned:1", "no cards lie at 'burned'"),
        ("flop:4", "4 seen of flop"),
        ("turn:2", "2 seen of turn"),
        ("river:2", "2 seen of river"),
        ("seats:6", "6 seen of seats"),
        ("seats:2/A", "known with rank and suit"),
    ],
)
def test_a_text_that_cannot_be_read_is_refused(text: str, said: str) -> None:
    with pytest.raises(BadInformation, match=said) as refused:
        parse_information([text])
    assert refused.value.code == "bad-information"
    assert refused.value.accepted


def test_a_place_named_twice_is_refused() -> None:
    with pytest.raises(BadInformation, match="dealer:1 and dealer:2 name the same cards"):
        parse_information(["dealer:1", "dealer:2"])
    with pytest.raises(BadInformation, match="name the same cards"):
        parse_information(["community:2", "community:2@2"])


def test_texts_are_bounded() -> None:
    assert len(parse_information([f"community:{n}" for n in range(1, MOST_ITEMS + 1)]).items) == MOST_ITEMS
    with pytest.raises(BadInformation, match=f"{MOST_ITEMS + 1} seen items"):
        parse_information([f"community:{n}" for n in range(1, MOST_ITEMS + 2)])
    with pytest.raises(BadInformation) as refused:
        parse_information(["dealer:1/" + "A" * 10_000])
    assert len(refused.value.what) < 2 * LONGEST_ITEM + 40


@pytest.mark.parametrize("book", rulebooks.IDS)
def test_a_dealer_card_is_seen_where_the_dealer_hides_one(book: str) -> None:
    structure = structure_of(rulebooks.get(book).terms())
    hidden = structure.dealer - structure.dealer_up
    if hidden:
        check(book, f"dealer:{hidden}")
        with pytest.raises(BadInformation, match=f"the dealer hides {hidden} cards"):
            check(book, f"dealer:{hidden + 1}")
    else:
        with pytest.raises(BadInformation, match="the dealer has no hidden card"):
            check(book, "dealer:1")


@pytest.mark.parametrize("book", rulebooks.IDS)
def test_nothing_and_other_seats_can_be_known_in_every_game(book: str) -> None:
    check(book)
    check(book, "seats:1")
    check(book, "seats:5")


@pytest.mark.parametrize("book", rulebooks.IDS)
def test_a_card_is_known_from_one_of_the_decisions_on(book: str) -> None:
    last = len(structure_of(rulebooks.get(book).terms()).decisions)
    check(book, f"seats:1@{last}")
    with pytest.raises(BadInformation, match="the game has") as refused:
        check(book, f"seats:1@{last + 1}")
    assert refused.value.accepted == f"@1 to @{last}"


@pytest.mark.parametrize(
    ("book", "item"),
    [
        *((ULTIMATE, item) for item in ("flop:1", "flop:3", "turn:1", "river:1", "turn:1@2", "river:1@2")),
        *((BONUS, item) for item in ("flop:1", "turn:1@2", "river:1@3")),
        *((HOLDEM, item) for item in ("turn:1@2", "river:1@3")),
        *((COLORADO, item) for item in ("community:1", "community:3")),
    ],
)
def test_a_community_card_is_seen_before_it_is_turned(book: str, item: str) -> None:
    check(book, item)


@pytest.mark.parametrize(
    ("book", "item"),
    [
        *((ULTIMATE, item) for item in ("flop:1@2", "turn:1@3", "river:1@3")),
        *((BONUS, item) for item in ("flop:1@2", "turn:1@3")),
        (HOLDEM, "river:1@4"),
    ],
)
def test_a_card_that_lies_open_is_refused(book: str, item: str) -> None:
    with pytest.raises(BadInformation, match="is face up at that decision"):
        check(book, item)


@pytest.mark.parametrize(
    ("book", "item", "said"),
    [
        (TROIS, "flop:1", "the game has no community cards"),
        (FLUSH, "community:1", "the game has no community cards"),
        (STUD, "river:1", "the game has no community cards"),
        (ULTIMATE, "community:4", "not called community"),
        (COLORADO, "flop:1", "not called flop"),
        (COLORADO, "community:4", "the game has 3 community cards"),
    ],
)
def test_a_card_that_the_game_does_not_have_is_refused(book: str, item: str, said: str) -> None:
    with pytest.raises(BadInformation, match=said) as refused:
        check(book, item)
    assert item in refused.value.where
    assert refused.value.accepted
