"""A player's questions away from the felt: money, earlier rounds, the coach, paragraphs of the law and their
readings.
"""

from __future__ import annotations

from tablelaw import rulebooks
from tablelaw.cage.accounts import account_of
from tablelaw.errors import TablelawError
from tablelaw.law.cite import Cite
from tablelaw.law.paragraph_lookup import look_up
from tablelaw.server.audit.player_history import OwnRound, own_rounds
from tablelaw.server.http.routing import Ask, route
from tablelaw.server.refusals import ServerRefused
from tablelaw.server.routes.tables import table_named
from tablelaw.server.tables.coaching import Coaching, DrillIn, DrillSpot, coached, drilled
from tablelaw.server.tables.house_edges import WagerEdge, edge_of
from tablelaw.views.messages import Wire


class Purse(Wire, frozen=True):
    """A player's money in cents: chips, how much of them is on a table, and the electronic account."""

    chips: int
    on_tables: int
    game: int


class OwnRounds(Wire, frozen=True):
    rounds: tuple[OwnRound, ...]


class Paragraph(Wire, frozen=True):
    """A paraphrased paragraph; the printed text is authoritative."""

    cite: str
    title: str
    says: str
    parts: tuple[tuple[str, str], ...]
    readings: tuple[str, ...]


class Meaning(Wire, frozen=True):
    """One possible meaning of a doubtful text, and its consequence."""

    name: str
    says: str
    effect: str
    is_chosen: bool


class ReadingTold(Wire, frozen=True):
    """A doubt in a regulation, every possible meaning, the one that the register chose, and why."""

    name: str
    title: str
    cites: tuple[str, ...]
    doubt: str
    why: str
    may_be_filed: bool
    """Whether a Rules Submission may choose another meaning."""
    meanings: tuple[Meaning, ...]


@route("GET /api/me", gives=Purse)
async def purse(ask: Ask) -> Purse:
    """The money of the person asking."""
    views = ask.context.service.views
    chips, game = views.balance(account_of("chips", ask.name)), views.balance(account_of("game", ask.name))
    return Purse(chips=chips.available, on_tables=chips.debits_pending + game.debits_pending, game=game.available)


@route("GET /api/me/rounds", gives=OwnRounds)
async def rounds(ask: Ask) -> OwnRounds:
    """The last rounds that a player took part in at a table, as that player saw them."""
    table = ask.query("table")
    if table not in ask.context.service.views.tables:
        raise ServerRefused("not-found")
    found = await ask.context.questions.run(ask.giver, own_rounds, ask.context, table, ask.name)
    return OwnRounds(rounds=tuple(found))


@route("GET /api/tables/{table}/advice", gives=Coaching)
async def advice(ask: Ask) -> Coaching:
    """The average value of each of your possible decisions, counted over every card you cannot see."""
    return await coached(ask.context, table_named(ask), ask.name)


@route("GET /api/tables/{table}/drill", gives=DrillSpot)
async def drill(ask: Ask) -> DrillSpot:
    """A random spot of this table's game to practise with: no round, no money. The same seed deals the same spot."""
    asked = DrillIn(ask.query("seed"), ask.query("stage"), ask.query("best"))
    return await drilled(ask.context, table_named(ask), ask.name, asked)


@route("GET /api/edges/{table}/{wager}", gives=WagerEdge)
async def edge(ask: Ask) -> WagerEdge:
    """The house edge of a wager, exactly; it depends on the table's rules alone."""
    return await edge_of(ask.context, table_named(ask), ask.param("wager"), ask.name)


@route("GET /api/law/{rulebook}/{cite:path}", gives=Paragraph)
async def paragraph(ask: Ask) -> Paragraph:
    """A paragraph of a regulation in our words, with its parts and its readings."""
    return await ask.context.questions.run(ask.giver, _paragraph, ask.param("rulebook"), ask.param("cite"))


def _paragraph(rulebook: str, cited: str) -> Paragraph:
    """Looks up a paragraph; the first question about a rulebook has to load that rulebook."""
    try:
        book = rulebooks.get(rulebook)
        cite = Cite.parse(cited, book.notation)
        found = look_up(book, cite)
    except TablelawError:
        raise ServerRefused("not-found") from None
    parts = tuple((str(part.cite), part.says) for part in found.provisions)
    says = parts[0][1] if parts else ""
    readings = tuple(f"{reading.title}: {reading.why}" for reading in found.readings)
    return Paragraph(cite=str(cite), title=book.full_cite(cite), says=says, parts=parts[1:], readings=readings)


@route("GET /api/readings/{rulebook}/{reading}", gives=ReadingTold)
async def reading(ask: Ask) -> ReadingTold:
    """A reading of a regulation: the doubt, its possible meanings, the chosen one and why."""
    return await ask.context.questions.run(ask.giver, _reading, ask.param("rulebook"), ask.param("reading"))


def _reading(rulebook: str, name: str) -> ReadingTold:
    try:
        found = {one.id: one for one in rulebooks.get(rulebook).readings}.get(name)
    except TablelawError:
        found = None
    if found is None:
        raise ServerRefused("not-found")
    meanings = tuple(
        Meaning(name=one.id, says=one.reading, effect=one.effect, is_chosen=one.id == found.chosen)
        for one in found.candidates
    )
    cites = tuple(map(str, found.cites))
    return ReadingTold(
        name=found.id,
        title=found.title,
        cites=cites,
        doubt=found.doubt,
        why=found.why,
        may_be_filed=found.switch,
        meanings=meanings,
    )
