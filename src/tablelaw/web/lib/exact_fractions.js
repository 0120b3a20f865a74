// Exact fractions as the server writes them ("-7/12"): added up without rounding, and rounded only to be shown.

/** @typedef {{ over: bigint; under: bigint }} Fraction */

/** @param {string} text */
export function fraction(text) {
  const [over, under = "1"] = text.split("/");
  return lowest(BigInt(over), BigInt(under));
}

/**
 * @param {Fraction} one
 * @param {Fraction} other
 */
export function sumOf(one, other) {
  return lowest(one.over * other.under + other.over * one.under, one.under * other.under);
}

/**
 * @param {Fraction} one
 * @param {Fraction} other
 */
export function difference(one, other) {
  return sumOf(one, { over: -other.over, under: other.under });
}

/**
 * @param {Fraction} one
 * @param {number} times
 * @param {number} parts
 */
export function scaled(one, times, parts) {
  return lowest(one.over * BigInt(times), one.under * BigInt(parts));
}

/** @param {Fraction} one */
export function textOf(one) {
  return `${one.over}/${one.under}`;
}

/**
 * The nearest decimal number with that many decimal places, worked out in whole numbers.
 * @param {Fraction} one
 * @param {number} places
 */
export function rounded(one, places) {
  const ten = 10n ** BigInt(places);
  const size = one.over < 0n ? -one.over : one.over;
  const whole = (2n * size * ten + one.under) / (2n * one.under);
  const digits = String(whole).padStart(places + 1, "0");
  const text = places ? `${digits.slice(0, -places)}.${digits.slice(-places)}` : digits;
  return one.over < 0n && whole ? `-${text}` : text;
}

/**
 * @param {bigint} over
 * @param {bigint} under
 * @returns {Fraction}
 */
function lowest(over, under) {
  const shared = divisor(over < 0n ? -over : over, under) || 1n;
  return { over: over / shared, under: under / shared };
}

/**
 * @param {bigint} one
 * @param {bigint} other
 */
function divisor(one, other) {
  while (other) [one, other] = [other, one % other];
  return one;
}
