"""Takes pictures of every page in the states worth seeing, on a desktop and on a phone, to be reviewed one by one.

python -m tools.screenshots                     all of them, into build/screenshots
python -m tools.screenshots FOLDER table games  only the named scenes
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from playwright.sync_api import Browser, expect

from tablelaw.server.demo.property import IN_DOLLARS
from tablelaw.server.settings import Settings
from tests.browser.conftest import SETTINGS, TEMPO, furnish, launched
from tests.browser.playing import REAL_CARDS
from tests.browser.test_every_game import PLACES, Hand, first_bet, house, play
from tests.server.served import Served, prepared
from tools.scenes import SCENES, opened
from tools.studio import Studio

FOLDER = Path("build", "screenshots")
PASSWORD = "for pictures only"
SETTLED_SECONDS = 10
"""How long a settled round stays on the felt."""


def empty(browser: Browser, folder: Path, database: str) -> None:
    """Signing in, a floor without tables, and the people of a real property."""
    with prepared(database, Settings()) as served:
        served.open()
        studio = Studio(browser, served, folder)
        visitor = opened(studio.visit(), "/", "There are no tables")
        studio.shoot("empty-lobby", visitor)
        visitor.button("Sign in").click()
        expect(visitor.page.get_by_role("dialog")).to_be_visible()
        studio.shoot("sign-in", visitor)
        served.context.people.add("Ada", "administrator", PASSWORD)
        served.context.people.add("Flo", "floor", PASSWORD)
        visitor.page.get_by_label("Name").fill("Ada")
        visitor.page.get_by_label("Password").fill("mistyped")
        visitor.page.keyboard.press("Enter")
        expect(visitor.page.get_by_role("dialog").get_by_role("alert")).to_be_visible()
        studio.shoot("sign-in-wrong", visitor)
        visitor.page.get_by_label("Password").fill(PASSWORD)
        visitor.page.keyboard.press("Enter")
        expect(visitor.page.get_by_text(": Ada")).to_be_visible()
        studio.shoot("people", opened(visitor, "/property#people", "Add a person"))
        visitor.button("Add a person").click()
        studio.shoot("people-add", visitor)
        studio.leave()


def other_games(browser: Browser, folder: Path, place: Path) -> None:
    """A round of each French game and of each example: while betting, deciding and settled."""
    for name in ("dollars", "euros"):
        (place / name).mkdir()
        with house(place / name, name) as served:
            for table, (where, book) in PLACES.items():
                if where == name and table not in IN_DOLLARS.tables:
                    one_game(Studio(browser, served, folder), table, f"table-{book}")


def one_game(studio: Studio, table: str, name: str) -> None:
    player = studio.visit()
    hand = Hand(player)
    first_bet(hand, f"/table/{table}")
    studio.shoot(f"{name}-betting", player)
    play(hand, lambda stage: studio.shoot(f"{name}-{stage}", player))
    studio.shoot(f"{name}-settled", player)
    studio.leave()


@contextmanager
def demo(database: str) -> Iterator[Served]:
    with prepared(database, SETTINGS, replace(TEMPO, settled=SETTLED_SECONDS)) as served:
        furnish(served)
        assert served.context.house_dealer is not None
        served.context.house_dealer.guests.pop(REAL_CARDS)  # its shoe holds the cards of one player
        served.open()
        yield served


def main(folder: Path, wanted: list[str]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as place, launched() as browser:
        with demo(f"{place}/demo.db") as served:
            studio = Studio(browser, served, folder)
            for name, scene in SCENES.items():
                if not wanted or name in wanted:
                    scene(studio)
                    studio.leave()
        if not wanted or "games" in wanted:
            other_games(browser, folder, Path(place))
        if not wanted or "empty" in wanted:
            empty(browser, folder, f"{place}/empty.db")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER, sys.argv[2:])
