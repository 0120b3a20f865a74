"""Questions about the table's procedure: cuts, hours of a deck, stub counts, the order of the cards."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from tablelaw.cards import PACK
from tablelaw.law.rulebook import Rulebook
from tablelaw.table import commands as c
from tablelaw.table import events
from tablelaw.table.legal import decisions
from tablelaw.table.reading.duties import duties
from tablelaw.table.registry import tag_of
from tablelaw.table.state import change
from tests.table.game import DEALER, FLOOR, Game
from tests.table.test_life import bet, play, staying, verdict

Asked = Mapping[str, Any]
HOUR = 3600


def ask_cut(book: Rulebook, asked: Asked) -> str:
    """Whether a cut at some depth is accepted."""
    game = Game(book.id, procedure={"shuffler": "none"}).opened()
    game.do(c.Shuffle("hand", tuple(PACK)))
    return verdict(game, c.CutDeck(asked["cut"]))


def ask_hours(book: Rulebook, asked: Asked) -> str:
    """After how many hours decks must be changed before a round, by dealing method, possibly after another method was
    used.
    """
    first = asked.get("dealt_before", asked["hours"])
    game = Game(book.id, procedure={"dealing": first, "decks": asked.get("decks", 1)}).opened()
    if first != asked["hours"]:
        play(game).ready()
        game.do(c.ChangeMethod(asked["hours"], by=FLOOR))
    bet(game)
    accepted = [hours for hours in range(1, 49) if verdict(game, c.CloseBets(by=DEALER, at=hours * HOUR)) == "accepted"]
    return f"after {len(accepted) + 1} hours"


def ask_stub_count(book: Rulebook, asked: Asked) -> str:
    """When the stub must be counted, by shuffler, dealing method, decks and rounds already played."""
    procedure = {"shuffler": asked["stub_count"], "dealing": asked.get("dealing", book.dealing[0].id)}
    game = Game(book.id, procedure=procedure | {"decks": asked.get("decks", 1)}).opened()
    for _ in range(asked.get("played", 0)):
        play(game)
    game.ready()
    found = {duty.duty: duty for duty in duties(game.engine.rules, game.state, 0)}
    return f"due in round {game.state.rounds + found['count-stub'].due + 1}" if "count-stub" in found else "not due"


def ask_dealt(book: Rulebook, asked: Asked) -> str:
    """The places of all cards of a round in order, dealt to seats 1 and 2, and which are face up."""
    procedure = {"dealing": asked["dealt"], "shuffler": asked.get("shuffler", "counting")}
    game = Game(book.id, seats=(1, 2), procedure=procedure).opened()
    for seat in (1, 2):
        for wager in asked["wagers"]:
            game.bet(seat, **{wager: 10 if wager in {w.id for w in game.engine.rules.opening} else 1})
    game.deal().each(asked.get("action", "bet"))
    return ", ".join(places_of(game))


def places_of(game: Game) -> list[str]:
    """Joins adjacent cards to one place: "seat 1 x2"."""
    runs: list[list[Any]] = []
    dealt = [card for event in game.log if isinstance(event, events.Dealt) for card in event.cards]
    for place in (f"{to} up" if face == "up" else to for to, _, face in dealt):
        if runs and runs[-1][0] == place:
            runs[-1][1] += 1
        else:
            runs.append([place, 1])
    return [f"{place} x{count}" if count > 1 else str(place) for place, count in runs]


def ask_turned_up(book: Rulebook, asked: Asked) -> str:
    """Which of the face-down community cards are turned up at each step, by their order in the deal."""
    procedure = {"dealing": asked["turned_up"], "shuffler": asked.get("shuffler", "counting")}
    game = bet(Game(book.id, procedure=procedure).opened()).deal().each("check")
    community = list(game.round.community)
    shown = [event.cards for event in game.log if isinstance(event, events.Revealed)]
    return "; ".join(" ".join(str(community.index(card) + 1) for card in cards) for cards in shown)


def ask_late(book: Rulebook, asked: Asked) -> str:
    """Whether a wager is accepted between "no more bets" and the first card."""
    game = bet(Game(book.id, procedure={"dealing": asked.get("dealing", book.dealing[0].id)}).opened())
    game.do(c.CloseBets(by=DEALER))
    assert not game.round.dealt
    return verdict(game, c.PlaceWager(1, asked["late"], 100, by="player:1"))


def ask_settled_before_count(book: Rulebook, asked: Asked) -> str:
    """Whether a seat can be settled before the count in a round whose stub must be counted."""
    game = Game(book.id, procedure={"shuffler": "automated"}).opened()
    game.driver.state = change(game.state, rounds_since_count=4)
    bet(game).do(c.CloseBets(by=DEALER))
    while game.round.phase != "settling":
        game.do(game.driver.next_command() or staying(game))
    return verdict(game, c.SettleSeat(by=asked["settled_before_count"]))


def ask_stub(book: Rulebook, asked: Asked) -> str:
    """Which duties about the stub are due in a round in which it must be counted: before the count, or after a given
    number of cards was counted.
    """
    game = Game(book.id, procedure={"shuffler": "automated"}).opened()
    game.driver.state = change(game.state, rounds_since_count=4)
    bet(game).do(c.CloseBets(by=DEALER))
    while game.round.phase != "settling":
        game.do(game.driver.next_command() or staying(game))
    if asked["stub"] != "before the count":
        game.do(c.CountStub(asked["stub"] - game.round.dealt, by=DEALER))
    found = [duty.duty for duty in duties(game.engine.rules, game.state, 0) if duty.when == "now"]
    return ", ".join(name for name in found if name in ("count-stub", "rack-the-stub", "explain-wrong-count"))


def ask_stub_when_due(book: Rulebook, asked: Asked) -> str:
    """The phase of the round in which a required count of the stub is due, and which duties about the stub are due
    then.
    """
    game = Game(book.id, procedure={"shuffler": asked["stub_when_due"]}).opened()
    game.driver.state = change(game.state, rounds_since_count=4)
    bet(game).do(c.CloseBets(by=DEALER))
    while not isinstance(command := game.driver.next_command(), c.CountStub):
        game.do(command or staying(game))
    found = [duty.duty for duty in duties(game.engine.rules, game.state, 0) if duty.when == "now"]
    return ", ".join([game.round.phase, *(name for name in found if name in ("count-stub", "rack-the-stub"))])


def ask_idle(book: Rulebook, asked: Asked) -> str:
    """The steps at a table without players, from the first player's arrival to the cut."""
    game = Game(book.id, procedure={"shuffler": asked["idle"]}).opened()
    game.do(c.LeaveSeat(1, by="player:1"))
    game.do(c.SpreadCards(by=DEALER))
    before = len(game.log)
    game.opened()
    return ", ".join(getattr(event, "status", tag_of(type(event))) for event in game.log[before + 1 :])


