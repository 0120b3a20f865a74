// Checks of the whole log: that it has only grown, that an entry is in it, that everything agrees; and a copy to download.
import { get, post, sentenceOf } from "/web/lib/api.js";
import { h, show } from "/web/lib/dom.js";
import { dayTime } from "/web/lib/format.js";
import { pause } from "/web/lib/pause.js";
import { readHead } from "./heads.js";
import { isConsistent, isIncluded, isSigned, leafHash, hex, bytes } from "./merkle.js";

/**
 * The result of a check: proven, not proven, or unknown.
 * @param {boolean | null} is
 * @param {string} words
 */
export function verdict(is, words) {
  const [kind, mark] = is === null ? ["warn", "Unknown"] : is ? ["good", "Proven"] : ["bad", "Not proven"];
  return h("p", { class: `verdict notice ${kind}` }, h("strong", {}, `${mark}: `), words);
}

/**
 * @param {string} title
 * @param {string} says
 * @param {...Page.Child} children
 */
function panel(title, says, ...children) {
  return h(
    "section",
    { class: "panel stack", "aria-label": title },
    h("h3", {}, title),
    h("p", { class: "small soft" }, says),
    ...children,
  );
}

/**
 * @param {HTMLElement} result
 * @param {() => Promise<Page.Child>} act
 */
async function into(result, act) {
  show(result, h("p", { class: "soft" }, "One moment ..."));
  try {
    show(result, await act());
  } catch (refusal) {
    show(result, h("p", { class: "notice bad" }, sentenceOf(refusal)));
  }
}

// --- Growth -------------------------------------------------------------------------------------------

/** @param {Api.LogState} log */
export function growthProof(log) {
  const result = h("div", { class: "stack", "aria-live": "polite" });
  /** @param {boolean} last */
  const options = (last) =>
    log.heads.map((signed, n) =>
      h("option", { value: n, selected: n === (last ? log.heads.length - 1 : 0) }, `${signed.head.size} entries`),
    );
  const older = h("select", { "aria-label": "Older head" }, options(false));
  const newer = h("select", { "aria-label": "Newer head" }, options(true));
  const pasted = h("textarea", {
    rows: 4,
    "aria-label": "A saved head",
    placeholder: "or paste a head you saved elsewhere",
  });
  const check = () =>
    into(result, async () =>
      growth(
        log,
        pasted.value.trim() ? readHead(pasted.value) : log.heads[Number(older.value)],
        log.heads[Number(newer.value)],
      ),
    );
  return panel(
    "Has the log only grown?",
    "Two heads, and the proof that the later log starts with the earlier one.",
    log.heads.length
      ? [
          h("div", { class: "row" }, h("label", {}, "From", older), h("label", {}, "to", newer)),
          pasted,
          h("div", {}, h("button", { type: "button", onclick: check }, "Check in this browser")),
        ]
      : h("p", { class: "soft" }, "Sign a head first."),
    result,
  );
}

/**
 * @param {Api.LogState} log
 * @param {import("./heads.js").SignedHead} old
 * @param {Api.ServedHead} later
 */
async function growth(log, old, later) {
  if (old.head.size > later.head.size)
    return verdict(
      false,
      `The older head covers ${old.head.size} entries, more than the newer one. Choose the larger head as the newer one.`,
    );
  const signed = await isSigned(old, log.key);
  const proof = await get(`/api/audit/growth?old=${old.head.size}&size=${later.head.size}`);
  const grown = await isConsistent(old.head.size, old.head.root, later.head.size, later.head.root, proof.path);
  return [
    verdict(
      signed,
      signed === false
        ? "The older head was not signed with the property's key."
        : signed
          ? "The older head is signed with the property's key."
          : "This browser does not support Ed25519 signatures; the hashes are still checked.",
    ),
    verdict(
      grown,
      grown
        ? `The log of ${later.head.size} entries starts with exactly the ${old.head.size} entries of the older head (${proof.path.length} hashes).`
        : "The later log does not start with the earlier one: entries were changed, removed or replaced.",
    ),
  ];
}

// --- One entry ----------------------------------------------------------------------------------------

/** @param {Api.LogState} log */
export function entryProof(log) {
  const result = h("div", { class: "stack", "aria-live": "polite" });
  const seq = h("input", { type: "number", min: 1, max: log.settled, value: 1, "aria-label": "Entry" });
  return panel(
    "Is an entry in the log?",
    `The path from an entry to the root, hash by hash. Entries 1 to ${log.settled}.`,
    h(
      "form",
      {
        class: "row",
        onsubmit: (event) => {
          event.preventDefault();
          into(result, () => entry(log, Number(seq.value)));
        },
      },
      seq,
      h("button", {}, "Check in this browser"),
    ),
    result,
  );
}

