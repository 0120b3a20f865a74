"""The names a package offers, imported when they are first asked for, so that importing one loads no other."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any


def lazy_names(package: str, module_of: Mapping[str, str]) -> Callable[[str], Any]:
    """The `__getattr__` of a package: name -> the module of the package that defines it."""

    def get(name: str) -> Any:
        if name not in module_of:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        return getattr(import_module(f"{package}.{module_of[name]}"), name)

    return get
