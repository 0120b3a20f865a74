// How long bets stay open, or the player may think: told by the server with each view, counted down here.
import { h } from "/web/lib/dom.js";

let until = 0;
let whole = 0;

// A view says how many seconds are left, or nothing where nobody is hurried.
export function setClock(view) {
  if (view.seconds_left === null) {
    until = 0;
    whole = 0;
    return;
  }
  const now = Date.now();
  if (until <= now || view.seconds_left > whole) whole = view.seconds_left;
  until = now + view.seconds_left * 1000;
}

// A bar that shrinks, and the seconds in figures.
export function clock(label) {
  if (!until) return null;
  const drawn = h("div", { class: "clock", role: "timer", "aria-label": label, "data-key": label },
    h("span", { class: "clock-words" }, `${label}: `, h("strong", { class: "clock-left" })), h("span", { class: "clock-bar" }, h("span", { class: "clock-rest" })));
  tick(drawn);
  return drawn;
}

export function tick(place) {
  const left = Math.max(0, (until - Date.now()) / 1000);
  for (const words of place.querySelectorAll(".clock-left")) words.textContent = inMinutes(Math.ceil(left));
  for (const rest of place.querySelectorAll(".clock-rest")) {
    rest.style.width = `${whole ? (100 * left) / whole : 0}%`;
    rest.classList.toggle("late", left <= 8);
  }
}

function inMinutes(seconds) {
  return seconds >= 60 ? `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}` : `${seconds} s`;
}
