// A short word in the corner, read out by screen readers.
let toasts;

export function toast(text, kind = "") {
  if (!toasts) {
    toasts = document.createElement("div");
    toasts.className = "toasts";
    toasts.setAttribute("role", "status");
    toasts.setAttribute("aria-live", "polite");
    document.body.append(toasts);
  }
  for (const other of toasts.children) if (other.textContent === text) other.remove();
  const note = document.createElement("div");
  note.className = `toast ${kind}`;
  note.textContent = text;
  toasts.append(note);
  setTimeout(() => note.remove(), 7000);
}
