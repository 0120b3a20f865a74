"""What a row names but nothing reaches is refused on every load: no reader would notice it."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from tablelaw import rulebooks
from tablelaw.errors import BadRulebook
from tests.examples import FOLDER

LET_IT_RIDE, THREE_CARD = "let-it-ride", "three-card-poker"
RIDE = '\n  { action = "ride", cite = "5(b)" },'
PULL = '\n  { action = "pull", wager = "first", cite = "5(b)" },'
DECIDE_SECOND = '[[flow]]\nid = "decide-second"\ndo = "decide"\nstage = "second-bet"\ncite = "5(b)"\n'
FIRST, SECOND = "round.toml, stages (first-bet)", "round.toml, stages (second-bet)"


def broken(place: Path, name: str, file: str, find: str, put: str) -> Path:
    folder = Path(shutil.copytree(FOLDER / name, place / "book", ignore=shutil.ignore_patterns("__pycache__")))
    text = (folder / file).read_text("utf-8")
    assert find in text, f"{find!r} is not in {file}"
    (folder / file).write_text(text.replace(find, put, 1), "utf-8")
    return folder


def faults(folder: Path) -> list[tuple[str, str, str]]:
    found = rulebooks.faults_of(folder)
    return [(fault.where.removeprefix(f"{folder}/"), fault.what, fault.accepted) for fault in found]


BROKEN = {
    "a stage that is never asked": (
        *(LET_IT_RIDE, "round.toml", DECIDE_SECOND, "", SECOND, "no row of flow decides it"),
        'one row of flow with do = "decide" and stage = "second-bet"',
    ),
    "a stage that is asked twice": (
        *(LET_IT_RIDE, "round.toml", DECIDE_SECOND, DECIDE_SECOND + DECIDE_SECOND.replace("decide-s", "again-s")),
        *(SECOND, "2 rows of flow decide it (decide-second, again-second)"),
        'one row of flow with do = "decide" and stage = "second-bet"',
    ),
    "a stage that is not asked under a choice": (
        *(LET_IT_RIDE, "round.toml", 'stage = "second-bet"', 'stage = "second-bet"\nwhen = "positions-per-player=1"'),
        *(SECOND, "no row of flow decides it under positions-per-player=2"),
        'one row of flow with do = "decide" and stage = "second-bet", '
        "or a `when` of the stage that says when it is asked",
    ),
    "a decision of no stage": (
        *(LET_IT_RIDE, "round.toml", 'stage = "second-bet"\n', "", "round.toml, flow (decide-second)"),
        *("it decides no stage", "stage = one of first-bet, second-bet"),
    ),
    "a stage in a row that decides nothing": (
        *(LET_IT_RIDE, "round.toml", 'do = "settle"', 'do = "settle"\nstage = "first-bet"'),
        "round.toml, flow (settle)",
        *("it names the stage first-bet, but does not decide it", 'do = "decide", or no stage'),
    ),
    "a stage without a ride": (
        *(LET_IT_RIDE, "round.toml", RIDE, "", FIRST, "only one choice, pull"),
        "two choices or more, such as ride beside pull",
    ),
    "a stage without a pull": (
        *(LET_IT_RIDE, "round.toml", PULL, "", FIRST, "only one choice, ride"),
        "two choices or more, such as pull (of the wager that may be taken back) beside ride",
    ),
    "a stage without choices": (
        *(LET_IT_RIDE, "round.toml", f"{PULL}{RIDE}\n", "", FIRST, "no choice", "two choices or more"),
    ),
    "a stage with one choice under a choice of the operator": (
        *(LET_IT_RIDE, "round.toml", '"ride", cite', '"ride", when = "positions-per-player=1", cite', FIRST),
        "only one choice, pull under positions-per-player=2",
        "two choices or more, such as ride beside pull",
    ),
    "a wager that no stage places": (
        *(THREE_CARD, "wagers.toml", 'id = "pair-plus"\nname = "Pair Plus"\nkind = "optional"'),
        *('id = "pair-plus"\nname = "Pair Plus"\nkind = "decision"', "wagers.toml, wagers (pair-plus)"),
        "a decision wager that no choice of a stage places",
        'a choice with wager = "pair-plus", or the kind "opening" or "optional"',
    ),
    "a price that is never paid": (
        *(THREE_CARD, "wagers.toml", 'kind = "optional"', 'kind = "price"\non_buy = { cite = "5(b)" }'),
        *("wagers.toml, wagers (pair-plus)", "a price that no choice of a stage asks"),
        'a choice with price = { wager = "pair-plus", ... }',
    ),
    "a bonus on nothing": (
        *(THREE_CARD, "wagers.toml", 'rides_on = ["ante"]\n', "", "wagers.toml, wagers (ante-bonus)"),
        *("a bonus that rides on no wager", "rides_on with the wagers that carry it, or another kind"),
    ),
    "a bet of an opening wager": (
        *(THREE_CARD, "round.toml", 'action = "bet", wager = "play"', 'action = "bet", wager = "ante"'),
        *("round.toml, stages (decision)", "bet places ante, which is of kind opening", "play"),
    ),
    "a board that no hand contains": (
        *(LET_IT_RIDE, "round.toml", '["player", "community"]', '["player"]', "round.toml, flow (card-first)"),
        "no hand contains the cards of 'community'",
        'a hand of round.toml with "community" among its cards, or no card there',
    ),
    "a player's cards that no hand contains": (
        *(LET_IT_RIDE, "round.toml", '["player", "community"]', '["community"]'),
        *("dealing.toml, dealing (hand), steps[1]", "no hand contains the cards of 'players'"),
        'a hand of round.toml with "player" among its cards, or no card there',
    ),
    "a paytable of no wager": (
        *(THREE_CARD, "paytables.toml", 'wagers = ["pair-plus"]', "wagers = []"),
        *("paytables.toml, paytables (pair-plus)", "no wager uses it", "ante, play, ante-bonus, pair-plus"),
    ),
}


@pytest.mark.parametrize("name", BROKEN)
def test_what_nothing_reaches_is_refused_and_not_answered(tmp_path: Path, name: str) -> None:
    *changed, where, what, accepted = BROKEN[name]
    folder = broken(tmp_path, *changed)
    assert (where, what, accepted) in faults(folder)
    with pytest.raises(BadRulebook):
        rulebooks.load(folder)


def test_the_first_fault_is_that_of_the_stage(tmp_path: Path) -> None:
    folder = broken(tmp_path, LET_IT_RIDE, "round.toml", DECIDE_SECOND, "")
    with pytest.raises(BadRulebook, match=r"round\.toml, stages \(second-bet\): no row of flow decides it"):
        rulebooks.load(folder)


@pytest.mark.parametrize("rulebook_id", rulebooks.IDS)
def test_a_stage_may_be_asked_under_a_choice_of_its_own(rulebook_id: str) -> None:
    """In ma-colorado each version asks a stage of its own, and no rulebook of the package has a fault."""
    folder = rulebooks.folder_of(rulebook_id)
    assert [fault.what for fault in rulebooks.faults_of(folder)] == [
        f"the id {rulebook_id} belongs to a rulebook of the package"
    ]


# --- Irregularities ---------------------------------------------------------------------------------------------


def test_an_exposed_card_where_none_lies_names_the_places(tmp_path: Path) -> None:
    other = broken(tmp_path / "a", LET_IT_RIDE, "irregularities.toml", "house.community-card", "house.dealer-card")
    told = rulebooks.faults_of(other)[0]
    assert told.what == "place 'dealer', where no card lies face down before every player has decided"
    assert (told.why, told.accepted) == ("dealing.toml deals to players and community", "community")


def test_an_exposed_card_where_none_can_lie_says_so(tmp_path: Path) -> None:
    folder = broken(
        *(tmp_path, LET_IT_RIDE, "dealing.toml"),
        *('  { to = ["community"], cards = 2, cite = "4(a)" },\n', ""),
    )
    text = (folder / "dealing.toml").read_text("utf-8").replace('"revealed"', '"dealt"')
    (folder / "dealing.toml").write_text(text, "utf-8")
    (told,) = rulebooks.faults_of(folder)
    assert told.what == "place 'community', where no card lies face down before every player has decided"
    assert (told.why, told.accepted) == ("dealing.toml deals to players", "no such irregularity")


# --- Ids and names -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["a", "my-ride-2", "x" * 32])
def test_an_id_of_lower_case_letters_digits_and_hyphens_is_taken(tmp_path: Path, name: str) -> None:
    folder = broken(tmp_path, LET_IT_RIDE, "rulebook.toml", 'id = "let-it-ride"', f'id = "{name}"')
    assert faults(folder) == []


@pytest.mark.parametrize("name", ["My Ride", "my ride", "Ride", "my--ride", "-ride", "ride-", "my/ride", "x" * 33, "é"])
def test_another_id_is_refused(tmp_path: Path, name: str) -> None:
    folder = broken(tmp_path, LET_IT_RIDE, "rulebook.toml", 'id = "let-it-ride"', f'id = "{name}"')
    accepted = "1 to 32 lower-case letters and digits, joined by single hyphens, such as my-game"
    assert faults(folder) == [("rulebook.toml, id", f"the id {name!r}", accepted)]


@pytest.mark.parametrize("prefix", ["-", "LIR-", "L/R", "x" * 33])
def test_a_prefix_that_no_table_can_have_is_refused(tmp_path: Path, prefix: str) -> None:
    folder = broken(tmp_path, LET_IT_RIDE, "rulebook.toml", 'table_prefix = "', f'table_prefix = "{prefix}" # "')
    ((where, what, accepted),) = faults(folder)
    assert (where, what) == ("rulebook.toml, presentation", f"the table_prefix {prefix!r}")
    assert accepted == "1 to 32 letters and digits, such as ABC; without any, the id in capitals"


def test_without_a_prefix_tables_are_named_by_the_id_in_capitals(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rulebooks, "_FROM_OUTSIDE", {})
    text = (FOLDER / LET_IT_RIDE / "rulebook.toml").read_text("utf-8")
    shown = re.search(r"(?ms)^\[presentation\]\n.*?(?=^\[\[)", text)
    assert shown is not None
    book = rulebooks.load(broken(tmp_path, LET_IT_RIDE, "rulebook.toml", shown[0], ""))
    assert book.table_prefix == "LET-IT-RIDE"
    changed = book.with_odds("payout", printed={"full house": "12 to 1"})
    assert changed.table_prefix == "LET-IT-RIDE"


# --- Words of refusals -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("file", "find", "put", "where", "accepted"),
    [
        ("wagers.toml", 'id = "first"', 'id = "first"\neffective = 1', "wagers[2] (first)", "readings, from, until"),
        ("wagers.toml", 'id = "first"', 'id = "first"\nfrom = "soon"', "wagers[2].from (first)", "2026-01-31"),
        (
            *("paytables.toml", 'id = "payout"', 'id = "payout"\ncolumn_dates = { printed = { effective = 1 } }'),
            *("paytables[1].column_dates (payout)", "from, until"),
        ),
        (
            *("round.toml", 'says = "The', 'at_least = { cls = "pair" }\nsays = "The', "hands[1].at_least (player)"),
            "class, ranks",
        ),
    ],
)
def test_accepted_keys_are_those_of_the_file(
    tmp_path: Path, file: str, find: str, put: str, where: str, accepted: str
) -> None:
    ((place, _, told),) = faults(broken(tmp_path, LET_IT_RIDE, file, find, put))
    assert place == f"{file}, {where}" and accepted in told and "effective" not in told


@pytest.mark.parametrize(
    ("find", "put", "why"),
    [
        ("four-of-a-kind", "four of a kind", "did you mean 'four-of-a-kind'?"),
        ("two pair", "two pairs", "did you mean 'two pair'?"),
        ("full house", "boat", ""),
        ("full house", "three-card straight flush", ""),
    ],
)
def test_a_misspelled_class_is_recognised(tmp_path: Path, find: str, put: str, why: str) -> None:
    folder = broken(tmp_path, LET_IT_RIDE, "paytables.toml", find, put)
    (told,) = rulebooks.faults_of(folder)
    assert told.what == f"the ranking 'colorado' has no hand {put!r}"
    if why:
        assert told.why == why


def test_a_class_of_another_ranking_is_said_to_be_its(tmp_path: Path) -> None:
    folder = broken(
        tmp_path, THREE_CARD, "paytables.toml", '["pair", "1 to 1"]', '["pair of tens or better", "1 to 1"]'
    )
    assert [fault.why for fault in rulebooks.faults_of(folder)] == ["the ranking 'colorado' has it"]


@pytest.mark.parametrize(
    ("find", "put", "why"),
    [
        ('wager = "first"', 'wager = "ante"', "it is the first row of wagers.toml, the unit of every figure; "),
        ('wager = "first"', 'wager = "first", times = [1]', "a pull has no times and no up_to, "),
    ],
)
def test_a_pull_that_is_not_possible_says_why(tmp_path: Path, find: str, put: str, why: str) -> None:
    (told,) = rulebooks.faults_of(broken(tmp_path, LET_IT_RIDE, "round.toml", find, put))
    assert told.why.startswith(why) and told.accepted == "the whole of one of: first, second"


def test_missing_files_are_listed_once(tmp_path: Path) -> None:
    folder = Path(shutil.copytree(FOLDER / LET_IT_RIDE, tmp_path / "book"))
    (folder / "layout.toml").unlink()
    ((where, what, accepted),) = faults(folder)
    assert (where, what) == ("layout.toml", "the file is missing") and accepted.startswith("all of rulebook.toml, ")
    (folder / "duties.toml").unlink()
    assert [fault[:2] for fault in faults(folder)] == [("duties.toml, layout.toml", "the files are missing")]


def test_the_path_of_a_folder_is_told_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A relative path too: the file is run under its whole path."""
    broken(tmp_path, LET_IT_RIDE, "conduct.py", "return case", "return return")
    monkeypatch.chdir(tmp_path)
    (told,) = rulebooks.faults_of(Path("book"))
    line = told.where.removeprefix("book/conduct.py, line ")
    assert line.isdecimal() and told.what == "cannot be run: SyntaxError: invalid syntax"
