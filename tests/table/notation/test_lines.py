"""Text forms read back exactly: commands, headers, states, rounds, events; unreadable text is refused with its
position.
"""

from __future__ import annotations

import dataclasses
import re
from pathlib import Path
from typing import Any, get_args, get_origin

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablelaw import rulebooks
from tablelaw.cards import PACK, Card
from tablelaw.chance import PracticeChance
from tablelaw.errors import BadNotation, TablelawError
from tablelaw.submission.draft import parse_draft
from tablelaw.submission.submission import Submission, accept, load_submission
from tablelaw.table import commands as c
from tablelaw.table import events
from tablelaw.table.checks.invariants import require_possible_state
from tablelaw.table.checks.log_check import followed
from tablelaw.table.command_wording import KIND_OF, LABELS, NAMES
from tablelaw.table.engine import Engine
from tablelaw.table.notation.by_field_type import fields_of, word_text
from tablelaw.table.notation.event_log import events_json, log_text, parse_events, parse_log
from tablelaw.table.notation.lines import (
    command_text,
    parse_command,
    parse_round,
    parse_state,
    round_text,
    state_text,
)
from tablelaw.table.registry import tag_of
from tests.document_blocks import blocks_of
from tests.table.permitted import random_submission

ROOT = Path(__file__).parents[3]
GOLDEN = sorted((ROOT / "tests" / "golden").glob("*.txt"))
EXAMPLES = sorted((ROOT / "examples" / "submissions").glob("*.toml"))


def line_of(path: Path) -> str:
    """The round line of a golden file."""
    return next(line for line in path.read_text("utf-8").splitlines() if line.startswith("round "))


def example(book: str) -> Engine:
    return Engine(load_submission(ROOT / "examples" / "submissions" / f"{book}.toml"))


def strategy(kind: Any) -> st.SearchStrategy[Any]:
    """A strategy for any value that a field of that type may hold."""
    if kind is int:
        return st.integers(-(10**15), 10**15)
    if kind is Card:
        return st.sampled_from(PACK)
    if get_origin(kind) is tuple:
        parts = get_args(kind)
        if parts[1:] == (...,):
            return st.lists(strategy(parts[0]), max_size=4).map(tuple)
        return st.tuples(*map(strategy, parts))
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        return st.builds(kind, **{field.name: strategy(field.type) for field in fields_of(kind)})
    return (
        st.booleans() if kind is bool else st.text(max_size=12) | st.sampled_from(["blue", "in play", "-", "a_b", ""])
    )


# --- Commands ---------------------------------------------------------------------------------------

WRITTEN = [
    ("d.close()", c.CloseBets()),
    ("f.close-table()", c.CloseTable(by="floor")),
    ("d:bob.receive(blue+red)", c.ReceiveDecks(("blue", "red"), by="dealer:bob")),
    ("d.receive(blue,preshuffled)", c.ReceiveDecks(("blue",), True)),
    ("p1.place(1,ante,500)", c.PlaceWager(1, "ante", 500, by="player:1")),
    ("p1.act(1,bet,2000)", c.Act(1, "bet", 2000, by="player:1")),
    ("p3.act(3,bet,500,Kd)", c.Act(3, "bet", 500, (Card.parse("Kd"),), by="player:3")),
    ("p.show()", c.ShowCards(by="player")),
    ("p2.sit(2,Ann_Lee)", c.TakeSeat(2, "Ann Lee", by="player:2")),
    ("f:ann.validate(3,progressive)", c.Validate(3, "progressive", by="floor:ann")),
    ('f:"Ann Lee".documents(3)', c.CompleteDocuments(3, by="floor:Ann Lee")),
    ("d.shuffle(machine,AsKd)", c.Shuffle("machine", (Card.parse("As"), Card.parse("Kd")))),
    ("d.shuffle(hand)", c.Shuffle("hand")),
    ("dev:shuffler-1.shuffle(machine)", c.Shuffle("machine", by="device:shuffler-1")),
    ("sys.meters(progressive-a:100000000)", c.ReadMeters((("progressive-a", 100000000),), by="system")),
    ("sys.draw(-,3+0)", c.DrawBonus((), (3, 0), by="system")),
    ("d.slip(one-card-face-up,0,5d)", c.ReportIrregularity("one-card-face-up", 0, (Card.parse("5d"),))),
    ("@1700000000 d.turn()", c.TurnUp(at=1700000000)),
]


