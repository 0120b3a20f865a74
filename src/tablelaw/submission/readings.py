"""The parts of a submission that depend on how a doubtful text is read: odds, hands and the payout limit."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from tablelaw.law.cite_text import law_text
from tablelaw.law.conditions import conditions
from tablelaw.law.rows import Wager
from tablelaw.submission.submission import Submission


@dataclass(frozen=True, slots=True)
class ReadAs:
    """A part of a submission that depends on how a doubtful text is read, with the ids of the readings."""

    title: str
    cite: str
    readings: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.title}: {law_text(self.cite, self.readings)}"


def if_read(title: str, cite: str, readings: Iterable[str]) -> Iterator[ReadAs]:
    if named := tuple(dict.fromkeys(name for name in readings if name)):
        yield ReadAs(title, cite, named)


def odds_read_as(submission: Submission) -> Iterator[ReadAs]:
    """The paytables of offered wagers that depend on readings: for their rows, the ranking of their hands, or the
    division of a meter share.
    """
    book = submission.book
    for table in book.paytables:
        wagers = [wager for wager in _offered(submission) if wager.id in table.wagers]
        hands = [hand for hand in book.hands if hand.id in {wager.hand for wager in wagers}]
        named = [*table.readings, *(hand.reading for hand in hands), *(wager.divided_by for wager in wagers)]
        title = table.title.partition(", ")[0] or ", ".join(wager.name for wager in wagers)
        yield from if_read(title, str(table.cite.first), named if wagers else [])


def hands_read_as(submission: Submission) -> Iterator[ReadAs]:
    """The hands of offered wagers whose cards or ranking depend on a reading."""
    for hand in submission.book.hands:
        names = ", ".join(wager.name for wager in _offered(submission) if wager.hand == hand.id)
        yield from if_read(f"Hand of {names}", str(hand.cite.first), hand.readings if names else ())


def limit_read_as(submission: Submission) -> Iterator[ReadAs]:
    """The payout limit in force, if readings decide what counts towards it or which wagers it reduces."""
    for limit in submission.book.limits if submission.payout_limit_cents is not None else ():
        switched = [name for when in (*limit.counts, *limit.cut_first) for name, _ in conditions(when)]
        yield from if_read("Payout limit", str(limit.cite.first), [*limit.readings, *switched])


def _offered(submission: Submission) -> list[Wager]:
    return [wager for wager in submission.book.wagers if wager.id in submission.terms.offered]
