"""Text sent compressed: the files of the pages, compressed once, and answers that hold no secret.

The length of a compressed answer reveals whether text that a stranger chose repeats a secret in the same answer. So
only the routes listed here are compressed: none of them returns a token, a ticket, or anything that only one player may
see.
"""

from __future__ import annotations

import gzip
from functools import cache
from pathlib import Path
from typing import NamedTuple

from fastapi import Request, Response
from fastapi.staticfiles import StaticFiles
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import Headers
from starlette.responses import FileResponse
from starlette.types import Scope

from tablelaw.server.http.pages import PAGES
from tablelaw.server.http.routing import Route

COMPRESSED = frozenset(
    {
        *(f"GET {address}" for address in PAGES),
        "GET /api/refusals",
        "GET /api/tables/{table}",
        "GET /api/tables/{table}/checklist",
        "GET /api/law/{rulebook}/{cite:path}",
        "GET /api/readings/{rulebook}/{reading}",
        "GET /api/submission/rulebooks",
        "GET /api/submission/forms/{rulebook}",
        "GET /api/floor/figures",
        "GET /api/reports/{day}",
        "GET /api/workshop/{id}/answer",
        "POST /api/audit/rounds/{table}/{round}",
    }
)
"""The rows of the routes whose answers may be compressed."""
SMALLEST = 1024
"""The size in bytes below which an answer fits into one packet anyway."""
LARGEST_AT_ONCE = 32 * 1024
"""The size in bytes above which an answer is compressed in another thread, so that nobody waits for it."""
ANSWER_LEVEL, FILE_LEVEL = 5, 9
TEXTS = frozenset({".js", ".css", ".html", ".svg", ".json"})


async def with_compression(known: Route, request: Request, response: Response) -> Response:
    """The same response, compressed if the route permits it, the client accepts it and the answer is large enough."""
    if known.row not in COMPRESSED or not is_text(response.headers) or len(response.body) < SMALLEST:
        return response
    body = response.body
    response.headers.add_vary_header("Accept-Encoding")
    if accepts_gzip(request.headers):
        packed = await run_in_threadpool(_packed, body) if len(body) > LARGEST_AT_ONCE else _packed(body)
        response.body = packed
        response.headers["Content-Encoding"] = "gzip"
        response.headers["Content-Length"] = str(len(packed))
    return response


def _packed(body: bytes | memoryview) -> bytes:
    return gzip.compress(body, ANSWER_LEVEL, mtime=0)


def is_text(headers: Headers) -> bool:
    """Whether an answer is text: a PDF or a workbook is compressed already."""
    return headers.get("content-type", "").startswith(("text/", "application/json"))


def accepts_gzip(headers: Headers) -> bool:
    """Whether a client accepts gzip: "gzip, br" means that it does; "gzip;q=0" or no header means that it does not."""
    offers = (offer.replace(" ", "").lower() for offer in headers.get("accept-encoding", "").split(","))
    return any(offer == "gzip" or (offer.startswith("gzip;q=") and offer[7:].strip("0.") != "") for offer in offers)


class PackedFile(NamedTuple):
    changed: float
    """When the file was last changed, in seconds."""
    body: bytes


@cache
def packed_files(folder: Path) -> dict[str, PackedFile]:
    """Every text file of the folder that gzip makes shorter, by its path within the folder."""
    texts = [path for path in folder.rglob("*") if path.suffix in TEXTS and path.stat().st_size >= SMALLEST]
    made = {path: gzip.compress(path.read_bytes(), FILE_LEVEL, mtime=0) for path in texts}
    return {
        path.relative_to(folder).as_posix(): PackedFile(path.stat().st_mtime, body)
        for path, body in made.items()
        if len(body) < path.stat().st_size
    }


class CompressedFiles(StaticFiles):
    """Static files, sent in the form compressed when the server started; a file that has changed since then is sent
    uncompressed.
    """

    def __init__(self, directory: Path) -> None:
        super().__init__(directory=directory)
        self._packed = packed_files(directory)

    async def get_response(self, path: str, scope: Scope) -> Response:
        found = await super().get_response(path, scope)
        packed = self._packed.get(path)
        if packed is None or found.status_code not in (200, 304):
            return found
        found.headers.add_vary_header("Accept-Encoding")
        if not isinstance(found, FileResponse) or not accepts_gzip(Headers(scope=scope)):
            return found
        if found.stat_result is None or found.stat_result.st_mtime != packed.changed or scope["method"] != "GET":
            return found
        headers = {name: found.headers[name] for name in ("etag", "last-modified", "vary")}
        headers["etag"] = f"W/{headers['etag']}"
        headers["content-encoding"] = "gzip"
        return Response(packed.body, media_type=found.media_type, headers=headers)
