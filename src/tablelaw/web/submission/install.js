// Installs a submission that passes on this floor. The button that gives the order names the table and its tray.
import { me, order, sentenceOf } from "/web/lib/api.js";
import { ask } from "/web/lib/dialog.js";
import { h } from "/web/lib/dom.js";
import { dollars, parseDollars } from "/web/lib/format.js";

const TRAY_CENTS = 5_000_000;

/**
 * For administrators: the button, or why the draft cannot be installed as it is.
 * @param {Page.Editing} state
 * @param {() => void} done
 */
export function installing(state, done) {
  if (me().role !== "administrator") return null;
  const against = reasons(state);
  return h(
    "section",
    { class: "panel stack", "aria-label": "Install on this floor" },
    h("h2", {}, "Install on this floor"),
    against.length
      ? against.map((words) => h("p", { class: "small" }, words))
      : h("p", { class: "small soft" }, "The table is closed until a dealer brings decks to it."),
    h(
      "div",
      {},
      h(
        "button",
        {
          type: "button",
          "data-key": "install",
          disabled: against.length > 0 || !state.isChecked,
          onclick: () => confirm(String(state.draft.table), state.text, done),
        },
        "Install this table",
      ),
    ),
  );
}

/**
 * Why a draft cannot be installed here.
 * @param {Page.Editing} state
 */
function reasons(state) {
  const { property, table } = state.draft;
  const against = [];
  if (state.findings.length || state.beside.length) against.push("Every check must pass first.");
  if (property !== me().property) against.push(`This floor is ${me().property}. Enter that name as the property.`);
  if (state.tables.includes(String(table)))
    against.push(`${table} is already on this floor. Choose another name for the table.`);
  return against;
}

/**
 * @param {string} table
 * @param {string} text
 * @param {() => void} done
 */
function confirm(table, text, done) {
  const tray = h("input", { inputmode: "decimal", required: true, value: dollars(TRAY_CENTS), oninput: named });
  const physical = h("input", { type: "checkbox" });
  const said = h("p", { role: "status" });
  named();
  ask(
    `Install ${table}`,
    [
      h("label", {}, "Chips for the tray", tray),
      h("label", { class: "inline" }, physical, "Real cards (the dealer enters each one)"),
      said,
    ],
    `Install ${table}`,
    async (tell) => {
      const cents = parseDollars(tray.value);
      if (!cents) {
        tell(`Enter an amount such as 50000 or ${dollars(TRAY_CENTS)}.`);
        return false;
      }
      try {
        await order({ type: "InstallTable", submission: text, tray_cents: cents, physical: physical.checked });
      } catch (refusal) {
        tell(sentenceOf(refusal));
        return false;
      }
      done();
      return true;
    },
  );

  function named() {
    const cents = parseDollars(tray.value);
    said.textContent = cents
      ? `${table} is installed with ${dollars(cents)} in its tray, from the cage.`
      : "Enter what the tray holds.";
  }
}
