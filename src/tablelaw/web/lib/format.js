// How pages write figures: money, times, and exact fractions.
import { me } from "./current_user.js";

// --- Money ---

// Money arrives in whole cents and is shown with the symbol and separators of the property's jurisdiction.
const DOLLARS = { symbol: "$", decimal: ".", grouping: "," };
/** @returns {{ symbol: string, decimal: string, grouping: string, position?: string }} */
const moneyFormat = () => me()?.money ?? DOLLARS;

/**
 * "$1,200", "$7.50": cents only if there are any.
 * @param {number} cents
 */
export function dollars(cents) {
  return sum(cents, Math.abs(cents) % 100 !== 0);
}

/**
 * Always with cents, for meters and accounts.
 * @param {number} cents
 */
export function exact(cents) {
  return sum(cents, true);
}

/**
 * @param {number} cents
 * @param {boolean} withCents
 */
function sum(cents, withCents) {
  const { symbol, decimal, grouping, position } = moneyFormat();
  const whole = String(Math.floor(Math.abs(cents) / 100)).replace(/\B(?=(\d{3})+$)/g, grouping);
  const rest = String(Math.abs(cents) % 100).padStart(2, "0");
  const number = whole + (withCents ? decimal + rest : "");
  return `${cents < 0 ? "-" : ""}${position === "after" ? number + symbol : symbol + number}`;
}

/**
 * "12", "12.50", "$1,200" -> cents, with the property's symbol and separators; null if it is not an amount.
 * @param {string} text
 */
export function parseDollars(text) {
  const { symbol, decimal, grouping, position } = moneyFormat();
  const bare = withoutSymbol(text.trim(), symbol.trim(), position === "after");
  const [whole, rest = "", ...more] = bare.split(decimal);
  const groups = whole.split(grouping.trim() ? grouping : /\s/);
  const isGrouped = groups.length > 1 && groups.every((part, n) => (n ? /^\d{3}$/ : /^\d{1,3}$/).test(part));
  if (more.length || !(isGrouped || /^\d+$/.test(whole)) || (bare.includes(decimal) && !/^\d{1,2}$/.test(rest)))
    return null;
  return Number(groups.join("")) * 100 + Number(rest.padEnd(2, "0"));
}

/**
 * @param {string} text
 * @param {string} symbol
 * @param {boolean} isAfter
 */
function withoutSymbol(text, symbol, isAfter) {
  if (isAfter) return text.endsWith(symbol) ? text.slice(0, -symbol.length).trim() : text;
  return text.startsWith(symbol) ? text.slice(symbol.length).trim() : text;
}

/** The currency's symbol alone: "$", "€". */
export const currencySymbol = () => moneyFormat().symbol.trim();

/**
 * An amount that somebody typed without a symbol, with it: "5" -> "$5" or "5 €".
 * @param {string} text
 */
export function withSymbol(text) {
  const { symbol, position } = moneyFormat();
  return position === "after" ? `${text} ${symbol.trim()}` : symbol + text;
}

/**
 * The first amount in a sentence, as it is written there; undefined if there is none.
 * @param {string} text
 */
export function firstSum(text) {
  const { symbol, decimal, grouping, position } = moneyFormat();
  /** @param {string} part */
  const quoted = (part) => part.replace(/[$.*+?^{}()|[\]\\]/g, "\\$&");
  const number = `\\d(?:[\\d${quoted(grouping)}]*\\d)?(?:${quoted(decimal)}\\d\\d)?`;
  const written = position === "after" ? `${number}\\s?${quoted(symbol.trim())}` : `${quoted(symbol)}${number}`;
  return text.match(new RegExp(written))?.[0];
}

// --- Times ---

// Times arrive in whole seconds and are shown in the property's time zone.
export const zone = () => me()?.time_zone || "UTC";
/** @param {Intl.DateTimeFormatOptions} options */
const parts = (options) => new Intl.DateTimeFormat("en-CA", { timeZone: zone(), hourCycle: "h23", ...options });

/** @param {number} seconds */
export function clockTime(seconds) {
  return parts({ hour: "2-digit", minute: "2-digit", second: "2-digit" }).format(new Date(seconds * 1000));
}

/** @param {number} seconds */
export function dayTime(seconds) {
  const named = parts({ timeZoneName: "short" })
    .formatToParts(new Date(seconds * 1000))
    .find((part) => part.type === "timeZoneName")?.value;
  return `${dayOf(seconds)} ${clockTime(seconds)} ${named}`;
}

/**
 * The date at the property, such as 2026-11-15.
 * @param {number} seconds
 */
export function dayOf(seconds) {
  return parts({ year: "numeric", month: "2-digit", day: "2-digit" }).format(new Date(seconds * 1000));
}

export const today = () => dayOf(Date.now() / 1000);

// --- Exact fractions ---

/**
 * An exact figure, which arrives as "NUM/DEN", as a number.
 * @param {string} text
 */
export function toNumber(text) {
  const [top, bottom] = text.split("/").map((part) => BigInt(part));
  const scale = 10n ** 18n;
  return Number((top * scale) / bottom) / 1e18;
}

/**
 * @param {number} number
 * @param {number} digits
 */
export function percent(number, digits = 4) {
  return `${(number * 100).toFixed(digits)}%`;
}

/**
 * With a capital at the beginning.
 * @param {string} text
 */
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/**
 * "1 round", "2 rounds".
 * @param {number} count
 * @param {string} one
 */
export function howMany(count, one) {
  return `${count} ${one}${count === 1 ? "" : "s"}`;
}
