// The editor: a draft, its form, and what the check says of it after every change.
import { get, me, post } from "/web/lib/api.js";
import { byId, h, redraw, show, toast } from "/web/lib/dom.js";
import { shell } from "/web/lib/shell.js";
import { aside, besideSections } from "./findings.js";
import { drawForm } from "./form.js";
import { askHolds } from "./holds.js";

const state = { form: null, draft: {}, text: "", findings: [], beside: [], holds: null, said: "" };
let waiting = null;
let asked = 0;
let taken = 0;

await shell("Rules Submission");
await start();

async function start() {
  const [{ rulebooks }, lobby] = await Promise.all([get("/api/submission/rulebooks"), get("/api/lobby")]);
  const book = h("select", { "data-key": "book", onchange: () => take({ rulebook: book.value }) }, rulebooks.map((one) => h("option", { value: one.rulebook }, `${one.game}, ${one.jurisdiction}${one.status === "in force" ? "" : ` (${one.status})`}`)));
  const mayRead = ["floor", "auditor", "administrator"].includes(me().role);
  const table = h("select", { onchange: async () => table.value && take({ text: (await get(`/api/tables/${encodeURIComponent(table.value)}/submission`)).text }) },
    h("option", { value: "" }, "choose a table"), lobby.tables.map((one) => h("option", { value: one.table }, `${one.table}: ${one.game}`)));
  const file = h("input", { type: "file", accept: ".toml,text/plain", onchange: async () => file.files[0] && take({ text: await file.files[0].text() }) });
  show(byId("start"), h("label", {}, "A new one under", book), mayRead ? h("label", {}, "or as filed for", table) : null, h("label", {}, "or load a file", file));
  const wished = new URLSearchParams(location.search).get("rulebook") ?? "pa-653a";
  await take({ rulebook: rulebooks.find((one) => one.rulebook === wished)?.rulebook ?? rulebooks[0].rulebook });

  // What is chosen last is what is edited, whichever answer comes first.
  async function take(given) {
    const mine = (taken += 1);
    try {
      const told = await post("/api/submission/check", given);
      const form = state.form?.rulebook === told.rulebook ? state.form : await get(`/api/submission/forms/${told.rulebook}`);
      if (mine !== taken) return;
      state.form = form;
      book.value = told.rulebook;
      Object.assign(state, { draft: told.draft, holds: null });
      show(byId("form"), drawForm(state, changed));
      heed(told);
    } catch (refusal) {
      toast(refusal.sentence, "bad");
    }
  }
}

// Something was written: checked a moment later, so that every key does not ask.
function changed() {
  clearTimeout(waiting);
  waiting = setTimeout(check, 250);
}

async function check() {
  const mine = (asked += 1);
  try {
    const told = await post("/api/submission/check", { draft: { ...state.draft, rulebook: state.form.rulebook } });
    if (mine === asked) heed(told);
  } catch (refusal) {
    toast(refusal.sentence, "bad");
  }
}

function heed(told) {
  Object.assign(state, { text: told.text, findings: told.findings, beside: told.beside });
  draw();
  askHolds(state, draw);
}

function draw() {
  besideSections(byId("form"), state);
  redraw(byId("aside"), aside(state));
}
