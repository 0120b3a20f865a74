"""A sign says, in every format, which of its odds and inscriptions rest on a reading of the text."""

from __future__ import annotations

from tablelaw.law.cite import Cite
from tablelaw.submission.signs.html import sign_html
from tablelaw.submission.signs.sign import make_sign
from tablelaw.submission.signs.svg import sign_svg
from tablelaw.submission.signs.text import sign_text
from tablelaw.submission.submission import Submission
from tests.submission.conftest import flat, page_of, submitted, words_of


def test_every_reading_is_of_the_register_and_of_a_paragraph(submission: Submission) -> None:
    for part in make_sign(submission).read_as:
        for name in part.readings:
            assert submission.book.reading(name).id == name
        assert submission.book.provision(Cite.parse(part.cite.split(", ")[0], submission.book.notation))


def test_text_page_and_drawing_name_each_reading(submission: Submission) -> None:
    sign = make_sign(submission)
    page = "".join(page_of(sign_html(submission)).itertext())
    for form in (sign_text(sign), page, words_of(sign_svg(sign))):
        for part in sign.read_as:
            assert flat(str(part)) in flat(form), str(part)


def test_a_reading_of_a_wager_that_is_not_offered_is_left_out() -> None:
    named = {name for part in make_sign(submitted("pa-647a")).read_as for name in part.readings}
    assert {"aces-against-aces", "six-card-royal-without-a-row", "dealer-share-split", "limit-order"} <= named
    without = make_sign(submitted("pa-647a", {"# Card Bonus cards. (647a.7(d)(5))\noffered = true": "offered = false"}))
    assert "six-card-royal-without-a-row" not in {name for part in without.read_as for name in part.readings}


def test_no_name_of_a_reading_is_broken_in_the_text(submission: Submission) -> None:
    sign = make_sign(submission)
    words = sign_text(sign).split()
    for name in (name for part in sign.read_as for name in part.readings):
        assert any(word.strip(";().") == name for word in words), name
