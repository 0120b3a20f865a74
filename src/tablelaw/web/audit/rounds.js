// Finding a round by table, number, player and time. Opening one is recorded in the log.
import { get, sentenceOf } from "/web/lib/api.js";
import { h, show } from "/web/lib/dom.js";
import { dayTime, dollars, howMany } from "/web/lib/format.js";
import { replay } from "./replay.js";
import { heading, numberHeading, scrollingTable } from "../lib/scrolling_tables.js";

/** @type {Record<string, string>} */
const asked = { table: "", round: "", player: "", since: "", until: "" };

/**
 * @param {HTMLElement} panel
 * @param {string[]} rest
 */
export async function rounds(panel, [table, number, entry]) {
  if (table && number) return replay(panel, table, Number(number), Number(entry ?? 0));
  const lobby = await get("/api/lobby");
  const list = h("div", { "aria-live": "polite" });
  show(panel, h("section", { class: "panel stack", "aria-label": "Find a round" }, form(lobby, list), list));
  await find(list);
}

/**
 * @param {Api.Lobby} lobby
 * @param {HTMLElement} list
 */
function form(lobby, list) {
  /**
   * @param {string} name
   * @param {Record<string, unknown>} attributes
   */
  const field = (name, attributes) => h("input", { name, value: asked[name], ...attributes });
  const table = h(
    "select",
    { name: "table" },
    h("option", { value: "" }, "any table"),
    lobby.tables.map((one) => h("option", { value: one.table, selected: asked.table === one.table }, one.table)),
  );
  return h(
    "form",
    {
      class: "search",
      onsubmit: (event) => {
        event.preventDefault();
        Object.assign(asked, Object.fromEntries(new FormData(event.target)));
        find(list);
      },
    },
    h("label", {}, "Table", table),
    h("label", {}, "Round", field("round", { inputmode: "numeric", size: 6, pattern: "[0-9]*", placeholder: "any" })),
    h("label", {}, "Player", field("player", { size: 12, placeholder: "any" })),
    h("label", {}, "From", field("since", { type: "datetime-local" })),
    h("label", {}, "Until", field("until", { type: "datetime-local" })),
    h("button", { class: "primary" }, "Find"),
  );
}

/** @param {HTMLElement} list */
async function find(list) {
  const query = new URLSearchParams();
  for (const name of ["table", "round", "player"]) if (asked[name].trim()) query.set(name, asked[name].trim());
  for (const name of ["since", "until"])
    if (asked[name]) query.set(name, String(Math.floor(new Date(asked[name]).getTime() / 1000)));
  show(list, h("p", { class: "soft" }, "Looking through the log ..."));
  try {
    const found = await get(`/api/audit/rounds?${query}`);
    show(list, found.rounds.length ? listing(found.rounds) : nothing());
  } catch (refusal) {
    show(list, h("p", { class: "notice bad" }, sentenceOf(refusal)));
  }
}

function nothing() {
  return h(
    "p",
    { class: "empty" },
    "No finished round matches. A round can be seen once it is settled and cleared. Leave a field empty, or wait a moment.",
  );
}

/** @param {Api.FoundRound[]} found */
function listing(found) {
  return [
    h(
      "p",
      { class: "small soft" },
      `${howMany(found.length, "round")}, newest first. Their cards are not shown here; opening a round is recorded in the log.`,
    ),
    scrollingTable(
      [
        ["Round", "Ended", "Players"].map(heading),
        ["Staked", "House won"].map(numberHeading),
        ["Notes", "Replay"].map(heading),
      ],
      found.map(row),
      "found",
    ),
  ];
}

/** @param {Api.FoundRound} one */
function row(one) {
  const path = `#rounds/${encodeURIComponent(one.table)}/${one.round}/${one.entry}`;
  return h(
    "tr",
    {},
    h("td", {}, h("strong", {}, one.table), ` ${one.round}`),
    h("td", { class: "number left" }, dayTime(one.ended)),
    h("td", {}, one.players.join(", ")),
    h("td", { class: "number" }, dollars(one.staked)),
    h("td", { class: `number ${one.house < 0 ? "bad" : ""}` }, dollars(one.house)),
    h("td", {}, notes(one)),
    h("td", {}, h("a", { href: path, "aria-label": `Open round ${one.round} of ${one.table}` }, "Open")),
  );
}

/** @param {Api.FoundRound} one */
function notes(one) {
  const tags = [];
  if (one.voided_by) tags.push(h("span", { class: "tag bad" }, `void: ${words(one.voided_by)}`));
  for (const slip of one.slips) if (slip !== one.voided_by) tags.push(h("span", { class: "tag warn" }, words(slip)));
  if (one.hand_pay) tags.push(h("span", { class: "tag good" }, `hand-pay ${dollars(one.hand_pay)}`));
  return h("span", { class: "row" }, tags);
}

/** @param {string} id */
function words(id) {
  return id.replaceAll("-", " ");
}
