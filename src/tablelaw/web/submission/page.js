// The editor: a draft, its form, and the findings after every change.
import { get, me, post, sentenceOf, tablePath } from "/web/lib/api.js";
import { byId, h, redraw, show, toast } from "/web/lib/dom.js";
import { dayTime } from "/web/lib/format.js";
import { frame } from "/web/lib/frame.js";
import { aside, besideSections } from "./beside_the_form.js";
import { drawForm } from "./form.js";
import { HoldsQuestion } from "./holds.js";
import { forget, keep, kept } from "./kept_draft.js";

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
      isChecked: false,
      tables: [],
      sign: "",
      holds: null,
      said: "",
    };
    this.holds = new HoldsQuestion();
    this.waiting = 0;
    this.asked = 0;
    this.taken = 0;
    this.isKept = true;
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
    this.state.tables = lobby.tables.map((one) => one.table);
    const wished = new URLSearchParams(location.search).get("rulebook");
    const known = rulebooks.map((one) => one.rulebook);
    const before = kept();
    if (!wished && before && known.includes(before.rulebook)) return this.restore(before, book);
    return this.take({ rulebook: known.find((one) => one === wished) ?? known[0] }, book);
  }

  /**
   * Takes up the draft that was left, and says so.
   * @param {import("./kept_draft.js").Kept} before
   * @param {HTMLSelectElement} book
   */
  async restore(before, book) {
    await this.take({ draft: { ...before.draft, rulebook: before.rulebook } }, book);
    const again = h("button", { type: "button", onclick: () => this.startOver(book) }, "Start over");
    show(
      byId("kept"),
      h("p", {}, `Your draft of ${before.draft.table ?? "a table"} from ${dayTime(before.at / 1000)} is restored.`),
      again,
    );
    byId("kept").hidden = false;
  }

  /** @param {HTMLSelectElement} book */
  async startOver(book) {
    forget();
    byId("kept").hidden = true;
    await this.take({ rulebook: book.value }, book);
  }

  // Checks the draft shortly after a change, so that not every keystroke sends a request. Until the answer, the text of
  // the file is that of an earlier draft: it can be neither installed nor downloaded, and older answers are ignored.
  changed() {
    this.asked += 1;
    this.state.isChecked = false;
    this.draw();
    this.isKept = keep(this.state.form.rulebook, this.state.draft);
    byId("keeping").textContent = this.isKept
      ? "Saved in this browser as you type."
      : "This browser cannot keep the draft. Download the file to save your work.";
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => this.check(), 250);
  }

  async check() {
    const mine = (this.asked += 1);
    try {
      const told = await post("/api/submission/check", {
        draft: { ...this.state.draft, rulebook: this.state.form.rulebook },
        sign: true,
      });
      if (mine === this.asked) this.heed(told);
    } catch (refusal) {
      toast(sentenceOf(refusal), "bad");
    }
  }

  /** @param {Api.CheckedDraft} told */
  heed(told) {
    const { text, findings, beside, sign } = told;
    Object.assign(this.state, { text, findings, beside, sign, isChecked: true });
    this.draw();
    this.holds.ask(this.state, () => this.draw());
  }

  draw() {
    besideSections(byId("form"), this.state);
    redraw(
      byId("aside"),
      aside(this.state, () => this.installed()),
    );
  }

  installed() {
    const table = String(this.state.draft.table);
    forget();
    this.state.tables.push(table);
    toast(`${table} is installed. A dealer opens it by bringing decks.`);
    this.draw();
  }

  /**
   * The last choice is the one edited, whichever answer arrives first.
   * @param {Api.DraftInput} given
   * @param {HTMLSelectElement} book shows whose rulebook it is.
   */
  async take(given, book) {
    const mine = (this.taken += 1);
    try {
      const told = await post("/api/submission/check", { ...given, sign: true });
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
