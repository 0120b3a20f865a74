"""The Rules Submission: compares the terms of a table with what was filed."""

from __future__ import annotations

import re
import tomllib
from fractions import Fraction

from tablelaw_verifier.law.games import GAMES
from tablelaw_verifier.law.regulations.ma_colorado import Colorado
from tablelaw_verifier.law.regulations.pa_647a import TexasBonus
from tablelaw_verifier.law.terms import UNITS, Terms
from tablelaw_verifier.trust.differences import Different, Object, check

OFFERED_WITH = {
    "envy": "progressive",
    **dict.fromkeys(("five-card-dealer", "magic-card", "lucky-bonus"), "five-card-player"),
}
"""Wagers and bonuses that come with another wager."""
MEDIA = {
    "progressive": "progressive device",
    **dict.fromkeys(("five-card-player", "five-card-dealer"), "electronic account"),
}
"""The medium of each wager that is not placed in chips."""
DEFAULT_CHOICES = {
    "positions-per-player": "1",
    "magic-card": "no",
    "lucky-bonus": "no",
    "draws-every-rounds": "20",
    "ante-pays-from": "straight",
    "version": "required",
}
"""The choices if a submission names none; for a paytable, the first printed column."""


def by_name(text: str) -> dict[str, tuple[str, ...]]:
    """Parses "name=one|other name=..." into names with their candidates."""
    return {name: tuple(found.split("|")) for name, _, found in (word.partition("=") for word in text.split())}


_DIVIDED, _SILENT = "dealer-share-split=by-person|by-wager", "exposed-card-and-silent-wagers=returned|settled"
SWITCHABLE_READINGS = {
    "pa-647a": by_name(f"{_DIVIDED} {_SILENT}"),
    "pa-653a": by_name(f"{_DIVIDED} {_SILENT} fold-and-progressive=stays|collected fold-and-five-card=stays|collected"),
    "md-thb": by_name("paytable-b=as-printed|without-the-double"),
    "pa-677a": by_name("minimum-raise=from-one-ante|fixed-multiple|no-minimum"),
    "pa-678a": by_name("minimum-raise=from-one-ante|no-minimum"),
    "ma-colorado": by_name("pair-of-tens=push|win suited-ace-two-three=counts|ace-high-only"),
    "fr-trois-cartes": by_name("fold-and-paire-plus=stays|collected void-hand=returned|lost"),
    "fr-stud": by_name(""),
    "fr-ultimate": by_name("fold-and-trips=stays|collected"),
    "fr-holdem": by_name("fold-and-bonus=stays|collected"),
}
"""The readings that a submission may choose, each with its candidates; the first applies if none is chosen."""
_IN_ORDER = by_name("limit-is-winnings=winnings limit-order=in-order-of-settlement")
_COLORADO_LIMIT = "payout-limit-scope=per-hand-winnings payout-limit-share=ante-first"
SETTLED_READINGS = {
    "pa-647a": _IN_ORDER,
    "pa-653a": by_name("limit-is-winnings=winnings-cut-from-the-blind"),
    "md-thb": _IN_ORDER,
    "pa-677a": by_name("limit-is-winnings=winnings-cut-from-the-odds"),
    "pa-678a": by_name("low-ace=high-or-low"),
    "ma-colorado": by_name(f"{_COLORADO_LIMIT} wrong-declaration-and-other-wagers=lost"),
    "fr-trois-cartes": by_name("low-ace=low-in-a-straight times-the-stake=beside-the-stake"),
    "fr-stud": by_name("times-the-stake=to winning-ace-king=even-money"),
    "fr-ultimate": by_name("low-ace=low-in-a-straight pour-is-to=to"),
    "fr-holdem": by_name("low-ace=high-or-low pour-is-to=to"),
}
"""The readings that no submission may choose, each with the candidate that applies."""
ONCE_FIXED = {"dealer-share-split": "by-wager"}
"""The candidate that applied at tables that name no rules in force, before the reading could be chosen."""
USUAL_SEATS = 6


SUMS = (
    re.compile(r"\$?\s*([0-9]{1,3}(?:,[0-9]{3})+|[0-9]+)(?:\.([0-9]{2}))?"),
    re.compile(r"([0-9]{1,3}(?:\s[0-9]{3})+|[0-9]+)(?:,([0-9]{2}))?\s*€?"),
)
"""Sums in dollars and in euros, with or without the symbol; only a whole number without groups can be read as both."""


