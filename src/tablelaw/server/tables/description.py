"""The fixed facts of a table for a page that draws it: its wagers, paytables, felt and stages."""

from __future__ import annotations

from functools import lru_cache

from tablelaw.cards.rankings.ranking import BEST_FIVE
from tablelaw.floor.property import MOST_TABLES
from tablelaw.law.rows import Wager
from tablelaw.law.structure import PLAYER
from tablelaw.server.context import ServerContext
from tablelaw.server.whole_chips import smallest_chip
from tablelaw.submission.signs.layout_svg import layout_svg
from tablelaw.submission.signs.sign import Panel, make_sign
from tablelaw.submission.submission import Submission
from tablelaw.table.engine import Engine
from tablelaw.views.messages import Wire


class WagerDescription(Wire, frozen=True):
    id: str
    name: str
    short: str
    kind: str
    says: str
    cite: str
    minimum: int
    maximum: int
    amounts: tuple[int, ...]
    needs: tuple[str, ...]
    equal_to: str
    medium: str
    placed: str


class PaytableDescription(Wire, frozen=True):
    title: str
    wagers: tuple[str, ...]
    cite: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    note: str


class IrregularityDescription(Wire, frozen=True):
    """An irregularity that dealer or floor may report."""

    id: str
    name: str
    says: str
    cite: str
    needs_seat: bool
    needs_card: bool
    by_floor_only: bool


class TableDescription(Wire, frozen=True, rename={"irregularities": "slips"}):
    table: str
    rulebook: str
    game: str
    about: str
    law: str
    property: str
    minimum: int
    maximum: int
    smallest_chip: int
    """Wagers are whole multiples of this many cents."""
    payout_limit: int | None
    seats: int
    positions_per_player: int
    has_dealer: bool
    dealer_size: int
    """Cards dealt to the dealer."""
    board_size: int
    is_best_five: bool
    """Whether the best five cards make the player's hand, so that a page can name it while cards are still to come."""
    wagers: tuple[WagerDescription, ...]
    paytables: tuple[PaytableDescription, ...]
    irregularities: tuple[IrregularityDescription, ...]
    inscriptions: tuple[str, ...]
    layout: str
    """The felt, as SVG."""
    is_physical: bool


def describe(context: ServerContext, table: str) -> TableDescription:
    return described(context.service.views.tables[table].engine)


@lru_cache(maxsize=MOST_TABLES)
def described(engine: Engine) -> TableDescription:
    submission, sign = engine.submission, make_sign(engine.submission)
    return TableDescription(
        table=submission.table,
        rulebook=submission.book.id,
        game=submission.book.game,
        about=submission.book.presentation.about,
        law=sign.regulation,
        property=submission.casino,
        minimum=submission.minimum_cents,
        maximum=submission.maximum_cents,
        smallest_chip=smallest_chip(submission),
        payout_limit=submission.payout_limit_cents,
        seats=submission.seats,
        positions_per_player=submission.positions_per_player,
        has_dealer=engine.rules.hands.has_dealer,
        dealer_size=engine.rules.hands.dealer_size,
        board_size=engine.rules.hands.board_size,
        is_best_five=engine.rules.hands.rankings[PLAYER].family == BEST_FIVE,
        wagers=tuple(_wager(engine, wager) for wager in submission.book.wagers if wager.id in submission.terms.offered),
        paytables=tuple(_paytable(panel) for panel in sign.panels),
        irregularities=tuple(_irregularities(engine)),
        inscriptions=tuple(statement.text for statement in sign.statements),
        layout=layout_svg(submission),
        is_physical=engine.physical,
    )


def _wager(engine: Engine, wager: Wager) -> WagerDescription:
    submission: Submission = engine.submission
    terms = submission.wagers.get(wager.id)
    return WagerDescription(
        id=wager.id,
        name=wager.name,
        short=wager.short or wager.name,
        kind=wager.kind,
        says=wager.says,
        cite=engine.rules.cites.wagers.get(wager.id, str(wager.cite.first)),
        minimum=terms.minimum_cents if terms else 0,
        maximum=terms.maximum_cents if terms else 0,
        amounts=terms.amounts_cents if terms else (),
        needs=wager.needs,
        equal_to=wager.equal_to,
        medium=wager.medium,
        placed=wager.placed,
    )


def _paytable(panel: Panel) -> PaytableDescription:
    return PaytableDescription(
        title=panel.title, wagers=panel.wagers, cite=panel.cite, columns=panel.columns, rows=panel.rows, note=panel.note
    )


def _irregularities(engine: Engine) -> list[IrregularityDescription]:
    return [
        IrregularityDescription(
            id=irregularity.id,
            name=irregularity.name,
            says=irregularity.says,
            cite=str(irregularity.cite.first),
            needs_seat=irregularity.hands == "player's hand void",
            needs_card=engine.physical and irregularity.cards == "card not used",
            by_floor_only=irregularity.hands == "player's hand void",
        )
        for irregularity in engine.rules.book.irregularities
    ]
