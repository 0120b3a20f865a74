// Tabs: one panel at a time, named by the address's hash, so that links and the back button work.
import { h, show } from "./dom.js";

const drawn = new WeakMap();

/**
 * tabs(place, [["rounds", "Rounds", draw], ...]): `draw(panel, rest)` fills a panel when it is chosen;
 * `rest` is what follows the tab's name in the hash ("#rounds/T-1/12" -> ["T-1", "12"]).
 * @param {HTMLElement} place
 * @param {[name: string, title: string, draw: (panel: HTMLElement, rest: string[]) => unknown][]} parts
 * @param {string} label
 */
export function tabs(place, parts, label) {
  const panel = h("div", { role: "tabpanel", tabindex: "-1", class: "stack tab-panel" });
  const buttons = parts.map(([name, title]) =>
    h(
      "button",
      {
        type: "button",
        role: "tab",
        id: `tab-${name}`,
        "data-tab": name,
        onclick: () => {
          location.hash = name;
        },
      },
      title,
    ),
  );
  const list = h(
    "div",
    { class: "tabs", role: "tablist", "aria-label": label, onkeydown: (event) => move(event, buttons) },
    buttons,
  );
  show(place, list, panel);
  drawn.get(place)?.abort();
  drawn.set(place, new AbortController());
  addEventListener("hashchange", choose, { signal: drawn.get(place).signal });
  choose();

  function choose() {
    const [name, ...rest] = decodeURIComponent(location.hash.slice(1)).split("/");
    const chosen = parts.find(([known]) => known === name) ?? parts[0];
    for (const button of buttons) {
      const is = button.dataset.tab === chosen[0];
      button.setAttribute("aria-selected", String(is));
      button.tabIndex = is ? 0 : -1;
      if (is) panel.setAttribute("aria-labelledby", button.id);
    }
    show(panel);
    chosen[2](panel, rest);
  }
}

/**
 * @param {KeyboardEvent} event
 * @param {HTMLButtonElement[]} buttons
 */
function move(event, buttons) {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (!step) return;
  const at = buttons.findIndex((button) => button === document.activeElement);
  const next = buttons[(at + step + buttons.length) % buttons.length];
  next.focus();
  next.click();
  event.preventDefault();
}
