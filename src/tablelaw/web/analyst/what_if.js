// What if: every choice with the house edge of each of its values; changing some shows the effect on the whole sheet.
import { get, post, sentenceOf } from "/web/lib/api.js";
import { h, show } from "/web/lib/dom.js";
import { cite } from "/web/lib/cites.js";
import { percent } from "/web/lib/format.js";
import { slowAnswer } from "/web/lib/slow_questions.js";
import { differences } from "./compare.js";

/**
 * @param {HTMLElement} panel
 * @param {Page.Chosen} chosen
 */
export async function whatIf(panel, chosen) {
  show(panel, h("p", { class: "empty", role: "status" }, "One moment ..."));
  try {
    const base = await post("/api/submission/check", { text: chosen.text });
    const form = await get(`/api/submission/forms/${base.rulebook}`);
    draw(panel, chosen, base, form);
  } catch (refusal) {
    show(panel, h("p", { class: "notice bad" }, sentenceOf(refusal)));
  }
}

/**
 * @param {HTMLElement} panel
 * @param {Page.Chosen} chosen
 * @param {Api.CheckedDraft} base
 * @param {Api.Form} form
 */
function draw(panel, chosen, base, form) {
  /** @type {Map<string, [part: string, name: string, value: string]>} */
  const changes = new Map();
  const said = h("p", { class: "soft", role: "status" }, "");
  const list = h("div", { class: "stack" });
  const result = h("div", { class: "stack", "aria-live": "polite" });
  show(
    panel,
    h(
      "div",
      { class: "what-if" },
      h("section", { class: "panel stack", "aria-label": "Choices" }, h("h2", {}, "Other choices"), said, list),
      h(
        "section",
        { class: "panel stack", tabindex: 0, "aria-label": "What changes" },
        h("h2", {}, "What changes"),
        result,
      ),
    ),
  );
  show(
    result,
    h(
      "p",
      { class: "soft" },
      "Nothing has been changed yet. Choose another value on the left: the figures beside each value are the house edges it would give.",
    ),
  );
  slowAnswer({ ask: "alternatives", text: chosen.text }, (words) => {
    said.textContent = words;
  }).then(
    (told) => {
      said.textContent = "";
      show(list, groups(told.choices, form, base.rulebook, change));
    },
    (refusal) => show(list, h("p", { class: "notice bad" }, sentenceOf(refusal))),
  );

  /**
   * @param {string} part
   * @param {string} name
   * @param {string} value
   * @param {boolean} isFiled
   */
  async function change(part, name, value, isFiled) {
    if (isFiled) changes.delete(`${part} ${name}`);
    else changes.set(`${part} ${name}`, [part, name, value]);
    if (!changes.size) return show(result, h("p", { class: "soft" }, "As filed."));
    const asked = [...changes.values()];
    const waiting = h("p", { class: "soft", role: "status" }, "One moment ...");
    show(result, waiting);
    try {
      const other = await post("/api/submission/check", { draft: changed(base.draft, asked) });
      if (other.findings.length)
        return show(
          result,
          h(
            "p",
            { class: "notice bad" },
            `These choices cannot be combined. ${other.findings[0].what}. Accepted: ${other.findings[0].satisfy}.`,
          ),
        );
      const told = await slowAnswer({ ask: "compare", text: chosen.text, other: other.text }, (words) => {
        waiting.textContent = words;
      });
      if (waiting.isConnected) show(result, differences(told, ["as filed", "what if"], true));
    } catch (refusal) {
      show(result, h("p", { class: "notice bad" }, sentenceOf(refusal)));
    }
    return undefined;
  }
}

/**
 * The draft with some choices changed.
 * @param {Page.Draft} draft
 * @param {[part: string, name: string, value: string][]} changes
 */
function changed(draft, changes) {
  const made = structuredClone(draft);
  for (const [part, name, value] of changes) made[part] = { ...made[part], [name]: value };
  return made;
}

/**
 * @param {Page.Holds[]} rows
 * @param {Api.Form} form
 * @param {string} rulebook
 * @param {(part: string, name: string, value: string, isFiled: boolean) => void} change
 */
function groups(rows, form, rulebook, change) {
  const names = [...new Set(rows.map((row) => `${row.part} ${row.name}`))];
  return names.map((key) => {
    const values = rows.filter((row) => `${row.part} ${row.name}` === key);
    const [first] = values;
    const field = described(form, first);
    const bears = values.some((row) => row.holds.length);
    return h(
      "div",
      { class: "choice", role: "group", "aria-label": field.label },
      h("h3", {}, field.label, " ", cite(rulebook, field.cite.split(", ")[0])),
      first.is_offered
        ? null
        : h("p", { class: "small soft" }, "Not offered at this table; these would be the figures if it were."),
      bears
        ? null
        : h(
            "p",
            { class: "small soft" },
            "Does not change any house edge: a round may go differently, but the average result is the same.",
          ),
      values.map((row) => option(key, row, first.is_offered, change)),
    );
  });
}

/**
 * @param {string} key
 * @param {Page.Holds} row
 * @param {boolean} isOffered
 * @param {(part: string, name: string, value: string, isFiled: boolean) => void} change
 */
function option(key, row, isOffered, change) {
  return h(
    "label",
    { class: "value" },
    h(
      "span",
      { class: "row" },
      h("input", {
        type: "radio",
        name: key,
        checked: row.is_filed,
        disabled: !isOffered,
        onchange: () => change(row.part, row.name, row.value, row.is_filed),
      }),
      h("strong", {}, row.value),
      row.is_filed ? h("span", { class: "tag" }, "filed") : null,
    ),
    h(
      "span",
      { class: "holds" },
      row.holds.map((one) =>
        h("span", { class: "number", title: `exactly ${one.exact}` }, `${one.name} ${percent(one.hold)}`),
      ),
    ),
  );
}

/**
 * @param {Api.Form} form
 * @param {Page.Holds} row
 */
function described(form, row) {
  const field = [...form.options, ...form.readings].find((one) => one.key === row.name);
  if (field) return field;
  const table = form.tables.find((one) => one.id === row.name);
  return { label: table?.title ?? row.name, cite: table?.cite ?? "" };
}
