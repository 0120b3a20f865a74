"""`tablelaw settle`: examples and templates settle, the documentation is accurate, and bad input gets one clear
line.
"""

from __future__ import annotations

import io
import json
import re
import sys
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from tablelaw import rulebooks
from tablelaw.cards import PACK, cards_text
from tablelaw.chance import PracticeChance
from tablelaw.scenarios.format import parse_text, read_scenario
from tablelaw.scenarios.play import settle
from tablelaw.scenarios.scenario_cases import Case, accepted_texts, line_text, read_cases, run_case
from tablelaw.scenarios.template import new_scenario
from tests.cli.console import sessions
from tests.command import run_command
from tests.document_blocks import blocks_of
from tests.printed_commands import run_page

ROOT = Path(__file__).parents[2]
DOCUMENT = ROOT / "docs" / "settle.md"
EXAMPLE = "examples/settle/pa-653a.toml"

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    monkeypatch.chdir(ROOT)
    monkeypatch.setenv("COLUMNS", "100")

    def call(*args: str, typed: str = "") -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        return run_command(monkeypatch, capsys, "settle", *args)

    return call


def example(book_id: str = "pa-653a") -> str:
    return (ROOT / "examples" / "settle" / f"{book_id}.toml").read_text("utf-8")


def read_json(run: Run, *args: str, typed: str = "") -> Any:
    code, out, err = run(*args, "--json", typed=typed)
    assert code == 0, err
    return json.loads(out)


# --- Examples, templates, documents --------------------------------------------------------------


@pytest.mark.parametrize("book_id", rulebooks.IDS)
def test_the_document_shows_what_each_example_settles_to(run: Run, book_id: str) -> None:
    code, out, _ = run(f"examples/settle/{book_id}.toml")
    assert code == 0
    assert f"$ tablelaw settle examples/settle/{book_id}.toml\n{trimmed(out)}" in DOCUMENT.read_text("utf-8")


def test_every_session_of_the_document_is_that_of_an_example() -> None:
    """The test above compares them."""
    typed = [session.command for session in sessions(DOCUMENT)]
    assert sorted(typed) == sorted(f"tablelaw settle examples/settle/{book_id}.toml" for book_id in rulebooks.IDS)


def trimmed(text: str) -> str:
    return "".join(f"{line.rstrip()}\n" for line in text.splitlines())


def test_the_documents_json_is_what_is_printed(run: Run) -> None:
    """The printed JSON has every documented key and no other."""
    (block,) = blocks_of("docs/settle.md", "json")
    assert keys_of(read_json(run, EXAMPLE)) == keys_of(json.loads(block.text))


def keys_of(value: object) -> object:
    """The keys of a shape, lists by their first element; which places and hands there are depends on the game."""
    if isinstance(value, dict):
        return {key: "" if key in ("cards", "hands") else keys_of(part) for key, part in value.items()}
    return keys_of(value[0]) if isinstance(value, list) and value else ""


def test_the_documents_round_settles_and_its_alternatives_are_four_scenarios() -> None:
    """The first block of the page is a round; the second changes its choice and says what it settles to."""
    round_, alternatives, shown = (block.text for block in blocks_of("docs/settle.md", "toml"))
    lines = [
        line_text(settled, line)
        for settled in [settle(read_scenario(parse_text(round_, "the round")))]
        for line in settled.lines
    ]
    cases = read_cases(json.dumps(parse_text(round_, "") | parse_text(alternatives, "")), "alternatives")
    assert [fault for case in cases for fault in run_case(case).faults] == []
    assert [case.raw["choices"]["trips"] for case in cases] == ["A", "B", "C", "D"] and lines == cases[2].raw["expect"]
    assert shown == example()


