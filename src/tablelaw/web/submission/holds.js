// The exact house edge beside each choice, calculated in a separate process for those who may ask for it.
import { me, sentenceOf } from "/web/lib/api.js";
import { h, redraw } from "/web/lib/dom.js";
import { percent } from "/web/lib/format.js";
import { slowAnswer } from "/web/lib/slow_questions.js";

/** Asks for the house edges of a draft, and uses only the answer for the newest one. */
export class HoldsQuestion {
  constructor() {
    this.waiting = 0;
    this.last = "";
  }

  /**
   * Asked shortly after the last change of a draft that passes; until then the figures of the earlier draft are dimmed.
   * @param {Page.Editing} state
   * @param {Page.Redraw} draw
   */
  ask(state, draw) {
    clearTimeout(this.waiting);
    if (state.findings.length || state.text === this.last) return;
    if (!["floor", "auditor", "administrator"].includes(me().role)) {
      state.said = "Only floorpersons, auditors and administrators can see the exact house edge.";
      return draw();
    }
    this.waiting = setTimeout(async () => {
      const text = (this.last = state.text);
      try {
        const told = await slowAnswer({ ask: "alternatives", text }, (words) => {
          if (text === this.last) {
            state.said = words;
            draw();
          }
        });
        if (text !== this.last) return;
        Object.assign(state, { holds: told.choices, said: "" });
      } catch (refusal) {
        if (text !== this.last) return;
        this.last = "";
        state.said = sentenceOf(refusal);
      }
      draw();
    }, 500);
    return undefined;
  }
}

/** @param {Page.Holds[] | null} holds */
export function overall(holds) {
  const filed = holds?.find((row) => row.is_filed && row.is_offered);
  return filed ? { share: filed.overall, exact: filed.overall_exact } : null;
}

/**
 * @param {HTMLElement} form
 * @param {Page.Editing} state
 */
export function fieldHolds(form, state) {
  const rows = state.holds ?? [];
  for (const place of /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll("[data-column]"))) {
    const [table, ...column] = (place.dataset.column ?? "").split(" ");
    const row = rows.find((one) => one.part === "paytables" && one.name === table && one.value === column.join(" "));
    redraw(place, row ? row.holds.map((one) => figure(one, row.holds.length > 1)) : "");
    place.classList.toggle("is-filed", Boolean(row?.is_filed));
  }
  for (const place of /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll("[data-holds]"))) {
    const found = rows.filter((one) => `${one.part} ${one.name}` === place.dataset.holds && one.holds.length);
    redraw(
      place,
      found.map((row) =>
        h(
          "span",
          { class: `tag ${row.is_filed ? "good" : ""}` },
          `${row.value}: `,
          row.holds.map((one) => figure(one, true)),
        ),
      ),
    );
  }
  form.classList.toggle("old-holds", Boolean(state.said) || state.findings.length > 0);
}

/**
 * @param {Page.Holds["holds"][number]} one
 * @param {boolean} withName
 */
function figure(one, withName) {
  return h(
    "span",
    { class: "number", title: `exactly ${one.exact}` },
    `${withName ? `${one.name} ` : ""}${percent(one.hold)} `,
  );
}
