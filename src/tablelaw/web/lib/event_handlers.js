// Event handlers, kept apart from their elements so that a redraw can change a handler and keep the element.
import { toast } from "./toast.js";

/** @typedef {(event: any) => any} Act */

/** @type {WeakMap<Element, Record<string, Act | null>>} */
const acts = new WeakMap();
/** @type {WeakSet<Element>} */
const busy = new WeakSet();
// Where the last press began, what the control meant then, and whether the pointer or key is still down.
/** @type {{ control: Element | null; meaning: string | null; isDown: boolean }} */
let begun = { control: null, meaning: "", isDown: false };

/**
 * @param {Element} element
 * @param {string} type
 * @param {Act} act
 */
export function listen(element, type, act) {
  const known = acts.get(element) ?? {};
  if (!(type in known)) element.addEventListener(type, heard);
  acts.set(element, { ...known, [type]: act });
}

/**
 * Gives the remaining element the handlers of the new one.
 * @param {Element} stays
 * @param {Element} fresh
 */
export function handOver(stays, fresh) {
  const known = acts.get(stays) ?? {};
  const wanted = acts.get(fresh) ?? {};
  for (const type of Object.keys(wanted)) if (!(type in known)) stays.addEventListener(type, heard);
  acts.set(stays, { ...Object.fromEntries(Object.keys(known).map((type) => [type, null])), ...wanted });
}

/**
 * Whether an order given by this element is in progress.
 * @param {Element} element
 */
export function isBusy(element) {
  return busy.has(element);
}

/**
 * Whether this element, or something in it, is being pressed.
 * @param {Node} element
 */
export function isPressed(element) {
  return begun.isDown && element.contains(begun.control);
}

/** @param {Event} event */
function heard(event) {
  const element = /** @type {Element} */ (event.currentTarget);
  const act = acts.get(element)?.[event.type];
  if (!act) return undefined;
  return event.type === "click" || event.type === "submit" ? pressed(event, element, act) : act(event);
}

/**
 * One press, one order: while it is in progress the same control starts nothing else.
 * A control whose meaning changed between press and release does nothing, and the page says so.
 * @param {Event} event
 * @param {Element} element
 * @param {Act} act
 */
function pressed(event, element, act) {
  const control = event instanceof SubmitEvent ? (event.submitter ?? element) : element;
  if (busy.has(element)) return event.preventDefault();
  if (begun.control === control && begun.meaning !== meaningOf(control)) {
    event.preventDefault();
    return toast("The page changed while you were pressing, so nothing was done. Check it and press again.", "bad");
  }
  const answer = act(event);
  if (typeof answer?.then === "function") wait(element, control, answer);
  return undefined;
}

/**
 * @param {Element} element
 * @param {Element} control
 * @param {Promise<unknown>} answer
 */
function wait(element, control, answer) {
  busy.add(element).add(control);
  if (control.localName === "button") for (const name of BUSY) control.setAttribute(name, "true");
  const over = () => {
    busy.delete(element);
    busy.delete(control);
    for (const name of BUSY) control.removeAttribute(name);
  };
  answer.then(over, (fault) => {
    over();
    throw fault;
  });
}

// Attributes of a busy control; a redraw leaves them alone until the answer arrives.
export const BUSY = ["aria-busy", "aria-disabled"];

/** @param {Element} control */
function meaningOf(control) {
  return control.getAttribute("data-means") ?? control.getAttribute("aria-label") ?? control.textContent;
}

/** @param {Event} event */
function begin(event) {
  const control = event.target instanceof Element ? event.target.closest("button") : null;
  if (event instanceof KeyboardEvent && event.repeat && control) event.preventDefault();
  else begun = { control, meaning: control ? meaningOf(control) : "", isDown: true };
}

function end() {
  begun.isDown = false;
}

for (const type of ["pointerdown", "keydown"]) addEventListener(type, begin, true);
for (const type of ["pointerup", "pointercancel", "keyup", "blur"]) addEventListener(type, end, true);
