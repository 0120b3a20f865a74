"""How to cause each refusal before the first card, and the paragraph on which it rests."""

from __future__ import annotations

from collections.abc import Callable

from tablelaw.cards import PACK
from tablelaw.table import commands as c
from tests.table.game import DEALER, FLOOR, Game

HOUR = 3600
BOOK = "pa-653a"
Case = Callable[[], tuple[Game, c.Command]]
CASES: dict[str, tuple[str, Case]] = {}


def provokes(name: str, cite: str = "") -> Callable[[Case], Case]:
    def register(case: Case) -> Case:
        assert name not in CASES
        CASES[name] = (cite, case)
        return case

    return register


def new(**choices: object) -> Game:
    return Game(BOOK, **choices)  # type: ignore[arg-type]


def opened(**choices: object) -> Game:
    return new(**choices).opened()


def bet(**choices: object) -> Game:
    return opened(**choices).bet(1, ante=10, blind=10)


def asked(**choices: object) -> Game:
    return bet(**choices).deal()


def royal() -> Game:
    """A game in which a Progressive royal flush waits for a floorperson."""
    game = new(seats=(1,)).stack({1: "As Ks"}, dealer="3c 4d", board="Qs Js Ts 2h 3h").opened()
    game.bet(1, ante=10, blind=10, progressive=1).deal().each("check")
    assert game.round.waiting == ((1, "progressive"),)
    return game


def uncounted(**procedure: str) -> Game:
    """A game in its fifth round without a count, in which everybody has decided."""
    game = opened(procedure={"shuffler": "automated", **procedure})
    for _ in range(4):
        game.bet(1, ante=10, blind=10).deal().each("check").clear()
        game.ready()
    return game.bet(1, ante=10, blind=10).deal()


# --- Who -----------------------------------------------------------------------------------------


@provokes("wrong-role")
def _() -> tuple[Game, c.Command]:
    return opened(), c.PlaceWager(1, "ante", 1000, by="player:2")


@provokes("same-person", "653a.11(k)(3)")
def _() -> tuple[Game, c.Command]:
    return royal(), c.Validate(1, "progressive", by="floor:bob")


# --- Decks and devices -----------------------------------------------------------------------------


@provokes("no-decks", "653a.4(a)")
def _() -> tuple[Game, c.Command]:
    return new(), c.InspectDecks()


@provokes("decks-at-the-table", "653a.3(a)")
def _() -> tuple[Game, c.Command]:
    return opened(), c.ReceiveDecks(("blue",))


@provokes("wrong-number-of-decks", "653a.3(b)")
def _() -> tuple[Game, c.Command]:
    return new(), c.ReceiveDecks(("blue", "red"))


@provokes("same-back-colour", "653a.3(b)")
def _() -> tuple[Game, c.Command]:
    return new(procedure={"decks": 2}), c.ReceiveDecks(("blue", "blue"))


@provokes("out-of-order", "653a.4(c)")
def _() -> tuple[Game, c.Command]:
    return opened(), c.WashCards()


@provokes("no-first-player", "653a.4(b)")
def _() -> tuple[Game, c.Command]:
    game = new()
    game.ready()
    return game, c.ShowCards(by="player")


@provokes("wrong-shuffle", "653a.5(a)")
def _() -> tuple[Game, c.Command]:
    return opened(), c.Shuffle("hand", tuple(PACK))


@provokes("not-52-cards", "653a.3(a)")
def _() -> tuple[Game, c.Command]:
    return opened(), c.Shuffle("machine", tuple(PACK[:51]))


@provokes("no-cut-due", "653a.5(d)")
def _() -> tuple[Game, c.Command]:
    return opened(), c.CutDeck(26)


@provokes("cut-too-shallow", "653a.5(d)")
def _() -> tuple[Game, c.Command]:
    game = opened(procedure={"shuffler": "none"})
    game.do(c.Shuffle("hand", tuple(PACK)))
    return game, c.CutDeck(9)


@provokes("recut-not-now", "653a.5(e)")
def _() -> tuple[Game, c.Command]:
    return opened(), c.OrderRecut(by=FLOOR)


@provokes("deck-not-ready", "653a.5(a)")
def _() -> tuple[Game, c.Command]:
    game = bet(procedure={"shuffler": "none"})
    game.do(c.Shuffle("hand", tuple(PACK)))
    return game, c.CloseBets(by=DEALER)


@provokes("deck-change-due", "653a.3(c)")
def _() -> tuple[Game, c.Command]:
    return bet(), c.CloseBets(by=DEALER, at=8 * HOUR)


