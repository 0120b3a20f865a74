"""A decorator for values that the data writes as printed text ("653a.11(h)", "3 to 2", "$50,000")."""

from __future__ import annotations

from typing import TypeVar

T = TypeVar("T")


def printed(cls: type[T]) -> type[T]:
    """Hides the fields of a dataclass from msgspec, which would expect a TOML table where the data has text."""
    del cls.__dataclass_fields__  # type: ignore[attr-defined]
    return cls
