// Exercise: practice rounds, some of them played with a seen card, to be told from honest ones.
import { sentenceOf } from "/web/lib/api.js";
import { card } from "/web/lib/cards.js";
import { h, show } from "/web/lib/dom.js";
import { asCards } from "/web/lib/scrolling_tables.js";
import { slowAnswer } from "/web/lib/slow_questions.js";
import { exactly } from "./figures.js";
import { drawWithForm, seenFields } from "./seen_card_form.js";

/**
 * @param {HTMLElement} panel
 * @param {Page.Chosen} chosen
 */
export async function exercise(panel, chosen) {
  await drawWithForm(panel, chosen, draw);
}

/**
 * @param {HTMLElement} panel
 * @param {Page.Chosen} chosen
 * @param {Page.ExposureForm} form
 */
function draw(panel, chosen, form) {
  if (!form.places.length)
    return show(panel, h("p", { class: "empty" }, `${chosen.name} has no hidden cards to make an exercise of.`));
  const seen = seenFields(form, true);
  const seed = h("input", { size: 12, maxlength: 40, value: "1" });
  const result = h("div", { class: "stack", "aria-live": "polite" });
  const start = h("button", { class: "primary" }, "Deal the rounds");
  show(
    panel,
    h(
      "form",
      {
        class: "panel stack",
        "aria-label": "What may have been seen",
        onsubmit: (event) => {
          event.preventDefault();
          deal();
        },
      },
      h(
        "p",
        { class: "soft" },
        `Practice rounds of ${chosen.name}, dealt from a seed and played by nobody. In some of them the player knew a hidden card and played best with it; in the others the player saw nothing and played best. Every round has a telling decision. Mark the rounds in which the card was seen.`,
      ),
      h("fieldset", {}, h("legend", {}, "What may have been seen"), seen.shown),
      h("div", { class: "seen-fields" }, h("label", {}, "Seed", seed)),
      h("div", { class: "row" }, start),
    ),
    result,
  );

  async function deal() {
    const said = h("p", { class: "empty", role: "status" }, "One moment ...");
    start.disabled = true;
    show(result, said);
    try {
      const items = seen.items();
      if (!items.length) throw new Error("Choose at least one card that may have been seen.");
      const question = { ask: /** @type {const} */ ("exercise"), text: chosen.text, seen: items, seed: seed.value };
      const found = await slowAnswer(question, (words) => {
        said.textContent = words;
      });
      if (said.isConnected) show(result, rounds(found, question));
    } catch (refusal) {
      show(result, h("p", { class: "notice bad" }, sentenceOf(refusal)));
    }
    start.disabled = false;
  }
  return undefined;
}

/**
 * @param {Page.Exercise} found
 * @param {Api.AnalysisRequest} question
 */
function rounds(found, question) {
  const boxes = found.rounds.map((one) => h("input", { type: "checkbox", "data-round": one.round }));
  const answers = found.rounds.map(() => h("div", { class: "stack" }));
  const score = h("p", { role: "status" });
  const finish = h("button", { type: "button", class: "primary", onclick: mark }, "Show the answers");
  return [
    h("h2", {}, `Which rounds were played with ${found.seen} seen?`),
    h(
      "div",
      { class: "exercise-rounds" },
      found.rounds.map((one, n) => roundOf(one, boxes[n], answers[n])),
    ),
    h("div", { class: "row" }, finish, score),
  ];

  async function mark() {
    finish.disabled = true;
    const marks = found.rounds.filter((_, n) => boxes[n].checked).map((one) => one.round);
    try {
      const told = await slowAnswer({ ...question, marks });
      for (const [n, one] of told.rounds.entries()) {
        boxes[n].disabled = true;
        show(answers[n], answer(one));
      }
      score.textContent = `${told.right} of ${told.of} right.`;
    } catch (refusal) {
      score.textContent = sentenceOf(refusal);
      finish.disabled = false;
    }
  }
}

/**
 * @param {Page.ExerciseRound} one
 * @param {HTMLInputElement} box
 * @param {HTMLElement} answered
 */
function roundOf(one, box, answered) {
  const held = new Set(one.may_have_seen);
  /**
   * @param {string} name
   * @param {string[]} cards
   */
  const row = (name, cards) =>
    cards.length
      ? h(
          "div",
          { class: "exercise-cards" },
          h("span", { class: "small soft" }, name),
          cards.map((text) => card(text, { class: held.has(text) ? "card may-be-seen" : "card" })),
        )
      : null;
  const others = one.may_have_seen.filter((text) => !one.board.includes(text) && !one.dealer.includes(text));
  return h(
    "section",
    { class: "panel stack", "aria-label": `Round ${one.round}` },
    h("h3", {}, `Round ${one.round}`),
    row("Player", one.cards),
    row("Board", one.board),
    row("Dealer", one.dealer),
    row("Other seats", others),
    h("p", { class: "small soft" }, `May have been seen: ${one.may_have_seen.join(" ")}`),
    h(
      "ul",
      {},
      one.moves.map((move) => h("li", {}, `${move.stage.replaceAll("-", " ")}: `, h("strong", {}, move.taken))),
    ),
    h("label", { class: "inline" }, box, "played with the seen card"),
    answered,
  );
}

/** @param {Page.ExerciseAnswers["rounds"][number]} one */
function answer({ marked, was_seen: wasSeen, reason, telling }) {
  const isRight = marked === wasSeen;
  /** @param {string} worth */
  const antes = (worth) =>
    h(
      "td",
      { class: "number" },
      exactly(worth, (number) => `${number > 0 ? "+" : ""}${number.toFixed(4)}`),
    );
  return [
    h(
      "p",
      { class: `notice ${isRight ? "good" : "bad"}` },
      `${isRight ? "Right" : "Wrong"}: ${wasSeen ? "the card was seen" : "honest play"}. ${reason}`,
    ),
    h(
      "div",
      { class: "scroll", tabindex: 0 },
      asCards(
        h(
          "table",
          {},
          h(
            "thead",
            {},
            h(
              "tr",
              {},
              h("th", {}, "Antes"),
              h("th", { class: "number" }, "Unseen"),
              h("th", { class: "number" }, "Card seen"),
            ),
          ),
          h(
            "tbody",
            {},
            telling.actions.map((row) => h("tr", {}, h("td", {}, row.action), antes(row.honest), antes(row.informed))),
          ),
        ),
      ),
    ),
  ];
}
