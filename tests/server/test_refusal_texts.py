"""Every refusal that a page can receive has a text for its reader, and no page parses the sentence."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import tablelaw
from tablelaw.cage.refusals import LEDGER_REFUSALS, METER_REFUSALS
from tablelaw.floor.refusals import REFUSALS as FLOOR_REFUSALS
from tablelaw.permissions import roles_signing_in
from tablelaw.server.refusal_texts import texts_for
from tablelaw.server.refusals import REFUSALS as SERVER_REFUSALS
from tablelaw.table.refusals import REFUSALS as TABLE_REFUSALS

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
def test_a_player_is_told_what_to_do_where_staff_read_the_refusal_itself(is_demo: bool) -> None:
    player, dealer = texts_for("player", is_demo).texts, texts_for("dealer", is_demo).texts
    assert player["below-minimum"] == "That is below this table's minimum. Wager {accepted}."
    assert dealer["below-minimum"] == "The wager is below the table minimum{because}.{instead}"
    place = "under “Your money”" if is_demo else "from the dealer"
    assert place in player["balance-below-zero:chips"] and "balance-below-zero:chips" not in dealer


def test_no_page_takes_the_sentence_of_a_refusal_apart() -> None:
    pages = sorted((Path(tablelaw.__file__).parent / "web").rglob("*.js"))
    assert pages and not [page.name for page in pages if TAKEN_APART.search(page.read_text("utf-8"))]
    for planted in ('accepted.replace(/ first$/, "")', "/ first$/.test(accepted)", "/x/.exec(refusal.why)"):
        assert TAKEN_APART.search(planted), planted
