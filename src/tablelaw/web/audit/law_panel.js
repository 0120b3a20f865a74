// The steps of a round as a list; the current one shows every paragraph it rests on, in our words.
import { h } from "/web/lib/dom.js";
import { cite, readAs } from "/web/lib/cites.js";
import { capital, clockTime } from "/web/lib/format.js";
import { person } from "/web/lib/names.js";

/**
 * @param {Api.Replay} round
 * @param {number} at
 * @param {(step: number) => void} go
 */
export function lawPanel(round, at, go) {
  return h(
    "section",
    { class: "panel step-list", "aria-label": "What happened, and the law behind it" },
    h("h3", {}, "What happened, and the law behind it"),
    h(
      "ol",
      {},
      round.steps.map((step, number) => item(round, step, number, at, go)),
    ),
  );
}

/**
 * @param {Api.Replay} round
 * @param {Api.ReplayStep} step
 * @param {number} number
 * @param {number} at
 * @param {(step: number) => void} go
 */
function item(round, step, number, at, go) {
  const is = number === at;
  return h(
    "li",
    { "data-key": `step ${number}`, class: is ? "current" : "", "aria-current": is ? "step" : undefined },
    h(
      "button",
      { type: "button", class: "step", "data-key": `go ${number}`, onclick: () => go(number) },
      h("span", { class: "small soft number" }, `${clockTime(step.at)} · ${person(step.by)}`),
      h("span", {}, step.what),
    ),
    is ? law(round, step) : null,
  );
}

/**
 * @param {Api.Replay} round
 * @param {Api.ReplayStep} step
 */
function law(round, step) {
  return h(
    "div",
    { class: "law" },
    step.cites.map((paragraph) => says(round, paragraph)),
    step.details.map((detail) =>
      h(
        "div",
        { class: "detail" },
        h("p", {}, capital(detail.text)),
        detail.cites.map((paragraph) => says(round, paragraph)),
        detail.readings.map((name) => h("p", { class: "small" }, readAs(round.rulebook, name))),
      ),
    ),
  );
}

/**
 * @param {Api.Replay} round
 * @param {string} paragraph
 */
function says(round, paragraph) {
  return h("p", { class: "small" }, cite(round.rulebook, paragraph), " ", round.law[paragraph] ?? "");
}
