// Who is flagged for decisions that fit a hidden card, and in which finished rounds.
import { get, sentenceOf } from "/web/lib/api.js";
import { h } from "/web/lib/dom.js";
import { oneAtATime } from "/web/lib/one_at_a_time.js";
import { heading, numberHeading, scrollingTable } from "/web/lib/scrolling_tables.js";
import { personName, testedRounds, watchNotes, whatFlagsMean } from "/web/lib/seen_card_flags.js";

/** The flags as last read from the server. */
export class SeenCardsPanel {
  /** @param {() => void} redraw */
  constructor(redraw) {
    /** @type {Api.WatchReport | null} */
    this.told = null;
    this.fault = "";
    this.refresh = oneAtATime(async () => {
      try {
        this.told = await get("/api/floor/seen-cards");
        this.fault = "";
      } catch (refusal) {
        this.fault = sentenceOf(refusal);
      }
      redraw();
    });
  }

  draw() {
    const title = h("h2", {}, "Seen cards");
    if (!this.told) return [title, h("p", { class: "soft" }, this.fault || "Reading the log ...")];
    const flagged = this.told.people.filter((person) => person.is_flagged);
    return [
      title,
      whatFlagsMean(this.told),
      flagged.length
        ? scrollingTable(
            [heading("Who"), heading("Flagged after"), numberHeading("Tested rounds"), heading("Which rounds")],
            flagged.map(row),
          )
        : null,
      watchNotes(this.told),
      flagged.length
        ? h(
            "p",
            { class: "small soft" },
            "An auditor can see the evidence and the cards of these rounds, and each look is recorded.",
          )
        : null,
    ];
  }
}

/** @param {Api.WatchedPerson} person */
function row(person) {
  const flag = person.flagged_at;
  return h(
    "tr",
    { "data-key": personName(person) },
    h("td", {}, personName(person)),
    h("td", {}, flag ? `${flag.table}, round ${flag.round}` : ""),
    h("td", { class: "number" }, person.rounds),
    h("td", {}, testedRounds(person)),
  );
}