@provokes("no-such-method")
def _() -> tuple[Game, c.Command]:
    return opened(), c.ChangeMethod("drone", by=FLOOR)


@provokes("method-in-use")
def _() -> tuple[Game, c.Command]:
    return opened(), c.ChangeMethod("manual-shoe", by=FLOOR)


@provokes("device-not-marked", "653a.13(g)")
def _() -> tuple[Game, c.Command]:
    return opened(procedure={"dealing": "automated-shoe"}), c.ChangeMethod("manual-shoe", by=FLOOR)


@provokes("device-missing", "653a.9")
def _() -> tuple[Game, c.Command]:
    return opened(procedure={"shuffler": "none"}), c.ChangeMethod("hand", by=FLOOR)


@provokes("no-such-device", "653a.13(g)")
def _() -> tuple[Game, c.Command]:
    return opened(), c.MarkDevice("shoe")


# --- Seats and wagers --------------------------------------------------------------------------------


@provokes("round-in-progress", "653a.7(b)")
def _() -> tuple[Game, c.Command]:
    return bet(), c.LeaveSeat(1, by="player:1")


@provokes("no-round", "653a.11(n)")
def _() -> tuple[Game, c.Command]:
    return opened(), c.ClearRound()


@provokes("no-such-seat", "653a.2(a)")
def _() -> tuple[Game, c.Command]:
    return new(), c.TakeSeat(7)


@provokes("seat-taken")
def _() -> tuple[Game, c.Command]:
    return opened(), c.TakeSeat(1)


@provokes("seat-empty", "653a.7(b)")
def _() -> tuple[Game, c.Command]:
    return opened(), c.PlaceWager(2, "ante", 1000)


@provokes("too-many-positions", "653a.7(e)")
def _() -> tuple[Game, c.Command]:
    return opened(), c.TakeSeat(2, "p1")


@provokes("not-adjacent", "653a.7(e)")
def _() -> tuple[Game, c.Command]:
    return opened(positions_per_player="2"), c.TakeSeat(3, "p1")


@provokes("bets-closed", "653a.8(b)")
def _() -> tuple[Game, c.Command]:
    return asked(), c.PlaceWager(1, "progressive", 100)


@provokes("unknown-wager")
def _() -> tuple[Game, c.Command]:
    return opened(), c.PlaceWager(1, "insurance", 1000)


@provokes("wager-not-offered", "653a.7(d)(3)")
def _() -> tuple[Game, c.Command]:
    return bet(offered=()), c.PlaceWager(1, "progressive", 100)


@provokes("not-placed-now", "653a.7(d)(1)")
def _() -> tuple[Game, c.Command]:
    return bet(), c.PlaceWager(1, "play", 1000)


@provokes("bonus-not-staked", "653a.1(Envy bonus)")
def _() -> tuple[Game, c.Command]:
    return bet(), c.PlaceWager(1, "envy", 100)


@provokes("amount-not-permitted", "653a.7(d)(3)")
def _() -> tuple[Game, c.Command]:
    return bet(), c.PlaceWager(1, "progressive", 500)


@provokes("below-minimum")
def _() -> tuple[Game, c.Command]:
    return opened(), c.PlaceWager(1, "ante", 99)


@provokes("above-maximum")
def _() -> tuple[Game, c.Command]:
    return opened(), c.PlaceWager(1, "ante", 10_000_001)


@provokes("not-equal", "653a.7(d)(1)")
def _() -> tuple[Game, c.Command]:
    return opened().bet(1, ante=10), c.PlaceWager(1, "blind", 1001)


@provokes("wager-missing", "653a.7(d)(1)")
def _() -> tuple[Game, c.Command]:
    return opened().bet(1, ante=10), c.CloseBets(by=DEALER)


@provokes("wager-twice")
def _() -> tuple[Game, c.Command]:
    return opened().bet(1, ante=10), c.PlaceWager(1, "ante", 1000)


@provokes("no-wagers", "653a.8(b)")
def _() -> tuple[Game, c.Command]:
    return opened(), c.CloseBets(by=DEALER)


def with_chips() -> Game:
    game = bet().bet(1, progressive=1)
    game.do(c.CloseBets(by=DEALER))
    return game


@provokes("chips-not-counted", "653a.8(b)")
def _() -> tuple[Game, c.Command]:
    return with_chips(), c.Deal()


@provokes("chips-do-not-match", "653a.8(b)")
def _() -> tuple[Game, c.Command]:
    return with_chips(), c.CountChips(2)


@provokes("no-chips-to-count", "653a.8(b)")
def _() -> tuple[Game, c.Command]:
    return asked(), c.CountChips(1)
