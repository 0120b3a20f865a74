// A summary of a submission's figures, and its PAR sheet in every format.
import { sentenceOf } from "/web/lib/api.js";
import { fileNameOf, h, show, toast } from "/web/lib/dom.js";
import { cite } from "/web/lib/cites.js";
import { percent, toNumber } from "/web/lib/format.js";
import { slowAnswer, slowAnswerAddress } from "/web/lib/slow_questions.js";
import { asCards } from "/web/lib/scrolling_tables.js";
import { exactly, houseEdge } from "./figures.js";
import { spread } from "./result_bars.js";

/** @type {[form: "html" | "pdf" | "xlsx" | "text", words: string][]} */
const FORMS = [
  ["html", "Open the sheet"],
  ["pdf", "PDF"],
  ["xlsx", "Workbook"],
  ["text", "Text"],
];

/**
 * @param {HTMLElement} panel
 * @param {Page.Chosen} chosen
 */
export async function sheet(panel, { name, text }) {
  const said = h("p", { class: "empty", role: "status" }, "One moment ...");
  show(panel, said);
  try {
    const par = await slowAnswer({ ask: "sheet", text }, (words) => {
      said.textContent = words;
    });
    if (said.isConnected) draw(panel, name, text, par);
  } catch (refusal) {
    show(panel, h("p", { class: "notice bad" }, sentenceOf(refusal)));
  }
}

/**
 * @param {HTMLElement} panel
 * @param {string} name
 * @param {string} text
 * @param {Page.Par} par
 */
function draw(panel, name, text, par) {
  show(
    panel,
    h(
      "div",
      { class: "between" },
      h("h2", {}, `${par.header.game}, ${name}`),
      h(
        "div",
        { class: "row" },
        FORMS.map(([form, words]) => formButton(name, text, form, words)),
      ),
    ),
    h(
      "p",
      { class: "soft small" },
      `${par.header.regulation}, ${par.header.jurisdiction} (${par.header.status}) · ${par.header.version} · rulebook ${par.header.fingerprint}`,
    ),
    cards(par),
    wagers(par),
    h("div", { class: "columns" }, spread(par.main, par.main.base), choices(par)),
    notes(par),
  );
}

/**
 * @param {string} name
 * @param {string} text
 * @param {"html" | "pdf" | "xlsx" | "text"} form
 * @param {string} words
 */
function formButton(name, text, form, words) {
  const button = h(
    "button",
    {
      type: "button",
      class: form === "html" ? "primary" : "",
      onclick: async () => {
        button.disabled = true;
        const target = form === "html" ? window.open("", "_blank") : null;
        try {
          const answer = await slowAnswerAddress({ ask: "sheet", text, form });
          const address = `${answer}?name=${fileNameOf(name)}`;
          if (target) target.location = address;
          else location.href = address;
        } catch (refusal) {
          target?.close();
          toast(sentenceOf(refusal), "bad");
        }
        button.disabled = false;
      },
    },
    words,
  );
  return button;
}

/** @param {Page.Par} par */
function cards(par) {
  const { main } = par;
  /**
   * @param {string} title
   * @param {Page.Child} value
   * @param {string} says
   */
  const figure = (title, value, says) =>
    h(
      "div",
      { class: "panel figure" },
      h("h3", {}, title),
      h("div", { class: "large" }, value),
      h("p", { class: "small soft" }, says),
    );
  return h(
    "div",
    { class: "figures" },
    figure("House edge, main game", houseEdge(main.ev), `of each ${main.base}, under best play`),
    main.element_of_risk === undefined
      ? null
      : figure("Element of risk", percent(main.element_of_risk), "of all money staked in the main game"),
    figure(
      "House edge, all wagers",
      exactly(par.whole_round.overall_hold, (number) => percent(number)),
      "of all money staked, each wager at its minimum",
    ),
    figure("Standard deviation", main.standard_deviation.toFixed(4), `${main.base}s per round`),
    figure("The player wins", percent(main.hit_frequency, 2), "of main game rounds"),
  );
}

