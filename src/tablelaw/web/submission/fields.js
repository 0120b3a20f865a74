// One field: a line of the file, with its accepted values and the paragraph it comes from.
import { h, redraw } from "/web/lib/dom.js";
import { cite } from "/web/lib/cites.js";
import { currencySymbol, withSymbol } from "/web/lib/format.js";

/**
 * The value of a field in the draft.
 * @param {Page.Editing} state
 * @param {{ part: string; key: string }} field
 */
export function read(state, { part, key }) {
  return place(state.draft, part)?.[key];
}

/**
 * @param {Page.Editing} state
 * @param {{ part: string; key: string }} field
 * @param {any} value
 */
export function write(state, { part, key }, value) {
  const inside = place(state.draft, part, true);
  if (value === "" || value === undefined) delete inside[key];
  else inside[key] = value;
}

/**
 * @param {Page.Draft} draft
 * @param {string} part
 * @param {boolean} make
 */
function place(draft, part, make = false) {
  if (!part) return draft;
  return part.split(".").reduce((at, name) => {
    if (at && make && (typeof at[name] !== "object" || at[name] === null)) at[name] = {};
    return at?.[name];
  }, draft);
}

/**
 * @param {Page.Editing} state
 * @param {Api.Field} one
 * @param {(field?: unknown, value?: unknown) => void} changed
 */
export function field(state, one, changed) {
  const note = h("span", { class: "small soft" });
  const input = KINDS[one.kind](one, read(state, one), (value) => {
    write(state, one, value);
    explain();
    changed(one, value);
  });
  input.setAttribute("data-key", `${one.part} ${one.key}`);
  explain();
  return h(
    "div",
    { class: "field" },
    h("label", {}, h("span", {}, one.label, one.is_optional ? h("span", { class: "soft" }, " (optional)") : ""), input),
    note,
    h("span", { class: "holds-here", "data-holds": `${one.part} ${one.key}` }),
  );

  function explain() {
    const chosen = one.values.find((value) => value.value === String(read(state, one)));
    redraw(
      note,
      one.says ? `${one.says} ` : "",
      chosen?.says ? h("strong", {}, `${chosen.says} `) : "",
      paragraphs(state, chosen?.cite || one.cite),
    );
  }
}

/**
 * @param {Page.Editing} state
 * @param {string} cites
 */
function paragraphs(state, cites) {
  return (cites ? cites.split(", ") : []).map((paragraph) => [cite(state.form.rulebook, paragraph), " "]);
}

/** @typedef {(one: Api.Field, value: any, put: (value: any) => void) => HTMLElement} Kind */

/** @type {Record<string, Kind>} */
const KINDS = {
  text: (one, value, put) => h("input", { value: value ?? "", oninput: (event) => put(event.target.value) }),
  words: (one, value, put) =>
    h("input", {
      value: (value ?? []).join(", "),
      placeholder: "blue, red",
      oninput: (event) =>
        put(
          event.target.value
            .split(",")
            .map((word) => word.trim())
            .filter(Boolean),
        ),
    }),
  money: (one, value, put) =>
    unit(value, put, (text) => (/^[\d.,\s]+$/.test(text) ? withSymbol(text) : text), currencySymbol()),
  percent: (one, value, put) => unit(value, put, (text) => (/^[\d.]+$/.test(text) ? `${text}%` : text), "%"),
  number: (one, value, put) =>
    h("input", {
      type: "number",
      min: one.least,
      max: one.most,
      value: value ?? "",
      oninput: (event) => put(event.target.value === "" ? "" : Number(event.target.value)),
    }),
  choice: (one, value, put) =>
    h("select", { onchange: (event) => put(event.target.value) }, [
      one.values.some((known) => known.value === String(value))
        ? null
        : h("option", { value: "", selected: true }, value === undefined ? "choose" : String(value)),
      one.values.map((known) =>
        h("option", { value: known.value, selected: known.value === String(value) }, known.label),
      ),
    ]),
};

/**
 * An amount or a percentage: "5" is written as "$5", "20" as "20%".
 * @param {any} value
 * @param {(value: string) => void} put
 * @param {(text: string) => string} written
 * @param {string} placeholder
 */
function unit(value, put, written, placeholder) {
  /** @type {HTMLInputElement} */
  const input = h("input", {
    value: value ?? "",
    inputmode: "decimal",
    placeholder,
    oninput: () => put(written(input.value.trim())),
    onblur: () => {
      input.value = written(input.value.trim());
    },
  });
  return input;
}
