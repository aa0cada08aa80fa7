// What a game keeps beside its map: cups, tracks, allotments, each with what can be pressed in it.

import { bundle } from "./decision.js";
import { el, withCases } from "./dom.js";
import { form, sorted } from "./forms.js";
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
  const turned = [...section.querySelectorAll("details")].filter((each) => each.open === each.hasAttribute("data-folded"));
  const known = new Map(turned.map((each) => [each.getAttribute("data-panel"), each.open])); // what the player opened or shut
  const focused = section.contains(document.activeElement) ? held(document.activeElement) : null;
  const same = section.getAttribute("data-count") === `${view.count} ${view.phase}`;
  const scrolled = same ? section.scrollTop : 0;
  section.setAttribute("data-count", `${view.count} ${view.phase}`);
  section.hidden = !view.panels.length;
  section.replaceChildren(...view.panels.map((panel) => card(panel, play, counters, how, known.get(panel.key) ?? !panel.folded)));
  section.scrollTop = scrolled;
  if (!same && section.parentElement) section.parentElement.scrollTop = 0;
  if (focused) /** @type {HTMLElement | null} */ (section.querySelector(focused))?.focus({ preventScroll: true });
}

/** How to find again what has the focus.
 * @param {Element | null} element */
function held(element) {
  const name = ["data-action", "data-unit", "data-all", "data-figure"].find((key) => element?.hasAttribute(key));
  return name ? `[${name}="${CSS.escape(element?.getAttribute(name) ?? "")}"]` : null;
}

/** Whether an offer is pressed in a panel that is on show.
 * @param {Play} play @param {Offer} offer */
export function inPanel(play, offer) {
  return !!offer.panel && play.now.view.panels.some((panel) => panel.key === offer.panel);
}

/** @param {Panel} panel @param {Play} play @param {Counters} counters @param {How} how @param {boolean} open */
function card(panel, play, counters, how, open) {
  const { sides } = how;
  const { forms, rest } = sorted(play.asked ? play.now.offers.filter((offer) => offer.panel === panel.key) : [], play);
  return el("details", { class: "card", "data-panel": panel.key, "data-folded": panel.folded ? "" : null, open }, el("summary", {}, panel.title),
    panel.note ? el("p", { class: "small quiet" }, ...withCases(panel.note)) : null,
    ...forms.map((some) => form(some, play)),
    el("dl", { class: "rows" }, ...panel.rows.flatMap((row) => [
      el("dt", row.pieces.length ? { class: "wide" } : {}, row.side ? el("span", { class: `flag flag-${Math.max(0, sides.indexOf(row.side))}`, "aria-hidden": "true" }) : null, row.label),
      el("dd", row.pieces.length ? { class: "wide" } : {}, ...row.tokens.map((token) => chip(token, sides)), row.text ? el("span", {}, ...withCases(row.text)) : null, ...lying(row.pieces, play, counters, how))])),
    rest.length ? el("div", { class: "choices in-panel" }, ...bundles(rest).map((some) => bundle(some, play, how, counters))) : null);
}

/** The counters of a row: those of one row are chosen together.
 * @param {string[]} ids @param {Play} play @param {Counters} counters @param {How} how */
function lying(ids, play, counters, how) {
  const pieces = ids.flatMap((id) => (play.past ?? play.now.view).pieces[id] ?? []);
  const joins = () => play.chosen.size > 0 && [...play.chosen].every((id) => ids.includes(id));
  const buttons = pieces.map((piece) => counters.button(piece, {
    pressed: play.chosen.has(piece.id), pixels: 46, click: (event) => how.choose([piece.id], event.shiftKey || event.ctrlKey || event.metaKey || joins()),
  }));
  if (!buttons.length) return [];
  const all = pieces.length > 1 && play.asked ? el("button", { type: "button", class: "button slight", "data-all": ids.join(" "), click: () => how.choose(ids, false) }, "All") : null;
  return [el("div", { class: "tray lying" }, ...buttons, all)];
}

/** @param {Token} token @param {string[]} sides */
function chip(token, sides) {
  const flag = token.side ? ` of-${Math.max(0, sides.indexOf(token.side))}` : "";
  return el("span", { class: `chip${flag}${token.state ? ` ${token.state}` : ""}`, title: token.title || null }, token.text, token.state ? el("span", { class: "unseen" }, ` (${token.state})`) : null);
}
