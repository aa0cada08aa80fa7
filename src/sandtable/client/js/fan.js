// A stack fanned out: every piece in it as a button, beside its hex.

import { byStrength } from "./counters.js";
import { FIGURE, capital, el } from "./dom.js";

/** @typedef {import("./play.js").Play} Play */
/** @typedef {import("./counters.js").Counters} Counters */
/** @typedef {import("./mapview.js").MapView} MapView */
/** @typedef {import("./types.js").Offer} Offer */

/** Whether there is nothing to add about the cost: it has no figure, or the label names it.
 * @param {Offer} offer */
function tellsCost({ cost, label }) {
  const [figure] = cost.match(/[\d½]+/) ?? [""];
  return !FIGURE.test(cost) || label.split(/[^\d½]+/).includes(figure);
}

export class Fan {
  /** @param {HTMLElement} element @param {Play} play @param {Counters} counters @param {MapView} map */
  constructor(element, play, counters, map) {
    this.element = element;
    this.play = play;
    this.counters = counters;
    this.map = map;
    this.hex = -1;
    /** @type {Offer[]} */
    this.choice = [];
  }

  /** @param {number} hex @param {Offer[]} [choice] several things that could be done here */
  open(hex, choice = []) {
    this.hex = hex;
    this.choice = choice;
    this.draw();
  }

  close() {
    if (this.hex < 0) return false;
    const held = this.element.contains(document.activeElement);
    this.hex = -1;
    this.choice = [];
    this.element.hidden = true;
    if (held) this.map.host.focus();
    return true;
  }

  draw() {
    if (this.hex < 0) return;
    const { play } = this;
    const pieces = play.at(this.hex).sort(byStrength);
    const here = this.choice.length ? this.choice : play.chosen.size ? play.here(this.map.board.names[this.hex]) : [];
    if (!pieces.length && !here.length) return void this.close();
    const focused = this.element.contains(document.activeElement)
      ? document.activeElement?.getAttribute("data-unit")
      : null;
    const place = this.map.board.placeNames.get(this.hex);
    const all = pieces.map((piece) => piece.id);
    const mine = all.filter((id) => play.own(id) === play.own(all[0]));
    const able = mine.filter((id) => play.own(id) && play.now.view.pieces[id].marks.includes("active"));
    const head = el(
      "div",
      { class: "fan-head" },
      el("div", {}, this.map.board.names[this.hex], place ? el("span", {}, ` ${place}`) : null),
      el(
        "div",
        { class: "row" },
        pieces.length > 1 && play.asked
          ? el(
              "button",
              {
                type: "button",
                class: "button slight",
                "data-all": "",
                click: () => play.choose(able.length ? able : mine),
              },
              "All",
            )
          : null,
        el("button", { type: "button", class: "close", "aria-label": "Close", click: () => this.close() }, "×"),
      ),
    );
    const tray = el(
      "div",
      { class: "tray" },
      ...pieces.map((piece) =>
        this.counters.button(piece, {
          pressed: play.chosen.has(piece.id),
          pixels: 56,
          click: (event) =>
            play.choose(
              [piece.id],
              event.shiftKey ||
                event.ctrlKey ||
                event.metaKey ||
                play.mixed ||
                !play.own(piece.id) ||
                this.joins(piece.id),
            ),
        }),
      ),
    );
    const deeds = here.map((offer) =>
      el(
        "button",
        {
          type: "button",
          class: "button slight",
          "data-action": offer.action,
          click: () => {
            this.close();
            play.act(offer.action);
          },
        },
        capital(offer.label) + (tellsCost(offer) ? "" : ` (cost ${offer.cost})`),
        offer.stop ? el("span", { class: "quiet small" }, ` ${offer.stop}`) : null,
      ),
    );
    this.element.replaceChildren(head, tray, ...(deeds.length ? [el("div", { class: "choices" }, ...deeds)] : []));
    this.element.hidden = false;
    this.place();
    if (focused)
      /** @type {HTMLElement | null} */ (this.element.querySelector(`[data-unit="${CSS.escape(focused)}"]`))?.focus();
  }

  /** Whether a piece is added to the chosen ones of its own hex by a plain click: those standing together may go
   * together.
   * @param {string} id */
  joins(id) {
    const { play } = this;
    const at = play.now.view.pieces[id]?.at;
    return play.chosen.size > 0 && [...play.chosen].every((other) => play.now.view.pieces[other]?.at === at);
  }

  place() {
    const { camera, host } = this.map;
    const [x, y] = camera.toScreen(...this.map.board.centre[this.hex]);
    const frame = host.getBoundingClientRect();
    const { width, height } = this.element.getBoundingClientRect();
    const gap = Math.max(26, camera.k * 0.55);
    const right = innerWidth - camera.inset.right - width - 6;
    const low = innerHeight - camera.inset.bottom - height - 6;
    const { board } = this.map;
    const foes = board
      .neighbours(this.hex)
      .filter((near) => this.play.at(near).some((piece) => piece.side !== this.play.now.you.side))
      .map((near) => board.names[near]);
    const goals = this.choice.length
      ? []
      : [...this.play.offers.flatMap((offer) => (offer.at ? [offer.at] : [])), ...foes, ...foes, ...foes].map((name) =>
          this.map.hexToScreen(name),
        );
    const [cx, cy] = [frame.left + x, frame.top + y];
    const spots = [
      [cx - width / 2, cy - height - gap],
      [cx - width / 2, cy + gap],
      [cx - width - gap, cy - height / 2],
      [cx + gap, cy - height / 2],
      [cx - width - gap, low],
      [cx + gap, low],
    ].map(([left, top]) => {
      const [l, t] = [Math.min(Math.max(6, left), right), Math.min(Math.max(frame.top + 4, top), low)];
      const covered = goals.filter((g) => g && g.x > l && g.x < l + width && g.y > t && g.y < t + height).length;
      const hides = cx > l - 14 && cx < l + width + 14 && cy > t - 14 && cy < t + height + 14;
      const off = Math.hypot(l + width / 2 - cx, t + height / 2 - cy);
      return { l, t, cost: covered + off / 45 + (hides ? 500 : 0) };
    });
    const best = spots.reduce((a, b) => (b.cost < a.cost ? b : a));
    this.element.style.left = `${best.l}px`;
    this.element.style.top = `${best.t}px`;
  }

  focusFirst() {
    /** @type {HTMLElement | null} */ (this.element.querySelector(".choices button, .counter-button"))?.focus();
  }
}
