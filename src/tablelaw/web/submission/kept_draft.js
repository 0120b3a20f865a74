// The draft as last edited, kept in this browser, so that a closed page or a broken connection loses no work.
import { me } from "/web/lib/api.js";

const LARGEST = 64 * 1024;

/** @typedef {{ rulebook: string; draft: Page.Draft; at: number }} Kept */

// One draft for each property.
function place() {
  return `tablelaw submission ${me().property}`;
}

/**
 * Keeps a draft; says whether there was room for it.
 * @param {string} rulebook
 * @param {Page.Draft} draft
 */
export function keep(rulebook, draft) {
  const text = JSON.stringify({ rulebook, draft, at: Date.now() });
  if (text.length > LARGEST) return false;
  try {
    localStorage.setItem(place(), text);
    return true;
  } catch {
    return false; // the browser keeps nothing, or has no room
  }
}

/** @returns {Kept | null} */
export function kept() {
  try {
    const found = JSON.parse(localStorage.getItem(place()) ?? "null");
    return found?.rulebook && typeof found.draft === "object" ? found : null;
  } catch {
    return null;
  }
}

export function forget() {
  try {
    localStorage.removeItem(place());
  } catch {
    // nothing was kept
  }
}
