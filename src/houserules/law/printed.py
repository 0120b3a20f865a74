"""A mark for values that stand in the data as printed text ("653a.11(h)", "3 to 2", "$50,000")."""

from __future__ import annotations

from typing import TypeVar

T = TypeVar("T")


def printed(cls: type[T]) -> type[T]:
    """Hides a dataclass's fields from msgspec, which would ask for a table where the data has text."""
    del cls.__dataclass_fields__  # type: ignore[attr-defined]
    return cls
