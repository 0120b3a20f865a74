// The floorperson's page: tables, what waits, meters, money, decks, and the report of the day.
import { get, live, order } from "/web/lib/api.js";
import { byId, h, redraw, toast } from "/web/lib/dom.js";
import { cite } from "/web/lib/cites.js";
import { dollars, exact } from "/web/lib/money.js";
import { oneAtATime } from "/web/lib/one_at_a_time.js";
import { line, needs, shell } from "/web/lib/shell.js";
import { day } from "./day.js";
import { decks, drops, players, recount, trays } from "./forms.js";
import { staff } from "./staff.js";
import { report } from "./report.js";

let view = null;
const refresh = oneAtATime(async () => {
  view = await get("/api/floor");
  draw();
});

await shell("Floor");
if (needs("floor", byId("page"))) {
  await refresh();
  live(["lobby"], () => refresh().catch(() => {}), line);
  setInterval(() => refresh().catch(() => {}), 5000);
}

function draw() {
  redraw(byId("alerts"), alerts());
  redraw(byId("tables"), tables());
  redraw(byId("meters"), meters());
  drawDay();
  redraw(byId("trays"), trays(view, give));
  redraw(byId("drops"), drops(view, give));
  redraw(byId("money"), players(view, give));
  redraw(byId("decks"), decks(view, give, draw, refresh));
  redraw(byId("staff"), staff(view, give, draw));
  if (!byId("report").firstChild) redraw(byId("report"), report(view));
}

function drawDay() {
  const open = view.tables.filter((row) => row.phase !== "closed").map((row) => row.table);
  redraw(byId("day"), day(view.day, open, give, drawDay));
}

async function give(command, table = "") {
  try {
    await order(command, table);
    toast("Done, and written down.");
  } catch (refusal) {
    toast(refusal.sentence ?? String(refusal), "bad");
  }
  await refresh().catch(() => {});
}

function alerts() {
  if (!view.tables.length) return h("p", { class: "notice" }, "No table stands on this floor yet. ", h("a", { href: "/property" }, "Install one under its Rules Submission"), ".");
  if (!view.alerts.length) return h("p", { class: "notice good" }, "All is calm: nothing waits, nothing is overdue.");
  return h("ul", { class: "alert-list" }, view.alerts.map((alert) => h("li", { "data-key": `${alert.kind} ${alert.table}`, class: `notice ${["stopped", "duty", "still"].includes(alert.kind) ? "bad" : "warn"}` },
    h("span", {}, alert.table ? h("strong", {}, `${alert.table}: `) : "", alert.says, " ", alert.table ? cite(rulebook(alert.table), alert.cite) : h("span", { class: "small soft" }, alert.cite)),
    remedy(alert))));
}

function rulebook(table) {
  return view.tables.find((row) => row.table === table).rulebook;
}

function remedy(alert) {
  const row = view.tables.find((found) => found.table === alert.table);
  if (alert.kind === "validate") {
    const wait = row.waiting.find((found) => found.what === "validate");
    return h("button", { class: "primary", type: "button", "data-key": `validate ${alert.table}`, "data-means": `${wait.seat} ${wait.wager}`, onclick: () => give({ type: "Validate", seat: wait.seat, wager: wait.wager }, alert.table) }, "Validate");
  }
  if (alert.kind === "documents") {
    const wait = row.waiting.find((found) => found.what === "documents");
    return h("button", { class: "primary", type: "button", "data-key": `documents ${alert.table}`, "data-means": String(wait.seat), onclick: () => give({ type: "CompleteDocuments", seat: wait.seat }, alert.table) }, "Documents complete");
  }
  if (alert.kind === "stub") return recount(alert.table, give);
  if (alert.kind === "verify") return h("button", { class: "primary", type: "button", "data-key": `verify ${alert.table}`, onclick: () => give({ type: "VerifyInspection" }, alert.table) }, "I have verified it");
  if (alert.kind === "tray") return h("button", { type: "button", onclick: () => give({ type: "FillTray", table: alert.table, cents: 10000000 }) }, `Fill ${dollars(10000000)}`);
  return null;
}

function tables() {
  return [h("h2", {}, "Tables"), h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "All tables" }, h("table", {},
    h("thead", {}, h("tr", {}, ["Table", "Game", "Now", "Round", "Players", "Dealer"].map((name) => h("th", {}, name)), ["On the felt", "Tray"].map((name) => h("th", { class: "number" }, name)))),
    h("tbody", {}, view.tables.map((row) => h("tr", { "data-key": row.table },
      h("td", {}, h("a", { href: `/table/${encodeURIComponent(row.table)}` }, row.table)), h("td", {}, row.game), h("td", {}, row.says),
      h("td", {}, row.round || `${row.rounds} played`), h("td", {}, row.players), h("td", {}, row.dealer || (view.is_automatic ? "automatic" : "nobody yet")),
      h("td", { class: "number" }, dollars(row.on_felt)), h("td", { class: "number" }, dollars(row.tray)))))))];
}

function meters() {
  if (!view.meters.length) return [h("h2", {}, "Meters"), h("p", { class: "soft" }, "No table offers a progressive wager.")];
  return [h("h2", {}, "Meters"), h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "All meters" }, h("table", {},
    h("thead", {}, h("tr", {}, h("th", {}, "Meter"), h("th", {}, "Fed by"), ["Shows", "Pending", "Reserve", "Wagered", "Hits", "Won", "Paid out"].map((name) => h("th", { class: "number" }, name)), h("th", {}, "Link"))),
    h("tbody", {}, view.meters.map((meter) => h("tr", { "data-key": meter.id },
      h("td", {}, meterName(meter)), h("td", {}, meter.tables.join(", ")), h("td", { class: "number" }, h("strong", {}, exact(meter.shown))), h("td", { class: "number" }, exact(meter.pending)),
      h("td", { class: "number" }, exact(meter.reserve)), h("td", { class: "number" }, dollars(meter.amount_in)), h("td", { class: "number" }, meter.hits),
      h("td", { class: "number" }, dollars(meter.wins)), h("td", { class: "number" }, dollars(meter.paid)), h("td", {}, link(meter)))))))];
}

// "keystone-progressive/progressive-a" -> "progressive a", and where it belongs.
function meterName(meter) {
  const [belongs, name] = meter.id.split("/");
  return [h("strong", {}, name.replaceAll("-", " ")), h("div", { class: "small soft" }, meter.link ? `link ${meter.link}` : belongs)];
}

function link(meter) {
  if (!meter.link) return h("span", { class: "soft small" }, "own");
  const command = meter.is_down ? { type: "RestoreLink", link: meter.link } : { type: "CutLink", link: meter.link };
  return h("button", { type: "button", class: meter.is_down ? "primary" : "", "data-key": `link ${meter.id}`, onclick: () => give(command) }, meter.is_down ? "Restore" : "Cut off");
}
