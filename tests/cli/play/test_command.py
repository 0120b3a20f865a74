"""Play at a terminal: keys, the felt, bad input, leaving, and automatic rounds."""

from __future__ import annotations

import re
from io import StringIO
from pathlib import Path

import pytest
import typer
from rich.console import Console
from typer.testing import CliRunner

from tablelaw import rulebooks
from tablelaw.cards import PACK, Card
from tablelaw.chance import PracticeChance
from tablelaw.cli.play import command
from tablelaw.cli.play.decisions import ways
from tablelaw.cli.play.felt import FeltView, Pen, place_cards, seat_cards
from tablelaw.cli.play.keyboard import Lines, PlayerLeft
from tablelaw.cli.play.practice_table import PracticeTable
from tablelaw.cli.play.session import Session
from tablelaw.cli.play.settlement import net_cents
from tablelaw.cli.play.wagers import Purse, Stakes
from tablelaw.errors import TablelawError
from tablelaw.law.paragraph_lookup import paraphrase
from tablelaw.printed_money import printed
from tablelaw.submission.draft import parse_draft
from tablelaw.submission.submission import accept
from tablelaw.submission.template import new_submission
from tablelaw.table import Engine, Refused, events
from tablelaw.table.automation.players import NAMES, imagined, sensible, usual_wagers
from tablelaw.table.notation.event_log import parse_log
from tablelaw.table.round.hands import dealers_cards
from tests.examples import FOLDER, example
from tests.printed_commands import run_page

EVERY = pytest.mark.parametrize("book", rulebooks.IDS)
EXAMPLES = tuple(folder.name for folder in sorted(FOLDER.iterdir()) if folder.is_dir())


def engine_of(book: str, **swaps: str) -> Engine:
    """An engine under a new submission with every wager offered; each of `swaps` replaces the value of a line."""
    text = new_submission(rulebooks.get(book), offer_all=True)
    for name, value in swaps.items():
        text = re.sub(rf"^{name.replace('_', '-')} = .*$", f"{name.replace('_', '-')} = {value}", text, flags=re.M)
    return Engine(accept(parse_draft(text)))


def session_of(book: str, others: int = 0, seed: str = "1", every_wager: bool = True) -> tuple[Session, StringIO]:
    engine, shown = engine_of(book), StringIO()
    practice, me = PracticeTable(engine, PracticeChance(seed)), others // 2 + 1
    names = iter(NAMES)
    practice.open({seat: "You" if seat == me else next(names) for seat in range(1, others + 2)})
    stakes = Stakes(engine)
    if every_wager:
        stakes.place_all()
    console = Console(file=shown, width=120, force_terminal=False)
    return Session(practice, me, stakes, Purse(50_000), PracticeChance(f"{seed} players"), console), shown


def answer(session: Session, *lines: str) -> None:
    """Plays with these lines as the player's answers, until they run out."""
    with pytest.raises(PlayerLeft):
        session.play(Lines(lines, session.console))


def lines_of(session: Session) -> list[events.Line]:
    settled = [event for event in session.practice.driver.log if isinstance(event, events.Settled)]
    return [line for event in settled for line in event.lines]


# --- Rounds that play themselves ----------------------------------------------------------------------


@EVERY
def test_rounds_alone_settle_every_wager_with_its_paragraph(book: str) -> None:
    session, shown = session_of(book, others=2)
    session.play_alone(3)
    text = shown.getvalue()
    assert text.count("Settlement") == 3
    assert "Others: Ann" in text
    own = [line for line in lines_of(session) if line.seat == session.me]
    assert {line.wager for line in own} >= set(session.stakes.placed)
    assert all(line.cite in text for line in own)


@pytest.mark.parametrize("book", (*rulebooks.IDS, *EXAMPLES))
def test_chips_are_what_was_bought_plus_what_was_won(book: str) -> None:
    if book in EXAMPLES:
        example(book)
    session, _ = session_of(book, others=1, seed="2")
    session.play_alone(4)
    own = [line for line in lines_of(session) if line.seat == session.me]
    assert session.purse.net_cents == net_cents(own)


def test_chips_of_a_bet_that_is_taken_back_return_at_once() -> None:
    example("let-it-ride")
    session, _ = session_of("let-it-ride")
    had = session.purse.cents
    answer(session, "", "t")
    taken_back = [event for event in session.practice.driver.log if isinstance(event, events.Decided)]
    assert [event.action for event in taken_back] == ["pull"]
    assert session.purse.cents == had - session.stakes.total_cents + session.stakes.placed["first"]


