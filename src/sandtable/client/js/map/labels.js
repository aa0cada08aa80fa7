// Names of places: sized for the zoom, weighty ones first, each where it hides nothing; those without room wait for
// a closer look.

import { svg } from "../basics/dom.js";
import { between, overlap } from "./shapes.js";

/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("./shapes.js").Box} Box */
/** @typedef {{name: string, hex: number, weight: number, doubt: boolean, seat: boolean}} Name */

const CELL = 4; // hex widths; places are looked up by cell

export class Labels {
  /** @param {SVGGElement} group @param {Board} board */
  constructor(group, board) {
    this.group = group;
    this.board = board;
    const seats = new Set(board.data.sites.map((site) => site.hex));
    const weights = /** @type {Record<string, number>} */ ({
      city: 3,
      certain: 3,
      town: 2,
      high: 2,
      landmark: 1,
      medium: 1,
    });
    const seen = new Set();
    /** @type {Name[]} */
    this.names = [];
    for (const place of board.data.places) {
      const hex = board.hex(place.hex);
      if (hex < 0 || seen.has(hex)) continue;
      seen.add(hex);
      const seat = seats.has(place.hex);
      this.names.push({
        name: place.name,
        hex,
        seat,
        weight: seat ? 4 : (weights[place.confidence === "certain" ? "certain" : place.kind || place.confidence] ?? 0),
        doubt: place.reconstructed,
      });
    }
    this.names.sort((a, b) => b.weight - a.weight || a.hex - b.hex);
    /** @type {Map<string, [number, number][]>} */
    this.roads = new Map();
    for (const road of board.data.roads)
      for (let i = 0; i + 1 < road.hexes.length; i++) {
        const [a, b] = [board.centre[board.hex(road.hexes[i])], board.centre[board.hex(road.hexes[i + 1])]];
        for (let s = 0; s < 5; s++) put(this.roads, between(a, b, s / 5));
      }
    /** Letters that lie in the map, by cell. @type {Map<string, Box[]>} */
    this.letters = new Map();
    for (const { size, letters } of board.lettering)
      for (const { at } of letters) file(this.letters, around(at, size * 0.36));
  }

  /** Lay out all names for a scale, keeping off stacks.
   * @param {number} k pixels a hex @param {Map<number, {length: number}>} stacks
   * @param {number} counter width of a counter in hexes
   * @param {Box} box what is in or near the window */
  draw(k, stacks, counter, box) {
    /** @type {Map<string, Box[]>} */
    const taken = new Map();
    const claim = (/** @type {Box} */ b) => file(taken, b);
    const busy = stacks;
    const half = counter / 2 + 0.14;
    for (const [hex, { length }] of busy)
      claim(around(this.board.centre[hex], half + Math.min(length - 1, 4) * 0.04 * counter));
    for (const name of this.names) claim(around(this.board.centre[name.hex], name.seat ? 0.5 : Math.max(0.07, 3 / k)));
    const texts = [];
    for (const name of this.names) {
      const [x, y] = this.board.centre[name.hex];
      if (x < box.x0 - 4 || x > box.x1 + 4 || y < box.y0 - 2 || y > box.y1 + 2) continue;
      const pixels = sizeFor(name.weight, k);
      if (!pixels) continue;
      const size = pixels / k;
      const spot = this.spot(name, size, busy.has(name.hex) ? half : 0, taken);
      if (!spot) continue;
      claim(spot);
      const lines = name.seat ? "place seat" : "place";
      texts.push(
        svg(
          "text",
          {
            class: name.doubt ? `${lines} doubt` : lines,
            x: ((spot.x0 + spot.x1) / 2).toFixed(3),
            y: (spot.y1 - size * 0.26).toFixed(3),
            "font-size": size.toFixed(3),
            "stroke-width": (size * 0.24).toFixed(3),
          },
          name.name,
        ),
      );
    }
    this.group.replaceChildren(...texts);
  }

