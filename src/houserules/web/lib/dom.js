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
// folded open, each found again by its data-key (and its place among those of the same key). What had the focus and is
// gone, or cannot have it for a moment, leaves it to the parent, where that can have it: who uses the keyboard goes on
// from the same place.
export function show(parent, ...children) {
  const active = parent.contains(document.activeElement) ? document.activeElement : null;
  const wanted = active === parent ? lost.get(parent) : active && keyOf(parent, active);
  lost.delete(parent);
  const open = new Map([...parent.querySelectorAll("details[data-key]")].map((fold) => [fold.dataset.key, fold.open]));
  parent.replaceChildren(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  for (const fold of parent.querySelectorAll("details[data-key]")) fold.open = open.get(fold.dataset.key) ?? fold.open;
  if (wanted) goOn(parent, wanted);
  if (!active || active === document.activeElement || parent.contains(document.activeElement) || !parent.hasAttribute("tabindex")) return;
  parent.focus({ preventScroll: true });
}

const lost = new WeakMap();

// What has the focus, to be found again: its key, its place among those of the same key, and what is typed in it.
function keyOf(parent, active) {
  const isSummary = active.localName === "summary";
  const key = isSummary ? active.parentElement.dataset.key : active.dataset?.key;
  if (!key) return null;
  const same = `[data-key="${CSS.escape(key)}"]${isSummary ? " > summary" : ""}`;
  return { same, place: [...parent.querySelectorAll(same)].indexOf(active), before: active };
}

function goOn(parent, wanted) {
  const { same, place, before } = wanted;
  const found = parent.querySelectorAll(same)[place] ?? parent.querySelector(same);
  if (found && ["text", "number", "date", "textarea"].includes(before.type) && found.type === before.type) {
    found.value = before.value;
    if (found.type === "text") found.setSelectionRange(before.selectionStart, before.selectionEnd);
  }
  found?.focus();
  if (found && found !== document.activeElement) lost.set(parent, wanted);
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
  for (const other of toasts.children) if (other.textContent === text) other.remove();
  const note = h("div", { class: `toast ${kind}` }, text);
  toasts.append(note);
  setTimeout(() => note.remove(), 7000);
}