@EVERY
def test_the_same_seed_shows_the_same_session(book: str) -> None:
    sessions = []
    for _ in range(2):
        session, shown = session_of(book, others=1, seed="same")
        session.play_alone(2)
        sessions.append(shown.getvalue())
    assert sessions[0] == sessions[1]


def test_a_seed_fixes_the_deck_whoever_sits_there() -> None:
    decks = []
    for others in (0, 3):
        session, _ = session_of("pa-653a", others=others)
        decks.append(next(event.cards for event in session.practice.driver.log if isinstance(event, events.Shuffled)))
    assert decks[0] == decks[1]


def test_meters_grow_by_their_share_of_what_was_staked() -> None:
    session, _ = session_of("pa-678a")
    (meter,) = session.practice.engine.submission.meters
    before = session.practice.state.meters[meter.id]
    session.play_alone(1)
    line = next(line for line in lines_of(session) if line.wager == "progressive")
    assert line.outcome == "lost"
    assert session.practice.state.meters[meter.id] == before + int(line.stake * meter.primary * 10_000)


def test_drawn_bonuses_are_drawn() -> None:
    engine = engine_of("pa-653a", magic_card='"yes"', lucky_bonus='"yes"', draws_every_rounds="1")
    practice = PracticeTable(engine, PracticeChance("draw"))
    practice.open({1: "You"})
    stakes = Stakes(engine)
    stakes.place_all()
    Session(practice, 1, stakes, Purse(50_000), PracticeChance("me"), Console(file=StringIO())).play_alone(1)
    (drawn,) = [event for event in practice.driver.log if isinstance(event, events.BonusDrawn)]
    assert len(drawn.cards) == 1 and drawn.positions[0] in (0, 1)


# --- Other players ------------------------------------------------------------------------------------


@EVERY
def test_an_imagined_table_keeps_what_the_seat_sees_and_is_one_deck(book: str) -> None:
    session, _ = session_of(book, others=2)
    practice = session.practice
    for seat in practice.state.players:
        practice.place(seat, usual_wagers(practice.engine, PracticeChance(seat)))
    practice.close_bets()
    asked = practice.advance()
    assert asked is not None
    world = imagined(practice.engine, practice.state, asked, PracticeChance("world"))
    round_, deck = world.round, world.decks[world.deck].cards
    assert round_ is not None and round_.seats.keys() == {asked}
    assert round_.seats[asked].cards == practice.round.seats[asked].cards
    laid = [card for cards in round_.places.values() for card in cards]
    assert sorted([*laid, *round_.seats[asked].cards, *deck[round_.dealt :]]) == list(PACK)


def test_a_bot_bets_good_hands_and_folds_bad_ones() -> None:
    practice, acts = session_of("pa-678a")[0].practice, dict[str, set[str]]()
    for _ in range(16):
        practice.place(1, {"ante": 500})
        practice.close_bets()
        practice.advance()
        held = practice.engine.rules.hands.rankings["player"].classify(practice.round.seats[1].cards)
        act = sensible(practice.engine, practice.state, PracticeChance("bot"), rounds=200)
        acts.setdefault(held, set()).add(act.action)
        practice.do(act)
        practice.advance()
        practice.clear()
    assert acts["four-card flush"] == {"bet"}
    assert acts["two-card flush"] == {"fold"}


# --- Wagers -------------------------------------------------------------------------------------------


def test_wagers_that_must_be_equal_move_together() -> None:
    stakes = Stakes(engine_of("pa-653a"))
    assert stakes.placed == {"ante": 500, "blind": 500}
    stakes.add_chip("blind")
    assert stakes.placed == {"ante": 1000, "blind": 1000}
    stakes.set("blind", 2500)
    assert stakes.placed == {"ante": 2500, "blind": 2500}


def test_a_wager_taken_back_takes_those_that_need_it() -> None:
    stakes = Stakes(engine_of("pa-653a"))
    with pytest.raises(Refused, match="needs Trips"):
        stakes.add_chip("bad-beat")
    stakes.add_chip("trips")
    stakes.add_chip("bad-beat")
    stakes.take_back("trips")
    assert stakes.placed == {"ante": 500, "blind": 500}


@pytest.mark.parametrize(("cents", "name"), [(499, "below-minimum"), (50_001, "above-maximum")])
def test_a_refused_sum_changes_nothing(cents: int, name: str) -> None:
    stakes = Stakes(engine_of("pa-653a"))
    with pytest.raises(Refused) as refused:
        stakes.set("ante", cents)
    assert refused.value.code == name
    assert stakes.placed == {"ante": 500, "blind": 500}


