"""The decks of a table: received, inspected, verified, spread, washed, shuffled, cut and changed. Also closes the
table.
"""

from __future__ import annotations

from collections.abc import Iterable

from tablelaw.cards import Card
from tablelaw.persons import Actor, person_of
from tablelaw.table import commands, events
from tablelaw.table.refusals import Refused
from tablelaw.table.registry import evolves, handles
from tablelaw.table.rules import TableRules
from tablelaw.table.state import DeckState, DeckStatus, Table, change

MACHINES = frozenset({"automated", "counting", "reshuffling"})
MAY_BE_SHUFFLED = frozenset({"stacked", "used", "ready", "shuffled"})
MAY_BE_SPREAD = MAY_BE_SHUFFLED


def decks_of(rules: TableRules, state: Table) -> tuple[DeckState, ...]:
    if not state.decks:
        raise Refused(
            "no-decks",
            cite=rules.cites.deck_duty("inspect-decks"),
            accepted="receive decks first",
            typed="receive(...)",
        )
    return state.decks


def is_under_way(state: Table) -> bool:
    """Whether a round is in progress. The betting phase does not count, since the cards may still be in preparation."""
    return state.round is not None and state.round.phase != "betting"


def require_no_round_under_way(rules: TableRules, state: Table) -> None:
    if is_under_way(state):
        accepted = "settle and clear the round first"
        raise Refused("round-in-progress", cite=rules.flow.clear_cite, accepted=accepted)


def require_no_round(rules: TableRules, state: Table) -> None:
    if state.round is not None:
        accepted = "settle and clear the round first, or withdraw its wagers"
        raise Refused("round-in-progress", cite=rules.flow.clear_cite, accepted=accepted)


def with_deck(state: Table, at: int, number: int, **fields: object) -> Table:
    """The state after an event that changed one deck."""
    deck = change(state.decks[number], **fields)
    decks = (*state.decks[:number], deck, *state.decks[number + 1 :])
    return change(state, events=state.events + 1, decks=decks, now=at)


# --- Receiving and changing --------------------------------------------------------------------


@handles(commands.ReceiveDecks)
def receive(rules: TableRules, state: Table, command: commands.ReceiveDecks) -> list[events.Event]:
    if state.decks:
        raise Refused(
            "decks-at-the-table", cite=rules.cites.row("deck"), accepted="change the decks", typed="change(...)"
        )
    return [_received(rules, state, command, rules.cites.deck_duty("inspect-decks"))]


@handles(commands.ChangeDecks)
def change_decks(rules: TableRules, state: Table, command: commands.ChangeDecks) -> list[events.Event]:
    decks_of(rules, state)
    require_no_round_under_way(rules, state)
    _, cite = rules.dealing.deck_hours.get(state.method, (0, rules.cites.deck_duty("inspect-decks")))
    return [_received(rules, state, command, cite)]


def _received(
    rules: TableRules, state: Table, command: commands.ReceiveDecks | commands.ChangeDecks, cite: str
) -> events.DecksReceived:
    """The event for new decks; two decks alternate only if an automated shuffler is in use."""
    expected = rules.submission.decks if state.shuffler in MACHINES else 1
    where = rules.cites.row("decks-with-shuffler")
    if len(command.backs) != expected:
        raise Refused("wrong-number-of-decks", why=f"{len(command.backs)} decks", cite=where, accepted=str(expected))
    if len(set(command.backs)) != len(command.backs):
        raise Refused("same-back-colour", cite=where, accepted="two different colours")
    return events.DecksReceived(command.backs, command.preshuffled, cite=cite, by=command.by, at=command.at)


@evolves(events.DecksReceived)
def decks_received(rules: TableRules, state: Table, event: events.DecksReceived) -> Table:
    status: DeckStatus = "stacked" if event.preshuffled else "received"
    decks = tuple(DeckState(back, status, (), event.preshuffled, event.at) for back in event.backs)
    return change(state, events=state.events + 1, decks=decks, deck=0, rounds_since_count=0, now=event.at)


# --- Readying: inspected, verified, spread, seen, washed ----------------------------------------------


def _step(
    rules: TableRules, state: Table, command: commands.Command, before: tuple[str, ...], after: str, duty: str
) -> list[events.Event]:
    status = decks_of(rules, state)[state.deck].status
    require_no_round_under_way(rules, state)
    cite = rules.cites.deck_duty(duty)
    if status not in before:
        accepted = f"decks that are {' or '.join(before)}"
        raise Refused("out-of-order", why=f"the decks are {status}", cite=cite, accepted=accepted)
    return [events.DecksReadied(after, cite=cite, by=command.by, at=command.at)]


