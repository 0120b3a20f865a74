// Simulation: a table dealt a few million times, what came of it beside what is exact, sessions and shifts.
import { h, show } from "/web/lib/dom.js";
import { dollars, parseDollars } from "/web/lib/money.js";
import { save } from "/web/lib/save.js";
import { worked } from "/web/lib/workshop.js";

const SAYS = {
  hold: "What the house held on each wager, with the interval that holds 95 of 100 such runs, beside the exact value. z is the distance in standard errors: beyond 3 would be a surprise.",
  session: "Players who come with a bankroll and stay for so many rounds: how they leave.",
  shift: "What the table wins in eight hours.",
};
const TITLES = { hold: "Hold beside the exact value", session: "Sessions", shift: "Table win in a shift" };

export async function simulation(panel, { name, text }) {
  const said = h("p", { class: "empty", role: "status" }, "One moment ...");
  show(panel, said);
  try {
    const form = await worked({ ask: "simulation-form", text }, () => {});
    if (said.isConnected) draw(panel, name, text, form);
  } catch (refusal) {
    show(panel, h("p", { class: "notice bad" }, refusal.sentence));
  }
}

// --- The form -----------------------------------------------------------------------------------------------

function draw(panel, name, text, form) {
  const result = h("div", { class: "stack", "aria-live": "polite" });
  const stakes = form.wagers.map((wager) => [wager, stake(wager)]);
  const play = h("select", {}, form.plays.map((one) => h("option", { value: one }, one === "best" ? "best play" : one)));
  const figures = Object.fromEntries(FIGURES.map(([key, , value]) => [key, h("input", { inputmode: "decimal", size: 9, value })]));
  const start = h("button", { class: "primary" }, "Deal");
  show(panel, h("form", { class: "panel stack", "aria-label": "What is dealt", onsubmit: (event) => { event.preventDefault(); run(); } },
    h("p", { class: "soft" }, `Deals ${name} again and again by the same rules as the tables, from a seed: the same seed gives the same figures. All seats play alike. Up to 5,000,000 rounds over all seats; the command houserules simulate deals as many as you like.`),
    h("div", { class: "sim-fields" }, h("label", {}, "How they play", play), FIGURES.map(([key, label]) => h("label", {}, label, figures[key]))),
    h("fieldset", {}, h("legend", {}, "Wagers of each seat (empty: not made)"), h("div", { class: "sim-fields" }, stakes.map(([wager, field]) => h("label", {}, wager.name, field)))),
    h("div", { class: "row" }, start)), result);

  async function run() {
    const said = h("p", { class: "empty", role: "status" }, "One moment ...");
    start.disabled = true;
    show(result, said);
    try {
      const told = await worked({ ask: "simulate", text, simulation: asked(stakes, play.value, figures) }, (words) => { said.textContent = words.replace("Counting every deal", "Dealing"); });
      if (said.isConnected) show(result, answers(name, told));
    } catch (refusal) {
      show(result, h("p", { class: "notice bad" }, refusal.sentence ?? String(refusal.message)));
    }
    start.disabled = false;
  }
}

const FIGURES = [
  ["seats", "Seats", "1"], ["mistakes_percent", "Mistakes in 100", "0"], ["rounds", "Rounds", "1,000,000"], ["seed", "Seed", "1"],
  ["session_rounds", "Rounds of a session", "200"], ["bankroll", "Bankroll of a session", "$300"], ["sessions", "Sessions", "2,000"],
  ["rounds_an_hour", "Rounds an hour", "40"], ["shifts", "Shifts of 8 hours", "1,000"],
];

function stake(wager) {
  const value = wager.kind === "opening" ? dollars(wager.minimum) : "";
  if (!wager.amounts.length) return h("input", { inputmode: "decimal", size: 8, value, placeholder: `${dollars(wager.minimum)} or more` });
  return h("select", {}, h("option", { value: "" }, "not made"), wager.amounts.map((cents) => h("option", { value: dollars(cents) }, dollars(cents))));
}

function asked(stakes, play, figures) {
  const wagers = stakes.filter(([, field]) => field.value.trim()).map(([wager, field]) => [wager.id, money(field.value, wager.name)]);
  const numbers = Object.entries(figures).map(([key, field]) => [key, key === "bankroll" ? money(field.value, "the bankroll") : whole(field.value, key)]);
  return { wagers, play, ...Object.fromEntries(numbers) };
}

function money(text, what) {
  const cents = parseDollars(text);
  if (!cents) throw new Error(`${text} is no sum for ${what}. Accepted: 5, 12.50 or $1,200.`);
  return cents;
}

function whole(text, what) {
  const plain = text.replaceAll(/[, _]/g, "");
  if (!/^\d+$/.test(plain)) throw new Error(`${text} is no number of ${what.replaceAll("_", " ")}. Accepted: whole numbers such as 1,000.`);
  return Number(plain);
}

// --- What came of it ------------------------------------------------------------------------------------------

function answers(name, told) {
  const file = `simulation-${name.replaceAll(/[^\w-]+/g, "-")}`;
  return [h("div", { class: "row" },
    h("button", { type: "button", onclick: () => save(`${file}.json`, JSON.stringify(told.answers.map(({ picture, shown, tables, ...facts }) => facts), null, 1), "application/json") }, "Download JSON"),
    h("button", { type: "button", onclick: () => save(`${file}.toml`, told.study, "application/toml") }, "Download the study")),
  told.answers.map((answer) => one(file, answer))];
}

function one(file, answer) {
  return h("section", { class: "panel stack", "aria-label": TITLES[answer.question] },
    h("h2", {}, TITLES[answer.question]), h("p", { class: "soft" }, SAYS[answer.question]),
    h("div", { class: "sim-answer" }, h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": `Figures: ${TITLES[answer.question]}` }, table(answer.shown)),
      h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": `Picture: ${TITLES[answer.question]}` }, h("img", { class: "sim-picture", alt: `${TITLES[answer.question]}: ${answer.title}`, src: `data:image/svg+xml;charset=utf-8,${encodeURIComponent(answer.picture)}` }))),
    h("div", { class: "row" }, Object.entries(answer.tables).map(([title, rows]) => h("button", { type: "button", onclick: () => save(`${file}-${title}.csv`, csv(rows), "text/csv") }, `Download ${title}.csv`)),
      h("span", { class: "small soft" }, answer.title)));
}

function table(rows) {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const isNumber = (column) => rows.every((row) => !row[column] || /^[-+$(]?[\d.]/.test(String(row[column])));
  return h("table", {}, h("thead", {}, h("tr", {}, columns.map((column) => h("th", { class: isNumber(column) ? "number" : "" }, column.trim())))),
    h("tbody", {}, rows.map((row) => h("tr", {}, columns.map((column) => h("td", { class: isNumber(column) ? "number" : "" }, String(row[column] ?? "")))))));
}

function csv(rows) {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const cell = (value) => (/[",\n]/.test(String(value ?? "")) ? `"${String(value).replaceAll('"', '""')}"` : String(value ?? ""));
  return [columns, ...rows.map((row) => columns.map((column) => row[column]))].map((row) => row.map(cell).join(",")).join("\n");
}
