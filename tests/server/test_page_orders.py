"""Every order that a person may give over HTTP has a control on a page for that role, or a reason why it has none."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import tablelaw
from tablelaw.permissions import order_names, orders_without_a_page, roles_over_http, roles_signing_in
from tablelaw.persons import Role
from tablelaw.table import commands
from tablelaw.table.command_wording import LABELS
from tablelaw.table.registry import tag_of
from tests.server.test_page_modules import LOADED, reached

WEB = Path(tablelaw.__file__).parent / "web"
PAGES: dict[Role, tuple[str, ...]] = {
    "player": ("lobby", "table"),
    "dealer": ("dealer",),
    "floor": ("floor", "floor_table", "property"),
    "auditor": ("audit",),
    "administrator": ("property",),
}
"""The pages that a role works with, as the navigation lists them; a table's pages are linked there."""
BY_ROUTE = {
    "AskClosing": "/closing`",
    "AssignDealer": "}/dealer`",
    "InspectRound": "/api/audit/rounds/",
    "ExportLog": "/api/audit/export",
}
"""Orders that a page gives by a route of their own, with a part of its address."""
STEPS: frozenset[type[commands.Command]] = frozenset(LABELS)
"""Orders that the dealer's page offers as the server lists them, each as a button."""


def source_of(role: Role) -> str:
    """Everything that the pages of a role load."""
    pages = [(WEB / f"{name}.html").read_text("utf-8") for name in PAGES[role]]
    first = [WEB / name for page in pages for name in LOADED.findall(page) if name.endswith(".js")]
    modules = {path.resolve() for path in first}.union(*(reached(path, set()) for path in first))
    return "".join(module.read_text("utf-8") for module in sorted(modules))


def sent_by(role: Role) -> set[str]:
    source = source_of(role)
    named = {name for name in order_names() if f'"{name}"' in source}
    by_route = {name for name, address in BY_ROUTE.items() if address in source}
    listed = {tag_of(kind) for kind in STEPS} if role == "dealer" else set()
    return named | by_route | listed


def without_control(role: Role) -> set[str]:
    return {name for name in order_names() if role in roles_over_http(name, is_demo=True)} - sent_by(role)


@pytest.mark.parametrize("role", roles_signing_in())
def test_every_order_that_a_role_may_give_has_a_control_on_its_pages(role: Role) -> None:
    reasons = orders_without_a_page(role)
    assert without_control(role) == reasons.keys(), "a control on a page, or a reason in orders.toml"
    assert all(reason and not reason.endswith(".") for reason in reasons.values())


def test_a_floorperson_reports_what_only_a_floorperson_may(role: Role = "floor") -> None:
    assert {"ReportSlip", "MarkDevice", "ChangeMethod", "CountStub", "Validate"} <= sent_by(role)
    assert not re.search(r"\bnobody\b", " ".join(orders_without_a_page(role).values()))
