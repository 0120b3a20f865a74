"""The checklist at the end of a gaming day: what is still open, each item with its paragraph.

The sum in an uncounted drop box is never stated, because the box is counted blind.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from tablelaw.cage.accounts import OF_PLAYER, account_of, parse_account
from tablelaw.floor.read_model import TableView, Views
from tablelaw.floor.reports.incidents import Incident
from tablelaw.floor.rules.governing import governing
from tablelaw.jurisdictions.model import Matter
from tablelaw.printed_money import printed
from tablelaw.table.notation.by_field_type import shortened
from tablelaw.table.phases.decks import is_under_way
from tablelaw.table.reading.duties import duties

LONGEST_SENTENCE = 200
"""The longest sentence that an entry of the log may contain."""
MOST_RECORDED = 60


class OpenMatter(msgspec.Struct, frozen=True, kw_only=True):
    """Something that is still open at the end of the day.

    `must_end` is set if the day cannot be ended before it is done.
    """

    kind: str
    table: str
    says: str
    cite: str
    must_end: bool = False


def open_matters(views: Views, unseen: Iterable[Incident], now: int) -> tuple[OpenMatter, ...]:
    """What is open now: rounds and payouts, tables, drop boxes, players' money, links, and unacknowledged alerts."""
    return (
        *(matter for table in views.tables.values() for matter in _of_table(views, table, now)),
        *_of_drop_boxes(views),
        *_of_players(views),
        *_of_links(views),
        *(not_acknowledged(one.table, one.says, one.cite, f" (entry {one.entry})") for one in unseen),
    )


def not_acknowledged(table: str, says: str, cite: str, entry: str = "") -> OpenMatter:
    """An alert that nobody has acknowledged; `entry` names the entry that caused it, if one did."""
    place = f"{table}: " if table else ""
    return OpenMatter(kind="alert", table=table, says=f"Not acknowledged{entry}: {place}{says}", cite=cite)


def recorded(matters: tuple[OpenMatter, ...]) -> tuple[str, ...]:
    """The matters as recorded in the entry that ends the day."""
    said = [shortened(matter.says, LONGEST_SENTENCE) for matter in matters[:MOST_RECORDED]]
    left = len(matters) - len(said)
    return (*said, f"{left} more.") if left else tuple(said)


def _of_table(views: Views, table: TableView, now: int) -> Iterator[OpenMatter]:
    name, state = table.name, table.state
    cite = governing(views, Matter.GAMING_DAY, table)
    round_ = state.round
    if round_ is not None:
        waiting = {*(seat for seat, _ in round_.waiting), *round_.hand_pays}
        for seat in sorted(waiting):
            says = f"{name}: the payout of seat {seat} waits for a floorperson."
            documents = governing(views, Matter.PAYOUT_DOCUMENTS, table)
            yield OpenMatter(kind="payout", table=name, says=says, cite=documents, must_end=True)
    if is_under_way(state) and round_ is not None:
        yield OpenMatter(
            kind="round", table=name, says=f"{name}: round {round_.number} is under way.", cite=cite, must_end=True
        )
    if state.decks:
        yield OpenMatter(kind="table", table=name, says=f"{name} is open.", cite=cite)
    for duty in duties(table.engine.rules, state, now):
        if duty.when == "overdue":
            yield OpenMatter(kind="duty", table=name, says=f"{name}: overdue: {duty.name}.", cite=duty.cite)


def _of_drop_boxes(views: Views) -> Iterator[OpenMatter]:
    for name, table in views.tables.items():
        if views.balance(account_of("drop", name)).posted:
            cite = governing(views, Matter.DROP, table)
            yield OpenMatter(kind="drop", table=name, says=f"The drop box of {name} is not counted.", cite=cite)


def _of_players(views: Views) -> Iterator[OpenMatter]:
    held: dict[str, int] = {}
    for name, balance in views.balances().items():
        account = parse_account(name)
        if account.kind in OF_PLAYER and balance.posted:
            held[account.owner] = held.get(account.owner, 0) + balance.posted
    cite = governing(views, Matter.CHIPS_CASHED)
    for player, cents in sorted(held.items(), key=lambda one: one[0].casefold()):
        says = f"{player} still has {printed(cents)} in chips or on an account."
        yield OpenMatter(kind="player", table="", says=says, cite=cite)


def _of_links(views: Views) -> Iterator[OpenMatter]:
    cite = governing(views, Matter.LINKS)
    for link in sorted(views.links_down):
        yield OpenMatter(kind="link", table="", says=f"Link {link} is down.", cite=cite)
