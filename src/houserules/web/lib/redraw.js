// Drawing a part of a page anew without taking anything out of a person's hands. An element that is still wanted stays
// the same element: the focus, what is typed and selected, what is folded open, how far it is scrolled and a press that
// has begun all survive. Elements are matched by their tag and data-key, those without a key in their order.
//
// What redraw is given is a drawing: its elements may never come into the page. A handler therefore reads fields from
// its event (event.currentTarget.form.elements, event.target), never from an element that was made beside it.
import { BUSY, handOver, isBusy, isPressed } from "./events.js";

// Whether a <details> was drawn open. Only where that changes does the page open or close it; otherwise its reader does.
export const drawnOpen = new WeakMap();

export function redraw(parent, ...children) {
  keepFocus(parent, () => patchChildren(parent, nodes(children)));
}

// Children as nodes: lists are flattened, nothing stays nothing.
export function nodes(children) {
  return children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false)
    .map((child) => (child instanceof Node ? child : document.createTextNode(String(child))));
}

function patchChildren(parent, fresh) {
  const own = new Set(fresh.filter((node) => node.parentNode === parent));
  const before = new Map();
  for (const node of parent.childNodes) {
    if (own.has(node)) continue;
    if (!before.has(sortOf(node))) before.set(sortOf(node), []);
    before.get(sortOf(node)).push(node);
  }
  const wanted = fresh.map((node) => (own.has(node) ? node : patched(before.get(sortOf(node))?.shift(), node)));
  for (const rest of before.values()) for (const node of rest) node.remove();
  arrange(parent, wanted);
}

function sortOf(node) {
  return node.nodeType === Node.ELEMENT_NODE ? `${node.nodeName} ${node.dataset.key ?? ""}` : node.nodeName;
}

// Puts the children in order. What is in use is never moved, since an element that is moved loses focus and press;
// what stands before it is moved instead.
function arrange(parent, wanted) {
  let at = parent.firstChild;
  for (const node of wanted) {
    if (node !== at && node.parentNode === parent && isInUse(node)) {
      while (at !== node) {
        const next = at.nextSibling;
        parent.append(at);
        at = next;
      }
    }
    if (node === at) at = at.nextSibling;
    else parent.insertBefore(node, at);
  }
}

function isInUse(node) {
  return node.contains(document.activeElement) || isPressed(node);
}

function patched(stays, fresh) {
  if (!stays) return fresh;
  if (stays.nodeType !== Node.ELEMENT_NODE) {
    if (stays.nodeValue !== fresh.nodeValue) stays.nodeValue = fresh.nodeValue;
    return stays;
  }
  const drawn = drawnState(stays, fresh);
  patchAttributes(stays, fresh);
  handOver(stays, fresh);
  patchChildren(stays, [...fresh.childNodes]);
  drawn?.();
  return stays;
}

// What a person may have changed is left to them, except where the page itself draws something else than before.
const STATE = { INPUT: ["value", "checked"], OPTION: ["selected"], DETAILS: ["open"], DIALOG: ["open"] };

function patchAttributes(stays, fresh) {
  const skipped = new Set(["style", ...(STATE[stays.nodeName] ?? []), ...(isBusy(stays) ? BUSY : [])]);
  for (const { name, value } of fresh.attributes) {
    if (!skipped.has(name) && stays.getAttribute(name) !== value) stays.setAttribute(name, value);
  }
  for (const { name } of [...stays.attributes]) if (!skipped.has(name) && !fresh.hasAttribute(name)) stays.removeAttribute(name);
  if (stays.style.cssText !== fresh.style.cssText) stays.style.cssText = fresh.style.cssText;
}

// Compares what the page draws with what it drew before; gives what is left to do once the children are in place.
function drawnState(stays, fresh) {
  if (stays.nodeName === "INPUT") patchInput(stays, fresh);
  if (stays.nodeName === "DETAILS") patchFold(stays, fresh);
  return stays.nodeName === "SELECT" ? patchChoice(stays, fresh) : undefined;
}

function patchInput(stays, fresh) {
  if (fresh.defaultChecked !== stays.defaultChecked) {
    stays.defaultChecked = fresh.defaultChecked;
    stays.checked = fresh.defaultChecked;
  }
  if (stays.type === "file" || fresh.defaultValue === stays.defaultValue) return;
  const typed = stays.value;
  stays.defaultValue = fresh.defaultValue;
  const keeps = stays === document.activeElement && stays.type !== "range";
  const value = keeps ? typed : fresh.defaultValue;
  if (stays.value !== value) stays.value = value;
}

function patchFold(stays, fresh) {
  const isOpen = drawnOpen.get(fresh) ?? fresh.open;
  if (isOpen !== drawnOpen.get(stays)) stays.open = isOpen;
  drawnOpen.set(stays, isOpen);
}

function patchChoice(stays, fresh) {
  const chosen = (select) => [...select.options].find((option) => option.defaultSelected)?.value;
  const [before, now, value] = [chosen(stays), chosen(fresh), stays.value];
  return () => {
    for (const option of stays.options) option.defaultSelected = option.value === now;
    const wanted = before !== now && now !== undefined ? now : value;
    const isThere = [...stays.options].some((option) => option.value === wanted);
    if (isThere && stays.value !== wanted) stays.value = wanted;
    else if (!isThere) stays.selectedIndex = Math.max(0, fresh.selectedIndex);
  };
}

// --- The focus ----------------------------------------------------------------------------------------------------

const lost = new WeakMap();

// What had the focus keeps it. Where that is gone, what has the same key gets it; where nothing can have it for a
// moment, the parent does, so that who uses the keyboard goes on from the same place.
export function keepFocus(parent, draw) {
  const active = parent.contains(document.activeElement) ? document.activeElement : null;
  const wanted = active === parent ? lost.get(parent) : active && described(parent, active);
  draw();
  lost.delete(parent);
  if (!active) return;
  const found = wanted && findAgain(parent, wanted);
  if (found && !found.matches(":disabled")) {
    if (found !== document.activeElement) found.focus({ preventScroll: found === active });
    return;
  }
  if (wanted) lost.set(parent, wanted);
  if (active !== parent && parent.hasAttribute("tabindex")) parent.focus({ preventScroll: true });
}

// How an element is found again: itself, or its key and its place among those of the same key.
function described(parent, active) {
  const isSummary = active.localName === "summary";
  const key = isSummary ? active.parentElement.dataset.key : active.dataset?.key;
  const same = key ? `[data-key="${CSS.escape(key)}"]${isSummary ? " > summary" : ""}` : "";
  return { same, place: same ? [...parent.querySelectorAll(same)].indexOf(active) : 0, before: active };
}

function findAgain(parent, { same, place, before }) {
  if (parent.contains(before)) return before;
  if (!same) return null;
  const found = parent.querySelectorAll(same)[place] ?? parent.querySelector(same);
  const isTyped = ["text", "number", "date", "textarea"].includes(before.type) && found?.type === before.type;
  if (isTyped) {
    found.value = before.value;
    if (found.type === "text") found.setSelectionRange(before.selectionStart, before.selectionEnd);
  }
  return found;
}
