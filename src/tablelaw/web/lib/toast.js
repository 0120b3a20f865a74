// A short message in the corner, read out by screen readers. An open dialog covers everything else, so then the
// message is shown inside the dialog, and stays when the dialog closes.
/** @type {HTMLElement | undefined} */
let toasts;

/**
 * @param {string} text
 * @param {"" | "bad"} kind
 */
export function toast(text, kind = "") {
  const shown = (toasts ??= emptyToasts());
  const dialog = [...document.querySelectorAll("dialog[open]")].at(-1);
  const place = dialog ?? document.body;
  if (shown.parentNode !== place) place.append(shown);
  dialog?.addEventListener("close", () => document.body.append(shown), { once: true });
  for (const other of shown.children) if (other.textContent === text) other.remove();
  const note = document.createElement("div");
  note.className = `toast ${kind}`;
  note.textContent = text;
  shown.append(note);
  setTimeout(() => note.remove(), 7000);
}

function emptyToasts() {
  const empty = document.createElement("div");
  empty.className = "toasts";
  empty.setAttribute("role", "status");
  empty.setAttribute("aria-live", "polite");
  return empty;
}
