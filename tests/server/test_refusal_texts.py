"""Every refusal that a page can receive has a text for its reader, and no page parses the sentence."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import tablelaw
from tablelaw.cage.accounts import ACCOUNT_KINDS
from tablelaw.cage.refusals import LEDGER_REFUSALS, METER_REFUSALS
from tablelaw.errors import TablelawError
from tablelaw.floor.refusals import REFUSALS as FLOOR_REFUSALS
from tablelaw.permissions import roles_signing_in
from tablelaw.persons import ROLES as PERSON_ROLES
from tablelaw.server.refusal_responses import outside
from tablelaw.server.refusal_texts import texts_for
from tablelaw.server.refusals import REFUSALS as SERVER_REFUSALS
from tablelaw.table.refusals import REFUSALS as TABLE_REFUSALS
from tests.table import refusal_cases_in_play
from tests.table.refusal_cases import CASES as CASES_AT_A_TABLE

assert refusal_cases_in_play.__name__, "imported, so that its cases are registered"

CODES = {*LEDGER_REFUSALS, *METER_REFUSALS, *FLOOR_REFUSALS, *SERVER_REFUSALS, *TABLE_REFUSALS}
CASES = {
    "wager-missing": {"needed": {"wager"}},
    "balance-below-zero": {kind: {"available_cents"} for kind in ("game", "chips", "tray")},
}
"""The cases that refusals name in their parameters, with the parameters of each."""
OF_EVERY_REFUSAL = {"because", "instead", "accepted", "reason"}
TAKEN_APART = re.compile(
    r"\b(what|why|accepted|message)\b\)?\.(replace|replaceAll|match|matchAll|search|split)\(|"
    r"/[a-z]*\.(test|exec)\((refusal\.)?(what|why|accepted|message)\b"
)
ROLES = ("", *sorted(roles_signing_in()))


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("is_demo", [False, True])
def test_every_refusal_has_a_text(role: str, is_demo: bool) -> None:
    texts = texts_for(role, is_demo).texts
    assert set(texts) >= CODES
    for key, text in texts.items():
        code, _, case = key.partition(":")
        assert code in CODES and (not case or case in CASES[code]), key
        known = OF_EVERY_REFUSAL | (CASES[code][case] if case else set())
        assert set(re.findall(r"{(\w+)}", text)) <= known, key
        assert text[0].isupper() and text.endswith((".", "{instead}")), key


@pytest.mark.parametrize("is_demo", [False, True])
def test_players_and_staff_are_each_told_what_to_do(is_demo: bool) -> None:
    player, dealer = texts_for("player", is_demo).texts, texts_for("dealer", is_demo).texts
    assert player["below-minimum"] == "That is below this table's minimum. Wager {accepted}."
    assert dealer["below-minimum"] == "This is below the table minimum{because}. Enter {accepted}."
    place = "under “Your money and seat”" if is_demo else "from the dealer"
    assert place in player["balance-below-zero:chips"]
    assert dealer["balance-below-zero:chips"] == "The player has {available_cents} in chips."


def test_a_text_that_names_a_panel_of_a_page_uses_its_title() -> None:
    sources = "".join(page.read_text("utf-8") for page in (Path(tablelaw.__file__).parent / "web").rglob("*.js"))
    texts = {text for role in ROLES for demo in (False, True) for text in texts_for(role, demo).texts.values()}
    named = {name for text in texts for name in re.findall("under “([^”]+)”", text)}
    assert named and all(f'"{name}"' in sources for name in named), named
    assert "Press it to take it back" not in "".join(texts), "a press on a circle adds a chip"


# --- Notation of the command line -----------------------------------------------------------------------------------

NOTATION = re.compile(r"(?<![\w`])[a-z][\w-]*\((?:\.\.\.|[\w{},-]*)\)|`tablelaw|--[a-z]+")
"""A command as it is typed in a line of table notation, such as "stub(...)", or at the command line."""
GIVER = re.compile(rf"\b(?:{'|'.join((*PERSON_ROLES, *ACCOUNT_KINDS))}):[\w{{]")
"""A giver of orders or an account as the log writes it, such as "player:3" or "chips:ann"."""


def shown(refusal: TablelawError, role: str, is_demo: bool = False) -> str:
    """A refusal as a page of this role shows it."""
    told, texts = outside(refusal), texts_for(role, is_demo).texts
    params = {name: str(value) for name, value in told["params"].items()}
    text = texts.get(f"{told['code']}:{params.get('case')}") or texts[told["code"]]
    words = {
        "because": f" ({params['reason']})" if params.get("reason") else "",
        "instead": f" Accepted: {told['accepted']}." if told["accepted"] else "",
        "accepted": told["accepted"],
        **params,
    }
    return re.sub(r"{(\w+)}", lambda found: words.get(found[1], found[0]), text)


@pytest.mark.parametrize("is_demo", [False, True])
def test_no_text_of_the_catalogue_has_notation_of_the_command_line(is_demo: bool) -> None:
    found = [text for role in ROLES for text in texts_for(role, is_demo).texts.values() if is_notation(text)]
    assert found == []


@pytest.mark.parametrize("name", sorted(CASES_AT_A_TABLE))
def test_no_refusal_of_a_table_has_notation_on_a_page(name: str) -> None:
    """Every refusal of a table is provoked, and read by everybody who could be told."""
    game, command = CASES_AT_A_TABLE[name][1]()
    refusal = game.refused(command)
    for role in ROLES:
        sentence = shown(refusal, role)
        assert not is_notation(sentence) and "{" not in sentence, sentence
    assert not is_notation(refusal.in_words)
    assert refusal.typed in refusal.sentence(), "the command line keeps it"


def is_notation(text: str) -> bool:
    return bool(NOTATION.search(text) or GIVER.search(text))


TOLD_ON_PAGES = ("table/phases", "table/round", "floor/handlers", "floor/rules", "floor/reports", "server")


def written_in(source: str) -> Iterator[str]:
    """The texts of a module, without its docstrings and without what it gives as `typed`."""
    tree = ast.parse(source)
    typed = (node.value for node in ast.walk(tree) if isinstance(node, ast.keyword) and node.arg == "typed")
    aside = {part for value in (*typed, *_typed_values(tree)) for part in ast.walk(value)}
    aside |= {node.value for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if node not in aside and isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def _typed_values(tree: ast.AST) -> Iterator[ast.expr]:
    """Values of variables that hold what is typed: `typed`, `SERVE_TYPED`, or `typed` as the last of a tuple."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Assign):
            continue
        names = [name.id for name in ast.walk(node.targets[0]) if isinstance(name, ast.Name)]
        if names and names[-1].lower().endswith("typed"):
            yield from _last_of(node.value)


