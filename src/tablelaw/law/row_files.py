"""The data sections of a rulebook and the file that contains each."""

from __future__ import annotations

SECTIONS = {
    "facts": "rulebook.toml",
    "options": "rulebook.toml",
    "limits": "rulebook.toml",
    "wagers": "wagers.toml",
    "paytables": "paytables.toml",
    "meters": "paytables.toml",
    "holds": "paytables.toml",
    "hands": "round.toml",
    "stages": "round.toml",
    "flow": "round.toml",
    "settlement": "round.toml",
    "rankings": "round.toml",
    "dealing": "dealing.toml",
    "duties": "duties.toml",
    "irregularities": "irregularities.toml",
    "layout": "layout.toml",
    "signs": "layout.toml",
}
