// The ledger: every account with its balance (they add up to zero), and the statement of any account.
import { get, sentenceOf } from "/web/lib/api.js";
import { h, show } from "/web/lib/dom.js";
import { dayTime, exact } from "/web/lib/format.js";
import { verdict } from "./log_checks.js";
import { heading, numberHeading, scrollingTable } from "../lib/scrolling_tables.js";

/**
 * @param {HTMLElement} panel
 * @param {string[]} rest
 */
export async function ledger(panel, [account]) {
  if (account) return statement(panel, account);
  try {
    const told = await get("/api/audit/ledger");
    const list = h("div", {});
    const draw = () => show(list, balances(told, filter.value));
    /** @type {HTMLInputElement} */
    const filter = h("input", { type: "search", placeholder: "chips:, tray:, a name ...", oninput: draw });
    draw();
    show(
      panel,
      h(
        "section",
        { class: "panel stack", "aria-label": "Trial balance" },
        h(
          "div",
          { class: "between" },
          h("h2", {}, "Trial balance"),
          h("span", { class: "small soft" }, `after entry ${told.seq}`),
        ),
        verdict(
          told.total === 0,
          told.total === 0
            ? `All ${told.accounts.length} balances add up to ${exact(0)}: every cent that left one account is in another.`
            : `The balances add up to ${exact(told.total)}.`,
        ),
        h("label", { class: "inline" }, "Show only", filter),
        list,
      ),
    );
  } catch (refusal) {
    show(panel, h("p", { class: "notice bad" }, sentenceOf(refusal)));
  }
}

/**
 * @param {Api.TrialBalance} told
 * @param {string} text
 */
function balances(told, text) {
  const found = told.accounts.filter((one) => one.account.toLowerCase().includes(text.trim().toLowerCase()));
  if (!found.length) return h("p", { class: "soft" }, "No account matches. Clear the field to see all accounts.");
  return scrollingTable(
    [["Account", "What it is"].map(heading), ["Debits", "Credits", "Balance", "In wagers"].map(numberHeading)],
    found.map((one) =>
      h(
        "tr",
        {},
        h("td", {}, h("a", { href: `#money/${encodeURIComponent(encodeURIComponent(one.account))}` }, one.account)),
        h("td", { class: "small soft" }, one.says),
        [one.debits, one.credits, one.balance].map((cents) =>
          h("td", { class: `number ${cents < 0 ? "bad" : ""}` }, exact(cents)),
        ),
        h("td", { class: "number" }, one.held ? exact(one.held) : ""),
      ),
    ),
  );
}

/**
 * @param {HTMLElement} panel
 * @param {string} named
 */
async function statement(panel, named) {
  const account = decodeURIComponent(named);
  const back = h("p", {}, h("a", { href: "#money" }, "Back to the trial balance"));
  show(panel, back, h("p", { class: "soft" }, "Loading the account ..."));
  try {
    const told = await get(`/api/audit/statement?account=${encodeURIComponent(account)}`);
    show(
      panel,
      back,
      h(
        "section",
        { class: "panel stack", "aria-label": `Statement of ${account}` },
        h("h2", {}, `Statement of ${account}`),
        h(
          "p",
          {},
          `Closing balance ${exact(told.closing)}`,
          told.held ? `, of which ${exact(told.held)} in wagers` : "",
          ".",
        ),
        told.lines.length ? lines(told) : h("p", { class: "empty" }, "No activity."),
      ),
    );
  } catch (refusal) {
    show(panel, back, h("p", { class: "notice bad" }, sentenceOf(refusal)));
  }
}

/** @param {Api.AccountStatement} told */
function lines(told) {
  const opening = h(
    "tr",
    {},
    h(
      "td",
      { colspan: 7, class: "soft" },
      told.earlier ? `Balance after ${told.earlier} earlier lines` : "Opening balance",
    ),
    h("td", { class: "number" }, exact(told.opening)),
  );
  return scrollingTable(
    [["Receipt", "When", "What", "With"].map(heading), ["Received", "Paid", "In wagers", "Balance"].map(numberHeading)],
    [
      opening,
      told.lines.map((line) =>
        h(
          "tr",
          {},
          h("td", { class: "number left" }, line.receipt),
          h("td", {}, dayTime(line.at)),
          h("td", {}, line.code, h("div", { class: "small soft" }, line.says)),
          h("td", {}, line.other),
          [line.received, line.given, line.held].map((cents) =>
            h("td", { class: "number" }, cents ? exact(cents) : ""),
          ),
          h("td", { class: "number" }, exact(line.balance)),
        ),
      ),
    ],
  );
}
