"""Writes a new rulebook's folder from a similar one, with a comment on every row that says what it is for.

The folder loads as it is, with the rules of the rulebook it was copied from; comments that begin with "FILL IN" say
what to change.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from tablelaw import rulebooks
from tablelaw.cli.law_check.folder_scenarios import SCENARIOS
from tablelaw.errors import BadRulebook
from tablelaw.law.loader import FILES
from tablelaw.law.required_rows import ID, ID_IN_WORDS
from tablelaw.law.rulebook import Rulebook
from tablelaw.law.shared_rows import shared_rows
from tablelaw.rulebooks import outside

COPIED = (*FILES, outside.CONDUCT, outside.OWN_RANKINGS, SCENARIOS)
ABOUT_FILES = {
    "rulebook.toml": "Who wrote these rules, how they are cited, the facts of the table, and the operator's choices.",
    "wagers.toml": "Every wager: when it is placed, how much, what it needs, and what a fold does to it.",
    "paytables.toml": "What each row of hands pays, in the printed words: a column for each permitted choice.",
    "round.toml": "Hands, decisions, the order of a round and of its settlement, and the paragraphs of classes.",
    "dealing.toml": "The initial cards under each dealing procedure, in the order in which they are dealt.",
    "duties.toml": "What dealer and floor must do, and when.",
    "irregularities.toml": "What can go wrong at the table, and what it does to each wager.",
    "layout.toml": "The areas of the felt, and what is written on it.",
    "readings.toml": "Where the text leaves a doubt: how it is read, and why. May be empty.",
    "provisions.toml": "Every paragraph of the rules in your words, and how it is implemented.",
    "editions.toml": "The editions of the text, by date.",
    SCENARIOS: "Rounds with the settlement expected; `shows` names the paragraphs that each of them shows.",
}
ABOUT_ROWS = {
    "facts": "a fact of the table: seats, deck and cut-at-least are looked up by these ids",
    "options": "a choice of the operator; positions-per-player is looked up by this id unless it is a fact",
    "limits": "a limit on what a hand pays",
    "wagers": "a wager: opening (before the cards), decision (placed by a choice of a stage), optional or bonus",
    "paytables": "a paytable: rows of classes of the ranking with odds such as '3 to 2', 'push' or '5 for 1'",
    "meters": "a progressive meter and the wagers that feed it",
    "holds": "the hold range that the text states for a column",
    "hands": (
        "a hand: where its cards come from, and the ranking that reads it; at_least is the lowest hand that qualifies"
    ),
    "stages": "a decision: what a player may do, which wager it places, and for how much",
    "flow": "the next thing that happens in a round",
    "settlement": "the next wagers that are settled",
    "rankings": "the paragraph of each class of hand of a ranking",
    "dealing": "a dealing procedure: who gets how many cards, and which are dealt face up",
    "duties": "a duty: who performs it and what triggers it; count-stub is looked up by this id",
    "irregularities": (
        "an irregularity: when it can happen, what happens to hands and cards, and its effect on wagers"
    ),
    "layout": "an area of the felt",
    "signs": "an inscription on the felt or the sign",
    "readings": "a doubt, its possible meanings and the chosen one",
    "provisions": "a paragraph: FILL IN your own words, and name what implements it",
    "editions": "an edition of the text",
    "supplements": "a text that the rules refer to",
    "dating": "a doubt about dates",
    "scenario": "a round: cards, wagers, decisions, and what each wager must come to",
}
ROW = re.compile(r'^\[\[(?P<section>\w+)\]\](?:\nshared = "(?P<shared>[^"]+)")?', re.MULTILINE)


def new_rulebook(rulebook_id: str, like: str, folder: Path) -> list[Path]:
    """Writes the folder; refuses an id that is taken or misspelled, and a folder that already exists."""
    sister = rulebooks.get(like)
    _require_new(rulebook_id, folder)
    folder.mkdir(parents=True)
    source, written = rulebooks.folder_of(like), []
    for name in COPIED:
        if (source / name).is_file():
            text = (source / name).read_text("utf-8-sig")
            (folder / name).write_text(_rewritten(name, text, sister, rulebook_id), "utf-8")
            written.append(folder / name)
    return written


def _require_new(rulebook_id: str, folder: Path) -> None:
    if not ID.fullmatch(rulebook_id):
        what = f"{rulebook_id!r} is not a valid id"
        raise BadRulebook(what, where="ID", accepted=ID_IN_WORDS)
    if rulebook_id in rulebooks.known_ids():
        raise BadRulebook(f"the id {rulebook_id} is taken", where="ID", accepted="an id that is not taken")
    if folder.exists():
        raise BadRulebook("the folder already exists", where=str(folder), accepted="--to PATH with a new folder")


def _rewritten(name: str, text: str, sister: Rulebook, rulebook_id: str) -> str:
    text = text.replace(f"{sister.id}/", f"{rulebook_id}/")  # rankings of its own are named after the rulebook
    if not name.endswith(".toml"):
        note = "# FILL IN: one rule for each paragraph that decides a wager; exactly one must decide every case.\n"
        return note + text if name == outside.CONDUCT else text
    if name == "rulebook.toml":
        text = "".join(_heading(text, rulebook_id))
    elif name == "provisions.toml":  # tests of the package are not copied
        text = re.sub(r'(?m)^shown_by = "tests/.*"', f'shown_by = "{SCENARIOS}"', text)
    elif name == SCENARIOS:
        text = text.replace(f'rulebook = "{sister.id}"', f'rulebook = "{rulebook_id}"')
    return (
        f"# {ABOUT_FILES[name]}\n# Written like {sister.id}. FILL IN: every row, and its cite.\n\n"
        f"{ROW.sub(_explained, text)}"
    )


def _explained(row: re.Match[str]) -> str:
    """The beginning of a row with a comment on what it is for and, if it refers to a shared row, what that row says."""
    section, shared = row["section"], row["shared"]
    about = f"# {ABOUT_ROWS[section]}\n[[{section}]]"
    if not shared:
        return about
    drawn_in = shared_rows(section)[shared]
    return f'{about}\n# {drawn_in["name"]}: {drawn_in["says"]}\nshared = "{shared}"'


def _heading(text: str, rulebook_id: str) -> Iterator[str]:
    """The first keys of `rulebook.toml`, marked with what to fill in."""
    words = " ".join(part.capitalize() for part in rulebook_id.split("-"))
    own = {
        "id": rulebook_id,
        "game": words,
        "regulation": f"House rules: {words}",
        "jurisdiction": "House rules",
        "status": "a template, not law",
        "table_prefix": "".join(part[0] for part in rulebook_id.split("-")).upper() + "X",
    }
    for line in text.splitlines(keepends=True):
        key = line.partition(" = ")[0]
        if key in own:
            yield f"# FILL IN: {HEADING[key]}\n" + f'{key} = "{own.pop(key)}"\n'
        else:
            yield "" if line.startswith("featured = ") else line


HEADING = {
    "id": "how commands and submissions name it",
    "game": "the title of the game",
    "regulation": "the text that the cites refer to",
    "jurisdiction": "whose law it is; house rules belong to no jurisdiction",
    "status": "what a reader must know about the text",
    "table_prefix": "how tables of a demo are named: PREFIX-1",
}
