"""What a rulebook must contain for a card to be bought: broken copies of a sound one, each with its refusal."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tablelaw import rulebooks
from tablelaw.errors import BadRulebook
from tablelaw.law import loader

SOUND = Path(rulebooks.__file__).parent / "fr_stud"
RULES = rulebooks.rules_of("tablelaw.rulebooks.fr_stud.conduct")
PRICE = ', price = { wager = "purchase", cite = "Art. 55-16 al. 43" }'
STEP = 'do = "bought cards"'
COLLECTED = 'on_buy = { cite = "Art. 55-16 al. 45", reading = "price-is-kept" }'
BROKEN = {
    "no price": ("round.toml", PRICE, "", "a purchase that discards 1 cards"),
    "a price of nothing": ("round.toml", 'wager = "purchase",', 'wager = "purchase", times = 0,', "that discards"),
    "no card put away": ("round.toml", "discard = 1", "discard = 0", "a purchase that discards 0 cards"),
    "a price that is a bet": ("round.toml", '{ wager = "purchase"', '{ wager = "raise"', "the price 'raise'"),
    "an unknown price": ("round.toml", '{ wager = "purchase"', '{ wager = "prise"', "prise"),
    "a price for a bet": ("round.toml", 'action = "fold", cite', f'action = "fold"{PRICE}, cite', "a price for 'fold'"),
    "no step that deals": ("round.toml", STEP, 'do = "burn"', "is not followed by 'bought cards'"),
    "a price that is not collected": ("wagers.toml", COLLECTED, "", "no on_buy"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_purchase_that_cannot_be_made_is_refused(name: str, tmp_path: Path) -> None:
    file, find, put, expected = BROKEN[name]
    folder = shutil.copytree(SOUND, tmp_path / "fr_stud", ignore=shutil.ignore_patterns("__pycache__"))
    text = (folder / file).read_text("utf-8")
    assert text.count(find) == 1, f"{find!r} is not once in {file}"
    (folder / file).write_text(text.replace(find, put), "utf-8")
    with pytest.raises(BadRulebook) as refused:
        loader.load(folder, RULES)
    assert expected in str(refused.value)


def test_the_sound_one_loads() -> None:
    assert loader.load(SOUND, RULES).id == "fr-stud"
