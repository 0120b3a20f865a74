"""A copied rulebook with one odds cell changed: the result changes exactly as the counts predict."""

from __future__ import annotations

import shutil
from fractions import Fraction
from math import comb
from pathlib import Path

import tablelaw
from tablelaw import rulebooks
from tablelaw.analysis.board_with_dealer.distribution import side_wager
from tablelaw.analysis.main_game import main_of
from tablelaw.analysis.side_wagers.values import side_results
from tablelaw.law.loader import load
from tablelaw.law.rulebook import Rulebook
from tests.analysis.solved import ULTIMATE, ended

RULEBOOKS = Path(tablelaw.__file__).parent / "rulebooks"
HANDS_OF_SEVEN = comb(52, 7)
QUADS_OF_SEVEN = 224_848
BEATS = 0


def copy_with(folder: Path, book: str, line: str, changed: str) -> Rulebook:
    """The rulebook of a copied folder, with one line of the paytables replaced and the same rules."""
    package = book.replace("-", "_")
    shutil.copytree(RULEBOOKS / package, folder / package)
    table = folder / package / "paytables.toml"
    text = table.read_text("utf-8")
    assert text.count(line) == 1, f"{line!r} stands {text.count(line)} times in {table.name}"
    table.write_text(text.replace(line, changed), "utf-8")
    return load(folder / package, rulebooks.rules_of(f"tablelaw.rulebooks.{package}.conduct"))


def line_of(table: str, row: str, book: str = "pa_653a") -> str:
    """The line of a row in one paytable's text."""
    text = (RULEBOOKS / book / "paytables.toml").read_text("utf-8")
    tables = [part.partition("\n[[")[0] for part in text.split("[[paytables]]")]
    (part,) = [part for part in tables if f'\nid = "{table}"\n' in part]
    (line,) = [line for line in part.splitlines() if line.strip().startswith(f'["{row}"')]
    return line


def with_first_column(line: str, odds: str) -> str:
    """The same line with other odds in its first column."""
    row, _, *rest = line.split('"')[1::2]
    return "  [" + ", ".join(f'"{cell}"' for cell in (row, odds, *rest)) + "],"


def test_one_cell_of_the_main_table(tmp_path: Path) -> None:
    """Paying one unit more on the Blind for a winning royal flush adds its share of the deals, since none is folded."""
    line = line_of("blind", "royal flush")
    assert '"500 to 1"' in line
    other = copy_with(tmp_path, ULTIMATE, line, with_first_column(line, "501 to 1"))
    before, after = main_of(rulebooks.get(ULTIMATE).terms(blind="A")), main_of(other.terms(blind="A"))
    royals = Fraction(int(ended(ULTIMATE).counts[:, 0, :, BEATS].sum()), ended(ULTIMATE).total)
    assert after.ev - before.ev == royals
    assert after.actions == before.actions


def test_one_cell_of_a_side_table(tmp_path: Path) -> None:
    """If Trips A pays one unit more for four-of-a-kind, no other wager and no other column changes."""
    line = line_of("trips", "four-of-a-kind")
    other = copy_with(tmp_path, ULTIMATE, line, with_first_column(line, one_more(line)))
    pairs = zip(side_results(rulebooks.get(ULTIMATE)), side_results(other), strict=True)
    ((before, after),) = [(a, b) for a, b in pairs if a.ev != b.ev]
    assert (before.wager, before.choices) == (after.wager, after.choices) == ("trips", {"trips": "A"})
    assert after.ev - before.ev == Fraction(QUADS_OF_SEVEN, HANDS_OF_SEVEN)


def test_one_cell_of_a_wager_that_hangs_on_the_main_game(tmp_path: Path) -> None:
    """If Bad Beat A pays one unit more for a losing straight flush, its value grows by the frequency of such hands in
    best play.
    """
    line = line_of("bad-beat", "straight flush")
    other = copy_with(tmp_path, ULTIMATE, line, with_first_column(line, one_more(line)))
    books = rulebooks.get(ULTIMATE), other
    before, after = (side_wager(book.terms(bad_beat="A"), "bad-beat", ended(ULTIMATE)) for book in books)
    assert after.mean - before.mean == Fraction(before.counts[Fraction(10_000)], before.total)
    assert after.counts[Fraction(10_001)] == before.counts[Fraction(10_000)]


def one_more(line: str) -> str:
    """The odds in the line's first column, one unit better."""
    amount, *rest = line.split('"')[3].split()
    return " ".join([str(int(amount.replace(",", "")) + 1), *rest])