/** @param {Page.Par} par */
function wagers(par) {
  const isPrinted = par.side_wagers.some((side) => side.printed_range);
  /** @param {Page.Child} words */
  const number = (words) => h("td", { class: "number" }, words);
  return h(
    "section",
    { class: "panel", "aria-label": "Wagers" },
    h("h3", {}, "All wagers offered"),
    h(
      "div",
      { class: "scroll", tabindex: 0 },
      asCards(
        h(
          "table",
          {},
          h(
            "thead",
            {},
            h(
              "tr",
              {},
              ["Wager", "Paytable", "Stake"].map((name) => h("th", {}, name)),
              ["House edge", "In the long run", "Wins"].map((name) => h("th", { class: "number" }, name)),
              isPrinted ? h("th", {}, "Printed by the regulator") : null,
              h("th", {}, "Law"),
            ),
          ),
          h(
            "tbody",
            {},
            h(
              "tr",
              {},
              h("td", {}, h("strong", {}, "Main game")),
              h("td", {}),
              h("td", {}),
              number(houseEdge(par.main.ev)),
              number(""),
              number(often(par.main.hit_frequency)),
              isPrinted ? h("td", {}) : null,
              h("td", {}),
            ),
            par.side_wagers.map((side) => row(par, side, isPrinted, number)),
          ),
        ),
      ),
    ),
    h(
      "p",
      { class: "small soft" },
      "A negative house edge belongs to a bonus, which gives back what the wager it depends on takes. The house edge of a progressive wager assumes that the meter is at its seed; the long-run figure includes contributions and reseeds.",
    ),
  );
}

/** @param {number} [share] */
function often(share) {
  return share === undefined ? "" : percent(share, share < 0.001 ? 5 : 2);
}

/**
 * @param {Page.Par} par
 * @param {Page.ParSideWager} side
 * @param {boolean} isPrinted
 * @param {(words: Page.Child) => HTMLElement} number
 */
function row(par, side, isPrinted, number) {
  const printed = side.printed_range;
  const progressive = par.progressives.find((one) => one.wager === side.wager);
  return h(
    "tr",
    {},
    h("td", {}, side.name),
    h("td", {}, side.column === "printed" ? "the only one" : side.column),
    h("td", {}, side.stake),
    number(houseEdge(side.ev)),
    number(progressive ? exactly(progressive.long_run.hold, (share) => percent(share)) : ""),
    number(often(side.hit_frequency)),
    !isPrinted
      ? null
      : h(
          "td",
          {},
          printed
            ? [
                `${[...new Set([printed.low, printed.high])].map((share) => percent(toNumber(share), 2)).join(" to ")} `,
                h("span", { class: `tag ${printed.met ? "good" : "warn"}` }, printed.met ? "met" : "not met"),
              ]
            : "",
        ),
    h("td", {}, cite(par.header.rulebook, side.cite.split(", ")[0])),
  );
}

/** @param {Page.Par} par */
function choices(par) {
  return h(
    "section",
    { class: "panel", "aria-label": "Filed choices" },
    h("h3", {}, "Filed choices"),
    h(
      "div",
      { class: "scroll tall", tabindex: 0, role: "region", "aria-label": "All filed choices" },
      h(
        "table",
        {},
        h(
          "tbody",
          {},
          par.choices.map((choice) =>
            h(
              "tr",
              {},
              h("td", { class: "small" }, choice.says),
              h(
                "td",
                {},
                choice.value,
                choice.switched_from ? h("span", { class: "tag warn" }, `instead of ${choice.switched_from}`) : "",
              ),
            ),
          ),
        ),
      ),
    ),
  );
}

/** @param {Page.Par} par */
function notes(par) {
  return h(
    "section",
    { class: "panel", "aria-label": "Notes" },
    h("h3", {}, "Notes"),
    h(
      "ul",
      {},
      par.notes.map((note) => h("li", {}, note)),
    ),
  );
}
