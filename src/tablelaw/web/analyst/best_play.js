// Best play: the 169 starting hands as a grid, or rules of thumb for a game with a discard.
import { sentenceOf } from "/web/lib/api.js";
import { h, show } from "/web/lib/dom.js";
import { toNumber } from "/web/lib/format.js";
import { slowAnswer } from "/web/lib/slow_questions.js";
import { asCards } from "/web/lib/scrolling_tables.js";
import { exactly, houseEdge } from "./figures.js";

const RANKS = [..."AKQJT98765432"];

/**
 * @param {HTMLElement} panel
 * @param {Page.Chosen} chosen
 */
export async function chart(panel, { text }) {
  const said = h("p", { class: "empty", role: "status" }, "One moment ...");
  show(panel, said);
  try {
    const par = await slowAnswer({ ask: "sheet", text }, (words) => {
      said.textContent = words;
    });
    if (said.isConnected) show(panel, par.starting_hands.length ? grid(par) : inWords(par), strategies(par));
  } catch (refusal) {
    show(panel, h("p", { class: "notice bad" }, sentenceOf(refusal)));
  }
}

// --- The grid -------------------------------------------------------------------------------------------

/** @param {Page.Par} par */
function grid(par) {
  const hands = new Map(par.starting_hands.map((hand) => [hand.hand, hand]));
  /** @param {string} name */
  const handOf = (name) => /** @type {Page.ParHand} */ (hands.get(name));
  const actions = [...new Set(par.starting_hands.map((hand) => hand.best))].sort(
    (one, other) => share(par, other) - share(par, one),
  );
  const detail = h("div", { class: "hand-detail", "aria-live": "polite" });
  const cells = RANKS.map((row, y) =>
    h(
      "tr",
      {},
      RANKS.map((column, x) => cell(handOf(kind(x, y)), actions, choose, x === 0 && y === 0)),
    ),
  );
  const table = h(
    "table",
    { class: "hands", role: "grid", "aria-label": "Best first action with each starting hand", onkeydown: walk },
    h("tbody", {}, cells),
  );
  choose(handOf("AA"));
  return h(
    "div",
    { class: "hands-page" },
    h(
      "section",
      { class: "panel", "aria-label": "The 169 hands" },
      h("h2", {}, "The best first action with each starting hand"),
      h(
        "ul",
        { class: "legend" },
        actions.map((action, n) =>
          h(
            "li",
            {},
            h("span", { class: `swatch action-${n}` }),
            `${action}: ${(share(par, action) * 100).toFixed(1)}% of hands`,
          ),
        ),
      ),
      h("div", { class: "scroll", tabindex: 0 }, table),
      h(
        "p",
        { class: "small soft" },
        "Suited hands are above the diagonal of pairs, offsuit hands below it. Choose a hand, or move with the arrow keys.",
      ),
    ),
    h("section", { class: "panel", "aria-label": "The chosen hand" }, detail),
  );

  /** @param {Page.ParHand} hand */
  function choose(hand) {
    for (const one of table.querySelectorAll("[aria-selected]"))
      one.setAttribute("aria-selected", String(one.getAttribute("data-hand") === hand.hand));
    show(detail, about(par, hand));
  }
}

/**
 * @param {number} x
 * @param {number} y
 */
function kind(x, y) {
  if (x === y) return RANKS[x] + RANKS[y];
  return x > y ? `${RANKS[y]}${RANKS[x]}s` : `${RANKS[x]}${RANKS[y]}o`;
}

/**
 * @param {Page.ParHand} hand
 * @param {string[]} actions
 * @param {(hand: Page.ParHand) => void} choose
 * @param {boolean} first
 */
function cell(hand, actions, choose, first) {
  return h(
    "td",
    {
      role: "gridcell",
      class: `action-${actions.indexOf(hand.best)}`,
      tabindex: first ? 0 : -1,
      "data-hand": hand.hand,
      "aria-selected": String(hand.hand === "AA"),
      "aria-label": `${hand.hand}: ${hand.best}`,
      onclick: (event) => {
        event.currentTarget.focus();
        choose(hand);
      },
      onfocus: () => choose(hand),
    },
    hand.hand,
  );
}

