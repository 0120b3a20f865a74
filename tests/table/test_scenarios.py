"""How scenarios are read and compared, and that invalid ones are noticed."""

from __future__ import annotations

from typing import Any

import pytest

from tablelaw.scenarios.scenario_cases import Case, read_cases, run_case

SOUND: dict[str, Any] = {
    "rulebook": "pa-653a",
    "shows": ["653a.11(h)(2)(ii)"],
    "cards": {"community": "2h 9h Kh 4c 9d", "dealer": "Ks Qd"},
    "seats": {"1": {"cards": "Ah 5h", "wagers": {"ante": "$10", "blind": "$10"}, "decisions": ["bet 4x"]}},
    "expect": [
        "ante won 1 to 1 $10 653a.11(h)(2)(ii)",
        "blind won 3 to 2 $15 653a.11(h)(2)(ii) (flush, 653a.12(b))",
        "play won 1 to 1 $40 653a.11(h)(2)(ii) (any winning hand)",
    ],
    "expect_meters": {"progressive-a": "$10,000"},
    "expect_deck": "used",
}
ANTE, BLIND, PLAY = SOUND["expect"]
UNSOUND: dict[str, Any] = {
    "nothing expected": {"expect": None},
    "a line too few": {"expect": [ANTE, BLIND]},
    "a line too many": {"expect": [ANTE, BLIND, PLAY, "trips lost 653a.11(i)(2)"]},
    "another order": {"expect": [BLIND, ANTE, PLAY]},
    "another outcome": {"expect": ["ante lost 653a.11(h)(2)(ii)", BLIND, PLAY]},
    "other odds": {"expect": [ANTE, BLIND.replace("3 to 2", "1 to 1"), PLAY]},
    "another sum": {"expect": [ANTE, BLIND, PLAY.replace("$40", "$40.01")]},
    "another paragraph": {"expect": [ANTE.replace("(ii)", "(i)"), BLIND, PLAY]},
    "another row": {"expect": [ANTE, BLIND.replace("(flush", "(straight"), PLAY]},
    "another paragraph of the odds": {"expect": [ANTE, BLIND.replace("12(b)", "12(c)"), PLAY]},
    "a floorperson who was not needed": {"expect": [ANTE.replace("$10", "$10 validated"), BLIND, PLAY]},
    "a void that was none": {"expect_void": "dealer-card-exposed"},
    "a void not expected": {"irregularity": {"slip": "wrong-number-of-cards"}},
    "another meter reading": {"expect_meters": {"progressive-a": "$9,999.99"}},
    "a meter not in force": {"expect_meters": {"mega-b": "$10,000"}},
    "another deck": {"expect_deck": "removed"},
    "a paragraph that does not exist": {"shows": ["653a.11(z)"]},
    "no paragraph at all": {"shows": ["the Ante rule"]},
    "a refusal that did not come": {"expect_refused": "below-minimum"},
    "a refusal not expected": {"choices": {"minimum": "$11"}},
    "another refusal": {"choices": {"minimum": "$11"}, "expect_refused": "above-maximum"},
    "a refusal for another reason": {"choices": {"minimum": "$11"}, "expect_refused": "below-minimum $12"},
}


def changed(changes: dict[str, Any]) -> Case:
    raw = {**SOUND, **changes}
    return Case({key: value for key, value in raw.items() if value is not None}, "sound")


def test_the_sound_scenario_passes() -> None:
    assert run_case(changed({})).faults == ()


@pytest.mark.parametrize("name", UNSOUND)
def test_an_unsound_scenario_is_noticed(name: str) -> None:
    assert run_case(changed(UNSOUND[name])).faults


def test_alternatives_spread_over_values_and_keys() -> None:
    text = '[[scenario]]\nchoices = { trips = "{A|B}" }\nmeters = { "{|five-card}" = "{1|2}" }\n'
    one, two = read_cases(text, "text")
    assert (one.raw["choices"], one.raw["meters"]) == ({"trips": "A"}, {})
    assert (two.raw["choices"], two.raw["meters"]) == ({"trips": "B"}, {"five-card": "2"})


def test_headings_are_shared_table_by_table() -> None:
    text = 'choices = { trips = "A", blind = "B" }\n[[scenario]]\nchoices = { trips = "C" }\n[[scenario]]\n'
    one, two = read_cases(text, "text")
    assert one.raw["choices"] == {"trips": "C", "blind": "B"}
    assert two.raw["choices"] == {"trips": "A", "blind": "B"}
