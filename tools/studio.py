"""A demo property and a browser for taking pictures, and where the pictures go."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Browser

from tests.browser.visitor import DESKTOP, PHONE, Visitor
from tests.server.served import Served

SIZES = {"desk": (1280, 720), "wide": (1920, 1080), "phone": PHONE}
"""The sizes of the pictures."""
SIDEWAYS = {"side": (844, 390)}
"""A player's page is also shown on a phone held sideways."""


class Studio:
    """A demo with guests at its tables, a browser, and where the pictures go."""

    def __init__(self, browser: Browser, served: Served, folder: Path) -> None:
        self.browser, self.served, self.folder = browser, served, folder
        self._there: list[Visitor] = []

    def visit(self, role: str = "", name: str = "") -> Visitor:
        self._there.append(Visitor(self.browser, self.served.address))
        return self._there[-1].enter(role, name) if role else self._there[-1]

    def shoot(self, name: str, visitor: Visitor) -> None:
        """Takes a screenshot of the whole page at each size, once its cards have stopped moving."""
        page = visitor.page
        page.emulate_media(reduced_motion="reduce")
        for size, (width, height) in (SIZES | (SIDEWAYS if name.startswith("table") else {})).items():
            page.set_viewport_size({"width": width, "height": height})
            page.evaluate("() => new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn)))")
            page.screenshot(path=self.folder / f"{name}-{size}.png", full_page=not page.locator("dialog[open]").count())
        page.set_viewport_size({"width": DESKTOP[0], "height": DESKTOP[1]})
        print(name, flush=True)

    def shoot_phone(self, name: str, visitor: Visitor) -> None:
        """Takes a screenshot of what a phone shows without scrolling."""
        visitor.page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
        visitor.page.screenshot(path=self.folder / f"{name}-phone.png")
        print(name, flush=True)

    def leave(self) -> None:
        for visitor in self._there:
            visitor.context.close()
        self._there.clear()
