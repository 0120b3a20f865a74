"""Money is printed with the currency sign and separators of the property's jurisdiction."""

from __future__ import annotations

import json
import re
import subprocess
from contextlib import closing
from pathlib import Path

import msgspec
import pytest

import tablelaw
from tablelaw import jurisdictions
from tablelaw.errors import BadJurisdiction
from tablelaw.floor.store.api import open_store
from tablelaw.money_format import DOLLARS, MoneyFormat
from tablelaw.printed_money import print_money_as, printed, printed_exact, printed_meter
from tests.cli.floors import Floor
from tests.floor.world import EXAMPLES
from tests.jurisdictions.elsewhere import in_place_of_maryland, made_up

THB = EXAMPLES / "md-thb.toml"
EUROS = MoneyFormat(symbol="€ ", decimal=",", grouping=".")
FRENCH = jurisdictions.get("fr").number_format
CASES = [(0, "0", "0.00"), (5, "0.05", "0.05"), (750, "7.50", "7.50"), (100, "1", "1.00")]
CASES += [(99_999, "999.99", "999.99"), (100_000, "1,000", "1,000.00"), (123_456_789, "1,234,567.89", "1,234,567.89")]
TYPED_IN_FRANCE: dict[str, int | None] = {
    "15": 1500,
    "15,50": 1550,
    "15,5": 1550,
    "15 €": 1500,
    "15€": 1500,
    "1 200": 120_000,
}
TYPED_IN_FRANCE |= {
    "1\u202f200,50\u00a0€": 120_050,
    "15.50": None,
    "€15": None,
    "1 20": None,
    "15,505": None,
    "$15": None,
}
"""A plain, a no-break and a thin space count as the same when somebody types a sum."""
FORMAT_JS = Path(tablelaw.__file__).parent / "web" / "lib" / "format.js"


def in_euros(text: str) -> str:
    return "€ " + text.replace(",", "x").replace(".", ",").replace("x", ".")


def in_french(text: str) -> str:
    return text.replace(",", "\u00a0").replace(".", ",") + "\u00a0€"


@pytest.mark.parametrize(("cents", "short", "exact"), CASES)
def test_a_sum_in_either_format(cents: int, short: str, exact: str) -> None:
    assert DOLLARS.text(cents) == f"${short}" == printed(cents)
    assert DOLLARS.text(cents, with_cents=True) == f"${exact}" == printed_exact(cents)
    assert EUROS.text(cents) == in_euros(short) and EUROS.text(cents, with_cents=True) == in_euros(exact)
    assert EUROS.text(-cents) == ("-" if cents else "") + in_euros(short)
    assert FRENCH.text(cents) == in_french(short) and FRENCH.text(cents, with_cents=True) == in_french(exact)
    assert FRENCH.text(-cents) == ("-" if cents else "") + in_french(short)


def test_a_meter_keeps_what_is_below_a_cent() -> None:
    assert printed_meter(100_000_210_375) == "$100,000.21|0375" and printed_meter(-10_000) == "-$0.01"


def test_a_symbol_after_the_sum_follows_what_is_below_a_cent() -> None:
    print_money_as(FRENCH)
    try:
        assert (
            printed_meter(100_000_210_375) == "100\u00a0000,21|0375\u00a0€" and printed_meter(-10_000) == "-0,01\u00a0€"
        )
    finally:
        print_money_as(DOLLARS)


def test_the_format_of_dollars_is_sent_as_ever() -> None:
    """The position is sent only if the symbol stands after the sum."""
    assert msgspec.json.encode(DOLLARS) == b'{"symbol":"$","decimal":".","grouping":","}'
    assert msgspec.to_builtins(FRENCH)["position"] == "after"


def test_the_page_prints_and_reads_the_same(tmp_path: Path) -> None:
    """Runs `format.js` as a browser does, with the format that the server sends."""
    text = FORMAT_JS.read_text("utf-8").replace('"./current_user.js"', '"./current_user.mjs"')
    (tmp_path / "format.mjs").write_text(text, "utf-8")
    for money, sign in ((None, lambda text: f"${text}"), (EUROS, in_euros), (FRENCH, in_french)):
        told = msgspec.to_builtins(money)
        me = f"export const me = () => ({{ money: {json.dumps(told)} }});"
        (tmp_path / "current_user.mjs").write_text(me, "utf-8")
        ask = (
            'import { dollars, exact, parseDollars } from "./format.mjs";'
            f"const cents = {json.dumps([cents for cents, _, _ in CASES])};"
            "const told = (c) => [dollars(c), exact(c), parseDollars(dollars(c)), dollars(-c)];"
            "console.log(JSON.stringify(cents.map(told)));"
            'console.log(JSON.stringify(["", "x", "1.2.3", "1,2,3", "-5", "12..5"].map(parseDollars)));'
            f"console.log(JSON.stringify({json.dumps(list(TYPED_IN_FRANCE))}.map(parseDollars)));"
        )
        (tmp_path / "ask.mjs").write_text(ask, "utf-8")
        run = subprocess.run(["node", "ask.mjs"], cwd=tmp_path, capture_output=True, text=True, check=True, timeout=60)
        sums, none, typed = map(json.loads, run.stdout.splitlines())
        for (cents, short, exact), shown in zip(CASES, sums, strict=True):
            assert shown == [sign(short), sign(exact), cents, ("-" if cents else "") + sign(short)]
        assert none == [None] * 6
        assert money is not FRENCH or typed == list(TYPED_IN_FRANCE.values())


