"""What dealer and floorperson may do at a table now, as button labels, with the procedure's next step first.

Nothing here depends on a face-down card. Whoever counts enters their own count: no step contains the system's
number.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

import msgspec

from tablelaw.chance import KernelChance
from tablelaw.floor.handlers.dealers_and_served_seats import is_served
from tablelaw.floor.handlers.meter_links import cut_off, lying
from tablelaw.floor.house_staff import handed_back, next_step
from tablelaw.floor.orders import ServeSeat
from tablelaw.floor.read_model import TableView
from tablelaw.floor.rules.frozen_tables import refusal_by_other_rules
from tablelaw.floor.rules.lapses import On, out_of_force
from tablelaw.server.context import ServerContext
from tablelaw.server.http.permissions import rows
from tablelaw.server.order_decoding import TABLE_COMMANDS, message_of
from tablelaw.server.users import Person
from tablelaw.table import commands
from tablelaw.table.command_names import LABELS
from tablelaw.table.commands import Command
from tablelaw.table.legal import decisions
from tablelaw.table.round.flow import next_seat
from tablelaw.table.state import Round, change
from tablelaw.views.messages import Wire
from tablelaw.views.next_step import is_given_back

COUNTED: dict[type[Command], tuple[str, str]] = {
    commands.CountChips: (
        "number",
        "Count the chips collected from the devices on the layout, and enter your count. If the system accepted "
        "a different number of wagers it says so: count again, and if it still differs call a floorperson. No card is "
        "dealt before the two agree.",
    ),
    commands.CountStub: (
        "cards",
        "Count the cards left over and enter your count. If it does not make up the whole deck, a floorperson "
        "counts again before anything else happens.",
    ),
}
"""Commands that carry a count: the field, and the instructions."""
TAKEN_FOR_SILENCE = ("check", "ride", "fold")
"""What a dealer may enter for a player who does not answer; more could reveal the player's cards."""


class Step(Wire, frozen=True):
    """A command that would be accepted now and can be sent as it is; `asks` names a field that must be counted
    first."""

    says: str
    command: msgspec.Raw
    is_next: bool
    asks: str = ""
    how: str = ""


class Steps(Wire, frozen=True):
    """What may be done at a table. `dealer` is the person who has taken it over from the automatic dealer, if any.

    `may_deal` says whether the asker may give a dealer's orders here; `why_not` says why bets cannot be closed yet.
    """

    dealer: str
    is_automatic: bool
    may_deal: bool
    number: int
    steps: tuple[Step, ...]
    why_not: str = ""


def steps_of(context: ServerContext, name: str, person: Person) -> Steps:
    """Everything that this person may do at the table now."""
    view = context.service.views.tables[name]
    why_not = _why_no_close(context, view)
    steps = [*_told(context, view, person.role, why_not), *_unserved(view, person)]
    steps.sort(key=lambda step: not step.is_next)
    dealer = context.pace.dealers.get(name, "") if context.pace else view.dealer
    is_free = context.pace is None and not dealer
    return Steps(
        dealer=dealer,
        is_automatic=context.pace is not None,
        may_deal=person.role == "dealer" and (dealer == person.name or is_free),
        number=view.number,
        steps=tuple(steps),
        why_not=why_not,
    )


def _told(context: ServerContext, view: TableView, role: str, why_not: str) -> Iterator[Step]:
    """Each command once; the first of the kind that is due is the next step."""
    commands_now = list(_commands(context, view, role, why_not))
    first = _first(context, view, commands_now, why_not)
    next_one = next((command for command in commands_now if type(command) is first), None)
    for command in dict.fromkeys(commands_now):
        yield _step(view, command, is_next=command == next_one)


def _commands(context: ServerContext, view: TableView, role: str, why_not: str) -> Iterator[Command]:
    now = max(context.service.clock.now(), view.state.now)
    kinds = [kind for kind in LABELS if kind not in OF_PLAYERS and not (why_not and kind is commands.CloseBets)]
    own = [command for command in view.engine.legal(view.state, now) if type(command) in kinds]
    for command in (*own, *_for_players(context, view, now)):
        is_others = role == "dealer" and isinstance(command, commands.LeaveSeat) and not is_served(view, command.seat)
        if _may(command, role) and not is_others and refusal_by_other_rules(view, command) is None:
            yield _plain(command)


OF_PLAYERS = (commands.WithdrawWager, commands.Act)
"""What players do themselves; a dealer does it for them if it must be done."""


def _for_players(context: ServerContext, view: TableView, now: int) -> Iterator[Command]:
    """What a dealer hands back before bets are closed, and the default for a silent player without a device."""
    round_ = view.state.round
    if round_ is None:
        return
    views = context.service.views
    if round_.phase == "betting":
        back = handed_back(view, now, views.links_down, views.day, views.time_zone)
        yield from [back] if back is not None else []
    if round_.phase == "deciding":
        silent = [act for act in decisions(view.engine.rules, round_, now) if act.action in TAKEN_FOR_SILENCE]
        yield from (act for act in silent if not act.discard and is_served(view, act.seat))


def _unserved(view: TableView, person: Person) -> Iterator[Step]:
    """Seats whose player may be recorded as having no device, by a floorperson or the table's dealer."""
    if person.role == "floor" or (person.role == "dealer" and view.dealer == person.name):
        for seat, player in view.state.players.items():
            if not is_served(view, seat):
                command = msgspec.json.encode(ServeSeat(view.name, seat, player))
                says = f"Seat {seat} ({player}) has no device: the dealer enters what they say"
                yield Step(says=says, command=msgspec.Raw(command), is_next=False)


