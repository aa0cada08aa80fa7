// The odds like a ledger: strengths, every modifier with its case, a bar for each result, expected losses.

import { capital, caseLink, el, named, refusal, withCases } from "../basics/dom.js";

/** @typedef {import("../play/play.js").Play} Play */
/** @typedef {import("../basics/types.js").Explanation} Explanation */

/** @param {HTMLElement} panel @param {Play} play */
export function drawOdds(panel, play) {
  const { forecast, proposal } = play;
  panel.hidden = !play.mixed || (!forecast && !proposal);
  if (panel.hidden) return panel.replaceChildren();
  const parts = [];
  if (forecast)
    parts.push(
      el("h2", {}, el("span", {}, "The odds"), el("span", { "data-column": forecast.column }, forecast.column)),
      el("p", { class: "small" }, ...withCases(forecast.title)),
    );
  if (proposal && "refused" in proposal) parts.push(refusal(proposal.refused));
  if (proposal && "action" in proposal) parts.push(...order(proposal.action, play));
  if (forecast?.cost)
    parts.push(el("p", { class: "small", "data-cost": "" }, el("b", {}, "It takes "), ...withCases(forecast.cost)));
  if (forecast?.chances.length)
    parts.push(
      chances(forecast.chances),
      el(
        "div",
        { class: "losses small" },
        el("div", {}, el("b", {}, forecast.attacker_loss.toFixed(1)), "expected loss of the attacker"),
        el("div", {}, el("b", {}, forecast.defender_loss.toFixed(1)), "expected loss of the defender"),
      ),
    );
  if (proposal && "action" in proposal) parts.push(...otherwise(play, proposal.action));
  if (forecast)
    parts.push(
      el(
        "details",
        { class: "small", open: innerWidth > 760 },
        el("summary", {}, "How the odds are worked out"),
        el("ul", { class: "ledger" }, ...forecast.ledger.parts.map(tree)),
      ),
    );
  return panel.replaceChildren(...parts);
}

/** The button stands above the chances and never on them, and says at what odds it attacks.
 * @param {string} action @param {Play} play */
function order(action, play) {
  const verb = capital(play.forecast?.deed || action.split(" ", 1)[0]);
  const column = play.forecast?.column;
  return [
    el(
      "button",
      { type: "button", class: "button primary attack", "data-action": action, click: () => play.act(action) },
      column ? `${verb} at ${column}` : verb,
    ),
    ...(play.forecast ? [] : [el("p", { class: "quiet small" }, ...withCases(action))]),
  ];
}

/** Other things that just these pieces could do.
 * @param {Play} play @param {string} action */
function otherwise(play, action) {
  const own = [...play.chosen].filter((id) => play.own(id)).length;
  const words = (/** @type {string} */ text) =>
    text
      .split(/[\s,]+/)
      .sort()
      .join(" ");
  const others = play.offers.filter(
    (offer) =>
      words(offer.action) !== words(action) &&
      !offer.at &&
      offer.pieces.filter((id) => play.own(id)).length === own &&
      [...play.chosen].every((id) => offer.pieces.includes(id)),
  );
  if (!others.length) return [];
  return [
    el(
      "div",
      { class: "choices" },
      ...others.map((offer) =>
        el(
          "button",
          { type: "button", class: "button slight", "data-action": offer.action, click: () => play.act(offer.action) },
          ...named(capital(offer.label)),
        ),
      ),
    ),
  ];
}

/** @param {Explanation} node @returns {HTMLLIElement} */
export function tree(node) {
  return el(
    "li",
    {},
    ...named(node.text),
    " ",
    node.case ? caseLink(node.case) : null,
    node.parts.length ? el("ul", {}, ...node.parts.map(tree)) : null,
  );
}

/** @param {import("../basics/types.js").Chance[]} list */
function chances(list) {
  return el(
    "table",
    { class: "chances small" },
    el("caption", { class: "unseen" }, "Chances of each result"),
    el(
      "tbody",
      {},
      ...list.map((chance) => {
        const share = chance.numerator / chance.denominator;
        const bar = el("i");
        bar.style.width = `${share * 100}%`;
        return el(
          "tr",
          {},
          el("th", { scope: "row" }, chance.result),
          el(
            "td",
            {},
            el("div", { class: "bar", "aria-hidden": "true" }, bar),
            el("span", { class: "quiet" }, chance.text),
          ),
          el(
            "td",
            { class: "figure" },
            chance.numerator === chance.denominator ? "certain" : `${chance.numerator}/${chance.denominator}`,
            el("span", { class: "quiet" }, ` ${Math.round(share * 100)}%`),
          ),
        );
      }),
    ),
  );
}
