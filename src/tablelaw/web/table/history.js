// The player's earlier rounds at this table, newest first.
import { get } from "/web/lib/api.js";
import { byId, h, redraw } from "/web/lib/dom.js";
import { card } from "/web/lib/cards.js";
import { capital, dollars } from "/web/lib/format.js";
import { settlement } from "./settlement.js";

/** @param {Api.TableDescription} description */
export async function history(description) {
  const place = byId("history");
  let told;
  try {
    told = await get(`/api/me/rounds?table=${encodeURIComponent(description.table)}`);
  } catch {
    return [];
  }
  redraw(
    place,
    told.rounds.length
      ? h(
          "section",
          { class: "panel", "aria-label": "Your rounds" },
          h("h2", {}, "Your rounds here"),
          told.rounds
            .slice(0, 8)
            .map((round) =>
              h(
                "details",
                { "data-key": `round ${round.round}` },
                h(
                  "summary",
                  {},
                  `Round ${round.round}: `,
                  h(
                    "span",
                    { class: round.net > 0 ? "good" : round.net < 0 ? "bad" : "" },
                    round.net > 0 ? `+${dollars(round.net)}` : dollars(round.net),
                  ),
                ),
                replay(description, round),
              ),
            ),
        )
      : null,
  );
  return told.rounds;
}

/**
 * @param {Api.TableDescription} description
 * @param {Api.OwnRound} round
 */
function replay(description, round) {
  return h(
    "div",
    { class: "stack" },
    h(
      "div",
      { class: "row small" },
      "You",
      h(
        "span",
        { class: "cards" },
        round.cards.map((text) => card(text)),
      ),
    ),
    round.community.length
      ? h(
          "div",
          { class: "row small" },
          "Board",
          h(
            "span",
            { class: "cards" },
            round.community.map((text) => card(text)),
          ),
        )
      : null,
    round.dealer.length
      ? h(
          "div",
          { class: "row small" },
          "Dealer",
          h(
            "span",
            { class: "cards" },
            round.dealer.map((text) => card(text)),
          ),
        )
      : null,
    h(
      "ol",
      { class: "small" },
      round.story.map((sentence) => h("li", {}, inWords(sentence))),
    ),
    settlement(description.rulebook, round.lines, `Round ${round.round}`),
  );
}

/**
 * "before-flop: check (653a.11(b)(2))" -> "Before flop: check (653a.11(b)(2))".
 * @param {string} sentence
 */
function inWords(sentence) {
  const [stage, ...rest] = sentence.split(": ");
  const words = stage.replaceAll("-", " ");
  return [capital(words), ...rest].join(": ");
}
