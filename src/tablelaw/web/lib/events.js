// What an element does on an event. It is kept beside the element, so that a redraw can change it and keep the element.
import { toast } from "./toast.js";

/** @typedef {(event: any) => any} Act */

/** @type {WeakMap<Element, Record<string, Act | null>>} */
const acts = new WeakMap();
/** @type {WeakSet<Element>} */
const busy = new WeakSet();
// Where the last press began, what the control said then, and whether the pointer or key is still down.
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
 * The element that stays does from now on what was meant for the new one.
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
 * Whether an order that this element gave is under way.
 * @param {Element} element
 */
export function isBusy(element) {
  return busy.has(element);
}

/**
 * Whether somebody is pressing this element, or something in it, at this moment.
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
 * One press, one order: while what a press began is under way, the same control begins nothing else.
 * A control that came to mean something else between the press and the release does nothing, and the page says so.
 * @param {Event} event
 * @param {Element} element
 * @param {Act} act
 */
function pressed(event, element, act) {
  const control = event instanceof SubmitEvent ? (event.submitter ?? element) : element;
  if (busy.has(element)) return event.preventDefault();
  if (begun.control === control && begun.meaning !== meaningOf(control)) {
    event.preventDefault();
    return toast("The page changed while you pressed. Nothing was done: look again, then press.", "bad");
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

// What a busy control carries; a redraw leaves it alone until the answer is there.
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
