// The findings about a draft, beside the parts they concern and in one list; the file itself; and the house edge.
import { fileNameOf, h, redraw, save } from "/web/lib/dom.js";
import { cite } from "/web/lib/cites.js";
import { percent } from "/web/lib/format.js";
import { fieldHolds, overall } from "./holds.js";
import { installing } from "./install.js";

/**
 * @param {Page.Editing} state
 * @param {() => void} installed
 */
export function aside(state, installed) {
  return [verdict(state), figures(state), sign(state), file(state), installing(state, installed)];
}

/** @param {Page.Editing} state */
function verdict(state) {
  const all = [...state.findings, ...state.beside];
  return h(
    "section",
    { class: "panel stack", "aria-label": "Findings", "aria-live": "polite" },
    h("h2", {}, all.length ? `${all.length} ${all.length === 1 ? "finding" : "findings"}` : "Passed"),
    all.length ? null : h("p", { class: "notice good" }, `Everything complies with ${state.form.law}.`),
    state.findings.map((found) => finding(state, found)),
    state.beside.length
      ? [
          h("h3", {}, "Together with the other tables on this floor"),
          state.beside.map((found) => finding(state, found)),
        ]
      : null,
  );
}

/**
 * @param {Page.Editing} state
 * @param {Api.DraftFinding} found
 */
function finding(state, found) {
  return h(
    "div",
    { class: "notice bad finding" },
    h("a", { href: `#part-${partOf(found.where) || "table"}` }, where(found.where)),
    ` ${found.what}.`,
    h(
      "div",
      { class: "small" },
      `Accepted: ${found.satisfy}. `,
      found.cite ? found.cite.split(", ").map((paragraph) => [cite(state.form.rulebook, paragraph), " "]) : "",
    ),
  );
}

/**
 * "[wagers.trips]" -> "wagers, trips:".
 * @param {string} place
 */
function where(place) {
  return `${place.replaceAll(/[[\]]/g, "").replace(".", ", ")}:`;
}

/** @param {Page.Editing} state */
function figures(state) {
  if (state.said)
    return h(
      "section",
      { class: "panel", "aria-label": "House edge" },
      h("h2", {}, "House edge"),
      h("p", { class: "soft", role: "status" }, state.said),
    );
  const told = overall(state.holds);
  if (told === null) return null;
  if (state.findings.length)
    return h(
      "section",
      { class: "panel", "aria-label": "House edge" },
      h("h2", {}, "House edge"),
      h("p", { class: "soft" }, "Calculated once the draft passes every check."),
    );
  return h(
    "section",
    { class: "panel", "aria-label": "House edge" },
    h("h2", {}, "House edge"),
    h(
      "p",
      {},
      h("strong", { class: "large number", title: `exactly ${told.exact}` }, percent(told.share)),
      " of all money staked in a round with every offered wager at its minimum, under best play.",
    ),
  );
}

/**
 * The sign that the table would show, once the draft passes.
 * @param {Page.Editing} state
 */
function sign(state) {
  return h(
    "section",
    { class: "panel stack", "aria-label": "Sign" },
    h("h2", {}, "Sign"),
    state.sign
      ? h(
          "a",
          { class: "sign-preview", href: pictureOf(state.sign), download: `${fileNameOf(state.draft.table)}-sign.svg` },
          h("img", { src: pictureOf(state.sign), alt: "The sign of this table. Press to download it." }),
        )
      : h("p", { class: "soft" }, "Shown once the draft passes every check."),
  );
}

/** @param {string} svg */
function pictureOf(svg) {
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

/** @param {Page.Editing} state */
function file(state) {
  const name = `${fileNameOf(state.draft.table)}.toml`;
  return h(
    "section",
    { class: "panel stack", "aria-label": "The file" },
    h("h2", {}, "The file"),
    h(
      "div",
      { class: "row" },
      h(
        "button",
        {
          type: "button",
          class: "primary",
          "data-key": "download",
          disabled: !state.isChecked,
          onclick: () => save(name, state.text, "application/toml"),
        },
        "Download",
      ),
      h("span", { class: "small soft" }, name),
    ),
    h(
      "details",
      { "data-key": "text" },
      h("summary", {}, "Show the file"),
      h("pre", { class: "toml", tabindex: "0" }, state.text),
    ),
  );
}

/**
 * Shows each part's findings in the part, and the house edge beside each choice.
 * @param {HTMLElement} form
 * @param {Page.Editing} state
 */
export function besideSections(form, state) {
  for (const place of /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll("[data-findings]"))) {
    const part = place.dataset.findings;
    const here = state.findings.filter((found) => partOf(found.where) === part);
    redraw(
      place,
      here.map((found) => finding(state, found)),
    );
    place.closest("[data-part]")?.classList.toggle("has-findings", here.length > 0);
  }
  fieldHolds(form, state);
}

/** @param {string} place */
function partOf(place) {
  const inside = /^\[(.+)\]$/.exec(place)?.[1];
  if (!inside) return "";
  return inside.startsWith("odds.") ? "odds" : inside;
}
