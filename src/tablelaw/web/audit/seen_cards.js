// The evidence that somebody saw a hidden card, with the rounds it comes from. Opening a round is recorded in the log.
import { get, sentenceOf } from "/web/lib/api.js";
import { h, show } from "/web/lib/dom.js";
import { heading, numberHeading, scrollingTable } from "/web/lib/scrolling_tables.js";
import { personName, testedRounds, watchNotes, whatFlagsMean } from "/web/lib/seen_card_flags.js";

const MOST_SHOWN = 100;

/** @param {HTMLElement} panel */
export async function seenCards(panel) {
  try {
    const told = await get("/api/floor/seen-cards");
    const people = told.people.toSorted((one, other) => strength(other) - strength(one));
    show(
      panel,
      h(
        "section",
        { class: "panel stack", "aria-label": "Seen cards" },
        whatFlagsMean(told),
        people.length ? table(people.slice(0, MOST_SHOWN)) : null,
        people.length > MOST_SHOWN
          ? h("p", { class: "small soft" }, `The ${MOST_SHOWN} people with the strongest evidence are shown.`)
          : null,
        watchNotes(told),
      ),
    );
  } catch (refusal) {
    show(panel, h("p", { class: "notice bad" }, sentenceOf(refusal)));
  }
}

/**
 * Flagged people come before all others.
 * @param {Api.WatchedPerson} person
 */
function strength(person) {
  const found = person.evidence;
  return (person.is_flagged ? 1000 : 0) + (found ? found.highest - found.needed : 0);
}

/** @param {Api.WatchedPerson[]} people */
function table(people) {
  return [
    h(
      "p",
      { class: "small soft" },
      "Evidence is the highest logarithm of the e-value so far; a person is flagged when it reaches what is needed. The strongest rounds come first, and opening one is recorded in the log.",
    ),
    scrollingTable(
      [
        ["Who", "Flagged after"].map(heading),
        ["Evidence", "Needed", "Tested rounds"].map(numberHeading),
        ["Which rounds", "Strongest rounds"].map(heading),
      ],
      people.map(row),
    ),
  ];
}

/** @param {Api.WatchedPerson} person */
function row(person) {
  const found = person.evidence;
  return h(
    "tr",
    {},
    h("td", {}, personName(person)),
    h("td", {}, person.flagged_at ? roundLink(person.flagged_at) : "not flagged"),
    h("td", { class: "number" }, found ? found.highest.toFixed(2) : ""),
    h("td", { class: "number" }, found ? found.needed.toFixed(2) : ""),
    h("td", { class: "number" }, person.rounds),
    h("td", {}, testedRounds(person)),
    h("td", {}, h("span", { class: "row" }, found?.strongest.map(roundLink) ?? [])),
  );
}

/** @param {Api.RoundName} one */
function roundLink({ table: name, round, entry }) {
  return h("a", { href: `#rounds/${encodeURIComponent(name)}/${round}/${entry}` }, `${name}, round ${round}`);
}
