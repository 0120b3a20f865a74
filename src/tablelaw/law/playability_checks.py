"""Checks that a rulebook's rows describe a playable game. Each check yields its refusals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from tablelaw.cards import RANKINGS
from tablelaw.cards.card import ACE, RANKS
from tablelaw.cards.rankings.qualification_line import CLASSES as LINE_CLASSES
from tablelaw.errors import BadRulebook
from tablelaw.law.decisions import BETTORS
from tablelaw.law.paytables import hint_for, paytable_faults
from tablelaw.law.round_checks import PLACING_NOTHING
from tablelaw.law.rows import PULL, Choice, Hand
from tablelaw.law.rulebook import Rulebook

FOLD_EFFECTS = frozenset({"collected", "stays"})
IRREGULARITY_EFFECTS = frozenset({"stands", "returned", "settled", "lost"})


def rankings_exist(book: Rulebook) -> Iterator[BadRulebook]:
    for hand in book.hands:
        where = f"round.toml, hands ({hand.id})"
        for ranking in (hand.ranking, *hand.by_reading.values()):
            if ranking not in RANKINGS or not _may_use(book, ranking):
                usable = [name for name in RANKINGS if _may_use(book, name)]
                yield BadRulebook(f"unknown ranking {ranking!r}", where=where, accepted=", ".join(usable))


def _may_use(book: Rulebook, ranking: str) -> bool:
    """Whether a rulebook may use a ranking: either a shared one, or one of its own, named after the rulebook's id."""
    owner, slash, _ = ranking.partition("/")
    return not slash or owner == book.id


def lines_run_through_their_ranking(book: Rulebook) -> Iterator[BadRulebook]:
    """Checks that a qualification line has a ranking that compares hands, one of its classes, and known ranks."""
    for hand in book.hands:
        where, line = f"round.toml, hands ({hand.id})", hand.at_least
        if line is None:
            continue
        for ranking in (RANKINGS[name] for name in (hand.ranking, *hand.by_reading.values())):
            if ranking.least is None:
                comparing = ", ".join(name for name, known in RANKINGS.items() if known.least is not None)
                yield BadRulebook(
                    f"a qualification line in the ranking {ranking.name}", where=where, accepted=comparing
                )
            elif line.cls not in ranking.classes:
                what, why = f"unknown class {line.cls!r}", hint_for(ranking.name, line.cls)
                yield BadRulebook(what, where=where, why=why, accepted=", ".join(ranking.classes))
            elif line.ranks and ranking.least(line.cls, (ACE,)) == ranking.least(line.cls, ()):
                what = f"a line at {'-'.join(line.ranks)} in the class {line.cls!r}"
                why = f"least of the ranking {ranking.name} is the same for every rank"
                yield BadRulebook(
                    what, where=where, why=why, accepted="a line without ranks, or a least that reads them"
                )
        if unknown := [rank for rank in line.ranks if rank not in tuple(RANKS)]:
            yield BadRulebook(f"unknown rank {unknown[0]!r}", where=where, accepted=", ".join(reversed(RANKS)))


def every_class_has_its_paragraph(book: Rulebook) -> Iterator[BadRulebook]:
    used = sorted({name for hand in book.hands for name in (hand.ranking, *hand.by_reading.values())})
    for row in book.rankings:
        for name in row.rankings:
            if name not in used:
                what, where = f"no hand uses the ranking {name!r}", f"round.toml, rankings ({row.id})"
                yield BadRulebook(what, where=where, accepted=", ".join(used))
    for name in used:
        rows = [row for row in book.rankings if name in row.rankings]
        where = f"round.toml, rankings ({rows[0].id if rows else name})"
        found = Counter(cls for row in rows for named in row.classes for cls in _members(name, named))
        classes = RANKINGS[name].classes
        for cls in [*classes, *(cls for cls in found if cls not in classes)]:
            if found[cls] != 1 or cls not in classes:
                what = f"the class {cls!r} of the ranking {name} occurs {found[cls]} times"
                why = "" if cls in classes else hint_for(name, cls)
                yield BadRulebook(what, where=where, why=why, accepted=f"each once: {', '.join(classes)}")


def _members(ranking: str, named: str) -> tuple[str, ...]:
    """The classes that a name stands for; an unknown name stands for itself, so it is refused later."""
    try:
        return RANKINGS[ranking].members(named)
    except KeyError:
        return (named,)


def paytables_resolve(book: Rulebook) -> Iterator[BadRulebook]:
    for table in book.paytables:
        for fault in paytable_faults(table):
            yield BadRulebook(
                fault.what, where=f"paytables.toml, {fault.where}", why=fault.why, accepted=fault.accepted
            )


