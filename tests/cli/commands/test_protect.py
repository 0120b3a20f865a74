"""`tablelaw protect` from a shell: output, JSON, the picture and refusals."""

from __future__ import annotations

import json
from fractions import Fraction
from functools import partial
from pathlib import Path

import pytest

import tablelaw
from tablelaw import rulebooks
from tablelaw.analysis.main_game import main_of
from tablelaw.analysis.protection import api
from tablelaw.analysis.protection.result import Change, Exposure
from tablelaw.analysis.result import Distribution
from tablelaw.analysis.watch import power
from tablelaw.errors import TablelawError
from tests.analysis.test_commands import run

GAME = "fr-trois-cartes"
FOUND = Exposure(
    rulebook=GAME,
    choices={},
    information="dealer:1",
    value=Fraction(1, 25),
    honest=Fraction(-1, 50),
    distribution=Distribution({Fraction(-1): 12, Fraction(1): 13}),
    wager=Fraction(2),
    actions={"raise": Fraction(3, 5), "fold": Fraction(2, 5)},
    honest_actions={"raise": Fraction(2, 3), "fold": Fraction(1, 3)},
    changed=tuple(Change(hand, "fold", "bet 1x", Fraction(1, 100)) for hand in map(str, range(14))),
    notes=("A note.",),
)


@pytest.fixture
def solved(monkeypatch: pytest.MonkeyPatch) -> None:
    """The command with a prepared result in place of a solved one."""
    monkeypatch.setattr(api, "exposure_of", lambda terms, information, tell: FOUND)


@pytest.mark.usefixtures("solved")
def test_what_people_read() -> None:
    code, out, _ = run("protect", GAME, "--seen", "dealer:1", "--ante", "20", "--rounds", "50")
    assert code == 0
    for words in (
        *("-2.0000%", "4.0000%", "66.6667%", "60.0000%", "worth 6.0000%", "2.0000 times the Mise staked"),
        *("won 52.0000% of the rounds", "N0 624 rounds", "11 bet 1x instead of fold (1.00%); and 2 more"),
        *("breaks even if the cards are seen in 33.33% of the rounds", "A note."),
    ):
        assert words in " ".join(out.split())
    assert "the house loses 40 € per hour" in " ".join(out.split()).replace("\u202f", " ").replace("\xa0", " ")


@pytest.mark.usefixtures("solved")
def test_json_and_the_picture(tmp_path: Path) -> None:
    picture = tmp_path / "play.svg"
    code, out, _ = run("protect", GAME, "--seen", "dealer:1", "--json", "--plot", str(picture))
    told = json.loads(out)
    assert (code, told["value"], told["seen"]) == (0, "1/25", "dealer:1")
    assert told["per_hour"] == {"ante_cents": 1500, "rounds": 40, "loss_cents": "2400/1"}
    drawn = picture.read_text("utf-8")
    assert drawn.startswith("<svg")
    assert "with dealer:1 seen, +4.0000%" in drawn


@pytest.mark.usefixtures("solved")
def test_power_tells_how_soon_such_play_is_flagged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(power, "power_of", partial(power.power_of, dealt=60))
    picture, words = tmp_path / "power.svg", ("protect", GAME, "--seen", "dealer:1", "--power")
    code, out, _ = run(*words, "--json", "--power-plot", str(picture))
    told = json.loads(out)["power"]
    assert (code, told["false_alarm_rate"], told["seen"]) == (0, 0.01, "dealer:1")
    assert told["rounds_to_detect"] == told["detections"][0]["nine_in_ten"]
    assert told["detections"][0]["curve"]["5"] == 0
    assert "Players flagged" in picture.read_text("utf-8")
    code, out, _ = run(*words, "--false-alarms", "0.001")
    assert code == 0 and "at a rate of false alarms of 0.001; simulated" in " ".join(out.split())


@pytest.mark.usefixtures("solved")
@pytest.mark.parametrize("rate", ["0", "0.6", "nan"])
def test_a_rate_of_false_alarms_out_of_bounds_is_refused(rate: str) -> None:
    with pytest.raises(TablelawError, match="a rate of false alarms of") as refused:
        run("protect", GAME, "--seen", "dealer:1", "--power", "--false-alarms", rate)
    assert refused.value.accepted


@pytest.mark.usefixtures("solved")
def test_the_full_name_of_the_command_gives_the_same() -> None:
    assert run("protect", "value", GAME, "--json") == run("protect", GAME, "--json")


def test_nothing_seen_is_the_main_game() -> None:
    code, out, _ = run("protect", GAME, "--json")
    assert code == 0
    assert Fraction(json.loads(out)["value"]) == main_of(rulebooks.get(GAME).terms()).ev
    assert tablelaw.protect(GAME).gain == 0


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("pa-653a", "--seen", "dealer:3"), "the dealer hides 2 cards"),
        (("ma-colorado", "--seen", "dealer:1"), "the dealer has no hidden card"),
        (("pa-653a", "--seen", "hole"), "does not say which cards are seen"),
        (("pa-653a", "--ante", "much"), "is not a sum of money"),
        (("pa-653a", "--seen", "flop:2"), "2 cards of the board are known at decision 1"),
        (("pa-653a", "--seen", "dealer:1@3"), "known only from decision 3 on"),
        (("pa-653a", "--seen", "turn:1/A"), "the group of a card of the turn"),
    ],
)
def test_what_cannot_be_asked_is_refused(words: tuple[str, ...], said: str) -> None:
    with pytest.raises(TablelawError, match=said) as refused:
        run("protect", *words)
    assert refused.value.accepted


@pytest.mark.parametrize(("rounds", "code"), [("0", 2), ("1", 0), ("1000", 0), ("1001", 2)])
@pytest.mark.usefixtures("solved")
def test_rounds_per_hour_are_bounded(rounds: str, code: int) -> None:
    assert run("protect", GAME, "--rounds", rounds)[0] == code
