// Simulation: a table dealt millions of times, with the results beside the exact values.
import { sentenceOf } from "/web/lib/api.js";
import { h, show } from "/web/lib/dom.js";
import { cite } from "/web/lib/cites.js";
import { dollars, exact, parseDollars, withSymbol } from "/web/lib/format.js";
import { slowAnswer } from "/web/lib/slow_questions.js";
import { answers } from "./simulation_answers.js";
import { QUESTIONS } from "./simulation_words.js";

/**
 * @param {HTMLElement} panel
 * @param {Page.Chosen} chosen
 */
export async function simulation(panel, chosen) {
  const said = h("p", { class: "empty", role: "status" }, "One moment ...");
  show(panel, said);
  try {
    const form = await slowAnswer({ ask: "simulation-form", text: chosen.text }, () => {});
    if (said.isConnected) draw(panel, { ...chosen }, form);
  } catch (refusal) {
    show(panel, h("p", { class: "notice bad" }, sentenceOf(refusal)));
  }
}

/** @typedef {[wager: Page.SimulationForm["wagers"][number], field: HTMLInputElement | HTMLSelectElement][]} Stakes */

// --- The form -----------------------------------------------------------------------------------------------

const TABLE = [
  ["seats", "Seats", "1"],
  ["mistakes_percent", "Mistakes per 100 decisions", "0"],
  ["rounds_an_hour", "Rounds per hour", "40"],
  ["rounds", "Rounds", "1,000,000"],
  ["seed", "Seed", "1"],
];
/** @type {Record<string, string[][]>} */
const FIGURES = {
  hold: [],
  session: [
    ["session_rounds", "Rounds per session", "200"],
    ["bankroll", "Bankroll per session", "300"],
    ["sessions", "Sessions", "2,000"],
  ],
  shift: [["shifts", "Shifts of 8 hours", "1,000"]],
  jackpot: [
    ["tables", "Numbers of tables to compare", "1, 5, 20"],
    ["hours_a_day", "Hours per day", "12"],
    ["days", "Days per period", "365"],
    ["periods", "Periods", "2"],
  ],
  limit: [["limit", "Limit to test", ""]],
};
/** @type {Record<string, string>} */
const MONEY = { bankroll: "the bankroll", limit: "the limit" };

/**
 * @param {HTMLElement} panel
 * @param {Page.Chosen} chosen
 * @param {Page.SimulationForm} form
 */
function draw(panel, chosen, form) {
  const result = h(
    "div",
    { class: "stack", "aria-live": "polite" },
    h("p", { class: "empty" }, "Nothing has been dealt yet. Choose at least one question, then press Deal."),
  );
  /** @type {Stakes} */
  const stakes = form.wagers.map((wager) => [wager, stake(wager)]);
  const play = h(
    "select",
    {},
    form.plays.map((one) => h("option", { value: one }, one === "best" ? "best play" : one)),
  );
  const fields = new Map(
    [...TABLE, ...Object.values(FIGURES).flat()].map(([key, , value]) => [
      key,
      h("input", { inputmode: "decimal", size: 9, value: value && MONEY[key] ? withSymbol(value) : value }),
    ]),
  );
  /** @param {string[][]} rows */
  const labelled = (rows) => rows.map(([key, label]) => h("label", {}, label, fields.get(key)));
  const asked = Object.keys(QUESTIONS).map((name) => question(name, form, chosen, labelled(FIGURES[name])));
  const start = h("button", { class: "primary" }, "Deal");
  show(
    panel,
    h(
      "form",
      {
        class: "panel stack",
        "aria-label": "What to deal",
        onsubmit: (event) => {
          event.preventDefault();
          run();
        },
      },
      h(
        "p",
        { class: "soft" },
        `Deals ${chosen.name} repeatedly under the same rules as the real tables. The same seed always gives the same figures. All seats play the same way. Each question deals up to ${form.most_dealt.toLocaleString("en-US")} rounds over all seats; the command tablelaw simulate has no such limit.`,
      ),
      h(
        "fieldset",
        {},
        h("legend", {}, "The table"),
        h("div", { class: "sim-fields" }, h("label", {}, "Strategy", play), labelled(TABLE)),
      ),
      h(
        "fieldset",
        {},
        h("legend", {}, "Wagers of each seat (leave empty for no wager)"),
        h(
          "div",
          { class: "sim-fields" },
          stakes.map(([wager, field]) => h("label", {}, wager.name, field)),
        ),
      ),
      h(
        "fieldset",
        {},
        h("legend", {}, "Questions"),
        h(
          "div",
          { class: "sim-questions" },
          asked.map((one) => one.shown),
        ),
      ),
      h("div", { class: "row" }, start),
    ),
    result,
  );

  async function run() {
    const said = h("p", { class: "empty", role: "status" }, "One moment ...");
    start.disabled = true;
    show(result, said);
    try {
      const wanted = whatIsAsked(
        form,
        stakes,
        play.value,
        fields,
        asked.filter((one) => one.box.checked).map((one) => one.name),
      );
      const told = await slowAnswer({ ask: "simulate", text: chosen.text, simulation: wanted }, (words) => {
        said.textContent = words.replace("Counting every deal", "Dealing");
      });
      if (said.isConnected) show(result, answers(chosen, told));
    } catch (refusal) {
      show(result, h("p", { class: "notice bad" }, sentenceOf(refusal)));
    }
    start.disabled = false;
  }
}

