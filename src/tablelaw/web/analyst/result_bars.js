// The net results of a round of the main game as bars: how often each occurs, counted exactly.
import { h, s } from "/web/lib/dom.js";
import { percent, toNumber } from "/web/lib/format.js";

const WIDTH = 640;
const HEIGHT = 250;
const FOOT = 34;
const MOST = 13;

/**
 * @param {Page.ParMain} main
 * @param {string} base
 */
export function spread(main, base) {
  const bars = grouped(main.distribution);
  const top = Math.max(...bars.map((bar) => bar.share));
  const step = WIDTH / bars.length;
  const spoken = bars.map((bar) => `${bar.label} ${base}s: ${percent(bar.share, 2)}`).join("; ");
  return h(
    "section",
    { class: "panel", "aria-label": "Results of a round" },
    h("h3", {}, "Results of a round"),
    s(
      "svg",
      { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "spread", role: "img", "aria-label": spoken },
      bars.map((bar, n) => {
        const height = Math.max(1, ((HEIGHT - FOOT - 24) * bar.share) / top);
        const kind = bar.value < 0 ? "loss" : bar.value > 0 ? "win" : "even";
        return s(
          "g",
          { transform: `translate(${n * step} 0)` },
          s("rect", { class: kind, x: step * 0.12, y: HEIGHT - FOOT - height, width: step * 0.76, height, rx: 3 }),
          s(
            "text",
            { x: step / 2, y: HEIGHT - FOOT - height - 6, class: "share" },
            percent(bar.share, bar.share < 0.01 ? 2 : 1),
          ),
          s("text", { x: step / 2, y: HEIGHT - 14, class: "net" }, bar.label),
        );
      }),
    ),
    h("p", { class: "small soft" }, `Net result of a round in ${base}s, and how often it occurs.`),
  );
}

/**
 * Results beyond a few Antes are grouped, so that every bar can be seen.
 * @param {Record<string, string>} distribution
 */
function grouped(distribution) {
  const found = new Map();
  for (const [text, share] of Object.entries(distribution)) {
    const value = toNumber(text);
    const key = Math.max(-6, Math.min(MOST - 6, Math.sign(value) * Math.ceil(Math.abs(value))));
    found.set(key, (found.get(key) ?? 0) + toNumber(share));
  }
  return [...found.entries()]
    .sort(([one], [other]) => one - other)
    .map(([value, share]) => ({ value, share, label: name(value) }));
}

/** @param {number} value */
function name(value) {
  if (value === -6) return "≤ -6";
  if (value === MOST - 6) return `≥ +${value}`;
  return value > 0 ? `+${value}` : String(value);
}
