// The buttons for what can be done: which is the one to press, which offers share a button, which lie in a panel.

import { capital, el, named } from "../basics/dom.js";
import { sorted } from "./forms.js";

/** @typedef {import("../play/play.js").Play} Play */
/** @typedef {import("../map/counters.js").Counters} Counters */
/** @typedef {import("../basics/types.js").Offer} Offer */

/** @typedef {{hover(offer: Offer | null): void, choose(ids: string[], add?: boolean): void, left?: string[],
 * counting?: boolean}} How with those who can still act, and whether they are still being counted */

/** Whether an offer is pressed in a panel that is on show.
 * @param {Play} play @param {Offer} offer */
export function inPanel(play, offer) {
  return !!offer.panel && play.now.view.panels.some((panel) => panel.key === offer.panel);
}

/** The one thing to press: going on where that is possible, else what the game names first if it is about no piece and
 * no place. What is done with a piece is never pressed by default; where there is a form, it comes first.
 * @param {Play} play @param {{left?: string[], counting?: boolean}} [who] who can still act */
function primaryOf(play, { left = [], counting = false } = {}) {
  const { offers } = play.now;
  const first = offers[0];
  if (
    sorted(
      offers.filter((offer) => offer.panel),
      play,
    ).forms.length
  )
    return undefined;
  const done = offers.find((offer) => offer.action === "done");
  if (done) {
    // whoever can still act would lose it; nobody knows who while it is being counted
    const isLost = (/** @type {Offer} */ offer) =>
      isBequest(offer, play) || isAttack(offer, play) || isAdvance(offer, play) || isGift(offer);
    return counting || left.length || offers.some(isLost) ? undefined : done;
  }
  return first && !first.pieces.length && !first.at ? first : undefined;
}

/** Whether an offer is about pieces of both sides: who goes on lets the enemy go.
 * @param {Offer} offer @param {Play} play */
function isAttack({ folded, panel, pieces }, play) {
  const known = pieces.filter((id) => play.now.view.pieces[id]);
  return !folded && !panel && known.some((id) => play.own(id)) && known.some((id) => !play.own(id));
}

/** Whether an offer is an answer beside going on, about no piece and no hex: going on would do without it.
 * @param {Offer} offer */
const isGift = ({ action, at, folded, panel, pieces }) =>
  action !== "done" && !folded && !panel && !at && !pieces.length;

/** Whether an offer leads own pieces on from where they stand, though nobody is chosen: after a won battle.
 * @param {Offer} offer @param {Play} play */
function isAdvance({ at, folded, panel, path, pieces }, play) {
  return !folded && !panel && !!at && path.length > 1 && pieces.length > 0 && pieces.every((id) => play.own(id));
}

/** Whether an offer is lost by going on: something comes to own pieces that wait for it, on the map or beside it.
 * @param {Offer} offer @param {Play} play */
export function isBequest(offer, play) {
  const { pieces } = play.now.view;
  const waits = (/** @type {string} */ id) => !offer.at || play.board.hex(pieces[id]?.at ?? "") < 0;
  return (
    !offer.folded && !offer.panel && offer.pieces.length > 0 && offer.pieces.every((id) => play.own(id) && waits(id))
  );
}

/** Offers that are alike but for their piece: one button does them all, one after the other. Where nobody may go on
 * without choosing, one of them is asked for, not all.
 * @param {Offer[]} offers @param {Play} play @returns {{verb: string, at: string, count: number}[]} */
export function batches(offers, play) {
  /** @type {Map<string, Set<string>>} */
  const found = new Map();
  if (play.onlyWithPieces) return [];
  for (const offer of offers) {
    if (offer.pieces.length !== 1 || offer.folded || !isBequest(offer, play)) continue;
    const key = `${offer.action.split(" ", 1)[0]} ${offer.at}`;
    found.set(key, (found.get(key) ?? new Set()).add(offer.pieces[0]));
  }
  return [...found]
    .filter(([, pieces]) => pieces.size > 1)
    .map(([key, pieces]) => ({ verb: key.split(" ")[0], at: key.split(" ")[1] ?? "", count: pieces.size }));
}