def test_a_fixed_sum_is_put_down_and_taken_back_by_its_key() -> None:
    stakes = Stakes(engine_of("pa-653a"))
    stakes.add_chip("progressive")
    assert stakes.placed["progressive"] == 100
    stakes.add_chip("progressive")
    assert "progressive" not in stakes.placed


# --- Keys ---------------------------------------------------------------------------------------------

FIRST_WAY = {
    "pa-647a": ("b", "c", "c"),
    "md-thb": ("b", "c", "c"),
    "ma-colorado": ("b1",),
    "pa-653a": ("c", "c", "b"),
    "pa-677a": ("c", "c", "b"),
    "pa-678a": ("b",),
    "fr-ultimate": ("c", "c", "b"),
    "fr-trois-cartes": ("b",),
    "fr-stud": ("b",),
    "fr-holdem": ("c", "c", "b", "c"),
}


@EVERY
def test_a_round_by_keys(book: str) -> None:
    session, shown = session_of(book, every_wager=False)
    answer(session, "d", *FIRST_WAY[book], "1", "q")
    assert session.rounds == 1
    text = shown.getvalue()
    own = lines_of(session)
    assert paraphrase(session.practice.engine.rules.book, own[0].cite)[:30] in text
    assert "Your hand:" in text
    assert session.farewell().startswith(f"1 round played. Bought in for {printed(50_000)}, left with ")


def test_every_wager_and_an_exact_sum_by_keys() -> None:
    session, shown = session_of("pa-653a", every_wager=False)
    answer(session, "e", "=1", "25", "d", "4", "q")
    assert session.stakes.placed["ante"] == session.stakes.placed["blind"] == 2500
    assert "bet $100 on Play, 4 times the Ante" in shown.getvalue()


def test_any_sum_up_to_the_limit_by_keys() -> None:
    session, shown = session_of("pa-677a", every_wager=False)
    answer(session, "d", "a 16", "a nine", "9", "q")
    assert "$16 is outside that range" in shown.getvalue()
    assert "'nine' is not a sum of money" in shown.getvalue()
    assert [line.stake for line in lines_of(session) if line.wager == "raise"] == [900]


def test_bad_keys_get_a_sentence_and_are_asked_again() -> None:
    session, shown = session_of("pa-653a", every_wager=False)
    answer(session, "x", "-1", "4", "d", "", "f", "4", "z", "q")
    text = shown.getvalue()
    assert "'x' does nothing here; press one of 1 2 3 4 5 6 7 8 d c = - e + q, or Enter." in text
    assert "Ante is required (653a.7(d)(1)); give it another amount instead." in text
    assert "Another wager must be placed first" in text
    assert "That key does nothing here; press one of c 3 4 q." in text
    assert "'f' does nothing here; press one of c 3 4 q." in text
    assert session.rounds == 1


def test_chips_that_do_not_suffice_are_bought() -> None:
    session, shown = session_of("pa-653a", every_wager=False)
    session.purse.cents = 1500
    answer(session, "=1", "10", "d", "+", "-0", "d", "4")
    assert "That takes $20 and you have $15; + buys chips." in shown.getvalue()
    assert session.purse.bought_cents == 100_000


def test_chips_can_be_bought_at_a_decision_they_do_not_suffice_for() -> None:
    session, shown = session_of("pa-653a", every_wager=False)
    session.purse.cents = 1500
    answer(session, "d", "4", "+", "4", "q")
    assert "That takes $20 and you have $5" in shown.getvalue()
    assert session.rounds == 1


def test_leaving_in_the_middle_asks_first() -> None:
    session, shown = session_of("pa-653a", every_wager=False)
    answer(session, "d", "q", "n", "q", "y")
    assert shown.getvalue().count("Leave, with $10 on the table?") == 2
    assert session.farewell().endswith("-$10. $10 was still on the table.")


def test_the_same_wagers_again_and_others() -> None:
    session, _ = session_of("pa-653a", every_wager=False)
    answer(session, "d4", "", "4", "w", "3", "d4")
    placed = [event for event in session.practice.driver.log if isinstance(event, events.WagerPlaced)]
    assert [event.wager for event in placed] == ["ante", "blind", "ante", "blind", "ante", "blind", "trips"]


@EVERY
def test_every_way_offered_is_a_decision_the_table_accepts(book: str) -> None:
    session, _ = session_of(book, seed="ways")
    practice = session.practice
    practice.place(1, session.stakes.placed)
    practice.close_bets()
    while practice.advance() is not None:
        seat, open_to = practice.round.seats[1], ways(practice.engine, practice.round)
        assert len({way.key for way in open_to}) == len(open_to)
        acts = [way.act(1, way.cents or (way.span or (0, 0))[0], seat.cards[: way.choice.discard]) for way in open_to]
        assert all(practice.engine.can(practice.state, act) for act in acts)
        practice.do(next(act for act in acts if act.action != "fold"))


