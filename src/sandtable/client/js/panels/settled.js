// Standing answers: questions that interrupt the other side's turn, answered once and for all.

import { capital, el } from "../basics/dom.js";
import { getJson } from "../basics/net.js";

/** @typedef {{key: string, text: string, choices: {key: string, text: string}[]}} Interrupt */
/** @typedef {import("../basics/types.js").Snapshot} Snapshot */

/** What each game may ask, as far as it is known. @type {Map<string, Interrupt[]>} */
const known = new Map();

/** @param {string} game @param {() => void} then */
function learn(game, then) {
  if (known.has(game)) return;
  known.set(game, []);
  getJson(`/api/games/${encodeURIComponent(game)}`).then((about) => {
    known.set(game, about.interrupts);
    then();
  }, console.warn);
}

/** The answers that the side on show has left, each to be changed.
 * @param {Snapshot} now @param {{ask(message: Record<string, unknown>): void}} how */
export function standingAnswers({ table, you, view }, how) {
  if (!you.side || view.over) return [];
  const list = el("div", { class: "settled" });
  const fill = () => {
    const kinds = known.get(table.game) ?? [];
    if (!kinds.length) return;
    list.replaceChildren(
      el("h3", {}, "Standing answers"),
      el("p", { class: "small quiet" }, "When you are asked in the other side's turn, so that nobody waits for you:"),
      ...kinds.map((kind) =>
        el(
          "label",
          { class: "small" },
          `${kind.text} `,
          el(
            "select",
            {
              "data-settle": kind.key,
              change: (/** @type {any} */ event) =>
                how.ask({ type: "settle", question: kind.key, choice: event.target.value }),
            },
            ...kind.choices.map((choice) =>
              el(
                "option",
                { value: choice.key, selected: choice.key === (you.settled[kind.key] ?? "ask") },
                capital(choice.text),
              ),
            ),
          ),
        ),
      ),
    );
  };
  learn(table.game, fill);
  fill();
  return [list];
}
