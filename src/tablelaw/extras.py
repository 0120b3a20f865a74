"""Packages that only some parts need: which extra of this project installs each, and the refusal where one is missing.

The law, settlement, tables, the ledger on SQLite and the checks of a log need none of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Any, NamedTuple

from tablelaw.errors import TablelawError
from tablelaw.version import __version__


class Extra(NamedTuple):
    """The packages that an extra installs, by the names they are imported under, and what needs them."""

    packages: tuple[str, ...]
    needed_for: str


EXTRAS = {
    "analysis": Extra(("llvmlite", "numba", "numpy"), "exact figures, advice, simulations and arrays of hands"),
    "cluster": Extra(("dask", "distributed"), "work on a Dask cluster"),
    "pandas": Extra(("pandas",), "pandas tables"),
    "parquet": Extra(("pyarrow",), "Parquet files"),
    "postgres": Extra(("psycopg",), "a floor on PostgreSQL"),
    "reports": Extra(("fpdf", "matplotlib", "openpyxl"), "plots, pages with plots, PDF files and spreadsheets"),
    "server": Extra(
        ("anyio", "argon2", "fastapi", "h11", "starlette", "uvicorn", "websockets"),
        "serving a floor, and people who sign in",
    ),
}
EXTRA_OF = {package: name for name, extra in EXTRAS.items() for package in extra.packages}
WHEEL = f"tablelaw-{__version__}-py3-none-any.whl"


class MissingPackage(TablelawError):
    """A question needs an optional package that is not installed."""

    no_paragraph = "a matter of what is installed; no rule of play is involved"


def required(package: str, why: str = "", instead: str = "") -> Any:
    """Imports an optional package, or refuses in one line that names the extra which installs it."""
    try:
        return import_module(package)
    except ImportError as error:
        raise missing(error, package, why=why, instead=instead) or error from None


@contextmanager
def extras_named(asked: str = "") -> Iterator[None]:
    """Refuses by name if an optional package is missing for what was asked; other import errors pass unchanged."""
    try:
        yield
    except ImportError as error:
        raise missing(error, error.name or "", asked) or error from None


def missing(
    error: ImportError, module: str, asked: str = "", why: str = "", instead: str = ""
) -> MissingPackage | None:
    """The refusal for a package that could not be imported, or None if no extra installs it."""
    package = module.partition(".")[0]
    extra = EXTRA_OF.get(package)
    if extra is None:
        return None
    is_absent = isinstance(error, ModuleNotFoundError) and (error.name or package).partition(".")[0] in EXTRA_OF
    what = f"{package} is not installed" if is_absent else f"{package} cannot be loaded: {error}"
    accepted = f"the extra {extra} (pip install '.[{extra}]' in a clone, or pip install './{WHEEL}[{extra}]')"
    return MissingPackage(
        what,
        where=asked,
        why=why or f"it is needed for {EXTRAS[extra].needed_for}",
        accepted=f"{accepted}, or {instead}" if instead else accepted,
    )
