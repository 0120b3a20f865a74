// Who is flagged for decisions that fit a hidden card: what the floor's and the auditor's pages share.
import { h } from "./dom.js";
import { howMany, percent } from "./format.js";
import { roundNumbers } from "./round_numbers.js";

const MOST_RANGES = 6;

/** @param {Api.WatchedPerson} person */
export const personName = (person) => `${person.kind} ${person.name}`;

/** @param {Api.WatchedPerson} person */
export function testedRounds(person) {
  return person.tables.map(({ table, spans }) => {
    const more = spans.length - MOST_RANGES;
    return h("div", {}, `${table}: ${roundNumbers(spans.slice(0, MOST_RANGES))}${more > 0 ? ` and ${more} more` : ""}`);
  });
}

/**
 * What was tested, and what could not be.
 * @param {Api.WatchReport} told
 */
export function watchNotes(told) {
  const flagged = told.people.filter((person) => person.is_flagged).length;
  const people = told.people.length === 1 ? "1 person" : `${told.people.length} people`;
  const tested = `Tested: ${people} in ${howMany(told.rounds, "finished round")}; ${flagged || "nobody"} flagged.`;
  return [
    h("p", {}, told.rounds ? tested : "No finished round has been tested yet."),
    told.preparing.length
      ? h(
          "p",
          { class: "small soft" },
          `Being prepared: ${told.preparing.join(", ")}. Rounds are tested in the order of the log, so testing goes on when the game of the next round is ready.`,
        )
      : null,
    told.not_watched.length
      ? h(
          "details",
          { "data-key": "not tested" },
          h("summary", {}, "Rounds that are not tested"),
          h(
            "ul",
            {},
            told.not_watched.map((left) => h("li", {}, `${left.game}, ${howMany(left.rounds, "round")}: ${left.why}.`)),
          ),
        )
      : null,
  ];
}

/**
 * What a flag means.
 * @param {Api.WatchReport} told
 */
export function whatFlagsMean(told) {
  return h(
    "p",
    { class: "small soft" },
    `The decisions of finished rounds are tested: do they fit the hidden card better than chance allows? The chance that anybody honest is ever flagged is at most ${percent(told.rate, 0)}, for everybody together.`,
  );
}
