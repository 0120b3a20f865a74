// Asks the server one question at a time. What is told while an answer is under way is answered by one more question
// after it, however often it was told: a busy floor must not pile up questions faster than they are answered.
/**
 * @param {() => Promise<unknown>} ask
 * @returns {() => Promise<unknown>}
 */
export function oneAtATime(ask) {
  /** @type {Promise<unknown> | null} */
  let underWay = null;
  /** @type {Promise<unknown> | null} */
  let next = null;
  return again;

  /** @returns {Promise<unknown>} */
  function again() {
    if (!underWay) {
      underWay = ask().finally(() => {
        underWay = null;
      });
      return underWay;
    }
    next ??= underWay
      .catch(() => {})
      .then(() => {
        next = null;
        return again();
      });
    return next;
  }
}