def money(value: object) -> int:
    """Parses "$50,000", "$7.50", "1 234,50 €" or a whole number of dollars or euros into cents."""
    match = next(filter(None, (form.fullmatch(str(value).strip()) for form in SUMS)), None)
    if match is None or type(value) not in (str, int):
        raise Different("a sum of a submission", "a sum of money", value)
    return 100 * int(re.sub(r"\D", "", match[1])) + int(match[2] or 0)


def percent(value: object) -> Fraction:
    match = re.fullmatch(r"(\d+)(?:\.(\d+))?\s*%", str(value).strip())
    if match is None:
        raise Different("a rate of a submission", "a percentage", value)
    return Fraction(int(match[1] + (match[2] or "")), 100 * 10 ** len(match[2] or ""))


def filed_text(text: str, cite: str) -> Object:
    """Parses the text of a submission."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise Different("a submission", "TOML", str(error), cite) from None


def check_filed_terms(text: str, terms: Terms, cite: str) -> None:
    """Compares the terms of a table under unknown rules with what was filed, as far as that is possible without the
    rules.
    """
    raw = filed_text(text, cite)
    limits, procedure = raw.get("limits", {}), raw.get("procedure", {})
    filed = {"rulebook": raw.get("rulebook"), "casino": raw.get("property"), "table": raw.get("table")}
    filed |= {name: procedure[name] for name in ("dealing", "shuffler", "decks", "seats") if name in procedure}
    filed |= {name: money(limits[name]) for name in ("minimum", "maximum", "payout_limit") if name in limits}
    for name, wanted in filed.items():
        check(f"{name} of the table, as it was filed", wanted, terms.raw[name], cite)
    for part in ("options", "paytables", "readings"):
        known = terms.readings if part == "readings" else terms.choices
        for name, value in raw.get(part, {}).items():
            check(f"{name} of the table, as it was filed", str(value), known.get(name), cite)


class Filed:
    """A submission's text; `check` compares the terms of the table with it."""

    def __init__(self, text: str, terms: Terms, cite: str) -> None:
        self.raw = filed_text(text, cite)
        self.terms, self.cite = terms, cite
        self.game = GAMES[terms.raw["rulebook"]]

    def part(self, name: str) -> Object:
        value = self.raw.get(name, {})
        return value if type(value) is dict else {}

    def check(self) -> None:
        """Requires every term to follow from what was filed, or from the default if nothing was."""
        terms, limits, procedure = self.terms.raw, self.part("limits"), self.part("procedure")
        filed = {
            "rulebook": self.raw.get("rulebook"),
            "casino": self.raw.get("property"),
            "table": self.raw.get("table"),
            "minimum": money(limits.get("minimum")),
            "maximum": money(limits.get("maximum")),
            "dealing": procedure.get("dealing"),
            "shuffler": procedure.get("shuffler"),
            "decks": procedure.get("decks"),
            "seats": procedure.get("seats", USUAL_SEATS),
            "choices": self.choices(),
        }
        filed["positions_per_player"] = int(filed["choices"].get("positions-per-player", 1))
        if "payout_limit" in limits or not isinstance(self.game, TexasBonus):
            filed["payout_limit"] = money(limits["payout_limit"]) if "payout_limit" in limits else None
        for name, wanted in filed.items():
            self._same(f"{name} of the table, as it was filed", wanted, terms[name])
        self._check_readings()
        self._check_wagers()
        self._check_paytables()
        self._check_meters()

    def _same(self, what: str, wanted: object, found: object) -> None:
        check(what, wanted, found, self.cite)

    def choices(self) -> dict[str, str]:
        """Options and paytable columns: as filed, or else the default or the first that is printed."""
        chosen = {name: DEFAULT_CHOICES[name] for name in self.game.options}
        if self.game.id != "ma-colorado":
            columns = {name: next(iter(printed[1])) for name, printed in self.game.printed.items()}
            chosen |= {name: column for name, column in columns.items() if name != "envy"}
        for part in ("options", "paytables"):
            chosen |= {name: str(value) for name, value in self.part(part).items() if name in chosen}
        return chosen

    def _check_readings(self) -> None:
        """Requires readings to be as filed if a submission may choose them, and otherwise those used here."""
        known, filed, switchable = self.terms.readings, self.part("readings"), SWITCHABLE_READINGS[self.game.id]
        for name, chosen in filed.items():
            if chosen not in switchable.get(name, ()):
                accepted = ", ".join(switchable.get(name, ())) or "none: no submission chooses it"
                raise Different(f"reading {name}, as it was filed", accepted, chosen, self.cite)
        for name, candidates in switchable.items():
            is_early = not self.terms.names_rules and name in ONCE_FIXED and known.get(name) in (None, ONCE_FIXED[name])
            if name in filed or not is_early:
                self._same(f"reading {name}, as it was filed", filed.get(name, candidates[0]), known.get(name))
        for name, (wanted,) in SETTLED_READINGS[self.game.id].items():
            self._same(f"reading {name}, which no submission chooses", wanted, known.get(name, wanted))

    def offered(self) -> list[str]:
        """The wagers that are always offered, that were filed, or that come with a filed one."""
        wagers, choices = self.part("wagers"), self.terms.choices
        found = []
        for wager in self.game.order:
            filed = wagers.get(OFFERED_WITH.get(wager, wager), {})
            is_chosen = wager not in ("magic-card", "lucky-bonus") or choices.get(wager) == "yes"
            if is_chosen and (wager in self.game.always or filed.get("offered") is True):
                found.append(wager)
        return found

    def _check_wagers(self) -> None:
        self._same("wagers of the table, as filed", sorted(self.offered()), sorted(self.terms.wagers))
        for wager, found in self.terms.wagers.items():
            written = self.part("wagers").get(OFFERED_WITH.get(wager, wager), {})
            amounts = [money(written["amount"])] if "amount" in written else list(self.game.amounts.get(wager, ()))
            if part := self.game.parts_of_minimum.get(wager):
                amounts = [money(self.part("limits")["minimum"]) // part]
            wanted = {
                "minimum": min(amounts, default=money(written.get("minimum", self.part("limits")["minimum"]))),
                "maximum": max(amounts, default=money(written.get("maximum", self.part("limits")["maximum"]))),
                "amounts": amounts,
                "medium": MEDIA.get(wager, "chips"),
                "link": str(written.get("link", "")),
            }
            self._same(f"terms of the wager {wager}, as it was filed", wanted, found)

    def _check_paytables(self) -> None:
        """Requires a paytable for every wager offered, with the chosen column and any filed odds above the printed
        ones.
        """
        choices, offered = self.terms.choices, set(self.terms.wagers)
        for name, found in self.terms.raw["paytables"].items():
            self._same(f"wagers of paytable {name}", True, bool(offered.intersection(found["wagers"])))
            wanted = [choices[name]] if name in choices else [choices["version"]] if "version" in choices else None
            if wanted is not None:
                self._same(f"column of paytable {name}, as it was chosen", wanted, list(found["columns"]))
            for column, rows in self.terms.tables.get(name, {}).items():
                better = self.part("odds").get(name, {})
                printed = self.game.printed.get(name, ("", {}))[1].get(column, {})
                for row, odds in rows.items():
                    if isinstance(self.game, Colorado) and row in printed:
                        self._same(f"odds of {name}, {row}", better.get(row, printed[row]), odds)

    def _check_meters(self) -> None:
        for meter, raw in zip(self.terms.meters, self.terms.raw["meters"], strict=True):
            written = self.part("wagers").get(meter.wagers[0], {})
            self._same(f"link of meter {meter.id}, as it was filed", str(written.get("link", "")), raw["link"])
            if self.game.id == "pa-678a":
                wanted = money(written["seed"]) * UNITS, money(written["reseed"]) * UNITS, percent(written["rate"])
                self._same("figures of the meter, as filed", wanted, (meter.seed, meter.reseed, meter.primary))
        wagers = {wager for meter in self.terms.meters for wager in meter.wagers}
        fed = {wager for wager in ("progressive", "five-card-player", "five-card-dealer") if wager in self.terms.wagers}
        self._same("wagers that feed a meter", fed, wagers)
