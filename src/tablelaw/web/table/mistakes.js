// What a player's decisions cost against best play, by kind of mistake, kept in this browser.
import { me } from "/web/lib/api.js";
import { difference, fraction, scaled, sumOf, textOf } from "/web/lib/exact_fractions.js";

const MOST_KINDS = 60;
const MOST_TOLD = 20;

/** @typedef {{ stage: string; best: string; made: string; times: number; cost: string }} Kind */
/** @typedef {{ round: number; made: string; best: string; cents: number }} Told */
/**
 * `last` is the round of the last decision, `cost` is in Antes, exactly.
 * @typedef {{ last: string; rounds: number; decisions: number; mistakes: number; cost: string;
 *   kinds: Record<string, Kind>; told: Told[]; drills: number; right: number }} Kept
 */

/** @returns {Kept} */
function nothing() {
  return { last: "", rounds: 0, decisions: 0, mistakes: 0, cost: "0/1", kinds: {}, told: [], drills: 0, right: 0 };
}

export class Mistakes {
  /** @param {string} rulebook */
  constructor(rulebook) {
    this.key = `tablelaw mistakes ${me().property} ${me().name} ${rulebook}`;
    /** @type {Kept} */
    this.kept = nothing();
    try {
      this.kept = { ...this.kept, ...JSON.parse(localStorage.getItem(this.key) ?? "{}") };
    } catch {
      localStorage.removeItem(this.key);
    }
  }

  keep() {
    localStorage.setItem(this.key, JSON.stringify(this.kept));
  }

  /**
   * Adds a decision: the best one first, and the one that was made.
   * @param {{ table: string; round: number; stage: string }} where
   * @param {Api.CoachedAction} best
   * @param {Api.CoachedAction} made
   * @param {(one: Api.CoachedAction) => string} inWords
   */
  add({ table, round, stage }, best, made, inWords) {
    const { kept } = this;
    if (kept.last !== `${table} ${round}`) kept.rounds += 1;
    kept.last = `${table} ${round}`;
    kept.decisions += 1;
    const cost = costOf(best, made);
    if (cost.over > 0n) {
      kept.mistakes += 1;
      kept.cost = textOf(sumOf(fraction(kept.cost), cost));
      this.addKind(stage, best, made, cost);
    }
    kept.told.unshift({ round, made: inWords(made), best: inWords(best), cents: best.value - made.value });
    kept.told.length = Math.min(kept.told.length, MOST_TOLD);
    this.keep();
  }

  /**
   * @param {string} stage
   * @param {Api.CoachedAction} best
   * @param {Api.CoachedAction} made
   * @param {import("/web/lib/exact_fractions.js").Fraction} cost
   */
  addKind(stage, best, made, cost) {
    const name = `${stage}|${kindOf(best)}|${kindOf(made)}`;
    const kind = this.kept.kinds[name] ?? { stage, best: kindOf(best), made: kindOf(made), times: 0, cost: "0/1" };
    if (!kind.times && Object.keys(this.kept.kinds).length >= MOST_KINDS) return;
    kind.times += 1;
    kind.cost = textOf(sumOf(fraction(kind.cost), cost));
    this.kept.kinds[name] = kind;
  }

  // The kinds of mistakes, the most expensive first.
  kinds() {
    return Object.values(this.kept.kinds).sort((one, other) =>
      difference(fraction(one.cost), fraction(other.cost)).over > 0n ? -1 : 1,
    );
  }

  // What play costs in 100 rounds beyond best play, in Antes; null before the first round.
  perHundred() {
    return this.kept.rounds ? scaled(fraction(this.kept.cost), 100, this.kept.rounds) : null;
  }

  /** @param {boolean} isRight */
  drilled(isRight) {
    this.kept.drills += 1;
    this.kept.right += Number(isRight);
    this.keep();
  }

  forget() {
    this.kept = nothing();
    localStorage.removeItem(this.key);
  }
}

/**
 * What an action gives up against the best, in Antes.
 * @param {Api.CoachedAction} best
 * @param {Api.CoachedAction} made
 */
export function costOf(best, made) {
  return difference(fraction(best.ev), fraction(made.ev));
}

/**
 * An action without the card that it discards: "bet 4x".
 * @param {Api.CoachedAction} one
 */
export function kindOf(one) {
  return one.words.split(",")[0];
}
