// Finds a wrong transfer and corrects it by a further one that two people approve.
import { get, sentenceOf } from "/web/lib/api.js";
import { h, show, toast } from "/web/lib/dom.js";
import { dayTime, dollars, parseDollars } from "/web/lib/format.js";
import { approval, ask } from "/web/lib/dialog.js";
import { parts, person } from "/web/lib/names.js";
import { asCards } from "/web/lib/scrolling_tables.js";

/** @type {Record<string, string>} */
const OF = { chips: "chips of", game: "account of", tray: "tray of", drop: "drop box of", handpay: "hand-pays of" };

/**
 * @param {HTMLElement} panel
 * @param {Api.PropertyView} view
 * @param {Page.GiveApproved} give
 */
export function corrections(panel, view, give) {
  const player = h("input", { autocomplete: "off" });
  const table = h(
    "select",
    {},
    h("option", { value: "" }, "any"),
    view.tables.map((row) => h("option", { value: row.table }, row.table)),
  );
  const round = h("input", { type: "number", min: 1 });
  const day = h("input", { type: "date" });
  const sum = h("input", { inputmode: "decimal", placeholder: dollars(10000) });
  const found = h("div", { "aria-live": "polite" });
  /** @param {Event} [event] */
  const find = async (event) => {
    event?.preventDefault();
    const cents = sum.value.trim() ? parseDollars(sum.value) : 0;
    if (cents === null) return toast(`Enter an amount such as 100 or ${dollars(25050)}.`, "bad");
    const asked = new URLSearchParams({
      player: player.value.trim(),
      table: table.value,
      round: round.value,
      day: day.value,
      cents: cents ? String(cents) : "",
    });
    try {
      const { transfers } = await get(`/api/property/transfers?${asked}`);
      return show(
        found,
        listing(transfers, (transfer) => correct(transfer, give, find)),
      );
    } catch (refusal) {
      return show(found, h("p", { class: "notice bad" }, sentenceOf(refusal)));
    }
  };
  show(
    panel,
    h(
      "section",
      { class: "panel", "aria-label": "Find a transfer" },
      h("h2", {}, "Find a transfer"),
      h(
        "p",
        { class: "small soft" },
        "The books are never changed. A correction is a further transfer that moves money back, with a reason and the approval of two people. Fill in what you know; the newest transfers come first.",
      ),
      h(
        "form",
        { class: "wanted", onsubmit: find },
        h(
          "div",
          { class: "fields" },
          h("label", {}, "Player", player),
          h("label", {}, "Table", table),
          h("label", {}, "Round", round),
          h("label", {}, "Gaming day", day),
          h("label", {}, "Amount", sum),
        ),
        h("div", {}, h("button", { class: "primary" }, "Find")),
      ),
    ),
    h("section", { class: "panel", "aria-label": "Transfers" }, found),
  );
  show(found, h("p", { class: "soft" }, "Search for a transfer to see it here."));
}

/** @param {string} name */
function account(name) {
  const [kind, owner] = parts(name);
  return owner ? `${OF[kind] ?? kind} ${owner}` : `the ${kind}`;
}

/**
 * @param {Api.FoundTransfer[]} transfers
 * @param {(transfer: Api.FoundTransfer) => void} choose
 */
function listing(transfers, choose) {
  if (!transfers.length)
    return h("p", { class: "soft" }, "No transfer matches. Try fewer fields: only a player, or a table and a day.");
  return h(
    "div",
    { class: "scroll listing transfers", tabindex: 0, role: "region", "aria-label": "Transfers found" },
    asCards(
      h(
        "table",
        {},
        h("caption", {}, `${transfers.length} found`),
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            h("th", {}, h("span", { class: "visually-hidden" }, "Correct")),
            ["Time", "What", "From", "To"].map((name) => h("th", {}, name)),
            h("th", { class: "number" }, "Amount"),
            h("th", {}, "By"),
          ),
        ),
        h(
          "tbody",
          {},
          transfers.map((transfer) =>
            h(
              "tr",
              {},
              h(
                "td",
                {},
                transfer.corrected < transfer.cents
                  ? h(
                      "button",
                      { type: "button", "data-key": `correct ${transfer.id}`, onclick: () => choose(transfer) },
                      "Correct",
                    )
                  : h("span", { class: "small soft" }, "fully moved back"),
              ),
              h("td", { class: "number" }, dayTime(transfer.at)),
              h(
                "td",
                {},
                h("strong", {}, transfer.code),
                h(
                  "div",
                  { class: "small soft" },
                  transfer.round ? `${transfer.table}, round ${transfer.round}: ${transfer.says}` : transfer.says,
                ),
              ),
              h("td", { class: "account" }, account(transfer.debit)),
              h("td", { class: "account" }, account(transfer.credit)),
              h(
                "td",
                { class: "number" },
                dollars(transfer.cents),
                transfer.corrected
                  ? h("div", { class: "small soft" }, `${dollars(transfer.corrected)} moved back`)
                  : null,
              ),
              h("td", {}, person(transfer.by)),
            ),
          ),
        ),
      ),
    ),
  );
}

/**
 * @param {Api.FoundTransfer} transfer
 * @param {Page.GiveApproved} give
 * @param {() => void} again
 */
function correct(transfer, give, again) {
  const sum = h("input", { inputmode: "decimal", value: dollars(transfer.cents - transfer.corrected), required: true });
  const reason = h("input", { required: true, maxlength: 200 });
  const second = approval("The person who made the transfer cannot be one of them.");
  const what = `${transfer.code}: ${dollars(transfer.cents)} from ${account(transfer.debit)} to ${account(transfer.credit)}, ${dayTime(transfer.at)}.`;
  ask(
    "Correct a transfer",
    [
      h(
        "p",
        {},
        what,
        " ",
        h("span", { class: "small soft" }, `Receipt ${transfer.receipt}, given by ${person(transfer.by)}.`),
      ),
      transfer.code === "buy-in"
        ? h("p", { class: "small" }, "The cash and the chips of a buy-in are moved back together, each by this amount.")
        : null,
      h(
        "div",
        { class: "fields" },
        h("label", {}, "Amount to move back", sum),
        h("label", { class: "wide" }, "Reason", reason),
      ),
      second.parts,
    ],
    "Move it back",
    async (tell) => {
      const cents = parseDollars(sum.value);
      if (!cents) return tell(`Enter an amount such as 100 or ${dollars(25050)}.`);
      const done = await give(
        { type: "CorrectTransfer", transfer: transfer.id, cents, reason: reason.value, approvers: [], together: true },
        { approver: second.given(), tell },
      );
      if (done) again();
      return done;
    },
  );
}
