"""Each package lists in `__all__` what others may use; everything else is private by convention."""

from __future__ import annotations

import ast
from importlib import import_module
from pathlib import Path

import pytest

import tablelaw

SOURCE = Path(tablelaw.__file__).parent
WITHOUT = {"cli": "a program, not a library", "web": "files for browsers"}
PACKAGES = sorted(path.parent.name for path in SOURCE.glob("*/__init__.py") if path.parent.name not in WITHOUT)


def names_for_type_checking(package: str) -> list[str]:
    """The names that a package imports only for the type checker."""
    tree = ast.parse((SOURCE / package / "__init__.py").read_text("utf-8"))
    blocks = [node for node in tree.body if isinstance(node, ast.If)]
    imports = [node for block in blocks for node in block.body if isinstance(node, ast.ImportFrom)]
    return [alias.name for node in imports for alias in node.names]


@pytest.mark.parametrize("package", ["", *PACKAGES])
def test_every_public_name_is_there(package: str) -> None:
    module = import_module(f"tablelaw.{package}".rstrip("."))
    assert module.__all__, "a package offers something"
    missing = [name for name in module.__all__ if not hasattr(module, name)]
    assert not missing
    assert len(set(module.__all__)) == len(module.__all__)


@pytest.mark.parametrize("package", PACKAGES)
def test_the_type_checker_sees_the_same_names(package: str) -> None:
    for_type_checking = names_for_type_checking(package)
    if for_type_checking:
        assert sorted(for_type_checking) == sorted(import_module(f"tablelaw.{package}").__all__)


@pytest.mark.parametrize("package", PACKAGES)
def test_a_public_name_is_no_name_of_a_module(package: str) -> None:
    """A module with the same name would replace the function once it is imported."""
    modules = {path.stem for path in (SOURCE / package).iterdir() if path.suffix == ".py" or path.is_dir()}
    assert not modules & set(import_module(f"tablelaw.{package}").__all__)


def test_a_name_that_is_not_offered_is_refused() -> None:
    with pytest.raises(AttributeError, match=r"module 'tablelaw.floor' has no attribute 'Nothing'"):
        import_module("tablelaw.floor").Nothing  # noqa: B018
