"""The formats of heads and exports; the only module that knows the product's first name."""

from __future__ import annotations

LATEST_FORMAT, NEWER = 2, "it needs the verifier of a newer program"
# Format 1 was written under the product's first name. It is read, never written.
HEAD_TITLES = {1: "houserules head 1", 2: "tablelaw head 2"}
EXPORT_NAMES = {1: "houserules-log", 2: "tablelaw-log"}
