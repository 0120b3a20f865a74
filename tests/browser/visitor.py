"""A visitor with their own browser, and the checks that every page must pass.

No page may write an error to the console or send a request to another machine; both are checked when the visitor
leaves.
"""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from functools import cache
from importlib import resources
from typing import Any

from playwright.sync_api import Browser, ConsoleMessage, Locator, Page, Request, WebSocket, expect

DESKTOP, PHONE, SMALL_PHONE = (1280, 800), (390, 844), (360, 740)
PATIENCE_MS = 45_000
"""How long a page may take to show something; generous, because the machine may be busy."""
LOOKS = ("color-contrast", "target-size", "scrollable-region-focusable", "link-in-text-block")
"""The accessibility rules that depend on the layout, which are checked again at phone size."""

expect.set_options(timeout=PATIENCE_MS)


def trying(what: str) -> Iterator[None]:
    """Yields repeatedly until the caller stops; fails if that takes too long."""
    until = time.monotonic() + 3 * PATIENCE_MS / 1000
    while time.monotonic() < until:
        yield
    raise AssertionError(f"waited too long for {what}")


class Visitor:
    """A person with a browser: `page` is the page, `faults` are the errors it reported."""

    def __init__(self, browser: Browser, address: str, size: tuple[int, int] = DESKTOP, touch: bool = False) -> None:
        self.address = address
        self.context = browser.new_context(
            base_url=address,
            viewport={"width": size[0], "height": size[1]},
            reduced_motion="reduce",
            has_touch=touch,
            is_mobile=touch,
        )
        self.context.set_default_timeout(PATIENCE_MS)
        self.faults: list[str] = []
        self.page: Page = self.context.new_page()
        self.page.on("console", self._said)
        self.page.on("pageerror", lambda error: self.faults.append(f"error: {error}"))
        self.page.on("request", self._asked)
        self.page.on("websocket", self._opened)

    def _said(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.faults.append(f"{message.type}: {message.text} ({message.location.get('url', '')})")

    def _asked(self, request: Request) -> None:
        if not request.url.startswith((f"{self.address}/", "data:")):
            self.faults.append(f"asked another machine: {request.url}")

    def _opened(self, socket: WebSocket) -> None:
        if not socket.url.startswith(f"{self.address}/".replace("http", "ws", 1)):
            self.faults.append(f"opened a line to another machine: {socket.url}")

    # --- Navigation --------------------------------------------------------------------------------------

    def enter(self, role: str, name: str) -> Visitor:
        """Enters the demo under a name that applies to every page in this browser."""
        who, headers = {"role": role, "name": name}, {"Origin": self.address}
        answer = self.context.request.post("/api/demo", data=who, headers=headers)
        assert answer.ok, answer.text()
        return self

    def go(self, path: str) -> Visitor:
        self.page.goto(path)
        return self

    def button(self, name: str | re.Pattern[str], *, exact: bool = True) -> Locator:
        return self.page.get_by_role("button", name=name, exact=exact)

    def ask(self, path: str) -> Any:
        """The server's answer to this visitor, requested from the page itself."""
        return self.page.evaluate("path => fetch(path).then(answer => answer.json())", path)

    # --- Checks on every page ------------------------------------------------------------------------------

    def forgive(self, pattern: str) -> None:
        """Forgets errors that the test caused on purpose."""
        self.faults = [fault for fault in self.faults if not re.search(pattern, fault)]

    def inspect(self) -> None:
        """Checks that the current page is accessible at desktop and phone size and that nothing scrolls sideways on
        phones.
        """
        expect(self.page.locator("main").first).to_be_visible()  # a page becomes visible once it is drawn
        self._refuse_barriers("on a desk", ())
        assert not self.page.evaluate(UNALIGNED), f"{self.page.url}: headings do not stand above their columns"
        for width, height in (SMALL_PHONE, PHONE):
            self.page.set_viewport_size({"width": width, "height": height})
            wide = self.page.evaluate(TOO_WIDE)
            assert not wide, f"{self.page.url} is wider than a phone: {wide}"
        self._refuse_barriers("on a phone", LOOKS)
        self.page.set_viewport_size({"width": DESKTOP[0], "height": DESKTOP[1]})

    def _refuse_barriers(self, where: str, rules: tuple[str, ...]) -> None:
        if not self.page.evaluate("() => 'axe' in window"):
            self.page.evaluate(axe())
        found = self.page.evaluate(BARRIERS, list(rules))
        assert not found, f"{self.page.url} {where}: {found}"

    def leave(self) -> None:
        self.context.close()
        assert not self.faults, self.faults


@cache
def axe() -> str:
    return (resources.files("axe_playwright_python") / "axe.min.js").read_text("utf-8")


BARRIERS = """async rules => {
  const asked = rules.length ? {runOnly: {type: "rule", values: rules}} : {};
  const {violations} = await axe.run(document, {resultTypes: ["violations"], ...asked});
  return violations.map(({id, impact, nodes}) =>
    ({id, impact, nodes: nodes.map(node => [node.target.join(" "), node.failureSummary])}));
}"""

UNALIGNED = """() => [...document.querySelectorAll("table")].filter(one => one.checkVisibility() &&
  getComputedStyle(one).display !== "table").length"""

TOO_WIDE = """() => {
  const {scrollWidth, clientWidth} = document.documentElement;
  const told = all => all.slice(0, 5).map(one => one.outerHTML.slice(0, 120)).join(" | ");
  const beyond = one => one.getBoundingClientRect().right > clientWidth + 1;
  const everything = [...document.querySelectorAll("body *")];
  if (scrollWidth > clientWidth) return `${scrollWidth} > ${clientWidth}: ` + told(everything.filter(beyond));
  const isPicture = one => one.matches("pre, textarea") || one.querySelector(":scope > :is(.hands, img)");
  const scrolls = one => one.scrollWidth > one.clientWidth + 1 && one.clientWidth > 1 && one.checkVisibility() &&
    ["auto", "scroll"].includes(getComputedStyle(one).overflowX);
  const sideways = everything.filter(one => scrolls(one) && !isPicture(one));
  return sideways.length ? "scrolls sideways: " + told(sideways) : "";
}"""
"""Only pictures, the grid of starting hands and the text of files may scroll sideways."""

SEEN = """const told = one => `${one.outerHTML.slice(0, 120)} ${JSON.stringify(one.getBoundingClientRect())}`;
  const all = selector => [...document.querySelectorAll(selector)].filter(one => one.checkVisibility());
  const isOut = one => {
    const {left, right, top, bottom} = one.getBoundingClientRect();
    return left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1;
  };
  const isCovered = one => {
    const {left, top, width, height} = one.getBoundingClientRect();
    const there = document.elementFromPoint(left + width / 2, top + height / 2);
    return !there || !(one.contains(there) || there.contains(one));
  };
"""
"""Functions for scripts that check what is on the screen and not covered."""
