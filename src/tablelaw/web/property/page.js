// The property: its tables and their submissions, meters and links, corrections, and the people who work here.
import { get, live, order, sentenceOf } from "/web/lib/api.js";
import { approval, ask } from "/web/lib/dialog.js";
import { byId, h, redraw as patch, toast } from "/web/lib/dom.js";
import { oneAtATime } from "/web/lib/one_at_a_time.js";
import { line, needs, frame } from "/web/lib/frame.js";
import { tabs } from "/web/lib/tabs.js";
import { gamingDay } from "/web/lib/gaming_day.js";
import { corrections } from "./corrections.js";
import { install } from "./install.js";
import { meters } from "./meters.js";
import { people } from "./people.js";
import { tables } from "./tables.js";

/** What an administrator, or a floorperson, sees and does. */
class PropertyPage {
  /** @type {Api.PropertyView} */
  view;

  constructor() {
    // Redraws the selected tab; a form is left alone.
    this.redraw = () => {};
    this.refresh = oneAtATime(() => this.ask());
    /** @type {Page.GiveApproved} */
    this.give = (command, more) => this.carryOut(command, more);
  }

  async ask() {
    const seen = await get("/api/property");
    if (JSON.stringify(this.view) === JSON.stringify(seen)) return;
    this.view = seen;
    byId("title").textContent = this.view.property || "Unnamed property";
    this.drawDay();
    this.redraw();
  }

  async start() {
    await this.refresh();
    tabs(
      byId("tabs"),
      [
        ["tables", "Tables", this.listed(tables)],
        ["install", "Install a table", this.once(install)],
        ["meters", "Meters and links", this.listed(meters)],
        ["corrections", "Corrections", this.once(corrections)],
        ["people", "People", this.once(people)],
      ],
      "The property",
    );
    live(["lobby"], () => this.refresh().catch(() => {}), line);
  }

  /**
   * A part that is redrawn whenever something in it changes.
   * @param {(panel: HTMLElement, view: Api.PropertyView, give: Page.GiveApproved) => void} draw
   */
  listed(draw) {
    return (/** @type {HTMLElement} */ panel) => {
      this.redraw = () => draw(panel, this.view, this.give);
      this.redraw();
    };
  }

  /**
   * A form, which is left alone while somebody fills it in.
   * @param {(panel: HTMLElement, view: Api.PropertyView, give: Page.GiveApproved) => void} draw
   */
  once(draw) {
    return (/** @type {HTMLElement} */ panel) => {
      this.redraw = () => {};
      draw(panel, this.view, this.give);
    };
  }

  drawDay() {
    patch(
      byId("day"),
      this.view.property
        ? [gamingDay(this.view.day, this.give), this.view.day_to_take_back ? this.takingBack() : null]
        : this.opening(),
    );
  }

  // As long as nothing has happened since, two people can undo the start or end of a day.
  takingBack() {
    const [named, ended] = [this.view.day_to_take_back, !this.view.day];
    return h(
      "button",
      {
        type: "button",
        "data-key": "take the day back",
        onclick: () => {
          const reason = h("input", { required: true, maxlength: 200 });
          const second = approval();
          const what = ended
            ? `Gaming day ${named} was ended, and nothing has happened since. It will continue as if it had not been ended.`
            : `Gaming day ${named} was started, and nothing has happened in it. It will be cancelled.`;
          ask(
            "Undo the gaming day",
            [
              h("p", {}, what),
              h("div", { class: "fields" }, h("label", { class: "wide" }, "Reason", reason)),
              second.parts,
            ],
            ended ? "Resume the day" : "Cancel the day",
            (tell) =>
              this.give(
                { type: "TakeBackDay", day: named, reason: reason.value, approvers: [] },
                { approver: second.given(), tell },
              ),
          );
        },
      },
      ended ? `${named} was ended by mistake` : `${named} was started by mistake`,
    );
  }

  // The first entry of every log names its property.
  opening() {
    return h(
      "form",
      {
        class: "row",
        onsubmit: (event) => {
          event.preventDefault();
          return this.give({ type: "OpenProperty", name: event.currentTarget.elements.name.value.trim() });
        },
      },
      h(
        "label",
        { class: "inline" },
        "Name of the property",
        h("input", { name: "name", required: true, maxlength: 80 }),
      ),
      h("button", { class: "primary" }, "Open the property"),
    );
  }

  /**
   * Resolves to true if the order was carried out; `tell` shows a refusal.
   * @param {Api.Command} command
   * @param {Page.Approved} more
   */
  async carryOut(command, { approver, done = "Done and recorded.", tell = (text) => toast(text, "bad") } = {}) {
    try {
      await order(command, "", approver);
    } catch (refusal) {
      tell(sentenceOf(refusal));
      return false;
    }
    toast(done);
    await this.refresh();
    return true;
  }
}

await frame("Property");
if (needs(["administrator", "floor"], byId("page"))) await new PropertyPage().start();
