// Tables that scroll sideways where they are wider than the page. On a phone nothing scrolls sideways: each row is a card.
import { h } from "./dom.js";

/**
 * @param {Page.Child[]} headings the cells of the first row, as made by heading and numberHeading
 * @param {Page.Child} rows
 * @param {string} [kind] a class of the table
 */
export function scrollingTable(headings, rows, kind = "") {
  return h(
    "div",
    { class: "scroll", tabindex: 0 },
    asCards(h("table", { class: kind }, h("thead", {}, h("tr", {}, headings)), h("tbody", {}, rows))),
  );
}

/**
 * Names every cell after its column, so that a phone can show each row as a card of named values.
 * @param {HTMLTableElement} table
 */
export function asCards(table) {
  table.classList.add("row-cards");
  const names = [...table.rows[0].cells].map((cell) => cell.textContent);
  for (const row of [...table.rows].slice(1)) nameCells(row, names);
  return table;
}

/**
 * Names the cells of one row. A cell that spans columns has no name.
 * @param {HTMLTableRowElement} row
 * @param {string[]} names
 */
function nameCells(row, names) {
  let column = 0;
  for (const cell of row.cells) {
    if (cell.colSpan === 1) cell.dataset.label = names[column];
    if (cell.hasChildNodes() && !cell.textContent.trim() && !cell.querySelector("input, svg")) cell.dataset.blank = "";
    column += cell.colSpan;
  }
}

/** @param {string} text */
export const heading = (text) => h("th", {}, text);

/** @param {string} text */
export const numberHeading = (text) => h("th", { class: "number" }, text);