/** Whether an offer in a panel is the one thing to press.
 * @param {Offer} offer @param {Play} play */
function isMain(offer, play) {
  const verb = (/** @type {Offer} */ o) => o.action.split(" ", 1)[0];
  return (
    !!offer.panel && offer === primaryOf(play) && play.now.offers.filter((o) => verb(o) === verb(offer)).length === 1
  );
}

/** @param {Offer[]} offers */
export function distinct(offers) {
  return [...new Map(offers.map((offer) => [offer.action, offer])).values()];
}

/** A button for an offer, or for several that differ in their place only: it chooses the pieces.
 * @param {{offers: Offer[], pieces: string[], verb: string}} some @param {Play} play @param {How} how
 * @param {Counters} counters */
export function bundle(some, play, how, counters) {
  const [offer] = some.offers;
  const single = some.offers.length === 1;
  const pictures =
    some.pieces.length <= 3
      ? some.pieces.flatMap((id) => play.now.view.pieces[id] ?? []).map((piece) => counters.picture(piece, 30))
      : [];
  return el(
    "button",
    {
      type: "button",
      class: `button ${single && isMain(offer, play) ? "primary" : "slight"}`,
      "data-action": single ? offer.action : null,
      "data-choose": single ? null : some.pieces.join(" "),
      click: () => (single ? void play.act(offer.action) : how.choose(some.pieces)),
      mouseenter: () => how.hover(offer),
      mouseleave: () => how.hover(null),
      focus: () => how.hover(offer),
      blur: () => how.hover(null),
    },
    ...pictures,
    ...named(single ? capital(offer.label) : `${capital(some.verb)}: ${some.pieces.join(", ")}…`),
  );
}

/** Buttons that lie under a title until somebody opens it: what gives something up, what comes by the dozen.
 * @param {Offer[]} offers @param {(some: Offer[]) => HTMLElement} draw @param {Element | null} shown what is on show
 * now, where an open one stays open */
export function folds(offers, draw, shown) {
  const titles = new Set(offers.map((offer) => offer.folded).filter(Boolean));
  return [...titles].map((title) => {
    const some = offers.filter((offer) => offer.folded === title);
    const open = !!shown?.querySelector(`details.fold[open][data-fold="${CSS.escape(title)}"]`);
    return el(
      "details",
      { class: "fold small", "data-fold": title, open },
      el("summary", {}, title, some.length > 1 ? el("span", { class: "quiet" }, ` ${some.length}`) : null),
      draw(some),
    );
  });
}

/** @param {Offer[]} offers @param {Play} play
 * @param {{hover(offer: Offer | null): void, left?: string[], counting?: boolean}} how @param {boolean} main
 * @param {Counters} [counters] to picture the pieces with */
export function list(offers, play, how, main, counters) {
  const primary = play.mixed ? undefined : offers.find((offer) => offer === primaryOf(play, how));
  if (main && play.mixed)
    return el(
      "div",
      { class: "choices" },
      ...offers.map((offer) =>
        el(
          "button",
          { type: "button", class: "button slight", "data-action": offer.action, click: () => play.act(offer.action) },
          ...named(capital(offer.label)),
        ),
      ),
    );
  const others = offers.filter((offer) => offer !== primary);
  // the main one in sight without scrolling
  const ordered = !primary ? offers : offers.length > 3 ? [primary, ...others] : [...others, primary];
  return el(
    "div",
    { class: offers.length > 5 ? "choices many" : "choices" },
    ...ordered.map((offer) =>
      el(
        "button",
        {
          type: "button",
          class: `button ${offer === primary ? "primary" : main ? "" : "slight"}`,
          "data-action": offer.action,
          click: () => play.act(offer.action),
          mouseenter: () => how.hover(offer),
          mouseleave: () => how.hover(null),
          focus: () => how.hover(offer),
          blur: () => how.hover(null),
        },
        ...(counters && offer.pieces.length <= 3 && offer.pieces.some((id) => !play.chosen.has(id))
          ? offer.pieces.flatMap((id) => play.now.view.pieces[id] ?? []).map((piece) => counters.picture(piece, 30))
          : []),
        ...named(capital(offer.label)),
      ),
    ),
  );
}
