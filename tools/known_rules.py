"""Writes the verifier's fingerprints of known rules: those of each rulebook, under every choice that changes its rules.

python -m tools.known_rules
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from tablelaw import rulebooks
from tablelaw.law.rulebook import Rulebook, Terms
from tablelaw.submission.rules_digest import row_parts

ROOT = Path(__file__).resolve().parents[1]
FILE = ROOT / "verifier" / "tablelaw_verifier" / "law" / "known_rules.py"
HEAD = '''"""Fingerprints of the rules that this verifier knows, so that no table escapes its checks under another name.

`python -m tools.known_rules` writes this module from the rulebooks of Tablelaw. The fingerprints decide nothing else.
"""

from __future__ import annotations

KNOWN_RULES: dict[str, tuple[str, ...]] = {
'''


def every_terms(book: Rulebook) -> Iterator[Terms]:
    """The terms with one choice or reading at each of its values in turn, and all others at their defaults."""
    yield book.terms_of({})
    for name, values in book.permitted().items():
        yield from (book.terms_of({name: value}) for value in values)
    for reading in book.readings:
        if reading.switch:
            yield from (book.terms_of({}, {reading.id: candidate.id}) for candidate in reading.candidates)


def fingerprints() -> dict[str, tuple[str, ...]]:
    sys.path.insert(0, str(ROOT / "verifier"))
    from tablelaw_verifier.law.unknown_rules import OF_EVERY_CHOICE, fingerprint

    found = {}
    for book in rulebooks.all_rulebooks():
        prints = (fingerprint(row_parts(terms, OF_EVERY_CHOICE)) for terms in every_terms(book))
        found[book.id] = tuple(dict.fromkeys(prints))
    return found


def text() -> str:
    rows = (f'    "{name}": ({", ".join(f"{one!r}" for one in prints)},),\n' for name, prints in fingerprints().items())
    return HEAD + "".join(rows).replace("'", '"') + "}\n"


if __name__ == "__main__":
    FILE.write_text(text(), "utf-8")
    print(f"written: {FILE.name}")