def _last_of(value: ast.expr) -> Iterator[ast.expr]:
    if isinstance(value, ast.IfExp):
        yield from (*_last_of(value.body), *_last_of(value.orelse))
    else:
        yield value.elts[-1] if isinstance(value, ast.Tuple) else value


def notations_in(source: str) -> list[str]:
    return [text for text in written_in(source) if TYPED_OUT.search(text)]


TYPED_OUT = re.compile(r"(?<![\w`])[a-z][a-z-]*\((?:\.\.\.|[A-Z]+(?:,[A-Z]+)*)?\)|`tablelaw")
"""What is unmistakably typed: "stub(...)", "withdraw(SEAT,WAGER)", "deal()", "`tablelaw floor open`"."""


def test_no_refusal_that_a_page_shows_is_written_with_notation() -> None:
    root = Path(tablelaw.__file__).parent
    modules = [path for part in TOLD_ON_PAGES for path in (root / part).rglob("*.py")]
    found = {path: notations_in(path.read_text("utf-8")) for path in modules}
    assert not {path: texts for path, texts in found.items() if texts}


@pytest.mark.parametrize(
    "planted",
    [
        'raise Refused("no-wagers", accepted="place a wager first: place(...)")',
        'accepted = f"the card for {place}: enter(CARD)"',
        'OPEN = "begin a day first: `tablelaw floor open`"',
    ],
)
def test_planted_notation_would_be_found(planted: str) -> None:
    assert notations_in(planted)
    assert not notations_in('raise Refused("no-wagers", accepted="place a wager first", typed="place(...)")')


def test_no_page_takes_the_sentence_of_a_refusal_apart() -> None:
    pages = sorted((Path(tablelaw.__file__).parent / "web").rglob("*.js"))
    assert pages and not [page.name for page in pages if TAKEN_APART.search(page.read_text("utf-8"))]
    for planted in ('accepted.replace(/ first$/, "")', "/ first$/.test(accepted)", "/x/.exec(refusal.why)"):
        assert TAKEN_APART.search(planted), planted
