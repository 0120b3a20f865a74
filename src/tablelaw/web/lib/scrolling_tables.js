// Tables that scroll sideways where they are wider than the page.
import { h } from "./dom.js";

/**
 * @param {Page.Child[]} headings the cells of the first row, as made by heading and numberHeading
 * @param {Page.Child} rows
 * @param {string} [kind] a class of the table
 */
export function scrollingTable(headings, rows, kind) {
  return h(
    "div",
    { class: "scroll", tabindex: 0 },
    h("table", { class: kind }, h("thead", {}, h("tr", {}, headings)), h("tbody", {}, rows)),
  );
}

/** @param {string} text */
export const heading = (text) => h("th", {}, text);

/** @param {string} text */
export const numberHeading = (text) => h("th", { class: "number" }, text);
