"""A collection of broken rulebooks: each is refused with a message that names file, place and what is accepted."""

from __future__ import annotations

import shutil
import tomllib
from pathlib import Path
from typing import Any

import pytest

from tablelaw import rulebooks
from tablelaw.errors import BadRulebook, RuleConflict, UnknownParagraph, UnknownRulebook
from tablelaw.law.checks import CHECKS, first_fault
from tablelaw.law.cite import Cite
from tablelaw.law.conduct import LOST, Case, Rule, Ruling, rule
from tablelaw.law.loader import FILES, load
from tablelaw.law.notation import known_notations
from tablelaw.law.text_values import reader_for

SOUND = Path(rulebooks.__file__).parent / "pa_653a"
RULES = rulebooks.rules_of("tablelaw.rulebooks.pa_653a.conduct")
ZOO = tomllib.loads(Path(__file__).with_name("zoo.toml").read_text("utf-8"))["broken"]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    copy = tmp_path / "rulebook"
    copy.mkdir()
    for name in FILES:
        shutil.copy(SOUND / name, copy / name)
    return copy


def change(folder: Path, file: str, find: str, put: str) -> None:
    path = folder / file
    text = path.read_text("utf-8")
    assert find in text, f"the zoo's {find!r} is not in {file}"
    path.write_text(text.replace(find, put, 1), "utf-8")


@pytest.mark.parametrize("animal", ZOO, ids=lambda animal: animal["name"])
def test_broken_rulebook_is_refused(folder: Path, animal: dict[str, Any]) -> None:
    put = animal["put"] + "\n" + animal["put"] if animal.get("twice") else animal["put"]
    change(folder, animal["file"], animal["find"], put)
    with pytest.raises(BadRulebook) as refusal:
        load(folder, RULES)
    for part in animal["expect"]:
        assert part in str(refusal.value), f"{part!r} is not in: {refusal.value}"


def test_the_sound_copy_loads(folder: Path) -> None:
    assert load(folder, RULES).id == "pa-653a"


@pytest.mark.parametrize("cards", [51, 53])
def test_a_deck_of_other_than_52_cards_is_refused(folder: Path, cards: int) -> None:
    """Tables deal, readers analyse and simulations shuffle 52 cards, whatever the row says."""
    change(folder, "rulebook.toml", 'id = "deck"\nvalue = 52', f'id = "deck"\nvalue = {cards}')
    with pytest.raises(
        BadRulebook, match=rf"rulebook\.toml, facts \(deck\): a deck of {cards} cards; .*; accepted: 52"
    ):
        load(folder, RULES)


def test_a_deck_of_52_cards_is_accepted(folder: Path) -> None:
    change(folder, "rulebook.toml", 'id = "deck"\nvalue = 52', 'id = "deck"\nvalue = 52 # cards')
    assert load(folder, RULES).fact("deck") == 52


@pytest.mark.parametrize("name", FILES)
def test_a_missing_file_is_named(folder: Path, name: str) -> None:
    (folder / name).unlink()
    with pytest.raises(BadRulebook, match=f"{name}: the file is missing"):
        load(folder, RULES)


def test_a_paragraph_of_two_kinds_is_refused(folder: Path) -> None:
    change(folder, "provisions.toml", "[[provisions]]\n", '[[provisions]]\nplanned = "table"\n')
    with pytest.raises(BadRulebook, match="not exactly one kind"):
        load(folder, RULES)


def test_a_paragraph_listed_twice_is_refused(folder: Path) -> None:
    with (folder / "provisions.toml").open("a") as ledger:
        ledger.write('[[provisions]]\ncite = "653a.13(a)"\nsays = "again"\nplanned = "table"\n')
    with pytest.raises(BadRulebook, match=r"653a.13\(a\) is listed 2 times"):
        load(folder, RULES)


def test_a_ledger_entry_that_points_at_no_row_is_refused(folder: Path) -> None:
    change(folder, "provisions.toml", 'data = "paytables.trips"', 'data = "paytables.tripz"')
    with pytest.raises(BadRulebook, match="no row 'tripz' in paytables"):
        load(folder, RULES)


def test_a_wager_without_a_rule_is_refused(folder: Path) -> None:
    silent = tuple(rule_ for rule_ in RULES if "trips" not in rule_.wagers)
    with pytest.raises(BadRulebook, match="no rule decides the wager trips"):
        load(folder, silent)


def test_a_rule_for_no_wager_is_refused(folder: Path) -> None:
    with pytest.raises(BadRulebook, match="a rule decides 'tripz'"):
        load(folder, (*RULES, Rule(Cite.parse("653a.11(i)(1)"), ("tripz",), "", lambda case: LOST)))


def test_two_paragraphs_that_both_speak_are_a_conflict(folder: Path) -> None:
    @rule("653a.11(i)(2)", "trips")
    def trips_always_collected(case: Case) -> Ruling | None:
        """A second rule that decides the same case, so that two rules conflict."""
        return LOST

    book = load(folder, (*RULES, trips_always_collected))
    with pytest.raises(RuleConflict, match=r"653a.11\(i\)\(1\), 653a.11\(i\)\(2\) decides the wager trips"):
        book.settle(Case("trips", book.terms(), {"player": "flush"}))


def test_no_paragraph_that_speaks_is_a_conflict(folder: Path) -> None:
    book = load(folder, tuple(r for r in RULES if r.name != "below_trips_collected"))
    with pytest.raises(RuleConflict, match="no paragraph decides"):
        book.settle(Case("trips", book.terms(), {"player": "pair"}))


@pytest.mark.parametrize("book_id", rulebooks.IDS)
def test_every_rulebook_passes_every_check(book_id: str) -> None:
    book = rulebooks.get(book_id)
    assert first_fault(book) is None
    assert len(CHECKS) >= 12


def test_an_unknown_rulebook_is_refused_with_the_six_ids(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rulebooks, "_FROM_OUTSIDE", {})  # other tests load rulebooks from outside
    with pytest.raises(UnknownRulebook) as refusal:
        rulebooks.get("nj-blackjack")
    assert refusal.value.accepted == ", ".join(rulebooks.IDS)


def test_an_unknown_paragraph_is_refused() -> None:
    with pytest.raises(UnknownParagraph, match="no paragraph"):
        rulebooks.get("pa-653a").provision(Cite.parse("653a.11(z)"))


def test_a_field_of_a_kind_no_reader_knows_is_refused_by_name() -> None:
    with pytest.raises(BadRulebook, match="no reader for a field of type bytes") as refusal:
        reader_for(known_notations()["pennsylvania"])(bytes, "1")
    assert refusal.value.accepted == "Cites, Cite, Odds, Money, Percent, PerUnit"
