"""Names in the demo are visible, distinguishable, unique and not used by the house."""

from __future__ import annotations

import threading
import unicodedata
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tablelaw.floor.store.api import open_store
from tablelaw.floor.store.sql_engine import sql_engine
from tablelaw.server.demo.visitor_names import LONGEST_NAME, OWN_WORDS, alike, chosen_name
from tablelaw.server.refusals import ServerRefused
from tablelaw.server.users import People, Person, is_token
from tests.server.conftest import SETTINGS, Doors


@pytest.fixture(scope="module")
def demo(open_doors: Callable[..., Doors]) -> Doors:
    return open_doors(settings=replace(SETTINGS, is_demo=True), books=())


def code(name: str) -> str:
    try:
        return "kept as " + chosen_name(name)
    except ServerRefused as refusal:
        return refusal.code


@pytest.mark.parametrize(
    "name", [*sorted(OWN_WORDS), "Dealer", "DEALER", "dealer 2", "dealer-3f2a", "D.e.a.l.e.r", "Déaler"]
)
def test_nobody_is_named_like_a_role(name: str) -> None:
    assert code(name) == "name-taken"


@pytest.mark.parametrize("name", ["dеаlеr", "ԁealer", "ｄｅａｌｅｒ", "𝐝𝐞𝐚𝐥𝐞𝐫", "ａｄｍｉｎ", "fl00r"])
def test_nor_like_one_in_other_letters(name: str) -> None:
    assert code(name) == "name-taken"


@pytest.mark.parametrize(
    "mark", ["\u200b", "\u3164", "\u115f", "\u2800", "\ufe0f", "\u034f", "\u202e", "\xad", "\0", "\n"]
)
def test_no_name_has_anything_invisible_in_it(mark: str) -> None:
    assert code(f"An{mark}n") == "not-readable"
    assert code(mark) == "not-readable"


@pytest.mark.parametrize("name", ["\u0308", "\xa8", "\xb4n", "\u0308a", "...", "!", "\u2764"])
def test_accents_and_signs_alone_are_no_name(name: str) -> None:
    """Normalisation turns two of these into an accent without a letter."""
    assert code(name) == "not-readable"


@pytest.mark.parametrize(
    ("name", "kept"), [("  Ann   B ", "Ann B"), ("Ａnn", "Ann"), ("Zoe\u0301", "Zoé"), ("李", "李")]
)
def test_a_name_has_one_spelling(name: str, kept: str) -> None:
    assert code(name) == f"kept as {kept}"


def test_a_name_is_so_long_at_most() -> None:
    assert code("x" * LONGEST_NAME) == "kept as " + "x" * LONGEST_NAME
    assert code("x" * (LONGEST_NAME + 1)) == "not-readable"


@given(st.text(max_size=50))
@example("\xa8")
@example("a \xa8")
def test_any_name_is_kept_or_refused_and_what_is_kept_stays_as_it_is(name: str) -> None:
    found = code(name)
    if found.startswith("kept as "):
        kept = found.removeprefix("kept as ")
        assert code(kept) == found and unicodedata.normalize("NFKC", kept) == kept and alike(kept) == alike(name)


@pytest.mark.parametrize("twin", ["ann", "ANN", "Ánn", "Аnn", "A n n", "A-n-n"])
def test_nobody_takes_a_name_that_looks_like_anothers(demo: Doors, twin: str) -> None:
    demo.nobody().send("POST", "/api/demo", {"role": "player", "name": "Ann"})
    answer = demo.nobody().send("POST", "/api/demo", {"role": "player", "name": twin})
    assert answer.status_code == 409 and answer.json()["refused"]["code"] == "name-taken"


def test_of_many_who_ask_for_a_name_at_once_one_has_it(tmp_path: Path) -> None:
    database = str(tmp_path / "floor.db")
    open_store(database, create=True).close()
    servers = [People(sql_engine(database), is_demo=True) for _ in range(2)]
    start, got = threading.Barrier(12), list[str]()

    def take(people: People) -> None:
        start.wait()
        try:
            got.append(people.enter("Ann", "player", lambda playing: "Ann" not in playing)[0])
        except ServerRefused as refusal:
            assert refusal.code == "name-taken"

    threads = [threading.Thread(target=take, args=(servers[n % 2],)) for n in range(12)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(got) == 1


# --- Sessions and tokens -------------------------------------------------------------------------------------------


def test_a_session_of_the_demo_is_none_where_passwords_are_asked_for(tmp_path: Path) -> None:
    database = str(tmp_path / "floor.db")
    open_store(database, create=True).close()
    demo, floor = (People(sql_engine(database), is_demo=is_demo) for is_demo in (True, False))
    key, _ = demo.enter("Ann", "administrator")
    assert demo.person(key) is not None and floor.person(key) is None and floor.ended([key]) == {key}
    own, _ = floor.enter("Ann", "administrator")
    assert floor.person(own) is not None and demo.person(own) is None


@pytest.mark.parametrize("token", ["é", "\xff", "a" * 43 + "é", "", "x"])
def test_a_token_of_any_characters_is_wrong_and_no_accident(demo: Doors, token: str) -> None:
    assert not is_token(Person("Ann", "player", "a" * 43), token)
    visitor = demo.nobody()
    visitor.send("POST", "/api/demo", {"role": "dealer", "name": "Tess"})
    headers = {"Origin": "http://testserver", "X-CSRF-Token": token.encode("latin-1")}
    answer = visitor.client.request("POST", "/api/ticket", json={}, headers=headers)  # type: ignore[arg-type]
    assert answer.status_code == 403 and answer.json()["refused"]["code"] == "wrong-token"
