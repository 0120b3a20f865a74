// Building pages: h("p", {class: "soft"}, "text", child) makes an element; s(...) one of SVG.
// show(parent, ...) puts new elements there; redraw(parent, ...) changes what is there and keeps its elements.
import { listen } from "./events.js";
import { drawnOpen, keepFocus, nodes } from "./redraw.js";

export { redraw } from "./redraw.js";
export { toast } from "./toast.js";

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
    if (name.startsWith("on") && typeof value === "function") listen(element, name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  if (element.localName === "details") drawnOpen.set(element, element.open);
  element.append(...nodes(children));
  return element;
}

// Puts new children in place of the old, for a part that is drawn because its reader asked for it. A part that is drawn
// anew by itself, when the server has something to tell, uses redraw.
export function show(parent, ...children) {
  const open = new Map([...parent.querySelectorAll("details[data-key]")].map((fold) => [fold.dataset.key, fold.open]));
  keepFocus(parent, () => parent.replaceChildren(...nodes(children)));
  for (const fold of parent.querySelectorAll("details[data-key]")) fold.open = open.get(fold.dataset.key) ?? fold.open;
}

export function byId(id) {
  return document.getElementById(id);
}
