"""A log that the table could not have produced is refused, and the first edited event is named."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, get_args

import pytest

from tablelaw import rulebooks
from tablelaw.cards import parse_cards
from tablelaw.chance import PracticeChance
from tablelaw.errors import ImpossibleEvent
from tablelaw.table import events as e
from tablelaw.table.checks.log_check import COMMAND_OF, followed
from tablelaw.table.engine import Engine
from tablelaw.table.notation.event_log import log_text
from tablelaw.table.reading.replay import played
from tablelaw.table.registry import tag_of
from tablelaw.table.state import change
from tests.table.permitted import random_submission
from tests.table.reading.test_replay import GOLDEN, HAND, hand, run
from tests.table.test_conformance import move
from tests.table.test_text_walk import walk
from tests.table.world import World

FOLLOW_ONLY = {e.ShareFixed, e.ValidationAsked, e.CardSetAside, e.DeckRemoved}


def place_of(happened: list[e.Event], kind: type[e.Event], nth: int = 0) -> int:
    return [n for n, event in enumerate(happened) if type(event) is kind][nth]


def edited(kind: type[e.Event], nth: int = 0, **fields: Any) -> tuple[Engine, list[e.Event], int]:
    """The golden hand with one event changed, and the number of that event."""
    engine, happened = hand()
    place = place_of(happened, kind, nth)
    happened[place] = change(happened[place], **fields)
    return engine, happened, place + 1


def refusal_of(engine: Engine, happened: list[e.Event]) -> ImpossibleEvent:
    with pytest.raises(ImpossibleEvent) as refusal:
        followed(engine, happened)
    return refusal.value


# --- What the table did is believed ----------------------------------------------------------------------


def test_every_event_gives_its_command_again_or_only_follows_one() -> None:
    assert set(COMMAND_OF) | FOLLOW_ONLY == set(get_args(e.AnyEvent))
    assert not set(COMMAND_OF) & FOLLOW_ONLY


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_every_golden_log_is_followed_to_its_end(path: Path) -> None:
    engine, happened = hand(path)
    assert followed(engine, happened) == engine.replay(happened)


@pytest.mark.parametrize("book", rulebooks.IDS)
def test_a_log_of_any_legal_walk_is_followed(book: str) -> None:
    chance = PracticeChance(f"followed {book}")
    for _ in range(4):
        engine = Engine(random_submission(book, chance), bool(chance.below(2)))
        happened = played(engine, [command for command, _ in walk(engine, chance)])
        assert followed(engine, happened) == engine.replay(happened)


@pytest.mark.parametrize("book", rulebooks.IDS)
def test_a_log_of_many_rounds_with_irregularities_is_followed(book: str) -> None:
    for method in rulebooks.get(book).dealing:
        world = World(book, method.id, f"{book} {method.id} followed")
        while world.state.rounds < 6:
            move(world)
        assert followed(world.engine, world.log) == world.state


# --- What it would not have done is refused ---------------------------------------------------------------

WRONG: list[tuple[type[e.Event], int, dict[str, Any], str, str]] = [
    (e.DecksReadied, 0, {"cite": "653a.4(b)"}, "cite is '653a.4(b)'", "653a.4(a)"),
    (e.Shuffled, 0, {"status": "shuffled"}, "status is 'shuffled'", "653a.5(a)"),
    (e.BetsClosed, 0, {"seats": (1, 3)}, "the number of seats is 2", "653a.9(a)(3)"),
    (e.BetsClosed, 0, {"number": 2}, "number is 2", "653a.9(a)(3)"),
    (e.Decided, 0, {"racked": True}, "racked is True", ""),
    (e.Decided, 0, {"stage": "after-flop"}, "stage is 'after-flop'", ""),
    (e.DealerTurnedUp, 0, {"cards": parse_cards("As Ad")}, "cards[1] is 'As'", "653a.11(g)"),
    (e.Settled, -1, {"done": False}, "done is False", "653a.11(h)"),
    (e.Settled, -1, {"cite": "653a.11(i)"}, "cite is '653a.11(i)'", "653a.11(h)"),
    (e.RoundCleared, 0, {"status": "removed"}, "status is 'removed'", "653a.11(n)"),
]
"""(which event, first or last, what is written instead, what the refusal says, the paragraph)"""


@pytest.mark.parametrize(("kind", "nth", "fields", "says", "cite"), WRONG)
def test_an_edited_event_is_refused_by_its_number(
    kind: type[e.Event], nth: int, fields: dict[str, Any], says: str, cite: str
) -> None:
    engine, happened, number = edited(kind, nth, **fields)
    refusal = refusal_of(engine, happened)
    assert refusal.code == "impossible-event"
    assert (refusal.where, refusal.what) == (f"event {number} ({tag_of(kind)})", says)
    assert refusal.accepted.endswith(", as the table computes it")
    assert refusal.cite == cite or not cite


@pytest.mark.parametrize("field", ["paid", "returned", "kept", "outcome", "odds", "row", "cite", "paid_under", "stake"])
def test_no_cell_of_a_settlement_can_be_written_anew(field: str) -> None:
    engine, happened = hand()
    place = place_of(happened, e.Settled, -1)
    settled = happened[place]
    assert isinstance(settled, e.Settled)
    written: Any = getattr(settled.lines[0], field)
    written = written + 100 if isinstance(written, int) else "push"
    lines = (change(settled.lines[0], **{field: written}), *settled.lines[1:])
    happened[place] = change(settled, lines=lines)
    refusal = refusal_of(engine, happened)
    assert refusal.where == f"event {place + 1} (Settled)"
    assert refusal.what == f"lines[1].{field} is {written!r}"
    assert refusal.cite


def test_a_card_that_is_not_the_decks_is_refused_where_it_is_dealt() -> None:
    engine, happened = hand()
    place = place_of(happened, e.Dealt)
    dealt = happened[place]
    assert isinstance(dealt, e.Dealt)
    (where, card, face), *rest = dealt.cards
    other = next(other for other in parse_cards("Ac Kc") if other != card)
    happened[place] = change(dealt, cards=((where, other, face), *rest))
    refusal = refusal_of(engine, happened)
    assert (refusal.where, refusal.what) == (f"event {place + 1} (Dealt)", f"cards[1][2] is '{other}'")
    assert refusal.accepted == f"'{card}', as the table computes it"


def test_another_order_of_the_deck_is_refused_at_the_first_card_that_differs() -> None:
    engine, happened = hand()
    place = place_of(happened, e.Shuffled)
    shuffled = happened[place]
    assert isinstance(shuffled, e.Shuffled)
    happened[place] = change(shuffled, cards=tuple(reversed(shuffled.cards)))
    assert refusal_of(engine, happened).where == f"event {place_of(happened, e.Dealt) + 1} (Dealt)"


def test_a_command_the_table_refuses_is_refused_with_its_paragraph() -> None:
    engine, happened, number = edited(e.Decided, 0, cents=99)
    refusal = refusal_of(engine, happened)
    assert refusal.where == f"event {number} (Decided)"
    assert refusal.what == "the table would have refused it"
    assert "raise-not-permitted" in refusal.why and refusal.cite == "653a.11(b)"


SPOILED: dict[str, Callable[[list[e.Event]], list[e.Event]]] = {
    "one lost": lambda log: [*log[:40], *log[41:]],
    "one doubled": lambda log: [*log[:40], log[40], *log[40:]],
    "two swapped": lambda log: [*log[:40], log[41], log[40], *log[42:]],
    "the settlement lost": lambda log: [event for event in log if not isinstance(event, e.Settled)],
    "a validation by nobody": lambda log: [event for event in log if not isinstance(event, e.Validated)],
    "the end of a fold cut off": lambda log: log[: place_of(log, e.Settled)],
    "begun in the middle": lambda log: log[5:],
    "what only follows": lambda log: [e.DeckRemoved(cite="653a.5(b)"), *log],
}


@pytest.mark.parametrize("spoil", SPOILED)
def test_a_log_with_events_lost_doubled_or_swapped_is_refused(spoil: str) -> None:
    engine, happened = hand()
    refusal = refusal_of(engine, SPOILED[spoil](happened))
    assert refusal.where.startswith("event ") and refusal.accepted and refusal.law


def test_what_only_follows_another_event_never_comes_by_itself() -> None:
    engine, happened = hand()
    refusal = refusal_of(engine, SPOILED["what only follows"](happened))
    assert (refusal.where, refusal.what) == ("event 1 (DeckRemoved)", "DeckRemoved is only ever part of another event")


def test_replay_refuses_an_edited_log(tmp_path: Path) -> None:
    engine, happened = hand(HAND)
    log = tmp_path / "edited.jsonl"
    log.write_text(log_text(engine, happened).replace('"paid":2500', '"paid":250000', 1), "utf-8")
    assert '"paid":250000' in log.read_text("utf-8"), "the golden hand pays $25 somewhere"
    with pytest.raises(ImpossibleEvent, match=r"paid is 250000"):
        run("replay", str(log))
