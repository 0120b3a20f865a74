// The proofs of the log, checked in the browser: SHA-256 trees as in RFC 6962, and Ed25519 signatures.
/** @typedef {ArrayLike<number>} Bytes */

const LEAF = 0;
const NODE = 1;
const CARD = 2;

/** @param {string} text */
export function bytes(text) {
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

/** @param {Iterable<number>} array */
export function hex(array) {
  return Array.from(array, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @param {...Bytes} parts */
export async function sha256(...parts) {
  const whole = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return new Uint8Array(await crypto.subtle.digest("SHA-256", whole));
}

/** @param {string} text */
export function leafHash(text) {
  return sha256([LEAF], new TextEncoder().encode(text));
}

/**
 * @param {Uint8Array} left
 * @param {Uint8Array} right
 */
function nodeHash(left, right) {
  return sha256([NODE], left, right);
}

/**
 * Whether the path leads from an entry's leaf (the first is number 1) to the root over `size` entries.
 * @param {Uint8Array} leaf
 * @param {number} number
 * @param {number} size
 * @param {string[]} path
 * @param {string} root
 */
export async function isIncluded(leaf, number, size, path, root) {
  let place = number - 1;
  let last = size - 1;
  let found = leaf;
  if (place < 0 || place > last) return false;
  for (const beside of path.map(bytes)) {
    if (last === 0) return false;
    if (place % 2 || place === last) {
      found = await nodeHash(beside, found);
      while (place % 2 === 0 && place) [place, last] = [half(place), half(last)];
    } else found = await nodeHash(found, beside);
    [place, last] = [half(place), half(last)];
  }
  return last === 0 && hex(found) === root;
}

/**
 * Whether the log of `size` entries starts with the log of `old` entries.
 * @param {number} old
 * @param {string} oldRoot
 * @param {number} size
 * @param {string} root
 * @param {string[]} path
 */
export async function isConsistent(old, oldRoot, size, root, path) {
  if (old === size) return path.length === 0 && oldRoot === root;
  if (old <= 0 || old > size) return false;
  const hashes = isPowerOfTwo(old) ? [oldRoot, ...path] : [...path];
  if (!hashes.length) return false;
  let place = old - 1;
  let last = size - 1;
  while (place % 2) [place, last] = [half(place), half(last)];
  let ofOld = bytes(hashes[0]);
  let ofNew = ofOld;
  for (const beside of hashes.slice(1).map(bytes)) {
    if (last === 0) return false;
    if (place % 2 || place === last) {
      [ofOld, ofNew] = [await nodeHash(beside, ofOld), await nodeHash(beside, ofNew)];
      while (place % 2 === 0 && place) [place, last] = [half(place), half(last)];
    } else ofNew = await nodeHash(ofNew, beside);
    [place, last] = [half(place), half(last)];
  }
  return last === 0 && hex(ofOld) === oldRoot && hex(ofNew) === root;
}

/**
 * The root of a list of leaf hashes.
 * @param {Uint8Array[]} leaves
 * @returns {Promise<Uint8Array>}
 */
export async function rootOf(leaves) {
  if (leaves.length === 1) return leaves[0];
  let left = 1;
  while (left * 2 < leaves.length) left *= 2;
  return nodeHash(await rootOf(leaves.slice(0, left)), await rootOf(leaves.slice(left)));
}

/**
 * The leaf of one card of a sealed deck; the top card is at position 0.
 * @param {string} salt
 * @param {number} position
 * @param {string} card
 */
export function cardLeaf(salt, position, card) {
  const place = [position >>> 24, (position >>> 16) & 255, (position >>> 8) & 255, position & 255];
  return sha256([CARD], bytes(salt), place, new TextEncoder().encode(card));
}

/**
 * Whether the property's key signed this head: true, false, or null if the browser does not support Ed25519. What is signed
 * begins with the title of the head's format.
 * @param {import("./heads.js").SignedHead} signed
 * @param {string} key
 */
export async function isSigned(signed, key) {
  const { property, size, root, at } = signed.head;
  const text = `${signed.title}\nproperty ${property}\nsize ${size}\nroot ${root}\nat ${at}\n`;
  if (signed.key !== key) return false;
  try {
    const known = await crypto.subtle.importKey("raw", bytes(key), { name: "Ed25519" }, false, ["verify"]);
    return await crypto.subtle.verify("Ed25519", known, bytes(signed.signature), new TextEncoder().encode(text));
  } catch {
    return null;
  }
}

/** @param {number} number */
function half(number) {
  return Math.floor(number / 2);
}

/** @param {number} number */
function isPowerOfTwo(number) {
  return Number.isInteger(Math.log2(number));
}
