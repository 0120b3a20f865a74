"""Massachusetts Colorado Hold 'Em Poker: how each wager is decided, by paragraph and version."""

from __future__ import annotations

from tablelaw.law.conduct import LOST, PUSH, RETURNED, Case, Ruling, rule

REQUIRED = "version=required"
PERMISSIBLE = "version=permissible"


def plays_on(case: Case) -> bool:
    """Whether the player discarded instead of declaring, so the five-card hand decides the wager."""
    return not case.did("declare")


def wins(case: Case) -> bool:
    """Whether the five-card hand has a row in the payout table in force."""
    return plays_on(case) and case.has_row("bet", case.hand("player"))


def declared_rightly(case: Case) -> bool:
    """Whether the player declared an instant winner and the three cards are one."""
    return case.did("declare") and case.at_least("initial", "three-of-a-kind")


# --- 10: required bet ------------------------------------------------------------------


@rule("10(b)(3)(i)", "ante", when=REQUIRED)
def instant_winner_paid_in_required_bet(case: Case) -> Ruling | None:
    """A declared instant winner is paid on the Ante before any community card is shown."""
    return case.pays("instant", case.hand("initial")) if declared_rightly(case) else None


@rule("10(e)", "ante", "bet", when=REQUIRED)
def below_sevens_lost(case: Case) -> Ruling | None:
    """Ante and Bet lose below a pair of sevens."""
    return LOST if plays_on(case) and not case.at_least("player", "pair of 7s") else None


@rule("10(f)", "ante", "bet", when=REQUIRED)
def sevens_to_nines_pushed(case: Case) -> Ruling | None:
    """Ante and Bet push on a pair of sevens, eights or nines."""
    return PUSH if plays_on(case) and not wins(case) and case.at_least("player", "pair of 7s") else None


@rule("10(g)", "ante", "bet", when=REQUIRED)
def tens_or_better_paid(case: Case) -> Ruling | None:
    """Ante and Bet are each paid the section 12 odds on a pair of tens or better."""
    return case.pays("bet", case.hand("player")) if wins(case) else None


# --- 11: permissible bet ---------------------------------------------------------------


@rule("11(b)(2)(i)", "ante", when=PERMISSIBLE)
def instant_winner_paid_in_permissible_bet(case: Case) -> Ruling | None:
    """A declared instant winner is paid on the Ante before any community card is shown."""
    return case.pays("instant", case.hand("initial")) if declared_rightly(case) else None


@rule("11(e)", "ante", "bet", when=PERMISSIBLE)
def below_nines_lost(case: Case) -> Ruling | None:
    """Ante and Bet lose below a pair of nines."""
    return LOST if plays_on(case) and not case.at_least("player", "pair of 9s") else None


@rule("11(f)", "ante", "bet", when=PERMISSIBLE)
def nines_and_tens_pushed(case: Case) -> Ruling | None:
    """Ante and Bet push on a pair of nines, and on tens unless the operator's reading pays them."""
    pushes = plays_on(case) and not wins(case) and case.at_least("player", "pair of 9s")
    return about_tens(case, PUSH) if pushes else None


@rule("11(g)", "ante", "bet", when=PERMISSIBLE)
def better_than_tens_paid(case: Case) -> Ruling | None:
    """Ante and Bet are each paid the section 13 odds above the pairs that push."""
    return about_tens(case, case.pays("bet", case.hand("player"))) if wins(case) else None


def about_tens(case: Case, ruling: Ruling) -> Ruling:
    """A pair of tens pushes under 11(f) and is paid under 13(b); a reading decides which applies."""
    return ruling.resting_on("pair-of-tens") if case.hand("player") == "pair of 10s" else ruling


# --- 6a, 12(d), 13(d): the bonus -------------------------------------------------------


def bonus_by_its_table(case: Case) -> Ruling | None:
    """The bonus table's ruling for the hand, or for an instant winner if the player declared one."""
    if declared_rightly(case):
        return case.pays("bonus-instant", case.hand("initial"))
    listed = plays_on(case) and case.has_row("bonus", case.hand("player"))
    return case.pays("bonus", case.hand("player")) if listed else None


@rule("12(d)", "bonus", when=REQUIRED)
def bonus_paid_in_required_bet(case: Case) -> Ruling | None:
    """The bonus is paid on two pair or better and a declared instant winner, and pushes on a pair of jacks to aces."""
    return bonus_by_its_table(case)


@rule("13(d)", "bonus", when=PERMISSIBLE)
def bonus_paid_in_permissible_bet(case: Case) -> Ruling | None:
    """The bonus is paid on two pair or better and a declared instant winner, and pushes on a pair of jacks to aces."""
    return bonus_by_its_table(case)


@rule("6a(a)", "bonus")
def bonus_lost_below_jacks(case: Case) -> Ruling | None:
    """The bonus is lost on a hand below a pair of jacks."""
    return LOST if plays_on(case) and not case.at_least("player", "pair of jacks") else None


# --- 14(d): a wrong declaration ----------------------------------------------------------


def declared_wrongly(case: Case) -> bool:
    return case.did("declare") and not declared_rightly(case)


@rule("14(d)", "ante")
def wrong_declaration_loses_the_ante(case: Case) -> Ruling | None:
    """The Ante is lost on an instant winner declared in error."""
    return LOST if declared_wrongly(case) else None


@rule("14(d)", "bonus", reading="wrong-declaration-and-other-wagers")
def wrong_declaration_and_the_bonus(case: Case) -> Ruling | None:
    """The bonus is lost with the void hand of a wrong declaration or, under the other reading, returned."""
    if not declared_wrongly(case):
        return None
    return LOST if case.terms.reading("wrong-declaration-and-other-wagers") == "lost" else RETURNED
