"""How players of the demo change the pace: they say that they are ready, ask for more time, or play at a private
table.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator

import msgspec

from tablelaw.cage.accounts import account_of
from tablelaw.floor import orders
from tablelaw.floor.handlers.submissions_read_ahead import read_ahead
from tablelaw.floor.orders import Order
from tablelaw.persons import Actor
from tablelaw.server.demo.house_dealer import HouseDealer
from tablelaw.server.demo.practice import SEAT
from tablelaw.server.demo.property import ADMINISTRATOR, TRAY_CENTS, Given, property_of
from tablelaw.server.http.routing import Ask, route
from tablelaw.server.refusals import ServerRefused
from tablelaw.server.routes.tables import table_named
from tablelaw.table import commands
from tablelaw.views.messages import Wire, WireTable

CHIPS_CENTS = 1_000_00
ACCOUNT_CENTS = 100_00


class PracticeIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The game for which a player wants a private table."""

    rulebook: str


class PracticeTable(Wire, frozen=True):
    table: str


@route("POST /api/tables/{table}/ready", gives=WireTable)
async def ready(ask: Ask) -> WireTable:
    """Says that you do not want to wait; once every seated player has said so, the house goes on at once."""
    name, house_dealer = table_named(ask), _house_dealer(ask)
    house_dealer.say_ready(name, ask.name)
    return _told(ask, name)


@route("POST /api/tables/{table}/extension", gives=WireTable)
async def extend(ask: Ask) -> WireTable:
    """Extends the time for betting, or for your own decision; possible a few times in each round."""
    name, house_dealer = table_named(ask), _house_dealer(ask)
    house_dealer.extend(name, ask.name)
    return _told(ask, name)


def _house_dealer(ask: Ask) -> HouseDealer:
    if ask.context.house_dealer is None:
        raise ServerRefused("only-in-the-demo")
    return ask.context.house_dealer


def _told(ask: Ask, name: str) -> WireTable:
    """Shows the change to everybody at the table."""
    ask.context.hub.tell((name,))
    return ask.context.table_view(name, ask.person)


@route("POST /api/practice", takes=PracticeIn, gives=PracticeTable)
async def practise(ask: Ask) -> PracticeTable:
    """Makes a private table of a game and seats you there with chips, or returns the one you have of this game."""
    house_dealer, rulebook = _house_dealer(ask), _rulebook(ask)
    own = _own_table(ask, house_dealer)
    if own is not None and own[1] == rulebook:
        return PracticeTable(table=own[0])
    ask.context.practice_rate.take(ask.address)
    if own is not None:
        _leave(ask, house_dealer, own[0])
    name = house_dealer.practice.reserve(ask.name, rulebook, ask.context.service.views.tables)
    try:
        await _install(ask, name, rulebook)
    except BaseException:
        house_dealer.practice.leave(name)  # so that whatever was installed is removed
        if name not in ask.context.service.views.tables:
            house_dealer.practice.forget(name)
        raise
    house_dealer.practice.made(name)
    house_dealer.attend(name)
    return PracticeTable(table=name)


def _own_table(ask: Ask, house_dealer: HouseDealer) -> tuple[str, str] | None:
    """The player's private table and its rulebook; refuses while the table is being made."""
    found = house_dealer.practice.find(ask.name)
    if found is None:
        return None
    name, kept = found
    if not kept.is_made:
        raise ServerRefused("too-busy")
    if name not in ask.context.service.views.tables:  # a floorperson has removed it
        house_dealer.practice.forget(name)
        return None
    return name, kept.rulebook


def _rulebook(ask: Ask) -> str:
    """The requested rulebook; refuses if the property does not have its game."""
    given: PracticeIn = ask.read(PracticeIn)
    games = property_of(ask.context.settings.demo_law).games
    if given.rulebook not in [book.id for book in games]:
        raise ServerRefused("not-found")
    return given.rulebook


def _leave(ask: Ask, house_dealer: HouseDealer, name: str) -> None:
    """Gives up the player's earlier table, if no round is under way there."""
    if ask.context.service.views.tables[name].state.round is not None:
        raise ServerRefused("practice-in-play")
    house_dealer.practice.leave(name)


async def _install(ask: Ask, name: str, rulebook: str) -> None:
    """Installs the table and seats its owner with chips."""
    demo = property_of(ask.context.settings.demo_law)
    stem = f"demo/practice/{secrets.token_hex(8)}"
    install = orders.InstallTable(demo.submission(name, rulebook), TRAY_CENTS, physical=False)
    first = Order(id=f"{stem}/install", by=ADMINISTRATOR, command=install)
    await ask.context.questions.run(ask.giver, read_ahead, first)
    await ask.context.carried_out(first)
    for number, (by, command, table) in enumerate(_arrival(ask, name)):
        await ask.context.carried_out(Order(id=f"{stem}/{number}", by=by, command=command, table=table))


def _arrival(ask: Ask, name: str) -> Iterator[Given]:
    """The orders by which the player arrives: a buy-in if chips are low, money for the electronic account, and the
    seat.
    """
    views, player = ask.context.service.views, str(Actor("player", ask.name))
    if views.balance(account_of("chips", ask.name)).available < CHIPS_CENTS // 4:
        yield player, orders.BuyIn(ask.name, name, CHIPS_CENTS), ""
    if views.balance(account_of("game", ask.name)).available < ACCOUNT_CENTS // 4:
        yield player, orders.LoadAccount(ask.name, ACCOUNT_CENTS), ""
    yield player, commands.TakeSeat(SEAT), name
