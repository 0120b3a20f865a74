// Sends the server one request at a time. However many changes arrive meanwhile, one more request follows the answer:
// a busy floor must not pile up requests faster than they are answered.
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
