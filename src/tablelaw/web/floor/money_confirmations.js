// Orders that move money: each is confirmed in a dialog that names the sum and the table or player.
import { dollars } from "/web/lib/format.js";
import { confirmed } from "./confirmed.js";

/**
 * @param {string} table
 * @param {number} cents
 * @param {Page.Give} give
 */
export function fill(table, cents, give) {
  const what = `${dollars(cents)} in chips go from the cage to the tray of ${table}.`;
  const words = `Fill ${table} with ${dollars(cents)}`;
  return confirmed(`Fill ${table}`, what, words, () => give({ type: "FillTray", table, cents }));
}

/**
 * @param {string} table
 * @param {number} cents
 * @param {Page.Give} give
 */
export function credit(table, cents, give) {
  const what = `${dollars(cents)} in chips go from the tray of ${table} to the cage.`;
  const words = `Take ${dollars(cents)} from ${table}`;
  return confirmed(`Credit ${table}`, what, words, () => give({ type: "CreditTray", table, cents }));
}

/**
 * The expected sum is not named: the box is counted blind.
 * @param {string} table
 * @param {number} cents
 * @param {Page.Give} give
 */
export function countDrop(table, cents, give) {
  const what = `You counted ${dollars(cents)} in the drop box of ${table}. A count cannot be changed afterwards.`;
  const words = `Record ${dollars(cents)} for ${table}`;
  return confirmed(`Count the drop of ${table}`, what, words, () => give({ type: "CountDrop", table, cents }));
}

/**
 * @param {string} player
 * @param {string} table
 * @param {number} cents
 * @param {Page.Give} give
 */
export function buyIn(player, table, cents, give) {
  const what = `${player} pays ${dollars(cents)} in cash at ${table} and gets chips from its tray.`;
  const words = `Give ${player} ${dollars(cents)} in chips at ${table}`;
  return confirmed("Cash for chips", what, words, () => give({ type: "BuyIn", player, table, cents }));
}

/**
 * @param {string} player
 * @param {number} cents
 * @param {Page.Give} give
 */
export function loadAccount(player, cents, give) {
  const what = `${dollars(cents)} of the chips of ${player} go to the electronic wagering account.`;
  const words = `Load ${dollars(cents)} for ${player}`;
  return confirmed("Chips to the account", what, words, () => give({ type: "LoadAccount", player, cents }));
}

/**
 * @param {string} player
 * @param {number} cents
 * @param {Page.Give} give
 */
export function closeAccount(player, cents, give) {
  const what = `${player} gets everything on the electronic wagering account, ${dollars(cents)}, in chips.`;
  const words = `Pay out ${dollars(cents)} to ${player}`;
  return confirmed("Account to chips", what, words, () => give({ type: "CloseAccount", player }));
}

/**
 * @param {string} player
 * @param {number} cents
 * @param {Page.Give} give
 */
export function cashOut(player, cents, give) {
  const what = `${player} exchanges all chips, ${dollars(cents)}, for cash at the cage.`;
  const words = `Cash out ${dollars(cents)} for ${player}`;
  return confirmed("Cash out", what, words, () => give({ type: "CashOut", player }));
}
