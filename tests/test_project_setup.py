"""A clone contains declared and locked versions, workflows that call make, and a licence."""

from __future__ import annotations

import re
import tomllib
from typing import Any

import pytest

from tests.conftest import LONGEST, SLOW, TOGETHER, group_of
from tools.lowest import OWN_EXTRA, REQUIREMENT, declared, lowest
from tools.project_files import ROOT

WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
PINNED = re.compile(r"[\w.-]+/[\w./-]+@[0-9a-f]{40} # v\d+(\.\d+)*")


def project() -> dict[str, Any]:
    found: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    return found


def canonical(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def numbers(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in re.findall(r"\d+", version))


def locked() -> dict[str, str]:
    """Maps the name of everything in the lock file to its version."""
    text = (ROOT / "requirements-dev.lock").read_text("utf-8")
    return {canonical(name): version for name, version in re.findall(r"^([\w.-]+)(?:\[\w+\])?==([\w.]+)", text, re.M)}


def test_every_dependency_names_its_lowest_version() -> None:
    for extra, requirements in project()["optional-dependencies"].items():
        named = [one for one in requirements if not one.startswith(OWN_EXTRA)]
        assert len(lowest(named)) == len(named), extra
    assert lowest(project()["dependencies"])


def test_the_lowest_versions_of_the_extras_are_declared_too() -> None:
    found = {one.partition("==")[0] for one in lowest(declared(ROOT / "pyproject.toml"))}
    assert {"sqlalchemy", "numba", "matplotlib", "psycopg", "fastapi", "distributed"} <= found
    assert not {"pytest", "sphinx"} & found


def test_lowest_versions_are_constraints_for_pip() -> None:
    assert lowest(["rich>=13.7", "psycopg[binary]>=3.2.1"]) == ["rich==13.7", "psycopg==3.2.1"]


@pytest.mark.parametrize("requirement", ["rich", "rich==13.7", "rich>=13,<14", "rich>=13; python_version<'4'"])
def test_a_dependency_without_a_lowest_version_is_refused(requirement: str) -> None:
    with pytest.raises(ValueError, match="accepted: a form such as"):
        lowest([requirement])


def test_the_lock_has_a_fitting_version_of_every_dependency() -> None:
    """After a change of pyproject.toml, `make lock` updates the lock."""
    found = locked()
    tools = [one for one in project()["optional-dependencies"]["dev"] if not one.startswith(OWN_EXTRA)]
    absent = project()["optional-dependencies"]["pandas"]
    for requirement in (*declared(ROOT / "pyproject.toml"), *tools):
        if requirement in absent:
            continue
        match = REQUIREMENT.fullmatch(requirement)
        assert match is not None
        assert numbers(found[canonical(match["name"])]) >= numbers(match["version"]), requirement


def test_the_lock_has_digests_and_no_address() -> None:
    text = (ROOT / "requirements-dev.lock").read_text("utf-8")
    entries = [line for line in text.split("\n") if line and not line.startswith((" ", "#"))]
    assert len(entries) > 90
    assert all(line.endswith(" \\") for line in entries), "an entry without a digest"
    assert "://" not in text


def test_workflows_call_make_and_pin_every_action() -> None:
    assert WORKFLOWS
    for path in WORKFLOWS:
        text = path.read_text("utf-8")
        commands = re.findall(r"- run: (.*)", text)
        assert commands and all(command.startswith("make ") for command in commands), path.name
        assert [used for used in re.findall(r"uses: (.*)", text) if not PINNED.fullmatch(used)] == [], path.name


def test_targets_of_the_workflows_exist() -> None:
    targets = set(re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text("utf-8"), re.M))
    called = {target for path in WORKFLOWS for target in re.findall(r"run: make ([\w-]+)", path.read_text("utf-8"))}
    assert called and called <= targets


def test_the_licence_is_the_one_declared() -> None:
    assert project()["license"] == "MIT" and project()["license-files"] == ["LICENSE"]
    assert (ROOT / "LICENSE").read_text("utf-8").startswith("MIT License\n\nCopyright (c) 2026 The Tablelaw authors\n")


def test_files_named_for_their_order_and_group_exist() -> None:
    named = {name.partition("::")[0] for name in (*LONGEST, *SLOW, *(file for of in TOGETHER.values() for file in of))}
    assert not [name for name in sorted(named) if not (ROOT / name).exists()]


def test_files_that_share_kernels_go_to_one_process_and_others_by_themselves() -> None:
    assert group_of("tests/analysis/test_par.py::test_x[a::b]") == group_of(
        "tests/analysis/symmetry/test_suits.py::test_y"
    )
    assert group_of("tests/studies/test_run.py::test_x") == group_of("tests/simulation/test_holdem.py::test_y")
    assert group_of("tests/law/test_odds.py::test_x[a::b]") == "tests/law/test_odds.py"


def test_the_metadata_are_complete_and_name_no_address_that_does_not_exist() -> None:
    about = project()
    assert {"authors", "classifiers", "description", "keywords", "license", "readme", "requires-python"} <= {*about}
    assert "urls" not in about, "there is no public address yet"
    assert not [one for one in about["classifiers"] if one.startswith("License ::")], (
        "the licence is an SPDX expression"
    )
    least = about["requires-python"].removeprefix(">=")
    assert f"Programming Language :: Python :: {least}" in about["classifiers"]
