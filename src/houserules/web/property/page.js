// The property: what stands on its floor and under which submission, its meters and links, what is set right, and who works here.
import { get, live, order } from "/web/lib/api.js";
import { ask } from "/web/lib/asking.js";
import { byId, h, redraw as patch, toast } from "/web/lib/dom.js";
import { oneAtATime } from "/web/lib/one_at_a_time.js";
import { line, needs, shell } from "/web/lib/shell.js";
import { tabs } from "/web/lib/tabs.js";
import { day } from "/web/floor/day.js";
import { approval } from "./approval.js";
import { corrections } from "./corrections.js";
import { install } from "./install.js";
import { meters } from "./meters.js";
import { people } from "./people.js";
import { tables } from "./tables.js";

let view = null;
let redraw = () => {};
const refresh = oneAtATime(async () => {
  const seen = await get("/api/property");
  if (JSON.stringify(view) === JSON.stringify(seen)) return;
  view = seen;
  byId("title").textContent = view.property || "A property without a name";
  drawDay();
  redraw();
});

await shell("Property");
if (needs(["administrator", "floor"], byId("page"))) await start();

async function start() {
  await refresh();
  tabs(byId("tabs"), [
    ["tables", "Tables", listed(tables)],
    ["install", "Install a table", once(install)],
    ["meters", "Meters and links", listed(meters)],
    ["corrections", "Corrections", once(corrections)],
    ["people", "People", once(people)],
  ], "The property");
  live(["lobby"], () => refresh().catch(() => {}), line);
}

// What is drawn anew whenever something of it has changed.
function listed(draw) {
  return (panel) => {
    redraw = () => draw(panel, view, give);
    redraw();
  };
}

// A form, which stays as it is while somebody writes in it.
function once(draw) {
  return (panel) => {
    redraw = () => {};
    draw(panel, view, give);
  };
}

function drawDay() {
  const open = view.tables.filter((row) => row.is_open).map((row) => row.table);
  patch(byId("day"), view.property ? [day(view.day, open, give, drawDay), view.day_to_take_back ? takingBack() : null] : opening());
}

// While nothing has happened since, a day begun or ended by mistake is taken back by two persons.
function takingBack() {
  const [named, ended] = [view.day_to_take_back, !view.day];
  return h("button", { type: "button", "data-key": "take the day back", onclick: () => {
    const reason = h("input", { required: true, maxlength: 200 });
    const second = approval();
    const what = ended ? `Gaming day ${named} was ended, and nothing has happened since. It goes on as if it had not been ended.` : `Gaming day ${named} was begun, and nothing has happened in it. It will not have been a gaming day.`;
    ask("Take the gaming day back", [h("p", {}, what), h("div", { class: "fields" }, h("label", { class: "wide" }, "Reason", reason)), second.parts], ended ? "Let the day go on" : "Take it back",
      (tell) => give({ type: "TakeBackDay", day: named, reason: reason.value, approvers: [] }, { approver: second.given(), tell }));
  } }, ended ? `${named} was ended by mistake` : `${named} was begun by mistake`);
}

// The first entry of every log says whose it is.
function opening() {
  return h("form", { class: "row", onsubmit: (event) => {
    event.preventDefault();
    return give({ type: "OpenProperty", name: event.currentTarget.elements.name.value.trim() });
  } }, h("input", { name: "name", required: true, maxlength: 80, "aria-label": "Name of the property" }), h("button", { class: "primary" }, "Open the property"));
}

// True where the order was carried out; `tell` shows what stands against it.
async function give(command, { approver = undefined, done = "Done, and written down.", tell = (text) => toast(text, "bad") } = {}) {
  try {
    await order(command, "", approver);
  } catch (refusal) {
    tell(refusal.sentence ?? String(refusal));
    return false;
  }
  toast(done);
  await refresh();
  return true;
}
