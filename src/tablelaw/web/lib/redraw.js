// Redraws a part of a page without disturbing the person using it. An element that is still wanted stays
// the same element, so the focus, typed text, selections, opened details, scroll positions and a press that
// has begun all survive. Elements are matched by tag and data-key; those without a key by their order.
//
// The new elements may never become part of the page. A handler must therefore read fields from
// its event (event.currentTarget.form.elements, event.target), never from an element created beside it.
import { BUSY, handOver, isBusy, isPressed } from "./event_handlers.js";

// Whether a <details> was drawn open. The page opens or closes it only if that changes; otherwise the reader does.
/** @type {WeakMap<Node, boolean>} */
export const drawnOpen = new WeakMap();

/**
 * @param {HTMLElement} parent
 * @param {...Page.Child} children
 */
export function redraw(parent, ...children) {
  keepFocus(parent, () => patchChildren(parent, nodes(children)));
}

/**
 * Children as nodes: lists are flattened, and empty values are left out.
 * @param {Page.Child[]} children
 * @returns {ChildNode[]}
 */
export function nodes(children) {
  return /** @type {any[]} */ (children)
    .flat(Infinity)
    .filter((child) => child !== null && child !== undefined && child !== false)
    .map((child) =>
      child instanceof Node ? /** @type {ChildNode} */ (child) : document.createTextNode(String(child)),
    );
}

/**
 * @param {Element} parent
 * @param {ChildNode[]} fresh
 */
function patchChildren(parent, fresh) {
  const own = new Set(fresh.filter((node) => node.parentNode === parent));
  /** @type {Map<string, ChildNode[]>} */
  const before = new Map();
  for (const node of parent.childNodes) {
    if (own.has(node)) continue;
    const same = before.get(sortOf(node));
    if (same) same.push(node);
    else before.set(sortOf(node), [node]);
  }
  const wanted = fresh.map((node) => (own.has(node) ? node : patched(before.get(sortOf(node))?.shift(), node)));
  for (const rest of before.values()) for (const node of rest) node.remove();
  arrange(parent, wanted);
}

/** @param {Node} node */
function sortOf(node) {
  return isElement(node) ? `${node.nodeName} ${node.dataset.key ?? ""}` : node.nodeName;
}

/**
 * @param {Node} node
 * @returns {node is HTMLElement}
 */
function isElement(node) {
  return node.nodeType === Node.ELEMENT_NODE;
}

/**
 * Puts the children in order. An element in use is never moved, since moving it loses the focus or the press;
 * those before it are moved instead.
 * @param {Element} parent
 * @param {ChildNode[]} wanted
 */
function arrange(parent, wanted) {
  let at = parent.firstChild;
  for (const node of wanted) {
    if (node !== at && node.parentNode === parent && isInUse(node)) {
      while (at && at !== node) {
        const next = at.nextSibling;
        parent.append(at);
        at = next;
      }
    }
    if (node === at) at = node.nextSibling;
    else parent.insertBefore(node, at);
  }
}

/** @param {Node} node */
function isInUse(node) {
  return node.contains(document.activeElement) || isPressed(node);
}

/**
 * @param {ChildNode | undefined} stays
 * @param {ChildNode} fresh
 */
function patched(stays, fresh) {
  if (!stays) return fresh;
  if (!isElement(stays) || !isElement(fresh)) {
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

// What a person may have changed is left alone, unless the page now draws something different from before.
/** @type {Record<string, string[]>} */
const STATE = { INPUT: ["value", "checked"], OPTION: ["selected"], DETAILS: ["open"], DIALOG: ["open"] };

/**
 * @param {HTMLElement} stays
 * @param {HTMLElement} fresh
 */
function patchAttributes(stays, fresh) {
  const skipped = new Set(["style", ...(STATE[stays.nodeName] ?? []), ...(isBusy(stays) ? BUSY : [])]);
  for (const { name, value } of fresh.attributes) {
    if (!skipped.has(name) && stays.getAttribute(name) !== value) stays.setAttribute(name, value);
  }
  for (const { name } of [...stays.attributes])
    if (!skipped.has(name) && !fresh.hasAttribute(name)) stays.removeAttribute(name);
  if (stays.style.cssText !== fresh.style.cssText) stays.style.cssText = fresh.style.cssText;
}

/**
 * Compares the new drawing with the earlier one; returns what is left to do once the children are in place.
 * @param {HTMLElement} stays
 * @param {HTMLElement} fresh
 */
function drawnState(stays, fresh) {
  if (stays instanceof HTMLInputElement && fresh instanceof HTMLInputElement) patchInput(stays, fresh);
  if (stays instanceof HTMLDetailsElement && fresh instanceof HTMLDetailsElement) patchFold(stays, fresh);
  const isChoice = stays instanceof HTMLSelectElement && fresh instanceof HTMLSelectElement;
  return isChoice ? patchChoice(stays, fresh) : undefined;
}

/**
 * @param {HTMLInputElement} stays
 * @param {HTMLInputElement} fresh
 */
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

/**
 * @param {HTMLDetailsElement} stays
 * @param {HTMLDetailsElement} fresh
 */
function patchFold(stays, fresh) {
  const isOpen = drawnOpen.get(fresh) ?? fresh.open;
  if (isOpen !== drawnOpen.get(stays)) stays.open = isOpen;
  drawnOpen.set(stays, isOpen);
}

/**
 * @param {HTMLSelectElement} stays
 * @param {HTMLSelectElement} fresh
 */
function patchChoice(stays, fresh) {
  /** @param {HTMLSelectElement} select */
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

/** @typedef {{ same: string; place: number; before: HTMLElement }} Place */

/** @type {WeakMap<Element, Place>} */
const lost = new WeakMap();

/**
 * Keeps the focus. If its element is gone, the one with the same key gets it; if none can have it for a
 * moment, the parent does, so that keyboard users continue from the same place.
 * @param {HTMLElement} parent
 * @param {() => void} draw
 */
export function keepFocus(parent, draw) {
  const focused = /** @type {HTMLElement | null} */ (document.activeElement);
  const active = parent.contains(focused) ? focused : null;
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

/**
 * How an element is found again: itself, or its key and its place among those of the same key.
 * @param {HTMLElement} parent
 * @param {HTMLElement} active
 * @returns {Place}
 */
function described(parent, active) {
  const isSummary = active.localName === "summary";
  const key = isSummary ? active.parentElement?.dataset.key : active.dataset?.key;
  const same = key ? `[data-key="${CSS.escape(key)}"]${isSummary ? " > summary" : ""}` : "";
  return { same, place: same ? [...parent.querySelectorAll(same)].indexOf(active) : 0, before: active };
}

/**
 * @param {HTMLElement} parent
 * @param {Place} place
 * @returns {HTMLElement | null}
 */
function findAgain(parent, { same, place, before }) {
  if (parent.contains(before)) return before;
  if (!same) return null;
  const found = parent.querySelectorAll(same)[place] ?? parent.querySelector(same);
  if (isTyped(found) && isTyped(before) && found.type === before.type) {
    found.value = before.value;
    if (found.type === "text") found.setSelectionRange(before.selectionStart, before.selectionEnd);
  }
  return /** @type {HTMLElement | null} */ (found);
}

/**
 * @param {Element | null} element
 * @returns {element is HTMLInputElement | HTMLTextAreaElement}
 */
function isTyped(element) {
  return !!element && "type" in element && ["text", "number", "date", "textarea"].includes(String(element.type));
}
