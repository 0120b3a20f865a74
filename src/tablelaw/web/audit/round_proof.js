// The proof of one round, checked in this browser: each entry is in the signed log, each card is as it was sealed.
import { h, show } from "/web/lib/dom.js";
import { card } from "/web/lib/cards.js";
import { bytes, cardLeaf, hex, isIncluded, isSigned, leafHash, rootOf } from "./merkle.js";
import { verdict } from "./log_checks.js";
import { heading, scrollingTable } from "../lib/scrolling_tables.js";

/** @param {Api.Replay} round */
export function roundProof(round) {
  const result = h("div", { "aria-live": "polite", class: "stack" });
  const check = h(
    "button",
    {
      type: "button",
      class: "primary",
      onclick: async () => {
        show(result, h("p", { class: "soft" }, "Hashing ..."));
        show(result, await checked(round));
      },
    },
    "Check in this browser",
  );
  return h(
    "section",
    { class: "panel stack", "aria-label": "Proof of this round" },
    h("h3", {}, "Proof of this round"),
    h(
      "p",
      { class: "soft" },
      `Each of its ${round.entries.length} entries is hashed here and traced to the root of the log; each card is compared with the seal published before the cut.`,
    ),
    h("div", { class: "row" }, check),
    result,
    h("details", {}, h("summary", {}, "The cards in the order they left the deck"), cards(round)),
    h(
      "details",
      {},
      h("summary", {}, "The entries as they were written"),
      h(
        "ol",
        { class: "entries" },
        round.entries.map((entry) => h("li", {}, h("code", {}, entry.body))),
      ),
    ),
  );
}

/** @param {Api.Replay} round */
async function checked(round) {
  const parts = [];
  if (!round.size)
    parts.push(
      verdict(
        null,
        "The proof is not available yet: another table is still playing a round that began before this one ended, and not even its hashes may be shown. Open this round again in a minute.",
      ),
    );
  else {
    const shown = await Promise.all(
      round.entries.map(async (entry) =>
        isIncluded(await leafHash(entry.body), entry.seq, round.size, entry.path, round.root),
      ),
    );
    const wrong = round.entries.filter((_, number) => !shown[number]).map((entry) => entry.seq);
    parts.push(
      verdict(
        !wrong.length,
        wrong.length
          ? `Entries ${wrong.join(", ")} do not lead to the root.`
          : `All ${round.entries.length} entries lead to the root ${round.root.slice(0, 16)}… over ${round.size} entries.`,
      ),
    );
    parts.push(await headVerdict(round));
  }
  parts.push(await cardVerdict(round));
  return parts;
}

/** @param {Api.Replay} round */
async function headVerdict(round) {
  if (!round.head)
    return verdict(
      null,
      "No signed head covers this round yet. Sign one under Log and proofs, then open the round again.",
    );
  if (round.head.head.root !== round.root) return verdict(false, "The signed head has a different root.");
  const signed = await isSigned(round.head, round.head.key);
  return verdict(
    signed,
    signed === null
      ? "This browser does not support Ed25519 signatures; the hashes above are still checked."
      : signed
        ? `The property's key signed this root over ${round.size} entries.`
        : "The signature does not match.",
  );
}

/** @param {Api.Replay} round */
async function cardVerdict(round) {
  const sealed = round.cards.filter((one) => one.salt);
  if (!sealed.length)
    return verdict(null, "These cards came from a real deck, so there is no seal to compare them with.");
  const seals = new Map();
  for (const entry of round.entries) {
    const seal = JSON.parse(entry.body).sealed;
    if (seal) seals.set(entry.seq, { ...seal, whole: hex(await rootOf(seal.leaves.map(bytes))) === seal.root });
  }
  const shown = await Promise.all(
    sealed.map(async (one) => {
      const seal = seals.get(one.sealed_in);
      return (
        Boolean(seal?.whole) && hex(await cardLeaf(one.salt, one.position, one.card)) === seal.leaves[one.position]
      );
    }),
  );
  const wrong = sealed.filter((_, number) => !shown[number]).map((one) => one.card);
  return verdict(
    !wrong.length,
    wrong.length
      ? `Not as sealed: ${wrong.join(", ")}.`
      : `All ${sealed.length} cards are the ones sealed before the cut.`,
  );
}

/** @param {Api.Replay} round */
function cards(round) {
  return scrollingTable(
    ["Order", "Card", "Went to", "Face", "Entry", "Sealed in", "Position in the deck"].map(heading),
    round.cards.map((one) =>
      h(
        "tr",
        {},
        h("td", { class: "number" }, one.order),
        h("td", { class: "small-card" }, card(one.card)),
        h("td", {}, one.place),
        h("td", {}, one.was_open ? one.face : `${one.face}, never turned up`),
        h("td", {}, one.entry),
        h("td", {}, one.sealed_in ? `entry ${one.sealed_in}` : "a real deck"),
        h("td", {}, one.sealed_in ? one.position + 1 : ""),
      ),
    ),
  );
}