@pytest.mark.parametrize(("text", "command"), WRITTEN, ids=[text for text, _ in WRITTEN])
def test_a_command_as_it_is_written(text: str, command: c.Command) -> None:
    assert command_text(command) == text
    assert parse_command(text) == command


def test_every_command_has_a_verb_of_its_own() -> None:
    assert sorted(kind.__name__ for kind in KIND_OF.values()) == sorted(kind.__name__ for kind in c.ALL)
    assert len({names.spoken for names in NAMES.values()}) == len(NAMES) and len(set(LABELS.values())) == len(LABELS)


def test_the_notation_page_shows_every_command_as_it_reads() -> None:
    page = (ROOT / "docs" / "notation.md").read_text("utf-8")
    shown = [token for token in re.findall(r"`([a-z:0-9]+\.[a-z-]+\([^`]*\))`", page) if "..." not in token]
    read = [parse_command(token) for token in shown]
    assert [command_text(command) for command in read] == shown
    assert {type(command) for command in read} == set(c.ALL)


PAGE = "docs/notation.md"


def one_line(beginning: str) -> str:
    """The block of the notation page that begins like this, as one line."""
    (block,) = (block for block in blocks_of(PAGE, "") if block.text.startswith(beginning))
    return " ".join(block.text.split())


def test_the_round_of_the_notation_page_reads_back_and_can_be_played() -> None:
    line = one_line("round md-thb ")
    engine, given_ = parse_round(line)
    assert round_text(engine, given_) == line
    state = engine.new()
    for command in given_:
        state, _ = engine.step(state, command)
    assert len(given_) == 7


def test_the_table_of_the_notation_page_reads_back_and_is_possible() -> None:
    line = one_line("table ")
    engine, state = parse_state(line)
    assert state_text(engine, state) == line
    require_possible_state(engine.rules, state)


def test_the_log_of_the_notation_page_reads_back_and_agrees_with_the_table() -> None:
    (text,) = (block.text for block in blocks_of(PAGE, "json") if block.first.startswith('{"type"'))
    engine, happened = parse_log(text)
    assert log_text(engine, happened) == text
    followed(engine, happened)
    assert len(happened) == 3


@pytest.mark.parametrize("kind", c.ALL, ids=lambda kind: kind.__name__)
def test_any_command_reads_back(kind: type[c.Command]) -> None:
    by = st.sampled_from(["dealer", "dealer:bob", "floor:Ann Lee", "player:3", "system", "dealer:", "a.b:c", ""])

    @settings(max_examples=25)
    @given(strategy(kind), by | st.text(max_size=8))
    def reads_back(command: c.Command, by: str) -> None:
        command = msgspec.structs.replace(command, by=by)
        text = command_text(command)
        assert "\n" not in text
        assert parse_command(text) == command

    reads_back()


@pytest.mark.parametrize("word", ["in play", "a_b", "", "-", "653a.11(h)(2)(ii)", "653a.1(Envy bonus)", 'a"b', "É"])
def test_a_word_is_plain_where_it_can_be(word: str) -> None:
    plain = {"in play": "in_play", "653a.11(h)(2)(ii)": "653a.11(h)(2)(ii)", "653a.1(Envy bonus)": "653a.1(Envy_bonus)"}
    assert word_text(word).startswith('"') is (word not in plain)
    assert word_text(word) == plain.get(word, word_text(word))


# --- Headers ----------------------------------------------------------------------------------------


