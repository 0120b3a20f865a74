// Money comes as whole cents and is shown as the property prints it: with the sign and separators of its jurisdiction.
import { me } from "./api.js";

const DOLLARS = { symbol: "$", decimal: ".", grouping: "," };
const format = () => me()?.money ?? DOLLARS;

// "$1,200", "$7.50": cents only where there are any.
export function dollars(cents) {
  return sum(cents, Math.abs(cents) % 100 !== 0);
}

// Always with cents, for meters and accounts.
export function exact(cents) {
  return sum(cents, true);
}

function sum(cents, withCents) {
  const { symbol, decimal, grouping } = format();
  const whole = String(Math.floor(Math.abs(cents) / 100)).replace(/\B(?=(\d{3})+$)/g, grouping);
  const rest = String(Math.abs(cents) % 100).padStart(2, "0");
  return `${cents < 0 ? "-" : ""}${symbol}${whole}${withCents ? decimal + rest : ""}`;
}

// "12", "12.50", "$1,200" -> cents, with the property's own sign and separators; null where it is no sum.
export function parseDollars(text) {
  const { symbol, decimal, grouping } = format();
  const bare = text.trim().startsWith(symbol) ? text.trim().slice(symbol.length).trim() : text.trim();
  const [whole, rest = "", ...more] = bare.split(decimal);
  const groups = whole.split(grouping);
  const isGrouped = groups.length > 1 && groups.every((part, n) => (n ? /^\d{3}$/ : /^\d{1,3}$/).test(part));
  if (more.length || !(isGrouped || /^\d+$/.test(whole)) || (bare.includes(decimal) && !/^\d{1,2}$/.test(rest))) return null;
  return Number(groups.join("")) * 100 + Number(rest.padEnd(2, "0"));
}