def test_every_line_of_the_documents_grammar_is_one_that_a_round_settles_to() -> None:
    """Rounds of the scenario files, which other tests settle, or one of the examples of the page."""
    (block,) = (one.text for one in blocks_of("docs/settle.md", "") if one.first.startswith('"ante won'))
    files = sorted((ROOT / "tests" / "scenarios" / "pa-653a").glob("*.toml"))
    cases = [case for file in files for case in read_cases(file.read_text("utf-8"), file.name)]
    known = {" ".join(line.split()) for case in cases for line in case.raw.get("expect", [])}
    for text in (example(), blocks_of("docs/settle.md", "toml")[0].text):
        settled = settle(read_scenario(parse_text(text, "a round")))
        known |= {accepted for line in settled.lines for accepted in accepted_texts(settled, line)}
    written = [json.loads(line) for line in block.splitlines()]
    assert len(written) >= 8
    assert [line for line in written if line not in known] == []


@pytest.mark.parametrize("book_id", rulebooks.IDS)
def test_a_template_settles_as_written(run: Run, book_id: str) -> None:
    code, text, _ = run("--template", book_id)
    assert code == 0
    assert text == new_scenario(rulebooks.get(book_id))
    shape = read_json(run, "-", typed=text)
    assert [seat["seat"] for seat in shape["seats"]] == [1, 2]
    assert any(line["outcome"] == "won" for line in shape["seats"][0]["lines"])


@pytest.mark.parametrize("book_id", rulebooks.IDS)
def test_the_choices_of_a_template_hold_when_uncommented(book_id: str) -> None:
    text = re.sub(r"^# ([\w-]+ = .*   # )", r"\1", new_scenario(rulebooks.get(book_id)), flags=re.MULTILINE)
    settled = settle(read_scenario(parse_text(text, "template")))
    assert len(settled.scenario.choices) >= 3
    plain = settle(read_scenario(parse_text(new_scenario(rulebooks.get(book_id)), "template")))
    assert [line_text(settled, line) for line in settled.lines] == [line_text(plain, line) for line in plain.lines]


def test_json_and_toml_say_the_same(run: Run, tmp_path: Path) -> None:
    raw = parse_text(example(), "example.toml")
    path = tmp_path / "hand.json"
    path.write_text(json.dumps(raw), "utf-8")
    assert read_json(run, str(path)) == read_json(run, EXAMPLE)
    assert read_json(run, "-", typed=json.dumps(raw)) == read_json(run, EXAMPLE)
    assert read_json(run, "-", typed=example()) == read_json(run, EXAMPLE)


def test_every_total_adds_up(run: Run) -> None:
    for book_id in rulebooks.IDS:
        for seat in read_json(run, f"examples/settle/{book_id}.toml")["seats"]:
            totals = seat["totals"]
            assert totals["staked_cents"] == totals["returned_cents"] + totals["kept_cents"]
            assert totals["net_cents"] == totals["paid_cents"] - totals["kept_cents"]
            assert all(line["cite"] for line in seat["lines"])


def test_lines_carry_their_order_of_settlement(run: Run) -> None:
    lines = [line for seat in read_json(run, EXAMPLE)["seats"] for line in seat["lines"]]
    assert sorted(line["order"] for line in lines) == list(range(1, len(lines) + 1))


def test_the_payout_limit_is_a_line_of_its_own(run: Run) -> None:
    (seat, _) = read_json(run, EXAMPLE)["seats"]
    limited = seat["lines"][-1]
    assert (limited["wager"], limited["outcome"], limited["cite"]) == ("payout limit", "limited", "653a.12(h)")
    counted = [line["paid_cents"] for line in seat["lines"] if line["wager"] in ("ante", "blind", "play")]
    assert sum(counted) + limited["paid_cents"] == 50_000_00


def test_a_void_round_says_why(run: Run) -> None:
    text = example() + '\n[irregularity]\nslip = "wrong-number-of-cards"\nafter = "flop"\n'
    shape = read_json(run, "-", typed=text)
    assert shape["void"] == "wrong-number-of-cards"
    assert shape["irregularities"][0]["cite"] == "653a.13(c)"
    code, out, _ = run("-", typed=text)
    assert code == 0
    assert "653a.13(c)" in out and "void" in out


# --- Cards that do not matter --------------------------------------------------------------------


def test_a_card_that_was_filled_in_is_not_shown(run: Run) -> None:
    text = re.sub(r"^six-card = .*\n|^dealer = .*\n", "", example(), flags=re.MULTILINE)
    text += '\n[irregularity]\nslip = "wrong-number-of-cards"\n'
    shape = read_json(run, "-", typed=text)
    assert shape["cards"]["dealer"] == "?? ??"
    assert shape["dealer_hand"] is None


