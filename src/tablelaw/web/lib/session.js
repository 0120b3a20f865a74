// Who is here: what the server last told of whoever uses this page.
/** @type {Api.Who | null} */
let who = null;

/**
 * Whoever is here. A page asks only once its frame has been drawn, and by then the server has told.
 * @returns {Api.Who}
 */
export function me() {
  return /** @type {Api.Who} */ (who);
}

/**
 * @template {Api.Who | null} Told
 * @param {Told} told
 */
export function setMe(told) {
  who = told;
  return told;
}
