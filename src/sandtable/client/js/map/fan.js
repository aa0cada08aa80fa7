// A stack fanned out: every piece in it as a button, beside its hex.

import { byStrength } from "./counters.js";
import { FIGURE, byId, capital, el, named } from "../basics/dom.js";
import { names } from "../basics/names.js";

/** @typedef {import("../play/play.js").Play} Play */
/** @typedef {import("./counters.js").Counters} Counters */
/** @typedef {import("./mapview.js").MapView} MapView */
/** @typedef {import("../basics/types.js").Offer} Offer */

/** Whether there is nothing to add about the cost: it has no figure, or the label names it.
 * @param {Offer} offer */
function tellsCost({ cost, label }) {
  const [figure] = cost.match(/[\d½]+/) ?? [""];
  return !FIGURE.test(cost) || label.split(/[^\d½]+/).includes(figure);
}

const NARROW = 760; // pixels: below, the panels are a sheet under the map
const EDGE = 6;
const STEP = 18; // between spots that are tried

/** Boxes over the map that must stay free: zoom, scale, legend, replay. */
function taken() {
  const boxes = [...document.querySelectorAll("#furniture > *, #replay:not([hidden])")];
  return boxes.map((each) => each.getBoundingClientRect()).filter((box) => box.width);
}

/** The spot nearest to a point where a box covers no goal and lies on no other box. One that was good stays good.
 * @param {{left: number, top: number, right: number, bottom: number}} room for the box's corner
 * @param {{width: number, height: number}} size @param {{x: number, y: number, radius: number}[]} goals
 * @param {DOMRect[]} boxes @param {[number, number]} near @param {{left: number, top: number} | null} last */
export function freeSpot(room, size, goals, boxes, [nearX, nearY], last) {
  const { width, height } = size;
  const isFree = (/** @type {number} */ left, /** @type {number} */ top) =>
    goals.every(
      ({ x, y, radius }) =>
        x < left - radius || x > left + width + radius || y < top - radius || y > top + height + radius,
    ) &&
    boxes.every((box) => left > box.right || left + width < box.left || top > box.bottom || top + height < box.top);
  const inRoom = (/** @type {{left: number, top: number}} */ { left, top }) =>
    left >= room.left && left <= room.right && top >= room.top && top <= room.bottom;
  if (last && inRoom(last) && isFree(last.left, last.top)) return last;
  let best = null;
  let least = Infinity;
  for (let top = room.top; top <= room.bottom; top += STEP)
    for (let left = room.left; left <= room.right; left += STEP) {
      const [dx, dy] = [
        nearX - Math.min(left + width, Math.max(left, nearX)),
        nearY - Math.min(top + height, Math.max(top, nearY)),
      ];
      const off = Math.hypot(dx, dy);
      if (off >= least || !isFree(left, top)) continue;
      least = off;
      best = { left, top };
    }
  return best;
}

export class Fan {
  /** @param {HTMLElement} element @param {Play} play @param {Counters} counters @param {MapView} map
   * @param {import("../play/roster.js").Roster} roster */
  constructor(element, play, counters, map, roster) {
    this.roster = roster;
    this.element = element;
    this.play = play;
    this.counters = counters;
    this.map = map;
    this.hex = -1;
    /** @type {Offer[]} */
    this.choice = [];
    /** Where it lies. @type {{left: number, top: number} | null} */
    this.spot = null;
  }

