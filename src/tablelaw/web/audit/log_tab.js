// The log and its proofs: signed heads, growth between two heads, one entry, a full audit, a copy.
import { get, post, sentenceOf } from "/web/lib/api.js";
import { h, show, toast } from "/web/lib/dom.js";
import { dayTime } from "/web/lib/format.js";
import { copyOfLog, entryProof, growthProof, wholeAudit } from "./log_checks.js";
import { isSigned } from "./merkle.js";
import { heading, numberHeading, scrollingTable } from "../lib/scrolling_tables.js";

/** @param {HTMLElement} panel */
export async function proofs(panel) {
  try {
    draw(panel, await get("/api/audit/log"));
  } catch (refusal) {
    show(panel, h("p", { class: "notice bad" }, sentenceOf(refusal)));
  }
}

/**
 * @param {HTMLElement} panel
 * @param {Api.LogState} log
 */
function draw(panel, log) {
  show(
    panel,
    heads(panel, log),
    h("div", { class: "columns proof-columns" }, growthProof(log), entryProof(log), wholeAudit(), copyOfLog(log)),
  );
}

/**
 * @param {HTMLElement} panel
 * @param {Api.LogState} log
 */
function heads(panel, log) {
  const sign = h(
    "button",
    {
      type: "button",
      class: "primary",
      disabled: !log.can_sign,
      onclick: async () => {
        sign.disabled = true;
        try {
          const signed = await post("/api/audit/heads");
          toast(`Signed: the first ${signed.head.size} entries.`);
          draw(panel, await get("/api/audit/log"));
        } catch (refusal) {
          toast(sentenceOf(refusal), "bad");
          sign.disabled = false;
        }
      },
    },
    "Sign a head now",
  );
  return h(
    "section",
    { class: "panel stack", "aria-label": "Signed heads" },
    h("div", { class: "between" }, h("h2", {}, "Signed heads"), sign),
    h(
      "p",
      {},
      `The log of ${log.property} has ${log.size.toLocaleString("en-US")} entries. ${log.settled.toLocaleString("en-US")} of them contain nothing from a round in progress; only those are shown, hashed or signed here.`,
    ),
    log.left_out ? h("p", { class: "notice warn" }, log.left_out) : null,
    h(
      "p",
      { class: "soft" },
      "A head is the root hash of all entries up to a point, signed with the property's key. Save one and keep it elsewhere: no earlier entry can then be changed, removed or inserted without you noticing.",
    ),
    log.key
      ? h("p", { class: "small" }, "Public key ", h("code", { class: "hash" }, log.key))
      : h("p", { class: "notice warn" }, "This property was opened without a key: its heads cannot be signed."),
    log.key && !log.can_sign
      ? h(
          "p",
          { class: "notice warn" },
          "The key is not on this server. Sign heads where the key is kept: tablelaw audit head export.",
        )
      : null,
    log.heads.length ? table(log) : h("p", { class: "empty" }, "No head has been signed over settled entries yet."),
  );
}

/** @param {Api.LogState} log */
function table(log) {
  return scrollingTable(
    [numberHeading("Entries"), ["Signed", "Root", "Signature", "File"].map(heading)],
    log.heads
      .slice(-8)
      .reverse()
      .map((signed) =>
        h(
          "tr",
          {},
          h("td", { class: "number" }, signed.head.size.toLocaleString("en-US")),
          h("td", {}, dayTime(signed.head.at)),
          h("td", {}, h("code", { title: signed.head.root }, `${signed.head.root.slice(0, 20)}…`)),
          signature(signed, log.key),
          h("td", {}, h("a", { href: `/api/audit/heads/${signed.head.size}`, download: "" }, "Save")),
        ),
      ),
  );
}

/**
 * @param {Api.ServedHead} signed
 * @param {string} key
 */
function signature(signed, key) {
  const cell = h("td", {}, h("span", { class: "tag" }, "..."));
  isSigned(signed, key).then((is) =>
    show(
      cell,
      h(
        "span",
        { class: `tag ${is ? "good" : is === null ? "warn" : "bad"}` },
        is ? "checked here" : is === null ? "no Ed25519 in this browser" : "does not match",
      ),
    ),
  );
  return cell;
}