@handles(commands.InspectDecks, duty="inspect-decks")
def inspect(rules: TableRules, state: Table, command: commands.InspectDecks) -> list[events.Event]:
    return _step(rules, state, command, ("received",), "inspected", "inspect-decks")


@handles(commands.VerifyInspection, duty="verify-inspection")
def verify_inspection(rules: TableRules, state: Table, command: commands.VerifyInspection) -> list[events.Event]:
    """Lets a floorperson verify the inspection. The floorperson must not be the person who inspected the cards."""
    happened = _step(rules, state, command, ("inspected",), "verified", "verify-inspection")
    inspector = Actor.parse(state.decks[state.deck].inspected_by)
    require_other_person(command, [(inspector, "inspected them")], happened[0].cite)
    return happened


def require_other_person(command: commands.Command, others: Iterable[tuple[Actor, str]], cite: str) -> None:
    """Requires the person giving the command to be none of these people, however the names are spelled.

    Each item of `others` is a person and what that person did.
    """
    for other, did in others:
        name = other.name.strip()
        if name and person_of(command.by) == person_of(name):
            why = f"{name} {did}"
            raise Refused("same-person", why=why, cite=cite, accepted="another person, floorperson or above")


@handles(commands.SpreadCards, duty="spread-for-first-player")
def spread(rules: TableRules, state: Table, command: commands.SpreadCards) -> list[events.Event]:
    """Spreads the cards for the first player at the opening, or while no one is playing; not with a reshuffling
    device.
    """
    status = decks_of(rules, state)[state.deck].status
    if status not in MAY_BE_SPREAD or state.shuffler == "reshuffling":
        return _step(rules, state, command, ("verified",), "spread", "spread-for-first-player")
    require_no_round(rules, state)
    return _step(rules, state, command, tuple(sorted(MAY_BE_SPREAD)), "idle", "idle-spread")


@handles(commands.ShowCards, duty="spread-for-first-player")
def show(rules: TableRules, state: Table, command: commands.ShowCards) -> list[events.Event]:
    happened = _step(rules, state, command, ("spread", "idle"), "seen", "spread-for-first-player")
    if not state.players:
        raise Refused("no-first-player", cite=happened[0].cite, accepted="seat a player first", typed="sit(...)")
    return happened


@handles(commands.WashCards, duty="wash-and-stack")
def wash(rules: TableRules, state: Table, command: commands.WashCards) -> list[events.Event]:
    return _step(rules, state, command, ("seen",), "stacked", "wash-and-stack")


@evolves(events.DecksReadied)
def decks_readied(rules: TableRules, state: Table, event: events.DecksReadied) -> Table:
    """Changes the status of both decks.

    Cards that are spread or washed lose their order and are no longer preshuffled.
    """
    fields: dict[str, object] = {"status": event.status, "cards": (), "preshuffled": False, "cut": False}
    if event.status == "inspected":
        fields["inspected_by"] = event.by
    decks = tuple(deck if deck.status == "removed" else change(deck, **fields) for deck in state.decks)
    return change(state, events=state.events + 1, decks=decks, now=event.at)


# --- Shuffle and cut --------------------------------------------------------------------------


def deck_to_shuffle(state: Table) -> int:
    """The deck to be played next; during a round, the other of the two decks."""
    return 1 - state.deck if is_under_way(state) else state.deck


@handles(commands.Shuffle, duty="shuffle")
def shuffle(rules: TableRules, state: Table, command: commands.Shuffle) -> list[events.Event]:
    decks = decks_of(rules, state)
    if len(decks) == 1 or state.shuffler not in MACHINES:
        require_no_round_under_way(rules, state)
    deck, cite = decks[deck_to_shuffle(state)], rules.cites.deck_duty("shuffle")
    if deck.status not in MAY_BE_SHUFFLED:
        why = f"the deck is {deck.status}"
        raise Refused("out-of-order", why=why, cite=cite, accepted="a stacked or used deck")
    ways = ways_to_shuffle(state, deck)
    if command.actor.role == "device":
        ways = tuple(way for way in ways if way == "machine")
    if command.how not in ways:
        accepted = " or ".join(ways) or "the dealer's own shuffle"
        raise Refused("wrong-shuffle", why=command.how, cite=cite, accepted=accepted)
    if "broken" in state.out_of_order:
        raise Refused(
            "device-not-marked",
            cite=broken_cite(rules),
            accepted="a floorperson marks the device first",
            typed="mark(...)",
        )
    _require_whole_deck(rules, command.cards)
    after = "shuffled" if cut_follows(state, command.how) else "ready"
    return [events.Shuffled(command.how, command.cards, after, cite=cite, by=command.by, at=command.at)]