def facts(submission: Submission) -> dict[str, Any]:
    """Every field of a submission, with its terms taken apart."""
    held = {field.name: getattr(submission, field.name) for field in dataclasses.fields(submission)}
    terms = held.pop("terms")
    return held | {field.name: getattr(terms, field.name) for field in dataclasses.fields(terms)}


def reads_back(engine: Engine) -> None:
    text = round_text(engine, [])
    read, given_ = parse_round(text)
    assert facts(read.submission) == facts(engine.submission)
    assert (read.physical, given_, round_text(read, [])) == (engine.physical, [], text)


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
@pytest.mark.parametrize("physical", [False, True])
def test_the_header_of_an_example_reads_back(path: Path, physical: bool) -> None:
    reads_back(Engine(load_submission(path), physical))


@pytest.mark.parametrize("book", rulebooks.IDS)
def test_the_header_of_any_permitted_submission_reads_back(book: str) -> None:
    for seed in range(40):
        chance = PracticeChance(f"header {book} {seed}")
        reads_back(Engine(random_submission(book, chance), bool(chance.below(2))))


def test_better_odds_and_a_fine_rate_stand_in_the_header() -> None:
    colorado = (ROOT / "examples" / "submissions" / "ma-colorado.toml").read_text("utf-8")
    raised = accept(parse_draft(colorado + '\n[odds.bet]\n"royal flush" = "1,234 to 1"\n'))
    assert 'odds.bet.royal_flush="1,234 to 1"' in round_text(Engine(raised), [])
    reads_back(Engine(raised))
    flush = (ROOT / "examples" / "submissions" / "pa-678a.toml").read_text("utf-8")
    rated = accept(parse_draft(flush.replace('rate = "20%"', 'rate = "20.123456789%"')))
    assert "rate=20.123456789%" in round_text(Engine(rated), [])
    reads_back(Engine(rated))


# --- States and rounds --------------------------------------------------------------------------------


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_rounds_and_every_state_on_the_way_read_back(path: Path) -> None:
    line = line_of(path)
    engine, given_ = parse_round(line)
    assert round_text(engine, given_) == line
    state = engine.new()
    for command in given_:
        state, _ = engine.step(state, command)
        text = state_text(engine, state)
        assert "\n" not in text
        read, found = parse_state(text)
        assert found == state
        assert facts(read.submission) == facts(engine.submission)


# --- Events -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", get_args(events.AnyEvent), ids=lambda kind: kind.__name__)
def test_any_event_reads_back_from_json(kind: type[events.Event]) -> None:
    @settings(max_examples=15)
    @given(strategy(kind))
    def is_same(event: events.Event) -> None:
        text = events_json([event, event])
        assert text.count("\n") == 2
        assert f'"type":"{tag_of(kind)}"' in text
        assert parse_events(text) == [event, event]

    is_same()


def test_cards_are_readable_in_json() -> None:
    assert '"cards":[["dealer","As","down"]]' in events_json([events.Dealt((("dealer", PACK[51], "down"),), cite="x")])


def test_a_log_names_its_table() -> None:
    engine = example("pa-653a")
    happened = [events.DecksReceived(("blue", "red"), False, cite="653a.4(a)")]
    read, found = parse_log(log_text(engine, happened))
    assert facts(read.submission) == facts(engine.submission)
    assert found == happened


# --- Refusals -----------------------------------------------------------------------------------------

