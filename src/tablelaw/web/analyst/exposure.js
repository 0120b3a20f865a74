// Exposure: what hidden cards are worth to a player who sees them, how play changes, and what it costs the house.
import { sentenceOf } from "/web/lib/api.js";
import { fileNameOf, h, save, show } from "/web/lib/dom.js";
import { fraction, rounded, scaled } from "/web/lib/exact_fractions.js";
import { capital, exact, parseDollars, percent, toNumber, withSymbol } from "/web/lib/format.js";
import { asCards } from "/web/lib/scrolling_tables.js";
import { slowAnswer } from "/web/lib/slow_questions.js";
import { exactly } from "./figures.js";
import { drawWithForm, seenFields } from "./seen_card_form.js";

const MOST_ROUNDS = 1000;

/**
 * @param {HTMLElement} panel
 * @param {Page.Chosen} chosen
 */
export async function exposure(panel, chosen) {
  await drawWithForm(panel, chosen, draw);
}

/**
 * @param {HTMLElement} panel
 * @param {Page.Chosen} chosen
 * @param {Page.ExposureForm} form
 */
function draw(panel, chosen, form) {
  if (!form.places.length)
    return show(
      panel,
      h("p", { class: "empty" }, `${chosen.name} has no hidden cards whose worth can be counted exactly.`),
    );
  const seen = seenFields(form);
  const ante = h("input", { inputmode: "decimal", size: 8, value: withSymbol(String(form.ante_cents / 100)) });
  const rounds = h("input", { inputmode: "numeric", size: 6, value: "40" });
  const result = h(
    "div",
    { class: "stack", "aria-live": "polite" },
    h("p", { class: "empty" }, "Nothing has been asked yet. Choose what is seen, then press Solve."),
  );
  const start = h("button", { class: "primary" }, "Solve");
  show(
    panel,
    h(
      "form",
      {
        class: "panel stack",
        "aria-label": "What is seen",
        onsubmit: (event) => {
          event.preventDefault();
          solve();
        },
      },
      h(
        "p",
        { class: "soft" },
        `The main game of ${chosen.name}, solved for a player who sees hidden cards and plays best with them. With marked ranks, only whether a card is one of them is known. A game with two cards each and a board takes about a minute the first time.`,
      ),
      h("fieldset", {}, h("legend", {}, "What the player sees"), seen.shown),
      h(
        "fieldset",
        {},
        h("legend", {}, "Loss per hour"),
        h("div", { class: "sim-fields" }, h("label", {}, "Ante", ante), h("label", {}, "Rounds per hour", rounds)),
      ),
      h("div", { class: "row" }, start),
    ),
    result,
  );

  async function solve() {
    const said = h("p", { class: "empty", role: "status" }, "One moment ...");
    start.disabled = true;
    show(result, said);
    try {
      const hour = { cents: amount(ante.value), rounds: whole(rounds.value) };
      const items = seen.items();
      if (!items.length) throw new Error("Choose at least one card that is seen.");
      const found = await slowAnswer({ ask: "exposure", text: chosen.text, seen: items }, (words) => {
        said.textContent = words;
      });
      if (said.isConnected) show(result, answer(chosen, found, hour));
    } catch (refusal) {
      show(result, h("p", { class: "notice bad" }, sentenceOf(refusal)));
    }
    start.disabled = false;
  }
  return undefined;
}

/** @param {string} text */
function amount(text) {
  const cents = parseDollars(text);
  if (!cents) throw new Error(`Enter an amount for the Ante, such as 15 or ${exact(1250)}.`);
  return cents;
}

/** @param {string} text */
function whole(text) {
  const rounds = /^\d{1,4}$/.test(text.trim()) ? Number(text) : 0;
  if (rounds < 1 || rounds > MOST_ROUNDS)
    throw new Error(`Enter rounds per hour from 1 to ${MOST_ROUNDS}, such as 40.`);
  return rounds;
}

// --- The answer ---------------------------------------------------------------------------------------------

/**
 * @param {Page.Chosen} chosen
 * @param {Page.Exposure} found
 * @param {{ cents: number; rounds: number }} hour
 */
function answer({ name }, found, hour) {
  const title = `${found.seen} seen`;
  return [
    h(
      "div",
      { class: "between" },
      h("h2", {}, `${name}, ${title}`),
      h(
        "button",
        {
          type: "button",
          onclick: () => save(`${fileNameOf(name)}-exposure.json`, asFile(found), "application/json"),
        },
        "Download JSON",
      ),
    ),
    cards(found, hour),
    h(
      "section",
      { class: "panel stack", "aria-label": "How rounds are played" },
      h("h3", {}, "How rounds are played"),
      h(
        "div",
        { class: "sim-answer" },
        h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "Shares of rounds" }, ways(found)),
        h(
          "div",
          { class: "scroll", tabindex: 0, role: "region", "aria-label": "Chart of how rounds are played" },
          h("img", {
            class: "sim-picture",
            alt: `How often rounds are played in each way, honestly and with ${title}`,
            src: `data:image/svg+xml;charset=utf-8,${encodeURIComponent(found.picture)}`,
          }),
        ),
      ),
    ),
    changed(found),
    h(
      "section",
      { class: "panel", "aria-label": "How it was counted" },
      h("h3", {}, "How it was counted"),
      h("p", { class: "soft" }, `${capital(found.method)}.`),
      found.notes.map((note) => h("p", { class: "small soft" }, note)),
    ),
  ];
}