  /** @param {number} hex @param {Offer[]} [choice] several things that could be done here */
  open(hex, choice = []) {
    if (hex !== this.hex) this.spot = null;
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
    const held = this.element.contains(document.activeElement) ? document.activeElement : null;
    const focused = ["data-unit", "data-action"]
      .filter((name) => held?.hasAttribute(name))
      .map((name) => `[${name}="${CSS.escape(held?.getAttribute(name) ?? "")}"]`)[0];
    const all = pieces.map((piece) => piece.id);
    const mine = all.filter((id) => play.own(id) === play.own(all[0]));
    const able = this.roster.left.filter((id) => mine.includes(id));
    const head = el(
      "div",
      { class: "fan-head" },
      el("div", { title: this.map.board.names[this.hex] }, names.place(this.map.board.names[this.hex])),
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
                click: () => play.add(able.length ? able : mine),
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
        ...named(capital(offer.label)),
        tellsCost(offer) ? null : ` (cost ${offer.cost})`,
        offer.stop ? el("span", { class: "quiet small" }, ` ${offer.stop}`) : null,
      ),
    );
    this.element.replaceChildren(head, tray, ...(deeds.length ? [el("div", { class: "choices" }, ...deeds)] : []));
    this.element.hidden = false;
    this.place();
    if (focused) /** @type {HTMLElement | null} */ (this.element.querySelector(focused))?.focus();
  }

  /** Whether a piece is added to the chosen ones of its own hex by a plain click: those standing together may go
   * together.
   * @param {string} id */
  joins(id) {
    const { play } = this;
    const at = play.now.view.pieces[id]?.at;
    return (
      play.gathers ||
      (play.chosen.size > 0 && !play.ours && [...play.chosen].every((other) => play.now.view.pieces[other]?.at === at))
    );
  }

  /** Beside its hex, where it covers nothing that may be clicked next; where there is no such spot, or no room beside
   * the map at all, it lies among the panels. */
  place() {
    if (innerWidth <= NARROW) return this.dock(true);
    if (this.map.moving) return undefined;
    this.dock(false);
    const { camera, host, board } = this.map;
    const frame = host.getBoundingClientRect();
    const [x, y] = camera.toScreen(...board.centre[this.hex]);
    const { width, height } = this.element.getBoundingClientRect();
    const room = {
      left: frame.left + EDGE,
      top: frame.top + EDGE,
      right: frame.right - camera.inset.right - width - EDGE,
      bottom: frame.bottom - camera.inset.bottom - height - EDGE,
    };
    const spot = freeSpot(room, { width, height }, this.goals(), taken(), [frame.left + x, frame.top + y], this.spot);
    this.spot = spot;
    if (!spot) return this.dock(true);
    this.element.style.left = `${spot.left}px`;
    this.element.style.top = `${spot.top}px`;
    return undefined;
  }

  /** Whether it is open and lies among the panels. */
  get isDocked() {
    return this.hex >= 0 && this.element.classList.contains("docked");
  }

  /** Among the panels, or over the map.
   * @param {boolean} docked */
  dock(docked) {
    if (this.element.classList.contains("docked") === docked) return;
    const held = this.element.contains(document.activeElement) ? document.activeElement : null;
    this.element.classList.toggle("docked", docked);
    if (docked) byId("decision").after(this.element);
    else document.body.append(this.element);
    if (held instanceof HTMLElement) held.focus();
  }

  /** What the next click may be meant for: places to go, who could join, an enemy at most two hexes away. In
   * pixels.
   * @returns {{x: number, y: number, radius: number}[]} */
  goals() {
    const { play, map } = this;
    const { board, camera } = map;
    const around = board.neighbours(this.hex).flatMap((near) => [near, ...board.neighbours(near)]);
    const enemies = around.filter((near) => play.at(near).some((piece) => !play.own(piece.id)));
    const partners = play.partners.map((id) => board.hex(play.now.view.pieces[id]?.at ?? ""));
    const offered = play.offers.map((offer) => board.hex(offer.at));
    const hexes = new Set([this.hex, ...enemies, ...partners, ...offered].filter((hex) => hex >= 0));
    return [...hexes].flatMap((hex) => {
      const point = map.hexToScreen(board.names[hex]);
      return point ? [{ ...point, radius: camera.k * 0.5 }] : [];
    });
  }

  focusFirst() {
    const first = this.element.querySelector(".choices button") ?? this.element.querySelector(".counter-button");
    /** @type {HTMLElement | null} */ (first)?.focus();
  }
}
