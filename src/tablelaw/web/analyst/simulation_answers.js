// The results of a simulation: for each question its figures, its chart, its files, and how to read them.
import { fileNameOf, h, save } from "/web/lib/dom.js";
import { cite } from "/web/lib/cites.js";
import { dollars } from "/web/lib/format.js";
import { asCards } from "/web/lib/scrolling_tables.js";
import { QUESTIONS } from "./simulation_words.js";

/**
 * @param {Page.Chosen} chosen
 * @param {{ answers: Page.SimulationAnswer[]; study: string }} told
 */
export function answers({ name, rulebook }, told) {
  const file = `${fileNameOf(name)}-simulation`;
  return [
    h(
      "div",
      { class: "row" },
      h(
        "button",
        {
          type: "button",
          onclick: () =>
            save(
              `${file}.json`,
              JSON.stringify(
                told.answers.map((answer) => answer.facts),
                null,
                1,
              ),
              "application/json",
            ),
        },
        "Download JSON",
      ),
      h(
        "button",
        { type: "button", onclick: () => save(`${file}.toml`, told.study, "application/toml") },
        "Download the study",
      ),
    ),
    told.answers.map((answer) => one(file, rulebook, answer)),
  ];
}

/**
 * @param {string} file
 * @param {string} rulebook
 * @param {Page.SimulationAnswer} answer
 */
function one(file, rulebook, { facts, shown, notes, files, picture }) {
  const { title, says, words } = QUESTIONS[facts.question];
  const isWide = new Set(shown.flatMap(Object.keys)).size > 4 || facts.question === "jackpot";
  return h(
    "section",
    { class: "panel stack", "aria-label": title },
    h("h2", {}, title),
    h("p", { class: "soft" }, says),
    (facts.findings ?? []).map((found) =>
      h(
        "p",
        { class: "notice warn" },
        `A what-if: ${found.what}. A submission would need ${found.satisfy}. `,
        cite(rulebook, found.cite.split(", ")[0]),
      ),
    ),
    h(
      "div",
      { class: isWide ? "stack sim-wide" : "sim-answer" },
      h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": `Figures: ${title}` }, table(shown)),
      h(
        "div",
        { class: "scroll", tabindex: 0, role: "region", "aria-label": `Chart: ${title}` },
        h("img", {
          class: "sim-picture",
          alt: `${title}: ${facts.title}`,
          src: `data:image/svg+xml;charset=utf-8,${encodeURIComponent(picture)}`,
        }),
      ),
    ),
    notes.map((note) => h("p", { class: "small soft" }, note)),
    h(
      "details",
      {},
      h("summary", {}, "What the words mean"),
      h(
        "dl",
        { class: "sim-words" },
        words.map(([word, meaning]) =>
          h("div", {}, h("dt", {}, word), h("dd", {}, meaning.replaceAll("$100", dollars(10000)))),
        ),
      ),
    ),
    h(
      "div",
      { class: "row" },
      Object.entries(files).map(([name, text]) =>
        h(
          "button",
          { type: "button", onclick: () => save(`${file}-${name}.csv`, text, "text/csv") },
          `Download ${name}.csv`,
        ),
      ),
      h("span", { class: "small soft" }, facts.title),
    ),
  );
}

/** @param {Record<string, unknown>[]} rows */
function table(rows) {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  /** @param {string} column */
  const isNumber = (column) => rows.every((row) => !row[column] || /^[-+$(]?[\d.]/.test(String(row[column])));
  return asCards(
    h(
      "table",
      {},
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          columns.map((column) => h("th", { class: isNumber(column) ? "number" : "" }, column.trim())),
        ),
      ),
      h(
        "tbody",
        {},
        rows.map((row) =>
          h(
            "tr",
            {},
            columns.map((column) => h("td", { class: isNumber(column) ? "number" : "" }, String(row[column] ?? ""))),
          ),
        ),
      ),
    ),
  );
}
