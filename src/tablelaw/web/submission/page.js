// The editor: a draft, its form, and the findings after every change.
import { get, me, post, sentenceOf, tablePath } from "/web/lib/api.js";
import { byId, h, redraw, show, toast } from "/web/lib/dom.js";
import { frame } from "/web/lib/frame.js";
import { aside, besideSections } from "./findings.js";
import { drawForm } from "./form.js";
import { HoldsQuestion } from "./holds.js";

/** The editor of one draft. */
class SubmissionPage {
  constructor() {
    /** @type {Page.Editing} */
    this.state = {
      form: /** @type {any} */ (null),
      draft: {},
      text: "",
      findings: [],
      beside: [],
      holds: null,
      said: "",
    };
    this.holds = new HoldsQuestion();
    this.waiting = 0;
    this.asked = 0;
    this.taken = 0;
  }

  async start() {
    const [{ rulebooks }, lobby] = await Promise.all([get("/api/submission/rulebooks"), get("/api/lobby")]);
    /** @type {HTMLSelectElement} */
    const book = h(
      "select",
      { "data-key": "book", onchange: () => this.take({ rulebook: book.value }, book) },
      rulebooks.map((one) =>
        h(
          "option",
          { value: one.rulebook },
          `${one.game}, ${one.jurisdiction}${one.status === "in force" ? "" : ` (${one.status})`}`,
        ),
      ),
    );
    const mayRead = ["floor", "auditor", "administrator"].includes(me().role);
    /** @type {HTMLSelectElement} */
    const table = h(
      "select",
      {
        onchange: async () =>
          table.value && this.take({ text: (await get(`${tablePath(table.value)}/submission`)).text }, book),
      },
      h("option", { value: "" }, "choose a table"),
      lobby.tables.map((one) => h("option", { value: one.table }, `${one.table}: ${one.game}`)),
    );
    /** @type {HTMLInputElement} */
    const file = h("input", {
      type: "file",
      accept: ".toml,text/plain",
      onchange: async () => {
        const given = file.files?.[0];
        if (given) await this.take({ text: await given.text() }, book);
      },
    });
    show(
      byId("start"),
      h("label", {}, "New submission for", book),
      mayRead ? h("label", {}, "or copy from table", table) : null,
      h("label", {}, "or load a file", file),
    );
    const wished = new URLSearchParams(location.search).get("rulebook") ?? rulebooks[0].rulebook;
    await this.take(
      { rulebook: rulebooks.find((one) => one.rulebook === wished)?.rulebook ?? rulebooks[0].rulebook },
      book,
    );
  }

  // Checks the draft shortly after a change, so that not every keystroke sends a request.
  changed() {
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => this.check(), 250);
  }

  async check() {
    const mine = (this.asked += 1);
    try {
      const told = await post("/api/submission/check", {
        draft: { ...this.state.draft, rulebook: this.state.form.rulebook },
      });
      if (mine === this.asked) this.heed(told);
    } catch (refusal) {
      toast(sentenceOf(refusal), "bad");
    }
  }

  /** @param {Api.CheckedDraft} told */
  heed(told) {
    Object.assign(this.state, { text: told.text, findings: told.findings, beside: told.beside });
    this.draw();
    this.holds.ask(this.state, () => this.draw());
  }

  draw() {
    besideSections(byId("form"), this.state);
    redraw(byId("aside"), aside(this.state));
  }

  /**
   * The last choice is the one edited, whichever answer arrives first.
   * @param {Api.DraftInput} given
   * @param {HTMLSelectElement} book shows whose rulebook it is.
   */
  async take(given, book) {
    const mine = (this.taken += 1);
    try {
      const told = await post("/api/submission/check", given);
      const form =
        this.state.form?.rulebook === told.rulebook
          ? this.state.form
          : await get(`/api/submission/forms/${told.rulebook}`);
      if (mine !== this.taken) return;
      this.state.form = form;
      book.value = told.rulebook;
      Object.assign(this.state, { draft: told.draft, holds: null });
      show(
        byId("form"),
        drawForm(this.state, () => this.changed()),
      );
      this.heed(told);
    } catch (refusal) {
      toast(sentenceOf(refusal), "bad");
    }
  }
}

await frame("Rules Submission");
await new SubmissionPage().start();