/** @type {Record<string, [across: number, down: number]>} */
const ARROWS = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] };

/** @param {KeyboardEvent} event */
function walk(event) {
  const [across, down] = ARROWS[event.key] ?? [0, 0];
  const at = event.target;
  if ((!across && !down) || !(at instanceof HTMLTableCellElement)) return;
  event.preventDefault();
  const row = /** @type {HTMLTableRowElement} */ (at.parentElement);
  const table = row.closest("table");
  const next = table?.rows[row.rowIndex + down]?.cells[at.cellIndex + across];
  if (!next) return;
  at.tabIndex = -1;
  next.tabIndex = 0;
  next.focus();
}

/**
 * @param {Page.Par} par
 * @param {string} action
 */
function share(par, action) {
  return par.starting_hands.filter((hand) => hand.best === action).reduce((sum, hand) => sum + hand.ways, 0) / 1326;
}

/**
 * @param {Page.Par} par
 * @param {Page.ParHand} hand
 */
function about(par, hand) {
  const best = toNumber(hand.ev);
  const values = Object.entries(hand.actions)
    .map(([action, ev]) => ({ action, ev, value: toNumber(ev) }))
    .sort((one, other) => other.value - one.value);
  return [
    h("h2", {}, `${hand.hand}: ${hand.best}`),
    h(
      "p",
      { class: "small soft" },
      `${hand.ways} of 1,326 hands. The average result of each first action, in ${par.main.base}s:`,
    ),
    h(
      "table",
      {},
      h(
        "tbody",
        {},
        values.map(({ action, ev, value }) =>
          h(
            "tr",
            { class: action === hand.best ? "best" : "" },
            h("td", {}, action),
            h(
              "td",
              { class: "number" },
              exactly(ev, (number) => `${number >= 0 ? "+" : ""}${number.toFixed(5)}`),
            ),
            h("td", { class: "number soft" }, value === best ? "best" : (value - best).toFixed(5)),
          ),
        ),
      ),
    ),
    h(
      "details",
      {},
      h("summary", {}, "Exact values"),
      values.map(({ action, ev }) => h("p", { class: "small" }, `${action}: `, h("code", { class: "hash" }, ev))),
    ),
  ];
}

// --- In words ---------------------------------------------------------------------------------------------

/** @param {Page.Par} par */
function inWords(par) {
  return h(
    "section",
    { class: "panel", "aria-label": "Best play" },
    h("h2", {}, "Best play"),
    par.best_play.length
      ? h(
          "ul",
          {},
          par.best_play.map((line) => h("li", {}, line)),
        )
      : h(
          "p",
          { class: "soft" },
          "This game has no chart of starting hands. The rules below are ones that a player can remember.",
        ),
  );
}

/** @param {Page.Par} par */
function strategies(par) {
  if (!par.strategies.length) return null;
  return h(
    "section",
    { class: "panel", "aria-label": "Rules a player can remember" },
    h("h2", {}, "Rules a player can remember"),
    h(
      "div",
      { class: "scroll", tabindex: 0 },
      asCards(
        h(
          "table",
          {},
          h(
            "thead",
            {},
            h(
              "tr",
              {},
              h("th", {}, "Rule"),
              h("th", { class: "number" }, "House edge"),
              h("th", { class: "number" }, "Costs"),
            ),
          ),
          h(
            "tbody",
            {},
            par.strategies.map((one) =>
              h(
                "tr",
                {},
                h("td", {}, h("strong", {}, one.name), h("div", { class: "small soft" }, one.says)),
                h("td", { class: "number" }, houseEdge(one.ev)),
                h(
                  "td",
                  { class: "number" },
                  exactly(one.cost, (number) => `${(number * 100).toFixed(4)}%`),
                ),
              ),
            ),
          ),
        ),
      ),
    ),
  );
}
