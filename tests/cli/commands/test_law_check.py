"""`law check` lists all faults of a folder at once, and which readers support its game."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

import tablelaw
from tablelaw import rulebooks
from tablelaw.analysis import solver_choice
from tablelaw.analysis.board_with_dealer.solver import BoardWithDealer
from tablelaw.cards import RANKINGS
from tablelaw.cli.law_check import bot_floor, folder_check, matrix
from tablelaw.cli.law_check.bot_floor import BotFloor
from tablelaw.cli.law_check.folder_check import Checked
from tablelaw.cli.law_check.readers import ALWAYS, EXACT, NO, READERS, YES, Served
from tablelaw.errors import BadRulebook
from tablelaw.scenarios.scenario_cases import Case, read_cases
from tablelaw.studies.games import simulated_table
from tablelaw.submission.printed_rows import unpaid_rows
from tests.cli.test_floor_documents import undocumented
from tests.command import Run, wide_command
from tests.examples import FOLDER

TENS_OR_BETTER = """[[hands]]
id = "tens-or-better"
cards = ["player", "community"]
ranking = "five-card"
at_least = { class = "pair", ranks = ["T"] }
says = "Whether the hand is a pair of tens or better."
cite = "3(a)"
"""
PACKAGE = Path(tablelaw.__file__).parent / "rulebooks"


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    monkeypatch.setattr(rulebooks, "_FROM_OUTSIDE", {})
    return wide_command(monkeypatch, capsys)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return Path(shutil.copytree(FOLDER / "three-card-poker", tmp_path / "book"))


def change(folder: Path, file: str, find: str, put: str) -> None:
    text = (folder / file).read_text("utf-8")
    assert find in text
    (folder / file).write_text(text.replace(find, put, 1), "utf-8")


def with_tens_or_better(place: Path) -> Path:
    """Let It Ride with a second hand read from the same cards: whether they are a pair of tens or better."""
    folder = Path(shutil.copytree(FOLDER / "let-it-ride", place / "book"))
    change(folder, "round.toml", "[[rankings]]", f"{TENS_OR_BETTER}\n[[rankings]]")
    change(folder, "round.toml", 'rankings = ["colorado"]', 'rankings = ["colorado", "five-card"]')
    return folder


def read(run: Run, folder: Path, code: int) -> Any:
    done, out, err = run("law", "check", str(folder), "--json")
    assert done == code, err
    return json.loads(out)


def test_the_answer_for_programs(run: Run) -> None:
    found = read(run, FOLDER / "three-card-poker", 0)
    assert found["rulebook"] == "three-card-poker" and found["game"] and not found["faults"]
    assert [row["reader"] for row in found["readers"]] == list(READERS)
    assert all(row["served"] == (row["refusal"] is None) for row in found["readers"])
    assert found["not_run"] == [row["reader"] for row in found["readers"] if not row["asked"] and row["served"]]
    bots = found["bots"]
    assert bots["rounds"] >= 1 and bots["lines"] >= bots["rounds"] and "irregularities" in bots


def test_several_rulebooks_are_answered_together(run: Run, folder: Path) -> None:
    """A sound folder has a row of answers; one that cannot be loaded has faults and a row without answers."""
    broken = Path(shutil.copytree(folder, folder.parent / "broken"))
    (broken / "duties.toml").unlink()
    code, out, err = run("law", "check", str(folder), str(broken), "--json")
    assert code == 1, err
    found = json.loads(out)
    page = (FOLDER.parents[1] / "docs" / "cli.md").read_text("utf-8")
    told = json.loads(page.partition("### Several rulebooks")[2].partition("```json\n")[2].partition("```")[0])
    told["rulebooks"][0]["bots"]["irregularities"] = {}
    assert undocumented(found, told) == []
    assert [bool(one["faults"]) for one in found["rulebooks"]] == [False, True]
    sound, other = found["matrix"]
    assert sound["answers"] == {row["reader"]: row["answer"] for row in found["rulebooks"][0]["readers"]}
    assert list(sound["answers"]) == list(READERS) and set(sound["not_run"]) == set(EXACT)
    assert sound["answers"] == told["matrix"][0]["answers"]
    assert (other["rulebook"], other["answers"], other["path"]) == (None, {}, str(broken))


def answered(name: str, **refused: str) -> Checked:
    """A rulebook of whose readers some refuse, each for one reason."""
    said = {reader: BadRulebook(why, accepted="another game") for reader, why in refused.items()}
    readers = (
        Served(reader, NO, refusal=said[reader])
        if reader in said
        else Served(reader, YES, is_asked=reader not in EXACT)
        for reader in READERS
    )
    return Checked(Path(name), (), None, None, tuple(readers))


def test_the_matrix_of_several_rulebooks_has_a_row_for_each_game(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    found = {
        "one": answered("one"),
        "other": answered("other", **{"simulate": "no table", "coach": "no table", "par pdf": "no paper"}),
        "broken": Checked(Path("broken"), (BadRulebook("the file is missing"),)),
    }
    monkeypatch.setattr(folder_check, "check_folder", lambda path, effort, tell: found[str(path)])
    code, out, _ = run("law", "check", *found)
    lines = [" ".join(line.split()) for line in out.splitlines()]
    assert code == 1 and "broken: one fault." in lines and "- the file is missing" in lines
    assert "one yes yes yes yes yes* yes* yes* yes* yes yes yes* yes" in lines
    assert "other yes yes yes yes yes* yes* yes*: text, json, html, xlsx; no: pdf no yes yes no yes" in lines
    assert "broken" in lines, "a row without answers"
    assert "- other, par pdf: no paper; accepted: another game" in lines
    assert [line for line in lines if line.startswith("- other")][1].startswith("- other, simulate, coach: no table")
    assert "* judged by the structure of the game; --thorough runs these readers too, and plays more rounds." in lines


def test_the_matrix_fits_a_terminal_of_120_columns() -> None:
    """With the longest id of a game, the answers and a heading stay side by side."""
    cells = [matrix.row_of(answered("mississippi-stud"))]
    widths = [
        max(len(word) for word in (*heading.split(), *(row[n] for row in cells), "meters," * (heading == "verifier")))
        for n, heading in enumerate(("game", *matrix.COLUMNS))
    ]
    assert sum(widths) + 2 * len(widths) <= 120


def test_the_id_of_a_known_rulebook_is_taken_too(run: Run) -> None:
    code, out, err = run("law", "check", "pa-678a", "--json")
    found = json.loads(out)
    assert code == 0 and found["rulebook"] == "pa-678a", err
    assert {row["reader"]: row["answer"] for row in found["readers"]}["verifier"] == "yes"


# --- Rounds by bots -----------------------------------------------------------------------------------------


def test_a_round_that_never_ends_is_a_fault(run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_floor, "MOST_STEPS", 3)
    told = read(run, folder, 1)["faults"]
    assert any("no end after 3 steps" in fault["what"] and fault["accepted"] for fault in told), told


def test_money_that_is_not_conserved_is_a_fault(run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(BotFloor, "_players_cents", lambda self: self.given)
    told = read(run, folder, 1)["faults"]
    assert any("the lines say" in fault["what"] for fault in told)


def test_the_table_for_people_says_the_same(run: Run) -> None:
    code, out, _ = run("law", "check", str(FOLDER / "three-card-poker"))
    assert code == 0 and "no faults" in out and all(reader in out for reader in READERS)


def test_missing_rows_are_reported_together(run: Run, folder: Path) -> None:
    change(folder, "rulebook.toml", 'id = "deck"', 'id = "dek"')
    change(folder, "rulebook.toml", 'id = "positions-per-player"', 'id = "positions"')
    change(folder, "duties.toml", '[[duties]]\nshared = "house.count-stub"\non = "cards dealt"\ncite = "8(e)"\n', "")
    found = read(run, folder, 1)
    told = {fault["what"] for fault in found["faults"]}
    assert {"no fact 'deck'", "no 'positions-per-player'", "no duty 'count-stub'"} <= told
    assert found["rulebook"] is None and found["readers"] == []
    assert all(fault["accepted"] and str(folder) in fault["where"] for fault in found["faults"])


def test_faults_of_several_files_and_rows_are_reported_together(run: Run, folder: Path) -> None:
    change(folder, "wagers.toml", 'name = "Ante"', 'nam = "Ante"')
    change(folder, "wagers.toml", 'kind = "decision"', 'kind = "decisive"')
    change(folder, "rulebook.toml", "value = 6", 'valu = "6"')
    change(folder, "rulebook.toml", 'game = "Three Card Poker"', "game = 3")
    change(folder, "duties.toml", '"house.cut"', '"house.cutt"')
    change(folder, "duties.toml", 'on = "cards dealt"', 'on = "never"')
    (folder / "layout.toml").unlink()
    (folder / "conduct.py").write_text("1 / 0")
    where = [fault["where"].removeprefix(f"{folder}/") for fault in read(run, folder, 1)["faults"]]
    assert where == [
        "conduct.py, line 1",
        "rulebook.toml, facts[1] (seats)",
        "rulebook.toml, game",
        "wagers.toml, wagers[1] (ante)",
        "wagers.toml, wagers[2].kind (play)",
        "duties.toml, duties[2] (house.cutt)",
        "duties.toml, duties[5].on (count-stub)",
        "layout.toml",
    ]


def test_faults_of_paytables_and_dealing_are_reported_together(run: Run, tmp_path: Path) -> None:
    folder = Path(shutil.copytree(FOLDER / "let-it-ride", tmp_path / "book"))
    change(folder, "paytables.toml", '"straight flush"', '"straigt flush"')
    change(folder, "paytables.toml", '"two pair"', '"two pairs"')
    change(folder, "dealing.toml", 'to = ["community"]', 'to = ["board"]')
    change(folder, "round.toml", 'wagers = ["ante", "first", "second"]', 'wagers = ["ante", "first"]')
    faults = [(fault["where"].removeprefix(f"{folder}/"), fault["what"]) for fault in read(run, folder, 1)["faults"]]
    assert faults == [
        (
            "paytables.toml, paytable payout, row 2 (straigt flush)",
            "the ranking 'colorado' has no hand 'straigt flush'",
        ),
        ("paytables.toml, paytable payout, row 8 (two pairs)", "the ranking 'colorado' has no hand 'two pairs'"),
        ("round.toml, settlement", "wager second is settled 0 times"),
        ("dealing.toml, dealing (hand), steps[2]", "cards are dealt to 'board', which no hand is read from"),
        (
            "dealing.toml, dealing (hand)",
            'community = "revealed", but its steps deal 0 community cards and the round turns up 2',
        ),
    ]


@pytest.mark.parametrize(
    ("file", "find", "put", "place", "what", "accepted"),
    [
        (
            *("dealing.toml", '"revealed"', '"dealt"', "dealing.toml, dealing (hand)"),
            'community = "dealt", but its steps deal 2 community cards and the round turns up 2',
            'community = "revealed" if they lie face down until they are due, or steps that deal none',
        ),
        (
            *("dealing.toml", '"revealed"', '"none"', "dealing.toml, dealing (hand)"),
            'community = "none", but its steps deal 2 community cards and the round turns up 2',
            'community = "revealed"',
        ),
        (
            *("dealing.toml", "cards = 2", "cards = 3", "dealing.toml, dealing (hand)"),
            'community = "revealed", but its steps deal 3 community cards and the round turns up 2',
            "steps that deal 2 community cards",
        ),
        (
            *("round.toml", "cards = 1", "cards = 0", "round.toml, flow (card-first)"),
            "0 community cards are turned up",
            "cards = 1 or more",
        ),
        (
            *("round.toml", 'to = "community"', 'to = "turn"', "round.toml, flow (card-first)"),
            "cards are turned up at 'turn'",
            "community, flop",
        ),
        (
            *("round.toml", '["player", "community"]', '["player", "board"]', "round.toml, hands (player)"),
            "the hand is read from 'board', where no cards are dealt",
            "player, dealer, community, flop, player initial, other player, or a place that dealing.toml deals to",
        ),
    ],
)
def test_cards_dealt_and_turned_up_agree(
    run: Run, tmp_path: Path, file: str, find: str, put: str, place: str, what: str, accepted: str
) -> None:
    folder = Path(shutil.copytree(FOLDER / "let-it-ride", tmp_path / "book"))
    change(folder, file, find, put)
    fault = read(run, folder, 1)["faults"][0]
    assert (fault["where"].removeprefix(f"{folder}/"), fault["what"], fault["accepted"]) == (place, what, accepted)


@pytest.mark.parametrize(
    ("find", "put", "place", "what", "accepted"),
    [
        (
            *('to = ["players"], cite', 'to = ["players"], face = "up", cite', "steps[2]"),
            "cards of the players are dealt face up",
            "face up for the dealer's cards only; cards of the board are turned up by the flow",
        ),
        (
            *('cite = "4(a)"\nsteps', 'cite = "4(a)"\nsteps', "(second)"),
            "0 of the dealer's cards are dealt face up, 1 under hand",
            "the same under every procedure",
        ),
    ],
)
def test_faces_of_the_initial_cards_agree(
    run: Run, tmp_path: Path, find: str, put: str, place: str, what: str, accepted: str
) -> None:
    folder = Path(shutil.copytree(FOLDER / "caribbean-stud", tmp_path / "book"))
    change(folder, "dealing.toml", find, put)
    if place == "(second)":
        text = (folder / "dealing.toml").read_text("utf-8")
        second = text[text.index("[[dealing]]") :].replace('id = "hand"', 'id = "second"').replace('face = "up", ', "")
        (folder / "dealing.toml").write_text(f"{text}\n{second}", "utf-8")
    (fault,) = read(run, folder, 1)["faults"]
    assert place in fault["where"] and (fault["what"], fault["accepted"]) == (what, accepted)


@pytest.mark.parametrize(
    ("hand", "cls", "what", "accepted"),
    [
        ("", "pair", "bet is limited to hands, but the stage names none", 'hand = "player", or another hand'),
        ("player", "a pair", "bet is limited to 'a pair', which the hand player cannot be", "straight flush, "),
    ],
)
def test_a_choice_is_limited_to_classes_of_the_hand_of_its_stage(
    run: Run, folder: Path, hand: str, cls: str, what: str, accepted: str
) -> None:
    change(folder, "round.toml", "times = [1], cite", f'times = [1], hands = ["{cls}"], cite')
    if hand:
        change(folder, "round.toml", 'asks = "every player"', f'asks = "every player"\nhand = "{hand}"')
    (fault,) = read(run, folder, 1)["faults"]
    assert fault["where"].endswith("round.toml, stages (decision)")
    assert fault["what"] == what and fault["accepted"].startswith(accepted)


def test_faults_of_ranks_and_choices_are_reported_without_a_crash(run: Run, tmp_path: Path) -> None:
    folder = with_tens_or_better(tmp_path)
    change(folder, "round.toml", 'ranks = ["T"]', 'ranks = ["10"]')
    change(folder, "round.toml", 'action = "ride"', 'action = "ride", wager = "first"')
    told = {fault["what"]: fault for fault in read(run, folder, 1)["faults"]}
    assert list(told) == ["unknown rank '10'", "ride takes no wager, but names 'first'"]
    assert told["unknown rank '10'"]["accepted"] == "A, K, Q, J, T, 9, 8, 7, 6, 5, 4, 3, 2"
    assert "round.toml, hands (tens-or-better)" in told["unknown rank '10'"]["where"]


def test_a_wager_that_can_be_pulled_equals_another(run: Run, tmp_path: Path) -> None:
    folder = Path(shutil.copytree(FOLDER / "let-it-ride", tmp_path / "book"))
    change(folder, "wagers.toml", 'equal_to = "ante"\n', "")
    (fault,) = read(run, folder, 1)["faults"]
    assert fault["where"].endswith("wagers.toml, wagers (first)")
    assert fault["what"] == "it can be pulled but need not equal an earlier opening wager"
    assert fault["why"] == "the edge would depend on the stakes" and fault["accepted"] == 'equal_to = "ante"'


def test_a_table_that_cannot_be_settled_is_a_fault(run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(game: object, tell: object) -> None:
        raise ValueError("min() of an empty sequence")

    monkeypatch.setitem(ALWAYS, "settle", refuse)
    (fault,) = read(run, folder, 1)["faults"]
    assert fault["where"] == "the reader settle" and "min() of an empty sequence" in fault["what"]


def test_a_case_that_two_rules_decide_is_reported_with_its_hands(run: Run, folder: Path) -> None:
    conduct = (folder / "conduct.py").read_text("utf-8")
    again = '\n\n@rule("5(b)", "ante")\ndef again(case: Case) -> Ruling | None:\n    """Again."""\n    return LOST\n'
    (folder / "conduct.py").write_text(conduct + again, "utf-8")
    faults = read(run, folder, 1)["faults"]
    assert faults and all(
        "conduct (ante)" in fault["where"] and "decides the wager" in fault["what"] for fault in faults
    )
    assert any("the player's hand is" in fault["why"] for fault in faults)


def test_a_case_that_no_rule_decides_is_reported(run: Run, folder: Path) -> None:
    change(folder, "conduct.py", "if case.is_equal:\n        return RETURNED", "if case.is_equal:\n        return None")
    faults = read(run, folder, 1)["faults"]
    assert any("no paragraph decides" in fault["what"] and "equal" in fault["why"] for fault in faults)


def test_a_game_that_no_solver_fits_is_still_played(run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    board = BoardWithDealer()
    monkeypatch.setattr(solver_choice, "SOLVERS", (board,))
    readers = {row["reader"]: row for row in read(run, folder, 0)["readers"]}
    assert [name for name, row in readers.items() if not row["served"]] == [*EXACT]
    refusal = readers["analyze"]["refusal"]
    assert refusal["why"].startswith(f"{board.family}: ") and refusal["accepted"].startswith(f"{board.family}: ")


def test_a_family_without_a_simulated_table_is_reported(
    run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        simulated_table, "TABLES", {BoardWithDealer.family: simulated_table.TABLES[BoardWithDealer.family]}
    )
    (simulate,) = (row for row in read(run, folder, 0)["readers"] if row["reader"] == "simulate")
    assert not simulate["served"] and "no simulated table deals the family" in simulate["refusal"]["what"]
    assert BoardWithDealer.family in simulate["refusal"]["accepted"]


def test_a_folder_of_the_package_has_its_id_refused(run: Run) -> None:
    (fault,) = read(run, PACKAGE / "pa_653a", 1)["faults"]
    assert "belongs to a rulebook of the package" in fault["what"]


def test_a_path_without_a_rulebook_is_reported(run: Run, tmp_path: Path) -> None:
    faults = read(run, tmp_path, 1)["faults"]
    assert [fault["what"] for fault in faults] == ["the file is missing"] * 2


# --- A second hand read from the player's cards ---------------------------------------------------------------


def test_a_rule_may_ask_a_second_hand_of_the_same_cards(run: Run, tmp_path: Path) -> None:
    folder = with_tens_or_better(tmp_path)
    change(folder, "conduct.py", "if case", 'if case.qualifies("tens-or-better") and case')
    readers = {row["reader"]: row for row in read(run, folder, 0)["readers"]}
    assert readers["analyze"]["served"] and readers["simulate"]["served"]
    code, out, err = run("--rulebooks", str(folder), "analyze", "let-it-ride")
    assert code == 0 and "3.5057%" in out, err


def test_no_fault_is_found_in_classes_that_the_same_cards_cannot_have(run: Run, tmp_path: Path) -> None:
    """A pair of nines is not a pair of tens or better, so the paytable need not print it."""
    folder = with_tens_or_better(tmp_path)
    change(folder, "conduct.py", 'case.has_row("payout", hand)', 'case.qualifies("tens-or-better")')
    assert read(run, folder, 0)["faults"] == []
    change(folder, "round.toml", 'ranks = ["T"]', 'ranks = ["9"]')
    faults = read(run, folder, 1)["faults"]
    assert {(fault["what"], fault["why"].partition(";")[0]) for fault in faults} == {
        ("paytable payout has no payout for 'pair of 9s'", "player: pair of 9s, tens-or-better: qualifies")
    }


OWN_ID = "own-game"
ODD_HANDS = {
    "casino-holdem": ("five-card", ["player", "flop"], "pair", "3(a)"),
    "pa_678a": ("flush", ["player"], "three-card flush", "678a.6(b)"),
    "three-card-poker": ("instant winner", ["player"], "", "3(a)"),
    "fr_stud": ("five-card", ["player initial"], "pair", "Art. 55-16 al. 36"),
    "ma_colorado": ("three-card", ["community"], "pair", "3(b)"),
    "let-it-ride": ("three-card", ["player"], "pair", "3(a)"),
}
"""For a game of each family: the ranking, cards, line and cite of a hand that its solver does not know."""


PACKAGED = ("pa_678a", "fr_stud", "ma_colorado")


def copied(name: str, place: Path) -> Path:
    """An example, or a rulebook of the package under an id of its own, in a folder."""
    source = PACKAGE / name if name in PACKAGED else FOLDER / name
    folder = Path(shutil.copytree(source, place / "book", ignore=shutil.ignore_patterns("__pycache__", "__init__.py")))
    if name in PACKAGED:
        change(folder, "rulebook.toml", f'id = "{name.replace("_", "-")}"', f'id = "{OWN_ID}"')
    return folder


def with_odd_hand(name: str, place: Path) -> Path:
    """A game whose first rule, which decides the Ante, also looks at a hand that the solver does not know."""
    folder, (ranking, cards, cls, cite) = copied(name, place), ODD_HANDS[name]
    line = f'at_least = {{ class = "{cls}" }}\n' if cls else ""
    hand = f'id = "odd"\ncards = {json.dumps(cards)}\nranking = "{ranking}"\n{line}says = "Odd."\ncite = "{cite}"\n'
    rows = f"[[hands]]\n{hand}\n"
    if f'"{ranking}"]' not in (folder / "round.toml").read_text("utf-8"):
        classes = "".join(f'"{cls}" = "{cite}"\n' for cls in RANKINGS[ranking].classes)
        rows += (
            f'[[rankings]]\nid = "odd"\nrankings = ["{ranking}"]\ncite = "{cite}"\n\n[rankings.classes]\n{classes}\n'
        )
    change(folder, "round.toml", "[[rankings]]", f"{rows}[[rankings]]")
    before, rule, after = (folder / "conduct.py").read_text("utf-8").partition("@rule(")
    head, text, rest = after.split('"""', 2)
    body = f'{before}{rule}{head}"""{text}"""\n    case.hand("odd"){rest}'
    (folder / "conduct.py").write_text(body, "utf-8")
    return folder


