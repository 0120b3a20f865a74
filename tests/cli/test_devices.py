"""`tablelaw device`: tokens made, listed and withdrawn at the command line."""

from __future__ import annotations

import re

from tablelaw.floor.store.sql_engine import sql_engine
from tablelaw.server.devices import Devices
from tests.cli.floors import CHO, Floor
from tests.cli.test_floor_documents import CLI, undocumented

SHOE = ("shoe-1", "--kind", "shoe", "--table", "UTH-1")


def test_a_token_is_printed_once_and_then_only_its_device_is_listed(floor: Floor) -> None:
    token = floor.do("device", "add", *SHOE, "--days", "30")
    assert re.fullmatch(r"tablelaw_[A-Za-z0-9_-]{43}\n", token)
    (listed,) = floor.read("device", "list")
    assert (listed["name"], listed["kind"], listed["tables"], listed["made_by"]) == ("shoe-1", "shoe", ["UTH-1"], CHO)
    assert listed["expires_at"] - listed["made_at"] == 30 * 86_400
    shown = floor.do("device", "list")
    assert token.strip() not in shown and "shoe-1" in shown and "never" in shown
    device = Devices(sql_engine("floor.db")).device(token.strip())
    assert device is not None and device.may_ask_about("UTH-1") and not device.may_ask_about("UTH-2")


def test_a_withdrawn_token_is_no_longer_valid(floor: Floor) -> None:
    token = floor.read("device", "add", "display-1", "--kind", "display", "--table", "*")["token"]
    assert floor.do("device", "withdraw", "display-1") == "The token of display-1 is withdrawn.\n"
    assert Devices(sql_engine("floor.db")).device(token) is None
    assert floor.read("device", "list") == []
    assert floor.refused("device", "withdraw", "display-1")[0] == "no-such-device"


def test_what_does_not_fit_is_refused(floor: Floor) -> None:
    floor.do("device", "add", *SHOE)
    assert floor.refused("device", "add", *SHOE)[0] == "device-exists"
    for given in (("--kind", "toaster"), ("--table", "../x"), ("--days", "0")):
        assert floor.refused("device", "add", "other", *SHOE[1:], *given)[0] == "bad-device"


def test_a_table_that_is_not_on_the_floor_is_refused_with_those_that_are(floor: Floor) -> None:
    refused = floor.refused("device", "add", "other", *SHOE[1:], "--table", "UTH-7")
    assert refused[0] == "no-such-table" and "UTH-7" in str(refused) and "UTH-1" in str(refused)
    assert floor.read("device", "list") == []


def test_the_json_is_as_documented(floor: Floor) -> None:
    import json

    section = next(part for part in CLI.split("\n### ")[1:] if part.startswith("`tablelaw device"))
    added, listed = (json.loads(part.partition("```")[0]) for part in section.split("```json\n")[1:])
    assert undocumented(floor.read("device", "add", *SHOE), added) == []
    assert undocumented(floor.read("device", "list"), listed) == []
