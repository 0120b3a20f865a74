"""Games of flushes outside the package: the solver looks at how hands are read, not at what rankings and hands are
called.
"""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import tablelaw
from tablelaw import rulebooks
from tablelaw.analysis.solver import NotThisGame, Seen
from tablelaw.analysis.solver_choice import solver_of
from tablelaw.cards import parse_cards
from tablelaw.law.rulebook import Rulebook

FLUSHES = Path(tablelaw.__file__).parent / "rulebooks" / "pa_678a"
HANDS = ("Ah Kh 9h 4h 3c Jc Jd", "9h 3h 2h Ac Kd 7s 6s", "8h 3h 2h Ac Kd 7s 6s", "Ah Kh Qh Jh 9h 2c 3d")
COPY = """from dataclasses import replace

from tablelaw.cards import RANKINGS

FLUSH = RANKINGS["flush"]
"""
RENAMED = f'{COPY}OWN = replace(FLUSH, name="own-game/flush")\n'
BY_TOP_CARD = f"""{COPY}CLASSES = tuple(name for cls in FLUSH.classes for name in (f"{{cls}} with an ace", cls))


def class_of(strength):
    cls = FLUSH.class_of(strength)
    return f"{{cls}} with an ace" if strength >> 24 & 15 == 14 else cls


def least(cls, ranks=()):
    plain = cls.removesuffix(" with an ace")
    return FLUSH.least(plain, ranks or ((14,) if plain != cls else ()))


def classify(cards):
    return class_of(FLUSH.strength(cards))


OWN = replace(
    FLUSH, name="top-card/flush", classes=CLASSES, class_of=class_of, least=least, classify=classify
)
"""


def own_game(place: Path, rankings: str, *changes: tuple[str, str, str]) -> Rulebook:
    """High Card Flush as a folder whose two hands are read by a ranking of its own."""
    folder = Path(shutil.copytree(FLUSHES, place / "own", ignore=shutil.ignore_patterns("__pycache__", "__init__.py")))
    (folder / "rankings.py").write_text(rankings, "utf-8")
    own_id = "top-card" if rankings is BY_TOP_CARD else "own-game"
    own = (
        ("rulebook.toml", 'id = "pa-678a"', f'id = "{own_id}"'),
        ("round.toml", 'ranking = "flush"', f'ranking = "{own_id}/flush"'),
        ("round.toml", 'rankings = ["flush"]', f'rankings = ["{own_id}/flush"]'),
        ("paytables.toml", 'ranking = "flush"', f'ranking = "{own_id}/flush"'),
    )
    for file, find, put in (*own, *changes):
        text = (folder / file).read_text("utf-8")
        assert find in text, (file, find)
        (folder / file).write_text(text.replace(find, put), "utf-8")
    return rulebooks.load(folder)


@pytest.fixture(autouse=True)
def nothing_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rulebooks, "_FROM_OUTSIDE", {})


def require_the_same_advice(book: Rulebook) -> None:
    own, law = book.terms(), rulebooks.get("pa-678a").terms()
    assert solver_of(own).family == solver_of(law).family
    for hand in HANDS:
        seen = Seen(parse_cards(hand))
        assert solver_of(own).advise(own, seen) == solver_of(law).advise(law, seen)


def test_flushes_under_another_name_are_solved_alike(tmp_path: Path) -> None:
    require_the_same_advice(own_game(tmp_path, RENAMED))


def test_a_line_of_the_dealer_under_another_name_is_found(tmp_path: Path) -> None:
    """Its line is a row of data, too: a nine-high three-card flush."""
    row = 'ranking = "qualification"\nreading = "dealer-qualification"\n'
    line = 'ranking = "own-game/flush"\nat_least = { class = "three-card flush", ranks = ["9"] }\n'
    classes = """[[rankings]]
id = "qualification"
rankings = ["qualification"]
cite = "678a.11(d)"

[rankings.classes]
"qualifies" = "678a.11(d)(2)"
"does not qualify" = "678a.11(d)(1)"

"""
    changes = (("round.toml", row, line), ("round.toml", classes, ""))
    named = (("round.toml", '"dealer-qualifies"', '"plays"'), ("conduct.py", '"dealer-qualifies"', '"plays"'))
    require_the_same_advice(own_game(tmp_path, RENAMED, *changes, *named))


def test_classes_that_depend_on_more_than_the_length_are_refused_by_name(tmp_path: Path) -> None:
    classes = [f'"{cls}" = "678a.6(b)({n})"\n' for n, cls in enumerate(LENGTHS, 1)]
    told = [line.replace('" =', ' with an ace" =') + line for line in classes]
    changes = [("round.toml", line, both) for line, both in zip(classes, told, strict=True)]
    limits = [("round.toml", f'"{cls}"{end}', f'"{cls} with an ace", "{cls}"{end}') for cls in LENGTHS for end in "],"]
    limits = [one for one in limits if one[1] in (FLUSHES / "round.toml").read_text("utf-8")]
    book = own_game(tmp_path, BY_TOP_CARD, *changes, *limits)
    with pytest.raises(NotThisGame) as refused:
        solver_of(book.terms())
    assert "the ranking top-card/flush has several classes of flushes of 2 cards" in refused.value.sentence()
    assert refused.value.accepted == "a class for each number of cards of one suit"


LENGTHS = tuple(f"{number}-card flush" for number in ("seven", "six", "five", "four", "three", "two"))


def test_a_raise_limited_by_a_line_is_refused_by_name(tmp_path: Path) -> None:
    hand = """[[hands]]
id = "raises-three"
cards = ["player"]
ranking = "own-game/flush"
at_least = { class = "five-card flush", ranks = ["K"] }
says = "A king-high five-card flush or better."
cite = "678a.11(b)"

[[rankings]]
id = "flush"
"""
    book = own_game(
        *(tmp_path, RENAMED),
        ("round.toml", '[[rankings]]\nid = "flush"\n', hand),
        ("round.toml", 'asks = "every player"\nhand = "player"', 'asks = "every player"\nhand = "raises-three"'),
        ("round.toml", 'hands = ["two-card flush", "three-card flush", "four-card flush"]', 'hands = ["qualifies"]'),
        ("round.toml", 'hands = ["five-card flush"]', 'hands = ["qualifies"]'),
        ("round.toml", 'hands = ["six-card flush", "seven-card flush"]', 'hands = ["does not qualify"]'),
    )
    with pytest.raises(NotThisGame) as refused:
        solver_of(book.terms())
    assert "cards against the dealer: the hand raises-three limits what may be chosen" in refused.value.sentence()
    assert "cards against the dealer: choices that only the hand player limits" in refused.value.accepted