HEADER = round_text(example("pa-653a"), []).removesuffix(" ::").removeprefix("round ")
BAD = [
    ("", "the line begins with ''"),
    ("deal it", "the line begins with 'deal'"),
    (f"round {HEADER}", "no header"),
    ("round pa-999 ::", "pa-999"),
    ("round pa-653a ::", "where the cards come from"),
    (f"round {HEADER.replace('bets=$5..$500', '')} ::", "minimum is missing"),
    (f"round {HEADER.replace('bets=$5..$500', 'bets=$500..$5')} ::", "below the minimum"),
    (f"round {HEADER} bets=$5..$10 ::", "comes twice"),
    (f"round {HEADER} colour=red ::", "'colour=red' at character 1"),
    (f"round {HEADER} +tea ::", "+tea"),
    (f"round {HEADER} +trips +trips ::", "+trips"),
    (f"round {HEADER} option.tea=yes ::", "tea"),
    (f"round {HEADER.replace('+progressive($1)', '+progressive(one)')} ::", "'one)' at character 14"),
    (f"round {HEADER} :: d.deal", "the token ends too soon"),
    (f"round {HEADER} :: d.deel()", "'deel()' at character 3"),
    (f"round {HEADER} :: x.deal()", "accepted: d (dealer), p (player), f (floor), dev (device), sys (system)"),
    (f"round {HEADER} :: d.cut()", "depth for CutDeck"),
    (f"round {HEADER} :: d.cut(ten)", "a whole number"),
    (f"round {HEADER} :: d.cut(10,11)", "',11)' at character 9"),
    (f"round {HEADER} :: d.cut(10)x", "the end of the token"),
    (f"round {HEADER} :: d.enter(Zz)", "a card such as As"),
    (f"round {HEADER} :: d.receive(blue,perhaps)", "preshuffled or no"),
    (f'round {HEADER} :: p1.sit(1,"Ann)', "text in"),
    (f"round {HEADER} :: @noon d.deal()", "a whole number"),
]


@pytest.mark.parametrize(("line", "expected"), BAD, ids=[expected for _, expected in BAD])
def test_what_cannot_be_read_is_refused_by_its_place(line: str, expected: str) -> None:
    with pytest.raises(TablelawError) as refusal:
        parse_round(line)
    assert expected in refusal.value.sentence()


def test_a_refusal_counts_tokens_and_columns() -> None:
    with pytest.raises(BadNotation) as refusal:
        parse_round(f"round {HEADER} :: d.deal() d.deel()")
    line = f"round {HEADER} :: d.deal() d.deel()"
    assert refusal.value.where == f"token {len(line.split())} (column {line.index('d.deel') + 1})"
    assert refusal.value.code == "bad-notation"


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ("tea=1", "each once: events"),
        ("events=1 events=2", "each once"),
        ("decks=(status=ready)", "back for DeckState"),
        ("round=(number=1,seats={1:(player=x),1:(player=y)})", "1 once"),
        ("deck=1,rounds=2", "the end of the token"),
    ],
)
def test_a_state_that_cannot_be_read(fields: str, expected: str) -> None:
    with pytest.raises(BadNotation) as refusal:
        parse_state(f"table {HEADER} :: {fields}")
    assert expected in refusal.value.sentence()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("tea", "line 1"),
        ('\n{"type":"Tea","cite":"x"}', "line 2"),
        ('{"type":"DeckCut","cite":"x"}', "depth"),
        ('{"type":"CardSetAside","card":["Zz"],"cite":"x"}', "'Zz' is not a card"),
    ],
)
def test_events_that_cannot_be_read(text: str, expected: str) -> None:
    with pytest.raises(BadNotation) as refusal:
        parse_events(text)
    assert expected in refusal.value.sentence()


@pytest.mark.parametrize("parse", [parse_round, parse_state], ids=["round", "table"])
def test_a_line_with_a_slip_of_the_pen_is_read_or_refused(parse: Any) -> None:
    """A character lost, added or changed anywhere is either read or refused, and causes no other error."""
    engine, given_ = parse_round(line_of(ROOT / "tests" / "golden" / "pa-653a-hand.txt"))
    state = engine.new()
    for command in given_[:40]:
        state, _ = engine.step(state, command)
    line = round_text(engine, given_) if parse is parse_round else state_text(engine, state)
    chance, marks = PracticeChance("slips"), 'ab19$.,:+-(){}[]="@_ \\\n%'
    for _ in range(400):
        place = chance.below(len(line))
        mark = marks[chance.below(len(marks))]
        spoiled = line[:place] + (mark if chance.below(3) else "") + line[place + chance.below(2) :]
        try:
            parse(spoiled)
        except TablelawError:
            continue