def test_fill_never_runs_out_of_cards() -> None:
    """With six seats of seven cards and no card named, 49 cards are filled in and the round is void."""
    seats = {str(n): {"wagers": {"ante": "$10"}, "decisions": ["fold"]} for n in range(1, 7)}
    raw = {"rulebook": "pa-678a", "seats": seats, "irregularity": {"slip": "wrong-number-of-cards"}}
    assert {line.outcome for line in settle(read_scenario(raw)).lines} == {"void"}


def test_named_cards_lie_where_they_were_named() -> None:
    settled = settle(read_scenario(parse_text(example(), "example.toml")))
    assert cards_text(settled.round.places["community"]) == "Qh Jh Th 4c 9d"
    assert cards_text(settled.round.places["six-card"]) == "2c 2d 2s 7c"
    burned = settled.round.places["burn"]
    assert not {card for _, card in settled.scenario.named()} & set(burned)
    assert set(burned) < set(PACK)


# --- Bad input -----------------------------------------------------------------------------------

SEAT = '[seats.1]\ncards = "Ah 5h"\nwagers = { ante = "$10", blind = "$10" }\n'

BAD = {
    "not TOML": ("rulebook = ", "not-toml-or-json"),
    "not JSON": ('{"rulebook": ', "not-toml-or-json"),
    "a list": ("[1, 2]", "not-toml-or-json"),
    "nothing": ("", "no-rulebook"),
    "a number for a rulebook": ("rulebook = 653", "no-rulebook"),
    "another rulebook": ('rulebook = "pa-999a"', "unknown-rulebook"),
    "nobody": ('rulebook = "pa-653a"', "no-seats"),
    "an unknown heading": ('rulebook = "pa-653a"\ncolour = "red"\n' + SEAT, "unknown-key"),
    "an unknown key of a seat": ('rulebook = "pa-653a"\n' + SEAT + "chips = 4", "unknown-key"),
    "an unknown key of a slip": ('rulebook = "pa-653a"\nirregularity = { when = "now" }\n' + SEAT, "unknown-key"),
    "an unknown key of a draw": ('rulebook = "pa-653a"\ndrawn = { suit = "h" }\n' + SEAT, "unknown-key"),
    "cards as a list": ('rulebook = "pa-653a"\ncards = { dealer = ["Ks"] }\n' + SEAT, "wrong-kind"),
    "seats as a list": ('rulebook = "pa-653a"\nseats = [1]', "wrong-kind"),
    "a seat by name": ('rulebook = "pa-653a"\n[seats.ann]\ncards = "Ah"', "wrong-kind"),
    "a seat as a word": ('rulebook = "pa-653a"\nseats = { 1 = "ann" }', "wrong-kind"),
    "choices as a word": ('rulebook = "pa-653a"\nchoices = "A"\n' + SEAT, "wrong-kind"),
    "decisions as a word": ('rulebook = "pa-653a"\n' + SEAT + 'decisions = "check"', "wrong-kind"),
    "a decision as a number": ('rulebook = "pa-653a"\n' + SEAT + "decisions = [4]", "bad-decision"),
    "an empty decision": ('rulebook = "pa-653a"\n' + SEAT + 'decisions = [""]', "bad-decision"),
    "no irregularity named": ('rulebook = "pa-653a"\nirregularity = {}\n' + SEAT + "decisions = []", "unknown-slip"),
    "a wager of nothing": ('rulebook = "pa-653a"\n[seats.1]\nwagers = { ante = 0 }', "below-minimum"),
    "a float": ('rulebook = "pa-653a"\n[seats.1]\nwagers = { ante = 7.5 }', "bad-amount"),
    "no wagers": ('rulebook = "pa-653a"\n[seats.1]\ncards = "Ah 5h"', "wager-missing"),
    "a scenario that is no list": ('rulebook = "pa-653a"\nscenario = { name = "x" }\n' + SEAT, "wrong-kind"),
    "uneven alternatives": ('rulebook = "pa-653a"\nname = "{a|b}{c|d|e}"\n' + SEAT, "uneven-alternatives"),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_input_is_refused_by_name_in_one_line(run: Run, name: str) -> None:
    text, code_expected = BAD[name]
    code, out, err = run("-", typed=text)
    assert code == 2
    assert out == ""
    line = " ".join(err.split())
    assert line.startswith(f"refused ({code_expected}) standard input"), line
    assert "accepted: " in line and "Traceback" not in line


def test_a_file_that_is_not_there(run: Run, tmp_path: Path) -> None:
    assert run(str(tmp_path / "none.toml"))[0] == 2
    (tmp_path / "latin.toml").write_bytes(b"name = '\xe9'")
    assert run(str(tmp_path / "latin.toml"))[0] == 2
    assert run(str(tmp_path))[0] == 2
    assert run()[0] == 2
    assert run("--template", "pa-999a")[0] == 2


ODD: tuple[object, ...] = ("", "x", 0, -1, 3.5, True, None, [], {}, [1], {"a": 1}, "As", "$5", "fold", ["bet"], "flop")
MUTATIONS = 300


@pytest.mark.parametrize("book_id", rulebooks.IDS)
def test_nothing_written_in_a_file_makes_it_fall_over(book_id: str) -> None:
    """Odd values in odd places are settled or get a named refusal, and cause no other error."""
    chance = PracticeChance(f"odd {book_id}")
    irregularities = [irregularity.id for irregularity in rulebooks.get(book_id).irregularities]
    for _ in range(MUTATIONS):
        raw = parse_text(example(book_id), "example.toml")
        raw["irregularity"] = {"slip": irregularities[chance.below(len(irregularities))], "seat": chance.below(4)}
        for _ in range(chance.below(3)):
            spoil(raw, chance)
        run_case(Case(raw, "odd"))


def spoil(raw: dict[str, Any], chance: PracticeChance) -> None:
    """Replaces a value by an odd one, or removes it."""
    table, keys = raw, list(raw)
    while keys:
        key = keys[chance.below(len(keys))]
        inner = table[key]
        if not isinstance(inner, dict) or not inner or chance.below(3) == 0:
            odd = chance.below(len(ODD) + 1)
            if odd == len(ODD):
                del table[key]
            else:
                table[key] = deepcopy(ODD[odd])
            return
        table, keys = inner, list(inner)


# --- Scenario files ------------------------------------------------------------------------------


def test_a_file_with_expectations_says_when_they_fail(run: Run) -> None:
    met = example("md-thb") + EXPECTED.format(paid="$15")
    assert run("-", typed=met)[0] == 0
    code, _, err = run("-", typed=met.replace("$15", "$16"))
    assert code == 1
    assert "not as expected" in err and "$16" in err


EXPECTED = """
[[scenario]]
name = "as it was paid"
expect = [
  "ante won 1 to 1 $25 11.I(3)(d)(ii)",
  "flop won 1 to 1 $50 11.I(3)(d)(ii)",
  "turn won 1 to 1 $25 11.I(3)(d)(ii)",
  "texas-bonus won 3 to 1 {paid} 11.I(4)",
]
"""


def test_several_scenarios_come_as_a_list(run: Run) -> None:
    text = example("md-thb") + '[[scenario]]\nname = "one"\n[[scenario]]\nname = "two"\n'
    assert [shape["name"] for shape in read_json(run, "-", typed=text)["scenarios"]] == ["one", "two"]


def test_a_refusal_that_is_expected_is_shown_as_such(run: Run) -> None:
    text = example("md-thb").replace('"bet", "bet", "check"', '"check"') + '\n[[scenario]]\nexpect_refused = "{0}"\n'
    met = text.replace("{0}", "action-not-permitted")
    assert run("-", typed=met)[0] == 0
    assert read_json(run, "-", typed=met)["refused"]["code"] == "action-not-permitted"
    assert run("-", typed=text.replace("{0}", "below-minimum"))[0] == 1


def test_the_commands_of_the_document_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "hand.toml").write_text(example(), "utf-8")
    from_file, from_input, _, template = run_page("settle", monkeypatch, capsys)
    assert from_file == from_input and 'rulebook = "pa-653a"' in template
