// Installs a table: its submission is loaded from a file or pasted, and checked before it is installed.
import { post, sentenceOf } from "/web/lib/api.js";
import { h, show, toast } from "/web/lib/dom.js";
import { cite } from "/web/lib/cites.js";
import { dollars, parseDollars } from "/web/lib/format.js";

/**
 * @param {HTMLElement} panel
 * @param {Api.PropertyView} view
 * @param {Page.GiveApproved} give
 */
export function install(panel, view, give) {
  let asked = 0;
  let waiting = 0;
  const text = h("textarea", { spellcheck: "false", "aria-describedby": "verdict", oninput: later });
  const file = h("input", {
    type: "file",
    accept: ".toml,text/plain",
    onchange: async () => {
      const given = file.files?.[0];
      if (given) {
        text.value = await given.text();
        check();
      }
    },
  });
  const tray = h("input", { inputmode: "decimal", placeholder: dollars(5000000), required: true });
  const physical = h("input", { type: "checkbox" });
  const verdict = h("div", { id: "verdict", class: "stack", "aria-live": "polite" });
  const button = h("button", { class: "primary", disabled: true }, "Install the table");
  show(
    panel,
    h(
      "section",
      { class: "panel", "aria-label": "Install a table" },
      h("h2", {}, "Install a table"),
      h(
        "p",
        { class: "small soft" },
        "A table is played under its Rules Submission. Create one in the ",
        h("a", { href: "/submission" }, "editor"),
        " or with ",
        h("code", {}, "tablelaw submission new"),
        ", then load it here.",
      ),
      h(
        "form",
        { class: "asking-form", onsubmit: submit },
        h("label", {}, "Submission file", file),
        h("label", {}, "or paste its text", text),
        verdict,
        h(
          "div",
          { class: "fields" },
          h("label", {}, "Chips for the tray", tray),
          h("label", { class: "inline wide" }, physical, "Real cards (the dealer enters each one)"),
        ),
        h("div", {}, button),
      ),
    ),
  );
  show(verdict, h("p", { class: "soft small" }, "Nothing to check yet."));

  function later() {
    clearTimeout(waiting);
    waiting = setTimeout(check, 300);
  }

  async function check() {
    const mine = (asked += 1);
    button.disabled = true;
    if (!text.value.trim()) return show(verdict, h("p", { class: "soft small" }, "Nothing to check yet."));
    try {
      const told = await post("/api/submission/check", { text: text.value });
      if (mine !== asked) return null;
      const against = findings(told, view);
      button.disabled = against.length > 0;
      return show(
        verdict,
        against.length ? against : h("p", { class: "notice good" }, `${told.draft.table} passes every check.`),
      );
    } catch (refusal) {
      return mine === asked ? show(verdict, h("p", { class: "notice bad" }, sentenceOf(refusal))) : null;
    }
  }

  /** @param {SubmitEvent} event */
  async function submit(event) {
    event.preventDefault();
    const cents = parseDollars(tray.value);
    if (!cents) return toast(`Enter an amount such as 50000 or ${dollars(5000000)}.`, "bad");
    const done = await give(
      { type: "InstallTable", submission: text.value, tray_cents: cents, physical: physical.checked },
      { done: "The table is installed. A dealer opens it by bringing decks." },
    );
    if (done) location.hash = "tables";
    return done;
  }
}

/**
 * Why a draft cannot be installed here: its own findings, conflicts with other tables, another property's name, a name in use.
 * @param {Api.CheckedDraft} told
 * @param {Api.PropertyView} view
 */
function findings(told, view) {
  const own = [...told.findings, ...told.beside].map((found) =>
    h(
      "div",
      { class: "notice bad" },
      h("strong", {}, `${found.where.replaceAll(/[[\]]/g, "").replace(".", ", ")}: `),
      `${found.what}.`,
      h(
        "div",
        { class: "small" },
        `Accepted: ${found.satisfy}. `,
        found.cite ? found.cite.split(", ").map((paragraph) => [cite(told.rulebook, paragraph), " "]) : "",
      ),
    ),
  );
  const { property, table } = told.draft;
  if (property && property !== view.property)
    own.push(
      h(
        "div",
        { class: "notice bad" },
        h("strong", {}, "property: "),
        `this submission belongs to ${property}.`,
        h("div", { class: "small" }, `Accepted: property = "${view.property}".`),
      ),
    );
  if (view.tables.some((row) => row.table === table))
    own.push(
      h(
        "div",
        { class: "notice bad" },
        h("strong", {}, "table: "),
        `${table} is already on the floor.`,
        h("div", { class: "small" }, "Accepted: another name, or remove the table first."),
      ),
    );
  return own;
}
