"""The product's former name, for data that was written under it and must still be read or reproduced.

Heads of format 1 are no longer signed, but can still be verified and written byte for byte.
"""

from __future__ import annotations

HEAD_TITLE = "houserules head 1"
"""The first line of a head of format 1, which is also the first line of its signed text."""

EXPORT_NAME = "houserules-log"
"""The name of the format in the header of an export of format 1."""

PRACTICE = "houserules practice"
"""The prefix from which a practice deck is hashed, so that a seed deals the same cards in every version."""
