// Building pages: h("p", {class: "soft"}, "text", child) makes an element; s(...) one of SVG.
// show(parent, ...) puts new elements there; redraw(parent, ...) changes what is there and keeps its elements.
import { listen } from "./event_handlers.js";
import { drawnOpen, keepFocus, nodes } from "./redraw.js";

export { redraw } from "./redraw.js";
export { toast } from "./toast.js";

/** @typedef {import("./event_handlers.js").Act} Act */

const SVG = "http://www.w3.org/2000/svg";

/**
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Page.Attributes<HTMLElementTagNameMap[Tag]>} attributes
 * @param {...Page.Child} children
 */
export function h(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/**
 * @template {keyof SVGElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Page.Attributes<SVGElementTagNameMap[Tag]>} attributes
 * @param {...Page.Child} children
 */
export function s(tag, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

/**
 * @template {HTMLElement | SVGElement} Made
 * @param {Made} element
 * @param {Record<string, unknown>} attributes
 * @param {Page.Child[]} children
 */
function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on") && typeof value === "function")
      listen(element, name.slice(2), /** @type {Act} */ (value));
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  if (element instanceof HTMLDetailsElement) drawnOpen.set(element, element.open);
  element.append(...nodes(children));
  return element;
}

/**
 * Replaces the children, for a part that is drawn because its reader asked for it. A part that is drawn
 * again because the server sent something new uses redraw.
 * @param {HTMLElement} parent
 * @param {...Page.Child} children
 */
export function show(parent, ...children) {
  const open = new Map(folds(parent).map((fold) => [fold.dataset.key, fold.open]));
  keepFocus(parent, () => parent.replaceChildren(...nodes(children)));
  for (const fold of folds(parent)) fold.open = open.get(fold.dataset.key) ?? fold.open;
}

/** @param {HTMLElement} parent */
function folds(parent) {
  return [.../** @type {NodeListOf<HTMLDetailsElement>} */ (parent.querySelectorAll("details[data-key]"))];
}

/**
 * A field beside a control, in the same part of a form.
 * @param {Element} control
 * @param {string} selector
 */
export function fieldBeside(control, selector) {
  return /** @type {HTMLInputElement} */ (control.parentElement?.querySelector(selector));
}

/** @param {string} id */
export function byId(id) {
  return document.getElementById(id);
}

/**
 * A table's name as the name of a file: "T 1" becomes "T-1".
 * @param {unknown} table
 */
export function fileNameOf(table) {
  return String(table ?? "").replaceAll(/[^\w-]+/g, "-") || "table";
}

/**
 * Saves a file through the browser's downloads.
 * @param {string} name
 * @param {string} text
 * @param {string} type
 */
export function save(name, text, type) {
  const link = h("a", { href: URL.createObjectURL(new Blob([text], { type })), download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