  /** The freest place around the town, or null when all would hide something.
   * @param {Name} name @param {number} size @param {number} counter @param {Map<string, Box[]>} taken
   * @returns {Box | null} */
  spot(name, size, counter, taken) {
    const [x, y] = this.board.centre[name.hex];
    const across = (name.name.length * size * (name.seat ? 0.56 : 0.5)) / 2;
    const high = size / 2;
    let [best, least] = [/** @type {Box | null} */ (null), Infinity];
    for (const extra of [0, 0.2, 0.5]) {
      const room = Math.max(name.seat ? 0.5 : 0.12, counter) + extra;
      const centres = [
        [x + room + across, y],
        [x - room - across, y],
        [x, y - room - high],
        [x, y + room + high],
        [x + room * 0.8 + across, y - room * 0.7 - high],
        [x - room * 0.8 - across, y - room * 0.7 - high],
        [x + room * 0.8 + across, y + room * 0.7 + high],
        [x - room * 0.8 - across, y + room * 0.7 + high],
      ];
      centres.forEach(([cx, cy], i) => {
        const box = { x0: cx - across, y0: cy - high, x1: cx + across, y1: cy + high };
        const cost = this.cost(box, size, taken) + i * 0.02 + extra;
        if (cost < least) [best, least] = [box, cost];
      });
    }
    return least < (name.seat ? 3 : 1.6) ? best : null;
  }

  /** @param {Box} box @param {number} size @param {Map<string, Box[]>} taken */
  cost(box, size, taken) {
    let cost = 0;
    const area = (box.x1 - box.x0) * (box.y1 - box.y0);
    for (const cell of cells(box)) {
      for (const other of taken.get(cell) ?? []) {
        const [w, h] = [
          Math.min(box.x1, other.x1) - Math.max(box.x0, other.x0),
          Math.min(box.y1, other.y1) - Math.max(box.y0, other.y0),
        ];
        if (w > 0 && h > 0) cost += 1 + (12 * w * h) / area;
      }
      for (const other of this.letters.get(cell) ?? []) if (overlap(box, other)) cost += 0.6;
      for (const [rx, ry] of this.roads.get(cell) ?? [])
        if (rx > box.x0 && rx < box.x1 && ry > box.y0 && ry < box.y1) cost += 0.12;
    }
    const { x0, y0, x1, y1 } = this.board.box;
    if (box.x0 < x0 || box.x1 > x1 || box.y0 < y0 || box.y1 > y1) cost += 9;
    void size;
    return cost;
  }
}

/** Pixels of a name, none when it is too slight to be named at this scale.
 * @param {number} weight @param {number} k */
function sizeFor(weight, k) {
  const least = [30, 24, 16, 11, 0][weight];
  if (k < least) return 0;
  const base = [10.5, 11.5, 12.5, 13.5, 14.5][weight];
  return Math.round(base * Math.min(1.75, Math.max(0.92, (k / 34) ** 0.42)) * 2) / 2;
}

/** @param {[number, number]} p @param {number} half @returns {Box} */
const around = ([x, y], half) => ({ x0: x - half, y0: y - half, x1: x + half, y1: y + half });

/** @param {Box} box @returns {string[]} */
function cells(box) {
  const found = [];
  for (let x = Math.floor(box.x0 / CELL); x <= Math.floor(box.x1 / CELL); x++)
    for (let y = Math.floor(box.y0 / CELL); y <= Math.floor(box.y1 / CELL); y++) found.push(`${x} ${y}`);
  return found;
}

/** @param {Map<string, Box[]>} map @param {Box} box */
function file(map, box) {
  for (const cell of cells(box)) {
    const there = map.get(cell);
    if (there) there.push(box);
    else map.set(cell, [box]);
  }
}

/** @param {Map<string, [number, number][]>} map @param {[number, number]} point */
function put(map, point) {
  const cell = `${Math.floor(point[0] / CELL)} ${Math.floor(point[1] / CELL)}`;
  const there = map.get(cell);
  if (there) there.push(point);
  else map.set(cell, [point]);
}
