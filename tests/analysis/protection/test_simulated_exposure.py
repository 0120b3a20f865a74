"""Simulated values: marked as such, with an interval, the same in every run, and refused beside other cards."""

from __future__ import annotations

from math import exp, lgamma, pi, sqrt

import pytest

from tablelaw.analysis.protection import simulated_exposure
from tablelaw.analysis.protection.api import protect
from tablelaw.analysis.protection.information import BadInformation
from tablelaw.analysis.solver import NotThisGame

GAME = "fr-trois-cartes"


def test_a_simulated_value_says_so_and_is_the_same_in_every_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulated_exposure, "SAMPLES", 3)
    monkeypatch.setattr("tablelaw.analysis.protection.api.kept_as", lambda form, book, question, solved: solved())
    found, again = (protect(GAME, ["burn:1"]) for _ in range(2))
    assert found == again and found.is_simulated and found.interval is not None
    assert found.interval[0] <= found.value <= found.interval[1]
    assert found.distribution is None and "simulated" in found.title
    assert found.as_json()["is_simulated"] is True


def test_the_interval_has_the_stated_confidence() -> None:
    """The quantile is that of Student's distribution, integrated here, with one degree of freedom less than samples."""
    free = simulated_exposure.SAMPLES - 1
    scale = exp(lgamma((free + 1) / 2) - lgamma(free / 2)) / sqrt(free * pi)
    width = float(simulated_exposure.DEVIATIONS) / (steps := 10_000)
    inside = sum(2 * width * scale * (1 + ((n + 0.5) * width) ** 2 / free) ** (-(free + 1) / 2) for n in range(steps))
    assert 0.95 <= inside < 0.9501


def test_burned_cards_in_a_game_of_flushes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulated_exposure, "SAMPLES", 3)
    monkeypatch.setattr("tablelaw.analysis.protection.api.kept_as", lambda form, book, question, solved: solved())
    burned, beside = (protect("pa-678a", items) for items in (["burn:3"], ["burn:1", "seats:5"]))
    assert burned.is_simulated and beside.is_simulated and burned.honest <= burned.value < beside.value


def test_cards_out_of_play_are_refused_beside_others_and_beyond_their_number() -> None:
    with pytest.raises(NotThisGame):
        protect(GAME, ["burn:1", "dealer:1"])
    with pytest.raises(NotThisGame):
        protect("pa-653a", ["seats:1", "flop:1"])
    with pytest.raises(NotThisGame):
        protect("pa-678a", ["burn:1", "dealer:1"])
    with pytest.raises(BadInformation):
        protect(GAME, ["burn:4"])