def every_wager_is_settled_once(book: Rulebook) -> Iterator[BadRulebook]:
    settled = Counter(wager for step in book.settlement for wager in step.wagers)
    for wager in book.wagers:
        if settled[wager.id] != 1:
            yield BadRulebook(
                f"wager {wager.id} is settled {settled[wager.id]} times",
                where="round.toml, settlement",
                accepted="each wager once",
            )


def every_wager_has_a_rule(book: Rulebook) -> Iterator[BadRulebook]:
    ruled = {wager for rule in book.rules for wager in rule.wagers}
    for name in ruled - {wager.id for wager in book.wagers}:
        yield BadRulebook(f"a rule decides {name!r}, which is not a wager", where="conduct", accepted="a wager's id")
    for wager in book.wagers:
        if book.rules and wager.id not in ruled and wager.kind != "price":
            yield BadRulebook(f"no rule decides the wager {wager.id}", where="conduct", accepted="at least one rule")


def bettors_are_asked_after_their_stage(book: Rulebook) -> Iterator[BadRulebook]:
    """Checks that a stage for players who bet names an earlier stage, and that no other stage does."""
    order = [entry.stage for entry in book.flow if entry.do == "decide"]
    for stage in book.stages:
        earlier = order[: order.index(stage.id)] if stage.id in order else order
        if (stage.asks == BETTORS) != bool(stage.after) or (stage.after and stage.after not in earlier):
            what = f"asks {stage.asks} after {stage.after!r}"
            accepted = f"{BETTORS}, after one of {', '.join(earlier) or 'no stage'}; or no stage named"
            yield BadRulebook(what, where=f"round.toml, stages ({stage.id})", accepted=accepted)


def drawn_bonuses_say_what_is_drawn(book: Rulebook) -> Iterator[BadRulebook]:
    """Checks that the bonuses drawn by the table game system are exactly those without their own hand."""
    for wager in book.wagers:
        if bool(wager.drawn) != (wager.kind == "bonus" and not wager.hand):
            what = f"drawn {wager.drawn!r} for a wager of kind {wager.kind} and hand {wager.hand!r}"
            accepted = "card or position for a bonus without a hand, nothing for any other wager"
            yield BadRulebook(what, where=f"wagers.toml, wagers ({wager.id})", accepted=accepted)


def choices_say_what_they_place(book: Rulebook) -> Iterator[BadRulebook]:
    """Checks that a fold, check or ride does not place a wager, and that a choice that places one gives the amount."""
    for stage in book.stages:
        where = f"round.toml, stages ({stage.id})"
        for choice in stage.choices:
            if choice.action in PLACING_NOTHING and choice.wager:
                what = f"{choice.action} takes no wager, but names {choice.wager!r}"
                yield BadRulebook(what, where=where, accepted=f"{choice.action} without a wager")
            elif choice.places and not (choice.times or choice.up_to or choice.by_reading):
                what = f"{choice.action} of {choice.wager} without an amount"
                accepted = "times = [1], with every multiple of the first wager that may be placed; or up_to = 3"
                yield BadRulebook(what, where=where, accepted=accepted)


def choices_are_limited_to_classes_of_their_hand(book: Rulebook) -> Iterator[BadRulebook]:
    """Checks that a stage with a choice limited to some hands names the hand, whose ranking must have these classes."""
    classes = {hand.id: _classes_of(hand) for hand in book.hands}
    for stage in book.stages:
        where = f"round.toml, stages ({stage.id})"
        for choice in stage.choices:
            if choice.hands and not stage.hand:
                what = f"{choice.action} is limited to hands, but the stage names none"
                yield BadRulebook(what, where=where, accepted='hand = "player", or another hand of round.toml')
            for known in classes.get(stage.hand, ()) if choice.hands else ():
                for cls in choice.hands:
                    if cls not in known:
                        what = f"{choice.action} is limited to {cls!r}, which the hand {stage.hand} cannot be"
                        yield BadRulebook(what, where=where, accepted=", ".join(known))


def _classes_of(hand: Hand) -> tuple[tuple[str, ...], ...]:
    """The classes that a hand may have under each of its rankings; with a qualification line, on either side of it."""
    if hand.at_least is not None:
        return (LINE_CLASSES,)
    return tuple(RANKINGS[name].classes for name in (hand.ranking, *hand.by_reading.values()) if name in RANKINGS)


