"""What the coach's worker is asked and what it answers; the server imports this module and loads no solver."""

from __future__ import annotations

import msgspec

WORKER = "tablelaw.server.workers.coach_process"
"""The module that the coach's process runs."""
NICE = "TABLELAW_NICE"
"""The environment variable with the process's priority."""


class VisibleCards(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="VisibleCards"):
    """What a player sees at a table played under the text of a Rules Submission.

    Without cards there is no answer: the coach only prepares for such a table.
    """

    text: str
    cards: tuple[str, ...] = ()
    board: tuple[str, ...] = ()
    earlier: tuple[tuple[str, str], ...] = ()
    """The player's decisions before this one: each action, and what it wagered in Antes."""


class Drill(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="Drill"):
    """Asks for a spot to practise with, at a certain stage if one is named, and where a certain action is best if one
    is named.
    """

    text: str
    seed: str
    stage: str = ""
    best: str = ""


class ActionValue(msgspec.Struct, frozen=True):
    """An action, what it wagers in Antes, and its exact gain in Antes, with the reasons: how often the hand then wins,
    ties and loses, and how many cards improve it to which hand. A fold has no chances.
    """

    action: str
    multiple: int | str
    ev: str
    discard: str
    words: str
    win: str = ""
    tie: str = ""
    lose: str = ""
    outs: tuple[tuple[str, int], ...] = ()


class Spot(msgspec.Struct, frozen=True):
    """A spot to practise with: what the player sees, the earlier decisions, and what each action is worth."""

    stage: str
    cards: tuple[str, ...]
    board: tuple[str, ...]
    dealer: tuple[str, ...]
    earlier: tuple[str, ...]
    actions: tuple[ActionValue, ...]
