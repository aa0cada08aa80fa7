// The next game that waits for its player, from the table that no longer does.

import { el } from "../basics/dom.js";
import { ownTables } from "./lobby.js";

const EVERY = 30_000; // milliseconds between two looks
let looked = 0;
/** @type {any} */
let waiting = null;

/** A way to the next game in which it is one's own turn, if there is one.
 * @param {string} table the one on the screen */
export function nextGame(table) {
  const place = el("p", { class: "next" });
  const show = () => {
    if (!waiting || waiting.id === table) return place.replaceChildren();
    const href = `/t/${encodeURIComponent(waiting.id)}`;
    return place.replaceChildren(el("a", { class: "button", href, "data-next": waiting.id }, `Next: ${waiting.name}`));
  };
  if (Date.now() - looked > EVERY) {
    looked = Date.now();
    ownTables().then((tables) => {
      waiting = tables.find((/** @type {any} */ one) => one.id !== table && !one.over && one.waits) ?? null;
      show();
    }, console.warn);
  }
  show();
  return [place];
}
