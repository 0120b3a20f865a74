// Who is signed in, as the server last said.
/** @type {Api.Who | null} */
let who = null;

/**
 * The person using the page. Known once the frame has been drawn.
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