def pulls_take_back_wagers_on_the_table(book: Rulebook) -> Iterator[BadRulebook]:
    """Checks that a pull takes back the whole of a wager placed before the cards, other than the first, which
    determines the size of the others, and that no other row needs that wager.
    """
    openings = [wager.id for wager in book.wagers if wager.kind == "opening"][1:]
    leaned_on = {named: w.id for w in book.wagers for named in (*w.needs, *w.rides_on)}
    leaned_on |= {wager: meter.id for meter in book.meters for wager in meter.wagers}
    pulled = Counter(choice.pulls for stage in book.stages for choice in stage.choices)
    for stage in book.stages:
        where = f"round.toml, stages ({stage.id})"
        for choice in stage.choices:
            if choice.action == PULL and (choice.pulls not in openings or choice.times or choice.up_to):
                accepted = f"the whole of one of: {', '.join(openings) or 'no wager (only one opens)'}"
                why = _why_not_pulled(book, choice)
                yield BadRulebook(f"a pull of {choice.pulls!r}", where=where, why=why, accepted=accepted)
            elif choice.pulls in leaned_on:
                what = f"a pull of {choice.pulls}, which {leaned_on[choice.pulls]} needs"
                yield BadRulebook(what, where=where, accepted="a wager that nothing else depends on")
            elif choice.pulls and pulled[choice.pulls] > 1:
                what = f"{choice.pulls} can be taken back {pulled[choice.pulls]} times"
                yield BadRulebook(what, where=where, accepted="one stage for each wager")


def _why_not_pulled(book: Rulebook, choice: Choice) -> str:
    wager = next((wager for wager in book.wagers if wager.id == choice.pulls), None)
    if wager is None:
        return ""
    if wager.kind != "opening":
        return f"it is of kind {wager.kind}, and only a wager of kind opening lies there before the cards"
    if choice.times or choice.up_to:
        return "a pull has no times and no up_to, because it takes back the whole wager"
    return "it is the first row of wagers.toml, the unit of every figure; the wager that never comes back goes first"


def opening_wagers_are_equal(book: Rulebook) -> Iterator[BadRulebook]:
    """Checks that every opening wager after the first equals an earlier one, because figures are given per first wager
    and would otherwise depend on how a player divides the stakes.
    """
    openings = [wager for wager in book.wagers if wager.kind == "opening"]
    pulled = {choice.pulls for stage in book.stages for choice in stage.choices}
    for place, wager in enumerate(openings[1:], 1):
        earlier = [other.id for other in openings[:place]]
        if wager.equal_to not in earlier:
            can = "it can be pulled" if wager.id in pulled else "it opens"
            yield BadRulebook(
                f"{can} but need not equal an earlier opening wager",
                where=f"wagers.toml, wagers ({wager.id})",
                why="the edge would depend on the stakes",
                accepted=" or ".join(f'equal_to = "{name}"' for name in earlier),
            )


def irregularities_reach_every_wager(book: Rulebook) -> Iterator[BadRulebook]:
    for irregularity in book.irregularities:
        named = {wager for effect in irregularity.effects for wager in effect.wagers}
        missing = [] if "all" in named else [w.id for w in book.wagers if w.id not in named]
        if missing:
            yield BadRulebook(
                f"no effect on {', '.join(missing)}",
                where=f"irregularities.toml, irregularities ({irregularity.id})",
                accepted='an effect for every wager, or for "all"',
            )


def sections_belong_to_one_value(book: Rulebook) -> Iterator[BadRulebook]:
    known = {provision.cite.section for provision in book.provisions}
    for option in book.options:
        claimed = Counter(section for sections in option.sections.values() for section in sections)
        for value, sections in option.sections.items():
            wrong = [name for name in sections if name not in known or claimed[name] > 1]
            if value not in option.permitted or wrong:
                where = f"rulebook.toml, options ({option.id})"
                what = f"sections of {value!r}: {', '.join(wrong or sections)}"
                yield BadRulebook(what, where=where, accepted="sections of the text, each for one permitted value")


def readings_choose_a_candidate(book: Rulebook) -> Iterator[BadRulebook]:
    located = [("readings.toml, readings", r) for r in book.readings] + [
        ("editions.toml, dating", r) for r in book.dating
    ]
    for place, reading in located:
        where = f"{place} ({reading.id})"
        ids = [candidate.id for candidate in reading.candidates]
        if len(set(ids)) < 2:
            yield BadRulebook(
                "fewer than two candidate readings", where=where, accepted="two or more, each with its own id"
            )
        if reading.chosen not in ids:
            yield BadRulebook(f"the chosen {reading.chosen!r} is not a candidate", where=where, accepted=", ".join(ids))


def switches_name_effects(book: Rulebook) -> Iterator[BadRulebook]:
    """Checks that the candidates of a switchable reading are effects if the reading decides an effect."""
    folds = [(f"wagers.toml, wagers ({w.id})", w.on_fold.reading, FOLD_EFFECTS) for w in book.wagers]
    irregularities = [
        (f"irregularities.toml, irregularities ({irregularity.id})", effect.reading, IRREGULARITY_EFFECTS)
        for irregularity in book.irregularities
        for effect in irregularity.effects
    ]
    for where, named, effects in folds + irregularities:
        reading = next((r for r in book.readings if r.id == named), None)
        if reading and reading.switch and not {c.id for c in reading.candidates} <= effects:
            yield BadRulebook(
                f"the switchable reading {named} has candidates that are not effects",
                where=where,
                accepted=", ".join(sorted(effects)),
            )