@pytest.mark.parametrize("name", ODD_HANDS)
def test_a_hand_that_the_solver_does_not_know_is_named(run: Run, tmp_path: Path, name: str) -> None:
    folder = with_odd_hand(name, tmp_path)
    code, out, _ = run("law", "check", str(folder), "--json")
    found = json.loads(out)
    readers = {row["reader"]: row for row in found["readers"]}
    refusing = [reader for reader, row in readers.items() if not row["served"]]
    if name in PACKAGED:  # the verifier may refuse a table that has the law of the package under another id
        refusing = [reader for reader in refusing if reader != "verifier"]
    else:
        assert code == 0, found["faults"]
    assert refusing == [*EXACT]
    what = "a rule of the wager ante reads the hand odd, which this solver does not know"
    if name == "casino-holdem":
        what = "the wager call against the dealer looks at the hand odd"
    assert {readers[reader]["refusal"]["what"] for reader in EXACT} == {what}
    assert readers["table"]["served"]
    code, _, err = run("--rulebooks", str(folder), "analyze", found["rulebook"])
    assert code == 2 and what in err


# --- A scenario of the folder -----------------------------------------------------------------------------------


def test_the_scenarios_of_a_folder_are_played(run: Run, folder: Path) -> None:
    found = read(run, folder, 0)
    assert found["scenarios"] == {"played": len(scenarios_of("three-card-poker")), "failed": 0}
    (folder / "scenarios.toml").unlink()
    assert read(run, folder, 1)["scenarios"] is None


