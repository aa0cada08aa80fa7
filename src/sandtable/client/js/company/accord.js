// What players agree on beside the game: to take back, to adjourn, to play again; and notes to oneself.

import { capital, el } from "../basics/dom.js";
import { like } from "../basics/prefs.js";

/** @typedef {import("../basics/types.js").Snapshot} Snapshot */
/** @typedef {{ask(message: Record<string, unknown>): any}} How */

const MATTERS = /** @type {const} */ ({
  undo: ["take the last action back", "Ask to take back"],
  adjourn: ["adjourn", "Ask to adjourn"],
});

/** @param {string} text @param {string} key @param {() => void} click */
const button = (text, key, click) =>
  el("button", { type: "button", class: "button slight", "data-accord": key, click }, text);

/** What one side has asked of the other, above whatever else is asked.
 * @param {Snapshot} now @param {How} how */
export function askedOfOthers({ table, you, view }, how) {
  if (view.over || !you.sides.length || you.comrade) return []; // the commander speaks for the side
  const say = (/** @type {string} */ matter, /** @type {string} */ word) => how.ask({ type: "accord", matter, word });
  return /** @type {("undo" | "adjourn")[]} */ (["undo", "adjourn"])
    .filter((matter) => table[matter])
    .map((matter) => {
      const own = you.sides.includes(table[matter]);
      const text = own
        ? `You have asked to ${MATTERS[matter][0]}; the other side has not answered yet.`
        : `The ${capital(table[matter])} player asks to ${MATTERS[matter][0]}.`;
      return el(
        "div",
        { class: "parley", role: "status" },
        text,
        el(
          "div",
          { class: "row" },
          own ? null : button("Agree", `${matter} grant`, () => say(matter, "grant")),
          own
            ? button("Withdraw", `${matter} withdraw`, () => say(matter, "withdraw"))
            : button("Decline", `${matter} refuse`, () => say(matter, "refuse")),
        ),
      );
    });
}

/** Ways to ask, for the sheet of the table; after the game, the way to another.
 * @param {Snapshot} now @param {How} how */
export function accords({ table, you, view }, how) {
  if (!you.sides.length || you.comrade || table.waiting.length) return [];
  if (view.over) return [el("div", { class: "row" }, again(table, you, how))];
  const ask = (/** @type {"undo" | "adjourn"} */ matter) =>
    table[matter] ? null : button(MATTERS[matter][1], matter, () => how.ask({ type: "accord", matter, word: "ask" }));
  return [
    el(
      "div",
      { class: "row" },
      ask("undo"),
      table.clock && !table.clock.adjourned ? ask("adjourn") : null,
      table.clock?.adjourned ? button("Play on", "resume", () => how.ask({ type: "resume" })) : null,
    ),
  ];
}

/** @param {Snapshot["table"]} table @param {Snapshot["you"]} you @param {How} how */
function again(table, you, how) {
  const go = async () => {
    const made = await how.ask({ type: "rematch" });
    if (!made?.table) return;
    if (made.token) like(`seat:${made.table}`, made.token);
    location.href = made.url || `/t/${encodeURIComponent(made.table)}`;
  };
  if (you.again) return el("a", { class: "button", href: you.again, "data-accord": "again" }, "To the next game");
  return button(table.next ? "To the next game" : "Play again, sides changed", "rematch", () => void go());
}

/** @param {Snapshot} now @param {How} how */
export function ownNote({ you }, how) {
  if (!you.sides.length) return [];
  return [
    el("h3", {}, "Notes to yourself"),
    el(
      "textarea",
      {
        class: "note",
        rows: 3,
        maxlength: 2000,
        "aria-label": "Notes to yourself",
        placeholder: "Nobody else reads this",
        change: (/** @type {any} */ event) => how.ask({ type: "note", text: event.target.value }),
      },
      you.note,
    ),
  ];
}
