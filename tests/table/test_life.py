"""The life of a table: decks from their arrival to the discard rack, devices from the first shuffle until they are
covered.
"""

from __future__ import annotations

import pytest

from tablelaw import rulebooks
from tablelaw.cards import PACK
from tablelaw.table import commands as c
from tablelaw.table import events
from tablelaw.table.legal import decisions
from tablelaw.table.registry import tag_of
from tests.rulebooks.rows import books_with
from tests.table.game import DEALER, FLOOR, Game

ORDER = tuple(PACK)


def status(game: Game, deck: int = -1) -> str:
    state = game.state
    return str(state.decks[state.deck if deck < 0 else deck].status)


def verdict(game: Game, command: c.Command) -> str:
    refusal = game.engine.verify(game.state, command)
    return refusal.name if refusal else "accepted"


def bet(game: Game) -> Game:
    for opening in game.engine.rules.opening:
        game.bet(1, **{opening.id: 10})
    return game


def play(game: Game) -> Game:
    """Plays a round from wagers to the rack, in which everybody takes the first option."""
    game.ready()
    bet(game).deal().each()
    return game.settle().clear()


# --- Opening ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("book", rulebooks.IDS)
def test_4_each_step_of_the_opening_in_its_order_and_cited(book: str) -> None:
    game = Game(book, procedure={"shuffler": "none"})
    steps: list[tuple[c.Command, str]] = [
        (c.ReceiveDecks(("blue",)), "received"),
        (c.InspectDecks(), "inspected"),
        (c.VerifyInspection(by="floor"), "verified"),
        (c.SpreadCards(), "spread"),
        (c.ShowCards(by="player"), "seen"),
        (c.WashCards(), "stacked"),
        (c.Shuffle("hand", ORDER), "shuffled"),
        (c.CutDeck(26), "ready"),
    ]
    game.do(c.TakeSeat(1))
    for number, (command, after) in enumerate(steps):
        for later, _ in steps[number + 1 :]:
            assert verdict(game, later) in ("no-decks", "out-of-order", "no-cut-due"), later
        game.do(command)
        assert status(game) == after
    assert all(event.cite for event in game.log)


def test_4_a_the_floorperson_who_verifies_is_not_the_dealer_who_inspected() -> None:
    game = Game("pa-647a")
    game.do(c.ReceiveDecks(("blue",)))
    game.do(c.InspectDecks(by="dealer:bob"))
    for name in ("bob", "Bob", " bob "):
        assert verdict(game, c.VerifyInspection(by=f"floor:{name}")) == "same-person"
    assert verdict(game, c.VerifyInspection(by="floor:ann")) == "accepted"


def test_4_b_the_spread_waits_for_the_first_player() -> None:
    game = Game("pa-653a")
    game.ready()
    assert status(game) == "spread"
    game.do(c.TakeSeat(1))
    game.ready()
    assert status(game) == "ready"


@pytest.mark.parametrize("physical", [True, False])
def test_4_e_preshuffled_decks_skip_the_opening_and_the_first_shuffle_and_are_cut(physical: bool) -> None:
    game = Game("pa-653a", physical=physical)
    game.do(c.TakeSeat(1))
    game.do(c.ReceiveDecks(("blue",), True))
    assert verdict(game, c.InspectDecks()) == "out-of-order"
    if not physical:
        assert verdict(game, c.CutDeck(26)) == "no-cut-due", "the order it came in is not known yet"
        game.do(c.Shuffle("preshuffled", ORDER))
    game.do(c.CutDeck(12))
    assert status(game) == "ready"
    play(game)
    assert status(game) == "used"
    assert verdict(game, c.Shuffle("preshuffled", () if physical else ORDER)) == "wrong-shuffle"
    game.ready()
    assert [event.how for event in game.log if isinstance(event, events.Shuffled)][-1] == "machine"


def test_4_e_a_preshuffled_deck_spread_for_an_idle_table_is_shuffled_after_all() -> None:
    game = Game("pa-653a", procedure={"shuffler": "none"})
    game.do(c.TakeSeat(1))
    game.do(c.ReceiveDecks(("blue",), True))
    for command in (c.SpreadCards(), c.ShowCards(by="player"), c.WashCards()):
        game.do(command)
    assert verdict(game, c.Shuffle("preshuffled", ORDER)) == "wrong-shuffle"
    assert verdict(game, c.Shuffle("hand", ORDER)) == "accepted"


