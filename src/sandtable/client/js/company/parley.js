// What players say to each other beside the rules: resign, offer a draw, take it or not.

import { capital, el } from "../basics/dom.js";

/** @typedef {import("../basics/types.js").Snapshot} Snapshot */
/** @typedef {{ask(message: Record<string, unknown>): void}} How */

/** @param {Snapshot} now @param {How} how @param {string} side @param {string} action */
const say = ({ view }, how, side, action) => how.ask({ type: "play", action, count: view.count, side });

/** A draw that is offered, above whatever else is asked: to whom it is offered answers, who offered it may withdraw.
 * @param {Snapshot} now @param {How} how */
export function offeredDraw(now, how) {
  const { table, you, view } = now;
  if (!table.draw || view.over || !you.sides.length || you.comrade) return [];
  const other = you.sides.find((side) => side !== table.draw);
  const button = (/** @type {string} */ text, /** @type {string} */ side, /** @type {string} */ action) =>
    el(
      "button",
      { type: "button", class: "button", "data-parley": action, click: () => say(now, how, side, action) },
      text,
    );
  return [
    el(
      "div",
      { class: "parley", role: "status" },
      other
        ? `The ${capital(table.draw)} player offers a draw.`
        : "You have offered a draw; the other side has not answered yet.",
      el(
        "div",
        { class: "row" },
        other ? button("Accept the draw", other, "accept-draw") : null,
        other ? button("Decline", other, "decline-draw") : button("Withdraw the offer", table.draw, "withdraw-offer"),
      ),
    ),
  ];
}

/** The side a player speaks for: the one on show, else any of his own.
 * @param {Snapshot} now */
export const speaker = ({ you }) => you.side || you.sides[0] || "";

/** @param {Snapshot} now @param {How} how @returns {{label: string, action: string, run(): void}[]} */
export function ways(now, how) {
  const { table, view, you } = now;
  const side = speaker(now);
  if (!side || you.comrade || view.over || table.waiting.length) return [];
  const resign = () => {
    if (confirm(`Resign as the ${capital(side)} player? The other side wins, and the game is over.`))
      say(now, how, side, "resign");
  };
  return [
    ...(table.draw
      ? []
      : [{ label: "Offer a draw", action: "offer-draw", run: () => say(now, how, side, "offer-draw") }]),
    { label: "Resign…", action: "resign", run: resign },
  ];
}

/** @param {Snapshot} now @param {How} how */
export function parley(now, how) {
  const every = ways(now, how);
  if (!every.length) return [];
  return [
    el(
      "div",
      { class: "row" },
      ...every.map(({ label, action, run }) =>
        el("button", { type: "button", class: "button slight", "data-parley": action, click: run }, label),
      ),
    ),
  ];
}
