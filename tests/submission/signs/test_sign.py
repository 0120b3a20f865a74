"""Signs and layouts show everything that is offered and nothing else, and nothing overlaps."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, pairwise
from math import hypot
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tablelaw import rulebooks
from tablelaw.amounts import money_text
from tablelaw.errors import BadSubmission
from tablelaw.law.odds import Odds
from tablelaw.law.rows import Paytable
from tablelaw.submission.draft import parse_draft
from tablelaw.submission.signs import html
from tablelaw.submission.signs import layout_svg as felts
from tablelaw.submission.signs import sign as sign_module
from tablelaw.submission.signs import svg as sign_drawing
from tablelaw.submission.signs.layout_svg import Felt
from tablelaw.submission.signs.sign import Panel, Sign
from tablelaw.submission.signs.svg import PAGE_HEIGHT, PAGE_WIDTH, text_width
from tablelaw.submission.signs.text import sign_text
from tablelaw.submission.submission import Submission, accept
from tests.submission.conftest import (
    are_apart,
    assert_apart,
    box_of,
    box_of_rect,
    corners,
    example,
    flat,
    least,
    most,
    once,
    page_of,
    submitted,
    words_of,
)

SOURCES = Path(__file__).parents[3] / "src" / "tablelaw" / "submission" / "signs"
make_sign, sign_page, sign_svg = once(sign_module.make_sign), once(sign_drawing.sign_page), once(sign_drawing.sign_svg)
make_felt, layout_svg, sign_html = once(felts.make_felt), once(felts.layout_svg), once(html.sign_html)
all_books = pytest.mark.parametrize("book_id", rulebooks.IDS)


def panels_of(sign: Sign, wager: str) -> list[Panel]:
    return [panel for panel in sign.panels if wager in panel.wagers]


def rows_of(sign: Sign, wager: str) -> dict[str, str]:
    return {row[0]: row[1] for panel in panels_of(sign, wager) for row in panel.rows}


# --- What is on the sign --------------------------------------------------------------------------


def printed(table: Paytable, submission: Submission) -> Iterator[tuple[str, str]]:
    """The rows of the column in force, read directly from the data."""
    stakes = submission.wagers[table.wagers[0]].amounts_cents if table.selected_by == "stake" else (0,)
    column = submission.book.column_name(table.id, submission.terms.choices, stakes[0])
    place = table.columns.index(column) + 1
    replaced = {change.row for change in table.replaced}
    for row in table.rows:
        names_unoffered = row[0].replace(" ", "-") in set(table.wagers) - submission.terms.offered
        left_out = row[place] in ("", "N/A") or row[place].startswith("as ") or row[0] in replaced
        if not left_out and not names_unoffered:
            yield row[0], row[place]


def paid(submission: Submission) -> set[str]:
    """The offered wagers that can win; the price of a card cannot."""
    return {name for name in submission.terms.offered if submission.book.wager(name).kind != "price"}


def test_every_offered_wager_has_its_odds_on_the_sign(submission: Submission) -> None:
    sign = make_sign(submission)
    for wager in paid(submission):
        tables = submission.book.paytables_of(wager)
        assert tables and len(panels_of(sign, wager)) == len(tables)
        for table in tables:
            for hand, odds in printed(table, submission):
                assert (hand[0].upper() + hand[1:], odds) in {
                    (row[0], row[1]) for panel in panels_of(sign, wager) for row in panel.rows
                }


@pytest.mark.parametrize("show", [sign_text, sign_svg], ids=["text", "svg"])
def test_every_row_of_the_sign_is_printed(submission: Submission, show: object) -> None:
    sign = make_sign(submission)
    shown = flat(sign_text(sign) if show is sign_text else words_of(sign_svg(sign)))
    for panel in sign.panels:
        for row in [(panel.title, panel.rows[0][1])] if panel.is_line else panel.rows:
            assert all(flat(cell) in shown for cell in row)


def test_every_row_of_the_sign_is_in_the_page(submission: Submission) -> None:
    cells = [
        flat("".join(cell.itertext())) for cell in page_of(sign_html(submission)).iter() if cell.tag in ("th", "td")
    ]
    for panel in make_sign(submission).panels:
        for row in panel.rows:
            assert all(flat(cell) in cells for cell in row)


def test_every_required_inscription_is_on_the_sign(submission: Submission) -> None:
    sign = make_sign(submission)
    limit = submission.payout_limit_cents
    shown = [flat(show) for show in (sign_text(sign), words_of(sign_svg(sign)), words_of(layout_svg(submission)))]
    said = [node for node in page_of(sign_html(submission)).iter() if node.tag in ("li", "p")]
    shown.append(flat(" ".join("".join(node.itertext()) for node in said)))
    for row in submission.book.signs:
        holds = submission.terms.holds(row.when) and (not row.wager or row.wager in submission.terms.offered)
        is_due = holds and not (row.limit and limit is None)
        text = row.text.replace("{payout_limit}", money_text(limit or 0))
        if row.limit and not submission.terms.holds(row.when):
            continue  # the other version has the same words under its own paragraph
        assert (text in [statement.text for statement in sign.statements]) == is_due
        assert all((flat(text) in page) == is_due for page in shown)


def test_massachusetts_sign_never_says_for() -> None:
    for swaps in ({}, {'version = "required"': 'version = "permissible"'}):
        submission = submitted("ma-colorado", swaps)
        for shown in (sign_text(make_sign(submission)), words_of(sign_svg(make_sign(submission)))):
            assert " to 1" in shown
            assert "for" not in shown.lower().split()


def test_odds_with_the_wrong_word_are_refused_with_the_paragraph() -> None:
    submission = submitted("ma-colorado")
    terms = submission.terms
    column = dict(terms.tables["bonus", "required"])
    column["flush"] = replace(column["flush"], odds=Odds.parse("26 for 1"))
    wrong = replace(submission, terms=replace(terms, tables={**terms.tables, ("bonus", "required"): column}))
    with pytest.raises(BadSubmission, match=r"Bonus: .*26 for 1.*12\(a\).*accepted"):
        make_sign(wrong)


def test_a_better_word_elsewhere_is_left_alone() -> None:
    assert rows_of(make_sign(submitted("pa-653a")), "progressive")["Full house"] == "50 for 1"


def test_wagers_not_offered_are_absent(submission: Submission) -> None:
    sign = make_sign(submission)
    named = {wager for panel in sign.panels for wager in panel.wagers}
    assert named == paid(submission)
    assert all(area.wager in submission.terms.offered for area in sign.areas if area.wager)


def test_even_money_wagers_share_one_line() -> None:
    assert "Ante, Play: 1 to 1" in sign_text(make_sign(submitted("pa-653a")))


def test_only_the_column_in_force_is_shown() -> None:
    rows = rows_of(make_sign(submitted("pa-653a", {'trips = "A"': 'trips = "D"'})), "trips")
    assert list(rows) == [
        "Royal flush",
        "Straight flush",
        "Four-of-a-kind",
        "Full house",
        "Flush",
        "Straight",
        "Three-of-a-kind",
    ]
    assert list(rows.values()) == ["50 to 1", "40 to 1", "20 to 1", "7 to 1", "6 to 1", "5 to 1", "3 to 1"]


def test_rows_the_column_does_not_offer_are_left_out() -> None:
    assert "Ace-ace (dealer and player)" in rows_of(make_sign(submitted("pa-647a")), "texas-bonus")
    other = submitted("pa-647a", {'texas-bonus = "A"': 'texas-bonus = "B"'})
    assert "Ace-ace (dealer and player)" not in rows_of(make_sign(other), "texas-bonus")


def test_a_hand_paid_as_another_has_no_row_of_its_own() -> None:
    assert next(iter(rows_of(make_sign(submitted("pa-653a")), "six-card"))) == "Royal flush"
    other = submitted("pa-653a", {'six-card = "A"': 'six-card = "E"'})
    assert next(iter(rows_of(make_sign(other), "six-card"))) == "Six-card royal flush, diamonds"


def test_a_row_that_a_reading_replaces_is_shown_as_replaced() -> None:
    version, tens = (
        {'version = "required"': 'version = "permissible"'},
        "Pair of tens, jacks, queens, kings or aces",
    )
    assert tens in rows_of(make_sign(submitted("ma-colorado")), "bet")
    assert tens not in rows_of(make_sign(submitted("ma-colorado", version)), "bet")
    win = version | {'pair-of-tens = "push"': 'pair-of-tens = "win"'}
    assert tens in rows_of(make_sign(submitted("ma-colorado", win)), "bet")


def test_envy_shows_the_sums_of_the_amount_offered() -> None:
    assert rows_of(make_sign(submitted("pa-653a")), "envy") == {
        "Royal flush": "$1,000",
        "Straight flush": "$300",
    }
    text = re.sub(r'(\[wagers\.progressive\](?:\n.*?)*?amount = )"\$1"', r'\1"$5"', example("pa-653a"), count=1)
    (panel,) = panels_of(make_sign(accept(parse_draft(text))), "envy")
    assert panel.columns == ("Hand", "$5 wager")
    assert panel.rows == (("Royal flush", "$5,000"), ("Straight flush", "$1,500"))


def test_only_the_drawn_bonuses_that_are_paid_are_shown() -> None:
    assert not panels_of(make_sign(submitted("pa-653a")), "magic-card")
    sign = make_sign(submitted("pa-653a", {'magic-card = "no"': 'magic-card = "yes"'}))
    (panel,) = panels_of(sign, "magic-card")
    assert (panel.title, panel.rows) == ("Magic Card Bonus", (("Magic card", "20 for 1"),))


def test_meters_are_named_with_what_they_start_at() -> None:
    (panel,) = panels_of(make_sign(submitted("pa-653a")), "progressive")
    assert panel.note == "Wager $1. Meter starts at $10,000."
    other = submitted("pa-653a", {'progressive = "A"': 'progressive = "B"'})
    (panel,) = panels_of(make_sign(other), "progressive")
    assert panel.note.endswith("Mega jackpot starts at $10,000. Major jackpot starts at $1,000.")


def test_odds_an_operator_betters_are_shown_as_bettered() -> None:
    text = example("ma-colorado") + '\n[odds.bonus]\n"flush" = "30 to 1"\n'
    assert rows_of(make_sign(accept(parse_draft(text))), "bonus")["Flush"] == "30 to 1"


def test_the_limit_in_force_is_stated_and_left_out_when_none_is_set() -> None:
    stated = make_sign(submitted("pa-653a")).statements[-1]
    assert stated.is_limit and "$50,000" in stated.text
    assert not any(statement.is_limit for statement in make_sign(least("pa-653a")).statements)
    assert any(statement.is_limit for statement in make_sign(least("pa-647a")).statements)


@all_books
def test_text_keeps_within_eighty_columns(book_id: str) -> None:
    for made in (most(book_id), least(book_id)):
        assert max(map(len, sign_text(make_sign(made)).splitlines())) <= 80


def test_a_long_row_is_broken_before_its_odds() -> None:
    sign = make_sign(submitted("pa-653a"))
    panel = replace(sign.panels[1], rows=(("hand " * 30 + "last", "1 to 1"), ("h" * 200, "2 to 1")))
    lines = sign_text(replace(sign, panels=(panel,))).splitlines()
    assert max(map(len, lines)) <= 80
    assert [line[-8:] for line in lines if re.search(r"\d to \d$", line)] == [". 1 to 1", ". 2 to 1"]


# --- Form and place -------------------------------------------------------------------------------

HOSTILE = 'property = "<script>alert(\\"1\\")</script> & \\u001b[31m\\u0001 \\u202e Casino ]]>"'


def test_hostile_names_are_words_and_nothing_else() -> None:
    submission = accept(parse_draft(re.sub(r"(?m)^property = .*$", lambda _: HOSTILE, example("pa-653a"))))
    sign = make_sign(submission)
    assert sign.casino == '<script>alert("1")</script> & [31m Casino ]]>'
    for shown in (sign_svg(sign), layout_svg(submission), sign_html(submission)):
        assert "<script" not in shown and "&lt;script&gt;" in shown
        page_of(shown)
    assert sign_text(sign).replace("\n", "").isprintable()


@pytest.mark.parametrize("name", ["W" * 400, "The Grand " * 60, "大" * 90], ids=["word", "words", "wide"])
def test_a_long_name_grows_the_page_and_overlaps_nothing(name: str) -> None:
    submission = replace(most("pa-653a"), casino=name)
    assert_apart([box_of(label) for label in sign_page(make_sign(submission)).labels])
    page_of(sign_svg(make_sign(submission)))
    assert_clear(make_felt(submission))


def test_svg_and_html_are_well_formed_and_accessible(submission: Submission) -> None:
    for svg in (sign_svg(make_sign(submission)), layout_svg(submission)):
        root = ElementTree.fromstring(svg)
        assert [child.tag.split("}")[1] for child in root][:2] == ["title", "desc"]
    page = page_of(sign_html(submission))
    assert page.get("lang") == "en" and page.find("head/title") is not None
    assert all(table.find("caption") is not None for table in page.iter("table"))
    assert all(head.get("scope") in ("col", "row") for head in page.iter("th"))
    assert not list(page.iter("script")) and "http" not in sign_html(submission).replace("http://www.w3.org", "")


def test_no_text_of_the_sign_overlaps_another_or_leaves_the_page(submission: Submission) -> None:
    page = sign_page(make_sign(submission))
    assert page.height == PAGE_HEIGHT
    boxes = [box_of(label) for label in page.labels]
    assert_apart(boxes)
    assert all(left > 0 and right < PAGE_WIDTH and top > 0 and low < PAGE_HEIGHT for left, top, right, low in boxes)


@all_books
def test_few_wagers_make_larger_type_than_many(book_id: str) -> None:
    few, many = (max(x.size for x in sign_page(make_sign(s)).labels) for s in (least(book_id), most(book_id)))
    assert few >= many


# --- The felt -------------------------------------------------------------------------------------


def assert_clear(felt: Felt) -> None:
    """Asserts that areas of the seats and of the middle do not overlap, that inscriptions are between them, and that
    everything is on the felt.
    """
    shapes = [corners(box_of_rect(r), seat, felt.inner) for seat in felt.seats for r in seat.block.rects]
    middle = [corners(box_of_rect(r)) for r in felt.middle.rects if "dasharray" not in r.more]
    assert all(are_apart(one, two) for one, two in combinations([*shapes, *middle], 2))
    labels = [corners(box_of(x), seat, felt.inner) for seat in felt.seats for x in seat.block.labels]
    assert all(are_apart(one, two) for one, two in combinations(labels, 2))
    reach = [hypot(x, y) for shape in [*shapes, *labels] for x, y in shape]
    assert min(reach) > felt.inner - 0.01 and max(reach) < felt.outer - felts.RAIL / 2
    assert all(y > felt.top + felts.RAIL / 2 for shape in [*shapes, *labels] for _, y in shape)
    radii = [
        max(hypot(x, y) for shape in middle for x, y in shape),
        *(arc.radius for arc in felt.arcs),
        felt.inner,
    ]
    assert all(low + 0.8 * felts.INSCRIPTION < high for low, high in pairwise(radii))
    assert all(text_width(a.text, felts.INSCRIPTION, felts.WORDS) < 2 * felts.REACH * a.radius for a in felt.arcs)


def test_nothing_on_the_felt_overlaps(submission: Submission) -> None:
    assert_clear(make_felt(submission))


def test_labels_of_the_felt_keep_within_their_areas(submission: Submission) -> None:
    felt = make_felt(submission)
    for block in (felt.middle, felt.seats[0].block):
        for label in block.labels:
            left, top, right, low = box_of(label)
            holds = [(a <= left, b <= top, c >= right, d >= low) for a, b, c, d in map(box_of_rect, block.rects)]
            is_mark = label.text in ("=", str(felt.seats[0].number))
            assert is_mark or any(all(sides) for sides in holds), label.text


def test_every_area_required_is_on_the_felt_at_every_seat(submission: Submission) -> None:
    felt = make_felt(submission)
    assert len(felt.seats) == submission.seats
    middle = flat(" ".join(label.text for label in felt.middle.labels))
    for area in make_sign(submission).areas:
        blocks = [seat.block for seat in felt.seats] if area.per == "player" else []
        assert all(flat(area.name) in flat(" ".join(x.text for x in block.labels)) for block in blocks)
        assert blocks or flat(area.name if area.place else submission.casino) in middle


def test_653a_2_b_2_blind_lies_to_the_right_of_ante_with_an_equals_sign() -> None:
    labels = {x.text: x for x in make_felt(submitted("pa-653a")).seats[0].block.labels}
    assert labels["Ante"].x < labels["="].x < labels["Blind"].x
    assert labels["Ante"].y == labels["Blind"].y


def test_653a_2_b_7_ii_four_cards_for_the_six_card_bonus_only_when_it_is_offered() -> None:
    with_it, without = make_felt(submitted("pa-653a")), make_felt(least("pa-653a"))
    cards = [sum(r.width == felts.CARD_WIDTH for r in felt.middle.rects) for felt in (with_it, without)]
    assert cards == [5 + 2 + 4, 5 + 2]


def test_seats_are_numbered_from_the_dealers_left() -> None:
    turns = [seat.turn for seat in make_felt(submitted("pa-653a")).seats]
    assert turns == sorted(turns, reverse=True)


@pytest.mark.parametrize("module", ["sign", "text", "svg", "html", "layout_svg"])
def test_no_game_is_written_in_the_code(module: str) -> None:
    source = (SOURCES / f"{module}.py").read_text("utf-8")
    assert not re.search(r"\d (to|for) \d", source)
    names = {w.name for b in rulebooks.IDS for w in rulebooks.get(b).wagers if " " in w.name}
    assert not [name for name in names | {rulebooks.get(b).game for b in rulebooks.IDS} if name in source]
