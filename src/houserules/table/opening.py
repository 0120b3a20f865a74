"""Life of a table: decks received, inspected, verified, spread, washed, shuffled, cut; changed; closed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from houserules.cards import Card
from houserules.table import commands, events
from houserules.table.refusals import Refused
from houserules.table.registry import change, evolves, handles
from houserules.table.state import DeckState, Table

if TYPE_CHECKING:
    from houserules.table.engine import Engine

MACHINES = frozenset({"automated", "counting", "reshuffling"})


def decks_of(state: Table) -> tuple[DeckState, ...]:
    if not state.decks:
        raise Refused("no-decks", accepted="ReceiveDecks")
    return state.decks


def no_round(state: Table) -> None:
    if state.round is not None:
        raise Refused("round-in-progress", accepted="the round settled and cleared first")


# --- Receiving and readying ------------------------------------------------------------------


@handles(commands.ReceiveDecks, "dealer")
def receive(engine: Engine, state: Table, command: commands.ReceiveDecks) -> list[events.Event]:
    if state.decks:
        raise Refused("decks-at-the-table", accepted="ChangeDecks")
    return [_received(engine, command.backs, command.preshuffled, command, "inspect-decks")]


def _received(
    engine: Engine, backs: tuple[str, ...], preshuffled: bool, command: commands.Command, duty: str
) -> events.DecksReceived:
    expected = engine.submission.decks
    if len(backs) != expected:
        raise Refused("wrong-number-of-decks", why=f"{len(backs)} decks", accepted=str(expected))
    if len(set(backs)) != len(backs):
        raise Refused("same-back-colour", accepted="two different colours")
    cite = engine.plan.duty_cite(duty)
    return events.DecksReceived(backs, preshuffled, cite=cite, by=command.by, at=command.at)


@evolves(events.DecksReceived)
def decks_received(engine: Engine, state: Table, event: events.DecksReceived) -> Table:
    status = "stacked" if event.preshuffled else "received"
    decks = tuple(DeckState(back, status, (), event.preshuffled, event.at) for back in event.backs)
    return change(state, events=state.events + 1, decks=decks, deck=0, rounds_since_count=0, now=event.at)


STEPS = (
    # command, status before, status after, duty
    (commands.InspectDecks, ("received",), "inspected", "inspect-decks"),
    (commands.VerifyInspection, ("inspected",), "verified", "verify-inspection"),
    (commands.SpreadCards, ("verified",), "spread", "spread-for-first-player"),
    (commands.ShowCards, ("spread", "idle"), "seen", "spread-for-first-player"),
    (commands.WashCards, ("seen",), "stacked", "wash-and-stack"),
)
ROLE_OF_STEP = {commands.VerifyInspection: "floor", commands.ShowCards: "player"}


def _register_step(kind: type[commands.Command], before: tuple[str, ...], after: str, duty: str) -> None:
    def handler(engine: Engine, state: Table, command: commands.Command) -> list[events.Event]:
        status = decks_of(state)[0].status
        no_round(state)
        if status not in before:
            raise Refused(
                "out-of-order",
                why=f"the decks are {status}",
                accepted=f"decks that are {' or '.join(before)}",
            )
        if kind is commands.ShowCards and not state.players:
            raise Refused("no-first-player", accepted="TakeSeat")
        cite = engine.plan.duty_cite(duty)
        return [events.DecksReadied(after, cite=cite, by=command.by, at=command.at)]

    handles(kind, ROLE_OF_STEP.get(kind, "dealer"))(handler)


for _step in STEPS:
    _register_step(*_step)


@handles(commands.SpreadCards, "dealer")
def spread(engine: Engine, state: Table, command: commands.SpreadCards) -> list[events.Event]:
    """Spread for the first player at the opening, or while nobody plays."""
    status = decks_of(state)[0].status
    no_round(state)
    if status == "verified":
        cite = engine.plan.duty_cite("spread-for-first-player")
        return [events.DecksReadied("spread", cite=cite, by=command.by, at=command.at)]
    if status in ("ready", "shuffled", "used") and engine.submission.shuffler != "reshuffling":
        cite = engine.plan.duty_cite("idle-spread")
        return [events.DecksReadied("idle", cite=cite, by=command.by, at=command.at)]
    raise Refused("out-of-order", why=f"the decks are {status}", accepted="verified decks, or an idle table")


@evolves(events.DecksReadied)
def decks_readied(engine: Engine, state: Table, event: events.DecksReadied) -> Table:
    decks = tuple(change(deck, status=event.status, cards=()) for deck in state.decks)
    return change(state, events=state.events + 1, decks=decks, now=event.at)


# --- Shuffle and cut --------------------------------------------------------------------------


@handles(commands.Shuffle, "dealer", "system")
def shuffle(engine: Engine, state: Table, command: commands.Shuffle) -> list[events.Event]:
    no_round_under_way(state)
    deck = decks_of(state)[state.deck]
    if deck.status not in ("stacked", "used", "ready", "shuffled"):
        raise Refused("out-of-order", why=f"the deck is {deck.status}", accepted="a stacked or used deck")
    machine = state.shuffler in MACHINES
    if command.how != ("machine" if machine else "hand"):
        raise Refused("wrong-shuffle", why=command.how, accepted="machine" if machine else "hand")
    _refuse_short(engine, command.cards)
    after = "ready" if machine else "shuffled"
    cite = engine.plan.duty_cite("shuffle")
    return [events.Shuffled(command.how, command.cards, after, cite=cite, by=command.by, at=command.at)]


def no_round_under_way(state: Table) -> None:
    if state.round is not None and state.round.phase != "betting":
        raise Refused("round-in-progress", accepted="the round settled and cleared first")


def _refuse_short(engine: Engine, cards: tuple[Card, ...]) -> None:
    if engine.physical:
        if cards:
            raise Refused("cards-are-real", accepted="a shuffle without an order of cards")
    elif len(cards) != engine.plan.deck_size or len(set(cards)) != engine.plan.deck_size:
        raise Refused("not-52-cards", why=f"{len(set(cards))} different cards", accepted=str(engine.plan.deck_size))


@evolves(events.Shuffled)
def shuffled(engine: Engine, state: Table, event: events.Shuffled) -> Table:
    return with_deck(state, status=event.status, cards=event.cards, preshuffled=False, at=event.at)


def with_deck(state: Table, at: int | None = None, **fields: object) -> Table:
    """The state with its current deck changed by one event."""
    deck = change(state.decks[state.deck], **fields)
    decks = (*state.decks[: state.deck], deck, *state.decks[state.deck + 1 :])
    return change(state, events=state.events + 1, decks=decks, now=state.now if at is None else at)


@handles(commands.CutDeck, "dealer")
def cut(engine: Engine, state: Table, command: commands.CutDeck) -> list[events.Event]:
    no_round_under_way(state)
    deck = decks_of(state)[state.deck]
    due = deck.status == "shuffled" or (deck.preshuffled and deck.status == "stacked")
    if not due:
        raise Refused("no-cut-due", why=f"the deck is {deck.status}", accepted="a deck shuffled by hand or preshuffled")
    least, most = int(engine.plan.book.fact("cut-at-least")), engine.plan.deck_size - 1
    cite = engine.plan.duty_cite("cut")
    if not least <= command.depth <= most:
        raise Refused(
            "cut-too-shallow",
            why=f"{command.depth} cards ({cite})",
            accepted=f"{least} to {most} cards from the top",
        )
    return [events.DeckCut(command.depth, cite=cite, by=command.by, at=command.at)]


@evolves(events.DeckCut)
def deck_cut(engine: Engine, state: Table, event: events.DeckCut) -> Table:
    cards = state.decks[state.deck].cards
    return with_deck(state, status="ready", cards=cards[event.depth :] + cards[: event.depth], at=event.at)


@handles(commands.OrderRecut, "floor")
def order_recut(engine: Engine, state: Table, command: commands.OrderRecut) -> list[events.Event]:
    no_round_under_way(state)
    if decks_of(state)[state.deck].status != "ready" or state.shuffler in MACHINES:
        raise Refused("recut-not-now", accepted="a deck that has been cut, before any card is dealt")
    return [events.RecutOrdered(cite=engine.plan.duty_cite("recut-on-order"), by=command.by, at=command.at)]


@evolves(events.RecutOrdered)
def recut_ordered(engine: Engine, state: Table, event: events.RecutOrdered) -> Table:
    return with_deck(state, status="shuffled", at=event.at)


# --- Changing decks, devices, closing -------------------------------------------------------------


@handles(commands.ChangeDecks, "dealer")
def change_decks(engine: Engine, state: Table, command: commands.ChangeDecks) -> list[events.Event]:
    no_round(state)
    duty = "change-decks-hand" if state.method == "hand" else "change-decks-shoe"
    return [_received(engine, command.backs, command.preshuffled, command, duty)]


@handles(commands.MarkDevice, "dealer", "floor")
def mark_device(engine: Engine, state: Table, command: commands.MarkDevice) -> list[events.Event]:
    devices = ("shuffler", "shoe")
    if command.device not in devices:
        raise Refused("no-such-device", why=command.device, accepted=", ".join(devices))
    slip = engine.plan.slips["device-out-of-order"]
    return [events.DeviceMarked(command.device, slip.device, cite=str(slip.cite.first), by=command.by, at=command.at)]


@evolves(events.DeviceMarked)
def device_marked(engine: Engine, state: Table, event: events.DeviceMarked) -> Table:
    marked = (*state.out_of_order, event.device)
    shuffler = "none" if event.device == "shuffler" else state.shuffler
    return change(state, events=state.events + 1, out_of_order=marked, shuffler=shuffler, now=event.at)


@handles(commands.ChangeMethod, "floor")
def change_method(engine: Engine, state: Table, command: commands.ChangeMethod) -> list[events.Event]:
    no_round_under_way(state)
    method = engine.plan.dealing.get(command.dealing)
    if method is None:
        raise Refused("no-such-method", why=command.dealing, accepted=", ".join(engine.plan.dealing))
    if state.method.endswith("shoe") and state.method != "manual-shoe" and "shoe" not in state.out_of_order:
        raise Refused("device-not-marked", accepted="MarkDevice shoe first")
    if method.needs and state.shuffler == "none":
        raise Refused("wrong-shuffle", why=f"{method.name} needs a device", accepted="a procedure without one")
    return [events.MethodChanged(command.dealing, cite=str(method.cite.first), by=command.by, at=command.at)]


@evolves(events.MethodChanged)
def method_changed(engine: Engine, state: Table, event: events.MethodChanged) -> Table:
    return change(state, events=state.events + 1, method=event.dealing, now=event.at)


@handles(commands.CloseTable, "floor")
def close(engine: Engine, state: Table, command: commands.CloseTable) -> list[events.Event]:
    decks_of(state)
    no_round(state)
    return [events.TableClosed(cite=engine.plan.duty_cite("inspect-decks"), by=command.by, at=command.at)]


@evolves(events.TableClosed)
def table_closed(engine: Engine, state: Table, event: events.TableClosed) -> Table:
    return change(state, events=state.events + 1, decks=(), deck=0, players={}, round=None, now=event.at)
