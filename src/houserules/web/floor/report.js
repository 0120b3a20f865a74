// The report of a gaming day.
import { get } from "/web/lib/api.js";
import { h, show } from "/web/lib/dom.js";
import { dollars, exact } from "/web/lib/money.js";

export function report(view) {
  const place = h("div", { class: "stack" });
  const day = h("input", { type: "date", value: view.day || new Date().toISOString().slice(0, 10), "aria-label": "Day of the report" });
  const load = async () => {
    try {
      show(place, drawn(await get(`/api/reports/${day.value}`)));
    } catch (refusal) {
      show(place, h("p", { class: "notice bad" }, refusal.sentence));
    }
  };
  return [h("div", { class: "between" }, h("h2", {}, "Report of the day"), h("span", { class: "row" }, day, h("button", { type: "button", "data-key": "report", onclick: load }, "Show"))), place];
}

function drawn(told) {
  return [h("p", { class: "small soft" }, `${told.title} · ${told.property} · ${told.day}`), rows("Tables", told.tables), rows("Meters", told.meters), rows("Hand-pays", told.hand_pays), rows("Exceptions", told.exceptions)];
}

// Any list of records as a table; sums of money are in fields that end in _cents.
function rows(title, list = []) {
  if (!list.length) return h("div", {}, h("h3", {}, title), h("p", { class: "soft" }, "No Activity"));
  const names = Object.keys(list[0]).filter((name) => typeof list[0][name] !== "object");
  return h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": title }, h("table", {}, h("caption", {}, title),
    h("thead", {}, h("tr", {}, names.map((name) => h("th", { class: typeof list[0][name] === "number" ? "number" : "" }, name.replace(/_cents$/, "").replaceAll("_", " "))))),
    h("tbody", {}, list.map((row) => h("tr", {}, names.map((name) => h("td", { class: typeof row[name] === "number" ? "number" : "" }, shown(name, row[name]))))))));
}

function shown(name, value) {
  if (name.endsWith("_cents")) return dollars(value);
  if (name.endsWith("_units")) return exact(Math.floor(value / 10000));
  return String(value);
}
