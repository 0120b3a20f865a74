// What stands beside the felt on a wide screen is a sheet on a phone: buttons below the felt open one part of it.
import { me } from "/web/lib/api.js";
import { byId, h, redraw } from "/web/lib/dom.js";

/** @type {[part: string, words: string][]} */
const PARTS = [
  ["coach", "Coach"],
  ["settlement", "Result"],
  ["about", "Rules"],
  ["history", "Rounds"],
];

export class Sheet {
  /** @param {Page.Redraw} draw */
  constructor(draw) {
    this.drawPage = draw;
    this.part = "";
    addEventListener("keydown", (event) => {
      if (event.key === "Escape" && this.part) this.show("");
    });
  }

  /** @param {string} part */
  show(part) {
    this.part = this.part === part ? "" : part;
    this.drawPage();
    if (this.part) byId("aside").focus({ preventScroll: true });
  }

  /**
   * @param {Api.WireSeat | null} mine
   * @param {boolean} isSettled
   */
  draw(mine, isSettled) {
    const there = PARTS.filter(
      ([part]) =>
        part === "about" ||
        (mine && me().has_coach && part === "coach") ||
        (isSettled && part === "settlement") ||
        (mine && byId("history").firstChild && part === "history"),
    );
    redraw(
      byId("tools"),
      there.map(([part, words]) =>
        h(
          "button",
          {
            type: "button",
            class: "tool",
            "data-key": part,
            "aria-expanded": String(this.part === part),
            "aria-controls": "aside",
            onclick: () => this.show(part),
          },
          words,
        ),
      ),
    );
    const words = PARTS.find(([part]) => part === this.part)?.[1];
    redraw(
      byId("sheet-head"),
      h("strong", {}, words ?? ""),
      h("button", { type: "button", "data-key": "close", onclick: () => this.show(this.part) }, "Close"),
    );
    byId("aside").dataset.part = this.part;
  }
}