@pytest.mark.parametrize("named", ["scenarios.toml", "tests/test_own.py::test_a_fold"])
def test_a_test_that_is_not_in_the_folder_is_a_fault_of_its_paragraph(run: Run, folder: Path, named: str) -> None:
    file = named.partition("::")[0]
    if named == "scenarios.toml":
        (folder / named).unlink()
    else:
        change(folder, "provisions.toml", 'shown_by = "scenarios.toml"', f'shown_by = "{named}"')
    faults = read(run, folder, 1)["faults"]
    cites = ["6(b)", "6(c)", "6(d)", "6(e)"] if file == named else ["6(b)"]
    assert [fault["where"] for fault in faults] == [f"provisions.toml ({cite})" for cite in cites]
    assert faults[0]["what"] == f"shown_by: no file {file!r} in the folder"
    assert faults[0]["accepted"] == (
        "scenarios.toml with a scenario that shows 6(b), or a test at a path from the folder"
    )
    (folder / file).parent.mkdir(exist_ok=True)
    if file != named:
        (folder / file).touch()
        assert read(run, folder, 0)["faults"] == []


def scenarios_of(name: str) -> list[Case]:
    return read_cases((FOLDER / name / "scenarios.toml").read_text("utf-8"), name)


@pytest.mark.parametrize(
    ("find", "put", "where", "what"),
    [
        (
            *('"pair-plus won 1 to 1 $5 6(e)"', '"pair-plus won 2 to 1 $10 6(e)"'),
            "scenarios.toml (a fold loses the Ante; Pair Plus stays)",
            "expected: pair-plus won 2 to 1 $10 6(e); settled: pair-plus won 1 to 1 $5 6(e) (pair, 7(c))",
        ),
        (
            *('rulebook = "three-card-poker"', 'rulebook = "let-it-ride"'),
            "scenarios.toml (a fold loses the Ante; Pair Plus stays)",
            "a round of the rulebook 'let-it-ride'",
        ),
        ('cards = "2s 2d 3c"', "cards = 3", "scenarios.toml (a fold loses the Ante; Pair Plus stays)", "refused ("),
        ("[[scenario]]", "[[scenario]", "scenarios.toml", "the text is neither TOML nor JSON"),
    ],
)
def test_a_scenario_that_does_not_end_as_expected_is_a_fault(
    run: Run, folder: Path, find: str, put: str, where: str, what: str
) -> None:
    change(folder, "scenarios.toml", find, put)
    found = read(run, folder, 1)
    fault = found["faults"][0]
    assert fault["where"].startswith(where) and fault["what"].startswith(what) and fault["accepted"]
    assert found["scenarios"]["failed"] == len({fault["where"] for fault in found["faults"]} - {"scenarios.toml"})
    if "2 to 1" in put:
        assert len(found["faults"]) == 1
        out = run("law", "check", str(folder))[1]
        assert "Scenarios of the folder: 19 played, 1 failed." in out and where in out


