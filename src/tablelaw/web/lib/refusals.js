// Refusals as the reader of a page sees them. The server has the texts (GET /api/refusals), by code and by who reads them;
// a text names the parameters of a refusal in braces.
import { capital, dollars } from "./format.js";

// What a page says by itself when no text is there.
/** @type {Record<string, string>} */
const OWN = {
  "no-line": "The server cannot be reached. The page keeps trying; nothing is done twice.",
  failed: "Something went wrong on the server. Try again in a moment.",
};
/** @type {Record<string, string>} */
let texts = {};

/** @param {Record<string, string>} served */
export function setTexts(served) {
  texts = served;
}

/**
 * A refusal as one or two sentences, with the paragraph it rests on.
 * @param {import("./api.js").Refusal} refusal
 */
export function sentenceFor(refusal) {
  const { code, params, cite } = refusal;
  const text = texts[`${code}:${params.case}`] ?? texts[code] ?? OWN[code] ?? "{what}{because}.{instead}";
  const words = valuesOf(refusal);
  const sentence = Object.entries(words).reduce((made, [name, word]) => made.replaceAll(`{${name}}`, word), text);
  return cite ? `${sentence} (${cite})` : sentence;
}

/**
 * What a text may name in braces.
 * @param {import("./api.js").Refusal} refusal
 * @returns {Record<string, string>}
 */
function valuesOf({ message, accepted, params }) {
  const own = Object.entries(params).map(([name, value]) => [
    name,
    name.endsWith("_cents") ? dollars(Number(value)) : String(value),
  ]);
  return {
    what: capital(message),
    because: params.reason ? ` (${params.reason})` : "",
    instead: accepted ? ` Accepted: ${accepted}.` : "",
    accepted,
    ...Object.fromEntries(own),
  };
}
