// The sign and meter display of one table: game, limits, paytables and live meters.
import { get, tablePath } from "/web/lib/api.js";
import { showWhenDrawn } from "/web/lib/first_draw.js";
import { byId, h, redraw, show } from "/web/lib/dom.js";
import { tableOfAddress } from "/web/lib/frame.js";
import { dollars, exact } from "/web/lib/format.js";

const COLUMNS = [4, 3, 2];
const LARGEST = 1.6;
const STEP = 0.05;

const table = tableOfAddress();
const path = tablePath(table);

showWhenDrawn();
try {
  const description = await get(path);
  draw(description);
  await update();
  addEventListener("resize", fill);
  setInterval(() => update().catch(() => {}), 2000);
} catch {
  byId("words").textContent = `There is no table ${table} on this floor.`;
}

/** @param {Api.TableDescription} description */
function draw(description) {
  document.title = `${table} · Sign`;
  byId("game").textContent = description.game;
  byId("limits").textContent = `${table} · ${dollars(description.minimum)} to ${dollars(description.maximum)}`;
  show(
    byId("tables"),
    description.paytables.map((paytable) =>
      h(
        "div",
        { class: "display-table" },
        h(
          "table",
          {},
          h("caption", {}, paytable.title),
          h(
            "thead",
            {},
            h(
              "tr",
              {},
              paytable.columns.map((column, n) => h("th", { class: n ? "number" : "" }, column)),
            ),
          ),
          h(
            "tbody",
            {},
            paytable.rows.map((row) =>
              h(
                "tr",
                {},
                row.map((cell, n) => h("td", { class: n ? "number" : "" }, cell)),
              ),
            ),
          ),
        ),
      ),
    ),
  );
  byId("words").textContent = description.inscriptions.join(" ");
}

async function update() {
  const view = await get(`${path}/view`);
  redraw(
    byId("meters"),
    view.meters.map((meter) =>
      h(
        "div",
        { class: "display-meter" },
        h("div", { class: "name" }, meter.is_down ? "Link down: wager not accepted" : meter.title),
        h("div", { class: "sum" }, exact(meter.cents)),
      ),
    ),
  );
  const now = view.phase === "closed" ? "This table is closed." : view.next.says;
  if (byId("now").textContent === now) return;
  byId("now").textContent = now;
  fill();
}

// Nobody scrolls a sign, and it is read from afar: the letters are as large as the screen lets them be.
function fill() {
  const all = COLUMNS.map((columns) => ({ columns, size: largest(columns) }));
  const best = all.reduce((one, other) => (other.size > one.size ? other : one));
  isWithin(best.columns, best.size);
}

/** @param {number} columns */
function largest(columns) {
  let size = LARGEST;
  while (size > 1 && !isWithin(columns, size)) size -= STEP;
  return Math.max(1, size);
}

/**
 * @param {number} columns
 * @param {number} size
 */
function isWithin(columns, size) {
  document.body.style.setProperty("--columns", String(columns));
  document.body.style.setProperty("--size", String(size));
  return document.documentElement.scrollHeight <= innerHeight;
}
