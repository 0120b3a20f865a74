// How long bets stay open, or the player has to decide: the server says with each view, and it is counted down here.
import { h } from "/web/lib/dom.js";

export class Clock {
  constructor() {
    this.until = 0;
    this.whole = 0;
  }

  /**
   * A view says how many seconds are left, or nothing if there is no limit.
   * @param {Api.WireTable} view
   */
  set(view) {
    if (view.seconds_left === null) {
      this.until = 0;
      this.whole = 0;
      return;
    }
    const now = Date.now();
    if (this.until <= now || view.seconds_left > this.whole) this.whole = view.seconds_left;
    this.until = now + view.seconds_left * 1000;
  }

  /**
   * A shrinking bar, and the seconds left.
   * @param {string} label
   */
  draw(label) {
    if (!this.until) return null;
    const drawn = h(
      "div",
      { class: "clock", role: "timer", "aria-label": label, "data-key": label },
      h("span", { class: "clock-words" }, `${label}: `),
      h("strong", { class: "clock-left" }),
      h("span", { class: "clock-bar" }, h("span", { class: "clock-rest" })),
    );
    this.tick(drawn);
    return drawn;
  }

  /** @param {ParentNode} place */
  tick(place) {
    const left = Math.max(0, (this.until - Date.now()) / 1000);
    for (const words of place.querySelectorAll(".clock-left")) words.textContent = inMinutes(Math.ceil(left));
    for (const rest of /** @type {NodeListOf<HTMLElement>} */ (place.querySelectorAll(".clock-rest"))) {
      rest.style.width = `${this.whole ? (100 * left) / this.whole : 0}%`;
      rest.classList.toggle("late", left <= 8);
    }
  }
}

/** @param {number} seconds */
function inMinutes(seconds) {
  return seconds >= 60 ? `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}` : `${seconds} s`;
}
