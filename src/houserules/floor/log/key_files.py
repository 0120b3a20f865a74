"""Where a floor's signing key is looked for, unless another file is named."""

from __future__ import annotations

from pathlib import Path

from houserules.floor.store.api import place_of


def key_file_of(database: str) -> Path:
    """Beside a floor's file, of the same name; for a PostgreSQL database, by its name in the folder one is in."""
    place = place_of(database)
    return place.with_suffix(".key") if isinstance(place, Path) else Path(f"{place.database or 'floor'}.key")
