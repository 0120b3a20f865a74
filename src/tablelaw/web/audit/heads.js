// A signed head as saved text: title, property, size, root, at, key, signature. The title names the head's
// format and is part of what was signed, so it is kept unchanged: a head that is not the property's own has no signature.
const TITLE = /^[a-z]+ head [0-9]+$/;
const NAMES = ["property", "size", "root", "at", "key", "signature"];

/** @typedef {{ title: string; key: string; signature: string; head: Api.Head }} SignedHead */

/**
 * @param {string} text
 * @returns {SignedHead}
 */
export function readHead(text) {
  const lines = text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line && !line.startsWith("#"));
  const values = NAMES.map((name, n) =>
    lines[n + 1]?.startsWith(`${name} `) ? lines[n + 1].slice(name.length + 1) : null,
  );
  if (lines.length !== 7 || !TITLE.test(lines[0]) || values.includes(null)) {
    throw new Error("This is not a signed head. Paste all seven lines of a saved head.");
  }
  const [property, size, root, at, key, signature] = /** @type {string[]} */ (values);
  return { title: lines[0], head: { property, size: Number(size), root, at: Number(at) }, key, signature };
}