@pytest.mark.parametrize(
    "changed",
    [
        {"currency": '"Euro"'},
        {"currency": '"usd"'},
        {"symbol": '""'},
        {"symbol": '"1"'},
        {"symbol": '"-"'},
        {"decimal": '"."'},
        {"decimal": '"00"'},
        {"decimal": '""'},
        {"grouping": '"-"'},
        {"grouping": '"3"'},
    ],
)
def test_a_format_that_could_be_misread_is_refused(tmp_path: Path, changed: dict[str, str]) -> None:
    with pytest.raises(BadJurisdiction):
        made_up(tmp_path, **changed)


def test_a_property_elsewhere_prints_its_own_money(
    folder: Floor, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From the first buy-in to the day report no dollar sign is printed; the log has whole cents without a symbol."""
    with in_place_of_maryland(tmp_path_factory.mktemp("law"), monkeypatch):
        folder.do("floor", "init", "--property", "Chesapeake Casino", "--jurisdiction", "md")
        assert (
            "'$5' is in a different currency from md-thb"
            in folder.refused("floor", "install", str(THB), "--tray", "1")[1]
        )
        Path("thb.toml").write_text(THB.read_text("utf-8").replace('"$', '"'), "utf-8")
        folder.do("floor", "install", "thb.toml", "--tray", "100.000")
        folder.do("floor", "open", "2026-11-15")
        table = folder.read("floor", "status")["tables"][0]["table"]
        assert "'1234.50' is not a sum of money" in folder.refused("floor", "buy-in", "ann", table, "1234.50")[1]
        bought = folder.do("floor", "buy-in", "ann", table, "1234,50")
        assert "ann bought € 1.234,50 in chips" in bought
        assert "€ 98.765,50" in folder.do("floor", "status")
        refused = folder.refused("floor", "load", "ann", "5000")[1]
        report = folder.do("report", "day")
        assert "Currency: EUR" in report and "Jurisdiction: Maryland" in report and "€ 98.765,50" in report
        shown = [
            bought,
            refused,
            report,
            folder.do("ledger", "trial-balance"),
            folder.do("meters"),
            folder.do("sign", "thb.toml"),
        ]
        assert "€ 5" in shown[-1]
        assert not [text for text in shown if "$" in text]
        with closing(open_store("floor.db")) as store:
            bodies = b"".join(row.body for row in store.entries(3))
        assert "€".encode() not in bodies and b'"cents":123450' in bodies
    assert "$1,234.50" in folder.do("ledger", "trial-balance"), "and the next command has its own format"


def test_no_page_about_money_writes_a_sum_by_hand() -> None:
    """Every sum that a page suggests is one that the page can read; files and the analyst's questions use dollars."""
    parts = ("floor", "property", "table", "dealer", "audit")
    pages = [page for part in parts for page in (FORMAT_JS.parents[1] / part).glob("*.js")]
    lines = [(page, line) for page in pages for line in page.read_text("utf-8").splitlines()]
    code = [(page, line) for page, line in lines if not line.lstrip().startswith(("* ", "/**"))]
    by_hand = re.compile(r"""["'`][^"'`]*(?<!\w)\$\d""")
    found = [f"{page.name}: {line.strip()[:90]}" for page, line in code if by_hand.search(line.partition("//")[0])]
    assert not found


def test_the_code_prints_no_sum_of_a_property_by_hand() -> None:
    """No text of floor, cage or server puts a dollar sign before a figure; files and names are written by `amounts`."""
    by_hand = re.compile(r"""f["'][^"'\n]*\$\{""")
    found = [
        f"{path.name}: {line.strip()}"
        for part in ("floor", "cage", "server")
        for path in (Path(tablelaw.__file__).parent / part).rglob("*.py")
        for line in path.read_text("utf-8").splitlines()
        if by_hand.search(line)
    ]
    assert not found
