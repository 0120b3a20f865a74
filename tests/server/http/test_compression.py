"""Pages, static files and answers without secrets are compressed. Answers with secrets are not, since compression could
leak them.
"""

from __future__ import annotations

import asyncio
import gzip
import os
from pathlib import Path

import pytest
from starlette.datastructures import Headers

from tablelaw.server.app import web_folder
from tablelaw.server.http.compression import (
    COMPRESSED,
    SMALLEST,
    CompressedFiles,
    accepts_gzip,
    packed_files,
)
from tablelaw.server.http.routing import ROUTES
from tests.server.conftest import Doors

PLAIN = {"Accept-Encoding": "identity"}
GZIP = {"Accept-Encoding": "gzip"}
FILE = "/web/lib/api.js"


def test_files_pages_and_large_answers_are_compressed_for_those_who_accept_it(doors: Doors) -> None:
    client = doors.browser()
    for path in (FILE, "/web/base.css", "/help", "/api/refusals", "/api/submission/forms/pa-653a"):
        plain, packed = client.get(path, headers=PLAIN), client.get(path, headers=GZIP)
        assert "content-encoding" not in plain.headers, path
        assert packed.headers["content-encoding"] == "gzip", path
        assert int(packed.headers["content-length"]) < int(plain.headers["content-length"]) / 2, path
        assert packed.content == plain.content and packed.headers["content-type"] == plain.headers["content-type"]
        assert plain.headers["vary"] == packed.headers["vary"] == "Accept-Encoding"


def test_an_unchanged_file_is_not_sent_again(doors: Doors) -> None:
    client = doors.browser()
    tag = client.get(FILE, headers=GZIP).headers["etag"]
    again = client.get(FILE, headers={**GZIP, "If-None-Match": tag})
    assert (again.status_code, again.content) == (304, b"")


def test_answers_with_tokens_or_one_persons_cards_are_never_compressed(doors: Doors) -> None:
    secret = {"/session", "/demo", "/ticket", "/view", "/me", "/advice", "/drill", "/steps", "/orders", "/people"}
    rows = {known.row for known in ROUTES}
    assert rows >= COMPRESSED
    assert not [row for row in COMPRESSED if any(part in row for part in secret)]
    ann = doors.somebody("ann", "player")
    for path in ("/api/session", "/api/me", "/api/tables/pa-653a/view"):
        answer = ann.client.get(path, headers=GZIP)
        assert answer.status_code == 200 and "content-encoding" not in answer.headers, path


def test_small_answers_are_sent_as_they_are(doors: Doors) -> None:
    answer = doors.browser().get("/web/lib/pause.js", headers=GZIP)
    assert len(answer.content) < SMALLEST and "content-encoding" not in answer.headers


@pytest.mark.parametrize(
    ("offer", "takes"),
    [
        ("gzip", True),
        ("br, GZip", True),
        ("gzip;q=0.5", True),
        ("gzip; q=0", False),
        ("gzip;q=0.0", False),
        ("", False),
    ],
)
def test_clients_are_taken_at_their_word(offer: str, takes: bool) -> None:
    assert accepts_gzip(Headers({"accept-encoding": offer})) is takes


def test_every_large_text_of_the_pages_is_compressed_once_and_no_image() -> None:
    packed = packed_files(web_folder())
    assert {"base.css", "lib/api.js", "table/page.js"} <= set(packed)
    assert packed_files(web_folder()) is packed
    assert gzip.decompress(packed["base.css"].body) == (web_folder() / "base.css").read_bytes()


def test_a_file_changed_since_is_sent_as_it_is_now(tmp_path: Path) -> None:
    file = tmp_path / "words.js"
    file.write_text("// old\n" * 1000)
    files = CompressedFiles(tmp_path)
    scope = {"type": "http", "method": "GET", "headers": [(b"accept-encoding", b"gzip")]}
    assert asyncio.run(files.get_response("words.js", scope)).headers["content-encoding"] == "gzip"
    os.utime(file, (1, 1))
    assert "content-encoding" not in asyncio.run(files.get_response("words.js", scope)).headers
