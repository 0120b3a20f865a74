"""A rebuilt round as plain text, and as a page that shows the cards."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from tablelaw.floor.audit.reconstruction import Reconstruction
from tablelaw.floor.audit.reconstruction_grids import VOID, about, grids, title
from tablelaw.floor.property_time import zone_text
from tablelaw.floor.record_layout import facts, grid_html, page, record_text
from tablelaw.plain_text import UNLIMITED
from tablelaw.printed_money import printed_exact
from tablelaw.table.reading.settlement_report import SeatReport, places_shown, seat_reports

SUITS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
COLOURS = {VOID: "bad", "won": "good", "lost": "bad", "NOT SHOWN": "bad"}
STYLE = """
.felt { margin-top: .75rem; background: var(--felt); color: #fff; border-radius: .6rem; padding: 1rem 1.25rem;
  display: grid; gap: 1rem;
  print-color-adjust: exact; -webkit-print-color-adjust: exact; }
.felt .common, .felt .seats { display: flex; flex-wrap: wrap; gap: 1rem 2.25rem; }
.felt .seats { border-top: 1px solid #ffffff40; padding-top: .9rem; }
.felt h3 { margin: 0 0 .35rem; font-size: .85rem; font-weight: 600; color: var(--felt-line); }
.felt p { margin: .35rem 0 0; font-size: .88rem; max-width: 17rem; }
.felt .won { color: #b9f0cb; font-weight: 600; }
.felt .lost { color: #ffd0c9; font-weight: 600; }
.cards { display: flex; flex-wrap: wrap; gap: .3rem; }
.card { width: 2.3rem; height: 3.2rem; border-radius: .3rem; background: #fffdf7; color: #17211c;
  border: 1px solid #8d8877; display: grid; place-content: center; text-align: center;
  font: 700 1.05rem/1.05 Georgia, "Times New Roman", serif; }
.card.red { color: #b3201b; }
.card span { display: block; }
"""


def reconstruction_text(hand: Reconstruction, width: int = UNLIMITED) -> str:
    lines = [title(hand), *(f"{name}: {said}" for name, said in about(hand))]
    return record_text(lines, grids(hand), width)


def reconstruction_html(hand: Reconstruction) -> str:
    """A self-contained page: the felt at the end of the round, then every part with its paragraphs."""
    body = _felt(hand) + facts(about(hand)) + "".join(grid_html(grid, COLOURS) for grid in grids(hand))
    times = f"Times are in {zone_text(hand.time_zone)}"
    footer = f"Rebuilt from the property's log. {times}; ten-thousandths of a cent are shown after a vertical bar."
    return page(title(hand), hand.owner, body, footer, STYLE)


def _felt(hand: Reconstruction) -> str:
    said = {"dealer": hand.seats["dealer_hand"] or ""}
    places = places_shown(hand.settled).items()
    common = "".join(_place(place, cards.split(), said.get(place, "")) for place, cards in places)
    seats = "".join(_seat(seat) for seat in seat_reports(hand.settled))
    return (
        f'<section class="felt" aria-label="The cards of the round">\n<div class="common">{common}</div>\n'
        f'<div class="seats">{seats}</div>\n</section>\n'
    )


def _place(name: str, cards: Sequence[str], words: str) -> str:
    said = f"<p>{escape(words)}</p>" if words else ""
    return f"<div><h3>{escape(name.replace('-', ' ').capitalize())}</h3>{_drawn(cards)}{said}</div>"


def _seat(seat: SeatReport) -> str:
    net = seat.totals.net
    kind = "won" if net > 0 else "lost" if net < 0 else ""
    words = seat.hands.get("player", "")
    said = f"<p>{escape(words)}</p>" if words else ""
    name = escape(f"Seat {seat.number}, {seat.seat.player}")
    sums = f'<p class="{kind}">{"+" if net > 0 else ""}{printed_exact(net)}</p>'
    return f"<div><h3>{name}</h3>{_drawn(seat.cards.split())}{said}{sums}</div>"


def _drawn(cards: Sequence[str]) -> str:
    return f'<div class="cards">{"".join(_card(card) for card in cards)}</div>'


def _card(card: str) -> str:
    rank, suit = card[:-1].replace("T", "10"), SUITS.get(card[-1:], "?")
    red = " red" if suit in "♦♥" else ""
    return f'<div class="card{red}"><span>{escape(rank)}</span><span>{suit}</span></div>'