# --- Shuffle and cut -------------------------------------------------------------------------------------


def test_5_c_1_no_cut_after_a_machines_shuffle() -> None:
    game = Game("pa-653a").opened()
    assert status(game) == "ready"
    assert verdict(game, c.CutDeck(26)) == "no-cut-due"
    assert verdict(game, c.OrderRecut(by=FLOOR)) == "recut-not-now"


def test_5_e_a_recut_on_order_before_any_card_is_dealt() -> None:
    game = Game("pa-653a", procedure={"shuffler": "none"}).opened()
    game.do(c.OrderRecut(by=FLOOR))
    assert status(game) == "shuffled"
    assert verdict(bet(game), c.CloseBets(by=DEALER)) == "deck-not-ready"
    game.do(c.CutDeck(30))
    game.do(c.OrderRecut(by=FLOOR))
    game.do(c.CutDeck(10))
    game.do(c.CloseBets(by=DEALER))
    assert verdict(game, c.OrderRecut(by=FLOOR)) == "round-in-progress"


def test_5_e_a_preshuffled_deck_is_recut_too_at_a_table_with_a_shuffler() -> None:
    game = Game("pa-653a", physical=True)
    game.do(c.ReceiveDecks(("blue",), True))
    game.do(c.CutDeck(12))
    assert verdict(game, c.OrderRecut(by=FLOOR)) == "accepted"


@pytest.mark.parametrize("book", rulebooks.IDS)
def test_5_f_an_idle_table_spreads_its_cards_and_begins_again_from_the_wash(book: str) -> None:
    game = Game(book).opened()
    game.do(c.LeaveSeat(1, by="player:1"))
    game.do(c.SpreadCards("down"))
    assert status(game) == "idle"
    assert verdict(game, c.ShowCards(by="player")) == "no-first-player"
    game.do(c.TakeSeat(2))
    game.ready()
    names = [tag_of(type(event)) for event in game.log[-4:]]
    assert names == ["SeatTaken", "DecksReadied", "DecksReadied", "Shuffled"]


def test_5_f_no_spread_while_wagers_lie_on_the_table() -> None:
    assert verdict(bet(Game("pa-653a").opened()), c.SpreadCards()) == "round-in-progress"


@pytest.mark.parametrize("book", ["pa-647a", "md-thb", "pa-653a", "pa-677a"])
def test_5_g_a_reshuffling_device_has_no_cut_no_recut_and_no_idle_spread(book: str) -> None:
    game = Game(book, procedure={"dealing": "reshuffling-shoe", "shuffler": "reshuffling"}).opened()
    assert status(game) == "ready"
    assert verdict(game, c.CutDeck(26)) == "no-cut-due"
    assert verdict(game, c.OrderRecut(by=FLOOR)) == "recut-not-now"
    assert verdict(game, c.SpreadCards()) == "out-of-order"
    game.do(c.ChangeDecks(("blue",), True))
    game.do(c.Shuffle("preshuffled", ORDER))
    assert status(game) == "ready", "a preshuffled deck is not cut either"


# --- Two decks ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("book", rulebooks.IDS)
def test_3_b_3_two_decks_play_every_other_round(book: str) -> None:
    game = Game(book, procedure={"decks": 2}).opened()
    played = []
    for _ in range(4):
        played.append(game.state.deck)
        play(game)
    assert played == [0, 1, 0, 1]


def test_3_b_2_the_other_deck_is_shuffled_while_one_is_dealt() -> None:
    game = bet(Game("pa-653a", procedure={"decks": 2}).opened()).deal()
    game.do(c.Shuffle("machine", ORDER, by="system"))
    assert (status(game, 0), status(game, 1)) == ("in play", "ready")
    game.each().settle().clear()
    assert status(game) == "ready", "the next round can begin at once"


def test_3_a_one_deck_is_not_shuffled_while_it_is_dealt() -> None:
    game = bet(Game("pa-653a").opened()).deal()
    assert verdict(game, c.Shuffle("machine", ORDER)) == "round-in-progress"