/** @param {Page.Exposure} found */
function asFile(found) {
  return JSON.stringify({ ...found, picture: undefined }, null, 1);
}

/**
 * @param {Page.Exposure} found
 * @param {{ cents: number; rounds: number }} hour
 */
function cards(found, hour) {
  /**
   * @param {string} title
   * @param {Page.Child} value
   * @param {string} says
   */
  const figure = (title, value, says) =>
    h(
      "div",
      { class: "panel figure" },
      h("h3", {}, title),
      h("div", { class: "large" }, value),
      h("p", { class: "small soft" }, says),
    );
  const loss = Number(rounded(scaled(fraction(found.value), hour.cents * hour.rounds, 1), 0));
  const share = found.break_even_share;
  const [low, high] = found.interval ?? [];
  return h(
    "div",
    { class: "figures" },
    figure(
      found.is_simulated ? "Player's edge, simulated" : "Player's edge",
      signed(found.value),
      found.is_simulated
        ? `of each Ante; it lies between ${percent(toNumber(low))} and ${percent(toNumber(high))}`
        : "of each Ante, with the cards seen",
    ),
    figure("Worth of the cards", signed(found.gain), `of each Ante, over honest best play (${share4(found.honest)})`),
    figure(
      "Break-even share",
      share === undefined ? "never" : percent(share, 2),
      "of the rounds in which the cards may be seen before the house loses",
    ),
    figure(
      loss > 0 ? "The house loses per hour" : "The house wins per hour",
      exact(Math.abs(loss)),
      `from one such player, ${hour.rounds} rounds at an Ante of ${exact(hour.cents)}`,
    ),
    found.standard_deviation === undefined
      ? null
      : figure("Standard deviation", found.standard_deviation.toFixed(4), "Antes per round"),
    found.n0
      ? figure("N0", Math.round(found.n0).toLocaleString("en-US"), "rounds until the gain equals a standard deviation")
      : null,
  );
}

/** @param {string} text */
const signed = (text) => exactly(text, (number) => `${number > 0 ? "+" : ""}${percent(number)}`);
/** @param {string} text */
const share4 = (text) => percent(toNumber(text));

/** @param {Page.Exposure} found */
function ways(found) {
  const names = [...new Set([...Object.keys(found.honest_actions), ...Object.keys(found.actions)])];
  /**
   * @param {Record<string, string>} actions
   * @param {string} way
   */
  const share = (actions, way) =>
    h("td", { class: "number" }, actions[way] ? exactly(actions[way], (number) => percent(number, 2)) : "0.00%");
  return asCards(
    h(
      "table",
      {},
      h("thead", {}, headings("Way to play", ["Honest", "With the cards"])),
      h(
        "tbody",
        {},
        names.map((way) =>
          h("tr", {}, h("td", {}, capital(way)), share(found.honest_actions, way), share(found.actions, way)),
        ),
      ),
    ),
  );
}

/** @param {Page.Exposure} found */
function changed({ changed: rows }) {
  return h(
    "section",
    { class: "panel", "aria-label": "Hands that change" },
    h("h3", {}, "Hands that change"),
    rows.length
      ? h(
          "div",
          { class: "scroll tall", tabindex: 0, role: "region", "aria-label": "All hands that change" },
          asCards(
            h(
              "table",
              {},
              h("thead", {}, headings("Hand", ["Share of rounds"], ["Honest play", "With the cards"])),
              h(
                "tbody",
                {},
                rows.map((row) =>
                  h(
                    "tr",
                    {},
                    h("td", {}, row.hand),
                    h("td", {}, row.honest),
                    h("td", {}, row.informed),
                    h(
                      "td",
                      { class: "number" },
                      exactly(row.weight, (number) => percent(number, 2)),
                    ),
                  ),
                ),
              ),
            ),
          ),
        )
      : h("p", { class: "soft" }, "No first decision is listed as changing."),
  );
}

/**
 * @param {string} first
 * @param {string[]} numbers
 * @param {string[]} words
 */
function headings(first, numbers, words = []) {
  return h(
    "tr",
    {},
    [first, ...words].map((name) => h("th", {}, name)),
    numbers.map((name) => h("th", { class: "number" }, name)),
  );
}