# --- What is seen -------------------------------------------------------------------------------------


@EVERY
def test_no_card_face_down_is_shown(book: str) -> None:
    session, _ = session_of(book, others=2, seed="felt")
    practice, view = session.practice, session.view
    for seat in practice.state.players:
        practice.place(seat, session.stakes.placed)
    practice.close_bets()
    while practice.advance() is not None:
        round_ = practice.round
        dealers = dealers_cards(practice.engine.rules, practice.state.method, round_)
        open_cards = {*round_.seats[session.me].cards, *round_.community[: round_.shown], *dealers}
        drawn = [card for place in round_.places for card in drawn_at(practice, place) if place != "burn"]
        drawn += [card for number in round_.seats for card in seat_cards(round_, number, session.me)]
        assert set(drawn) - {None} <= open_cards
        hidden = [view.pen.card(card).plain for card in PACK if card not in open_cards]
        text = text_of(view, session)
        assert not [name for name in hidden if re.search(rf"(?<!\d){name}", text)]
        practice.do(sensible(practice.engine, practice.state, PracticeChance("felt")))


def drawn_at(practice: PracticeTable, place: str) -> list[Card | None]:
    return place_cards(practice.engine, practice.state.method, practice.round, place)


def text_of(view: FeltView, session: Session) -> str:
    shown = StringIO()
    Console(file=shown, width=120).print(view.draw(session.practice.state, session.purse.cents))
    return shown.getvalue()


def test_cards_in_letters_where_suits_cannot_be_shown() -> None:
    pen = Pen(plain=True)
    assert pen.boxes([PACK[51], PACK[32], None]).plain == "As 10c ##"
    assert Pen().row([PACK[51], PACK[32], None]).plain == "A♠ 10♣ ░░"


# --- The command --------------------------------------------------------------------------------------


@pytest.fixture
def app() -> typer.Typer:
    made = typer.Typer(pretty_exceptions_enable=False)
    command.register(made)
    return made


def test_the_command_plays_alone_and_keeps_a_record(app: typer.Typer, tmp_path: Path) -> None:
    kept = tmp_path / "session.jsonl"
    args = ["pa-653a", "--seed", "7", "--auto", "2", "--seats", "1", "--bet", "all", "--record", str(kept)]
    result = CliRunner().invoke(app, args)
    assert result.exit_code == 0
    assert "2 rounds played." in result.output
    engine, happened = parse_log(kept.read_text("utf-8"))
    assert engine.replay(happened).rounds == 2


def test_the_command_reads_lines_and_ends_with_its_input(app: typer.Typer) -> None:
    result = CliRunner().invoke(app, ["md-thb", "--seed", "7", "--bet", "ante=10"], input="d\nb\n")
    assert result.exit_code == 0
    assert "bet $20 on Flop" in result.output
    assert result.output.rstrip().endswith("$30 was still on the table.")


@pytest.mark.parametrize(
    "args",
    [
        ["pa-653a", "--seats", "6"],
        ["pa-653a", "--bet", "tripz=5"],
        ["pa-653a", "--bet", "trips=1"],
        ["pa-653a", "--bet", "trips=x"],
        ["pa-653a", "--bet", "play=5"],
        ["pa-653a", "--buy-in", "much"],
        ["pa-653a", "--buy-in", "0"],
        ["pa-999a"],
        ["pa-653a", "--submission", "nowhere.toml"],
        ["pa-653a", "--auto", "1", "--record", "nowhere/session.jsonl"],
    ],
)
def test_bad_options_are_refused_without_a_traceback(app: typer.Typer, args: list[str]) -> None:
    result = CliRunner().invoke(app, args)
    assert result.exit_code == 2 or isinstance(result.exception, TablelawError)


def test_the_round_of_the_documentation(app: typer.Typer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "100")
    args = ["pa-653a", "--seed", "26", "--bet", "trips=5", "--bet", "progressive=1"]
    shown = CliRunner().invoke(app, args, input="d\nc\nb\n2\nq\n").output
    written = (Path(__file__).parents[3] / "docs" / "play.md").read_text("utf-8").partition("```text\n")[2]
    assert [line.rstrip() for line in shown.splitlines()] == written.removesuffix("```\n").splitlines()


def test_the_commands_of_the_documentation_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "my.toml").write_text(new_submission(rulebooks.get("ma-colorado"), offer_all=True), "utf-8")
    assert "5 rounds played." in run_page("play", monkeypatch, capsys)[4]
