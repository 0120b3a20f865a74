"""The pages: static files of the package, the same for everybody; they get their data through the API."""

from __future__ import annotations

from importlib import resources

from fastapi import Response

from tablelaw.server.http.routing import Ask, route

PAGES = {
    "/": "lobby.html",
    "/table/{table}": "table.html",
    "/dealer/{table}": "dealer.html",
    "/floor": "floor.html",
    "/floor/{table}": "floor_table.html",
    "/property": "property.html",
    "/audit": "audit.html",
    "/analyst": "analyst.html",
    "/submission": "submission.html",
    "/display/{table}": "display.html",
    "/help": "help.html",
}
"""Maps the address of each page to its file in `tablelaw/web`."""


def page(file: str, status: int = 200) -> Response:
    text = (resources.files("tablelaw.web") / file).read_text("utf-8")
    headers = {"Cache-Control": "no-cache"}
    return Response(text, status_code=status, media_type="text/html; charset=utf-8", headers=headers)


def _declare(address: str, file: str) -> None:
    async def shown(ask: Ask) -> Response:
        return page(file)

    shown.__doc__ = f"The page {file.removesuffix('.html')}."
    route(f"GET {address}")(shown)


for _address, _file in PAGES.items():
    _declare(_address, _file)
