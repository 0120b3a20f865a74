"""Replay: the events alone show the hand again, each step described and cited, with the felt at that moment."""

from __future__ import annotations

import json
from pathlib import Path
from typing import get_args

import pytest
import typer
from typer.testing import CliRunner

from tablelaw.cards import Card, parse_cards
from tablelaw.cli.commands import procedure, replay
from tablelaw.errors import BadNotation
from tablelaw.law.cite import Cite
from tablelaw.submission.submission import load_submission
from tablelaw.table import commands, events
from tablelaw.table.engine import Engine
from tablelaw.table.notation.event_log import events_json, log_text, parse_log
from tablelaw.table.notation.lines import parse_round, state_text
from tablelaw.table.reading.replay import Frame, Spot, felt_of, played, story, story_text
from tablelaw.table.reading.sentences import TELLERS, listed, meter_text, who
from tablelaw.table.refusals import Refused
from tablelaw.table.state import Table

ROOT = Path(__file__).parents[3]
GOLDEN = sorted((ROOT / "tests" / "golden").glob("*.txt"))
HAND = ROOT / "tests" / "golden" / "pa-653a-hand.txt"
EXAMPLE = ROOT / "examples" / "submissions" / "pa-653a.toml"

app = typer.Typer()
replay.register(app)
procedure.register(app)


def line_of(path: Path) -> str:
    return next(line for line in path.read_text("utf-8").splitlines() if line.startswith("round "))


def hand(path: Path = HAND) -> tuple[Engine, list[events.Event]]:
    engine, given = parse_round(line_of(path))
    return engine, played(engine, given)


