// What a wager is, what wins, what it pays and what the house keeps of it, beside its circle.
import { get, me } from "/web/lib/api.js";
import { h, redraw } from "/web/lib/dom.js";
import { cite } from "/web/lib/cites.js";
import { exact } from "/web/lib/format.js";
import { pause } from "/web/lib/pause.js";
import { paytable } from "./about.js";
import { edgeInWords } from "./house_edge.js";

const MARGIN = 8;

export class WagerNote {
  /**
   * @param {Api.TableDescription} description
   * @param {import("./bets.js").Bets} bets
   * @param {() => Api.WireTable} view
   */
  constructor(description, bets, view) {
    this.description = description;
    this.bets = bets;
    this.view = view;
    /** @type {HTMLElement | null} */
    this.shown = null;
    this.wager = "";
    /** @type {Map<string, Api.WagerEdge>} */
    this.edges = new Map();
    this.isAsking = false;
    /** @type {Element | null} */
    this.at = null;
    addEventListener("resize", () => this.placeBeside());
  }

  /**
   * @param {string} id
   * @param {Element} at
   */
  open(id, at) {
    this.shown ??= this.made();
    this.wager = id;
    this.draw();
    this.shown.scrollTop = 0;
    this.shown.showPopover();
    this.at = at;
    this.placeBeside();
    this.shown.focus();
    this.ask();
  }

  isOpen() {
    return !!this.shown?.matches(":popover-open");
  }

  // The server counts the edge, which may take a while the first time; the note shows it once it is there.
  async ask() {
    if (this.isAsking || me().role !== "player") return;
    this.isAsking = true;
    while (this.isOpen() && !this.edges.has(this.wager)) {
      const wager = this.wager;
      try {
        const edge = await get(`/api/edges/${encodeURIComponent(this.description.table)}/${wager}`);
        if (!edge.is_counting) this.edges.set(wager, edge);
      } catch {
        await pause(3000);
      }
      if (this.isOpen() && this.edges.has(this.wager)) {
        this.draw();
        this.placeBeside();
      }
    }
    this.isAsking = false;
  }

  made() {
    const made = h("div", { class: "wager-note", popover: "auto", role: "dialog", tabindex: 0 });
    document.body.append(made);
    return made;
  }

  draw() {
    const wager = this.description.wagers.find((one) => one.id === this.wager);
    if (!wager || !this.shown) return;
    this.shown.setAttribute("aria-label", wager.name);
    redraw(this.shown, this.words(wager));
  }

  /** @param {Api.WagerDescription} wager */
  words(wager) {
    const { description } = this;
    const tables = description.paytables.filter((table) => table.wagers.includes(wager.id));
    const meters = this.view().meters.filter((meter) => meter.wagers.includes(wager.id));
    return [
      h(
        "div",
        { class: "between" },
        h("h2", {}, wager.name),
        h("button", { type: "button", "data-key": "close", onclick: () => this.shown?.hidePopover() }, "Close"),
      ),
      h("p", {}, wager.says, " ", cite(description.rulebook, wager.cite)),
      ["opening", "optional"].includes(wager.kind)
        ? h(
            "p",
            { class: "small" },
            `${wager.kind === "opening" ? "Required" : "Optional"}: ${this.bets.limits(wager)}.`,
          )
        : null,
      meters.map((meter) => h("p", { class: "meter-line" }, `${meter.title}: `, h("strong", {}, exact(meter.cents)))),
      this.edge(wager, meters),
      tables.map((table) => paytable(description, table)),
    ];
  }

  /**
   * @param {Api.WagerDescription} wager
   * @param {Api.WireMeter[]} meters
   */
  edge(wager, meters) {
    if (me().role !== "player" || wager.kind === "price") return null;
    const known = this.edges.get(wager.id);
    const base = this.description.wagers.find((one) => one.kind === "opening")?.name ?? "first wager";
    return h(
      "div",
      { class: "edge-words", role: "status", "data-key": "edge" },
      known ? edgeInWords(known, base, meters) : h("p", { class: "small soft" }, "House edge: counting every deal ..."),
    );
  }

  // Above the circle if there is room, otherwise below it; never outside the screen.
  placeBeside() {
    const { at, shown } = this;
    if (!at || !shown || !this.isOpen()) return;
    const box = (at.closest(".spot-place") ?? at).getBoundingClientRect();
    const { offsetWidth: width, offsetHeight: height } = shown;
    const left = Math.min(Math.max(MARGIN, box.left + box.width / 2 - width / 2), innerWidth - width - MARGIN);
    const above = box.top - height - MARGIN;
    const below = Math.max(MARGIN, Math.min(box.bottom + MARGIN, innerHeight - height - MARGIN));
    shown.style.left = `${left}px`;
    shown.style.top = `${above >= MARGIN ? above : below}px`;
  }
}
