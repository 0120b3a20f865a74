// Waiting a while before the next try.
/**
 * @param {number} milliseconds
 * @returns {Promise<void>}
 */
export function pause(milliseconds) {
  return new Promise((wake) => {
    setTimeout(wake, milliseconds);
  });
}
