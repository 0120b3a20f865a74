"""A real property, used by everyone who works and plays there: passwords, cash, procedure."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from playwright.sync_api import Browser, Locator, expect
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from tablelaw.floor.store.sql_engine import sql_engine
from tablelaw.server.users import People
from tests.browser.playing import SHORT_MS, areas, choices, decide_once, wager
from tests.browser.visitor import Visitor, trying
from tests.floor.world import PROPERTY, example
from tests.server.processes import PASSWORD, Process

TABLE, SEAT, DAY = "pa-677a", 3, datetime.now(ZoneInfo("America/New_York")).date().isoformat()
PEOPLE = {"Ada": "administrator", "Flo": "floor", "Fred": "floor", "Dan": "dealer", "Pia": "player", "Aud": "auditor"}
Enter = Callable[[str], Visitor]
BUYS = """async command => {
  const { order } = await import("/web/lib/api.js");
  try { await order(command); return ""; } catch (refusal) { return refusal.code; }
}"""


@pytest.fixture(scope="module")
def property_(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    """Runs `tablelaw floor init`, `tablelaw user add` and `tablelaw serve`, as an operator would."""
    folder = tmp_path_factory.mktemp("property")
    database = str(folder / "floor.db")
    tablelaw("floor", "init", "--property", PROPERTY, "--jurisdiction", "pa", "--db", database)
    tablelaw("user", "add", "Ada", "--role", "administrator", "--db", database, typed=PASSWORD)
    people = People(sql_engine(database))
    for name, role in PEOPLE.items():
        if name != "Ada":
            people.add(name, role, PASSWORD)
    server = Process(database, folder / "told.txt")
    server.wait()
    yield server
    server.close()


def tablelaw(*arguments: str, typed: str = "") -> None:
    command = [str(Path(sys.executable).with_name("tablelaw")), *arguments]
    subprocess.run(command, input=typed, text=True, check=True, capture_output=True)


@pytest.fixture
def enter(browser: Browser, property_: Process) -> Iterator[Enter]:
    """Signs in with a password; browser errors are checked when the person leaves."""
    there: list[Visitor] = []

    def come(name: str) -> Visitor:
        there.append(Visitor(browser, property_.address))
        there[-1].go("/").button("Sign in").click()
        sign_in(there[-1], name, PASSWORD)
        expect(there[-1].page.get_by_text(f": {name}")).to_be_visible()
        return there[-1]

    yield come
    for visitor in there:
        visitor.leave()


def sign_in(visitor: Visitor, name: str, password: str) -> None:
    """Fills the dialog in and sends it, again after a second if too many people have just signed in from here."""
    asked = visitor.page.get_by_role("dialog", name="Sign in")
    asked.get_by_label("Name").fill(name)
    asked.get_by_label("Password").fill(password)
    said = asked.get_by_role("alert")
    for _ in trying("the answer"):
        asked.get_by_role("button", name="Sign in").click()
        expect(said.or_(visitor.page.get_by_text(f": {name}")).first).to_be_visible()
        if not said.filter(has_text="too fast").count():
            return
        visitor.forgive("status of 429")
        visitor.page.wait_for_timeout(1_000)


def done(visitor: Visitor) -> None:
    expect(visitor.page.get_by_role("status").filter(has_text="Done and recorded.").last).to_be_visible()


def region(visitor: Visitor, name: str) -> Locator:
    return visitor.page.get_by_role("region", name=name, exact=True)


def test_a_gaming_day_of_a_real_property(enter: Enter, property_: Process) -> None:
    administrator = install(enter("Ada"))
    floor = start_the_day(enter("Flo"))
    move_back(administrator)
    dealer, player = enter("Dan"), enter("Pia")
    open_the_table(dealer, floor, player)
    buy_chips(dealer, player)
    wager(player)
    ask_to_close(floor.go("/floor"))
    play(dealer, player, floor)
    report(floor)


def test_two_people_add_somebody_who_then_signs_in_and_is_removed(enter: Enter, property_: Process) -> None:
    """A second person approves with their own password in the same form; a player needs no second person."""
    administrator = enter("Ada").go("/property#people")
    page = administrator.page
    administrator.button("Add a person").click()
    asked = page.get_by_role("dialog", name="Add a person")
    asked.get_by_label("Name").fill("Nia")
    asked.get_by_label("First password").fill(PASSWORD)
    asked.get_by_label("Role").select_option("player")
    expect(asked.get_by_label("Second person")).to_be_hidden()
    asked.get_by_label("Role").select_option("dealer")
    asked.get_by_label("Second person").fill("Flo")
    administrator.inspect()
    for password in ("not the password", PASSWORD):
        asked.get_by_label("Their password").fill(password)
        asked.get_by_role("button", name="Add", exact=True).click()
        if password != PASSWORD:
            expect(asked.get_by_role("alert")).to_contain_text("name or password is wrong")
            administrator.forgive("status of 403")
    expect(page.get_by_text("Nia may sign in as dealer.")).to_be_visible()
    nia = enter("Nia")
    administrator.inspect()
    row = region(administrator, "Everybody").get_by_role("row").filter(has_text="Nia")
    row.get_by_role("button", name="Remove").click()
    asked = page.get_by_role("dialog", name="Remove Nia")
    asked.get_by_label("Second person").fill("Fred")
    asked.get_by_label("Their password").fill(PASSWORD)
    asked.get_by_role("button", name="Remove Nia").click()
    expect(row).to_have_count(0)
    nia.page.reload()
    expect(nia.button("Sign in")).to_be_visible()


SEEN = """it => {
  const { left, top, width, height } = it.getBoundingClientRect();
  return it.contains(document.elementFromPoint(left + width / 2, top + height / 2));
}"""
"""A script that returns whether an element is visible and not covered."""


def test_a_wrong_password_is_reported_inside_the_dialog(browser: Browser, property_: Process) -> None:
    """The message is visible and announced, and the password field has the focus for another attempt."""
    visitor = Visitor(browser, property_.address).go("/")
    visitor.button("Sign in").click()
    asked = visitor.page.get_by_role("dialog", name="Sign in")
    sign_in(visitor, "Flo", "not the password")
    told = asked.get_by_role("alert")
    expect(told).to_contain_text("wrong")
    assert told.evaluate(SEEN)
    expect(asked.get_by_label("Password")).to_be_focused()
    visitor.forgive("status of 40[13]")
    visitor.inspect()
    sign_in(visitor, "Flo", PASSWORD)
    expect(visitor.page.get_by_text(": Flo")).to_be_visible()
    visitor.leave()


TOAST = """async () => (await import("/web/lib/dom.js")).toast("in sight")"""


def test_no_message_hides_behind_a_dialog(browser: Browser, property_: Process) -> None:
    """The message is shown in the dialog, and remains after the dialog is closed."""
    visitor = Visitor(browser, property_.address).go("/")
    visitor.button("Sign in").click()
    visitor.page.evaluate(TOAST)
    told = visitor.page.get_by_text("in sight")
    assert told.evaluate(SEEN)
    visitor.page.get_by_role("dialog").get_by_role("button", name="Cancel").click()
    expect(told).to_be_visible()
    assert told.evaluate(SEEN)
    visitor.leave()


# --- The day, step by step -----------------------------------------------------------------------------------


def install(administrator: Visitor) -> Visitor:
    """Installs a table; a submission for another property is noticed before it is sent."""
    page = administrator.go("/property").page
    expect(page.get_by_text("There are no tables on this floor yet.")).to_be_visible()
    administrator.inspect()
    page.get_by_role("link", name="Install a table").click()
    text = page.get_by_label("or paste its text")
    text.fill(example(TABLE, TABLE).replace(PROPERTY, "Elsewhere").replace('minimum = "$5"', 'minimum = "$9999"'))
    expect(page.get_by_text("this submission belongs to Elsewhere.")).to_be_visible()
    expect(page.get_by_text("limits", exact=False).first).to_be_visible()
    administrator.inspect()
    expect(administrator.button("Install the table")).to_be_disabled()
    page.get_by_label("Submission file").set_input_files(
        {"name": "table.toml", "mimeType": "text/plain", "buffer": example(TABLE, TABLE).encode()}
    )
    expect(page.get_by_text(f"{TABLE} passes")).to_be_visible()
    page.get_by_label("Chips for the tray").fill("$60,000")
    administrator.button("Install the table").click()
    expect(region(administrator, "All tables").get_by_role("row").filter(has_text=TABLE)).to_contain_text("$60,000")
    return administrator


def move_back(administrator: Visitor) -> None:
    """Moves part of a fill back: Flo filled the tray, Ada corrects it, and Fred approves with his own password."""
    page = administrator.go("/property#corrections").page
    page.get_by_label("Amount", exact=True).fill("$5,000")
    administrator.button("Find").click()
    administrator.button("Correct").click()
    asked = page.get_by_role("dialog", name="Correct a transfer")
    expect(asked).to_contain_text("given by Flo")
    asked.get_by_label("Amount to move back").fill("$1,000")
    asked.get_by_label("Reason").fill("one stack too many")
    asked.get_by_label("Second person").fill("Fred")
    for password, said in (("not the password", "name or password is wrong"), (PASSWORD, "")):
        asked.get_by_label("Their password").fill(password)
        asked.get_by_role("button", name="Move it back").click()
        if said:
            expect(asked.get_by_role("alert")).to_contain_text(said)
            administrator.inspect()
    administrator.forgive("status of 403")
    expect(asked).to_have_count(0)
    expect(region(administrator, "Transfers found")).to_contain_text("$1,000 moved back")


def start_the_day(floor: Visitor) -> Visitor:
    page = floor.go("/floor").page
    page.get_by_label("Gaming day", exact=True).fill(DAY)
    floor.button("Start the day").click()
    expect(page.get_by_text(f"Gaming day {DAY}")).to_be_visible()
    trays = region(floor, "Trays")
    trays.get_by_label("Amount").fill("$5,000")
    trays.get_by_role("button", name="Fill").click()
    floor.button(f"Fill {TABLE} with $5,000").click()
    done(floor)
    expect(region(floor, "All tables")).to_contain_text("$65,000")
    return floor


def open_the_table(dealer: Visitor, floor: Visitor, player: Visitor) -> None:
    """Follows the procedure: a floorperson verifies the dealer's inspection, and the first player inspects the
    cards.
    """
    dealer.go(f"/dealer/{TABLE}")
    dealer.button("Take over the table").click()
    expect(dealer.button("Hand back the table")).to_be_visible()
    player.go(f"/table/{TABLE}")
    player.button(f"Seat {SEAT}").click()
    verify, looked = floor.button("I have verified it"), player.button("I have checked the cards")
    for _ in trying("the table to be open"):
        if areas(player).count():
            return
        for once in (verify, looked):
            if once.count():
                once.click()
                expect(once).to_have_count(0)
        onward(dealer)


def onward(dealer: Visitor, opens: bool = True) -> None:
    """Takes the next step if the page offers one, or gives up if the page is redrawn in the meantime. Unless `opens` is
    set, does not reopen a closed table.
    """
    button = dealer.page.locator("#next button.big:enabled")
    if not opens:
        button = button.filter(has_not_text=re.compile("decks", re.IGNORECASE))
    if button.count():
        with suppress(PlaywrightTimeout):
            button.first.click(timeout=SHORT_MS)
    dealer.page.wait_for_timeout(30)


def buy_chips(dealer: Visitor, player: Visitor) -> None:
    """Buys chips from the dealer, who takes the cash, since players are not cashiers."""
    expect(player.page.get_by_text("Give your cash to the dealer")).to_be_visible()
    expect(player.button("Buy chips")).to_have_count(0)
    refused = player.page.evaluate(BUYS, {"type": "BuyIn", "player": "Pia", "table": TABLE, "cents": 100_000})
    assert refused == "not-permitted"
    player.forgive("status of 403")
    expect(dealer.page.get_by_text("Nobody has wagered yet.")).to_be_visible()
    chips = region(dealer, "Chips for players")
    chips.get_by_label("Amount").fill("$500")
    chips.get_by_role("button", name="Cash for chips").click()
    done(dealer)
    dealer.inspect()
    expect(player.page.get_by_text("Chips $500")).to_be_visible()


def ask_to_close(floor: Visitor) -> None:
    decks = region(floor, "Tables and decks")
    decks.get_by_role("button", name="Close after this round").click()
    expect(decks.get_by_text("Flo asked to close the table.")).to_be_visible()


def play(dealer: Visitor, player: Visitor, floor: Visitor) -> None:
    """Plays the round to the end, after which the table closes by itself."""
    closed = region(floor, "All tables").get_by_text("The table is closed.")
    for _ in trying("the table to be closed after its round"):
        if closed.count():
            break
        if choices(player).count():
            decide_once(player)
        onward(dealer, opens=False)
    expect(region(floor, "Tables and decks").get_by_text("It is closed already.")).to_be_visible()


def count_the_drop_short(floor: Visitor) -> None:
    """Enters a blind count that is a dollar short, and acknowledges the alert it raises."""
    drops, page = region(floor, "Drop boxes"), floor.page
    drops.get_by_label("Cash counted").fill("$499")
    drops.get_by_role("button", name="Count the drop").click()
    asked = page.get_by_role("dialog")
    expect(asked).to_contain_text(f"You counted $499 in the drop box of {TABLE}.")
    asked.get_by_role("button", name=f"Record $499 for {TABLE}").click()
    alert = page.get_by_role("list", name="Alerts that need attention").get_by_role("listitem")
    short = alert.filter(has_text="counted $499, $1 short")
    expect(short).to_contain_text("465a.2")
    floor.inspect()
    while alert.count():
        alert.first.get_by_role("button", name="Acknowledge").click()
        asked.get_by_label("Your note").fill("A bill lay under the box.")
        floor.inspect()
        left = alert.count()
        asked.get_by_role("button", name="Acknowledge").click()
        expect(asked).to_have_count(0)
        expect(alert).to_have_count(left - 1)
    expect(page.get_by_text("Nothing needs attention.")).to_be_visible()
    page.get_by_text("Acknowledged today").click()
    done = page.get_by_role("list", name="Acknowledged alerts").get_by_role("listitem")
    expect(done.filter(has_text="$1 short")).to_contain_text("Acknowledged by Flo")


def report(floor: Visitor) -> None:
    money = region(floor, "Players' money")
    money.get_by_label("Player").fill("Pia")
    money.get_by_role("button", name="Cash out").click()
    asked = floor.page.get_by_role("dialog")
    expect(asked).to_contain_text("Pia exchanges all chips, $")
    asked.get_by_role("button", name="Cash out $").click()
    done(floor)
    floor.button("End the day").click()
    expect(asked).to_contain_text(f"The drop box of {TABLE} is not counted.")
    expect(asked).not_to_contain_text("$500")
    asked.get_by_role("button", name="Cancel").click()
    count_the_drop_short(floor)
    floor.button("End the day").click()
    expect(asked).to_contain_text("Nothing is open.")
    asked.get_by_role("button", name="End the day").click()
    expect(floor.button("Start the day")).to_be_visible()
    floor.page.get_by_label("Report date").fill(DAY)
    region(floor, "Daily report").get_by_role("button", name="Show").click()
    expect(floor.page.get_by_role("table", name="Tables")).to_contain_text("$64,000")
    expect(floor.page.get_by_role("table", name="Exceptions")).to_contain_text("Ada")
    floor.inspect()
