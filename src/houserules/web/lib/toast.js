// A short word in the corner, read out by screen readers. While a dialog is open everything else lies behind it, so the
// word is shown inside the dialog, and stays when that closes.
let toasts;

export function toast(text, kind = "") {
  if (!toasts) {
    toasts = document.createElement("div");
    toasts.className = "toasts";
    toasts.setAttribute("role", "status");
    toasts.setAttribute("aria-live", "polite");
  }
  const dialog = [...document.querySelectorAll("dialog[open]")].at(-1);
  const place = dialog ?? document.body;
  if (toasts.parentNode !== place) place.append(toasts);
  dialog?.addEventListener("close", () => document.body.append(toasts), { once: true });
  for (const other of toasts.children) if (other.textContent === text) other.remove();
  const note = document.createElement("div");
  note.className = `toast ${kind}`;
  note.textContent = text;
  toasts.append(note);
  setTimeout(() => note.remove(), 7000);
}