def ways_to_shuffle(state: Table, deck: DeckState) -> tuple[str, ...]:
    """How the deck may be shuffled: by the table's device or by hand. A preshuffled deck may also keep its order."""
    way = "machine" if state.shuffler in MACHINES else "hand"
    return (way, "preshuffled") if deck.preshuffled and deck.status == "stacked" else (way,)


def cut_follows(state: Table, how: str) -> bool:
    """Whether the deck is cut next. It is cut if it was shuffled by hand or preshuffled, but never with a reshuffling
    device.
    """
    return how != "machine" and state.shuffler != "reshuffling"


def broken_cite(rules: TableRules) -> str:
    return next(
        (rules.cites.first(irregularity.cite) for irregularity in rules.book.irregularities if irregularity.device),
        "",
    )


def _require_whole_deck(rules: TableRules, cards: tuple[Card, ...]) -> None:
    if rules.physical:
        if cards:
            raise Refused("cards-are-real", accepted="a shuffle without an order of cards")
    elif len(cards) != rules.deck_size or len(set(cards)) != rules.deck_size:
        why, cite = f"{len(set(cards))} different cards", rules.cites.row("deck")
        raise Refused("not-52-cards", why=why, cite=cite, accepted=str(rules.deck_size))


@evolves(events.Shuffled)
def shuffled(rules: TableRules, state: Table, event: events.Shuffled) -> Table:
    number = deck_to_shuffle(state)
    as_it_came = event.how == "preshuffled"
    return with_deck(state, event.at, number, status=event.status, cards=event.cards, preshuffled=as_it_came, cut=False)


@handles(commands.CutDeck, duty="cut")
def cut(rules: TableRules, state: Table, command: commands.CutDeck) -> list[events.Event]:
    decks_of(rules, state)
    require_no_round_under_way(rules, state)
    cite = rules.cites.deck_duty("cut")
    if not is_cut_due(rules, state):
        why = f"the deck is {state.decks[state.deck].status}"
        raise Refused("no-cut-due", why=why, cite=cite, accepted="a deck shuffled by hand or preshuffled")
    least, most = rules.cut_at_least, rules.deck_size - 1
    if not least <= command.depth <= most:
        why = f"{command.depth} cards"
        raise Refused("cut-too-shallow", why=why, cite=cite, accepted=f"{least} to {most} cards from the top")
    return [events.DeckCut(command.depth, cite=cite, by=command.by, at=command.at)]


def is_cut_due(rules: TableRules, state: Table) -> bool:
    """Whether a deck shuffled by hand or preshuffled still has to be cut.

    A virtual preshuffled deck must be given its card order first.
    """
    deck = state.decks[state.deck]
    as_it_came = rules.physical and deck.preshuffled and deck.status == "stacked" and cut_follows(state, "preshuffled")
    return deck.status == "shuffled" or as_it_came


@evolves(events.DeckCut)
def deck_cut(rules: TableRules, state: Table, event: events.DeckCut) -> Table:
    cards = state.decks[state.deck].cards
    below = cards[event.depth :] + cards[: event.depth]
    return with_deck(state, event.at, state.deck, status="ready", cards=below, cut=True)


@handles(commands.OrderRecut, duty="recut-on-order")
def order_recut(rules: TableRules, state: Table, command: commands.OrderRecut) -> list[events.Event]:
    require_no_round_under_way(rules, state)
    deck, cite = decks_of(rules, state)[state.deck], rules.cites.deck_duty("recut-on-order")
    if deck.status != "ready" or not deck.cut:
        raise Refused("recut-not-now", cite=cite, accepted="a deck that has been cut, before any card is dealt")
    return [events.RecutOrdered(cite=cite, by=command.by, at=command.at)]


@evolves(events.RecutOrdered)
def recut_ordered(rules: TableRules, state: Table, event: events.RecutOrdered) -> Table:
    return with_deck(state, event.at, state.deck, status="shuffled")


# --- Closing ------------------------------------------------------------------------------------


@handles(commands.CloseTable)
def close(rules: TableRules, state: Table, command: commands.CloseTable) -> list[events.Event]:
    """Closes the table. No paragraph covers this, so the event cites the inspection of decks that starts the next
    opening.
    """
    decks_of(rules, state)
    require_no_round(rules, state)
    return [events.TableClosed(cite=rules.cites.deck_duty("inspect-decks"), by=command.by, at=command.at)]


@evolves(events.TableClosed)
def table_closed(rules: TableRules, state: Table, event: events.TableClosed) -> Table:
    return change(state, events=state.events + 1, decks=(), deck=0, players={}, round=None, now=event.at)