def run(*arguments: str, stdin: str | None = None) -> str:
    result = CliRunner().invoke(app, list(arguments), input=stdin, catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.output


def frames_where(kind: str) -> list[Frame]:
    engine, happened = hand()
    return [frame for frame in story(engine, happened) if frame.event == kind]


def spot(frame: Frame, place: str) -> Spot:
    return next(spot for spot in frame.felt if spot.place == place)


# --- Words ------------------------------------------------------------------------------------------


def test_every_event_has_its_sentence() -> None:
    assert set(TELLERS) == set(get_args(events.AnyEvent))


@pytest.mark.parametrize(
    ("by", "words"),
    [
        ("dealer", "the dealer"),
        ("dealer:bob", "dealer bob"),
        ("floor:ann", "floorperson ann"),
        ("player:3", "the player at seat 3"),
        ("system", "the system"),
    ],
)
def test_people_are_named_by_their_role(by: str, words: str) -> None:
    assert who(by) == words


def test_small_words() -> None:
    assert [listed("a"), listed("ab"), listed("abc")] == ["a", "a and b", "a, b and c"]
    assert meter_text(100_000_0000) == "$1,000"
    assert meter_text(100_000_0001) == "$1,000 and 1/10,000 of a cent"


# --- The story --------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_the_events_alone_rebuild_the_hand(path: Path) -> None:
    engine, happened = hand(path)
    read, logged = parse_log(log_text(engine, happened))
    assert logged == happened
    assert story(read, logged) == story(engine, happened)
    assert read.replay(logged) == engine.replay(happened)


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_every_step_names_a_paragraph_of_its_regulation(path: Path) -> None:
    engine, happened = hand(path)
    known = {provision.cite for provision in engine.rules.book.provisions}
    for frame in story(engine, happened):
        cites = [frame.cite, *(part for detail in frame.details for part in detail.cite.split("; odds "))]
        for text in filter(None, ", ".join(cites).split(", ")):
            cite = Cite.parse(text, engine.rules.book.notation)
            assert any(cite.contains(paragraph) for paragraph in known), f"step {frame.step}: {text}"
        assert frame.cite, f"step {frame.step} has no cite"


def test_cards_lie_face_down_until_they_are_turned_up() -> None:
    dealt = next(
        frame for frame in frames_where("Dealt") if any(spot.place == "seat 5" and spot.down for spot in frame.felt)
    )
    assert spot(dealt, "dealer").down == parse_cards("Th 9h")
    assert spot(dealt, "dealer").up == ()
    assert spot(dealt, "seat 1").down == parse_cards("As Ts")
    (shown,) = frames_where("DealerTurnedUp")
    assert spot(shown, "dealer").up == parse_cards("Th 9h")
    assert spot(shown, "community").up == parse_cards("Ks Qs Js 2d 7c")
    assert "straight, king high" in shown.what


def test_a_board_dealt_first_is_turned_up_in_parts() -> None:
    engine, happened = hand(ROOT / "tests" / "golden" / "pa-653a-reshuffling-shoe.txt")
    first, second = [frame for frame in story(engine, happened) if frame.event == "Revealed"]
    assert (len(spot(first, "community").up), len(spot(first, "community").down)) == (3, 2)
    assert (len(spot(second, "community").up), len(spot(second, "community").down)) == (5, 0)
    assert not any(place.place == "burn" for place in second.felt)


def test_settled_wagers_leave_the_felt() -> None:
    folded = next(frame for frame in frames_where("Settled") if "seat 3" in frame.what.lower())
    assert [wager for wager, _ in spot(folded, "seat 3").wagers] == ["trips", "progressive", "six-card"]
    assert folded.details[0].text == "seat 3 Ante $25: lost, collected $25"
    assert folded.details[0].cite == "653a.11(f)(2)"


def test_a_share_of_the_meter_is_shown_to_the_cent() -> None:
    lines = [detail.text for frame in frames_where("Settled") for detail in frame.details]
    (share,) = [line for line in lines if "Progressive" in line and "hand pay" in line]
    assert "paid $112,045.50, collected $1, progressive-a $112,045.50 to $10,000, by hand pay" in share


def test_the_text_leaves_out_what_lies_as_before() -> None:
    engine, happened = hand()
    frames = story(engine, happened)
    some, whole = story_text(frames), story_text(frames, whole=True)
    assert some.count("meter five-card") < whole.count("meter five-card") == len(frames)
    assert len(some.splitlines()) < len(whole.splitlines())


def test_an_empty_table_has_an_empty_felt() -> None:
    assert list(felt_of(hand()[0], Table())) == []


# --- What cannot be replayed ---------------------------------------------------------------------------


def test_a_refused_command_is_named() -> None:
    engine, given = parse_round(line_of(HAND))
    with pytest.raises(Refused) as refusal:
        played(engine, [given[0], commands.TurnUp(), *given[1:]])
    assert refusal.value.where == "command 2, d.turn()"
    assert refusal.value.code == "nothing-to-turn-up"


@pytest.mark.parametrize(
    "event",
    [
        events.Revealed((Card(0),), cite="653a.11(c)"),
        events.DeckCut(26, cite="653a.5(d)"),
        events.Decided(1, "before-flop", "check", cite="653a.11(b)"),
        events.Settled(9, (), cite="653a.11(h)"),
        events.IrregularityFound("tea-spilled", 0, False, False, cite="653a.13"),
        events.SeatLeft(4, cite="653a.7(b)"),
    ],
    ids=lambda event: type(event).__name__,
)
def test_events_that_cannot_have_happened_are_refused(event: events.Event) -> None:
    with pytest.raises(BadNotation) as refusal:
        story(hand()[0], [event])
    assert refusal.value.where == "event 1"


# --- On the command line -------------------------------------------------------------------------------


def test_replay_shows_a_golden_file() -> None:
    shown = run("replay", str(HAND))
    assert "Ultimate Texas Hold 'Em Poker" in shown
    assert "No more bets" in shown
    assert "653a.11(h)" in shown


def test_replay_reads_a_round_from_standard_input_as_json() -> None:
    shown = json.loads(run("replay", "-", "--json", stdin=line_of(HAND)))
    assert list(shown) == ["rulebook", "edition", "casino", "table", "steps", "frames"]
    frame = shown["frames"][-1]
    assert list(frame) == ["step", "event", "by", "at", "what", "cite", "details", "phase", "felt"]
    assert list(frame["felt"][0]) == ["place", "up", "down", "wagers", "note"]
    assert shown["steps"] == len(shown["frames"]) == frame["step"]


def test_replay_shows_one_step_with_the_whole_felt() -> None:
    last = len(hand()[1]) - 1
    (frame,) = json.loads(run("replay", str(HAND), "--step", str(last), "--json"))["frames"]
    assert frame["step"] == last
    assert len(frame["felt"]) >= 5
    assert str(last) in run("replay", str(HAND), "--step", str(last))


def test_replay_writes_a_log_and_reads_it_again(tmp_path: Path) -> None:
    log = tmp_path / "hand.jsonl"
    log.write_text(run("replay", str(HAND), "--log"), "utf-8")
    assert run("replay", str(log), "--json") == run("replay", str(HAND), "--json")


def test_replay_takes_bare_events_with_their_submission(tmp_path: Path) -> None:
    engine = Engine(load_submission(EXAMPLE))
    happened = played(engine, [commands.ReceiveDecks(("blue", "red")), commands.InspectDecks()])
    log = tmp_path / "hand.jsonl"
    log.write_text(events_json(happened), "utf-8")
    assert json.loads(run("replay", str(log), "--submission", str(EXAMPLE), "--json"))["steps"] == 2
    with pytest.raises(BadNotation):
        run("replay", str(log))


def test_replay_shows_a_table_as_it_stands() -> None:
    engine, happened = hand()
    shown = run("replay", "-", stdin=state_text(engine, engine.replay(happened[:45])))
    assert "The table after 45 events" in shown


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", "is empty"),
        ("# only a remark\n---\nround", "is empty"),
        ("tea for two", "the line begins with 'tea'"),
        ('{"type":"Tea"}', "does not say which table"),
        ("{tea", "does not say which table"),
    ],
)
def test_replay_refuses_what_it_cannot_read(text: str, expected: str) -> None:
    with pytest.raises(BadNotation) as refusal:
        run("replay", "-", stdin=text)
    assert expected in refusal.value.sentence()


def test_replay_refuses_a_file_that_is_not_there_and_one_that_is_no_text(tmp_path: Path) -> None:
    with pytest.raises(BadNotation, match="cannot be read"):
        run("replay", str(tmp_path / "none"))
    odd = tmp_path / "odd"
    odd.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BadNotation, match="not UTF-8"):
        run("replay", str(odd))


@pytest.mark.parametrize("step", ["0", "999", "-1"])
def test_replay_refuses_a_step_that_is_not_there(step: str) -> None:
    assert CliRunner().invoke(app, ["replay", str(HAND), "--step", step]).exit_code == 2
