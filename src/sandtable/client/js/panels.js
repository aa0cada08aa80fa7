// What a game keeps beside its map: cups, tracks, allotments, each with what can be pressed in it.

import { bundle } from "./decision.js";
import { el, withCases } from "./dom.js";
import { bundles } from "./play.js";

/** @typedef {import("./play.js").Play} Play */
/** @typedef {import("./types.js").Panel} Panel */
/** @typedef {import("./types.js").Offer} Offer */
/** @typedef {import("./types.js").Token} Token */
/** @typedef {import("./counters.js").Counters} Counters */
/** @typedef {import("./decision.js").How & {sides: string[]}} How */

/** @param {HTMLElement} section @param {Play} play @param {Counters} counters @param {How} how */
export function drawPanels(section, play, counters, how) {
  const view = play.past ?? play.now.view;
  const shut = new Set([...section.querySelectorAll("details:not([open])")].map((each) => each.getAttribute("data-panel")));
  const focused = section.contains(document.activeElement) ? document.activeElement?.getAttribute("data-action") : null;
  section.hidden = !view.panels.length;
  section.replaceChildren(...view.panels.map((panel) => card(panel, play, counters, how, !shut.has(panel.key))));
  if (focused) /** @type {HTMLElement | null} */ (section.querySelector(`[data-action="${CSS.escape(focused)}"]`))?.focus();
}

/** Whether an offer is pressed in a panel that is on show.
 * @param {Play} play @param {Offer} offer */
export function inPanel(play, offer) {
  return !!offer.panel && play.now.view.panels.some((panel) => panel.key === offer.panel);
}

/** @param {Panel} panel @param {Play} play @param {Counters} counters @param {How} how @param {boolean} open */
function card(panel, play, counters, how, open) {
  const { sides } = how;
  const offers = play.asked ? play.now.offers.filter((offer) => offer.panel === panel.key) : [];
  return el("details", { class: "card", "data-panel": panel.key, open }, el("summary", {}, panel.title),
    panel.note ? el("p", { class: "small quiet" }, ...withCases(panel.note)) : null,
    el("dl", { class: "rows" }, ...panel.rows.flatMap((row) => [
      el("dt", {}, row.side ? el("span", { class: `flag flag-${Math.max(0, sides.indexOf(row.side))}`, "aria-hidden": "true" }) : null, row.label),
      el("dd", {}, ...row.tokens.map((token) => chip(token, sides)), row.text ? el("span", {}, row.text) : null)])),
    offers.length ? el("div", { class: "choices in-panel" }, ...bundles(offers).map((some) => bundle(some, play, how, counters))) : null);
}

/** @param {Token} token @param {string[]} sides */
function chip(token, sides) {
  const flag = token.side ? ` of-${Math.max(0, sides.indexOf(token.side))}` : "";
  return el("span", { class: `chip${flag}${token.state ? ` ${token.state}` : ""}`, title: token.title || null }, token.text, token.state ? el("span", { class: "unseen" }, ` (${token.state})`) : null);
}
