"""Scenarios: rounds written down as TOML, played on a real table and settled."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tablelaw.lazy_names import lazy_names

if TYPE_CHECKING:
    from tablelaw.scenarios.format import BadScenario as BadScenario
    from tablelaw.scenarios.format import Scenario as Scenario
    from tablelaw.scenarios.format import read_scenario as read_scenario
    from tablelaw.scenarios.play import Settlement as Settlement
    from tablelaw.scenarios.play import settle as settle

__all__ = [
    "BadScenario",
    "Scenario",
    "Settlement",
    "read_scenario",
    "settle",
]

__getattr__ = lazy_names(
    __name__,
    {
        "BadScenario": "format",
        "Scenario": "format",
        "Settlement": "play",
        "read_scenario": "format",
        "settle": "play",
    },
)
