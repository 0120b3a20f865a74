"""The results of one day or many, as figures for people and as data for programs."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import Any

from tablelaw.gaming_day.day import Outcome
from tablelaw.gaming_day.report.story import clock

IRREGULARITY, PROCEDURE, RULEBOOK, MISTAKE = "irregularity: ", "procedure: ", "rulebook: ", "mistake: "
FIGURES = (
    ("rounds", "rounds cleared"),
    ("void rounds", "of them void"),
    ("rounds with real cards", "rounds begun with real cards, entered one by one"),
    ("orders", "orders carried out"),
    ("wagers", "wagers placed"),
    ("decisions", "decisions"),
    ("buy-ins", "buy-ins"),
    ("cash-outs", "cash-outs"),
    ("jams", "jams of shoes and shufflers"),
    ("deck change", "deck changes that were due"),
    ("decks changed early", "deck changes before their time"),
    ("stub counted right", "stubs counted right"),
    ("stub counted wrong", "stubs counted wrong"),
    ("idle spread", "cards spread while nobody plays"),
    ("meter shares won", "shares of meters won"),
    ("jackpots", "of which whole meters"),
    ("divided shares", "of which parts of a divided share"),
    ("hand-pays", "hand-pays validated and documented"),
    ("envy", "Envy bonuses"),
    ("magic-card", "Magic Card bonuses"),
    ("lucky-bonus", "Lucky bonuses"),
    ("payout limit", "payout limits reached"),
    ("link down", "links down"),
    ("wager refused, link down", "wagers refused meanwhile"),
    ("correction", "corrections with two approvers"),
    ("meter adjusted", "displays adjusted"),
    ("wrong drop count", "counts that did not match"),
    ("crash before", "crashes before a commit"),
    ("crash after", "crashes after a commit, the acknowledgement lost"),
    ("crash killed", "crashes between two orders"),
    ("checkpoints", "checkpoints of the auditor"),
)
"""The figures of a page, by the name they are counted under."""


def figures(counts: Counter[str], disagreements: int) -> list[tuple[str, int]]:
    """The figures in words; the disagreements last."""
    mistakes = sum(n for name, n in counts.items() if name.startswith(MISTAKE))
    shown = [(says, counts[name]) for name, says in FIGURES]
    return [*shown, ("mistakes tried and refused", mistakes), ("disagreements", disagreements)]


def irregularities(counts: Counter[str]) -> dict[str, dict[str, int]]:
    """How often each irregularity of each rulebook occurred: kind -> rulebook -> times."""
    found: dict[str, dict[str, int]] = defaultdict(dict)
    for name, times in counts.items():
        if name.startswith(IRREGULARITY):
            book, _, irregularity = name.removeprefix(IRREGULARITY).partition(" ")
            found[irregularity][book] = times
    return dict(sorted(found.items()))


def command_of(outcome: Outcome, more: str = "") -> str:
    """The command that plays the day again."""
    return f"tablelaw gaming-day --seed {outcome.script.seed}{more}"


def as_data(outcome: Outcome, story: list[str], more: str = "") -> dict[str, Any]:
    """The results of a day as data for programs."""
    found = outcome.disagreement
    return {
        "seed": outcome.script.seed,
        "tables": [
            {"table": t.name, "rulebook": t.book, "dealing": t.submission.dealing, "physical": t.is_physical}
            for t in outcome.script.tables
        ],
        "counts": dict(sorted(outcome.counts.items())),
        "disagreement": None
        if found is None
        else {
            "at": clock(found.at),
            "item": found.item,
            "what": found.what,
            "cite": found.cite,
            "differences": [one._asdict() for one in found.differences],
        },
        "story": story,
        "again": command_of(outcome, more),
    }
