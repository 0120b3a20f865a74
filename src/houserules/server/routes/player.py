"""What a player asks beside the table: money, earlier rounds, the coach, paragraphs of the law and readings of them."""

from __future__ import annotations

from houserules import rulebooks
from houserules.errors import HouserulesError
from houserules.law.cite import Cite
from houserules.law.lookup import look_up
from houserules.server.audit.player_history import OwnRound, own_rounds
from houserules.server.http.routing import Ask, route
from houserules.server.refusals import ServerRefused
from houserules.server.routes.tables import table_named
from houserules.server.tables.coaching import Coaching, coached
from houserules.views.messages import Wire


class Purse(Wire, frozen=True):
    """A player's money, in cents: chips, what of them is on a table, and the electronic account."""

    chips: int
    on_tables: int
    game: int


class OwnRounds(Wire, frozen=True):
    rounds: tuple[OwnRound, ...]


class Paragraph(Wire, frozen=True):
    """A paragraph in our words; the printed text decides."""

    cite: str
    title: str
    says: str
    parts: tuple[tuple[str, str], ...]
    readings: tuple[str, ...]


class Meaning(Wire, frozen=True):
    """One meaning a doubtful text may have, and what would come of it."""

    name: str
    says: str
    effect: str
    is_chosen: bool


class ReadingTold(Wire, frozen=True):
    """A doubt in a regulation, the meaning the register chose and why, and every meaning it may have."""

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
    """The money of who asks."""
    views = ask.house.service.views
    chips, game = views.balance(f"chips:{ask.name}"), views.balance(f"game:{ask.name}")
    return Purse(chips=chips.available, on_tables=chips.debits_pending + game.debits_pending, game=game.available)


@route("GET /api/me/rounds", gives=OwnRounds)
async def rounds(ask: Ask) -> OwnRounds:
    """The last rounds a player took part in at a table, as that player saw them."""
    table = ask.query("table")
    if table not in ask.house.service.views.tables:
        raise ServerRefused("not-found")
    found = await ask.house.questions.run(ask.giver, own_rounds, ask.house, table, ask.name)
    return OwnRounds(rounds=tuple(found))


@route("GET /api/tables/{table}/advice", gives=Coaching)
async def advice(ask: Ask) -> Coaching:
    """What each decision open to you is worth on average, counted over every card you cannot see."""
    return await coached(ask.house, table_named(ask), ask.name)


@route("GET /api/law/{rulebook}/{cite:path}", gives=Paragraph)
async def paragraph(ask: Ask) -> Paragraph:
    """A paragraph of a regulation in our words, with its parts and the readings it needed."""
    return await ask.house.questions.run(ask.giver, _paragraph, ask.param("rulebook"), ask.param("cite"))


def _paragraph(rulebook: str, cited: str) -> Paragraph:
    """Looked up; the first question about a rulebook has to read it."""
    try:
        book = rulebooks.get(rulebook)
        cite = Cite.parse(cited, book.notation)
        found = look_up(book, cite)
    except HouserulesError:
        raise ServerRefused("not-found") from None
    parts = tuple((str(part.cite), part.says) for part in found.provisions)
    says = parts[0][1] if parts else ""
    readings = tuple(f"{reading.title}: {reading.why}" for reading in found.readings)
    return Paragraph(cite=str(cite), title=book.full_cite(cite), says=says, parts=parts[1:], readings=readings)


@route("GET /api/readings/{rulebook}/{reading}", gives=ReadingTold)
async def reading(ask: Ask) -> ReadingTold:
    """A reading of a regulation: the doubt, the meanings it may have, the one chosen and why."""
    return await ask.house.questions.run(ask.giver, _reading, ask.param("rulebook"), ask.param("reading"))


def _reading(rulebook: str, name: str) -> ReadingTold:
    try:
        found = {one.id: one for one in rulebooks.get(rulebook).readings}.get(name)
    except HouserulesError:
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