def test_a_paragraph_that_no_scenario_shows_is_a_fault(run: Run, folder: Path) -> None:
    text = (folder / "scenarios.toml").read_text("utf-8").replace('"6(e)"', '"7(c)"')
    (folder / "scenarios.toml").write_text(text, "utf-8")
    told = [(fault["where"], fault["what"]) for fault in read(run, folder, 1)["faults"]]
    assert ("provisions.toml (6(e))", "no scenario shows 6(e)") in told


# --- Printed rows are paid ---------------------------------------------------------------------------------------


def with_pairs_told_apart_by_a_line(place: Path) -> Path:
    """Let It Ride whose sign prints "pair", while a line that no sign shows decides which pairs are paid."""
    folder = with_tens_or_better(place)
    for file in ("round.toml", "paytables.toml"):
        text = (folder / file).read_text("utf-8")
        (folder / file).write_text(text.replace('"colorado"', '"five-card"'), "utf-8")
    change(folder, "round.toml", '["five-card", "five-card"]', '["five-card"]')
    change(folder, "paytables.toml", "pair of tens, jacks, queens, kings or aces", "pair")
    return folder


def test_a_printed_row_that_can_lose_is_a_fault(run: Run, tmp_path: Path) -> None:
    folder = with_pairs_told_apart_by_a_line(tmp_path)
    change(folder, "conduct.py", "case.has_row", 'case.qualifies("tens-or-better") and case.has_row')
    (fault,) = read(run, folder, 1)["faults"]
    assert fault["what"] == "the row 'pair' pays 1 to 1, but 'pair' is lost under 6(b)"
    assert fault["where"].endswith("paytables.toml, paytables (payout)")
    assert fault["why"] == "tens-or-better: does not qualify, which no sign shows"
    assert fault["accepted"] == (
        "rows that name only hands that are paid; the ranking colorado tells more hands apart, with rows such as "
        "'pair of tens' or 'pair of tens or better'"
    )