def ask_preshuffled(book: Rulebook, asked: Asked) -> str:
    """What a preshuffled deck still needs before it is dealt from, by dealing method."""
    game = Game(book.id, physical=True, procedure={"dealing": asked["preshuffled"]})
    game.do(c.ReceiveDecks(("blue",), True, by=DEALER))
    before = len(game.log)
    while (command := game.driver.next_command()) is not None:
        game.do(command)
    return ", ".join(tag_of(type(event)) for event in game.log[before:])


def ask_after_fold(book: Rulebook, asked: Asked) -> str:
    """Where a folded player's cards are, if that player made wagers besides the opening ones."""
    game = bet(Game(book.id, seats=(1, 2)).opened())
    for opening in game.engine.rules.opening:
        game.bet(2, **{opening.id: 10})
    for wager in asked["after_fold"]:
        game.bet(1, **{wager: 1})
    game.deal()
    while "fold" not in game.round.seats[1].actions:
        game.do(next(act for act in decisions(game.engine.rules, game.round) if act.action in ("fold", "check")))
        game.run()
    return "in the rack" if game.round.seats[1].racked else "at the position"


def ask_after_jam(book: Rulebook, asked: Asked) -> str:
    """The steps that a deck goes through again after the shuffler has jammed."""
    game = Game(book.id, procedure={"shuffler": asked["after_jam"]}).opened().irregularity("shuffler-jam")
    before = len(game.log)
    game.ready()
    return ", ".join(tag_of(type(event)) for event in game.log[before:])


def ask_irregularity(book: Rulebook, asked: Asked) -> str:
    """Whether a person may report an irregularity before the decision on the Flop."""
    game = bet(Game(book.id).opened()).deal()
    return verdict(game, c.ReportIrregularity(asked["slip"], 1, by=asked["by"]))


def ask_procedure(book: Rulebook, asked: Asked) -> str:
    """The paragraph under which a stage of the round, or the cards after it, is carried out."""
    flow = list(book.flow)
    place = next(n for n, entry in enumerate(flow) if entry.stage == asked["after_stage"])
    return str(flow[place + 1].cite)


QUESTIONS: dict[str, Callable[[Rulebook, Asked], str]] = {
    "cut": ask_cut,
    "hours": ask_hours,
    "stub_count": ask_stub_count,
    "dealt": ask_dealt,
    "turned_up": ask_turned_up,
    "late": ask_late,
    "settled_before_count": ask_settled_before_count,
    "stub": ask_stub,
    "stub_when_due": ask_stub_when_due,
    "idle": ask_idle,
    "preshuffled": ask_preshuffled,
    "after_fold": ask_after_fold,
    "after_jam": ask_after_jam,
    "slip": ask_irregularity,
    "after_stage": ask_procedure,
}
