"""How to cause each refusal from the first card on, and the paragraph on which it rests."""

from __future__ import annotations

from tablelaw.cards import Card
from tablelaw.table import commands as c
from tests.table.game import DEALER, FLOOR, Game
from tests.table.refusal_cases import asked, bet, opened, provokes, royal, uncounted

# --- Cards and decisions -------------------------------------------------------------------------------


@provokes("nothing-to-deal", "653a.8")
def _() -> tuple[Game, c.Command]:
    return asked(), c.Deal()


@provokes("cards-are-real")
def _() -> tuple[Game, c.Command]:
    game = bet(physical=True)
    game.do(c.CloseBets(by=DEALER))
    return game, c.Deal()


@provokes("cards-are-virtual")
def _() -> tuple[Game, c.Command]:
    return asked(), c.EnterCard(Card.parse("As"))


@provokes("impossible-card", "653a.3(a)")
def _() -> tuple[Game, c.Command]:
    game = bet(physical=True)
    game.do(c.CloseBets(by=DEALER))
    game.do(c.EnterCard(Card.parse("As")))
    return game, c.EnterCard(Card.parse("As"))


@provokes("no-card-to-take-back", "653a.8")
def _() -> tuple[Game, c.Command]:
    game = bet(physical=True)
    game.do(c.CloseBets(by=DEALER))
    return game, c.TakeBackCard(by=DEALER)


@provokes("no-decision-due", "653a.11(b)")
def _() -> tuple[Game, c.Command]:
    return bet(), c.Act(1, "check")


@provokes("not-your-turn", "653a.11(b)")
def _() -> tuple[Game, c.Command]:
    return opened(seats=(1, 2)).bet(1, ante=5, blind=5).bet(2, ante=5, blind=5).deal(), c.Act(2, "check")


@provokes("action-not-permitted", "653a.11(b)")
def _() -> tuple[Game, c.Command]:
    return asked(), c.Act(1, "fold")


@provokes("raise-not-permitted", "653a.11(b)")
def _() -> tuple[Game, c.Command]:
    return asked(), c.Act(1, "bet", 3500)


@provokes("wrong-discard", "653a.11(b)(2)")
def _() -> tuple[Game, c.Command]:
    game = asked()
    return game, c.Act(1, "check", 0, game.round.seats[1].cards[:1])


@provokes("nothing-to-turn-up", "653a.11(g)")
def _() -> tuple[Game, c.Command]:
    return asked(), c.TurnUp()


# --- Settlement --------------------------------------------------------------------------------------------


@provokes("not-settling", "653a.11(h)")
def _() -> tuple[Game, c.Command]:
    return asked(), c.SettleSeat()


@provokes("stub-count-due", "653a.8(f)")
def _() -> tuple[Game, c.Command]:
    game = uncounted()
    for action in ("check", "check", "fold"):
        game.do(c.Act(1, action, by="player:1"))
        while game.round.phase in ("dealing", "showdown"):
            game.do(c.Deal() if game.round.phase == "dealing" else c.TurnUp())
    return game, c.SettleSeat()


@provokes("no-stub-to-count", "653a.8(f)")
def _() -> tuple[Game, c.Command]:
    return asked(), c.CountStub(48)


def miscounted() -> Game:
    game = asked(physical=True).act(1, "check").act(1, "check")
    game.do(c.CountStub(40))
    return game


@provokes("stub-count-wrong", "653a.8(h)")
def _() -> tuple[Game, c.Command]:
    return miscounted(), c.Act(1, "fold")


@provokes("nothing-to-validate")
def _() -> tuple[Game, c.Command]:
    return royal(), c.Validate(1, "trips", by=FLOOR)


@provokes("validation-due", "653a.11(k)(3)")
def _() -> tuple[Game, c.Command]:
    return royal(), c.SettleSeat()


@provokes("documents-due", "653a.11(k)(4)")
def _() -> tuple[Game, c.Command]:
    return royal().settle(), c.ClearRound()


@provokes("no-documents-due", "653a.11(k)(4)")
def _() -> tuple[Game, c.Command]:
    return royal(), c.CompleteDocuments(1, by=FLOOR)


@provokes("not-cleared-yet", "653a.11(n)")
def _() -> tuple[Game, c.Command]:
    return asked(), c.ClearRound()


@provokes("no-meter", "653a.12(d)(3)")
def _() -> tuple[Game, c.Command]:
    return opened(), c.ReadMeters((("grand", 1),), by="system")


@provokes("nothing-drawn-here")
def _() -> tuple[Game, c.Command]:
    return asked(), c.DrawBonus((Card.parse("As"),), by="system")


@provokes("impossible-draw", "653a.1(Magic Card bonus)")
def _() -> tuple[Game, c.Command]:
    return asked(magic_card="yes", lucky_bonus="yes"), c.DrawBonus((), (7,), by="system")


# --- Irregularities -------------------------------------------------------------------------------------------


@provokes("unknown-slip")
def _() -> tuple[Game, c.Command]:
    return asked(), c.ReportIrregularity("spilled-drink")


@provokes("slip-not-now", "653a.13(a)")
def _() -> tuple[Game, c.Command]:
    return asked(), c.ReportIrregularity("one-card-face-up")


@provokes("slip-needs-seat", "653a.7(b)")
def _() -> tuple[Game, c.Command]:
    return asked(), c.ReportIrregularity("player-leaves", 4, by=FLOOR)


@provokes("round-is-void", "653a.13(c)")
def _() -> tuple[Game, c.Command]:
    return asked().irregularity("wrong-number-of-cards"), c.ReportIrregularity("wrong-number-of-cards")
