// The analyst's page: a table's Rules Submission, its PAR sheet, best play, what-ifs, comparisons, simulations and
// seen cards.
import { get, me, sentenceOf, tablePath } from "/web/lib/api.js";
import { byId, h, show, toast } from "/web/lib/dom.js";
import { needs, frame } from "/web/lib/frame.js";
import { tabs } from "/web/lib/tabs.js";
import { chart } from "./best_play.js";
import { compareTab } from "./compare.js";
import { exposure } from "./exposure.js";
import { sheet } from "./par_sheet.js";
import { exercise } from "./seen_card_exercise.js";
import { simulation } from "./simulation.js";
import { whatIf } from "./what_if.js";

const chosen = { name: "", text: "", rulebook: "" };

await frame("Analyst");
if (needs(["auditor", "administrator", "floor"], byId("page"))) await start();

async function start() {
  const lobby = await get("/api/lobby");
  if (!lobby.tables.length)
    return show(
      byId("choose"),
      h(
        "p",
        { class: "empty" },
        "There are no tables on this floor. Load a Rules Submission from a file: ",
        fromFile(),
      ),
    );
  const wished = new URLSearchParams(location.search).get("table");
  const first = (lobby.tables.find((one) => one.table === wished) ?? lobby.tables[0]).table;
  /** @type {HTMLSelectElement} */
  const table = h(
    "select",
    { "data-key": "table", onchange: () => choose(table.value) },
    lobby.tables.map((one) =>
      h("option", { value: one.table, selected: one.table === first }, `${one.table}: ${one.game}`),
    ),
  );
  show(
    byId("choose"),
    h("label", {}, "The Rules Submission of a table", table),
    h("label", {}, "or a file", fromFile()),
    h(
      "p",
      { class: "small soft" },
      "Calculated in a separate process, so the tables never wait for it. ",
      me().role === "auditor" ? "" : "You can change anything here; nothing is filed.",
    ),
  );
  await choose(first);
}

/** @param {string} table */
async function choose(table) {
  try {
    const filed = await get(`${tablePath(table)}/submission`);
    take(table, filed.rulebook, filed.text);
  } catch (refusal) {
    toast(sentenceOf(refusal), "bad");
  }
}

function fromFile() {
  return h("input", {
    type: "file",
    accept: ".toml,text/plain",
    onchange: async (event) => {
      const file = event.target.files?.[0];
      if (!file) return;
      const text = await file.text();
      take(file.name, /^\s*rulebook\s*=\s*"([^"]+)"/m.exec(text)?.[1] ?? "", text);
    },
  });
}

/**
 * @param {string} name
 * @param {string} rulebook
 * @param {string} text
 */
function take(name, rulebook, text) {
  Object.assign(chosen, { name, rulebook, text });
  tabs(
    byId("tabs"),
    [
      ["sheet", "PAR sheet", (panel) => sheet(panel, chosen)],
      ["hands", "Best play", (panel) => chart(panel, chosen)],
      ["what-if", "What if", (panel) => whatIf(panel, chosen)],
      ["compare", "Compare", (panel) => compareTab(panel, chosen)],
      ["simulation", "Simulation", (panel) => simulation(panel, chosen)],
      ["exposure", "Exposure", (panel) => exposure(panel, chosen)],
      ["exercise", "Exercise", (panel) => exercise(panel, chosen)],
    ],
    "Sections",
  );
}