/**
 * One question: a checkbox, what the question is about, and its input fields while it is selected.
 * @param {string} name
 * @param {Page.SimulationForm} form
 * @param {Page.Chosen} chosen
 * @param {Page.Child} fields
 */
function question(name, form, { rulebook }, fields) {
  const why = whyNot(name, form);
  const figures = h("div", { class: "sim-fields", hidden: true }, fields);
  const box = h("input", {
    type: "checkbox",
    disabled: Boolean(why),
    onchange: () => {
      figures.hidden = !box.checked;
    },
  });
  box.checked = !why && ["hold", "session", "shift"].includes(name);
  figures.hidden = !box.checked;
  const shown = h(
    "div",
    { class: "sim-question" },
    h("label", { class: "inline" }, box, h("strong", {}, QUESTIONS[name].title)),
    h("p", { class: "small soft" }, why || QUESTIONS[name].asks, " ", why ? null : hint(name, form, rulebook)),
    figures,
  );
  return { name, box, shown };
}

/**
 * @param {string} name
 * @param {Page.SimulationForm} form
 */
function whyNot(name, form) {
  if (name === "jackpot" && !form.meters.length) return "This table has no progressive meter.";
  if (name === "limit" && !form.limit) return "This table's rulebook has no payout limit.";
  return "";
}

/**
 * @param {string} name
 * @param {Page.SimulationForm} form
 * @param {string} rulebook
 */
function hint(name, form, rulebook) {
  if (name === "jackpot") return `Needs a wager on ${feeding(form).join(" or ")}.`;
  if (name !== "limit" || !form.limit) return null;
  const inForce =
    form.limit.in_force === null
      ? "This table has none: enter one."
      : `This table's limit is ${dollars(form.limit.in_force)}; leave the field empty to use it.`;
  return [`${form.limit.says} ${inForce} `, cite(rulebook, form.limit.cite.split(", ")[0])];
}

/** @param {Page.SimulationForm} form */
function feeding(form) {
  const fed = new Set(form.meters.flatMap((meter) => meter.wagers));
  return form.wagers.filter((wager) => fed.has(wager.id)).map((wager) => wager.name);
}

/** @param {Page.SimulationForm["wagers"][number]} wager */
function stake(wager) {
  const value = wager.kind === "opening" ? dollars(wager.minimum) : "";
  if (!wager.amounts.length)
    return h("input", { inputmode: "decimal", size: 8, value, placeholder: `${dollars(wager.minimum)} or more` });
  return h(
    "select",
    {},
    h("option", { value: "" }, "no wager"),
    wager.amounts.map((cents) => h("option", { value: dollars(cents) }, dollars(cents))),
  );
}

// --- What is sent -------------------------------------------------------------------------------------------

/**
 * @param {Page.SimulationForm} form
 * @param {Stakes} stakes
 * @param {string} play
 * @param {Map<string, HTMLInputElement>} fields
 * @param {string[]} ask
 */
function whatIsAsked(form, stakes, play, fields, ask) {
  if (!ask.length) throw new Error("Choose at least one question.");
  const wagers = stakes
    .filter(([, field]) => field.value.trim())
    .map(([wager, field]) => /** @type {[string, number]} */ ([wager.id, money(field.value, wager.name)]));
  if (
    ask.includes("jackpot") &&
    !form.meters.some((meter) => meter.wagers.some((id) => wagers.some(([made]) => made === id)))
  ) {
    throw new Error(
      `No seat wagers on a meter, so no meter could be won. Enter an amount for ${feeding(form).join(" or ")}.`,
    );
  }
  const keys = [...TABLE, ...ask.flatMap((name) => FIGURES[name])].map(([key, label]) => [
    key,
    label,
    fields.get(key)?.value.trim() ?? "",
  ]);
  const figures = keys
    .filter(([key, , text]) => key !== "limit" || text)
    .map(([key, label, text]) => [key, figure(key, label, text)]);
  return { wagers, play, ask, ...Object.fromEntries(figures) };
}

/**
 * @param {string} key
 * @param {string} label
 * @param {string} text
 */
function figure(key, label, text) {
  if (MONEY[key]) return money(text, MONEY[key]);
  if (key !== "tables") return whole(text, label);
  const found = text.split(/[,;\s]+/).filter(Boolean);
  if (!found.length || found.some((one) => !/^[1-9]\d*$/.test(one)))
    throw new Error("Enter numbers of tables from 1 to 1000, separated by commas, such as 1, 5, 20.");
  return found.map(Number);
}

/**
 * @param {string} text
 * @param {string} what
 */
function money(text, what) {
  const cents = parseDollars(text);
  if (!cents) throw new Error(`Enter an amount for ${what}, such as 5, ${exact(1250)} or ${dollars(120000)}.`);
  return cents;
}

/**
 * @param {string} text
 * @param {string} label
 */
function whole(text, label) {
  const plain = text.replaceAll(/[, _]/g, "");
  if (!/^\d+$/.test(plain)) throw new Error(`Enter a whole number for ${label}, such as 1,000.`);
  return Number(plain);
}