def _first(context: ServerContext, view: TableView, found: Collection[Command], why_not: str) -> type[Command]:
    """The kind of command that the procedure requires next."""
    own = next_step(view, KernelChance(), context.service.clock.now())
    if own is not None:
        return type(own[1])
    round_ = view.state.round
    if view.differences and round_ is None:
        return commands.CloseTable
    is_handed_back = view.differences or _cut(context, view) or _out_of_force(context, view)
    if round_ is not None and round_.phase == "betting" and is_handed_back:
        return commands.WithdrawWager
    is_counted = round_ is not None and round_.phase not in ("betting", "deciding", "dealing")
    waits = any(isinstance(command, commands.CountStub) for command in found)
    return commands.CountStub if is_counted and waits else commands.CloseBets


# --- Why bets stay open -------------------------------------------------------------------------------------


def _cut(context: ServerContext, view: TableView) -> list[tuple[int, str]]:
    """Wagers on the table whose meter cannot be reached."""
    return lying(view.state.round, cut_off(view.engine.submission, context.service.views.links_down))


def _out_of_force(context: ServerContext, view: TableView) -> list[tuple[int, str]]:
    """Wagers on the table that the law does not permit on the gaming day."""
    views, now = context.service.views, context.service.clock.now()
    return lying(view.state.round, out_of_force(view.text, On(views.day, now, views.time_zone)))


def _why_no_close(context: ServerContext, view: TableView) -> str:
    """Why bets cannot be closed at a table whose deck is ready; empty if they can, or it is too early."""
    round_, deck = view.state.round, view.state.deck_state
    if view.differences or deck is None or deck.status != "ready" or (round_ is not None and round_.phase != "betting"):
        return ""
    if not context.service.views.day:
        return "No gaming day has begun. A floorperson starts it; then wagers are accepted."
    if cut := _cut(context, view):
        lie = ", ".join(f"the {_wager(view, wager)} of seat {seat}" for seat, wager in cut)
        return f"A link is down, so {lie} cannot be kept. Hand it back, or wait until the link is restored."
    if out := _out_of_force(context, view):
        lie = ", ".join(f"the {_wager(view, wager)} of seat {seat}" for seat, wager in out)
        return f"The law of this gaming day does not permit {lie}. Hand it back."
    return _why_refused(context, view, round_)


def _why_refused(context: ServerContext, view: TableView, round_: Round | None) -> str:
    now = max(context.service.clock.now(), view.state.now)
    refusal = view.engine.verify(view.state, commands.CloseBets(by="dealer", at=now))
    if refusal is None:
        return ""
    if refusal.name == "no-wagers":
        return "Nobody has wagered yet."
    why = f": {refusal.why}" if refusal.why else ""
    return f"{refusal.what.capitalize()}{why}."


def _wager(view: TableView, wager: str) -> str:
    return view.engine.rules.wagers[wager].name


# --- A command as a button ----------------------------------------------------------------------------------


def _may(command: Command, role: str) -> bool:
    """The dealer counts the stub, and a floorperson recounts it if the count was wrong, never the other way round."""
    is_others = isinstance(command, commands.CountStub) and command.actor.role != role
    return type(command) in TABLE_COMMANDS and role in rows()[message_of(type(command))] and not is_others


def _plain(command: Command) -> Command:
    """The command as a page sends it: the server adds who gives it and when, and the system shuffles by itself."""
    plain = change(command, by="dealer", at=0)
    return change(plain, cards=()) if isinstance(plain, commands.Shuffle) else plain


def _step(view: TableView, command: Command, is_next: bool) -> Step:
    given = msgspec.to_builtins(command, enc_hook=str)
    asks, how = COUNTED.get(type(command), ("", ""))
    given.pop(asks, None)
    return Step(
        says=_says(view, command),
        command=msgspec.Raw(msgspec.json.encode(given)),
        is_next=is_next,
        asks=asks,
        how=how,
    )


def _says(view: TableView, command: Command) -> str:
    """The label of a button, with whatever distinguishes two such commands."""
    words = LABELS[type(command)]
    match command:
        case commands.ReceiveDecks() | commands.ChangeDecks():
            return f"{words} (preshuffled)" if command.preshuffled else words
        case commands.MarkDevice():
            return f"The {command.device} works again" if command.works else f"Mark the {command.device} out of order"
        case commands.Shuffle():
            return f"{words} ({command.how})"
        case commands.CutDeck():
            return f"{words} {command.depth} cards deep"
        case commands.ChangeMethod():
            return f"{words}: {view.engine.rules.dealing.methods[command.dealing].name}"
        case commands.LeaveSeat():
            return f"Free seat {command.seat} ({view.state.players.get(command.seat, '')})"
        case commands.WithdrawWager():
            return f"Hand back the {_wager(view, command.wager)} of seat {command.seat}"
        case commands.Act():
            return f"Seat {command.seat} does not answer: {command.action}"
        case commands.Validate():
            return f"{words}: {_wager(view, command.wager)}, seat {command.seat}"
        case commands.CompleteDocuments():
            return f"{words}: seat {command.seat}"
        case commands.SettleSeat() if view.state.round is not None:
            goes_back = is_given_back(view.engine.rules, view.state.round)
            return f"{'Give back the wagers of' if goes_back else 'Settle'} seat {next_seat(view.state.round)}"
    return words
