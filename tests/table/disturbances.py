"""What may disturb a round: wagers placed and taken back, irregularities, orders of the floor, and nonsense."""

from __future__ import annotations

from collections.abc import Callable

from tablelaw.cards import PACK
from tablelaw.table import Refused, Table, commands
from tablelaw.table.state import change
from tests.table.world import DEALER, FLOOR, World, pick

HOUR = 3600


def sit(world: World) -> Refused | None:
    """Seats somebody, perhaps next to a position they already have."""
    number = 1 + world.chance.below(world.engine.rules.seats)
    player = pick(world.chance, ["guest", "ann", f"player {number}"])
    return world.attempt(commands.TakeSeat(number, player, by=f"player:{number}", at=world.now))


def leave(world: World) -> Refused | None:
    number = 1 + world.chance.below(world.engine.rules.seats)
    return world.attempt(commands.LeaveSeat(number, by=f"player:{number}", at=world.now))


def bet(world: World) -> None:
    """Lets some of the seated players bet: the required wagers, and some of the others."""
    seats = [seat for seat in sorted(world.state.players) if world.chance.below(3)] or sorted(world.state.players)[:1]
    for seat in seats:
        terms = world.engine.submission.wagers[world.engine.rules.base]
        spread = terms.maximum_cents - terms.minimum_cents
        base = pick(world.chance, [terms.minimum_cents, terms.maximum_cents, terms.minimum_cents + spread // 3])
        base -= base % world.engine.rules.parts
        for wager in world.engine.rules.opening:
            world.do(commands.PlaceWager(seat, wager.id, base, by=f"player:{seat}", at=world.now))
        for wager in world.engine.rules.book.wagers:
            if wager.kind == "optional" and wager.id in world.engine.submission.wagers and world.chance.below(2):
                _side_bet(world, seat, wager.id)


def _side_bet(world: World, seat: int, wager: str) -> None:
    terms = world.engine.submission.wagers[wager]
    sums = terms.amounts_cents or (terms.minimum_cents, terms.maximum_cents)
    command = commands.PlaceWager(seat, wager, pick(world.chance, sums), by=f"player:{seat}", at=world.now)
    refusal = world.attempt(command)
    is_limited = refusal is not None and world.engine.rules.wagers[wager].times_at_most
    assert refusal is None or refusal.name == ("above-maximum" if is_limited else "wager-missing"), refusal


def withdraw(world: World) -> Refused | None:
    seat = 1 + world.chance.below(world.engine.rules.seats)
    wager = pick(world.chance, list(world.engine.rules.wagers))
    return world.attempt(commands.WithdrawWager(seat, wager, by=f"player:{seat}", at=world.now))


def irregularity(world: World) -> Refused | None:
    """Reports any irregularity of the rulebook now."""
    row = pick(world.chance, world.engine.rules.book.irregularities)
    round_ = world.state.round
    seat = 1 + world.chance.below(world.engine.rules.seats)
    card = (world.next_card(round_),) if round_ and world.engine.physical and world.order[round_.dealt :] else ()
    by = FLOOR if row.hands == "player's hand void" else pick(world.chance, [DEALER, FLOOR])
    return world.attempt(commands.ReportIrregularity(row.id, seat, card, by=by, at=world.now))


def draw(world: World) -> Refused | None:
    cards = (PACK[world.chance.below(52)],) if world.chance.below(2) else ()
    positions = (world.chance.below(world.engine.rules.seats + 1),) if not cards else ()
    return world.attempt(commands.DrawBonus(cards, positions, by="system", at=world.now))


def read_meters(world: World) -> Refused | None:
    readings = tuple((name, units + world.chance.below(10**8)) for name, units in world.state.meters.items())
    return world.attempt(commands.ReadMeters(readings, by="system", at=world.now)) if readings else None


def count_stub(world: World) -> Refused | None:
    round_ = world.state.round
    cards = 52 - (round_.dealt if round_ else 0) - (world.chance.below(3) == 0)
    return world.attempt(commands.CountStub(cards, by=DEALER, at=world.now))


def change_decks(world: World) -> Refused | None:
    backs = world.engine.submission.back_colours
    backs = backs if world.state.shuffler != "none" else backs[:1]
    return world.attempt(commands.ChangeDecks(backs, bool(world.chance.below(2)), at=world.now))


def other_deck(world: World) -> Refused | None:
    """Sends the deck that is not in play through the shuffler, or shuffles a deck once more."""
    cards = () if world.engine.physical else world.cards()
    return world.attempt(commands.Shuffle("machine", cards, by="system", at=world.now))


def later(world: World) -> None:
    world.now += world.chance.below(HOUR)


def device(world: World) -> Refused | None:
    """Breaks or restores devices, and changes the procedure accordingly."""
    works, name = bool(world.chance.below(3)), pick(world.chance, ["shuffler", "shoe"])
    world.attempt(commands.MarkDevice(name, works, by=FLOOR, at=world.now))
    method = pick(world.chance, [world.engine.submission.dealing, *world.engine.rules.dealing.methods])
    return world.attempt(commands.ChangeMethod(method, by=FLOOR, at=world.now))


def recut(world: World) -> Refused | None:
    return world.attempt(commands.OrderRecut(by=FLOOR, at=world.now))


def close(world: World) -> Refused | None:
    return world.attempt(commands.CloseTable(by=FLOOR, at=world.now))


def spread(world: World) -> Refused | None:
    return world.attempt(commands.SpreadCards(at=world.now))


SIDE: tuple[Callable[[World], object], ...] = (
    *(sit, sit, leave, withdraw, draw, draw, read_meters, count_stub, change_decks),
    *(other_deck, other_deck, later, device, recut, recut, recut, spread, close),
)


def nonsense(world: World) -> None:
    """Gives a command with arbitrary words, numbers and giver: refused or, by luck, valid; never an internal error."""
    below, at = world.chance.below, world.now
    by = pick(world.chance, ["dealer", "floor", "player", "player:1", "player:99", "system", "cook", ""])
    number, word = below(60) - 5, pick(world.chance, ["", "ante", "envy", "play", "shuffler", "hand", "fold", "x"])
    kinds: list[commands.Command] = [
        commands.ReceiveDecks((word,) * below(3), by=by, at=at),
        commands.Shuffle(word, tuple(PACK[: below(53)]), by=by, at=at),
        commands.CutDeck(number, by=by, at=at),
        commands.MarkDevice(word, by=by, at=at),
        commands.ChangeMethod(word, by=by, at=at),
        commands.TakeSeat(number, word, by=by, at=at),
        commands.PlaceWager(number, word, number * 100, by=by, at=at),
        commands.WithdrawWager(number, word, by=by, at=at),
        commands.CountChips(number, by=by, at=at),
        commands.Act(number, word, number, tuple(PACK[: below(2)]), by=by, at=at),
        commands.ReadMeters(((word, number),), by=by, at=at),
        commands.DrawBonus((), (number,), by=by, at=at),
        commands.Validate(number, word, by=by, at=at),
        commands.CompleteDocuments(number, by=by, at=at),
        commands.ReportIrregularity(word, number, by=by, at=at),
    ]
    world.attempt(pick(world.chance, kinds))


def out_of_order(world: World) -> None:
    """Gives a valid command at any moment: usually the wrong one, so that it is refused."""
    at, below = world.now, world.chance.below
    seat = 1 + below(world.engine.rules.seats)
    wager, cents = pick(world.chance, list(world.engine.rules.wagers)), 100 * below(3000)
    action = pick(world.chance, ["fold", "check", "bet", "play", "declare"])
    kinds: list[commands.Command] = [
        commands.InspectDecks(at=at),
        commands.VerifyInspection(by=pick(world.chance, ["floor", "floor:bob"]), at=at),
        commands.ShowCards(by="player", at=at),
        commands.WashCards(at=at),
        commands.PlaceWager(seat, wager, cents, at=at),
        commands.CloseBets(by=DEALER, at=at),
        commands.Act(seat, action, cents, at=at),
        commands.TurnUp(at=at),
        commands.ClearRound(at=at),
        commands.Deal(at=at),
    ]
    world.attempt(pick(world.chance, kinds))


def plain(state: Table) -> Table:
    """A state without its counters, to see whether anything else changed."""
    return change(state, events=0, now=0)