/**
 * @param {Api.LogState} log
 * @param {number} seq
 */
async function entry(log, seq) {
  const head = log.heads.find((signed) => signed.head.size >= seq);
  const told = await get(`/api/audit/entries/${seq}${head ? `?size=${head.head.size}` : ""}`);
  const leaf = told.body ? await leafHash(told.body) : bytes(told.leaf);
  const root = head?.head.root;
  const is = root ? await isIncluded(leaf, seq, told.size, told.path, root) : null;
  return [
    verdict(
      is,
      is === null
        ? "No signed head covers this entry yet. Sign one first."
        : is
          ? `Entry ${seq} leads to the signed root over ${told.size} entries through ${told.path.length} hashes.`
          : "The entry does not lead to the root.",
    ),
    h("p", { class: "small" }, `${told.stream}, by ${told.by}, ${dayTime(told.at)}`),
    told.body
      ? h("pre", { class: "body" }, JSON.stringify(JSON.parse(told.body), null, 1).slice(0, 6000))
      : inRound(told),
    h("p", { class: "small soft" }, "Leaf ", h("code", { class: "hash" }, hex(leaf))),
  ];
}

/** @param {Api.EntryPlace} told */
function inRound(told) {
  const table = told.stream.replace("table ", "");
  return h(
    "p",
    { class: "notice" },
    "This entry may contain cards, so its content is shown with its round: ",
    h("a", { href: `#rounds/${encodeURIComponent(table)}/${told.round}/${told.seq}` }, `${table}, round ${told.round}`),
    ".",
  );
}

// --- Everything -----------------------------------------------------------------------------------------

export function wholeAudit() {
  const result = h("div", { class: "stack", "aria-live": "polite" });
  const start = h("button", { type: "button", onclick: () => into(result, () => audited(result)) }, "Audit everything");
  return panel(
    "Does everything agree?",
    "Checks every leaf and head, repeats every command, checks every amount, and runs the stand-alone verifier. It runs in a separate process, so the tables do not wait for it.",
    h("div", {}, start),
    result,
  );
}

/** @param {HTMLElement} result */
async function audited(result) {
  let slip = await post("/api/audit/check");
  while (slip.state === "waiting" || slip.state === "working") {
    show(result, h("p", { class: "soft" }, `${slip.said || "Starting"} (${Math.round(slip.seconds)} s)`));
    await pause(600);
    slip = await get(`/api/audit/check/${slip.id}`);
  }
  if (slip.state === "refused") return h("p", { class: "notice bad" }, slip.refused.what);
  const told = await get(`/api/audit/check/${slip.id}/answer`);
  return [
    told.checks.map((check) => verdict(check.is_run ? true : null, `${check.name}. ${check.says}.`)),
    told.difference
      ? verdict(
          false,
          `${told.difference.replaceAll("-", " ")}${told.where ? `, ${told.where}` : ""}. The command "tablelaw audit verify" shows the full difference.`,
        )
      : h("p", { class: "small soft" }, `${Math.round(slip.seconds)} seconds.`),
  ];
}

// --- A copy -----------------------------------------------------------------------------------------------

/** @param {Api.LogState} log */
export function copyOfLog(log) {
  const result = h("div", { class: "stack", "aria-live": "polite" });
  const newest = log.heads.at(-1)?.head.size;
  const take = h(
    "button",
    {
      type: "button",
      disabled: !newest,
      onclick: () =>
        into(result, async () => {
          const copy = await post("/api/audit/exports");
          location.href = `/api/audit/exports/${copy.id}`;
          return h(
            "p",
            { class: "small" },
            `${copy.size} entries under root ${copy.root.slice(0, 16)}…. Check the file anywhere with the stand-alone verifier, which tablelaw export verifier writes: python verifier.py FILE. ${copy.left_out}`,
          );
        }),
    },
    "Download a copy",
  );
  return panel(
    "A copy of the log",
    newest
      ? `All ${newest} entries under the latest signed head, one per line, with the head at the end. Your download is recorded in the log.`
      : "Sign a head first: a copy ends with the head that covers its entries.",
    h("div", {}, take),
    result,
  );
}
