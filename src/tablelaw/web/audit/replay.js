// The replay of a round: the felt step by step, and beside it what happened and the law behind it.
import { get, post, sentenceOf, tablePath } from "/web/lib/api.js";
import { h, redraw, show } from "/web/lib/dom.js";
import { dayTime } from "/web/lib/format.js";
import { felt, onTurn } from "/web/table/felt.js";
import { settlement } from "/web/table/settlement.js";
import { jackpots } from "./jackpots.js";
import { lawPanel } from "./law_panel.js";
import { roundProof } from "./round_proof.js";
import { seenFrom, viewpoints } from "./viewpoint.js";

const PAUSE = 1400;

/**
 * @param {HTMLElement} panel
 * @param {string} table
 * @param {number} number
 * @param {number} entry
 */
export async function replay(panel, table, number, entry) {
  show(panel, back(), h("p", { class: "soft" }, "Rebuilding the round from the log ..."));
  try {
    const round = await post(`/api/audit/rounds/${encodeURIComponent(table)}/${number}`, { entry });
    const description = await get(tablePath(table)).catch(() => null);
    draw(panel, round, description);
  } catch (refusal) {
    show(panel, back(), h("p", { class: "notice bad" }, sentenceOf(refusal)));
  }
}

function back() {
  return h("p", {}, h("a", { href: "#rounds" }, "Back to the rounds"));
}

/**
 * @param {HTMLElement} panel
 * @param {Api.Replay} round
 * @param {Api.TableDescription | null} description
 */
function draw(panel, round, description) {
  const state = { at: 0, viewpoint: "all", timer: 0 };
  const picture = h("div", { class: "felt", tabindex: "0", role: "region", "aria-label": "The felt" });
  const lines = h("div", { class: "lines" });
  const list = h("div", { class: "beside" });
  const controls = h("div", { class: "replay-controls" });
  const page = h(
    "div",
    { class: "replay", tabindex: "-1", onkeydown: keys },
    h("div", { class: "stage" }, picture, controls),
    list,
    lines,
  );
  const heading = h(
    "div",
    { class: "between" },
    h("h2", {}, `${round.game}, ${round.table}, round ${round.round}`),
    h(
      "span",
      { class: "small soft" },
      `${dayTime(round.began)} to ${dayTime(round.ended)} · entries ${round.steps[0].entry} to ${round.steps[round.steps.length - 1].entry} · this look is recorded in the log`,
    ),
  );
  show(panel, back(), heading, page, jackpots(round), roundProof(round));
  render();
  onTurn(() => page.isConnected && render());

  function render() {
    const step = round.steps[state.at];
    redraw(
      picture,
      description
        ? felt(description, seenFrom(step, state.viewpoint))
        : h(
            "p",
            { class: "empty" },
            "This table is no longer on the floor, so its felt cannot be drawn. Its steps are listed alongside.",
          ),
    );
    redraw(controls, buttons(step));
    redraw(lines, settled(lastSettled()));
    redraw(list, lawPanel(round, state.at, go));
    const current = /** @type {HTMLElement | null} */ (list.querySelector("[aria-current]"));
    if (current?.parentElement) current.parentElement.scrollTop = current.offsetTop - 60;
  }

  // The table drops the lines when the cards are collected; the replay keeps showing them.
  function lastSettled() {
    const seen = round.steps.slice(0, state.at + 1).map((step) => step.view);
    return seen.findLast((view) => view.lines.length) ?? seen[0];
  }

  /** @param {Api.WireTable} view */
  function settled(view) {
    const seats = view.seats.filter((seat) => view.lines.some((line) => line.seat === seat.seat));
    return h(
      "div",
      { class: "columns" },
      seats.map((seat) =>
        settlement(
          round.rulebook,
          view.lines.filter((line) => line.seat === seat.seat),
          `Seat ${seat.seat}, ${seat.player}`,
        ),
      ),
    );
  }

  /** @param {Api.ReplayStep} step */
  function buttons(step) {
    /**
     * @param {string} key
     * @param {string} words
     * @param {() => void} act
     * @param {boolean} disabled
     */
    const button = (key, words, act, disabled) =>
      h("button", { type: "button", "data-key": key, onclick: act, disabled }, words);
    const first = state.at === 0;
    const last = state.at === round.steps.length - 1;
    return [
      button("first", "First", () => go(0), first),
      button("before", "Back", () => go(state.at - 1), first),
      button("play", state.timer ? "Pause" : "Play", play, last && !state.timer),
      button("after", "Next", () => go(state.at + 1), last),
      button("last", "Last", () => go(round.steps.length - 1), last),
      h(
        "label",
        { class: "slide" },
        h("span", { class: "visually-hidden" }, "Step"),
        h("input", {
          type: "range",
          min: 1,
          max: round.steps.length,
          value: state.at + 1,
          "data-key": "slide",
          oninput: (event) => go(Number(event.target.value) - 1),
        }),
      ),
      h("span", { class: "small number" }, `step ${state.at + 1} of ${round.steps.length}`),
      h(
        "label",
        { class: "inline small" },
        "Seen by",
        h(
          "select",
          {
            "data-key": "viewpoint",
            onchange: (event) => {
              state.viewpoint = event.target.value;
              render();
            },
          },
          viewpoints(step).map(([value, words]) => h("option", { value, selected: value === state.viewpoint }, words)),
        ),
      ),
      h("p", { class: "now", "aria-live": "polite" }, step.what),
    ];
  }

  /** @param {number} to */
  function go(to) {
    state.at = Math.max(0, Math.min(round.steps.length - 1, to));
    render();
  }

  function play() {
    if (state.timer) {
      stop();
      return render();
    }
    state.timer = setInterval(() => {
      if (state.at === round.steps.length - 1 || !page.isConnected) {
        stop();
        return page.isConnected && render();
      }
      return go(state.at + 1);
    }, PAUSE);
    return render();
  }

  function stop() {
    clearInterval(state.timer);
    state.timer = 0;
  }

  /** @param {KeyboardEvent} event */
  function keys(event) {
    if (event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement) return;
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    go(state.at + step);
  }
}
