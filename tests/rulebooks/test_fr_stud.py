"""Arrêté du 14 mai 2007, art. 55-16 to 55-18: stud poker de casino at the table, alinéa by alinéa."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tablelaw import rulebooks
from tablelaw.cards import RANKINGS, Card, parse_cards
from tablelaw.law.conduct import STANDINGS, Case, Outcome, Standing, Verdict
from tablelaw.law.structure import structure_of
from tablelaw.submission.checks.all_checks import check
from tablelaw.submission.draft import parse_draft
from tablelaw.submission.rule_sweep import conflicts
from tablelaw.submission.template import new_submission
from tablelaw.table import Refused, commands, events
from tests.table.game import Game

BOOK = rulebooks.get("fr-stud")
TERMS = BOOK.terms()
HANDS = RANKINGS["five-card"].classes
PLAYS, NO_GAME = {"dealer-qualifies": "qualifies"}, {"dealer-qualifies": "does not qualify"}


def verdict(wager: str, player: str, standing: Standing, dealer: dict[str, str], *acts: str) -> Verdict:
    return BOOK.settle(Case(wager, TERMS, {"player": player, **dealer}, standing, frozenset(acts)))


def said(found: Verdict) -> tuple[Outcome, str, str]:
    return found.outcome, found.odds.printed if found.odds else "", str(found.cite)


# --- Ante and Relance --------------------------------------------------------------------------------------


def test_al_32_a_fold_loses_the_ante_and_the_bonus() -> None:
    for wager, cite in (("ante", "Art. 55-16 al. 32"), ("bonus", "Art. 55-16 al. 50")):
        found = BOOK.settle(Case(wager, TERMS, acts=frozenset({"fold"})))
        assert (found.outcome, str(found.cite)) == (Outcome.LOST, cite)


@pytest.mark.parametrize("standing", STANDINGS)
@pytest.mark.parametrize("player", HANDS)
def test_al_36_without_a_game_the_ante_is_paid_and_the_raise_kept(player: str, standing: Standing) -> None:
    assert said(verdict("ante", player, standing, NO_GAME)) == (Outcome.WON, "1 to 1", "Art. 55-16 al. 36")
    assert said(verdict("raise", player, standing, NO_GAME)) == (Outcome.RETURNED, "", "Art. 55-16 al. 36")


@pytest.mark.parametrize("player", HANDS)
def test_al_37_equal_points_return_both(player: str) -> None:
    for wager in ("ante", "raise"):
        found = verdict(wager, player, Standing.EQUAL, PLAYS)
        assert said(found) == (Outcome.RETURNED, "", "Art. 55-16 al. 37")


@pytest.mark.parametrize("player", HANDS)
def test_al_38_a_lower_hand_loses_both(player: str) -> None:
    for wager in ("ante", "raise"):
        assert said(verdict(wager, player, Standing.LOWER, PLAYS)) == (Outcome.LOST, "", "Art. 55-16 al. 38")


SCALE = dict(zip(HANDS, (100, 50, 20, 10, 8, 5, 3, 2, 1, 1), strict=True))


@pytest.mark.parametrize("player", HANDS)
def test_55_17_winning_raise_by_hand(player: str) -> None:
    found = verdict("raise", player, Standing.HIGHER, PLAYS)
    assert said(found) == (Outcome.WON, f"{SCALE[player]} to 1", "Art. 55-17 al. 1")
    assert said(verdict("ante", player, Standing.HIGHER, PLAYS)) == (Outcome.WON, "1 to 1", "Art. 55-16 al. 37")


# --- Bonus -----------------------------------------------------------------------------------------------

BONUS = dict(zip(HANDS, ("5,000", "2,000", "1,000", "150", "100"), strict=False))


@pytest.mark.parametrize("player", HANDS)
def test_al_50_bonus_from_a_flush_up(player: str) -> None:
    paid = (Outcome.WON, f"{BONUS.get(player)} to 1") if player in BONUS else (Outcome.LOST, "")
    for standing, dealer in ((Standing.HIGHER, PLAYS), *((standing, NO_GAME) for standing in STANDINGS)):
        assert said(verdict("bonus", player, standing, dealer)) == (*paid, "Art. 55-16 al. 50")


@pytest.mark.parametrize("player", HANDS)
def test_al_51_bonus_is_lost_with_a_beaten_hand(player: str) -> None:
    assert said(verdict("bonus", player, Standing.LOWER, PLAYS)) == (Outcome.LOST, "", "Art. 55-16 al. 51")


@pytest.mark.parametrize("player", HANDS)
def test_equal_points_give_back_a_bonus_that_a_flush_has_earned(player: str) -> None:
    outcome = (
        (Outcome.RETURNED, "", "Art. 55-16 al. 37") if player in BONUS else (Outcome.LOST, "", "Art. 55-16 al. 50")
    )
    assert said(verdict("bonus", player, Standing.EQUAL, PLAYS)) == outcome


def test_exactly_one_rule_decides_every_case() -> None:
    assert not list(conflicts(TERMS))


# --- The purchase at the table ------------------------------------------------------------------------------


def dealt(seats: tuple[int, ...] = (1,), *, physical: bool = False, **wagers: int) -> Game:
    limits = {"minimum": "5 €", "maximum": "150 €"}
    game = Game("fr-stud", physical=physical, seats=seats, procedure={"dealing": "hand"}, limits=limits).opened()
    for seat in seats:
        game = game.bet(seat, **{"ante": 10, **wagers})
    return game.deal()


def buy(game: Game, seat: int, place: int = 0) -> list[events.Event]:
    card = game.round.seats[seat].cards[place]
    return game.do(commands.Act(seat, "buy", 2000, (card,), by=f"player:{seat}"))


def test_al_44_a_card_is_bought_together_with_the_raise() -> None:
    game = dealt()
    away = game.round.seats[1].cards[2]
    decided, placed, settled = buy(game, 1, 2)
    assert isinstance(decided, events.Decided)
    assert (decided.action, decided.wager, decided.cents, decided.discard) == ("buy", "raise", 2000, (away,))
    assert isinstance(placed, events.WagerPlaced)
    assert (placed.wager, placed.cents, placed.cite) == ("purchase", 1000, "Art. 55-16 al. 43")
    assert isinstance(settled, events.Settled)
    assert [(line.wager, line.kept, line.cite) for line in settled.lines] == [("purchase", 1000, "Art. 55-16 al. 45")]
    assert not settled.done


def test_al_45_bought_cards_are_dealt_open_in_the_order_of_the_deal() -> None:
    game = dealt((1, 3, 5))
    buy(game, 1)
    game.do(commands.Act(3, "fold", by="player:3"))
    buy(game, 5, 4)
    assert [(slot.place, slot.face) for slot in game.round.queue] == [("seat 1", "up"), ("seat 5", "up")]
    next_cards = game.state.decks[game.state.deck].cards[game.round.dealt : game.round.dealt + 2]
    (happened,) = game.do(commands.Deal())
    assert isinstance(happened, events.Dealt)
    assert [card for _, card, _ in happened.cards] == list(next_cards)
    assert game.round.phase == "showdown"
    assert [len(game.round.seats[seat].cards) for seat in (1, 3, 5)] == [5, 5, 5]
    assert game.round.seats[1].cards[-1] == next_cards[0]


def test_al_46_buying_a_card_loses_the_bonus_at_once() -> None:
    game = dealt(bonus=1)
    *_, settled = buy(game, 1)
    assert isinstance(settled, events.Settled)
    assert [(line.wager, line.outcome, line.cite) for line in settled.lines][1:] == [
        ("bonus", "lost", "Art. 55-16 al. 46")
    ]
    assert verdict("bonus", "royal flush", Standing.HIGHER, PLAYS, "buy").outcome is Outcome.LOST


def test_nobody_buys_and_no_card_is_dealt() -> None:
    game = dealt()
    game.do(commands.Act(1, "bet", 2000, by="player:1"))
    assert game.round.phase == "showdown"


def refusals() -> Iterator[tuple[str, commands.Act, str]]:
    cards = dealt().round.seats[1].cards
    other = next(Card(n) for n in range(52) if Card(n) not in cards)
    yield "no card", commands.Act(1, "buy", 2000, by="player:1"), "wrong-discard"
    yield "two cards", commands.Act(1, "buy", 2000, cards[:2], by="player:1"), "wrong-discard"
    yield "another card", commands.Act(1, "buy", 2000, (other,), by="player:1"), "wrong-discard"
    yield "too little", commands.Act(1, "buy", 1999, cards[:1], by="player:1"), "raise-not-permitted"
    yield "too much", commands.Act(1, "buy", 2001, cards[:1], by="player:1"), "raise-not-permitted"
    yield "a discard without a purchase", commands.Act(1, "bet", 2000, cards[:1], by="player:1"), "wrong-discard"


@pytest.mark.parametrize(("command", "code"), [row[1:] for row in refusals()], ids=[row[0] for row in refusals()])
def test_a_purchase_that_is_refused_changes_nothing(command: commands.Act, code: str) -> None:
    game = dealt()
    before = game.state
    with pytest.raises(Refused) as refused:
        game.do(command)
    assert refused.value.code == code
    assert game.state == before


# --- Structure --------------------------------------------------------------------------------------------


def test_five_cards_each_one_turned_up_and_one_to_buy() -> None:
    found = structure_of(TERMS)
    assert (found.own, found.dealer, found.dealer_up, found.bought, found.discard) == (5, 5, 1, 1, 0)
    assert found.hands["player"].size == 5


@pytest.mark.parametrize(
    ("cards", "cls"),
    [("Ah Kd 4c 3h 2h", "qualifies"), ("Ah Qd Jc Th 8h", "does not qualify"), ("2h 2d 3c 4h 5h", "qualifies")],
)
def test_the_dealer_plays_from_the_lowest_ace_king(cards: str, cls: str) -> None:
    assert TERMS.ranking_of("dealer-qualifies").classify(parse_cards(cards)) == cls


@pytest.mark.parametrize(
    ("minimum", "maximum", "codes"),
    [
        ("1 €", "10 €", []),
        ("1 €", "30 €", []),
        ("0,95 €", "9,50 €", ["minimum-below-the-law"]),
        ("0,50 €", "15 €", ["minimum-below-the-law"]),
    ],
)
def test_55_18_al_3_the_minimum_is_one_euro_or_more(minimum: str, maximum: str, codes: list[str]) -> None:
    text = new_submission(BOOK, table="STU-1").replace('"5 €"', f'"{minimum}"').replace('"50 €"', f'"{maximum}"')
    found = check(parse_draft(text))
    assert [one.code for one in found] == codes
    assert all(one.cite.startswith("Art. 55-18 al. 3") and "1\u00a0€ or more" in one.satisfy for one in found)
