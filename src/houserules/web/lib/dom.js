// Building pages: h("p", {class: "soft"}, "text", child) makes an element; s(...) one of SVG.
const SVG = "http://www.w3.org/2000/svg";

export function h(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

export function s(tag, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on") && typeof value === "function") element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

// Puts new children in place of the old. What a person was doing stays: the focus and what is typed there, and what is
// folded open, each found again by its data-key (and its place among those of the same key).
export function show(parent, ...children) {
  const active = parent.contains(document.activeElement) ? document.activeElement : null;
  const same = active?.dataset?.key ? `[data-key="${CSS.escape(active.dataset.key)}"]` : "";
  const place = same ? [...parent.querySelectorAll(same)].indexOf(active) : -1;
  const open = new Map([...parent.querySelectorAll("details[data-key]")].map((fold) => [fold.dataset.key, fold.open]));
  parent.replaceChildren(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  for (const fold of parent.querySelectorAll("details[data-key]")) fold.open = open.get(fold.dataset.key) ?? fold.open;
  if (same) goOn(parent.querySelectorAll(same)[place] ?? parent.querySelector(same), active);
}

function goOn(found, before) {
  if (!found) return;
  if (["text", "number", "date", "textarea"].includes(before.type) && found.type === before.type) {
    found.value = before.value;
    if (found.type === "text") found.setSelectionRange(before.selectionStart, before.selectionEnd);
  }
  found.focus();
}

export function byId(id) {
  return document.getElementById(id);
}

let toasts;

// A short word in the corner, read out by screen readers.
export function toast(text, kind = "") {
  if (!toasts) {
    toasts = h("div", { class: "toasts", role: "status", "aria-live": "polite" });
    document.body.append(toasts);
  }
  const note = h("div", { class: `toast ${kind}` }, text);
  toasts.append(note);
  setTimeout(() => note.remove(), 7000);
}