def test_a_rule_that_loses_before_it_looks_at_the_hand_is_noticed_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = with_pairs_told_apart_by_a_line(tmp_path)
    change(
        folder,
        "conduct.py",
        "hand = case",
        'if not case.qualifies("tens-or-better"):\n        return LOST\n    hand = case',
    )
    monkeypatch.setattr(rulebooks, "_FROM_OUTSIDE", {})
    found = [row for row in unpaid_rows(rulebooks.load(folder).terms()) if row.wager == "ante"]
    assert [(row.cell.row, row.cls, row.hand) for row in found] == [("pair", "pair", "player")]


def test_a_row_that_is_never_paid_is_a_fault(run: Run, folder: Path) -> None:
    change(folder, "conduct.py", 'if case.has_row("pair-plus"', 'if hand != "pair" and case.has_row("pair-plus"')
    (fault,) = read(run, folder, 1)["faults"]
    assert fault["what"] == "the row 'pair' is never paid to the wager pair-plus"


def test_a_line_among_pairs_is_a_row_of_the_sign_and_of_the_analysis(run: Run, tmp_path: Path) -> None:
    folder = Path(shutil.copytree(FOLDER / "let-it-ride", tmp_path / "book"))
    change(folder, "paytables.toml", "pair of tens, jacks, queens, kings or aces", "pair of tens or better")
    code, out, err = run("--rulebooks", str(folder), "analyze", "let-it-ride")
    assert code == 0 and "3.5057%" in out, err
    assert "1.2237 times the Bet $ staked on average" in out and " Ante" not in out and " ante" not in out
    assert "3 wagers then stay, so a round can lose more than one Bet $, the unit of the edge" in " ".join(out.split())
    filed = tmp_path / "filed.toml"
    assert run("--rulebooks", str(folder), "submission", "new", "let-it-ride", "-o", str(filed))[0] == 0
    assert "Pair of tens or better ...." in run("--rulebooks", str(folder), "sign", str(filed))[1]


def test_a_folder_instead_of_a_submission_is_told_what_is_accepted(run: Run, folder: Path) -> None:
    for command in ("sign", "par"):
        code, _, err = run(command, str(folder))
        assert code == 2 and f"{folder}: is a folder" in err
        assert "a Rules Submission, such as `tablelaw submission new ID -o FILE` writes" in err


def test_a_bonus_that_wants_a_comparison_is_never_paid_and_reported(run: Run, folder: Path) -> None:
    """The table settles a bonus for the player's own hand without comparing it with the dealer's."""
    change(folder, "conduct.py", 'if case.has_row("ante-bonus"', 'if case.is_higher and case.has_row("ante-bonus"')
    told = {fault["what"] for fault in read(run, folder, 1)["faults"]}
    assert "the row 'straight' is never paid to the wager ante-bonus" in told
