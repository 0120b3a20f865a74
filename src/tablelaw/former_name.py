"""The product's former name, for data that was written under it and must still be read or reproduced.

Heads of format 1 are no longer signed, but can still be verified and written byte for byte.
"""

from __future__ import annotations

HEAD_TITLE = "houserules head 1"
"""The first line of a format 1 head and of its signed text."""

EXPORT_NAME = "houserules-log"
"""The name of the format in the header of a format 1 export."""

PRACTICE = "houserules practice"
"""The hash prefix of practice decks, kept so a seed deals the same cards in every version."""
