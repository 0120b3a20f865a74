"""What `houserules simulate -o DIR` writes: for each question its JSON, its tables as CSV, its picture twice."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from houserules.cli.output import refuse
from houserules.errors import BadFile
from houserules.files import WRITABLE, write_whole

if TYPE_CHECKING:
    from houserules.studies.answers.answer import Answer


def refuse_no_folder(output: Path | None) -> None:
    """Said before anything is dealt, since that takes a while."""
    if output is not None and output.exists() and not output.is_dir():
        refuse(f"{output} is a file; accepted: a folder, there already or not", BadFile)
    if output is not None and not output.parent.is_dir():
        refuse(f"there is no folder {output.parent} for {output.name}; accepted: a folder that exists", BadFile)


def write_answers(folder: Path, answers: Sequence[Answer]) -> None:
    try:
        folder.mkdir(exist_ok=True)
    except OSError as error:
        refuse(f"{folder} cannot be made: {error.strerror}; accepted: {WRITABLE}", BadFile)
    for answer in answers:
        for name, data in files_of(answer):
            write_whole(folder / name, data)


def files_of(answer: Answer) -> Iterator[tuple[str, bytes]]:
    from houserules.studies.answers.pictures import png, svg  # matplotlib is slow to load: only when asked

    yield f"{answer.question}.json", (json.dumps(answer.as_json(), indent=2, ensure_ascii=False) + "\n").encode()
    for name, sheet in answer.tables.items():
        yield f"{name}.csv", sheet.csv().encode()
    yield f"{answer.question}.png", png(answer.draw)
    yield f"{answer.question}.svg", svg(answer.draw)
