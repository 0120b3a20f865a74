// Who looked at what: every round opened and every copy of the log taken is recorded in the log itself.
import { get, sentenceOf } from "/web/lib/api.js";
import { h, show } from "/web/lib/dom.js";
import { dayTime } from "/web/lib/format.js";
import { parts } from "/web/lib/names.js";
import { heading, scrollingTable } from "../lib/scrolling_tables.js";

/** @param {HTMLElement} panel */
export async function accessLog(panel) {
  try {
    const told = await get("/api/audit/looks");
    show(
      panel,
      h(
        "section",
        { class: "panel stack", "aria-label": "Who looked" },
        h(
          "p",
          { class: "soft" },
          "Nobody can see face-down cards before their round is over. After that, every look at them is recorded before they are shown: who looked, and at what.",
        ),
        told.looks.length
          ? table(told.looks)
          : h("p", { class: "empty" }, "Nobody has looked at a round or taken a copy of the log yet."),
      ),
    );
  } catch (refusal) {
    show(panel, h("p", { class: "notice bad" }, sentenceOf(refusal)));
  }
}

/** @param {Api.Look[]} found */
function table(found) {
  return scrollingTable(
    ["Entry", "When", "Who", "What"].map(heading),
    found.map((look) =>
      h(
        "tr",
        {},
        h("td", { class: "number left" }, look.entry),
        h("td", {}, dayTime(look.at)),
        h("td", {}, looker(look.by)),
        h(
          "td",
          {},
          look.what === "round"
            ? h(
                "a",
                { href: `#rounds/${encodeURIComponent(look.table)}/${look.round}${look.of ? `/${look.of}` : ""}` },
                `${look.table}, round ${look.round}`,
              )
            : `a copy of the log, ${look.size} entries`,
        ),
      ),
    ),
  );
}

/**
 * Auditors by their names alone, others with the role in which they looked.
 * @param {string} by
 */
function looker(by) {
  const [role, name] = parts(by);
  return role === "auditor" ? name : by;
}
