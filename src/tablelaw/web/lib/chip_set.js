// The house's value chips, and how a sum is paid in them.

/** @typedef {{ cents: number; colour: string }} Chip */
/** @typedef {{ stacks: (Chip & { count: number })[]; rest: number }} InChips */

// Largest first.
/** @type {Chip[]} */
export const CHIPS = [
  { cents: 50000, colour: "purple" },
  { cents: 10000, colour: "black" },
  { cents: 2500, colour: "green" },
  { cents: 500, colour: "red" },
  { cents: 100, colour: "grey" },
];

/**
 * The fewest chips that make up a sum, and the cents that no chip can pay. Both together are the sum.
 * @param {number} cents
 * @returns {InChips}
 */
export function inChips(cents) {
  let rest = cents;
  const stacks = CHIPS.map((chip) => {
    const count = Math.floor(rest / chip.cents);
    rest -= count * chip.cents;
    return { ...chip, count };
  });
  return { stacks: stacks.filter((stack) => stack.count), rest };
}

/**
 * Whether the chips of a table can make up a sum.
 * @param {Api.TableDescription} description
 * @param {number} cents
 */
export const isWholeChips = (description, cents) => cents % description.smallest_chip === 0;