def test_3_a_without_its_shuffler_the_table_plays_with_one_deck() -> None:
    game = Game("pa-653a", procedure={"decks": 2}).opened()
    game.do(c.MarkDevice("shuffler"))
    deck = game.state.deck
    play(game)
    assert game.state.deck == deck
    assert verdict(game, c.ChangeDecks(("blue", "red"))) == "wrong-number-of-decks"
    assert verdict(game, c.ChangeDecks(("blue",))) == "accepted"


# --- Stub counts ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("book", "method", "shuffler", "counts"),
    [
        ("pa-653a", "manual-shoe", "none", 2),
        ("pa-653a", "hand", "automated", 2),
        ("pa-653a", "hand", "counting", 0),
        ("pa-653a", "reshuffling-shoe", "reshuffling", 0),
        ("pa-647a", "automated-shoe", "none", 2),
        ("md-thb", "manual-shoe", "automated", 2),
        ("pa-677a", "manual-shoe", "none", 2),
        ("pa-678a", "hand", "automated", 2),
        ("ma-colorado", "hand", "automated", 2),
        ("ma-colorado", "hand", "counting", 0),
    ],
)
def test_8_f_the_stub_is_counted_every_fifth_round_unless_a_device_counts(
    book: str, method: str, shuffler: str, counts: int
) -> None:
    game = Game(book, procedure={"dealing": method, "shuffler": shuffler}).opened()
    counted = []
    for number in range(1, 11):
        play(game)
        counted += [number] * sum(isinstance(e, events.StubCounted) for e in game.log)
        game.log.clear()
    assert counted == [5, 10][:counts]


@pytest.mark.parametrize("book", ["ma-colorado", "pa-678a"])
def test_a_due_count_comes_before_the_first_decision_where_the_stub_lies_there(book: str) -> None:
    game = Game(book, procedure={"shuffler": "automated"}).opened()
    for _ in range(4):
        play(game)
    game.ready()
    bet(game)
    game.do(c.CloseBets(by=DEALER))
    game.do(c.Deal())
    assert game.round.phase == "deciding"
    assert verdict(game, c.Act(1, "fold")) == "stub-count-due"
    game.run()
    assert game.round.stub == "right"
    assert verdict(game, c.Act(1, "fold")) == "accepted"


AFTER_WRONG_COUNT = {
    "stub-wrong-misdealt": "used",
    "stub-wrong-misdealt-not-52": "removed",
    "stub-wrong-not-misdealt": "removed",
}


@pytest.mark.parametrize(
    ("book", "irregularity", "after"),
    [
        (book, irregularity, after)
        for irregularity, after in AFTER_WRONG_COUNT.items()
        for book in books_with("irregularities", irregularity)
    ],
)
def test_8_h_a_wrong_count_voids_the_round_and_may_cost_the_deck(book: str, irregularity: str, after: str) -> None:
    procedure = {"shuffler": "none" if rulebooks.get(book).decks_with("counting") > 1 else "counting"}
    game = bet(Game(book, physical=True, procedure=procedure).opened()).deal()
    while game.engine.verify(game.state, c.CountStub(30)) is not None:
        game.do(game.next() or staying(game))
    game.do(c.CountStub(30, by=DEALER))
    assert game.driver.next_command() is None, "nothing goes on before it is counted again"
    game.do(c.CountStub(30, by=FLOOR))
    assert game.driver.next_command() is None, "nothing goes on before the reason is known"
    game.irregularity(irregularity).settle()
    assert {line.outcome for line in game.round.lines} == {"void"}
    game.clear()
    assert status(game) == after
    assert game.state.rounds_since_count == 0, "it was a count"
    game.ready()
    assert status(game) == "ready", "new decks, or a new shuffle"


def staying(game: Game) -> c.Act:
    """A decision that keeps the player whose turn it is in the round."""
    return next(act for act in decisions(game.engine.rules, game.round) if act.action != "fold")


def test_stub_count_after_payment_no_count_once_a_seat_is_settled() -> None:
    game = Game("pa-653a", seats=(1, 2)).opened()
    for seat in (1, 2):
        game.bet(seat, ante=10, blind=10)
    game.do(c.CloseBets(by=DEALER))
    while game.round.phase != "settling":
        game.do(game.driver.next_command() or staying(game))
    assert verdict(game, c.CountStub(0)) == "accepted"
    game.do(c.SettleSeat())
    assert verdict(game, c.CountStub(0)) == "no-stub-to-count"
